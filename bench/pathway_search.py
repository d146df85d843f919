"""How pathways are found: the share of plain-language queries that are answered rightly, and what the search reads.

    python bench/pathway_search.py quality UPSTREAM [--misses]
    python bench/pathway_search.py depth UPSTREAM

UPSTREAM: the folder of the upstreams' data; nothing is fetched.

- `quality`: top-1, top-5 and mean reciprocal rank. Beside our search, in the same run, for scale: the substring search
  of the reference clients (whole query, any field, file order).
- `depth`: the index alone, and with the drawings (after `sync`, or when the archive came by itself). Labels and words
  of descriptions are counted as pairs with their pathway, over all drawings; `not found`: those that the text index
  does not hold for their pathway. Of each query's times, in processes of their own, the shortest counts.
"""

import json
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
from _multiplied import CATALOGUES
from _shared import command_line, content, quantile, table

from biofacts.adapters.http.ontologies import read_terms
from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.index_files import read_listed
from biofacts.adapters.local.entries.pathways import GPML, ONTOLOGY, TEXT, index_listed, index_terms
from biofacts.adapters.local.pathways.archive import EnrichedListing
from biofacts.adapters.local.search.synonyms import with_ontologies
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.adapters.sqlite.index import SqliteIndex
from biofacts.domain.pathways.pathway import Drawing
from biofacts.domain.search.index import Phrase
from biofacts.domain.search.query import Known
from biofacts.domain.text import clean, fold
from biofacts.ports.catalogue import ReleaseInfo

TERMS = Path(__file__).parent / "pathway_terms.json"


def substring_search(rows: list[dict[str, str]], query: str, organism: str | None) -> list[str]:
    return [
        row["id"]
        for row in rows
        if organism in (None, row["species"]) and any(query.casefold() in value.casefold() for value in row.values())
    ]


def rank(answers: list[str], right: set[str]) -> int | None:
    return next((place for place, answer in enumerate(answers, start=1) if answer in right), None)


class Tally:
    def __init__(self) -> None:
        self.asked = self.top1 = self.top5 = 0
        self.reciprocal = 0.0

    def add(self, term: Mapping[str, Any], answers: list[str]) -> bool:
        place = rank(answers, set(term["right"]))
        self.asked += 1
        self.top1 += bool(answers) and answers[0] in term["first"]
        self.top5 += place is not None and place <= 5
        self.reciprocal += 1 / place if place else 0
        return place is not None and place <= 5 and answers[0] in term["first"]

    def row(self, name: str) -> str:
        shares = f"{self.top1 / self.asked:>7.1%} {self.top5 / self.asked:>7.1%} {self.reciprocal / self.asked:>6.3f}"
        return f"{name:<16} {self.asked:>5} {shares}"


async def quality(upstream: Path, *, misses: bool = False) -> None:
    """Ask every query."""
    text_file, ontology_file = upstream / TEXT_FILE, upstream / "ontology" / "pw.obo"
    terms = json.loads(TERMS.read_text())
    rows = json.loads(text_file.read_text())["pathwayInfo"]
    titles = {row["id"]: row["name"] for row in rows}
    now = datetime.now(UTC)
    info = ReleaseInfo(release="bench", retrieved=now, checked=now)
    with tempfile.TemporaryDirectory() as folder:
        async with SqliteCatalogueStore(Path(folder)) as store:
            listed = content(index_listed(read_listed(text_file.read_bytes())), info)
            catalogue = await store.publish("text", listed)
            thesaurus = await store.publish(
                "ontology", content(index_terms(read_terms(ontology_file.read_bytes())), info)
            )

            async def ours(query: str, organism: str | None) -> list[str]:
                known = await with_ontologies(Known(), query, [thesaurus])
                ranked = await catalogue.search(query, offset=0, limit=100, category=organism, known=known)
                return [hit.key for hit in ranked.hits]

            groups: dict[str, Tally] = defaultdict(Tally)
            substring = Tally()
            times: list[float] = []
            for term in terms:
                started = time.perf_counter()
                answers = await ours(term["query"], term.get("organism"))
                times.append(time.perf_counter() - started)
                groups["all"].add(term, answers)
                if not groups[term["group"]].add(term, answers) and misses:
                    shown = [f"{key} {titles[key]}" for key in answers[:5]]
                    wanted = f"first {term['first']}, right {term['right'][:4]}"
                    print(f"{term['group']:<12} {term['query']!r}: wanted {wanted}, got {shown}")
                substring.add(term, substring_search(rows, term["query"], term.get("organism")))
    print(f"{'group':<16} {'asked':>5} {'top-1':>7} {'top-5':>7} {'MRR':>6}")
    for name in sorted(groups, key=lambda name: (name == "all", name)):
        print(groups[name].row(name))
    print(substring.row("substring"))
    print(f"time per search: median {quantile(times, 0.5) * 1e3:.1f} ms, p95 {quantile(times, 0.95) * 1e3:.1f} ms")


# What it reads


TEXT_FILE = "wikipathways/json/findPathwaysByText.json"
DEPTHS = ("index", "full")
ROUNDS = 5


