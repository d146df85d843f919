"""The build of a release: the tables of its SQLite file, and the process that writes them.

A release is built in a separate process, since a large build would block the interpreter for seconds. The process reads
the content of a release from standard input, writes one file, and reports the outcome on standard output. A process
that it forks prepares the next entries while it writes the previous ones. It ends when the call is cancelled and when
its parent process has gone.
"""

import gc
import hashlib
import logging
import os
import pickle
import socket
import sqlite3
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice, repeat
from pathlib import Path
from typing import NoReturn

import anyio
import msgspec

from biofacts.domain.search.index import OFTEN, SHORTEST_CORRECTION, Field, exact_forms, title_length
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Content, Entry

_log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "biofacts.adapters.sqlite.catalogue_build")
# Entries between two checks that the parent process still runs, and entries that the forked process sends at a time.
_LOOKS_EVERY, _AT_ONCE = 500, 50
# enc_hook: the texts and terms of an entry may be iterators.
_ENCODER, _DECODER = msgspec.msgpack.Encoder(enc_hook=list), msgspec.msgpack.Decoder(list[Entry])
_AHEAD = 1 << 20
"""Size in bytes of the buffer between the two processes: with a pipe, which is smaller, they would often wait."""
_STEPS_ASIDE = 19
"""The `nice` value that lowers the priority of a build.

With it, calls during a build by two processes on two cores take about as long as without a build, and the slowest
twentieth 1.2 times as long (`bench/start.py builds`).
"""


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a build. `unreadable`: the reason why the entries cannot be read; `failed`: any other error."""

    unreadable: str = ""
    failed: str = ""


async def build(path: Path, content: Content) -> bool:
    """Build a release's file in another process; log a warning and return False if that is not possible.

    The caller removes the files that a failed process leaves behind. Raises: ValueError if the entries cannot be read.
    """
    try:
        task = pickle.dumps((path, os.getpid(), content))
        async with await anyio.open_process(COMMAND, stderr=subprocess.DEVNULL) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            await process.stdin.send(task)
            # The process reads to the end of its input.
            await process.stdin.aclose()
            output = b"".join([part async for part in process.stdout])
        outcome = msgspec.json.decode(output, type=Outcome)
    # AttributeError and TypeError are raised by pickle, e.g. for a lambda or a lock.
    except (OSError, pickle.PicklingError, AttributeError, TypeError, anyio.BrokenResourceError) as error:
        outcome = Outcome(failed=f"{type(error).__name__}: {error}")
    except msgspec.DecodeError:
        outcome = Outcome(failed="the process ended before it had finished")
    if outcome.unreadable:
        raise ValueError(outcome.unreadable)
    if outcome.failed:
        _log.warning("building %s in-process instead (%s)", path.parent.name, outcome.failed)
    return not outcome.failed


def main() -> None:
    """Build the release that standard input describes, and write the outcome to standard output."""
    gc.disable()  # the objects of a build form no cycles, and the process ends with it
    # Unpickling imports the readers' modules and with them httpx, whose command line is the slowest of all imports.
    sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # None: cannot be imported
    if hasattr(os, "nice"):
        os.nice(_STEPS_ASIDE)
    path, parent, content = pickle.loads(sys.stdin.buffer.read())
    sys.stdout.buffer.write(msgspec.json.encode(_built(path, parent, content)))


def _built(path: Path, parent: int, content: Content) -> Outcome:
    entries = _while_wanted(_made_beside(content.entries), parent)
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            with connection:
                write(connection, entries, content.synonyms)
            save(path, connection)
    except ValueError as error:
        return Outcome(unreadable=str(error))
    except Exception as error:  # the parent process logs it and builds the release itself
        return Outcome(failed=f"{type(error).__name__}: {error}")
    return Outcome()


def _made_beside(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries that a forked process prepares. Raises: ValueError if they cannot be read."""
    if sys.platform == "win32":  # Windows has no fork
        yield from entries
        return
    ours, theirs = socket.socketpair()
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _AHEAD)
    if not (child := os.fork()):
        ours.close()
        _make(entries, theirs)
    theirs.close()
    with ours, ours.makefile("rb") as made:
        while part := pickle.load(made):
            if isinstance(part, Exception):
                raise part
            yield from _DECODER.decode(part)
    os.waitpid(child, 0)


def _make(entries: Iterable[Entry], reader: socket.socket) -> NoReturn:
    """Send the entries in parts to the reader, then None or the error that interrupted them, and end the process."""
    try:
        with reader.makefile("wb") as file:
            try:
                made = iter(entries)
                while part := [*islice(made, _AT_ONCE)]:
                    pickle.dump(_ENCODER.encode(part), file)
                    file.flush()  # else the end of a part would stay in the buffer until the next part
                pickle.dump(None, file)
            except ValueError as error:
                pickle.dump(error, file)
    finally:  # if neither None nor an error was sent, the reader fails with EOFError
        os._exit(0)


