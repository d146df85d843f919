"""Sentences in the place of a name: the answer finds what they name, or leads to the tool that does."""

from typing import cast

import pytest

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.pages import Page
from biofacts.domain.answers.records import Candidate


@pytest.fixture
async def use_cases(sample: Container) -> UseCases:
    use = sample.use_cases()
    for tool in ("search_ligands", "search_targets"):  # what is at hand is known elsewhere, too
        await asked(use, tool, "ibuprofen")
    return use


async def asked(use_cases: UseCases, tool: str, query: str, **others: object) -> Page[Candidate]:
    outcome = await call(TOOLS[tool], use_cases, {"query": query, **others})
    assert isinstance(outcome, Page)
    return cast("Page[Candidate]", outcome)


@pytest.mark.parametrize(
    ("query", "wanted", "said"),
    [
        ("targets of imatinib", "IUPHAR:5687", "get_ligand with iuphar_id='IUPHAR:5687'"),
        ("which receptor does morphine bind to", "IUPHAR:1627", "get_ligand with iuphar_id='IUPHAR:1627'"),
        ("how does omeprazole work", "IUPHAR:4279", "get_ligand with iuphar_id='IUPHAR:4279'"),
        ("what is aspirin used for", "IUPHAR:4139", "what a medicine is used for"),
        ("please look up aspirin", "IUPHAR:4139", ""),
        ("tell me about aspirin", "IUPHAR:4139", ""),
    ],
)
async def test_a_question_about_a_ligand_finds_it(use_cases: UseCases, query: str, wanted: str, said: str) -> None:
    page = await asked(use_cases, "search_ligands", query)

    assert page.items[0].id == wanted
    assert page.items[0].score >= 0.95
    assert said in (page.guidance or "")


async def test_a_question_for_ligands_is_a_mechanism(use_cases: UseCases) -> None:
    page = await asked(use_cases, "search_ligands", "what binds to DRD2")

    assert "IUPHAR:86" in {one.id for one in page.items}  # haloperidol
    assert "biofacts made this list" in (page.guidance or "")


@pytest.mark.parametrize(
    ("query", "call"),
    [
        ("targets of imatinib", "get_interactions with ligand_id='imatinib'"),
        ("which gene is targeted by imatinib", "get_interactions with ligand_id='imatinib'"),
        ("does imatinib inhibit KIT", "get_interactions with ligand_id='imatinib'"),
        ("tell me about imatinib", "search_ligands with query='imatinib'"),
    ],
)
async def test_a_question_about_a_ligand_is_led_from_the_targets_to_it(
    use_cases: UseCases, query: str, call: str
) -> None:
    page = await asked(use_cases, "search_targets", query)

    assert page.items == ()
    assert f"call {call}" in (page.guidance or "")


@pytest.mark.parametrize(
    "query",
    [
        "Ki of haloperidol at D2", "is haloperidol selective for D2", "does haloperidol block 5-HT2A?",
        "hERG liability of haloperidol", "what is the binding affinity of haloperidol for the D2 receptor",
    ],
)  # fmt: skip
async def test_a_question_about_a_ligand_at_a_target_leads_to_its_interactions(use_cases: UseCases, query: str) -> None:
    page = await asked(use_cases, "search_ligands", query)

    assert [one.id for one in page.items[:1]] == ["IUPHAR:86"]
    assert "call get_interactions with ligand_id='IUPHAR:86'" in (page.guidance or "")


@pytest.mark.parametrize("query", ["smell of haloperidol tablets", "price of haloperidol", "short acting haloperidol"])
async def test_a_sentence_that_is_answered_in_part_says_so(use_cases: UseCases, query: str) -> None:
    page = await asked(use_cases, "search_ligands", query)

    assert page.items
    assert "Only 'haloperidol' was looked up" in (page.guidance or "")


@pytest.mark.parametrize("query", ["partial agonists at the qqzzy receptor", "peptide blockers acting on qqzzy"])
async def test_words_for_ways_of_acting_lead_to_no_other_kind(use_cases: UseCases, query: str) -> None:
    page = await asked(use_cases, "search_ligands", query)

    assert not [
        word for word in ("partial", "peptide", "acting", "blockers") if f"'{word}' finds" in (page.guidance or "")
    ]


@pytest.mark.parametrize(
    ("query", "said", "call"),
    [
        ("drugs like haloperidol", "cannot be searched by similarity", "get_interactions with ligand_id='IUPHAR:86'"),
        ("analogues of haloperidol", "cannot be searched by similarity", "get_interactions with ligand_id='IUPHAR:86'"),
        ("strong DRD2 inducers", "says little about", "search_ligands with query='DRD2 ligands'"),
        ("drugs metabolised by DRD2", "says little about", "search_ligands with query='DRD2 ligands'"),
        ("prodrugs of haloperidol", "which ligands are prodrugs", "search_ligands with query='haloperidol'"),
    ],
)
async def test_what_the_source_does_not_state_is_said_with_the_call_that_leads_on(
    use_cases: UseCases, query: str, said: str, call: str
) -> None:
    page = await asked(use_cases, "search_ligands", query)

    assert page.items == ()
    assert said in (page.guidance or "")
    assert call in (page.guidance or "")


