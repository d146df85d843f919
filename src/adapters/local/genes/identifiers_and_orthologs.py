"""Lookups across the catalogues of genes: a gene's other identifiers, its reviewed proteins, and its orthologs."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import NamedTuple, TypeVar

import anyio.to_thread

from biofacts.adapters.local.catalogue_entries.genes import catalogue_name, decode_gene, genes_with
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue, PartResult, look_up_part
from biofacts.domain.answers.missing_parts import MissingParts
from biofacts.domain.genes import orthologs
from biofacts.domain.genes.gene import GeneFacts, Ortholog, spelled
from biofacts.domain.genes.names import IDENTIFIERS, bare_accession, gene_term
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import KeyedId, pairs
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pharmacology.target import TargetProtein
from biofacts.ports.catalogue import Catalogue
from biofacts.ports.genes import DrawnGene, GenesByTerm

_ADDED = frozenset({"entrez", "ensembl_gene", "uniprot"})


class Reviewed(NamedTuple):
    """Reviewed UniProt accessions. `lacks`: what is missing from them if a catalogue is not available."""

    accessions: Collection[str]
    lacks: Sequence[MissingParts | None]


class GeneIdentifiers(GenesByTerm):
    """Lookups of genes and proteins by identifier.

    `human`: the catalogue of HGNC's genes; `others`: the catalogues of NCBI Gene, by organism; `targets`: the catalogue
    of proteins of the Guide's targets.
    """

    def __init__(
        self,
        human: LocalCatalogue[GeneFacts],
        others: Mapping[str, LocalCatalogue[GeneFacts]],
        targets: LocalCatalogue[TargetProtein],
    ) -> None:
        self._human = human
        self._catalogues = {HUMAN: human, **others}
        self._targets = targets

    async def with_terms(
        self, terms: Sequence[str], organisms: Collection[str] | None = None
    ) -> Mapping[str, Sequence[GeneFacts]]:
        wanted = self._catalogues if organisms is None else self._catalogues.keys() & organisms
        present = {organism: await self._catalogues[organism].present() for organism in wanted}
        return {organism: await genes_with(catalogue, terms) for organism, catalogue in present.items() if catalogue}

    async def settled(self) -> Sequence[object | None]:
        """Return the state of each catalogue that `reviewed` reads (see `LocalCatalogue.settled`)."""
        return [catalogue.settled(await catalogue.present()) for catalogue in (self._human, self._targets)]

    async def reviewed(self, accessions: AbstractSet[str], organism: str) -> Reviewed:
        """Return the accessions that HGNC or the Guide lists, without ever waiting for these catalogues."""
        reviewed, lacks = set[str](), list[MissingParts | None]()
        # Nearly always, none is an isoform, and one check of all is enough.
        all_bare = (together := "".join(accessions)).isalnum() and together.isupper()
        of_isoforms = [] if all_bare else [(accession, bare_accession(accession)) for accession in accessions]
        for catalogue in (self._human, self._targets):
            catalogue.prefetch()
            part = await look_up_part(
                ("uniprot",), _accessions, {catalogue.name: await catalogue.present()}, partly=True
            )
            listed = part.value or frozenset()
            reviewed |= (accessions & listed) | {isoform for isoform, bare in of_isoforms if bare in listed}
            # HGNC lists accessions of human genes only.
            lacks.append(part.lack if catalogue is self._targets or organism == HUMAN else None)
        return Reviewed(reviewed, lacks)

    async def of(
        self, terms: Sequence[str], organism: str, parts: tuple[str, ...]
    ) -> PartResult[Mapping[str, Sequence[tuple[str, str]]]]:
        """Map each exact term of a gene's identifier to other identifiers of the same gene.

        `parts`: the parts of the caller's record that are incomplete if the organism's genes are not available.
        """
        if not terms:
            return PartResult({})
        catalogue = self._catalogues.get(organism)
        genes = {
            catalogue.name if catalogue else catalogue_name(organism): await catalogue.present() if catalogue else None
        }
        return await look_up_part(parts, partial(_known_by, terms), genes, partly=True)


async def _accessions(catalogue: Catalogue) -> AbstractSet[str]:
    return await catalogue.accessions()


async def _known_by(terms: Sequence[str], genes: Catalogue) -> Mapping[str, Sequence[tuple[str, str]]]:
    by_term: dict[str, list[tuple[str, str]]] = {}
    for gene in await genes_with(genes, terms):
        references = [*_references(gene)]
        for term in gene.identifiers:
            by_term[term] = [] if term in by_term else references  # a protein of several genes identifies no gene
    return {term: by_term[term] for term in terms if by_term.get(term)}


def _references(gene: GeneFacts) -> Iterator[tuple[str, str]]:
    if gene.is_human:
        yield "hgnc", gene.id
        yield "hgnc_symbol", gene.symbol
    else:
        yield "entrez", gene.id.rpartition(":")[2]
    yield from (pair for pair in pairs(gene.cross_references) if pair[0] in _ADDED)


# The exact terms under which drawings contain genes


OF_ORTHOLOGS = ("mgi:", "rgd:")
"""Prefixes of the terms by which a human gene refers to its orthologs in mouse and rat."""

_OFTEN_SHARED = ("uniprot:", "refseq:", "ensembl_gene:")
_SYMBOL = "symbol:"


def borne(gene: GeneFacts) -> Iterator[KeyedId]:
    """Yield all identifiers of a gene, with a human symbol in capitals, but without those of its orthologs."""
    of_orthologs = {prefix.rstrip(":") for prefix in OF_ORTHOLOGS} if gene.is_human else set[str]()
    yield from (reference for reference in gene.references if reference[0] not in of_orthologs)
    if gene.is_human:
        yield "hgnc_symbol", gene.symbol.upper()


async def bearing(identifiers: Collection[KeyedId], catalogue: Catalogue) -> Sequence[GeneFacts]:
    """Return the genes of a catalogue with any of the identifiers; a symbol finds human genes only."""
    symbols = {spelled(value) for key, value in identifiers if key == "hgnc_symbol"}
    terms = {gene_term(key, value) for key, value in identifiers if key in IDENTIFIERS}
    return [
        gene
        for gene in await genes_with(catalogue, sorted({*terms, *(f"name:{symbol}" for symbol in symbols)}))
        if (gene.is_human and spelled(gene.symbol) in symbols) or gene.has(terms)
    ]


async def drawn_as(gene: GeneFacts, catalogue: Catalogue | None) -> Sequence[str]:
    """Return the exact terms under which drawings contain a gene. See `GeneSource.drawn_as`."""
    symbol = gene_term("symbol", gene.symbol)
    return [symbol, *(await _own([gene], catalogue))[gene.id]] if catalogue else [symbol]


async def all_drawn_as(terms: AbstractSet[str], catalogue: Catalogue) -> Sequence[DrawnGene]:
    """Return the genes that any of the terms identify, each with those terms. See `GeneSource.all_drawn_as`."""
    genes = await _carried(terms, catalogue)
    own = await _own([*genes.values()], catalogue)

    def every() -> Sequence[DrawnGene]:
        drawn = ((genes[key], terms & {gene_term("symbol", genes[key].symbol), *own[key]}) for key in sorted(genes))
        return [DrawnGene(gene.id, gene.symbol, tuple(under)) for gene, under in drawn if under]

    return await _in_thread(genes, every)


async def _carried(terms: Iterable[str], catalogue: Catalogue) -> dict[str, GeneFacts]:
    """Return the genes whose symbol or identifier is among the terms, by id."""
    exact_terms = [f"name:{term.removeprefix(_SYMBOL)}" if term.startswith(_SYMBOL) else term for term in terms]
    return {gene.id: gene for gene in await genes_with(catalogue, exact_terms)}


async def _own(genes: Sequence[GeneFacts], catalogue: Catalogue) -> Mapping[str, Sequence[str]]:
    """Return, by gene id, the identifiers that no other gene has: histone and calmodulin genes share their proteins.

    The ids of a human gene's orthologs in mouse and rat, which HGNC lists with the gene, are omitted.
    """
    identifiers = await _in_thread(genes, lambda: {gene.id: [*gene.identifiers] for gene in genes})
    often_shared = {term for of in identifiers.values() for term in of if term.startswith(_OFTEN_SHARED)}
    strangers = {*await catalogue.keys([*often_shared])} - identifiers.keys() if often_shared else ()
    for stranger in map(decode_gene, (await catalogue.summaries([*strangers])).values() if strangers else ()):
        identifiers[stranger.id] = [*stranger.identifiers]
    return await _in_thread(genes, partial(_unshared, genes, identifiers, often_shared))


def _unshared(
    genes: Iterable[GeneFacts], identifiers: Mapping[str, Sequence[str]], often_shared: set[str]
) -> Mapping[str, Sequence[str]]:
    """Remove from each gene's identifiers all those of the genes with which it shares a term of `often_shared`."""
    bearers: defaultdict[str, list[str]] = defaultdict(list)
    for key, of in identifiers.items():
        for term in often_shared.intersection(of):
            bearers[term].append(key)
    own: dict[str, Sequence[str]] = {}
    for gene in genes:
        others = {other for term in often_shared.intersection(identifiers[gene.id]) for other in bearers[term]} - {
            gene.id
        }
        foreign = {term for other in others for term in identifiers[other]}
        own[gene.id] = [
            term
            for term in identifiers[gene.id]
            if term not in foreign and not (gene.is_human and term.startswith(OF_ORTHOLOGS))
        ]
    return own


