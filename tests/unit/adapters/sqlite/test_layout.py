"""What lies in a folder of catalogues is read by every version that shares its SCHEMA: a new layout has a new one."""

import hashlib
import re

import msgspec

from biofacts.adapters.local import gene_entries, guide_entries, node_mappings, pathway_entries, protein_names
from biofacts.adapters.sqlite import layout, records
from biofacts.adapters.sqlite.pointer import Pointer
from biofacts.adapters.sqlite.releases import SCHEMA_DIGEST
from biofacts.domain.drawing import Drawing
from biofacts.domain.drawn_compound import CompoundNode
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.interaction import Interaction
from biofacts.domain.listed_pathway import ListedPathway, PathwaySummary
from biofacts.domain.ontology import Term
from biofacts.domain.pharmacology.ligand_facts import LigandFacts, LigandSummary
from biofacts.domain.pharmacology.target_facts import TargetFacts, TargetSummary

STORED = (
    Pointer,  # with what is known of the release
    ListedPathway,
    PathwaySummary,
    pathway_entries.References,
    Drawing,
    node_mappings.MappedNodes,
    CompoundNode,
    Term,
    LigandFacts,
    LigandSummary,
    TargetFacts,
    TargetSummary,
    GeneFacts,
    tuple[Interaction, ...],
    guide_entries.OfTarget,
    guide_entries.References,
    guide_entries.Proteins,
    protein_names.Names,
    list[float],  # figures
)
"""Everything that is stored as bytes."""

_DOCSTRING = re.compile(rb'"description":"(?:[^"\\]|\\.)*",?')  # what is said about a Struct does not change its bytes


def test_another_layout_has_another_schema_number() -> None:
    forms = msgspec.json.schema_components(STORED)
    whole = msgspec.json.encode([layout.LAYOUT, records.LAYOUT, gene_entries.FAMILIAR, forms], order="sorted")
    digest = hashlib.blake2b(_DOCSTRING.sub(b"", whole), digest_size=8).hexdigest()

    assert digest == SCHEMA_DIGEST, (
        f"The layout of what is stored has changed: raise SCHEMA in src/adapters/sqlite/releases.py, then note {digest}"
        " as SCHEMA_DIGEST."
    )
