"""Drawn compounds as catalogue entries: pathways by identifier, and the identifiers that nodes share."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import anyio.to_thread
import msgspec

from biofacts.adapters.local.entries.pathways import label_term, skeleton_terms
from biofacts.domain.identifiers.cross_references import KeyedId, pairs
from biofacts.domain.pathways.compound_nodes import CompoundNode, is_compound, of_compounds
from biofacts.domain.pathways.index_files import MappedNode, Mappings
from biofacts.domain.pathways.pathway import Drawing
from biofacts.domain.pathways.references import reference_terms
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, Entry

NODES = "wikipathways-compounds"
"""The catalogue: an entry for each pathway, found by identifiers, and one for each distinct node."""

_NODE = "node:"
"""The prefix of the keys and terms of nodes."""

_DrawnNode = tuple[str, tuple[KeyedId, ...]]
"""A label and identifiers."""


def node_terms(references: Iterable[KeyedId]) -> list[str]:
    """Return the exact terms of nodes with one of the identifiers; those of pathways are `reference_terms`."""
    return [f"{_NODE}{term}" for term in reference_terms(references)]


def node_of_pathway_term(pathway: str) -> str:
    """Return the exact term of all nodes of a pathway."""
    return f"{_NODE}in:{pathway}"


def node_label_term(label: str) -> str:
    """Return the exact term of nodes with a label, however it is spelled."""
    return label_term(fold.compact(label))


def index_nodes(drawn: Iterable[tuple[Drawing, Sequence[MappedNode]]]) -> Iterator[Entry]:
    """Yield the entries of drawings, each with its table of mapped nodes as far as there is one."""
    carried_in: defaultdict[_DrawnNode, dict[str, None]] = defaultdict(dict)
    for drawing, rows in drawn:
        carried = dict.fromkeys(_nodes(drawing, rows))
        for node in carried:
            carried_in[node][drawing.local_id] = None
        yield _pathway(drawing, {pair for _, references in carried for pair in references})
    for number, ((label, references), pathways) in enumerate(carried_in.items()):
        yield _node(number, CompoundNode(label, references, tuple(pathways)))


def _pathway(drawing: Drawing, references: Iterable[KeyedId]) -> Entry:
    references = [*references]
    return Entry(
        key=drawing.local_id,
        category=drawing.organism,
        exact_terms=[*reference_terms(references), *skeleton_terms(references)],
    )


def _node(number: int, node: CompoundNode) -> Entry:
    return Entry(
        key=f"{_NODE}{number}",
        exact_terms=[
            *node_terms(node.references),
            *([node_label_term(node.label)] if node.label else []),
            *map(node_of_pathway_term, node.pathways),
        ],
        summary=msgspec.msgpack.encode(node),
    )


def _nodes(drawing: Drawing, rows: Sequence[MappedNode]) -> Iterator[_DrawnNode]:
    """Yield the nodes that are compounds or have a compound's identifier, with drawn and mapped identifiers."""
    mappings = Mappings(rows)
    known = set[KeyedId]()
    for node in drawing.components.nodes:
        references = of_compounds([*pairs(node.cross_references), *mappings.of(node)])
        known.update(references)
        is_metabolite = node.type == "Metabolite"
        if is_metabolite or is_compound(references):
            yield node.label if is_metabolite else "", references
    for row in rows:  # a table may be newer than the drawing
        references = of_compounds(row.references)
        if is_compound(references) and not known.issuperset(references):
            yield row.label, references


async def all_nodes(catalogue: Catalogue) -> list[CompoundNode]:
    """Return all nodes."""
    keys = [key for key in await catalogue.all_keys() if key.startswith(_NODE)]
    return await anyio.to_thread.run_sync(_decoded, await catalogue.summaries(keys))  # about 10,000 nodes


async def nodes_of(catalogue: Catalogue, terms: Sequence[str]) -> list[CompoundNode]:
    """Return the nodes with one of the terms."""
    found: Mapping[str, bytes] = await catalogue.with_terms(terms) if terms else {}
    return _decoded(found)


def _decoded(found: Mapping[str, bytes]) -> list[CompoundNode]:
    return [msgspec.msgpack.decode(stored, type=CompoundNode) for stored in found.values()]
