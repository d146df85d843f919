"""Pages of records, of their linked records, and of lists of pathways and interactions."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args, get_origin

import anyio
import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from biofacts.adapters.web import addresses
from biofacts.adapters.web import views as web_views
from biofacts.adapters.web.tool_calls import LOOK, STATUS, Asking, RecordFields, is_set, rows, title_of
from biofacts.adapters.web.views import Pages, Views, below
from biofacts.application.links.compare_pathways import Comparison
from biofacts.application.messages import web as web_messages
from biofacts.application.pictures.draw import MOST, DrawnPicture
from biofacts.application.tools.all_tools import TOOLS
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.domain.answers.entity_kinds import COMPOUND, LIGAND, Kind
from biofacts.domain.answers.optional_packages import FIGURE
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.curies import BY_NAME, KINDS
from biofacts.domain.links.linked_entities import KIND_OF
from biofacts.domain.pharmacology.actions import labels
from biofacts.domain.pharmacology.interaction import written_affinity
from biofacts.domain.pictures.highlights import PALETTE_NAMES
from biofacts.domain.text.clean import decoded

LINKS, DRAWING = "find_links", "show_pathway"
NEIGHBOURS, PATHS = "get_neighbours", "find_paths"
LISTS = ("csv", "tsv", "json")
"""The file formats of lists."""
_FORMS = (*LISTS, "svg", "png", "pdf")

_ELSEWHERE = frozenset(
    {"id", "title", "symbol", "description", "left_out", "guidance", "orthologs_by", "url", "remark"}
)
"""Fields that the page of a record shows elsewhere than in its list of facts."""


def _is_plain(annotation: object) -> bool:
    """Return True for the type of a text, a Boolean, a float or a list of these; False for an int, which is a count."""
    if get_origin(annotation) is Mapping:
        return False
    return all(map(_is_plain, get_args(annotation))) if get_args(annotation) else annotation in _PLAIN


_PLAIN = (str, bool, float, None, type(None), ...)


def _facts(kind: Kind) -> Sequence[str]:
    fields = msgspec.structs.fields(TOOLS[kind.get_tool].result)
    heading = {"name"} if "symbol" not in {field.name for field in fields} else set[str]()
    return [field.name for field in fields if field.name not in _ELSEWHERE | heading and _is_plain(field.type)]


FACTS: Mapping[str, Sequence[str]] = {kind.name: _facts(kind) for kind in KINDS}
"""The fields that the page of a record lists as facts, by kind, in the order of the record."""

_IN_HEAD = ("name", "organism", "species")
"""Facts that the page shows below its heading instead of in the list."""

_KEPT = ("gene", "compound", "community", "organism", "approved")
"""Query parameters of a list that are repeated in the links to its next page and its files."""

_FORMS_SENT = ("application/x-www-form-urlencoded", "multipart/form-data")
_MOST_FILES = 2

IN_GRAPH = ("gene", "compound")
"""Kinds of records that have drawn interactions."""

_LINKED_LATER = ("pathway",)
"""Kinds whose links are loaded afterwards: counting them takes longer than the rest of the page."""


def kind_of(request: Request) -> Kind:
    """Return the kind of record that an address names. Raises: HTTPException if there is no such kind."""
    if (kind := BY_NAME.get(request.path_params["kind"])) is None:
        raise HTTPException(404)
    return kind


def form_of(request: Request) -> str:
    """Return the file extension of an address if the site serves such files, else "" (for a page)."""
    form = request.url.path.rpartition("/")[2].rpartition(".")[2]
    return form if form in _FORMS else ""


async def posted(request: Request) -> Mapping[str, str]:
    """Return the fields of a posted form; uploaded files are decoded. Raises: HTTPException for other content.

    Other content would be parsed into an empty form, and the visitor would not learn why.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in _FORMS_SENT:
        raise HTTPException(415, web_messages.NO_FORM)
    fields: dict[str, str] = {}
    async with request.form(max_files=_MOST_FILES) as form:
        for name, value in form.multi_items():
            try:
                text = value if isinstance(value, str) else decoded(await value.read())
            except UnicodeDecodeError:
                raise HTTPException(400, web_messages.NO_TEXT) from None
            if text:
                fields[name] = text
    return fields


