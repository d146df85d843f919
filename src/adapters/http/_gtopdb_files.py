"""GtoPdb's bulk files, read into the content of catalogues; one file makes one catalogue."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from biofacts.adapters.http import _gtopdb_csv as table
from biofacts.adapters.http._gtopdb_csv import Row
from biofacts.domain import pharmacology, search
from biofacts.domain.association import Contact
from biofacts.domain.cross_references import collect
from biofacts.domain.drugs import LigandFacts
from biofacts.domain.exact import identifier_tokens
from biofacts.domain.proteins import TargetFacts
from biofacts.ports.catalogue import Content, Entry, Provenance

SPECIES = ("Human", "Mouse", "Rat")

_GENE_COLUMNS = ("nucleotide RefSeq", "protein RefSeq", "SwissProt", "Entrez Gene", "Ensembl Gene")
_TARGET_COLUMNS = (
    "Type", "Family name", "Target id", "Target name", "Subunit id", "Subunit name", "Target systematic name",
    "Target abbreviated name", "synonyms", "HGNC id", "HGNC symbol", "HGNC name", "RGD id", "RGD symbol", "RGD name",
    "MGI id", "MGI symbol", "MGI name", *(f"{species} {column}" for species in SPECIES for column in _GENE_COLUMNS),
)  # fmt: skip
_SYMBOLS = {"Human": "HGNC symbol", "Mouse": "MGI symbol", "Rat": "RGD symbol"}
_LIGAND_COLUMNS = (
    "Ligand ID", "Name", "Species", "Type", "Approved", "Withdrawn", "Labelled", "PubChem SID", "PubChem CID",
    "UniProt ID", "Ensembl ID", "ChEMBL ID", "IUPAC name", "INN", "Synonyms", "SMILES", "InChIKey", "InChI",
)  # fmt: skip
_ID_COLUMNS = (
    "Ligand id", "PubChem SID", "PubChem CID", "ChEMBl ID", "Chebi ID", "UniProt id", "Ensembl ID", "CAS",
    "DrugBank ID",
)  # fmt: skip
_INTERACTION_COLUMNS = (
    "Target", "Target ID", "Target Species", "Ligand ID", "Ligand", "Ligand Type", "Approved", "Type", "Action",
    "Primary Target",
)  # fmt: skip
_UNIPROT_COLUMNS = ("UniProtKB ID", "Species", "GtoPdb IUPHAR ID")


def _released(provenance: Provenance, release: str | None) -> Provenance:
    return msgspec.structs.replace(provenance, release=release) if release else provenance


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.isdecimal()


# Targets


def read_targets(body: bytes, provenance: Provenance) -> Content:
    """`targets_and_families.csv`: a row for each target and family, made one entry a target. Raises: ValueError."""
    release, rows = table.read(body, _TARGET_COLUMNS)
    grouped: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if _is_number(row["Target id"]):
            grouped[row["Target id"]].append(row)
    own = {number: _species(rows[0]) for number, rows in grouped.items()}
    kin = {row["Family name"]: found for number, rows in grouped.items() if (found := own[number]) for row in rows}
    facts = [_target(number, rows, own, kin) for number, rows in grouped.items()]
    return Content(
        provenance=_released(provenance, release),
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
        types=tuple(dict.fromkeys(one["Type"].strip() for one in rows)),
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


# Ligands


def read_ligands(body: bytes, provenance: Provenance) -> Content:
    """`ligands.csv`: names, structures, and the identifiers that it carries itself. Raises: ValueError."""
    release, rows = table.read(body, _LIGAND_COLUMNS)
    facts = [_ligand(row) for row in rows if _is_number(row["Ligand ID"])]
    return Content(
        provenance=_released(provenance, release),
        entries=(_ligand_entry(one) for one in sorted(facts, key=lambda one: one.order)),
        synonyms=(search.folded_names(group) for group in pharmacology.LIGAND_SYNONYMS),
    )


def _ligand(row: Row) -> LigandFacts:
    references = [
        *(("inchikey", value) for value in table.values(row["InChIKey"])),
        *_ligand_references(row, {"ChEMBL ID": "chembl", "UniProt ID": "uniprot"}),
    ]
    return LigandFacts(
        number=row["Ligand ID"],
        name=table.words(row["Name"]),
        approved_names=tuple(table.names(row["INN"])),
        type=table.words(row["Type"]),
        synonyms=tuple(table.names(row["Synonyms"])),
        approved=table.flag(row["Approved"]),
        withdrawn=table.flag(row["Withdrawn"]),
        labelled=table.flag(row["Labelled"]),
        species=table.words(row["Species"]) or None,
        iupac_name=table.words(row["IUPAC name"]) or None,
        smiles=row["SMILES"].strip() or None,
        inchi=row["InChI"].strip() or None,
        cross_references=collect(references, many=frozenset({"uniprot"})),
    )


def _ligand_references(row: Row, columns: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    known = {
        **columns,
        "PubChem SID": "pubchem_substance",
        "PubChem CID": "pubchem_compound",
        "Ensembl ID": "ensembl_gene",
    }
    for column, key in known.items():
        for value in table.values(row[column]):
            yield key, value.upper() if key in ("chembl", "chebi", "drugbank") else value


def _ligand_entry(facts: LigandFacts) -> Entry:
    return Entry(
        key=facts.number,
        facet=facts.type,
        standing=facts.standing,
        texts=facts.texts(),
        tokens=facts.tokens(),
        card=msgspec.msgpack.encode(facts.card),
        record=msgspec.msgpack.encode(facts),
    )


def read_ligand_ids(body: bytes, provenance: Provenance) -> Content:
    """`ligand_id_mapping.csv`: what other databases call each ligand. Raises: ValueError."""
    release, rows = table.read(body, _ID_COLUMNS)
    columns = {
        "ChEMBl ID": "chembl", "Chebi ID": "chebi", "UniProt id": "uniprot", "CAS": "cas", "DrugBank ID": "drugbank",
    }  # fmt: skip

    def entries() -> Iterator[Entry]:
        for row in rows:
            if _is_number(row["Ligand id"]):
                references = collect(_ligand_references(row, columns), many=frozenset({"uniprot"}))
                yield Entry(
                    key=row["Ligand id"],
                    tokens=identifier_tokens(references),
                    record=msgspec.msgpack.encode(references),
                )

    return Content(provenance=_released(provenance, release), entries=entries())


# What acts on what


def read_interactions(body: bytes, provenance: Provenance) -> Content:
    """`interactions.csv`: the contacts of every ligand (`ligand:<n>`) and target (`target:<n>`). Raises: ValueError."""
    release, rows = table.read(body, _INTERACTION_COLUMNS)
    sides: defaultdict[str, dict[Contact, None]] = defaultdict(dict)
    known: dict[str, str] = {}

    def words(cell: str) -> str:
        if cell not in known:
            known[cell] = table.words(cell)
        return known[cell]

    for row in rows:
        target, ligand = row["Target ID"].strip(), row["Ligand ID"].strip()
        if not (_is_number(target) and _is_number(ligand)):
            continue  # a ligand that acts on a ligand
        for side, number, name in (
            (f"target:{target}", ligand, row["Ligand"]),
            (f"ligand:{ligand}", target, row["Target"]),
        ):
            contact = Contact(
                number=number,
                name=words(name),
                type=words(row["Type"]) or "None",
                action=words(row["Action"]),
                ligand_type=words(row["Ligand Type"]),
                approved=table.flag(row["Approved"]),
                primary=table.flag(row["Primary Target"]),
                human=row["Target Species"].strip() == "Human",
            )
            sides[side][contact] = None
    entries = (Entry(key=key, card=msgspec.msgpack.encode(tuple(contacts))) for key, contacts in sides.items())
    return Content(provenance=_released(provenance, release), entries=entries)


def read_uniprot(body: bytes, provenance: Provenance) -> Content:
    """`GtP_to_UniProt_mapping.csv`: each target's proteins as (species, accession). Raises: ValueError."""
    release, rows = table.read(body, _UNIPROT_COLUMNS)
    proteins: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in rows:
        species = table.words(row["Species"])
        proteins[row["GtoPdb IUPHAR ID"].strip()].append(("" if species == "None" else species, row["UniProtKB ID"]))
    entries = (
        Entry(key=key, record=msgspec.msgpack.encode(pairs)) for key, pairs in proteins.items() if _is_number(key)
    )
    return Content(provenance=_released(provenance, release), entries=entries)
