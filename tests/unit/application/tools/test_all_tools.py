"""Calls as they come in from outside: arguments, envelopes, and hints that can be followed."""

import re
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence

import anyio
import msgspec
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.adapters.plots.plotter import MatplotlibPlotter
from biofacts.adapters.sample.upstreams import NoDepictions
from biofacts.adapters.svg.picture import SvgRenderer
from biofacts.application.answers.sources import Sources
from biofacts.application.tools.all_tools import TOOLS, call, offered
from biofacts.application.tools.tool import ErrorEnvelope, Failure
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.advice_and_phrasing import Advice
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.errors import EntityNotFound, RateLimited, UpstreamError
from biofacts.domain.answers.pages import Hits, Page, Window
from biofacts.domain.answers.records import Candidate
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.edges.edge import DrawnEdge
from biofacts.domain.genes.gene import Gene, GeneCandidate, GeneFacts
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import CompoundId, GeneId, LigandId, PathwayId, TargetId
from biofacts.domain.limits import time_limits
from biofacts.domain.pathways.drawn_nodes import GenesInPathway
from biofacts.domain.pathways.pathway import Detail, Pathway, PathwayCandidate, PathwayComponents
from biofacts.domain.pharmacology.interaction import InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import WantedInteractions
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate
from biofacts.domain.pharmacology.target import Target, TargetCandidate
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.genes import DrawnGene, GeneSource, NamedGenes, Orthologs
from biofacts.ports.pathways import (
    CarriedBy,
    CommunityList,
    CompoundPathways,
    CompoundsDrawn,
    DrawnCompound,
    DrawnDiagram,
    DrawnNetwork,
    EdgesFound,
    FromCatalogues,
    GenePathways,
    NodesOfCompounds,
    PathwayEdges,
    PathwaySource,
    RelatedPathways,
    SoughtCompound,
    SoughtGene,
)
from biofacts.ports.pharmacology import ActedOnBy, ActingOn, InteractionSource, LigandSource, Side, TargetSource
from biofacts.ports.sources import EntitiesByIdentifier, Presence, Query
from tests import follow

GOOD: Mapping[str, Mapping[str, object]] = {
    "search_pathways": {"query": "glycolysis"},
    "get_pathway": {"pathway_id": "WP:WP534"},
    "get_pathways_for_gene": {"gene_id": "TP53"},
    "get_pathway_components": {"pathway_id": "WP:WP534"},
    "get_pathways_for_compound": {"compound": "CHEBI:15361"},
    "show_pathway": {"pathway_id": "WP:WP534"},
    "search_compounds": {"query": "aspirin"},
    "get_compound": {"pubchem_id": "PubChem:CID2244"},
    "search_ligands": {"query": "ibuprofen"},
    "get_ligand": {"iuphar_id": "IUPHAR:2713"},
    "search_targets": {"query": "DRD2"},
    "search_genes": {"query": "p53"},
    "get_gene": {"gene_id": "HGNC:11998"},
    "get_target": {"iuphar_id": "IUPHAR:215"},
    "get_interactions": {"ligand_id": "IUPHAR:2713"},
    "get_neighbours": {"id": "TP53"},
    "find_paths": {"source": "TP53", "target": "BAX"},
    "find_links": {"id": "WP:WP534", "kind": "pathway", "to": "gene"},
    "resolve_many": {"names": ["TP53"]},
    "enrich_pathways": {"genes": ["TP53", "MDM2", "CASP3"]},
}


@pytest.fixture
def use_cases(sample: Container) -> UseCases:
    return sample.use_cases()


async def answer(use_cases: UseCases, tool: str, given: Mapping[str, object]) -> object:
    return await call(TOOLS[tool], use_cases, given)


async def failure(use_cases: UseCases, tool: str, given: Mapping[str, object]) -> Failure:
    outcome = await answer(use_cases, tool, given)
    assert isinstance(outcome, ErrorEnvelope), outcome
    assert outcome.success is False
    return outcome.error


# Arguments

