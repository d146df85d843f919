"""Hints and guidance, followed literally; and every way of being wrong, with what was meant.

The table serves the suite (on the sample) and `bench/hints.py` (on real data).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from biofacts.application.pictures.draw import ShownImage
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.entity_kinds import Kind

_GIVEN = r"(?:[a-z_]+=(?:'[^']*'|\[[^\]]*\]|[\w.-]+)(?:, )?)+"
_CALL = re.compile(rf"\b([a-z]+_[a-z_]+) with ({_GIVEN})")
_REPEAT = re.compile(rf"[Rr]epeat the call (?:with ({_GIVEN})|without the argument `([a-z_]+)`)")
_ARGUMENT = re.compile(r"([a-z_]+)=(?:'([^']*)'|(\[[^\]]*\])|([\w.-]+))")
_MOST_STEPS = 3

Given = Mapping[str, object]


class Step(NamedTuple):
    """A call."""

    tool: str
    given: Given


class Walk(NamedTuple):
    """The calls that were made, and the last answer as JSON has it."""

    steps: Sequence[Step]
    outcome: Mapping[str, Any]

    @property
    def found(self) -> list[str]:
        """The identifiers at the end: of the record, of the page's items, of both ends of interactions, of paths."""
        record = [self.outcome["id"]] if "id" in self.outcome else []
        items = self.outcome.get("items", ())
        sides = [item[side]["id"] for item in items for side in ("ligand", "source", "target") if side in item]
        sides += [self.outcome[side]["id"] for side in ("ligand", "target") if side in self.outcome]  # stated once
        sides += [node["id"] for item in items for node in item.get("nodes", ())]
        return record + sides + [item["id"] for item in items if "id" in item]

    @property
    def is_honest_end(self) -> bool:
        """An empty list that says why, or an identifier of nothing: only the name can help."""
        is_of_nothing = self.outcome.get("error", {}).get("code") == "ENTITY_NOT_FOUND"
        return is_of_nothing or (self.outcome.get("items") == () and bool(self.outcome.get("guidance")))


def _arguments(written: str) -> dict[str, object]:
    found = _ARGUMENT.findall(written)
    return {name: re.findall("'([^']*)'", several) or text or word for name, text, several, word in found}


def proposed(hint: str, step: Step) -> Step | None:
    """The first call that a text proposes, read as an agent reads it; None where it proposes none."""
    if found := _REPEAT.search(hint):
        changed = {name: value for name, value in step.given.items() if name != found[2]}
        return Step(step.tool, changed | _arguments(found[1] or ""))
    for found in _CALL.finditer(hint):
        assert found[1] in TOOLS, f"{found[1]} is no tool: {hint}"
        return Step(found[1], _arguments(found[2]))
    return None


async def walk(use_cases: UseCases, tool: str, given: Given) -> Walk:
    """Follow hints, and the guidance of empty lists, until something is found or nothing more is proposed."""
    steps = [Step(tool, given)]
    while True:
        answer = await call(TOOLS[steps[-1].tool], use_cases, steps[-1].given)
        outcome = msgspec.to_builtins(answer.shown if isinstance(answer, ShownImage) else answer)
        said = outcome["error"]["recovery_hint"] if "error" in outcome else outcome.get("guidance", "")
        finished = "error" not in outcome and outcome.get("items") != ()
        following = None if finished or len(steps) > _MOST_STEPS else proposed(said, steps[-1])
        if following is None:
            return Walk(steps, outcome)
        steps.append(following)


class Wrong(NamedTuple):
    """A call that is wrong in some way. `meant`: what the walk must end at (an identifier); `by`: with which tool."""

    way: str
    tool: str
    given: Given
    meant: str
    by: str


class Thing(NamedTuple):
    """A thing of some kind: its CURIE, and how else it is written. `number`: as models send it."""

    curie: str
    name: str
    near: Sequence[str]
    links: Sequence[str]
    number: int | None = None