def _while_wanted(entries: Iterable[Entry], parent: int) -> Iterator[Entry]:
    """Yield the entries while the parent process runs. Raises: SystemExit when it has gone.

    On Windows this cannot be checked: the parent may be the launcher of a virtual environment, and its id stays valid.
    """
    looks = sys.platform != "win32"
    for number, entry in enumerate(entries):
        if looks and number % _LOOKS_EVERY == 0 and os.getppid() != parent:
            raise SystemExit(1)
        yield entry


def save(path: Path, connection: sqlite3.Connection) -> None:
    """Write a database to a new file and flush it to the disk. Raises: OSError, sqlite3.OperationalError."""
    target = sqlite3.connect(path)
    try:
        # The file is not read before it is complete, so it needs neither a journal nor a sync after each write.
        target.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        connection.backup(target)
    finally:
        target.close()
    # Otherwise a power failure could leave a pointer to a file that is only half on the disk.
    with path.open("rb+") as file:
        os.fsync(file.fileno())


# The tables of a release: their SQL schema, and the rows that a build writes


# The FTS5 tables are contentless (`content=''`), since the texts are never read back. Each field of a document is a
# separate row (see `FIELD_BITS`): with a column per field, FTS5 would read a word's postings once per column. Stems are
# stored without positions (`detail=none`), since they are not searched for phrases. All texts are folded before they
# are inserted, so the plain ASCII tokenizer suffices.
LAYOUT = """
CREATE TABLE entries (document INTEGER PRIMARY KEY, key TEXT UNIQUE, category TEXT, summary BLOB);
CREATE TABLE records (document INTEGER PRIMARY KEY, body BLOB);
CREATE TABLE lists (name TEXT PRIMARY KEY, body BLOB);
CREATE VIRTUAL TABLE texts USING fts5(text, content='', columnsize=0, tokenize='ascii');
CREATE VIRTUAL TABLE stems USING fts5(text, content='', columnsize=0, detail=none, tokenize='ascii');
CREATE TABLE words (word TEXT PRIMARY KEY, documents INTEGER) WITHOUT ROWID;
CREATE TABLE spellings (length INTEGER PRIMARY KEY, words TEXT);
CREATE TABLE names (compact TEXT, document INTEGER, field INTEGER, PRIMARY KEY (compact, document)) WITHOUT ROWID;
CREATE TABLE exact_terms (term INTEGER, document INTEGER, PRIMARY KEY (term, document)) WITHOUT ROWID;
CREATE TABLE synonyms (phrase TEXT, row INTEGER, PRIMARY KEY (phrase, row)) WITHOUT ROWID;
CREATE INDEX synonym_rows ON synonyms (row);
"""
"""The SQL schema. `summary` and `body` start with a checksum; `term` is a hash (see `term_number`)."""

FIELD_BITS = 3
"""The number of low bits of a row id in `texts` and `stems` that encode the field; the others are the document."""

_FIELDS, _NAMING = tuple(Field), (Field.TITLE, Field.NAME)
_TEXTS, _STEMS = (f"INSERT INTO {table} (rowid, text) VALUES (?, ?)" for table in ("texts", "stems"))
_ENTRIES, _RECORDS = "INSERT INTO entries VALUES (?, ?, ?, ?)", "INSERT INTO records VALUES (?, ?)"
_NAMES = "INSERT OR IGNORE INTO names VALUES (?, ?, ?)"

_WORDS = f"""
SELECT term, count(DISTINCT doc >> {FIELD_BITS}), max(doc & {(1 << FIELD_BITS) - 1} != :text)
FROM temp.instances GROUP BY term
"""
"""The query for each word, the number of documents with it, and 1 if it occurs in another field than `Field.TEXT`."""

_COLLECT, _ROWS_AT_ONCE = "INSERT INTO collected VALUES (?, ?)", 200

# Bytes of a CRC-32, and of the hash of a term, which must fit into a signed 64-bit integer of SQLite.
_CHECKSUM, _TERM = 4, 6


