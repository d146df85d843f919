"""Where an upstream sends us: never from https to plain http."""

import httpx


class HttpsRedirectTransport(httpx.AsyncBaseTransport):
    """Reads a redirect from https to plain http as one to https at the same place: what is fetched stays protected.

    An upstream that is reached over plain http, as a mirror in one's own network may be, sends whereto it likes.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        if request.url.scheme == "https" and response.has_redirect_location:
            target = request.url.join(response.headers["location"])
            if target.scheme == "http":
                response.headers["location"] = str(target.copy_with(scheme="https"))
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()
