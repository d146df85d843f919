"""How good the search is: top-1, top-5 and mean reciprocal rank over a set of plain-language queries.

    python bench/search_quality.py TEXT_FILE ONTOLOGY_FILE [--misses]

TEXT_FILE: findPathwaysByText.json; ONTOLOGY_FILE: pw.obo. Beside our search, in the same run: the substring search of
the reference clients (whole query, any field, file order), for scale.
"""

import argparse
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
from _shared import content, quantile

from biofacts.adapters.http.ontologies import read_terms
from biofacts.adapters.http.wikipathways.index_files import read_listed
from biofacts.adapters.local.entries.pathways import index_listed, index_terms
from biofacts.adapters.local.search.synonyms import with_ontologies
from biofacts.adapters.sqlite.release_store import SqliteCatalogueStore
from biofacts.domain.search.query import Known
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


async def main(text_file: Path, ontology_file: Path, *, misses: bool) -> None:
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text_file", type=Path)
    parser.add_argument("ontology_file", type=Path)
    parser.add_argument("--misses", action="store_true", help="print every query without a right first answer")
    known = parser.parse_args()
    anyio.run(lambda: main(known.text_file, known.ontology_file, misses=known.misses))
