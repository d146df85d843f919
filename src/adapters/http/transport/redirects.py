"""Redirects: followed on the same host, and from https to https."""

import httpx


class RedirectRefused(httpx.TransportError):
    """A redirect to another host over plain http, or to an address that is not on the web at all."""

    def __init__(self, target: httpx.URL, request: httpx.Request) -> None:
        super().__init__(f"{request.url.host} redirects to {target.host or target.scheme}", request=request)
        self.host = target.host or str(target.scheme)


class RedirectTransport(httpx.AsyncBaseTransport):
    """Decides which redirects the client around it may follow.

    GitHub Pages redirects a folder without a slash to the URL with one, and permanent addresses (purl.obolibrary.org)
    redirect to other hosts. A redirect from https to plain http is followed over https, so that no request loses its
    encryption.

    Raises: RedirectRefused.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        if response.has_redirect_location:
            target = request.url.join(response.headers["location"])
            if (request.url.scheme, target.scheme) == ("https", "http"):
                target = target.copy_with(scheme="https")
                response.headers["location"] = str(target)
            if not _may_follow(request.url, target):
                raise RedirectRefused(target, request)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


def _may_follow(source: httpx.URL, target: httpx.URL) -> bool:
    if target.scheme not in ("http", "https"):
        return False
    return target.host == source.host or (source.scheme, target.scheme) == ("https", "https")
