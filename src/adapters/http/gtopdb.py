"""The Guide to PHARMACOLOGY (GtoPdb): bulk CSV files.

Source: https://www.guidetopharmacology.org/DATA/ (database ODbL 1.0, contents CC BY-SA 4.0). The files need no API key.
The REST service has required one since autumn 2026, and could never search synonyms, genes or classes.
"""

import logging
import math
import re
import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import count

import httpx
import msgspec

from biofacts.adapters.http.base_client import (
    BulkFile,
    ColumnReader,
    FileHead,
    RowReader,
    RowT,
    TableRow,
    UpstreamClient,
    delimited,
)
from biofacts.domain.answers import records
from biofacts.domain.identifiers.cross_references import collect, is_valid
from biofacts.domain.pharmacology.interaction import UNTOLD, Affinity, GuideInteraction
from biofacts.domain.pharmacology.ligand import LigandFacts, LigandIdentifiers, references_of
from biofacts.domain.pharmacology.target import TargetFacts, TargetProtein
from biofacts.domain.text import clean
from biofacts.domain.text.patterns import late_pattern


class GtoPdbClient(UpstreamClient):
    """Client for the CSV files of the Guide to PHARMACOLOGY."""

    service = records.GUIDE

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.targets = self._file("targets_and_families", read_targets, TARGETS)
        self.ligands = self._file("ligands", read_ligands, LIGANDS)
        self.interactions = self._file("interactions", read_interactions, INTERACTIONS)
        self.ligand_ids = self._file("ligand_id_mapping", read_ligand_ids, LIGAND_IDS)
        self.proteins = self._file("GtP_to_UniProt_mapping", read_proteins, PROTEINS)
        files = (self.targets, self.ligands, self.interactions, self.ligand_ids, self.proteins)
        self.pieces = tuple(file.piece for file in files)

    def _file(self, name: str, reader: RowReader[RowT], columns: ColumnReader) -> BulkFile[RowT]:
        return BulkFile(self, f"DATA/{name}.csv", reader, partial(describe, columns=columns))


# GtoPdb's `interactions.csv`: ligands, and the targets on which they act


INTERACTIONS = ColumnReader(
    required=("Target", "Target ID", "Ligand", "Ligand ID", "Approved", "Type", "Action", "Primary Target"),
    optional=(
        "Target Gene Symbol", "Target Ligand", "Target Ligand ID", "Target Ligand Gene Symbol",
        "Target Ligand UniProt ID", "Target Ligand Ensembl Gene ID", "Target Species", "Ligand Type", "Selectivity",
        "Endogenous", "Affinity Units", "Affinity High", "Affinity Median", "Affinity Low",
        "Original Affinity Relation", "PubMed ID",
    ),
)  # fmt: skip
_NO_UNITS = frozenset({"", "-"})  # the Guide writes `-` for an affinity without a parameter


def read_interactions(body: bytes) -> Iterator[GuideInteraction]:
    """Yield the interactions of ligands with targets, or with other ligands. Raises: ValueError."""
    cells = _Cells()
    for row in read_rows(body, INTERACTIONS):
        if is_number(row["Ligand ID"].strip()):
            if is_number(number := row["Target ID"].strip()):
                yield cells.on_target(row, number)
            # Some ligands act on other ligands, e.g. an antibody on a cytokine.
            elif is_number(number := row["Target Ligand ID"].strip()):
                yield cells.on_ligand(row, number)


class _Cells:
    """A cell parser that caches results: hundreds of thousands of cells hold a few thousand distinct values."""

    def __init__(self) -> None:
        self._plain = cache(plain)
        self._names = cache(_names)
        self._affinity = cache(_affinity)

    def on_target(self, row: TableRow, number: str) -> GuideInteraction:
        return self._interaction(row, number, row["Target"], row["Target Gene Symbol"])

    def on_ligand(self, row: TableRow, number: str) -> GuideInteraction:
        interaction = self._interaction(row, number, row["Target Ligand"], row["Target Ligand Gene Symbol"])
        columns = "Target Ligand UniProt ID", "Target Ligand Ensembl Gene ID"
        identifiers = tuple(value for column in columns for value in values(row[column]))
        return msgspec.structs.replace(interaction, target_kind="ligand", target_identifiers=identifiers)

    def _interaction(self, row: TableRow, target: str, name: str, symbol: str) -> GuideInteraction:
        plain = self._plain
        return GuideInteraction(
            ligand=row["Ligand ID"].strip(),
            ligand_name=plain(row["Ligand"]),
            ligand_type=plain(row["Ligand Type"]),
            approved=flag(row["Approved"]),
            target=target,
            target_name=plain(name),
            # The Guide itself writes `None` for what a curator left open.
            type=plain(row["Type"]) or UNTOLD,
            action=plain(row["Action"]) or UNTOLD,
            primary=flag(row["Primary Target"]),
            species=plain(row["Target Species"]) or UNTOLD,
            gene_symbol=", ".join(self._names(symbol)) or None,
            endogenous=flag(row["Endogenous"]),
            affinity=self._affinity(
                row["Affinity Units"], row["Affinity Median"], row["Affinity Low"], row["Affinity High"],
                row["Original Affinity Relation"],
            ),
            selectivity=self._names(row["Selectivity"]),
            references=tuple(value for value in values(row["PubMed ID"]) if is_number(value)),
        )  # fmt: skip


