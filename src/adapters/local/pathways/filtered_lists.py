"""Lists of pathways filtered by organism, by community, or by the day of the last change."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from biofacts.adapters.local.catalogue_entries.pathways import TEXT, decode_summary, title_word_term
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed, LocalCatalogue, OpenCatalogue, version_of
from biofacts.adapters.local.pathways.identifier_search import about_organism
from biofacts.domain.answers.advice_and_phrasing import Advice
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.pages import Hits, Window, versions_of, windowed
from biofacts.domain.identifiers import organisms
from biofacts.domain.limits import time_limits
from biofacts.domain.pathways.index_files import Community, called, names_of
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.pathways.queries import EVER
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern
from biofacts.ports.catalogue import Catalogue, Entry
from biofacts.ports.pathways import CommunityList
from biofacts.ports.sources import Query

_JOINING = late_pattern(r"[\s,/&]*(?:\b(?:and|or)\b)?[\s,/&]*$", re.I)
"""What is left of a list of organisms."""


def of_organism_alone(query: Query, names: Collection[str]) -> tuple[Query, str | None]:
    """Turn a query that only names an organism into a filter, and return it with a remark that explains the filter.

    A query for all pathways loses its words, too. `names`: the scientific names of the organisms in the catalogue.
    """
    if organisms.asks_for_all(query.text):
        return msgspec.structs.replace(query, text=""), None
    alone = organisms.only_organism(query.text, names) if query.text else None
    if alone is None or query.organism not in (None, alone[1]):
        return query, None
    written, organism = alone
    filtered = msgspec.structs.replace(query, text="", organism=organism)
    return filtered, pathway_remarks.organism_in_query(written, organism) if written != organism else None


async def complete_list(
    query: Query, window: Window, text: OpenCatalogue, read_as: str | None
) -> Hits[PathwayCandidate]:
    """List all pathways, or those of the query's organism. `read_as`: a remark on how the query was read."""
    of = await text.catalogue.categories()
    hits = windowed(
        [key for key, organism in of.items() if query.organism in (None, organism)],
        window,
        version=version_of([(TEXT, text.catalogue)]),
        provenance=text.provenance(PATHWAY.service),
        guidance=read_as,
    )
    if not hits.total:
        hits = msgspec.structs.replace(hits, guidance=await about_organism(text.catalogue, query.organism))
    summaries = await text.catalogue.summaries(hits.items)
    of_all = (decode_summary(summaries[key]).candidate(key, 1.0, "organism") for key in hits.items)
    candidates = (
        of_all if query.organism else (msgspec.structs.replace(candidate, matched_on=None) for candidate in of_all)
    )
    return msgspec.structs.replace(hits.of(tuple(candidates)), facts=True)


async def changed(since: str, hits: Hits[PathwayCandidate], text: OpenCatalogue) -> Hits[PathwayCandidate]:
    """Keep the hits that have changed since a day (ISO 8601); a list without words is sorted, newest first."""
    stored = await text.catalogue.summaries([item.id.removeprefix("WP:") for item in hits.items])
    dated = [
        msgspec.structs.replace(item, last_modified=decode_summary(stored[item.id.removeprefix("WP:")]).changed)
        for item in hits.items
    ]
    recent = [item for item in dated if (item.last_modified or EVER) >= since]
    if hits.facts:
        recent.sort(key=lambda item: item.last_modified or "", reverse=True)
    guidance = hits.guidance if recent or not hits.items else pathway_remarks.unchanged(since, len(hits.items))
    return msgspec.structs.replace(hits, items=tuple(recent), guidance=guidance)


async def with_organism(query: Query, text: Catalogue) -> tuple[Query, str | None]:
    """Turn an organism among the words of a query into a filter, and return it with a remark that explains the filter.

    The query is unchanged if a title contains all of its words: `Escherichia coli infection` is a topic. Of several
    organisms (`in mouse or rat`), the first is searched; the remark names the others.
    """
    named = None if query.organism else organisms.organism_in(query.text)
    if named is None:
        return query, None
    written, organism, rest = named
    if await _in_a_title(fold.without_stop_words(fold.tokens(query.text)), text):
        return query, None
    others: list[tuple[str, str]] = []
    while further := organisms.organism_in(rest):
        other, name, rest = further
        others.append((other, name))
    rest = _JOINING.sub("", rest) if others else rest
    remark = pathway_remarks.organism_in_query(written, organism, others)
    return msgspec.structs.replace(query, text=rest, organism=organism), remark


async def _in_a_title(words: Sequence[str], text: Catalogue) -> bool:
    """Return True if a single title contains all of the folded words."""
    titled = {*await text.keys([title_word_term(words[0])])}
    for word in words[1:]:
        titled &= {*await text.keys([title_word_term(word)])}
    return bool(titled)


