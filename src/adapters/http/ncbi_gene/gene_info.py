"""`gene_info`: gzipped, tab separated, `-` for nothing, lists joined by `|`; quotes are ordinary characters."""

import gzip
import io
import zlib
from collections.abc import Iterator, Mapping

from biofacts.domain.cross_references import collect
from biofacts.domain.genes.facts import GENE_LISTS, GeneFacts
from biofacts.domain.text import clean

_COLUMNS = (
    "#tax_id", "GeneID", "Symbol", "LocusTag", "Synonyms", "dbXrefs", "description", "type_of_gene",
    "Other_designations",
)  # fmt: skip
_NO_GENES = frozenset({"biological-region"})
_UNREGISTERED = ("SGD:", "ZFIN:", "AllianceGenome:SGD:", "AllianceGenome:ZFIN:")
_LARGEST = 2 * 1024**3
"""No organism's file is near it: more is a bomb. Bytes."""


def read_genes(body: bytes, *, organism: str, taxon: int) -> Iterator[GeneFacts]:
    """The rows of the organism's own taxon. Raises: ValueError."""
    own = str(taxon)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as unpacked:
            lines = _lines(unpacked)
            header = next(lines, "").split("\t")
            if missing := [column for column in _COLUMNS if column not in header]:
                raise ValueError(f"the column '{missing[0]}' is missing")
            for number, line in enumerate(lines, start=2):
                cells = line.split("\t")
                if len(cells) != len(header):
                    raise ValueError(f"line {number} has {len(cells)} cells in the place of {len(header)}")
                if cells[0] == own and (row := dict(zip(header, cells, strict=True)))["type_of_gene"] not in _NO_GENES:
                    yield _gene(row, organism)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"it is no whole gzip file: {error}") from error


def _lines(unpacked: gzip.GzipFile) -> Iterator[str]:
    size = 0
    for line in unpacked:
        size += len(line)
        if size > _LARGEST:
            raise ValueError(f"it unpacks to more than {_LARGEST} bytes")
        yield line.decode().rstrip("\r\n")


def _gene(row: Mapping[str, str], organism: str) -> GeneFacts:
    symbol = clean.plain(row["Symbol"])
    tag = _values(row["LocusTag"])
    synonyms = dict.fromkeys(name for name in (*tag, *_values(row["Synonyms"])) if name != symbol)
    name = "" if row["description"] == "-" else clean.plain(row["description"])
    designations = dict.fromkeys(other for other in _values(row["Other_designations"]) if other != name)
    return GeneFacts(
        id=f"NCBIGene:{row['GeneID']}",
        symbol=symbol,
        name=name or symbol,
        organism=organism,
        locus_type=clean.plain(row["type_of_gene"]),
        protein_coding=row["type_of_gene"] == "protein-coding",
        aliases=tuple(synonyms),
        other_names=tuple(designations),
        cross_references=collect(
            [("entrez", row["GeneID"]), *_references(row["dbXrefs"]), *(("ensembl_gene", one) for one in tag)],
            always_list=GENE_LISTS,
        ),
        unregistered=tuple(
            value.rpartition(":")[2] for value in _values(row["dbXrefs"]) if value.startswith(_UNREGISTERED)
        ),
    )


def _references(cell: str) -> Iterator[tuple[str, str]]:
    """The database's own prefix may stand twice: `MGI:MGI:98834`. Ensembl takes over the tags of some genomes."""
    for value in _values(cell):
        database, _, identifier = value.removeprefix("AllianceGenome:").partition(":")
        match database:
            case "MGI" | "HGNC":
                yield database.casefold(), identifier
            case "Ensembl" | "FLYBASE" | "FB" | "WormBase" | "WB" | "TAIR" | "Araport":
                yield "ensembl_gene", identifier.rpartition(":")[2]
            case "RGD":
                yield "rgd", identifier.rpartition(":")[2]
            case "miRBase":
                yield "mirbase", identifier
            case _:
                pass


def _values(cell: str) -> tuple[str, ...]:
    return () if cell == "-" else clean.several(cell)