THINGS: Mapping[str, Thing] = {
    "pathway": Thing(
        "WP:WP534", "glycolysis", ["WP534", "wp:wp534", "WP:534", "wikipathways:WP534", "WP534_r123"],
        ["https://www.wikipathways.org/pathways/WP534.html", "http://wikipathways.org/instance/WP534_r123",
         "https://classic.wikipathways.org/index.php/Pathway:WP534", "www.wikipathways.org/instance/WP534",
         "https://identifiers.org/wikipathways:WP534", "identifiers.org/wikipathways/WP534",
         "https://n2t.net/wikipathways:WP534", "https://bioregistry.io/wikipathways:WP534"],
        534,
    ),
    "compound": Thing(
        "PubChem:CID2244", "aspirin", ["CID2244", "pubchem:2244", "CID: 2244", "pubchem.compound:2244", "2244"],
        ["https://pubchem.ncbi.nlm.nih.gov/compound/2244", "pubchem.ncbi.nlm.nih.gov/compound/2244#section=Names",
         "https://pubchem.ncbi.nlm.nih.gov/rest/pug/compound/cid/2244/JSON",
         "https://identifiers.org/pubchem.compound/2244", "https://bioregistry.io/pubchem.compound:2244"],
        2244,
    ),
    "ligand": Thing(
        "IUPHAR:2713", "ibuprofen", ["iuphar:2713", "gtopdb:2713", "2713", "iuphar.ligand:2713"],
        ["https://www.guidetopharmacology.org/GRAC/LigandDisplayForward?ligandId=2713",
         "guidetopharmacology.org/GRAC/LigandDisplayForward?tab=biology&ligandId=2713",
         "https://identifiers.org/iuphar.ligand:2713"],
        2713,
    ),
    "target": Thing(
        "IUPHAR:215", "DRD2", ["iuphar:215", "gtopdb:215", "215", "iuphar.receptor:215"],
        ["https://www.guidetopharmacology.org/GRAC/ObjectDisplayForward?objectId=215",
         "https://identifiers.org/iuphar.receptor:215"],
        215,
    ),
    "gene": Thing(
        "HGNC:11998", "TP53", ["hgnc:11998", "HGNC: 11998", "hgnc_11998"],
        ["https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/HGNC:11998",
         "https://identifiers.org/hgnc:11998", "identifiers.org/hgnc/HGNC:11998",
         "https://www.ncbi.nlm.nih.gov/gene/7157", "https://identifiers.org/ncbigene:7157"],
        7157,
    ),
}  # fmt: skip
"""True of the sample and of the real data alike."""

_KINDS: Mapping[str, Kind] = {tool.kind.name: tool.kind for tool in TOOLS.values()}
_MISNAMED = ("q", "id", "name", "input", "identifier")


def _main(tool: str) -> str:
    return str(TOOLS[tool].arguments.__struct_fields__[0])


def _shapes(tool: str, value: object, meant: str, by: str) -> Iterator[Wrong]:
    """One value, in every shape that is not the right one."""
    main = _main(tool)
    for name in _MISNAMED:
        yield Wrong("misnamed", tool, {name: value}, meant, by)
    yield Wrong("list", tool, {main: [value]}, meant, by)
    yield Wrong("object", tool, {main: {"value": value}}, meant, by)
    yield Wrong("nested", tool, {"arguments": {main: value}}, meant, by)
    yield Wrong("extra", tool, {main: value, "colour": "red"}, meant, by)


def _strict(kind: Kind, tool: str, thing: Thing) -> Iterator[Wrong]:
    main = _main(tool)
    yield from _shapes(tool, thing.curie, thing.curie, tool)
    yield Wrong("blank", tool, {main: f" {thing.curie} "}, thing.curie, tool)
    yield Wrong("name", tool, {main: thing.name}, thing.curie, kind.search_tool)
    yield Wrong("name misnamed", tool, {"name": thing.name}, thing.curie, kind.search_tool)
    for near in thing.near:
        yield Wrong("near miss", tool, {main: near}, thing.curie, tool)
    for link in thing.links:
        yield Wrong("link", tool, {main: link}, thing.curie, tool)
    if thing.number:
        yield Wrong("number", tool, {main: thing.number}, thing.curie, tool)
        yield Wrong("number misnamed", tool, {"id": thing.number}, thing.curie, tool)
    for other, sent in THINGS.items():
        shared = {"ligand", "target"}
        if other == kind.name or {other, kind.name} == shared:
            continue
        by = "get_pathways_for_gene" if (kind.name, other) == ("pathway", "gene") else _KINDS[other].get_tool
        # A number of the Guide may be a ligand's and a target's; its link is the one or the other.
        for way, text in [("other kind", sent.curie)] * (other not in shared) + [("other kind's link", sent.links[0])]:
            yield Wrong(way, tool, {main: text}, "" if by == "get_pathways_for_gene" else sent.curie, by)


def _search(kind: Kind, thing: Thing) -> Iterator[Wrong]:
    tool, main = kind.search_tool, "query"
    yield from _shapes(tool, thing.name, thing.curie, tool)
    for text in (thing.curie, *thing.links):
        yield Wrong("link", tool, {main: text}, thing.curie, tool)
    for other, sent in THINGS.items():
        if other != kind.name and (kind.name, other) not in {("ligand", "compound"), ("target", "gene")}:
            by = "get_pathways_for_gene" if (kind.name, other) == ("pathway", "gene") else _KINDS[other].get_tool
            meant = "" if by == "get_pathways_for_gene" else sent.curie
            yield Wrong("other kind's link", tool, {main: sent.links[0]}, meant, by)


