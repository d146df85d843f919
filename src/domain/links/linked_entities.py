"""The links of an entity to entities of other kinds, with their evidence and the entities between both ends."""

from collections.abc import Mapping, Sequence
from typing import Self

import msgspec

from biofacts.domain.answers.entity_kinds import COMMUNITY, PATHWAY, Kind, LinkKind
from biofacts.domain.answers.records import Item, Record, RecordReadAs
from biofacts.domain.identifiers.curies import KINDS

KIND_OF: Mapping[str, Kind] = {
    **{kind.name: kind for kind in KINDS if kind is not PATHWAY}, PATHWAY.name: PATHWAY, COMMUNITY.name: COMMUNITY,
}  # fmt: skip
"""The linked kinds by name, in the order in which links list them: pathways and communities last."""

LINK_KINDS: tuple[LinkKind, ...] = tuple(kind.name for kind in KIND_OF.values())
RECORD_KINDS = tuple(kind.name for kind in KIND_OF.values() if kind is not COMMUNITY)
"""The linked kinds that have records of their own."""

MOST_WAYS = 2
"""The number of ways shown for each linked entity; `way_count` counts all."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence for a link.

    `via`: the key of the shared identifier, or another reason such as `interaction` or `community`. `value`: that
    identifier, or the ligand's actions; `sources`: the services that state it.
    """

    via: str
    value: str
    sources: tuple[str, ...]


class IntermediateEntities(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The entities between the two ends of a link of several steps: the symbol of a gene, and the ids of the others.

    `actions`: the actions of the ligand on the target.
    """

    gene: str | None = None
    target: str | None = None
    ligand: str | None = None
    compound: str | None = None
    actions: tuple[str, ...] = ()


class Linked(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entity at the end of a link: the main fields of its kind, and the reasons for the link.

    `kind`: omitted if it is the kind that the caller requested. `evidence`: the evidence for a link of one step.
    `through`: two ways of a link of several steps, or all ways on request; `way_count`: the number of all ways. `of`:
    the names or ids of the caller's list to which the entity is linked; `of_count`: their number, if `of` was cut.
    `shared`, `either`: for a pathway linked to one pathway, the number of genes in both, and in at least one.
    """

    id: str
    kind: LinkKind | None = None
    name: str | None = None
    title: str | None = None
    symbol: str | None = None
    organism: str | None = None
    family: str | None = None
    gene_symbol: str | None = None
    type: str | None = None
    approved: bool | None = None
    withdrawn: bool = False
    actions: tuple[str, ...] = ()
    primary: bool = False
    shared: int = 0
    either: int = 0
    of: tuple[str, ...] = ()
    of_count: int = 0
    evidence: tuple[Evidence, ...] = ()
    through: tuple[IntermediateEntities, ...] = ()
    way_count: int = 0

    def listed_for(
        self, to: LinkKind, ways: Sequence[IntermediateEntities], *, of: tuple[str, ...] = (), all_ways: bool = False
    ) -> Self:
        """Return a copy for a list of links to the kind `to`, with the ways to the entity."""
        # Different walks may lead through the same entities.
        several = tuple(dict.fromkeys(ways))
        return msgspec.structs.replace(
            self,
            kind=None if self.kind == to else self.kind,
            evidence=() if several else self.evidence,
            of=of,
            through=several if all_ways else several[:MOST_WAYS],
            way_count=len(several),
        )

    def acting_also(self, other: Self) -> Self:
        """Return a copy that adds the actions of a second link to the entity."""
        actions = tuple(dict.fromkeys([*self.actions, *other.actions]))
        return msgspec.structs.replace(self, actions=actions, primary=self.primary or other.primary)

    def evident_also(self, other: Self) -> Self:
        """Return a copy that adds the evidence of a second link to the entity."""
        evidence = tuple(dict.fromkeys([*self.evidence, *other.evidence]))
        return msgspec.structs.replace(self, evidence=evidence, shared=0, either=0)

    @property
    def label(self) -> str:
        """The symbol, name or title, or else the id."""
        return self.symbol or self.name or self.title or self.id

    @property
    def way(self) -> IntermediateEntities:
        """The entity as a part of the way of a longer link. Pathways are never in the middle of a link."""
        match self.kind:
            case "gene":
                return IntermediateEntities(gene=self.symbol)
            case "target":
                return IntermediateEntities(target=self.id, actions=self.actions)
            case "ligand":
                return IntermediateEntities(ligand=self.id, actions=self.actions)
            case _:
                return IntermediateEntities(compound=self.id)


def joined_ways(before: IntermediateEntities, after: IntermediateEntities) -> IntermediateEntities:
    """Join two consecutive ways."""
    return IntermediateEntities(
        gene=before.gene or after.gene,
        target=before.target or after.target,
        ligand=before.ligand or after.ligand,
        compound=before.compound or after.compound,
        actions=before.actions or after.actions,
    )


def rank(entity: Linked) -> tuple[object, ...]:
    """Return a sort key by importance to scientists.

    Approved medicines come first, then human entities, entities linked to more of the caller's list, entities with more
    ways, and primary targets. Withdrawn medicines come last. Ties stay in the order of the search.
    """
    is_foreign = entity.organism not in (None, "Homo sapiens")
    return entity.withdrawn, not entity.approved, is_foreign, -len(entity.of), -entity.way_count, not entity.primary


class LinkSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The links to one kind: their number, the ids and names of the first five, and the call that lists all.

    `kinds`: the kinds of those among the first five that have another kind, by id, such as a ligand among targets.
    """

    count: int
    first: tuple[str, ...]
    call: str
    kinds: Mapping[str, LinkKind] = {}


class Links(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The links of an entity, by kind. `guidance`: remarks on missing links; `read_as`: see `LinkPage`."""

    id: str
    kind: LinkKind
    name: str
    links: Mapping[str, LinkSummary]
    guidance: str | None = None
    read_as: RecordReadAs | None = None
