"""GtoPdb's files about ligands: their facts, and their identifiers in other databases."""

from collections.abc import Iterator, Mapping

from biofacts.adapters.http.columns import Columns, Row
from biofacts.adapters.http.gtopdb import csv_format
from biofacts.domain.pharmacology.ligand_facts import LigandFacts, LigandIdentifiers, references_of
from biofacts.domain.text import clean

LIGANDS = Columns(
    required=("Ligand ID", "Name", "INN", "Synonyms", "Type", "Approved"),
    optional=(
        "Species", "Withdrawn", "Labelled", "PubChem SID", "PubChem CID", "UniProt ID", "Ensembl ID", "ChEMBL ID",
        "IUPAC name", "SMILES", "InChIKey", "InChI",
    ),
)  # fmt: skip
LIGAND_IDS = Columns(
    required=("Ligand id",),
    optional=(
        "PubChem SID", "PubChem CID", "ChEMBl ID", "Chebi ID", "UniProt id", "Ensembl ID", "CAS", "DrugBank ID",
    ),
)  # fmt: skip


def read_ligands(body: bytes) -> Iterator[LigandFacts]:
    """Yield the ligands of `ligands.csv`: names, structures, and the identifiers in this file. Raises: ValueError."""
    for row in csv_format.read(body, LIGANDS):
        if csv_format.is_number(row["Ligand ID"]):
            yield _ligand(row)


def _ligand(row: Row) -> LigandFacts:
    references = [
        *(("inchikey", value) for value in csv_format.values(row["InChIKey"])),
        *_references(row, {"ChEMBL ID": "chembl", "UniProt ID": "uniprot"}),
    ]
    return LigandFacts(
        number=row["Ligand ID"],
        name=csv_format.plain(row["Name"]),
        approved_names=tuple(csv_format.names(row["INN"])),
        type=csv_format.plain(row["Type"]),
        synonyms=tuple(csv_format.names(row["Synonyms"])),
        approved=csv_format.flag(row["Approved"]),
        withdrawn=csv_format.flag(row["Withdrawn"]),
        labelled=csv_format.flag(row["Labelled"]),
        species=csv_format.plain(row["Species"]) or None,
        iupac_name=csv_format.plain(row["IUPAC name"]) or None,
        smiles=clean.visible(row["SMILES"]) or None,
        inchi=clean.visible(row["InChI"]) or None,
        cross_references=references_of(references),
    )


def _references(row: Row, columns: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    known = {
        **columns,
        "PubChem SID": "pubchem_substance",
        "PubChem CID": "pubchem_compound",
        "Ensembl ID": "ensembl_gene",
    }
    for column, key in known.items():
        for value in csv_format.values(row[column]):
            yield key, value.upper() if key in ("chembl", "chebi", "drugbank") else value


def read_ligand_ids(body: bytes) -> Iterator[LigandIdentifiers]:
    """Yield each ligand's identifiers in other databases, from `ligand_id_mapping.csv`. Raises: ValueError."""
    columns = {
        "ChEMBl ID": "chembl", "Chebi ID": "chebi", "UniProt id": "uniprot", "CAS": "cas", "DrugBank ID": "drugbank",
    }  # fmt: skip
    for row in csv_format.read(body, LIGAND_IDS):
        if csv_format.is_number(row["Ligand id"]):
            references = references_of(_references(row, columns))
            yield LigandIdentifiers(number=row["Ligand id"], cross_references=references)