class Records(Pages):
    """The endpoints for records."""

    async def page(self, request: Request) -> Response:
        """Serve a record. If its source fails, the links are still shown."""
        kind, identifier = kind_of(request), request.path_params["identifier"]
        answers: dict[str, Any] = {}

        async def look_up() -> None:
            answers["record"] = await self._asking.ask(kind.get_tool, **{kind.id_argument: identifier})

        async def link() -> None:
            if kind.name not in _LINKED_LATER:
                answers["links"] = await self._asking.ask(LINKS, id=identifier, kind=kind.name)

        async def draw() -> None:
            query = request.query_params
            highlight, path = (query.get(name, "").strip() for name in ("highlight", "path"))
            answers["drawn"] = lit = await self._asking.draw(identifier, highlight, path=path, query=query)
            # An invalid highlight must not hide the drawing, so draw it again without highlights.
            if isinstance(lit, ErrorEnvelope) and lit.error.code == "AMBIGUOUS_QUERY":
                answers["unlit"] = await self._asking.draw(identifier, "", query={"drugs": query.get("drugs", "")})

        looks = {kind.get_tool: look_up, LINKS: link, **({DRAWING: draw} if kind.name == "pathway" else {})}
        # Outside the task group, which would wrap the exception in a group that no handler knows.
        self._asking.need(kind.get_tool)
        async with anyio.create_task_group() as group:
            for tool, look in looks.items():
                if self._asking.offers(tool):
                    group.start_soon(look)
        return self._show(kind.name, identifier, request, answers)

    def _show(self, kind: str, identifier: str, request: Request, answers: Mapping[str, Any]) -> Response:
        record, links, lit = (answers.get(name) for name in ("record", "links", "drawn"))
        drawn = answers.get("unlit", lit)
        error = record.error if isinstance(record, ErrorEnvelope) else None
        if error and (STATUS[error.code] == 404 or links is None or isinstance(links, ErrorEnvelope)):
            return self._views.failure(error)
        fields: dict[str, Any] = {"id": identifier} if error else msgspec.to_builtins(record)
        return self._views.page(
            "record.html",
            STATUS[error.code] if error else 200,
            kind=kind,
            id=fields["id"],
            label=title_of(fields),
            told=fields,
            facts=[
                (name.replace("_", " "), fields[name])
                for name in FACTS[kind]
                if name in fields and name not in _IN_HEAD
            ],
            failure=error,
            structure="" if error else _structure(kind, fields),
            neighbours_later=kind in IN_GRAPH and self._asking.offers(NEIGHBOURS),
            links_later=kind in _LINKED_LATER and self._asking.offers(LINKS),
            links_known=links is not None,
            **_linked(links),
            drawn=drawn if isinstance(drawn, DrawnPicture) else None,
            drawing_failure=lit.error if isinstance(lit, ErrorEnvelope) else None,
            highlight=request.query_params.get("highlight", ""),
            path=request.query_params.get("path", ""),
            is_lit=isinstance(lit, DrawnPicture),
            drugs=is_set(request.query_params, "drugs"),
            look={name: request.query_params.get(name, "") for name in ("title", *LOOK)},
            palettes=PALETTE_NAMES,
            with_pdf=FIGURE.is_installed,
            most_lit=MOST,
            too_many=web_messages.too_many_to_highlight(MOST),
        )

    async def json(self, request: Request) -> Response:
        kind, identifier = kind_of(request), request.path_params["identifier"]
        answer = await self._asking.ask(kind.get_tool, **{kind.id_argument: identifier})
        status = STATUS[answer.error.code] if isinstance(answer, ErrorEnvelope) else 200
        return web_views.json(answer, f"{getattr(answer, 'id', identifier)}.json", status)

    async def linked(self, request: Request) -> Response:
        """Serve the section of a record's page with the counts of links and the first linked records."""
        kind, identifier = kind_of(request).name, request.path_params["identifier"]
        answer = await self._asking.ask(LINKS, id=identifier, kind=kind)
        # Status 200 even for a failure: browsers would log any other as an error of the whole page.
        return self._views.page("links.html", kind=kind, id=identifier, **_linked(answer))

    async def links(self, request: Request) -> Response:
        """Serve the list of records of one kind that are linked to a record."""
        kind, identifier = kind_of(request).name, request.path_params["identifier"]
        to, _, form = request.path_params["to"].partition(".")
        if to not in KIND_OF or form not in ("", *LISTS):
            raise HTTPException(404)
        query = request.query_params
        arguments = {"id": identifier, "kind": kind, "to": to, "approved_only": is_set(query, "approved"),
                     "organism": query.get("organism", "").strip()}  # fmt: skip
        place = addresses.links(kind, identifier, to)
        called = identifier if form_of(request) else await self._asking.called(BY_NAME[kind], identifier)
        title = web_messages.linked(KIND_OF[to].plural, called)
        return await listing(request, self._asking, self._views, to, title, place, LINKS, arguments)


