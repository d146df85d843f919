"""What each tool may be given, as Structs: their schemas are what clients see."""

from typing import Annotated

import msgspec
from msgspec import Meta

from biofacts.domain.paging import DEFAULT_PAGE_SIZE

Organism = Annotated[str, Meta(description="Exact scientific name, e.g. 'Homo sapiens'. Leave out for all.")]
Cursor = Annotated[str, Meta(description="pagination.cursor of the page before")]
PageSize = Annotated[int, Meta(ge=1, le=100)]


class _Arguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class SearchPathways(_Arguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `search_pathways`."""

    query: Annotated[str, Meta(description="Topic, process, disease or gene in plain words; at least 2 characters")]
    organism: Organism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE
    slim: Annotated[bool, Meta(description="False adds description, matched_on and source")] = True


class PathwayArguments(_Arguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_pathway` and `get_pathway_components`."""

    pathway_id: Annotated[str, Meta(description="WikiPathways CURIE", examples=["WP:WP534"])]


class PathwaysForGene(_Arguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_pathways_for_gene`."""

    gene_id: Annotated[
        str,
        Meta(
            description="Symbol, NCBI Gene id, Ensembl gene id or UniProt accession",
            examples=["TP53", "ncbigene:7157"],
        ),
    ]
    organism: Organism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE
    slim: Annotated[bool, Meta(description="True leaves out description, matched_on and source")] = False


class SearchCompounds(_Arguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `search_compounds`."""

    query: Annotated[str, Meta(description="Name, brand, CAS number, InChIKey, SMILES, InChI or ChEMBL id")]
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


class SearchLigands(_Arguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `search_ligands`."""

    query: Annotated[str, Meta(description="Drug name, brand, class or mechanism in plain words")]
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


class CompoundArguments(_Arguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_compound`."""

    pubchem_id: Annotated[str, Meta(description="PubChem CURIE", examples=["PubChem:CID2244"])]


class LigandArguments(_Arguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_ligand`."""

    iuphar_id: Annotated[str, Meta(description="GtoPdb ligand CURIE", examples=["IUPHAR:2713"])]


class SearchTargets(_Arguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `search_targets`."""

    query: Annotated[str, Meta(description="Target name, gene symbol, family or class in plain words")]
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


class TargetArguments(_Arguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_target`."""

    iuphar_id: Annotated[str, Meta(description="GtoPdb target CURIE", examples=["IUPHAR:215"])]
