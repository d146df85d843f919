"""The joins between the kinds, each a single step: by whole identifiers, or by the Guide's interactions."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from biofacts.application.links import entities as linked_entities
from biofacts.application.links.drawn_compounds import CompoundJoin
from biofacts.application.links.entities import (
    OF_COMPOUNDS,
    OF_DRAWN,
    OF_GENES,
    Link,
    Place,
    Stretch,
    carried,
    identifiers_of,
    same,
    values,
)
from biofacts.application.messages import links as link_messages
from biofacts.application.pathways.reverse_lookup import ReverseLookup
from biofacts.domain.answers.kinds import COMPOUND, PATHWAY
from biofacts.domain.answers.pages import Window, versions_of
from biofacts.domain.answers.records import GUIDE, HGNC, Provenance
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.curies import LigandId, PathwayId, TargetId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.graph import Evidence
from biofacts.domain.pathways.index_files import Community
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.pharmacology import InteractionSource, LigandSource, Side, TargetSource
from biofacts.ports.sources import Identifier

if TYPE_CHECKING:
    from biofacts.domain.answers.advice import Advice

_WHOLE_LISTING = 10_000


class Joins:
    """Steps from places of one kind to places of another."""

    def __init__(
        self,
        *,
        genes: GeneSource,
        targets: TargetSource,
        ligands: LigandSource,
        interactions: InteractionSource,
        pathways: PathwaySource,
    ) -> None:
        self._genes = genes
        self._targets = targets
        self._ligands = ligands
        self.interactions = interactions
        self._pathways = pathways
        self._pathways_of_gene = ReverseLookup(pathways, genes)
        self._drawn_compounds = CompoundJoin(pathways, ligands)

    async def genes_to_targets(self, genes: Sequence[Place]) -> Stretch:
        """Join by identifiers: targets, and peptides on which other ligands act."""
        wanted = identifiers_of(genes, OF_GENES)
        targets = await self._targets.bearing(wanted)
        links = [
            Link(source, Place(linked_entities.target(one.entity, why), one.identifiers))
            for source, one, why in same(genes, targets.found, OF_GENES, _SAYS_GENES)
        ]
        # In the Guide some peptides are ligands on which other ligands act: these count as targets.
        peptides = await self._ligands.bearing([one for one in wanted if one[0] in ("uniprot", "ensembl_gene")])
        numbers = {one.entity.id: LigandId.parse(one.entity.id) for one in peptides.found}
        acted_on = await self.interactions.acting_on(numbers.values())
        links += [
            Link(source, Place(linked_entities.ligand(one.entity, why), one.identifiers, is_acted_on=True))
            for source, one, why in same(genes, peptides.found, OF_GENES, _SAYS_GENES)
            if acted_on.ligands[numbers[one.entity.id]]
        ]
        return Stretch(
            links,
            versions_of(targets.version, peptides.version, acted_on.version),
            [peptides.provenance, acted_on.provenance, targets.provenance],
        )

    async def targets_to_genes(self, targets: Sequence[Place]) -> Stretch:
        """Join by identifiers."""
        known, version, told_by = await self._identified(targets)
        genes = await self._genes.bearing(identifiers_of(known, OF_GENES))
        links = [
            Link(source, Place(linked_entities.gene(one.entity, why), one.identifiers))
            for source, one, why in same(known, genes.found, OF_GENES, _SAYS_GENES)
        ]
        return Stretch(links, versions_of(version, genes.version), [*told_by, genes.provenance])

    async def pathways_to_genes(self, pathways: Sequence[Place]) -> Stretch:
        """Join by drawn and mapped identifiers, to genes of the pathway's organism."""
        stretch = await self._carried(pathways)
        own = {one.key: one.entity.organism for one in pathways}
        links = [one for one in stretch.links if one.to.entity.organism == own[one.source]]
        lacking = [link_messages.names_of_genes_lacking(one or "") for one in {*own.values()} - {HUMAN} if not links]
        return stretch._replace(links=links, lacking=lacking)

    async def pathways_to_human_genes(self, pathways: Sequence[Place]) -> Stretch:
        """Join by identifiers, to human genes: for other organisms those to which drawn genes are mapped."""
        stretch = await self._carried(pathways)
        links = [one for one in stretch.links if one.to.entity.organism == HUMAN]
        others = {one.entity.organism or "" for one in pathways} - {HUMAN}
        return stretch._replace(links=links, lacking=[link_messages.by_orthologs(one) for one in others if links])

    async def _carried(self, pathways: Sequence[Place]) -> Stretch:
        genes = await self._genes.bearing(identifiers_of(pathways, OF_DRAWN))
        links = [
            Link(source, Place(linked_entities.gene(one.entity, why), one.identifiers))
            for source, one, why in carried(pathways, genes.found, OF_DRAWN, (PATHWAY.service, HGNC))
        ]
        return Stretch(sorted(links, key=_by_label), genes.version, [genes.provenance])

    async def genes_to_pathways(self, genes: Sequence[Place]) -> Stretch:
        """List the pathways that `get_pathways_for_gene` lists."""
        links: list[Link] = []
        versions: list[str] = []
        told_by: list[Provenance | None] = []
        lacking: dict[str, Advice] = {}
        for one in genes:
            name = GeneName.parse(one.entity.id)
            answer = await self._pathways_of_gene.window(name, None, Window(limit=_WHOLE_LISTING))
            if answer is not None:
                versions.append(answer.hits.version)
                told_by.append(answer.hits.provenance)
                if answer.advice is not None and answer.hits.items:
                    lacking[str(answer.advice)] = answer.advice
                why = Evidence(via="gene", value=one.entity.label, sources=(PATHWAY.service,))
                links += [Link(one.key, Place(linked_entities.pathway(found, why))) for found in answer.hits.items]
        return Stretch(links, versions_of(*versions), told_by, [*lacking.values()])

    async def targets_to_ligands(self, targets: Sequence[Place]) -> Stretch:
        """Join by interactions."""
        sides = {_side(one): one.key for one in targets}
        acting = await self.interactions.acting_on(sides)
        links = [
            Link(sides[side], Place(linked_entities.acting(one)))
            for side, several in acting.ligands.items()
            for one in several
        ]
        return Stretch(links, acting.version, [acting.provenance])

    async def ligands_to_targets(self, ligands: Sequence[Place]) -> Stretch:
        """Join by interactions."""
        sides = {LigandId.parse(one.entity.id): one.key for one in ligands}
        acted_on = await self.interactions.acted_on(sides)
        links = [
            Link(sides[side], Place(linked_entities.acted_on(one), is_acted_on=one.kind == "ligand"))
            for side, several in acted_on.targets.items()
            for one in several
        ]
        return Stretch(links, acted_on.version, [acted_on.provenance])

    async def ligands_to_compounds(self, ligands: Sequence[Place]) -> Stretch:
        """Join by the CID that the Guide states."""
        known, version, told_by = await self._identified(ligands)
        cids = {one.key: sorted(values(one.identifiers, "pubchem_compound")) for one in known}
        names = await self._drawn_compounds.names({cid for several in cids.values() for cid in several})
        links = [
            Link(one.key, Place(linked_entities.compound(cid, names.get(cid), _stated(cid)), one.identifiers))
            for one in known
            for cid in cids[one.key]
        ]
        return Stretch(links, version, told_by)

    async def compounds_to_ligands(self, compounds: Sequence[Place]) -> Stretch:
        """Join by CID and by InChIKey; a remark names ligands that agree in one and differ in the other."""
        ligands = await self._ligands.bearing(identifiers_of(compounds, OF_COMPOUNDS))
        own = {one.key: one.identifiers for one in compounds}
        links: list[Link] = []
        lacking: list[str] = []
        for source, one, _ in same(compounds, ligands.found, OF_COMPOUNDS, ()):
            why = [_compared(key, own[source], one.identifiers) for key in OF_COMPOUNDS]
            agreeing = [found for found in why if isinstance(found, Evidence)]
            links.append(Link(source, Place(linked_entities.ligand(one.entity, *agreeing), one.identifiers)))
            lacking += [
                link_messages.other_structure(one.entity.id, one.entity.name, source[1], agreeing[0].via, *found)
                for found in why
                if isinstance(found, _Differing)
            ]
        return Stretch(links, ligands.version, [ligands.provenance], lacking)

    async def compounds_to_pathways(self, compounds: Sequence[Place]) -> Stretch:
        """List the pathways that draw a compound; see `CompoundJoin`."""
        return await self._drawn_compounds.pathways_of(compounds)

    async def pathways_to_compounds(self, pathways: Sequence[Place]) -> Stretch:
        """List the compounds of pathways: the reverse of `compounds_to_pathways`."""
        return await self._drawn_compounds.compounds_of(pathways)

    async def pathways_to_pathways(self, pathways: Sequence[Place]) -> Stretch:
        """List the pathways that are drawn in these or draw them, then those that share many genes."""
        links: list[Link] = []
        versions, told_by, lacking = list[str](), list[Provenance | None](), list[str]()
        for one in pathways:
            found = await self._pathways.related(PathwayId.parse(one.entity.id))
            links += [Link(one.key, Place(linked_entities.related(each))) for each in found.found]
            versions.append(found.version)
            told_by.append(found.provenance)
            lacking += [] if found.complete else [link_messages.INCOMPLETE_RELATED]
        return Stretch(links, versions_of(*versions), told_by, [*dict.fromkeys(lacking)])

    async def pathways_to_communities(self, pathways: Sequence[Place]) -> Stretch:
        """List the communities to which pathways belong."""
        if (known := await self._pathways.communities()) is None:
            return Stretch([], "", [], [link_messages.NO_COMMUNITIES])
        keys = {one.entity.id.removeprefix("WP:"): one.key for one in pathways}
        links = [
            Link(keys[each], Place(linked_entities.community(one, _member(one))))
            for one in known.communities
            for each in one.pathways
            if each in keys
        ]
        return Stretch(links, known.version, [known.provenance])

    async def communities_to_pathways(self, communities: Sequence[Place]) -> Stretch:
        """List the pathways of communities."""
        if (known := await self._pathways.communities()) is None:
            return Stretch([], "", [], [link_messages.NO_COMMUNITIES])
        wanted = {one.entity.id: one.key for one in communities}
        chosen = [one for one in known.communities if one.tag in wanted]
        members = [*dict.fromkeys(each for one in chosen for each in one.pathways)]
        pathways = {one.id.removeprefix("WP:"): one for one in await self._pathways.candidates(members)}
        links = [
            Link(wanted[one.tag], Place(linked_entities.pathway(pathway, _member(one))))
            for one in chosen
            for key, pathway in pathways.items()
            if key in one.pathways
        ]
        return Stretch(links, known.version, [known.provenance])

    # Counts

    async def pathway_count(self, gene: Place) -> int:
        """Count the pathways that `genes_to_pathways` links to."""
        answer = await self._pathways_of_gene.window(GeneName.parse(gene.entity.id), None, Window(limit=0))
        return answer.hits.total or 0 if answer is not None else 0

    async def ligands_on(self, targets: Sequence[Place]) -> Mapping[str, bool]:
        """Return the ids of the ligands that `targets_to_ligands` links to, and if each is approved."""
        return await self.interactions.numbers_on([_side(one) for one in targets])

    async def _identified(self, places: Sequence[Place]) -> tuple[Sequence[Place], str, Sequence[Provenance | None]]:
        """Add identifiers to targets and ligands that have none yet; also return the versions and provenances used."""
        known: dict[tuple[str, str], frozenset[Identifier]] = {}
        versions: list[str] = []
        told_by: list[Provenance | None] = []
        for kind, bearing in (("target", self._targets.bearing), ("ligand", self._ligands.bearing)):
            bare = [one.entity.id for one in places if one.entity.kind == kind and not one.identifiers]
            if bare:
                found = await bearing([("iuphar", curie.partition(":")[2]) for curie in bare])
                known |= {(kind, one.entity.id): one.identifiers for one in found.found}
                versions.append(found.version)
                told_by.append(found.provenance)
        identified = [
            one if one.identifiers else one._replace(identifiers=known.get(one.key, frozenset())) for one in places
        ]
        return identified, versions_of(*versions), told_by


