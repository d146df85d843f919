"""What lies in a folder of catalogues is read by every version that shares its SCHEMA: a new layout has a new one."""

import hashlib
import re

import msgspec

from biofacts.adapters.http.ontology.obo import Term
from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.index_files import Card
from biofacts.adapters.sqlite import _index, records
from biofacts.adapters.sqlite.store import SCHEMA_DIGEST, Pointer
from biofacts.domain.interaction import Contact
from biofacts.domain.pharmacology.ligand_facts import LigandCard, LigandFacts
from biofacts.domain.pharmacology.target_facts import TargetCard, TargetFacts

STORED = (
    Pointer,  # with its provenance
    Card,
    list[tuple[str, str]],  # references of wikipathways-xref, proteins of gtopdb-uniprot
    gpml.Drawing,
    Term,
    LigandFacts,
    LigandCard,
    TargetFacts,
    TargetCard,
    tuple[Contact, ...],
    dict[str, str | tuple[str, ...]],  # references of gtopdb-ligand-ids
    list[float],  # figures
)
"""Everything that is stored as bytes."""

_DOCSTRING = re.compile(rb'"description":"(?:[^"\\]|\\.)*",?')  # what is said about a Struct does not change its bytes


def test_another_layout_has_another_schema_number() -> None:
    forms = msgspec.json.schema_components(STORED)
    layout = msgspec.json.encode([_index.LAYOUT, records.LAYOUT, forms], order="sorted")
    digest = hashlib.blake2b(_DOCSTRING.sub(b"", layout), digest_size=8).hexdigest()

    assert digest == SCHEMA_DIGEST, (
        f"The layout of what is stored has changed: raise SCHEMA in src/adapters/sqlite/store.py, then note {digest} as"
        " SCHEMA_DIGEST."
    )
