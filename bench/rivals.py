"""Beside what a user would pick instead: the same questions, the same stand-in, the same run.

    uv run --group bench python bench/rivals.py BASE_URL UPSTREAM [--questions 40] [--rounds 3]

BASE_URL: a stand-in of the upstreams, served with `--latency 0.2` and without `--strict`, so that nobody is refused for
asking too fast (the real services do refuse). UPSTREAM: the folder of its data, for the truth.

A first question is asked in `rounds` lives of its own, the next ones in one life, all contenders in turn. `requests`:
by the stand-in's log, for the first question (and behind its answer) and for a next one. `again`: a question asked
once more. `right first`, `right in 5`: questions whose first answer, or one of whose first five, is right. `wrong in
5`: wrong answers among the first five, mean. `lost`, `false`: gene-pathway pairs, over all questions.

The rivals: `pywikipathways` and `PubChemPy` as installed, led to the stand-in by the default address of the one's
`wikipathways_get` and by the other's `API_BASE`; the JSON files of WikiPathways, fetched for each question and matched
by substring, as the newest source of pywikipathways does (not released); GtoPdb's CSV files, fetched once and kept in
memory, matched by substring. `_rivals.py` serves what the stand-in does not have, and says how: PubChem's record form
(the real service has it), and WikiPathways' old service (which is shut; so only the speed is told). A rival that fails
at its first three questions is asked no more; its errors stand below the table.
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from _rivals import (
    CODES,
    HEAD,
    Row,
    Score,
    Task,
    compound_by_name,
    compound_from_cid,
    csv_scan,
    front,
    in_text,
    in_xref,
    json_files,
    measure,
    ours,
    pywikipathways_at,
)
from _shared import Log, command_line, table
from _truth import (
    Question,
    compound_questions,
    gene_questions,
    guide_questions,
    names_of_ligand,
    names_of_target,
    pathway_questions,
)

from biofacts.adapters.http.gtopdb import read_ligands, read_targets


def tasks(base: str, before: str, upstream: Path, compounds: Sequence[Row], number: int) -> list[Task]:
    """`before`: the address of the front."""
    ligands = read_ligands((upstream / "gtopdb/reconstructed/DATA/ligands.csv").read_bytes())
    targets = read_targets((upstream / "gtopdb/DATA/targets_and_families.csv").read_bytes())
    shut_text, shut_xref = pywikipathways_at(f"{base}/webservice", "", judged=True)
    old_text, old_xref = pywikipathways_at(f"{before}/webservice", ", service imitated", judged=False)
    json_text, json_xref = json_files(base)
    named, misspelt, records = compound_questions(compounds, number)

    def query(question: Question) -> Mapping[str, object]:
        return {"query": question.asked, **({"organism": question.organism} if question.organism else {})}

    def gene(question: Question) -> Mapping[str, object]:
        prefix = "" if question.kind == "symbol" else f"{question.kind}:"
        return {"gene_id": prefix + question.asked, "page_size": 100, "slim": True}

    def compound(question: Question) -> Mapping[str, object]:
        return {"pubchem_id": f"PubChem:CID{question.asked}"}

    return [
        Task(
            "pathway by words",
            pathway_questions(number),
            [ours(base, "search_pathways", query), shut_text, old_text, json_text],
        ),
        Task(
            "pathways of a gene",
            gene_questions(upstream, number),
            [
                ours(base, "get_pathways_for_gene", gene),
                ours(base, "get_pathways_for_gene", gene, synced=True),
                shut_xref,
                old_xref,
                json_xref,
            ],
            exact=True,
        ),
        Task(
            "compound by name",
            named,
            [
                ours(base, "search_compounds", query),
                compound_by_name(base),
                compound_by_name(before, ", records added"),
            ],
        ),
        Task(
            "compound, misspelt",
            misspelt[: number // 2],
            [ours(base, "search_compounds", query), compound_by_name(before, ", records added")],
        ),
        Task(
            "compound by CID",
            records[: number // 2],
            [ours(base, "get_compound", compound), compound_from_cid(before, ", records added")],
        ),
        Task(
            "ligand by name",
            guide_questions(ligands, names_of_ligand, number),
            [
                ours(base, "search_ligands", query),
                csv_scan(base, "ligands", "Ligand ID", "Name"),
                csv_scan(base, "ligands", "Ligand ID", None),
            ],
        ),
        Task(
            "target by name",
            guide_questions(targets, names_of_target, number),
            [
                ours(base, "search_targets", query),
                csv_scan(base, "targets_and_families", "Target id", "Target name"),
                csv_scan(base, "targets_and_families", "Target id", None),
            ],
        ),
    ]


async def main(base: str, upstream: Path, *, questions: int = 40, rounds: int = 3, only: Sequence[str] = ()) -> None:
    compounds = json.loads(gzip.decompress((upstream / "pubchem/standin.json.gz").read_bytes()))
    index = {
        name: json.loads((upstream / f"wikipathways/json/{name}.json").read_bytes())["pathwayInfo"]
        for name in ("findPathwaysByText", "findPathwaysByXref")
    }
    kinds = {code: kind for kind, code in CODES.items()}

    def matching(query: Mapping[str, str]) -> Sequence[Row]:
        if "query" in query:
            return in_text(index["findPathwaysByText"], query["query"])
        return in_xref(index["findPathwaysByXref"], query["ids"], kinds[query["codes"]])

    log = Log(base)
    scores: list[Score] = []
    with front(base, {row["cid"]: row for row in compounds}, matching) as before:
        for task in tasks(base, before, upstream, compounds, questions):
            if not only or task.name.startswith(tuple(only)):
                scores += await measure(task, log, rounds)
    print(table(HEAD, [score.row() for score in scores], words=2))
    for score in scores:
        score.tell()
        for failure, times in score.failures.items():
            print(f"{score.task.name}, {score.contender.name}: {times} times {failure}")


if __name__ == "__main__":
    command_line(__doc__, main)
