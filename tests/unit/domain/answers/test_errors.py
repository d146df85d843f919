"""Errors: codes of the closed list, messages, and hints that name calls that exist."""

import re
from typing import get_args

import pytest

from biofacts.application.tools.all_tools import TOOLS
from biofacts.domain.answers.entity_kinds import LIGAND, PATHWAY
from biofacts.domain.answers.errors import (
    AmbiguousQuery,
    BiofactsError,
    EntityNotFound,
    ErrorCode,
    RateLimited,
    UnresolvedEntity,
    UpstreamError,
)
from biofacts.domain.answers.pages import bad_cursor
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.organisms import check
from biofacts.domain.source_remarks import pharmacology as pharmacology_remarks
from biofacts.domain.text.clean import excerpt
from tests.places import REPOSITORY

KIND = PATHWAY


def refusal_of_a_gene() -> BiofactsError:
    with pytest.raises(AmbiguousQuery) as caught:
        GeneName.parse("")
    return caught.value


def refusal_of_an_organism() -> BiofactsError:
    with pytest.raises(AmbiguousQuery) as caught:
        check("human")
    return caught.value


ERRORS: tuple[BiofactsError, ...] = (
    UnresolvedEntity.of(KIND, "glycolysis", "it is a name"),
    UnresolvedEntity.of(KIND, "WP534", "it must have exactly this form", "WP:WP534"),
    UnresolvedEntity.of(KIND, "", "it is empty"),
    UnresolvedEntity.of(KIND, None, "it must be a string"),
    UnresolvedEntity.of(KIND, "'", "it is a name"),
    EntityNotFound.of(KIND, "WP:WP99999"),
    EntityNotFound.of(KIND, "WP:WP99999", other=pharmacology_remarks.other_kind(PATHWAY, "WP:WP1")),
    bad_cursor("x", "it is damaged"),
    refusal_of_a_gene(),
    refusal_of_an_organism(),
    RateLimited.of("WikiPathways", 7.4),
    UpstreamError.of("WikiPathways", "it cannot be reached"),
)
NAMES = [f"{type(error).__name__}-{number}" for number, error in enumerate(ERRORS)]


@pytest.mark.parametrize("error", ERRORS, ids=NAMES)
def test_every_hint_names_only_tools_that_exist(error: BiofactsError) -> None:
    named = set(re.findall(r"\b(?:search|get)_[a-z_]+", error.hint))

    assert named <= set(TOOLS)
    assert named or re.search("repeat|Repeat", error.hint)


@pytest.mark.parametrize("error", ERRORS, ids=NAMES)
def test_every_error_has_a_code_a_message_and_a_hint(error: BiofactsError) -> None:
    assert error.code in get_args(ErrorCode)
    assert str(error) == error.message
    assert error.message.endswith(".")
    assert error.hint.endswith(".")


def test_the_codes_are_the_closed_list() -> None:
    codes = {kind.code for kind in (UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError)}

    assert codes == set(get_args(ErrorCode))
    assert codes == {"UNRESOLVED_ENTITY", "ENTITY_NOT_FOUND", "AMBIGUOUS_QUERY", "RATE_LIMITED", "UPSTREAM_ERROR"}


def test_only_trouble_upstream_is_worth_repeating() -> None:
    kinds_of_errors = (UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError)

    assert [kind.retryable for kind in kinds_of_errors] == [False, False, False, True, True]


@pytest.mark.parametrize(("seconds", "said"), [(0.2, "1 second,"), (7.4, "7 seconds,"), (60, "60 seconds,")])
def test_a_rate_limit_says_how_long_to_wait(seconds: float, said: str) -> None:
    assert said in RateLimited.of("WikiPathways", seconds).hint


def test_trouble_upstream_says_which_service_and_what() -> None:
    error = UpstreamError.of("Pathway Ontology", "it did not answer in time")

    assert error.message == "Pathway Ontology is unavailable: it did not answer in time."
    assert error.hint == "Repeat the same call in a minute or later."


def test_without_a_network_the_hint_names_what_finds_the_cause_and_what_works_without() -> None:
    error = UpstreamError.unreachable("WikiPathways", "it cannot be reached")
    (page,) = re.findall(r"docs/\S+\.md", error.hint)

    assert error.retryable
    assert "`biofacts doctor`" in error.hint
    assert "BIOFACTS_SOURCE=sample" in error.hint
    assert (REPOSITORY / page).is_file()


@pytest.mark.parametrize("sync", [None, "", "wikipathways", "genes 'Mus musculus'"])
def test_offline_a_hint_says_what_would_help_and_never_to_wait(sync: str | None) -> None:
    hint = UpstreamError.offline("WikiPathways", "the archive", sync=sync).hint

    assert "BIOFACTS_SOURCE=live" in hint
    assert re.search(r"\b(?:later|minute|again later)\b", hint) is None
    if sync is not None:
        assert f"`{f'biofacts sync {sync}'.strip()}`" in hint


def test_the_other_kinds_call_comes_first_in_the_hint() -> None:
    error = EntityNotFound.of(KIND, "WP:WP1", other=pharmacology_remarks.other_kind(LIGAND, "IUPHAR:1"))

    assert error.hint.startswith("There is a ligand with that number: call get_ligand with iuphar_id='IUPHAR:1'.")
    assert "Otherwise search for its name with search_pathways" in error.hint


@pytest.mark.parametrize(
    ("value", "text"),
    [("plain", "plain"), ("two\nlines\x00", "two lines"), (5, "5"), (None, "None"), ("x" * 500, "x" * 117 + "...")],
)
def test_an_input_is_shown_in_one_short_line(value: object, text: str) -> None:
    assert excerpt(value) == text


def test_a_quote_in_an_input_does_not_break_the_hint() -> None:
    error = UnresolvedEntity.of(KIND, "Alzheimer's disease", "it is a name")

    assert "query='Alzheimers disease'" in error.hint


@pytest.mark.parametrize(("given", "query"), [("xy", "xy"), ("x", "glycolysis"), ("'x'", "glycolysis")])
def test_a_hint_offers_no_query_that_would_be_refused(given: str, query: str) -> None:
    assert f"search_pathways with query='{query}'" in " ".join(
        UnresolvedEntity.of(KIND, given, "it is a name").hint.replace("words from its name, e.g. ", "").split()
    )


def test_a_message_and_its_hint_quote_at_most_1000_characters() -> None:
    error = AmbiguousQuery("m" * 1001, "h" * 1001)
    assert (len(error.message), len(error.hint)) == (1000, 1000)
    assert AmbiguousQuery("m" * 1000, "h").message == "m" * 1000
