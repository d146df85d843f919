"""Tokens given out by an operator: several, changed while we serve, and in no log."""

import logging
import os
from pathlib import Path

import pytest

from biofacts.adapters.mcp.streamable_http.authentication import GivenTokens, TokenFile, TokensUnusable, digests

OLD, NEW = "old-token-0123456789", "new-token-0123456789"


async def takes(tokens: GivenTokens, *given: str) -> list[bool]:
    return [await tokens.verify_token(one) is not None for one in given]


def write(path: Path, text: str) -> None:
    """As a new file in the place of the old one, as secrets are renewed."""
    fresh = path.with_suffix(".new")
    fresh.write_text(text)
    os.replace(fresh, path)


async def test_any_of_several_is_taken_and_nothing_else() -> None:
    tokens = GivenTokens(digests([OLD, f" {NEW} ", ""]))

    assert await takes(tokens, OLD, NEW) == [True, True]
    assert await takes(tokens, "", OLD[:-1], OLD + "0", f" {OLD}", "é", "\ud800") == [False] * 6


async def test_who_calls_is_known_without_the_token() -> None:
    found = await GivenTokens(digests([OLD, NEW])).verify_token(NEW)

    assert found is not None
    assert found.client_id == "token 2"
    assert NEW not in repr(found)


@pytest.mark.parametrize("text", ["", " , ", "two words of sixteen", "grüße-grüße-grüße"], ids=["", ",", "words", "ü"])
def test_what_nobody_could_send_is_refused_without_showing_it(text: str) -> None:
    with pytest.raises(TokensUnusable) as caught:
        digests(text.split(","))

    assert text not in str(caught.value) or not text.strip(" ,")


def test_a_token_that_can_be_guessed_is_told(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        digests([OLD, "just-long-enough"])
        digests([OLD, "short-one"])

    assert caplog.messages == ["a token has fewer than 16 characters: it can be guessed"]


async def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    write(path, f"{OLD}\n\n{NEW}\n")
    tokens = GivenTokens((), TokenFile(path))
    before = await takes(tokens, OLD, NEW)
    write(path, f"{NEW}\n")

    assert before == [True, True]
    assert await takes(tokens, OLD, NEW) == [False, True]


@pytest.mark.parametrize("becomes", [None, "", "\n\n", "two words\n"], ids=["gone", "empty", "blank", "words"])
async def test_while_a_file_cannot_be_used_the_tokens_before_are_taken(
    tmp_path: Path, becomes: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tokens"
    write(path, OLD)
    tokens = GivenTokens((), TokenFile(path))
    if becomes is None:
        path.unlink()
    else:
        write(path, becomes)
    with caplog.at_level(logging.WARNING):
        during = await takes(tokens, OLD, OLD)
    write(path, NEW)

    assert during == [True, True]
    (warning,) = caplog.messages
    assert warning.startswith("the file of tokens cannot be used (")
    assert warning.endswith("): the earlier tokens stay valid")
    assert await takes(tokens, OLD, NEW) == [False, True]
