"""Names and identifiers of nodes: whose a name is that genes and compounds share, and the forms of a compound."""

from collections.abc import Callable, Collection, Sequence

import pytest

from biofacts.application.compounds.named_compounds import CompoundNameResolver
from biofacts.application.pathways.nodes_by_name import GraphNames, NamedNodes
from biofacts.composition.container import Container
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.compound_nodes import CompoundNode
from biofacts.domain.text import fold
from biofacts.ports.pathways import (
    CompoundPathways,
    CompoundsDrawn,
    DrawnCompound,
    NodesOfCompounds,
    PathwaysOfCompounds,
    SoughtCompound,
)
from tests.drawn_edges import BAX, P53, MemoryEdges, drawn, gene

GLUCOSE, ANOMER, OTHER = (
    "WQZGKKKJIJFFOK-VFUOTHLCSA-N", "WQZGKKKJIJFFOK-GASJEMHNSA-N", "RHQDFWAXVIIEBN-UHFFFAOYSA-N",
)  # fmt: skip


class Labelled(PathwaysOfCompounds):
    """Compound nodes by label; everything else is that of another source."""

    def __init__(self, source: PathwaysOfCompounds, *nodes: CompoundNode) -> None:
        self._source = source
        self._nodes = nodes

    async def with_compound(self, compound: SoughtCompound, version: str | None) -> CompoundPathways | None:
        return await self._source.with_compound(compound, version)

    async def compounds_drawn(self, organism: str, version: str | None) -> CompoundsDrawn | None:
        return await self._source.compounds_drawn(organism, version)

    async def compound_nodes(
        self, identifiers: Collection[KeyedId], *, of: PathwayId | None = None, called: Collection[str] = ()
    ) -> NodesOfCompounds:
        names = set(map(fold.compact, called))
        found = [one for one in self._nodes if fold.compact(one.label) in names]
        return NodesOfCompounds(nodes=found, complete=True, version="")

    async def drawn_as(self, name: str) -> Sequence[DrawnCompound]:
        found = [one for one in self._nodes if fold.compact(one.label) == fold.compact(name)]
        return [DrawnCompound(inchikey=one.references[0][1], name=one.label, pathways=3) for one in found[:1]]


Naming = Callable[..., GraphNames]


@pytest.fixture
def naming(sample: Container) -> Naming:
    """A function that makes the resolver over compound nodes, with the names of the sample."""

    def over(*nodes: CompoundNode, edges: MemoryEdges | None = None) -> GraphNames:
        pathways = Labelled(sample.pathways(), *nodes)
        resolver = CompoundNameResolver(pathways, sample.ligands(), sample.compounds(), tool="get_neighbours")
        return GraphNames(sample.genes(), pathways, edges or MemoryEdges(), resolver, tool="get_neighbours")

    return over


def node(label: str, *references: KeyedId) -> CompoundNode:
    return CompoundNode(label, references, ("WP1",))


@pytest.mark.parametrize(
    ("name", "label", "kind"),
    [
        ("tP53", "tP53", COMPOUND),  # as cAMP is no CAMP
        ("TP53", "tP53", GENE),
        ("tp53", "tP53", GENE),
        ("p53", "p53", COMPOUND),
        ("p53", "other", GENE),
        ("tumor protein p53", "Tumor protein p53", GENE),
    ],
)
async def test_a_drawn_compound_has_the_name_unless_a_gene_has_it_as_its_symbol_or_full_name(
    naming: Naming, name: str, label: str, kind: object
) -> None:
    found: NamedNodes = await naming(node(label, ("inchikey", GLUCOSE))).nodes(name, None)

    assert found.kind is kind
    if kind is COMPOUND:
        assert "If you meant a gene, call get_neighbours with id='HGNC:11998' for TP53" in str(found.advice)


async def test_a_compound_asked_by_name_has_the_other_forms_that_are_drawn_under_it(naming: Naming) -> None:
    names = naming(
        node("glucose", ("inchikey", GLUCOSE), ("chebi", "CHEBI:15903")),
        node("Glucose", ("inchikey", ANOMER), ("chebi", "CHEBI:4167")),
        node("glucose", ("chebi", "CHEBI:17234")),
        node("glucose", ("inchikey", OTHER), ("chebi", "CHEBI:0")),
    )

    by_name = await names.nodes("glucose", None)
    by_identifier = await names.nodes("CHEBI:15903", None)

    assert {"CHEBI:15903", "CHEBI:4167", "CHEBI:17234", "label:glucose"} <= by_name.ids
    assert "CHEBI:0" not in by_name.ids
    assert "CHEBI:4167" not in by_identifier.ids


@pytest.mark.parametrize(
    "identifier",
    ["NCBIGene:852169", "miRBase mature sequence:mmu-miR-16-5p", "uniprot:P0A7W7", "kegg_pathway:map00121"],
)
async def test_every_id_of_an_answer_is_taken_whatever_its_database(naming: Naming, identifier: str) -> None:
    edges = MemoryEdges(drawn(gene(identifier, "x"), "binds", BAX))

    assert identifier in (await naming(edges=edges).nodes(identifier, None)).ids


async def test_a_node_that_only_drawings_name_is_taken_by_its_id(naming: Naming) -> None:
    found: NamedNodes = await naming(edges=MemoryEdges(drawn(P53, "binds", BAX))).nodes("label:DNA damage", None)

    assert (found.ids, found.name, found.kind) == (frozenset({"label:DNA damage"}), "DNA damage", None)
