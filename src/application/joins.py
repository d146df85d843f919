"""The joins between the kinds, one step each: by whole identifiers, or by the Guide's interactions."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from biofacts.application.reverse_lookup import ReverseLookup
from biofacts.domain import wording
from biofacts.domain.advice import Advice
from biofacts.domain.compound import COMPOUND
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
from biofacts.ports.pathways import CompoundPathway, CompoundPathways, PathwaySource, SoughtCompound
from biofacts.ports.targets import TargetSource

OF_GENES = ("hgnc", "entrez", "ensembl_gene", "uniprot", "hgnc_symbol")
"""By which a gene, a target and what is drawn are one, the surest first."""

_DECIDING = frozenset({"hgnc", "entrez"})
"""Two genes with different ones are two, whatever else they share; of other keys a thing may have several."""

OF_DRAWN = (*OF_GENES, "refseq", "omim", "mirbase", "mgi", "rgd")
"""By which what is drawn is a gene, as `get_pathways_for_gene` has it."""

OF_COMPOUNDS = ("pubchem_compound", "inchikey")
"""By which a compound and a ligand are one."""

OF_DRAWN_COMPOUNDS = (*OF_COMPOUNDS, "chebi")
"""By which what is drawn is a ligand of the Guide."""

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

    def with_actions_of(self, other: "Place") -> "Place":
        """The same place, reached a second time."""
        return self._replace(entity=self.entity.acting_also(other.entity))


class Link(NamedTuple):
    """One step, from a place to another. The other's entity carries the evidence."""

    source: tuple[str, str]
    to: Place


class Stretch(NamedTuple):
    """The links of one step. `version`: of what told so; `lacking`: what is left out, or told otherwise elsewhere."""

    links: Sequence[Link]
    version: str
    lacking: Sequence[Advice | str] = ()


