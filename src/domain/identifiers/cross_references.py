"""Cross references and identifiers of all databases: the keys of the registry, read from texts and addresses."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

import msgspec

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice import NextCall
from biofacts.domain.answers.entity_kinds import GENE, PATHWAY, Kind
from biofacts.domain.identifiers import registry
from biofacts.domain.identifiers.curies import BY_NAME
from biofacts.domain.identifiers.registry import BY_KEY, Bearer, Database, Spelling
from biofacts.domain.text.patterns import late_pattern

_log = logging.getLogger(__name__)

CrossReferences: TypeAlias = Mapping[str, str | tuple[str, ...]]
"""A registry key mapped to one identifier, or to several where several are normal; never empty, never null."""

Orthologs: TypeAlias = Mapping[str, CrossReferences]
"""A species (`mouse`, `rat`) mapped to the identifiers of the orthologous gene, with its symbol as `gene_symbol`."""

KeyedId: TypeAlias = tuple[str, str]
"""A key of the registry, or `pubmed` or `doi`, and an identifier as records have it: `("entrez", "1813")`."""

REGISTRY: Mapping[str, str] = {key: row.pattern for key, row in BY_KEY.items()}
"""Every key, with the ASCII pattern that each of its values matches as a whole."""

_PLACES: Mapping[str, int] = {key: place for place, key in enumerate(BY_KEY)}


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return late_pattern(REGISTRY[key], re.ASCII)


def is_valid(key: str, value: str) -> bool:
    """Return True if `value` is a well-formed identifier of the registry's `key` (with its check digit, for CAS)."""
    return _pattern(key).fullmatch(value) is not None and (key != "cas" or _cas_check_digit(value))


def _cas_check_digit(number: str) -> bool:
    # The last digit is the sum of the others, each times its place from the right, modulo 10.
    digits = [int(char) for char in reversed(number) if char.isdigit()]
    return sum(place * digit for place, digit in enumerate(digits[1:], start=1)) % 10 == digits[0]


def collect(pairs: Iterable[tuple[str, str]], bearer: Bearer | None = None) -> dict[str, str | tuple[str, ...]]:
    """Build cross references from (key, value) pairs, as `arrange` does.

    A value that does not match its pattern is dropped, and counted in a debug log line.
    """
    return arrange(valid(pairs), bearer)


def valid(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs whose value matches its key's pattern; count the others in a debug log line."""
    all_pairs = list(pairs)
    valid_pairs = [(key, value) for key, value in all_pairs if is_valid(key, value)]
    if len(valid_pairs) < len(all_pairs):
        _log.debug("dropped %d malformed cross references", len(all_pairs) - len(valid_pairs))
    return valid_pairs


def arrange(pairs: Iterable[tuple[str, str]], bearer: Bearer | None = None) -> dict[str, str | tuple[str, ...]]:
    """Build cross references from valid (key, value) pairs, in the registry's order and without duplicates.

    `bearer`: what has them; the registry says which keys it has lists of. For any other key it gets the first value.
    Values stay in their order.
    """
    grouped: dict[str, dict[str, None]] = {}
    for key, value in pairs:
        if (of_key := grouped.get(key)) is None:
            grouped[key] = {value: None}
        else:
            of_key[value] = None
    references: dict[str, str | tuple[str, ...]] = {}
    for key in sorted(filter(_PLACES.__contains__, grouped), key=_PLACES.__getitem__):  # few of some fifty
        row, values = BY_KEY[key], list(grouped[key])
        several = bearer in row.lists or (len(values) > 1 and bearer in row.several)
        references[key] = tuple(values) if several else values[0]
    return references


def pairs(references: CrossReferences) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) pairs of cross references."""
    for key, values in references.items():
        yield from ((key, value) for value in ([values] if isinstance(values, str) else values))


# Identifiers of all databases in texts and addresses, recognised by the registry's rows


_LONGEST = 200
_MARKED = late_pattern(r"[0-9:-]")
"""Characters of which every identifier has at least one, and few words have any."""


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """An identifier in the form that the tools accept.

    `own`: the kinds of which it is the CURIE (a number of the Guide may be a ligand's and a target's). `found_by`: the
    kinds whose searches find something by it, the likeliest first.
    """

    text: str
    own: tuple[Kind, ...] = ()
    found_by: tuple[Kind, ...]

    def calls(self, wanted: Kind) -> tuple[NextCall, ...]:
        """Return the calls that accept the identifier, for a caller who wanted the kind `wanted`."""
        # Pathways of genes have a tool of their own.
        if wanted.name == PATHWAY.name and self.found_by[0] is GENE:
            return (next_calls.pathways_of(self.text),)
        if self.own:
            return tuple(next_calls.get(kind, self.text) for kind in self.own)
        return (next_calls.search(wanted if self.finds(wanted) else self.found_by[0], self.text),)

    def finds(self, kind: Kind) -> bool:
        """Return True if the search for that kind finds something by the identifier."""
        return any(other.name == kind.name for other in self.found_by)

    def may_be(self, curie: str) -> bool:
        """Return True if an entity with that CURIE can be a match: an equal CURIE, or one of another database."""
        return curie == self.text or curie.partition(":")[0] != self.text.partition(":")[0]

    def is_of(self, kind: Kind) -> bool:
        """Return True if the identifier is a CURIE of that kind."""
        return any(other.name == kind.name for other in self.own)


class _Form(NamedTuple):
    """A spelling with its patterns: of whole texts, and of the identifier after a prefix."""

    row: Database
    spelling: Spelling
    whole: re.Pattern[str]
    local: re.Pattern[str]

    def read(self, text: str, *, is_local: bool = False) -> str | None:
        """Return the identifier in a text, without its prefix; None if there is none, or it is malformed."""
        if not (match := (self.local if is_local else self.whole).fullmatch(text)) or not match.lastindex:
            return None
        local = self.spelling.case(match[match.lastindex])
        # Identifiers of genes may have a version or the number of an isoform, which cross references have not.
        is_checked = self.row.key in BY_KEY and PATHWAY.name in self.spelling.found_by
        return local if not is_checked or is_valid(self.row.key, self.spelling.value_of(local)) else None

    def reference(self, local: str) -> Reference:
        """Convert a local identifier to the form that the tools accept."""
        return Reference(
            text=self.spelling.form.format(local),
            own=tuple(BY_NAME[name] for name in self.spelling.own),
            found_by=tuple(BY_NAME[name] for name in self.spelling.found_by),
        )


_FORMS = [
    _Form(row, spelling, late_pattern(spelling.pattern, re.I | re.A), late_pattern(spelling.local, re.I | re.A))
    for row, spelling in registry.spellings()
]

_ANY = late_pattern("|".join(form.spelling.pattern for form in _FORMS), re.I | re.A)
"""Any identifier, well-formed or not.

