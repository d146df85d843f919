"""Names and identifiers of genes: parsing, exact terms in drawings and catalogues, and the authority of names."""

import re
import unicodedata
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache

import msgspec

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, Refusal
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.next_calls import pathways_of
from biofacts.domain.identifiers import identifier_databases
from biofacts.domain.identifiers.cross_references import is_valid
from biofacts.domain.search import query_words
from biofacts.domain.text import fold
from biofacts.domain.text.clean import pasted
from biofacts.domain.text.patterns import late_pattern

UNREGISTERED = identifier_databases.UNREGISTERED.key
"""The key for identifiers of databases that have no key of their own in the registry (SGD, ZFIN, ...)."""

IDENTIFIERS = identifier_databases.keys("gene") - {"hgnc_symbol", UNREGISTERED}
"""The registry keys of gene identifiers, without symbols."""

_TERM_KEYS = {"hgnc_symbol": "symbol"} | {key: key for key in IDENTIFIERS}

_PREFIXES = [
    (late_pattern(rf"(?:{spelling.prefixes}):", re.I | re.A), _TERM_KEYS.get(row.key, row.key))
    for row, spelling in identifier_databases.spellings("gene")
] + [
    (late_pattern("symbol:", re.I), "symbol"),
    # The KEGG organisms whose genes have numbers of NCBI Gene (hsa:7157); genes of others have locus names.
    (late_pattern("(?:hsa|mmu|rno|bta|cfa|ssc|ptr|gga|dre|xtr):", re.A), "entrez"),
]

_OF_HGNC = late_pattern(r"\s*(?:hgnc:\s*)?\d+\s*", re.I | re.A)

_TOLD_BY_FORM = ("uniprot", "refseq", "mirbase")
"""The keys of identifiers that are recognized without a prefix."""

_ORGANISMS = [
    (late_pattern(pattern, re.I | re.A), organism)
    for pattern, organism in [
        (r"ENSG\d{11}(\.\d+)?|HGNC:\d+", "Homo sapiens"),
        (r"ENSMUSG\d{11}(\.\d+)?|MGI:\s*\d+", "Mus musculus"),
        (r"ENSRNOG\d{11}(\.\d+)?|RGD:\s*\d+", "Rattus norvegicus"),
        (r"ENSBTAG\d{11}(\.\d+)?", "Bos taurus"),
        (r"ENSCAFG\d{11}(\.\d+)?", "Canis familiaris"),
        (r"ENSSSCG\d{11}(\.\d+)?", "Sus scrofa"),
        (r"ENSPTRG\d{11}(\.\d+)?", "Pan troglodytes"),
        (r"ENSGALG\d{11}(\.\d+)?", "Gallus gallus"),
        (r"ENSDARG\d{11}(\.\d+)?|ZDB-GENE-\d{6}-\d+", "Danio rerio"),
        (r"FBgn\d{7}", "Drosophila melanogaster"),
        (r"WBGene\d{8}", "Caenorhabditis elegans"),
        (r"(SGD:\s*)?S\d{9}|Y[A-P][LR]\d{3}[CW](-[A-Z])?", "Saccharomyces cerevisiae"),
        (r"AT[1-5CM]G\d{5}", "Arabidopsis thaliana"),
        (r"(LOC_)?Os\d\dg\d{5,7}", "Oryza sativa"),
    ]
]

_ISOFORM = late_pattern(r"[-.]\d+$")  # `P04637-2`, `P04637.2`
_TERMS_KEPT = 4096
"""The number of cached terms: a pathway has some hundreds, most of which recur in the next pathway."""
_OF_ONE_ORGANISM = late_pattern("|".join(form.pattern for form, _ in _ORGANISMS), re.I | re.A)


def _key_of(prefix: str) -> str | None:
    """Return the key of gene identifiers with a prefix; None if genes have no such prefix."""
    return next((key for form, key in _PREFIXES if form.fullmatch(f"{prefix.strip()}:")), None)


