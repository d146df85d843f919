"""`get_interactions` as a client calls it, on the built-in sample: pages, filters, refusals, and records beside it."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import pytest

from biofacts.adapters.cli.output.phrasing import COMMANDS
from biofacts.application.lookup import LookupInGuide
from biofacts.application.pharmacology.interactions import InteractionPage, ListInteractions, interaction_filter
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.advice_and_phrasing import FOR_TOOLS, Advice, Phrasing, phrased
from biofacts.domain.answers.entity_kinds import LIGAND
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.identifiers.curies import LigandId
from biofacts.domain.pharmacology.interaction import ActedOn, ActingLigand, InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import WantedInteractions
from biofacts.domain.pharmacology.ligand import Ligand
from biofacts.ports.pharmacology import ActedOnBy, ActingOn, InteractionSource, Side
from biofacts.ports.sources import OtherKindHint, Presence, RecordSource
from tests import follow

TOOL = "get_interactions"
IBUPROFEN, D2 = "IUPHAR:2713", "IUPHAR:215"


@pytest.fixture
def use_cases(sample: Container) -> UseCases:
    return sample.use_cases()


async def answer(use_cases: UseCases, tool: str = TOOL, **given: object) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(await call(TOOLS[tool], use_cases, given)))
    return decoded


async def refusal(use_cases: UseCases, **given: Any) -> dict[str, str]:
    envelope = await answer(use_cases, **given)
    assert envelope["success"] is False
    return msgspec.convert(envelope["error"], dict[str, str])


# Pages


async def test_a_page_is_the_envelope_of_every_list_and_states_what_was_asked_for_once(use_cases: UseCases) -> None:
    page = await answer(use_cases, ligand_id=IBUPROFEN, page_size=1)

    assert page["items"] == [
        {
            "target": {"id": "IUPHAR:1376", "name": "COX-2", "gene_symbol": "PTGS2", "kind": "target"},
            "type": "Inhibitor", "action": "Inhibition", "primary": True, "species": "Human",
            "affinity": {"parameter": "pIC50", "value": 5.87}, "references": ["PMID:22091869"],
        }
    ]  # fmt: skip
    assert page["ligand"] == {"id": IBUPROFEN, "name": "ibuprofen", "approved": True}
    assert (page["pagination"]["total_count"], page["pagination"]["page_size"]) == (2, 1)
    assert page["source"]["name"] == "Guide to PHARMACOLOGY"
    assert "guidance" not in page


async def test_a_walk_by_cursor_keeps_its_filters(use_cases: UseCases) -> None:
    whole = await answer(use_cases, target_id=D2, action="agonist")
    walked: list[object] = []
    cursor: str | None = None
    while True:
        page = await answer(use_cases, target_id=D2, action="agonist", page_size=1, cursor=cursor)
        walked += page["items"]
        if (cursor := page["pagination"]["cursor"]) is None:
            break

    assert len(walked) == whole["pagination"]["total_count"] > 1
    assert walked == whole["items"]


@pytest.mark.parametrize(
    "other",
    [
        {"target_id": D2, "action": "antagonist"}, {"target_id": D2, "approved_only": True},
        {"target_id": D2, "species": "Human"}, {"target_id": "IUPHAR:214"}, {"ligand_id": "IUPHAR:86"},
        {"target_id": D2, "primary_only": True},
    ],
)  # fmt: skip
async def test_a_cursor_of_another_list_is_refused(use_cases: UseCases, other: Mapping[str, object]) -> None:
    page = await answer(use_cases, target_id=D2, page_size=1)

    assert (await refusal(use_cases, **other, cursor=page["pagination"]["cursor"]))["code"] == "AMBIGUOUS_QUERY"


async def test_filters_may_be_written_in_any_case_and_flags_as_texts(use_cases: UseCases) -> None:
    page = await answer(
        use_cases, target_id=D2, action="Partial-Agonist", species=" human ", approved_only="true", primary_only="true"
    )

    assert [row["ligand"]["name"] for row in page["items"]] == ["aripiprazole"]


# Refusals


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ({}, "AMBIGUOUS_QUERY", "Neither ligand_id nor target_id was sent"),
        ({"ligand_id": IBUPROFEN, "target_id": "IUPHAR:2713"}, "ENTITY_NOT_FOUND", "has no target IUPHAR:2713"),
        ({"target_id": D2, "min_affinity": 0.09}, "AMBIGUOUS_QUERY", "is not on the scale of affinities"),
        ({"target_id": D2, "min_affinity": 20.1}, "AMBIGUOUS_QUERY", "is not on the scale of affinities"),
        ({"ligand_id": "nosuchligand"}, "UNRESOLVED_ENTITY", "No ligand called 'nosuchligand' was found."),
        ({"target_id": "nosuchtarget"}, "UNRESOLVED_ENTITY", "No target called 'nosuchtarget' was found."),
        ({"target_id": D2, "action": "frob"}, "AMBIGUOUS_QUERY", "'frob' is not a known action"),
        ({"ligand_id": "IUPHAR:99999999"}, "ENTITY_NOT_FOUND", "has no ligand IUPHAR:99999999"),
        ({"target_id": "IUPHAR:2713"}, "ENTITY_NOT_FOUND", "has no target IUPHAR:2713"),
        ({"target_id": D2, "page_size": 0}, "AMBIGUOUS_QUERY", "page_size must be a whole number of at least 1"),
        ({"target_id": 215}, "AMBIGUOUS_QUERY", "target_id must be text, not a whole number"),
    ],
)
async def test_what_cannot_be_answered_is_refused_with_its_code(
    use_cases: UseCases, given: Mapping[str, object], code: str, said: str
) -> None:
    error = await refusal(use_cases, **given)

    assert error["code"] == code
    assert said in error["message"]


@pytest.mark.parametrize(
    ("given", "proposed"),
    [
        ({"ligand_id": "2713"}, {"ligand_id": IBUPROFEN}),
        ({"target_id": "gtopdb:215", "approved_only": True}, {"target_id": D2, "approved_only": "True"}),
        ({"target_id": IBUPROFEN}, {"ligand_id": IBUPROFEN}),
        ({"ligand_id": D2}, {"target_id": D2}),
        ({"target_id": 215}, {"target_id": "215"}),
        ({"targetId": D2}, {"target_id": D2}),
        ({"ligand": IBUPROFEN, "limit": 5}, {"ligand_id": IBUPROFEN, "page_size": "5"}),
        ({"target_id": D2, "min_affinity": 1e-9}, {"target_id": D2, "min_affinity": "9.0"}),
        ({"target_id": {}}, {"target_id": D2}),
    ],
)
async def test_a_hint_proposes_the_call_again_with_what_was_meant(
    use_cases: UseCases, given: Mapping[str, object], proposed: Mapping[str, object]
) -> None:
    hint = (await refusal(use_cases, **given))["recovery_hint"]

    assert follow.proposed(hint, follow.Step(TOOL, given)) == (TOOL, proposed)


# Between a ligand and a target


async def test_both_ids_list_the_rows_between_them(use_cases: UseCases) -> None:
    of_ligand = await answer(use_cases, ligand_id="IUPHAR:86")
    page = await answer(use_cases, ligand_id="IUPHAR:86", target_id=D2)

    assert [{"target": page["target"], **row} for row in page["items"]] == [
        row for row in of_ligand["items"] if row["target"]["id"] == D2
    ]
    assert page["ligand"] == of_ligand["ligand"]
    assert 0 < page["pagination"]["total_count"] < of_ligand["pagination"]["total_count"]


async def test_a_name_beside_a_ligand_is_read_as_a_target_and_the_answer_says_so(use_cases: UseCases) -> None:
    page = await answer(use_cases, ligand_id="haloperidol", target_id="DRD2")

    assert page["items"]
    assert page["target"]["id"] == D2
    assert "'DRD2' was read as the target D2 receptor (IUPHAR:215)." in page["guidance"]


async def test_no_row_between_two_is_an_honest_empty_list_with_what_either_has(use_cases: UseCases) -> None:
    page = await answer(use_cases, ligand_id=IBUPROFEN, target_id=D2)

    assert page["items"] == []
    assert "no interaction of ibuprofen with D2 receptor, which does not mean that there is none" in page["guidance"]
    assert f"ligand_id='{IBUPROFEN}' for what the ligand acts on; with target_id='{D2}'" in page["guidance"]


async def test_a_filter_between_two_says_what_there_is_without_it(use_cases: UseCases) -> None:
    page = await answer(use_cases, ligand_id="IUPHAR:86", target_id=D2, species="Zebrafish")

    assert page["items"] == []
    assert f"with ligand_id='IUPHAR:86', target_id='{D2}'" in page["guidance"]


async def test_a_word_for_several_actions_is_explained(use_cases: UseCases) -> None:
    blockers, antagonists = [await answer(use_cases, target_id=D2, action=one) for one in ("blocker", "antagonist")]

    assert "read as any of: Antagonist, Inhibitor, Channel blocker, Gating inhibitor" in blockers["guidance"]
    assert "guidance" not in antagonists


# Empty lists


async def test_a_ligand_without_rows_is_an_honest_empty_list(use_cases: UseCases) -> None:
    page = await answer(use_cases, ligand_id="IUPHAR:7093")

    assert (page["items"], page["pagination"]["total_count"]) == ([], 0)
    assert "no interaction of the ligand oxycodone, which does not mean that there is none" in page["guidance"]


async def test_a_filter_that_nothing_passes_says_what_there_is_without_it(use_cases: UseCases) -> None:
    page = await answer(use_cases, ligand_id=IBUPROFEN, species="Zebrafish")

    assert page["items"] == []
    assert "without it, there are 2 (measured on proteins of Human)" in page["guidance"]
    walked = await follow.walk(use_cases, TOOL, {"ligand_id": IBUPROFEN, "species": "Zebrafish"})
    assert IBUPROFEN in walked.found


# Records


async def test_a_record_of_a_ligand_without_rows_says_so(use_cases: UseCases) -> None:
    record = await answer(use_cases, "get_ligand", iuphar_id="IUPHAR:7093")

    assert "no interaction of the ligand oxycodone" in record["guidance"]
    assert record.keys().isdisjoint({"targets", "ligands"})


async def test_a_record_that_shows_everything_says_nothing(use_cases: UseCases) -> None:
    for tool, identifier in (("get_ligand", IBUPROFEN), ("get_ligand", "IUPHAR:5074"), ("get_target", D2)):
        assert "guidance" not in await answer(use_cases, tool, iuphar_id=identifier)


class One(RecordSource[LigandId, Ligand], OtherKindHint[LigandId]):
    """A source of one record."""

    def __init__(self, record: Ligand) -> None:
        self._record = record

    async def get(self, identifier: LigandId) -> Ligand | None:
        return self._record

    async def hint_for(self, identifier: LigandId) -> Advice | None:
        return None


async def guidance(phrasing: Phrasing = FOR_TOOLS, **given: Any) -> str | None:
    record = Ligand(id="IUPHAR:1", name="x", type="Peptide", approved=False, url="https://x.test/", **given)
    source = One(record)
    found = await LookupInGuide(LIGAND, LigandId, source.get, hint_for=source.hint_for)("IUPHAR:1")
    return phrased(found, phrasing).guidance


TARGETS = tuple(ActedOn(id=f"IUPHAR:{number}", name="t", actions=("Agonist",)) for number in range(10))
LIGANDS = tuple(ActingLigand(id=f"IUPHAR:{number}", name="l", approved=True, actions=()) for number in range(10))


async def test_a_record_names_the_call_for_the_rest() -> None:
    said = await guidance(targets=TARGETS, target_count=43)

    assert said == "Shown: 10 of 43 targets. For all, call get_interactions with ligand_id='IUPHAR:1'."


async def test_a_record_names_the_command_for_the_rest_at_a_terminal() -> None:
    said = await guidance(COMMANDS, targets=TARGETS, target_count=43, ligands=LIGANDS, ligand_count=11)

    assert said == "Shown: 10 of 43 targets and 10 of 11 ligands. For all, run `biofacts interactions ligand IUPHAR:1`."


async def test_only_what_is_cut_is_named() -> None:
    said = await guidance(targets=TARGETS[:3], target_count=3, ligands=LIGANDS, ligand_count=12)

    assert said is not None
    assert said.startswith("Shown: 10 of 12 ligands.")


# The whole of it, where a page is not


class Many(InteractionSource):
    """A source of so many rows, the last of a species of its own."""

    def __init__(self, rows: tuple[InteractionRecord, ...]) -> None:
        self._rows = rows

    async def of(self, side: Side, wanted: WantedInteractions, window: Window) -> Hits[InteractionRecord] | None:
        found = [one for one in self._rows if not wanted.species or one.species.casefold() == wanted.species]
        items = tuple(found[window.offset : window.offset + window.limit])
        return Hits(items=items, total=len(found), more=False)

    async def acting_on(self, targets: Collection[Side]) -> ActingOn:
        return ActingOn({}, "")

    async def acted_on(self, ligands: Collection[LigandId]) -> ActedOnBy:
        return ActedOnBy({}, "")

    async def numbers_on(self, targets: Collection[Side]) -> Mapping[str, bool]:
        return {}

    async def at_hand(self) -> Presence:
        return Presence()


async def test_every_species_is_told_however_many_rows_there_are(sample: Container) -> None:
    page = await ListInteractions(sample.sources(), whole=True)(target_id=D2, page_size=1)
    assert isinstance(page, InteractionPage)
    rows = (*[page.items[0]] * 150, msgspec.structs.replace(page.items[0], species="Rat"))
    listed = await ListInteractions(sample.sources()._replace(interactions=Many(rows)))(
        target_id=D2, wanted=interaction_filter(species="Mouse")
    )

    assert "without it, there are 151 (measured on proteins of Human, Rat)" in (listed.guidance or "")


async def test_the_guides_own_words_are_filters(sample: Container) -> None:
    """What says no way of acting of its own is taken as it is written; species by their scientific names, too."""
    interactions = sample.use_cases(whole=True).list_interactions
    every = await interactions(target_id="IUPHAR:215", page_size=100)
    assert isinstance(every, InteractionPage)
    for word in {value for row in every.items for value in (row.type, row.action)} - {"None"}:
        found = await interactions(target_id="IUPHAR:215", wanted=interaction_filter(action=word), page_size=100)

        assert found.items, word
    binding = await interactions(target_id="IUPHAR:215", wanted=interaction_filter(action="Binding"))
    assert isinstance(binding, InteractionPage)
    human = await interactions(target_id="IUPHAR:215", wanted=interaction_filter(species="Homo sapiens"), page_size=100)

    assert all("Binding" in (row.type, row.action) for row in binding.items)
    in_english = await interactions(target_id="IUPHAR:215", wanted=interaction_filter(species="human"), page_size=100)
    assert human.items == in_english.items != ()


async def test_rows_are_sorted_and_filtered_by_affinity(use_cases: UseCases) -> None:
    rows = (await answer(use_cases, target_id=D2, sort="affinity"))["items"]
    strong = (await answer(use_cases, ligand_id=IBUPROFEN, min_affinity=5.6))["items"]

    assert [one["ligand"]["name"] for one in rows if "affinity" in one] == [rows[0]["ligand"]["name"]]
    assert [one["affinity"]["value"] for one in strong] == [5.87]


async def test_ligands_are_listed_by_filters_alone(use_cases: UseCases) -> None:
    page = await answer(use_cases, "search_ligands", approved_only=True, type="antibody")

    assert page["items"]
    assert {(one["type"], one["approved"]) for one in page["items"]} == {("Antibody", True)}
    assert "approved, type Antibody" in page["guidance"]


async def test_a_name_that_a_filter_leaves_out_is_not_called_unknown(use_cases: UseCases) -> None:
    page = await answer(use_cases, "search_ligands", query="ibuprofen", withdrawn_only=True)

    assert page["items"] == []
    assert "has ibuprofen, but the filter leaves it out" in page["guidance"]


async def test_neither_words_nor_filters_are_refused(use_cases: UseCases) -> None:
    assert (await answer(use_cases, "search_ligands"))["success"] is False


async def test_several_ligands_are_listed_side_by_side(use_cases: UseCases) -> None:
    page = await answer(use_cases, ligand_ids=["ibuprofen", "IUPHAR:34"], by="target")
    rows = {one["target"]["name"]: [ligand["ligand"]["name"] for ligand in one["ligands"]] for one in page["items"]}

    assert (rows["COX-2"], rows["D2 receptor"]) == (["ibuprofen"], ["aripiprazole"])
    assert [one["id"] for one in page["read_as"]] == [IBUPROFEN]
    assert page["pagination"]["total_count"] == len(rows)


async def test_a_table_of_ligands_has_pages(use_cases: UseCases) -> None:
    ligands = [IBUPROFEN, "IUPHAR:34"]
    whole = await answer(use_cases, ligand_ids=ligands)
    first = await answer(use_cases, ligand_ids=ligands, page_size=1)
    rest = await answer(use_cases, ligand_ids=ligands, page_size=1, cursor=first["pagination"]["cursor"])

    assert [*first["items"], *rest["items"]] == whole["items"][:2]


async def test_several_ligands_beside_one_are_refused(use_cases: UseCases) -> None:
    assert (await refusal(use_cases, ligand_ids=[IBUPROFEN], target_id=D2))["code"] == "AMBIGUOUS_QUERY"


async def test_filters_hold_for_several_ligands_too(use_cases: UseCases) -> None:
    ligands = [IBUPROFEN, "IUPHAR:34"]

    async def targets(**given: Any) -> set[tuple[str, str]]:
        page = await answer(use_cases, ligand_ids=ligands, page_size=100, **given)
        return {(one["target"]["name"], of["ligand"]["name"]) for one in page["items"] for of in one["ligands"]}

    every = await targets()
    assert await targets(action="inhibitor") == {one for one in every if one[1] == "ibuprofen"}
    assert await targets(min_affinity=8) < every
    assert await targets(min_affinity=0.1) == every
    assert await targets(min_affinity=20) == set()
    assert await targets(primary_only=True) < every
    assert await targets(species="human") == every
    assert await targets(species="Rat") == set()
    assert (await refusal(use_cases, ligand_ids=ligands, action="nonsense"))["code"] == "AMBIGUOUS_QUERY"


async def test_an_empty_table_of_ligands_says_what_was_asked(use_cases: UseCases) -> None:
    page = await answer(use_cases, ligand_ids=[IBUPROFEN], species="mice")

    assert (
        "no affinities to compare for these ligands. The comparison uses curated affinities for mouse proteins"
        in page["guidance"]
    )
