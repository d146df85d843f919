"""Lookup of the pathways that contain a gene or compound, by any of its names or identifiers."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from biofacts.application.answers import pages
from biofacts.application.answers.names_as_identifiers import NOWHERE, Elsewhere
from biofacts.application.answers.sources import Sources
from biofacts.application.compounds.named_compounds import CompoundNameResolver, ResolvedCompound, compound_reference
from biofacts.application.genes.named_genes import read_in, reference_in, several
from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import compounds as compound_messages
from biofacts.application.messages import genes as gene_messages
from biofacts.application.messages import names as name_messages
from biofacts.domain.answers import errors, next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall, joined
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY
from biofacts.domain.answers.errors import AmbiguousQuery, Meaning
from biofacts.domain.answers.pages import (
    DEFAULT_PAGE_SIZE,
    Hits,
    MarkedVersion,
    Page,
    Window,
    mark_of,
    versions_of,
    windowed,
)
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.genes import orthologs
from biofacts.domain.genes.gene import GeneFacts, ReadAs, spelled
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import ABBREVIATIONS, GeneName
from biofacts.domain.identifiers import identifiers_in_text, organisms, pasted_links
from biofacts.domain.pathways.compound_nodes import skeleton, skeletons
from biofacts.domain.pathways.pathway import ContainingPathway, PathwayCandidate
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.domain.source_remarks.any_source import MOST_NAMED
from biofacts.ports.genes import GeneSource, NamedGenes
from biofacts.ports.pathways import (
    CompoundPathway,
    CompoundPathways,
    GenePathway,
    GenePathways,
    PathwaysOfGenes,
    SoughtGene,
)


class PathwaysOfGene(Page[ContainingPathway], frozen=True, kw_only=True):
    """The pathways of a gene. `read_as`: the gene, if it differs from the text sent."""

    read_as: ReadAs | None = None


class PathwaysAnswer(msgspec.Struct, frozen=True):
    """A window of a gene's pathways. `read_as`: the gene, if it differs from the text; `remarks`: by pathway id."""

    hits: Hits[PathwayCandidate]
    read_as: ReadAs | None = None
    advice: Advice | None = None
    remarks: Mapping[str, str] = {}


class _Resolved(msgspec.Struct, frozen=True):
    """The meaning of a gene name, and its pathways. `drawn_elsewhere`: the gene of that name in another organism."""

    reading: Reading
    names: NamedGenes
    pathways: GenePathways
    drawn_elsewhere: GeneFacts | Meaning | None = None

    @property
    def version(self) -> str:
        """The combined version of the catalogues behind the list."""
        return versions_of(self.names.version, self.pathways.version)

    def of(self, organism: str | None) -> Sequence[GenePathway]:
        """Return the pathways of an organism (None: of all), sorted as listed."""
        return sorted(
            (pathway for pathway in self.pathways.pathways if organism in (None, pathway.organism)), key=_order
        )


