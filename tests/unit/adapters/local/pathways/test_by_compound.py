"""Pathways of compounds, at both depths: by the index file alone, and with the nodes of all drawings."""

from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from biofacts.adapters.local.catalogue_entries.pathways import NODES
from biofacts.application.links.link_ends import Place
from biofacts.application.links.steps_between_kinds import CompoundJoin
from biofacts.composition.container import Container
from biofacts.domain.answers.pages import Window
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.links.linked_entities import Linked
from biofacts.ports.pathways import SoughtCompound
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import unseen
from tests.local_pathways import Parts, synchronised, synchronised_folder, wikipathways
from tests.replaying import Upstream
from tests.small_pathways import HUMAN, RAT, Drawn, Node, gene
from tests.wikipathways_files import RDF_PATH, mappings_file, mappings_path, published, rdf_files

ACID, ION = "KRKNYBCHXYNGOX-UHFFFAOYSA-N", "KRKNYBCHXYNGOX-UHFFFAOYSA-K"
OTHER = "WQZGKKKJIJFFOK-VFUOTHLCSA-N"


def drawn(number: int, *nodes: Node, organism: str = HUMAN) -> Drawn:
    works = (("22628558", "A work", "2012"),)
    return Drawn(f"WP{number}", f"Pathway {number}", organism, "Something happens.", {}, nodes, cited=works)


def citric_acid(label: str = "Citrate", database: str = "ChEBI", identifier: str = "CHEBI:30769") -> Node:
    cells = ("chebi:30769", f"inchikey:{ACID}", "pubchem.compound:311")
    return Node(label, "Metabolite", database, identifier, cells if database != "HMDB" else cells[:2])


UNMAPPED = Node("citric acid", "Metabolite", "CAS", "77-92-9")
PATHWAYS = (
    drawn(1, citric_acid(), gene("CS", "1431", "ENSG00000062485")),
    drawn(2, citric_acid(database="CAS", identifier="77-92-9"), organism=RAT),
    drawn(3, UNMAPPED),
    drawn(4, Node("citrate(3-)", "Metabolite", "ChEBI", "CHEBI:16947", ("chebi:16947", f"inchikey:{ION}"))),
    drawn(5, Node("Citrate", "Metabolite")),
    drawn(6, Node("citrate", "Metabolite", "HMDB", "HMDB0000122", ("chebi:15903", f"inchikey:{OTHER}"))),
    drawn(7, Node("citrate", "GeneProduct", "Entrez Gene", "1", ("ncbigene:1",))),
    drawn(8, Node("x", "Metabolite", "PubChem-compound", "3110", ("pubchem.compound:3110",))),
)


def _published() -> dict[str, bytes]:
    tables = {mappings_path(pathway.local_id): mappings_file(pathway) for pathway in PATHWAYS}
    return published(*(_without_columns(pathway) for pathway in PATHWAYS)) | tables | rdf_files(*PATHWAYS)


