"""Rules that find the flaws of a drawing that its curator would correct.

Nothing is guessed: a line that ends near a node counts as unconnected, and genes are known only from their databases.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from biofacts.domain.answers.records import HGNC
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.names import organism_of
from biofacts.domain.identifiers.identifier_databases import BY_KEY
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pathways.label_disagreements import GENES, KnownGenes, disagreement, named_gene, of_another_gene
from biofacts.domain.pathways.pathway import NodeType
from biofacts.domain.pathways.references import Publication

Slip = Literal["missing", "unknown database", "malformed"]
"""The flaw of a node's reference. `missing`: the node lacks the identifier or its database."""

Referrer = Literal["line", "group", "state"]
"""The kind of a reference: a line refers to the elements at its ends, a member to its group, a state to its node."""


class CuratedNode(msgspec.Struct, frozen=True, kw_only=True):
    """A data node. `database`, `identifier`: its reference as the curator wrote it.

    `reference`: the registry key and value of the identifier, if the registry has the database. `slip`: the flaw of the
    reference; `reference` is then derived from the form of the identifier, if possible. `intended`: the known database
    with a name similar to that of an unknown one.
    """

    id: str
    label: str
    type: NodeType
    database: str = ""
    identifier: str = ""
    reference: tuple[str, str] | None = None
    slip: Slip | None = None
    intended: str | None = None


class CuratedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that is marked as an interaction.

    `ends`: the texts of the elements at its start and end; "" for an element without text, None for a free end.
    """

    id: str
    ends: tuple[str | None, str | None]


class DanglingReference(msgspec.Struct, frozen=True, kw_only=True):
    """A reference to an id that does not exist (`to`). `id`, `label`: the id and text of the element that has it."""

    id: str
    label: str
    by: Referrer
    to: str


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """A citation by an element, or by the whole pathway (`id` is empty). `publication`: the publication's `name`."""

    id: str
    label: str
    publication: str


class ListedPublication(msgspec.Struct, frozen=True, kw_only=True):
    """A publication as listed in the file. `name`: the id by which elements cite the publication."""

    name: str
    database: str
    identifier: str
    title: str


