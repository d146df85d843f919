"""The Guide to PHARMACOLOGY (GtoPdb): bulk CSV files.

Source: https://www.guidetopharmacology.org/DATA/ (database ODbL 1.0, contents CC BY-SA 4.0). The REST service requires
a key since autumn 2026, and could never search synonyms, genes or classes; the files are open.
"""

import httpx

from biofacts.adapters.http.client import BulkFile, LifeSciencesClient
from biofacts.adapters.http.gtopdb import interactions, ligands, targets
from biofacts.adapters.http.gtopdb.csv_format import head_reader
from biofacts.domain.answers import records
from biofacts.domain.answers.pacing import ONCE_A_SECOND


class GtoPdbClient(LifeSciencesClient):
    """The files of the Guide."""

    service = records.GUIDE

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.targets = BulkFile(
            self, "DATA/targets_and_families.csv", targets.read_targets, head_reader(targets.TARGETS)
        )
        self.ligands = BulkFile(self, "DATA/ligands.csv", ligands.read_ligands, head_reader(ligands.LIGANDS))
        self.interactions = BulkFile(
            self, "DATA/interactions.csv", interactions.read_interactions, head_reader(interactions.INTERACTIONS)
        )
        self.ligand_ids = BulkFile(
            self, "DATA/ligand_id_mapping.csv", ligands.read_ligand_ids, head_reader(ligands.LIGAND_IDS)
        )
        self.proteins = BulkFile(
            self, "DATA/GtP_to_UniProt_mapping.csv", targets.read_proteins, head_reader(targets.PROTEINS)
        )
        files = (self.targets, self.ligands, self.interactions, self.ligand_ids, self.proteins)
        self.pieces = tuple(file.piece for file in files)


# Rate limits of the Guide to PHARMACOLOGY


RATES = ONCE_A_SECOND
