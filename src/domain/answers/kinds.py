"""The five kinds of entity, and communities: their words, and the names of the tools that find and fetch them."""

from typing import Literal, TypeAlias

import msgspec

from biofacts.domain.answers import records
from biofacts.domain.answers.records import HGNC, NCBI_GENE

KindName: TypeAlias = Literal["pathway", "gene", "target", "ligand", "compound"]


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of entity: the words and tool names from which messages and hints are made."""

    name: str
    plural: str
    service: str
    search_tool: str
    get_tool: str
    id_argument: str
    id_name: str
    example_id: str
    example_query: str


COMPOUND = Kind(
    name="compound",
    plural="compounds",
    service="PubChem",
    search_tool="search_compounds",
    get_tool="get_compound",
    id_argument="pubchem_id",
    id_name="PubChem id",
    example_id="PubChem:CID2244",
    example_query="aspirin",
)


GENE = Kind(
    name="gene",
    plural="genes",
    service=f"{HGNC} / {NCBI_GENE}",
    search_tool="search_genes",
    get_tool="get_gene",
    id_argument="gene_id",
    id_name="gene id",
    example_id="HGNC:11998",
    example_query="TP53",
)


PATHWAY = Kind(
    name="pathway",
    plural="pathways",
    service="WikiPathways",
    search_tool="search_pathways",
    get_tool="get_pathway",
    id_argument="pathway_id",
    id_name="WikiPathways id",
    example_id="WP:WP534",
    example_query="glycolysis",
)


LIGAND = Kind(
    name="ligand",
    plural="ligands",
    service=records.GUIDE,
    search_tool="search_ligands",
    get_tool="get_ligand",
    id_argument="iuphar_id",
    id_name="GtoPdb ligand id",
    example_id="IUPHAR:2713",
    example_query="ibuprofen",
)


TARGET = Kind(
    name="target",
    plural="targets",
    service=records.GUIDE,
    search_tool="search_targets",
    get_tool="get_target",
    id_argument="iuphar_id",
    id_name="GtoPdb target id",
    example_id="IUPHAR:215",
    example_query="dopamine receptor",
)


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
