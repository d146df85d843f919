"""The four tools of the Guide, called as a client calls them, on the built-in sample."""

import msgspec
import pytest

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.settings import Settings
from biofacts.domain.answers.errors import UpstreamError
from tests.commands import asked
from tests.containers import sample_in_dictionaries

SAMPLE = Settings(source="sample")


async def answer(tool: str, **given: object) -> dict[str, object]:
    outcome = await call(TOOLS[tool], sample_in_dictionaries().use_cases(), given)
    decoded: dict[str, object] = msgspec.json.decode(msgspec.json.encode(outcome))
    return decoded


async def error(tool: str, **given: object) -> dict[str, str]:
    envelope = await answer(tool, **given)
    assert envelope["success"] is False
    return msgspec.convert(envelope["error"], dict[str, str])


async def test_a_search_is_a_pagination_envelope_with_slim_candidates() -> None:
    envelope = await answer("search_ligands", query="ibuprofen")

    assert envelope == {
        "items": [
            {"id": "IUPHAR:2713", "score": 1.0, "name": "ibuprofen", "type": "Synthetic organic", "approved": True}
        ],
        "pagination": {"cursor": None, "total_count": 1, "page_size": 50},
    }


async def test_a_candidate_costs_about_thirty_tokens() -> None:
    envelope = await answer("search_targets", query="GPCR", page_size=10)

    items = msgspec.convert(envelope["items"], list[object])
    assert len(msgspec.json.encode(items)) / len(items) / 4 < 35


async def test_a_record_says_its_kind() -> None:
    assert (await answer("get_ligand", iuphar_id="IUPHAR:2713"))["kind"] == "ligand"
    assert (await answer("get_target", iuphar_id="IUPHAR:215"))["kind"] == "target"


@pytest.mark.parametrize("page_size", [0, 101, -1, "many"])
@pytest.mark.parametrize("tool", ["search_ligands", "search_targets"])
async def test_a_page_size_outside_its_bounds_is_refused(tool: str, page_size: object) -> None:
    assert (await error(tool, query="receptor", page_size=page_size))["code"] == "AMBIGUOUS_QUERY"


@pytest.mark.parametrize("tool", ["search_ligands", "search_targets"])
async def test_an_unknown_argument_is_refused(tool: str) -> None:
    assert (await error(tool, query="receptor", organism="Homo sapiens"))["code"] == "AMBIGUOUS_QUERY"


@pytest.mark.parametrize(("tool", "search"), [("get_ligand", "search_ligands"), ("get_target", "search_targets")])
async def test_hints_name_the_search_of_their_own_kind(tool: str, search: str) -> None:
    for given in ("DRD2", "IUPHAR:999999"):
        assert search in (await error(tool, iuphar_id=given))["recovery_hint"]


@pytest.mark.parametrize("tool", ["get_ligand", "get_target"])
async def test_the_hint_of_a_near_miss_followed_literally_succeeds(tool: str) -> None:
    number = "2713" if tool == "get_ligand" else "215"
    hint = (await error(tool, iuphar_id=number))["recovery_hint"]
    suggested = hint.partition("iuphar_id='")[2].partition("'")[0]

    assert "success" not in await answer(tool, iuphar_id=suggested)


async def test_the_hint_to_the_other_kind_followed_literally_succeeds() -> None:
    assert "get_target" in (await error("get_ligand", iuphar_id="IUPHAR:215"))["recovery_hint"]
    assert (await answer("get_target", iuphar_id="IUPHAR:215"))["name"] == "D2 receptor"


def test_upstream_errors_are_retryable_and_say_so() -> None:
    failure = UpstreamError.of("Guide to PHARMACOLOGY", "it cannot be reached")

    assert failure.retryable
    assert "Repeat the same call" in failure.hint


def test_the_command_line_names_the_tools() -> None:
    search, get = asked("search", "ligands", "NSAID", "--page-size", "5"), asked("get", "target", "IUPHAR:215")

    assert (search.tool, search.arguments) == ("search_ligands", {"query": "NSAID", "page_size": 5})
    assert (get.tool, get.arguments) == ("get_target", {"iuphar_id": "IUPHAR:215"})