def _structure(kind: str, record: RecordFields) -> str:
    """Return the id of the compound whose picture shows the structure of a record; "" if there is none."""
    if kind == COMPOUND.name:
        return str(record["id"])
    number = record.get("cross_references", {}).get("pubchem_compound") if kind == LIGAND.name else None
    return f"PubChem:CID{number}" if isinstance(number, str) else ""


def _linked(links: Any) -> dict[str, Any]:
    """Convert the counts of links for the templates. `links`: None if they were not looked up."""
    if isinstance(links, ErrorEnvelope):
        return {"links": {}, "links_guidance": None, "links_failure": links.error}
    answer: dict[str, Any] = msgspec.to_builtins(links) or {}
    return {"links": answer.get("links", {}), "links_guidance": answer.get("guidance"), "links_failure": None}


async def listing(
    request: Request,
    asking: Asking,
    views: Views,
    kind: str,
    title: str,
    place: str,
    tool: str,
    arguments: Mapping[str, object],
) -> Response:
    """Serve a list of records of one kind, as a page or as a file. `place`: the path of the list."""
    if form := form_of(request):
        return web_views.list_file(await asking.whole(tool, **arguments), title, form)
    page = await asking.answer(tool, **arguments, cursor=request.query_params.get("cursor", ""))
    filters = {name: value for name, value in request.query_params.items() if name in _KEPT}
    organism = filters.get("organism", "").strip()
    unasked = web_messages.any_organism(organism, [KIND_OF[kind].plural]) if kind not in addresses.OF_ORGANISMS else ""
    read_as = getattr(page, "read_as", None)
    of: tuple[str, str] | None = (str(arguments["kind"]), str(arguments["id"])) if tool == LINKS else None
    if read_as and (reference := identifiers_in_text.read(read_as.id)) and reference.own:
        of = reference.own[0].name, read_as.id
    return views.page(
        "list.html",
        title=title,
        place_of=place,
        back=place.rpartition("/")[0] if place.count("/") > 1 else "/",
        asked=filters,
        kind=kind,
        rows=rows(page.items, kind, of=of),
        read_as=read_as_link(read_as) if read_as else None,
        **below(page),
        organism=organism,
        unasked=unasked if organism else "",
        approved=is_set(filters, "approved") if kind == "ligand" and tool == LINKS else None,
        filters=["organism"] if asking.takes(tool, "organism") and kind in addresses.OF_ORGANISMS else [],
    )


def read_as_link(reading: Any) -> RecordFields:
    """Describe the record that a name was read as, with a link to its page, or to a search if it has no page."""
    fields = msgspec.to_builtins(reading)
    reference = identifiers_in_text.read(fields["id"])
    own = [kind.name for kind in reference.own] if reference else []
    place = addresses.record(own[0], fields["id"]) if own else addresses.search(fields["id"])
    return {**fields, "label": title_of(fields), "place": place}


