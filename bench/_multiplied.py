"""The upstreams' data several times over, and the catalogues that are made of them."""

import csv
import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

from biofacts.adapters.http.base_client import RowReader
from biofacts.adapters.http.gtopdb import read_interactions, read_ligand_ids, read_ligands, read_proteins, read_targets
from biofacts.adapters.http.hgnc import read_genes
from biofacts.adapters.http.ontologies import read_terms
from biofacts.adapters.http.wikipathways.client import read_drawings
from biofacts.adapters.http.wikipathways.index_files import read_listed, read_mapped
from biofacts.adapters.local.catalogue_entries import genes as gene_entries
from biofacts.adapters.local.catalogue_entries import pathways as pathway_entries
from biofacts.adapters.local.catalogue_entries import pharmacology as pharmacology_entries
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed
from biofacts.ports.published_files import Unreadable

_STEP = 1_000_000
"""What lies between the identifier of a row and that of its next copy."""

RowT = TypeVar("RowT")


class Made(NamedTuple):
    """A catalogue: where its data lie, how they are multiplied, and what is made of them."""

    path: str
    multiplied: Callable[[bytes, int], bytes]
    indexed: Callable[[bytes], Indexed]


def _pathways(body: bytes, times: int) -> bytes:
    rows = json.loads(body)["pathwayInfo"]
    copies = [
        {**row, "id": f"WP{int(row['id'].removeprefix('WP')) + copy * _STEP}"} for copy in range(times) for row in rows
    ]
    return json.dumps({"pathwayInfo": copies}).encode()


def _terms(body: bytes, times: int) -> bytes:
    head, *stanzas = body.decode().split("\n[")

    def copied(stanza: str, copy: int) -> str:
        return re.sub(r"^id: PW:(\d+)", lambda found: f"id: PW:{int(found[1]) + copy * _STEP:07}", stanza, flags=re.M)

    return "\n[".join([head, *(copied(stanza, copy) for copy in range(times) for stanza in stanzas)]).encode()


def _drawings(body: bytes, times: int) -> bytes:
    """One zip of all drawings, each as many times."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as assets, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, False, 1) as made:
        for member in assets.namelist():
            if not member.endswith(".gpml"):
                continue
            head, version, tail = re.split(rb'(?<=Version="WP)(\d+)', assets.read(member), maxsplit=1)
            for copy in range(times):
                fresh = b"%s%d%s" % (head, int(version) + copy * _STEP, tail)
                made.writestr(f"{copy}_{Path(member).name}", fresh)
    return out.getvalue()


def _rows_of(*columns: str) -> Callable[[bytes, int], bytes]:
    """Multiplies a CSV file of the Guide, whose identifiers stand in those columns."""

    def multiplied(body: bytes, times: int) -> bytes:
        banner, header, *rows = csv.reader(io.StringIO(body.decode(), newline=""))
        places = [header.index(column) for column in columns]
        out = io.StringIO(newline="")
        writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerows([banner, header])
        for copy in range(times):
            for row in rows:
                cells = row.copy()
                for place in places:
                    if cells[place].isdecimal():
                        cells[place] = str(int(cells[place]) + copy * _STEP)
                writer.writerow(cells)
        return out.getvalue().encode()

    return multiplied


def _genes(body: bytes, _: int) -> bytes:
    """All genes once: were each there twice, its names would be ambiguous, which is answered with an error."""
    return gzip.decompress(body)


def _of(read: RowReader[RowT], index: Callable[[Iterable[RowT]], Indexed]) -> Callable[[bytes], Indexed]:
    """A file's rows as entries."""
    return lambda body: index(read(body))


def _of_archive(body: bytes) -> Indexed:
    read = read_drawings("assets", body)
    return Indexed(entries=(pathway_entries.drawn(one) for one in read if not isinstance(one, Unreadable)))


CATALOGUES = {
    pathway_entries.TEXT: Made(
        "wikipathways/json/findPathwaysByText.json", _pathways, _of(read_listed, pathway_entries.index_listed)
    ),
    pathway_entries.XREF: Made(
        "wikipathways/json/findPathwaysByXref.json", _pathways, _of(read_mapped, pathway_entries.index_mapped)
    ),
    pathway_entries.GPML: Made("wikipathways/assets.zip", _drawings, _of_archive),
    pathway_entries.ONTOLOGY: Made("ontology/pw.obo", _terms, _of(read_terms, pathway_entries.index_terms)),
    pharmacology_entries.TARGETS: Made(
        "gtopdb/DATA/targets_and_families.csv",
        _rows_of("Target id"),
        _of(read_targets, pharmacology_entries.index_targets),
    ),
    pharmacology_entries.LIGANDS: Made(
        "gtopdb/reconstructed/DATA/ligands.csv",
        _rows_of("Ligand ID"),
        _of(read_ligands, pharmacology_entries.index_ligands),
    ),
    pharmacology_entries.INTERACTIONS: Made(
        "gtopdb/reconstructed/DATA/interactions.csv",
        _rows_of("Target ID", "Ligand ID"),
        _of(read_interactions, pharmacology_entries.index_interactions),
    ),
    pharmacology_entries.LIGAND_IDS: Made(
        "gtopdb/DATA/ligand_id_mapping.csv",
        _rows_of("Ligand id"),
        _of(read_ligand_ids, pharmacology_entries.index_ligand_ids),
    ),
    pharmacology_entries.UNIPROT: Made(
        "gtopdb/DATA/GtP_to_UniProt_mapping.csv",
        _rows_of("GtoPdb IUPHAR ID"),
        _of(read_proteins, pharmacology_entries.index_proteins),
    ),
    gene_entries.HUMAN_GENES: Made("genes/hgnc_complete_set.txt.gz", _genes, _of(read_genes, gene_entries.index_genes)),
}