def write(
    connection: sqlite3.Connection,
    entries: Iterable[Entry],
    synonyms: Iterable[Sequence[str]],
    progress: Callable[[int], None] | None = None,
) -> None:
    """Write a release into an empty database. `progress`: a function that receives the number of entries so far."""
    connection.executescript(LAYOUT)
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("CREATE TEMPORARY TABLE collected (term INTEGER, document INTEGER)")
    title_lengths, priors, groups = [0], [0.0], [0]
    titles: dict[str, int] = {}
    accessions = set[str]()
    rows = _RowBuffer(connection)
    for document, entry in enumerate(entries, start=1):
        _write_entry(rows, document, entry)
        accessions.update(entry.accessions)
        entitled = entry.texts.get(Field.TITLE, ())
        title_lengths.append(title_length(entitled) if entitled else 0)
        title = "\n".join(map(fold.compact, entitled))
        groups.append(titles.setdefault(title, document) if title else document)
        priors.append(entry.prior or 0)  # as an integer, 0 takes less space
        if progress is not None:
            progress(document)
    rows.write()
    lists = {"title length": title_lengths, "title group": groups, "prior": priors, "accession": sorted(accessions)}
    connection.executemany(
        "INSERT INTO lists VALUES (?, ?)",
        ((name, checksummed(msgspec.msgpack.encode(values))) for name, values in lists.items()),
    )
    # Terms are inserted sorted, at the end: inserted one by one, they would leave a third of each page empty.
    connection.execute("INSERT OR IGNORE INTO exact_terms SELECT term, document FROM collected ORDER BY 1, 2")
    connection.execute("DROP TABLE collected")
    names = ((name, number) for number, row in enumerate(synonyms) for name in row)
    connection.executemany("INSERT OR IGNORE INTO synonyms VALUES (?, ?)", names)
    for table in ("texts", "stems"):
        # This merges the segments of the index into one, which is faster to query.
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
    _write_words(connection)


class _RowBuffer:
    """A buffer of rows, which writes many rows with one call of `executemany`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._waiting: defaultdict[str, list[tuple[object, ...]]] = defaultdict(list)

    def add(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        waiting = self._waiting[statement]
        waiting += rows
        if len(waiting) >= _ROWS_AT_ONCE:
            self._connection.executemany(statement, waiting)
            waiting.clear()

    def write(self) -> None:
        """Write the rows that are still in the buffer."""
        for statement, waiting in self._waiting.items():
            self._connection.executemany(statement, waiting)
        self._waiting.clear()


def _write_entry(rows: _RowBuffer, document: int, entry: Entry) -> None:
    rows.add(_ENTRIES, [(document, entry.key, entry.category, checksummed(entry.summary))])
    rows.add(_COLLECT, zip(map(term_number, dict.fromkeys(entry.exact_terms)), repeat(document)))
    if entry.record:
        rows.add(_RECORDS, [(document, checksummed(entry.record))])
    if entry.texts:
        for field in _FIELDS:
            if parts := [fold.folded(part) for part in entry.texts.get(field, ())]:
                row = document << FIELD_BITS | field
                rows.add(_TEXTS, [(row, _searchable(parts))])
                rows.add(_STEMS, [(row, " ".join(set[str]().union(*(part.stems for part in parts))))])
        for field in _NAMING:
            names = chain.from_iterable(map(exact_forms, entry.texts.get(field, ())))
            rows.add(_NAMES, zip(names, repeat(document), repeat(field)))


def _searchable(parts: Sequence[fold.Folded]) -> str:
    """Join the tokens of a field and its joined terms; the word `0fence0` keeps phrases from matching across parts."""
    joined = dict.fromkeys(chain.from_iterable(part.joined_terms for part in parts))
    return " 0fence0 ".join([*(" ".join(part.tokens) for part in parts), *joined])


def _write_words(connection: sqlite3.Connection) -> None:
    """Write each word with its number of documents, and the words that can correct a misspelling, grouped by length.

    Corrections are words of at least `SHORTEST_CORRECTION` letters that occur outside of texts, or in `OFTEN` texts.
    """
    connection.execute("CREATE VIRTUAL TABLE temp.instances USING fts5vocab(main, texts, instance)")
    words = connection.execute(_WORDS, {"text": Field.TEXT}).fetchall()
    connection.executemany("INSERT INTO words VALUES (?, ?)", ((word, documents) for word, documents, *_ in words))
    by_length: defaultdict[int, list[str]] = defaultdict(list)
    for word, documents, is_name in words:
        if (is_name or documents >= OFTEN) and len(word) >= SHORTEST_CORRECTION and word.isalpha():
            by_length[len(word)].append(word)
    spellings = ((length, " ".join(words)) for length, words in by_length.items())
    connection.executemany("INSERT INTO spellings VALUES (?, ?)", spellings)


def term_number(term: str) -> int:
    """Return the hash that is stored instead of an exact term.

    Terms are only compared as wholes, and a hash takes a third of the space.
    """
    return int.from_bytes(hashlib.blake2b(term.encode(errors="surrogatepass"), digest_size=_TERM).digest(), "big")


def checksummed(blob: bytes) -> bytes:
    """Prefix a blob with its checksum."""
    # SQLite has no checksums: without them, a flipped bit on the disk would end up in an answer.
    return zlib.crc32(blob).to_bytes(_CHECKSUM, "big") + blob


def verified(stored: bytes) -> bytes:
    """Return a stored blob without its checksum. Raises: sqlite3.DatabaseError if the checksum does not match."""
    blob = stored[_CHECKSUM:]
    if zlib.crc32(blob).to_bytes(_CHECKSUM, "big") != stored[:_CHECKSUM]:
        raise sqlite3.DatabaseError("a checksum does not match")
    return blob


if __name__ == "__main__":
    main()
