"""Exact tokens: how an entry is found by an identifier of another database, whole or not at all."""

import re
from collections.abc import Iterator, Mapping, Sequence

from biofacts.domain.text import fold as text

_PREFIX = re.compile(
    r"(?:uniprot(?:kb)?|ncbigene|entrez(?:gene)?|ensembl|refseq|hgnc\.symbol|chembl(?:\.compound)?|drugbank|cas|inchikey"
    r"|pubchem(?:\.compound|\.substance)?)\s*:\s*(?=\S)",
    re.I,
)
_COMPOUND = re.compile(r"cid\s*:?\s*(?=\d)", re.I)
_ATTACHED_BRACKETS = re.compile(r"(?:^|(?<=\S))[\[(]([^\[\]()]*)[\])]")


def identifier_tokens(references: Mapping[str, str | Sequence[str]]) -> Iterator[str]:
    """One token for every cross reference, except the substances, of which each has several a source."""
    for values in references.values():
        for value in [values] if isinstance(values, str) else values:
            yield f"id:{value.casefold()}"


def identifier_queries(query: str) -> list[str]:
    """The tokens that a query may name, when it is one word: as it stands, and without a database's prefix."""
    if " " in query.strip() and ":" not in query and not _COMPOUND.match(query):
        return []
    whole = "".join(query.split())
    bare = _COMPOUND.sub("", _PREFIX.sub("", whole))
    return [f"id:{form.casefold()}" for form in dict.fromkeys((whole, bare))]


def unbracketed(name: str) -> str:
    """A chemical name whose brackets are part of it, without them: `[3H]bombesin` is not a bombesin of some kind.

    What follows a blank is a remark and stays: `ghrelin (human)`.
    """
    return _ATTACHED_BRACKETS.sub(r"-\1-", name) if "(" in name or "[" in name else name


def name_token(name: str) -> str:
    """The token of a whole name, however it is spelt."""
    return f"name:{text.compact(name)}"
