"""Pathways, drawn compounds and ontology terms as catalogue entries, made from index files, drawings and ontologies."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

import anyio.to_thread
import msgspec

from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed
from biofacts.domain.genes.drawn_labels import LabelledNode
from biofacts.domain.genes.names import identifier_terms
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import CrossReferences, KeyedId, pairs
from biofacts.domain.pathways.compound_nodes import CompoundNode, is_compound, of_compounds, skeletons
from biofacts.domain.pathways.drawn_nodes import written
from biofacts.domain.pathways.index_files import (
    CitingPathway,
    ListedPathway,
    MappedNode,
    MappedPathway,
    Mappings,
    PathwaySummary,
)
from biofacts.domain.pathways.pathway import Drawing, PathwayComponents
from biofacts.domain.pathways.references import Term, cited, descendants, reference_terms
from biofacts.domain.search import synonyms
from biofacts.domain.search.index import Field, folded_names, prefixed
from biofacts.domain.text import clean, fold
from biofacts.ports.catalogue import Catalogue, Entry

TEXT, XREF, GPML, LITERATURE = "wikipathways-text", "wikipathways-xref", "wikipathways-gpml", "wikipathways-literature"
ONTOLOGY, DISEASES = "pathway-ontology", "disease-ontology"
"""The names of the catalogues: searchable texts, mapped identifiers, drawings, cited works, and two ontologies."""

Credit = Literal["author", "literature"]
"""The kind of a credited name, which is searched only after a pathway's other texts: an author or a cited work."""

_MOST_NARROWER = 40
"""The number of narrower terms above which an ontology term is too general to include their names in a search."""

_MAPPED_GENES = frozenset({"symbol", "entrez", "ensembl_gene", "uniprot"})

References = list[tuple[str, str]]
"""The (registry key, identifier) pairs of a pathway: the record of an entry in `XREF`."""


label_term = prefixed("label")
"""The exact term of a data node's label."""
title_word_term = prefixed("title")
"""The exact term of one folded word of a pathway's title."""
skeleton_term = prefixed("skeleton")
"""The exact term of a skeleton: the part of an InChIKey that all stereo forms, charge forms and isotopes share."""
tag_term = prefixed("tag", str.casefold)
"""The exact term of pathways that are tagged with an ontology term, by the term's name."""
kegg_term = prefixed("kegg")
"""The exact term of the ontology terms that are equivalent to a KEGG map."""
named_so_term = prefixed("name")
"""The exact term of the ontology terms with a folded name."""
_merged_term = prefixed("merged")
"""The exact term of an obsolete ontology term, by its id; it finds the term into which that was merged."""


def label_terms(symbol: str) -> list[str]:
    """Return the exact terms of a gene symbol as a label, in the spellings of all organisms: BRCA1, Brca1, brca1."""
    return list(map(label_term, written(symbol)))


def skeleton_terms(references: Iterable[KeyedId]) -> Iterator[str]:
    """Yield the exact terms of the skeletons of all InChIKeys among some identifiers."""
    return map(skeleton_term, sorted(skeletons(references)))


def whole_credit_term(kind: Credit, name: str) -> str:
    """Return the exact term of a whole author's name or title of a cited work, regardless of spaces and punctuation."""
    return f"{kind}:{fold.compact(name)}"


def credit_run_terms(kind: Credit, words: Sequence[str]) -> Iterator[str]:
    """Yield the exact terms of each pair of adjacent folded words, or of the only word."""
    runs = pairwise(words) if len(words) > 1 else [words]
    return (f"{kind} words:{' '.join(run)}" for run in runs)


def credit_terms(kind: Credit, names: Iterable[str]) -> Iterator[str]:
    """Yield the exact terms of authors' names or titles of cited works: whole, by word pairs, and by single words."""
    for name in names:
        words = fold.without_stop_words(fold.tokens(name))
        yield whole_credit_term(kind, name)
        yield from credit_run_terms(kind, words)
        for word in words:
            yield from credit_run_terms(kind, [word])


