"""Completion of the prompts' arguments and of the ids in addresses, through a client, on the sample."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Literal

import msgspec
import pytest
from mcp import Client, MCPError, types

from biofacts.adapters.mcp.server import build
from biofacts.application.calls.prompts import MOST
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.errors import UpstreamError
from biofacts.ports.sources import Completion, CompletionSource

PROMPTS: list[tuple[str, str, str, list[str]]] = [
    ("drug_mechanism", "drug", "ibu", ["ibuprofen"]),
    ("drug_mechanism", "drug", "Adv", ["ibuprofen"]),
    ("drug_mechanism", "drug", "zzz", []),
    ("drug_mechanism", "organism", "mous", ["Mus musculus"]),
    ("gene_context", "gene", "tp5", ["TP53"]),
    ("explain_pathway", "pathway", "Glyco", ["Glycolysis and gluconeogenesis"]),
    ("compare_compounds", "compounds", "aspirin, ibu", ["aspirin, ibuprofen"]),
    ("interpret_gene_list", "genes", "TP53,mdm2", ["TP53,MDM2"]),
    ("interpret_gene_list", "genes", "TP53, ", []),
]
TEMPLATES = [
    ("pathway/{pathway_id}", "pathway_id", "wp:wp53", "WP:WP534"),
    ("pathway/{pathway_id}/gpml", "pathway_id", "glycol", "WP:WP534"),
    ("ligand/{iuphar_id}", "iuphar_id", "ibu", "IUPHAR:2713"),
    ("ligand/{iuphar_id}", "iuphar_id", "IUPHAR:271", "IUPHAR:2713"),
    ("target/{iuphar_id}", "iuphar_id", "DRD2", "IUPHAR:215"),
    ("gene/{gene_id}", "gene_id", "HGNC:1199", "HGNC:11998"),
    ("compound/{pubchem_id}", "pubchem_id", "ibu", "PubChem:CID3672"),
]


@asynccontextmanager
async def opened(use: UseCases, mode: Literal["auto", "legacy"] = "auto") -> AsyncGenerator[Client]:
    @asynccontextmanager
    async def lifespan(_: object) -> AsyncGenerator[UseCases]:
        yield use

    async with Client(build(lifespan), mode=mode) as client:
        yield client


async def of_prompt(
    client: Client, name: str, argument: str, value: str, beside: dict[str, str] | None = None
) -> list[str]:
    ref = types.PromptReference(name=name)
    return (await client.complete(ref, {"name": argument, "value": value}, beside)).completion.values


async def of_template(client: Client, template: str, argument: str, value: str) -> types.Completion:
    ref = types.ResourceTemplateReference(uri=f"biofacts://{template}")
    return (await client.complete(ref, {"name": argument, "value": value})).completion


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_arguments_of_prompts_go_on_as_names_do(mode: Literal["auto", "legacy"], sample: Container) -> None:
    async with opened(sample.use_cases(), mode) as client:
        found = [(name, of, value, await of_prompt(client, name, of, value)) for name, of, value, _ in PROMPTS]

    assert found == PROMPTS


async def test_every_argument_of_every_prompt_is_completed(sample: Container) -> None:
    async with opened(sample.use_cases()) as client:
        arguments = [(one.name, of.name) for one in (await client.list_prompts()).prompts for of in one.arguments or ()]
        found = [[await of_prompt(client, *asked, each) for each in "atgih"] for asked in arguments]

    assert [asked for asked, values in zip(arguments, found, strict=True) if not any(values)] == []


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_ids_in_addresses_are_found_by_names_and_by_their_beginnings(
    mode: Literal["auto", "legacy"], sample: Container
) -> None:
    async with opened(sample.use_cases(), mode) as client:
        found = [await of_template(client, *asked) for *asked, _ in TEMPLATES]

    assert [wanted in one.values for one, (*_, wanted) in zip(found, TEMPLATES, strict=True)] == [True] * len(found)
    assert all(one.total == len(one.values) and not one.has_more for one in found)


async def test_what_a_picture_is_asked_for_is_no_id(sample: Container) -> None:
    async with opened(sample.use_cases()) as client:
        listed = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        template = next(one for one in listed if "/diagram.svg{?" in one).removeprefix("biofacts://")
        pathway = await of_template(client, template, "pathway_id", "wp:wp53")
        highlight = await of_template(client, template, "highlight", "wp:wp53")

    assert pathway.values == ["WP:WP534"]
    assert highlight.values == []


async def test_the_organism_that_is_given_counts(sample: Container) -> None:
    async with opened(sample.use_cases()) as client:
        found = [
            await of_prompt(client, "explain_pathway", "pathway", "Apop", {"organism": organism})
            for organism in ("Homo sapiens", "mouse", "Zea mays")
        ]

    assert found == [["Apoptosis"], ["Apoptosis"], []]


@pytest.mark.parametrize(
    "reference",
    [
        types.PromptReference(name="no_such_prompt"),
        types.PromptReference(name="drug_mechanism"),
        types.ResourceTemplateReference(uri="biofacts://dog/{dog_id}"),
    ],
    ids=["prompt", "argument", "template"],
)
async def test_what_there_is_not_is_not_completed(
    reference: types.PromptReference | types.ResourceTemplateReference, sample: Container
) -> None:
    async with opened(sample.use_cases()) as client:
        with pytest.raises(MCPError) as caught:
            await client.complete(reference, {"name": "dose", "value": "a"})

    assert caught.value.error.code == types.INVALID_PARAMS


class _Many(CompletionSource):
    """Knows as many as it is asked for."""

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> list[Completion]:
        return [Completion(f"IUPHAR:{number}", f"{text}{number}") for number in range(limit)]


class _Broken(CompletionSource):
    """Fails."""

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> list[Completion]:
        raise UpstreamError.of("the local catalogue", "its file is damaged")


async def test_more_than_are_shown_are_told(sample: Container) -> None:
    async with opened(msgspec.structs.replace(sample.use_cases(), completions=_Many())) as client:
        found = await of_template(client, "ligand/{iuphar_id}", "iuphar_id", "a")

    assert (len(found.values), found.total, found.has_more) == (MOST, None, True)


async def test_whoever_writes_is_not_held_up_by_a_failure(sample: Container, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    async with opened(msgspec.structs.replace(sample.use_cases(), completions=_Broken())) as client:
        assert await of_prompt(client, "drug_mechanism", "drug", "ibu") == []

    assert "no completion: the local catalogue is unavailable: its file is damaged" in caplog.text
