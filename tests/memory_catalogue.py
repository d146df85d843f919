"""A catalogue store in dictionaries, slow and simple, with which tests compare the one in SQLite."""

from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cached_property
from typing import Self

import anyio.to_thread

from biofacts.domain.search.index import (
    MOST_COMPLETIONS,
    MOST_CORRECTIONS,
    OFTEN,
    SHORTEST_CORRECTION,
    Field,
    Phrase,
    Postings,
    SearchIndex,
    Statistics,
    exact_forms,
    title_length,
    union,
)
from biofacts.domain.search.query import NOTHING_KNOWN, QueryHints, own_names
from biofacts.domain.search.ranking import rank
from biofacts.domain.text import fold
from biofacts.ports.catalogue import (
    Catalogue,
    CatalogueStatus,
    CatalogueStore,
    Content,
    Entry,
    Listed,
    RankedHits,
    ReleaseInfo,
)


class MemoryCatalogue(Catalogue):
    """A release in dictionaries."""

    def __init__(self, version: str, content: Content, progress: Callable[[int], None] | None) -> None:
        self.version = version
        self._entries: list[Entry] = []
        self._by_term: defaultdict[str, set[int]] = defaultdict(set)
        self.info = content.info
        for number, entry in enumerate(content.entries):
            self._entries.append(entry)
            for term in entry.exact_terms:
                self._by_term[term].add(number)
            if progress is not None:
                progress(number + 1)
        self._by_key = {entry.key: entry for entry in self._entries}
        self._index = MemoryIndex(self._entries, content.synonyms)

    async def search(
        self, query: str, *, offset: int, limit: int, category: str | None = None, hints: QueryHints = NOTHING_KNOWN
    ) -> RankedHits:
        ranking = rank(self._index, query, category=category, hints=hints)
        window = ranking.matches[offset : offset + limit]
        entries = {match.document: self._entries[match.document - 1] for match in window}
        return RankedHits.of(ranking, window, {number: (one.key, one.summary) for number, one in entries.items()})

    async def knows(self, words: Sequence[str]) -> AbstractSet[str]:
        return {word for word in words if self._index.has_term(word)}

    async def preload(self) -> None:
        """Nothing has to be loaded."""

    async def category_sizes(self) -> Mapping[str, int]:
        return Counter(entry.category for entry in self._entries)

    async def with_terms(self, terms: Sequence[str]) -> Mapping[str, bytes]:
        return {entry.key: entry.summary for entry in self._having(terms)}

    async def keys(self, terms: Sequence[str]) -> Sequence[str]:
        return [entry.key for entry in self._having(terms)]

    def _having(self, terms: Sequence[str]) -> list[Entry]:
        numbers = {number for term in terms for number in self._by_term.get(term, ())}
        return [self._entries[number] for number in sorted(numbers)]

    async def accessions(self) -> AbstractSet[str]:
        return {one for entry in self._entries for one in entry.accessions}

    async def entries(self, keys: Collection[str], terms: Sequence[str] = ()) -> Sequence[Listed]:
        led: defaultdict[int, list[str]] = defaultdict(list)
        for term in terms:
            for number in self._by_term.get(term, ()):
                led[number].append(term)
        return [
            Listed(entry.key, entry.category, entry.summary, led.get(number, ()))
            for number, entry in enumerate(self._entries)
            if number in led or entry.key in keys
        ]

    async def beginning(self, name: str, limit: int, category: str | None = None) -> Sequence[Listed]:
        compact = fold.compact(name)
        called = self._index.named_from(compact) if compact else set[int]()
        found = (self._entries[document - 1] for document in sorted(called))
        return [_listed(one) for one in found if category in (None, one.category)][:limit]

    async def called(self, query: str) -> AbstractSet[str]:
        found = self._index.exact_names(own_names(query)).values()
        return {self._entries[document - 1].key for documents in found for document in documents}

    async def keyed(self, beginning: str, limit: int) -> Sequence[Listed]:
        return [_listed(one) for one in self._entries if one.key.startswith(beginning)][:limit]

    async def all_keys(self) -> Sequence[str]:
        return [entry.key for entry in self._entries]

    async def categories(self, keys: Collection[str] | None = None) -> Mapping[str, str]:
        wanted = self._by_key.keys() if keys is None else {*keys}
        return {entry.key: entry.category for entry in self._entries if entry.key in wanted}

    async def summaries(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        return {key: self._by_key[key].summary for key in keys if key in self._by_key}

    async def records(self, keys: Collection[str]) -> Mapping[str, bytes]:
        entries = (self._by_key[key] for key in keys if key in self._by_key)
        return {entry.key: entry.record for entry in entries if entry.record}


def _listed(entry: Entry) -> Listed:
    return Listed(entry.key, entry.category, entry.summary)


class MemoryCatalogueStore(CatalogueStore):
    """A store of the newest release of each catalogue, and of the one before."""

    def __init__(self) -> None:
        self._releases: defaultdict[str, list[MemoryCatalogue]] = defaultdict(list)
        self._locks: defaultdict[str, anyio.Lock] = defaultdict(anyio.Lock)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing has to be closed."""

    @property
    def free(self) -> None:
        return None

    async def newest(self, name: str) -> MemoryCatalogue | None:
        releases = self._releases[name]
        return releases[-1] if releases else None

    async def release(self, name: str, version: str) -> MemoryCatalogue | None:
        return next((one for one in self._releases[name] if one.version == version), None)

    async def publish(
        self, name: str, content: Content, progress: Callable[[int], None] | None = None
    ) -> MemoryCatalogue:
        version = content.info.identity.strip().replace(" ", "-")
        # In a thread, since entries may be made with the help of `anyio.from_thread` (see `EnrichedListing`).
        catalogue = await anyio.to_thread.run_sync(MemoryCatalogue, version, content, progress)
        others = [one for one in self._releases[name] if one.version != version]
        self._releases[name] = [*others[-1:], catalogue]
        return catalogue

    async def confirm(self, name: str, info: ReleaseInfo) -> None:
        if (newest := await self.newest(name)) is not None:
            newest.info = info

    async def describe(self, name: str) -> CatalogueStatus:
        newest = await self.newest(name)
        building = self._locks[name].locked()
        return CatalogueStatus(name=name, provenance=newest.info if newest else None, building=building)

    def building(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._building(name)

    @asynccontextmanager
    async def _building(self, name: str) -> AsyncGenerator[None]:
        async with self._locks[name]:
            yield


# An inverted index in dictionaries: slow and simple, so that tests can compare the SQLite index with it


class MemoryIndex(SearchIndex):
    """An index whose documents are numbered from 1. `synonyms`: rows of folded names with one meaning."""

    def __init__(self, entries: Iterable[Entry], synonyms: Iterable[Sequence[str]] = ()) -> None:
        self._streams: dict[Field, dict[int, str]] = {field: {} for field in Field}
        self._holding: dict[Field, defaultdict[str, set[int]]] = {field: defaultdict(set) for field in Field}
        self._frequency: defaultdict[str, int] = defaultdict(int)
        self._in_texts: Counter[str] = Counter()
        self._naming: set[str] = set()
        self._names: defaultdict[str, dict[int, Field]] = defaultdict(dict)
        self._categories: defaultdict[str, set[int]] = defaultdict(set)
        self._title_lengths = [0]
        self._priors = [0.0]
        self._title_groups = [0]
        titles: dict[str, int] = {}
        for document, entry in enumerate(entries, start=1):
            self._add(document, entry.texts)
            entitled = entry.texts.get(Field.TITLE, ())
            self._title_lengths.append(title_length(entitled))
            title = "\n".join(map(fold.compact, entitled))
            self._title_groups.append(titles.setdefault(title, document) if title else document)
            self._priors.append(entry.prior)
            self._categories[entry.category].add(document)
        self._synonyms: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for names in synonyms:
            for name in names:
                self._synonyms[name] |= dict.fromkeys(names)

    def _add(self, document: int, texts: Mapping[Field, Sequence[str]]) -> None:
        seen: set[str] = set()
        for field, parts in texts.items():
            folded = [fold.folded(part) for part in parts]
            joined = dict.fromkeys(term for part in folded for term in part.joined_terms)
            stream = [
                token
                for piece in (*(part.tokens for part in folded), *((term,) for term in joined))
                for token in (*piece, "")
            ]
            for part in parts:
                if field in (Field.TITLE, Field.NAME):
                    for form in exact_forms(part):
                        self._names[form].setdefault(document, field)
            self._streams[field][document] = f" {' '.join(stream)} "
            for token in stream:
                self._holding[field][token].add(document)
            if field is Field.TEXT:
                self._in_texts.update(set(stream))
            else:
                self._naming.update(stream)
            seen.update(stream)
        for token in seen - {""}:
            self._frequency[token] += 1

    @property
    def statistics(self) -> Statistics:
        return Statistics(self._title_lengths, self._title_groups, self._priors)

    def has_term(self, token: str) -> bool:
        return token in self._frequency

    def completions(self, prefix: str) -> Sequence[str]:
        longer = [token for token in self._frequency if token.startswith(prefix)]
        return sorted(longer, key=lambda token: (-self._frequency[token], token))[:MOST_COMPLETIONS]

    def similar(self, token: str, distance: int) -> Sequence[str]:
        from rapidfuzz.distance import OSA  # rarely needed, and slow to import

        known = self._naming | {word for word, documents in self._in_texts.items() if documents >= OFTEN}
        words = [word for word in known if word.isalpha() and len(word) >= SHORTEST_CORRECTION]
        near = [(OSA.distance(token, word), -self._frequency[word], word) for word in words]
        return [word for apart, _, word in sorted(near) if apart <= distance][:MOST_CORRECTIONS]

    def synonyms(self, phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {phrase: [*self._synonyms[phrase]] for phrase in phrases if phrase in self._synonyms}

    def postings(self, phrases: Sequence[Phrase]) -> Postings:
        sought = [(phrase[0], f" {' '.join(phrase)} ") for phrase in phrases]
        return self._where(
            lambda field: {
                document
                for first, phrase in sought
                for document in self._holding[field].get(first, ())
                if phrase in self._streams[field][document]
            }
        )

    def stem_postings(self, stem: str) -> Postings:
        tokens = self._by_stem.get(stem, ())
        return self._where(lambda field: {one for token in tokens for one in self._holding[field].get(token, ())})

    @cached_property
    def _by_stem(self) -> Mapping[str, Sequence[str]]:
        tokens = defaultdict[str, list[str]](list)
        for token in self._frequency:
            tokens[fold.stem(token)].append(token)
        return tokens

    def _where(self, documents: Callable[[Field], Iterable[int]]) -> Postings:
        fields: dict[int, int] = {field: union(1 << document for document in documents(field)) for field in Field}
        return Postings(union(fields.values()), fields)

    def exact_names(self, names: Collection[str]) -> Mapping[str, Mapping[int, Field]]:
        return {name: self._names[name] for name in names if name in self._names}

    def named_from(self, beginning: str) -> AbstractSet[int]:
        """Return the documents with a name that begins with this text, in compact form."""
        return {document for name, called in self._names.items() if name.startswith(beginning) for document in called}

    def of_category(self, category: str) -> int:
        return union(1 << document for document in self._categories.get(category, ()))
