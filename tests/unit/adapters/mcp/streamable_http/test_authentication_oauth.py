"""Tokens of an identity provider: of the issuer, for us, in time, with its key; and the keys that are kept."""

import hmac
import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256

import anyio
import pytest
from mcp.server.auth.provider import AccessToken

from biofacts.adapters.mcp.streamable_http.authentication import (
    Expected,
    KeyCache,
    KeysUnavailable,
    SignedTokens,
    SigningKey,
)
from biofacts.domain.answers.errors import UpstreamError
from tests.signing import AUDIENCE, ISSUER, Signer

SIGNER = Signer()
EXPECTED = Expected(issuer=ISSUER, audience=AUDIENCE)


class Published:
    """Keys as they are published now; `down`: nobody answers."""

    def __init__(self, *signers: Signer) -> None:
        self.signers = list(signers)
        self.asked = 0
        self.down = False

    async def __call__(self) -> Sequence[SigningKey]:
        self.asked += 1
        await anyio.lowlevel.checkpoint()
        if self.down:
            raise UpstreamError.of("identity provider", "it cannot be reached")
        return [one.public for one in self.signers]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def verified(token: str, *signers: Signer) -> AccessToken | None:
    return await SignedTokens(EXPECTED, KeyCache(Published(*(signers or [SIGNER])))).verify_token(token)


async def test_a_good_token_says_who_calls_and_keeps_nothing_of_itself() -> None:
    token = SIGNER.token()
    found = await verified(token)

    assert found is not None
    assert (found.client_id, found.subject, found.resource) == ("agent", "somebody", AUDIENCE)
    assert found.scopes == ["facts:read", "other"]
    assert token not in repr(found)


@pytest.mark.parametrize(
    ("claims", "scopes"),
    [({"scp": ["a", "b"]}, ["a", "b"]), ({"scp": "a b"}, ["a", "b"]), ({}, [])],
    ids=["a list", "a text", "none"],
)
async def test_scopes_are_read_as_issuers_write_them(claims: dict[str, object], scopes: list[str]) -> None:
    found = await verified(SIGNER.token(["scope"], **claims))

    assert found is not None
    assert found.scopes == scopes


async def test_one_of_several_audiences_is_enough() -> None:
    assert await verified(SIGNER.token(aud=["https://other.test", AUDIENCE])) is not None


@pytest.mark.parametrize("algorithm", ["RS256", "PS256"])
async def test_a_key_that_names_no_algorithm_serves_those_of_its_kind(algorithm: str) -> None:
    signer = Signer(algorithm=algorithm)

    assert await verified(signer.token(), signer) is not None


@pytest.mark.parametrize(
    "changed",
    [{"aud": "https://other.test"}, {"iss": "https://evil.test"}, {"exp": 1_000_000}, {"nbf": 99_999_999_999}],
    ids=["audience", "issuer", "expired", "not yet"],
)
async def test_a_token_of_or_for_somebody_else_or_out_of_time_is_refused(changed: dict[str, object]) -> None:
    assert await verified(SIGNER.token(**changed)) is None


@pytest.mark.parametrize(("seconds", "is_taken"), [(20, True), (45, False)])
async def test_clocks_may_differ_by_half_a_minute(seconds: int, is_taken: bool) -> None:
    now = int(time.time())

    assert (await verified(SIGNER.token(exp=now - seconds)) is not None) is is_taken
    assert (await verified(SIGNER.token(nbf=now + seconds)) is not None) is is_taken


@pytest.mark.parametrize("missing", ["exp", "iss", "aud"])
async def test_a_token_that_does_not_say_for_whom_or_how_long_is_refused(missing: str) -> None:
    assert await verified(SIGNER.token([missing])) is None


async def test_another_key_under_the_same_id_is_refused() -> None:
    assert await verified(Signer().token()) is None


@pytest.mark.parametrize("text", ["", "a", "a.b.c", "é.ü.ß", "\ud800", "." * 50_000])
async def test_what_is_no_token_is_refused(text: str) -> None:
    assert await verified(text) is None


