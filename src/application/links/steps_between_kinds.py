"""Joins between kinds, by shared identifiers or by the Guide's interactions, and the routes that consist of joins."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from biofacts.application.answers.sources import Sources
from biofacts.application.links import link_ends
from biofacts.application.links.link_ends import (
    OF_COMPOUNDS,
    OF_DRAWN,
    OF_GENES,
    Link,
    Place,
    StepResult,
    identifiers_of,
    match_by_best_key,
    match_by_unique_identifier,
    values,
)
from biofacts.application.messages import compounds as compound_messages
from biofacts.application.messages import links as link_messages
from biofacts.application.pathways.reverse_lookup import ReverseLookup
from biofacts.domain.answers.entity_kinds import COMPOUND, PATHWAY, LinkKind
from biofacts.domain.answers.pages import Window, versions_of
from biofacts.domain.answers.records import GUIDE, HGNC, Provenance
from biofacts.domain.compounds.queries import without_isotopes
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import LigandId, PathwayId, TargetId
from biofacts.domain.identifiers.identifiers_in_text import CHEMICALS
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.linked_entities import Evidence
from biofacts.domain.pathways.compound_nodes import CompoundNode, inchikeys, of_compounds
from biofacts.domain.pathways.index_files import Community
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.ports.pathways import CompoundPathways, PathwaySource, SoughtCompound
from biofacts.ports.pharmacology import LigandSource, Side
from biofacts.ports.sources import IdentifiedEntity

Join = Callable[[Sequence[Place]], Awaitable[StepResult]]

_WHOLE_LISTING = 10_000


class Joins:
    """The joins: each is a step from places of one kind to places of another."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._pathways_of_gene = ReverseLookup(sources.pathways, sources.genes)
        self.drawn_compounds = CompoundJoin(sources.pathways, sources.ligands)

    def routes(self) -> Mapping[tuple[LinkKind, LinkKind], tuple[Join, ...]]:
        """Return the steps from one kind to another, for all pairs of linked kinds."""
        to_ligands = (self.genes_to_targets, self.targets_to_ligands)
        to_genes = (self.ligands_to_targets, self.targets_to_genes)
        return {
            ("gene", "target"): (self.genes_to_targets,),
            ("gene", "ligand"): to_ligands,
            ("gene", "compound"): (*to_ligands, self.ligands_to_compounds),
            ("gene", "pathway"): (self.genes_to_pathways,),
            ("target", "gene"): (self.targets_to_genes,),
            ("target", "ligand"): (self.targets_to_ligands,),
            ("target", "compound"): (self.targets_to_ligands, self.ligands_to_compounds),
            ("target", "pathway"): (self.targets_to_genes, self.genes_to_pathways),
            ("ligand", "target"): (self.ligands_to_targets,),
            ("ligand", "gene"): to_genes,
            ("ligand", "compound"): (self.ligands_to_compounds,),
            ("ligand", "pathway"): (*to_genes, self.genes_to_pathways),
            ("compound", "ligand"): (self.compounds_to_ligands,),
            ("compound", "target"): (self.compounds_to_ligands, self.ligands_to_targets),
            ("compound", "gene"): (self.compounds_to_ligands, *to_genes),
            ("compound", "pathway"): (self.drawn_compounds.pathways_of,),
            ("pathway", "gene"): (self.pathways_to_genes,),
            # Targets are joined by human genes, so pathways of other organisms are joined by orthologs.
            ("pathway", "target"): (self.pathways_to_human_genes, self.genes_to_targets),
            ("pathway", "ligand"): (self.pathways_to_human_genes, *to_ligands),
            ("pathway", "compound"): (self.drawn_compounds.compounds_of,),
            ("pathway", "pathway"): (self.pathways_to_pathways,),
            ("pathway", "community"): (self.pathways_to_communities,),
            ("community", "pathway"): (self.communities_to_pathways,),
        }

    async def genes_to_targets(self, genes: Sequence[Place]) -> StepResult:
        """Join genes by identifiers to targets, and to peptides on which other ligands act."""
        wanted = identifiers_of(genes, OF_GENES)
        targets = await self._sources.targets.with_identifiers(wanted)
        links = [match.link for match in match_by_best_key(genes, targets.entities, OF_GENES, _SAYS_GENES)]
        # In the Guide, some peptides are ligands on which other ligands act. These count as targets.
        peptides = await self._sources.ligands.with_identifiers(
            # The Guide states no other identifiers of peptides.
            [identifier for identifier in wanted if identifier[0] in ("uniprot", "ensembl_gene")]
        )
        numbers = {peptide.entity.id: LigandId.parse(peptide.entity.id) for peptide in peptides.entities}
        acted_on = await self._sources.interactions.acting_on(numbers.values())
        links += [
            Link(match.source, match.link.to._replace(is_acted_on=True))
            for match in match_by_best_key(genes, peptides.entities, OF_GENES, _SAYS_GENES)
            if acted_on.ligands[numbers[match.identified.entity.id]]
        ]
        return StepResult(
            links,
            versions_of(targets.version, peptides.version, acted_on.version),
            [peptides.provenance, acted_on.provenance, targets.provenance],
        )

    async def targets_to_genes(self, targets: Sequence[Place]) -> StepResult:
        """Join targets by the identifiers in `OF_GENES` to genes."""
        identified, version, told_by = await self._identified(targets)
        genes = await self._sources.genes.with_identifiers(identifiers_of(identified, OF_GENES))
        links = [match.link for match in match_by_best_key(identified, genes.entities, OF_GENES, _SAYS_GENES)]
        return StepResult(links, versions_of(version, genes.version), [*told_by, genes.provenance])

    async def pathways_to_genes(self, pathways: Sequence[Place]) -> StepResult:
        """Join pathways by drawn and mapped identifiers to genes of the pathway's organism."""
        step_result = await self._carried(pathways)
        own = {pathway.key: pathway.entity.organism for pathway in pathways}
        links = [link for link in step_result.links if link.to.entity.organism == own[link.source]]
        lacking = [
            link_messages.names_of_genes_lacking(organism or "") for organism in {*own.values()} - {HUMAN} if not links
        ]
        return step_result._replace(links=links, lacking=lacking)

    async def pathways_to_human_genes(self, pathways: Sequence[Place]) -> StepResult:
        """Join pathways by identifiers to human genes; for other organisms, those to which drawn genes are mapped."""
        step_result = await self._carried(pathways)
        links = [link for link in step_result.links if link.to.entity.organism == HUMAN]
        others = {pathway.entity.organism or "" for pathway in pathways} - {HUMAN}
        return step_result._replace(
            links=links, lacking=[link_messages.by_orthologs(other) for other in others if links]
        )

    async def _carried(self, pathways: Sequence[Place]) -> StepResult:
        genes = await self._sources.genes.with_identifiers(identifiers_of(pathways, OF_DRAWN))
        links = [
            match.link
            for match in match_by_unique_identifier(pathways, genes.entities, OF_DRAWN, (PATHWAY.service, HGNC))
        ]
        return StepResult(sorted(links, key=_by_label), genes.version, [genes.provenance])

    async def genes_to_pathways(self, genes: Sequence[Place]) -> StepResult:
        """Join genes to the pathways that `get_pathways_for_gene` lists."""
        return StepResult.merged([await self._with_gene(gene) for gene in genes])

    async def _with_gene(self, gene: Place) -> StepResult:
        name = GeneName.parse(gene.entity.id)
        answer = await self._pathways_of_gene.window(name, None, Window(limit=_WHOLE_LISTING))
        if answer is None:
            return StepResult((), "", ())
        why = Evidence(via="gene", value=gene.entity.label, sources=(PATHWAY.service,))
        links = [Link(gene.key, Place(link_ends.candidate(pathway, why))) for pathway in answer.hits.items]
        lacking = [answer.advice] if answer.advice is not None and links else []
        return StepResult(links, answer.hits.version, [answer.hits.provenance], lacking)

    async def targets_to_ligands(self, targets: Sequence[Place]) -> StepResult:
        """Join targets by the Guide's interactions to ligands."""
        sides = {_side(target): target.key for target in targets}
        acting = await self._sources.interactions.acting_on(sides)
        links = [
            Link(sides[side], Place(link_ends.acting(ligand)))
            for side, several in acting.ligands.items()
            for ligand in several
        ]
        return StepResult(links, acting.version, [acting.provenance])

    async def ligands_to_targets(self, ligands: Sequence[Place]) -> StepResult:
        """Join ligands by the Guide's interactions to targets."""
        sides = {LigandId.parse(ligand.entity.id): ligand.key for ligand in ligands}
        acted_on = await self._sources.interactions.acted_on(sides)
        links = [
            Link(sides[side], Place(link_ends.acted_on(target), is_acted_on=target.kind == "ligand"))
            for side, several in acted_on.targets.items()
            for target in several
        ]
        return StepResult(links, acted_on.version, [acted_on.provenance])

    async def ligands_to_compounds(self, ligands: Sequence[Place]) -> StepResult:
        """Join ligands to compounds by the CID that the Guide states."""
        identified, version, told_by = await self._identified(ligands)
        cids = {ligand.key: sorted(values(ligand.identifiers, "pubchem_compound")) for ligand in identified}
        names = await self.drawn_compounds.names({cid for several in cids.values() for cid in several})
        links = [
            Link(ligand.key, Place(link_ends.compound(cid, names.get(cid), _stated(cid)), ligand.identifiers))
            for ligand in identified
            for cid in cids[ligand.key]
        ]
        return StepResult(links, version, told_by)

    async def compounds_to_ligands(self, compounds: Sequence[Place]) -> StepResult:
        """Join compounds to ligands by CID or InChIKey. A remark names ligands that differ in one of the two."""
        ligands = await self._sources.ligands.with_identifiers(identifiers_of(compounds, OF_COMPOUNDS))
        own = {compound.key: compound.identifiers for compound in compounds}
        links: list[Link] = []
        lacking: list[str] = []
        for source, identified, _ in match_by_best_key(compounds, ligands.entities, OF_COMPOUNDS, ()):
            why = [_compared(key, own[source], identified.identifiers) for key in OF_COMPOUNDS]
            agreeing = [evidence for evidence in why if isinstance(evidence, Evidence)]
            links.append(Link(source, Place.of(identified, *agreeing)))
            lacking += [
                link_messages.other_structure(
                    identified.entity.id, identified.entity.name, source[1], agreeing[0].via, *difference
                )
                for difference in why
                if isinstance(difference, _Differing)
            ]
        return StepResult(links, ligands.version, [ligands.provenance], lacking)

    async def pathways_to_pathways(self, pathways: Sequence[Place]) -> StepResult:
        """Join pathways to those drawn in them or drawing them, then to those that share many genes."""
        return StepResult.merged([await self._related(pathway) for pathway in pathways])

    async def _related(self, pathway: Place) -> StepResult:
        related = await self._sources.pathways.related(PathwayId.parse(pathway.entity.id))
        links = [Link(pathway.key, Place(link_ends.related(*pair))) for pair in related.pathways]
        lacking = [] if related.complete else [link_messages.INCOMPLETE_RELATED]
        return StepResult(links, related.version, [related.provenance], lacking)

    async def pathways_to_communities(self, pathways: Sequence[Place]) -> StepResult:
        """Join pathways to the communities to which they belong."""
        if (listing := await self._sources.pathways.communities()) is None:
            return StepResult([], "", [], [link_messages.NO_COMMUNITIES])
        keys = {pathway.entity.id.removeprefix("WP:"): pathway.key for pathway in pathways}
        links = [
            Link(keys[each], Place(link_ends.community(community, _member(community))))
            for community in listing.communities
            for each in community.pathways
            if each in keys
        ]
        return StepResult(links, listing.version, [listing.provenance])

    async def communities_to_pathways(self, communities: Sequence[Place]) -> StepResult:
        """Join communities to their pathways."""
        if (listing := await self._sources.pathways.communities()) is None:
            return StepResult([], "", [], [link_messages.NO_COMMUNITIES])
        wanted = {community.entity.id: community.key for community in communities}
        chosen = [community for community in listing.communities if community.tag in wanted]
        members = [*dict.fromkeys(each for community in chosen for each in community.pathways)]
        pathways = {
            candidate.id.removeprefix("WP:"): candidate
            for candidate in await self._sources.pathways.candidates(members)
        }
        links = [
            Link(wanted[community.tag], Place(link_ends.candidate(pathway, _member(community))))
            for community in chosen
            for key, pathway in pathways.items()
            if key in community.pathways
        ]
        return StepResult(links, listing.version, [listing.provenance])

    # Counts

    async def pathway_count(self, gene: Place) -> int:
        """Count the pathways to which `genes_to_pathways` links a gene."""
        return await self._pathways_of_gene.count(GeneName.parse(gene.entity.id))

    async def ligands_on(self, targets: Sequence[Place]) -> Mapping[str, bool]:
        """Return the ligands to which `targets_to_ligands` links targets: by id, True if approved."""
        return await self._sources.interactions.numbers_on([_side(target) for target in targets])

    async def drugs(self, pathway: PathwayId) -> tuple[int, int]:
        """Count the targets among the genes of a pathway, and the approved ligands on them; 0 if it does not exist."""
        if (identified := await self._sources.pathways.carried(pathway)) is None:
            return 0, 0
        genes = await self.pathways_to_human_genes([Place.of(identified)])
        targets = (await self.genes_to_targets(genes.places)).places
        return len(targets), sum((await self.ligands_on(targets)).values())

    async def _identified(self, places: Sequence[Place]) -> tuple[Sequence[Place], str, Sequence[Provenance | None]]:
        """Add identifiers to targets and ligands that have none yet. Also returns the versions and provenances used."""
        by_key: dict[tuple[str, str], frozenset[KeyedId]] = {}
        versions: list[str] = []
        told_by: list[Provenance | None] = []
        for kind, with_identifiers in (
            ("target", self._sources.targets.with_identifiers),
            ("ligand", self._sources.ligands.with_identifiers),
        ):
            bare = [place.entity.id for place in places if place.entity.kind == kind and not place.identifiers]
            if bare:
                found_entities = await with_identifiers([("iuphar", curie.partition(":")[2]) for curie in bare])
                by_key |= {
                    (kind, identified.entity.id): identified.identifiers for identified in found_entities.entities
                }
                versions.append(found_entities.version)
                told_by.append(found_entities.provenance)
        identified = [
            place if place.identifiers else place._replace(identifiers=by_key.get(place.key, frozenset()))
            for place in places
        ]
        return identified, versions_of(*versions), told_by


