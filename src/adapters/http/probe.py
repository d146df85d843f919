"""The upstream check of `biofacts doctor`: fetches the beginnings of the files that `sync` uses, and parses them."""

import time
from collections.abc import Callable, Sequence

import httpx

from biofacts.adapters.http.base_client import ProbedFile, translated
from biofacts.adapters.http.transport.clients import bare_client
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.text.clean import counted
from biofacts.ports.doctor import Check

_ENOUGH = 512 * 1024
"""The bytes to fetch of each file: enough for the first rows of every table, and for most drawings."""

_BUSY, _SERVER = 429, 500


class HttpProbe:
    """A check of one upstream. It fetches the files one after the other, within the rate limit.

    `name`: the name of the upstream; `setting`: the environment variable with its URL.
    """

    def __init__(
        self,
        name: str,
        url: str,
        pieces: Sequence[ProbedFile],
        queue: RequestQueue,
        network: NetworkTransport,
        *,
        setting: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._url = url
        self._pieces = pieces
        self._queue = queue
        self._network = network
        self._setting = setting
        self._clock = clock

    async def __call__(self) -> Check:
        """Fetch and parse the files. A failure is returned as a failed check, not raised."""
        host = httpx.URL(self._url).host
        seconds = 0.0
        async with bare_client(self._url, self._network) as client:
            for piece in self._pieces:
                await self._queue.wait()  # the wait does not count as time of the upstream
                started = self._clock()
                try:
                    with translated(self.name):
                        beginning = await self._fetched(client, piece)
                    if isinstance(beginning, int):
                        message = f"{host}: status {beginning} for {piece.path}"
                        return self._failed(message, refused(beginning, self._setting))
                    # A status of 200 is not enough: login pages and files in a new format have that status, too.
                    piece.check(beginning)
                except ValueError as error:
                    message = f"{host}: {piece.path} cannot be used: {error}"
                    return self._failed(message, unreadable(self._setting))
                except BiofactsError as error:
                    advice = unreachable(host, self._setting) if error.retryable else error.hint
                    what = error.message.removeprefix(f"{self.name} is unavailable: ")
                    return self._failed(f"{host}: {what}", advice)
                seconds += self._clock() - started
        message = f"{host}: {counted(len(self._pieces), 'file')} read, {self._pieces[0].path} first"
        return Check(part="upstreams", name=self.name, finding="ok", details=message, seconds=round(seconds, 3))

    async def _fetched(self, client: httpx.AsyncClient, piece: ProbedFile) -> bytes | int:
        """Return the beginning of a file, or the status of an unsuccessful response."""
        async with client.stream("GET", piece.path) as response:
            return await _beginning(response) if response.is_success else response.status_code

    def _failed(self, message: str, advice: str) -> Check:
        return Check(part="upstreams", name=self.name, finding="failed", details=message, advice=advice)


async def _beginning(response: httpx.Response) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_bytes():
        parts.append(part)
        size += len(part)
        if size >= _ENOUGH:
            break
    return b"".join(parts)


def unreachable(host: str, setting: str) -> str:
    """Suggest what to check when an upstream cannot be reached."""
    return (
        f"Check that `curl -I https://{host}` works here. Behind a proxy, set HTTPS_PROXY; for a company's"
        f" certificates, SSL_CERT_FILE (docs/network.md); for a mirror, {setting}. Until then, stored data is used."
    )


def refused(status: int, setting: str) -> str:
    """Explain an unexpected HTTP status of an upstream."""
    if status == _BUSY:
        return "It is limiting requests: wait a few minutes."
    if status >= _SERVER:
        return "The problem is on the upstream's side: try again later. Until then, stored data is used."
    return f"Something else answers there, such as a proxy. Check {setting}, or unset it to use the public service."


def unreadable(setting: str) -> str:
    """Explain an answer whose format this version cannot parse."""
    return (
        f"Either its format has changed and biofacts needs an update, or something else answers there: a proxy, or a"
        f" wrong {setting}. Data downloaded earlier is still used."
    )