# Lists of pathways of a gene or compound, of interactions, and of what two pathways share


_PATHWAYS_OF = {
    "compound": ("get_pathways_for_compound", "compound"),
    "gene": ("get_pathways_for_gene", "gene_id"),
    "community": ("search_pathways", "community"),
}
"""The tool that lists pathways, and its argument, by query parameter of the page."""


class Lists(Pages):
    """The endpoints for lists of pathways and interactions, and for the comparison of two pathways."""

    async def pathways(self, request: Request) -> Response:
        """Serve the pathways that contain a gene or compound, or belong to a community."""
        query = request.query_params
        of = next((kind for kind in _PATHWAYS_OF if query.get(kind, "").strip()), None)
        if of is None:
            return self._views.lost(400, web_messages.OF_WHAT)
        tool, argument = _PATHWAYS_OF[of]
        arguments = {argument: query[of].strip(), "organism": query.get("organism", "").strip()}
        title = web_messages.pathways_of(query[of].strip())
        return await listing(request, self._asking, self._views, "pathway", title, "/pathways", tool, arguments)

    async def compare(self, request: Request) -> Response:
        """Serve the comparison of two pathways, or only the form if either is missing."""
        pathways = {
            name: addresses.canonical("pathway", request.query_params.get(name, "").strip())
            for name in ("one", "other")
        }
        shown: dict[str, Any] = {"asked": pathways, "told": None, "failure": None}
        if not all(pathways.values()):
            return self._views.page("compare.html", **shown)
        answer, form = await self._asking.compare(**pathways), form_of(request)
        if isinstance(answer, ErrorEnvelope):
            shown["failure"] = answer.error
            status = STATUS[answer.error.code]
            return web_views.failure(answer) if form else self._views.page("compare.html", status, **shown)
        if form:
            return web_views.file_of(answer, _compared(answer), f"comparison.{form}")
        return self._views.page("compare.html", **(shown | {"told": msgspec.to_builtins(answer)}))

    async def interactions(self, request: Request) -> Response:
        kind, identifier = request.path_params["kind"], request.path_params["identifier"]
        if kind == "pathway" and (form := form_of(request)):
            drawn = await self._asking.answer("get_pathway_components", pathway_id=identifier, whole=True)
            return web_views.file_of(drawn.interactions, drawn.interactions, f"{identifier}-interactions.{form}")
        if kind not in ("ligand", "target"):
            raise HTTPException(404)
        approved_only = is_set(request.query_params, "approved")
        arguments: dict[str, object] = {f"{kind}_id": identifier, "approved_only": approved_only}
        target = request.query_params.get("target", "") if kind == "ligand" else ""
        if target:
            arguments["target_id"] = target
        if form := form_of(request):
            whole = await self._asking.whole("get_interactions", **arguments)
            return web_views.list_file(whole, f"Interactions of {identifier}", form)
        page = await self._asking.answer("get_interactions", **arguments, cursor=request.query_params.get("cursor", ""))
        return self._views.page(
            "interactions.html",
            kind=kind,
            id=identifier,
            called=await self._asking.called(BY_NAME[kind], identifier),
            items=[
                {
                    **msgspec.to_builtins(item),
                    "actions": ", ".join(labels(item.type, item.action)),
                    "affinity": written_affinity(msgspec.to_builtins(item.affinity)) if item.affinity else "",
                }
                for item in page.items
            ],
            approved=approved_only,
            target=target,
            **below(page),
        )


def _compared(answer: Comparison) -> Sequence[RecordFields]:
    """Return the members of two compared pathways as rows of a table."""
    return [
        {"kind": kind, "in": which, **msgspec.to_builtins(member)}
        for kind, of in (("gene", answer.genes), ("compound", answer.compounds))
        for which, several in (("both", of.both), ("one", of.only_one), ("other", of.only_other))
        for member in several
    ]