_Genes = Mapping[str, Sequence[GeneFacts]]
"""The genes with each exact term."""

_NO_GENES: _Genes = {}

_JOINED_AT_ONCE = 50
"""The maximum number of genes joined on the event loop: for the few of a record, a worker thread would take longer."""

T = TypeVar("T")


async def _in_thread(genes: Collection[object], join: Callable[[], T]) -> T:
    """Call `join`, in a worker thread if there are many genes: all of an organism would block the event loop."""
    return join() if len(genes) <= _JOINED_AT_ONCE else await anyio.to_thread.run_sync(join)


async def orthologs_of(
    genes: Collection[str], organism: str, catalogues: Mapping[str, Catalogue]
) -> Mapping[str, Sequence[Ortholog]]:
    """Return the orthologs of genes in an organism, by gene id. `catalogues`: the available catalogues, by organism."""
    human = catalogues[HUMAN]
    terms = {
        **await _terms(genes, catalogues),
        **{gene: [f"hgnc:{gene}"] for gene in genes if gene.startswith("HGNC:")},
    }
    humans = await _by_term(human, [term for of in terms.values() for term in of])
    others = _NO_GENES
    if organism in catalogues and organism != HUMAN:
        stated = [term for of in humans.values() for gene in of for term in orthologs.stated_terms(gene, organism)]
        others = await _by_term(catalogues[organism], stated)
    return await _in_thread(terms, partial(_joined, terms, humans, organism, others))