One match rules out most texts, which are names, before each database is tried.
"""

_PREFIXED = late_pattern(rf"({'|'.join(form.spelling.prefixes for form in _FORMS)})\s*:\s*\S*", re.I | re.A)

# Without the end, an identifier that is too long would match with its end cut off.
_PAGES = [
    (form, registry.hosts([page.hosts]), late_pattern(page.path + r"(?![A-Za-z0-9])", re.I | re.A))
    for form in _FORMS
    for page in form.spelling.pages
]

_ENZYME = late_pattern(r"(?:EC[\s:]*)?[1-7]\.\d{1,2}\.\d{1,2}\.n?\d{1,4}", re.I | re.A)

CHEMICALS = registry.keys("compound")
"""The keys of compounds."""


def _matches(text: str) -> Iterator[tuple[_Form, str]]:
    """Yield the forms that the whole text has, with the identifier without its prefix."""
    text = " ".join(text.split())
    if len(text) <= _LONGEST and _MARKED.search(text) and _ANY.fullmatch(text):
        yield from ((form, local) for form in _FORMS if (local := form.read(text)))


def read(text: str) -> Reference | None:
    """Parse a text that is an identifier as a whole, with a prefix or unmistakable without; return None for a name."""
    return next((form.reference(local) for form, local in _matches(text)), None)


def malformed(text: str) -> str | None:
    """Return the prefix of a text that has a database's prefix and a colon, but is malformed; else None."""
    match = _PREFIXED.fullmatch(text)
    return match[1] if match and read(text) is None else None


def is_of_enzyme(text: str) -> bool:
    """Return True for an EC number. Many proteins share one, so nothing can be found by it."""
    return _ENZYME.fullmatch(text) is not None


def named(prefix: str, local: str) -> Reference | None:
    """Return the reference for a prefix and the identifier after it; None if either is unknown."""
    return read(f"{prefix}:{local}")


def keyed(text: str, found_by: Kind | None = None) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) pairs that a text may be in cross references.

    `found_by`: only of databases by which that kind is found.
    """
    for form, local in _matches(text):
        if found_by is None or found_by.name in form.spelling.found_by:
            yield form.row.key, form.spelling.value_of(local)


def curie(reference: KeyedId) -> str:
    """Return the CURIE of an identifier: `PubChem:CID5957`, `CHEBI:15422`; where tools take none, `uniprot:P04637`."""
    key, value = reference
    for spelling in BY_KEY[key].spellings if key in BY_KEY else ():
        if len(spelling.own) == 1:
            return spelling.form.format(value.removeprefix((spelling.value or spelling.form).removesuffix("{}")))
    return value if ":" in value else f"{key}:{value}"


def carried(text: str) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) pairs under which pathways may have an identifier."""
    return keyed(text, PATHWAY)


def on_page(host: str, path: str) -> Reference | None:
    """Return the identifier in the address of a page of a database; None if it is of no database's pages."""
    for form, hosts, pattern in _PAGES:
        if hosts.fullmatch(host) and (match := pattern.search(path)) and (local := form.read(match[1], is_local=True)):
            return form.reference(local)
    return None


def first_in(text: str) -> Reference | None:
    """Return the first identifier among the pieces of a web address."""
    return next((reference for piece in _pieces(text) if (reference := read(piece))), None)


def _pieces(text: str) -> Iterable[str]:
    return filter(None, re.split(r"[/?#&=;,]|\.(?=[a-z])", text))
