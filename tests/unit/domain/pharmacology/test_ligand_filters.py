"""Filters of ligands in the words of a query."""

import pytest

from biofacts.domain.pharmacology.ligand_facts import LigandSummary
from biofacts.domain.pharmacology.ligand_filters import EVERY, LigandFilter, of_all, read, species_in


@pytest.mark.parametrize(
    "query",
    [
        "approved JAK2 inhibitors", "JAK2 inhibitors approved", "FDA-approved JAK2 inhibitors",
        "JAK2 inhibitors approved by the FDA", "marketed JAK2 inhibitors", "clinical JAK2 inhibitors",
        "JAK2 inhibitors on the market", "clinically used JAK2 inhibitors", "US FDA approved JAK2 inhibitors",
    ],
)  # fmt: skip
def test_approved_is_a_filter_wherever_it_stands(query: str) -> None:
    assert read(query) == ("JAK2 inhibitors", LigandFilter(approved_only=True))


@pytest.mark.parametrize(
    ("query", "rest", "wanted"),
    [
        ("withdrawn NSAIDs", "NSAIDs", LigandFilter(withdrawn_only=True)),
        ("NSAIDs withdrawn from the market", "NSAIDs", LigandFilter(withdrawn_only=True)),
        ("radiolabelled D2 antagonists", "D2 antagonists", LigandFilter(labelled_only=True)),
        ("radioligands for D2", "ligands for D2", LigandFilter(labelled_only=True)),
        ("PET tracer for D2", "ligand for D2", LigandFilter(labelled_only=True, emitter="PET")),
        ("VEGFR2 TKIs", "VEGFR2 TKIs", LigandFilter(type="Synthetic organic")),
        ("peptide agonists of GLP1R", "agonists of GLP1R", LigandFilter(type="Peptide")),
        ("natural product ligands of TRPV1", "ligands of TRPV1", LigandFilter(type="Natural product")),
    ],
)
def test_other_filters_are_split_off_too(query: str, rest: str, wanted: LigandFilter) -> None:
    assert read(query) == (rest, wanted)


def test_a_tracer_has_an_isotope_of_its_kind() -> None:
    tracers = LigandFilter(emitter="PET")
    names = ("[11C]raclopride", "flortaucipir (18F)", "[3H]raclopride", "[111In]DOTA-NOC", "A11C")

    taken = [name for name in names if tracers.takes(LigandSummary(name, "Synthetic organic", False, labelled=True))]
    assert taken == ["[11C]raclopride", "flortaucipir (18F)"]
    assert str(LigandFilter(labelled_only=True, emitter="SPECT")) == "labelled for SPECT (67Ga/99mTc/111In/123I/201Tl)"


@pytest.mark.parametrize(
    "query",
    [
        "imatinib", "formyl peptide receptor agonists", "natriuretic peptide receptor agonist",
        "calcitonin gene-related peptide antagonist", "non-approved JAK2 inhibitors",
        "clinical trials of JAK2 inhibitors", "kinases without an approved drug", "phase 2 clinical candidates",
    ],
)  # fmt: skip
def test_words_of_names_and_denials_are_no_filters(query: str) -> None:
    assert read(query) == (query, EVERY)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("withdrawn drugs", LigandFilter(withdrawn_only=True)),
        ("which drugs were withdrawn?", LigandFilter(withdrawn_only=True)),
        ("approved antibodies", LigandFilter(approved_only=True, type="Antibody")),
        ("approved peptides", LigandFilter(approved_only=True, type="Peptide")),
        ("labelled ligands", LigandFilter(labelled_only=True)),
    ],
)
def test_a_query_that_is_nothing_but_filters_lists_all_that_pass(query: str, wanted: LigandFilter) -> None:
    assert of_all(*read(query)) == wanted


@pytest.mark.parametrize("query", ["drugs", "imatinib", "approved imatinib", "peptide YY"])
def test_a_query_with_a_name_or_without_a_filter_does_not_list_all(query: str) -> None:
    assert of_all(*read(query)) is None


def test_a_filter_takes_what_passes_all_of_its_parts() -> None:
    antibody = LigandSummary("omab", "Antibody", approved=True)

    assert LigandFilter(approved_only=True, type="Antibody").takes(antibody)
    assert not LigandFilter(type="Peptide").takes(antibody)
    assert not LigandFilter(withdrawn_only=True).takes(antibody)
    assert not LigandFilter(labelled_only=True).takes(antibody)
    assert EVERY.takes(antibody)


@pytest.mark.parametrize(
    ("query", "rest", "species"),
    [
        ("rat P2X7 antagonists", "P2X7 antagonists", "Rat"), ("EGFR inhibitors in mice", "EGFR inhibitors", "Mouse"),
        ("agonists of the human A1 receptor", "agonists of the A1 receptor", "Human"),
        ("guinea-pig H1 ligands", "H1 ligands", "Guinea pig"),
    ],
)  # fmt: skip
def test_a_species_is_read_wherever_it_stands(query: str, rest: str, species: str) -> None:
    assert species_in(query) == (rest, species)


@pytest.mark.parametrize("query", ["ratjadone", "humanised antibodies", "human", "calcitonin"])
def test_a_part_of_a_word_or_a_species_alone_is_no_species_of_a_query(query: str) -> None:
    assert species_in(query) is None


def test_a_filter_is_written_as_the_arguments_of_a_search() -> None:
    wanted = LigandFilter(approved_only=True, labelled_only=True, type="Natural product")

    assert wanted.arguments == {"approved_only": True, "labelled": True, "type": "natural product"}
    assert LigandFilter().arguments == {}
