"""Identifiers of any registered database, parsed from texts."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import NextCall
from biofacts.domain.answers.entity_kinds import GENE, PATHWAY, Kind
from biofacts.domain.identifiers import identifier_databases
from biofacts.domain.identifiers.cross_references import KeyedId, is_valid
from biofacts.domain.identifiers.curies import BY_NAME
from biofacts.domain.identifiers.identifier_databases import BY_KEY, Database, Spelling
from biofacts.domain.text.patterns import late_pattern

_LONGEST = 200
_MARKED = late_pattern(r"[0-9:-]")
"""Characters that every identifier contains, and few words do."""


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """An identifier in the form that the tools accept.

    `own`: the kinds whose CURIE it is; a number of the Guide may be a ligand's or a target's. `accepted_by`: the kinds
    whose searches accept it, the likeliest first.
    """

    text: str
    own: tuple[Kind, ...] = ()
    accepted_by: tuple[Kind, ...]

    def calls(self, wanted: Kind) -> tuple[NextCall, ...]:
        """Return the calls that accept the identifier, for a caller who wants a record of the kind `wanted`."""
        # The pathways of a gene have their own tool.
        if wanted.name == PATHWAY.name and self.accepted_by[0] is GENE:
            return (next_calls.pathways_of(self.text),)
        if self.own:
            return tuple(next_calls.get(kind, self.text) for kind in self.own)
        return (next_calls.search(wanted if self.finds(wanted) else self.accepted_by[0], self.text),)

    def finds(self, kind: Kind) -> bool:
        """Return True if a search for this kind accepts the identifier."""
        return any(other.name == kind.name for other in self.accepted_by)

    def may_be(self, curie: str) -> bool:
        """Return True if the record with a CURIE may have this identifier: the same, or one of another database."""
        return curie == self.text or curie.partition(":")[0] != self.text.partition(":")[0]

    def is_of(self, kind: Kind) -> bool:
        """Return True if the identifier is a CURIE of this kind."""
        return any(other.name == kind.name for other in self.own)


class _Form(NamedTuple):
    """A spelling with its compiled pattern."""

    row: Database
    spelling: Spelling
    whole: re.Pattern[str]

    def read(self, text: str) -> str | None:
        """Return the identifier in a text, without its prefix; None if there is none, or a malformed one."""
        if not (match := self.whole.fullmatch(text)) or not match.lastindex:
            return None
        local = self.spelling.case(match[match.lastindex])
        # Gene identifiers may have a version or isoform number, which they never have in cross references.
        is_checked = self.row.key in BY_KEY and PATHWAY.name in self.spelling.accepted_by
        return local if not is_checked or is_valid(self.row.key, self.spelling.value_of(local)) else None

    def reference(self, local: str) -> Reference:
        """Convert a local identifier to the form that the tools accept."""
        return Reference(
            text=self.spelling.form.format(local),
            own=tuple(BY_NAME[name] for name in self.spelling.own),
            accepted_by=tuple(BY_NAME[name] for name in self.spelling.accepted_by),
        )


_FORMS = [
    _Form(row, spelling, late_pattern(spelling.pattern, re.I | re.A))
    for row, spelling in identifier_databases.spellings()
]

_ANY = late_pattern("|".join(form.spelling.pattern for form in _FORMS), re.I | re.A)
"""The pattern of any identifier, which rules out names, and so most texts, before each database is tried."""

_PREFIXED = late_pattern(rf"({'|'.join(form.spelling.prefixes for form in _FORMS)})\s*:\s*\S*", re.I | re.A)

# An `n` marks preliminary numbers: 1.1.1.n2.
_ENZYME = late_pattern(r"(?:EC[\s:]*)?[1-7]\.\d{1,2}\.\d{1,2}\.n?\d{1,4}", re.I | re.A)

CHEMICALS = identifier_databases.keys("compound")
"""The registry keys of compounds' identifiers."""


def _matches(text: str) -> Iterator[tuple[_Form, str]]:
    """Yield each form of identifier that the whole text matches, with the identifier stripped of its prefix."""
    text = " ".join(text.split())
    if len(text) <= _LONGEST and _MARKED.search(text) and _ANY.fullmatch(text):
        yield from ((form, local) for form in _FORMS if (local := form.read(text)))


def read(text: str) -> Reference | None:
    """Parse a text that is an identifier, with a prefix or unmistakable without it; return None for a name."""
    return next((form.reference(local) for form, local in _matches(text)), None)


def malformed(text: str) -> str | None:
    """Return the prefix of a malformed identifier (a database's prefix, a colon, any text); None for other texts."""
    match = _PREFIXED.fullmatch(text) if ":" in text else None
    return match[1] if match and read(text) is None else None


def is_of_enzyme(text: str) -> bool:
    """Return True for an EC number. Many proteins share one, so no search accepts it."""
    return _ENZYME.fullmatch(text) is not None


def from_parts(prefix: str, local: str) -> Reference | None:
    """Return the identifier made of a prefix and the text after it; None if either is unknown."""
    return read(f"{prefix}:{local}")


def keyed(text: str, found_by: Kind | None = None) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) pairs that an identifier may have in cross references.

    `found_by`: a kind, to yield only identifiers that a search for this kind accepts.
    """
    for form, local in _matches(text):
        if found_by is None or found_by.name in form.spelling.accepted_by:
            yield form.row.key, form.spelling.value_of(local)


def curie(reference: KeyedId) -> str:
    """Return the CURIE of an identifier: `PubChem:CID5957`; or key and value if tools accept none: `uniprot:P04637`."""
    key, value = reference
    for spelling in BY_KEY[key].spellings if key in BY_KEY else ():
        if len(spelling.own) == 1:
            return spelling.form.format(value.removeprefix((spelling.value or spelling.form).removesuffix("{}")))
    return value if ":" in value else f"{key}:{value}"


def carried(text: str) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) pairs that an identifier may have in pathways."""
    return keyed(text, PATHWAY)


def first_in(text: str) -> Reference | None:
    """Return the first identifier among the parts of a web address; None if there is none."""
    return next((reference for piece in _pieces(text) if (reference := read(piece))), None)


def _pieces(text: str) -> Iterable[str]:
    # A dot before a letter begins an extension (`WP534.svg`); others may belong to an identifier (`R-HSA-70171.3`).
    return filter(None, re.split(r"[/?#&=;,]|\.(?=[a-z])", text))
