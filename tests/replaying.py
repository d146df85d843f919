"""An upstream that replays bodies, and what to wait for beside it."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping

import anyio
import anyio.lowlevel
import httpx

HTML_404 = b"<!DOCTYPE html><html><head><title>404</title></head><body>Page not found</body></html>"


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that another task does."""
    with anyio.fail_after(10):
        while not await condition():
            await anyio.lowlevel.checkpoint()


class Upstream:
    """Replays files with validators, answers anything else with an HTML 404, and remembers what it was asked for."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)
        self.asked: list[str] = []
        self.is_down = False
        self.silent: set[str] = set()
        """Paths that are never answered."""

    async def answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        self.asked.append(path)
        if path in self.silent:
            await anyio.sleep_forever()
        if self.is_down:
            raise httpx.ConnectError("refused", request=request)
        if (body := self.files.get(path)) is None:
            return httpx.Response(404, headers={"Content-Type": "text/html"}, content=HTML_404)
        validator = f'"{hashlib.sha256(body).hexdigest()}"'
        if request.headers.get("if-none-match") == validator:
            return httpx.Response(304, headers={"ETag": validator})
        modified = "Sat, 22 Aug 2026 10:00:00 GMT"
        return httpx.Response(200, headers={"ETag": validator, "Last-Modified": modified}, content=body)

    def taken(self) -> list[str]:
        """What was asked for since the last time."""
        asked, self.asked = self.asked, []
        return asked

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url="http://upstream.test/", transport=httpx.MockTransport(self.answer))