async def _terms(genes: Collection[str], catalogues: Mapping[str, Catalogue]) -> dict[str, Sequence[str]]:
    """Return, by gene id, the MGI and RGD terms by which HGNC may refer to mouse and rat genes as orthologs."""
    terms: dict[str, Sequence[str]] = {
        gene: [gene_term(orthologs.KEYS[organism], gene)] for gene in genes if (organism := orthologs.organism_of(gene))
    }
    entrez = [gene_term("entrez", gene) for gene in genes if gene.startswith("NCBIGene:")]
    for organism in orthologs.KEYS:
        if entrez and organism in catalogues:
            bearers = await genes_with(catalogues[organism], entrez)
            terms |= {gene.id: orthologs.stated_terms(gene, organism) for gene in bearers}
    return terms


async def _by_term(catalogue: Catalogue, terms: Sequence[str]) -> _Genes:
    genes: defaultdict[str, list[GeneFacts]] = defaultdict(list)
    for gene in await genes_with(catalogue, [*dict.fromkeys(terms)]):
        for term in gene.identifiers:
            genes[term].append(gene)
    return genes


def _joined(
    terms: Mapping[str, Sequence[str]], humans: _Genes, organism: str, others: _Genes
) -> Mapping[str, Sequence[Ortholog]]:
    joined = {
        gene: {ortholog.id: ortholog for ortholog in _of_one(of, humans, organism, others)}
        for gene, of in terms.items()
    }
    return {gene: sorted(of.values(), key=_order) for gene, of in joined.items() if of}


def _of_one(terms: Iterable[str], humans: _Genes, organism: str, others: _Genes) -> Iterator[Ortholog]:
    """Yield the orthologs of the gene with these terms."""
    for term in terms:
        begin = [] if term.startswith("hgnc:") else [orthologs.curie(term)]
        for human in humans.get(term, ()):
            if organism == HUMAN:
                yield _ortholog(human, begin)
            for stated in orthologs.stated_terms(human, organism):
                via = [*begin, orthologs.curie(stated)]
                # Without the genes of the organism, only the id that HGNC states is known.
                if stated not in others:
                    yield Ortholog(organism=organism, id=orthologs.curie(stated), via=" ".join(via))
                yield from (_ortholog(other, via) for other in others.get(stated, ()))


def _ortholog(gene: GeneFacts, via: Sequence[str]) -> Ortholog:
    return Ortholog(organism=gene.organism, id=gene.id, symbol=gene.symbol, via=" ".join(via))


def _order(ortholog: Ortholog) -> tuple[bool, str, str]:
    return ortholog.symbol is None, (ortholog.symbol or "").casefold(), ortholog.id


# One human gene in another organism


async def of_human(gene: GeneFacts, organism: str, catalogue: Catalogue) -> Sequence[GeneFacts]:
    """Return the orthologs of a human gene, the main one first; an empty sequence if there is no main one.

    Orthologs are the genes that HGNC states or else, in a vertebrate, the gene with the same symbol.
    """
    terms = orthologs.stated_terms(gene, organism)
    candidates = [*await genes_with(catalogue, terms)] if terms else []
    # HGNC states orthologs in mouse and rat only; other vertebrates name their genes like human ones.
    if not candidates and organisms.is_named_like_human(organism):
        symbol = spelled(gene.symbol)
        candidates = [
            candidate
            for candidate in await genes_with(catalogue, [f"name:{symbol}"])
            if spelled(candidate.symbol) == symbol
        ]
    return orthologs.arranged(gene.symbol, candidates) if orthologs.main_ortholog(gene.symbol, candidates) else ()