def drawings(upstream: Path) -> Iterable[Drawing]:
    with zipfile.ZipFile(upstream / "wikipathways/assets.zip") as assets:
        for name in assets.namelist():
            if name.endswith(".gpml"):
                yield gpml.read(assets.read(name))


async def build(upstream: Path, folder: Path, depth: str) -> dict[str, float]:
    """The catalogues of one depth; what the text index took."""
    now = datetime.now(UTC)
    info = ReleaseInfo(release="bench", retrieved=now, checked=now)
    async with SqliteCatalogueStore(folder) as store:
        for name in (ONTOLOGY, *((GPML,) if depth == "full" else ())):
            made = CATALOGUES[name]
            body = (upstream / made.path).read_bytes()
            body = body if name == ONTOLOGY else made.multiplied(body, 1)
            await store.publish(name, content(made.indexed(body), info))
        started = time.perf_counter()
        rows = read_listed((upstream / TEXT_FILE).read_bytes())
        indexed = await anyio.to_thread.run_sync(EnrichedListing(store), rows)
        await store.publish(TEXT, content(indexed, info))
        seconds = time.perf_counter() - started
        status = await store.describe(TEXT)
    return {"seconds": seconds, "megabytes": (status.bytes or 0) / 1e6}


def phrases(drawing: Drawing) -> Mapping[str, set[Phrase]]:
    """What should be found of a drawing: folded labels of its nodes, and words of its description."""
    words = fold.tokens(clean.without_links(drawing.description or ""))
    labels = {tuple(fold.tokens(node.label)) for node in drawing.components.nodes}
    return {"labels": labels - {()}, "description's words": {(word,) for word in words}}


async def missing(upstream: Path, folder: Path) -> dict[str, list[int]]:
    """Pairs of a pathway and a label, or a word of its description: those not found, and all."""
    async with SqliteCatalogueStore(folder) as store:
        status = await store.describe(TEXT)
    connection = sqlite3.connect(f"file:{status.path}?mode=ro", uri=True)
    document = dict(connection.execute("SELECT key, document FROM entries"))
    index = SqliteIndex(connection.execute)
    wanted: dict[str, dict[Phrase, set[int]]] = {}
    for drawing in drawings(upstream):
        if drawing.local_id in document:
            for what, found in phrases(drawing).items():
                for phrase in found:
                    wanted.setdefault(what, {}).setdefault(phrase, set()).add(document[drawing.local_id])
    return {
        what: [
            sum(len(documents - index.postings([phrase]).keys()) for phrase, documents in phrased.items()),
            sum(map(len, phrased.values())),
        ]
        for what, phrased in wanted.items()
    }


async def ask(folder: Path) -> dict[str, Any]:
    """The share of right answers, and the time of each search."""
    terms: list[dict[str, Any]] = json.loads(TERMS.read_text())
    top1 = top5 = 0
    times: list[float] = []
    async with SqliteCatalogueStore(folder) as store:
        text, thesaurus = await store.newest(TEXT), await store.newest(ONTOLOGY)
        assert text is not None
        assert thesaurus is not None
        for term in terms:
            known = await with_ontologies(Known(), term["query"], [thesaurus])
            started = time.perf_counter()
            found = await text.search(term["query"], offset=0, limit=50, category=term.get("organism"), known=known)
            times.append(time.perf_counter() - started)
            keys = [hit.key for hit in found.hits]
            top1 += bool(keys) and keys[0] in term["first"]
            top5 += any(key in term["right"] for key in keys[:5])
    return {"top1": top1 / len(terms), "top5": top5 / len(terms), "times": times}


def apart(*arguments: object) -> Any:
    """One job of this script in a process of its own."""
    command = [sys.executable, __file__, *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def depth(upstream: Path) -> None:
    """Look for all that is drawn and described."""
    columns: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for read in DEPTHS:
            place = Path(folder) / read
            built = apart("build", upstream, place, read)
            lost = apart("missing", upstream, place)
            rounds = [apart("ask", place) for _ in range(ROUNDS)]
            first = rounds[0]
            best = [min(times) for times in zip(*(one["times"] for one in rounds), strict=True)]
            columns.append(
                [
                    *(f"{few:,} of {all_:,}" for few, all_ in lost.values()),
                    f"{first['top1']:.1%} / {first['top5']:.1%}",
                    *(f"{quantile(best, share) * 1e3:.2f}" for share in (0.5, 0.95)),
                    f"{built['megabytes']:.1f}",
                    f"{built['seconds']:.1f}",
                ]
            )
    names = [
        "labels not found", "words of descriptions not found", "right first / in the first five",
        "search, median ms", "search, p95 ms", "text index, MB", "built in, s",
    ]  # fmt: skip
    print(table(["", *DEPTHS], [[name, *cells] for name, *cells in zip(names, *columns, strict=True)], words=1))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["build", upstream, folder, read]:
            print(json.dumps(anyio.run(build, Path(upstream), Path(folder), read)))
        case ["missing", upstream, folder]:
            print(json.dumps(anyio.run(missing, Path(upstream), Path(folder))))
        case ["ask", folder]:
            print(json.dumps(anyio.run(ask, Path(folder))))
        case _:
            command_line(__doc__, quality, depth)
