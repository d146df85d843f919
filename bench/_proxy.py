"""A proxy before the stand-in that spoils its answers, and the ways in which it does."""

import gzip
import os
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import anyio
import anyio.abc
import httpx

_HTML = b"<!DOCTYPE html><html><body>The service is having a rest.</body></html>"
_PASSED_ON, _PASSED_BACK = ("content-type", "if-none-match"), ("content-type", "etag", "last-modified")

Stream = anyio.abc.SocketStream
Spoil = Callable[[Stream, httpx.Response], Awaitable[None]]


def head(status: str, length: int, *lines: str) -> bytes:
    return "\r\n".join(
        [f"HTTP/1.1 {status}", f"Content-Length: {length}", "Connection: close", *lines, "", ""]
    ).encode()


def saying(status: str, body: bytes = _HTML, *lines: str) -> Spoil:
    async def spoil(stream: Stream, _: httpx.Response) -> None:
        await stream.send(head(status, len(body), "Content-Type: text/html", *lines) + body)

    return spoil


def changed(change: Callable[[bytes], bytes]) -> Spoil:
    async def spoil(stream: Stream, good: httpx.Response) -> None:
        body = change(good.content)
        await stream.send(head("200 OK", len(body), f"Content-Type: {good.headers['content-type']}") + body)

    return spoil


def reset(stream: Stream) -> None:
    """Close with a reset in the place of an end."""
    raw = stream.extra(anyio.abc.SocketAttribute.raw_socket)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def refused(stream: Stream, _: httpx.Response) -> None:
    reset(stream)


async def reset_in_the_middle(stream: Stream, good: httpx.Response) -> None:
    await stream.send(head("200 OK", len(good.content)) + good.content[: len(good.content) // 2])
    reset(stream)


async def closed_in_the_middle(stream: Stream, good: httpx.Response) -> None:
    await stream.send(head("200 OK", len(good.content)) + good.content[: len(good.content) // 2])


async def silent(stream: Stream, _: httpx.Response) -> None:
    await anyio.sleep(60)


async def drip(stream: Stream, good: httpx.Response) -> None:
    await stream.send(head("200 OK", len(good.content)))
    for start in range(len(good.content)):
        await stream.send(good.content[start : start + 1])
        await anyio.sleep(0.5)


async def drip_head(stream: Stream, good: httpx.Response) -> None:
    for byte in head("200 OK", len(good.content), *[f"X-{number}: x" for number in range(50)]):
        await stream.send(bytes([byte]))
        await anyio.sleep(0.5)


async def bomb(stream: Stream, _: httpx.Response) -> None:
    body = gzip.compress(bytes(300 * 1024 * 1024), 1)
    await stream.send(head("200 OK", len(body), "Content-Encoding: gzip") + body)


async def changeless(stream: Stream, good: httpx.Response) -> None:
    conditional = "if-none-match" in good.request.headers
    await (saying("304 Not Modified", b"") if conditional else changed(lambda body: body))(stream, good)


FAULTS: dict[str, Spoil] = {
    "none": changed(lambda body: body),
    "connection reset at once": refused,
    "reset in the middle": reset_in_the_middle,
    "closed in the middle": closed_in_the_middle,
    "no first byte": silent,
    "head in drops": drip_head,
    "body in drops": drip,
    "429": saying("429 Too Many Requests"),
    "429, Retry-After: 2": saying("429 Too Many Requests", _HTML, "Retry-After: 2"),
    "429, Retry-After: 3600": saying("429 Too Many Requests", _HTML, "Retry-After: 3600"),
    **{f"{status} with HTML": saying(f"{status} Sorry") for status in (500, 502, 503, 504, 524)},
    "200 with HTML": saying("200 OK"),
    "200 with nothing": saying("200 OK", b""),
    "304 unasked": saying("304 Not Modified", b""),
    "cut off": changed(lambda body: body[: len(body) * 2 // 3]),
    "UTF-16": changed(lambda body: body.decode(errors="replace").encode("utf-16")),
    "other bytes": changed(lambda _: os.urandom(5000)),
    "redirect elsewhere": saying("302 Found", b"", "Location: http://127.0.0.1:9/elsewhere"),
    "gzip bomb (300 MB)": bomb,
    "a validator that always fits": changeless,
}


class Proxy:
    """Passes requests on to the stand-in: `/<number of a fault>/<what is spoiled>/…`. HEAD is answered well.

    `spoiled`: a part of the address of each file or service that can be spoiled, by its name.
    """

    def __init__(self, base: str, spoiled: Mapping[str, str]) -> None:
        self._spoiled = spoiled
        self._http = httpx.AsyncClient(base_url=base, timeout=60, follow_redirects=True)

    async def handle(self, stream: Stream) -> None:
        async with stream:
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream):
                await self._answer(stream)  # the client may go away

    async def _answer(self, stream: Stream) -> None:
        received = b""
        while b"\r\n\r\n" not in received:
            received += await stream.receive()
        lines, _, body = received.partition(b"\r\n\r\n")
        first, *others = lines.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in others)}
        while len(body) < int(headers.get("content-length", 0)):
            body += await stream.receive()
        method, target, _ = first.split(" ")
        _, fault, name, rest = target.split("/", 3)
        kept = {one: headers[one] for one in _PASSED_ON if one in headers}
        if method == "HEAD":
            good = await self._http.get(f"/{rest}")
            return await stream.send(head(f"{good.status_code} x", len(good.content)))
        good = await self._http.request(method, f"/{rest}", content=body, headers=kept)
        spoil = list(FAULTS.values())[int(fault)]
        if self._spoiled[name] in target and good.status_code == 200:
            await spoil(stream, good)
        else:
            passed = [f"{one}: {good.headers[one]}" for one in _PASSED_BACK if one in good.headers]
            await stream.send(head(f"{good.status_code} x", len(good.content), *passed) + good.content)
