"""The readers of GtoPdb's bulk files, on rows written by hand in the real layout."""

import logging
from collections.abc import Callable, Iterator

import pytest

from biofacts.adapters.http import gtopdb as cells
from biofacts.adapters.http.base_client import ColumnReader, FileHead
from biofacts.adapters.http.gtopdb import (
    INTERACTIONS,
    LIGAND_IDS,
    LIGANDS,
    PROTEINS,
    TARGETS,
    read_interactions,
    read_ligand_ids,
    read_ligands,
    read_proteins,
    read_targets,
)
from biofacts.domain.answers.records import Provenance
from biofacts.domain.pharmacology.ligand import LigandFacts
from biofacts.domain.pharmacology.target import TargetFacts, TargetProtein
from tests.gtopdb import DATA, table, written
from tests.places import RECORDED, UPSTREAM


def one_ligand(**given: str) -> LigandFacts:
    header, _ = table("ligands.csv")
    values = {"Ligand ID": "1", "Name": "x", "Type": "Peptide"} | given
    body = written(header, [[values.get(column, "") for column in header]])
    (ligand,) = read_ligands(body)
    return ligand


def one_target(*rows: dict[str, str]) -> TargetFacts:
    header, _ = table("targets_and_families.csv")
    base = {"Target id": "1", "Target name": "x", "Type": "gpcr", "Family name": "Y"}
    body = written(header, [[(base | row).get(column, "") for column in header] for row in rows])
    (target,) = read_targets(body)
    return target


def test_of_several_abbreviations_and_genes_the_first_is_the_targets_and_the_others_are_found_too() -> None:
    target = one_target({"Target abbreviated name": "A1|A2|A3", "HGNC id": "11|12|13", "synonyms": "one|A2|two"})

    assert (target.abbreviation, target.synonyms) == ("A1", ("A2", "A3", "one", "two"))
    assert target.other_genes == ("HGNC:12", "HGNC:13")


def test_the_banner_is_the_release() -> None:
    assert cells.release((DATA / "targets_and_families.csv").read_bytes()) == "2025.3"


def test_without_a_banner_there_is_no_release() -> None:
    header, rows = table("ligands.csv")

    assert cells.release(written(header, rows, banner=None)) == ""


@pytest.mark.parametrize(
    ("name", "read", "column"),
    [
        ("ligands.csv", read_ligands, "Ligand ID"),
        ("ligands.csv", read_ligands, "Approved"),
        ("ligands.csv", read_ligands, "Synonyms"),
        ("targets_and_families.csv", read_targets, "HGNC symbol"),
        ("interactions.csv", read_interactions, "Target ID"),
        ("ligand_id_mapping.csv", read_ligand_ids, "Ligand id"),
        ("GtP_to_UniProt_mapping.csv", read_proteins, "UniProtKB ID"),
    ],
)
def test_a_missing_column_is_named_in_one_sentence(
    name: str, read: Callable[[bytes], Iterator[object]], column: str
) -> None:
    with pytest.raises(ValueError, match=f"^the column '{column}' is missing$"):
        list(read(without(name, column)))


@pytest.mark.parametrize(
    ("name", "columns", "read", "column"),
    [
        ("ligands.csv", LIGANDS, read_ligands, "ChEMBL ID"),
        ("ligands.csv", LIGANDS, read_ligands, "InChI"),
        ("targets_and_families.csv", TARGETS, read_targets, "Mouse Ensembl Gene"),
        ("ligand_id_mapping.csv", LIGAND_IDS, read_ligand_ids, "ChEMBl ID"),
        ("GtP_to_UniProt_mapping.csv", PROTEINS, read_proteins, "Species"),
    ],
)
def test_a_missing_column_that_is_not_indispensable_is_noted_and_the_rows_are_read(
    name: str, columns: ColumnReader, read: Callable[[bytes], Iterator[object]], column: str
) -> None:
    body = without(name, column)

    assert cells.describe(body, columns=columns) == FileHead(release="2025.3", lacks=(column,))
    assert len([*read(body)]) == len([*read((DATA / name).read_bytes())])


