"""GtoPdb's `targets_and_families.csv`, read into the content of a catalogue."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from biofacts.adapters.http.gtopdb import table
from biofacts.adapters.http.gtopdb.ligands import is_number, released
from biofacts.adapters.http.gtopdb.table import Row
from biofacts.domain.cross_references import collect
from biofacts.domain.pharmacology import groups as pharmacology
from biofacts.domain.pharmacology.target_facts import TargetFacts
from biofacts.domain.search import ranking as search
from biofacts.domain.text import fold as text
from biofacts.ports.catalogue import Content, Entry, Provenance

SPECIES = ("Human", "Mouse", "Rat")

_GENE_COLUMNS = ("nucleotide RefSeq", "protein RefSeq", "SwissProt", "Entrez Gene", "Ensembl Gene")
_TARGET_COLUMNS = (
    "Type", "Family name", "Target id", "Target name", "Subunit id", "Subunit name", "Target systematic name",
    "Target abbreviated name", "synonyms", "HGNC id", "HGNC symbol", "HGNC name", "RGD id", "RGD symbol", "RGD name",
    "MGI id", "MGI symbol", "MGI name", *(f"{species} {column}" for species in SPECIES for column in _GENE_COLUMNS),
)  # fmt: skip
_SYMBOLS = {"Human": "HGNC symbol", "Mouse": "MGI symbol", "Rat": "RGD symbol"}


def read_targets(body: bytes, provenance: Provenance) -> Content:
    """`targets_and_families.csv`: a row for each target and family, made one entry a target. Raises: ValueError."""
    release, rows = table.read(body, _TARGET_COLUMNS)
    grouped: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if is_number(row["Target id"]):
            grouped[row["Target id"]].append(row)
    own = {number: _species(rows[0]) for number, rows in grouped.items()}
    kin = {row["Family name"]: found for number, rows in grouped.items() if (found := own[number]) for row in rows}
    facts = [_target(number, rows, own, kin) for number, rows in grouped.items()]
    return Content(
        provenance=released(provenance, release),
        entries=(_target_entry(one) for one in sorted(facts, key=lambda one: one.order)),
        synonyms=(search.folded_names(group) for group in pharmacology.TARGET_SYNONYMS),
    )


def _species(row: Row) -> str | None:
    """The first species of which the row has a gene or a protein."""
    for species in SPECIES:
        if row[_SYMBOLS[species]].strip() or any(row[f"{species} {column}"].strip() for column in _GENE_COLUMNS):
            return species
    return None


def _target(number: str, rows: Sequence[Row], own: Mapping[str, str | None], kin: Mapping[str, str]) -> TargetFacts:
    """`own`: the species of every target that has genes; `kin`: of every family that has one."""
    row = rows[0]
    subunits = [own[unit] for unit in table.values(row["Subunit id"]) if own.get(unit)]
    species = own[number]
    name = table.words(row["Target name"])
    symbols = {one: table.values(row[column]) for one, column in _SYMBOLS.items()}
    abbreviations = table.names(row["Target abbreviated name"])
    formal = [
        alias
        for column in ("Target systematic name", "HGNC name", "synonyms")
        for alias in table.names(row[column])
        if alias not in (name, *abbreviations)
    ]
    return TargetFacts(
        number=number,
        name=name,
        abbreviation=abbreviations[0] if abbreviations else None,
        families=tuple(dict.fromkeys(table.words(one["Family name"]) for one in rows)),
        types=tuple(dict.fromkeys(text.visible(one["Type"]) for one in rows)),
        species=species or (subunits[0] if subunits else None),
        species_of_kin=None if species or subunits else kin.get(row["Family name"]),
        gene_symbols=tuple(symbols[species]) if species else (),
        other_symbols=tuple(dict.fromkeys(symbol for one in SPECIES if one != species for symbol in symbols[one])),
        synonyms=tuple(dict.fromkeys([*abbreviations[1:], *formal])),
        also_called=tuple(dict.fromkeys(table.words(row[column]) for column in ("RGD name", "MGI name"))),
        subunits=tuple(dict.fromkeys(table.names(row["Subunit name"]))),
        subunit_numbers=tuple(table.values(row["Subunit id"])),
        cross_references=collect(_gene_references(row, species), many=frozenset({"uniprot", "refseq"})),
    )


def _gene_references(row: Row, species: str | None) -> Iterator[tuple[str, str]]:
    """The identifiers of one species' gene, and of its rodent orthologs in their own databases."""
    for column, key, prefix in (
        ("HGNC id", "hgnc", "HGNC:"),
        ("HGNC symbol", "hgnc_symbol", ""),
        ("RGD id", "rgd", ""),
        ("MGI id", "mgi", ""),
    ):
        for value in table.values(row[column]):
            yield key, prefix + value.removeprefix(prefix)
    if species is None:
        return
    for column, key in zip(_GENE_COLUMNS, ("refseq", "refseq", "uniprot", "entrez", "ensembl_gene"), strict=True):
        for value in table.values(row[f"{species} {column}"]):
            yield key, value.split(".")[0] if key == "refseq" else value


def _target_entry(facts: TargetFacts) -> Entry:
    return Entry(
        key=facts.number,
        facet=facts.classes[0],
        standing=facts.standing,
        texts=facts.texts(),
        tokens=facts.tokens(),
        card=msgspec.msgpack.encode(facts.card),
        record=msgspec.msgpack.encode(facts),
    )
