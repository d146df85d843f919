"""Nodes whose labels and identifiers mean different genes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from biofacts.domain.genes.gene import GeneFacts, spelled
from biofacts.domain.genes.names import IDENTIFIERS, Rank, gene_term, identifier_terms
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pathways.pathway import DataNode, NodeType

GENES: frozenset[NodeType] = frozenset({"Gene", "Protein", "Rna"})
"""The types of nodes whose labels and identifiers are compared with known genes."""


class KnownGenes:
    """A lookup of genes by symbol and by identifier.

    `genes`: the genes by organism; the gene names of other organisms are not available.
    """

    def __init__(self, genes: Mapping[str, Iterable[GeneFacts]]) -> None:
        self._genes = {organism: [*several] for organism, several in genes.items()}
        self._by_term = {organism: _by_term(several) for organism, several in self._genes.items()}

    def covers(self, organism: str) -> bool:
        """Return True if the names of an organism's genes are available."""
        return organism in self._by_term

    def of(self, reference: tuple[str, str], organism: str) -> Sequence[GeneFacts]:
        """Return the genes of an organism with an identifier: there are several if they encode the same protein."""
        terms = self._by_term.get(organism, {})
        return [gene for term in identifier_terms([reference]) for gene in terms.get(term, ())]

    def approved(self, label: str, organism: str) -> GeneFacts | None:
        """Return the gene of an organism whose approved symbol is the label, ignoring case."""
        genes = self._by_term.get(organism, {}).get(gene_term("symbol", label), ())
        return genes[0] if len(genes) == 1 else None

    def called(self, name: str, organism: str) -> Sequence[GeneFacts]:
        """Return the genes of an organism with a name as symbol, then as previous symbol, then as alias."""
        standings = [(gene.standing(name), gene) for gene in self._genes.get(organism, ())]
        named = [
            (standing.rank, gene)
            for standing, gene in standings
            if standing and not standing.folded and standing.rank <= Rank.ALIAS
        ]
        return [gene for _, gene in sorted(named, key=lambda pair: pair[0])]

    def elsewhere(self, reference: tuple[str, str], organism: str) -> GeneFacts | None:
        """Return a gene of another organism with this identifier; None if the organism itself has such a gene."""
        if reference[0] not in _OF_ONE_GENE or self.of(reference, organism):
            return None
        others = (other for other in self._by_term if other != organism)
        return next((gene for other in others for gene in self.of(reference, other)), None)


_OF_ONE_GENE = frozenset({"entrez", "ensembl_gene", "uniprot", "refseq"})
"""Keys of identifiers that, unlike symbols, belong to genes of only one organism."""
# HGNC states the MGI and RGD ids of the orthologs of a human gene, which are not ids of that gene.
_OF_ORTHOLOGS = ("mgi:", "rgd:")


def _by_term(genes: Iterable[GeneFacts]) -> Mapping[str, Sequence[GeneFacts]]:
    by_term: defaultdict[str, list[GeneFacts]] = defaultdict(list)
    for gene in genes:
        own = (
            identifier
            for identifier in gene.identifiers
            if not (gene.is_human and identifier.startswith(_OF_ORTHOLOGS))
        )
        for term in {gene_term("symbol", gene.symbol), *own}:
            by_term[term].append(gene)
    return by_term


def terms_of(nodes: Iterable[tuple[str, Sequence[tuple[str, str]]]]) -> Sequence[str]:
    """Return the exact terms of the genes that the rules need. `nodes`: the label and the references of each node."""
    terms = dict.fromkeys(term for label, references in nodes for term in _terms(label, references))
    return [*terms]


def _terms(label: str, references: Sequence[tuple[str, str]]) -> Iterator[str]:
    if label:
        yield f"name:{spelled(label)}"
    for key, value in references:
        if key == "hgnc_symbol":
            yield f"name:{spelled(value)}"
        elif key in IDENTIFIERS:
            yield gene_term(key, value)


