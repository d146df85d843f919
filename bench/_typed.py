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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from _guide import plain, rows, several
from _truth import index_rows
from joins import Truth

Check = Mapping[str, Any]
Answer = Mapping[str, Any]

_SURE = 0.7
_OF_PATHWAYS = frozenset({"search_pathways", "enrich_pathways"})
_STRAY = re.compile(r"[Rr]ead as '[^']*\b(?:in|of|for|to|with|by|on|at|and|or|the|not|but|from|between)'")


def questions_as_typed() -> list[dict[str, Any]]:
    """Every question, with its set."""
    return json.loads((Path(__file__).parent / "questions_as_typed.json").read_text())  # type: ignore[no-any-return]


class Raw:
    """What the raw files say."""

    def __init__(self, upstream: Path, truth: Truth) -> None:
        self._truth = truth
        self.pathways = {f"WP:{row['id']}": row for row in index_rows(upstream, "findPathwaysByText")}
        self.latest = max(row["revision"] for row in self.pathways.values())
        self.symbols: defaultdict[str, set[str]] = defaultdict(set)
        for row in rows(upstream, "interactions.csv"):
            symbols = several(f"{row['Target Gene Symbol']}|{row['Target Ligand Gene Symbol']}")
            self.symbols[f"IUPHAR:{row['Ligand ID'].strip()}"].update(symbols)
        self.names = {plain(row["Name"]).casefold() for row in rows(upstream, "ligands.csv")}
        self.genes = {gene.symbol: gene.id for gene in truth.genes}

    def unknown(self, question: Check) -> list[str]:
        """The expected names that no raw file has."""
        checks: list[Check] = [question, *question.get("any", ())]
        named: list[str] = [one for check in checks for part in ("first", "has") for one in check.get(part, ())]
        titles = [row["name"] for row in self.pathways.values()]
        known: Mapping[str, Iterable[str]] = {
            **dict.fromkeys(_OF_PATHWAYS, titles), "search_ligands": self.names, "search_genes": self.genes,
        }  # fmt: skip
        names = known.get(question["tool"])
        matches = re.search if names is titles else re.fullmatch
        return [
            one
            for one in named
            if names is not None and not one.startswith("WP:") and not any(matches(one, name, re.I) for name in names)
        ]

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


class Seen(NamedTuple):
    """An answer, and what it says beside its items."""

    tool: str
    answer: Answer
    said: str
    raw: Raw

    @property
    def items(self) -> Sequence[Answer]:
        """The first page."""
        return cast("Sequence[Answer]", self.answer.get("items", ()))

    @property
    def sure(self) -> Sequence[Answer]:
        """Items that may be trusted."""
        return [one for one in self.items if one.get("score", 1.0) >= _SURE]

    def has(self, expected: str, items: Sequence[Answer]) -> bool:
        """True if one of the items is what is expected."""
        return any(_is(expected, one, self) for one in items)


def faults(question: Check, answer: Answer, raw: Raw) -> list[str]:
    """What is wrong with an answer."""
    said = " ".join(filter(None, [answer.get("guidance"), json.dumps(answer.get("error", ""), ensure_ascii=False)]))
    seen = Seen(question["tool"], answer, said, raw)
    stray = ["read as ends in a preposition"] if _STRAY.search(said) else []
    return [*(f"{part}: {shown(seen)}" for part in _failed(question, seen)), *stray]


def shown(seen: Seen) -> str:
    """The first items, or what is said in their place."""
    items = [f"{[*_labels(one), ''][1]} {one.get('score', '')}".strip() for one in seen.items[:3]]
    return "; ".join(items) or seen.said[:200]


def _failed(check: Check, seen: Seen) -> Iterator[str]:
    return (part for part, holds in _HOLDS.items() if part in check and not holds(check[part], seen))


def _first(expected: Sequence[str], seen: Seen) -> bool:
    return any(seen.has(one, seen.items[:1]) for one in expected)


def _author(name: str, seen: Seen) -> bool:
    return all(name in seen.raw.pathways[one["id"]]["authors"].casefold() for one in seen.items[:1]) and _ok(True, seen)


def _newest(_: bool, seen: Seen) -> bool:
    days = [seen.raw.pathways[one["id"]]["revision"] for one in seen.items]
    return days[:1] == [seen.raw.latest] and days == sorted(days, reverse=True)


def _on(symbols: str, seen: Seen) -> bool:
    known = [seen.raw.symbols[one["id"]] for one in seen.sure]
    return all(not some or any(re.fullmatch(symbols, one) for one in some) for some in known)


def _equal(expression: str, seen: Seen) -> bool:
    found, expected = {one["id"] for one in seen.items}, seen.raw.ids(expression)
    total = seen.answer["pagination"]["total_count"] if "pagination" in seen.answer else None
    return (total or len(found)) == len(expected) and found <= expected


def _ok(_: bool, seen: Seen) -> bool:
    return "error" not in seen.answer and ("items" not in seen.answer or bool(seen.items))


_HOLDS: Mapping[str, Callable[[Any, Seen], bool]] = {
    "any": lambda checks, seen: any(not [*_failed(one, seen)] for one in checks),
    "first": _first,
    "has": lambda expected, seen: all(seen.has(one, seen.items) for one in expected),
    "not": lambda unwanted, seen: not any(seen.has(one, seen.items) for one in unwanted),
    "organism": lambda name, seen: [one.get("organism") for one in seen.items[:1]] == [name],
    "author": _author,
    "newest": _newest,
    "on": _on,
    "equal": _equal,
    "weak": lambda _, seen: not seen.sure,
    "empty": lambda _, seen: not seen.items,
    "refused": lambda _, seen: "error" in seen.answer,
    "ok": _ok,
    "says": lambda pattern, seen: re.search(pattern, seen.said, re.S) is not None,
}


def _labels(item: Answer) -> Iterator[str]:
    for name in ("id", "title", "name", "symbol", "label"):
        if isinstance(value := item.get(name), str):
            yield value
    # The other ends of interactions and links, and the candidates of a name.
    for value in item.values():
        for other in cast("list[object]", value) if isinstance(value, list) else [value]:
            if isinstance(other, dict):
                yield from _labels(cast("Answer", other))


def _is(expected: str, item: Answer, seen: Seen) -> bool:
    if seen.tool in _OF_PATHWAYS and not expected.startswith("WP:"):
        return re.search(expected, seen.raw.pathways[item["id"]]["name"], re.I) is not None
    return any(label == expected or re.fullmatch(expected, label, re.I) for label in _labels(item))
