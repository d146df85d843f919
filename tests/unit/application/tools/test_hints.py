"""No hint changes the question: what it proposes was sent, is a candidate, or stands where nothing was sent."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec
import pytest

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container
from biofacts.domain.text import fold

THINGS: list[object] = [
    "TP53", "BRAF", "INSR", "672", 672, "imatinib", "glucose", "zzqqxx", "WP534", "WP:WP254", "PubChem:CID5793",
    "IUPHAR:5687", "HGNC:1097", "C9H8O4", "D2 receptor", "drugs that block SERT", "Lou Gehrig", ["TP53", "BRAF"],
    ["glucose"],
]  # fmt: skip
CHOICES = {
    "organism",
    "to_organism",
    "species",
    "kind",
    "to",
    "detail",
    "parts",
    "action",
    "page_size",
    "match",
    "sort",
    "type",
    "direction",
    "sign",
    "effect",
}
"""Arguments whose values are of a closed list, in which a hint may name another."""
MODIFIERS = (
    CHOICES
    | {"cursor", "slim", "approved_only", "primary_only", "highlight", "drugs", "around", "whole"}
    | {"path", "title", "range", "palette", "caption", "conditions", "cutoff", "size"}
    | {"withdrawn_only", "labelled", "type", "min_affinity", "sort", "by", "community"}
    | {"max_length", "currency_metabolites"}
    | {"min_size", "max_size", "grouped", "background", "permutations", "seed"}
)
"""Arguments that say nothing of what is asked about: with these alone, a hint gives an example."""
_GIVEN = re.compile(r"\b([a-z_]+)=(\[[^\]]*\]|'[^']*'|[\w.:-]+)")


def wrong_calls(tool: str, seed: int) -> Iterator[Mapping[str, object]]:
    """Calls with random values under the tool's arguments, names like them, and others."""
    chance = random.Random(f"{tool} {seed}")
    known = TOOLS[tool].arguments.__struct_fields__
    names = [*known, "id", "name", "names", "q", "gene", "compound_list", "around", "cursor"]
    for _ in range(15):
        yield {name: chance.choice(THINGS) for name in chance.sample(names, chance.randint(1, 3))}


def texts(value: object) -> Iterator[str]:
    yield from map(str, cast("list[object]", value)) if isinstance(value, list) else (str(value),)


def foreign(given: Mapping[str, object], envelope: ErrorEnvelope) -> list[str]:
    """The values that a hint proposes and that have nothing to do with what was sent."""
    sent = [fold.compact(text) for value in given.values() for text in texts(value)]
    offered = {fold.compact(part) for one in envelope.error.candidates for part in one.values()}
    found: list[str] = []
    if given.keys() <= MODIFIERS:
        return found
    for name, values in _GIVEN.findall(envelope.error.recovery_hint):
        for value in re.findall(r"'([^']*)'", values) or [values]:
            text = fold.compact(value)
            is_sent = any(text in one or one in text for one in sent) or text in offered
            if name not in CHOICES and text not in ("true", "false") and not is_sent:
                found.append(f"{name}={value}")
    return found


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("seed", range(2))
async def test_no_hint_names_what_was_not_sent(sample: Container, tool: str, seed: int) -> None:
    use_cases = sample.use_cases()
    proposed: list[Any] = []
    for given in wrong_calls(tool, seed):
        answer = await call(TOOLS[tool], use_cases, given)
        if isinstance(answer, ErrorEnvelope) and (strange := foreign(given, answer)):
            proposed.append((dict(given), strange, msgspec.to_builtins(answer.error)["recovery_hint"]))

    assert proposed == []


