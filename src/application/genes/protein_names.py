"""Genes by the names that pharmacologists use for their proteins, if no gene has the name.

HGNC names genes. `SERT`, `kappa opioid receptor` and `vasopressin` are names of targets and peptides in the Guide to
PHARMACOLOGY, which states their genes.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from biofacts.application.genes.name_resolution import read_in
from biofacts.application.messages import genes as gene_messages
from biofacts.domain.answers.bounded_mapping import Remembered
from biofacts.domain.answers.kinds import GENE
from biofacts.domain.answers.pages import Hits, Releases, Window, versions_of, windowed
from biofacts.domain.answers.records import HGNC, Candidate
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.gene import Gene, GeneCandidate
from biofacts.domain.genes.name_resolution import MOST_MEANINGS
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import cross_references
from biofacts.domain.identifiers.curies import GeneId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.ports.genes import DrawnGene, GeneSource, NamedGenes
from biofacts.ports.pharmacology import LigandSource, TargetSource
from biofacts.ports.sources import Bearers, Identifier, Presence, Query

CandidateT = TypeVar("CandidateT", bound=Candidate)

_MOST_GENES = 4096
"""Genes of the names that are remembered."""
_WHOLE = 1.0
"""The score of a whole name."""


class GenesByProtein(GeneSource):
    """A source of genes that looks unknown names up in the Guide; nothing is fetched for that."""

    def __init__(self, genes: GeneSource, targets: TargetSource, ligands: LigandSource) -> None:
        self._genes = genes
        self._targets = targets
        self._ligands = ligands
        self._known = Remembered[tuple[GeneName, str | None, str | None], NamedGenes | None](
            self._settled, _MOST_GENES, _genes_in
        )

    async def _settled(self) -> tuple[object, ...]:
        sources = (self._genes, self._targets, self._ligands)
        return Presence.together([await one.at_hand() for one in sources]).settled

    async def named(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        # A search for a gene reads its name more than once.
        compute = partial(self._named, name, organism, version=version, patient=patient)
        return await self._known.get((name, organism, version), compute, unless=_is_lacking)

    async def _named(
        self, name: GeneName, organism: str | None, *, version: str | None, patient: bool
    ) -> NamedGenes | None:
        found = await self._genes.named(name, organism, version=version, patient=patient)
        if found is None or name.symbol is None:
            return found
        reading = name_resolution.read(name, found.of_organism, found.drawn)
        found = msgspec.structs.replace(found, reading=reading)
        if reading.gene or reading.meanings or _is_of_another_kind(name.symbol):
            return found
        guide = versions_of((await self._targets.at_hand()).version, (await self._ligands.at_hand()).version)
        if not _agree(guide, version):
            return None
        identifiers = await self._of_protein(name.symbol)
        genes = [gene for one in identifiers for gene in await self._facts(one, version)]
        # The Guide took part in the answer, so its releases belong to the version.
        return msgspec.structs.replace(found, of_protein=genes, version=versions_of(found.version, guide))

    async def _facts(self, identifier: str, version: str | None) -> Sequence[GeneFacts]:
        found = await self._genes.named(GeneName.read(identifier), None, version=version, patient=False)
        return found.of_organism if found else ()

    async def _of_protein(self, name: str) -> Sequence[str]:
        """Return the ids of the human genes of the only target, or else the only peptide, with a whole name."""
        # Two hits are enough to see that a name is ambiguous.
        query, window = Query(text=name), Window(limit=2)
        borne = frozenset[Identifier]()
        if (await self._targets.at_hand()).version and (target := _only(await self._targets.search(query, window))):
            borne = _borne(await self._targets.bearing([_own(target)]))
        elif (await self._ligands.at_hand()).version and (ligand := _only(await self._ligands.search(query, window))):
            borne = _borne(await self._ligands.bearing([_own(ligand)]))
        sure = [one for one in borne if one[0] == "hgnc"] or [one for one in borne if one[0] == "uniprot"]
        genes = (await self._genes.bearing(sorted(sure))).found if sure else ()
        human = [one.entity.id for one in genes if GeneId.parse(one.entity.id).database == HGNC]
        return human[:MOST_MEANINGS]

    # Methods of the wrapped source

    async def search(self, query: Query, window: Window) -> Hits[GeneCandidate] | None:
        found = await self._genes.search(query, window)
        if found is None or window.offset or query.organism not in (None, HUMAN):
            return found
        name = GeneName.read(query.text)
        names = await self.named(name, HUMAN, version=window.version, patient=False)
        if names is None:
            return found
        # A gene with the whole name comes before the name of a protein.
        if names.of_protein and not any(one.score >= _WHOLE for one in found.items[:1]):
            return windowed(
                [gene.candidate(_WHOLE) for gene in names.of_protein],
                window,
                version=names.version,
                guidance=gene_messages.genes_of_protein(query.text),
                provenance=found.provenance,
            )
        read = read_in(name, names)
        if not (found.items and read.meanings):
            return found
        symbols = [one.symbol for one in read.meanings]
        said = (
            gene_messages.family_of(query.text, symbols)
            if read.is_family
            else gene_messages.genes_of(query.text, symbols)
        )
        return msgspec.structs.replace(found, guidance=" ".join(filter(None, (said, found.guidance))))

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

    async def bearing(self, identifiers: Collection[Identifier]) -> Bearers[GeneCandidate]:
        return await self._genes.bearing(identifiers)

    async def at_hand(self) -> Presence:
        return await self._genes.at_hand()


def _is_lacking(found: NamedGenes | None) -> bool:
    return found is None or found.lacking is not None


def _genes_in(found: NamedGenes | None) -> int:
    return 1 + len(found.of_organism) + len(found.elsewhere) + len(found.of_protein) if found else 1


def _is_of_another_kind(name: str) -> bool:
    """Return True for an identifier of something else: PubChem's number 596 is not a gene's number."""
    reference = cross_references.read(name)
    return reference is not None and not reference.finds(GENE)


def _agree(now: str, version: str | None) -> bool:
    """Return True if a listing was made from the releases in use now; those it did not use do not count."""
    before = Releases.parse(version or "").versions
    return all(before.get(name, one) == one for name, one in Releases.parse(now).versions.items())


def _only(found: Hits[CandidateT] | None) -> CandidateT | None:
    """Return the candidate with the whole name; None for none, for several, and for a class."""
    if found is None or found.advice is not None:
        return None
    whole = [one for one in found.items if one.score >= _WHOLE and not one.unmatched]
    return whole[0] if len(whole) == 1 else None


def _own(candidate: Candidate) -> Identifier:
    return "iuphar", candidate.id.partition(":")[2]


def _borne(bearers: Bearers[object]) -> frozenset[Identifier]:
    return frozenset(one for bearer in bearers.found for one in bearer.identifiers)