class ReverseLookup:
    """The use case that lists the pathways of a gene.

    Human pathways come first, then the other organisms; within an organism, titles that name the gene come first.
    """

    def __init__(self, pathways: PathwaysOfGenes, genes: GeneSource, *, elsewhere: Elsewhere = NOWHERE) -> None:
        self._pathways = pathways
        self._genes = genes
        self._elsewhere = elsewhere

    async def __call__(
        self,
        gene_id: str,
        *,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
        slim: bool = False,
    ) -> PathwaysOfGene:
        """Return one page of pathways. Raises: AmbiguousQuery, RateLimited, UpstreamError."""
        reference, other = reference_in(gene_id)
        name = GeneName.parse(reference.text if reference else gene_id)
        chosen, beside = organisms.check(organism), None
        # e.g. `mouse Trp53`
        if chosen is None and not reference and not other and (named := await self._beside_organism(gene_id)):
            written, chosen, rest = named
            name, beside = GeneName.parse(rest), pathway_remarks.organism_in_query(written, chosen)
        listed = (next_calls.PATHWAYS_OF_GENE, spelled(name.text), chosen or "")
        window = pages.window(listed, cursor, page_size)
        if not other:
            # Otherwise each step would wait for the download of its own catalogue.
            self._genes.prefetch()
        answer = PathwaysAnswer(pages.nothing(), advice=other) if other else await self.window(name, chosen, window)
        hits, advice = (answer.hits, answer.advice) if answer else (None, None)
        if reference and not other:
            advice = joined(call_messages.read_from_link(reference.text), advice)
        advice = joined(beside, advice)
        items = tuple(
            ContainingPathway.of(pathway, "gene", slim=slim, remark=answer.remarks.get(pathway.id) if answer else None)
            for pathway in (hits.items if hits else ())
        )
        page = pages.rows(hits.of(items) if hits else None, window, listed, cursor, advice=advice)
        pathways = PathwaysOfGene(**msgspec.structs.asdict(page), read_as=answer.read_as if answer else None)
        return msgspec.structs.replace(pathways, source=None) if slim else pathways

    async def _beside_organism(self, text: str) -> tuple[str, str, str] | None:
        """Split an organism from a gene's name, see `organism_in`; return None if it is a part of the name."""
        if (named := organisms.organism_in(text)) is None:
            return None
        whole = await self._find(GeneName.parse(text), None, None)
        return None if whole and (whole.reading.has_meaning or whole.pathways.pathways) else named

    async def window(self, name: GeneName, organism: str | None, window: Window) -> PathwaysAnswer | None:
        """Return a window of the list; None if its version is no longer available. Raises: see `__call__`."""
        if (lookup := await self._find(name, organism, window.version)) is None:
            return None
        chosen = lookup.of(organism)
        hits = windowed(
            [pathway.local_id for pathway in chosen],
            window,
            version=lookup.version,
            provenance=lookup.pathways.provenance,
        )
        advice = await self._advice(lookup, organism, chosen)
        narrowed = advice.changed(lambda call: next_calls.within(call, organism)) if advice else None
        # Only the pathways of this page are decoded.
        items = tuple(await lookup.pathways.candidates(hits.items))
        # e.g. the only node with the gene's identifier is labelled as another gene
        remarks = {f"WP:{key}": remark for key, remark in lookup.pathways.remarks.items()}
        return PathwaysAnswer(hits.of(items), lookup.reading.read_as, narrowed, remarks)

    async def count(self, name: GeneName) -> int:
        """Return the number of pathways of a gene in all organisms. Raises: see `__call__`."""
        lookup = await self._find(name, None, None)
        return len(lookup.pathways.pathways) if lookup else 0

    async def containing(self, name: str) -> AbstractSet[str]:
        """Return the ids of the pathways with any of the genes that a name may mean; none for a topic.

        Orthologs with other names are not found. A lower-case word is not read as an alias: `fat` and `rest` are words.
        Raises: RateLimited, UpstreamError.
        """
        parsed = GeneName.parse(name)
        names = await self._genes.by_name(parsed, None, patient=False)
        reading = read_in(parsed, names) if names else Reading(name=parsed)
        is_lower = name.isalpha() and name.islower()
        standing = reading.gene.standing(name) if reading.gene and is_lower else None
        is_word = standing.rank in ABBREVIATIONS if standing else is_lower and not (reading.gene or reading.is_family)
        spellings = [parsed] if reading.gene else [GeneName.parse(meaning.id) for meaning in reading.meanings]
        lookups = [await self._find(spelling, None, None) for spelling in ([] if is_word else spellings)]
        return {f"WP:{pathway.local_id}" for lookup in lookups if lookup for pathway in lookup.pathways.pathways}

    async def _find(self, name: GeneName, organism: str | None, version: str | None) -> _Resolved | None:
        """Return the pathways; None if the version is gone. Wait for names still loading only if nothing is found."""
        await self._pathways.prepare_genes()
        # Most symbols are found as they are drawn, without waiting for all gene names; wait only if nothing is found.
        names = await self._genes.by_name(name, organism, version=version, patient=False)
        lookup = await self._with(name, organism, names, version)
        if lookup is not None and lookup.names.lacking and not lookup.of(organism) and version is None:
            lookup = await self._with(name, organism, await self._genes.by_name(name, organism), version)
        return lookup

    async def _with(
        self, name: GeneName, organism: str | None, names: NamedGenes | None, version: str | None
    ) -> _Resolved | None:
        if names is None:
            return None
        reading = read_in(name, names)
        # Where genes are not named after human genes, as in yeast, a name means the gene that is drawn under it.
        if organism is not None and _is_foreign(reading, organism):
            written = Reading(name=name)
            pathways = await self._pathways.with_gene(await self._sought(written, names.version, organism), version)
            if pathways is None or any(pathway.organism == organism for pathway in pathways.pathways):
                return _Resolved(written, names, pathways, reading.gene or reading.meanings[0]) if pathways else None
        if reading.meanings:
            raise _several(reading, organism)
        pathways = await self._pathways.with_gene(await self._sought(reading, names.version, organism), version)
        return _Resolved(reading, names, pathways) if pathways else None

    async def _sought(self, reading: Reading, version: str, organism: str | None) -> SoughtGene:
        name, gene = reading.name, reading.gene
        if gene is None:
            return SoughtGene(terms=name.terms, symbol=name.symbol if organism else None)
        drawn = await self._genes.drawn_as(gene, version=version)
        is_alias = name.symbol is not None and spelled(name.symbol) != spelled(gene.symbol)
        # HGNC does not list Trp53, the symbol of TP53 in mice, whose pathways belong in the list for all organisms.
        is_drawn_so = organism is None and reading.by_protein
        as_written = name.terms if is_drawn_so or organism not in (None, gene.organism) else name.identifiers
        return SoughtGene(
            terms=tuple(dict.fromkeys([*drawn, *as_written])),
            symbol=gene.symbol,
            alias=name.symbol if is_alias else None,
        )

    async def _advice(self, lookup: _Resolved, organism: str | None, chosen: Sequence[GenePathway]) -> Advice | None:
        reading = lookup.reading
        parts: list[str] = []
        if reading.gene and reading.others:
            others = [f"{other.symbol} ({other.why})" for other in reading.others]
            parts.append(gene_messages.also_names(reading.name.text, reading.gene.symbol, others))
        if organism is None and (named_so := await self._named_so(lookup)):
            parts.append(gene_messages.names_other_genes(reading.name.text, named_so, next_calls.PATHWAYS_OF_GENE))
        if not chosen:
            parts.append(await self._none(lookup, organism))
        elif lookup.drawn_elsewhere is not None:
            parts.append(
                gene_messages.drawn_so_there(
                    reading.name.text, organism or "", lookup.drawn_elsewhere.symbol, next_calls.PATHWAYS_OF_GENE
                )
            )
        elif reading.gene is None and reading.name.symbol is not None and not lookup.names.lacking:
            parts.append(gene_messages.gene_label_only(reading.name.text, next_calls.search(GENE, reading.name.text)))
            if elsewhere := await self._elsewhere.of_other_kinds(GENE, reading.name.text):
                parts.append(elsewhere)
        if lookup.names.lacking:
            parts.append(lookup.names.lacking)
        if not lookup.pathways.complete:
            parts.append(gene_messages.INCOMPLETE_GENES)
        return joined(*parts)

    async def _named_so(self, lookup: _Resolved) -> Sequence[str]:
        """Return the organisms in which a different gene has exactly this name."""
        name, gene = lookup.reading.name, lookup.reading.gene
        if gene is None or name.symbol is None or spelled(name.symbol) == spelled(gene.symbol):
            return ()
        written = await self._pathways.with_gene(SoughtGene(terms=name.terms), lookup.pathways.version)
        drawn_in = {pathway.organism for pathway in (written.pathways if written else ())}
        return sorted(organism for organism in drawn_in if not organisms.is_named_like_human(organism))

    async def _none(self, lookup: _Resolved, organism: str | None) -> str:
        """Return the reason why there is no pathway, and the call to make next."""
        text, gene = lookup.reading.name.text, lookup.reading.gene
        if orthologous := await self._orthologs(lookup, organism):
            return orthologous
        if lookup.pathways.pathways:
            elsewhere = dict.fromkeys(pathway.organism for pathway in sorted(lookup.pathways.pathways, key=_order))
            return name_messages.drawn_elsewhere(text, organism or "", list(elsewhere))
        if gene:
            return gene_messages.gene_nowhere(gene.symbol, next_calls.search(PATHWAY, gene.symbol))
        if (reference := identifiers_in_text.read(text)) and reference.finds(GENE):
            return errors.absent(GENE, reference.text)
        if listed := await self._elsewhere.several(GENE, text, to=PATHWAY):
            return listed
        genes, topic, compounds = (
            next_calls.search(GENE, text),
            next_calls.search(PATHWAY, text),
            next_calls.pathways_with(text),
        )
        if ways := await self._elsewhere.ways(GENE, text):
            return gene_messages.no_gene_but(text, ways, compounds)
        return gene_messages.no_gene(text, genes=genes, compounds=compounds, topic=topic)

    async def _orthologs(self, lookup: _Resolved, organism: str | None) -> Advice | None:
        """Propose the orthologs of a gene of another organism; return None if it has none in `organism`."""
        if organism not in orthologs.ORGANISMS:
            return None
        name, gene = lookup.reading.name, lookup.reading.gene
        if gene is None and name.organism not in (None, organism):
            names = await self._genes.by_name(name, name.organism, patient=False)
            gene = read_in(name, names).gene if names else None
        if gene is None or gene.organism == organism:
            return None
        found_there = await self._genes.orthologs([gene.id], organism, patient=False)
        arranged = orthologs.arranged(gene.symbol, found_there.by_gene.get(gene.id, ()))
        calls = [next_calls.pathways_of(ortholog.id, organism=organism) for ortholog in arranged[:MOST_NAMED]]
        if not calls:
            return None
        symbols = [ortholog.symbol or ortholog.id for ortholog in arranged]
        return gene_messages.of_orthologs(gene.symbol, gene.organism, organism, symbols, calls)