_SAYS_GENES = (GUIDE, HGNC)


def _member(one: Community) -> Evidence:
    return Evidence(via="community", value=one.tag, sources=(PATHWAY.service,))


def _by_label(one: Link) -> tuple[bool, str]:
    return one.to.entity.name is None, one.to.entity.label.casefold()


def _stated(cid: str) -> Evidence:
    return Evidence(via="pubchem_compound", value=cid, sources=(GUIDE,))


class _Differing(NamedTuple):
    """Two different values of one key: the compound's and the ligand's."""

    key: str
    ours: str
    theirs: str


_SAYS_COMPOUNDS = {"pubchem_compound": (GUIDE,), "inchikey": (COMPOUND.service, GUIDE)}


def _compared(key: str, ours: frozenset[Identifier], theirs: frozenset[Identifier]) -> Evidence | _Differing | None:
    """Return evidence if both have a common value of a key, the values if all differ; None if either has none."""
    of_ours, of_theirs = values(ours, key), values(theirs, key)
    if common := of_ours & of_theirs:
        return Evidence(via=key, value=min(common), sources=_SAYS_COMPOUNDS[key])
    return _Differing(key, min(of_ours), min(of_theirs)) if of_ours and of_theirs else None


def _side(place: Place) -> Side:
    identifier = place.entity.id
    return TargetId.parse(identifier) if place.entity.kind == "target" else LigandId.parse(identifier)