_SAYS_GENES = (GUIDE, HGNC)


def _member(community: Community) -> Evidence:
    return Evidence(via="community", value=community.tag, sources=(PATHWAY.service,))


def _by_label(link: Link) -> tuple[bool, str]:
    return link.to.entity.name is None, link.to.entity.label.casefold()


def _stated(cid: str) -> Evidence:
    return Evidence(via="pubchem_compound", value=cid, sources=(GUIDE,))


class _Differing(NamedTuple):
    """The different values of one key: the compound's (`ours`) and the ligand's (`theirs`)."""

    key: str
    ours: str
    theirs: str


_SAYS_COMPOUNDS = {"pubchem_compound": (GUIDE,), "inchikey": (COMPOUND.service, GUIDE)}


def _compared(key: str, ours: frozenset[KeyedId], theirs: frozenset[KeyedId]) -> Evidence | _Differing | None:
    """Return evidence if both share a value of a key, their values if they differ, or None if one has no value."""
    of_ours, of_theirs = values(ours, key), values(theirs, key)
    if common := of_ours & of_theirs:
        return Evidence(via=key, value=min(common), sources=_SAYS_COMPOUNDS[key])
    return _Differing(key, min(of_ours), min(of_theirs)) if of_ours and of_theirs else None


def _side(place: Place) -> Side:
    identifier = place.entity.id
    return TargetId.parse(identifier) if place.entity.kind == "target" else LigandId.parse(identifier)


