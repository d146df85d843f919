"""Questions as people type them (`questions_as_typed.json`), each with one call, judged by the raw files.

A check is what must hold of the answer; expected names and titles are looked up in the raw files, so that a check
that nothing can pass is an error of its own:

- `first`: one of these is the first item; `has`: all of these are among the items; `not`: none of these is. A pathway
  by its id or by a pattern that its title has; anything else by its id, or by a pattern that is its whole name.
- `organism`, `author`: of the first item; `newest`: the items' days fall from the latest of all.
- `on`: a pattern of gene symbols; what scores 0.7 or more has a row on one of them in the Guide's file.
- `equal`: the ids are those of an expression such as `pathways TP53 & pathways BRCA1`, and `drugs JAK1 | drugs TYK2`.
- `weak`: nothing scores 0.7 or more; `empty`, `refused`, `ok`: the answer has no item, is an error, has something.
- `says`: a pattern that guidance or error have; `any`: one of these checks holds.

Of every answer: what it was read as does not end in a preposition.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from _guide import plain, rows, several
from joins import Truth

Check = Mapping[str, Any]
Answer = Mapping[str, Any]

_SURE = 0.7
_OF_PATHWAYS = frozenset({"search_pathways", "enrich_pathways"})
_STRAY = re.compile(r"[Rr]ead as '[^']*\b(?:in|of|for|to|with|by|on|at|and|or|the|not|but|from|between)'")


def typed() -> list[dict[str, Any]]:
    """Every question, with its set."""
    return json.loads((Path(__file__).parent / "questions_as_typed.json").read_text())  # type: ignore[no-any-return]


class Raw:
    """What the raw files say."""

    def __init__(self, upstream: Path, truth: Truth) -> None:
        self._truth = truth
        index = json.loads((upstream / "wikipathways" / "json" / "findPathwaysByText.json").read_text())
        self.pathways = {f"WP:{row['id']}": row for row in index["pathwayInfo"]}
        self.latest = max(row["revision"] for row in self.pathways.values())
        self.symbols: defaultdict[str, set[str]] = defaultdict(set)
        for row in rows(upstream, "interactions.csv"):
            symbols = several(f"{row['Target Gene Symbol']}|{row['Target Ligand Gene Symbol']}")
            self.symbols[f"IUPHAR:{row['Ligand ID'].strip()}"].update(symbols)
        self.names = {plain(row["Name"]).casefold() for row in rows(upstream, "ligands.csv")}
        self.genes = {gene.symbol: gene.id for gene in truth.genes}

    def unknown(self, question: Check) -> list[str]:
        """The expected names that no raw file has."""
        checks = [question, *question.get("any", ())]
        named = [one for check in checks for part in ("first", "has") for one in check.get(part, ())]
        if question["tool"] in _OF_PATHWAYS:
            titles = [row["name"] for row in self.pathways.values()]
            return [
                one
                for one in named
                if not one.startswith("WP:") and not any(re.search(one, title, re.I) for title in titles)
            ]
        known = {"search_ligands": self.names, "search_genes": self.genes}.get(question["tool"], named)
        return [one for one in named if not any(re.fullmatch(one, name, re.I) for name in known)]

    def ids(self, expression: str) -> set[str]:
        """The ids of an expression."""
        words = expression.split()
        found = self._of(words[0], words[1])
        for sign, what, symbol in zip(words[2::3], words[3::3], words[4::3], strict=True):
            other = self._of(what, symbol)
            found = found & other if sign == "&" else found | other if sign == "|" else found - other
        return found

    def _of(self, what: str, symbol: str) -> set[str]:
        truth, gene = self._truth, ("gene", self.genes[symbol])
        if what == "pathways":
            return {one for _, one in truth.gene_pathways[gene]} & truth.human
        on_gene = {one for one, ends in truth.ligand_targets.items() if ends & truth.gene_targets.get(gene, set())}
        return {one for _, one in (on_gene & truth.approved if what == "drugs" else on_gene)}


def faults(question: Check, answer: Answer, raw: Raw) -> list[str]:
    """What is wrong with an answer."""
    said = " ".join(filter(None, [answer.get("guidance"), json.dumps(answer.get("error", ""), ensure_ascii=False)]))
    stray = ["ends in a preposition"] if _STRAY.search(said) else []
    return [*_faults(question, question["tool"], answer, said, raw), *stray]


def _faults(check: Check, tool: str, answer: Answer, said: str, raw: Raw) -> Iterator[str]:
    items: Sequence[Answer] = answer.get("items", ())
    if "any" in check and all([*_faults(one, tool, answer, said, raw)] for one in check["any"]):
        yield "none of several"
    if "first" in check and not (items and any(_is(one, items[0], tool, raw) for one in check["first"])):
        yield f"first: {_shown(items)}"
    lost = [one for one in check.get("has", ()) if not any(_is(one, item, tool, raw) for item in items)]
    foreign = [one for one in check.get("not", ()) if any(_is(one, item, tool, raw) for item in items)]
    if lost or foreign:
        yield f"lost {lost}, foreign {foreign}: {_shown(items)}"
    if "organism" in check and not (items and items[0].get("organism") == check["organism"]):
        yield f"organism: {_shown(items)}"
    if "author" in check and not (items and check["author"] in raw.pathways[items[0]["id"]]["authors"].casefold()):
        yield f"author: {_shown(items)}"
    if check.get("newest"):
        days = [raw.pathways[one["id"]]["revision"] for one in items]
        if days[:1] != [raw.latest] or days != sorted(days, reverse=True):
            yield f"not the newest: {_shown(items)}"
    sure = [one for one in items if one.get("score", 1.0) >= _SURE]
    if "on" in check and (
        other := [
            one for one in sure
            if (known := raw.symbols[one["id"]]) and not any(re.fullmatch(check["on"], symbol) for symbol in known)
        ]
    ):  # fmt: skip
        yield f"on another target: {_shown(other)}"
    if "equal" in check:
        found, expected = {one["id"] for one in items}, raw.ids(check["equal"])
        total = answer["pagination"]["total_count"] if "pagination" in answer else None
        if (total or len(found)) != len(expected) or not found <= expected:
            yield f"{total or len(found)} for {len(expected)}, foreign {sorted(found - expected)[:3]}"
    if check.get("weak") and sure:
        yield f"not weak: {_shown(items)}"
    if check.get("empty") and items:
        yield f"not empty: {_shown(items)}"
    if check.get("refused") and "error" not in answer:
        yield "not refused"
    if check.get("ok") and ("error" in answer or ("items" in answer and not items)):
        yield f"nothing: {said[:200]}"
    if "says" in check and not re.search(check["says"], said, re.S):
        yield f"says: {said[:300]}"


def _labels(item: Answer) -> Iterator[str]:
    for name in ("id", "title", "name", "symbol", "label"):
        if isinstance(value := item.get(name), str):
            yield value
    for side in ("ligand", "target", "source", "gene", "compound", "match", "best"):
        if isinstance(other := item.get(side), dict):
            yield from _labels(other)
    for side in ("candidates", "targets", "nodes"):
        for other in item.get(side) or ():
            if isinstance(other, dict):
                yield from _labels(other)


def _is(expected: str, item: Answer, tool: str, raw: Raw) -> bool:
    if tool in _OF_PATHWAYS and not expected.startswith("WP:"):
        return re.search(expected, raw.pathways[item["id"]]["name"], re.I) is not None
    return any(label == expected or re.fullmatch(expected, label, re.I) for label in _labels(item))


def _shown(items: Sequence[Answer]) -> str:
    return "; ".join(f"{next(iter([*_labels(one)][1:2]), one.get('id'))} {one.get('score', '')}" for one in items[:3])
