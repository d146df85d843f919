"""The graph of all kinds: the links of an entity, with their evidence and the entities between their ends."""

from collections.abc import Mapping, Sequence
from typing import Self

import msgspec

from biofacts.domain.answers.entity_kinds import COMMUNITY, PATHWAY, Kind, LinkKind
from biofacts.domain.answers.records import Item, Record, RecordReadAs
from biofacts.domain.identifiers.curies import KINDS

KIND_OF: Mapping[str, Kind] = {
    **{kind.name: kind for kind in KINDS if kind is not PATHWAY}, PATHWAY.name: PATHWAY, COMMUNITY.name: COMMUNITY,
}  # fmt: skip
"""The kinds in the order of their links, from a gene to what is drawn."""

LINK_KINDS: tuple[LinkKind, ...] = tuple(kind.name for kind in KIND_OF.values())
RECORD_KINDS = tuple(kind.name for kind in KIND_OF.values() if kind is not COMMUNITY)
"""The linked kinds that have records of their own."""

MOST_WAYS = 2
"""The number of ways shown for each linked entity; `way_count` counts all."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence for a link.

    `via`: the key of the shared identifier, or `interaction`, or `label`. `value`: that identifier, or how the ligand
    acts; `sources`: the services that state it.
    """

    via: str
    value: str
    sources: tuple[str, ...]


class Way(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The entities between the two ends of a link of several steps: a gene's symbol, and the ids of the others."""

    gene: str | None = None
    target: str | None = None
    ligand: str | None = None
    compound: str | None = None
    actions: tuple[str, ...] = ()


class Linked(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entity at the end of a link: the fields that lists of its kind show, and the reasons for the link.

    `kind`: left out if it is the kind that the caller requested. `evidence`: of a link of one step. `through`: two ways
    of a link of several steps, or all of them on request; `way_count`: the number of all ways. `of`: those of a list of
    names or ids to which the entity is linked, as they were sent; `of_count`: their number, if a long page cuts them.
    `shared`, `either`: of a pathway linked to a single one, the genes that both have, and that at least one has.
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
    through: tuple[Way, ...] = ()
    way_count: int = 0

    def told(self, to: LinkKind, ways: Sequence[Way], *, of: tuple[str, ...] = (), all_ways: bool = False) -> Self:
        """Return a copy for a list of links to the kind `to`, with the ways to the entity."""
        # Different paths through the graph may pass the same entities.
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
        """The symbol, name or title; the id if there is none."""
        return self.symbol or self.name or self.title or self.id

    @property
    def way(self) -> Way:
        """The entity as an intermediate of a longer link; pathways are never intermediates."""
        match self.kind:
            case "gene":
                return Way(gene=self.symbol)
            case "target":
                return Way(target=self.id, actions=self.actions)
            case "ligand":
                return Way(ligand=self.id, actions=self.actions)
            case _:
                return Way(compound=self.id)


def joined_ways(before: Way, after: Way) -> Way:
    """Join two consecutive ways."""
    return Way(
        gene=before.gene or after.gene,
        target=before.target or after.target,
        ligand=before.ligand or after.ligand,
        compound=before.compound or after.compound,
        actions=before.actions or after.actions,
    )


def rank(entity: Linked) -> tuple[object, ...]:
    """Return a sort key by importance to scientists.

    Medicines, human entities, entities of more of the list, with more ways, and primary targets are first, withdrawn
    medicines last. Ties stay in the order of the search.
    """
    is_foreign = entity.organism not in (None, "Homo sapiens")
    return entity.withdrawn, not entity.approved, is_foreign, -len(entity.of), -entity.way_count, not entity.primary


class LinkSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The links to one kind: their number, the ids of the first five, and the call that lists all.

    `kinds`: by id, the kind of each of the first five that is of another kind, such as a ligand that others act on.
    """

    count: int
    first: tuple[str, ...]
    call: str
    kinds: Mapping[str, LinkKind] = {}


class Links(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The links of an entity, by kind. `guidance`: the links that could not be looked up. `read_as`: see `LinkPage`."""

    id: str
    kind: LinkKind
    name: str
    links: Mapping[str, LinkSummary]
    guidance: str | None = None
    read_as: RecordReadAs | None = None