WRONG: list[tuple[str, Mapping[str, object], str]] = [
    ("search_pathways", {}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": None}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": 5}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": ["glycolysis"]}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": ""}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "a"}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "  a  "}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "x" * 501}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "colour": "red"}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "page_size": 0}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "page_size": 101}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "page_size": -1}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "page_size": "many"}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "page_size": 2.5}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "cursor": "damaged"}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "cursor": "eyJvZmZzZXQiOiA1MH0="}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "organism": "human"}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "organism": ""}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "glycolysis", "slim": "perhaps"}, "AMBIGUOUS_QUERY"),
    ("get_pathways_for_gene", {}, "AMBIGUOUS_QUERY"),
    ("get_pathways_for_gene", {"gene_id": ""}, "AMBIGUOUS_QUERY"),
    ("get_pathways_for_gene", {"gene_id": "T"}, "AMBIGUOUS_QUERY"),
    ("get_pathways_for_gene", {"gene_id": "TP53", "organism": "Mouse"}, "AMBIGUOUS_QUERY"),
    ("get_pathways_for_gene", {"gene_id": "TP53", "page_size": 1000}, "AMBIGUOUS_QUERY"),
    ("get_pathways_for_gene", {"gene_id": "TP53", "cursor": "!"}, "AMBIGUOUS_QUERY"),
    *(
        (tool, given, code)
        for tool in ("get_pathway", "get_pathway_components")
        for given, code in (
            ({}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": None}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": 534}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": ""}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": " "}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "'"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "glycolysis"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "glycolysis and 'gluconeogenesis'"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "apoptosis"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "WP534"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "WP:534"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "wp:wp534"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "534"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "WP:WP534_r141823"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "WP:WP534\n"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "WP:WP٥٣٤"}, "UNRESOLVED_ENTITY"),
            ({"pathway_id": "WP:WP99999"}, "ENTITY_NOT_FOUND"),
            ({"pathway_id": "WP:WP" + "9" * 60}, "ENTITY_NOT_FOUND"),
            ({"pathway_id": "WP:WP534", "revision": 1}, "AMBIGUOUS_QUERY"),
        )
    ),
]


@pytest.mark.parametrize(("tool", "given", "code"), WRONG)
async def test_an_argument_that_cannot_be_used_gives_its_code(
    use_cases: UseCases, tool: str, given: Mapping[str, object], code: str
) -> None:
    found = await failure(use_cases, tool, given)

    assert found.code == code
    assert found.message
    assert found.recovery_hint
    assert "Traceback" not in found.message


@pytest.mark.parametrize("given", ["apoptosis", "glycolysis", "WP534", "WP:534", "KEGG:hsa00010", "TP53", "", "WP:WP"])
async def test_every_malformed_identifier_is_unresolved(use_cases: UseCases, given: str) -> None:
    codes = [
        (await failure(use_cases, tool, {"pathway_id": given})).code
        for tool in ("get_pathway", "get_pathway_components")
    ]

    assert codes == ["UNRESOLVED_ENTITY"] * 2


@pytest.mark.parametrize(("given", "size"), [("10", 10), (20, 20), (30.0, 30), (1, 1), (100, 100), ("99", 99)])
async def test_a_page_size_may_come_as_a_string(use_cases: UseCases, given: object, size: int) -> None:
    page = await answer(use_cases, "search_pathways", {"query": "glycolysis", "page_size": given})

    assert isinstance(page, Page)
    assert page.pagination.page_size == size


async def test_the_default_page_size_is_50(use_cases: UseCases) -> None:
    pages = [await answer(use_cases, tool, GOOD[tool]) for tool in ("search_pathways", "get_pathways_for_gene")]

    assert [msgspec.to_builtins(page)["pagination"]["page_size"] for page in pages] == [50, 50]


async def test_the_ends_of_a_path_may_be_sent_as_from_and_to(use_cases: UseCases) -> None:
    listed = await call(TOOLS["find_paths"], use_cases, {"source": "TP53", "target": "BAX"})
    otherwise = await call(TOOLS["find_paths"], use_cases, {"from": "TP53", "to": "BAX"})

    assert not isinstance(listed, ErrorEnvelope)
    assert listed.items
    assert otherwise == listed


