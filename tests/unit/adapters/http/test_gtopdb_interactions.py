"""The reader of the file of the interactions, on rows written by hand in the real layout."""

import msgspec
import pytest

from biofacts.adapters.http.base_client import FileHead
from biofacts.adapters.http.gtopdb import INTERACTIONS, describe, read_interactions
from biofacts.domain.pharmacology.interaction import Affinity, GuideInteraction
from tests.gtopdb import table, written
from tests.places import RECORDED

ROW = {
    "Target": "D<sub>2</sub> receptor", "Target ID": "215", "Target Gene Symbol": "DRD2", "Target Species": "Human",
    "Ligand ID": "940", "Ligand": "dopamine", "Ligand Type": "Metabolite", "Approved": "t", "Type": "Agonist",
    "Action": "Full agonist", "Primary Target": "f",
}  # fmt: skip
READ = GuideInteraction(
    ligand="940", ligand_name="dopamine", ligand_type="Metabolite", approved=True, target="215",
    target_name="D2 receptor", gene_symbol="DRD2", type="Agonist", action="Full agonist", species="Human",
)  # fmt: skip
ON_A_LIGAND = {
    "Target Ligand": "IL-1&beta;", "Target Ligand ID": "4974", "Target Ligand UniProt ID": "P01584",
    "Target Ligand Ensembl Gene ID": "ENSG00000125538", "Target Species": "Human", "Ligand ID": "6773",
    "Ligand": "canakinumab", "Ligand Type": "Antibody", "Approved": "true", "Type": "Antibody", "Action": "Inhibition",
    "Primary Target": "true", "Affinity Units": "-",
}  # fmt: skip


def read(*rows: dict[str, str]) -> list[GuideInteraction]:
    header, _ = table("interactions.csv")
    return [*read_interactions(written(header, [[row.get(column, "") for column in header] for row in rows]))]


def affinity(**given: str) -> Affinity | None:
    cells = {name.replace("_", " "): value for name, value in given.items()}
    (one,) = read(ROW | {"Affinity Units": "pKi"} | cells)
    return one.affinity


def test_a_row_on_a_target_is_read() -> None:
    assert read(ROW) == [READ]


def test_what_else_a_row_states_is_read() -> None:
    (one,) = read(
        ROW
        | {"Selectivity": "Selective|Not Determined", "Endogenous": "true", "Primary Target": "t", "PubMed ID": "1|x|2"}
    )

    assert (one.selectivity, one.endogenous, one.primary) == (("Selective", "Not Determined"), True, True)
    assert one.references == ("1", "2")


def test_a_row_on_a_ligand_has_that_ligand_for_a_target_with_its_identifiers() -> None:
    assert read(ON_A_LIGAND) == [
        GuideInteraction(
            ligand="6773", ligand_name="canakinumab", ligand_type="Antibody", approved=True, target="4974",
            target_name="IL-1β", target_kind="ligand", type="Antibody", action="Inhibition", primary=True,
            species="Human", target_identifiers=("P01584", "ENSG00000125538"),
        )
    ]  # fmt: skip


@pytest.mark.parametrize("missing", [{"Target ID": ""}, {"Ligand ID": ""}, {"Target ID": "x"}, {"Ligand ID": "-1"}])
def test_a_row_without_both_sides_is_left_out(missing: dict[str, str]) -> None:
    assert read(ROW, ROW | missing) == [READ]


def test_what_a_curator_left_open_is_none_in_the_guides_word() -> None:
    (one,) = read(ROW | {"Type": "", "Action": "None", "Target Species": "", "Target Gene Symbol": ""})

    assert (one.type, one.action, one.species, one.gene_symbol) == ("None", "None", "None", None)


def test_the_genes_of_a_complex_are_named_together() -> None:
    (one,) = read(ROW | {"Target Gene Symbol": "GABBR1|GABBR2"})

    assert one.gene_symbol == "GABBR1, GABBR2"


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("4.800000190734863", 4.8), ("5.51999998092651", 5.52), ("8.899999618530273", 8.9), ("9.0", 9.0), ("7", 7.0),
        ("10.35", 10.35), ("0", 0.0), ("-1.2", -1.2), (" 6.5 ", 6.5), ("7.123456789012", 7.123457),
        ("10.00001049041748", 10.0000105),
    ],
)  # fmt: skip
def test_a_number_is_told_without_the_noise_of_32_bits(cell: str, value: float) -> None:
    assert affinity(Affinity_Median=cell) == Affinity(parameter="pKi", value=value)


