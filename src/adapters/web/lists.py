"""Lists of pathways of a gene or compound, of interactions, and of enriched pathways."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from biofacts.adapters.web import addresses
from biofacts.adapters.web import views as web_views
from biofacts.adapters.web.records import form_of, listing
from biofacts.adapters.web.rows import affinity
from biofacts.adapters.web.tool_calls import STATUS, Asking, is_set
from biofacts.adapters.web.views import Views
from biofacts.application.lists import splitting
from biofacts.application.messages import web as web_messages
from biofacts.application.pictures.draw import MOST
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.domain.identifiers.kinds import BY_NAME
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists.enrichment import MEMBERS_SHOWN, EnrichedPathway
from biofacts.domain.pharmacology.actions import labels
from biofacts.domain.pictures import highlights

_LONGEST_LINK = 6000
"""Most characters of a list in an address: browsers and proxies accept little more."""

_MEMBERS = ("genes", "compounds")
_FORM = "application/x-www-form-urlencoded"


class Lists:
    """The endpoints for these lists."""

    def __init__(self, asking: Asking, views: Views) -> None:
        self._asking = asking
        self._views = views

    async def pathways(self, request: Request) -> Response:
        """Serve the pathways that contain a gene or draw a compound."""
        asked = request.query_params
        gene, compound = asked.get("gene", "").strip(), asked.get("compound", "").strip()
        if not gene and not compound:
            return self._views.lost(400, web_messages.OF_WHAT)
        tool = "get_pathways_for_compound" if compound else "get_pathways_for_gene"
        named = {"compound": compound} if compound else {"gene_id": gene}
        given = {**named, "organism": asked.get("organism", "").strip()}
        title = web_messages.pathways_of(compound or gene)
        return await listing(request, self._asking, self._views, "pathway", title, "/pathways", tool, given)

    async def interactions(self, request: Request) -> Response:
        """Serve the interactions of a ligand or target."""
        kind, identifier = request.path_params["kind"], request.path_params["identifier"]
        if kind not in ("ligand", "target"):
            raise HTTPException(404)
        approved_only = is_set(request.query_params, "approved")
        given: dict[str, object] = {f"{kind}_id": identifier, "approved_only": approved_only}
        if form := form_of(request):
            whole = await self._asking.whole("get_interactions", **given)
            return web_views.listed(whole, f"Interactions of {identifier}", form)
        page = await self._asking.ask("get_interactions", **given, cursor=request.query_params.get("cursor", ""))
        if isinstance(page, ErrorEnvelope):
            return self._views.failure(page.error)
        return self._views.page(
            "interactions.html",
            kind=kind,
            id=identifier,
            called=await self._asking.called(BY_NAME[kind], identifier),
            items=[
                {
                    **msgspec.to_builtins(one),
                    "actions": ", ".join(labels(one.type, one.action)),
                    "affinity": affinity(msgspec.to_builtins(one.affinity)) if one.affinity else "",
                }
                for one in page.items
            ],
            approved=approved_only,
            total=page.pagination.total_count,
            cursor=page.pagination.cursor,
            guidance=page.guidance,
            source=msgspec.to_builtins(page.source) if page.source else None,
        )

    async def enrich(self, request: Request) -> Response:
        """Serve the enrichment of a list. A posted list that is short enough gets an address that can be shared."""
        asked: Mapping[str, str] = request.query_params
        if request.method == "POST":
            # Other forms would be parsed into an empty list, and the visitor would not learn why.
            if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
                return self._views.lost(415, web_messages.NO_FORM)
            body = (await request.body()).decode("utf-8", "replace")
            asked = {name: values[0] for name, values in parse_qs(body).items()}
        members, given = _listed(asked)
        organism = asked.get("organism", "").strip() or HUMAN
        is_link = len(given) <= _LONGEST_LINK
        if request.method == "POST" and not form_of(request) and is_link:
            link = {members: given, "organism": organism}
            # With 303 the browser fetches the address, so that a reload does not send the form again.
            return RedirectResponse(self._views.place(addresses.with_query("/enrich", **link)), 303)
        call: dict[str, object] = {members: splitting.parts_of(given) if given.strip() else [], "organism": organism}
        if form := form_of(request):
            return web_views.listed(await self._asking.whole("enrich_pathways", **call), "enrichment", form)
        shown: dict[str, Any] = {"members": members, "given": given, "organism": organism, "is_link": is_link}
        if not given.strip():
            return self._views.page("enrichment.html", **shown, answer=None, failure=None)
        answer = await self._asking.ask("enrich_pathways", **call, cursor=asked.get("cursor", ""))
        if isinstance(answer, ErrorEnvelope):
            status = STATUS[answer.error.code]
            return self._views.page("enrichment.html", status, **shown, answer=None, failure=answer.error)
        lit = _lit(splitting.parts_of(given))
        return self._views.page(
            "enrichment.html", **shown, answer=msgspec.to_builtins(answer), failure=None,
            unlit="" if lit else web_messages.TOO_LONG_TO_LIGHT_UP,
            items=[_item(one, getattr(one, members), lit) for one in answer.items],
        )  # fmt: skip


def _listed(asked: Mapping[str, str]) -> tuple[str, str]:
    """Return which kind of members a list has (`genes` or `compounds`), and its text.

    The list is in the form's fields, or in a parameter that is named after its members.
    """
    held = next((one for one in _MEMBERS if asked.get(one)), "genes")
    members = asked.get("members", "")
    given = asked.get("given") or asked.get(held) or _without_values(asked.get("highlight", ""))
    return members if members in _MEMBERS else held, given


def _item(one: EnrichedPathway, members: Sequence[str], lit: str) -> Mapping[str, Any]:
    """Return a pathway with its first members, the number of further ones, and a link that highlights them.

    `lit`: the whole list to highlight; if it is too long for a link, only the members are highlighted.
    """
    few = members[:MEMBERS_SHOWN]
    here = addresses.record("pathway", one.id)
    return {
        "told": one, "few": few, "more": len(members) - len(few),
        "place": addresses.with_query(here, highlight=lit or _lit(members) or _lit(few)),
    }  # fmt: skip


def _lit(several: Sequence[str]) -> str:
    """Join names for highlighting, one per line; "" if there are too many to send."""
    named = [one.strip() for one in several if one.strip()]
    lines = "\n".join(named)
    return lines if len(named) <= MOST and len(lines) <= _LONGEST_LINK else ""


def _without_values(text: str) -> str:
    """Return the names in a highlight parameter without their values, one per line."""
    return "\n".join(highlights.read(one).name for one in splitting.parts_of(text) if one.strip())
