"""The joins between the kinds, one step each: by whole identifiers, or by the Guide's interactions."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from biofacts.application.reverse_lookup import ReverseLookup
from biofacts.domain.gene import HGNC, GeneCandidate
from biofacts.domain.genes.names import GeneName
from biofacts.domain.graph import Evidence, Linked
from biofacts.domain.guide import SERVICE as GUIDE
from biofacts.domain.interaction import ActedOn, ActingLigand
from biofacts.domain.ligand import LigandCandidate, LigandId
from biofacts.domain.paging import Window
from biofacts.domain.pathway import PATHWAY, PathwayCandidate
from biofacts.domain.target import TargetCandidate, TargetId
from biofacts.ports.genes import GeneSource
from biofacts.ports.interactions import InteractionSource, Side
from biofacts.ports.joins import Bearer, Identifier
from biofacts.ports.ligands import LigandSource
from biofacts.ports.targets import TargetSource

OF_GENES = ("hgnc", "entrez", "ensembl_gene", "uniprot", "hgnc_symbol")
"""By which a gene, a target and what is drawn are one, the surest first."""

_DECIDING = frozenset({"hgnc", "entrez"})
"""Two genes with different ones are two, whatever else they share; of other keys a thing may have several."""

OF_COMPOUNDS = ("pubchem_compound", "inchikey")
"""By which a compound and a ligand are one."""

_WHOLE_LISTING = 10_000


class Place(NamedTuple):
    """An entity, and the identifiers by which it is joined to others."""

    entity: Linked
    identifiers: frozenset[Identifier] = frozenset()
    is_acted_on: bool = False
    """A ligand in the place of a target."""

    @property
    def key(self) -> tuple[str, str]:
        """What no other entity has: numbers of ligands and targets overlap."""
        return self.entity.kind or "", self.entity.id


class Link(NamedTuple):
    """One step, from a place to another. The other's entity carries the evidence."""

    source: tuple[str, str]
    to: Place


class Stretch(NamedTuple):
    """The links of one step. `version`: of what told so."""

    links: Sequence[Link]
    version: str