def _of_interactions() -> Iterator[Wrong]:
    """One of two arguments, each with a kind of its own."""
    tool = "get_interactions"
    for argument, kind in TOOLS[tool].either.items():
        if argument == "ligand_ids":
            continue
        thing = THINGS[kind.name]
        for near in (f" {thing.curie} ", thing.number, *thing.near, *thing.links):
            yield Wrong("near miss", tool, {argument: near}, thing.curie, tool)
        for name in (kind.name, f"{kind.name}Id", f"gtopdb_{kind.name}"):
            yield Wrong("misnamed", tool, {name: thing.curie}, thing.curie, tool)
        yield Wrong("list", tool, {argument: [thing.curie]}, thing.curie, tool)
        yield Wrong("nested", tool, {"arguments": {argument: thing.curie}}, thing.curie, tool)
        yield Wrong("extra", tool, {argument: thing.curie, "colour": "red"}, thing.curie, tool)
        yield Wrong("name", tool, {argument: thing.name}, thing.curie, tool)
        yield Wrong("page size", tool, {argument: thing.curie, "page_size": 500}, thing.curie, tool)
        yield Wrong("cursor", tool, {argument: thing.curie, "cursor": "x"}, thing.curie, tool)
        yield Wrong("unknown action", tool, {argument: thing.curie, "action": "frobnicator"}, "", tool)
        yield Wrong("unknown species", tool, {argument: thing.curie, "species": "Danio rerio"}, thing.curie, tool)
        yield Wrong("other kind", tool, {argument: "PubChem:CID2244"}, "PubChem:CID2244", "get_compound")
    yield Wrong("both", tool, {"ligand_id": "IUPHAR:2713", "target_id": "IUPHAR:215"}, "IUPHAR:2713", tool)
    yield Wrong("neither", tool, {}, "", tool)
    yield Wrong("neither", tool, {"approved_only": True}, "", tool)


def _of_links() -> Iterator[Wrong]:
    """An id, and the kind that it is of."""
    tool = "find_links"
    for name, thing in THINGS.items():
        right: Given = {"id": thing.curie, "kind": name}
        for near in (f" {thing.curie} ", thing.number, *thing.near, *thing.links):
            yield Wrong("near miss", tool, {**right, "id": near}, thing.curie, tool)
        yield Wrong("without kind", tool, {"id": thing.curie}, thing.curie, tool)
        yield Wrong("no kind", tool, {"id": thing.curie, "kind": "protein"}, thing.curie, tool)
        yield Wrong("misnamed", tool, {"identifier": thing.curie, "kind": name}, thing.curie, tool)
        yield Wrong("list", tool, {**right, "id": [thing.curie]}, thing.curie, tool)
        yield Wrong("nested", tool, {"arguments": right}, thing.curie, tool)
        yield Wrong("extra", tool, {**right, "colour": "red"}, thing.curie, tool)
        yield Wrong("name", tool, {**right, "id": thing.name}, thing.curie, tool)
        if name != "pathway":
            yield Wrong("to itself", tool, {**right, "to": name}, "", tool)
        yield Wrong("cursor", tool, {**right, "cursor": "x"}, thing.curie, tool)
        for other in THINGS:
            if other != name and {other, name} != {"ligand", "target"}:
                yield Wrong("other kind", tool, {"id": thing.curie, "kind": other}, thing.curie, tool)
    swapped: Given = {"id": "WP:WP534", "kind": "gene", "to": "pathway"}
    yield Wrong("the wrong way round", tool, swapped, "HGNC:4922", tool)


