"""Identifiers as a query: what a pathway may carry, told by the prefix before it or by its own form.

`CHEBI:15903`, `chebi 15903`, `hsa00010`, `50-99-7`, `PMID 22628558`, `https://doi.org/10.1126/science.1218099`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Self

import msgspec

from biofacts.domain.cross_references import REGISTRY, is_valid
from biofacts.domain.genes.names import IDENTIFIERS, is_identifier
from biofacts.domain.literature import Publication
from biofacts.domain.ontology import KEGG_ORGANISMS
from biofacts.domain.text.clean import plain

Reference = tuple[str, str]
"""A key, of the registry or of `LITERATURE`, and a value as it is written there."""

LITERATURE = frozenset({"pubmed", "doi"})
"""The keys of what is cited, beside those of the registry."""

CHEMICALS = frozenset({
    "chebi", "hmdb", "inchikey", "cas", "kegg_compound", "lipidmaps", "wikidata", "pubchem_compound",
    "pubchem_substance", "chembl", "drugbank", "chemspider", "unii",
})  # fmt: skip
"""The keys of compounds, each of which has several identifiers."""

CARRIED = frozenset(REGISTRY) - IDENTIFIERS - {"hgnc_symbol"} | LITERATURE
"""The keys by which pathways are found; genes have a call of their own."""

REFERENCE_MAPS = ("map", "ko", "ec", "rn")
"""What KEGG writes before a map's number where it means no organism."""


class _Form(msgspec.Struct, frozen=True):
    """How identifiers of one key are written: the last group that matched is what is printed."""

    key: str
    pattern: re.Pattern[str]
    printed: Callable[[str], str]

    def read(self, text: str) -> Iterator[Reference]:
        """The identifier that a text is, if it is one."""
        if (found := self.pattern.fullmatch(text)) and found.lastindex:
            yield self.key, self.printed(found[found.lastindex])


def _form(
    key: str, names: str, named: str, bare: str | None = None, printed: Callable[[str], str] = str.upper
) -> _Form:
    """`names`: what may stand before an identifier, `named`: what then follows, `bare`: what tells itself without."""
    either = rf"(?:{names})[\s:=_]*(?:{named})" + (f"|{bare}" if bare else "")
    return _Form(key, re.compile(either, re.I | re.A), printed)


def _after(prefix: str, digits: int = 0) -> Callable[[str], str]:
    return lambda value: f"{prefix}{value.zfill(digits)}"


_KEGG_CODES = "|".join(sorted({*KEGG_ORGANISMS.values(), *REFERENCE_MAPS}))
_INCHIKEY = rf"({REGISTRY['inchikey']})"