@pytest.mark.parametrize(
    ("tool", "given", "hint"),
    [
        ("get_pathways_for_gene", {"taxon": "EGFR"}, "with gene_id='EGFR';"),
        ("search_compounds", {"limit": "caffeine"}, "with query='caffeine';"),
        ("get_target", {"limit": "IUPHAR:215"}, "with iuphar_id='IUPHAR:215'."),
        ("search_ligands", {"type": "small molecule", "approved_only": True}, "with approved_only=True;"),
        ("search_ligands", {"type": "antibodies"}, "with type='antibody';"),
        ("get_interactions", {"ligand_ids": ["aspirin"], "sort": "best"}, "with ligand_ids=['aspirin'];"),
        ("resolve_many", {"n": ["aspirin", "DRD2"]}, "with names=['aspirin', 'DRD2'];"),
        (
            "find_paths",
            {"source": "MYC"},
            "Call get_neighbours with id='MYC'; the arguments of find_paths are: source,",
        ),
        (
            "get_gene",
            {"gene_id": "HGNC:7157"},
            "NCBIGene:7157 is TP53: call get_gene with gene_id='HGNC:11998'. Otherwise",
        ),
        ("find_paths", {"to": "MYC"}, "Call get_neighbours with id='MYC';"),
        ("resolve_many", {"names": ["aspirin"], "kind": "Drugs"}, "with names=['aspirin'], kind='ligand';"),
        ("get_pathway", {"pathway_id": "WP:WP534", "detail": "Brief"}, "pathway_id='WP:WP534', detail='brief';"),
        ("find_links", {"id": "aspirin", "to": "gene"}, "call resolve_many with names=['aspirin'], then repeat"),
        ("find_links", {"gene_symbol": "TP53", "to": "pathway"}, "with id='TP53', kind='gene', to='pathway';"),
        ("find_links", {"drugs": "aspirin", "to": "target"}, "with id='aspirin', kind='ligand', to='target';"),
        ("find_links", {"ids": ["TP53", "MDM2"], "kind": "drug", "to": "targets"}, "kind='ligand', to='target';"),
        ("find_links", {"ids": ["HGNC:11998", "HGNC:4922"], "to": "ligand"}, "kind='gene', to='ligand';"),
        (
            "find_links",
            {"genes": ["TP53", "MDM2"], "to": "ligand"},
            "with ids=['TP53', 'MDM2'], kind='gene', to='ligand';",
        ),
        ("find_links", {"from_id": "TP53", "from_kind": "gene", "to_kind": "ligand"}, "kind='gene', to='ligand';"),
        ("find_links", {"id": "ibuprofen", "kind": "gene"}, "call find_links with id='ibuprofen', kind='ligand'."),
        ("get_interactions", {"target_id": "ibuprofen"}, "matches ligands: call get_interactions with ligand_id="),
        (
            "get_interactions",
            {"ligand_id": "ibuprofin"},
            "Did you mean ibuprofen? Call get_interactions with ligand_id=",
        ),
        ("get_interactions", {"drug": "aspirin", "receptor": "DRD2"}, "with ligand_id='aspirin', target_id='DRD2';"),
        ("get_interactions", {"ligand_id": ["aspirin", "ibuprofen"]}, "with ligand_ids=['aspirin', 'ibuprofen'];"),
        ("enrich_pathways", {"metabolites": ["citrate", "ATP"]}, "with compounds=['citrate', 'ATP'];"),
        (
            "enrich_pathways",
            {"genes": "TP53 MDM2 BAX"},
            "Repeat the call with genes=['TP53', 'MDM2', 'BAX'], if each word is a name.",
        ),
        ("get_neighbours", {"id": "TP53", "sign": "inhibits"}, "with id='TP53', effect='inhibits';"),
        ("find_paths", {"source": "TP53", "target": ["BAX", "MYC"]}, "with source='TP53', target='BAX';"),
        ("search_ligands", {"type": "small molecule"}, "Correct the call: the arguments of search_ligands are: query,"),
        ("search_pathways", {"query": "apoptosis", "organism": "zebra fish"}, "organism='Danio rerio'"),
        ("get_pathway_components", {"pathway_id": "WP:WP254", "parts": ["genes", "drugs"]}, "parts=['genes']."),
    ],
)
async def test_a_wrong_call_is_mended_with_what_was_sent(
    sample: Container, tool: str, given: Mapping[str, object], hint: str
) -> None:
    answer = await call(TOOLS[tool], sample.use_cases(), given)

    assert isinstance(answer, ErrorEnvelope)
    assert hint.casefold() in answer.error.recovery_hint.casefold()


async def test_a_value_that_is_none_of_a_closed_list_is_told_the_list(sample: Container) -> None:
    answer = await call(TOOLS["resolve_many"], sample.use_cases(), {"names": ["TP53"], "kind": "protein"})

    assert isinstance(answer, ErrorEnvelope)
    kinds = "any, pathway, gene, target, ligand, compound"
    assert f"kind is 'protein', but must be one of {kinds}." in answer.error.message
