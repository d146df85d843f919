"""What a caller may ask of the components of a pathway, on the built-in sample."""

from typing import Any

import msgspec
import pytest
from pytest_mock import MockerFixture

from biofacts.application.pathways.nodes_by_name import NodesByName
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.pathways.pathway import PathwayComponents

TOOL = TOOLS["get_pathway_components"]


@pytest.fixture
def use_cases(sample: Container) -> UseCases:
    return sample.use_cases()


async def ask(use_cases: UseCases, **given: object) -> Any:
    return await call(TOOL, use_cases, {"pathway_id": "WP:WP707", **given})


async def refused(use_cases: UseCases, **given: object) -> tuple[str, str, str]:
    found = await ask(use_cases, **given)
    assert isinstance(found, ErrorEnvelope)
    return found.error.code, found.error.message, found.error.recovery_hint


async def test_what_one_protein_does_to_another_is_told_in_a_few_words(use_cases: UseCases) -> None:
    found = await ask(use_cases, around="MDM2", detail="brief")

    assert found.interactions == ({"source_label": "MDM2", "target_label": "TP53", "type": "inhibition"},)
    assert len(msgspec.json.encode(found)) < 1000


@pytest.mark.parametrize("name", ["p53", "HGNC:11998", "tumor protein p53", "ENSG00000141510"])
async def test_a_gene_is_found_by_any_of_its_names(use_cases: UseCases, name: str) -> None:
    by_label, by_name = await ask(use_cases, around="TP53"), await ask(use_cases, around=name)

    assert by_name.interactions == by_label.interactions != ()
    assert by_name.guidance == f"'{name}' was read as TP53."
    assert by_label.guidance is None


@pytest.mark.parametrize("parts", [["genes", "interactions"], "genes, interactions", "genes,interactions"])
async def test_some_lists_may_be_asked_for(use_cases: UseCases, parts: object) -> None:
    whole, some = await ask(use_cases), await ask(use_cases, parts=parts)

    assert some.genes == whole.genes
    assert [line["id"] for line in some.interactions] == [line["id"] for line in whole.interactions]
    assert (some.interactions[0]["source_label"], some.interactions[0]["target_label"]) == ("ATM", "CHEK2")
    assert (some.metabolites, some.groups) == ((), ())


async def test_a_list_that_there_is_not_is_refused_with_the_one_that_was_meant(use_cases: UseCases) -> None:
    code, message, hint = await refused(use_cases, parts=["genes", "interaction"])

    assert code == "AMBIGUOUS_QUERY"
    assert "'interaction' is not a list of components" in message
    assert "other_nodes" in message
    assert hint == "Call get_pathway_components with pathway_id='WP:WP707', parts=['genes', 'interactions']."


async def test_a_word_of_a_list_is_enough_for_the_one_that_was_meant(use_cases: UseCases) -> None:
    _, _, hint = await refused(use_cases, parts=["node"])

    assert hint == "Call get_pathway_components with pathway_id='WP:WP707', parts=['other_nodes']."


@pytest.mark.parametrize("asked", ["", " ", "MDM22", "INSR", "nothing of the kind"])
async def test_what_is_not_drawn_is_refused_without_naming_another(use_cases: UseCases, asked: str) -> None:
    code, message, hint = await refused(use_cases, around=asked)

    assert code == "AMBIGUOUS_QUERY"
    assert "is not in 'DNA damage response'" in message
    assert ("INSR is not drawn here" in message) == (asked == "INSR")
    assert hint.startswith("Repeat the call without the argument `around` for everything that is drawn.")


async def test_a_near_miss_is_led_to_what_was_meant(use_cases: UseCases) -> None:
    _, message, hint = await refused(use_cases, around="cafeine")

    assert "similar labels are 'Caffeine'" in message
    assert "around='Caffeine'" in hint


async def test_agents_get_light_components_and_every_field_on_request(sample: Container) -> None:
    light, whole = await ask(sample.use_cases()), await ask(sample.use_cases(), whole=True)

    assert light.same["genes"]["type"] == "Gene"
    assert len(msgspec.json.encode(light)) < 0.7 * len(msgspec.json.encode(whole))
    assert whole == await ask(sample.use_cases(whole=True))


async def test_marks_of_a_page_ask_pubchem_nothing(use_cases: UseCases, mocker: MockerFixture) -> None:
    asked = mocker.spy(NodesByName, "called")
    drawn = await use_cases.pathway_components("WP:WP707", whole=True)
    assert isinstance(drawn, PathwayComponents)

    ids = await use_cases.pathway_components.called("p53", drawn)

    assert {one.label for one in drawn.genes if one.id in ids} == {"TP53"}
    assert asked.call_args.kwargs == {"at_hand": True}