@lru_cache(maxsize=_TERMS_KEPT)
def gene_term(key: str, value: str) -> str:
    """Return the exact term of a gene identifier, without version (Ensembl, RefSeq) or isoform; case is ignored."""
    value = " ".join(value.split())
    if key == "symbol":
        return f"symbol:{value.casefold()}"
    value = value.upper()
    # Identifiers of HGNC and MGI contain their prefix; identifiers of other databases are stored without one.
    if key in ("hgnc", "mgi"):
        value = f"{key.upper()}:{value.rpartition(':')[2].strip()}"
    elif key in ("rgd", "omim", "entrez"):
        value = value.rpartition(":")[2].strip()
    elif key == "refseq" or (key == "ensembl_gene" and re.match(r"ENS[A-Z]*\d{11}\.", value)):
        value = value.split(".", 1)[0]
    elif key == "uniprot":
        value = bare_accession(value)
    return f"{key}:{value}"


def bare_accession(accession: str) -> str:
    """Return a UniProt accession in capitals, without the number of an isoform."""
    # Nearly all accessions in a pathway are already bare.
    return accession if accession.isalnum() and accession.isupper() else _ISOFORM.sub("", accession.upper())


def alias_term(label: str) -> str:
    """Return the exact term of a drawn node's label, for a node without identifiers."""
    return f"alias:{' '.join(label.casefold().split())}"