def _names(cell: str) -> tuple[str, ...]:
    return tuple(names(cell))


def _affinity(units: str, median: str, low: str, high: str, relation: str) -> Affinity | None:
    """Return the median affinity, or else its range; None without a number or without a parameter such as pKi."""
    # Compared with None below, since an affinity may be 0.
    value, least, most = _number(median), _number(low), _number(high)
    if (value is None and least is None and most is None) or units.strip() in _NO_UNITS:
        return None
    parameter = plain(units)
    bound = plain(relation) or None
    if value is not None:
        return Affinity(parameter=parameter, value=value, relation=bound)
    return Affinity(parameter=parameter, low=least, high=most, relation=bound)


def _number(cell: str) -> float | None:
    """Parse a number and undo the rounding of 32-bit floats (`4.800000190734863` is 4.8); None if it is no number."""
    try:
        value = float(cell)
    except ValueError:
        return None
    stored = _in_32_bits(value)
    shorter = (float(f"{value:.{digits}g}") for digits in count(1))  # 9 suffice for any 32-bit float
    return None if stored is None else next(short for short in shorter if _in_32_bits(short) == stored)


def _in_32_bits(value: float) -> bytes | None:
    """Encode a number as a 32-bit float; None if it does not fit."""
    try:
        return struct.pack("<f", value) if math.isfinite(value) else None  # native "f" would pack 1e300 as infinity
    except OverflowError:
        return None


# GtoPdb's files about ligands: their facts, and their identifiers in other databases


LIGANDS = ColumnReader(
    required=("Ligand ID", "Name", "INN", "Synonyms", "Type", "Approved"),
    optional=(
        "Species", "Withdrawn", "Labelled", "PubChem SID", "PubChem CID", "UniProt ID", "Ensembl ID", "ChEMBL ID",
        "IUPAC name", "SMILES", "InChIKey", "InChI",
    ),
)  # fmt: skip
LIGAND_IDS = ColumnReader(
    required=("Ligand id",),
    optional=(
        "PubChem SID", "PubChem CID", "ChEMBl ID", "Chebi ID", "UniProt id", "Ensembl ID", "CAS", "DrugBank ID",
    ),
)  # fmt: skip


def read_ligands(body: bytes) -> Iterator[LigandFacts]:
    """Yield the ligands in `ligands.csv`, with names, structures and some identifiers. Raises: ValueError."""
    for row in read_rows(body, LIGANDS):
        if is_number(row["Ligand ID"]):
            yield _ligand(row)


def _ligand(row: TableRow) -> LigandFacts:
    references = [
        *(("inchikey", value) for value in values(row["InChIKey"])),
        *_references(row, {"ChEMBL ID": "chembl", "UniProt ID": "uniprot"}),
    ]
    return LigandFacts(
        number=row["Ligand ID"],
        name=plain(row["Name"]),
        approved_names=tuple(names(row["INN"])),
        type=plain(row["Type"]),
        synonyms=tuple(names(row["Synonyms"])),
        approved=flag(row["Approved"]),
        withdrawn=flag(row["Withdrawn"]),
        labelled=flag(row["Labelled"]),
        species=plain(row["Species"]) or None,
        iupac_name=plain(row["IUPAC name"]) or None,
        smiles=clean.visible(row["SMILES"]) or None,
        inchi=clean.visible(row["InChI"]) or None,
        cross_references=references_of(references),
    )