def without(name: str, column: str) -> bytes:
    """A file without one of its columns."""
    header, rows = table(name)
    place = header.index(column)
    kept = [[*row[:place], *row[place + 1 :]] for row in rows]
    return written([*header[:place], *header[place + 1 :]], kept, "# GtoPdb Version: 2025.3 - x")


def test_a_file_that_is_whole_lacks_nothing() -> None:
    for name, columns in (
        ("ligands.csv", LIGANDS),
        ("ligand_id_mapping.csv", LIGAND_IDS),
        ("targets_and_families.csv", TARGETS),
        ("GtP_to_UniProt_mapping.csv", PROTEINS),
        ("interactions.csv", INTERACTIONS),
    ):
        assert cells.describe((DATA / name).read_bytes(), columns=columns).lacks == ()


def test_a_recorded_file_of_2024_is_read_whole() -> None:
    body = (RECORDED / "gtopdb/targets_and_families-2024.1.small.csv").read_bytes()
    found = {one.number: (one.name, one.gene_symbols, one.cross_references["hgnc"]) for one in read_targets(body)}

    assert cells.describe(body, columns=TARGETS) == FileHead(release="2024.1")
    assert found["215"] == ("D2 receptor", ("DRD2",), "HGNC:3023")
    assert found["1797"] == ("epidermal growth factor receptor", ("EGFR",), "HGNC:3236")


@pytest.mark.parametrize("release", ["2018-4", "2020-5"])
def test_recorded_targets_of_older_releases_lack_subunits_and_genes_of_ensembl(release: str) -> None:
    body = (RECORDED / f"gtopdb/targets_and_families-{release}.head.csv").read_bytes()
    first = next(read_targets(body))

    assert (first.number, first.name, first.gene_symbols) == ("1", "5-HT1A receptor", ("HTR1A",))
    assert first.cross_references["uniprot"] == ("P08908",)
    assert cells.describe(body, columns=TARGETS) == FileHead(
        lacks=("Subunit id", "Subunit name", "Human Ensembl Gene", "Mouse Ensembl Gene", "Rat Ensembl Gene")
    )


@pytest.mark.parametrize("release", ["2018-4", "2019-5"])
def test_recorded_ligands_of_older_releases_lack_identifiers_alone(release: str) -> None:
    body = (RECORDED / f"gtopdb/ligands-{release}.head.csv").read_bytes()
    first = next(read_ligands(body))

    assert (first.number, first.name, first.type) == ("6069", "10,10-difluoro TXA2", "Synthetic organic")
    assert cells.describe(body, columns=LIGANDS) == FileHead(lacks=("Ensembl ID", "ChEMBL ID"))


def test_the_name_of_an_entry_in_the_place_of_an_accession_is_left_out_and_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    header, _ = table("GtP_to_UniProt_mapping.csv")
    rows = [["P53396", "Human", "ATP citrate lyase", "3245", ""], ["ACLY_RAT", "Rat", "ATP citrate lyase", "3245", ""]]
    with caplog.at_level(logging.DEBUG, logger="biofacts"):
        found = [*read_proteins(written(header, rows))]

    assert found == [TargetProtein(target="3245", species="Human", accession="P53396")]
    assert "skipped 1 proteins of targets" in caplog.text


def test_columns_are_found_by_name_in_any_order_and_unknown_ones_are_left_aside() -> None:
    header, rows = table("ligands.csv")
    body = written([*reversed(header), "New column"], [[*reversed(row), "?"] for row in rows])

    assert [*read_ligands(body)] == [*read_ligands((DATA / "ligands.csv").read_bytes())]


@pytest.mark.skipif(not (UPSTREAM / "gtopdb" / "archive").is_dir(), reason=f"there is no archive under {UPSTREAM}")
def test_the_whole_file_of_2019_is_read() -> None:
    body = (UPSTREAM / "gtopdb/archive/2019.5/DATA/targets_and_families.csv").read_bytes()

    assert len([*read_targets(body)]) == 3054


