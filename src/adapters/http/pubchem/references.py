"""Identifiers of other databases for one compound, from trusted sources only.

PUG View names the source of every value. A value counts if it comes from the database that owns the identifier; of
several, the one that is also a synonym of the compound. Undecided cases are left out: no identifier is better than
that of a salt, a mixture or a polymer.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from biofacts.adapters.http.pubchem.catalogue_noise import is_code, is_noise, without_label
from biofacts.adapters.http.pubchem.wire import Record, Section
from biofacts.domain.identifiers.cross_references import CrossReferences, collect, is_valid
from biofacts.domain.identifiers.registry import BY_KEY

_OWNED: Mapping[str, tuple[str, str]] = {
    "chembl": ("ChEMBL ID", "ChEMBL"),
    "chebi": ("ChEBI ID", "ChEBI"),
    "drugbank": ("DrugBank ID", "DrugBank"),
    "hmdb": ("HMDB ID", "Human Metabolome Database (HMDB)"),
    "kegg_compound": ("KEGG ID", "KEGG"),
    "lipidmaps": ("Lipid Maps ID (LM_ID)", "LIPID MAPS"),
    "unii": ("UNII", "FDA Global Substance Registration System (GSRS)"),
    "wikidata": ("Wikidata", "Wikidata"),
}
"""Registry key -> the heading, and the source that owns the identifier."""

_CAS_OWNER = "CAS Common Chemistry"
_MOST_SYNONYMS = 30
_ENOUGH_NAMES = 10
"""No ligand of the Guide with as many names has a code with a single spelling."""
# Identifiers with a form that no other kind of name or catalogue number has, so that a list of synonyms is enough.
_RECOGNISED = ("chembl", "chebi", "drugbank", "hmdb", "cas")
_SIGNS = re.compile(r"[\W_]+")


def attributed(record: Record) -> CrossReferences:
    """Collect the cross references of a PUG View record."""
    known = set(synonyms(record))
    pairs: list[tuple[str, str]] = []
    for key, (heading, owner) in _OWNED.items():
        values = [value for source, value in _values(record, heading, key) if source == owner]
        pairs += [(key, value) for value in (values if "compound" in BY_KEY[key].lists else _single(values, known))]
    pairs += [("cas", value) for value in _cas(record, known)]
    return collect(pairs, "compound")


def _values(record: Record, heading: str, key: str) -> Iterator[tuple[str, str]]:
    """Yield source and value of every text under a heading of Other Identifiers that is a well-formed identifier."""
    sources = {reference.number: reference.source for reference in record.references}
    for section in _under(record, "Other Identifiers", heading):
        for statement in section.statements:
            source = sources.get(statement.reference, "")
            yield from ((source, text) for text in statement.texts if is_valid(key, text))


def _under(record: Record, *headings: str) -> list[Section]:
    """Return the sections below all of the headings (the outermost first), at any depth."""
    level = record.sections
    for heading in headings:
        level = [found for section in level for found in section.under(heading)]
    return level


def _single(values: Iterable[str], known: set[str]) -> Sequence[str]:
    """Return the only value; of several, the only one that is also a synonym; else none."""
    distinct = list(dict.fromkeys(values))
    if len(distinct) > 1:
        distinct = [value for value in distinct if value in known]
    return distinct if len(distinct) == 1 else ()


def _cas(record: Record, known: set[str]) -> Sequence[str]:
    """Return CAS's own number, else that of most sources: the heading also has numbers of polymers and salts."""
    supporters: defaultdict[str, set[str]] = defaultdict(set)
    for source, value in _values(record, "CAS", "cas"):
        supporters[value].add(source)
    owned = [value for value, sources in supporters.items() if _CAS_OWNER in sources]
    if owned:
        return _single(owned, known)
    most = max(map(len, supporters.values()), default=0)
    return _single((value for value, sources in supporters.items() if len(sources) == most), known)


def synonyms(record: Record) -> list[str]:
    """List every synonym from depositors, identifiers among them, the most used first."""
    return [
        text
        for section in _under(record, "Synonyms", "Depositor-Supplied Synonyms")
        for statement in section.statements
        for text in statement.texts
    ]


def names(ranked: Sequence[str], title: str, references: CrossReferences) -> tuple[str, ...]:
    """Return the first names of a ranked list, without identifiers and the title, each spelling once.

    A research code is written in several ways (`SB-203580`, `SB 203580`), a vendor's number in one. Codes with a single
    spelling come last, and are left out if there are enough names.
    """
    known = {title.casefold()}
    for values in references.values():
        known |= {value.casefold() for value in ((values,) if isinstance(values, str) else values)}
    found: dict[str, str] = {}
    for name in map(without_label, ranked):
        if name and name.casefold() not in known and not _is_identifier(name):
            found.setdefault(name.casefold(), name)
    spellings = Counter(map(_bare, {title.casefold(), *found}))
    doubtful = [name for name in found.values() if is_code(name) and spellings[_bare(name)] == 1]
    sure = [name for name in found.values() if name not in doubtful]
    return tuple((sure if len(sure) >= _ENOUGH_NAMES else [*sure, *doubtful])[:_MOST_SYNONYMS])


def _bare(name: str) -> str:
    return _SIGNS.sub("", name.casefold())


def _is_identifier(name: str) -> bool:
    return any(is_valid(key, name) for key in _RECOGNISED) or is_noise(name)


def recognised(ranked: Sequence[str]) -> CrossReferences:
    """Collect cross references from a list of synonyms, which names no sources: unmistakable ones only."""
    pairs: list[tuple[str, str]] = []
    for key in _RECOGNISED:
        found = dict.fromkeys(name for name in ranked if is_valid(key, name))
        pairs += [(key, value) for value in found if len(found) == 1]
    unii = dict.fromkeys(name.removeprefix("UNII-") for name in ranked if name.startswith("UNII-"))
    pairs += [("unii", value) for value in unii if len(unii) == 1]
    return collect(pairs)
