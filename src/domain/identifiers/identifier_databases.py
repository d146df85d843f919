"""The registry of identifier databases: one row per database, from which all code for its identifiers derives.

Prefixes are those of identifiers.org and Bioregistry, and other spellings in common use.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from biofacts.domain.answers.entity_kinds import KindName

KindOrNode: TypeAlias = KindName | Literal["node"]
"""The kind of thing that has cross references: a kind of record, or a node of a drawing."""

KEGG_ORGANISMS = {
    "Homo sapiens": "hsa", "Mus musculus": "mmu", "Rattus norvegicus": "rno", "Bos taurus": "bta",
    "Saccharomyces cerevisiae": "sce", "Caenorhabditis elegans": "cel", "Danio rerio": "dre", "Pan troglodytes": "ptr",
    "Canis familiaris": "cfa", "Gallus gallus": "gga", "Arabidopsis thaliana": "ath", "Drosophila melanogaster": "dme",
    "Oryza sativa": "osa", "Mycobacterium tuberculosis": "mtu", "Anopheles gambiae": "aga", "Escherichia coli": "eco",
    "Sus scrofa": "ssc", "Equus caballus": "ecb", "Zea mays": "zma", "Solanum lycopersicum": "sly",
    "Hordeum vulgare": "hvg", "Glycine max": "gmx", "Nicotiana tabacum": "nta", "Ovis aries": "oas",
    "Populus trichocarpa": "pop", "Triticum aestivum": "taes", "Xenopus tropicalis": "xtr", "Bacillus subtilis": "bsu",
    "Plasmodium falciparum": "pfa", "Vitis vinifera": "vvi",
}  # fmt: skip
"""KEGG's organism codes."""

REFERENCE_MAPS = ("map", "ko", "ec", "rn")
"""The prefixes of KEGG's map numbers for maps that belong to no organism."""


class Spelling(msgspec.Struct, frozen=True, kw_only=True):
    """A way to write identifiers of a database.

    `prefixes`: a pattern of the database's names before the identifier. `local`: a pattern of the text after them, with
    the identifier as its group. `bare`: a pattern of identifiers that need no prefix (True: the pattern `local`).
    `form`: the format for tools; `value`: the format in cross references, if it differs. `own`: the kinds that have
    this identifier as their CURIE; `accepted_by`: the kinds whose searches accept it, the likeliest first.
    """

    prefixes: str
    local: str
    accepted_by: tuple[KindName, ...]
    form: str = "{}"
    value: str = ""
    own: tuple[KindName, ...] = ()
    bare: str | bool = False
    case: Callable[[str], str] = str.upper

    @property
    def pattern(self) -> str:
        """The pattern of the identifier with a prefix, and without it if it needs none."""
        alone = self.local if self.bare is True else self.bare
        return rf"(?:{self.prefixes})(?:\s?id\b)?[\s:=_#]*(?:{self.local})" + (f"|{alone}" if alone else "")

    def value_of(self, local: str) -> str:
        """Return the identifier in the format of cross references."""
        return (self.value or self.form).format(local)


class Database(msgspec.Struct, frozen=True, kw_only=True):
    """A database of identifiers.

    `key`: its key in cross references. `pattern`: the ASCII pattern that each value under the key matches as a whole.
    `resolver`: its prefix at identifiers.org; `unresolved`: the reason if it has none. `spellings`: the ways to write
    its identifiers; empty if no search accepts them. `lists`: the kinds whose records always have a list of its
    identifiers; `several`: the kinds that have a list of several, but a single value without a list; any other kind
    has one at most. `cited`: True for databases of publications, which are not cross references.
    """

    key: str
    pattern: str
    label: str
    resolver: str = ""
    unresolved: str = ""
    spellings: tuple[Spelling, ...] = ()
    lists: tuple[KindOrNode, ...] = ("pathway",)
    several: tuple[KindOrNode, ...] = ("node",)
    cited: bool = False


_GENES: tuple[KindName, ...] = ("gene", "target")
_DRAWN: tuple[KindName, ...] = ("compound", "ligand", "pathway")
_GUIDES: tuple[KindName, ...] = ("ligand", "target")
_PATHWAYS: tuple[KindName, ...] = ("pathway",)