async def test_null_for_an_optional_argument_is_as_good_as_leaving_it_out(use_cases: UseCases) -> None:
    given = {"query": "glycolysis", "organism": None, "cursor": None}

    assert await answer(use_cases, "search_pathways", given) == await answer(
        use_cases, "search_pathways", {"query": "glycolysis"}
    )


async def test_the_input_at_fault_is_given_back(use_cases: UseCases) -> None:
    found = [
        (await failure(use_cases, tool, given)).invalid_input
        for tool, given in (
            ("search_pathways", {"query": "a"}),
            ("search_pathways", {"query": "ok", "page_size": 0}),
            ("search_pathways", {"query": "ok", "organism": "Human"}),
            ("get_pathway", {"pathway_id": "glycolysis"}),
            ("get_pathway", {"pathway_id": "WP:WP99999"}),
            ("search_pathways", {}),
        )
    ]

    assert found == ["a", "0", "Human", "glycolysis", "WP:WP99999", None]


async def test_a_long_or_strange_input_is_shown_short_and_in_one_line(use_cases: UseCases) -> None:
    found = await failure(use_cases, "get_pathway", {"pathway_id": "x\x00y\n\u202e" * 5000})
    shown = found.invalid_input or ""

    assert len(shown) <= 120
    assert shown.isprintable()
    assert len(found.message) < 400
    assert len(found.recovery_hint) < 400


# Every hint, followed literally


@pytest.mark.parametrize(("tool", "given", "code"), WRONG)
async def test_a_hint_that_is_followed_literally_ends_well(
    use_cases: UseCases, tool: str, given: Mapping[str, object], code: str
) -> None:
    walked = await follow.walk(use_cases, tool, given)

    assert len(walked.steps) > 1 or code == "ENTITY_NOT_FOUND"
    assert walked.found or walked.is_honest_end, walked


@pytest.mark.parametrize("tool", list(TOOLS))
async def test_from_every_way_of_being_wrong_the_hints_lead_to_what_was_meant(use_cases: UseCases, tool: str) -> None:
    walks = [
        (wrong, await follow.walk(use_cases, tool, wrong.given)) for wrong in follow.wrongs() if wrong.tool == tool
    ]

    assert walks
    assert [(wrong, walked) for wrong, walked in walks if not follow.is_right(wrong, walked)] == []


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("get_pathway", {"pathway_id": "WP:WP99999999"}),
        ("get_compound", {"pubchem_id": "CID-2244"}),
        ("get_compound", {"pubchem_id": -2244}),
        ("get_compound", {"pubchem_id": 2244.77}),
        ("get_ligand", {"iuphar_id": "IUPHAR:99999999"}),
        ("get_gene", {"gene_id": "HGNC:99999999"}),
        ("search_pathways", {"query": "https://www.wikipathways.org/pathways/WP99999999.html"}),
        ("search_pathways", {"query": "https://example.org/glycolysis"}),
        ("get_pathway", {"pathway_id": "https://example.org/glycolysis"}),
        ("get_pathways_for_gene", {"gene_id": -7157}),
    ],
)
async def test_where_nothing_is_meant_the_way_ends_with_an_answer_that_says_so(
    use_cases: UseCases, tool: str, given: Mapping[str, object]
) -> None:
    walked = await follow.walk(use_cases, tool, given)

    assert walked.is_honest_end, walked


async def test_what_was_sent_beside_the_fault_stays_in_the_proposed_call(use_cases: UseCases) -> None:
    given = {"q": "apoptosis", "species": "mouse", "limit": 500, "cursor": "x", "colour": "red"}
    found = await failure(use_cases, "search_pathways", given)

    assert follow.proposed(found.recovery_hint, follow.Step("search_pathways", given)) == (
        "search_pathways",
        {"query": "apoptosis", "organism": "Mus musculus", "page_size": "100", "cursor": "x"},
    )


