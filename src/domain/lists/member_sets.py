"""Sets of members as files: the genes or the metabolites of each pathway, in the GMT format of GSEA.

A line has a name, a description and the members, with tabs between them. Names are those of WikiPathways' own files,
which clusterProfiler and rWikiPathways split at `%`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

MemberIdentifier = Literal["symbol", "entrez", "ensembl", "uniprot", "chebi", "cid"]
"""The sorts of identifiers of members; of metabolites the last two."""

KEYS: Mapping[MemberIdentifier, str] = {
    "symbol": "symbol", "entrez": "entrez", "ensembl": "ensembl_gene", "uniprot": "uniprot", "chebi": "chebi",
    "cid": "pubchem_compound",
}  # fmt: skip
"""The keys of these identifiers among cross references; of symbols the key of their terms."""

OF_COMPOUNDS: Sequence[MemberIdentifier] = ("chebi", "cid")

_PAGE = "https://www.wikipathways.org/instance/{}"
_HYPHENS = re.compile(r"(?<=\d)-(?=\d)")
# Tabs and line breaks end a cell, and `%` a part of a name.
_SPELT_OTHERWISE = str.maketrans({"%": " percent", "\t": " ", "\n": " ", "\r": " "})


class MemberSet(msgspec.Struct, frozen=True, kw_only=True):
    """The members of a pathway, as identifiers."""

    local_id: str
    title: str
    members: tuple[str, ...]


def sets_of(pathways: Sequence[tuple[str, str]], members: Mapping[str, Iterable[str]]) -> Sequence[MemberSet]:
    """Return the sets of those pathways, ids and titles, that have any member. `members`: by the pathway's id."""
    return [
        MemberSet(local_id=local_id, title=title, members=tuple(sorted(found)))
        for local_id, title in pathways
        if (found := {*members.get(local_id, ())})
    ]


def gmt(sets: Iterable[MemberSet], organism: str, release: str | None) -> Iterator[str]:
    """Yield the lines of a GMT file. `release`: of the pathways, as a day (`2026-08-10`)."""
    source = "WikiPathways" + (f"_{_HYPHENS.sub('', release)}" if release else "")
    for one in sets:
        title = " ".join(one.title.translate(_SPELT_OTHERWISE).split())
        yield "\t".join([f"{title}%{source}%{one.local_id}%{organism}", _PAGE.format(one.local_id), *one.members])