def index_listed(
    rows: Iterable[ListedPathway], drawing: Callable[[str], Drawing | None] = lambda _: None, enriched_by: str = ""
) -> Indexed:
    """Index the texts of pathways. Labels, title words and identifiers become exact terms; the row is the record.

    `drawing`: a function that returns a pathway's drawing, for its whole description, labels and literature.
    `enriched_by`: the version of the catalogue of drawings.
    """
    ordered = sorted(rows, key=lambda row: row.summary.order(row.local_id))
    return Indexed(
        entries=(_listed(row, drawing(row.local_id)) for row in ordered),
        synonyms=map(folded_names, synonyms.PATHWAYS),
        enriched_by=enriched_by,
    )


def _listed(row: ListedPathway, drawing: Drawing | None) -> Entry:
    summary = row.summary
    described = clean.without_links(drawing.description or "") if drawing else ""
    return Entry(
        key=row.local_id,
        category=summary.organism,
        prior=organisms.prior(summary.organism),
        texts={
            Field.TITLE: [summary.title],
            Field.NAME: [row.local_id],
            Field.TERM: row.terms,
            Field.CATEGORY_NAMES: [organisms.all_names(summary.organism)],
            # The index file cuts descriptions after 200 characters.
            Field.TEXT: [described or summary.description or ""],
            Field.LABEL: list(dict.fromkeys([*row.labels, *(_drawn_labels(drawing) if drawing else ())])),
        },
        exact_terms=[
            *map(label_term, row.labels),
            *map(title_word_term, fold.words(summary.title)),
            *map(tag_term, row.terms),
            *(reference_terms(_drawn_references(drawing)) if drawing else ()),
            *credit_terms("author", {*row.authors, *(drawing.revision.curators if drawing else ())}),
            *credit_terms("literature", _works(drawing)),
        ],
        summary=encode_summary(summary),
        record=msgspec.msgpack.encode(row),
    )


def _drawn_labels(drawing: Drawing) -> Iterator[str]:
    """Yield all labels in a drawing: of nodes, of groups, and of whatever else lines end at."""
    components = drawing.components
    yield from (node.label for node in components.nodes)
    yield from (group.label for group in components.groups if group.label)
    for line in components.interactions:
        yield from (label for label in (line.source_label, line.target_label) if label)


def _works(drawing: Drawing | None) -> set[str]:
    """Return the titles of the works that a drawing cites."""
    return {work.title for work in drawing.literature if work.title} if drawing else set()


def _drawn_references(drawing: Drawing) -> Iterator[KeyedId]:
    """Yield all identifiers in a drawing: of the pathway itself, of its nodes, and of cited works."""
    yield from drawing.references
    for node in drawing.components.nodes:
        yield from pairs(node.cross_references)
    for work in drawing.literature:
        yield from cited(work)


def index_cited(rows: Iterable[CitingPathway]) -> Indexed:
    """Index pathways by the works that they cite, as exact terms."""
    return Indexed(
        entries=(
            Entry(key=row.local_id, category=row.organism, exact_terms=reference_terms(row.references)) for row in rows
        )
    )


def mapped_terms(terms: Iterable[str]) -> list[str]:
    """Select the exact terms of genes that can occur in the index file, which has columns for a few databases only."""
    return [term for term in terms if term.partition(":")[0] in _MAPPED_GENES]


def index_mapped(rows: Iterable[MappedPathway]) -> Indexed:
    """Index pathways by their mapped identifiers, which are exact terms as well as the record."""
    # Sorted in encoded form, since the decoded references of all pathways take a hundred megabytes.
    encoded = sorted((row.summary.order(row.local_id), row.local_id, msgspec.msgpack.encode(row)) for row in rows)
    return Indexed(entries=(_mapped(msgspec.msgpack.decode(row, type=MappedPathway)) for _, _, row in encoded))


