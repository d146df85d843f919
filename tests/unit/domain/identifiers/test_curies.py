"""Identifiers: what is read, and why the rest is refused."""

import pytest

from biofacts.domain.answers.entity_kinds import LIGAND, TARGET
from biofacts.domain.answers.errors import AmbiguousQuery, UnresolvedEntity
from biofacts.domain.genes.names import GeneName, gene_term
from biofacts.domain.identifiers.curies import LigandId, PathwayId, TargetId
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.selectors import identifiers_in
from biofacts.domain.text.clean import without_attached_brackets


@pytest.mark.parametrize("curie", ["WP:WP534", "WP:WP1", "WP:WP12345", "WP:WP0"])
def test_a_pathway_id_is_read_and_printed(curie: str) -> None:
    identifier = PathwayId.parse(curie)

    assert str(identifier) == curie
    assert f"WP:{identifier.local}" == curie


@pytest.mark.parametrize(
    ("given", "reason", "suggestion"),
    [
        ("WP534", "it must have exactly this form", "WP:WP534"),
        ("wp534", "it must have exactly this form", "WP:WP534"),
        ("wp:wp534", "it must have exactly this form", "WP:WP534"),
        ("WP:534", "it must have exactly this form", "WP:WP534"),
        ("534", "it must have exactly this form", "WP:WP534"),
        (" WP:WP534 ", "it has spaces around it", "WP:WP534"),
        ("WP:WP534\n", "it has spaces around it", "WP:WP534"),
        ("WP:WP534_r141823", "it must have exactly this form", "WP:WP534"),
        ("wikipathways:WP534", "it must have exactly this form", "WP:WP534"),
        ("glycolysis", "it is a name, or malformed", None),
        ("WP:WP", "it is a name, or malformed", None),
        ("WP:WP5x4", "it is a name, or malformed", None),
        ("WP:WP-5", "it is a name, or malformed", None),
        ("KEGG:hsa00010", "it is a name, or malformed", None),
        ("WP:WP٥٣٤", "it is a name, or malformed", None),
        ("", "it is empty", None),
        ("  ", "it is empty", None),
        (534, "it must be a string", None),
        (None, "it must be a string", None),
        (["WP:WP534"], "it must be a string", None),
    ],
)
def test_a_refusal_says_why_and_what_was_probably_meant(given: object, reason: str, suggestion: str | None) -> None:
    with pytest.raises(UnresolvedEntity) as caught:
        PathwayId.parse(given)

    assert reason in caught.value.message
    assert caught.value.suggestion == suggestion


def test_a_suggestion_can_be_read_again() -> None:
    with pytest.raises(UnresolvedEntity) as caught:
        PathwayId.parse("wp:534")

    assert str(PathwayId.parse(caught.value.suggestion)) == "WP:WP534"


@pytest.mark.parametrize(
    ("given", "terms"),
    [
        ("TP53", ("symbol:tp53", "ensembl_gene:TP53", "id:TP53")),
        (" tp53 ", ("symbol:tp53", "ensembl_gene:TP53", "id:TP53")),
        ("7157", ("entrez:7157", "ensembl_gene:7157")),
        ("1", ("entrez:1", "ensembl_gene:1")),
        ("ncbigene:7157", ("entrez:7157",)),
        ("NCBIGene: 7157", ("entrez:7157",)),
        ("GeneID:7157", ("entrez:7157",)),
        ("ensembl:ENSG00000141510", ("ensembl_gene:ENSG00000141510",)),
        ("UniProtKB:p04637", ("uniprot:P04637",)),
        ("hgnc.symbol:TP53", ("symbol:tp53",)),
        ("HGNC:11998", ("hgnc:HGNC:11998",)),
        ("hgnc:HGNC:11998", ("hgnc:HGNC:11998",)),
    ],
)
def test_a_gene_is_read_as_the_terms_under_which_it_may_be_known(given: str, terms: tuple[str, ...]) -> None:
    assert GeneName.parse(given).terms == terms


@pytest.mark.parametrize(
    ("given", "token"),
    [
        ("ENSG00000141510", "ensembl_gene:ENSG00000141510"),
        ("ensg00000141510.18", "ensembl_gene:ENSG00000141510"),
        ("ENSMUSG00000059552", "ensembl_gene:ENSMUSG00000059552"),
        ("WBGene00001404", "ensembl_gene:WBGENE00001404"),
        ("P04637", "uniprot:P04637"),
        ("p04637", "uniprot:P04637"),
        ("A0A024R1R8", "uniprot:A0A024R1R8"),
        ("HLA-A", "symbol:hla-a"),
    ],
)
def test_a_gene_without_prefix_may_be_an_identifier(given: str, token: str) -> None:
    assert token in GeneName.parse(given).terms


