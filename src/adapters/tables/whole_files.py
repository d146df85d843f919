"""Files that are either complete or absent."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from biofacts.ports.tables import TableError


@contextmanager
def whole(path: Path) -> Generator[Path]:
    """Write to a temporary file, which replaces `path` if the block succeeds. Raises: TableError."""
    part = path.with_name(f"{path.name}.part")
    try:
        with told(path):
            yield part
            # The content must be on the disk before the move, or a power failure could leave an empty file.
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def told(path: Path) -> Generator[None]:
    """Turn errors of the file system into sentences. Raises: TableError."""
    try:
        yield
    except FileNotFoundError as error:
        raise TableError(f"There is no file {path}.") from error
    except OSError as error:
        raise TableError(f"{path}: {error.strerror or error}.") from error
