"""The five kinds of entity, and communities: the words for them, and the tools that search and fetch them."""

from typing import Literal, TypeAlias

import msgspec

from biofacts.domain.answers.records import GUIDE, HGNC, NCBI_GENE

KindName: TypeAlias = Literal["pathway", "gene", "target", "ligand", "compound"]

LinkKind: TypeAlias = Literal[KindName, "community"]
"""The kinds that links connect: the kinds of records, and communities of pathways."""


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of entity: the words and tool names from which messages and hints are made."""

    name: LinkKind
    plural: str
    service: str
    search_tool: str
    get_tool: str
    id_argument: str
    id_name: str
    example_id: str
    example_query: str


def _kind(name: KindName, plural: str, service: str, **others: str) -> Kind:
    """Create a kind whose tools follow the usual naming, such as `search_genes` and `get_gene`."""
    return Kind(
        name=name, plural=plural, service=service, search_tool=f"search_{plural}", get_tool=f"get_{name}", **others
    )


COMPOUND = _kind(
    "compound", "compounds", "PubChem", id_argument="pubchem_id", id_name="PubChem id", example_id="PubChem:CID2244",
    example_query="aspirin",
)  # fmt: skip
GENE = _kind(
    "gene", "genes", f"{HGNC} / {NCBI_GENE}", id_argument="gene_id", id_name="gene id", example_id="HGNC:11998",
    example_query="TP53",
)  # fmt: skip
PATHWAY = _kind(
    "pathway", "pathways", "WikiPathways", id_argument="pathway_id", id_name="WikiPathways id", example_id="WP:WP534",
    example_query="glycolysis",
)  # fmt: skip
LIGAND = _kind(
    "ligand", "ligands", GUIDE, id_argument="iuphar_id", id_name="GtoPdb ligand id", example_id="IUPHAR:2713",
    example_query="ibuprofen",
)  # fmt: skip
TARGET = _kind(
    "target", "targets", GUIDE, id_argument="iuphar_id", id_name="GtoPdb target id", example_id="IUPHAR:215",
    example_query="dopamine receptor",
)  # fmt: skip
COMMUNITY = Kind(
    name="community",
    plural="communities",
    service="WikiPathways",
    search_tool="search_pathways",
    get_tool="find_links",
    id_argument="id",
    id_name="tag of a community",
    example_id="RareDiseases",
    example_query="RareDiseases",
)
"""Communities of WikiPathways are linked to pathways, but have no records of their own."""
