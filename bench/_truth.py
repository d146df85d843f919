"""Questions with known answers: hand-written ones, curated tables, and what carries a name."""

import csv
import gzip
import io
import json
import random
import re
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from xml.etree.ElementTree import Element, fromstring

from biofacts.adapters.http.gtopdb import read_ligands, read_targets
from biofacts.domain.pharmacology.ligand import LigandFacts
from biofacts.domain.pharmacology.target import TargetFacts
from biofacts.domain.text import fold

GPML = "{http://pathvisio.org/GPML/2013a}"
_SEED, _GENE_SEED = 20261121, 20261120
_PREFIXES = {"ensembl": "ensembl", "ncbigene": "ncbigene", "hgnc.symbol": "symbol", "uniprot": "uniprot"}
GENE_DATABASES = {
    "Ensembl": "ensembl", "Entrez Gene": "ncbigene", "HGNC": "symbol", "Uniprot-TrEMBL": "uniprot",
    "HGNC Accession number": "hgnc", "miRBase Sequence": "mirbase",
}  # fmt: skip
GENE_LIKE = {"GeneProduct", "Protein", "Rna", "RNA", "Complex", "", "Unknown"}
_SHAPES = {
    "ensembl": r"ens[a-z]*g\d{11}",
    "ncbigene": r"\d+",
    "symbol": r"[a-z][a-z0-9-]{2,9}",
    "uniprot": r"[a-z0-9]{6,10}",
}


Gene = tuple[str, str]
"""The kind of an identifier (`symbol`, `ncbigene`, `ensembl`, `uniprot`) and its folded value."""

PathwaysOfGenes = dict[Gene, set[str]]

FactsT = TypeVar("FactsT", LigandFacts, TargetFacts)


class Question(NamedTuple):
    """What is asked, what is right, and what is right as the first answer; `kind`: of a gene's identifier."""

    asked: str
    right: frozenset[str]
    first: frozenset[str]
    kind: str = ""
    organism: str | None = None


# Pathways


def pathway_questions(number: int) -> list[Question]:
    terms = json.loads((Path(__file__).parent / "pathway_terms.json").read_text())
    return [
        Question(term["query"], _pathways(term["right"]), _pathways(term["first"]), organism=term.get("organism"))
        for term in random.Random(_SEED).sample(terms, min(number, len(terms)))
    ]


