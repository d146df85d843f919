"""GtoPdb's files about targets: their facts, and their proteins."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from biofacts.adapters.http.columns import Columns, Row
from biofacts.adapters.http.gtopdb import csv_format
from biofacts.domain.identifiers.cross_references import collect, is_valid
from biofacts.domain.pharmacology.target_facts import TargetFacts, TargetProtein
from biofacts.domain.text import clean

_log = logging.getLogger(__name__)

References = dict[str, str | tuple[str, ...]]
SPECIES = ("Human", "Mouse", "Rat")

_GENE_COLUMNS = ("nucleotide RefSeq", "protein RefSeq", "SwissProt", "Entrez Gene", "Ensembl Gene")
TARGETS = Columns(
    required=("Target id", "Target name", "Target abbreviated name", "synonyms", "HGNC symbol", "Type", "Family name"),
    optional=(
        "Subunit id", "Subunit name", "Target systematic name", "HGNC id", "HGNC name", "RGD id", "RGD symbol",
        "RGD name", "MGI id", "MGI symbol", "MGI name",
        *(f"{species} {column}" for species in SPECIES for column in _GENE_COLUMNS),
    ),
)  # fmt: skip
PROTEINS = Columns(required=("UniProtKB ID", "GtoPdb IUPHAR ID"), optional=("Species",))
_DATABASES = {
    "Human": (("HGNC id", "hgnc", "HGNC:"), ("HGNC symbol", "hgnc_symbol", "")),
    "Mouse": (("MGI id", "mgi", ""),),
    "Rat": (("RGD id", "rgd", ""),),
}
_SYMBOLS = {"Human": "HGNC symbol", "Mouse": "MGI symbol", "Rat": "RGD symbol"}


def read_targets(body: bytes) -> Iterator[TargetFacts]:
    """Yield the targets of `targets_and_families.csv`, which has a row per target and family. Raises: ValueError."""
    grouped: defaultdict[str, list[Row]] = defaultdict(list)
    for row in csv_format.read(body, TARGETS):
        if csv_format.is_number(row["Target id"]):
            grouped[row["Target id"]].append(row)
    own = {number: _species(rows[0]) for number, rows in grouped.items()}
    families = {row["Family name"]: one for number, rows in grouped.items() if (one := own[number]) for row in rows}
    for number, rows in grouped.items():
        yield _target(number, rows, own, families)


def read_proteins(body: bytes) -> Iterator[TargetProtein]:
    """Read each target's proteins from `GtP_to_UniProt_mapping.csv`. Raises: ValueError.

    A few rows have the name of an entry (`ACLY_RAT`) instead of an accession. They are skipped.
    """
    unusable = 0
    for row in csv_format.read(body, PROTEINS):
        number, accession = row["GtoPdb IUPHAR ID"].strip(), row["UniProtKB ID"].strip()
        species = csv_format.plain(row["Species"])
        if not csv_format.is_number(number) or not is_valid("uniprot", accession):
            unusable += 1
        else:
            yield TargetProtein(target=number, species="" if species == "None" else species, accession=accession)
    if unusable:
        _log.debug("%d proteins of targets are left out: they have no UniProt accession", unusable)


def _species(row: Row) -> str | None:
    """Return the first species of which a row has a gene or a protein; None if there is none."""
    for species in SPECIES:
        if row[_SYMBOLS[species]].strip() or any(row[f"{species} {column}"].strip() for column in _GENE_COLUMNS):
            return species
    return None


def _target(
    number: str, rows: Sequence[Row], own: Mapping[str, str | None], families: Mapping[str, str]
) -> TargetFacts:
    """Merge the rows of a target. `own`: the species of targets with genes; `families`: species by family."""
    row = rows[0]
    subunits = [own[unit] for unit in csv_format.values(row["Subunit id"]) if own.get(unit)]
    species = own[number]
    name = csv_format.plain(row["Target name"])
    symbols = {one: csv_format.values(row[column]) for one, column in _SYMBOLS.items()}
    abbreviations = csv_format.names(row["Target abbreviated name"])
    formal = [
        alias
        for column in ("Target systematic name", "HGNC name", "synonyms")
        for alias in csv_format.names(row[column])
        if alias not in (name, *abbreviations)
    ]
    return TargetFacts(
        number=number,
        name=name,
        abbreviation=abbreviations[0] if abbreviations else None,
        families=tuple(dict.fromkeys(csv_format.plain(one["Family name"]) for one in rows)),
        types=tuple(dict.fromkeys(clean.visible(one["Type"]) for one in rows)),
        species=species or (subunits[0] if subunits else None),
        species_of_family=None if species or subunits else families.get(row["Family name"]),
        gene_symbols=tuple(symbols[species]) if species else (),
        other_symbols=tuple(dict.fromkeys(symbol for one in SPECIES if one != species for symbol in symbols[one])),
        other_genes=tuple(f"HGNC:{one}" for one in csv_format.values(row["HGNC id"])[1:] if csv_format.is_number(one)),
        synonyms=tuple(dict.fromkeys([*abbreviations[1:], *formal])),
        also_called=tuple(dict.fromkeys(csv_format.plain(row[column]) for column in ("RGD name", "MGI name"))),
        subunits=tuple(dict.fromkeys(csv_format.names(row["Subunit name"]))),
        subunit_numbers=tuple(csv_format.values(row["Subunit id"])),
        cross_references=_collected([*_databases(row, SPECIES), *_gene_references(row, species)]),
        orthologs={
            one.casefold(): ortholog
            for one in SPECIES
            if species and one != species and (ortholog := _ortholog(row, one, symbols[one]))
        },
    )


def _collected(references: Iterable[tuple[str, str]]) -> References:
    """Collect cross references, as lists where a gene has several identifiers or the target several genes."""
    return collect(references, "target")


def _ortholog(row: Row, species: str, symbols: Sequence[str]) -> References:
    """Return the identifiers and the symbol of the gene in another species."""
    references = _collected([*_databases(row, (species,)), *_gene_references(row, species)])
    named: References = {"gene_symbol": symbols[0] if len(symbols) == 1 else tuple(symbols)} if symbols else {}
    return named | references


def _databases(row: Row, wanted: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield identifiers of the gene in each species' own database (HGNC, MGI, RGD)."""
    for species in wanted:
        for column, key, prefix in _DATABASES[species]:
            for value in csv_format.values(row[column]):
                yield key, prefix + value.removeprefix(prefix)


def _gene_references(row: Row, species: str | None) -> Iterator[tuple[str, str]]:
    """Yield identifiers of one species' gene in the databases of all species, such as Ensembl."""
    if species is None:
        return
    for column, key in zip(_GENE_COLUMNS, ("refseq", "refseq", "uniprot", "entrez", "ensembl_gene"), strict=True):
        for value in csv_format.values(row[f"{species} {column}"]):
            yield key, value.split(".")[0] if key == "refseq" else value
