"""Organisms are named alike in every tool: common names and other spellings lead to the scientific name."""

from collections.abc import Mapping

import pytest

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container

ARGUMENTS: Mapping[tuple[str, str], Mapping[str, object]] = {
    ("search_pathways", "organism"): {"query": "apoptosis"},
    ("get_pathways_for_gene", "organism"): {"gene_id": "TP53"},
    ("get_pathways_for_compound", "organism"): {"compound": "glucose"},
    ("search_genes", "organism"): {"query": "TP53"},
    ("get_interactions", "species"): {"target_id": "IUPHAR:215"},
    ("resolve_many", "organism"): {"names": ["TP53"], "kind": "gene"},
    ("resolve_many", "to_organism"): {"names": ["TP53"], "kind": "gene"},
    ("enrich_pathways", "organism"): {"genes": ["TP53", "MDM2", "CASP3"]},
    ("enrich_pathways", "to_organism"): {"genes": ["TP53", "MDM2", "CASP3"]},
    ("find_links", "organism"): {"id": "HGNC:11998", "kind": "gene", "to": "pathway"},
    ("get_neighbours", "organism"): {"id": "TP53"},
    ("find_paths", "organism"): {"source": "TP53", "target": "CASP3"},
}


def test_every_tool_with_an_organism_is_here() -> None:
    named = {
        (tool.name, argument)
        for tool in TOOLS.values()
        for argument in tool.arguments.__struct_fields__
        if argument in ("organism", "to_organism", "species")
    }

    assert named == set(ARGUMENTS)


@pytest.mark.parametrize(("tool", "argument"), ARGUMENTS)
@pytest.mark.parametrize(
    ("written", "scientific"),
    [
        ("human", "Homo sapiens"),
        ("H. sapiens", "Homo sapiens"),
        ("mouse", "Mus musculus"),
        ("10116", "Rattus norvegicus"),
    ],
)
async def test_other_names_of_an_organism_mean_the_same_everywhere(
    sample: Container, tool: str, argument: str, written: str, scientific: str
) -> None:
    given = ARGUMENTS[tool, argument]
    outcome = await call(TOOLS[tool], sample.use_cases(), {**given, argument: written})

    if argument == "species":  # the Guide's own words are English, so both are read
        assert outcome == await call(TOOLS[tool], sample.use_cases(), {**given, argument: scientific})
    else:
        assert isinstance(outcome, ErrorEnvelope)
        assert outcome.error.message == f"An organism is named by its scientific name: {scientific}, not '{written}'."
        assert outcome.error.recovery_hint.startswith(
            f"Repeat the call with {argument}='{scientific}', or leave it out"
        )