def _without_columns(pathway: Drawn) -> Drawn:
    """The index file has no column for numbers of PubChem."""
    nodes = tuple(
        node._replace(mapped=tuple(cell for cell in node.mapped if not cell.startswith("pubchem")))
        for node in pathway.nodes
    )
    return pathway._replace(nodes=nodes)


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncGenerator[Parts]:
    async with wikipathways(Upstream(_published()), tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synchronised_folder(tmp_path_factory.mktemp("synchronised"), _published())


@pytest.fixture
async def whole(folder: Path, tmp_path: Path) -> AsyncGenerator[Parts]:
    async with synchronised(folder, _published(), tmp_path) as made:
        yield made


async def found(parts: Parts, *asked: KeyedId, label: str | None = None) -> dict[str, str]:
    answer = await parts.source.with_compound(SoughtCompound(in_query=asked, label=label), None)
    assert answer is not None
    return {one.local_id: one.matched_on for one in answer.pathways}


async def test_an_identifier_finds_what_carries_any_of_the_compounds_identifiers(whole: Parts) -> None:
    everywhere = {"WP1": "identifier", "WP3": "identifier", "WP2": "identifier", "WP4": "same skeleton"}

    assert await found(whole, ("chebi", "CHEBI:30769")) == everywhere
    assert await found(whole, ("cas", "77-92-9")) == everywhere
    assert await found(whole, ("inchikey", ACID)) == everywhere
    assert await found(whole, ("pubchem_compound", "311")) == everywhere


async def test_other_forms_come_after_the_exact_ones(whole: Parts) -> None:
    answer = await found(whole, ("chebi", "CHEBI:16947"))

    assert list(answer.items()) == [
        ("WP4", "identifier"), ("WP1", "same skeleton"), ("WP2", "same skeleton"),
    ]  # fmt: skip


async def test_identifiers_are_compared_whole(whole: Parts) -> None:
    assert await found(whole, ("pubchem_compound", "3110")) == {"WP8": "identifier"}
    assert await found(whole, ("pubchem_compound", "31")) == {}


async def test_a_label_counts_where_no_other_structure_is_told(whole: Parts) -> None:
    answer = await found(whole, ("inchikey", ACID), label="citrate")

    assert answer["WP5"] == "label"
    assert "WP6" not in answer
    assert "WP7" not in answer


async def test_a_label_alone_is_found_too(whole: Parts) -> None:
    assert await found(whole, label="citrate(3-)") == {"WP4": "label"}


async def test_what_is_drawn_under_a_name_is_told(whole: Parts) -> None:
    drawn_as = await whole.source.drawn_as("CITRATE")

    assert [(one.inchikey, one.pathways, one.labelled) for one in drawn_as] == [(ACID, 2, 4), (OTHER, 1, 4)]
    assert await whole.source.drawn_as("nothing") == []


async def test_all_nodes_make_a_complete_answer(whole: Parts) -> None:
    answer = await whole.source.with_compound(SoughtCompound(in_query=(("chebi", "CHEBI:30769"),)), None)

    assert answer is not None
    assert answer.complete
    assert answer.name == "Citrate"
    assert {("cas", "77-92-9"), ("inchikey", ACID), ("pubchem_compound", "311")} <= {*answer.references}


async def test_the_index_alone_finds_what_it_lists_and_says_so(parts: Parts) -> None:
    answer = await parts.source.with_compound(SoughtCompound(in_query=(("inchikey", ACID),)), None)

    assert answer is not None
    assert not answer.complete
    assert [(one.local_id, one.matched_on) for one in answer.pathways] == [
        ("WP1", "identifier"), ("WP2", "identifier"), ("WP4", "same skeleton"),
    ]  # fmt: skip


async def test_a_server_completes_the_compounds_when_it_has_the_drawings_and_then_asks_no_more(tmp_path: Path) -> None:
    upstream = Upstream(_published())
    asked, known = list[bool](), list[bool]()
    for _ in range(4):
        async with wikipathways(upstream, tmp_path, complete=True) as parts:  # a process of its own
            known.append(await parts.store.newest(NODES) is not None)
            await parts.compounds.complete()
            await parts.jobs.settled()
            asked.append(bool(upstream.taken()))
            if len(asked) == 1:
                await parts.sync.sync(unseen)
                await parts.age(NODES, to=datetime(2020, 1, 1, tzinfo=UTC))
                upstream.taken()

    assert known == [False, True, True, True]
    assert asked == [False, True, False, False]


async def test_drawings_without_mappings_find_what_is_drawn(parts: Parts) -> None:
    for path in [path for path in parts.upstream.files if path.startswith(RDF_PATH) or path.endswith(".tsv")]:
        del parts.upstream.files[path]
    await parts.sync.sync(unseen)

    assert await found(parts, ("cas", "77-92-9")) == {"WP2": "identifier", "WP3": "identifier"}


async def test_a_pathway_that_is_newer_than_the_drawings_is_found_by_the_index(whole: Parts) -> None:
    listed = Node("citric acid", "Metabolite", "ChEBI", "CHEBI:30769", ("chebi:30769",))
    foreign = Node("citrate", "Metabolite", "HMDB", "HMDB0000122", ("chebi:30769", f"inchikey:{OTHER}"))
    newer = [drawn(6, foreign), drawn(9, listed)]
    whole.upstream.files |= published(*map(_without_columns, (*PATHWAYS[:5], *PATHWAYS[6:])), *newer)
    await whole.text.refresh()
    await whole.xref.refresh()
    answer = await found(whole, ("inchikey", ACID))

    assert answer["WP9"] == "identifier"
    assert "WP6" not in answer


async def test_a_listing_stays_in_its_releases(whole: Parts) -> None:
    compound = SoughtCompound(in_query=(("chebi", "CHEBI:30769"),))
    first = await whole.source.with_compound(compound, None)
    assert first is not None
    whole.upstream.files |= published(*map(_without_columns, PATHWAYS[1:]))
    await whole.sync.sync(unseen)
    again = await whole.source.with_compound(compound, first.version)

    assert again is not None
    assert again.pathways == first.pathways
    assert await whole.source.with_compound(compound, "nothing=1") is None
    assert await whole.source.with_compound(compound, "") is None


async def test_a_table_that_cannot_be_had_is_reported_and_fetched_later(parts: Parts) -> None:
    parts.upstream.files |= rdf_files(*(pathway for pathway in PATHWAYS if pathway.local_id not in ("WP1", "WP2")))
    missing = [mappings_path(f"WP{number}") for number in (1, 2)]
    kept = {path: parts.upstream.files[path] for path in missing}
    parts.upstream.files |= dict.fromkeys(missing, b"no table")
    skipped = (await parts.sync.sync(unseen)).skipped
    partly = await parts.source.with_compound(SoughtCompound(in_query=(("cas", "77-92-9"),)), None)
    parts.upstream.files |= kept
    steps: list[tuple[str, int, int | None]] = []
    left = await parts.compounds.update(lambda stage, done, total: steps.append((stage, done, total)))
    wholly = await parts.source.with_compound(SoughtCompound(in_query=(("cas", "77-92-9"),)), None)

    assert sorted(one[:3] for one in skipped) == ["WP1", "WP2"]
    assert partly is not None
    assert not partly.complete
    assert left == []
    assert steps == [("tables of nodes", number, 2) for number in range(3)]
    assert wholly is not None
    assert wholly.complete


@pytest.mark.parametrize(("there", "failures"), [((), 3), ((3,), 4), ((1, 2, 4, 5, 7, 8), 2)])
async def test_after_three_failures_in_a_row_no_more_tables_are_asked_for(
    there: Sequence[int], failures: int, parts: Parts
) -> None:
    """Those of rats come last, WP2."""
    parts.upstream.files |= rdf_files()
    for number in range(1, len(PATHWAYS) + 1):
        if number not in there:
            parts.upstream.files[mappings_path(f"WP{number}")] = b"no table"
    await parts.sync.sync(unseen)

    assert len(await parts.compounds.update()) == failures


async def test_tables_are_fetched_once(whole: Parts) -> None:
    whole.upstream.taken()
    await whole.compounds.update()

    assert whole.upstream.taken() == []


async def test_nothing_is_built_without_drawings(parts: Parts) -> None:
    assert await parts.compounds.update() == ()
    assert await parts.store.newest(NODES) is None


async def test_a_search_by_identifier_finds_what_nodes_are_mapped_to(whole: Parts) -> None:
    hits = await whole.source.search(Query(text="PubChem:CID311"), Window())

    assert hits is not None
    assert [one.id for one in hits.items] == ["WP:WP1", "WP:WP2"]


# The join with compounds, from both sides


async def test_what_leads_from_pathways_to_compounds_leads_back(whole: Parts, sample: Container) -> None:
    join = CompoundJoin(whole.source, sample.ligands())
    found = dict[tuple[str, str], set[str]]()
    for one in PATHWAYS:
        place = await _place(whole, one.local_id)
        found[place.key] = {link.to.entity.id for link in (await join.compounds_of([place])).links}
    compounds = [
        Place(Linked(id=f"PubChem:CID{cid}", kind="compound"), frozenset({("pubchem_compound", cid)}))
        for cid in ("311", "3110")
    ]
    back = {(link.to.key, link.source[1]) for link in (await join.pathways_of(compounds)).links}

    assert back == {(key, compound) for key, several in found.items() for compound in several}
    assert {key[1]: several for key, several in found.items() if several} == {
        # WP3 draws it by an identifier that only another pathway maps to its structure.
        **{key: {"PubChem:CID311"} for key in ("WP:WP1", "WP:WP2", "WP:WP3")},
        "WP:WP8": {"PubChem:CID3110"},
    }


async def test_compounds_of_a_pathway_are_called_as_drawn_and_other_forms_are_counted(
    whole: Parts, sample: Container
) -> None:
    join = CompoundJoin(whole.source, sample.ligands())
    (link,) = (await join.compounds_of([await _place(whole, "WP1")])).links
    back = await join.pathways_of([Place(link.to.entity, frozenset({("pubchem_compound", "311")}))])

    assert link.to.entity.name == "Citrate"
    assert any("1 more pathway draws another charge or stereo form of it" in said for said in back.lacking)


async def _place(parts: Parts, local_id: str) -> Place:
    carried = await parts.source.carried(PathwayId.parse(f"WP:{local_id}"))
    assert carried is not None
    return Place(Linked(id=f"WP:{local_id}", kind="pathway"), carried.identifiers)
