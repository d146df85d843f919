"""The kinds of entity that biofacts knows, and the names of the calls that find and fetch them."""

import msgspec


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of entity: its words and its tools, for messages and hints that can be followed literally."""

    name: str
    plural: str
    service: str
    search_tool: str
    get_tool: str
    id_argument: str
    id_name: str
    example_id: str
    example_query: str


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

LIGAND = Kind(
    name="ligand",
    plural="ligands",
    service="Guide to PHARMACOLOGY",
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
    service="Guide to PHARMACOLOGY",
    search_tool="search_targets",
    get_tool="get_target",
    id_argument="iuphar_id",
    id_name="GtoPdb target id",
    example_id="IUPHAR:215",
    example_query="dopamine receptor",
)