@pytest.mark.parametrize("body", [b"", b'"# GtoPdb Version: 2025.4 - published: x"\n', b"\xff\xfe\x00", b'"a","b\n'])
def test_what_is_no_table_is_refused_with_a_sentence(body: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        list(read_ligands(body))


def test_a_file_without_rows_is_refused() -> None:
    header, _ = table("ligands.csv")
    with pytest.raises(ValueError, match="it has no rows"):
        list(read_ligands(written(header, [])))


def test_a_row_that_is_cut_short_is_refused() -> None:
    header, rows = table("ligands.csv")
    with pytest.raises(ValueError, match="row 2 has 3 cells"):
        list(read_ligands(written(header, [rows[0], rows[1][:3]])))


@pytest.mark.parametrize("cell", ["yes", "Yes", "true", "TRUE", "t", "1", " yes "])
def test_every_spelling_of_a_flag_is_true(cell: str) -> None:
    assert cells.flag(cell)


@pytest.mark.parametrize("cell", ["", "no", "false", "f", "0", "None"])
def test_anything_else_is_a_false_flag(cell: str) -> None:
    assert not cells.flag(cell)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("D<sub>2</sub> receptor", "D2 receptor"),
        ("&mu; receptor", "μ receptor"),
        ("K<SUB>v</SUB>11.1", "Kv11.1"),
        ("COX-1 ", "COX-1"),
        ("Advil&reg;", "Advil"),
        ("Tosymra&reg (nasal spray)", "Tosymra (nasal spray)"),
        ("Lyrica&trade;", "Lyrica"),
        ("SK&F 96365", "SK&F 96365"),
        ("5&apos;-nucleotidase", "5'-nucleotidase"),
        ("<i>GPR42</i>", "GPR42"),
        ("PLSTIRE <PSK-J3>", "PLSTIRE (PSK-J3)"),
        ("&lt;i&gt;x&lt;/i&gt;", "x"),
        ("a\nb", "a b"),
    ],
)
def test_cells_become_plain_text(cell: str, text: str) -> None:
    assert cells.plain(cell) == text


def test_several_families_and_types_of_a_target_are_merged_into_one_entry() -> None:
    target = one_target({"Family name": "A", "Type": "vgic"}, {"Family name": "B", "Type": "enzyme"})

    assert target.families == ("A", "B")
    assert target.classes == ("Ion channel", "Enzyme")


def test_the_human_record_is_the_default() -> None:
    target = one_target({"HGNC symbol": "DRD2", "HGNC id": "3023", "RGD symbol": "Drd2", "Rat SwissProt": "P61169"})

    assert (target.species, target.gene_symbols, target.other_symbols) == ("Human", ("DRD2",), ("Drd2",))
    assert target.cross_references == {"hgnc": "HGNC:3023", "hgnc_symbol": "DRD2"}


def test_the_identifiers_of_rodents_stand_apart_from_the_human_ones() -> None:
    target = one_target({
        "HGNC symbol": "AGTR1", "Human Entrez Gene": "185", "RGD id": "2070|2071", "RGD symbol": "Agtr1a|Agtr1b",
        "Rat Entrez Gene": "81638|24180", "Rat SwissProt": "P29089", "MGI symbol": "Agtr1a",
    })  # fmt: skip

    assert target.cross_references == {"hgnc_symbol": "AGTR1", "entrez": "185", "rgd": ("2070", "2071")}
    assert target.orthologs == {
        "mouse": {"gene_symbol": "Agtr1a"},
        "rat": {
            "gene_symbol": ("Agtr1a", "Agtr1b"), "uniprot": ("P29089",), "entrez": ("81638", "24180"),
            "rgd": ("2070", "2071"),
        },
    }  # fmt: skip


