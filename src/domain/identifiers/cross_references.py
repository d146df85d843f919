"""The closed registry of cross-reference keys and the patterns of their values."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

_log = logging.getLogger(__name__)

CrossReferences: TypeAlias = Mapping[str, str | tuple[str, ...]]
"""A registry key mapped to one identifier, or to several where several are normal; never empty, never null."""

Orthologs: TypeAlias = Mapping[str, CrossReferences]
"""A species (`mouse`, `rat`) mapped to the identifiers of the orthologous gene, with its symbol as `gene_symbol`."""

_UNIPROT = r"[OPQ]\d[A-Z\d]{3}\d|[A-NR-Z]\d(?:[A-Z][A-Z\d]{2}\d){1,2}"
# Ensembl's own ids, and the stable ids of other species as Ensembl republishes them (YDR050C, FBgn0000017, b1234).
_ENSEMBL_GENE = r"ENS[A-Z]*G\d{11}|(?!ENS)(?=[^\s]*\d)[A-Za-z][\w.():-]{2,30}"

REGISTRY: Mapping[str, str] = {
    # The seeds' registry.
    "hgnc": r"HGNC:\d+",
    "ensembl_gene": _ENSEMBL_GENE,
    "ensembl_transcript": r"ENS[A-Z]*T\d{11}",
    "uniprot": _UNIPROT,
    "entrez": r"\d+",
    "refseq": r"[NX][MRP]_\d+",
    "chembl": r"CHEMBL\d+",
    "drugbank": r"DB\d{5}",
    "string": r"\d+\.\w+",
    "biogrid": r"\d+",
    "stitch": r"(?:CID[ms])?\d+",
    "iuphar": r"\d+",
    "kegg": r"[a-z]{3,4}:\d+",
    "kegg_pathway": r"[a-z]{2,4}\d{5}",
    "omim": r"\d{6}",
    "orphanet": r"ORPHA:\d+",
    "mondo": r"MONDO:\d{7}",
    "efo": r"EFO:\d{7}",
    "pdb": r"\d[A-Z0-9]{3}",
    "pubchem_compound": r"\d+",
    "pubchem_substance": r"\d+",
    "reactome": r"R-[A-Z]{3}-\d+",
    "gene_ontology": r"GO:\d{7}",
    # Beside them, so that nothing curated is lost.
    "hgnc_symbol": r"[A-Za-z][A-Za-z0-9@_.-]{0,29}",
    "chebi": r"CHEBI:\d+",
    "hmdb": r"HMDB\d{7}",
    "inchikey": r"[A-Z]{14}-[A-Z]{10}-[A-Z]",
    "cas": r"\d{2,7}-\d\d-\d",
    "wikidata": r"Q\d+",
    "kegg_compound": r"[CDG]\d{5}",
    "lipidmaps": r"LM[A-Z]{2}\w{4,12}",
    "chemspider": r"\d+",
    "unii": r"[A-Z0-9]{10}",
    "rgd": r"\d+",
    "mgi": r"MGI:\d+",
    "mirbase": r"MI(?:MAT)?\d{7}",
    "disease_ontology": r"DOID:\d+",
    "pathway_ontology": r"PW:\d{7}",
    "cell_ontology": r"CL:\d{7}",
    "wikipathways": r"WP\d+",
}
"""Every key, with the ASCII pattern that each of its values matches as a whole."""


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(REGISTRY[key], re.ASCII)


def is_valid(key: str, value: str) -> bool:
    """Return True if `value` is a well-formed identifier of the registry's `key` (with its check digit, for CAS)."""
    return _pattern(key).fullmatch(value) is not None and (key != "cas" or _cas_check_digit(value))


def _cas_check_digit(number: str) -> bool:
    # The last digit is the sum of the others, each times its place from the right, modulo 10.
    digits = [int(char) for char in reversed(number) if char.isdigit()]
    return sum(place * digit for place, digit in enumerate(digits[1:], start=1)) % 10 == digits[0]


def collect(
    pairs: Iterable[tuple[str, str]],
    *,
    always_list: frozenset[str] = frozenset(),
    list_if_several: frozenset[str] = frozenset(),
) -> dict[str, str | tuple[str, ...]]:
    """Build cross references from (key, value) pairs, as `arrange` does.

    A value that does not match its pattern is dropped, and counted in a debug log line.
    """
    return arrange(valid(pairs), always_list=always_list, list_if_several=list_if_several)


def valid(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs whose value matches its key's pattern; count the others in a debug log line."""
    given = list(pairs)
    kept = [(key, value) for key, value in given if is_valid(key, value)]
    if len(kept) < len(given):
        _log.debug("dropped %d malformed cross references", len(given) - len(kept))
    return kept


def arrange(
    pairs: Iterable[tuple[str, str]],
    *,
    always_list: frozenset[str] = frozenset(),
    list_if_several: frozenset[str] = frozenset(),
) -> dict[str, str | tuple[str, ...]]:
    """Build cross references from valid (key, value) pairs, in the registry's order and without duplicates.

    A key in `always_list` gets a tuple; a key in `list_if_several` gets a string for a single value and a tuple for
    more; any other key gets its first value. Values stay in their order.
    """
    found: dict[str, dict[str, None]] = {}
    for key, value in pairs:
        found.setdefault(key, {})[value] = None
    references: dict[str, str | tuple[str, ...]] = {}
    for key in REGISTRY:
        if key not in found:
            continue
        values = list(found[key])
        several = key in always_list or (key in list_if_several and len(values) > 1)
        references[key] = tuple(values) if several else values[0]
    return references


def pairs(references: CrossReferences) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) pairs of cross references."""
    for key, values in references.items():
        yield from ((key, value) for value in ([values] if isinstance(values, str) else values))
