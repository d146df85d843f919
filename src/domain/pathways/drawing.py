"""Drawings: the contents of a GPML file."""

import msgspec

from biofacts.domain.pathways.literature import Publication
from biofacts.domain.pathways.pathway import OntologyTerm, PathwayComponents, Revision


class Drawing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway, parsed from its drawing.

    `references`: (registry key, value) pairs of the whole pathway (ontology tags, linked pathways, curated identifiers
    of its nodes), each once, well formed except for the tags. `gene_terms`: sorted, each term (see `gene_term`) under
    which a gene can be looked up. `literature`: the publications that the drawing lists, each once. `file`: the parsed
    file itself, deflated (zlib); empty if there is none.
    """

    local_id: str
    title: str
    organism: str
    description: str | None = None
    revision: Revision
    components: PathwayComponents
    ontology_terms: tuple[OntologyTerm, ...] = ()
    literature: tuple[Publication, ...] = ()
    references: tuple[tuple[str, str], ...] = ()
    gene_terms: tuple[str, ...] = ()
    file: bytes = b""
