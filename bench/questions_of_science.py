"""Research questions, each answered by few calls of a client that knows only the tools' names and arguments.

    python bench/questions_of_science.py UPSTREAM [--typed SET ...]

Twenty questions of several calls; with --typed, the sets of `questions_as_typed.json` (all without a name) instead:
one call each, as people and models type it, judged as `_typed.py` says.

Asks the catalogue that BIOFACTS_CACHE_DIR leads to, wholly synchronised and offline, through an MCP client in memory.
The right answers are computed from the raw files in UPSTREAM by the independent join of `joins.py`. For each question:
calls (at most six), bytes of all answers, and whether the answer is right: the same set, nothing more and nothing less.
"""

from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from _shared import command_line, percent, present, table, tell
from _typed import Raw, faults, questions_as_typed
from joins import End, Truth, after, turned
from mcp import Client

from biofacts.adapters.mcp.server import build
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running
from biofacts.composition.settings import Settings

_MOST_CALLS = 6


class Agent:
    """A client, and what it has cost."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.calls = self.bytes = 0

    async def call(self, tool: str, **given: object) -> Any:
        """A call's structured content."""
        result = await self._client.call_tool(tool, given)
        self.calls += 1
        self.bytes += len(msgspec.json.encode(result.structured_content))
        return result.structured_content

    async def first(self, tool: str, query: str, **given: object) -> str:
        """The id of the best candidate."""
        return str((await self.call(tool, query=query, page_size=5, **given))["items"][0]["id"])

    async def links(self, identifier: str, kind: str, to: str, **given: object) -> set[str]:
        """The ids of a whole list; of peptides among targets not, which have ligand numbers."""
        found: set[str] = set()
        cursor: dict[str, object] = {}
        while True:
            page = await self.call("find_links", id=identifier, kind=kind, to=to, page_size=100, **given, **cursor)
            found |= {one["id"] for one in page["items"] if "kind" not in one}
            if (token := page["pagination"]["cursor"]) is None:
                return found
            cursor = {"cursor": token}


Answer = Callable[[Agent], Awaitable[set[str]]]


class Asked(NamedTuple):
    """A question, how it is answered, and what is right."""

    text: str
    answer: Answer
    right: set[str]


def one_list(search: str, words: str, kind: str, to: str, **given: object) -> Answer:
    """Resolve a name, then list its links."""

    async def answer(agent: Agent) -> set[str]:
        return await agent.links(await agent.first(search, words), kind, to, **given)

    return answer


def shared(first: str, second: str, to: str) -> Answer:
    """What two medicines have in common."""

    async def answer(agent: Agent) -> set[str]:
        ends = [await agent.links(await agent.first("search_ligands", name), "ligand", to) for name in (first, second)]
        return ends[0] & ends[1]

    return answer


def counted(words: str, member: str) -> Answer:
    """A number of a pathway's record."""

    async def answer(agent: Agent) -> set[str]:
        identifier = await agent.first("search_pathways", words, organism="Homo sapiens")
        record = await agent.call("get_pathway", pathway_id=identifier, detail="brief")
        return {str(record["drugs"][member])}

    return answer


def ids(ends: Iterable[End], kind: str) -> set[str]:
    """The ids of one kind."""
    return {identifier for of, identifier in ends if of == kind}


