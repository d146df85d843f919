"""Files that something has spoiled on their way: each reader reads them, or refuses them with a ValueError."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biofacts.adapters.http.gtopdb import ligands as _gtopdb_files
from biofacts.adapters.http.gtopdb.targets import read_targets
from biofacts.adapters.http.ontology import obo as ontology
from biofacts.adapters.http.pubchem import wire
from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.index_files import archive_entries, read_text, read_xref
from biofacts.domain.errors import UpstreamError
from biofacts.ports.catalogue import Content, Provenance
from tests.gtopdb import DATA
from tests.pubchem import ASPIRIN, ASPIRIN_PAGE
from tests.support import ARCHIVE_PATH, OBO, PATHWAYS, archive_files, gpml_file, text_file, xref_file

NOW = datetime(2026, 11, 21, tzinfo=UTC)
PROVENANCE = Provenance(release="x", retrieved=NOW, checked=NOW)


def of_catalogue(read: Callable[[bytes, Provenance], Content]) -> Callable[[bytes], object]:
    def consume(body: bytes) -> object:
        content = read(body, PROVENANCE)
        return [(entry, list(entry.tokens)) for entry in content.entries], list(content.synonyms)

    return consume


def of_pubchem(body: bytes) -> object:
    read = [form for form in (wire.PropertyTable, wire.View, wire.Completions, wire.SynonymList) if _reads(body, form)]
    return wire.fault(body), wire.is_answer("/property/", body), read


def _reads(body: bytes, form: type[object]) -> bool:
    try:
        wire.read(body, form, "PubChem")
    except UpstreamError:
        return False
    return True


FILES = {path.name: path.read_bytes() for path in DATA.iterdir()}
SMALL = PATHWAYS[:4]
ZIP = next(body for path, body in archive_files(*SMALL).items() if path != ARCHIVE_PATH)
READERS: Mapping[str, tuple[Callable[[bytes], object], bytes]] = {
    "text": (of_catalogue(read_text), text_file(*SMALL)),
    "xref": (of_catalogue(read_xref), xref_file(*SMALL)),
    "drawing": (gpml.read, gpml_file(SMALL[0])),
    "archive": (lambda body: list(archive_entries([body])), ZIP),
    "ontology": (of_catalogue(ontology.read), OBO),
    "targets": (of_catalogue(read_targets), FILES["targets_and_families.csv"]),
    "ligands": (of_catalogue(_gtopdb_files.read_ligands), FILES["ligands.csv"]),
    "ligand ids": (of_catalogue(_gtopdb_files.read_ligand_ids), FILES["ligand_id_mapping.csv"]),
    "interactions": (of_catalogue(_gtopdb_files.read_interactions), FILES["interactions.csv"]),
    "uniprot": (of_catalogue(_gtopdb_files.read_uniprot), FILES["GtP_to_UniProt_mapping.csv"]),
    "PubChem row": (of_pubchem, json.dumps({"PropertyTable": {"Properties": [ASPIRIN]}}).encode()),
    "PubChem page": (of_pubchem, json.dumps(ASPIRIN_PAGE).encode()),
}
JUNK = st.one_of(
    st.binary(max_size=40),
    st.text(max_size=20).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from(
        [b"", b"\x00", b'"', b",", b"\n", b"|", b"<", b"&", b"]]>", b"{", b"[" * 3000, b"null", b"-1", b"9" * 5000,
         b"1e999", b"\xff\xfe", b"\xef\xbb\xbf", b"<!DOCTYPE a>", b"&#0;", b"&#xD800;", b"\\u0000", b"\\ud800",
         b"<b>", b"WP0"]
    ),
)  # fmt: skip


class Change(NamedTuple):
    """At a share of the body's length, so many bytes are replaced by junk."""

    at: float
    length: int
    junk: bytes

    def __call__(self, body: bytes) -> bytes:
        start = int(self.at * len(body))
        return body[:start] + self.junk + body[start + self.length :]


CHANGES = st.lists(st.builds(Change, st.floats(0, 1), st.integers(0, 200), JUNK), min_size=1, max_size=4)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.differing_executors])
@given(changes=CHANGES)
def test_a_spoiled_file_is_read_or_refused(name: str, changes: list[Change]) -> None:
    read, body = READERS[name]
    read(body)
    for change in changes:
        body = change(body)
    with suppress(ValueError):
        read(body)
