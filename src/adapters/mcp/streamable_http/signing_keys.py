"""Cache of an identity provider's keys."""

import logging
import time
from collections.abc import Callable, Sequence

import anyio

from biofacts.domain.answers.errors import BiofactsError
from biofacts.ports.signing_keys import SigningKey, SigningKeys

_log = logging.getLogger(__name__)

_FRESH = 3600.0
_PAUSE = 10.0
"""Least seconds between two fetches: anybody can send tokens with unknown key ids."""

_PATIENCE = 10.0


class KeysUnavailable(Exception):
    """No token can be verified, since no keys could be fetched yet. `seconds`: until the next attempt."""

    seconds = _PAUSE


def _is_for_signatures(key: SigningKey) -> bool:
    """Return True if a key may verify signatures, by its stated use (RFC 7517, sections 4.2 and 4.3)."""
    operations = key.get("key_ops", ["verify"])
    return key.get("use", "sig") == "sig" and isinstance(operations, list) and "verify" in operations


class KeyCache:
    """Signing keys by their ids.

    They are fetched on first use, once an hour, and for an unknown id. If a fetch fails, the previous keys stay in use.
    """

    def __init__(self, fetch: SigningKeys, clock: Callable[[], float] = time.monotonic) -> None:
        self._fetch = fetch
        self._clock = clock
        self._keys: Sequence[SigningKey] | None = None
        self._fetched = self._asked = float("-inf")
        self._asking = anyio.Lock()

    async def find(self, identifier: str | None) -> SigningKey | None:
        """Return the key of that id, or without an id the only key; None if there is none. Raises: KeysUnavailable."""
        if self._clock() - self._fetched > _FRESH or self._found(identifier) is None:
            async with self._asking:
                # Another call may have fetched the keys while this one waited for the lock.
                if self._clock() - self._fetched > _FRESH or self._found(identifier) is None:
                    await self._refresh()
        if self._keys is None:
            raise KeysUnavailable
        return self._found(identifier)

    def _found(self, identifier: str | None) -> SigningKey | None:
        keys = self._keys or ()
        if identifier is None:
            return keys[0] if len(keys) == 1 else None  # of several keys, none is tried without an id
        return next((one for one in keys if one.get("kid") == identifier), None)

    async def _refresh(self) -> None:
        if self._clock() - self._asked < _PAUSE:
            return
        # Set before the fetch, so that failed attempts count, too.
        self._asked = self._clock()
        try:
            with anyio.fail_after(_PATIENCE):
                self._keys = [one for one in await self._fetch() if _is_for_signatures(one)]
            self._fetched = self._clock()
        except (BiofactsError, TimeoutError) as error:
            _log.warning("the keys of BIOFACTS_OAUTH_JWKS_URL cannot be had: %s", error)
