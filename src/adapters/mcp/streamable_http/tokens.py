"""Bearer tokens of the operator, from the environment, or from a file that may change while we serve."""

import hmac
import logging
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from mcp.server.auth.provider import AccessToken, TokenVerifier

_log = logging.getLogger(__name__)

SHORTEST = 16
"""The least characters of a token without a warning."""


class TokensUnusable(ValueError):
    """Tokens that no client could send, or none at all. The message contains no token."""


def digests(tokens: Iterable[str]) -> tuple[bytes, ...]:
    """Return the digests of tokens, without blank ones. Raises: TokensUnusable."""
    given = [one for one in map(str.strip, tokens) if one]
    if not given:
        raise TokensUnusable("there is no token")
    if any(not one.isascii() or not one.isprintable() or " " in one for one in given):
        raise TokensUnusable("a token may hold printable ASCII characters only, and no blank")
    if any(len(one) < SHORTEST for one in given):
        _log.warning("a token has less than %d characters: it can be guessed", SHORTEST)
    return tuple(_digest(one) for one in given)


def _digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


class TokenFile:
    """A file with one token a line, read again after a change.

    If it cannot be read, or has unusable tokens, the previous tokens stay valid.
    """

    def __init__(self, path: Path) -> None:
        """Read the file. Raises: OSError, TokensUnusable."""
        self._path = path
        self._state = self._seen()
        self._digests = self._read()
        self._failing = False

    def digests(self) -> Sequence[bytes]:
        """Return the digests of the current tokens."""
        try:
            if (state := self._seen()) != self._state:
                self._digests = self._read()
                self._state = state
            self._failing = False
        except (OSError, UnicodeDecodeError, TokensUnusable) as error:
            if not self._failing:
                _log.warning("the file of tokens cannot be used (%s): those before are taken", type(error).__name__)
            self._failing = True
        return self._digests

    def _seen(self) -> tuple[int, int, int]:
        found = self._path.stat()
        # A file that replaces another one has a new inode, even if its time and size are equal.
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _read(self) -> tuple[bytes, ...]:
        return digests(self._path.read_text("utf-8").splitlines())


class GivenTokens(TokenVerifier):
    """Accepts any of some tokens. Comparisons take constant time, so that timing reveals nothing about them."""

    def __init__(self, known: Sequence[bytes], file: TokenFile | None = None) -> None:
        self._known = known
        self._file = file

    async def verify_token(self, token: str) -> AccessToken | None:
        given = _digest(token)
        known = [*self._known, *(self._file.digests() if self._file else ())]
        same = [hmac.compare_digest(given, one) for one in known]
        return AccessToken(token="", client_id=f"token {same.index(True) + 1}", scopes=[]) if any(same) else None