@pytest.mark.parametrize("query", ["D2 receptor", "is the D2 receptor a GPCR"])
async def test_a_name_of_a_target_is_led_from_the_ligands_to_it(use_cases: UseCases, query: str) -> None:
    page = await asked(use_cases, "search_ligands", query)

    assert page.items == ()
    assert "all search_targets with query='D2 receptor'" in (page.guidance or "")


async def test_a_question_for_ligands_of_a_target_finds_it_and_says_how_to_go_on(use_cases: UseCases) -> None:
    page = await asked(use_cases, "search_targets", "drugs that inhibit EGFR")

    assert [one.id for one in page.items][:1] == ["IUPHAR:1797"]
    assert "search_ligands with query='EGFR inhibitor'" in (page.guidance or "")


@pytest.mark.parametrize("tool", ["search_ligands", "search_targets"])
@pytest.mark.parametrize("query", ["drugs for hypertension", "what treats asthma", "antidote for haloperidol overdose"])
async def test_what_treats_something_is_not_in_the_source(use_cases: UseCases, tool: str, query: str) -> None:
    page = await asked(use_cases, tool, query)

    assert page.items == ()
    assert "does not say what a medicine is used for" in (page.guidance or "")


@pytest.mark.parametrize(
    "query", ["CAR-T", "CAR-T against CD19", "CAR T cells targeting BCMA", "gene therapies for haemophilia"]
)
async def test_cells_and_genes_as_therapies_are_not_in_the_source(use_cases: UseCases, query: str) -> None:
    page = await asked(use_cases, "search_ligands", query)

    assert page.items == ()
    assert "Cell and gene therapies" in (page.guidance or "")


async def test_the_members_of_all_classes_of_a_list_are_listed(use_cases: UseCases) -> None:
    both = await asked(use_cases, "search_ligands", "ACE inhibitors or beta blockers")
    each = [await asked(use_cases, "search_ligands", one) for one in ("ACE inhibitors", "beta blockers")]

    assert [one.id for one in both.items] == [one.id for page in each for one in page.items]
    assert both.guidance == f"Read as several names: ACE inhibitors, beta blockers ({len(each[1].items)} ligands)."
    assert all(one.score is None for one in both.items)


async def test_a_state_in_a_list_of_classes_is_of_all_of_them(use_cases: UseCases) -> None:
    page = await asked(use_cases, "search_ligands", "ACE inhibitors and beta blockers, withdrawn")

    assert page.items == ()
    assert "ACE inhibitors (0 ligands), beta blockers (0 ligands). Filter: withdrawn." in (page.guidance or "")


@pytest.mark.parametrize("query", ["ACE inhibitors and antibodies", "ACE inhibitors with beta blockers"])
async def test_a_type_and_a_condition_are_no_parts_of_a_list(use_cases: UseCases, query: str) -> None:
    assert "Read as several names" not in ((await asked(use_cases, "search_ligands", query)).guidance or "")


async def test_of_a_sentence_only_what_it_names_is_listed_without_much_trust(use_cases: UseCases) -> None:
    page = await asked(use_cases, "search_ligands", "does ibuprofen interact with aspirin")

    assert {one.id for one in page.items} == {"IUPHAR:2713", "IUPHAR:4139"}
    assert all(one.score < 0.9 and one.unmatched for one in page.items)


@pytest.mark.parametrize(
    ("query", "page_size"),
    [("targets of dopamine", 1), ("tell me about ACTH", 1), ("does ibuprofen interact with aspirin", 1)],
)
async def test_the_answer_to_a_question_can_be_walked(use_cases: UseCases, query: str, page_size: int) -> None:
    whole = await asked(use_cases, "search_ligands", query)
    walked: list[str] = []
    cursor: str | None = None
    while True:
        given = {"cursor": cursor} if cursor else {}
        page = await asked(use_cases, "search_ligands", query, page_size=page_size, **given)
        walked += [one.id for one in page.items]
        if (cursor := page.pagination.cursor) is None:
            break

    assert walked == [one.id for one in whole.items]


async def test_words_that_find_something_whole_are_no_question(use_cases: UseCases) -> None:
    page = await asked(use_cases, "search_targets", "receptors for dopamine")

    assert {one.id for one in page.items[:5]} == {"IUPHAR:214", "IUPHAR:215", "IUPHAR:216", "IUPHAR:217", "IUPHAR:218"}


async def test_a_list_of_names_looks_for_no_advice_that_it_would_throw_away(
    sample: Container, use_cases: UseCases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A doubtful name is still looked for among the other kinds where that decides about its hits."""
    asked_of: list[str] = []
    source = sample.pathways()
    knows = source.knows

    async def counted(name: str) -> bool:
        asked_of.append(name)
        return await knows(name)

    monkeypatch.setattr(source, "knows", counted)
    page = await asked(use_cases, "search_targets", "zzqqxxyy")
    assert (page.items, asked_of) == ((), ["zzqqxxyy"])

    asked_of.clear()
    assert await use_cases.searches["target"].top("zzqqxxyy", None, 20) == ()
    assert asked_of == []
