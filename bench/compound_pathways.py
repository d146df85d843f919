"""How true the pathways of compounds are: pairs lost and foreign, against a join of the raw files.

    python bench/compound_pathways.py UPSTREAM

Reads the catalogues of BIOFACTS_CACHE_DIR (`biofacts sync wikipathways` fetches them). UPSTREAM: the folder
of the upstreams' data. The truth is read by other code than biofacts': a pathway carries an identifier when a node is
drawn with it (WPn.gpml), when a row of its table has it in any column (WPn-datanodes.tsv), or when the index file
lists it (findPathwaysByXref.json). Every identifier that any pathway carries is asked for. Lost: a pathway that
carries it and is not in the answer as `identifier`; a pathway that carries another form of its structure and is not
in the answer at all. Foreign: a pathway in the answer in which no node is the compound: by the identifier itself, by
an InChIKey that nodes tie to it, or, on a node without an InChIKey, by another identifier that they tie to it; as
`same skeleton`: none with a skeleton of these InChIKeys.
"""

import csv
import io
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from _shared import command_line, present, table, tell
from _truth import has_form, index_rows, nodes_drawn, of_archive

from biofacts.application.links.find_links import FindLinks
from biofacts.composition.container import running
from biofacts.ports.pathways import PathwaySource, SoughtCompound

Identifier = tuple[str, str]
"""A kind, and a value as the kind is written."""

_SEED = 20261122
_DRAWN = {
    "chebi": "chebi", "chebi compound": "chebi", "inchikey": "inchikey", "hmdb": "hmdb",
    "kegg genes": "kegg_compound", "kegg compound": "kegg_compound", "kegg drug": "kegg_compound",
    "kegg glycan": "kegg_compound", "cas": "cas", "pubchem-compound": "pubchem_compound",
    "lipid maps": "lipidmaps", "chemspider": "chemspider", "wikidata": "wikidata",
}  # fmt: skip
_TOKENS = {
    "chebi": "chebi", "inchikey": "inchikey", "hmdb": "hmdb", "kegg.compound": "kegg_compound", "cas": "cas",
    "pubchem.compound": "pubchem_compound", "lipidmaps": "lipidmaps", "chemspider": "chemspider",
    "wikidata": "wikidata",
}  # fmt: skip
_OF_GENES = frozenset({"wikidata"})


class Node(NamedTuple):
    """A node; or, for one token of the index file, some node (`is_listed`)."""

    identifiers: frozenset[Identifier]
    pathway: str
    is_listed: bool = False

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(value for kind, value in self.identifiers if kind == "inchikey")


def tail(value: str) -> str:
    """What follows a prefix."""
    return " ".join(value.split()).rpartition(":")[2].strip()


def identifier(kind: str, value: str) -> Identifier | None:
    """As it is written; None where it is malformed."""
    value = tail(value)
    if kind == "chebi":
        value = f"CHEBI:{value}"
    if kind == "hmdb" and re.fullmatch(r"HMDB\d{5}", value):
        value = f"HMDB00{value[4:]}"
    return (kind, value) if has_form(kind, value) else None


def tokens(cell: str) -> Iterator[Identifier]:
    for token in re.split("[;,]", cell):
        prefix, _, value = token.strip().rpartition(":")
        if (kind := _TOKENS.get(prefix.lower())) and (found := identifier(kind, value)):
            yield found


def nodes(upstream: Path) -> Iterator[Node]:
    """Every drawn node with what its row of the table says, every row, and every pathway of the index file."""
    rows: list[Row] = []
    for local_id, is_drawing, body in of_archive(upstream):  # a table stands before its drawing
        if is_drawing:
            yield from in_drawing(body, local_id, rows)
            rows = []
        else:
            rows = list(rows_of(body))
            yield from (Node(carried, local_id) for _, _, carried in rows if is_compound(carried))
    for row in index_rows(upstream, "findPathwaysByXref"):
        for field in ("chebi", "inchikey", "wikidata", "uniprot", "hgnc"):
            yield from (Node(frozenset({one}), row["id"], True) for one in tokens(row[field]))


Row = tuple[str, str, frozenset[Identifier]]
"""A label, the drawn identifier without its prefix, and everything in the row."""


def spelt(text: str) -> str:
    return "".join(text.split()).casefold()


def rows_of(body: bytes) -> Iterator[Row]:
    for row in csv.reader(io.StringIO(body.decode()), delimiter="\t"):
        at = next((n for n, cell in enumerate(row) if n and cell in ("GeneProduct", "Protein", "Metabolite")), None)
        if at is not None and len(row) > at + 1:
            carried = frozenset(one for cell in row[at + 1 :] for one in tokens(cell))
            yield spelt("".join(row[:at])), tail(row[at + 1]).casefold(), carried


