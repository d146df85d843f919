"""Enrichment: the form for a list or a table of results, the enriched pathways, and their plots and files."""

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any, NamedTuple, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from biofacts.adapters.web import addresses
from biofacts.adapters.web import views as web_views
from biofacts.adapters.web.record_pages import form_of, posted
from biofacts.adapters.web.tool_calls import STATUS
from biofacts.adapters.web.views import Pages
from biofacts.application.lists import name_lists
from biofacts.application.lists.name_lists import pasted, select_from
from biofacts.application.messages import lists as list_messages
from biofacts.application.messages import web as web_messages
from biofacts.application.pictures.draw import MOST
from biofacts.application.tools.tool import ErrorEnvelope, failed
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.optional_packages import PLOT
from biofacts.domain.genes import orthologs
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists import ranked_lists
from biofacts.domain.lists.enrichment_statistics import (
    MEMBERS_SHOWN,
    PLOT_FORMATS,
    PLOT_KINDS,
    PLOTTED,
    EnrichedPathway,
)
from biofacts.domain.lists.input_tables import CUTOFF, Columns, SignDirection, TextTable, likely
from biofacts.domain.lists.ranked_lists import RankedPathway
from biofacts.domain.pictures import highlights

_LONGEST_LINK = 6000
"""The largest number of characters of a list in an address: browsers and proxies accept little more."""

_MEMBERS = ("genes", "compounds", "ranked")
_OPTIONS = ("organism", "to_organism", "background", "column", "value", "p", "cutoff", "direction", "against")
_DIRECTIONS: Mapping[str, SignDirection] = {arg: arg for arg in get_args(SignDirection)}
_INSTEAD = " = "
"""The separator of an ambiguous name and the identifier that the visitor chose for it."""


class _TestedList(NamedTuple):
    """A list of names to test. `selection`: a sentence about how the names were selected from a table, or ""."""

    members: str
    names: Sequence[str]
    background: Sequence[str]
    selection: str = ""


class EnrichmentPages(Pages):
    """The endpoint for enriched pathways."""

    async def page(self, request: Request) -> Response:
        """Serve the enriched pathways of a list. A short posted list is redirected to an address that can be shared."""
        is_posted = request.method == "POST"
        fields = await posted(request) if is_posted else request.query_params
        members, text = _kind_and_text(fields)
        options = {name: fields.get(name, "").strip() for name in _OPTIONS}
        options["organism"] = options["organism"] or HUMAN
        shown: dict[str, Any] = {
            **options, "members": members, "given": text, "with_orthologs": orthologs.ORGANISMS, "cutoff_usual": CUTOFF,
            "plots": PLOT_KINDS if PLOT.is_installed else (), "formats": PLOT_FORMATS, "most_plotted": PLOTTED,
            "answer": None, "failure": None, "table": None, "columns": Columns(),
        }  # fmt: skip
        try:
            table = pasted(text)
            if table:
                shown |= {"table": table, "columns": likely(table.columns)}
            name_list = _name_list(text, members, table, options)
        except AmbiguousQuery as error:
            shown["failure"] = failed(error).error
            return self._views.page("enrichment.html", 400, **shown)
        if instead := fields.get("instead", ""):
            name, _, identifier = instead.rpartition(_INSTEAD)
            name_list = name_list._replace(names=[_instead(entry, name, identifier) for entry in name_list.names])
            shown["given"], shown["table"] = "\n".join(name_list.names), None
        lists = {name_list.members: "\n".join(name_list.names), "background": "\n".join(name_list.background)}
        same = {**lists, "organism": options["organism"], "to_organism": options["to_organism"]}
        is_link = sum(map(len, lists.values())) <= _LONGEST_LINK
        form = form_of(request)
        if not form and is_link and not table and (is_posted or instead):
            # With 303 the browser fetches the address, so that a reload does not send the form again.
            return RedirectResponse(self._views.place(addresses.with_query("/enrich", **same)), 303)
        call: dict[str, object] = {
            name_list.members: name_list.names, "organism": options["organism"], "to_organism": options["to_organism"],
            "background": name_list.background or None,
        }  # fmt: skip
        if form:
            return await self._file(form, fields, call)
        shown |= {"members": name_list.members, "same": same, "is_link": is_link, "said": name_list.selection}
        if not name_list.names:
            return self._views.page("enrichment.html", **shown)
        answer = await self._asking.ask("enrich_pathways", **call, cursor=fields.get("cursor", ""))
        if isinstance(answer, ErrorEnvelope):
            return self._views.page("enrichment.html", STATUS[answer.error.code], **(shown | {"failure": answer.error}))
        # For a ranked list, the link of each pathway highlights only its leading edge.
        lit = "" if name_list.members == "ranked" else _lit(name_list.names)
        return self._views.page(
            "enrichment.html",
            **(shown | {"answer": msgspec.to_builtins(answer)}),
            unlit="" if lit or name_list.members == "ranked" else web_messages.TOO_LONG_TO_LIGHT_UP,
            items=[_item(item, item.members, lit) for item in answer.items],
        )

    async def _file(self, form: str, fields: Mapping[str, str], call: Mapping[str, object]) -> Response:
        """Serve the whole list, or its plot, as a file to save."""
        if form in PLOT_FORMATS:
            kind, top = fields.get("plot") or None, fields.get("top") or None
            made = await self._asking.plot(
                **call, form=form, kind=kind, top=int(top) if top and top.isdecimal() else None
            )
            name = f"enrichment-{kind or 'plot'}.{form}"
            return web_views.saved(web_views.file(made, web_views.MEDIA_TYPES[form], name))
        whole = await self._asking.whole("enrich_pathways", **call)
        return web_views.saved(web_views.list_file(whole, "enrichment", form))


