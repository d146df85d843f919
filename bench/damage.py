"""Catalogues damaged one at a time, in several ways: offline answers are as before, errors, or say what they lack.

    python bench/damage.py FOLDER [--only NAME ...] [--show] [--seed N]

FOLDER is a cache folder that `biofacts sync` has filled; nothing in it is changed, since every round has a copy. For
the compound ask once: `biofacts get compound PubChem:CID2244`. An answer is *poorer without a word* where it differs
from that of the whole folder, and no remark names what differs (of a record), or no guidance is new (of a list); --show
prints these. Names of genes of other organisms are left out unless --only names them: they come when somebody asks
for the organism, so that no answer can tell whether they should be there.
"""

import argparse
import collections
import json
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anyio
import msgspec
from _shared import table

from biofacts.application.pictures.draw import ShownImage
from biofacts.application.tools.registry import TOOLS, call
from biofacts.composition.container import running
from biofacts.composition.settings import Settings

Answer = Mapping[str, Any]

QUESTIONS: list[tuple[str, dict[str, object]]] = [
    ("get_pathway", {"pathway_id": "WP:WP534"}),
    ("get_pathway", {"pathway_id": "WP:WP254", "detail": "brief"}),
    ("get_pathway", {"pathway_id": "WP:WP1254", "detail": "all"}),
    ("get_pathway_components", {"pathway_id": "WP:WP534", "whole": True}),
    ("get_gene", {"gene_id": "HGNC:11998"}),
    ("get_gene", {"gene_id": "NCBIGene:22059"}),
    ("get_ligand", {"iuphar_id": "IUPHAR:2713"}),
    ("get_target", {"iuphar_id": "IUPHAR:215"}),
    ("get_target", {"iuphar_id": "IUPHAR:3056"}),
    ("get_compound", {"pubchem_id": "PubChem:CID2244"}),
    ("search_pathways", {"query": "glycolysis", "slim": False}),
    ("search_pathways", {"query": "PMID:22628558"}),
    ("search_genes", {"query": "TP53"}),
    ("search_ligands", {"query": "COX inhibitor"}),
    ("search_targets", {"query": "DRD2"}),
    ("get_pathways_for_gene", {"gene_id": "TP53"}),
    ("get_pathways_for_compound", {"compound": "CHEBI:17234"}),
    ("get_interactions", {"target_id": "IUPHAR:215"}),
    ("find_links", {"id": "WP:WP254", "kind": "pathway", "to": "ligand"}),
    ("find_links", {"id": "HGNC:990", "kind": "gene"}),
    ("show_pathway", {"pathway_id": "WP:WP254", "drugs": True}),
]
SAME, ERROR, SAID, SILENT = "as before", "error", "poorer, said", "poorer WITHOUT A WORD"
_SENTENCES = ("remark", "guidance", "desc")
_DEEPEST = 2
_COUNTED = {"target_count": "targets", "ligand_count": "ligands", "guidance": "ligands", "genes": "cross_references",
            "proteins": "cross_references", "metabolites": "cross_references"}  # fmt: skip
"""Parts of records that are said by naming another."""