# Links between compounds and the pathways that draw them, which are the same in both directions


_CID = "pubchem_compound"

_Key = tuple[str, str]


class CompoundJoin:
    """Joins compounds and pathways by identifiers, as `get_pathways_for_compound` does.

    A compound is identified by its CID, and by the identifiers that drawings and the Guide state for that CID; its
    InChIKey from PubChem is used only if they state no structure. Thus each link from a pathway to a compound also
    exists in the other direction.
    """

    def __init__(self, pathways: PathwaySource, ligands: LigandSource) -> None:
        self._pathways = pathways
        self._ligands = ligands

    async def pathways_of(self, compounds: Sequence[Place]) -> StepResult:
        """Join compounds to the pathways that draw them. A remark counts the pathways that draw other forms of them."""
        ligands = await self._ligands.with_identifiers(identifiers_of(compounds, OF_COMPOUNDS))
        results, forms = [StepResult((), ligands.version, [ligands.provenance])], 0
        for compound in compounds:
            if (drawn := await self._drawn(compound, ligands.entities)) is None:
                continue
            exact = [how.local_id for how in drawn.pathways if how.matched_on == "identifier"]
            why = Evidence(via="identifier", value=compound.entity.label, sources=(PATHWAY.service,))
            links = [Link(compound.key, Place(link_ends.candidate(drawn.candidate(key), why))) for key in exact]
            lacking = [] if drawn.complete else [compound_messages.INCOMPLETE_COMPOUNDS]
            results.append(StepResult(links, drawn.version, [drawn.provenance], lacking))
            forms += len(drawn.pathways) - len(exact)
        merged, only = StepResult.merged(results), compounds[0].entity.id if len(compounds) == 1 else None
        return merged._replace(lacking=[*merged.lacking, link_messages.other_forms(forms, only)]) if forms else merged

    async def compounds_of(self, pathways: Sequence[Place]) -> StepResult:
        """Join pathways to the compounds that they draw; the inverse of `pathways_of`."""
        return StepResult.merged([await self._of_pathway(pathway) for pathway in pathways])

    async def names(self, cids: Collection[str]) -> Mapping[str, str]:
        """Return the Guide's names of compounds, by CID: preferably the unlabelled ligand's, without isotopes."""
        ligands = await self._ligands.with_identifiers([(_CID, cid) for cid in sorted(cids)])
        # The last name of a CID counts, so the unlabelled ligand comes last.
        names = {
            cid: identified.entity.name
            for identified in sorted(ligands.entities, key=_is_labelled, reverse=True)
            for cid in values(identified.identifiers, _CID)
        }
        return {cid: without_isotopes(name) for cid, name in names.items()}

    async def _drawn(
        self, compound: Place, ligands: Sequence[IdentifiedEntity[LigandCandidate]]
    ) -> CompoundPathways | None:
        own = [identifier for identifier in compound.identifiers if identifier[0] == _CID]
        stated = {
            identifier for each in ligands if not each.identifiers.isdisjoint(own) for identifier in each.identifiers
        }
        drawn = await self._pathways.with_compound(
            SoughtCompound(in_query=tuple(own), in_records=of_compounds(stated)), None
        )
        keys = inchikeys(compound.identifiers)
        if drawn is None or not keys or inchikeys(drawn.references):
            return drawn
        stated = {
            identifier
            for match in match_by_best_key([compound], ligands, OF_COMPOUNDS, ())
            for identifier in match.identified.identifiers
        }
        identifiers = tuple(sorted(compound.identifiers))
        return await self._pathways.with_compound(
            SoughtCompound(in_query=identifiers, in_records=of_compounds(stated)), None
        )

    async def _of_pathway(self, pathway: Place) -> StepResult:
        identifier = PathwayId.parse(pathway.entity.id)
        carried = identifiers_of([pathway], CHEMICALS)
        drawn = await self._pathways.compound_nodes((), of=identifier)
        # Mapped CIDs count, too: the drawn ones alone give a third of the links.
        by_cid = {
            cid: _evidence((_CID, cid)) for cid in sorted({*_cids(drawn.nodes), *values(pathway.identifiers, _CID)})
        }
        # Other drawings, or the Guide, may state a CID for compounds that are drawn here with these identifiers.
        telling = {*carried, *(reference for node in drawn.nodes for reference in node.references)}
        sure = {reference for node in drawn.nodes if inchikeys(node.references) for reference in node.references}
        telling_nodes = {identifier for identifier in telling if identifier not in sure or identifier[0] == "inchikey"}
        others = [*(await self._pathways.compound_nodes(telling_nodes)).nodes]
        keys = {("inchikey", inchikey) for node in others for inchikey in inchikeys(node.references)} - telling
        others += (await self._pathways.compound_nodes(keys)).nodes if keys else ()
        ligands = await self._ligands.with_identifiers(sorted(telling | keys))
        candidates = _candidates(others, ligands.entities, telling)
        by_cid |= await self._leading_back(
            pathway.key, {cid: candidates[cid] for cid in candidates if cid not in by_cid}
        )
        names = {**_labels([*others, *drawn.nodes]), **await self.names(by_cid)}
        links = [Link(pathway.key, Place(link_ends.compound(cid, names.get(cid), why))) for cid, why in by_cid.items()]
        lacking: list[str] = [link_messages.STATED_COMPOUNDS] if links else []
        lacking += [] if drawn.complete else [compound_messages.INCOMPLETE_COMPOUNDS]
        # With the key, the order is the same in every process.
        links.sort(key=lambda link: (link.to.entity.name is None, link.to.entity.label.casefold(), link.to.key))
        return StepResult(links, versions_of(ligands.version, drawn.version), [ligands.provenance], lacking)

    async def _leading_back(self, pathway: _Key, candidates: Mapping[str, Evidence]) -> dict[str, Evidence]:
        """Return the compounds that `pathways_of` joins to a pathway."""
        places = [
            Place(link_ends.compound(cid, None, why), frozenset({(_CID, cid)})) for cid, why in candidates.items()
        ]
        back = await self.pathways_of(places) if places else None
        leading = {link.source for link in back.links if link.to.key == pathway} if back else set[_Key]()
        return {cid: why for place, (cid, why) in zip(places, candidates.items(), strict=True) if place.key in leading}


