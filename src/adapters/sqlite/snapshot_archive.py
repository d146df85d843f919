"""The content of a cache folder for another machine, as one ZIP file: newest releases, records and HTTP answers.

    <root>/<digest>/        an unpacked cache folder; the newest and the one before stay
    <root>/unpacking.lock   held by the process of a machine that unpacks

Equal content has an equal digest.
"""

import hashlib
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from filelock import FileLock

from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.adapters.sqlite.newest_release import NEWEST, Pointer
from biofacts.adapters.sqlite.release_store import SCHEMA

_PART = 16 * 2**20
_QUICKLY = 1
"""The level of compression: it leaves two fifths of the bytes, and takes a second for 100 MB."""
_UNPACKING = "unpacking-"


def pack(folder: Path, file: Path, *, names: bool) -> str:
    """Write the ZIP file of a cache folder, with PubChem's names in bulk if `names`. Returns: its digest."""
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=_QUICKLY) as archive:
        pointers = sorted((folder / SCHEMA).glob(f"*/{NEWEST}"))
        if names:
            pointers += (folder / NAMES_FOLDER).glob(NEWEST)
        for pointer in pointers:
            version = msgspec.json.decode(pointer.read_bytes(), type=Pointer).version
            for path in (pointer, pointer.with_name(f"{version}.sqlite")):
                _add(archive, path, path.relative_to(folder))
        for path in sorted((folder / SCHEMA).glob("*.sqlite")):
            _add_changing(archive, path, path.relative_to(folder))
    return _digest(file)


def parts(file: Path) -> Iterator[bytes]:
    """Yield a file in parts of 16 MiB, to send them over the network one by one."""
    with file.open("rb") as opened:
        while part := opened.read(_PART):
            yield part


def unpacked(root: Path, digest: str, fetch: Callable[[], Iterable[bytes]]) -> Path:
    """Return the cache folder of a digest. The first process of a machine fetches and unpacks its parts.

    Raises: OSError; ValueError if the parts have another digest.
    """
    folder = root / digest
    if not folder.is_dir():
        root.mkdir(parents=True, exist_ok=True)
        with FileLock(root / "unpacking.lock"):
            # Another process may have unpacked it while this one waited for the lock.
            if not folder.is_dir():
                _remove_old(root)
                _unpack(folder, fetch())
    return folder


def _add(archive: ZipFile, path: Path, name: Path) -> None:
    """Add a file without its date, so that the digest depends on the content alone."""
    with path.open("rb") as file, archive.open(name.as_posix(), "w", force_zip64=True) as entry:
        shutil.copyfileobj(file, entry, _PART)


def _add_changing(archive: ZipFile, path: Path, name: Path) -> None:
    """Add a consistent copy of a database that other processes may be writing to."""
    with TemporaryDirectory() as temporary:
        copy = Path(temporary) / path.name
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        _add(archive, copy, name)


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()[:16]


def _unpack(folder: Path, fetched: Iterable[bytes]) -> None:
    with TemporaryDirectory(dir=folder.parent, prefix=_UNPACKING) as temporary:
        packed, cache = Path(temporary, "packed.zip"), Path(temporary, "cache")
        with packed.open("wb") as file:
            file.writelines(fetched)
        if _digest(packed) != folder.name:
            raise ValueError(f"{folder} would get what was not packed for it")
        cache.mkdir()
        with ZipFile(packed) as archive:
            archive.extractall(cache)
        # A move is atomic: other processes see the folder only when it is complete.
        cache.replace(folder)


def _remove_old(root: Path) -> None:
    """Remove all folders but the newest, and those that processes left behind when they died."""
    folders = sorted((path for path in root.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    whole = [path for path in folders if not path.name.startswith(_UNPACKING)]
    for path in folders:
        if path not in whole[-1:]:
            shutil.rmtree(path)