def _flipped(body: bytes, chance: random.Random) -> bytes:
    changed = bytearray(body)
    for _ in range(20):
        changed[chance.randrange(100, len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _many_flipped(body: bytes, chance: random.Random) -> bytes:
    changed = bytearray(body)
    for page in range(1, len(body) // 4096):
        changed[4096 * page + chance.randrange(4096)] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _noise(body: bytes, chance: random.Random) -> bytes:
    start = 4096 * chance.randrange(1, len(body) // 4096)
    return body[:start] + chance.randbytes(4096) + body[start + 4096 :]


DAMAGE: Mapping[str, Callable[[bytes, random.Random], bytes] | None] = {
    "empty": lambda body, chance: b"",
    "garbage": lambda body, chance: chance.randbytes(len(body)),
    "truncated": lambda body, chance: body[: len(body) // 2],
    "bits flipped": _flipped,
    "a bit of every page": _many_flipped,
    "a page of noise": _noise,
    "half of it noise": lambda body, chance: body[: len(body) // 2] + chance.randbytes(len(body) - len(body) // 2),
    "pointer broken": None,
    "absent": None,
}


def damaged(folder: Path, name: str, how: str, seed: int, into: Path) -> None:
    """Copy a cache folder, of which one catalogue is damaged; the others are linked."""
    chance = random.Random(seed)
    shutil.copytree(folder, into, copy_function=_linked)
    (catalogue,) = into.glob(f"*/{name}")
    pointer = catalogue / "newest.json"
    file = catalogue / f"{json.loads(pointer.read_text())['version']}.sqlite"
    if how == "absent":
        shutil.rmtree(catalogue)
    elif (spoil := DAMAGE[how]) is None:
        pointer.unlink()
        pointer.write_text("{")
    else:
        body = file.read_bytes()
        file.unlink()
        file.write_bytes(spoil(body, chance))


def _linked(source: str, target: str) -> None:
    """Files of catalogues do not change, others do."""
    if Path(source).parent.name[0].isdigit() or not source.endswith(".sqlite"):
        shutil.copy2(source, target)
    else:
        os.link(source, target)


async def answers(folder: Path) -> list[Answer]:
    """What is answered offline; every question is asked twice, since the first one may find the damage."""
    settings = Settings(cache_dir=folder, source="offline", log="CRITICAL")
    async with running(settings, long_lived=False) as container:
        use_cases = container.use_cases()
        return [plain(await call(TOOLS[tool], use_cases, given)) for _ in range(2) for tool, given in QUESTIONS]


def plain(outcome: object) -> Answer:
    """As JSON; of a picture what it shows."""
    return dict(msgspec.to_builtins(outcome.shown if isinstance(outcome, ShownImage) else outcome))


def judged(before: Answer, now: Answer) -> str:
    """The verdict on an answer beside that of the whole folder; the text of a cursor does not count."""
    if now.get("success") is False:
        return SAME if now == before else ERROR
    before, now = {**before}, {**now}
    for answer in (before, now):
        if "pagination" in answer:
            answer["pagination"] = {**answer["pagination"], "cursor": bool(answer["pagination"]["cursor"])}
    differing = {line.partition(":")[0] for line in differences(before, now)} - {
        ".remark",
        ".guidance",
        ".source.stale",
    }
    if not differing:
        return SAME
    said = " ".join(sentences(now) - sentences(before)).casefold()
    if "items" in now or "desc" in now:
        return SAID if said else SILENT
    return SAID if all(_is_named(path, said) for path in differing) else SILENT


def _is_named(path: str, said: str) -> bool:
    """Whether a remark names the part of a record that differs, or what it is a part of."""
    parts = path.strip(".").replace("left_out.", "").split(".")
    return any(part in said for part in (".".join(parts), parts[0], parts[-1], _COUNTED.get(parts[0], "-")))


def sentences(answer: object) -> set[str]:
    """Every remark and guidance, at whatever depth."""
    if isinstance(answer, dict):
        own = {str(answer[name]) for name in _SENTENCES if name in answer}
        return own.union(*map(sentences, answer.values()))
    return set[str]().union(*map(sentences, answer)) if isinstance(answer, (list, tuple)) else set()


def differences(before: Any, now: Any, path: str = "") -> list[str]:
    """Where two answers differ, in a few lines."""
    if isinstance(before, dict) and isinstance(now, dict) and path.count(".") < _DEEPEST:
        return [
            line for key in {**before, **now} for line in differences(before.get(key), now.get(key), f"{path}.{key}")
        ]
    if before == now or (isinstance(before, tuple) and isinstance(now, tuple) and _has(now, before)):
        return []
    return [f"{path}: {str(before)[:150]} -> {str(now)[:150]}"]


def _has(now: Any, before: Any) -> bool:
    """Whether all that was said is said still: without names of genes, nodes have more accessions, not fewer."""
    if isinstance(before, dict) and isinstance(now, dict):
        return all(_has(now.get(key), value) for key, value in before.items())
    if isinstance(before, tuple) and isinstance(now, tuple):
        return all(any(_has(other, one) for other in now) for one in before)
    return bool(now == before)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    names = sorted(path.parent.name for path in options.folder.glob("[0-9]*/*/newest.json"))
    total = collections.Counter[str]()
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory(prefix="biofacts-damage-", dir=options.folder.parent) as temporary:
        whole = Path(temporary, "whole")
        shutil.copytree(options.folder, whole, copy_function=_linked)
        before = anyio.run(answers, whole)
        for name in options.only or [
            name for name in names if not name.startswith("ncbi-gene-") or name.endswith("-homo-sapiens")
        ]:
            for number, how in enumerate(DAMAGE):
                said = collections.Counter[str]()
                copy = Path(temporary, f"{name}-{number}")
                damaged(options.folder, name, how, options.seed + number, copy)
                for question, was, now in zip(2 * QUESTIONS, before, anyio.run(answers, copy), strict=True):
                    said[verdict := judged(was, now)] += 1
                    if options.show and verdict == SILENT:
                        print(name, how, *question, *differences(was, now), sep="\n    ")
                shutil.rmtree(copy)
                total += said
                rows.append([name, how, *(said[verdict] for verdict in (SAME, ERROR, SAID, SILENT))])
    rows.append(["all", "", *(total[verdict] for verdict in (SAME, ERROR, SAID, SILENT))])
    print(table(["catalogue", "damage", SAME, ERROR, SAID, SILENT], rows, words=2))
    sys.exit(1 if total[SILENT] else 0)


if __name__ == "__main__":
    main()
