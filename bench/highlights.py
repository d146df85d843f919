"""Light up every node by the identifier that it is drawn with, and compounds by every number of PubChem.

Run with: BIOFACTS_CACHE_DIR=DIR uv run python bench/highlights.py UPSTREAM [--every 1] [--numbers 3000]
The catalogues are present, and nothing is fetched. For each database: how many nodes are lit up by their own
identifier, in human pathways and in others. Of the numbers 1 to N of PubChem: how often one lights up a compound, and
how often a gene, which must be never: the exit code.
"""

import argparse
import re
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree.ElementTree import fromstring

import biofacts
from biofacts.application.pictures.draw import MOST

GPML = "{http://pathvisio.org/GPML/2013a}"
CROWDED = 40
"""Nodes from which on a pathway is asked for the numbers of PubChem."""
_PLAIN = re.compile(r"[\w.:-]+")
_PREFIXES = {"ChEBI": "CHEBI", "RGD": "RGD", "PubChem-compound": "PubChem.compound", "Chemspider": "ChemSpider"}
"""Of databases whose bare numbers are of no one kind."""


def batched(names: Sequence[str]) -> Iterator[Sequence[str]]:
    yield from (names[start : start + MOST] for start in range(0, len(names), MOST))


class Node:
    """A data node as the GPML has it."""

    def __init__(self, kind: str, database: str, identifier: str) -> None:
        self.kind, self.database = kind, database
        prefix = _PREFIXES.get(database) if identifier.isdecimal() else None
        self.identifier = f"{prefix}:{identifier}" if prefix else identifier


def drawings(upstream: Path, every: int) -> Iterator[tuple[str, str, dict[str, Node]]]:
    """Id, organism and identified nodes of pathways."""
    with zipfile.ZipFile(upstream / "wikipathways/assets.zip") as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".gpml"))
        for name in names[::every]:
            root, nodes = fromstring(archive.read(name)), dict[str, Node]()
            for one in root.iter(f"{GPML}DataNode"):
                xref = one.find(f"{GPML}Xref")
                found = "" if xref is None else (xref.get("ID") or "").strip()
                if xref is not None and one.get("GraphId") and _PLAIN.fullmatch(found):
                    nodes[one.get("GraphId", "")] = Node(one.get("Type", ""), xref.get("Database", ""), found)
            yield Path(name).stem, root.get("Organism", ""), nodes


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("upstream", type=Path)
    asked.add_argument("--every", type=int, default=1, help="of the pathways only each n-th")
    asked.add_argument("--numbers", type=int, default=3000, help="of PubChem, in each 50th crowded pathway")
    given = asked.parse_args()
    lit, all_nodes, genes, carried, pathways = Counter[str](), Counter[str](), list[str](), 0, 0
    started = time.monotonic()
    with biofacts.open(source="offline") as facts:
        for local_id, organism, nodes in drawings(given.upstream, given.every):
            pathway = f"WP:{local_id.split('_')[0]}"
            where = "human" if organism == "Homo sapiens" else "other"
            for some in batched(sorted({node.identifier for node in nodes.values()})):
                found = facts.draw(pathway, highlight=some).shown.highlighted
                for name, node in nodes.items():
                    if node.identifier in some:
                        all_nodes[f"{node.database or '(none)'}, {where}"] += 1
                        lit[f"{node.database or '(none)'}, {where}"] += name in found.get(node.identifier, ())
            if len(nodes) > CROWDED:
                pathways += 1
                if pathways % 50 == 1:
                    more, wrong = numbers(facts, pathway, nodes, given.numbers)
                    carried += more
                    genes += wrong
    print(f"{'database of the drawn identifier':45} lit up   of   share")
    for name, number in sorted(all_nodes.items(), key=lambda one: -one[1]):
        if number >= 20:
            print(f"{name:45} {lit[name]:6} {number:6}   {lit[name] / number:.3f}")
    print(f"{sum(lit.values())} of {sum(all_nodes.values())} nodes, {time.monotonic() - started:.0f} s")
    print(f"numbers of PubChem: {carried} light up compounds, {len(genes)} genes {genes[:5]}")
    return bool(genes)


def numbers(facts: biofacts.Facts, pathway: str, nodes: dict[str, Node], most: int) -> tuple[int, Sequence[str]]:
    """How many numbers of PubChem light up a compound, and which light up a gene."""
    right, wrong = 0, list[str]()
    for some in batched([f"PubChem:CID{number}" for number in range(1, most + 1)]):
        for name, ids in facts.draw(pathway, highlight=some).shown.highlighted.items():
            if any(one in nodes and nodes[one].kind in ("GeneProduct", "Protein", "Rna") for one in ids):
                wrong.append(f"{name} in {pathway}")
            else:
                right += 1
    return right, wrong


if __name__ == "__main__":
    sys.exit(main())