class Joins:
    """Steps from places of one kind to those of another."""

    def __init__(
        self,
        *,
        genes: GeneSource,
        targets: TargetSource,
        ligands: LigandSource,
        interactions: InteractionSource,
        pathways_of_gene: ReverseLookup,
    ) -> None:
        self._genes = genes
        self._targets = targets
        self._ligands = ligands
        self._interactions = interactions
        self._pathways_of_gene = pathways_of_gene

    async def genes_to_targets(self, genes: Sequence[Place]) -> Stretch:
        """By identifiers: targets, and peptides that are acted on themselves."""
        wanted = _identifiers(genes, OF_GENES)
        targets = await self._targets.bearing(wanted)
        links = [
            Link(source, Place(target(one.entity, why), one.identifiers))
            for source, one, why in _same(genes, targets.found, OF_GENES, _SAYS_GENES)
        ]
        peptides = await self._ligands.bearing([one for one in wanted if one[0] in ("uniprot", "ensembl_gene")])
        numbers = {one.entity.id: LigandId.parse(one.entity.id) for one in peptides.found}
        acted_on = await self._interactions.acting_on(numbers.values())
        links += [
            Link(source, Place(ligand(one.entity, why), one.identifiers, is_acted_on=True))
            for source, one, why in _same(genes, peptides.found, OF_GENES, _SAYS_GENES)
            if acted_on.ligands[numbers[one.entity.id]]
        ]
        return Stretch(links, _versions(targets.version, peptides.version, acted_on.version))

    async def targets_to_genes(self, targets: Sequence[Place]) -> Stretch:
        """By identifiers."""
        known = await self._identified(targets)
        genes = await self._genes.bearing(_identifiers(known, OF_GENES))
        links = [
            Link(source, Place(gene(one.entity, why), one.identifiers))
            for source, one, why in _same(known, genes.found, OF_GENES, _SAYS_GENES)
        ]
        return Stretch(links, genes.version)

    async def pathways_to_genes(self, pathways: Sequence[Place]) -> Stretch:
        """By identifiers, as drawn and as mapped."""
        genes = await self._genes.bearing(_identifiers(pathways, OF_GENES))
        links = [
            Link(source, Place(gene(one.entity, why), one.identifiers))
            for source, one, why in _carried(pathways, genes.found, OF_GENES, (PATHWAY.service, HGNC))
        ]
        return Stretch(sorted(links, key=lambda one: one.to.entity.label.casefold()), genes.version)

    async def genes_to_pathways(self, genes: Sequence[Place]) -> Stretch:
        """As `get_pathways_for_gene` has it."""
        links: list[Link] = []
        version = ""
        for one in genes:
            name = GeneName.parse(one.entity.id)
            answer = await self._pathways_of_gene.window(name, None, Window(limit=_WHOLE_LISTING))
            if answer is not None:
                version = answer.hits.version
                why = Evidence(via="gene", value=one.entity.label, sources=(PATHWAY.service,))
                links += [Link(one.key, Place(pathway(found, why))) for found in answer.hits.items]
        return Stretch(links, version)

    async def targets_to_ligands(self, targets: Sequence[Place]) -> Stretch:
        """By interactions."""
        sides = {_side(one): one.key for one in targets}
        acting = await self._interactions.acting_on(sides)
        links = [Link(sides[side], Place(_acting(one))) for side, several in acting.ligands.items() for one in several]
        return Stretch(links, acting.version)

    async def ligands_to_targets(self, ligands: Sequence[Place]) -> Stretch:
        """By interactions."""
        sides = {LigandId.parse(one.entity.id): one.key for one in ligands}
        acted_on = await self._interactions.acted_on(sides)
        links = [
            Link(sides[side], Place(_acted_on(one), is_acted_on=one.kind == "ligand"))
            for side, several in acted_on.targets.items()
            for one in several
        ]
        return Stretch(links, acted_on.version)

    async def ligands_to_compounds(self, ligands: Sequence[Place]) -> Stretch:
        """By the CID that the Guide states."""
        known = await self._identified(ligands)
        links = [
            Link(one.key, Place(_compound(value, one.entity), one.identifiers))
            for one in known
            for key, value in one.identifiers
            if key == "pubchem_compound"
        ]
        return Stretch(links, "")

    async def compounds_to_ligands(self, compounds: Sequence[Place]) -> Stretch:
        """By CID, then by InChIKey."""
        ligands = await self._ligands.bearing(_identifiers(compounds, OF_COMPOUNDS))
        links = [
            Link(source, Place(ligand(one.entity, why), one.identifiers))
            for source, one, why in _same(compounds, ligands.found, OF_COMPOUNDS, (GUIDE,))
        ]
        return Stretch(links, ligands.version)

    async def _identified(self, places: Sequence[Place]) -> Sequence[Place]:
        """Targets and ligands with their identifiers, where they come from interactions without any."""
        bare = [one for one in places if not one.identifiers]
        numbers = {kind: [("iuphar", one.entity.id.partition(":")[2]) for one in bare if one.entity.kind == kind]
                   for kind in ("target", "ligand")}  # fmt: skip
        known: dict[tuple[str, str], frozenset[Identifier]] = {}
        if numbers["target"]:
            found = await self._targets.bearing(numbers["target"])
            known |= {("target", one.entity.id): one.identifiers for one in found.found}
        if numbers["ligand"]:
            of_ligands = await self._ligands.bearing(numbers["ligand"])
            known |= {("ligand", one.entity.id): one.identifiers for one in of_ligands.found}
        return [one if one.identifiers else one._replace(identifiers=known.get(one.key, frozenset())) for one in places]


_SAYS_GENES = (GUIDE, HGNC)


def gene(one: GeneCandidate, *why: Evidence) -> Linked:
    """A gene in a list of links."""
    return Linked(id=one.id, kind="gene", symbol=one.symbol, name=one.name, organism=one.organism, evidence=why)


def target(one: TargetCandidate, *why: Evidence) -> Linked:
    """A target in a list of links."""
    return Linked(id=one.id, kind="target", name=one.name, family=one.family, gene_symbol=one.gene_symbol, evidence=why)