def questions(truth: Truth) -> list[Asked]:
    """Twenty, with their right answers."""
    acting = turned(truth.ligand_targets)
    medicines = {end: ends & truth.approved for end, ends in acting.items()}
    of_gene, drugs_of_gene = after(truth.gene_targets, acting), after(truth.gene_targets, medicines)
    genes_of = after(truth.ligand_targets, turned(truth.gene_targets))
    pathway_genes = turned(truth.gene_pathways)
    drugs_on = after(pathway_genes, drugs_of_gene)
    targets_on = after(pathway_genes, truth.gene_targets)
    pathways_of = after(genes_of, truth.gene_pathways)
    compounds_of = after(of_gene, truth.ligand_compounds)
    pathways_of_target = after(truth.target_genes, truth.gene_pathways)

    def gene(symbol: str) -> End:
        return "gene", next(one.id for one in truth.genes if one.symbol == symbol)

    def ligand(number: int) -> End:
        return "ligand", f"IUPHAR:{number}"

    apoptosis, cholesterol = ("pathway", "WP:WP254"), ("pathway", "WP:WP430")
    return [
        Asked("approved drugs on the targets of apoptosis",
              one_list("search_pathways", "apoptosis", "pathway", "ligand", approved_only=True),
              ids(drugs_on[apoptosis], "ligand")),
        Asked("approved drugs on the statin pathway",
              one_list("search_pathways", "statin inhibition of cholesterol production", "pathway", "ligand",
                       approved_only=True), ids(drugs_on[cholesterol], "ligand")),
        Asked("targets in apoptosis", one_list("search_pathways", "apoptosis", "pathway", "target"),
              ids(targets_on[apoptosis], "target")),
        Asked("how many approved drugs on apoptosis", counted("apoptosis", "approved"),
              {str(len(ids(drugs_on[apoptosis], "ligand")))}),
        Asked("genes of apoptosis", one_list("search_pathways", "apoptosis", "pathway", "gene"),
              ids(pathway_genes[apoptosis], "gene")),
        Asked("genes that imatinib acts on", one_list("search_ligands", "imatinib", "ligand", "gene"),
              ids(genes_of[ligand(5687)], "gene")),
        Asked("genes that adalimumab acts on", one_list("search_ligands", "adalimumab", "ligand", "gene"),
              ids(genes_of[ligand(4860)], "gene")),
        Asked("pathways of ibuprofen's targets", one_list("search_ligands", "ibuprofen", "ligand", "pathway"),
              ids(pathways_of[ligand(2713)], "pathway")),
        Asked("pathways of venetoclax's targets", one_list("search_ligands", "venetoclax", "ligand", "pathway"),
              ids(pathways_of[ligand(8318)], "pathway")),
        Asked("drugs on BCL2", one_list("search_genes", "BCL2", "gene", "ligand"),
              ids(of_gene[gene("BCL2")], "ligand")),
        Asked("approved drugs on TNF", one_list("search_genes", "TNF", "gene", "ligand", approved_only=True),
              ids(drugs_of_gene[gene("TNF")], "ligand")),
        Asked("approved drugs on HER2", one_list("search_genes", "HER2", "gene", "ligand", approved_only=True),
              ids(drugs_of_gene[gene("ERBB2")], "ligand")),
        Asked("compounds that act on JAK2", one_list("search_genes", "JAK2", "gene", "compound"),
              ids(compounds_of[gene("JAK2")], "compound")),
        Asked("pathways of the D2 receptor", one_list("search_targets", "DRD2", "target", "pathway"),
              ids(pathways_of_target["target", "IUPHAR:215"], "pathway")),
        Asked("approved ligands of hERG", one_list("search_targets", "hERG", "target", "ligand", approved_only=True),
              ids(medicines["target", "IUPHAR:572"], "ligand")),
        Asked("targets of haloperidol", one_list("search_ligands", "haloperidol", "ligand", "target"),
              ids(truth.ligand_targets[ligand(86)], "target")),
        Asked("PubChem number of omeprazole", one_list("search_ligands", "omeprazole", "ligand", "compound"),
              ids(truth.ligand_compounds[ligand(4279)], "compound")),
        Asked("targets that haloperidol and clozapine share", shared("haloperidol", "clozapine", "target"),
              ids(truth.ligand_targets[ligand(86)] & truth.ligand_targets[ligand(38)], "target")),
        Asked("targets that imatinib and dasatinib share", shared("imatinib", "dasatinib", "target"),
              ids(truth.ligand_targets[ligand(5687)] & truth.ligand_targets[ligand(5678)], "target")),
        Asked("genes that fluoxetine and venlafaxine share", shared("fluoxetine", "venlafaxine", "gene"),
              ids(genes_of[ligand(203)] & genes_of[ligand(7321)], "gene")),
    ]  # fmt: skip


def client(chosen: Settings) -> Client:
    """A client of a server with these settings."""

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncGenerator[UseCases]:
        async with running(chosen) as container:
            yield container.use_cases()

    return Client(build(lifespan))


async def as_typed(upstream: Path, sets: Sequence[str]) -> None:
    raw = Raw(upstream, Truth(upstream))
    asked, right = Counter[str](), Counter[str]()
    async with client(Settings.from_environment()) as connected:
        for one in questions_as_typed():
            if sets and one["set"] not in sets:
                continue
            answer = await Agent(connected).call(one["tool"], **one["args"])
            if unknown := raw.unknown(one):
                print(f"{one['set']}: {one['args']}: no raw file has {unknown}")
            asked[one["set"]] += 1
            if wrong := faults(one, answer, raw):
                print(f"{one['set']}: {one['tool']} {one['args']}: {'; '.join(wrong)}")
            else:
                right[one["set"]] += 1
    rows = [(of, number, right[of], percent(right[of], number)) for of, number in asked.items()]
    print(table(("set", "questions", "right", "%"), rows))
    tell("questions as typed", asked.total(), right.total(), asked.total() - right.total())


async def main(upstream: Path, *, typed: Sequence[str] | None = None) -> None:
    if typed is not None:
        return await as_typed(upstream, typed)
    asked = questions(Truth(upstream))
    lines: list[list[object]] = []
    remarks: list[str] = []
    async with client(present().settings) as connected:
        for one in asked:
            agent = Agent(connected)
            found = await one.answer(agent)
            is_right = found == one.right and agent.calls <= _MOST_CALLS
            lines.append([one.text, agent.calls, agent.bytes, len(one.right), "right" if is_right else "wrong"])
            if found != one.right:
                lost, foreign = sorted(one.right - found)[:3], sorted(found - one.right)[:3]
                remarks.append(f"{one.text}: lost {lost}, foreign {foreign}")
    print(table(("question", "calls", "bytes", "answers", ""), lines))
    right = sum(line[-1] == "right" for line in lines)
    print("\n".join([f"{right} of {len(lines)} right", *remarks]))
    tell("research questions", len(lines), right, len(lines) - right)


if __name__ == "__main__":
    command_line(__doc__, main)
