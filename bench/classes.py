"""Classes of medicines by every name: is each member listed, and nothing else?

    python bench/classes.py UPSTREAM [BASE_URL] [--worst N] [--show NAME] [--qualified]

UPSTREAM: the folder of the stand-in's data. Without BASE_URL the catalogue that the environment's BIOFACTS_* settings
point to is asked, offline (run `biofacts sync gtopdb` first).

classes.json was typed from the WHO's ATC index and INN stems, apart from the tables that answer: `members` are approved
medicines of the Guide by its names; `optional` are those over which books differ, and withdrawn ones: neither missing
nor foreign. `type`: everything approved of one type of the Guide. Recall: members that are listed, on any page.
Precision: approved ligands of the list that are members or optional. A name that is a mechanism as well (`mechanism`)
goes on with whatever acts so: of its list, only as many approved ligands count as there are members. `rowless`: those
of the missing of which the Guide has no interaction at all, so that only a table or a stem can know them.

With --qualified, every class of the table is asked for by its first name with a word before it. `oral`, `potent`,
`selective` and `newest`: the list must be that of the name alone, and the guidance must name the word; if the longer
name is a class of its own, it is not asked for. `small molecule`: only the listed ligands of such types.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from _guide import Row, Walked, asked, key, plain, rows, several, shown, walk
from _shared import command_line, percent, spread, table, tell

from biofacts.application.use_cases import UseCases
from biofacts.domain.pharmacology.queries.drug_class_table import DRUG_CLASSES


class Class(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One class as classes.json has it."""

    asked: tuple[str, ...]
    members: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    type: str | None = None
    mechanism: bool = False


