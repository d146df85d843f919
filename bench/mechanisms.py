"""Every target and family of the Guide, asked for what acts on it, against the rows of its file.

    python bench/mechanisms.py UPSTREAM [BASE_URL] [--every N] [--worst N] [--of SET] [--show QUESTION]

UPSTREAM: the folder of the stand-in's data. Without BASE_URL the catalogue that the environment's BIOFACTS_* settings
point to is asked, offline (run `biofacts sync gtopdb` first). SET is one of:

- `names`: for every symbol of a target with exactly one HGNC symbol, and every family's name: `<name> inhibitor`,
  `agonist`, `antagonist`, `blocker` and `ligand`, every page.
- `phrases`: 60 random symbols of targets with approved inhibitors, in 14 phrasings (`approved inhibitors of JAK2`).
- `receptors`: agonists and antagonists of every GPCR that has some, by its whole name (`A1 receptor agonist`) and
  without the word receptor (`A1 agonist`); Greek letters are spelled out in the latter.

A row counts for a name when its target bears it. Expected are the ligands of the type that the word names (see
`_ACTIONS`); where there is none, those of related types. `lost`: expected ligands that are not in the list; `foreign`:
listed ligands whose rows are all on others (`sure`: questions with one that scores 0.7 or more);
`unasked`: unapproved ones where approved ones are asked for; `other`: listed ones that act on it, but not so; `empty`:
questions whose list is empty though ligands are expected; `filled`: those whose list is not empty though the file has
nothing; `order`: unapproved ligands right before an approved one, leaving aside withdrawn ones, antibodies that only
bind, and medicines whose primary target is another and whose affinity is below 6; `withdrawn`: withdrawn
ones before one that is not (those whose rows contradict themselves may stand anywhere); `silent`: empty lists that do
not say why; `failed`: calls that did. An answer is `right` when it has none of these but `other` and `silent`. A
question that is also a class of classes.json or answered with one, or a ligand's own name, is counted in lines of its
own: there, more than the mechanism is meant.
"""

import json
import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple

from _guide import Row, Walked, asked, key, plain, rows, several, shown, walk
from _shared import command_line, spread, table, tell

_NEGATIVE = frozenset({"Negative", "Inhibition", "Antagonist"})
_POSITIVE = frozenset({"Positive", "Potentiation", "Activation", "Agonist", "Full agonist", "Partial agonist"})
_AGONISTIC = frozenset({*_POSITIVE, "Biased agonist"})
_ANTAGONISTIC = frozenset({"Antagonist", "Inhibition", "Inverse agonist", "Negative", "Pore blocker"})
_BINDING = frozenset({"Antibody", "Fusion protein"})
_CHANNEL = frozenset({"Channel blocker", "Gating inhibitor"})
_BLOCKING = frozenset({"Antagonist", "Inhibitor", *_CHANNEL})
_CLASS = "also a class"
_UNTOLD = "None"
_MODULATOR = "Allosteric modulator"


def contradicts_itself(row: Row) -> bool:
    """Type and action say opposite things."""
    if row["Type"] in {"Agonist", "Activator"}:
        return row["Action"] in _ANTAGONISTIC
    return row["Type"] in _BLOCKING and row["Action"] in _AGONISTIC


class Action(NamedTuple):
    """What a word means: types of rows. `related`: meant where no row is of `named`.

    `modulators`: the actions of allosteric modulators that are related. Right, but never expected: types `beside`, and
    rows of any type whose action is among `said`.
    """

    named: frozenset[str]
    related: frozenset[str] = frozenset()
    modulators: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()

    def names(self, row: Row) -> bool:
        # A toxin that keeps a channel open is no blocker, though its type is `Gating inhibitor`.
        return not self.named or (row["Type"] in self.named and row["Action"] != "Slows inactivation")

    def relates(self, row: Row) -> bool:
        """Antibodies and fusion proteins that activate are no inhibitors, nor are toxins that keep a channel open."""
        if contradicts_itself(row) or row["Action"] == "Slows inactivation":
            return False
        if row["Type"] == _MODULATOR:
            return row["Action"] in self.modulators
        return row["Type"] in self.related and not (row["Type"] in _BINDING and row["Action"] in _AGONISTIC)

    def allows(self, row: Row, *, fallback: bool) -> bool:
        """True for a row whose ligand may be in the list."""
        if self.names(row) or row["Action"] in self.said or row["Type"] == _UNTOLD or contradicts_itself(row):
            return True
        if fallback and (self.relates(row) or row["Type"] == _MODULATOR):
            return True
        if row["Type"] in _BINDING and (row["Action"] in _AGONISTIC) != ("Agonist" in self.named):
            return False
        return row["Type"] in self.beside


