"""Publications cited by records."""

import re
from collections.abc import Iterable
from typing import Self

import msgspec

_DOI = re.compile(r"10\.\d{4,9}/\S*\w")
# The form of these identifiers shows their database, whatever the entry says.
_FORMS = {"PMC": re.compile(r"PMC\d{1,9}", re.ASCII), "ISBN": re.compile(r"97[89][\d-]{10,14}", re.ASCII)}
_OF_PUBMED = ("pubmed", "pmid", "")
_NOTHING = ("", "na", "n/a", "none")


class Publication(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A publication, by PubMed id (digits), else by DOI, else by another database's identifier, if there is one.

    `authors` as `Family AB`. `cited`: False if the publication is only listed, and nothing in the drawing refers to it.
    """

    pubmed: str | None = None
    doi: str | None = None
    database: str | None = None
    identifier: str | None = None
    title: str | None = None
    year: int | None = None
    authors: tuple[str, ...] = ()
    cited: bool = True

    @classmethod
    def read(
        cls,
        database: str,
        identifier: str,
        *,
        title: str | None = None,
        year: int | None = None,
        authors: tuple[str, ...] = (),
    ) -> Self | None:
        """Create a publication from curated fields.

        The form of the identifier decides, since some entries name the wrong database. Returns None if there is neither
        an identifier nor a title.
        """
        pubmed, doi, other = _identified(identifier)
        if pubmed and database.strip().casefold() not in _OF_PUBMED:
            pubmed, other = None, pubmed
        if not (pubmed or doi or other or title):
            return None
        told = (name for name, form in _FORMS.items() if form.fullmatch(other or ""))
        return cls(
            pubmed=pubmed,
            doi=doi,
            database=next(told, database.strip() or None) if other else None,
            identifier=other,
            title=title,
            year=year,
            authors=authors,
        )

    @property
    def reference(self) -> str:
        """The text by which lines and nodes cite it: PubMed id, DOI, `database:identifier`, or else the title."""
        if self.identifier:
            return f"{self.database}:{self.identifier}" if self.database else self.identifier
        return self.pubmed or self.doi or self.title or ""


def once(publications: Iterable[Publication]) -> tuple[Publication, ...]:
    """Merge the entries of each publication into one."""
    found: dict[str, Publication] = {}
    for one in publications:
        known = found.get(one.reference)
        found[one.reference] = _merged(known, one) if known else one
    return tuple(found.values())


def _merged(one: Publication, other: Publication) -> Publication:
    return msgspec.structs.replace(
        one,
        title=one.title or other.title,
        year=one.year or other.year,
        authors=one.authors or other.authors,
        cited=one.cited or other.cited,
    )


def _identified(identifier: str) -> tuple[str | None, str | None, str | None]:
    """Parse a handwritten identifier (`DOI: 10.1093/ humrep/x`, `123.`) into PubMed id, DOI, or any other text."""
    # Some curated identifiers have blanks inside.
    text = "".join(identifier.split())
    if found := _DOI.search(text):
        return None, found[0], None
    text = text.rstrip(".")
    # A blank may follow in a lost encoding.
    digits = re.fullmatch(r"(?:pm_?id:?|pubmed:?)?(\d{1,9})[^\x00-\x7f]*", text, re.I)
    if digits:
        return digits[1], None, None
    return None, None, None if text.casefold() in _NOTHING else text
