"""Pathways in the index files of WikiPathways: the texts to search, and the identifiers of the nodes."""

import msgspec

from biofacts.domain.identifiers import organisms
from biofacts.domain.pathways.pathway import MatchedOn, PathwayCandidate


class PathwaySummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fields of a pathway that listings show; the description is cut to 200 characters."""

    title: str
    organism: str
    description: str | None = None

    def order(self, local_id: str) -> tuple[object, ...]:
        """Return the sort key of pathways that are otherwise equal: human first, then by organism, title and number."""
        return (*organisms.sort_key(self.organism), self.title.casefold(), int(local_id[2:]))

    def candidate(self, local_id: str, score: float, matched_on: MatchedOn) -> PathwayCandidate:
        """Create the candidate for a list of search results."""
        return PathwayCandidate(
            id=f"WP:{local_id}",
            title=self.title,
            organism=self.organism,
            description=self.description,
            matched_on=matched_on,
            score=score,
        )


class ListedPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with its searchable texts.

    `terms`: names of ontology terms; `labels`: labels of data nodes; `authors`: the people who drew it.
    """

    local_id: str
    summary: PathwaySummary
    names: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()


class MappedPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with the identifiers to which its data nodes are mapped: (registry key, value), each once."""

    local_id: str
    summary: PathwaySummary
    references: tuple[tuple[str, str], ...] = ()


class CitingPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with the publications that it cites, as references (`pubmed`, `doi`), each once."""

    local_id: str
    organism: str
    references: tuple[tuple[str, str], ...]
