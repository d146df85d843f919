"""Drawings: what one GPML file says of a pathway."""

import msgspec

from biofacts.domain.literature import Publication
from biofacts.domain.pathway import OntologyTerm, PathwayComponents, Revision


class Drawing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway as it is drawn.

    `references`: (registry key, value) pairs of the whole pathway (ontology tags, linked pathways, curated identifiers
    of its nodes), each once, well formed but for the tags. `gene_terms`: sorted, each term (see `gene_term`) by which a
    gene may be asked for. `literature`: what the drawing lists, each publication once. `file`: the file that all this
    was read from, deflated (zlib); empty where there is none.
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