def _is_labelled(identified: IdentifiedEntity[LigandCandidate]) -> bool:
    return without_isotopes(identified.entity.name) != identified.entity.name


def _evidence(identifier: KeyedId, *sources: str) -> Evidence:
    return Evidence(via=identifier[0], value=identifier[1], sources=(PATHWAY.service, *sources))


def _cids(nodes: Iterable[CompoundNode]) -> Sequence[str]:
    return sorted({value for node in nodes for key, value in node.references if key == _CID})


def _candidates(
    nodes: Iterable[CompoundNode], ligands: Iterable[IdentifiedEntity[LigandCandidate]], telling: AbstractSet[KeyedId]
) -> dict[str, Evidence]:
    """Return the CIDs of nodes and ligands, each with an identifier with which a pathway may draw the compound."""
    by_cid: dict[str, Evidence] = {}
    for ligand in ligands:
        if why := _shared(ligand.identifiers, telling):
            by_cid |= {cid: _evidence(why, GUIDE) for cid in values(ligand.identifiers, _CID)}
    for node in nodes:
        if why := _shared(node.references, telling):
            by_cid |= {cid: _evidence(why) for cid in _cids([node])}
    return by_cid


def _shared(identifiers: Iterable[KeyedId], telling: AbstractSet[KeyedId]) -> KeyedId | None:
    """Return an identifier with which a compound may be drawn: one of `telling`, or else its InChIKey."""
    own = sorted(identifiers)
    decisive = (identifier for identifier in own if identifier in telling)
    return next(decisive, None) or next((identifier for identifier in own if identifier[0] == "inchikey"), None)


def _labels(nodes: Iterable[CompoundNode]) -> Mapping[str, str]:
    """Return the label with which each CID is drawn; the label of its last node wins."""
    return {cid: node.label for node in nodes if node.label for cid in _cids([node])}