class CuratedDrawing(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a drawing that the rules check. `id`: its CURIE (`WP:WP254`), or empty if the file has none.

    `repeated`: the ids that several elements have, each with the label of the second element.
    """

    id: str
    title: str
    organism: str
    nodes: tuple[CuratedNode, ...] = ()
    lines: tuple[CuratedLine, ...] = ()
    dangling: tuple[DanglingReference, ...] = ()
    repeated: tuple[tuple[str, str], ...] = ()
    citations: tuple[Citation, ...] = ()
    publications: tuple[ListedPublication, ...] = ()


Severity = Literal["error", "warning", "note"]
"""`error`: the file contradicts itself or a database; `warning`: it probably does; `note`: something is missing."""

SEVERITIES: Sequence[Severity] = ("error", "warning", "note")


class Rule(msgspec.Struct, frozen=True):
    """A rule that drawings are checked against."""

    id: str
    severity: Severity
    summary: str


LABEL = Rule("label-of-another-gene", "warning", "The label is the approved symbol of another gene.")
FOREIGN = Rule("foreign-identifier", "warning", "The identifier belongs to another organism.")
WITHDRAWN = Rule("withdrawn-identifier", "error", "HGNC does not list the identifier or symbol as approved.")
UNLISTED = Rule("unlisted-identifier", "warning", "HGNC lists another Ensembl gene for this symbol.")
MALFORMED = Rule("malformed-identifier", "error", "The identifier does not have the format of its database.")
UNKNOWN_DATABASE = Rule("unknown-database", "error", "The name of the database is unknown.")
MISSING = Rule("missing-identifier", "note", "The node has no identifier.")
FREE_LINE = Rule("unconnected-line", "note", "An end of the interaction is not connected.")
DANGLING = Rule("dangling-reference", "error", "The element refers to an id that does not exist.")
REPEATED = Rule("repeated-id", "error", "Several elements have the same id.")
UNLISTED_PUBLICATION = Rule("unlisted-publication", "error", "The file does not list the cited publication.")
PUBLICATION_ID = Rule("publication-without-id", "warning", "The publication has no PubMed id, DOI or other identifier.")

RULES: Sequence[Rule] = (
    LABEL, FOREIGN, WITHDRAWN, UNLISTED, MALFORMED, UNKNOWN_DATABASE, MISSING, FREE_LINE, DANGLING, REPEATED,
    UNLISTED_PUBLICATION, PUBLICATION_ID,
)  # fmt: skip
"""All rules, in the order in which their findings are listed."""


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A flaw in a drawing. `pathway`: the pathway's CURIE (`WP:WP254`); empty for a file without an id.

    `element`: the GraphId of the element, or `node-<n>` as in components; empty for the drawing as a whole. `proposal`:
    the correct value, if it is certain.
    """

    pathway: str = ""
    rule: str
    severity: Severity
    element: str = ""
    label: str = ""
    message: str
    proposal: str | None = None


_IDENTIFIED = GENES | {"Metabolite", "Pathway"}
"""The types of nodes that need an identifier. Complexes have members instead, and no database may list an event."""


def findings(drawing: CuratedDrawing, genes: KnownGenes) -> list[Finding]:
    """Return all findings in a drawing, in the order of the rules."""
    unsorted = [*_in_nodes(drawing, genes), *_in_references(drawing)]
    order = {rule.id: place for place, rule in enumerate(RULES)}
    return sorted(unsorted, key=lambda finding: order[finding.rule])


def _finding(
    drawing: CuratedDrawing, rule: Rule, element: tuple[str, str], message: str, proposal: str | None = None
) -> Finding:
    return Finding(
        pathway=drawing.id, rule=rule.id, severity=rule.severity, element=element[0], label=element[1],
        message=message, proposal=proposal,
    )  # fmt: skip


# Nodes and their identifiers


def _in_nodes(drawing: CuratedDrawing, genes: KnownGenes) -> Iterator[Finding]:
    for node in drawing.nodes:
        element = node.id, node.label
        if node.slip:
            rule, message, proposal = _slip(node, drawing.organism, genes)
            if rule is not MISSING or node.type in _IDENTIFIED:
                yield _finding(drawing, rule, element, message, proposal)
        elif node.type in GENES:
            for rule, message, proposal in _of_gene(node, drawing.organism, genes):
                yield _finding(drawing, rule, element, message, proposal)


_Told = tuple[Rule, str, str | None]
"""A rule, the message on how it is broken, and the proposal."""


def _missing(node: CuratedNode, organism: str, genes: KnownGenes) -> _Told:
    if node.identifier:
        return MISSING, f"The identifier {node.identifier} has no database.", _known_as(node)
    what = f"{node.database} identifier" if node.database else "identifier"
    gene = genes.approved(node.label, organism) if node.type in GENES else None
    # The label must be the symbol in its own spelling, and a name of no other gene.
    is_sure = gene is not None and gene.symbol == node.label and genes.called(node.label, organism) == [gene]
    return MISSING, f"The {_NOUNS[node.type]} has no {what}.", _drawn_as(gene) if gene and is_sure else None


_NOUNS: Mapping[NodeType, str] = {
    "Gene": "gene", "Protein": "protein", "Rna": "RNA", "Metabolite": "metabolite", "Complex": "complex",
    "Pathway": "linked pathway", "Other": "node",
}  # fmt: skip


def _slip(node: CuratedNode, organism: str, genes: KnownGenes) -> _Told:
    if node.slip == "missing":
        return _missing(node, organism, genes)
    if node.slip == "malformed":
        return MALFORMED, f"'{node.identifier}' is not a well-formed {node.database} identifier.", _known_as(node)
    meant = f"; did you mean '{node.intended}'?" if node.intended else "."
    message = f"'{node.database}' is not the name of a database that BridgeDb can map{meant}"
    return UNKNOWN_DATABASE, message, _known_as(node)


def _known_as(node: CuratedNode) -> str | None:
    """Return the reference of a node as text, such as `Ensembl gene: ENSG00000141510`."""
    return f"{BY_KEY[node.reference[0]].label}: {node.reference[1]}" if node.reference else None


def _drawn_as(gene: GeneFacts) -> str:
    """Return the gene's Ensembl id, which most nodes in WikiPathways have, or else its own id."""
    ensembl = gene.cross_references.get("ensembl_gene")
    return f"Ensembl: {ensembl}" if isinstance(ensembl, str) else gene.id


def _of_gene(node: CuratedNode, organism: str, genes: KnownGenes) -> Iterator[_Told]:
    """Compare a node with a well-formed identifier to the known genes."""
    if breach := _foreign(node, organism, genes):
        yield breach
    # HGNC lists human genes only, so that its rules do not apply to others.
    elif node.reference is None or organism != HUMAN:
        yield from _another(node, organism, genes)
    elif breach := _withdrawn(node.reference, genes) or _unlisted(node, node.reference, genes):
        yield breach
    else:
        yield from _another(node, organism, genes)


def _another(node: CuratedNode, organism: str, genes: KnownGenes) -> Iterator[_Told]:
    references = [node.reference] if node.reference else []
    if pair := of_another_gene(node.label, references, organism, genes):
        yield LABEL, disagreement(*pair), None


def _foreign(node: CuratedNode, organism: str, genes: KnownGenes) -> _Told | None:
    of = organism_of(node.identifier) or _ORGANISMS.get(node.reference[0] if node.reference else "")
    gene = genes.elsewhere(node.reference, organism) if node.reference else None
    if gene is None and of in (None, organism):
        return None
    whose = f"{named_gene(gene)} of {gene.organism}" if gene else f"a gene of {of}"
    own = genes.approved(node.label, organism)
    message = f"The identifier belongs to {whose}, but this is a pathway of {organism}."
    return FOREIGN, message, _drawn_as(own) if own else None


_ORGANISMS: Mapping[str, str] = {
    "hgnc": HUMAN, "hgnc_symbol": HUMAN, "mgi": "Mus musculus", "rgd": "Rattus norvegicus",
}  # fmt: skip
"""The organisms of databases that have only one, by registry key."""


def _withdrawn(reference: tuple[str, str], genes: KnownGenes) -> _Told | None:
    key, value = reference
    if key not in ("hgnc", "hgnc_symbol") or not genes.covers(HUMAN) or genes.of(reference, HUMAN):
        return None
    if key == "hgnc":
        return WITHDRAWN, f"{HGNC} lists no approved gene {value}: the id was withdrawn or never assigned.", None
    called = genes.called(value, HUMAN)
    if not called:
        return WITHDRAWN, f"{HGNC} lists no gene with the symbol {value}.", None
    names = " or ".join(named_gene(gene) for gene in called)
    is_sure = len(called) == 1 and value in called[0].previous_symbols
    message = f"{value} is not an approved symbol, but {HGNC} lists it as another name of {names}."
    return WITHDRAWN, message, f"{HGNC}: {called[0].symbol}" if is_sure else None


def _unlisted(node: CuratedNode, reference: tuple[str, str], genes: KnownGenes) -> _Told | None:
    # Unlisted identifiers of other databases may belong to a virus, whose `VCP` and `tat` are other genes.
    if reference[0] != "ensembl_gene" or genes.of(reference, HUMAN):
        return None
    gene = genes.approved(node.label, HUMAN)
    ensembl = gene.cross_references.get("ensembl_gene") if gene else None
    if gene is None or not isinstance(ensembl, str):
        return None
    message = f"{HGNC} lists {ensembl} for {named_gene(gene)}, and no gene with {reference[1]}."
    return UNLISTED, message, f"Ensembl: {ensembl}"


# Lines, ids and publications


def _in_references(drawing: CuratedDrawing) -> Iterator[Finding]:
    for line in drawing.lines:
        if None in line.ends:
            yield _finding(drawing, FREE_LINE, (line.id, " - ".join(filter(None, line.ends))), _free(line))
    for dangling in drawing.dangling:
        message = f"{_REFERRERS[dangling.by]} '{dangling.to}', which does not exist."
        yield _finding(drawing, DANGLING, (dangling.id, dangling.label), message)
    for name, label in drawing.repeated:
        yield _finding(drawing, REPEATED, (name, label), f"Another element also has the id '{name}'.")
    listed = {work.name for work in drawing.publications}
    for cited in drawing.citations:
        if cited.publication not in listed:
            message = f"The file lists no publication with the cited id '{cited.publication}'."
            yield _finding(drawing, UNLISTED_PUBLICATION, (cited.id, cited.label), message)
    for work in drawing.publications:
        if flaw := _unidentified(work):
            yield _finding(drawing, PUBLICATION_ID, (work.name, work.title), flaw)


def _free(line: CuratedLine) -> str:
    start, end = line.ends
    if start is None and end is None:
        return "Neither end of the line is connected."
    free, other, text = ("start", "end", end) if start is None else ("end", "start", start)
    where = f"'{text}'" if text else "an element without text"
    return f"The {free} of the line is not connected; its {other} is connected to {where}."


_REFERRERS = {
    "line": "An end of the line refers to", "group": "The element belongs to the group",
    "state": "The state belongs to",
}  # fmt: skip


def _unidentified(work: ListedPublication) -> str | None:
    publication = Publication.read(work.database, work.identifier, title=work.title or None)
    if publication is None or not (publication.pubmed or publication.doi or publication.identifier):
        return "The publication has no identifier."
    if publication.identifier and work.database.casefold() == "pubmed":
        return f"'{work.identifier}' is not a PubMed id."
    return None