def _mapped(row: MappedPathway) -> Entry:
    return Entry(
        key=row.local_id,
        category=row.summary.organism,
        exact_terms=[
            *identifier_terms(row.references),
            *reference_terms(row.references),
            *skeleton_terms(row.references),
        ],
        summary=encode_summary(row.summary),
        record=msgspec.msgpack.encode(row.references),
    )


def drawn(drawing: Drawing) -> Entry:
    """Return the entry of a drawing, with its genes as exact terms and the drawing itself as the record."""
    summary = PathwaySummary(drawing.title, drawing.organism, clean.shorten(drawing.description or "") or None)
    return Entry(
        key=drawing.local_id,
        category=drawing.organism,
        exact_terms=drawing.gene_terms,
        summary=encode_summary(summary),
        record=encode_drawing(drawing),
    )


async def ontology_terms(ontology: Catalogue, identifiers: Sequence[str]) -> Sequence[Term]:
    """Return the ontology terms with these identifiers, or the terms that they were merged into."""
    stored = dict(await ontology.records(identifiers))
    for identifier in identifiers:
        if identifier not in stored:
            merged = await ontology.records(await ontology.keys([_merged_term(identifier)]))
            stored.update((identifier, body) for body in merged.values())
    return [msgspec.msgpack.decode(stored[identifier], type=Term) for identifier in identifiers if identifier in stored]


def index_terms(rows: Iterable[Term]) -> Indexed:
    """Index ontology terms by name and by KEGG map. The summary has a term's names and those of narrower terms."""
    terms = list(rows)
    below = descendants(terms)
    return Indexed(entries=(_ontology_term(term, below.get(term.identifier, ())) for term in terms))


def _ontology_term(term: Term, below: Sequence[Term]) -> Entry:
    narrower = [name for descendant in below for name in descendant.names] if len(below) <= _MOST_NARROWER else []
    return Entry(
        key=term.identifier,
        texts={Field.NAME: term.names},
        exact_terms=[
            *map(named_so_term, folded_names(term.names)),
            *map(kegg_term, term.kegg),
            *map(_merged_term, term.merged),
        ],
        summary=msgspec.msgpack.encode(TermNames(folded_names(term.names), folded_names(narrower))),
        record=msgspec.msgpack.encode(term),
    )


class TermNames(msgspec.Struct, frozen=True):
    """The folded names of an ontology term, and of its `narrower` terms: the kinds and parts of it, at any depth."""

    names: list[str]
    narrower: list[str]


decode_term_names = msgspec.msgpack.Decoder(TermNames).decode


encode_summary = msgspec.json.encode
decode_summary = lru_cache(maxsize=2000)(
    msgspec.json.Decoder(PathwaySummary).decode
)  # many queries find the same pathways


encode_drawing = msgspec.msgpack.encode
decode_drawing = msgspec.msgpack.Decoder(Drawing).decode


class _Components(msgspec.Struct, frozen=True):
    """A stored drawing, decoded for its components only."""

    components: PathwayComponents


decode_components = msgspec.msgpack.Decoder(_Components).decode


class _GenesDrawn(msgspec.Struct, frozen=True):
    """A stored drawing, decoded for the exact terms of its genes only, in a tenth of the time."""

    gene_terms: tuple[str, ...] = ()


decode_genes_drawn = msgspec.msgpack.Decoder(_GenesDrawn).decode


class _Node(msgspec.Struct, frozen=True):
    """A node of a stored drawing, decoded without its geometry."""

    label: str = ""
    cross_references: CrossReferences = {}


class _Nodes(msgspec.Struct, frozen=True):
    """The nodes of a stored drawing, by kind."""

    genes: tuple[_Node, ...] = ()
    proteins: tuple[_Node, ...] = ()
    metabolites: tuple[_Node, ...] = ()
    complexes: tuple[_Node, ...] = ()
    linked_pathways: tuple[_Node, ...] = ()


