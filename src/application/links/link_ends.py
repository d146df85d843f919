"""The two ends of a link between records: as items of a list, with their identifiers, and matched by these."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, Self

import msgspec

from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.pages import versions_of
from biofacts.domain.answers.records import GUIDE, Provenance
from biofacts.domain.genes.gene import GeneCandidate
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.links.linked_entities import Evidence, Linked
from biofacts.domain.pathways.index_files import Community
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.pharmacology.interaction import ActedOn, ActingLigand
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pharmacology.target import TargetCandidate
from biofacts.ports.pathways import Relation
from biofacts.ports.sources import IdentifiedEntity


def candidate(entity: GeneCandidate | TargetCandidate | LigandCandidate | PathwayCandidate, *why: Evidence) -> Linked:
    """Convert a search result to an item of a list of links. `why`: the evidence for the link."""
    match entity:
        case GeneCandidate():
            return Linked(
                id=entity.id,
                kind="gene",
                symbol=entity.symbol,
                name=entity.name,
                organism=entity.organism,
                evidence=why,
            )
        case TargetCandidate():
            return Linked(
                id=entity.id,
                kind="target",
                name=entity.name,
                family=entity.family,
                gene_symbol=entity.gene_symbol,
                evidence=why,
            )
        case LigandCandidate():
            return Linked(
                id=entity.id, kind="ligand", name=entity.name, type=entity.type, approved=entity.approved,
                withdrawn=entity.withdrawn, evidence=why,
            )  # fmt: skip
        case PathwayCandidate():
            return Linked(id=entity.id, kind="pathway", title=entity.title, organism=entity.organism, evidence=why)


def related(pathway: PathwayCandidate, relation: Relation) -> Linked:
    """Make the list item of a pathway that is linked to another pathway."""
    why: list[tuple[str, str]] = [("drawing", "drawn in the given pathway")] if relation.is_drawn_in else []
    why += [("drawing", "draws the given pathway")] if relation.draws else []
    why += [("shared_genes", f"{relation.shared} of {relation.either}")] if relation.shared else []
    evidence = [Evidence(via=via, value=value, sources=(PATHWAY.service,)) for via, value in why]
    item = candidate(pathway, *evidence)
    return msgspec.structs.replace(item, shared=relation.shared, either=relation.either)


def community(entity: Community, *why: Evidence) -> Linked:
    """Make the list item of a community."""
    return Linked(id=entity.tag, kind="community", name=entity.name, evidence=why)


# The places that joins start from and lead to, and the links between them


class Place(NamedTuple):
    """An entity at an end of a link, and the identifiers that join it to other entities."""

    entity: Linked
    identifiers: frozenset[KeyedId] = frozenset()
    is_acted_on: bool = False
    """True for a ligand that serves as a target, since other ligands act on it."""

    @classmethod
    def of(cls, identified: IdentifiedEntity[Any], *why: Evidence) -> Self:
        """Make the place of an entity that a source found by identifiers. `why`: the evidence for the link."""
        return cls(candidate(identified.entity, *why), identified.identifiers)

    @property
    def key(self) -> tuple[str, str]:
        """The entity's unique key: its kind and its id, since the numbers of ligands and targets overlap."""
        return self.entity.kind or "", self.entity.id


def acting(ligand: ActingLigand) -> Linked:
    """Make the list item of a ligand from its interactions."""
    return Linked(
        id=ligand.id, kind="ligand", name=ligand.name, approved=ligand.approved, withdrawn=ligand.withdrawn,
        actions=ligand.actions, primary=ligand.primary, evidence=(_interaction(ligand.actions),),
    )  # fmt: skip


def acted_on(target: ActedOn) -> Linked:
    """Make the list item of a target, or of a ligand that serves as one, from its interactions."""
    return Linked(
        id=target.id, kind=target.kind, name=target.name, gene_symbol=target.gene_symbol, actions=target.actions,
        primary=target.primary, evidence=(_interaction(target.actions),),
    )  # fmt: skip


def _interaction(actions: Sequence[str]) -> Evidence:
    return Evidence(via="interaction", value=", ".join(actions), sources=(GUIDE,))


def compound(cid: str, name: str | None, why: Evidence) -> Linked:
    """Make the list item of a compound."""
    return Linked(id=f"PubChem:CID{cid}", kind="compound", name=name, evidence=(why,))


# Matches between entities that share identifiers


OF_GENES = ("hgnc", "entrez", "ensembl_gene", "uniprot", "hgnc_symbol")
"""Keys that match genes, targets and data nodes, the most reliable first."""

_DECIDING = frozenset({"hgnc", "entrez"})
"""Keys with one value per gene: genes with different values are different, whatever else they share."""

OF_DRAWN = (*OF_GENES, "refseq", "omim", "mirbase", "mgi", "rgd")
"""Keys that match data nodes and genes, as in `get_pathways_for_gene`."""

OF_COMPOUNDS = ("pubchem_compound", "inchikey")
"""Keys that match compounds and ligands."""