def _is_foreign(reading: Reading, organism: str) -> bool:
    """Return True if a name was read as a gene of another organism, though `organism` names its genes differently."""
    if organisms.is_named_like_human(organism) or reading.name.symbol is None:
        return False
    if reading.gene is None:
        return bool(reading.meanings)
    # e.g. KGD1: a gene of yeast, and an alias of human OGDH
    return reading.gene.organism != organism and spelled(reading.gene.symbol) != spelled(reading.name.symbol)


def _several(reading: Reading, organism: str | None) -> AmbiguousQuery:
    """Build the error for a name that means several genes or a family."""
    arguments = {"organism": organism} if organism else {}
    return several(reading, lambda gene: NextCall(next_calls.PATHWAYS_OF_GENE, {"gene_id": gene, **arguments}))


def _order(pathway: GenePathway) -> tuple[object, ...]:
    return (*organisms.sort_key(pathway.organism), not pathway.named_in_title)


# The pathways in which a compound is drawn


class PathwaysOfCompound(Page[ContainingPathway], frozen=True, kw_only=True):
    """The pathways of a compound. `read_as`: the compound, if it differs from the text sent.

    `matched_on`: `identifier` (any of the compound's own), `same skeleton` (another charge or stereo form), or
    `label` (drawn under that name, without an identifier).
    """

    read_as: RecordReadAs | None = None