def wrongs() -> list[Wrong]:
    """Every way of being wrong, for every tool."""
    found = [
        Wrong("misnamed", "get_pathways_for_gene", {"gene": "TP53"}, "", "get_pathways_for_gene"),
        Wrong("number", "get_pathways_for_gene", {"gene_id": 7157}, "", "get_pathways_for_gene"),
        Wrong("number misnamed", "get_pathways_for_gene", {"entrez": 7157}, "", "get_pathways_for_gene"),
        Wrong("common name", "get_pathways_for_gene", {"gene_id": "TP53", "organism": "human"}, "",
              "get_pathways_for_gene"),
        Wrong("misnamed organism", "search_pathways", {"q": "glycolysis", "species": "human"}, "WP:WP534",
              "search_pathways"),
        Wrong("page size", "search_pathways", {"query": "glycolysis", "page_size": 500}, "WP:WP534", "search_pathways"),
        Wrong("wrong tool", "search_ligands", {"query": "DRD2"}, "IUPHAR:215", "search_targets"),
        Wrong("wrong tool", "search_targets", {"query": "ibuprofen"}, "IUPHAR:2713", "search_ligands"),
        Wrong("wrong tool", "search_genes", {"query": "ibuprofen"}, "IUPHAR:2713", "search_ligands"),
        Wrong("wrong tool", "get_pathways_for_gene", {"gene_id": "caffeine"}, "WP:WP707", "get_pathways_for_compound"),
    ]  # fmt: skip
    drawn_in = "get_pathways_for_compound"
    found += [
        Wrong("misnamed", drawn_in, {"name": "citrate"}, "WP:WP78", drawn_in),
        Wrong("misnamed", drawn_in, {"chebi_id": "CHEBI:30769"}, "WP:WP78", drawn_in),
        Wrong("several", drawn_in, {"compound": ["citrate", "caffeine"]}, "WP:WP78", drawn_in),
        Wrong("misnamed organism", drawn_in, {"q": "citrate", "species": "human"}, "WP:WP78", drawn_in),
        Wrong("page size", drawn_in, {"compound": "citrate", "page_size": 500}, "WP:WP78", drawn_in),
        Wrong("wrong tool", drawn_in, {"compound": "HGNC:11998"}, "HGNC:11998", "get_gene"),
        Wrong("wrong tool", drawn_in, {"compound": "WP:WP534"}, "WP:WP534", "get_pathway"),
        Wrong("wrong tool", drawn_in, {"compound": "TP53"}, "HGNC:11998", "search_genes"),
    ]
    found += [
        Wrong("link", "get_pathways_for_gene", {"gene_id": link}, "", "get_pathways_for_gene")
        for link in THINGS["gene"].links
    ]
    for name, kind in _KINDS.items():
        found += [*_strict(kind, kind.get_tool, THINGS[name]), *_search(kind, THINGS[name])]
    drawn = msgspec.structs.replace(_KINDS["pathway"], get_tool="get_pathway_components")
    shown = msgspec.structs.replace(_KINDS["pathway"], get_tool="show_pathway")
    return [
        *found,
        *_strict(drawn, "get_pathway_components", THINGS["pathway"]),
        *_strict(shown, "show_pathway", THINGS["pathway"]),
        *_of_interactions(),
        *_of_neighbours(),
        *_of_paths(),
        *_of_links(),
        *_lists(),
    ]


def _of_neighbours() -> Iterator[Wrong]:
    tool, meant = "get_neighbours", "HGNC:11998"
    yield from _shapes(tool, "TP53", meant, tool)
    for name in ("gene", "gene_id", "node"):
        yield Wrong("misnamed", tool, {name: "TP53"}, meant, tool)
    for link in THINGS["gene"].links:
        yield Wrong("link", tool, {"id": link}, meant, tool)
    yield Wrong("common name", tool, {"id": "TP53", "organism": "human"}, meant, tool)
    yield Wrong("page size", tool, {"id": "TP53", "page_size": 500}, meant, tool)
    yield Wrong("cursor", tool, {"id": "TP53", "cursor": "x"}, meant, tool)
    yield Wrong("another word", tool, {"id": "TP53", "effect": "inhibit"}, meant, tool)
    yield Wrong("another word", tool, {"id": "TP53", "direction": "up"}, meant, tool)
    yield Wrong("nothing left", tool, {"id": "TP53", "effect": "translocates"}, meant, tool)


def _of_paths() -> Iterator[Wrong]:
    tool, meant, ends = "find_paths", "HGNC:11998", {"source": "TP53", "target": "BAX"}
    yield Wrong("common name", tool, {**ends, "organism": "human"}, meant, tool)
    yield Wrong("page size", tool, {**ends, "page_size": 500}, meant, tool)
    yield Wrong("cursor", tool, {**ends, "cursor": "x"}, meant, tool)
    yield Wrong("too long", tool, {**ends, "max_length": 9}, meant, tool)
    yield Wrong("misnamed", tool, {"from": "TP53", "to": "BAX"}, meant, tool)


def _lists() -> list[Wrong]:
    """Lists under another name, with what is none among them, or too short."""
    genes = ["TP53", "MDM2", "CASP3"]
    return [
        Wrong("misnamed list", "resolve_many", {"query": ["WP:WP534", "TP53"]}, "WP:WP534", "resolve_many"),
        Wrong("objects", "resolve_many", {"names": [{"name": "WP:WP534"}]}, "WP:WP534", "resolve_many"),
        Wrong("nothing", "resolve_many", {"names": []}, "", "resolve_many"),
        Wrong("misnamed list", "enrich_pathways", {"gene_list": genes}, "WP:WP254", "enrich_pathways"),
        Wrong("common name", "enrich_pathways", {"genes": genes, "organism": "human"}, "WP:WP254", "enrich_pathways"),
        Wrong("page size", "enrich_pathways", {"genes": genes, "page_size": 500}, "WP:WP254", "enrich_pathways"),
    ]


def is_right(wrong: Wrong, walked: Walk) -> bool:
    """Whether a walk has ended at what was meant, by the tool that finds it."""
    return walked.steps[-1].tool == wrong.by and bool(walked.found) and wrong.meant in (*walked.found, "")