@pytest.mark.parametrize(
    ("token", "why"),
    [("a.b.c", "DecodeError"), (Signer("second").token(), "an unknown key or algorithm")],
    ids=["no token", "unknown key"],
)
async def test_the_log_says_why_a_token_is_refused(token: str, why: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    await verified(token)

    assert [record.getMessage() for record in caplog.records] == [f"a token is refused: {why}"]


async def test_a_header_without_end_is_refused() -> None:
    assert await verified(f"{urlsafe_b64encode(b'[' * 40_000).decode()}.e30.e30") is None


def part(value: object) -> bytes:
    return urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")


@pytest.mark.parametrize("algorithm", ["none", "HS256"])
async def test_a_token_that_anybody_could_have_made_is_refused(algorithm: str) -> None:
    """Unsigned, or signed with the public key as if that were a secret."""
    claims = {"iss": ISSUER, "aud": AUDIENCE, "exp": int(time.time()) + 600}
    signed = part({"alg": algorithm, "kid": "first"}) + b"." + part(claims)
    secret = json.dumps(SIGNER.public).encode()
    signature = b"" if algorithm == "none" else urlsafe_b64encode(hmac.digest(secret, signed, sha256)).rstrip(b"=")

    assert await verified((signed + b"." + signature).decode()) is None


@pytest.mark.parametrize("claims", [{"scope": 5}, {"scope": ["a", 5]}, {"scope": None}, {"scope": {}}, {"scp": 1.5}])
async def test_a_token_whose_scopes_are_no_text_is_refused(claims: dict[str, object]) -> None:
    assert await verified(SIGNER.token(["scope"] if "scp" in claims else (), **claims)) is None


@pytest.mark.parametrize(
    ("told", "is_taken"),
    [
        ({"use": None}, True),
        ({"use": None, "key_ops": ["verify"]}, True),
        ({"alg": "ES256"}, True),
        ({"use": "enc"}, False),
        ({"key_ops": ["encrypt", "wrapKey"]}, False),
        ({"key_ops": "verify"}, False),
        ({"alg": "ES384"}, False),
        ({"alg": 7}, False),
    ],
    ids=str,
)
async def test_a_key_is_used_for_what_it_says_that_it_is_for(told: dict[str, object], is_taken: bool) -> None:
    signer = Signer(told=told)

    assert (await verified(signer.token(), signer) is not None) is is_taken


@pytest.mark.parametrize(("bits", "is_taken"), [(2048, True), (1024, False)])
@pytest.mark.filterwarnings("ignore:The RSA key")
async def test_a_short_key_of_rsa_is_refused(bits: int, is_taken: bool) -> None:
    signer = Signer(algorithm="RS256", bits=bits)

    assert (await verified(signer.token(), signer) is not None) is is_taken


async def test_a_key_for_something_else_is_not_the_only_one() -> None:
    keys = KeyCache(Published(SIGNER, Signer("second", told={"use": "enc"})))

    assert await keys.find(None) is not None


async def test_keys_are_fetched_once_for_many_who_come_at_once() -> None:
    published = Published(SIGNER)
    keys = KeyCache(published, Clock())
    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(keys.find, "first")

    assert published.asked == 1


async def test_a_new_key_is_found_when_a_token_names_it() -> None:
    published, clock = Published(SIGNER), Clock()
    keys = KeyCache(published, clock)
    await keys.find("first")
    published.signers = [Signer("second")]
    clock.now += 11

    assert await keys.find("second") is not None
    assert await keys.find("first") is None


async def test_unknown_keys_make_nobody_ask_more_than_now_and_then() -> None:
    published, clock = Published(SIGNER), Clock()
    keys = KeyCache(published, clock)
    for number in range(100):
        clock.now += 0.1
        await keys.find(f"unknown {number}")

    assert published.asked == 1


async def test_keys_are_fetched_anew_after_an_hour_and_kept_while_nobody_answers() -> None:
    published, clock = Published(SIGNER), Clock()
    keys = KeyCache(published, clock)
    await keys.find("first")
    published.down = True
    clock.now += 3601
    found = await keys.find("first")

    assert found is not None
    assert published.asked == 2


@pytest.mark.parametrize(
    ("key", "seconds", "asked"), [("first", 3600, 1), ("first", 3601, 2), ("unknown", 9, 1), ("unknown", 10, 2)]
)
async def test_keys_are_good_for_an_hour_and_an_unknown_one_is_asked_for_again_after_ten_seconds(
    key: str, seconds: float, asked: int
) -> None:
    published, clock = Published(SIGNER), Clock()
    keys = KeyCache(published, clock)
    for _ in range(2):
        await keys.find(key)
        clock.now += seconds

    assert published.asked == asked


async def test_keys_that_take_longer_than_ten_seconds_are_not_waited_for() -> None:
    waits: list[float] = []

    async def published() -> Sequence[SigningKey]:
        waits.append(anyio.current_effective_deadline() - anyio.current_time())
        return [SIGNER.public]

    await KeyCache(published).find("first")

    assert waits == [pytest.approx(10, abs=1)]


async def test_without_any_keys_nothing_can_be_said_of_a_token(caplog: pytest.LogCaptureFixture) -> None:
    published = Published(SIGNER)
    published.down = True

    with pytest.raises(KeysUnavailable):
        await SignedTokens(EXPECTED, KeyCache(published)).verify_token(SIGNER.token())

    assert "the keys of BIOFACTS_OAUTH_JWKS_URL could not be downloaded: identity provider is unav" in caplog.text


async def test_without_an_id_the_only_key_is_meant() -> None:
    one, two = KeyCache(Published(SIGNER)), KeyCache(Published(SIGNER, Signer("second")))

    assert await one.find(None) is not None
    assert await two.find(None) is None
