"""An inverted index in dictionaries."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from biofacts.domain.search import ranking as search
from biofacts.domain.search import synonyms
from biofacts.domain.search.ranking import Field, Phrase, SearchIndex
from biofacts.domain.text import fold as text

_COMPLETIONS = 24
_CANDIDATES = 6


class MemoryIndex(SearchIndex):
    """`documents`: texts of each field, and standing, in the order that ranks equals; documents are numbered from 1."""

    def __init__(
        self,
        documents: Iterable[tuple[Mapping[Field, Sequence[str]], float]],
        groups: Iterable[Sequence[str]] = synonyms.GROUPS,
    ) -> None:
        self._streams: dict[Field, dict[int, list[str]]] = {field: {} for field in Field}
        self._frequency: defaultdict[str, int] = defaultdict(int)
        self._names: defaultdict[str, dict[int, Field]] = defaultdict(dict)
        self._lengths = [0]
        self._standings = [0.0]
        for number, (texts, standing) in enumerate(documents, start=1):
            self._add(number, texts)
            self._standings.append(standing)
        folded = [search.folded_names(group) for group in groups]
        self._synonyms = {name: group for group in folded for name in group}

    def _add(self, number: int, texts: Mapping[Field, Sequence[str]]) -> None:
        self._lengths.append(len(text.content(text.tokens(" ".join(map(text.headline, texts.get(Field.TITLE, ())))))))
        seen: set[str] = set()
        for field, parts in texts.items():
            stream: list[str] = []
            for part in parts:
                stream += [*text.tokens(part), "", *text.folded(part).compounds, ""]
                if field in (Field.TITLE, Field.NAME):
                    headline = text.headline(part)
                    for name in (part, headline, " ".join(text.content(text.tokens(headline)))):
                        self._names[text.compact(name)].setdefault(number, field)
            self._streams[field][number] = stream
            seen.update(stream)
        for token in seen - {""}:
            self._frequency[token] += 1

    @property
    def size(self) -> int:
        return len(self._lengths) - 1

    def title_length(self, document: int) -> int:
        return self._lengths[document]

    def standing(self, document: int) -> float:
        return self._standings[document]

    def known(self, token: str) -> bool:
        return token in self._frequency

    def completions(self, prefix: str) -> Sequence[str]:
        longer = [token for token in self._frequency if token.startswith(prefix)]
        return sorted(longer, key=lambda token: (-self._frequency[token], token))[:_COMPLETIONS]

    def similar(self, token: str, distance: int) -> Sequence[str]:
        from rapidfuzz.distance import OSA  # rarely needed, and slow to import

        words = [word for word in self._frequency if word.isalpha() and len(word) >= 4]
        near = [(OSA.distance(token, word), -self._frequency[word], word) for word in words]
        return [word for apart, _, word in sorted(near) if apart <= distance][:_CANDIDATES]

    def synonyms(self, phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {phrase: self._synonyms[phrase] for phrase in phrases if phrase in self._synonyms}

    def holding(self, phrases: Sequence[Phrase]) -> Mapping[int, int]:
        return self._where(lambda stream: any(_holds(stream, phrase) for phrase in phrases))

    def derived(self, stem: str) -> Mapping[int, int]:
        return self._where(lambda stream: any(text.stem(token) == stem for token in stream))

    def _where(self, holds: Callable[[Sequence[str]], bool]) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for field, streams in self._streams.items():
            for number, stream in streams.items():
                if holds(stream):
                    found[number] = found.get(number, 0) | 1 << field
        return found

    def named(self, compact: str) -> Mapping[int, Field]:
        return self._names.get(compact, {})


def _holds(stream: Sequence[str], phrase: Phrase) -> bool:
    length = len(phrase)
    return any(tuple(stream[start : start + length]) == phrase for start in range(len(stream) - length + 1))
