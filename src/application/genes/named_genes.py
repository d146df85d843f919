"""Resolution of names to genes, also of names that pharmacologists use for the protein.

HGNC names genes, not proteins. `SERT`, `kappa opioid receptor` and `vasopressin` are names of targets and peptides in
the Guide to PHARMACOLOGY, which lists their genes.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec

from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import genes as gene_messages
from biofacts.application.messages import names as name_messages
from biofacts.domain.answers import next_calls, scores
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall, joined
from biofacts.domain.answers.bounded_caches import Remembered
from biofacts.domain.answers.entity_kinds import GENE, PATHWAY
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Hits, Releases, Window, versions_of, windowed
from biofacts.domain.answers.records import GUIDE, HGNC, Candidate
from biofacts.domain.genes import name_evidence, name_readings, name_resolution, orthologs
from biofacts.domain.genes.gene import Gene, GeneCandidate, GeneFacts, is_identified, spelled
from biofacts.domain.genes.name_readings import MOST_MEANINGS, Reading
from biofacts.domain.genes.names import GeneName, has_greek_letters
from biofacts.domain.identifiers import identifiers_in_text, organisms, pasted_links
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import GeneId, TargetId
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pharmacology import target_groups
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pharmacology.target import Target, TargetCandidate
from biofacts.domain.search import query_words
from biofacts.domain.text import fold
from biofacts.ports.genes import DrawnGene, GeneSource, NamedGenes, Orthologs
from biofacts.ports.pharmacology import LigandSource, TargetSource
from biofacts.ports.sources import EntitiesByIdentifier, Presence, Query

CandidateT = TypeVar("CandidateT", bound=Candidate)

_MOST_GENES = 4096
"""The maximum number of genes in the cache of resolved names."""
_FEWEST_OF_FAMILY = 2
_PROTEINS = frozenset({"Peptide", "Antibody"})
_NUMBERED = re.compile(r"(?=.*\d)[A-Z][A-Z\d]{1,5}", re.I | re.A)
"""The form of the receptor abbreviations that the Guide writes with `receptor`: M2, V1A, P2Y14."""


class GenesByProtein(GeneSource):
    """A source of genes that looks up unknown names among the Guide's targets and ligands, in local catalogues only."""

    def __init__(self, genes: GeneSource, targets: TargetSource, ligands: LigandSource) -> None:
        self._genes = genes
        self._targets = targets
        self._ligands = ligands
        self._known = Remembered[tuple[GeneName, str | None, str | None], NamedGenes | None](
            self._settled, _MOST_GENES, lambda names: 1 + len(names.of_organism) + len(names.of_protein) if names else 1
        )

    async def _settled(self) -> tuple[object, ...]:
        sources = (self._genes, self._targets, self._ligands)
        return Presence.together([await source.at_hand() for source in sources]).settled

    async def by_name(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        # A list pins its version; looking up the newest version would take longer than resolving the next name, or an
        # identifier.
        if version is not None or name.symbol is None:
            return await self._named(name, organism, version=version, patient=patient)
        # A search for a gene resolves its name more than once.
        compute = partial(self._named, name, organism, version=version, patient=patient)
        return await self._known.get(
            (name, organism, version), compute, unless=lambda names: names is None or names.lacking is not None
        )

    async def _named(
        self, name: GeneName, organism: str | None, *, version: str | None, patient: bool
    ) -> NamedGenes | None:
        names = await self._genes.by_name(name, organism, version=version, patient=patient)
        if names is None or name.symbol is None:
            return names
        reading = names.reading or name_resolution.resolve_name(name, names.of_organism)
        names = msgspec.structs.replace(names, reading=reading)
        is_alias = reading.is_weak and not reading.is_open
        if not (reading.is_open or is_alias) or name.is_word or _is_of_another_kind(name.symbol):
            return names
        guide = versions_of((await self._targets.at_hand()).version, (await self._ligands.at_hand()).version)
        if not _agree(guide, version):
            return None
        named = await self._of_protein(name.symbol)
        genes = [gene for identifier in named.genes if (gene := await self._fact(identifier, None, version))]
        # The answer depends on the Guide, so its releases belong to the version.
        names = msgspec.structs.replace(names, version=versions_of(names.version, guide))
        # NCBI Gene lists the name of a family as a synonym of one member.
        if named.is_family and len(genes) > 1 and reading.by_protein and reading.gene in genes:
            return msgspec.structs.replace(names, of_protein=genes, reading=name_readings.of_class(name, genes))
        # A human gene is no rival of its ortholog in the organism.
        own = await self._in_organism(genes, organism, version)
        if reading.has_meaning:
            genes = [gene for orthologous in own.values() for gene in orthologous]
            text, bearer = name.symbol, reading.gene
            is_alike = bearer and any(name_evidence.resembles_more(text, gene, bearer) for gene in genes)
            is_claim = is_alias and not (named.is_main or is_alike)
            return _compared(names, reading, genes, is_claim=is_claim, is_substance=named.is_substance)
        if named.is_synonym:
            return names
        if genes:
            reading = name_readings.of_class(name, genes) if named.is_family else name_readings.of_protein(name, genes)
        if named.several:
            reading = name_readings.contested(*(name_readings.of_protein(name, [gene]) for gene in genes))
        if organism not in (None, HUMAN):
            reading = orthologs.translated(reading, own) or reading
        return msgspec.structs.replace(names, of_protein=genes, reading=reading)

    async def _in_organism(
        self, human: Sequence[GeneFacts], organism: str | None, version: str | None
    ) -> Mapping[str, Sequence[GeneFacts]]:
        """Return the orthologs of human genes in an organism, or these genes themselves, by the human gene's id."""
        if organism in (None, HUMAN):
            return {gene.id: [gene] for gene in human}
        own = [(gene.id, await self._fact(gene.id, organism, version)) for gene in human]
        return {human_id: [gene] for human_id, gene in own if gene and gene.organism == organism}

    async def _fact(self, identifier: str, organism: str | None, version: str | None) -> GeneFacts | None:
        names = await self._genes.by_name(GeneName.read(identifier), organism, version=version, patient=False)
        return names.reading.gene if names and names.reading else None

    async def _of_protein(self, name: str) -> "_InGuide":
        """Return the human genes of the targets, or else of the peptides, that have exactly this name in the Guide."""
        query = Query(text=name, alone=True)
        borne = frozenset[KeyedId]()
        window = Window(limit=MOST_MEANINGS)
        # Most names are unknown to the Guide, and searching both its lists for words takes ten times as long.
        # A target whose name is also another gene's alias is contested.
        targets = (
            _whole(await self._targets.search(query, window), scores.CONTESTED)
            if await self._targets.knows(name)
            else ()
        )
        ligands = _whole(await self._ligands.search(query, window)) if await self._ligands.knows(name) else ()
        ligands = [
            ligand for ligand in ligands if fold.decimals(name) <= fold.decimals(ligand.name)
        ]  # IL1.2 is no IL-12
        records = [(target, await self._targets.get(TargetId.parse(target.id))) for target in targets]
        named = [
            (target, record)
            for target, record in records
            if record and _is_called(record, name, is_ligand=bool(ligands))
        ]
        main = [target for target, record in named if _is_main_name(record, name)]
        called = main or [target for target, _ in named]
        substances = [ligand for ligand in ligands if ligand.type not in _PROTEINS]
        is_substance = bool(substances)
        is_synonym = _is_named(substances, name) and not _is_named(called, name)
        # Several targets found by a name that none of them has are a family: `nAChR`.
        is_family = len(targets) >= _FEWEST_OF_FAMILY and not (called or ligands)
        if called or is_family:
            borne = _borne(await self._targets.with_identifiers([*map(_own, called or targets)]))
        elif ligands:
            borne = _borne(await self._ligands.with_identifiers([*map(_own, ligands)]))
        # Targets have ids of all three databases; peptides among the ligands have those of UniProt and Ensembl only.
        for key in ("hgnc", "uniprot", "ensembl_gene"):
            if sure := sorted(identifier for identifier in borne if identifier[0] == key):
                genes = (await self._genes.with_identifiers(sure)).entities
                if human := [gene.entity.id for gene in genes if GeneId.parse(gene.entity.id).database == HGNC]:
                    return _InGuide(
                        human[:MOST_MEANINGS], bool(main), len(called) > 1, is_substance, is_synonym, is_family
                    )
        return _InGuide((), bool(main), False, is_substance, is_synonym, is_family)

    # Methods of the wrapped source

    async def search(self, query: Query, window: Window) -> Hits[GeneCandidate] | None:
        plainer = query_words.without_frame(query.text)
        if plainer in ("", query.text):
            return await self._search(query, window)
        if await self._may_be_name(query, window.version):
            whole = await self._search(query, Window(limit=1, version=window.version))
            if whole and any(item.score >= scores.TRUSTED for item in whole.items):
                return await self._search(query, window)
        hits = await self._search(msgspec.structs.replace(query, text=plainer), window)
        if hits is None:
            return None
        # Words around the name were ignored (`the gene that codes for insulin`), so no match is exact.
        return hits.of(tuple(item.at_most(scores.SURE) for item in hits.items))

    async def _may_be_name(self, query: Query, version: str | None) -> bool:
        """Return False if a text as a whole is surely not a name. This check takes a tenth of the time of a search."""
        name = GeneName.read(query.text)
        if name.symbol is None or organisms.organism_in(query.text):
            return True
        names = await self.by_name(name, query.organism or HUMAN, version=version, patient=False)
        return names is None or names.lacking is not None or read_in(name, names).has_meaning

    async def _search(self, query: Query, window: Window) -> Hits[GeneCandidate] | None:
        hits = await self._genes.search(query, window)
        if hits is None or _is_symbol(query.text, hits):
            return hits
        name, organism = GeneName.read(query.text), query.organism or HUMAN
        names = await self.by_name(name, organism, version=window.version, patient=False)
        if names and names.lacking and window.version is None and not read_in(name, names).has_meaning:
            # The names at hand give no meaning, so wait for those that are still loading.
            names = await self.by_name(name, organism)
        if names is None:
            return hits
        reading = read_in(name, names)
        if window.offset:
            return await self._led(query, window, reading, names) if reading.meanings else hits
        meant = [reading.gene] if reading.gene else names.of_protein if reading.by_protein or reading.is_family else ()
        # Genes with the whole name take precedence over a protein with the name, and over the ortholog of a human gene.
        if (
            meant
            # An identifier has found its gene already, and is no name of a protein.
            and not is_identified(name, meant)
            and all(gene.organism == organism for gene in meant)
            and {gene.id for gene in meant}.isdisjoint(
                gene.id for gene in names.of_organism if gene.standing(query.text)
            )
        ):
            return windowed(
                [gene.candidate(reading.score if reading.gene else scores.PART_OF_A_NAME) for gene in meant],
                window,
                version=names.version,
                guidance=_how(query.text, reading),
                provenance=hits.provenance,
            )
        if names.lacking and not reading.has_meaning:
            return msgspec.structs.replace(hits, guidance=joined(hits.guidance, names.lacking))
        first, *others = hits.items or (None,)
        is_less_sure = reading.gene and first and first.id == reading.gene.id and reading.score < first.score
        if first and (reading.claims or is_less_sure):
            hits = msgspec.structs.replace(
                hits,
                items=(first.at_most(reading.score), *others),
                guidance=joined(_how(query.text, reading), hits.guidance),
                version=versions_of(hits.version, names.version),
            )
        if not (hits.items and reading.meanings):
            return hits
        # For a list of names, the caller is offered the call that accepts lists instead.
        remark = (
            None if reading.guess == "parts" and query_words.names_in(query.text) else _of_several(query.text, reading)
        )
        led = await self._led(query, window, reading, names)
        return msgspec.structs.replace(led, guidance=joined(remark, led.guidance)) if led else None

    async def _led(
        self, query: Query, window: Window, reading: Reading, names: NamedGenes
    ) -> Hits[GeneCandidate] | None:
        """Search, with the genes that a name may mean at the top: sources other than HGNC may give them the name."""
        if (hits := await self._genes.search(query, window.whole)) is None:
            return None
        genes = {gene.id: gene for gene in (*names.of_organism, *names.of_protein)}
        # For `D2`, the search itself gives DRD2, the gene in the guidance, a score of 0.0.
        meant = {
            # The first of several meanings is right in 50 to 70 % of cases.
            meaning.id: genes[meaning.id].candidate(scores.PART_OF_A_NAME)
            for meaning in reading.meanings
            if meaning.id in genes
        }
        others = [item.at_most(scores.PART_OF_A_NAME) for item in hits.items if item.id not in meant]
        version = versions_of(hits.version, names.version)
        return msgspec.structs.replace(hits, items=(*meant.values(), *others), version=version).limited(window)

    async def knows(self, name: str) -> bool:
        return await self._genes.knows(name)

    async def get(self, identifier: GeneId) -> Gene | None:
        return await self._genes.get(identifier)

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        return await self._genes.drawn_as(gene, version=version)

    async def all_drawn_as(
        self, terms: Iterable[str], organism: str, *, version: str | None = None
    ) -> Sequence[DrawnGene]:
        return await self._genes.all_drawn_as(terms, organism, version=version)

    async def orthologs(
        self, genes: Collection[str], organism: str, *, version: str | None = None, patient: bool = True
    ) -> Orthologs:
        return await self._genes.orthologs(genes, organism, version=version, patient=patient)

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[GeneCandidate]:
        return await self._genes.with_identifiers(identifiers)

    def prefetch(self) -> None:
        self._genes.prefetch()

    async def at_hand(self) -> Presence:
        return await self._genes.at_hand()


class _InGuide(NamedTuple):
    """The result of looking up a name in the Guide.

    `genes`: HGNC ids; `is_main`: True if it is the main name or abbreviation of their target; `several`: True if they
    are of several targets.

    `is_substance`: True if a ligand other than a peptide or antibody has the name. `is_synonym`: True if it is the main
    name of such a ligand, and only a synonym of targets (`LTC4`, a leukotriene). `is_family`: True if the name is that
    of a family of targets.
    """

    genes: Sequence[str]
    is_main: bool
    several: bool
    is_substance: bool
    is_synonym: bool
    is_family: bool


def _is_called(target: Target, name: str, *, is_ligand: bool) -> bool:
    """Return True if a target has a name in the given spelling, or is a numbered receptor: `M2`, the M2 receptor.

    `is_ligand`: True if a ligand has the name, too: a hormone is not its receptor.
    """
    names = (target.name, target.abbreviation or "", *target.synonyms, *target.gene_symbols)
    folded = {fold.compact(form) for name in names for form in (name, fold.without_brackets(name))}
    # e.g. `alpha2A`: a target whose own names have a Latin letter in the place of the Greek one is not meant.
    if fold.is_greek(name) and not has_greek_letters(name, names):
        return False
    if any(fold.compact(form) in folded for form in target_groups.meanings(name)):
        return True
    return not is_ligand and _NUMBERED.fullmatch(name) is not None


def _is_main_name(target: Target, name: str) -> bool:
    """Return True if a name is the main name or abbreviation of a target: D5 is the D5 receptor."""
    mains = (target.name.removesuffix(" receptor"), target.abbreviation or "")
    return any(fold.is_same(name, main) for main in mains)


def _compared(
    names: NamedGenes, reading: Reading, genes: Sequence[GeneFacts], *, is_claim: bool, is_substance: bool
) -> NamedGenes:
    """Combine the reading of a name with the genes that it has in the Guide; a mere `is_claim` leaves the gene.

    `FSH` is BRD2 in NCBI Gene, but a hormone of two other genes in the Guide; `PAF` is PCLAF, but also a lipid. Several
    genes claim the name for their family: `BET` is DNER as well as BRD2, BRD3, BRD4 and BRDT.
    """
    meant = {meaning.id for meaning in reading.all_meanings}
    if is_claim and not (len(genes) > 1 and meant.isdisjoint(gene.id for gene in genes)):
        claimed = reading if reading.claims else name_readings.claimed(reading, genes, f"the {GUIDE}")
        return msgspec.structs.replace(names, reading=claimed)
    if not genes and is_substance and reading.by_protein:
        return msgspec.structs.replace(names, of_protein=(), reading=Reading(name=reading.name))
    if not genes:
        return names
    if (
        len(genes) == 1
        and reading.gene is None
        and reading.by_protein
        and not reading.is_family
        and genes[0].id in meant
    ):
        return msgspec.structs.replace(names, of_protein=genes, reading=name_readings.of_protein(reading.name, genes))
    if not meant.isdisjoint(gene.id for gene in genes):
        return names
    in_guide = name_readings.of_protein(reading.name, genes)
    # Such a reading is a guess, as GPR135 was for `PAF receptor`: a protein with the whole name is meant.
    if reading.guess in ("form", "derived"):
        return msgspec.structs.replace(names, of_protein=genes, reading=in_guide)
    readings = (reading, in_guide) if reading.by_protein else (in_guide, reading)
    by_id = {gene.id: gene for gene in (*names.of_protein, *genes)}
    return msgspec.structs.replace(names, of_protein=tuple(by_id.values()), reading=name_readings.contested(*readings))


def _is_symbol(text: str, hits: Hits[GeneCandidate]) -> bool:
    """Return True if a text is the approved symbol of the first hit, in which case no other source contests it."""
    return any(item.score == scores.EXACT and spelled(item.symbol) == spelled(text) for item in hits.items[:1])


def _how(text: str, reading: Reading) -> str:
    """Explain how a name that no gene has in exactly this form was interpreted."""
    if reading.gene:
        return gene_messages.name_read_as(
            text, reading.gene.symbol, reading.read_as.why if reading.read_as else reading.why
        )
    return _of_several(text, reading)


def _of_several(text: str, reading: Reading) -> str:
    symbols = [meaning.symbol for meaning in reading.meanings]
    if not reading.is_family:
        return gene_messages.genes_of(text, symbols)
    return gene_messages.family_of(text, symbols, [other.symbol for other in reading.others])


def _is_of_another_kind(name: str) -> bool:
    """Return True for an identifier that no gene has: a CID of PubChem, for example, is not the number of a gene."""
    # e.g. CID596: 596 is also the number of BCL2 in NCBI Gene.
    reference = identifiers_in_text.read(name)
    return reference is not None and not reference.finds(GENE)


def _agree(now: str, version: str | None) -> bool:
    """Return True if a listing's version agrees with the releases in use now, apart from those that it lacks."""
    before = Releases.parse(version or "").versions
    return all(before.get(name, release) == release for name, release in Releases.parse(now).versions.items())


def _whole(hits: Hits[CandidateT] | None, least: float = scores.EXACT) -> Sequence[CandidateT]:
    """Return the candidates with the whole name and at least the score `least`; an empty sequence if it is a class."""
    # Facts are the members of a class: `protein kinase` was read as five subunits of AMPK.
    if hits is None or hits.advice is not None or hits.facts:
        return ()
    return [item for item in hits.items if item.score >= least and not item.unmatched]


def _is_named(candidates: Sequence[LigandCandidate | TargetCandidate], name: str) -> bool:
    return any(fold.compact(candidate.name) == fold.compact(name) for candidate in candidates)


def _own(candidate: Candidate) -> KeyedId:
    return "iuphar", candidate.id.partition(":")[2]


def _borne(entities: EntitiesByIdentifier[object]) -> frozenset[KeyedId]:
    return frozenset(identifier for identified in entities.entities for identifier in identified.identifiers)


def reference_in(text: str) -> tuple[Reference | None, Advice | None]:
    """Return the identifier of a gene in a link, and advice about a link or CURIE of something other than a gene.

    A text that contains no link has no reference, unless it is a CURIE of another kind.
    """
    link, reference = pasted_links.referred(text)
    if reference is None:
        return None, Advice(call_messages.unread_link(link.site)) if link else None
    if reference.finds(GENE):
        return (reference if link else None), None
    if not (link or reference.own):
        return None, None
    calls = reference.calls(GENE)
    return reference, joined(
        call_messages.read_from_link(reference.text) if link else None,
        name_messages.of_another_kind(reference.text, GENE, calls),
    )


def read_in(name: GeneName, names: NamedGenes) -> Reading:
    """Return the reading of a name; resolve the name unless `names` already contains it."""
    reading = names.reading
    return reading if reading and reading.name == name else name_resolution.resolve_name(name, names.of_organism)


def several(reading: Reading, call: Callable[[str], NextCall]) -> AmbiguousQuery:
    """Create the error for a name of several genes or a family. `call`: a function that returns the call for a gene."""
    shown = reading.meanings[: name_readings.MOST_MEANINGS]
    calls, symbols = [call(meaning.id) for meaning in shown], [meaning.symbol for meaning in shown]
    text = reading.name.text
    if reading.is_family:
        others = [other.symbol for other in reading.others]
        refusal = gene_messages.gene_family(text, symbols, others, calls, next_calls.search(PATHWAY, text))
    else:
        refusal = gene_messages.several_genes(text, symbols, calls)
    return AmbiguousQuery(*refusal, text, candidates=reading.meanings)
