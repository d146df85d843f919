"""The compound tools as an agent sees them: envelopes, pages, and hints that lead on when followed literally."""

import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from biofacts.application.lookup import Lookup
from biofacts.application.resolve import Resolve
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.identifiers.cross_references import REGISTRY
from biofacts.domain.identifiers.curies import CompoundId
from tests.containers import sample_in_dictionaries
from tests.pubchem import BUSY, HTML, Forced, PubChem, pubchem

Json = dict[str, Any]


@pytest.fixture
def upstream() -> PubChem:
    return PubChem()


@pytest.fixture
async def use_cases(upstream: PubChem, tmp_path: Path) -> AsyncGenerator[UseCases]:
    sample = sample_in_dictionaries().use_cases()
    async with pubchem(upstream, tmp_path / "pubchem.sqlite") as client:
        yield msgspec.structs.replace(
            sample,
            searches={**sample.searches, COMPOUND.name: Resolve(COMPOUND, client)},
            lookups={**sample.lookups, COMPOUND.name: Lookup(COMPOUND, CompoundId, client.get)},
        )


async def ask(use_cases: UseCases, tool: str, **given: object) -> Json:
    outcome = await call(TOOLS[tool], use_cases, given)
    return cast("Json", msgspec.json.decode(msgspec.json.encode(outcome)))


async def follow(use_cases: UseCases, failure: Json) -> Json:
    """The call that a hint names first, made literally."""
    hint = failure["error"]["recovery_hint"]
    named = re.search(r"[Cc]all (\w+_compounds?) with (\w+)='([^']*)'", hint)
    assert named, hint
    return await ask(use_cases, named[1], **{named[2]: named[3]})


# Fuzzy to fact


async def test_search_select_get_completes_without_help(use_cases: UseCases) -> None:
    page = await ask(use_cases, "search_compounds", query="aspirin")
    record = await ask(use_cases, "get_compound", pubchem_id=page["items"][0]["id"])

    assert record["name"] == "Aspirin"


async def test_a_search_answers_with_the_pagination_envelope(use_cases: UseCases) -> None:
    page = await ask(use_cases, "search_compounds", query="aspirin")

    assert page["items"] == [{"id": "PubChem:CID2244", "name": "Aspirin", "formula": "C9H8O4", "score": 1.0}]
    assert page["pagination"] == {"cursor": None, "total_count": 1, "page_size": 50}
    assert page["source"]["name"] == "PubChem"


async def test_a_score_falls_by_its_place(use_cases: UseCases) -> None:
    page = await ask(use_cases, "search_compounds", query="ibuprofen")
    scores = [item["score"] for item in page["items"]]

    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1.0
    assert scores[1] <= 0.95


async def test_nothing_found_is_an_empty_list_with_total_zero(use_cases: UseCases) -> None:
    page = await ask(use_cases, "search_compounds", query="zzqqxxkkvv")

    assert (page["items"], page["pagination"]["total_count"]) == ([], 0)
    assert page["guidance"]


async def test_a_cursor_leads_through_the_whole_listing(use_cases: UseCases) -> None:
    whole = await ask(use_cases, "search_compounds", query="ibuprofen")
    found, cursor = list[Json](), None
    for _ in whole["items"]:
        page = await ask(
            use_cases, "search_compounds", query="ibuprofen", page_size=1, **({"cursor": cursor} if cursor else {})
        )
        found += page["items"]
        cursor = page["pagination"]["cursor"]

    assert (found, cursor) == (whole["items"], None)


async def test_the_default_page_size_is_fifty(use_cases: UseCases) -> None:
    assert (await ask(use_cases, "search_compounds", query="aspirin"))["pagination"]["page_size"] == 50


async def test_a_record_holds_every_field_of_the_schema(use_cases: UseCases) -> None:
    record = await ask(use_cases, "get_compound", pubchem_id="PubChem:CID2244")

    assert set(record) == {
        "id", "name", "iupac_name", "molecular_formula", "molecular_weight", "canonical_smiles", "isomeric_smiles",
        "inchi", "inchikey", "synonyms", "cross_references", "url", "source",
    }  # fmt: skip
    assert record["molecular_weight"] == 180.16
    assert set(record["cross_references"]) <= set(REGISTRY)