class _NodesDrawn(msgspec.Struct, frozen=True):
    """A stored drawing, decoded for its nodes only."""

    components: _Nodes


_decode_nodes_drawn = msgspec.msgpack.Decoder(_NodesDrawn).decode


def decode_labels(stored: Iterable[bytes]) -> Iterator[Iterator[LabelledNode]]:
    """Yield the labelled nodes of each stored drawing, without genes that have no identifier."""
    terms = cache(identifier_terms)  # most nodes recur in several drawings
    return (_labels(_decode_nodes_drawn(drawing).components, terms) for drawing in stored)


def _labels(
    drawn: _Nodes, terms_of: Callable[[tuple[tuple[str, str], ...]], tuple[str, ...]]
) -> Iterator[LabelledNode]:
    for node in (*drawn.genes, *drawn.proteins):
        if node.label and (terms := terms_of(tuple(pairs(node.cross_references)))):
            yield LabelledNode(node.label, terms)
    for node in (*drawn.metabolites, *drawn.complexes, *drawn.linked_pathways):
        if node.label:
            yield LabelledNode(node.label)


decode_listed = msgspec.msgpack.Decoder(ListedPathway).decode


def decode_references(stored: bytes | None) -> References:
    """Decode the stored references of a pathway; return an empty list if `stored` is None."""
    return msgspec.msgpack.decode(stored, type=References) if stored else []


NODES = "wikipathways-compounds"
"""The name of the catalogue of drawn compounds: an entry per pathway, found by identifiers, and per distinct node."""

_NODE = "node:"
"""The prefix of the entry keys and exact terms of nodes."""

_DrawnNode = tuple[str, tuple[KeyedId, ...]]
"""A node's label and identifiers."""


def node_terms(references: Iterable[KeyedId]) -> list[str]:
    """Return the exact terms that find nodes by identifier. For pathways, use `reference_terms`."""
    return [f"{_NODE}{term}" for term in reference_terms(references)]


node_of_pathway_term = prefixed(f"{_NODE}in")
"""The exact term of all nodes of a pathway."""
node_label_term = prefixed("label", fold.compact)
"""The exact term of nodes with a label, regardless of spelling."""


def index_nodes(drawn: Iterable[tuple[Drawing, Sequence[MappedNode]]]) -> Iterator[Entry]:
    """Yield the entries for some drawings, each given with the rows of its table of mapped nodes, if there is one."""
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
    """Yield the nodes that are metabolites or have a compound's identifier, with their drawn and mapped identifiers."""
    mappings = Mappings(rows)
    drawn_ids = set[KeyedId]()
    for node in drawing.components.nodes:
        references = of_compounds([*pairs(node.cross_references), *mappings.of(node)])
        drawn_ids.update(references)
        is_metabolite = node.type == "Metabolite"
        if is_metabolite or is_compound(references):
            yield node.label if is_metabolite else "", references
    for row in rows:  # a table may be newer than the drawing
        references = of_compounds(row.references)
        if is_compound(references) and not drawn_ids.issuperset(references):
            yield row.label, references


async def all_nodes(catalogue: Catalogue) -> list[CompoundNode]:
    """Return all nodes of the catalogue."""
    keys = [key for key in await catalogue.all_keys() if key.startswith(_NODE)]
    return await anyio.to_thread.run_sync(_decoded, await catalogue.summaries(keys))  # about 10,000 nodes


async def nodes_of(catalogue: Catalogue, terms: Sequence[str]) -> list[CompoundNode]:
    """Return the nodes with any of the exact terms."""
    summaries: Mapping[str, bytes] = await catalogue.with_terms(terms) if terms else {}
    return _decoded(summaries)


def _decoded(summaries: Mapping[str, bytes]) -> list[CompoundNode]:
    return [msgspec.msgpack.decode(stored, type=CompoundNode) for stored in summaries.values()]