def of_another_gene(
    label: str, references: Iterable[tuple[str, str]], organism: str, genes: KnownGenes
) -> tuple[GeneFacts, GeneFacts] | None:
    """Return the gene whose approved symbol is the label, and the gene with the identifiers, if they are different.

    Returns None if the label is another name of the identified gene, even if it is the approved symbol of another gene.
    """
    labelled = genes.approved(label, organism)
    identified = [gene for reference in references for gene in genes.of(reference, organism)] if labelled else []
    if labelled is None or not identified or labelled in identified:
        return None
    return None if any(gene.standing(label) for gene in identified) else (labelled, identified[0])


def disagreement(labelled: GeneFacts, identified: GeneFacts) -> str:
    """Return the remark that a label and an identifier mean different genes."""
    return (
        f"The label is the approved symbol of {named_gene(labelled)},"
        f" but the identifier belongs to {named_gene(identified)}."
    )


def named_gene(gene: GeneFacts) -> str:
    """Return the symbol and id of a gene, for messages."""
    return f"{gene.symbol} ({gene.id})"


def name_terms(nodes: Iterable[DataNode]) -> Sequence[str]:
    """Return the exact term of each node's label as a gene's name."""
    return [*dict.fromkeys(f"name:{spelled(node.label)}" for node in nodes if node.label)]


def doubted(nodes: Iterable[DataNode], genes: Iterable[GeneFacts]) -> Sequence[DataNode]:
    """Return the nodes whose label is the approved symbol of a gene, but whose identifiers may be of another gene.

    These nodes are few, and only their identifiers need to be looked up. `genes`: all genes with a label as a name.
    """
    by_symbol: defaultdict[str, list[GeneFacts]] = defaultdict(list)
    for gene in genes:
        by_symbol[spelled(gene.symbol)].append(gene)
    return [
        node
        for node in nodes
        if len(named := by_symbol.get(spelled(node.label), [])) == 1 and not _plainly_is(node, named[0])
    ]


def _plainly_is(node: DataNode, gene: GeneFacts) -> bool:
    references, own = node.cross_references, gene.cross_references
    return any(references.get(key, "") == own.get(key) for key in ("entrez", "ensembl_gene", "uniprot"))


def with_disagreements(
    nodes: Iterable[DataNode], organism: str, genes: KnownGenes, labels: Collection[str]
) -> tuple[DataNode, ...]:
    """Add a remark to nodes whose label and drawn identifier mean different genes. `labels`: the labels to check."""
    return tuple(_remarked(node, organism, genes) if node.label in labels else node for node in nodes)


def _remarked(node: DataNode, organism: str, genes: KnownGenes) -> DataNode:
    pair = _disagreeing(node, organism, genes)
    return msgspec.structs.replace(node, remark=disagreement(*pair)) if pair else node


def _disagreeing(node: DataNode, organism: str, genes: KnownGenes) -> tuple[GeneFacts, GeneFacts] | None:
    return of_another_gene(node.label, pairs(node.cross_references), organism, genes) if node.type in GENES else None


def doubtful_genes(
    nodes: Iterable[tuple[DataNode, Iterable[str]]], organism: str, genes: KnownGenes
) -> Mapping[str, str]:
    """Return remarks, by gene id, on the genes that a drawing has only as nodes whose label and identifier disagree.

    `nodes`: the data nodes, each with the exact gene terms of its drawn and mapped identifiers.
    """
    sure, doubtful = set[str](), dict[str, tuple[GeneFacts, str]]()
    for node, terms in nodes:
        if pair := _disagreeing(node, organism, genes):
            for gene in pair:
                doubtful.setdefault(gene.id, (gene, _drawn_with_identifier_of(*pair)))
        else:
            sure.update(terms)
    return {key: remark for key, (gene, remark) in doubtful.items() if sure.isdisjoint(_terms_of(gene))}


def _drawn_with_identifier_of(labelled: GeneFacts, identified: GeneFacts) -> str:
    return f"Drawn as {labelled.symbol}, but with the identifier of {identified.symbol}."


def _terms_of(gene: GeneFacts) -> Iterator[str]:
    yield gene_term("symbol", gene.symbol)
    yield from gene.identifiers
