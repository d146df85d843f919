"""The table of identifiers of all databases: their prefixes, forms, and the kinds that they identify or find.

Prefixes are those of identifiers.org and Bioregistry, and other spellings in common use.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from biofacts.domain.answers import wording
from biofacts.domain.answers.advice import NextCall
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.compounds.compound import COMPOUND
from biofacts.domain.genes.gene import GENE
from biofacts.domain.identifiers.cross_references import REGISTRY, is_valid
from biofacts.domain.pathways.ontology import KEGG_ORGANISMS, REFERENCE_MAPS
from biofacts.domain.pathways.pathway import PATHWAY
from biofacts.domain.pharmacology.ligand import LIGAND
from biofacts.domain.pharmacology.target import TARGET

_LONGEST = 200
_MARKED = re.compile(r"[0-9:-]")
"""Characters of which every identifier has at least one, and few words have any."""


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """An identifier in the form that the tools accept.

    `own`: the kinds of which it is the CURIE (a number of the Guide may be a ligand's and a target's). `found_by`: the
    kinds whose searches find something by it, the likeliest first.
    """

    text: str
    own: tuple[Kind, ...] = ()
    found_by: tuple[Kind, ...]

    def calls(self, asked: Kind) -> tuple[NextCall, ...]:
        """Return the calls that accept the identifier, for a caller who wanted the kind `asked`."""
        # Pathways of genes have a tool of their own.
        if asked.name == PATHWAY.name and self.found_by[0] is GENE:
            return (wording.pathways_of(self.text),)
        if self.own:
            return tuple(wording.get(kind, self.text) for kind in self.own)
        return (wording.search(asked if self.finds(asked) else self.found_by[0], self.text),)

    def finds(self, kind: Kind) -> bool:
        """Return True if the search for that kind finds something by the identifier."""
        return any(one.name == kind.name for one in self.found_by)

    def may_be(self, curie: str) -> bool:
        """Return True if an entity with that CURIE can be a match: an equal CURIE, or one of another database."""
        return curie == self.text or curie.partition(":")[0] != self.text.partition(":")[0]

    def is_of(self, kind: Kind) -> bool:
        """Return True if the identifier is a CURIE of that kind."""
        return any(one.name == kind.name for one in self.own)


class Database(msgspec.Struct, frozen=True, kw_only=True):
    """A database of identifiers.

    `prefixes`: a pattern of its names before an identifier. `pattern`: all spellings; the last group that matches is
    the local identifier. `form`: the format for tools. `key`: the key in the registry, or of citations, if pathways
    have such identifiers; `value`: the format under that key.
    """

    prefixes: str
    pattern: re.Pattern[str]
    case: Callable[[str], str]
    form: str
    own: tuple[Kind, ...]
    found_by: tuple[Kind, ...]
    key: str
    value: str

    def local(self, text: str) -> str | None:
        """Return the identifier in a text, without its prefix; None if there is none, or it is malformed."""
        if not (found := self.pattern.fullmatch(text)) or not found.lastindex:
            return None
        local = self.case(found[found.lastindex])
        return local if self.key not in REGISTRY or is_valid(self.key, self.value.format(local)) else None

    def reference(self, local: str) -> Reference:
        """Convert a local identifier to the form that the tools accept."""
        return Reference(text=self.form.format(local), own=self.own, found_by=self.found_by)


def _database(
    prefixes: str,
    local: str,
    found_by: Sequence[Kind],
    form: str = "{}",
    *,
    own: Sequence[Kind] = (),
    alone: str | bool = False,
    key: str = "",
    value: str | None = None,
    case: Callable[[str], str] = str.upper,
) -> Database:
    """Create a database.

    `local`: a pattern of the text after a prefix; `alone`: a pattern of identifiers that need no prefix (True: the
    pattern `local`). `value`: needed only if it differs from `form`.
    """
    bare = local if alone is True else alone
    spellings = rf"(?:{prefixes})[\s:=_]*(?:{local})" + (f"|{bare}" if bare else "")
    return Database(
        prefixes=prefixes,
        pattern=re.compile(spellings, re.I | re.A),
        case=case,
        form=form,
        own=tuple(own),
        found_by=tuple(found_by),
        key=key,
        value=form if value is None else value,
    )


_GENES, _DRAWN = (GENE, TARGET), (COMPOUND, LIGAND, PATHWAY)
_UNIPROT = rf"(?:{REGISTRY['uniprot']})"
_SYMBOL = r"[A-NPR-Z][1-9][A-Z]{2,3}\d{1,2}\b"
"""UniProt accessions that look like gene symbols: P2RY12, B3GAT1."""
_KEGG_CODES = "|".join(sorted({*KEGG_ORGANISMS.values(), *REFERENCE_MAPS}))

# Order matters: `read` returns the first match.
DATABASES: tuple[Database, ...] = (
    # Ours. A prefix that is a name, too, needs its colon; WP_ and nine digits is a protein of RefSeq.
    _database(r"wp(?!_\d{9})|wikipathways(?:\.pathway)?", r"(?:wp:?)?0*(\d{1,9})(?:_r\d+)?", [PATHWAY], "WP:WP{}",
              own=[PATHWAY], key="wikipathways", value="WP{}"),
    _database(r"pubchem(?:[ .-]?compound)?|(?:pubchem[ :])?cid", r"(?:cid[ :]*)?(\d{1,12})", _DRAWN, "PubChem:CID{}",
              own=[COMPOUND], key="pubchem_compound", value="{}"),
    _database(r"iuphar|gtopdb|gtp(?=:)|guidetopharmacology", r"(\d{1,9})", [LIGAND, TARGET], "IUPHAR:{}",
              own=[LIGAND, TARGET]),
    _database(r"(?:iuphar|gtopdb)[ .]ligand", r"(\d{1,9})", [LIGAND], "IUPHAR:{}", own=[LIGAND]),
    _database(r"(?:iuphar|gtopdb)[ .](?:receptor|target)", r"(\d{1,9})", [TARGET], "IUPHAR:{}", own=[TARGET]),
    _database("hgnc", r"(?:hgnc:)?(\d{1,9})", _GENES, "HGNC:{}", own=[GENE]),
    _database("(?:ncbi|entrez) ?gene|geneid|entrez", r"(\d{1,12})", _GENES, "NCBIGene:{}", own=[GENE]),
    # Genes and proteins
    _database(r"hgnc[ .]symbol(?=:)", r"([A-Z][A-Z0-9@_.-]{0,29})", _GENES, case=str),
    _database(r"ensembl(?:\.gene)?", r"(ENS[A-Z]*G\d{11})(?:\.\d+)?", _GENES, alone=True),
    _database(r"ensembl(?:\.transcript)?", r"(ENS[A-Z]*T\d{11})(?:\.\d+)?", [PATHWAY], alone=True,
              key="ensembl_transcript"),
    _database(r"uniprot(?:kb|\.isoform)?", rf"({_UNIPROT}(?:[-.]\d+)?)", _GENES,
              alone=rf"(?!{_SYMBOL})({_UNIPROT}(?:-\d+)?)"),
    _database("refseq", r"([NX][MRP]_\d+)(?:\.\d+)?", _GENES, alone=True),
    _database("mgi", r"(?:mgi:)?(\d+)", _GENES, "MGI:{}"),
    _database("rgd(?=:)", r"(?:rgd:)?(\d+)", _GENES, "RGD:{}"),
    _database("mirbase", r"(MI\d{7})", [GENE], alone=True),
    _database(r"(?:sgd|zfin|flybase|wormbase(?:\.gene)?|tair(?:\.locus)?)(?=:)", r"([^\W_]\S{2,29})", [GENE], case=str),
    _database("o?mim", r"(\d{6})", [GENE], "OMIM:{}"),
    # Chemicals
    _database("chebi", r"(?:chebi:)?(\d+)", _DRAWN, "CHEBI:{}", key="chebi"),
    _database("hmdb", r"(?:hmdb)?(\d{5,7})", _DRAWN, "HMDB{:0>7}", key="hmdb"),
    _database(r"chembl\.target", r"(CHEMBL\d+)", [TARGET]),
    _database(r"chembl(?:\.compound)?", r"(?:compound:)?(?:chembl)?(\d+)", _DRAWN, "CHEMBL{}", key="chembl"),
    _database("drugbank", r"(DB\d{5})", _DRAWN, alone=True, key="drugbank"),
    _database(r"kegg(?:[ .]?(?:compound|drug|glycan))?|cpd", r"([CDG]\d{5})", _DRAWN, alone=True, key="kegg_compound"),
    _database(r"cas(?: (?:no\.?|number|rn))?", rf"({REGISTRY['cas']})", _DRAWN, alone=True, key="cas"),
    _database("inchikey", rf"({REGISTRY['inchikey']})", _DRAWN, alone=True, key="inchikey"),
    _database("lipid[ .]?maps", rf"({REGISTRY['lipidmaps']})", _DRAWN, alone=r"(LM[A-Z]{2}\d{4}\w{0,8})",
              key="lipidmaps"),
    # Without a prefix, Q10 is the coenzyme: at least three digits are needed.
    _database("wikidata", r"(Q\d+)", _DRAWN, alone=r"(Q\d{3,})", key="wikidata"),
    # SID1 may be a name: without a separator the number needs four digits.
    _database(r"pubchem[ .-]?substance|pubchem[ :]sid|sid(?=[ :=_]|\d{4})", r"(?:sid:?)?(\d{1,12})", _DRAWN,
              "PubChem:SID{}", key="pubchem_substance", value="{}"),
    _database("chemspider", r"(\d{1,10})", _DRAWN, "ChemSpider:{}", key="chemspider", value="{}"),
    _database("unii", rf"({REGISTRY['unii']})", _DRAWN, "UNII:{}", key="unii", value="{}"),
    # Pathways, processes, diseases, papers: what pathways carry
    _database(r"kegg(?:[ .]?pathway)?|path", r"(?:path:)?([a-z]{2,4}\d{5})", [PATHWAY],
              alone=rf"((?:{_KEGG_CODES})\d{{5}})", key="kegg_pathway", case=str.lower),
    _database(r"kegg(?:[ .]?pathway)?|path", r"(\d{5})", [PATHWAY], "map{}", key="kegg_pathway"),
    _database("reactome", r"(R-[A-Z]{3}-\d+)(?:\.\d+)?", [PATHWAY], alone=True, key="reactome"),
    _database("go", r"(?:go:)?(\d{7})", [PATHWAY], "GO:{}", key="gene_ontology"),
    _database("pw", r"(?:pw:)?(\d{7})", [PATHWAY], "PW:{}", key="pathway_ontology"),
    _database("doid", r"(?:doid:)?(\d+)", [PATHWAY], "DOID:{}", key="disease_ontology"),
    _database("cl", r"(?:cl:)?(\d{7})", [PATHWAY], "CL:{}", key="cell_ontology"),
    _database("mondo", r"(?:mondo:)?(\d{7})", [PATHWAY], "MONDO:{}", key="mondo"),
    _database("efo", r"(?:efo:)?(\d{7})", [PATHWAY], "EFO:{}", key="efo"),
    _database("orpha(?:net)?", r"(?:orpha:?)?(\d{1,7})", [PATHWAY], "ORPHA:{}", key="orphanet"),
    _database("pubmed(?: id)?|pmid", r"0*(\d{1,9})", [PATHWAY], "PMID:{}", key="pubmed", value="{}"),
    _database(r"doi|(?:https?://)?(?:dx\.)?doi\.org/", r"(10\.\d{4,9}/\S*\w)\W*", [PATHWAY], alone=True, key="doi",
              case=str.lower),
)  # fmt: skip

_ANY = re.compile("|".join(one.pattern.pattern for one in DATABASES), re.I | re.A)
"""Any identifier, well-formed or not.