_FORMS = (
    _form("wikipathways", "wp|wikipathways", r"(?:wp:?)?0*(\d{1,9})(?:_r\d+)?", None, _after("WP")),
    _form("pathway_ontology", "pw", r"(\d{7})", None, _after("PW:")),
    _form("disease_ontology", "doid", r"(\d{1,7})", None, _after("DOID:")),
    _form("cell_ontology", "cl", r"(\d{7})", None, _after("CL:")),
    _form("gene_ontology", "go", r"(\d{7})", None, _after("GO:")),
    _form("mondo", "mondo", r"(\d{7})", None, _after("MONDO:")),
    _form("efo", "efo", r"(\d{7})", None, _after("EFO:")),
    _form("orphanet", "orpha(?:net)?", r"(?:orpha:?)?(\d{1,7})", None, _after("ORPHA:")),
    _form("reactome", "reactome", r"(R-[A-Z]{3}-\d+)(?:\.\d+)?", r"(R-[A-Z]{3}-\d+)(?:\.\d+)?"),
    _form(
        "kegg_pathway", r"kegg[ .]?pathway|kegg|path", r"([a-z]{2,4}\d{5})", rf"((?:{_KEGG_CODES})\d{{5}})", str.lower
    ),
    _form("kegg_pathway", r"kegg[ .]?pathway|kegg|path", r"(\d{5})", None, _after("map")),
    _form("kegg_compound", r"kegg[ .]?(?:compound|drug|glycan)|kegg|cpd", r"([CDG]\d{5})", r"([CDG]\d{5})"),
    _form("chebi", "chebi", r"(?:chebi:)?(\d{1,7})", None, _after("CHEBI:")),
    _form("hmdb", "hmdb", r"(?:hmdb)?(\d{5}|\d{7})", None, _after("HMDB", 7)),
    _form("inchikey", "inchikey", _INCHIKEY, _INCHIKEY),
    _form("cas", r"cas(?: (?:no\.?|number|rn))?", rf"({REGISTRY['cas']})", rf"({REGISTRY['cas']})"),
    _form("lipidmaps", r"lipid[ .]?maps", rf"({REGISTRY['lipidmaps']})", r"(LM[A-Z]{2}\d{4}\w{0,8})"),
    _form("wikidata", "wikidata", r"(Q\d+)", r"(Q\d{3,})"),
    _form("pubchem_compound", r"pubchem(?:[ .-]?compound)?|(?:pubchem[ :])?cid", r"(?:cid:?)?(\d{1,10})"),
    _form("pubchem_substance", r"pubchem[ .-]?substance|(?:pubchem[ :])?sid", r"(?:sid:?)?(\d{1,10})"),
    _form("chembl", "chembl", r"(?:compound:)?(?:chembl)?(\d{1,8})", None, _after("CHEMBL")),
    _form("drugbank", "drugbank", r"(DB\d{5})", r"(DB\d{5})"),
    _form("chemspider", "chemspider", r"(\d{1,10})"),
    _form("unii", "unii", rf"({REGISTRY['unii']})"),
    _form("ensembl_transcript", "ensembl", r"(ENS[A-Z]*T\d{11})(?:\.\d+)?", r"(ENS[A-Z]*T\d{11})(?:\.\d+)?"),
    _form("pubmed", r"pmid|pubmed(?: id)?", r"0*(\d{1,9})"),
    _form(
        "doi", r"doi|(?:https?://)?(?:dx\.)?doi\.org/", r"(10\.\d{4,9}/\S*\w)\W*", r"(10\.\d{4,9}/\S*\w)\W*", str.lower
    ),
)


_MARKED = re.compile(r"[0-9:-]")
"""What every identifier has, and few words have."""


class ReferenceQuery(msgspec.Struct, frozen=True):
    """A query that is an identifier. `references`: what pathways may carry it as; `is_gene`: a gene may have it."""

    text: str
    references: tuple[Reference, ...]
    is_gene: bool

    @classmethod
    def read(cls, query: str) -> Self | None:
        """Read a query; None where it is plain words."""
        text = plain(query)
        if not _MARKED.search(text):
            return None
        found = dict.fromkeys(pair for form in _FORMS for pair in form.read(text) if _is_valid(*pair))
        is_gene = is_identifier(text)
        return cls(text, tuple(found), is_gene) if found or is_gene else None

    @property
    def terms(self) -> tuple[str, ...]:
        """The exact terms of what carries it."""
        return reference_terms(self.references)

    def values(self, key: str) -> tuple[str, ...]:
        """What it is under one key."""
        return tuple(value for one, value in self.references if one == key)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of its references."""
        return frozenset(key for key, _ in self.references)


def _is_valid(key: str, value: str) -> bool:
    return key in LITERATURE or is_valid(key, value)


def cited(work: Publication) -> Iterator[Reference]:
    """A publication as references."""
    if work.pubmed:
        yield "pubmed", work.pubmed
    if work.doi:
        yield "doi", work.doi.lower()


def reference_terms(references: Iterable[Reference]) -> tuple[str, ...]:
    """The exact terms of references that pathways are found by; those of genes are left out."""
    return tuple(f"ref:{key}:{value}" for key, value in references if key in CARRIED)