class Joins:
    """Steps from places of one kind to those of another."""

    def __init__(
        self,
        *,
        genes: GeneSource,
        targets: TargetSource,
        ligands: LigandSource,
        interactions: InteractionSource,
        pathways: PathwaySource,
        pathways_of_gene: ReverseLookup,
    ) -> None:
        self._genes = genes
        self._targets = targets
        self._ligands = ligands
        self._interactions = interactions
        self._pathways = pathways
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
        known, version = await self._identified(targets)
        genes = await self._genes.bearing(_identifiers(known, OF_GENES))
        links = [
            Link(source, Place(gene(one.entity, why), one.identifiers))
            for source, one, why in _same(known, genes.found, OF_GENES, _SAYS_GENES)
        ]
        return Stretch(links, _versions(version, genes.version))

    async def pathways_to_genes(self, pathways: Sequence[Place]) -> Stretch:
        """By identifiers, as drawn and as mapped."""
        genes = await self._genes.bearing(_identifiers(pathways, OF_DRAWN))
        links = [
            Link(source, Place(gene(one.entity, why), one.identifiers))
            for source, one, why in _carried(pathways, genes.found, OF_DRAWN, (PATHWAY.service, HGNC))
        ]
        return Stretch(sorted(links, key=lambda one: one.to.entity.label.casefold()), genes.version)

    async def genes_to_pathways(self, genes: Sequence[Place]) -> Stretch:
        """As `get_pathways_for_gene` has it."""
        links: list[Link] = []
        versions: list[str] = []
        lacking: dict[str, Advice] = {}
        for one in genes:
            name = GeneName.parse(one.entity.id)
            answer = await self._pathways_of_gene.window(name, None, Window(limit=_WHOLE_LISTING))
            if answer is not None:
                versions.append(answer.hits.version)
                if answer.advice is not None and answer.hits.items:
                    lacking[str(answer.advice)] = answer.advice
                why = Evidence(via="gene", value=one.entity.label, sources=(PATHWAY.service,))
                links += [Link(one.key, Place(pathway(found, why))) for found in answer.hits.items]
        return Stretch(links, _versions(*versions), [*lacking.values()])

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
        known, version = await self._identified(ligands)
        links = [
            Link(one.key, Place(_compound(value, one.entity), one.identifiers))
            for one in known
            for key, value in sorted(one.identifiers)
            if key == "pubchem_compound"
        ]
        return Stretch(links, version)

    async def compounds_to_ligands(self, compounds: Sequence[Place]) -> Stretch:
        """By CID and by InChIKey. What agrees by the one and not by the other is told."""
        ligands = await self._ligands.bearing(_identifiers(compounds, OF_COMPOUNDS))
        own = {one.key: one.identifiers for one in compounds}
        links: list[Link] = []
        lacking: list[str] = []
        for source, one, _ in _same(compounds, ligands.found, OF_COMPOUNDS, ()):
            why = [_compared(key, own[source], one.identifiers) for key in OF_COMPOUNDS]
            agreeing = [found for found in why if isinstance(found, Evidence)]
            links.append(Link(source, Place(ligand(one.entity, *agreeing), one.identifiers)))
            lacking += [
                wording.other_structure(one.entity.id, one.entity.name, source[1], agreeing[0].via, *found)
                for found in why
                if isinstance(found, _Differing)
            ]
        return Stretch(links, ligands.version, lacking)

    async def compounds_to_pathways(self, compounds: Sequence[Place]) -> Stretch:
        """As `get_pathways_for_compound` has it, by what PubChem and the Guide state of a compound."""
        ligands = await self._ligands.bearing(_identifiers(compounds, OF_COMPOUNDS))
        links: list[Link] = []
        versions, lacking = [ligands.version], list[str]()
        for one in compounds:
            stated = {each for met in _same([one], ligands.found, OF_COMPOUNDS, ()) for each in met.bearer.identifiers}
            sought = SoughtCompound(asked=tuple(_identifiers([one], OF_COMPOUNDS)), stated=tuple(sorted(stated)))
            if (found := await self._pathways.with_compound(sought, None)) is not None:
                links += [Link(one.key, Place(_drawn(one, how, found))) for how in found.pathways]
                versions.append(found.version)
                lacking += [] if found.complete else [wording.INCOMPLETE_COMPOUNDS]
        return Stretch(links, _versions(*versions), lacking)

    async def pathways_to_compounds(self, pathways: Sequence[Place]) -> Stretch:
        """By CIDs that are drawn or mapped, and by those that the Guide states of structures that are."""
        ligands = await self._ligands.bearing(_identifiers(pathways, OF_DRAWN_COMPOUNDS))
        names = {cid: one.entity.name for one in ligands.found for cid in _values(one.identifiers, "pubchem_compound")}
        links: list[Link] = []
        for place in pathways:
            found: dict[str, Evidence] = {
                cid: Evidence(via="pubchem_compound", value=cid, sources=(PATHWAY.service,))
                for cid in sorted(_values(place.identifiers, "pubchem_compound"))
            }
            for _, one, why in _same([place], ligands.found, OF_DRAWN_COMPOUNDS, (PATHWAY.service, GUIDE)):
                found |= {cid: why for cid in _values(one.identifiers, "pubchem_compound") if cid not in found}
            links += [
                Link(
                    place.key,
                    Place(Linked(id=f"PubChem:CID{cid}", kind="compound", name=names.get(cid), evidence=(why,))),
                )
                for cid, why in found.items()
            ]
        return Stretch(sorted(links, key=_by_label), ligands.version)

    # Counts

    async def pathway_count(self, gene: Place) -> int:
        """How many pathways `genes_to_pathways` gives."""
        answer = await self._pathways_of_gene.window(GeneName.parse(gene.entity.id), None, Window(limit=0))
        return answer.hits.total or 0 if answer is not None else 0

    async def ligands_on(self, targets: Sequence[Place]) -> Mapping[str, bool]:
        """The ids that `targets_to_ligands` gives, and whether each is approved."""
        return await self._interactions.numbers_on([_side(one) for one in targets])

    async def _identified(self, places: Sequence[Place]) -> tuple[Sequence[Place], str]:
        """Targets and ligands with their identifiers, where they have none yet; the version of what told so."""
        bare = [one for one in places if not one.identifiers]
        numbers = {kind: [("iuphar", one.entity.id.partition(":")[2]) for one in bare if one.entity.kind == kind]
                   for kind in ("target", "ligand")}  # fmt: skip
        known: dict[tuple[str, str], frozenset[Identifier]] = {}
        version = ""
        if numbers["target"]:
            found = await self._targets.bearing(numbers["target"])
            known |= {("target", one.entity.id): one.identifiers for one in found.found}
            version = found.version
        if numbers["ligand"]:
            of_ligands = await self._ligands.bearing(numbers["ligand"])
            known |= {("ligand", one.entity.id): one.identifiers for one in of_ligands.found}
            version = _versions(version, of_ligands.version)
        identified = [
            one if one.identifiers else one._replace(identifiers=known.get(one.key, frozenset())) for one in places
        ]
        return identified, version


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