def _kind_and_text(fields: Mapping[str, str]) -> tuple[str, str]:
    """Return the kind of a list's members (`genes`, `compounds`, or `ranked` genes), and the text of the list.

    The text is in the field `given` of the form, or in a parameter named after its members, or in `highlight`.
    """
    held = next((kind for kind in _MEMBERS if fields.get(kind)), "genes")
    members = fields.get("members", "")
    text = fields.get("given") or fields.get(held) or _without_values(fields.get("highlight", ""))
    return members if members in _MEMBERS else held, text


def _name_list(text: str, members: str, table: TextTable | None, options: Mapping[str, str]) -> _TestedList:
    """Parse a list of names, or select the names from a table. Raises: AmbiguousQuery."""
    background = name_lists.parts_of(options["background"]) if options["background"] else ()
    if table is None:
        # Two columns copied from a table of results: a gene and its score on each line
        if members == "genes" and ranked_lists.is_ranked(text.splitlines()):
            members = "ranked"
        return _TestedList(members, name_lists.parts_of(text) if text.strip() else [], background)
    usual = likely(table.columns)
    columns = Columns(names=options["column"] or usual.names, value=options["value"] or usual.value)
    if members == "ranked":
        if columns.value is None:
            raise AmbiguousQuery(*web_messages.NO_SCORES, None)
        selection = select_from(table, columns)
        return _TestedList(members, selection.scored, (), list_messages.selected(selection, columns))
    direction = _DIRECTIONS.get(options["direction"])
    columns = msgspec.structs.replace(
        columns, p=options["p"] or usual.p, cutoff=_cutoff(options["cutoff"]), direction=direction,
        value=columns.value if direction else None,
    )  # fmt: skip
    if columns.p is None:
        raise AmbiguousQuery(*web_messages.NO_P_VALUES, None)
    selection = select_from(table, columns)
    against = background or (() if options["against"] == "drawn" else selection.measured)
    return _TestedList(members, selection.names, against, list_messages.selected(selection, columns))


def _cutoff(text: str) -> float | None:
    """Parse a cutoff, also with a decimal comma; None if the text is empty. Raises: AmbiguousQuery."""
    try:
        return float(text.replace(",", ".")) if text else None
    except ValueError:
        raise AmbiguousQuery(*web_messages.no_cutoff(text), text) from None


def _instead(entry: str, name: str, identifier: str) -> str:
    """Replace the name in an entry of a list (`TP53=1.5`) by the chosen identifier, and keep the score."""
    label, sign, score = entry.partition("=")
    return f"{identifier}{sign}{score}" if label.strip() == name else entry


def _item(pathway: EnrichedPathway | RankedPathway, members: Sequence[str], lit: str) -> Mapping[str, Any]:
    """Describe an enriched pathway for the templates: its first members, the others, its dot in the plot, and its link.

    `lit`: the whole list, for the link to highlight; "" if it is too long for a link, which then highlights only the
    members.
    """
    few = members[:MEMBERS_SHOWN]
    here = addresses.record("pathway", pathway.id)
    if isinstance(pathway, RankedPathway):
        strength, chance, number = pathway.nes, pathway.q_value, pathway.leading
    else:
        strength, chance, number = pathway.fold, pathway.adjusted_p_value, pathway.overlap
    return {
        "told": pathway, "few": few, "more": members[MEMBERS_SHOWN:], "strength": strength, "chance": chance,
        # A q-value from permutations may be 0, of which there is no logarithm.
        "power": log10(1 / max(chance, 1e-300)), "number": number,
        "place": addresses.with_query(here, highlight=lit or _lit(members) or _lit(few)),
    }  # fmt: skip


def _lit(several: Sequence[str]) -> str:
    """Join names for highlighting, one per line; "" if they are too many or too long for a link."""
    named = [name.strip() for name in several if name.strip()]
    lines = "\n".join(named)
    return lines if len(named) <= MOST and len(lines) <= _LONGEST_LINK else ""


def _without_values(text: str) -> str:
    """Return the names in a highlight parameter without their values, one per line."""
    return "\n".join(highlights.read(entry).name for entry in name_lists.parts_of(text) if entry.strip())
