"""The Pathway Ontology (Rat Genome Database, CC BY 4.0): synonyms of pathway names, and equivalent maps of KEGG.

Source: https://purl.obolibrary.org/obo/pw.obo, a permanent address that leads to the newest release.
"""

import httpx

from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.adapters.http.pathway_ontology.obo import describe, read_terms
from biofacts.adapters.http.published_file import BulkFile
from biofacts.domain.pathways import ontology


class OntologyClient(LifeSciencesClient):
    """The ontology's newest release."""

    service = ontology.SERVICE

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.terms = BulkFile(self, "pw.obo", read_terms, describe)
        self.pieces = (self.terms.piece,)