def identifier_terms(references: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the exact terms of the references that identify a gene. `references`: pairs of registry key and value."""
    return tuple(gene_term(_TERM_KEYS[key], value) for key, value in references if key in _TERM_KEYS)


def drawn_terms(label: str, identifiers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the exact terms of a drawn gene. `identifiers`: the terms of its identifiers; may be empty."""
    named = (gene_term("symbol", label), *(() if identifiers else (alias_term(label),))) if label else ()
    return named + identifiers


def organism_of(identifier: str) -> str | None:
    """Return the only organism whose genes have identifiers of this form; None if there is no such organism."""
    if not _OF_ONE_ORGANISM.fullmatch(identifier):
        return None
    return next(organism for form, organism in _ORGANISMS if form.fullmatch(identifier))


_UNMISTAKABLE = late_pattern(r"ENS[A-Z]*[GP]\d{11}(\.\d+)?", re.I | re.A)


def is_identifier(text: str) -> bool:
    """Return True if a text has the form of a gene identifier, which some symbols have, too (P2RY12)."""
    prefix, _, rest = text.partition(":")
    if rest.strip() and _key_of(prefix):
        return True
    if _UNMISTAKABLE.fullmatch(text) or organism_of(text):
        return True
    return any(is_valid(key, gene_term(key, text).partition(":")[2]) for key in _TOLD_BY_FORM)


class GeneName(msgspec.Struct, frozen=True):
    """A gene as a caller names it.

    `text`: the cleaned input. `symbol`: the input as a name, without a prefix; None if it can only be an identifier.
    `identifiers`: the exact terms of all identifiers that it may be: `entrez:7157`, `ensembl_gene:ENSG00000141510`,
    `uniprot:P04637`, `hgnc:HGNC:11998`, `id:S000005399`.
    """

    text: str
    symbol: str | None
    identifiers: tuple[str, ...]

    @classmethod
    def parse(cls, argument: str) -> "GeneName":
        """Parse the gene argument of a tool. Raises: AmbiguousQuery if it is too short, or a prefix alone."""
        text = pasted(argument)
        prefix, _, rest = text.partition(":")
        is_bare_prefix = text.endswith(":") and not rest.strip() and _key_of(prefix) is not None
        if (len(text) < next_calls.SHORTEST_QUERY and not text.isdecimal()) or is_bare_prefix:
            raise AmbiguousQuery(*short_gene_id(), argument)
        return cls.read(text)

    @classmethod
    @lru_cache(maxsize=256)
    def read(cls, written: str) -> "GeneName":
        """Parse a name or an identifier, with or without a prefix; a text of unknown form counts as a name."""
        text = pasted(written)
        prefix, _, rest = text.partition(":")
        key = _key_of(prefix) if rest.strip() else None
        # `HGNC:TP53` is a symbol in the notation of some tools.
        if key == "symbol" or (key == "hgnc" and not _OF_HGNC.fullmatch(rest)):
            return cls(text, rest.strip(), ())
        if key:
            return cls(text, None, (gene_term(key, rest.strip()),))
        if re.fullmatch(r"[0-9]+", text):
            return cls(text, None, (gene_term("entrez", text), gene_term("ensembl_gene", text)))
        # Checked as a term, since a version or isoform (`P04637-2`) is not part of a valid identifier.
        keys = [key for key in _TOLD_BY_FORM if is_valid(key, gene_term(key, text).partition(":")[2])]
        return cls(text, text, tuple(gene_term(key, text) for key in ("ensembl_gene", UNREGISTERED, *keys)))

    @property
    def is_prefixed(self) -> bool:
        """True for a symbol with the prefix of a database: `HGNC:TP53`."""
        return self.symbol is not None and self.symbol != self.text

    @property
    def is_word(self) -> bool:
        """True for a common English word (`not`, `all`, `cells`), which names a gene only in exactly this spelling."""
        return is_word(self.symbol or "")

    @property
    def organism(self) -> str | None:
        """The organism that the form of the identifier implies, or None."""
        return organism_of(self.text)

    @property
    def terms(self) -> tuple[str, ...]:
        """All exact terms under which a pathway may contain the gene."""
        return (*((gene_term("symbol", self.symbol),) if self.symbol else ()), *self.identifiers)


_COMMON = fold.STOP_WORDS | query_words.ASKING | query_words.GENERIC


def is_word(text: str) -> bool:
    """Return True for a common English word in lower case."""
    return text.islower() and text.isalpha() and text.isascii() and fold.compact(text) in _COMMON


def short_gene_id() -> Refusal:
    """Return the refusal of a gene name or identifier of fewer than two characters."""
    return (
        "The name or identifier of a gene has at least 2 characters.",
        Advice("Send a name, a symbol or an identifier of a gene, for example: ", pathways_of("TP53"), "."),
    )


# The authority of names


class Rank(IntEnum):
    """The authority of a gene's name, the highest first."""

    SYMBOL = 0
    PREVIOUS = 1
    ALIAS = 2
    NAME = 3
    OTHER_NAME = 4


ABBREVIATIONS = (Rank.PREVIOUS, Rank.ALIAS)
"""The ranks of short names besides the symbol."""


class Standing(msgspec.Struct, frozen=True, order=True):
    """The authority with which a gene has a name; the smallest standing is the best.

    `folded`: True if the gene has the name only in another spelling. `respelt`: True if the name is another spelling of
    a full name, or of the symbol while an alias has exactly this spelling; such a name counts as the name itself, and
    loses only to genes of otherwise equal standing.
    """

    folded: bool
    rank: Rank
    respelt: bool = False


# Names of proteins


class ProteinNames(msgspec.Struct, frozen=True, kw_only=True):
    """The names that NCBI Gene has for a human gene and its protein, without its symbol. `gene`: its HGNC id."""

    gene: str
    names: tuple[str, ...]


def has_greek_letters(text: str, names: Iterable[str]) -> bool:
    """Return True if a gene's names contain every Greek letter of a text, so that a Latin letter may stand for each."""
    return fold.greek_letters(text) <= {letter for name in names for letter in fold.greek_letters(name)}


# `C21orf58` and `chromosome 21 open reading frame 58`, however, are names of genes.
_UNSEARCHED = (
    (
        late_pattern(
            r"\bchr(?:omosomes?)?\.? ?(?:\d{1,2}|[XY]|MT)\b|\b(?:[XY]|\d{1,2}) chromosomes?\b"
            r"|\b(?:[XY]|\d{1,2})[pq]\d{1,2}(?:\.\d+)?\b",
            re.I | re.A,
        ),
        "chromosomes and bands",
    ),
    (late_pattern(r"\brs\d{3,}\b", re.I | re.A), "variants"),
    (late_pattern(r"^[A-Z][a-z]?\d?\+{1,3}$", re.A), "ions"),
)


def is_ion(text: str) -> bool:
    """Return True for the cation of an element: `Ca2+` is not the gene CA2. `CD4+` is not an ion."""
    plain = unicodedata.normalize("NFKC", text)  # Mg²⁺
    return "+" in plain and unsearched(plain) == "ions"


def unsearched(text: str) -> str | None:
    """Return the kind of thing in a text by which no gene can be found (`variants`); None for other texts."""
    return next((what for form, what in _UNSEARCHED if form.search(text)), None)