OF_DRAWN_DRUGS = ("inchikey", "pubchem_compound", "chebi", "chembl", "drugbank", "cas")
"""Keys that match data nodes and ligands of the Guide, but not other forms of a ligand, the most reliable first."""

OF_SEVERAL_FORMS = frozenset({"drugbank", "cas"})
"""Keys for which the Guide may state the same value for several structures."""


def identifiers_of(places: Iterable[Place], keys: Collection[str]) -> list[KeyedId]:
    """Return the identifiers with certain keys, sorted and without duplicates."""
    return sorted({identifier for place in places for identifier in place.identifiers if identifier[0] in keys})


class IdentifierMatch(NamedTuple):
    """A place (by its key) and an entity that share an identifier. `why`: evidence with the most reliable one."""

    source: tuple[str, str]
    identified: IdentifiedEntity[Any]
    why: Evidence

    @property
    def link(self) -> "Link":
        """The link from the place to the entity."""
        return Link(self.source, Place.of(self.identified, self.why))


def match_by_best_key(
    places: Iterable[Place],
    entities: Sequence[IdentifiedEntity[Any]],
    keys: Sequence[str],
    sources: tuple[str, ...],
    deciding: Collection[str] = _DECIDING,
) -> list[IdentifierMatch]:
    """Match places with entities by the most reliable key that agrees, unless a deciding key before it differs."""
    matches: list[IdentifierMatch] = []
    by_identifier = _by_identifier(entities)
    for place in places:
        # By position, so that each entity is compared once and in order.
        sharing = {
            number: identified
            for key in by_identifier.keys() & place.identifiers
            for number, identified in by_identifier[key]
        }
        for _, identified in sorted(sharing.items(), key=itemgetter(0)):
            if (why := _why(place.identifiers, identified.identifiers, keys, sources, deciding)) is not None:
                matches.append(IdentifierMatch(place.key, identified, why))
    return matches


def _why(
    ours: frozenset[KeyedId],
    theirs: frozenset[KeyedId],
    keys: Sequence[str],
    sources: tuple[str, ...],
    deciding: Collection[str],
) -> Evidence | None:
    for key in keys:
        of_ours, of_theirs = values(ours, key), values(theirs, key)
        if common := of_ours & of_theirs:
            return Evidence(via=key, value=min(common), sources=sources)
        if of_ours and of_theirs and key in deciding:
            return None
    return None


_Numbered = tuple[int, IdentifiedEntity[Any]]


def _by_identifier(entities: Sequence[IdentifiedEntity[Any]]) -> Mapping[KeyedId, Sequence[_Numbered]]:
    """Index entities by their identifiers, with their positions in the sequence."""
    index: defaultdict[KeyedId, list[_Numbered]] = defaultdict(list)
    for numbered in enumerate(entities):
        for identifier in numbered[1].identifiers:
            index[identifier].append(numbered)
    return index


def values(identifiers: frozenset[KeyedId], key: str) -> frozenset[str]:
    """Return the values of the identifiers with one key."""
    return frozenset(value for namespace, value in identifiers if namespace == key)


def match_by_unique_identifier(
    places: Iterable[Place], entities: Sequence[IdentifiedEntity[Any]], keys: Sequence[str], sources: tuple[str, ...]
) -> list[IdentifierMatch]:
    """Match places with entities by identifiers that only one entity has."""
    by_identifier = _by_identifier(entities)
    matches: list[IdentifierMatch] = []
    order = {key: number for number, key in enumerate(keys)}
    for place in places:
        by_entity: dict[str, IdentifierMatch] = {}
        shared = [(order[key[0]], key) for key in by_identifier.keys() & place.identifiers if key[0] in order]
        for _, (key, value) in sorted(shared):
            several = by_identifier[key, value]
            if len(several) == 1 and (identified := several[0][1]).entity.id not in by_entity:
                by_entity[identified.entity.id] = IdentifierMatch(
                    place.key, identified, Evidence(via=key, value=value, sources=sources)
                )
        matches += by_entity.values()
    return matches


class Link(NamedTuple):
    """A link from one place (by its key) to another, whose entity contains the evidence."""

    source: tuple[str, str]
    to: Place


class StepResult(NamedTuple):
    """The links of one step. `version`: the releases of the catalogues used; `provenances`: their provenances.

    The provenance of the linked entities is the last. `lacking`: remarks on missing links and on differences.
    """

    links: Sequence[Link]
    version: str
    provenances: Sequence[Provenance | None]
    lacking: Sequence[str] = ()

    @classmethod
    def merged(cls, several: Iterable[Self]) -> Self:
        """Merge the links of several places, with each version and each remark once."""
        parts = [*several]
        return cls(
            [link for part in parts for link in part.links],
            versions_of(*(part.version for part in parts)),
            [by for part in parts for by in part.provenances],
            [*dict.fromkeys(sentence for part in parts for sentence in part.lacking)],
        )

    @property
    def places(self) -> Sequence[Place]:
        """The distinct places at which the links end."""
        return [*{link.to.key: link.to for link in self.links}.values()]
