"""Files that something has spoiled on their way: each reader reads them, or refuses them with a ValueError."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biofacts.adapters.http import gtopdb
from biofacts.adapters.http.gtopdb import read_interactions, read_ligand_ids, read_ligands, read_proteins, read_targets
from biofacts.adapters.http.ontologies import read_terms
from biofacts.adapters.http.pubchem import response_formats
from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.client import read_drawings
from biofacts.adapters.http.wikipathways.index_files import read_listed, read_mapped
from biofacts.adapters.local.catalogue_entries import pathways as pathway_entries
from biofacts.adapters.local.catalogue_entries import pharmacology as pharmacology_entries
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.published_files import Unreadable
from tests.gtopdb import DATA
from tests.pubchem import ASPIRIN, ASPIRIN_PAGE
from tests.small_pathways import PATHWAYS
from tests.wikipathways_files import ARCHIVE_PATH, OBO, archive_files, gpml_file, text_file, xref_file

RowT = TypeVar("RowT")


def of_catalogue(
    read: Callable[[bytes], Iterator[RowT]], index: Callable[[Iterable[RowT]], Indexed]
) -> Callable[[bytes], object]:
    def consume(body: bytes) -> object:
        indexed = index(read(body))
        return gtopdb.release(body), [(entry, *entry.exact_terms) for entry in indexed.entries], [*indexed.synonyms]

    return consume


def entry_of(found: Drawing | Unreadable) -> object:
    return found if isinstance(found, Unreadable) else pathway_entries.drawn(found)


def of_pubchem(body: bytes) -> object:
    read = [
        form
        for form in (
            response_formats.PropertyTable,
            response_formats.RecordView,
            response_formats.Completions,
            response_formats.SynonymList,
        )
        if _reads(body, form)
    ]
    return response_formats.fault(body), response_formats.is_answer("/property/", body), read


def _reads(body: bytes, form: type[object]) -> bool:
    try:
        response_formats.read(body, form, "PubChem")
    except UpstreamError:
        return False
    return True


FILES = {path.name: path.read_bytes() for path in DATA.iterdir()}
SMALL = PATHWAYS[:4]
ZIP = next(body for path, body in archive_files(*SMALL).items() if path != ARCHIVE_PATH)
READERS: Mapping[str, tuple[Callable[[bytes], object], bytes]] = {
    "text": (of_catalogue(read_listed, pathway_entries.index_listed), text_file(*SMALL)),
    "xref": (of_catalogue(read_mapped, pathway_entries.index_mapped), xref_file(*SMALL)),
    "drawing": (gpml.read, gpml_file(SMALL[0])),
    "archive": (lambda body: [*map(entry_of, read_drawings("a.zip", body))], ZIP),
    "ontology": (of_catalogue(read_terms, pathway_entries.index_terms), OBO),
    "targets": (of_catalogue(read_targets, pharmacology_entries.index_targets), FILES["targets_and_families.csv"]),
    "ligands": (of_catalogue(read_ligands, pharmacology_entries.index_ligands), FILES["ligands.csv"]),
    "ligand ids": (
        of_catalogue(read_ligand_ids, pharmacology_entries.index_ligand_ids),
        FILES["ligand_id_mapping.csv"],
    ),
    "interactions": (
        of_catalogue(read_interactions, pharmacology_entries.index_interactions),
        FILES["interactions.csv"],
    ),
    "uniprot": (of_catalogue(read_proteins, pharmacology_entries.index_proteins), FILES["GtP_to_UniProt_mapping.csv"]),
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
@settings(max_examples=60, suppress_health_check=[HealthCheck.differing_executors])
@given(changes=CHANGES)
def test_a_spoiled_file_is_read_or_refused(name: str, changes: list[Change]) -> None:
    read, body = READERS[name]
    read(body)
    for change in changes:
        body = change(body)
    with suppress(ValueError):
        read(body)
