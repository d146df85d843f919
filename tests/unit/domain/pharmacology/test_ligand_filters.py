"""Filters of ligands in the words of a query."""

import pytest

from biofacts.domain.pharmacology.ligand import LigandSummary
from biofacts.domain.pharmacology.ligand_filters import EVERY, LigandFilter, of_all, read, species_in

_SMALL = ("Natural product", "Metabolite", "Inorganic", "Synthetic organic")


@pytest.mark.parametrize(
    "query",
    [
        "approved JAK2 inhibitors", "JAK2 inhibitors approved", "marketed JAK2 inhibitors", "clinical JAK2 inhibitors",
        "JAK2 inhibitors on the market", "clinically used JAK2 inhibitors",
    ],
)  # fmt: skip
def test_approved_is_a_filter_wherever_it_stands(query: str) -> None:
    assert read(query) == ("JAK2 inhibitors", LigandFilter(approved_only=True))


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("FDA-approved JAK2 inhibitors", "approved"), ("JAK2 inhibitors approved by the EMA", "approved"),
        ("US FDA approved JAK2 inhibitors", "approved"), ("NMPA-approved JAK2 inhibitors", "approved"),
        ("JAK2 inhibitors approved in Japan", "approved"), ("JAK2 inhibitors not approved by the FDA", "not approved"),
    ],
)  # fmt: skip
def test_agencies_are_left_aside_and_a_filter_says_so(query: str, words: str) -> None:
    rest, wanted = read(query)

    assert (rest, str(wanted)) == ("JAK2 inhibitors", f"{words} (the Guide does not state by which agency or where)")


@pytest.mark.parametrize(
    ("query", "rest", "wanted"),
    [
        ("withdrawn NSAIDs", "NSAIDs", LigandFilter(withdrawn_only=True)),
        ("NSAIDs withdrawn from the market", "NSAIDs", LigandFilter(withdrawn_only=True)),
        ("radiolabelled D2 antagonists", "D2 antagonists", LigandFilter(labelled_only=True)),
        ("radioligands for D2", "ligands for D2", LigandFilter(labelled_only=True)),
        ("PET tracer for D2", "ligand for D2", LigandFilter(labelled_only=True, emitter="PET")),
        ("VEGFR2 TKIs", "VEGFR2 TKIs", LigandFilter(types=("Synthetic organic",))),
        ("peptide agonists of GLP1R", "agonists of GLP1R", LigandFilter(types=("Peptide",))),
        ("natural product ligands of TRPV1", "ligands of TRPV1", LigandFilter(types=("Natural product",))),
    ],
)
def test_other_filters_are_split_off_too(query: str, rest: str, wanted: LigandFilter) -> None:
    assert read(query) == (rest, wanted)


@pytest.mark.parametrize(
    ("query", "rest", "types"),
    [
        ("small molecule TNF inhibitors", "TNF inhibitors", _SMALL),
        ("oral small-molecule TNF inhibitors", "oral TNF inhibitors", _SMALL),
        ("small molecules that block KCNH2", "compounds that block KCNH2", _SMALL),
        ("TNF inhibitors that are small molecules", "TNF inhibitors", _SMALL),
        ("TNF inhibitors, small molecules only", "TNF inhibitors", _SMALL),
        ("biologic TNF inhibitors", "TNF inhibitors", ("Antibody", "Peptide", "Nucleic acid")),
        ("oral peptide GLP-1 receptor agonists", "oral GLP-1 receptor agonists", ("Peptide",)),
        ("natural products that inhibit PTGS2", "compounds that inhibit PTGS2", ("Natural product",)),
    ],
)
def test_types_of_ligands_are_filters_wherever_they_stand(query: str, rest: str, types: tuple[str, ...]) -> None:
    assert read(query) == (rest, LigandFilter(types=types))


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("TNF inhibitors that are not antibodies", "not type Antibody"),
        ("TNF inhibitors other than monoclonal antibodies", "not type Antibody"),
        ("TNF inhibitors except for antibodies and peptides", "not type Antibody or Peptide"),
        ("non-peptide TNF inhibitors", "not type Peptide"), ("TNF inhibitors but not withdrawn ones", "not withdrawn"),
        ("TNF inhibitors that aren't biologics",
         "small molecule (type Natural product, Metabolite, Inorganic or Synthetic organic)"),
        ("unapproved TNF inhibitors", "not approved"), ("not yet approved TNF inhibitors", "not approved"),
        ("experimental TNF inhibitors", "not approved"),
    ],
)  # fmt: skip
def test_a_denial_is_a_filter_of_its_own(query: str, words: str) -> None:
    rest, wanted = read(query)

    assert (rest, str(wanted)) == ("TNF inhibitors", words)


@pytest.mark.parametrize(
    "query", ["JAK2 inhibitors other than antibodies or peptides", "non-withdrawn JAK2 inhibitors"]
)
def test_denials_are_written_at_the_end_of_a_query(query: str) -> None:
    _, wanted = read(query)

    assert read(f"JAK2 inhibitors{wanted.denials}") == ("JAK2 inhibitors", wanted)


def test_a_denial_leaves_out_what_it_names() -> None:
    antibody = LigandSummary("omab", "Antibody", approved=True)
    _, wanted = read("TNF inhibitors other than antibodies")
    _, unapproved = read("unapproved TNF inhibitors")

    assert not wanted.takes(antibody)
    assert wanted.takes(LigandSummary("onib", "Synthetic organic", approved=True))
    assert not unapproved.takes(antibody)


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
        "calcitonin gene-related peptide antagonist", "peptide transporter inhibitors",
        "clinical trials of JAK2 inhibitors", "kinases without an approved drug", "phase 2 clinical candidates",
    ],
)  # fmt: skip
def test_words_of_names_are_no_filters(query: str) -> None:
    assert read(query) == (query, EVERY)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("withdrawn drugs", LigandFilter(withdrawn_only=True)),
        ("which drugs were withdrawn?", LigandFilter(withdrawn_only=True)),
        ("approved antibodies", LigandFilter(approved_only=True, types=("Antibody",))),
        ("all approved antibodies", LigandFilter(approved_only=True, types=("Antibody",))),
        ("approved peptides", LigandFilter(approved_only=True, types=("Peptide",))),
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

    assert LigandFilter(approved_only=True, types=("Antibody",)).takes(antibody)
    assert not LigandFilter(types=("Peptide",)).takes(antibody)
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
    wanted = LigandFilter(approved_only=True, labelled_only=True, types=("Natural product",))

    assert wanted.arguments == {"approved_only": True, "labelled": True, "type": "natural product"}
    assert LigandFilter().arguments == {}
