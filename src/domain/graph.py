"""The graph of all kinds: what an entity is linked to, by which evidence, and through what."""

from collections.abc import Mapping, Sequence
from typing import Literal, Self

import msgspec

from biofacts.domain.record import Item, Record

KindName = Literal["pathway", "compound", "ligand", "target", "gene"]

KINDS: tuple[KindName, ...] = ("gene", "target", "ligand", "compound", "pathway")

MOST_WAYS = 2
"""So many ways stand with an entity; `way_count` has the number of all."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What a link rests on. `via`: the key of an identifier that both have, or `interaction`, or `label`.

    `value`: that identifier, or how the ligand acts; `sources`: who says so.
    """

    via: str
    value: str
    sources: tuple[str, ...]


class Way(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What lies between the two ends of a link of several steps: a gene's symbol, the ids of the others."""

    gene: str | None = None
    target: str | None = None
    ligand: str | None = None
    compound: str | None = None
    actions: tuple[str, ...] = ()


class Linked(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entity of any kind at the end of a link: what its kind's lists show of it, and why it is there.

    `kind`: left out where it is what was asked for. `evidence`: of a single step. `through`: at most two ways of
    several steps; `way_count`: how many there are.
    """

    id: str
    kind: KindName | None = None
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
    evidence: tuple[Evidence, ...] = ()
    through: tuple[Way, ...] = ()
    way_count: int = 0

    def told(self, asked: KindName, ways: Sequence[Way]) -> Self:
        """As it stands in a list of that kind, with the ways to it."""
        several = tuple(dict.fromkeys(ways))
        return msgspec.structs.replace(
            self,
            kind=None if self.kind == asked else self.kind,
            evidence=() if several else self.evidence,
            through=several[:MOST_WAYS],
            way_count=len(several),
        )

    def acting_also(self, other: Self) -> Self:
        """With the actions by which it is linked a second time."""
        actions = tuple(dict.fromkeys([*self.actions, *other.actions]))
        return msgspec.structs.replace(self, actions=actions, primary=self.primary or other.primary)

    @property
    def label(self) -> str:
        """What it is called."""
        return self.symbol or self.name or self.title or self.id

    @property
    def way(self) -> Way:
        """As what lies between two others; pathways never do."""
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
    """One way of two stretches."""
    return Way(
        gene=before.gene or after.gene,
        target=before.target or after.target,
        ligand=before.ligand or after.ligand,
        compound=before.compound or after.compound,
        actions=before.actions or after.actions,
    )


def rank(one: Linked) -> tuple[object, ...]:
    """What a scientist wants first: medicines, human things, more ways, primary targets; withdrawn ones last.

    What is equal so stays in the order in which it was found.
    """
    is_foreign = one.organism not in (None, "Homo sapiens")
    return one.withdrawn, not one.approved, is_foreign, -one.way_count, not one.primary


class LinkSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The links to one kind: their number, the first five, and the call that lists all.

    `kinds`: by id, of those of the first that are of another kind, as a ligand is that others act on.
    """

    count: int
    first: tuple[str, ...]
    call: str
    kinds: Mapping[str, KindName] = {}


class Links(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an entity is linked to, by kind. `guidance`: what could not be told."""

    id: str
    kind: KindName
    name: str
    links: Mapping[str, LinkSummary]
    guidance: str | None = None
