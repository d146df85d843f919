"""Extraction of the components of a pathway: everything that is drawn in it, or a selection."""

from collections.abc import Sequence
from functools import partial

import msgspec

from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.pathways.nodes_by_name import NodesByName
from biofacts.domain.answers import advice_and_phrasing, next_calls
from biofacts.domain.answers.advice_and_phrasing import Again, NextCall, joined
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways import component_selection
from biofacts.domain.pathways.component_selection import LightComponents, light
from biofacts.domain.pathways.drawn_nodes import DrawnNodes
from biofacts.domain.pathways.pathway import LEVELS, Detail, PathwayComponents
from biofacts.domain.search import spelling
from biofacts.domain.text import fold, similar_names
from biofacts.domain.text.clean import plain
from biofacts.ports.pathways import PathwayDrawings

_DRAWN = msgspec.structs.replace(PATHWAY, get_tool=next_calls.COMPONENTS)
_MOST_SUGGESTED = 5
_SHORTEST_PART = 3


class ExtractComponents:
    """The use case that fetches a pathway's nodes and interactions and selects among them."""

    def __init__(self, source: PathwayDrawings, nodes: NodesByName, *, whole: bool = False) -> None:
        """`whole`: True for the library, tables and the web page, which get every field of every component."""
        self._source = source
        self._nodes = nodes
        self._whole = whole

    async def __call__(
        self,
        pathway: object,
        *,
        parts: Sequence[str] | str = (),
        around: str | None = None,
        detail: Detail = "full",
        whole: bool = False,
    ) -> PathwayComponents | LightComponents:
        """Return the components; unless `whole` is True, lists are cut to the size limit for agents.

        `parts`: the names of the lists to return, as a sequence or separated by commas; `around`: the name of a node,
        to return only what is connected to it.

        Raises: UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError.
        """
        identifier = id_arguments.read(_DRAWN, PathwayId, pathway)
        wanted = _checked(parts, identifier)
        is_light = not (whole or self._whole)
        # A node in the short form for agents has one identifier, so it does not matter which accessions are reviewed.
        source_detail: Detail = "all" if is_light and detail == "full" and around is None else detail
        if (components := await self._source.components(identifier, source_detail)) is None:
            raise EntityNotFound.of(_DRAWN, str(identifier))
        if around is not None:
            components = await self._around(components, plain(around))
        if LEVELS[detail].labels_only:
            components = _brief(components, is_part=around is not None, is_light=is_light)
        if wanted:
            components = component_selection.only(components, wanted)
        cut = partial(
            component_selection.limited, components, partial(pathway_messages.cut_lists, next_calls.COMPONENTS)
        )
        if whole:
            return components
        return cut(lambda drawn: drawn) if self._whole else cut(partial(light, detail=detail))

    async def called(self, name: str, drawn: PathwayComponents) -> frozenset[str]:
        """Return the ids of the nodes that a name refers to. Without gene names, only labels and ids match."""
        return (await self._nodes.called(name, DrawnNodes(drawn), at_hand=True)).ids

    async def _around(self, drawn: PathwayComponents, name: str) -> PathwayComponents:
        bearing = await self._nodes.called(name, DrawnNodes(drawn), at_hand=True)
        if not bearing.ids:
            raise AmbiguousQuery(*_nothing_around(drawn, name, bearing.why), name)
        guidance = joined(pathway_messages.read_as(name, bearing.read_as) if bearing.read_as else None, bearing.remark)
        near = component_selection.around(drawn, bearing.ids)
        return msgspec.structs.replace(near, guidance=guidance)


def _brief(drawn: PathwayComponents, *, is_part: bool, is_light: bool) -> PathwayComponents:
    """Reduce components to labels. Light ones are reduced later, by `light`, and get labels of ends only in a part."""
    if is_light:
        return component_selection.labelled(drawn) if is_part else drawn
    return component_selection.brief(drawn)


def _checked(parts: Sequence[str] | str, identifier: PathwayId) -> Sequence[str]:
    """Return the names of the requested lists. Raises: AmbiguousQuery for an unknown list."""
    wanted = [part.strip() for part in (parts.split(",") if isinstance(parts, str) else parts)]
    all_parts = component_selection.PARTS
    if unknown := [part for part in wanted if part not in all_parts]:
        # e.g. `node` for other_nodes
        near = (
            next((name for name in all_parts if part.casefold() in name), None)
            or similar_names.most_similar(part.casefold(), all_parts, similar_names.REMOTE)
            for part in wanted
        )
        lists = [*dict.fromkeys(filter(None, near))]
        call = NextCall(next_calls.COMPONENTS, {"pathway_id": str(identifier), "parts": lists})
        meant = call if lists else Again(without="parts")
        raise AmbiguousQuery(*pathway_messages.unknown_part(unknown[0], all_parts, meant), unknown[0])
    return wanted


def _nothing_around(drawn: PathwayComponents, name: str, why: str) -> advice_and_phrasing.Refusal:
    labels = dict.fromkeys(component_selection.named_ends(drawn).values())
    near = [label for label in labels if _is_likely(name, label)][:_MOST_SUGGESTED]
    return pathway_messages.nothing_around(drawn.id, drawn.title, name, near, why=why)


def _is_likely(name: str, label: str) -> bool:
    """Return True if a label contains a name or is its correct spelling; TRAF3 is not a correction of BRAF."""
    sought, drawn = fold.compact(name), fold.compact(label)
    if len(sought) >= _SHORTEST_PART and sought in drawn:
        return True
    return spelling.may_be_corrected(sought) and bool(spelling.likely_corrections(sought, [drawn] if drawn else []))