_ACTIONS = {
    "inhibitor": Action(frozenset({"Inhibitor"}), _BLOCKING | _BINDING, _NEGATIVE, _CHANNEL | _BINDING, _ANTAGONISTIC),
    "agonist": Action(frozenset({"Agonist"}), frozenset({"Activator"}), _POSITIVE, _BINDING, _AGONISTIC),
    "antagonist": Action(
        frozenset({"Antagonist"}), _BLOCKING | {"Antibody"}, _NEGATIVE, _CHANNEL | _BINDING, _ANTAGONISTIC
    ),
    "blocker": Action(_CHANNEL, _BLOCKING | {"Antibody"}, beside=_BLOCKING | _BINDING, said=_ANTAGONISTIC),
    "ligand": Action(frozenset()),
}


class Ligand(NamedTuple):
    name: str
    approved: bool
    withdrawn: bool


_PHRASES = (
    "{} inhibitor", "{} inhibitors", "inhibitors of {}", "{} drugs", "drugs targeting {}", "which drugs inhibit {}?",
    "approved {} inhibitors", "marketed {} inhibitors", "approved inhibitors of {}", "{} inhibitors approved",
    "FDA-approved {} inhibitors", "approved drugs targeting {}", "clinical {} inhibitors",
    "what are the approved inhibitors of {}?",
)  # fmt: skip
_ASKING_FOR_APPROVED = ("approved", "marketed", "clinical")
_TARGETS_OF_PHRASES = 60
_SEED = 30
_SURE, _WEAK = 0.7, 6.0
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "κ": "kappa", "λ": "lambda", "μ": "mu",
    "σ": "sigma", "ω": "omega",
}  # fmt: skip


class Question(NamedTuple):
    """What is asked, and every row that counts. `phrase`: with a place for the name, if it is not `<name> <word>`."""

    group: str
    name: str
    word: str
    rows: Sequence[Row]
    phrase: str = ""

    @property
    def text(self) -> str:
        return self.phrase.format(self.name) if self.phrase else f"{self.name} {self.word}"

    @property
    def approved(self) -> bool:
        return any(word in self.phrase for word in _ASKING_FOR_APPROVED)

    @property
    def expected(self) -> set[str]:
        action = _ACTIONS[self.word]
        rows = [row for row in self.rows if row["Approved"] == "true" or not self.approved]
        named = {row["Ligand ID"] for row in rows if action.names(row)}
        return named or {row["Ligand ID"] for row in rows if action.relates(row)}

    @property
    def allowed(self) -> set[str]:
        action = _ACTIONS[self.word]
        fallback = not any(map(action.names, self.rows))
        return {row["Ligand ID"] for row in self.rows if action.allows(row, fallback=fallback)}


class Outcome(NamedTuple):
    """What is wrong with an answer: ligands' numbers, and yes or no."""

    question: Question
    lost: Sequence[str]
    foreign: Sequence[str]
    sure: bool
    unasked: Sequence[str]
    other: Sequence[str]
    empty: bool
    filled: bool
    order: int
    withdrawn: int
    silent: bool
    error: str | None
    seconds: float
    of_class: bool = False

    @property
    def faults(self) -> int:
        listed = len(self.lost) + len(self.foreign) + len(self.unasked)
        return listed + self.empty + self.filled + self.order + self.withdrawn + bool(self.error)


def judged(
    question: Question, walked: Walked, ligands: Mapping[str, Ligand], best: Mapping[str, float], with_rows: set[str]
) -> Outcome:
    """`best`: the highest affinity of each ligand on the target; `with_rows`: the ligands of the file's rows."""
    listed = walked.numbers
    acting = {row["Ligand ID"] for row in question.rows}
    strangers = with_rows - acting
    primary = {row["Ligand ID"] for row in question.rows if row["Primary Target"] == "true"}
    leading = {one for one in listed if ligands[one].approved and (one in primary or best.get(one, _WEAK) >= _WEAK)}
    binding = {row["Ligand ID"] for row in question.rows if row["Type"] in _BINDING and row["Action"] == "Binding"}
    expected, allowed = question.expected, question.allowed
    clear = {row["Ligand ID"] for row in question.rows if not contradicts_itself(row)}
    told = [one for one in listed if one in clear and one not in binding]
    return Outcome(
        question=question,
        lost=sorted(expected.difference(listed), key=int),
        foreign=[one for one in listed if one in strangers],
        sure=any(
            number in strangers and item.get("score", 1.0) >= _SURE
            for number, item in zip(listed, walked.items, strict=True)
        ),
        unasked=[one for one in listed if question.approved and not ligands[one].approved],
        other=[one for one in listed if one in acting and one not in expected and one not in allowed],
        empty=not listed and bool(expected),
        filled=bool(listed) and not acting,
        order=sum(
            one in leading and before not in leading
            for before, one in pairwise(o for o in told if not ligands[o].withdrawn)
        ),
        withdrawn=sum(ligands[before].withdrawn > ligands[one].withdrawn for before, one in pairwise(told)),
        silent=not listed and not walked.guidance and not walked.error,
        error=walked.error,
        of_class="own list of the class" in (walked.guidance or ""),
        seconds=walked.seconds,
    )


