"""Places between which joins lead, and the links from one to the next."""

from collections.abc import Sequence
from typing import NamedTuple

from biofacts.domain.advice import Advice
from biofacts.domain.graph import Linked
from biofacts.domain.provenance import Provenance
from biofacts.ports.joins import Identifier


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
    """The links of one step. `version`, `told_by`: of what told so, last who tells of what is linked.

    `lacking`: what is left out, or told otherwise elsewhere.
    """

    links: Sequence[Link]
    version: str
    told_by: Sequence[Provenance | None]
    lacking: Sequence[Advice | str] = ()

    @property
    def places(self) -> Sequence[Place]:
        """Where its links end, each once."""
        return [*{link.to.key: link.to for link in self.links}.values()]


def versions_of(*several: str) -> str:
    """The versions that some printed ones name, each once."""
    return " ".join(dict.fromkeys(part for one in several for part in one.split()))
