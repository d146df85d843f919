"""Compounds by the names that are at hand, without a request; by PubChem for what those do not tell."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from biofacts.adapters.local.compounds.source import LocalCompounds
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.answers.records import Provenance
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import unseen
from tests.bulk_names import INCHIKEYS, names
from tests.memory_compounds import MemoryCompoundNamesStore
from tests.pubchem import PubChem, pubchem

SNAPSHOT = Provenance(name="PubChem", release="2026-08-22", retrieved="2026-08-22T00:00:00Z", mode="snapshot")


@asynccontextmanager
async def compounds(
    tmp_path: Path, upstream: PubChem, *, offline: bool = False, brought: bool = True
) -> AsyncGenerator[LocalCompounds]:
    store = MemoryCompoundNamesStore(tmp_path)
    if brought:
        await store.publish(names(inchikeys=INCHIKEYS), unseen)
    async with pubchem(upstream, offline=offline) as client:
        yield LocalCompounds(client, store, offline=offline)


@pytest.fixture
def upstream() -> PubChem:
    return PubChem()


async def search(source: LocalCompounds, text: str, window: Window | None = None) -> Hits[CompoundSearchCandidate]:
    found = await source.search(Query(text=text), window or Window())
    assert found is not None
    return found


@pytest.mark.parametrize(
    "text",
    ["aspirin", "ASPIRIN", "acetylsalicylic acid", "50-78-2", "CAS 50-78-2", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "CID 2244"],
)
async def test_an_exact_name_is_answered_without_a_request(tmp_path: Path, upstream: PubChem, text: str) -> None:
    async with compounds(tmp_path, upstream) as source:
        found = await search(source, text)

    assert found.items == (CompoundSearchCandidate(id="PubChem:CID2244", name="Aspirin", score=1.0),)
    assert (found.total, found.more, found.provenance, found.guidance) == (1, False, SNAPSHOT, None)
    assert upstream.asked == []


async def test_another_spelling_is_worth_what_it_is_to_pubchem(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream) as source:
        found = await search(source, "β carotene")

    assert found.items == (CompoundSearchCandidate(id="PubChem:CID5280489", name="beta-Carotene", score=0.97),)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("acetylsalicylate", "read as 'acetylsalicylic acid', an acid and its anion being one"),
        ("Aspirin [cytosol]", "read as 'Aspirin', without [cytosol]"),
        ("Aspirin (acetylsalicylic acid)", "read as 'Aspirin', also called 'acetylsalicylic acid'"),
    ],
)
async def test_a_name_that_nothing_bears_is_read_without_a_request(
    tmp_path: Path, upstream: PubChem, text: str, why: str
) -> None:
    async with compounds(tmp_path, upstream) as source:
        found = await search(source, text)

    assert [(one.id, one.score, one.read_as) for one in found.items] == [("PubChem:CID2244", 0.95, why)]
    assert upstream.asked == []


async def test_a_name_of_several_lists_titles_first(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream) as source:
        found = await search(source, "ethanol")

    assert [(one.id, one.name, one.score) for one in found.items] == [
        ("PubChem:CID702", "Ethanol", 1.0), ("PubChem:CID3672", "Ibuprofen", 0.97),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["asprin", "ibupro", "CC(=O)OC1=CC=CC=C1C(=O)O", "CHEMBL25"])
async def test_what_names_do_not_tell_is_asked_of_pubchem(tmp_path: Path, upstream: PubChem, text: str) -> None:
    async with compounds(tmp_path, upstream) as source:
        found = await search(source, text)
    async with pubchem(PubChem()) as client:
        direct = await client.search(Query(text=text), Window())

    assert direct is not None
    assert found.items == direct.items
    assert found.items
    assert upstream.asked


async def test_a_name_that_may_be_a_structure_is_asked_of_pubchem(tmp_path: Path, upstream: PubChem) -> None:
    store = MemoryCompoundNamesStore(tmp_path)
    await store.publish(names(synonyms=[(2244, "CCO")]), unseen)
    async with pubchem(upstream) as client:
        found = await search(LocalCompounds(client, store), "CCO")
    async with pubchem(upstream, offline=True) as client:
        offline = await search(LocalCompounds(client, store, offline=True), "CCO")

    assert found.items[0].id == "PubChem:CID702"
    assert found.provenance is not None
    assert found.provenance.mode == "live"
    assert [one.id for one in offline.items] == ["PubChem:CID2244"]  # better than nothing, and said to be of the names


async def test_a_name_without_a_compound_is_a_failure_while_pubchem_fails(tmp_path: Path, upstream: PubChem) -> None:
    """Unless the source is offline, where the names are all that there is."""
    store = MemoryCompoundNamesStore(tmp_path)
    await store.publish(names(), unseen)
    async with pubchem(upstream, offline=True) as client:
        with pytest.raises(UpstreamError):
            await search(LocalCompounds(client, store), "nosuchname")
        found = await search(LocalCompounds(client, store, offline=True), "nosuchname")

    assert found.items == ()


async def test_another_spelling_counts_only_where_none_is_spelled_so(tmp_path: Path, upstream: PubChem) -> None:
    store = MemoryCompoundNamesStore(tmp_path)
    await store.publish(names([(1, "beta-one"), (2, "beta one")], ()), unseen)
    async with pubchem(upstream) as client:
        source = LocalCompounds(client, store)
        found = [[(one.id[11:], one.score) for one in (await search(source, text)).items] for text in _SPELLINGS]

    assert found == [[("1", 1.0)], [("2", 1.0)], [("1", 0.97), ("2", 0.97)]]


_SPELLINGS = ("Beta-One", "beta one", "betaone")


async def test_without_names_pubchem_answers_as_ever(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream, brought=False) as source:
        found = await search(source, "aspirin")

    assert found.items[0].formula == "C9H8O4"


async def test_offline_compounds_are_found_by_name(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream, offline=True) as source:
        found = await search(source, "Advil")

    assert [one.id for one in found.items] == ["PubChem:CID3672"]
    assert found.provenance == SNAPSHOT


async def test_offline_an_unknown_name_is_said_to_be_unknown_among_these(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream, offline=True) as source:
        found = await search(source, "asprin")

    assert (found.items, found.total) == ((), 0)
    assert found.guidance is not None
    assert "2026-08-22" in found.guidance


async def test_offline_a_structure_is_not_said_to_be_unknown(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream, offline=True) as source:
        with pytest.raises(UpstreamError, match=r"^PubChem .*offline"):
            await search(source, "CC(=O)OC1=CC=CC=C1C(=O)O")


async def test_offline_without_names_nothing_is_known(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream, offline=True, brought=False) as source:
        with pytest.raises(UpstreamError, match=r"^PubChem .*offline"):
            await search(source, "aspirin")


async def test_later_pages_are_of_the_same_release(tmp_path: Path, upstream: PubChem) -> None:
    store = MemoryCompoundNamesStore(tmp_path)
    many = [(number, f"number {number}") for number in range(1, 8)]
    async with pubchem(upstream) as client:
        source = LocalCompounds(client, store)
        await store.publish(names(many, [(number, "shared") for number, _ in many]), unseen)
        first = await search(source, "shared", Window(limit=3))
        second = await search(source, "shared", Window(offset=3, limit=3, version=first.version))
        third = await search(source, "shared", Window(offset=6, limit=3, version=first.version))
        await store.publish(names(many, release="another"), unseen)
        expired = await source.search(Query(text="shared"), Window(offset=6, limit=3, version=first.version))

    assert [one.id for page in (first, second, third) for one in page.items] == [
        f"PubChem:CID{number}" for number, _ in many
    ]
    assert [page.more for page in (first, second, third)] == [True, True, False]
    assert expired is None


async def test_pubchems_pages_stay_pubchems(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream, brought=False) as source:
        first = await search(source, "ibuprofen", Window(limit=1))
    async with compounds(tmp_path, upstream) as source:
        second = await search(source, "ibuprofen", Window(offset=1, limit=5, version=first.version))

    assert first.more
    assert "PubChem:CID39912" in [one.id for one in second.items]


async def test_what_is_called_so_is_known(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream) as source:
        known = [await source.knows(name) for name in ("aspirin", "Acetylsalicylic-acid", "zzqqxxkkvv")]

    assert known == [True, True, False]
    assert upstream.asked == []


async def test_a_record_is_pubchems(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream) as source:
        record = await source.get(CompoundId("2244"))

    assert record is not None
    assert (record.molecular_formula, record.source and record.source.mode) == ("C9H8O4", "live")


async def test_offline_a_record_holds_what_names_tell_and_says_so(tmp_path: Path, upstream: PubChem) -> None:
    async with compounds(tmp_path, upstream, offline=True) as source:
        record = await source.get(CompoundId("2244"))

    assert record is not None
    assert msgspec.structs.replace(record, remark=None) == Compound(
        id="PubChem:CID2244",
        name="Aspirin",
        inchikey="BSYNRYMUTXBXSQ-UHFFFAOYSA-N",
        url="https://pubchem.ncbi.nlm.nih.gov/compound/2244",
        source=SNAPSHOT,
    )
    assert record.remark is not None
    assert "names of 2026-08-22" in record.remark


@pytest.mark.parametrize("digits", ["999", "0", "9" * 30])
async def test_offline_what_names_do_not_have_is_no_record(tmp_path: Path, upstream: PubChem, digits: str) -> None:
    async with compounds(tmp_path, upstream, offline=True) as source:
        if digits == "999":
            with pytest.raises(UpstreamError, match=r"^PubChem .*offline"):
                await source.get(CompoundId(digits))
        else:
            assert await source.get(CompoundId(digits)) is None