def affinities(question: Question) -> dict[str, float]:
    """The highest affinity of each ligand on the question's human targets; a range counts by its middle."""
    best: dict[str, float] = {}
    for row in question.rows:
        cells = [row["Affinity Median"]] if row["Affinity Median"] else [row["Affinity Low"], row["Affinity High"]]
        told = [float(cell) for cell in cells if cell]
        if told and row["Affinity Units"] != "-" and row["Target Species"] == "Human":
            value = (min(told) + max(told)) / 2
            best[row["Ligand ID"]] = max(best.get(row["Ligand ID"], value), value)
    return best


def questions(targets: Sequence[Row], interactions: Sequence[Row], of: str) -> Iterator[Question]:
    """Every question of one set."""
    on_target: defaultdict[str, list[Row]] = defaultdict(list)
    for row in interactions:
        on_target[row["Target ID"]].append(row)
    yield from {"names": _of_names, "phrases": _in_phrases, "receptors": _of_receptors}[of](targets, on_target)


def _in_phrases(targets: Sequence[Row], on_target: Mapping[str, Sequence[Row]]) -> Iterator[Question]:
    of_symbols = {
        symbol: [row for number in numbers for row in on_target[number]]
        for symbol, numbers in _by_symbol(targets).items()
    }
    inhibited = sorted(
        symbol
        for symbol, counted in of_symbols.items()
        if any(row["Approved"] == "true" and row["Type"] == "Inhibitor" for row in counted)
    )
    for symbol in random.Random(_SEED).sample(inhibited, _TARGETS_OF_PHRASES):
        for phrase in _PHRASES:
            word = "inhibitor" if "inhibit" in phrase else "ligand"
            yield Question("phrase", symbol, word, of_symbols[symbol], phrase)


def _of_receptors(targets: Sequence[Row], on_target: Mapping[str, Sequence[Row]]) -> Iterator[Question]:
    receptors = {row["Target id"]: plain(row["Target name"]) for row in targets if row["Type"] == "gpcr"}
    bearers: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for number, name in receptors.items():
        short = name.removesuffix(" receptor").removesuffix("-adrenoceptor")
        bearers["receptor", name].add(number)
        if short != name:
            bearers["short receptor", "".join(_GREEK.get(letter, letter) for letter in short)].add(number)
    for (group, name), numbers in bearers.items():
        counted = [row for number in sorted(numbers, key=int) for row in on_target[number]]
        for word in ("agonist", "antagonist"):
            if any(_ACTIONS[word].names(row) for row in counted):
                yield Question(group, name, word, counted)


def _of_names(targets: Sequence[Row], on_target: Mapping[str, Sequence[Row]]) -> Iterator[Question]:
    """Targets that share a symbol or an abbreviation are one question; so are families that share a name."""
    for group, bearers in (("symbol", _by_symbol(targets)), ("family", _by_family(targets))):
        for name, numbers in bearers.items():
            counted = [row for number in sorted(numbers, key=int) for row in on_target[number]]
            yield from (Question(group, name, word, counted) for word in _ACTIONS)


def _by_symbol(targets: Sequence[Row]) -> Mapping[str, set[str]]:
    symbols: defaultdict[str, set[str]] = defaultdict(set)
    for row in targets:
        symbols[row["Target id"]].update(several(row["HGNC symbol"]))
    bearers: defaultdict[str, set[str]] = defaultdict(set)
    for number, of_target in symbols.items():
        if len(of_target) == 1:
            bearers[next(iter(of_target))].add(number)
    # PDK1 is the symbol of one target, and what the Guide calls another.
    for row in targets:
        for name in plain(row["Target abbreviated name"]).split("/"):
            if name in bearers:
                bearers[name].add(row["Target id"])
    return bearers


def _by_family(targets: Iterable[Row]) -> Mapping[str, set[str]]:
    bearers: defaultdict[str, set[str]] = defaultdict(set)
    for row in targets:
        bearers[plain(row["Family name"])].add(row["Target id"])
    return bearers


