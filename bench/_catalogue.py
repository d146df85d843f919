"""The catalogues that a benchmark asks: those on disk, their SQLite files, and how they come there."""

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from biofacts.adapters.local.catalogues.local_catalogue import Indexed
from biofacts.adapters.local.entries.pathways import GPML
from biofacts.adapters.local.entries.pharmacology import LIGANDS, TARGETS, decode_ligand, decode_target
from biofacts.adapters.sqlite.index import verified
from biofacts.adapters.sqlite.newest_release import Pointer
from biofacts.adapters.sqlite.release_store import SCHEMA
from biofacts.composition.container import Container
from biofacts.composition.settings import Settings
from biofacts.domain.pharmacology.ligand_facts import LigandFacts
from biofacts.domain.pharmacology.target_facts import TargetFacts
from biofacts.ports.catalogue import Content, ReleaseInfo
from biofacts.ports.synchronisation import Progress, unseen


class Present(NamedTuple):
    """A synchronised catalogue: the settings that read it offline, and its folder."""

    settings: Settings
    folder: Path


def present(name: str = GPML) -> Present:
    """The catalogues of the environment's settings. Raises: SystemExit when the named one is not synchronised."""
    settings = Settings.from_environment({**os.environ, "BIOFACTS_SOURCE": "offline"})
    if settings.cache_dir is None or not _pointer(settings.cache_dir, name).exists():
        raise SystemExit("set BIOFACTS_CACHE_DIR (and BIOFACTS_PUBCHEM_URL), then run `biofacts sync`")
    return Present(settings, settings.cache_dir)


def _pointer(folder: Path, name: str) -> Path:
    return folder / SCHEMA / name / "newest.json"


def column(folder: Path, name: str, statement: str) -> list[Any]:
    """The first column of what a statement finds in the newest release of a catalogue."""
    pointer = _pointer(folder, name)
    version = msgspec.json.decode(pointer.read_bytes(), type=Pointer).version
    connection = sqlite3.connect(f"file:{pointer.with_name(version)}.sqlite?mode=ro", uri=True)
    try:
        return [row[0] for row in connection.execute(statement)]
    finally:
        connection.close()


def facts(folder: Path) -> tuple[list[LigandFacts], list[TargetFacts]]:
    """Every ligand and every target of a catalogue."""
    statement = "SELECT body FROM records ORDER BY document"
    ligands, targets = (column(folder, name, statement) for name in (LIGANDS, TARGETS))
    return [decode_ligand(verified(body)) for body in ligands], [decode_target(verified(body)) for body in targets]


def known_to_pubchem(ligands: Sequence[LigandFacts]) -> list[LigandFacts]:
    """Approved medicines whose number at PubChem is known."""
    return [one for one in ligands if one.approved and "pubchem_compound" in one.cross_references]


def content(indexed: Indexed, info: ReleaseInfo) -> Content:
    """What is published of a file that was not fetched."""
    return Content(info=info, entries=indexed.entries, synonyms=indexed.synonyms)


async def synchronise(container: Container, name: str, progress: Progress = unseen) -> tuple[str, ...]:
    """Bring one source's whole release, as `biofacts sync NAME`. Returns: the names of its catalogues."""
    (one,) = (one for one in container.synchronisers() if one.name == name)
    await one.sync(progress)
    return one.catalogues
