"""Beside what a user would pick instead: the same questions on the same data, and how many are answered rightly.

    uv run --group bench python bench/rivals.py UPSTREAM [--questions 40] [--only WORD ...]

Asked are the catalogues that the environment names (BIOFACTS_CACHE_DIR, after `biofacts sync`), offline, and for
compounds PubChem's stand-in (BIOFACTS_PUBCHEM_URL). UPSTREAM: the folder of the upstreams' data, for the truth and the
rivals. `right`: the first answer is; of the pathways of a gene, all of them and no other. `lost`, `false`: answers that
are missing, and that are not right, over all questions.

The rivals: PubChemPy, led to the stand-in by its `API_BASE`; WikiPathways' JSON files, matched by substring, as the
newest source of pywikipathways does (not released: the service that the released one asks is shut); the Guide's CSV
files, matched by substring.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import anyio.to_thread
import pubchempy
from _gold import asking
from _guide import Row, rows, walk
from _shared import command_line, table, tell
from _truth import (
    Question,
    compound_questions,
    compound_rows,
    gene_questions,
    guide,
    guide_questions,
    in_text,
    in_xref,
    index_rows,
    names_of_ligand,
    names_of_target,
    pathway_questions,
)

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.composition.settings import Settings

Ask = Callable[[Question], Sequence[str]]


class Task(NamedTuple):
    """`exact`: an answer is right as a whole, not by its first item. `rivals`: by their names."""

    name: str
    tool: str
    questions: Sequence[Question]
    rivals: Mapping[str, Ask]
    exact: bool = False


async def ours(use_cases: UseCases, tool: str, asked: Question) -> Sequence[str]:
    """What one of our tools lists, on all pages."""
    if tool == "get_compound":
        found: Any = await call(TOOLS[tool], use_cases, {"pubchem_id": f"PubChem:CID{asked.asked}"})
        return [f"{found.molecular_formula} {found.inchikey}"]
    prefix = "" if asked.kind in ("", "symbol") else f"{asked.kind}:"
    given = {"gene_id" if asked.kind else "query": prefix + asked.asked}
    walked = await walk(use_cases, tool, given | ({"organism": asked.organism} if asked.organism else {}))
    return [str(one["id"]) for one in walked.items]


def json_files(upstream: Path) -> tuple[Mapping[str, Ask], Mapping[str, Ask]]:
    """The substring match of the reference clients, by text and by identifier."""
    texts, xrefs = (index_rows(upstream, name) for name in ("findPathwaysByText", "findPathwaysByXref"))

    def by_text(question: Question) -> Sequence[str]:
        return [f"WP:{row['id']}" for row in in_text(texts, question.asked, question.organism)]

    def by_xref(question: Question) -> Sequence[str]:
        return [f"WP:{row['id']}" for row in in_xref(xrefs, question.asked, question.kind)]

    return {"JSON files, substring": by_text}, {"JSON files, substring": by_xref}


def pubchempy_at(address: str) -> tuple[Mapping[str, Ask], Mapping[str, Ask]]:
    """The library's searches by name and by number."""
    pubchempy.API_BASE = f"{address.rstrip('/')}/rest/pug"

    def by_name(question: Question) -> Sequence[str]:
        return [f"PubChem:CID{one}" for one in pubchempy.get_cids(question.asked, "name")]

    def by_cid(question: Question) -> Sequence[str]:
        found = pubchempy.get_properties(["MolecularFormula", "InChIKey"], question.asked)
        return [f"{one['MolecularFormula']} {one['InChIKey']}" for one in found]

    name = f"PubChemPy {pubchempy.__version__}"
    return {name: by_name}, {name: by_cid}


def csv_scans(known: Sequence[Row], key: str, column: str) -> Mapping[str, Ask]:
    """A CSV file, matched by substring in one column, and in all."""

    def scan(question: Question, columns: Sequence[str]) -> Sequence[str]:
        wanted = question.asked.casefold()
        found = (row[key] for row in known if row[key] and any(wanted in row[one].casefold() for one in columns))
        return [*dict.fromkeys(f"IUPHAR:{number}" for number in found)]

    return {
        "csv, substring in a name": lambda question: scan(question, [column]),
        "csv, substring in any cell": lambda question: scan(question, [*known[0]]),
    }


def tasks(upstream: Path, number: int) -> list[Task]:
    ligands, targets = guide(upstream)
    by_text, by_xref = json_files(upstream)
    by_name, by_cid = pubchempy_at(Settings.from_environment().pubchem_url)
    named, misspelt, records = compound_questions(compound_rows(upstream), number)
    scanned_ligands = csv_scans(rows(upstream, "ligands.csv"), "Ligand ID", "Name")
    scanned_targets = csv_scans(rows(upstream, "targets_and_families.csv"), "Target id", "Target name")
    return [
        Task("pathway by words", "search_pathways", pathway_questions(number), by_text),
        Task("pathways of a gene", "get_pathways_for_gene", gene_questions(upstream, number), by_xref, exact=True),
        Task("compound by name", "search_compounds", named, by_name),
        Task("compound, misspelt", "search_compounds", misspelt[: number // 2], by_name),
        Task("compound by CID", "get_compound", records[: number // 2], by_cid),
        Task("ligand by name", "search_ligands", guide_questions(ligands, names_of_ligand, number), scanned_ligands),
        Task("target by name", "search_targets", guide_questions(targets, names_of_target, number), scanned_targets),
    ]


def judged(task: Task, by: str, answers: Sequence[Sequence[str]]) -> Sequence[object]:
    """A row of the table."""
    pairs = [*zip(task.questions, answers, strict=True)]
    right = sum({*some} == one.right if task.exact else not one.first.isdisjoint(some[:1]) for one, some in pairs)
    none = sum(not some for some in answers)
    wrong = len(pairs) - right - none
    lost = sum(len(one.right.difference(some)) for one, some in pairs)
    false = sum(len({*some} - one.right) for one, some in pairs)
    tell(task.name, len(pairs), right, wrong, by)
    return task.name, by, len(pairs), right, wrong, none, *((lost, false) if task.exact else (None, None))


async def main(upstream: Path, *, questions: int = 40, only: Sequence[str] = ()) -> None:
    lines: list[Sequence[object]] = []
    async with asking() as use_cases:
        for task in tasks(upstream, questions):
            if not only or task.name.startswith(tuple(only)):
                answers = [await ours(use_cases, task.tool, one) for one in task.questions]
                lines.append(judged(task, "biofacts", answers))
                for by, ask in task.rivals.items():
                    theirs = [await anyio.to_thread.run_sync(ask, one) for one in task.questions]
                    lines.append(judged(task, by, theirs))
    print(table(("task", "by", "asked", "right", "wrong", "none", "lost", "false"), lines, words=2))


if __name__ == "__main__":
    command_line(__doc__, main)