class Medicines:
    """The Guide's approved ligands, by number and by name."""

    def __init__(self, ligands: Sequence[Row], interactions: Iterable[Row]) -> None:
        self.shown: dict[str, str] = {row["Ligand ID"]: plain(row["Name"]) for row in ligands}
        self._approved = [row for row in ligands if row["Approved"]]
        self.approved = {row["Ligand ID"] for row in self._approved}
        self.acting = {row["Ligand ID"] for row in interactions}
        self._by_name: list[Mapping[str, set[str]]] = [self._named(one) for one in ("Name", "INN", "Synonyms")]

    def _named(self, column: str) -> Mapping[str, set[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for row in self._approved:
            for name in several(row[column]):
                found[name.casefold()].add(row["Ligand ID"])
        return found

    def numbers(self, name: str) -> set[str]:
        """Whoever is named so; by INN or synonym where no name is. Raises: SystemExit for a name that is nobody's."""
        for names in self._by_name:
            if found := names.get(name.casefold()):
                return found
        raise SystemExit(f"no approved ligand of the Guide is called {name!r}")

    def of_type(self, type_: str, *, withdrawn: bool) -> list[set[str]]:
        """Each ligand of a type, as the set of its own number."""
        return [
            {row["Ligand ID"]} for row in self._approved if row["Type"] == type_ and bool(row["Withdrawn"]) == withdrawn
        ]


class Truth(NamedTuple):
    """The numbers that each member may have, and all that are right."""

    members: Sequence[set[str]]
    right: set[str]


class Outcome(NamedTuple):
    """One name of a class, asked. `counted`: the approved ligands of which the precision is; `foreign`: the wrong."""

    name: str
    mechanism: bool
    members: int
    missing: Sequence[str]
    rowless: int
    counted: int
    foreign: Sequence[str]
    seconds: float
    error: str | None

    @property
    def order(self) -> tuple[float, float]:
        """The worst first."""
        recall = 1 - len(self.missing) / self.members
        return recall, 1 - len(self.foreign) / self.counted if self.counted else 0


def truth(one: Class, medicines: Medicines) -> Truth:
    members = [medicines.numbers(name) for name in one.members]
    optional = [medicines.numbers(name) for name in one.optional]
    if one.type:
        members += medicines.of_type(one.type, withdrawn=False)
        optional += medicines.of_type(one.type, withdrawn=True)
    return Truth(members, set().union(*members, *optional))


def judged(name: str, one: Class, right: Truth, walked: Walked, medicines: Medicines) -> Outcome:
    approved = [number for number in walked.numbers if number in medicines.approved]
    counted = approved[: len(right.members)] if one.mechanism else approved
    listed = set(walked.numbers)
    missing = [min(member, key=int) for member in right.members if not member & listed]
    return Outcome(
        name=name,
        mechanism=one.mechanism,
        members=len(right.members),
        missing=missing,
        rowless=sum(number not in medicines.acting for number in missing),
        counted=len(counted),
        foreign=[number for number in counted if number not in right.right],
        seconds=walked.seconds,
        error=walked.error,
    )


_ADJECTIVES = ("oral", "potent", "selective", "newest")
_SMALL = ("Synthetic organic", "Natural product", "Metabolite", "Inorganic")


async def with_words(use_cases: UseCases, types: Mapping[str, str], worst: int) -> None:
    """Ask for every class with a word before its name, and compare the lists with that of the name alone."""
    names = [(*one.names, *one.open_names, *one.plurals)[0] for one in DRUG_CLASSES]
    own = {key(name) for one in DRUG_CLASSES for name in (*one.names, *one.open_names)}
    bare = {name: (await walk(use_cases, "search_ligands", {"query": name})).numbers for name in names}
    lines: list[tuple[str, int, int, int, int]] = []
    wrong: list[str] = []
    for word in (*_ADJECTIVES, "small molecule"):
        queries = {name: f"{word} {name}" for name in names if key(f"{word}{name}") not in own}
        found = {name: await walk(use_cases, "search_ligands", {"query": query}) for name, query in queries.items()}
        expected = {
            name: [one for one in bare[name] if word in _ADJECTIVES or types[one] in _SMALL] for name in queries
        }
        same = {name for name in queries if {*found[name].numbers} == {*expected[name]}}
        said = {name for name in queries if word not in _ADJECTIVES or word in (found[name].guidance or "")}
        lines.append((word, len(queries), len(same), len(same & said), sum(not one.items for one in found.values())))
        wrong += [
            f"{query!r}: {len(found[name].numbers)} for {len(expected[name])}: {found[name].guidance}"
            for name, query in queries.items()
            if name not in same & said
        ]
    print(table(("word", "asked", "same list", "and said", "empty"), lines))
    tell("classes with a word", sum(one[1] for one in lines), sum(one[3] for one in lines), len(wrong))
    print("\n".join(wrong[:worst]))


def line(name: str, outcomes: Sequence[Outcome]) -> tuple[object, ...]:
    members, missing = sum(one.members for one in outcomes), sum(len(one.missing) for one in outcomes)
    counted, foreign = sum(one.counted for one in outcomes), sum(len(one.foreign) for one in outcomes)
    perfect = sum(one.order == (1, 1) for one in outcomes)
    return (
        name, f"{perfect}/{len(outcomes)}", members, missing,
        sum(one.rowless for one in outcomes), percent(members - missing, members), counted, foreign,
        percent(counted - foreign, counted),
    )  # fmt: skip


def report(outcomes: Sequence[Sequence[Outcome]], shown_as: Mapping[str, str], worst: int) -> None:
    """A line for each class, by the name that does worst; totals; what is wrong with the worst."""
    head = ("class", "right", "members", "missing", "rowless", "recall", "counted", "foreign", "precision")
    print(table(head, [line(min(ones, key=lambda one: one.order).name, ones) for ones in outcomes]))
    every = [one for ones in outcomes for one in ones]
    print()
    print(table(head, [
        line("classes", [one for one in every if not one.mechanism]),
        line("mechanisms as well", [one for one in every if one.mechanism]),
        line("all names", every),
    ]))  # fmt: skip
    perfect, silent = sum(one.order == (1, 1) for one in every), sum(not one.counted for one in every)
    tell("classes", len(every), perfect, len(every) - perfect - silent)
    first = [ones[0] for ones in outcomes]
    complete, clean = sum(not one.missing for one in first), sum(bool(one.counted and not one.foreign) for one in first)
    print(f"{len(first)} classes by their first name: {complete} with every member, {clean} without a foreign one")
    print(f"a call, 50 a page: {spread(one.seconds for one in every)}\n")
    for one in sorted(every, key=lambda one: one.order)[:worst]:
        if one.order < (1, 1):
            print(told(one, shown_as))


def told(one: Outcome, shown_as: Mapping[str, str]) -> str:
    """What is wrong with one answer."""
    parts = [f"{word} {shown(shown_as, found, 6)}" for word, found in
             (("missing", one.missing), ("foreign", one.foreign)) if found]  # fmt: skip
    parts += [one.error] if one.error else []
    parts += [] if one.counted else ["nothing approved is listed"]
    return f"{one.name!r} ({one.members} members): {'; '.join(parts) or 'right'}"


async def main(
    upstream: Path, base: str | None = None, *, worst: int = 40, show: str | None = None, qualified: bool = False
) -> None:
    medicines = Medicines(rows(upstream, "ligands.csv"), rows(upstream, "interactions.csv"))
    path = Path(__file__).parent / "classes.json"
    known = [(one, truth(one, medicines)) for one in msgspec.json.decode(path.read_bytes(), type=list[Class])]
    outcomes: list[list[Outcome]] = []
    async with asked(base) as use_cases:
        if qualified:
            types = {row["Ligand ID"]: row["Type"] for row in rows(upstream, "ligands.csv")}
            return await with_words(use_cases, types, worst)
        for one, right in known:
            outcomes.append([])
            for name in one.asked:
                if show in (None, name):
                    walked = await walk(use_cases, "search_ligands", {"query": name})
                    outcomes[-1].append(judged(name, one, right, walked, medicines))
    if show:
        print("\n".join(told(one, medicines.shown) for ones in outcomes for one in ones))
    else:
        report(outcomes, medicines.shown, worst)


if __name__ == "__main__":
    command_line(__doc__, main)
