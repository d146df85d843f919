"""The registry of identifier databases: complete rows, and everything that reads them."""

import json
import subprocess
import sys

import pytest

from biofacts.domain.identifiers.identifier_databases import DATABASES, UNREGISTERED, Database, spellings

ROWS = (*DATABASES, UNREGISTERED)

_MADE_UP = """
import json
from biofacts.domain.identifiers import identifier_databases
from biofacts.domain.identifiers.identifier_databases import Database, Spelling

row = Database(
    key="zinc", pattern=r"ZINC\\d{8}", label="ZINC", resolver="zinc:", lists=("compound",),
    spellings=(Spelling(
        prefixes="zinc", local=r"(?:zinc)?(\\d{8})", accepted_by=("compound", "ligand", "pathway"), form="ZINC{}",
        bare=r"ZINC(\\d{8})",
    ),),
)
identifier_databases.DATABASES = (*identifier_databases.DATABASES, row)
identifier_databases.BY_KEY[row.key] = row

from biofacts.domain.identifiers.cross_references import REGISTRY as FIELDS
from biofacts.adapters.web import addresses
from biofacts.domain.compounds import queries
from biofacts.domain.identifiers import arguments
from biofacts.domain.identifiers import cross_references
from biofacts.domain.identifiers import identifiers_in_text as databases
from biofacts.domain.identifiers import pasted_links
from biofacts.domain.identifiers.identifiers_in_text import CHEMICALS
from biofacts.domain.pathways.references import ReferenceQuery
from biofacts.domain.pharmacology import selectors
from biofacts.domain.answers.entity_kinds import LIGAND

ID = "ZINC00000053"

def linked(address):
    return pasted_links.read(address).reference.text

print(json.dumps({
    "prefix": databases.read("zinc:00000053").text,
    "bare": arguments.reference_in(ID).text,
    "malformed": databases.malformed("zinc:53"),
    "resolver": linked("https://identifiers.org/zinc:00000053"),
    "list": cross_references.collect([("zinc", ID), ("zinc", "53")], "compound")["zinc"],
    "one": cross_references.collect([("zinc", ID)], "ligand")["zinc"],
    "compound": queries.parse("zinc 00000053").exact[0].key,
    "ligand": selectors.identifiers_in("zinc:00000053", LIGAND)[-1],
    "pathway": ReferenceQuery.read(ID).terms[0],
    "drawn": "zinc" in CHEMICALS,
    "column": "zinc" in FIELDS,
    "link": next(addresses.references({"zinc": ID})),
}))
"""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_row_has_a_label_and_a_resolver_or_says_why_it_has_none(row: Database) -> None:
    assert row.label
    assert bool(row.resolver) != bool(row.unresolved)
    assert not row.resolver or row.resolver.endswith(":")


def test_a_key_has_one_row() -> None:
    keys = [row.key for row in ROWS]

    assert sorted(set(keys)) == sorted(keys)


def test_what_a_kind_is_identified_by_also_finds_it() -> None:
    assert [row.key for row, one in spellings() if not set(one.own) <= set(one.accepted_by)] == []


def test_everything_recognises_a_new_row() -> None:
    run = subprocess.run([sys.executable, "-c", _MADE_UP], capture_output=True, text=True, check=True, timeout=60)

    assert json.loads(run.stdout) == {
        "prefix": "ZINC00000053",
        "bare": "ZINC00000053",
        "malformed": "zinc",
        "resolver": "ZINC00000053",
        "list": ["ZINC00000053"],
        "one": "ZINC00000053",
        "compound": "ZINC00000053",
        "ligand": "id:zinc00000053",
        "pathway": "ref:zinc:ZINC00000053",
        "drawn": True,
        "column": True,
        "link": ["ZINC", "ZINC00000053", "https://identifiers.org/zinc:ZINC00000053"],
    }
