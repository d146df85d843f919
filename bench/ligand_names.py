"""How surely ligands are resolved by names that are easily misread: sets built from the Guide's own file.

    python bench/ligand_names.py UPSTREAM_DIR [--misses]

UPSTREAM_DIR holds `gtopdb/DATA` and `gtopdb/reconstructed/DATA`. `residues`: names that end in residue numbers, as
`calcitonin (8-32)`, asked without them where that is no name of its own; `products`: brand names of combinations, as
`X (a + b)`, asked as X; `salts`: approved names with a salt, hydrate or formulation word; `codes`: code numbers of
which one digit was changed, so that no ligand has them; `approved` and `INN`: all of them. A resolution to a ligand
without the name is wrong, as is one part of a combination, and an absent code for which anything is offered at 0.5 or
more.
"""

import argparse
import random
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import anyio
from _gold_sets import GREEK
from _guide import key, plain, rows, several
from gtopdb_quality import Files

from biofacts.composition.container import Container, opened
from biofacts.composition.settings import Settings
from biofacts.domain.lists.resolution import Resolution
from tests.containers import unlimited

SEED = 29
SALTS, CODES = 200, 120
FORMS = (
    "sodium", "hydrochloride", "HCl", "mesylate", "maleate", "tartrate", "besylate", "phosphate", "acetate", "sulfate",
    "potassium", "citrate", "fumarate", "monohydrate", "hydrobromide", "ER", "XR", "succinate", "calcium", "anhydrous",
)  # fmt: skip
RESIDUES = re.compile(r"[\s-]*[(\[]\s*\d+\s*[-–]\s*\d+[^()\[\]]*[)\]]$")
PRODUCT = re.compile(r"(.+?)\s*\(([^()]*\s\+\s[^()]*)\)")
CODE = re.compile(r"[A-Z]{2,5}[- ]?\d{3,8}")
MOST = 200


class Question(NamedTuple):
    """A name, and the ligands that are right; for a combination, all parts that the Guide has under that name."""

    asked: str
    right: frozenset[str]


class Names:
    """The names in the Guide's file, each with the ligands that have it, by its letters and digits alone."""

    def __init__(self, upstream: Path) -> None:
        self.bearers: defaultdict[str, set[str]] = defaultdict(set)
        self.words: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        self.approved: dict[str, set[str]] = defaultdict(set)
        self.inns: dict[str, set[str]] = defaultdict(set)
        self.all: dict[str, str] = {}
        for row in rows(upstream, "ligands.csv"):
            number, name, inns = row["Ligand ID"], plain(row["Name"]), several(row["INN"])
            for one in (name, *inns, *several(row["Synonyms"])):
                self.bearers[key(one)].add(number)
                self.words[words(one)].add(number)
                self.all[one] = number
            if row["Approved"] == "yes":
                self.approved[name].add(number)
                for one in inns:
                    self.inns[one].add(number)

    def residues(self) -> Iterator[Question]:
        short = dict.fromkeys(RESIDUES.sub("", name) for name in self.all if RESIDUES.search(name))
        for name in short:
            if name and key(lettered(name)) not in self.bearers and key(name) not in self.bearers:
                yield Question(name, frozenset(self.words[words(name)]))

    def products(self) -> Iterator[Question]:
        parts: defaultdict[str, set[str]] = defaultdict(set)
        for name, number in self.all.items():
            if found := PRODUCT.fullmatch(name):
                own = {number}.union(*(self.bearers.get(key(part), ()) for part in found[2].split(" + ")))
                parts[found[1]] |= own
        yield from (Question(name, frozenset(numbers)) for name, numbers in parts.items())

    def salts(self, chance: random.Random) -> Iterator[Question]:
        chosen = [(name, chance.choice(FORMS)) for name in sorted(self.approved)]
        absent = [(name, form) for name, form in chosen if key(name + form) not in self.bearers]
        for name, form in chance.sample(absent, SALTS):
            yield Question(f"{name} {form}", frozenset(self.approved[name]))

    def codes(self, chance: random.Random) -> Iterator[Question]:
        codes = sorted(name for name in self.all if CODE.fullmatch(name))
        wanted = 0
        for name in chance.sample(codes, len(codes)):
            at = chance.choice([place for place, one in enumerate(name) if one.isdigit()])
            other = name[:at] + str((int(name[at]) + chance.randrange(1, 10)) % 10) + name[at + 1 :]
            if key(other) not in self.bearers and wanted < CODES:
                wanted += 1
                yield Question(other, frozenset())


def lettered(name: str) -> str:
    """A name with Greek letters for Greek words."""
    return re.sub("|".join(GREEK), lambda found: GREEK[found[0]], name)


def words(name: str) -> tuple[str, ...]:
    return tuple(sorted(re.findall(r"\w+", name.casefold())))


def verdict(kind: str, asked: Question, found: Resolution) -> str:
    ids = {one.id.partition(":")[2] for one in found.candidates}
    if kind == "codes":
        best = max((one.score or 0.0 for one in (found.option, *found.candidates)), default=0.0)
        return "wrong" if found.status != "not_found" or best >= 0.5 else "right"
    if kind == "products" and found.status == "ambiguous":
        return "right" if asked.right <= ids else "a part is missing"
    if found.status == "resolved":
        is_whole = kind != "products" or len(asked.right) == 1
        return "right" if is_whole and (found.id or "").partition(":")[2] in asked.right else "wrong"
    return found.status.replace("_", " ")


async def resolved(container: Container, names: Sequence[str]) -> Mapping[str, Resolution]:
    found: dict[str, Resolution] = {}
    resolve = container.use_cases().resolve_many
    for start in range(0, len(names), MOST):
        part = names[start : start + MOST]
        found |= zip(part, (await resolve(part, "ligand")).items, strict=True)
    return found


async def main(upstream: Path, *, misses: bool) -> int:
    names, chance = Names(upstream), random.Random(SEED)
    sets = {
        "residues": [*names.residues()],
        "products": [*names.products()],
        "salts": [*names.salts(chance)],
        "codes": [*names.codes(chance)],
        "approved": [Question(name, frozenset(names.approved[name])) for name in names.approved],
        "INN": [Question(name, frozenset(names.inns[name])) for name in names.inns],
    }
    wrong = 0
    with tempfile.TemporaryDirectory() as cache:
        container = unlimited(Container(settings=Settings(cache_dir=Path(cache))), network=Files(upstream))
        async with opened(container):
            print(f"{'set':<10} {'asked':>6}")
            for kind, questions in sets.items():
                found = await resolved(container, [one.asked for one in questions])
                judged = {one: verdict(kind, one, found[one.asked]) for one in questions}
                counts = Counter(judged.values())
                wrong += counts["wrong"]
                print(f"{kind:<10} {len(questions):>6}  {', '.join(f'{n} {what}' for what, n in counts.most_common())}")
                for one, judgement in judged.items():
                    if misses and judgement != "right":
                        print(f"    {judgement}: {one.asked!r} {shown(found[one.asked])}")
    return 1 if wrong else 0


def shown(found: Resolution) -> str:
    options = [found.option] if found.id else found.candidates[:3]
    return f"{found.status}: " + ", ".join(f"{one.id} {one.name} {one.score} {one.why or ''}" for one in options)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--misses", action="store_true", help="print each name that was not resolved right")
    given = parser.parse_args()
    raise SystemExit(anyio.run(lambda: main(given.folder, misses=given.misses)))