def _drawn(compound: Place, how: CompoundPathway, found: CompoundPathways) -> Linked:
    """A pathway in which a compound is drawn, and by what: `identifier`, or `same skeleton`."""
    why = Evidence(via=how.matched_on, value=compound.entity.label, sources=(PATHWAY.service,))
    return pathway(found.candidate(how.local_id), why)


def _by_label(one: Link) -> tuple[bool, str]:
    return one.to.entity.name is None, one.to.entity.label.casefold()


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


class _Differing(NamedTuple):
    """Two values of one key, where both sides have one: of the compound, and of the ligand."""

    key: str
    ours: str
    theirs: str


_SAYS_COMPOUNDS = {"pubchem_compound": (GUIDE,), "inchikey": (COMPOUND.service, GUIDE)}


def _compared(key: str, ours: frozenset[Identifier], theirs: frozenset[Identifier]) -> Evidence | _Differing | None:
    """What a compound and a ligand have under a key."""
    of_ours, of_theirs = _values(ours, key), _values(theirs, key)
    if common := of_ours & of_theirs:
        return Evidence(via=key, value=min(common), sources=_SAYS_COMPOUNDS[key])
    return _Differing(key, min(of_ours), min(of_theirs)) if of_ours and of_theirs else None


def _side(place: Place) -> Side:
    identifier = place.entity.id
    return TargetId.parse(identifier) if place.entity.kind == "target" else LigandId.parse(identifier)


def _identifiers(places: Iterable[Place], keys: Collection[str]) -> list[Identifier]:
    """Each once, in an order that is the same in every process."""
    return sorted({one for place in places for one in place.identifiers if one[0] in keys})


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
    bearing = _bearing(bearers)
    for place in places:
        met = {number: bearer for one in sorted(place.identifiers) for number, bearer in bearing.get(one, ())}
        for _, bearer in sorted(met.items(), key=_number):
            if (why := _why(place.identifiers, bearer.identifiers, keys, sources)) is not None:
                found.append(_Met(place.key, bearer, why))
    return found


def _why(
    ours: frozenset[Identifier], theirs: frozenset[Identifier], keys: Sequence[str], sources: tuple[str, ...]
) -> Evidence | None:
    for key in keys:
        of_ours, of_theirs = _values(ours, key), _values(theirs, key)
        if common := of_ours & of_theirs:
            return Evidence(via=key, value=min(common), sources=sources)
        if of_ours and of_theirs and key in _DECIDING:
            return None
    return None


_Numbered = tuple[int, Bearer[Any]]


def _bearing(bearers: Sequence[Bearer[Any]]) -> Mapping[Identifier, Sequence[_Numbered]]:
    """The bearers of each identifier, with their places in the sequence."""
    found: defaultdict[Identifier, list[_Numbered]] = defaultdict(list)
    for numbered in enumerate(bearers):
        for identifier in numbered[1].identifiers:
            found[identifier].append(numbered)
    return found


def _number(numbered: _Numbered) -> int:
    return numbered[0]


def _values(identifiers: frozenset[Identifier], key: str) -> frozenset[str]:
    return frozenset(value for one, value in identifiers if one == key)


def _carried(
    places: Iterable[Place], bearers: Sequence[Bearer[Any]], keys: Sequence[str], sources: tuple[str, ...]
) -> list[_Met]:
    """Which places carry which bearers: by an identifier that no other bearer has."""
    bearing = _bearing(bearers)
    found: list[_Met] = []
    for place in places:
        met: dict[str, _Met] = {}
        for key in keys:
            for value in sorted(_values(place.identifiers, key)):
                several = bearing.get((key, value), ())
                if len(several) == 1 and (one := several[0][1]).entity.id not in met:
                    met[one.entity.id] = _Met(place.key, one, Evidence(via=key, value=value, sources=sources))
        found += met.values()
    return found


def _versions(*several: str) -> str:
    return " ".join(dict.fromkeys(part for one in several for part in one.split()))
