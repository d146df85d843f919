"""The places that joins start from and lead to, and the links between them."""

from collections.abc import Sequence
from typing import NamedTuple

from biofacts.domain.answers.advice import Advice
from biofacts.domain.answers.provenance import Provenance
from biofacts.domain.links.graph import Linked
from biofacts.ports.shared_identifiers import Identifier


class Place(NamedTuple):
    """An entity and the identifiers that join it to others."""

    entity: Linked
    identifiers: frozenset[Identifier] = frozenset()
    is_acted_on: bool = False
    """True for a ligand in the place of a target."""

    @property
    def key(self) -> tuple[str, str]:
        """The unique key of the entity: its kind and its id, since numbers of ligands and targets overlap."""
        return self.entity.kind or "", self.entity.id

    def with_actions_of(self, other: "Place") -> "Place":
        """Add the actions of the same entity, reached a second time."""
        return self._replace(entity=self.entity.acting_also(other.entity))


class Link(NamedTuple):
    """A step from one place to another; the entity of the second has the evidence."""

    source: tuple[str, str]
    to: Place


class Stretch(NamedTuple):
    """The links of one step. `version`: of the catalogues used; `told_by`: their provenances, that of the end last.

    `lacking`: remarks on what is left out or differs elsewhere.
    """

    links: Sequence[Link]
    version: str
    told_by: Sequence[Provenance | None]
    lacking: Sequence[Advice | str] = ()

    @property
    def places(self) -> Sequence[Place]:
        """The places where the links end, each once."""
        return [*{link.to.key: link.to for link in self.links}.values()]


def versions_of(*several: str) -> str:
    """Merge printed versions, each catalogue once."""
    return " ".join(dict.fromkeys(part for one in several for part in one.split()))
