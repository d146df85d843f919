"""An inverted index in dictionaries: slow and simple, so that tests can compare the SQLite index with it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from biofacts.domain.search.index import (
    MOST_COMPLETIONS,
    MOST_CORRECTIONS,
    OFTEN,
    SHORTEST_CORRECTION,
    Field,
    Phrase,
    SearchIndex,
    exact_forms,
    title_length,
)
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Entry


class MemoryIndex(SearchIndex):
    """An index whose documents are numbered from 1. `synonyms`: rows of folded names with one meaning."""

    def __init__(self, entries: Iterable[Entry], synonyms: Iterable[Sequence[str]] = ()) -> None:
        self._streams: dict[Field, dict[int, list[str]]] = {field: {} for field in Field}
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
            self._streams[field][document] = stream
            if field is Field.TEXT:
                self._in_texts.update(set(stream))
            else:
                self._naming.update(stream)
            seen.update(stream)
        for token in seen - {""}:
            self._frequency[token] += 1

    @property
    def size(self) -> int:
        return len(self._title_lengths) - 1

    def title_length(self, document: int) -> int:
        return self._title_lengths[document]

    def title_group(self, document: int) -> int:
        return self._title_groups[document]

    def prior(self, document: int) -> float:
        return self._priors[document]

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

    def postings(self, phrases: Sequence[Phrase]) -> Mapping[int, int]:
        return self._where(lambda stream: any(_holds(stream, phrase) for phrase in phrases))

    def stem_postings(self, stem: str) -> Mapping[int, int]:
        return self._where(lambda stream: any(fold.stem(token) == stem for token in stream))

    def _where(self, holds: Callable[[Sequence[str]], bool]) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for field, streams in self._streams.items():
            for document, stream in streams.items():
                if holds(stream):
                    found[document] = found.get(document, 0) | 1 << field
        return found

    def exact_names(self, compact: str) -> Mapping[int, Field]:
        return self._names.get(compact, {})

    def named_from(self, beginning: str) -> AbstractSet[int]:
        """Return the documents with a name that begins with this text, in compact form."""
        return {document for name, called in self._names.items() if name.startswith(beginning) for document in called}

    def of_category(self, category: str) -> AbstractSet[int]:
        return self._categories.get(category, set())


def _holds(stream: Sequence[str], phrase: Phrase) -> bool:
    length = len(phrase)
    return any(tuple(stream[start : start + length]) == phrase for start in range(len(stream) - length + 1))