@pytest.mark.parametrize(
    ("tool", "given", "proposed"),
    [
        ("search_pathways", {"colour": "red", "q": "apoptosis"}, "query='apoptosis'"),
        ("search_pathways", {"colour": "red", "searchTerm": "apoptosis"}, "query='apoptosis'"),
        ("search_pathways", {"colour": "apoptosis"}, "query='apoptosis'"),
        ("get_pathway", {"format": "json", "wikipathways_id": "WP:WP534"}, "pathway_id='WP:WP534'"),
        ("get_pathways_for_gene", {"organism": "Homo sapiens", "gene_symbol": "TP53"}, "gene_id='TP53'"),
        ("get_ligand", {"format": "json", "ligandId": 2713}, "iuphar_id='IUPHAR:2713'"),
    ],
)
async def test_of_several_strange_arguments_the_one_that_sounds_like_it_is_taken(
    use_cases: UseCases, tool: str, given: Mapping[str, object], proposed: str
) -> None:
    assert proposed in (await failure(use_cases, tool, given)).recovery_hint


async def test_the_refusal_of_an_identifier_keeps_the_filters_that_the_proposed_tool_takes(use_cases: UseCases) -> None:
    given = {"query": "x" * 501, "organism": "Mus musculus", "page_size": 5}
    found = await failure(use_cases, "search_pathways", given)

    assert "organism='Mus musculus', page_size=5" in found.recovery_hint


async def test_of_several_values_each_gets_a_call(use_cases: UseCases) -> None:
    genes = await failure(use_cases, "get_pathways_for_gene", {"gene_id": ["TP53", "MDM2"]})
    pathways = await failure(use_cases, "get_pathway", {"pathway_id": ["WP:WP534", "WP254"]})

    assert "gene_id='TP53'; with gene_id='MDM2'" in genes.recovery_hint
    assert "pathway_id='WP:WP534', or call get_pathway with pathway_id='WP:WP254'" in pathways.recovery_hint


@pytest.mark.parametrize("tool", list(TOOLS))
async def test_values_without_end_or_content_are_refused_with_a_call(use_cases: UseCases, tool: str) -> None:
    main = TOOLS[tool].arguments.__struct_fields__[0]
    values: list[object] = [["a", ["b", ["c", ["d", ["e", ["deep"]]]]]], {"x": {}}, [], {}, [None], [[]], True]
    for value in values:
        found = await failure(use_cases, tool, {main: value})

        assert follow.proposed(found.recovery_hint, follow.Step(tool, {main: value}))


@pytest.mark.parametrize(("depth", "is_found"), [(4, True), (5, False)])
@pytest.mark.parametrize("is_list", [True, False])
async def test_a_value_is_looked_for_in_four_layers(
    use_cases: UseCases, depth: int, is_list: bool, is_found: bool
) -> None:
    value: object = "WP:WP707"
    for _ in range(depth):
        value = [value] if is_list else {"x": value}
    found = await failure(use_cases, "get_pathway", {"pathway_id": value})

    assert ("pathway_id='WP:WP707'" in found.recovery_hint) is is_found


async def test_a_hint_about_a_page_size_shows_a_valid_one_and_keeps_the_query(use_cases: UseCases) -> None:
    hints = [
        (await failure(use_cases, "search_pathways", {"query": "apoptosis", "page_size": size})).recovery_hint
        for size in (0, 101, "many")
    ]

    assert [hint for hint in hints if not re.search(r"page_size=\d+", hint)] == []
    assert [hint for hint in hints if "query='apoptosis'" not in hint] == []


async def test_a_hint_keeps_what_was_given_as_a_string_and_can_be_read(use_cases: UseCases) -> None:
    given = {"query": "glycolysis", "page_size": "10", "slim": "perhaps"}
    found = await failure(use_cases, "search_pathways", given)

    assert "page_size='10'" in found.recovery_hint


async def test_a_nearly_right_identifier_is_put_right_in_the_hint(use_cases: UseCases) -> None:
    hints = {
        given: (await failure(use_cases, "get_pathway", {"pathway_id": given})).recovery_hint
        for given in ("WP534", "wp:wp534", "WP:534", "534", " WP:WP534 ", "WikiPathways:WP534", "WP534_r141823")
    }

    assert [given for given, hint in hints.items() if "get_pathway with pathway_id='WP:WP534'" not in hint] == []
    assert all("search_pathways" in hint for hint in hints.values())


