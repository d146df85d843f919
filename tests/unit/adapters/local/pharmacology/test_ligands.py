"""Searches for ligands by name, in a file of few rows."""

from collections.abc import AsyncIterator

import httpx
import pytest

from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.domain.answers.pages import Window
from biofacts.domain.lists import resolution
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pharmacology.ligand_filters import LigandFilter
from biofacts.ports.sources import Query
from tests.gtopdb import Wire, guide_over, table, written

NAMES = {
    "1": ("imatinib", "Gleevec|CGP057148B"),
    "2": ("calcitonin (salmon)", "Miacalcin"),
    "3": ("calcitonin-(8-32) (salmon)", "salmon calcitonin (8-32)"),
    "4": ("encequidar", "Oraxol (encequidar methanesulfonate + paclitaxel)"),
    "5": ("paclitaxel", "Taxol"),
    "6": ("naloxone", "Narcan"),
    "7": ("(+)-naloxone", "naloxone"),
    "8": ("SCH-900229", ""),
    "9": ("[3H]rimonabant", "[3H]SR141716A"),
    "10": ("rimonabant", "Acomplia"),
    "11": ("GSK2636771", ""),
    "12": ("naloxone benzoylhydrazone", ""),
}
APPROVED = ("1", "2", "5", "6", "10")


@pytest.fixture
async def ligands() -> AsyncIterator[LocalLigands]:
    header, _ = table("ligands.csv")
    rows: list[dict[str, str]] = [
        {"Ligand ID": number, "Name": name, "Synonyms": others, "Approved": "yes" * (number in APPROVED), "Type": "x"}
        for number, (name, others) in NAMES.items()
    ]
    body = written(header, [[row.get(column, "") for column in header] for row in rows])
    async with guide_over(Wire({"ligands.csv": httpx.Response(200, content=body)})) as guide:
        yield LocalLigands(guide)


async def search(ligands: LocalLigands, text: str) -> tuple[LigandCandidate, ...]:
    hits = await ligands.search(Query(text=text), Window())
    assert hits is not None
    assert hits.total == len(hits.items)
    return hits.items


@pytest.mark.parametrize(
    ("text", "first", "score"),
    [
        ("imatinib mesylate", "1", 0.97),
        ("CGP057148B", "1", 1.0),
        ("salmon calcitonin", "2", 0.97),
        ("salmon calcitonin (8-32)", "3", 1.0),
        ("naloxone", "6", 1.0),
        ("SR141716A", "10", 0.97),
        ("SCH 900229", "8", 1.0),
        ("benzoylhydrazone", "12", 0.69),
        ("imatinb", "1", 0.49),
    ],
)
async def test_the_first_ligand_has_the_score_of_its_name(
    ligands: LocalLigands, text: str, first: str, score: float
) -> None:
    best = (await search(ligands, text))[0]

    assert (best.id, best.score) == (f"IUPHAR:{first}", score)


@pytest.mark.parametrize("text", ["SCH900222", "SCH-900222", "GSK263", "GSK 263"])
async def test_a_code_number_that_no_ligand_has_finds_nothing(ligands: LocalLigands, text: str) -> None:
    assert await search(ligands, text) == ()


@pytest.mark.parametrize(
    ("text", "found", "said"),
    [
        ("tritiated rimonabant", [("9", 1.0)], "None"), ("[3H]rimonabant", [("9", 1.0)], "None"),
        ("[11C]rimonabant", [("10", 0.49), ("9", 0.49)], "has no '[11C]rimonabant': these are its other forms."),
        ("[11C]CYP", [], "has no '[11C]CYP'. Try its full name, or its name without the label."),
        ("radiolabelled imatinib", [], "has imatinib, but the filter leaves it out: labelled."),
    ],
)  # fmt: skip
async def test_a_label_is_a_part_of_what_is_wanted(
    ligands: LocalLigands, text: str, found: list[tuple[str, float]], said: str
) -> None:
    hits = await ligands.search(Query(text=text), Window())

    assert hits is not None
    assert [(one.id.removeprefix("IUPHAR:"), one.score) for one in hits.items] == found
    assert str(hits.guidance).endswith(said)


