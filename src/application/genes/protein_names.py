"""Genes by their names; if no gene has the name, by the name that pharmacologists use for its protein.

HGNC names genes. `SERT`, `kappa opioid receptor` and `vasopressin` are names of targets and peptides in the Guide to
PHARMACOLOGY, which states their genes.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec

from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import genes as gene_messages
from biofacts.domain.answers import next_calls, scores
from biofacts.domain.answers.advice import Advice, NextCall, joined
from biofacts.domain.answers.caches import Remembered
from biofacts.domain.answers.entity_kinds import GENE, PATHWAY
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Hits, Releases, Window, versions_of, windowed
from biofacts.domain.answers.records import HGNC, Candidate
from biofacts.domain.genes import name_resolution, orthologs
from biofacts.domain.genes.gene import Gene, GeneCandidate, GeneFacts, spelled
from biofacts.domain.genes.name_resolution import MOST_MEANINGS, Reading
from biofacts.domain.genes.names import GeneName, has_greek_letters
from biofacts.domain.identifiers import cross_references, organisms, web_links
from biofacts.domain.identifiers.cross_references import KeyedId, Reference
from biofacts.domain.identifiers.curies import GeneId, TargetId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pharmacology import target_groups
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pharmacology.target import TargetCandidate
from biofacts.domain.search import query_words
from biofacts.domain.text import fold
from biofacts.ports.genes import DrawnGene, GeneSource, NamedGenes, OrthologsFound
from biofacts.ports.pharmacology import LigandSource, TargetSource
from biofacts.ports.sources import Bearers, Presence, Query

CandidateT = TypeVar("CandidateT", bound=Candidate)

_MOST_GENES = 4096
"""Genes of the names that are remembered."""
_FEWEST_OF_FAMILY = 3
_PROTEINS = frozenset({"Peptide", "Antibody"})
_NUMBERED = re.compile(r"(?=.*\d)[A-Z][A-Z\d]{1,5}", re.I | re.A)
"""The form of an abbreviation to which the Guide adds `receptor`: M2, V1A, P2Y14."""


class GenesByProtein(GeneSource):
    """A source of genes that looks names it does not know up among the Guide's targets and ligands.

    It asks local catalogues only.
    """

    def __init__(self, genes: GeneSource, targets: TargetSource, ligands: LigandSource) -> None:
        self._genes = genes
        self._targets = targets
        self._ligands = ligands
        self._known = Remembered[tuple[GeneName, str | None, str | None], NamedGenes | None](
            self._settled, _MOST_GENES, lambda found: 1 + len(found.of_organism) + len(found.of_protein) if found else 1
        )

    async def _settled(self) -> tuple[object, ...]:
        sources = (self._genes, self._targets, self._ligands)
        return Presence.together([await source.at_hand() for source in sources]).settled

    async def named(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        # A list pins the version, and asking for the newest one would take longer than reading its next name.
        if version is not None:
            return await self._named(name, organism, version=version, patient=patient)
        # A search for a gene reads its name more than once.
        compute = partial(self._named, name, organism, version=version, patient=patient)
        return await self._known.get(
            (name, organism, version), compute, unless=lambda found: found is None or found.lacking is not None
        )

    async def _named(
        self, name: GeneName, organism: str | None, *, version: str | None, patient: bool
    ) -> NamedGenes | None:
        found = await self._genes.named(name, organism, version=version, patient=patient)
        if found is None or name.symbol is None:
            return found
        reading = found.reading or name_resolution.resolve_name(name, found.of_organism)
        found = msgspec.structs.replace(found, reading=reading)
        if not reading.is_open or name.is_word or _is_of_another_kind(name.symbol):
            return found
        guide = versions_of((await self._targets.at_hand()).version, (await self._ligands.at_hand()).version)
        if not _agree(guide, version):
            return None
        named = await self._of_protein(name.symbol)
        genes = [gene for one in named.genes if (gene := await self._fact(one, None, version))]
        # The Guide took part in the answer, so its releases belong to the version.
        found = msgspec.structs.replace(found, version=versions_of(found.version, guide))
        # NCBI Gene gives names of families to one member.
        if named.is_family and len(genes) > 1 and reading.by_protein and reading.gene in genes:
            return msgspec.structs.replace(found, of_protein=genes, reading=name_resolution.of_class(name, genes))
        if reading.has_meaning:
            return _compared(found, reading, genes, is_substance=named.is_substance)
        if named.is_synonym or named.is_family:
            return found
        if genes:
            reading = name_resolution.of_protein(name, genes)
        if named.several:
            reading = name_resolution.contested(*(name_resolution.of_protein(name, [gene]) for gene in genes))
        if genes and organism not in (None, HUMAN):
            others = [(gene.id, await self._fact(gene.id, organism, version)) for gene in genes]
            own = {one: [gene] for one, gene in others if gene and gene.organism == organism}
            reading = orthologs.translated(reading, own) or reading
        return msgspec.structs.replace(found, of_protein=genes, reading=reading)

    async def _fact(self, identifier: str, organism: str | None, version: str | None) -> GeneFacts | None:
        found = await self._genes.named(GeneName.read(identifier), organism, version=version, patient=False)
        return found.reading.gene if found and found.reading else None

    async def _of_protein(self, name: str) -> "_InGuide":
        """Return the human genes of the targets, or else of the peptides, with a whole name."""
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
        called = [target for target in targets if await self._is_called(target, name, is_ligand=bool(ligands))]
        substances = [ligand for ligand in ligands if ligand.type not in _PROTEINS]
        is_substance = bool(substances)
        is_synonym = _is_named(substances, name) and not _is_named(called, name)
        # Several targets that a name means, though none has it, are a family: `nAChR`.
        is_family = len(targets) >= _FEWEST_OF_FAMILY and not (called or ligands)
        if called or is_family:
            borne = _borne(await self._targets.bearing([*map(_own, called or targets)]))
        elif ligands:
            borne = _borne(await self._ligands.bearing([*map(_own, ligands)]))
        for key in ("hgnc", "uniprot", "ensembl_gene"):
            if sure := sorted(one for one in borne if one[0] == key):
                genes = (await self._genes.bearing(sure)).found
                if human := [gene.entity.id for gene in genes if GeneId.parse(gene.entity.id).database == HGNC]:
                    return _InGuide(human[:MOST_MEANINGS], len(called) > 1, is_substance, is_synonym, is_family)
        return _InGuide((), False, is_substance, is_synonym, is_family)

    async def _is_called(self, target: TargetCandidate, name: str, *, is_ligand: bool) -> bool:
        """Return True if a target has a name as it is written, and not only with the word receptor.

        `M2` is the M2 receptor; a hormone and other ligands are not their receptors.
        """
        if (record := await self._targets.get(TargetId.parse(target.id))) is None:
            return False
        names = (record.name, record.abbreviation or "", *record.synonyms, *record.gene_symbols)
        folded = {fold.compact(form) for name in names for form in (name, fold.without_brackets(name))}
        if fold.is_greek(name) and not has_greek_letters(name, names):
            return False
        if any(fold.compact(form) in folded for form in target_groups.meant_by(name)):
            return True
        return not is_ligand and _NUMBERED.fullmatch(name) is not None

    # Methods of the wrapped source

    async def search(self, query: Query, window: Window) -> Hits[GeneCandidate] | None:
        plainer = query_words.without_frame(query.text)
        if plainer in ("", query.text):
            return await self._search(query, window)
        if await self._may_be_name(query, window.version):
            whole = await self._search(query, Window(limit=1, version=window.version))
            if whole and any(item.score >= scores.TRUSTED for item in whole.items):
                return await self._search(query, window)
        found = await self._search(msgspec.structs.replace(query, text=plainer), window)
        if found is None:
            return None
        return found.of(tuple(item.at_most(scores.SURE) for item in found.items))

    async def _may_be_name(self, query: Query, version: str | None) -> bool:
        """Return False if a text is surely no name as a whole, which takes a tenth of the time of a search."""
        name = GeneName.read(query.text)
        if name.symbol is None or organisms.named_in(query.text):
            return True
        names = await self.named(name, query.organism or HUMAN, version=version, patient=False)
        return names is None or names.lacking is not None or read_in(name, names).has_meaning

    async def _search(self, query: Query, window: Window) -> Hits[GeneCandidate] | None:
        found = await self._genes.search(query, window)
        if found is None or _is_symbol(query.text, found):
            return found
        name, organism = GeneName.read(query.text), query.organism or HUMAN
        names = await self.named(name, organism, version=window.version, patient=False)
        if names and names.lacking and window.version is None and not read_in(name, names).has_meaning:
            names = await self.named(name, organism)
        if names is None:
            return found
        read = read_in(name, names)
        if window.offset:
            return await self._led(query, window, read, names) if read.meanings else found
        meant = [read.gene] if read.gene else names.of_protein if read.by_protein or read.is_family else ()
        # A gene with the whole name comes before the name of a protein, and before the ortholog of a human gene.
        if (
            meant
            and not name_resolution.is_identified(name, meant)
            and all(one.organism == organism for one in meant)
            and {one.id for one in meant}.isdisjoint(one.id for one in names.of_organism if one.standing(query.text))
        ):
            return windowed(
                [gene.candidate(read.score if read.gene else scores.PART_OF_A_NAME) for gene in meant],
                window,
                version=names.version,
                guidance=_how(query.text, read),
                provenance=found.provenance,
            )
        if names.lacking and not read.has_meaning:
            return msgspec.structs.replace(found, guidance=joined(found.guidance, names.lacking))
        if found.items and read.claims:
            first, *others = found.items
            found = msgspec.structs.replace(
                found,
                items=(first.at_most(read.score), *others),
                guidance=joined(_how(query.text, read), found.guidance),
                version=versions_of(found.version, names.version),
            )
        if not (found.items and read.meanings):
            return found
        # Of a list, the call that takes it is offered.
        said = None if read.guess == "parts" and query_words.names_in(query.text) else _of_several(query.text, read)
        led = await self._led(query, window, read, names)
        return msgspec.structs.replace(led, guidance=joined(said, led.guidance)) if led else None

    async def _led(self, query: Query, window: Window, read: Reading, names: NamedGenes) -> Hits[GeneCandidate] | None:
        """Search with the genes that a name may mean at the top: other sources than HGNC may contest a name."""
        if (found := await self._genes.search(query, window.whole)) is None:
            return None
        known = {one.id: one for one in (*names.of_organism, *names.of_protein)}
        meant = {
            meaning.id: known[meaning.id].candidate(scores.PART_OF_A_NAME)
            for meaning in read.meanings
            if meaning.id in known
        }
        others = [item.at_most(scores.PART_OF_A_NAME) for item in found.items if item.id not in meant]
        version = versions_of(found.version, names.version)
        return msgspec.structs.replace(found, items=(*meant.values(), *others), version=version).limited(window)

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
    ) -> OrthologsFound:
        return await self._genes.orthologs(genes, organism, version=version, patient=patient)

    async def bearing(self, identifiers: Collection[KeyedId]) -> Bearers[GeneCandidate]:
        return await self._genes.bearing(identifiers)

    def prefetch(self) -> None:
        self._genes.prefetch()

    async def at_hand(self) -> Presence:
        return await self._genes.at_hand()


class _InGuide(NamedTuple):
    """The genes (ids) of a name in the Guide. `several`: they belong to several targets, not to one.

    `is_substance`: a ligand that is not a peptide has the name, too. `is_synonym`: it is such a ligand's own name, and
    only a synonym of the targets: `LTC4` is a leukotriene. `is_family`: the genes are those of a family.
    """

    genes: Sequence[str]
    several: bool
    is_substance: bool
    is_synonym: bool
    is_family: bool


def _compared(found: NamedGenes, reading: Reading, genes: Sequence[GeneFacts], *, is_substance: bool) -> NamedGenes:
    """Return the reading of a name with what the Guide says of it.

    `FSH` is BRD2 in NCBI Gene, but a hormone of two other genes in the Guide; `PAF` is PCLAF, but a lipid.
    """
    if not genes and is_substance and reading.by_protein:
        return msgspec.structs.replace(found, of_protein=(), reading=Reading(name=reading.name))
    if not genes:
        return found
    said = {meaning.id for meaning in reading.all_meanings}
    if (
        len(genes) == 1
        and reading.gene is None
        and reading.by_protein
        and not reading.is_family
        and genes[0].id in said
    ):
        return msgspec.structs.replace(found, of_protein=genes, reading=name_resolution.of_protein(reading.name, genes))
    if not said.isdisjoint(gene.id for gene in genes):
        return found
    in_guide = name_resolution.of_protein(reading.name, genes)
    if reading.guess in ("form", "short"):
        return msgspec.structs.replace(found, of_protein=genes, reading=in_guide)
    readings = (reading, in_guide) if reading.by_protein else (in_guide, reading)
    known = {one.id: one for one in (*found.of_protein, *genes)}
    return msgspec.structs.replace(
        found, of_protein=tuple(known.values()), reading=name_resolution.contested(*readings)
    )


def _is_symbol(text: str, found: Hits[GeneCandidate]) -> bool:
    """Return True for a symbol, which no other source contests."""
    return any(item.score == scores.EXACT and spelled(item.symbol) == spelled(text) for item in found.items[:1])


def _how(asked: str, read: Reading) -> str:
    """Say how a name was read that no gene has as it is written."""
    if read.gene:
        return gene_messages.read_so(asked, read.gene.symbol, read.read_as.why if read.read_as else read.why)
    return _of_several(asked, read)


def _of_several(asked: str, read: Reading) -> str:
    symbols = [meaning.symbol for meaning in read.meanings]
    if not read.is_family:
        return gene_messages.genes_of(asked, symbols)
    return gene_messages.family_of(asked, symbols, [other.symbol for other in read.others])


def _is_of_another_kind(name: str) -> bool:
    """Return True for an identifier of something else: PubChem's number 596 is not a gene's number."""
    reference = cross_references.read(name)
    return reference is not None and not reference.finds(GENE)


def _agree(now: str, version: str | None) -> bool:
    """Return True if a listing was made from the releases in use now; those it did not use do not count."""
    before = Releases.parse(version or "").versions
    return all(before.get(name, one) == one for name, one in Releases.parse(now).versions.items())


def _whole(found: Hits[CandidateT] | None, least: float = scores.EXACT) -> Sequence[CandidateT]:
    """Return the candidates with the whole name, with at least this score; nothing for a class."""
    if found is None or found.advice is not None or found.facts:
        return ()
    return [item for item in found.items if item.score >= least and not item.unmatched]


def _is_named(candidates: Sequence[LigandCandidate | TargetCandidate], name: str) -> bool:
    return any(fold.compact(candidate.name) == fold.compact(name) for candidate in candidates)


def _own(candidate: Candidate) -> KeyedId:
    return "iuphar", candidate.id.partition(":")[2]


def _borne(bearers: Bearers[object]) -> frozenset[KeyedId]:
    return frozenset(identifier for bearer in bearers.found for identifier in bearer.identifiers)


def reference_in(given: str) -> tuple[Reference | None, Advice | None]:
    """Return the gene's reference in a link, and advice on a link or CURIE that is not a gene's.

    A text without a link has no reference, unless it is a CURIE of another kind.
    """
    link, reference = web_links.referred(given)
    if reference is None:
        return None, Advice(call_messages.unread_link(link.site)) if link else None
    if reference.finds(GENE):
        return (reference if link else None), None
    if not (link or reference.own):
        return None, None
    calls = reference.calls(GENE)
    return reference, joined(
        call_messages.read_from_link(reference.text) if link else None,
        call_messages.of_another_kind(reference.text, GENE, calls),
    )


def read_in(name: GeneName, names: NamedGenes) -> Reading:
    """Return how a name is read."""
    known = names.reading
    return known if known and known.name == name else name_resolution.resolve_name(name, names.of_organism)


def several(read: Reading, call: Callable[[str], NextCall]) -> AmbiguousQuery:
    """Make the refusal of a name that means several genes or a family. `call`: the call for one of them, by its id."""
    shown = read.meanings[: name_resolution.MOST_MEANINGS]
    calls, symbols = [call(one.id) for one in shown], [one.symbol for one in shown]
    text = read.name.text
    if read.is_family:
        others = [other.symbol for other in read.others]
        refusal = gene_messages.gene_family(text, symbols, others, calls, next_calls.search(PATHWAY, text))
    else:
        refusal = gene_messages.several_genes(text, symbols, calls)
    return AmbiguousQuery(*refusal, text, candidates=read.meanings)
