"""How pathways are found: the share of plain-language queries that are answered rightly, and what the search reads.

    python bench/pathway_search.py quality UPSTREAM [--misses]
    python bench/pathway_search.py depth UPSTREAM

UPSTREAM: the folder of the upstreams' data, of which the catalogues are built.

- `quality`: top-1, top-5 and mean reciprocal rank, by the index alone. Beside our search, for scale: the substring
  search of the reference clients (whole query, any field, file order).
- `depth`: the index alone, and with the drawings (after `sync`, or when the archive came by itself). Labels and words
  of descriptions are counted as pairs with their pathway, over all drawings; `not found`: those that the text index
  does not hold for their pathway. Of each query's times the shortest of five counts.
"""

import json
import sqlite3
import tempfile
import time
import zipfile
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import anyio.to_thread
from _shared import Ranks, command_line, spread, table
from _truth import in_text, index_rows

from biofacts.adapters.http.ontologies import read_terms
from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.client import read_drawings
from biofacts.adapters.http.wikipathways.index_files import read_listed
from biofacts.adapters.local.catalogue_entries.pathways import GPML, ONTOLOGY, TEXT, drawn, index_terms
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed
from biofacts.adapters.local.pathways.archive import EnrichedListing
from biofacts.adapters.local.search.thesaurus import with_ontologies
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.adapters.sqlite.full_text_index import SqliteIndex
from biofacts.domain.search.index import Phrase, numbers_of
from biofacts.domain.search.query import QueryHints
from biofacts.domain.text import clean, fold
from biofacts.ports.catalogue import Content, ReleaseInfo
from biofacts.ports.published_files import Unreadable

Term = Mapping[str, Any]
TERMS: Sequence[Term] = json.loads((Path(__file__).parent / "pathway_terms.json").read_text())
ROUNDS = 5


class Built(NamedTuple):
    """A store with the catalogues, and what the text index took."""

    store: SqliteCatalogueStore
    seconds: float
    megabytes: float


@asynccontextmanager
async def built(upstream: Path, *, drawings: bool) -> AsyncGenerator[Built]:
    now = datetime.now(UTC)
    info = ReleaseInfo(release="bench", retrieved=now, checked=now)
    with tempfile.TemporaryDirectory() as folder:
        async with SqliteCatalogueStore(Path(folder)) as store:

            async def publish(name: str, indexed: Indexed) -> None:
                await store.publish(name, Content(info=info, entries=indexed.entries, synonyms=indexed.synonyms))

            await publish(ONTOLOGY, index_terms(read_terms((upstream / "ontology/pw.obo").read_bytes())))
            if drawings:
                archive = read_drawings("assets", (upstream / "wikipathways/assets.zip").read_bytes())
                entries = (drawn(one) for one in archive if not isinstance(one, Unreadable))
                await publish(GPML, Indexed(entries=entries))
            started = time.perf_counter()
            rows = read_listed((upstream / "wikipathways/json/findPathwaysByText.json").read_bytes())
            await publish(TEXT, await anyio.to_thread.run_sync(EnrichedListing(store), rows))
            seconds = time.perf_counter() - started
            yield Built(store, seconds, ((await store.describe(TEXT)).bytes or 0) / 1e6)


async def asked(store: SqliteCatalogueStore, term: Term) -> tuple[list[str], float]:
    """The first pathways, and the seconds of the search."""
    text, thesaurus = await store.newest(TEXT), await store.newest(ONTOLOGY)
    assert text is not None
    assert thesaurus is not None
    started = time.perf_counter()
    known = await with_ontologies(QueryHints(), term["query"], [thesaurus])
    found = await text.search(term["query"], offset=0, limit=100, category=term.get("organism"), hints=known)
    return [hit.key for hit in found.hits], time.perf_counter() - started


async def quality(upstream: Path, *, misses: bool = False) -> None:
    """Ask every query."""
    rows = index_rows(upstream, "findPathwaysByText")
    titles = {row["id"]: row["name"] for row in rows}
    groups: defaultdict[str, Ranks] = defaultdict(lambda: Ranks(5))
    times: list[float] = []
    async with built(upstream, drawings=False) as there:
        for term in TERMS:
            answers, took = await asked(there.store, term)
            times.append(took)
            groups["all"].add(answers, term["right"], term["first"])
            place = groups[term["group"]].add(answers, term["right"], term["first"])
            if misses and (place is None or place > 5 or answers[0] not in term["first"]):
                shown = [f"{key} {titles[key]}" for key in answers[:5]]
                wanted = f"first {term['first']}, right {term['right'][:4]}"
                print(f"{term['group']:<12} {term['query']!r}: wanted {wanted}, got {shown}")
            plain = [row["id"] for row in in_text(rows, term["query"], term.get("organism"))]
            groups["substring"].add(plain, term["right"], term["first"])
    order = [*sorted(groups.keys() - {"all", "substring"}), "all", "substring"]
    print(table(("group", *Ranks.head(5)), [(name, *groups[name].row) for name in order]))
    print(f"time per search: {spread(times)}")


def phrases(upstream: Path) -> Iterator[tuple[str, str, set[Phrase]]]:
    """What should be found of each drawing: folded labels of its nodes, and words of its description."""
    with zipfile.ZipFile(upstream / "wikipathways/assets.zip") as assets:
        for name in assets.namelist():
            if name.endswith(".gpml"):
                drawing = gpml.read(assets.read(name))
                words = fold.tokens(clean.without_links(drawing.description or ""))
                labels = {tuple(fold.tokens(node.label)) for node in drawing.components.nodes}
                yield drawing.local_id, "labels not found", labels - {()}
                yield drawing.local_id, "words of descriptions not found", {(word,) for word in words}


async def missing(store: SqliteCatalogueStore, upstream: Path) -> Mapping[str, str]:
    """Pairs of a pathway and a label, or a word of its description: those not found, and all."""
    status = await store.describe(TEXT)
    assert status.path is not None
    wanted: defaultdict[str, defaultdict[Phrase, set[int]]] = defaultdict(lambda: defaultdict(set))
    with closing(sqlite3.connect(f"file:{status.path}?mode=ro", uri=True)) as connection:
        document = dict(connection.execute("SELECT key, document FROM entries"))
        index = SqliteIndex(connection.execute)
        for local_id, what, found in phrases(upstream):
            for phrase in found if local_id in document else ():
                wanted[what][phrase].add(document[local_id])
        lost = {
            what: sum(
                len(documents.difference(numbers_of(index.postings([phrase]).documents)))
                for phrase, documents in phrased.items()
            )
            for what, phrased in wanted.items()
        }
    return {what: f"{lost[what]:,} of {sum(map(len, phrased.values())):,}" for what, phrased in wanted.items()}


async def depth(upstream: Path) -> None:
    """Look for all that is drawn and described."""
    columns: list[Mapping[str, str]] = []
    for drawings in (False, True):
        async with built(upstream, drawings=drawings) as there:
            ranks, times = Ranks(5), list[float]()
            for term in TERMS:
                found = [await asked(there.store, term) for _ in range(ROUNDS)]
                ranks.add(found[0][0], term["right"], term["first"])
                times.append(min(took for _, took in found))
            columns.append({
                **await missing(there.store, upstream),
                "right first / in the first five": " / ".join(map(str, ranks.row[1:3])),
                "search": spread(times),
                "text index, MB": f"{there.megabytes:.1f}",
                "built in, s": f"{there.seconds:.1f}",
            })  # fmt: skip
    print(table(("", "index", "full"), [(name, *(column[name] for column in columns)) for name in columns[0]]))


if __name__ == "__main__":
    command_line(__doc__, quality, depth)