def test_a_target_of_several_genes_has_lists_in_the_place_of_the_first() -> None:
    target = one_target({
        "HGNC symbol": "ATP5MC1|ATP5MC2", "HGNC id": "841|842", "Human Entrez Gene": "516|517",
        "Human Ensembl Gene": "ENSG00000159199|ENSG00000135390",
    })  # fmt: skip
    record = target.to_target(ligands=(), ligand_count=0, source=Provenance(name="x", mode="live"))

    assert (record.gene_symbol, record.gene_symbols) == (None, ("ATP5MC1", "ATP5MC2"))
    assert target.summary.gene_symbol is None
    assert record.cross_references == {
        "hgnc": ("HGNC:841", "HGNC:842"), "ensembl_gene": ("ENSG00000159199", "ENSG00000135390"),
        "entrez": ("516", "517"), "hgnc_symbol": ("ATP5MC1", "ATP5MC2"),
    }  # fmt: skip


def test_a_target_that_only_mice_have_is_of_the_mouse() -> None:
    target = one_target({"MGI symbol": "Tnfrsf23", "MGI id": "MGI:1930269", "Mouse SwissProt": "Q9ER63"})

    assert (target.species, target.gene_symbols) == ("Mouse", ("Tnfrsf23",))
    assert target.cross_references == {"uniprot": ("Q9ER63",), "mgi": "MGI:1930269"}


def test_several_accessions_in_a_cell_are_a_list_and_malformed_ones_are_dropped() -> None:
    target = one_target({"Human SwissProt": "P05496|nonsense|P48201", "Human protein RefSeq": "NP_1|X|NP_2.3"})

    assert target.cross_references == {"uniprot": ("P05496", "P48201"), "refseq": ("NP_1", "NP_2")}


def test_an_unknown_type_of_target_is_an_other_protein() -> None:
    assert one_target({"Type": "new_kind"}).classes == ("Other protein",)


def test_a_complex_is_of_the_species_of_its_subunits() -> None:
    header, _ = table("targets_and_families.csv")
    base = {"Type": "gpcr", "Family name": "Y"}
    rows = [
        base | {"Target id": "1", "Target name": "AB", "Subunit id": "2", "Subunit name": "A"},
        base | {"Target id": "2", "Target name": "A", "HGNC symbol": "AAA"},
    ]
    complex_, _ = read_targets(written(header, [[row.get(column, "") for column in header] for row in rows]))

    assert (complex_.species, complex_.subunits, complex_.gene_symbols) == ("Human", ("A",), ())


def test_the_inn_that_is_the_name_is_taken_before_those_of_salts() -> None:
    assert one_ligand(Name="levetiracetam", INN="etiracetam|levetiracetam").approved_name == "levetiracetam"
    assert one_ligand(Name="penicillin G", INN="benzathine benzylpenicillin|benzylpenicillin").approved_name == (
        "benzylpenicillin"
    )


def test_other_inns_are_synonyms_and_the_name_is_none() -> None:
    ligand = one_ligand(Name="a", INN="b|cc", Synonyms="a|b|d&reg;| ")

    assert ligand.other_names == ("cc", "d")


def test_the_canonical_smiles_has_no_stereochemistry() -> None:
    plain, stereo = one_ligand(SMILES="CCO"), one_ligand(SMILES="C[C@@H](N)O")

    def smiles(facts: LigandFacts) -> tuple[str | None, str | None]:
        record = facts.to_ligand(targets=(), target_count=0, source=Provenance(name="x", mode="live"))
        return record.canonical_smiles, record.isomeric_smiles

    assert smiles(plain) == ("CCO", "CCO")
    assert smiles(stereo) == ("CC(N)O", "C[C@@H](N)O")


def test_mapped_identifiers_are_repaired_where_only_their_case_is_wrong_and_dropped_otherwise() -> None:
    header, _ = table("ligand_id_mapping.csv")
    dirty = {
        "Ligand id": "1", "ChEMBl ID": "ChEMBL25", "Chebi ID": "CHEBI:CHEMBL5440545", "DrugBank ID": "5018",
        "CAS": "1-2",
    }  # fmt: skip
    body = written(header, [[dirty.get(column, "") for column in header]])
    (ligand,) = read_ligand_ids(body)

    assert ligand.cross_references == {"chembl": "CHEMBL25"}