_UNIPROT = r"[OPQ]\d[A-Z\d]{3}\d|[A-NR-Z]\d(?:[A-Z][A-Z\d]{2}\d){1,2}"
# Ensembl's own ids, and ids of other databases that Ensembl republishes as its own (YDR050C, FBgn0000017, b1234).
_ENSEMBL_GENE = r"ENS[A-Z]*G\d{11}|(?!ENS)(?=[^\s]*\d)[A-Za-z][\w.():-]{2,30}"
_CAS = r"\d{2,7}-\d\d-\d"
_INCHIKEY = r"[A-Z]{14}-[A-Z]{10}-[A-Z]"
_LIPIDMAPS = r"LM[A-Z]{2}\w{4,12}"
_UNII = r"[A-Z0-9]{10}"
_SYMBOL = r"[A-NPR-Z][1-9][A-Z]{2,3}\d{1,2}\b"
"""The pattern of UniProt accessions that are also gene symbols: P2RY12, B3GAT1."""
_KEGG_CODES = "|".join(sorted({*KEGG_ORGANISMS.values(), *REFERENCE_MAPS}))


def _ontology(key: str, prefix: str, digits: str, label: str, **others: Any) -> Database:
    """Create the row of an ontology with terms such as `GO:0006096`."""
    name = prefix.casefold()
    spelling = Spelling(prefixes=name, local=rf"(?:{name}:)?({digits})", accepted_by=_PATHWAYS, form=f"{prefix}:{{}}")
    return Database(
        key=key, pattern=rf"{prefix}:{digits}", label=label, resolver=f"{prefix}:", spellings=(spelling,), **others
    )