async def test_a_name_in_the_place_of_an_identifier_is_put_into_the_hint(use_cases: UseCases) -> None:
    found = await failure(use_cases, "get_pathway", {"pathway_id": "apoptosis"})

    assert "search_pathways with query='apoptosis'" in found.recovery_hint


class Failing(PathwaySource):
    """Raises at every call."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def search(self, query: Query, window: Window) -> Hits[PathwayCandidate] | None:
        raise self._error

    async def knows(self, name: str) -> bool:
        raise self._error

    async def get(self, identifier: PathwayId, detail: Detail = "full") -> Pathway | None:
        raise self._error

    async def prepare_genes(self) -> None:
        raise self._error

    async def with_gene(self, gene: SoughtGene, version: str | None) -> GenePathways | None:
        raise self._error

    async def with_compound(self, compound: SoughtCompound, version: str | None) -> CompoundPathways | None:
        raise self._error

    async def compounds_drawn(self, organism: str, version: str | None) -> CompoundsDrawn | None:
        raise self._error

    async def compound_nodes(
        self, identifiers: Collection[tuple[str, str]], *, of: PathwayId | None = None, called: Collection[str] = ()
    ) -> NodesOfCompounds:
        raise self._error

    async def drawn_as(self, name: str) -> Sequence[DrawnCompound]:
        raise self._error

    async def gene_listing(self, version: str | None) -> FromCatalogues | None:
        raise self._error

    async def genes_drawn(self, organism: str, version: str) -> Sequence[GenesInPathway] | None:
        raise self._error

    async def components(self, identifier: PathwayId, detail: Detail = "full") -> PathwayComponents | None:
        raise self._error

    async def file(self, identifier: PathwayId) -> bytes | None:
        raise self._error

    async def carried(self, identifier: PathwayId) -> CarriedBy | None:
        raise self._error

    async def related(self, identifier: PathwayId) -> RelatedPathways:
        raise self._error

    async def communities(self) -> CommunityList | None:
        raise self._error

    async def candidates(self, local_ids: Sequence[str]) -> Sequence[PathwayCandidate]:
        raise self._error

    async def at_hand(self) -> Presence:
        raise self._error

    async def diagram(self, identifier: PathwayId) -> DrawnDiagram | None:
        raise self._error


class FailingCompounds(CompoundSource):
    """Raises at every call."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        raise self._error

    async def knows(self, name: str) -> bool:
        raise self._error

    async def get(self, identifier: CompoundId) -> Compound | None:
        raise self._error


class FailingLigands(LigandSource):
    """Raises at every call."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def search(self, query: Query, window: Window) -> Hits[LigandCandidate] | None:
        raise self._error

    async def knows(self, name: str) -> bool:
        raise self._error

    async def get(self, identifier: LigandId) -> Ligand | None:
        raise self._error

    async def hint_for(self, identifier: LigandId) -> Advice | None:
        raise self._error

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[LigandCandidate]:
        raise self._error

    async def at_hand(self) -> Presence:
        raise self._error


class FailingTargets(TargetSource):
    """Raises at every call."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def search(self, query: Query, window: Window) -> Hits[TargetCandidate] | None:
        raise self._error

    async def knows(self, name: str) -> bool:
        raise self._error

    async def get(self, identifier: TargetId) -> Target | None:
        raise self._error

    async def hint_for(self, identifier: TargetId) -> Advice | None:
        raise self._error

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[TargetCandidate]:
        raise self._error

    async def at_hand(self) -> Presence:
        raise self._error