def in_drawing(body: bytes, pathway: str, rows: Iterable[Row]) -> Iterator[Node]:
    by_name: defaultdict[tuple[str, str], frozenset[Identifier]] = defaultdict(frozenset)
    for label, drawn, carried in rows:
        by_name[label, drawn] |= carried
    for node in nodes_drawn(body):
        kind = _DRAWN.get(" ".join(node.database.split()).casefold())
        own = identifier(kind, node.identifier) if kind else None
        mapped = by_name[spelt(node.label), node.identifier.rpartition(":")[2].strip().casefold()]
        carried = mapped | frozenset([own] if own else [])
        if is_compound(carried) or (carried and node.type == "Metabolite"):
            yield Node(carried, pathway)


def is_compound(identifiers: Iterable[Identifier]) -> bool:
    return any(kind not in _OF_GENES for kind, _ in identifiers)


class Truth:
    """The join."""

    def __init__(self, everything: Iterable[Node]) -> None:
        self.carrying: defaultdict[Identifier, set[str]] = defaultdict(set)
        self.with_skeleton: defaultdict[str, set[str]] = defaultdict(set)
        self.nodes_with: defaultdict[Identifier, set[Node]] = defaultdict(set)
        for node in set(everything):
            for one in node.identifiers:
                self.carrying[one].add(node.pathway)
                if not node.is_listed:
                    self.nodes_with[one].add(node)
            for key in node.keys:
                self.with_skeleton[key[:14]].add(node.pathway)

    def keys(self, asked: Identifier) -> frozenset[str]:
        if asked[0] == "inchikey":
            return frozenset({asked[1]})
        found = [node.keys for node in self.nodes_with[asked]]
        single = [keys for keys in found if len(keys) == 1]
        return frozenset[str]().union(*(single or found))

    def allowed(self, asked: Identifier) -> set[str]:
        """Where some node is the compound."""
        keys = self.keys(asked)
        right = self.carrying[asked].union(*(self.carrying["inchikey", key] for key in keys))
        ties = {*self.nodes_with[asked]}.union(*(self.nodes_with["inchikey", key] for key in keys))
        others = {one for node in ties if node.keys and node.keys <= keys for one in node.identifiers}
        return right | {node.pathway for one in others for node in self.nodes_with[one] if not node.keys}

    def forms(self, asked: Identifier) -> set[str]:
        return set[str]().union(*(self.with_skeleton[key[:14]] for key in self.keys(asked)))


async def compare(source: PathwaySource, truth: Truth) -> None:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    examples: list[str] = []
    for asked, right in sorted(truth.carrying.items()):
        found = await source.with_compound(SoughtCompound(in_query=(asked,)), None)
        assert found is not None
        answer: defaultdict[str, set[str]] = defaultdict(set)
        for one in found.pathways:
            answer[one.matched_on].add(one.local_id)
        exact, forms = answer["identifier"], answer["same skeleton"]
        allowed, related = truth.allowed(asked), truth.forms(asked)
        wrong = {
            "lost": right - exact,
            "tied lost": allowed - exact,
            "forms lost": related - exact - forms,
            "foreign": exact - allowed,
            "foreign forms": forms - related,
        }
        counts[asked[0]] += Counter(identifiers=1, pairs=len(right), tied=len(allowed), forms=len(forms))
        for name, pathways in wrong.items():
            counts[asked[0]][name] += len(pathways)
            examples += [f"{name}: {asked[1]} {one}" for one in sorted(pathways)[:1]]
    columns = ("identifiers", "pairs", "lost", "tied", "tied lost", "foreign", "forms", "forms lost", "foreign forms")
    total = sum(counts.values(), Counter[str]())
    lines = [(kind, *(row[column] for column in columns)) for kind, row in [*counts.items(), ("all", total)]]
    print(table(("kind", *columns), lines))
    tell("compound pathways", total["pairs"], total["pairs"] - total["lost"], total["foreign"])
    for line in random.Random(_SEED).sample(examples, min(10, len(examples))):
        print(line)


async def both_sides(links: FindLinks, truth: Truth) -> None:
    """The pairs that `find_links` lists from either side, of every compound with a CID and every pathway."""
    pathways = sorted({one for several in truth.carrying.values() for one in several})
    found = {
        one: {each.id for each in (await links.whole(f"WP:{one}", "pathway", "compound")).entities} for one in pathways
    }
    forth = {(compound, f"WP:{one}") for one, compounds in found.items() for compound in compounds}
    cids = {f"PubChem:CID{value}" for kind, value in truth.carrying if kind == "pubchem_compound"}
    back = {
        (compound, one.id)
        for compound in sorted(cids | {compound for compound, _ in forth})
        for one in (await links.whole(compound, "compound", "pathway")).entities
    }
    one_sided = len(forth ^ back)
    print(f"find_links: {len(forth):,} pairs from pathways, {len(back):,} from compounds, {one_sided} from one side")


async def main(upstream: Path) -> None:
    truth = Truth(nodes(upstream))
    async with running(present().settings) as container:
        await compare(container.pathways(), truth)
        await both_sides(container.use_cases().find_links, truth)


if __name__ == "__main__":
    command_line(__doc__, main)