# Records list their cross references in this order.
DATABASES: tuple[Database, ...] = (
    Database(
        key="hgnc", pattern=r"HGNC:\d+", label="HGNC", resolver="HGNC:", several=("node", "target"),
        spellings=(Spelling(
            prefixes="hgnc", local=r"(?:hgnc:)?(\d{1,9})", accepted_by=_GENES, form="HGNC:{}", own=("gene",),
        ),),
    ),
    Database(
        key="ensembl_gene", pattern=_ENSEMBL_GENE, label="Ensembl gene", resolver="ensembl:",
        several=("node", "ligand", "target"),
        spellings=(
            Spelling(
                prefixes=r"ensembl(?:\.gene)?", local=r"(ENS[A-Z]*G\d{11})(?:\.\d+)?", accepted_by=_GENES, bare=True,
            ),
            # Ensembl uses the identifiers of these databases as its own.
            Spelling(
                prefixes=r"(?:flybase|wormbase(?:\.gene)?|tair(?:\.locus)?)(?=:)", local=r"([^\W_]\S{2,29})",
                accepted_by=("gene",), case=str,
            ),
        ),
    ),
    Database(
        key="ensembl_transcript", pattern=r"ENS[A-Z]*T\d{11}", label="Ensembl transcript", resolver="ensembl:",
        lists=("pathway", "node"),
        spellings=(Spelling(
            prefixes=r"ensembl(?:\.transcript)?", local=r"(ENS[A-Z]*T\d{11})(?:\.\d+)?",
            accepted_by=_PATHWAYS, bare=True,
        ),),
    ),
    Database(
        key="uniprot", pattern=_UNIPROT, label="UniProt", resolver="uniprot:",
        lists=("pathway", "node", "gene", "ligand", "target"),
        spellings=(Spelling(
            prefixes=r"uniprot(?:kb|\.isoform)?", local=rf"((?:{_UNIPROT})(?:[-.]\d+)?)", accepted_by=_GENES,
            bare=rf"(?!{_SYMBOL})((?:{_UNIPROT})(?:-\d+)?)",
        ),),
    ),
    Database(
        key="entrez", pattern=r"\d+", label="NCBI Gene", resolver="ncbigene:", several=("node", "target"),
        spellings=(Spelling(
            prefixes="(?:ncbi|entrez) ?gene|gene ?id|entrez", local=r"(\d{1,12})", accepted_by=_GENES,
            form="NCBIGene:{}", value="{}", own=("gene",),
        ),),
    ),
    Database(
        key="refseq", pattern=r"[NX][MRP]_\d+", label="RefSeq", resolver="refseq:",
        lists=("pathway", "node", "gene", "target"),
        spellings=(Spelling(
            prefixes="refseq", local=r"([NX][MRP]_\d+)(?:\.\d+)?", accepted_by=_GENES, bare=True,
        ),),
    ),
    Database(
        key="chembl", pattern=r"CHEMBL\d+", label="ChEMBL", resolver="chembl:",
        spellings=(
            Spelling(
                prefixes=r"chembl(?:\.compound)?", local=r"(?:compound:)?(?:chembl)?(\d+)", accepted_by=_DRAWN,
                form="CHEMBL{}",
            ),
        ),
    ),
    Database(
        key="drugbank", pattern=r"DB\d{5}", label="DrugBank", resolver="drugbank:",
        spellings=(Spelling(prefixes="drugbank", local=r"(DB\d{5})", accepted_by=_DRAWN, bare=True),),
    ),
    Database(key="string", pattern=r"\d+\.\w+", label="STRING", resolver="string:"),
    Database(key="biogrid", pattern=r"\d+", label="BioGRID", resolver="biogrid:"),
    Database(key="stitch", pattern=r"(?:CID[ms])?\d+", label="STITCH", resolver="stitch:"),
    Database(
        key="iuphar", pattern=r"\d+", label="Guide to PHARMACOLOGY",
        unresolved="a number may be a ligand's and a target's, which have a prefix each",
        spellings=(
            Spelling(
                # Without a colon, GTP is the nucleotide.
                prefixes=r"iuphar|gtopdb|gtp(?=:)|guidetopharmacology", local=r"(\d{1,9})", accepted_by=_GUIDES,
                form="IUPHAR:{}", value="{}", own=_GUIDES,
            ),
            Spelling(
                prefixes=r"(?:iuphar|gtopdb)[ .]ligand", local=r"(\d{1,9})", accepted_by=("ligand",), form="IUPHAR:{}",
                value="{}", own=("ligand",),
            ),
            Spelling(
                prefixes=r"(?:iuphar|gtopdb)[ .](?:receptor|target)", local=r"(\d{1,9})", accepted_by=("target",),
                form="IUPHAR:{}", value="{}", own=("target",),
            ),
        ),
    ),
    Database(key="kegg", pattern=r"[a-z]{3,4}:\d+", label="KEGG gene", resolver="kegg.genes:"),
    Database(
        key="kegg_pathway", pattern=r"[a-z]{2,4}\d{5}", label="KEGG pathway", resolver="kegg.pathway:", lists=(),
        several=("node", "pathway"),
        spellings=(
            Spelling(
                prefixes=r"kegg(?:[ .]?pathway)?|path", local=r"(?:path:)?([a-z]{2,4}\d{5})", accepted_by=_PATHWAYS,
                # Without a prefix, only codes of known organisms count: other letters and digits may be a name.
                bare=rf"((?:{_KEGG_CODES})\d{{5}})", case=str.lower,
            ),
            Spelling(prefixes=r"kegg(?:[ .]?pathway)?|path", local=r"(\d{5})", accepted_by=_PATHWAYS, form="map{}"),
        ),
    ),
    Database(
        key="omim", pattern=r"\d{6}", label="OMIM", resolver="mim:", lists=("pathway", "gene"),
        spellings=(Spelling(
            prefixes="o?mim", local=r"(\d{6})", accepted_by=("gene",), form="OMIM:{}", value="{}",
        ),),
    ),
    Database(
        key="orphanet", pattern=r"ORPHA:\d+", label="Orphanet", resolver="orphanet:",
        spellings=(Spelling(
            prefixes="orpha(?:net)?", local=r"(?:orpha:?)?(\d{1,7})", accepted_by=_PATHWAYS, form="ORPHA:{}",
        ),),
    ),
    _ontology("mondo", "MONDO", r"\d{7}", "Mondo"),
    Database(
        key="efo", pattern=r"EFO:\d{7}", label="EFO", resolver="efo:",
        spellings=(Spelling(prefixes="efo", local=r"(?:efo:)?(\d{7})", accepted_by=_PATHWAYS, form="EFO:{}"),),
    ),
    Database(key="pdb", pattern=r"\d[A-Z0-9]{3}", label="PDB", resolver="pdb:", lists=("pathway", "node")),
    Database(
        key="pubchem_compound", pattern=r"\d+", label="PubChem compound", resolver="pubchem.compound:",
        spellings=(Spelling(
            prefixes=r"pubchem(?:[ ._-]?compound)?|(?:pubchem[ :_-])?cid", local=r"(?:cid[ :]*)?(\d{1,12})",
            accepted_by=_DRAWN, form="PubChem:CID{}", value="{}", own=("compound",),
        ),),
    ),
    Database(
        key="pubchem_substance", pattern=r"\d+", label="PubChem substance", resolver="pubchem.substance:",
        spellings=(Spelling(
            # SID1 may be a name: without a separator the number needs four digits.
            prefixes=r"pubchem[ .-]?substance|pubchem[ :]sid|sid(?=[ :=_]|\d{4})", local=r"(?:sid:?)?(\d{1,12})",
            accepted_by=_DRAWN, form="PubChem:SID{}", value="{}",
        ),),
    ),
    Database(
        key="reactome", pattern=r"R-[A-Z]{3}-\d+", label="Reactome", resolver="reactome:", lists=(),
        several=("node", "pathway"),
        spellings=(Spelling(
            prefixes="reactome", local=r"(R-[A-Z]{3}-\d+)(?:\.\d+)?", accepted_by=_PATHWAYS, bare=True,
        ),),
    ),
    _ontology(
        "gene_ontology", "GO", r"\d{7}", "Gene Ontology", lists=(), several=("node", "pathway")
    ),
    Database(
        key="hgnc_symbol", pattern=r"[A-Za-z][A-Za-z0-9@_.-]{0,29}", label="HGNC symbol", resolver="hgnc.symbol:",
        several=("node", "target"),
        spellings=(Spelling(
            # A prefix that may also be a name needs its colon.
            prefixes=r"hgnc[ .]symbol(?=:)", local=r"([A-Z][A-Z0-9@_.-]{0,29})", accepted_by=_GENES, case=str,
        ),),
    ),
    Database(
        key="chebi", pattern=r"CHEBI:\d+", label="ChEBI", resolver="CHEBI:",
        spellings=(Spelling(
            prefixes="chebi", local=r"(?:chebi:)?(\d+)", accepted_by=_DRAWN, form="CHEBI:{}",
        ),),
    ),
    Database(
        key="hmdb", pattern=r"HMDB\d{7}", label="HMDB", resolver="hmdb:",
        # Older ids of HMDB have five digits: `HMDB00122` is now HMDB0000122.
        spellings=(Spelling(prefixes="hmdb", local=r"(?:hmdb)?(\d{5,7})", accepted_by=_DRAWN, form="HMDB{:0>7}"),),
    ),
    Database(
        key="inchikey", pattern=_INCHIKEY, label="InChIKey", resolver="inchikey:",
        spellings=(Spelling(
            prefixes="inchikey", local=rf"({_INCHIKEY})", accepted_by=_DRAWN, bare=True,
        ),),
    ),
    Database(
        key="cas", pattern=_CAS, label="CAS number", resolver="cas:",
        spellings=(Spelling(
            prefixes=r"cas(?: (?:no\.?|number|rn))?", local=rf"({_CAS})", accepted_by=_DRAWN, bare=True,
        ),),
    ),
    Database(
        key="wikidata", pattern=r"Q\d+", label="Wikidata", resolver="wikidata:",
        spellings=(Spelling(
            # Without a prefix, Q10 is the coenzyme: at least three digits are needed.
            prefixes="wikidata", local=r"(Q\d+)", accepted_by=_DRAWN, bare=r"(Q\d{3,})",
        ),),
    ),
    Database(
        key="kegg_compound", pattern=r"[CDG]\d{5}", label="KEGG", resolver="kegg:", lists=("pathway", "compound"),
        spellings=(Spelling(
            prefixes=r"kegg(?:[ .]?(?:compound|drug|glycan))?|cpd", local=r"([CDG]\d{5})",
            accepted_by=_DRAWN, bare=True,
        ),),
    ),
    Database(
        key="lipidmaps", pattern=_LIPIDMAPS, label="LIPID MAPS", resolver="lipidmaps:",
        spellings=(Spelling(
            prefixes="lipid[ .]?maps", local=rf"({_LIPIDMAPS})", accepted_by=_DRAWN, bare=r"(LM[A-Z]{2}\d{4}\w{0,8})",
        ),),
    ),
    Database(
        key="chemspider", pattern=r"\d+", label="ChemSpider", resolver="chemspider:",
        spellings=(Spelling(
            prefixes="chemspider", local=r"(\d{1,10})", accepted_by=_DRAWN, form="ChemSpider:{}", value="{}",
        ),),
    ),
    Database(
        key="unii", pattern=_UNII, label="UNII", resolver="unii:",
        spellings=(Spelling(
            prefixes="unii", local=rf"({_UNII})", accepted_by=_DRAWN, form="UNII:{}", value="{}",
        ),),
    ),
    Database(
        key="rgd", pattern=r"\d+", label="RGD", resolver="rgd:", lists=("pathway", "gene"),
        several=("node", "target"),
        spellings=(Spelling(
            prefixes="rgd(?=:)", local=r"(?:rgd:)?(\d+)", accepted_by=_GENES, form="RGD:{}", value="{}",
        ),),
    ),
    Database(
        key="mgi", pattern=r"MGI:\d+", label="MGI", resolver="MGI:", lists=("pathway", "gene"),
        several=("node", "target"),
        spellings=(Spelling(
            prefixes="mgi", local=r"(?:mgi:)?(\d+)", accepted_by=_GENES, form="MGI:{}",
        ),),
    ),
    Database(
        key="mirbase", pattern=r"MI(?:MAT)?\d{7}", label="miRBase", resolver="mirbase:", lists=("pathway", "gene"),
        spellings=(Spelling(prefixes="mirbase", local=r"(MI\d{7})", accepted_by=("gene",), bare=True),),
    ),
    _ontology("disease_ontology", "DOID", r"\d+", "Disease Ontology"),
    _ontology("pathway_ontology", "PW", r"\d{7}", "Pathway Ontology"),
    _ontology("cell_ontology", "CL", r"\d{7}", "Cell Ontology"),
    Database(
        key="wikipathways", pattern=r"WP\d+", label="WikiPathways", resolver="wikipathways:",
        spellings=(Spelling(
            # WP_ and nine digits is a protein of RefSeq.
            prefixes=r"wp(?!_\d{9})|wikipathways(?:\.pathway)?", local=r"(?:wp:?)?0*(\d{1,9})(?:_r\d+)?",
            accepted_by=_PATHWAYS, form="WP:WP{}", value="WP{}", own=("pathway",),
        ),),
    ),
    Database(
        key="pubmed", pattern=r"\d+", label="PubMed", resolver="pubmed:", cited=True,
        spellings=(Spelling(
            prefixes="pubmed(?: id)?|pmid", local=r"0*(\d{1,9})", accepted_by=_PATHWAYS, form="PMID:{}", value="{}",
        ),),
    ),
    Database(
        key="doi", pattern=r"10\.\d{4,9}/\S+", label="DOI", resolver="doi:", cited=True,
        spellings=(Spelling(
            prefixes=r"doi|(?:https?://)?(?:dx\.)?doi\.org/", local=r"(10\.\d{4,9}/\S*\w)\W*", accepted_by=_PATHWAYS,
            bare=True, case=str.lower,
        ),),
    ),
)  # fmt: skip

UNREGISTERED = Database(
    key="id", pattern=r"[^\W_]\S{2,29}", label="gene id", unresolved="SGD and ZFIN have a prefix each",
    spellings=(Spelling(prefixes="(?:sgd|zfin)(?=:)", local=r"([^\W_]\S{2,29})", accepted_by=("gene",), case=str),),
)  # fmt: skip
"""The row for databases whose identifiers find genes, but do not occur in cross references."""

BY_KEY = {row.key: row for row in DATABASES if not row.cited}
"""The databases of cross references by key, in the order of records."""


def spellings(found_by: KindName | None = None) -> Iterator[tuple[Database, Spelling]]:
    """Yield every database with each of its spellings. `found_by`: a kind whose searches must accept the spelling."""
    for row in (*DATABASES, UNREGISTERED):
        yield from (
            (row, spelling) for spelling in row.spellings if found_by is None or found_by in spelling.accepted_by
        )


def keys(found_by: KindName) -> frozenset[str]:
    """Return the keys of the databases whose identifiers a search for a kind accepts."""
    return frozenset(row.key for row, _ in spellings(found_by))