class FailingEdges(PathwayEdges):
    """Raises at every call."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def compounds(self, identifiers: Collection[str]) -> frozenset[str]:
        raise self._error

    async def touching(self, nodes: Collection[str], version: str | None = None) -> EdgesFound | None:
        raise self._error

    async def network(self) -> DrawnNetwork:
        raise self._error

    async def lines(self, keys: Collection[tuple[str, str]], version: str | None = None) -> Sequence[DrawnEdge]:
        raise self._error

    def every(self) -> AsyncIterator[Sequence[DrawnEdge]]:
        raise self._error


class FailingInteractions(InteractionSource):
    """Raises at every call."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def of(self, side: Side, wanted: WantedInteractions, window: Window) -> Hits[InteractionRecord] | None:
        raise self._error

    async def acting_on(self, targets: Collection[Side]) -> ActingOn:
        raise self._error

    async def numbers_on(self, targets: Collection[Side]) -> Mapping[str, bool]:
        raise self._error

    async def at_hand(self) -> Presence:
        raise self._error

    async def acted_on(self, ligands: Collection[LigandId]) -> ActedOnBy:
        raise self._error


class FailingGenes(GeneSource):
    """Raises at every call."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def search(self, query: Query, window: Window) -> Hits[GeneCandidate] | None:
        raise self._error

    async def knows(self, name: str) -> bool:
        raise self._error

    async def get(self, identifier: GeneId) -> Gene | None:
        raise self._error

    async def by_name(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        raise self._error

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        raise self._error

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[GeneCandidate]:
        raise self._error

    async def at_hand(self) -> Presence:
        raise self._error

    async def all_drawn_as(
        self, terms: Iterable[str], organism: str, *, version: str | None = None
    ) -> Sequence[DrawnGene]:
        raise self._error

    async def orthologs(
        self, genes: Collection[str], organism: str, *, version: str | None = None, patient: bool = True
    ) -> Orthologs:
        raise self._error


def failing(error: Exception) -> UseCases:
    return UseCases.over(
        Sources(
            pathways=Failing(error),
            edges=FailingEdges(error),
            compounds=FailingCompounds(error),
            depictions=NoDepictions(),
            ligands=FailingLigands(error),
            targets=FailingTargets(error),
            interactions=FailingInteractions(error),
            genes=FailingGenes(error),
        ),
        renderer=SvgRenderer(),
        scorer=NumpySetScorer(),
        plotter=MatplotlibPlotter(),
    )


@pytest.mark.parametrize("tool", [name for name in TOOLS if name != "resolve_many"])  # says so of each name
@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UpstreamError.of("WikiPathways", "it did not answer in time"), "UPSTREAM_ERROR", "Repeat the same call"),
        (RateLimited.of("WikiPathways", 7), "RATE_LIMITED", "Wait 7 seconds"),
    ],
)
async def test_trouble_upstream_names_the_service_and_says_to_repeat(
    tool: str, error: Exception, code: str, said: str
) -> None:
    found = await failure(failing(error), tool, GOOD[tool])

    assert found.code == code
    assert "WikiPathways" in found.message
    assert said in found.recovery_hint
    assert found.invalid_input is None


@pytest.mark.parametrize("tool", TOOLS)
async def test_a_bug_is_not_passed_off_as_a_failure(tool: str) -> None:
    with pytest.raises(ZeroDivisionError):
        await answer(failing(ZeroDivisionError()), tool, GOOD[tool])


@pytest.mark.parametrize("tool", TOOLS)
async def test_a_good_call_succeeds(use_cases: UseCases, tool: str) -> None:
    assert not isinstance(await answer(use_cases, tool, GOOD[tool]), ErrorEnvelope)


def test_every_kind_names_tools_that_exist() -> None:
    named = {(PATHWAY.search_tool), (PATHWAY.get_tool)}

    assert named <= set(TOOLS)
    assert PATHWAY.id_argument in {f.name for f in msgspec.structs.fields(TOOLS["get_pathway"].arguments)}


def test_a_candidate_has_nothing_to_leave_out() -> None:
    candidate = Candidate(id="X:1", score=1.0)

    assert candidate.slim() == candidate


async def test_empty_lists_of_components_are_left_out(use_cases: UseCases) -> None:
    drawn = msgspec.to_builtins(await answer(use_cases, "get_pathway_components", {"pathway_id": "WP:WP254"}))

    assert set(drawn) == {"id", "title", "organism", "same", "arrows", "left_out", "genes", "interactions", "source"}


async def test_not_found_names_the_kind_and_the_identifier(use_cases: UseCases) -> None:
    found = await failure(use_cases, "get_pathway", {"pathway_id": "WP:WP99999"})

    assert found.message == EntityNotFound.of(PATHWAY, "WP:WP99999").message
    assert "WP:WP99999" in found.message
    assert "search_pathways" in found.recovery_hint


@pytest.mark.parametrize("tool", TOOLS)
async def test_a_call_that_takes_too_long_ends_in_an_error_that_says_so(
    use_cases: UseCases, tool: str, mocker: MockerFixture
) -> None:
    async def hang(*_: object) -> None:
        await anyio.sleep_forever()

    mocker.patch("biofacts.domain.limits.time_limits.CALL", 0.0)
    outcome = await call(msgspec.structs.replace(TOOLS[tool], run=hang), use_cases, GOOD[tool])

    service = TOOLS[tool].kind.service
    subject = f"The {service}" if service.startswith("Guide") else service
    assert isinstance(outcome, ErrorEnvelope)
    assert outcome.error == Failure(
        code="UPSTREAM_ERROR",
        message=f"{subject} is unavailable: there was no answer within 0 seconds.",
        recovery_hint="Repeat the same call in a minute or later.",
    )


async def test_people_and_scripts_wait_longer_than_models(use_cases: UseCases, mocker: MockerFixture) -> None:
    limits = mocker.spy(anyio, "move_on_after")
    for caller in (use_cases, use_cases.patient()):
        await call(TOOLS["get_gene"], caller, GOOD["get_gene"])

    of_a_model, of_a_person = (one.args[0] for one in limits.call_args_list)
    assert of_a_model == time_limits.CALL
    assert of_a_person == 12 * time_limits.CALL


async def test_a_number_in_the_place_of_a_text_stays_in_the_proposed_call(use_cases: UseCases) -> None:
    found = await failure(use_cases, "get_pathways_for_gene", {"gene_id": 672, "organism": "Homo sapiens"})

    assert "get_pathways_for_gene with gene_id='672', organism='Homo sapiens'" in found.recovery_hint


@pytest.mark.parametrize("number", [True, 10**30])
async def test_what_cannot_be_written_as_a_text_is_answered_with_an_example(use_cases: UseCases, number: int) -> None:
    found = await failure(use_cases, "get_pathways_for_gene", {"gene_id": number})

    assert "gene_id='TP53'" in found.recovery_hint


async def test_an_unknown_argument_of_a_gene_lookup_is_answered_with_a_curie(use_cases: UseCases) -> None:
    found = await failure(use_cases, "get_gene", {"gene_id": "HGNC:11998", "slim": True})

    assert "get_gene with gene_id='HGNC:11998'" in found.recovery_hint


def test_tools_are_offered_by_name_and_by_group() -> None:
    assert offered("") is TOOLS
    assert [*offered("search_genes, compounds")] == ["search_compounds", "get_compound", "get_pathways_for_compound",
                                                     "search_genes"]  # fmt: skip
    assert {*offered("pathways,compounds,ligands,targets,genes,interactions,lists,links,edges,drawings")} == {*TOOLS}


def test_tools_that_there_are_not_are_refused() -> None:
    with pytest.raises(ValueError, match="no tool or group 'search': choose from pathways, "):
        offered("search")


async def test_an_argument_has_at_most_4000_characters(use_cases: UseCases) -> None:
    longest = await failure(use_cases, "search_pathways", {"query": "x" * 4000})
    longer = await failure(use_cases, "search_pathways", {"query": "x" * 4001})

    assert "at most 500 are allowed" in longest.message
    assert "query has 4001 characters; at most 4000 are allowed" in longer.message


async def test_at_most_five_calls_are_proposed(use_cases: UseCases) -> None:
    found = await failure(use_cases, "get_gene", {"gene_id": [f"HGNC:{number}" for number in range(1, 9)]})

    assert [number for number in range(1, 9) if f"'HGNC:{number}'" in found.recovery_hint] == [1, 2, 3, 4, 5]
