"""Whether an upstream answers: one request for the head of a file that it should have."""

import time
from collections.abc import Callable

import httpx

from biofacts.adapters.http.transport.errors import translated
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.http.transport.stack import bare_client
from biofacts.domain import checkup_wording as wording
from biofacts.domain.errors import BiofactsError
from biofacts.ports.checkup import Check, Probe

_NO_HEADS = (405, 501)
"""It answers, but not to this kind of request: as good a sign of life as any."""


class HttpProbe(Probe):
    """One address, asked within its upstream's budget. `setting`: the variable that says where it is."""

    def __init__(
        self,
        name: str,
        url: str,
        path: str,
        queue: RequestQueue,
        network: NetworkTransport,
        *,
        setting: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._url = url
        self._path = path
        self._queue = queue
        self._network = network
        self._setting = setting
        self._clock = clock

    @property
    def name(self) -> str:
        return self._name

    async def __call__(self) -> Check:
        host = httpx.URL(self._url).host
        try:
            with translated(self._name):
                async with bare_client(self._url, self._network) as client:
                    await self._queue.wait()
                    started = self._clock()
                    async with client.stream("HEAD", self._path) as response:
                        status = response.status_code
                    seconds = round(self._clock() - started, 3)
        except BiofactsError as error:
            return Check(
                part="upstreams", name=self._name, finding="failed", told=f"{host}: {error.message}",
                advice=wording.unreachable(host, self._setting),
            )  # fmt: skip
        is_there = status < 400 or status in _NO_HEADS
        return Check(
            part="upstreams", name=self._name, finding="ok" if is_there else "failed", told=f"{host}: status {status}",
            advice="" if is_there else wording.refused(status, self._setting), seconds=seconds,
        )  # fmt: skip