def ligand(one: LigandCandidate, *why: Evidence) -> Linked:
    """A ligand in a list of links."""
    return Linked(
        id=one.id, kind="ligand", name=one.name, type=one.type, approved=one.approved, withdrawn=one.withdrawn,
        evidence=why,
    )  # fmt: skip


def pathway(one: PathwayCandidate, *why: Evidence) -> Linked:
    """A pathway in a list of links."""
    return Linked(id=one.id, kind="pathway", title=one.title, organism=one.organism, evidence=why)


def _acting(one: ActingLigand) -> Linked:
    return Linked(
        id=one.id, kind="ligand", name=one.name, approved=one.approved, withdrawn=one.withdrawn, actions=one.actions,
        primary=one.primary, evidence=(_interaction(one.actions),),
    )  # fmt: skip


def _acted_on(one: ActedOn) -> Linked:
    return Linked(
        id=one.id, kind=one.kind, name=one.name, gene_symbol=one.gene_symbol, actions=one.actions, primary=one.primary,
        evidence=(_interaction(one.actions),),
    )  # fmt: skip


def _interaction(actions: Sequence[str]) -> Evidence:
    return Evidence(via="interaction", value=", ".join(actions), sources=(GUIDE,))


def _compound(cid: str, of: Linked) -> Linked:
    why = Evidence(via="pubchem_compound", value=cid, sources=(GUIDE,))
    return Linked(id=f"PubChem:CID{cid}", kind="compound", name=of.name, evidence=(why,))


def _side(place: Place) -> Side:
    identifier = place.entity.id
    return TargetId.parse(identifier) if place.entity.kind == "target" else LigandId.parse(identifier)


def _identifiers(places: Iterable[Place], keys: Collection[str]) -> list[Identifier]:
    return [*{one for place in places for one in place.identifiers if one[0] in keys}]


class _Met(NamedTuple):
    """A place and a bearer that are one by an identifier, and the surest one that they share."""

    source: tuple[str, str]
    bearer: Bearer[Any]
    why: Evidence


def _same(
    places: Iterable[Place], bearers: Sequence[Bearer[Any]], keys: Sequence[str], sources: tuple[str, ...]
) -> list[_Met]:
    """Which places are which bearers: by the surest key that agrees, unless one that decides disagrees before it."""
    found: list[_Met] = []
    known = [(bearer, _by_key(bearer.identifiers, keys)) for bearer in bearers]
    for place in places:
        of_place = _by_key(place.identifiers, keys)
        for bearer, of_bearer in known:
            for key in keys:
                ours, theirs = of_place[key], of_bearer[key]
                if common := ours & theirs:
                    found.append(_Met(place.key, bearer, Evidence(via=key, value=min(common), sources=sources)))
                    break
                if ours and theirs and key in _DECIDING:
                    break
    return found


def _by_key(identifiers: frozenset[Identifier], keys: Sequence[str]) -> Mapping[str, frozenset[str]]:
    return {key: _values(identifiers, key) for key in keys}


def _values(identifiers: frozenset[Identifier], key: str) -> frozenset[str]:
    return frozenset(value for one, value in identifiers if one == key)


def _carried(
    places: Iterable[Place], bearers: Sequence[Bearer[Any]], keys: Sequence[str], sources: tuple[str, ...]
) -> list[_Met]:
    """Which places carry which bearers: by an identifier that no other bearer has."""
    bearing: defaultdict[Identifier, list[Bearer[Any]]] = defaultdict(list)
    for bearer in bearers:
        for identifier in bearer.identifiers:
            bearing[identifier].append(bearer)
    found: list[_Met] = []
    for place in places:
        met: dict[str, _Met] = {}
        for key in keys:
            for value in sorted(_values(place.identifiers, key)):
                several = bearing.get((key, value), ())
                if len(several) == 1 and (one := several[0]).entity.id not in met:
                    met[one.entity.id] = _Met(place.key, one, Evidence(via=key, value=value, sources=sources))
        found += met.values()
    return found


def _versions(*several: str) -> str:
    return " ".join(dict.fromkeys(part for one in several for part in one.split()))