class PathwaysForCompound:
    """The use case that lists the pathways of a compound.

    Matches by identifier come first, then other forms, then labels; in each group, human pathways come first.
    """

    def __init__(self, sources: Sources, *, elsewhere: Elsewhere = NOWHERE) -> None:
        self._pathways = sources.pathways
        self._names = CompoundNameResolver(
            sources.pathways, sources.ligands, sources.compounds, tool=next_calls.PATHWAYS_OF_COMPOUND
        )
        self._elsewhere = elsewhere

    async def __call__(
        self,
        compound: str,
        *,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> PathwaysOfCompound:
        """Return one page of pathways. Raises: AmbiguousQuery, EntityNotFound, RateLimited, UpstreamError."""
        text = pages.checked_query(COMPOUND, compound)
        reference, other = compound_reference(text)
        chosen = organisms.check(organism)
        listed = (next_calls.PATHWAYS_OF_COMPOUND, text.casefold(), chosen or "")
        window = pages.window(listed, cursor, page_size)
        hits: Hits[ContainingPathway] | None = windowed((), Window(), version="")
        read_as, advice = None, other
        if other is None:
            meant = await self._names.resolved(text, reference, strict=cursor is not None)
            hits, advice = await self._window(text, meant, chosen, window)
            read_as = meant.read_as
        if reference is not None and pasted_links.read(text):
            advice = joined(call_messages.read_from_link(reference.text), advice)
        page = pages.rows(hits, window, listed, cursor, advice=advice)
        return PathwaysOfCompound(**msgspec.structs.asdict(page), read_as=read_as)

    async def _window(
        self, text: str, meant: ResolvedCompound, organism: str | None, window: Window
    ) -> tuple[Hits[ContainingPathway] | None, Advice | None]:
        """Return a window of the list and advice; None for both if its version or the name's meaning is outdated."""
        mark = mark_of(meant.sought)
        version = window.version
        if version is not None:
            begun, version = MarkedVersion.parse(version)
            if begun != mark or not version:
                return None, None
        listing = meant.pathways if version is None else None
        if listing is None and (listing := await self._pathways.with_compound(meant.sought, version)) is None:
            return None, None
        chosen = [pathway for pathway in listing.pathways if organism in (None, pathway.organism)]
        hits = windowed(
            chosen, window, version=str(MarkedVersion(mark, listing.version)), provenance=listing.provenance
        )
        shown = [
            msgspec.structs.replace(
                ContainingPathway.of(listing.candidate(how.local_id), how.matched_on, slim=False), description=None
            )
            for how in hits.items
        ]
        advice = await self._advice(text, meant, listing, organism, chosen)
        return hits.of(tuple(shown)), advice

    async def _advice(
        self,
        text: str,
        meant: ResolvedCompound,
        listing: CompoundPathways,
        organism: str | None,
        chosen: Sequence[CompoundPathway],
    ) -> Advice | None:
        parts: list[str | None] = []
        if not chosen:
            parts.append(await self._none(text, meant, listing, organism))
        elif not meant.exists and not meant.sought.in_query:
            parts.append(compound_messages.label_only(text))
        elif meant.read_as and meant.sought.label is None:
            parts.append(compound_messages.by_identifier_only(next_calls.pathways_with(meant.read_as.name)))
        if forms := sum(pathway.matched_on == "same skeleton" for pathway in chosen):
            is_all = forms == len(chosen)
            some = compound_messages.some_only_skeleton(forms, len(chosen))
            parts.append(compound_messages.ONLY_SKELETON if is_all else some)
        parts += [meant.remark, await self._labelled_as_another(text, listing)]
        parts.append(source_remarks.not_looked_up(listing.missing) if listing.missing else None)
        parts.append(None if listing.complete else compound_messages.INCOMPLETE_COMPOUNDS)
        advice = joined(*parts)
        return advice.changed(lambda call: next_calls.within(call, organism)) if advice else None

    async def _labelled_as_another(self, text: str, listing: CompoundPathways) -> Advice | None:
        """Warn if most nodes with the identifiers of a compound are labelled as another: dATP is labelled ATP."""
        # 33 pathways that draw ATP have the identifier of dATP there.
        own = skeletons(listing.references)
        drawn = await self._pathways.drawn_as(listing.name) if own and listing.name else ()
        if not drawn or skeleton(drawn[0].inchikey) in own:
            return None
        call = next_calls.pathways_with(drawn[0].inchikey)
        return compound_messages.labelled_as_another(text, listing.name or "", call)

    async def _none(self, text: str, meant: ResolvedCompound, listing: CompoundPathways, organism: str | None) -> str:
        """Return the reason why there is no pathway, and the call to make next."""
        if listing.pathways:
            return name_messages.drawn_elsewhere(
                text, organism or "", list(dict.fromkeys(p.organism for p in listing.pathways))
            )
        if meant.exists or meant.sought.in_query:
            name = meant.read_as.name if meant.read_as else text
            topic = next_calls.search(PATHWAY, name)
            return compound_messages.compound_nowhere(text, name, topic, is_known=meant.exists)
        if listed := await self._elsewhere.several(COMPOUND, text, to=PATHWAY):
            return listed
        # Ligands have been searched already, and the search for the topic is proposed anyway.
        ways = [way for way in await self._elsewhere.ways(COMPOUND, text) if way[0] not in (LIGAND, PATHWAY)]
        return compound_messages.no_compound(
            text, ways, next_calls.search(COMPOUND, text), next_calls.search(PATHWAY, text)
        )
