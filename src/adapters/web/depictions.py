"""Pictures of compounds, as files and as a part that record pages load afterwards."""

from starlette.requests import Request
from starlette.responses import Response

from biofacts.adapters.web import downloads
from biofacts.adapters.web.tool_calls import STATUS, Asking
from biofacts.adapters.web.views import Views
from biofacts.application.tools.envelope import ErrorEnvelope
from biofacts.domain.compounds.compound import COMPOUND


class Depictions:
    """The endpoints for pictures of compounds."""

    def __init__(self, asking: Asking, views: Views) -> None:
        self._asking = asking
        self._views = views

    async def picture(self, request: Request) -> Response:
        """Serve the picture as a PNG file."""
        found = await self._asking.depict(request.path_params["identifier"])
        if isinstance(found, ErrorEnvelope):
            return downloads.failure(found)
        return downloads.file(found.png, "image/png", f"{found.id.partition(':')[2]}.png")

    async def page(self, request: Request) -> Response:
        """Serve the part of the page that holds the picture, or the reason why there is none.

        The picture is cached by then, so that the browser's request for the file is answered at once.
        """
        identifier = request.path_params["identifier"]
        found = await self._asking.depict(identifier)
        failure = found.error if isinstance(found, ErrorEnvelope) else None
        return self._views.page(
            "depiction.html",
            STATUS[failure.code] if failure else 200,
            id=identifier,
            label=(None if failure else await self._asking.name(COMPOUND, identifier)) or identifier,
            failure=failure,
            stale=not isinstance(found, ErrorEnvelope) and bool(found.source and found.source.stale),
        )
