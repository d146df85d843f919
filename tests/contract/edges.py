"""What every source of interactions promises, whatever stands behind it."""

import pytest

from biofacts.domain.edges.edge import DrawnEdge, GraphNode
from biofacts.ports.pathways import EdgesFound, PathwayEdges


class PathwayEdgesContract:
    """Subclasses give the fixture `source` and override the cases that their data answers otherwise."""

    inhibition: tuple[str, str, str] = ("HGNC:6973", "HGNC:11998", "WP:WP707")
    """A gene that inhibits another one, and the pathway that draws it."""
    conversion: tuple[str, str, str, str] = ("CHEBI:30744", "CHEBI:30769", "HGNC:2422", "WP:WP78")
    """Identifiers of a substrate and of its product, the gene that catalyses it, and the pathway that draws it."""

    @pytest.fixture
    async def source(self) -> PathwayEdges:
        raise NotImplementedError

    async def every(self, source: PathwayEdges) -> list[DrawnEdge]:
        return [edge async for edges in source.every() for edge in edges]

    async def touching(self, source: PathwayEdges, *nodes: str) -> EdgesFound:
        found = await source.touching(nodes)
        assert found is not None
        return found

    async def test_an_interaction_is_found_by_either_end(self, source: PathwayEdges) -> None:
        one, other, pathway = self.inhibition
        first, second = [
            [
                edge
                for edge in (await self.touching(source, node)).edges
                if edge.pathway == pathway and (edge.sources[0].id, edge.targets[0].id) == (one, other)
            ]
            for node in (one, other)
        ]

        assert [(edge.effect, edge.sign) for edge in first] == [("inhibits", "-")]
        assert first == second

    async def test_every_interaction_is_found_by_each_of_its_nodes_and_no_other(self, source: PathwayEdges) -> None:
        every = await self.every(source)
        nodes = sorted({name for edge in every for name in _names(edge)})
        found = {node: (await self.touching(source, node)).edges for node in nodes}

        assert {node: [*edges] for node, edges in found.items()} == {
            node: sorted((edge for edge in every if node in _names(edge)), key=_order) for node in nodes
        }

    async def test_several_nodes_share_one_list(self, source: PathwayEdges) -> None:
        one, other, _ = self.inhibition
        both, first, second = [
            (await self.touching(source, *nodes)).edges for nodes in ((one, other), (one,), (other,))
        ]

        assert [*both] == sorted({_order(edge): edge for edge in (*first, *second)}.values(), key=_order)

    async def test_what_touches_an_interaction_comes_with_it(self, source: PathwayEdges) -> None:
        substrate, product, enzyme, pathway = self.conversion
        (start,), (end,) = [await source.compounds([one]) for one in (substrate, product)]
        found = await self.touching(source, start)
        (converted,) = [edge for edge in found.edges if edge.pathway == pathway and edge.targets[0].id == end]
        acting = found.acting[pathway, converted.line]

        assert converted.effect == "converts"
        assert [(edge.sources[0].id, edge.effect, edge.targets) for edge in acting] == [
            (enzyme, "catalyses", converted.targets)
        ]
        assert {line for edge in acting if edge.acts_on for line in [edge.acts_on.line]} == {converted.line}

    async def test_all_that_touches_comes_and_nothing_else(self, source: PathwayEdges) -> None:
        every = await self.every(source)
        touching = {
            (edge.pathway, touched.line): edge
            for edge in every
            for touched in (edge.acts_on, edge.begins_at)
            if touched
        }
        nodes = {node.id for edge in every for node in (*edge.sources, *edge.targets)}
        found = await self.touching(source, *nodes)

        assert {key: [*edges][-1] for key, edges in found.acting.items()} == touching

    async def test_interactions_are_found_by_their_lines(self, source: PathwayEdges) -> None:
        every = await self.every(source)
        wanted = every[::3]
        found = await source.lines({(edge.pathway, edge.line) for edge in wanted})

        assert sorted(found, key=_order) == sorted(wanted, key=_order)
        assert await source.lines([("WP:WP99999999", "a"), (every[0].pathway, "nothing")]) == []

    async def test_the_network_joins_all_nodes_that_act(self, source: PathwayEdges) -> None:
        every = await self.every(source)
        known = await source.network()
        directed = {name for edge in every if edge.directed for name in _names(edge)}

        assert directed
        assert {name for edge in every for name in _names(edge) if name in known.network} == directed
        assert known.complete
        assert known.version == (await self.touching(source, self.inhibition[0])).version
        assert (await source.network()).version == known.version

    async def test_a_compound_is_found_by_any_of_its_identifiers(self, source: PathwayEdges) -> None:
        (found,) = await source.compounds([self.conversion[0]])

        assert await source.compounds([found]) == {found}
        assert await source.compounds(["CHEBI:99999999", "HGNC:11998"]) == frozenset()

    async def test_unknown_nodes_have_no_interactions(self, source: PathwayEdges) -> None:
        found = await self.touching(source, "HGNC:99999999", "compound:nothing")

        assert ([*found.edges], {**found.acting}, found.complete) == ([], {}, True)
        assert await source.touching([]) == found

    async def test_a_version_is_found_again_until_it_is_deleted(self, source: PathwayEdges) -> None:
        found = await self.touching(source, self.inhibition[0])

        assert found.version
        assert await source.touching([self.inhibition[0]], found.version) == found
        assert await source.touching([self.inhibition[0]], f"{found.version}0") is None

    async def test_lines_are_of_a_version(self, source: PathwayEdges) -> None:
        found = await self.touching(source, self.inhibition[0])
        key = found.edges[0].pathway, found.edges[0].line

        assert [one.line for one in await source.lines([key], found.version)] == [key[1]]
        assert [*await source.lines([key], f"{found.version}0")] == []


def _names(edge: DrawnEdge) -> set[str]:
    nodes = (*edge.sources, *edge.targets)
    return {one.id for node in nodes for one in _with_members(node)}


def _with_members(node: GraphNode) -> tuple[GraphNode, ...]:
    return (node, *node.members)


def _order(edge: DrawnEdge) -> tuple[int, str, tuple[str, ...]]:
    return int(edge.pathway.removeprefix("WP:WP")), edge.line, tuple(node.id for node in edge.sources)
