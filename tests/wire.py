"""What tests of the transports share: an upstream by script, one behind a gate, a budget that notes its questions."""

import anyio
import httpx

from biofacts.ports.request_budgets import Limiter

Answer = httpx.Response | Exception

URL = "http://upstream.test/file"


class Script:
    """Answers in a fixed order, the last one for ever, and counts."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = answers
        self.asked: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        answer = self._answers[min(len(self.asked), len(self._answers) - 1)]
        self.asked.append(str(request.url))
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, stream=answer.stream)

    @property
    def transport(self) -> httpx.MockTransport:
        return httpx.MockTransport(self)


class Gate(httpx.AsyncBaseTransport):
    """Lets no request through before it is opened."""

    def __init__(self) -> None:
        self.open = anyio.Event()
        self.begun = 0
        self.error: Exception | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.begun += 1
        await self.open.wait()
        if self.error is not None:
            raise self.error
        return httpx.Response(200, headers={"ETag": '"1"'}, content=b"body")


class FakeLimiter(Limiter):
    """Gives out the waits it is told, and remembers what was asked."""

    def __init__(self, *waits: float) -> None:
        self._waits = list(waits)
        self.reserved = 0
        self.held: list[float] = []

    async def reserve(self) -> float:
        self.reserved += 1
        return self._waits.pop(0) if self._waits else 0.0

    async def pause_for(self, seconds: float) -> None:
        self.held.append(seconds)


async def ask(over: httpx.AsyncBaseTransport, url: str = URL, **headers: str) -> httpx.Response:
    return await over.handle_async_request(httpx.Request("GET", url, headers=headers))
