"""What lies in a folder of catalogues is read by every version that shares its SCHEMA: a new layout has a new one."""

import hashlib
import re

import msgspec

from biofacts.adapters.local.catalogue_entries import edges as edge_entries
from biofacts.adapters.local.catalogue_entries import genes as gene_entries
from biofacts.adapters.local.catalogue_entries import pathways as pathway_entries
from biofacts.adapters.local.catalogue_entries import pharmacology as pharmacology_entries
from biofacts.adapters.local.genes import name_reader
from biofacts.adapters.local.pathways import derived_catalogues
from biofacts.adapters.sqlite import catalogue_build, records_and_budgets
from biofacts.adapters.sqlite.catalogue_release import Pointer
from biofacts.adapters.sqlite.catalogue_store import SCHEMA_DIGEST
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.pathways.compound_nodes import CompoundNode
from biofacts.domain.pathways.index_files import Community, ListedPathway, PathwaySummary
from biofacts.domain.pathways.pathway import Drawing
from biofacts.domain.pathways.references import Term
from biofacts.domain.pharmacology.interaction import GuideInteraction
from biofacts.domain.pharmacology.ligand import LigandFacts, LigandSummary
from biofacts.domain.pharmacology.target import TargetFacts, TargetSummary
from biofacts.ports.published_files import MappedNodes

STORED = (
    Pointer,  # with what is known of the release
    ListedPathway,
    PathwaySummary,
    pathway_entries.References,
    Drawing,
    MappedNodes,
    CompoundNode,
    Community,
    derived_catalogues.Relations,
    edge_entries.StoredEdges,
    edge_entries.Remarks,
    Term,
    LigandFacts,
    LigandSummary,
    TargetFacts,
    TargetSummary,
    GeneFacts,
    tuple[GuideInteraction, ...],
    pharmacology_entries.OfTarget,
    pharmacology_entries.References,
    pharmacology_entries.Proteins,
    name_reader.StoredNames,
    list[float],  # figures
)
"""Everything that is stored as bytes."""

_DOCSTRING = re.compile(rb'"description":"(?:[^"\\]|\\.)*",?')  # what is said about a Struct does not change its bytes


def test_another_layout_has_another_schema_number() -> None:
    forms = msgspec.json.schema_components(STORED)
    whole = msgspec.json.encode(
        [catalogue_build.LAYOUT, records_and_budgets.LAYOUT, gene_entries.FAMILIAR, forms], order="sorted"
    )
    digest = hashlib.blake2b(_DOCSTRING.sub(b"", whole), digest_size=8).hexdigest()

    assert digest == SCHEMA_DIGEST, (
        f"The layout of what is stored has changed: raise SCHEMA in src/adapters/sqlite/catalogue_store.py, then"
        f" note {digest} as SCHEMA_DIGEST."
    )