One match rules out most texts, which are names, before each database is tried.
"""

_PREFIXED = re.compile(rf"({'|'.join(one.prefixes for one in DATABASES)})\s*:\s*\S*", re.I | re.A)

_ENZYME = re.compile(r"(?:EC[\s:]*)?[1-7]\.\d{1,2}\.\d{1,2}\.n?\d{1,4}", re.I | re.A)

CHEMICALS = frozenset(one.key for one in DATABASES if one.key and COMPOUND in one.found_by)
"""The keys of compounds."""


def _matches(text: str) -> Iterator[tuple[Database, str]]:
    """Yield the databases of which the whole text is an identifier, with the identifier without its prefix."""
    text = " ".join(text.split())
    if len(text) <= _LONGEST and _MARKED.search(text) and _ANY.fullmatch(text):
        yield from ((one, local) for one in DATABASES if (local := one.local(text)))


def read(text: str) -> Reference | None:
    """Parse a text that is an identifier as a whole, with a prefix or unmistakable without; return None for a name."""
    return next((one.reference(local) for one, local in _matches(text)), None)


def malformed(text: str) -> str | None:
    """Return the prefix of a text that has a database's prefix and a colon, but is malformed; else None."""
    found = _PREFIXED.fullmatch(text)
    return found[1] if found and read(text) is None else None


def is_of_enzyme(text: str) -> bool:
    """Return True for an EC number. Many proteins share one, so nothing can be found by it."""
    return _ENZYME.fullmatch(text) is not None


def named(prefix: str, local: str) -> Reference | None:
    """Return the reference for a prefix and the identifier after it; None if either is unknown."""
    return read(f"{prefix}:{local}")


def carried(text: str) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) pairs under which pathways may have an identifier."""
    yield from ((one.key, one.value.format(local)) for one, local in _matches(text) if one.key)


def first_in(text: str) -> Reference | None:
    """Return the first identifier among the pieces of a web address."""
    return next((found for piece in _pieces(text) if (found := read(piece))), None)


def _pieces(text: str) -> Iterable[str]:
    return filter(None, re.split(r"[/?#&=;,]|\.(?=[a-z])", text))