def gene_questions(upstream: Path, number: int) -> list[Question]:
    """Right are the pathways of the whole gene, by whichever of its identifiers it stands there."""
    drawn = pathways_of_genes(upstream)
    truth = of_whole_genes(drawn, upstream, choose(drawn, max(1, number // len(_SHAPES))))
    genes = sorted(truth)
    random.Random(_SEED).shuffle(genes)
    right = {gene: _pathways(truth[gene]) for gene in genes}
    return [Question(value.upper(), right[kind, value], right[kind, value], kind) for kind, value in genes]


def index_rows(upstream: Path, name: str) -> list[dict[str, Any]]:
    """The rows of an index file of WikiPathways."""
    rows: list[dict[str, Any]] = json.loads((upstream / "wikipathways" / "json" / f"{name}.json").read_text())[
        "pathwayInfo"
    ]
    return rows


def _pathways(ids: Iterable[str]) -> frozenset[str]:
    return frozenset(f"WP:{local}" for local in ids)


def of_archive(upstream: Path) -> Iterator[tuple[str, bool, bytes]]:
    """Every drawing and every table of nodes: the pathway's local id, True for a drawing, and the file."""
    with zipfile.ZipFile(upstream / "wikipathways" / "assets.zip") as opened:
        for name in sorted(opened.namelist()):
            if found := re.fullmatch(r".*/(WP\d+)/\1(-datanodes\.tsv|\.gpml)", name):
                yield found[1], found[2] == ".gpml", opened.read(name)


class DrawnNode(NamedTuple):
    """A node of a drawing as it is written, its label without doubled blanks."""

    id: str
    type: str
    label: str
    database: str
    identifier: str


def nodes_drawn(drawing: bytes | Element) -> Iterator[DrawnNode]:
    """Every node of a drawing."""
    root = fromstring(drawing) if isinstance(drawing, bytes) else drawing
    for node in root.iter(f"{GPML}DataNode"):
        xref = node.find(f"{GPML}Xref")
        database, identifier = ("", "") if xref is None else (xref.get("Database", ""), xref.get("ID", "").strip())
        label = " ".join(node.get("TextLabel", "").split())
        yield DrawnNode(node.get("GraphId", ""), node.get("Type", ""), label, database, identifier)


def pathways_of_genes(upstream: Path) -> PathwaysOfGenes:
    """Every pathway that contains a gene, by the node tables and drawings of an archive."""
    truth: PathwaysOfGenes = defaultdict(set)
    for local_id, is_drawing, body in of_archive(upstream):
        for kind, value in _in_drawing(body) if is_drawing else _in_table(body):
            if value:
                truth[kind, value.casefold()].add(local_id)
    return truth


def _in_table(table: bytes) -> Iterator[Gene]:
    """Every token of a row counts by its own prefix, so that a row shifted by a tab still says what it says."""
    for row in csv.reader(io.StringIO(table.decode()), delimiter="\t"):
        label, kind = [*row, "", ""][:2]
        if row[:1] == ["Label"]:
            continue
        if kind in ("GeneProduct", "Protein"):
            yield "symbol", " ".join(label.split())
        for cell in row[2:3] + row[4:]:
            for token in cell.split(";"):
                prefix, _, value = token.strip().partition(":")
                if prefix in _PREFIXES:
                    yield _PREFIXES[prefix], value


def _in_drawing(drawing: bytes) -> Iterator[Gene]:
    for node in nodes_drawn(drawing):
        if node.type in GENE_LIKE:
            yield "symbol", node.label
            if kind := GENE_DATABASES.get(node.database):
                yield kind, node.identifier.removeprefix("HGNC:")


_FIELDS = {"symbol": "hgnc", "ncbigene": "ncbigene", "ensembl": "ensembl", "uniprot": "uniprot"}

IndexRow = Mapping[str, str]
"""Of an index file of WikiPathways."""


def in_text(rows: Sequence[IndexRow], query: str, organism: str | None = None) -> list[IndexRow]:
    """The pathways of which any field contains a query: what the reference clients do."""
    folded = query.casefold()
    return [
        row
        for row in rows
        if organism in (None, row["species"]) and any(folded in value.casefold() for value in row.values())
    ]


def in_xref(rows: Sequence[IndexRow], identifier: str, kind: str) -> list[IndexRow]:
    """The pathways of which the field of a kind of identifiers contains one."""
    return [row for row in rows if identifier.casefold() in row[_FIELDS[kind]].casefold()]


class NamedGene(NamedTuple):
    """A gene of HGNC's file. `other_names`: its other full names; `keys`: its symbol and identifiers.

    `mouse`, `rat`: its orthologs by the ids of MGI and RGD.
    """

    id: str
    symbol: str
    name: str
    coding: bool
    aliases: tuple[str, ...]
    previous: tuple[str, ...]
    other_names: tuple[str, ...]
    keys: tuple[Gene, ...]
    mouse: tuple[str, ...]
    rat: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Its aliases and previous symbols, each once."""
        return tuple(dict.fromkeys((*self.aliases, *self.previous)))


def named_genes(upstream: Path) -> Iterator[NamedGene]:
    """Every gene of HGNC's file."""
    with gzip.open(upstream / "genes" / "hgnc_complete_set.txt.gz", "rt", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            aliases, previous, *other = (
                tuple(filter(None, row[column].split("|")))
                for column in ("alias_symbol", "prev_symbol", "alias_name", "prev_name")
            )
            columns = {
                "symbol": "symbol",
                "entrez_id": "ncbigene",
                "ensembl_gene_id": "ensembl",
                "uniprot_ids": "uniprot",
                "hgnc_id": "hgnc",
                "mirbase": "mirbase",
            }
            keys = [
                (kind, one.casefold())
                for column, kind in columns.items()
                for cell in row[column].split("|")
                if (one := cell.removeprefix("HGNC:"))
            ]
            coding = row["locus_group"] == "protein-coding gene"
            orthologs = (tuple(filter(None, row[column].split("|"))) for column in ("mgd_id", "rgd_id"))
            yield NamedGene(
                row["hgnc_id"], row["symbol"], row["name"], coding, aliases, previous, sum(other, ()), tuple(keys),
                *orthologs,
            )  # fmt: skip


def of_whole_genes(truth: PathwaysOfGenes, upstream: Path, asked: Iterable[Gene]) -> PathwaysOfGenes:
    """For each asked identifier the pathways of all identifiers of its gene, where it is one human gene's.

    An identifier of several genes says nothing of each, and counts by itself. Labels that are no approved symbol but
    another name of a gene, in any spelling, are left out.
    """
    genes_of: defaultdict[Gene, list[NamedGene]] = defaultdict(list)
    aliases: set[str] = set()
    for gene in named_genes(upstream):
        for key in gene.keys:
            genes_of[key].append(gene)
        aliases |= {fold.compact(name) for name in (gene.symbol, gene.name, *gene.names)}
    whole: PathwaysOfGenes = {}
    for key in asked:
        if key[0] == "symbol" and key not in genes_of and fold.compact(key[1]) in aliases:
            continue
        owners = genes_of.get(key, [])
        keys = [one for one in owners[0].keys if len(genes_of[one]) == 1] if len(owners) == 1 else []
        whole[key] = set().union(*(truth.get(one, set()) for one in (key, *keys)))
    return whole


def choose(truth: PathwaysOfGenes, number: int) -> list[Gene]:
    """As many genes of each kind, drawn with a fixed seed, among those that look like what their kind should be."""
    draw = random.Random(_GENE_SEED)
    chosen: list[Gene] = []
    for kind, shape in _SHAPES.items():
        known = sorted(gene for gene in truth if gene[0] == kind and re.fullmatch(shape, gene[1]))
        chosen += draw.sample(known, min(number, len(known)))
    return chosen


# Compounds


FORMS = {
    "cas": r"\d{2,7}-\d\d-\d", "chebi": r"CHEBI:\d+", "chembl": r"CHEMBL\d+", "chemspider": r"\d+",
    "drugbank": r"DB\d{5}", "ensembl_gene": r"ENS[A-Z]*G\d{11}", "entrez": r"\d+", "hgnc": r"HGNC:\d+",
    "hmdb": r"HMDB\d{7}", "inchikey": r"[A-Z]{14}-[A-Z]{10}-[A-Z]", "kegg_compound": r"[CDG]\d{5}",
    "lipidmaps": r"LM[A-Z]{2}\w{4,12}", "mgi": r"MGI:\d+", "pubchem_compound": r"\d+", "pubchem_substance": r"\d+",
    "refseq": r"[NX][MRP]_\d+", "rgd": r"\d+",
    "uniprot": r"[OPQ][0-9][A-Z0-9]{3}[0-9]|[A-NR-Z][0-9]([A-Z][A-Z0-9]{2}[0-9]){1,2}", "wikidata": r"Q\d+",
}  # fmt: skip
"""How identifiers are written."""


def has_form(key: str, value: str) -> bool:
    """True for an identifier that is written as those of its database; the last digit of a CAS number is right."""
    if not re.fullmatch(FORMS.get(key, ".+"), value, re.ASCII):
        return False
    if key != "cas":
        return True
    *digits, last = map(int, value.replace("-", ""))
    return sum(place * digit for place, digit in enumerate(reversed(digits), start=1)) % 10 == last


def compound_rows(upstream: Path) -> list[dict[str, Any]]:
    """The compounds of the stand-in's PubChem."""
    packed = (upstream / "pubchem" / "standin.json.gz").read_bytes()
    return json.loads(gzip.decompress(packed))  # type: ignore[no-any-return]


def compound_questions(
    compounds: Sequence[Mapping[str, Any]], number: int
) -> tuple[list[Question], list[Question], list[Question]]:
    """By name, by a misspelt name, by CID."""
    holders: dict[str, set[str]] = defaultdict(set)
    for row in compounds:
        for name in (row["title"], *row["synonyms"]):
            holders[name.casefold()].add(f"PubChem:CID{row['cid']}")
    draw = random.Random(_SEED)
    names = draw.sample(sorted(holders), number)
    words = [name for name in sorted(holders) if name.isascii() and name.isalpha() and len(name) > 7]

    def question(asked: str, name: str) -> Question:
        return Question(asked, frozenset(holders[name]), frozenset(holders[name]))

    misspelt = [(name[:-2] + name[-1], name) for name in draw.sample(words, number)]
    known = [row for row in compounds if row.get("formula") and row.get("inchikey")]
    records = [
        Question(str(row["cid"]), *(frozenset([f"{row['formula']} {row['inchikey']}"]),) * 2)
        for row in draw.sample(known, number)
    ]
    return (
        [question(name, name) for name in names],
        [question(asked, name) for asked, name in misspelt if asked not in holders],
        records,
    )


# Ligands and targets


def guide(upstream: Path) -> tuple[list[LigandFacts], list[TargetFacts]]:
    """Every ligand and every target of the Guide's files, as biofacts reads them."""
    ligands, targets = (
        upstream / "gtopdb" / one for one in ("reconstructed/DATA/ligands.csv", "DATA/targets_and_families.csv")
    )
    return [*read_ligands(ligands.read_bytes())], [*read_targets(targets.read_bytes())]


def guide_questions(
    entities: Iterable[FactsT], names: Callable[[FactsT], Iterable[tuple[str, str]]], number: int
) -> list[Question]:
    """Names, synonyms, gene symbols; whoever carries the name in the same folded spelling is right."""
    holders: dict[str, set[str]] = defaultdict(set)
    asked: set[str] = set()
    for entity in entities:
        for _, name in names(entity):
            holders[fold.compact(name)].add(f"IUPHAR:{entity.number}")
            asked.add(name)
    chosen = random.Random(_SEED).sample(sorted(name for name in asked if 2 <= len(name) <= 200), number)
    return [Question(name, *(frozenset(holders[fold.compact(name)]),) * 2) for name in chosen]


def names_of_ligand(facts: LigandFacts) -> Iterator[tuple[str, str]]:
    """The kind of each name, and the name."""
    yield "ligand: name", facts.name
    yield from (("ligand: INN", name) for name in facts.approved_names)
    yield from (("ligand: synonym", name) for name in facts.synonyms)


def names_of_target(facts: TargetFacts) -> Iterator[tuple[str, str]]:
    """The kind of each name, and the name."""
    yield "target: name", facts.name
    yield from (("target: abbreviation", name) for name in ([facts.abbreviation] if facts.abbreviation else []))
    yield from (("target: gene symbol", name) for name in facts.gene_symbols)
    yield from (("target: other symbol", name) for name in facts.other_symbols)
    yield from (("target: synonym", name) for name in facts.synonyms)