def test_only_a_name_has_a_symbol() -> None:
    assert [GeneName.parse(gene).symbol for gene in ("TP53", "7157", "ncbigene:7157", "symbol:TP53")] == [
        "TP53", None, None, "TP53",
    ]  # fmt: skip


@pytest.mark.parametrize("given", ["", " ", "T", "?"])
def test_a_gene_that_is_too_short_is_refused_with_an_example(given: str) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        GeneName.parse(given)

    assert "get_pathways_for_gene" in caught.value.hint
    assert "gene_id='TP53'" in caught.value.hint


@pytest.mark.parametrize("given", ["ncbigene:", "uniprot: ", "ensembl:"])
def test_a_prefix_without_an_identifier_is_refused(given: str) -> None:
    with pytest.raises(AmbiguousQuery):
        GeneName.parse(given)


def test_tokens_of_one_identifier_are_equal_however_it_is_written() -> None:
    assert gene_term("ensembl_gene", "ensg00000141510.7") == gene_term("ensembl_gene", "ENSG00000141510")
    assert gene_term("symbol", " Tp53 ") == gene_term("symbol", "TP53")
    assert gene_term("hgnc", "11998") == gene_term("hgnc", "HGNC:11998")


def test_what_follows_a_dot_stays_where_it_is_no_version() -> None:
    assert gene_term("ensembl_gene", "F14B4.2") == "ensembl_gene:F14B4.2"


# Ligand and target numbers: one form, two types.


def test_both_print_the_same_curie_and_are_never_equal() -> None:
    assert str(LigandId.parse("IUPHAR:215")) == str(TargetId.parse("IUPHAR:215")) == "IUPHAR:215"
    ligand: object = LigandId("215")
    assert ligand != TargetId("215")


def test_leading_zeros_name_the_same_number() -> None:
    assert LigandId.parse("IUPHAR:002713") == LigandId("2713")


@pytest.mark.parametrize("given", ["IUPHAR:2713\n", "IUPHAR:2713 ", "IUPHAR: 2713", "Iuphar:2713", "IUPHAR:٢٧١٣"])
def test_nothing_but_the_exact_form_is_read(given: str) -> None:
    with pytest.raises(UnresolvedEntity):
        LigandId.parse(given)


@pytest.mark.parametrize("given", ["2713", "iuphar:2713", "GtoPdb:2713", "gtopdb.ligand:2713", "IUPHAR_2713", "#2713"])
def test_a_near_miss_suggests_the_curie(given: str) -> None:
    with pytest.raises(UnresolvedEntity) as caught:
        LigandId.parse(given)

    assert caught.value.suggestion == "IUPHAR:2713"


def test_a_hint_with_a_name_in_it_can_be_followed_literally() -> None:
    with pytest.raises(UnresolvedEntity) as caught:
        TargetId.parse("5'-nucleotidase")

    assert "search_targets with query='5-nucleotidase'" in caught.value.hint


@pytest.mark.parametrize(
    ("query", "token"),
    [
        ("CHEMBL25", "id:chembl25"),
        ("PubChem:CID2244", "id:2244"),
        ("uniprot:P14416", "id:p14416"),
        ("50-78-2", "id:50-78-2"),
    ],
)
def test_an_identifier_is_asked_for_with_and_without_its_prefix(query: str, token: str) -> None:
    assert token in identifiers_in(query, LIGAND)


def test_several_words_are_no_identifier() -> None:
    assert identifiers_in("dopamine receptor 2", TARGET) == []


@pytest.mark.parametrize(
    ("name", "searched"),
    [("[3H]bombesin", "-3H-bombesin"), ("ghrelin (human)", "ghrelin (human)"), ("(R)-cetirizine", "-R--cetirizine")],
)
def test_brackets_that_belong_to_a_name_are_no_remark(name: str, searched: str) -> None:
    assert without_attached_brackets(name) == searched


@pytest.mark.parametrize("query", ["CAS:596", "UniProt:596", "InChIKey:596", "drugbank:596"])
def test_what_is_no_identifier_of_its_database_is_none_of_another(query: str) -> None:
    assert "id:596" not in identifiers_in(query, LIGAND)


def test_the_number_of_a_compound_is_none_of_a_target() -> None:
    assert "id:596" not in identifiers_in("CID596", TARGET)


@pytest.mark.parametrize("query", ["PubChem:SID2244", "SID2244"])
def test_the_number_of_a_substance_finds_its_ligand_and_not_that_of_the_compound(query: str) -> None:
    substance, compound = ({*selectors.identifiers({key: "2244"})} for key in ("pubchem_substance", "pubchem_compound"))

    assert not substance.isdisjoint(selectors.identifiers_in(query, LIGAND))
    assert compound.isdisjoint(selectors.identifiers_in(query, LIGAND))