# Communities


COMMUNITIES = "wikipathways-communities"
"""The name of the catalogue of communities."""

_LONGEST = 4
"""The maximum number of words in the name of a community."""


def index_communities(rows: Iterable[Community]) -> Indexed:
    """Index communities by tag, in the order of their names; the row is the summary."""
    ordered = sorted(rows, key=lambda community: community.name.casefold())
    return Indexed(
        entries=(Entry(key=community.tag, summary=msgspec.msgpack.encode(community)) for community in ordered)
    )


async def all_communities(catalogue: Catalogue) -> Sequence[Community]:
    """Return all communities, sorted by name."""
    stored = await catalogue.summaries(await catalogue.all_keys())
    return [msgspec.msgpack.decode(row, type=Community) for row in stored.values()]


async def of_community(name: str, hits: Hits[PathwayCandidate], opened: OpenCatalogue | None) -> Hits[PathwayCandidate]:
    """Keep the hits that belong to a community; none, with advice, if there is no such community."""
    communities = await all_communities(opened.catalogue) if opened else ()
    community = called(name, communities)
    if opened is None or community is None:
        message, hint = pathway_remarks.unknown_community(name, names_of(communities), "community")
        return msgspec.structs.replace(hits, items=(), guidance=None, advice=Advice(f"{message} ", hint))
    members = {f"WP:{pathway}" for pathway in community.pathways}
    items = tuple(
        msgspec.structs.replace(item, matched_on="community") if hits.facts else item
        for item in hits.items
        if item.id in members
    )
    guidance = hits.guidance
    if hits.items and not items:
        guidance = pathway_remarks.community_without_match(community.name, len(members))
    version = versions_of(hits.version, version_of([(COMMUNITIES, opened.catalogue)]))
    return msgspec.structs.replace(hits, items=items, guidance=guidance, version=version)


_BESIDE = fold.STOP_WORDS | {"community", "list", "pathway", "pathways"}


async def community_named(
    query: Query, communities: "Communities", opened: Mapping[str, OpenCatalogue] | None, text: Catalogue
) -> Query:
    """Turn a query that names a community and nothing else into a filter: `Rare Diseases community`.

    The word `community` may be missing beside several words that no title contains together: `rare disease pathways`.
    """
    spelt = [*fold.spelt(query.text)]
    named = {token: word for token, word in spelt if token not in _BESIDE}
    is_said = "community" in [token for token, _ in spelt]
    if query.community is not None or not named or (not is_said and not 1 < len(named) <= _LONGEST):
        return query
    file = await communities.open(opened, at_hand=not is_said)
    community = await communities.by_name(" ".join(dict.fromkeys(named.values())), file.catalogue) if file else None
    if community is None or (not is_said and await _in_a_title([*named], text)):
        return query
    return msgspec.structs.replace(query, text="", community=community.tag)


class Communities:
    """Lookups in the catalogue of communities."""

    def __init__(self, file: LocalCatalogue[Community]) -> None:
        self._file = file
        self._names: tuple[str, Mapping[str, Community]] = "", {}

    async def open(self, opened: Mapping[str, OpenCatalogue] | None, *, at_hand: bool = False) -> OpenCatalogue | None:
        """Open the newest release, or the one used for earlier pages (`opened`). Raises: RateLimited, UpstreamError.

        `at_hand`: True to return None instead of fetching a missing release.
        """
        if opened is not None:
            return opened.get(COMMUNITIES)
        return await self._file.open() if not at_hand or await self._file.present() else None

    async def by_name(self, name: str, catalogue: Catalogue) -> Community | None:
        """Return the community with this tag or name, in any spelling."""
        if self._names[0] != catalogue.version:
            # Reversed, so that of two communities with one name the first counts.
            every = reversed(await all_communities(catalogue))
            names = {
                fold.compact(called): community for community in every for called in (community.tag, community.name)
            }
            self._names = catalogue.version, names
        return self._names[1].get(fold.compact(name))

    async def all(self) -> CommunityList | None:
        """Return all communities; None if they are not available in time."""
        if (opened := await self._file.open_within(time_limits.EXTRA)) is None:
            return None
        return CommunityList(
            communities=await all_communities(opened.catalogue),
            version=version_of([(COMMUNITIES, opened.catalogue)]),
            provenance=opened.provenance(PATHWAY.service),
        )

    async def settled(self) -> object:
        """Return the state on which an answer about communities depends; see `Presence.settled`."""
        catalogue = await self._file.present()
        return COMMUNITIES if catalogue is None else self._file.settled(catalogue)