def read_ligands(table_of_ligands: Iterable[Row]) -> tuple[dict[str, Ligand], set[str]]:
    """Each ligand by its number; the keys of all names."""
    ligands: dict[str, Ligand] = {}
    names: set[str] = set()
    for row in table_of_ligands:
        ligands[row["Ligand ID"]] = Ligand(plain(row["Name"]), bool(row["Approved"]), bool(row["Withdrawn"]))
        names.update(key(name) for column in ("Name", "INN", "Synonyms") for name in several(row[column]))
    return ligands, names


def classes() -> set[str]:
    """The keys of all names of classes that the other benchmark asks for."""
    listed = json.loads((Path(__file__).parent / "classes.json").read_text())
    return {key(name) for one in listed for name in one["asked"]}


def line(group: str, outcomes: Collection[Outcome]) -> tuple[object, ...]:
    def questions_with(field: str) -> int:
        return sum(bool(getattr(one, field)) for one in outcomes)

    def in_all(field: str) -> str:
        return f"{sum(len(getattr(one, field)) for one in outcomes)} in {questions_with(field)}"

    return (
        group, len(outcomes), sum(not one.faults for one in outcomes), in_all("lost"), in_all("foreign"),
        questions_with("sure"), questions_with("unasked"), questions_with("empty"), questions_with("filled"),
        questions_with("order"), questions_with("withdrawn"),
        in_all("other"), questions_with("silent"), questions_with("error"),
    )  # fmt: skip


def report(
    outcomes: Sequence[Outcome], apart: Mapping[str, Collection[str]], names: Mapping[str, str], worst: int
) -> None:
    """Totals by kind of name and word, those apart in lines of their own, then the worst."""
    groups: defaultdict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        kind = next((kind for kind, keys in apart.items() if key(one.question.text) in keys), None)
        kind = _CLASS if kind is None and one.of_class else kind
        groups[kind or f"{one.question.group} {one.question.word}"].append(one)
        if kind is None:
            groups["all of these"].append(one)
    order = [name for name in groups if name not in apart and name != "all of these"]
    head = ("question", "asked", "right", "lost", "foreign", "sure", "unasked", "empty", "filled", "order", "withdrawn",
            "other", "silent", "failed")  # fmt: skip
    chosen = [*order, "all of these", *(name for name in apart if name in groups)]
    print(table(head, [line(name, groups[name]) for name in chosen if name in groups]))
    print(f"a call, 50 a page: {spread(one.seconds for one in outcomes)}")
    clear = groups["all of these"]
    right, refused = sum(not one.faults for one in clear), sum(bool(one.empty or one.error) for one in clear)
    tell("mechanisms", len(clear), right, len(clear) - right - refused)
    for one in sorted(groups["all of these"], key=lambda one: -one.faults)[:worst]:
        if one.faults:
            print(told(one, names))


def told(one: Outcome, names: Mapping[str, str]) -> str:
    """What is wrong with one answer."""
    groups = (("lost", one.lost), ("foreign", one.foreign), ("unasked", one.unasked), ("other", one.other))
    parts = [f"{kind} {shown(names, found)}" for kind, found in groups if found]
    parts += [kind for kind, is_so in (("empty", one.empty), ("filled", one.filled), ("silent", one.silent)) if is_so]
    parts += [f"{kind} {number}" for kind, number in (("order", one.order), ("withdrawn", one.withdrawn)) if number]
    parts += [one.error] if one.error else []
    return f"{one.question.text!r} ({len(one.question.expected)} expected): {'; '.join(parts) or 'right'}"


async def main(
    upstream: Path,
    base: str | None = None,
    *,
    every: int = 1,
    worst: int = 20,
    of: Literal["names", "phrases", "receptors"] = "names",
    show: str | None = None,
) -> None:
    ligands, names_of_ligands = read_ligands(rows(upstream, "ligands.csv"))
    names = {number: one.name for number, one in ligands.items()}
    interactions = rows(upstream, "interactions.csv")
    with_rows = {row["Ligand ID"] for row in interactions}
    all_of_them = questions(rows(upstream, "targets_and_families.csv"), interactions, of)
    chosen = [one for place, one in enumerate(all_of_them) if (one.text == show if show else place // 5 % every == 0)]
    async with asked(base) as use_cases:
        outcomes = [
            judged(
                one, await walk(use_cases, "search_ligands", {"query": one.text}), ligands, affinities(one), with_rows
            )
            for one in chosen
        ]
    if show:
        print("\n".join(told(one, names) for one in outcomes))
        return
    report(outcomes, {_CLASS: classes(), "also a ligand's name": names_of_ligands}, names, worst)


if __name__ == "__main__":
    command_line(__doc__, main)
