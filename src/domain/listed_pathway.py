"""Pathways as WikiPathways' index files list them: what is searched, and what their nodes are mapped to."""

import msgspec

from biofacts.domain import organisms
from biofacts.domain.pathway import MatchedOn, PathwayCandidate


class PathwaySummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a listing shows of a pathway; the description is cut to 200 characters."""

    title: str
    organism: str
    description: str | None = None

    def order(self, local_id: str) -> tuple[object, ...]:
        """The order of pathways that are equal otherwise: human first, then by organism, title and number."""
        return (*organisms.sort_key(self.organism), self.title.casefold(), int(local_id[2:]))

    def candidate(self, local_id: str, score: float, matched_on: MatchedOn) -> PathwayCandidate:
        """The pathway in a list."""
        return PathwayCandidate(
            id=f"WP:{local_id}",
            title=self.title,
            organism=self.organism,
            description=self.description,
            matched_on=matched_on,
            score=score,
        )


class ListedPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with what is searched of it. `terms`: names of ontology terms; `labels`: of its data nodes.

    `authors`: who drew it.
    """

    local_id: str
    summary: PathwaySummary
    names: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()


class MappedPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with the identifiers that its data nodes are mapped to: (registry key, value), each once."""

    local_id: str
    summary: PathwaySummary
    references: tuple[tuple[str, str], ...] = ()


class CitingPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with what it cites, as references (`pubmed`, `doi`), each once."""

    local_id: str
    organism: str
    references: tuple[tuple[str, str], ...]
