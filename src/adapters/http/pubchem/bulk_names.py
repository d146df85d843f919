"""PubChem's names in bulk: `CID<tab>name` a line, gzipped, by ascending CID, UTF-8 with rare broken bytes.

Source: https://ftp.ncbi.nlm.nih.gov/pubchem/Compound/Extras/README-Compound-Extras
"""

import gzip
import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx

from biofacts.adapters.http.client import LifeSciencesClient, Piece, packed_lines
from biofacts.adapters.http.gzip_lines import read_lines
from biofacts.adapters.http.large_file import StreamedFile
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.compounds.query import NamedNumber
from biofacts.domain.identifiers.curies import LARGEST_CID
from biofacts.ports.publications import Report

_log = logging.getLogger(__name__)

_LONGEST_CID = len(str(LARGEST_CID))
_MOST_DAMAGED = 0.001
"""The share of lines that may be damaged, besides `_FORGIVEN` ones, which even a small file may have."""
_FORGIVEN = 10


class PubChemBulkClient(LifeSciencesClient):
    """PubChem's files of names. Its `httpx.AsyncClient` streams bodies."""

    service = COMPOUND.service

    def __init__(self, http: httpx.AsyncClient, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(http)
        extras = "Compound/Extras"
        self.titles = StreamedFile(http, self.service, f"{extras}/CID-Title.gz", read_names, clock)
        self.names = StreamedFile(http, self.service, f"{extras}/CID-Synonym-filtered.gz", read_names, clock)
        self.inchikeys = StreamedFile(http, self.service, f"{extras}/CID-InChI-Key.gz", read_inchikeys, clock)
        self.pieces = (Piece(f"{extras}/CID-Title.gz", check_names),)


def check_names(beginning: bytes) -> None:
    """Check that the beginning of a file has CIDs with names. Raises: ValueError."""
    lines = gzip.decompress(packed_lines(beginning)).splitlines()
    if not any(_row(line, columns=2)[1] for line in lines[:_FORGIVEN]):
        raise ValueError("its first lines are no numbers with names")


def read_names(path: Path, report: Report) -> Iterator[NamedNumber]:
    """Yield CIDs and names. Raises: ValueError, OSError."""
    return _rows(path, report, columns=2)


def read_inchikeys(path: Path, report: Report) -> Iterator[NamedNumber]:
    """Yield CIDs and InChIKeys, without the InChI between them. Raises: ValueError, OSError."""
    return _rows(path, report, columns=3)


def _rows(path: Path, report: Report, *, columns: int) -> Iterator[NamedNumber]:
    last, damaged = 0, 0
    for count, line in enumerate(_lines(path, report), start=1):
        number, name = _row(line, columns)
        # The file is sorted: a CID out of order comes from a damaged line.
        if name and last <= number <= LARGEST_CID:
            last = number
            yield number, name
        else:
            damaged += 1
            if damaged > _FORGIVEN + count * _MOST_DAMAGED:
                raise ValueError(f"{damaged} of its first {count} lines are no numbers with names")
    if not last:
        raise ValueError("there is nothing in it")
    if damaged:
        _log.warning("%s: %d damaged lines are left out", path.name, damaged)


def _row(line: bytes, columns: int) -> NamedNumber:
    """Return the CID and the last cell of a line; (0, "") if the line is damaged."""
    cells = line.split(b"\t")
    if len(cells) != columns or not cells[0].isdigit() or len(cells[0]) > _LONGEST_CID:
        return 0, ""
    return int(cells[0]), cells[-1].decode(errors="replace").strip()


def _lines(path: Path, report: Report) -> Iterator[bytes]:
    """Yield the lines of a gzip file. Raises: ValueError, OSError."""
    with path.open("rb") as packed:
        yield from read_lines(packed, report)