def _references(row: TableRow, columns: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    keys = {
        **columns,
        "PubChem SID": "pubchem_substance",
        "PubChem CID": "pubchem_compound",
        "Ensembl ID": "ensembl_gene",
    }
    for column, key in keys.items():
        for value in values(row[column]):
            # A few identifiers are in mixed case, e.g. `ChEBI:8024`.
            yield key, value.upper() if key in ("chembl", "chebi", "drugbank") else value


def read_ligand_ids(body: bytes) -> Iterator[LigandIdentifiers]:
    """Yield each ligand's identifiers in other databases, from `ligand_id_mapping.csv`. Raises: ValueError."""
    columns = {
        "ChEMBl ID": "chembl", "Chebi ID": "chebi", "UniProt id": "uniprot", "CAS": "cas", "DrugBank ID": "drugbank",
    }  # fmt: skip
    for row in read_rows(body, LIGAND_IDS):
        if is_number(row["Ligand id"]):
            references = references_of(_references(row, columns))
            yield LigandIdentifiers(number=row["Ligand id"], cross_references=references)


# GtoPdb's files about targets: their facts, and their proteins


_log = logging.getLogger(__name__)

References = dict[str, str | tuple[str, ...]]
SPECIES = ("Human", "Mouse", "Rat")

_GENE_COLUMNS = ("nucleotide RefSeq", "protein RefSeq", "SwissProt", "Entrez Gene", "Ensembl Gene")
TARGETS = ColumnReader(
    required=("Target id", "Target name", "Target abbreviated name", "synonyms", "HGNC symbol", "Type", "Family name"),
    optional=(
        "Subunit id", "Subunit name", "Target systematic name", "HGNC id", "HGNC name", "RGD id", "RGD symbol",
        "RGD name", "MGI id", "MGI symbol", "MGI name",
        *(f"{species} {column}" for species in SPECIES for column in _GENE_COLUMNS),
    ),
)  # fmt: skip
PROTEINS = ColumnReader(required=("UniProtKB ID", "GtoPdb IUPHAR ID"), optional=("Species",))
_DATABASES = {
    "Human": (("HGNC id", "hgnc", "HGNC:"), ("HGNC symbol", "hgnc_symbol", "")),
    "Mouse": (("MGI id", "mgi", ""),),
    "Rat": (("RGD id", "rgd", ""),),
}
_SYMBOLS = {"Human": "HGNC symbol", "Mouse": "MGI symbol", "Rat": "RGD symbol"}


def read_targets(body: bytes) -> Iterator[TargetFacts]:
    """Yield the targets in `targets_and_families.csv`, which has a row per target and family. Raises: ValueError."""
    grouped: defaultdict[str, list[TableRow]] = defaultdict(list)
    for row in read_rows(body, TARGETS):
        if is_number(row["Target id"]):
            grouped[row["Target id"]].append(row)
    own = {number: _species(rows[0]) for number, rows in grouped.items()}
    families = {
        row["Family name"]: species for number, rows in grouped.items() if (species := own[number]) for row in rows
    }
    for number, rows in grouped.items():
        yield _target(number, rows, own, families)


def read_proteins(body: bytes) -> Iterator[TargetProtein]:
    """Yield the proteins of targets in `GtP_to_UniProt_mapping.csv`. Raises: ValueError.

    Rows without a UniProt accession are skipped: a few have the name of an entry instead (`ACLY_RAT`).
    """
    unusable = 0
    for row in read_rows(body, PROTEINS):
        number, accession = row["GtoPdb IUPHAR ID"].strip(), row["UniProtKB ID"].strip()
        species = plain(row["Species"])
        if not is_number(number) or not is_valid("uniprot", accession):
            unusable += 1
        else:
            # In this file, the text `None` stands for no species.
            yield TargetProtein(target=number, species="" if species == "None" else species, accession=accession)
    if unusable:
        _log.debug("skipped %d proteins of targets without a UniProt accession", unusable)


def _species(row: TableRow) -> str | None:
    """Return the first of human, mouse and rat for which a row has a gene or a protein; None if it has neither."""
    for species in SPECIES:
        if row[_SYMBOLS[species]].strip() or any(row[f"{species} {column}"].strip() for column in _GENE_COLUMNS):
            return species
    return None


def _target(
    number: str, rows: Sequence[TableRow], own: Mapping[str, str | None], families: Mapping[str, str]
) -> TargetFacts:
    """Merge the rows of a target. `own`: each target's species, None if it has no gene; `families`: each family's."""
    row = rows[0]
    subunits = [own[unit] for unit in values(row["Subunit id"]) if own.get(unit)]
    species = own[number]
    name = plain(row["Target name"])
    symbols = {organism: values(row[column]) for organism, column in _SYMBOLS.items()}
    abbreviations = names(row["Target abbreviated name"])
    formal = [
        alias
        for column in ("Target systematic name", "HGNC name", "synonyms")
        for alias in names(row[column])
        if alias not in (name, *abbreviations)
    ]
    return TargetFacts(
        number=number,
        name=name,
        abbreviation=abbreviations[0] if abbreviations else None,
        families=tuple(dict.fromkeys(plain(row["Family name"]) for row in rows)),
        types=tuple(dict.fromkeys(clean.visible(row["Type"]) for row in rows)),
        # Complexes such as GABA-B have no gene of their own.
        species=species or (subunits[0] if subunits else None),
        species_of_family=None if species or subunits else families.get(row["Family name"]),
        gene_symbols=tuple(symbols[species]) if species else (),
        other_symbols=tuple(
            dict.fromkeys(symbol for organism in SPECIES if organism != species for symbol in symbols[organism])
        ),
        # Target 803 has three genes in one cell.
        other_genes=tuple(f"HGNC:{value}" for value in values(row["HGNC id"])[1:] if is_number(value)),
        synonyms=tuple(dict.fromkeys([*abbreviations[1:], *formal])),
        also_called=tuple(dict.fromkeys(plain(row[column]) for column in ("RGD name", "MGI name"))),
        subunits=tuple(dict.fromkeys(names(row["Subunit name"]))),
        subunit_numbers=tuple(values(row["Subunit id"])),
        cross_references=_collected([*_databases(row, SPECIES), *_gene_references(row, species)]),
        orthologs={
            organism.casefold(): ortholog
            for organism in SPECIES
            if species and organism != species and (ortholog := _ortholog(row, organism, symbols[organism]))
        },
    )


def _collected(references: Iterable[tuple[str, str]]) -> References:
    """Collect cross references; a gene may have several identifiers in a database, and a target several genes."""
    return collect(references, "target")


def _ortholog(row: TableRow, species: str, symbols: Sequence[str]) -> References:
    """Return the identifiers and the symbol of the gene in another species."""
    references = _collected([*_databases(row, (species,)), *_gene_references(row, species)])
    named: References = {"gene_symbol": symbols[0] if len(symbols) == 1 else tuple(symbols)} if symbols else {}
    return named | references


def _databases(row: TableRow, wanted: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the gene's identifiers in the databases of single species (HGNC, MGI, RGD)."""
    for species in wanted:
        for column, key, prefix in _DATABASES[species]:
            for value in values(row[column]):
                yield key, prefix + value.removeprefix(prefix)


def _gene_references(row: TableRow, species: str | None) -> Iterator[tuple[str, str]]:
    """Yield the identifiers of one species' gene in databases that cover all species, such as Ensembl."""
    if species is None:
        return
    for column, key in zip(_GENE_COLUMNS, ("refseq", "refseq", "uniprot", "entrez", "ensembl_gene"), strict=True):
        for value in values(row[f"{species} {column}"]):
            yield key, value.split(".")[0] if key == "refseq" else value


# The CSV files: a banner with the release, a header, and cells looked up by column name


_BANNER = late_pattern(r"#\s*GtoPdb Version:\s*(\S+)")
_TRUE = frozenset({"yes", "y", "true", "t", "1"})
_MARKS = late_pattern(r"\s*(?:[®™©℠]|&re?g;)", re.I)  # two cells misspell the entity
_ANGLED = late_pattern(r"<([A-Za-z/][^<>]*)>")


def describe(body: bytes, *, columns: ColumnReader) -> FileHead:
    """Read the release of a file, and list its missing columns. Raises: ValueError."""
    return FileHead(release=release(body), lacks=columns.lacking(next(_lines(body), ())))


def release(body: bytes) -> str:
    """Read the release from the banner; "" if there is none, as in files up to 2020."""
    banner = _BANNER.match(next(delimited(body), ("",))[0])
    return clean.visible(banner[1]) if banner else ""


def read_rows(body: bytes, columns: ColumnReader) -> Iterator[TableRow]:
    """Yield the rows of a file, with only the cells of the given columns. Raises: ValueError."""
    return columns.rows(_lines(body))


def _lines(body: bytes) -> Iterator[Sequence[str]]:
    """Yield the lines from the header on, without the banner. Raises: ValueError."""
    lines = delimited(body)
    if (first := next(lines, ())) and not _BANNER.match(first[0]):
        yield first
    yield from lines


def is_number(cell: str) -> bool:
    """Return True if a cell holds a number, as all ids of GtoPdb are."""
    return cell.isascii() and cell.isdecimal()


def flag(cell: str) -> bool:
    """Return True for every spelling of true in past releases: `yes`, `true`, `t`."""
    return cell.strip().casefold() in _TRUE


def plain(cell: str) -> str:
    """Convert a cell to plain text, without tags, entities, trademark signs and surplus blanks."""
    if "<" in cell or "&" in cell:
        cell = _ANGLED.sub(r"(\1)", clean.without_tags(clean.plain(cell)))  # what is left in brackets is a name
    return " ".join(_MARKS.sub("", clean.plain(cell)).split())


def values(cell: str) -> list[str]:
    """Split a cell into its values, without outer blanks and duplicates."""
    return list(dict.fromkeys(value for part in cell.split("|") if (value := clean.visible(part))))


def names(cell: str) -> list[str]:
    """Split a cell into names as plain text, without duplicates."""
    return list(dict.fromkeys(name for part in cell.split("|") if (name := plain(part))))