async def test_what_is_not_there_is_left_out_and_never_null(use_cases: UseCases) -> None:
    record = await ask(use_cases, "get_compound", pubchem_id="PubChem:CID51")

    assert set(record) == {"id", "name", "molecular_formula", "url", "source"}


# Recovery


@pytest.mark.parametrize(
    "given", ["aspirin", "50-78-2", "2244", "CID2244", "pubchem:cid2244", "CID 2244", "", 2244.0, None]
)
async def test_unresolved_entity_leads_to_the_record(use_cases: UseCases, given: object) -> None:
    failure = await ask(use_cases, "get_compound", pubchem_id=given)
    recovered = await follow(use_cases, failure)
    if "items" in recovered:
        recovered = await ask(use_cases, "get_compound", pubchem_id=recovered["items"][0]["id"])

    assert failure["error"]["code"] == "UNRESOLVED_ENTITY"
    assert recovered["name"] == "Aspirin"


@pytest.mark.parametrize("given", ["PubChem:CID999999999999", "PubChem:CID999999999", "PubChem:CID0"])
async def test_entity_not_found_leads_to_no_other_compound(use_cases: UseCases, given: str) -> None:
    failure = await ask(use_cases, "get_compound", pubchem_id=given)

    assert (failure["success"], failure["error"]["code"]) == (False, "ENTITY_NOT_FOUND")
    assert failure["error"]["invalid_input"] == given
    assert "PubChem has no compound" in failure["error"]["message"]
    assert failure["error"]["recovery_hint"] == (
        "Search for its name with search_compounds: no record has this identifier."
    )


@pytest.mark.parametrize(
    "given",
    [{"query": ""}, {"query": "a"}, {"query": "aspirin " * 100}, {}, {"query": 5}, {"query": "aspirin", "what": 1}],
)
async def test_an_ambiguous_query_leads_to_a_page(use_cases: UseCases, given: Json) -> None:
    failure = await ask(use_cases, "search_compounds", **given)
    page = await follow(use_cases, failure)

    assert failure["error"]["code"] == "AMBIGUOUS_QUERY"
    assert page["items"][0]["id"] == "PubChem:CID2244"


@pytest.mark.parametrize("size", [0, 101, -1])
async def test_a_page_size_out_of_range_is_refused_with_one_that_works(use_cases: UseCases, size: int) -> None:
    failure = await ask(use_cases, "search_compounds", query="aspirin", page_size=size)

    assert failure["error"]["code"] == "AMBIGUOUS_QUERY"
    assert (await follow(use_cases, failure))["items"] if "query=" in failure["error"]["recovery_hint"] else True
    assert (await ask(use_cases, "search_compounds", query="aspirin", page_size=50))["items"]


async def test_a_foreign_cursor_is_refused_and_starting_again_works(use_cases: UseCases, upstream: PubChem) -> None:
    page = await ask(use_cases, "search_compounds", query="ibuprofen", page_size=1)
    failure = await ask(use_cases, "search_compounds", query="aspirin", cursor=page["pagination"]["cursor"])

    assert failure["error"]["code"] == "AMBIGUOUS_QUERY"
    assert "without the argument `cursor`" in failure["error"]["recovery_hint"]
    assert (await ask(use_cases, "search_compounds", query="aspirin"))["items"]


async def test_rate_limited_says_how_long_to_wait_and_the_same_call_then_succeeds(
    use_cases: UseCases, upstream: PubChem
) -> None:
    upstream.force("/name/", Forced(503, BUSY, {"Retry-After": "30"}))
    failure = await ask(use_cases, "search_compounds", query="50-78-2")
    upstream.forced.clear()

    assert failure["error"]["code"] == "RATE_LIMITED"
    assert failure["error"]["recovery_hint"] == "Wait 30 seconds, then repeat the same call."


async def test_upstream_error_says_who_is_unavailable_and_the_same_call_later_succeeds(
    use_cases: UseCases, upstream: PubChem
) -> None:
    upstream.force("/cid/2244/property", Forced(500, HTML))
    failure = await ask(use_cases, "get_compound", pubchem_id="PubChem:CID2244")
    upstream.forced.clear()

    assert failure["error"]["code"] == "UPSTREAM_ERROR"
    assert "PubChem is unavailable" in failure["error"]["message"]
    assert "Repeat the same call" in failure["error"]["recovery_hint"]
    assert (await ask(use_cases, "get_compound", pubchem_id="PubChem:CID2244"))["name"] == "Aspirin"
