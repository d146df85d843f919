"""The Guide to PHARMACOLOGY (GtoPdb): bulk CSV files.

Source: https://www.guidetopharmacology.org/DATA/ (database ODbL 1.0, contents CC BY-SA 4.0). The REST service asks for
a key since autumn 2026, and never could search synonyms, genes or classes; the files are open.
"""

import httpx

from biofacts.adapters.http.bulk_file import BulkFile
from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.adapters.http.gtopdb import table
from biofacts.adapters.http.gtopdb.interactions import read_interactions
from biofacts.adapters.http.gtopdb.ligands import read_ligand_ids, read_ligands
from biofacts.adapters.http.gtopdb.targets import read_proteins, read_targets
from biofacts.domain import guide


class GtoPdbClient(LifeSciencesClient):
    """The files of the Guide."""

    service = guide.SERVICE

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.targets = BulkFile(self, "DATA/targets_and_families.csv", read_targets, table.release)
        self.ligands = BulkFile(self, "DATA/ligands.csv", read_ligands, table.release)
        self.interactions = BulkFile(self, "DATA/interactions.csv", read_interactions, table.release)
        self.ligand_ids = BulkFile(self, "DATA/ligand_id_mapping.csv", read_ligand_ids, table.release)
        self.proteins = BulkFile(self, "DATA/GtP_to_UniProt_mapping.csv", read_proteins, table.release)
        files = (self.targets, self.ligands, self.interactions, self.ligand_ids, self.proteins)
        self.pieces = tuple(file.piece for file in files)
