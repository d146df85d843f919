"""Lists beside those of links: pathways of a gene or compound, interactions, and the enrichment of a list."""

from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from biofacts.adapters.page import addresses, downloads
from biofacts.adapters.page.asking import STATUS, Asking
from biofacts.adapters.page.records import form_of, listing
from biofacts.adapters.page.rows import affinity
from biofacts.adapters.page.views import Views
from biofacts.application import names
from biofacts.application.draw import MOST
from biofacts.application.envelope import ErrorEnvelope
from biofacts.domain import page_wording as wording
from biofacts.domain.diagram import highlights
from biofacts.domain.gene import HUMAN
from biofacts.domain.pharmacology.actions import labels

_LONGEST_LINK = 6000
"""Characters of a list that goes into an address; browsers and proxies take little more."""

_ROWS = 20
"""Pathways on a page: with more, their members would be left out of large ones."""


class Lists:
    """The pages of these lists."""

    def __init__(self, asking: Asking, views: Views) -> None:
        self._asking = asking
        self._views = views

    async def pathways(self, request: Request) -> Response:
        """The pathways of a gene, or those in which a compound is drawn."""
        asked = request.query_params
        gene, compound = asked.get("gene", "").strip(), asked.get("compound", "").strip()
        tool = "get_pathways_for_compound" if compound else "get_pathways_for_gene"
        named = {"compound": compound} if compound else {"gene_id": gene}
        given = {**named, "organism": asked.get("organism", "").strip()}
        title = wording.pathways_of(compound or gene)
        return await listing(request, self._asking, self._views, "pathway", title, "/pathways", tool, given)

    async def interactions(self, request: Request) -> Response:
        """What a ligand acts on, or what acts on a target."""
        kind, identifier = request.path_params["kind"], request.path_params["identifier"]
        if kind not in ("ligand", "target"):
            raise HTTPException(404)
        approved_only = "approved" in request.query_params
        given: dict[str, object] = {f"{kind}_id": identifier, "approved_only": approved_only}
        if form := form_of(request):
            items = await self._asking.whole("get_interactions", **given)
            return downloads.listed(items, f"Interactions of {identifier}", form)
        page = await self._asking.ask("get_interactions", **given, cursor=request.query_params.get("cursor", ""))
        if isinstance(page, ErrorEnvelope):
            return self._views.failure(page.error)
        return self._views.page(
            "interactions.html",
            kind=kind,
            id=identifier,
            called=await self._asking.called(addresses.KINDS[kind], identifier),
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
        """The pathways of a whole list. A list that was sent gets an address of its own where it is short enough."""
        asked = dict(request.query_params)
        if request.method == "POST":
            body = (await request.body()).decode("utf-8", "replace")
            asked = {name: values[0] for name, values in parse_qs(body).items()}
        members = "compounds" if asked.get("members") == "compounds" else "genes"
        given = asked.get(members) or asked.get("genes") or _without_values(asked.get("highlight", ""))
        organism = asked.get("organism", "").strip() or HUMAN
        if request.method == "POST" and not form_of(request) and len(given) <= _LONGEST_LINK:
            link = {members: given, "organism": organism, "members": "compounds" if members == "compounds" else ""}
            return RedirectResponse(self._views.place(addresses.with_query("/enrich", **link)), 303)
        shown: dict[str, Any] = {
            "members": members,
            "given": given,
            "organism": organism,
            "is_link": len(given) <= _LONGEST_LINK,
            "lit": _lit(given),
        }
        if not given.strip():
            return self._views.page("enrichment.html", **shown, answer=None, failure=None)
        call: dict[str, object] = {members: names.parts_of(given), "organism": organism}
        if form := form_of(request):
            return downloads.listed(await self._asking.whole("enrich_pathways", **call), "enrichment", form)
        cursor = asked.get("cursor", "")
        answer = await self._asking.ask("enrich_pathways", **call, cursor=cursor, page_size=_ROWS)
        if isinstance(answer, ErrorEnvelope):
            status = STATUS[answer.error.code]
            return self._views.page("enrichment.html", status, **shown, answer=None, failure=answer.error)
        return self._views.page("enrichment.html", **shown, answer=msgspec.to_builtins(answer), failure=None)


def _lit(given: str) -> str:
    """What of a list lights up in a pathway of it: all, one a line; nothing where that is more than can be sent."""
    several = [one.strip() for one in names.parts_of(given) if one.strip()]
    lines = "\n".join(several)
    return lines if len(several) <= MOST and len(lines) <= _LONGEST_LINK else ""


def _without_values(text: str) -> str:
    """The names of what is to be lit up, one a line."""
    return "\n".join(highlights.read(one).name for one in names.parts_of(text) if one.strip())