@pytest.mark.parametrize("cell", ["", "x", "1e300", "-1e300", "1e999", "nan", "inf", "-inf", "~7", "1,5", "7.1 - 8.2"])
def test_what_is_no_number_of_32_bits_is_no_affinity(cell: str) -> None:
    assert affinity(Affinity_Median=cell) is None


def test_a_range_stands_where_there_is_no_median() -> None:
    limits = {"Affinity_Low": "4.699999809265137", "Affinity_High": "5.4"}

    assert affinity(**limits) == Affinity(parameter="pKi", low=4.7, high=5.4)
    assert affinity(Affinity_Median="5", **limits) == Affinity(parameter="pKi", value=5.0)
    assert affinity(Affinity_High="5.4") == Affinity(parameter="pKi", high=5.4)


@pytest.mark.parametrize("units", ["", "-", " - "])
def test_a_number_without_units_is_no_affinity(units: str) -> None:
    assert affinity(Affinity_Units=units, Affinity_Median="7.5") is None


def test_units_without_a_number_are_no_affinity() -> None:
    assert affinity(Affinity_Units="pKi") is None
    assert affinity(Affinity_Units="-") is None


@pytest.mark.parametrize(("cell", "relation"), [("&gt;", ">"), ("<", "<"), ("~", "~"), ("", None)])
def test_a_bound_says_so(cell: str, relation: str | None) -> None:
    assert affinity(Affinity_Median="5", Original_Affinity_Relation=cell) == Affinity(
        parameter="pKi", value=5.0, relation=relation
    )


def without(column: str, *rows: dict[str, str]) -> bytes:
    header = [name for name in table("interactions.csv")[0] if name != column]
    return written(header, [[row.get(name, "") for name in header] for row in rows])


@pytest.mark.parametrize("column", sorted(ROW.keys() - {"Target Gene Symbol", "Target Species", "Ligand Type"}))
def test_a_missing_column_that_every_answer_needs_is_named(column: str) -> None:
    with pytest.raises(ValueError, match=f"^the column '{column}' is missing$"):
        list(read_interactions(without(column, ROW)))


@pytest.mark.parametrize(
    ("column", "left"),
    [
        ("Target Gene Symbol", {"gene_symbol": None}),
        ("Target Species", {"species": "None"}),
        ("Ligand Type", {"ligand_type": ""}),
        ("Affinity Median", {}),
        ("Selectivity", {}),
        ("PubMed ID", {}),
        ("Target Ligand ID", {}),
    ],
)
def test_without_any_other_column_its_facts_alone_are_absent(column: str, left: dict[str, object]) -> None:
    body = without(column, ROW)

    assert [*read_interactions(body)] == [msgspec.structs.replace(READ, **left)]
    assert describe(body, columns=INTERACTIONS) == FileHead(release="2099.1", lacks=(column,))


@pytest.mark.parametrize("release", ["2018-4", "2019-5", "2020-5"])
def test_releases_that_did_not_tell_medicines_are_refused_in_one_sentence(release: str) -> None:
    body = (RECORDED / f"gtopdb/interactions-{release}.head.csv").read_bytes()
    with pytest.raises(ValueError, match=r"^the column 'Approved' is missing$"):
        list(read_interactions(body))


def test_names_of_columns_in_small_letters_are_the_same_columns() -> None:
    old = (RECORDED / "gtopdb/interactions-2020-5.head.csv").read_bytes()
    (first, *_) = read_interactions(old.replace(b"approved_drug", b"approved"))

    assert first == GuideInteraction(
        ligand="8752", ligand_name="ML355", ligand_type="", approved=False, target="1387", target_name="12S-LOX",
        gene_symbol="ALOX12", type="Inhibitor", action="Inhibition", primary=True, species="Human",
        affinity=Affinity(parameter="pIC50", value=6.47, relation="="), selectivity=("Selective",),
        references=("24393039",),
    )  # fmt: skip
