"""The join between compounds and the pathways that draw them, the same from both sides."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from biofacts.application.links import entities as linked_entities
from biofacts.application.links.entities import OF_COMPOUNDS, Link, Place, Stretch, identifiers_of, same, values
from biofacts.application.messages import compounds as compound_messages
from biofacts.application.messages import links as link_messages
from biofacts.domain.answers.kinds import PATHWAY
from biofacts.domain.answers.pages import versions_of
from biofacts.domain.answers.records import GUIDE
from biofacts.domain.compounds.query import without_isotopes
from biofacts.domain.identifiers.cross_references import CHEMICALS
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.links.graph import Evidence
from biofacts.domain.pathways.compound_nodes import CompoundNode, inchikeys, of_compounds
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.ports.pathways import CompoundPathways, PathwaySource, SoughtCompound
from biofacts.ports.pharmacology import LigandSource
from biofacts.ports.sources import Bearer, Identifier

_CID = "pubchem_compound"

_Key = tuple[str, str]


class CompoundJoin:
    """Joins compounds and pathways by whole identifiers, as `get_pathways_for_compound` does.

    A compound is known by its CID, and by what drawings and the Guide state of that CID; its InChIKey from PubChem
    counts only if these know no structure of it. Thus what leads from a pathway to a compound leads back.
    """

    def __init__(self, pathways: PathwaySource, ligands: LigandSource) -> None:
        self._pathways = pathways
        self._ligands = ligands

    async def pathways_of(self, compounds: Sequence[Place]) -> Stretch:
        """List the pathways that draw compounds. A remark counts those that draw other forms of them."""
        ligands = await self._ligands.bearing(identifiers_of(compounds, OF_COMPOUNDS))
        links: list[Link] = []
        versions, told_by, lacking = [ligands.version], [ligands.provenance], list[str]()
        forms = 0
        for one in compounds:
            if (found := await self._drawn(one, ligands.found)) is None:
                continue
            exact = [how.local_id for how in found.pathways if how.matched_on == "identifier"]
            why = Evidence(via="identifier", value=one.entity.label, sources=(PATHWAY.service,))
            links += [Link(one.key, Place(linked_entities.pathway(found.candidate(key), why))) for key in exact]
            forms += len(found.pathways) - len(exact)
            versions.append(found.version)
            told_by.append(found.provenance)
            lacking += [] if found.complete else [compound_messages.INCOMPLETE_COMPOUNDS]
        if forms:
            lacking.append(link_messages.other_forms(forms, compounds[0].entity.id if len(compounds) == 1 else None))
        return Stretch(links, versions_of(*versions), told_by, [*dict.fromkeys(lacking)])

    async def compounds_of(self, pathways: Sequence[Place]) -> Stretch:
        """List the compounds of which `pathways_of` lists these pathways."""
        stretches = [await self._of_pathway(one) for one in pathways]
        return Stretch(
            [link for one in stretches for link in one.links],
            versions_of(*(one.version for one in stretches)),
            [each for one in stretches for each in one.told_by],
            [*dict.fromkeys(said for one in stretches for said in one.lacking)],
        )

    async def names(self, cids: Collection[str]) -> Mapping[str, str]:
        """Return what the Guide calls compounds, by CID: the name of the plain ligand, not of one with a label."""
        found = await self._ligands.bearing([(_CID, cid) for cid in sorted(cids)])
        names = {
            cid: one.entity.name
            for one in sorted(found.found, key=_is_labelled, reverse=True)
            for cid in values(one.identifiers, _CID)
        }
        return {cid: without_isotopes(name) for cid, name in names.items()}

    async def _drawn(self, compound: Place, ligands: Sequence[Bearer[LigandCandidate]]) -> CompoundPathways | None:
        own = [one for one in compound.identifiers if one[0] == _CID]
        stated = {one for each in ligands if not each.identifiers.isdisjoint(own) for one in each.identifiers}
        found = await self._pathways.with_compound(SoughtCompound(asked=tuple(own), stated=of_compounds(stated)), None)
        keys = inchikeys(compound.identifiers)
        if found is None or not keys or inchikeys(found.references):
            return found
        stated = {one for met in same([compound], ligands, OF_COMPOUNDS, ()) for one in met.bearer.identifiers}
        asked = tuple(sorted(compound.identifiers))
        return await self._pathways.with_compound(SoughtCompound(asked=asked, stated=of_compounds(stated)), None)

    async def _of_pathway(self, pathway: Place) -> Stretch:
        identifier = PathwayId.parse(pathway.entity.id)
        carried = identifiers_of([pathway], CHEMICALS)
        drawn = await self._pathways.compound_nodes((), of=identifier)
        found = {
            cid: _evidence((_CID, cid)) for cid in sorted({*_cids(drawn.nodes), *values(pathway.identifiers, _CID)})
        }
        # By these, compounds may be drawn here that have another CID elsewhere.
        telling = {*carried, *(one for node in drawn.nodes for one in node.references)}
        sure = {one for node in drawn.nodes if inchikeys(node.references) for one in node.references}
        telling_nodes = {one for one in telling if one not in sure or one[0] == "inchikey"}
        others = [*(await self._pathways.compound_nodes(telling_nodes)).nodes]
        keys = {("inchikey", one) for node in others for one in inchikeys(node.references)} - telling
        others += (await self._pathways.compound_nodes(keys)).nodes if keys else ()
        ligands = await self._ligands.bearing(sorted(telling | keys))
        candidates = _candidates(others, ligands.found, telling)
        found |= await self._leading_back(pathway.key, {cid: candidates[cid] for cid in candidates if cid not in found})
        names = {**_labels([*others, *drawn.nodes]), **await self.names(found)}
        links = [
            Link(pathway.key, Place(linked_entities.compound(cid, names.get(cid), why))) for cid, why in found.items()
        ]
        lacking: list[str] = [link_messages.STATED_COMPOUNDS] if links else []
        lacking += [] if drawn.complete else [compound_messages.INCOMPLETE_COMPOUNDS]
        links.sort(key=lambda one: (one.to.entity.name is None, one.to.entity.label.casefold()))
        return Stretch(links, versions_of(ligands.version, drawn.version), [ligands.provenance], lacking)

    async def _leading_back(self, pathway: _Key, candidates: Mapping[str, Evidence]) -> dict[str, Evidence]:
        """Return the compounds of which `pathways_of` lists a pathway."""
        places = [
            Place(linked_entities.compound(cid, None, why), frozenset({(_CID, cid)})) for cid, why in candidates.items()
        ]
        back = await self.pathways_of(places) if places else None
        leading = {link.source for link in back.links if link.to.key == pathway} if back else set[_Key]()
        return {cid: why for place, (cid, why) in zip(places, candidates.items(), strict=True) if place.key in leading}


def _is_labelled(one: Bearer[LigandCandidate]) -> bool:
    return without_isotopes(one.entity.name) != one.entity.name


def _evidence(identifier: Identifier, *sources: str) -> Evidence:
    return Evidence(via=identifier[0], value=identifier[1], sources=(PATHWAY.service, *sources))


def _cids(nodes: Iterable[CompoundNode]) -> set[str]:
    return {value for node in nodes for key, value in node.references if key == _CID}


def _candidates(
    nodes: Iterable[CompoundNode], ligands: Iterable[Bearer[LigandCandidate]], telling: AbstractSet[Identifier]
) -> dict[str, Evidence]:
    """Return the CIDs of nodes and ligands, with the identifier by which they may be drawn in a pathway."""
    found: dict[str, Evidence] = {}
    for ligand in ligands:
        if why := _shared(ligand.identifiers, telling):
            found |= {cid: _evidence(why, GUIDE) for cid in values(ligand.identifiers, _CID)}
    for node in nodes:
        if why := _shared(node.references, telling):
            found |= {cid: _evidence(why) for cid in _cids([node])}
    return found


def _shared(identifiers: Iterable[Identifier], telling: AbstractSet[Identifier]) -> Identifier | None:
    """Return an identifier by which a compound may be drawn: one of these, or else its structure."""
    own = sorted(identifiers)
    told = (one for one in own if one in telling)
    return next(told, None) or next((one for one in own if one[0] == "inchikey"), None)


def _labels(nodes: Iterable[CompoundNode]) -> Mapping[str, str]:
    """Return the label under which each CID is drawn; that of the last nodes counts."""
    return {cid: node.label for node in nodes if node.label for cid in _cids([node])}