async def test_another_ligand_with_the_name_stands_behind_and_is_named(ligands: LocalLigands) -> None:
    first, second, *others = await search(ligands, "naloxone")

    assert first.read_as == "'naloxone' is also a name of (+)-naloxone (IUPHAR:7)"
    assert (second.id, second.score) == ("IUPHAR:7", 0.97)
    assert all(one.rating <= 0.69 for one in others)


async def test_a_combination_is_ambiguous_with_all_its_parts(ligands: LocalLigands) -> None:
    found = resolution.decided("Oraxol", await search(ligands, "Oraxol"))

    assert found.status == "ambiguous"
    assert [one.id for one in found.candidates] == ["IUPHAR:4", "IUPHAR:5"]
    assert {one.why for one in found.candidates} == {"one part of Oraxol (encequidar methanesulfonate + paclitaxel)"}


async def test_the_parts_of_a_combination_are_all_meant(ligands: LocalLigands) -> None:
    """`Epclusa` said that nothing tells which of its two substances is meant."""
    hits = await ligands.search(Query(text="Oraxol"), Window())

    assert hits is not None
    assert hits.guidance is None
    assert [(one.id, one.score) for one in hits.items] == [("IUPHAR:4", 1.0), ("IUPHAR:5", 1.0)]


async def test_a_reading_is_the_reason_of_the_resolution(ligands: LocalLigands) -> None:
    found = resolution.decided("imatinib mesylate", await search(ligands, "imatinib mesylate"))

    assert (found.status, found.why) == ("resolved", "read as imatinib, without mesylate")


async def test_a_list_by_a_filter_alone_is_a_list_of_facts(ligands: LocalLigands) -> None:
    hits = await ligands.search(Query(text="", ligands=LigandFilter(approved_only=True)), Window())

    assert hits is not None
    assert hits.facts


@pytest.mark.parametrize(
    ("query", "remark"),
    [
        ("naloxone-9 agonist", "has no target named 'naloxone-9'"),
        ("rimonabant antagonists", "'rimonabant' is a ligand in the Guide to PHARMACOLOGY, not a target."),
    ],
)
async def test_a_ligand_is_not_what_acts_on_it(ligands: LocalLigands, query: str, remark: str) -> None:
    hits = await ligands.search(Query(text=query), Window())

    assert hits is not None
    assert (hits.items, hits.total) == ((), 0)
    assert remark in str(hits.guidance)


@pytest.mark.parametrize("query", ["Plasmodium rimonabant-like protein inhibitors", "inhibitors of influenza naloxone"])
async def test_inhibitors_of_a_pathogen_are_no_ligands_with_some_of_these_words(
    ligands: LocalLigands, query: str
) -> None:
    hits = await ligands.search(Query(text=query), Window())

    assert hits is not None
    assert (hits.items, hits.total) == ((), 0)
    assert "few proteins from viruses, bacteria, fungi and parasites" in str(hits.guidance)


@pytest.mark.parametrize(
    ("text", "alone"), [("paclitaxel", ["5"]), ("CGP057148B", ["1"]), ("naloxone", ["6", "7"]), ("tax", None)]
)
async def test_an_entity_with_exactly_this_name_stands_alone_where_no_other_has_it(
    ligands: LocalLigands, text: str, alone: list[str] | None
) -> None:
    hits = await ligands.search(Query(text=text, alone=True), Window())
    assert hits is not None
    found = [one.id.removeprefix("IUPHAR:") for one in hits.items]

    assert found == (alone or [one.id.removeprefix("IUPHAR:") for one in await search(ligands, text)])
    assert hits.items[:1] == (await search(ligands, text))[:1]
