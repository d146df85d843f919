"""The use cases that draw a pathway with highlighted elements, and fetch the picture of a compound."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence

import anyio.to_thread
import msgspec

from biofacts.application.lists import name_lists
from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.pathways.nodes_by_name import MatchedNodes, NodesByName
from biofacts.application.pictures.marking import MOST_DRUGS, DrugNames, FindMedicines, Medicines, marked
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import joined, json_size
from biofacts.domain.answers.entity_kinds import COMPOUND, PATHWAY
from biofacts.domain.answers.errors import AmbiguousQuery, BiofactsError, EntityNotFound
from biofacts.domain.answers.records import Provenance, Record
from biofacts.domain.compounds.compound import Depiction
from biofacts.domain.edges.neighbours_and_paths import DrawnPath, LitPath, path_within
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers.curies import CompoundId, PathwayId
from biofacts.domain.limits import time_limits
from biofacts.domain.pathways import component_selection
from biofacts.domain.pathways.drawn_nodes import DrawnNodes
from biofacts.domain.pathways.pathway import PathwayComponents
from biofacts.domain.pictures import highlights
from biofacts.domain.pictures.diagram import Diagram, Picture, labelled, shapes
from biofacts.domain.pictures.figure_sizes import Size, with_resolution
from biofacts.domain.pictures.highlights import PALETTE_NAMES, Highlight, Look, PaletteName
from biofacts.domain.pictures.layout import with_large_letters
from biofacts.domain.text.clean import excerpt, plain, shorten
from biofacts.ports.compounds import CompoundSource, DepictionSource
from biofacts.ports.pathways import PathwayDrawings
from biofacts.ports.pictures import PictureForm, PictureRenderer

MOST = 500
"""The maximum number of names that a call may highlight."""

_LONGEST_CAPTION, _LONGEST_CONDITION = 80, 30
"""The maximum length in characters of texts in the legend, which would otherwise widen the picture."""

_NUMBER = re.compile(r"\A[\d.e-]+\Z", re.A)

MOST_VALUES = 24
"""The maximum number of values of one name, which are drawn as stripes side by side on its nodes."""

_DRAWN = msgspec.structs.replace(PATHWAY, get_tool=next_calls.DRAWING)
_MOST_READ = 12
"""The maximum number of names for which the guidance says how they were interpreted."""
LARGEST_SIDE = 1568
"""The longer side in pixels of an image for a language model: models see no more detail in a larger image."""
_FRAME, _SMALLEST = 700, 15_000
"""The bytes of a result besides picture and facts, with the remark on a reduced picture; the minimum for a picture."""

AS_USUAL = Look()

Highlights = name_lists.Names
"""Highlights as a list, or as one text with line breaks, semicolons or commas between them."""


class ShownPathway(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The content of a picture of a pathway.

    `highlighted`: the ids of the highlighted elements by name; `unmatched`: by name, the reason why it highlights
    nothing. `drugs`: approved drugs that act on the gene product of a node, by the label of the node; `drawn_drugs`:
    approved drugs that are drawn as nodes, by label. `path`: the shortest path between two names, with the ids of
    elements as the ids of its nodes.
    """

    id: str
    title: str
    organism: str
    highlighted: Mapping[str, tuple[str, ...]] = {}
    unmatched: Mapping[str, str] = {}
    drugs: Mapping[str, tuple[str, ...]] = {}
    drawn_drugs: Mapping[str, tuple[str, ...]] = {}
    path: DrawnPath | None = None
    guidance: str | None = None
    source: Provenance | None = None


class DrawnPicture(msgspec.Struct, frozen=True):
    """A picture, and a description of its content."""

    picture: Picture
    shown: ShownPathway


class ShownImage(msgspec.Struct, frozen=True):
    """A picture as a PNG for a language model, and a description of its content."""

    png: bytes
    shown: ShownPathway


class DrawPathway:
    """The use case that draws a pathway and highlights the elements that match given names."""

    def __init__(
        self, source: PathwayDrawings, nodes: NodesByName, medicines: FindMedicines, renderer: PictureRenderer
    ) -> None:
        self._source = source
        self._nodes = nodes
        self._medicines = medicines
        self.renderer = renderer

    async def __call__(
        self,
        pathway_id: object,
        *,
        highlight: Highlights = (),
        path: Highlights = (),
        drugs: bool = False,
        look: Look = AS_USUAL,
    ) -> DrawnPicture:
        """Draw a pathway.

        `highlight`: names to highlight; `path`: two names, to highlight the shortest path between them, too; `drugs`:
        True to mark approved drugs and their targets; `look`: title, colours and legend.

        Raises: UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError.
        """
        identifier = id_arguments.read(_DRAWN, PathwayId, pathway_id)
        wanted, repeated = _parsed(highlight, str(identifier))
        _check(look, wanted)
        ends = _ends(path, str(identifier))
        if (drawing := await self._source.diagram(identifier)) is None:
            raise EntityNotFound.of(_DRAWN, str(identifier))
        diagram = with_large_letters(drawing.diagram) if look.large_letters else drawing.diagram
        components = await self._source.components(identifier) if wanted or ends or drugs else None
        # Reading the nodes once for all names lights up 500 names in WP5434 in 0.4 s instead of 3.9 s.
        lit, unlit = await self._light(wanted, DrawnNodes(components), diagram) if components else ({}, {})
        way = await self._between(ends, components, diagram) if ends and components else None
        if way:
            wanted, lit = [*wanted, Highlight(way.name)], {**lit, way.name: MatchedNodes(way.elements)}
        medicines = await self._medicines(identifier, components) if drugs and components else Medicines({}, {}, ())
        labels = {node.id: node.label for node in components.nodes} if components else {}
        acting, itself = _by_label(medicines.acting, labels), _by_label(medicines.drawn, labels)
        more = {label: len(drugs) for label, drugs in acting.items() if len(drugs) > MOST_DRUGS}
        remarks = joined(
            *_read_otherwise(lit, unlit), pathway_messages.repeated(repeated) if repeated else None, *medicines.remarks
        )
        # The remark inside a picture suggests no calls, since the picture may be read much later.
        remark = joined(pathway_messages.not_lit_here(unlit), remarks)
        marks = marked(wanted, lit, medicines, look, remark=remark or "")
        # Drawing is pure computation, which would block the event loop.
        picture = await anyio.to_thread.run_sync(self.renderer.draw, diagram, marks)
        return DrawnPicture(
            picture,
            ShownPathway(
                id=diagram.id,
                title=diagram.title,
                organism=diagram.organism,
                highlighted={name: tuple(sorted(bearing.ids)) for name, bearing in lit.items()},
                unmatched=unlit,
                drugs={label: drugs[:MOST_DRUGS] for label, drugs in acting.items()},
                drawn_drugs=itself,
                path=way.path if way else None,
                guidance=joined(
                    remarks, pathway_messages.more_drugs(more, MOST_DRUGS, str(identifier)) if more else None
                ),
                source=drawing.provenance,
            ),
        )

    async def drawn_among(self, pathway_id: object, names: Sequence[str]) -> Sequence[str]:
        """Return the names, such as `TP53` or `TP53=1.5`, that are the label, symbol or identifier of a node.

        Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError.
        """
        identifier = id_arguments.read(_DRAWN, PathwayId, pathway_id)
        if (components := await self._source.components(identifier)) is None:
            raise EntityNotFound.of(_DRAWN, str(identifier))
        drawn = DrawnNodes(components)

        def is_drawn(text: str) -> bool:
            name = highlights.read(text).name
            return bool(drawn.ids_of(name) or drawn.with_terms(GeneName.read(name).terms) or drawn.carrying(name))

        return await anyio.to_thread.run_sync(lambda: [name for name in names if is_drawn(name)])

    async def image(self, drawn: DrawnPicture, size: int | None = None) -> ShownImage:
        """Render a picture as an image for a language model.

        `size`: the length of the longer side in pixels, whatever the size of the file; None for an image of at most
        `LARGEST_SIDE` pixels, so small that the answer has at most 60 kB. Raises: UpstreamError.
        """
        longest = max(drawn.picture.width, drawn.picture.height)
        if size is not None:
            return ShownImage(await self.renderer.png(drawn.picture, size / longest), drawn.shown)
        # The answer contains the facts twice, as text and as structured content; base64 turns three bytes into four.
        room = (component_selection.LARGEST_ANSWER - _FRAME - 2 * json_size(drawn.shown)) * 3 // 4
        png = await self.renderer.png(drawn.picture, min(1.0, LARGEST_SIDE / longest), max(room, _SMALLEST))
        side = max(int.from_bytes(png[16:20]), int.from_bytes(png[20:24]))  # the header of a PNG
        remark = pathway_messages.reduced(side, LARGEST_SIDE) if side < 0.99 * longest else None
        guidance = joined(drawn.shown.guidance, remark)
        return ShownImage(png, msgspec.structs.replace(drawn.shown, guidance=guidance))

    async def rendered(self, picture: Picture, form: PictureForm, size: Size) -> bytes:
        """Render a picture as a file without blocking the event loop. Raises: UpstreamError."""
        if form == "png":  # in a separate process, since resvg would block all other answers
            return with_resolution(await self.renderer.png(picture, size.dots(picture)), size.resolution())
        return await anyio.to_thread.run_sync(self.renderer.file, picture, form, size)

    async def _between(self, ends: Sequence[Highlight], components: PathwayComponents, diagram: Diagram) -> LitPath:
        """Find the shortest path between two names. Raises: AmbiguousQuery if a name is not drawn or no path exists."""
        lit, unlit = await self._light(ends, DrawnNodes(components), diagram)
        for name, why in unlit.items():
            raise AmbiguousQuery(*pathway_messages.no_end_drawn(components.id, name, why), name)
        names, ids = [*lit], [bearing.ids for bearing in lit.values()]
        if len(ids) == 1 or ids[0] & ids[1]:
            raise AmbiguousQuery(*pathway_messages.path_to_itself(names[0], names[-1], names[0]), names[-1])
        if (lit_path := path_within(components, *ids)) is None:
            raise AmbiguousQuery(*pathway_messages.no_path_drawn(components.title, *names), None)
        return lit_path

    async def _light(
        self, wanted: Sequence[Highlight], drawn: DrawnNodes, diagram: Diagram
    ) -> tuple[dict[str, MatchedNodes], dict[str, str]]:
        """Return the elements that each name highlights, and the reasons why the other names highlight nothing."""
        by_name: dict[str, MatchedNodes] = {}
        every = [highlight.name for highlight in wanted]

        async def look(name: str) -> None:
            bearing = await self._nodes.called(name, drawn, at_hand=True)
            # Groups and text labels are not data nodes, so search the drawing itself for them.
            by_name[name] = bearing if bearing.ids else bearing._replace(ids=labelled(diagram, name))

        async def ask(name: str) -> None:
            by_name[name] = await self._nodes.called(name, drawn)

        # Local sources first: PubChem is queried only for names that they lack, in the remaining time.
        end = anyio.current_time() + time_limits.LIST
        await name_lists.each(every, look, seconds=time_limits.LIST)
        unknown = [name for name in every if name in by_name and by_name[name].is_open and not by_name[name].ids]
        await name_lists.each(unknown, ask, seconds=min(time_limits.EXTRA, end - anyio.current_time()))
        # A name that was not looked up in time is reported as late, not as unknown.
        late = MatchedNodes(is_open=True)
        bearings = {name: by_name.get(name, late) for name in every}
        lit = {
            name: bearing._replace(ids=ids)
            for name, bearing in bearings.items()
            if (ids := shapes(diagram, bearing.ids))
        }
        return lit, {name: _why(name, bearing) for name, bearing in bearings.items() if name not in lit}


def _why(name: str, bearing: MatchedNodes) -> str:
    """Return the reason why a name highlights nothing."""
    if bearing.ids:
        return pathway_messages.NO_SHAPE
    if bearing.is_open:
        return pathway_messages.LATE
    return pathway_messages.NO_VALUE if bearing.why == pathway_messages.UNKNOWN and "=" in name else bearing.why


def _by_label(medicines: DrugNames, labels: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Group drugs by the labels of nodes, since several nodes may have the same label."""
    names: dict[str, dict[str, None]] = {}
    for node, several in medicines.items():
        if node in labels:
            names.setdefault(labels[node], {}).update(dict.fromkeys(several))
    return {label: tuple(several) for label, several in names.items()}


def _parsed(entries: Highlights, identifier: str) -> tuple[list[Highlight], list[str]]:
    """Parse highlights. Return each name once, with its last values, and the names that were given different values.

    Raises: AmbiguousQuery.
    """
    wanted: dict[str, Highlight] = {}
    repeated: dict[str, None] = {}
    for text in name_lists.checked_names("highlight", entries, fewest=1, most=MOST) if entries else ():
        parsed = highlights.read(text)
        if not name_lists.may_be_name(parsed.name):
            raise AmbiguousQuery(*pathway_messages.no_name(identifier, len(parsed.name), name_lists.LONGEST), text)
        if wanted.setdefault(parsed.name, parsed) != parsed:
            repeated[excerpt(parsed.name)] = None
        wanted[parsed.name] = parsed
    return [*wanted.values()], [*repeated]


def look_of(
    *,
    title: bool,
    limits: Sequence[float] | str,
    palette: str,
    caption: str,
    conditions: Sequence[str] | str,
    cutoff: str,
    large_letters: bool = False,
) -> Look:
    """Validate the arguments of a call, and return the look of the figure. Raises: AmbiguousQuery.

    `limits`: the ends of the colour scale; `cutoff`: a p-value, or a phrase such as "padj ≥ 0.05".
    """
    names = name_lists.checked_names("conditions", conditions, fewest=1, most=MOST_VALUES) if conditions else ()
    return Look(
        title=title,
        range=_range(limits) if limits else None,
        palette=_palette(palette),
        caption=shorten(plain(caption), _LONGEST_CAPTION),
        conditions=tuple(shorten(name, _LONGEST_CONDITION) for name in names),
        cutoff=shorten(_NUMBER.sub(r"p ≥ \g<0>", plain(cutoff)), _LONGEST_CONDITION),
        large_letters=large_letters,
    )


def _palette(name: str) -> PaletteName:
    """Return the palette with a name; the default palette for "". Raises: AmbiguousQuery for an unknown name."""
    palettes: dict[str, PaletteName] = {palette: palette for palette in PALETTE_NAMES}
    palette = palettes.get(name.strip().casefold() or PALETTE_NAMES[0])
    if palette is None:
        raise AmbiguousQuery(*pathway_messages.no_palette(name, PALETTE_NAMES), excerpt(name))
    return palette


def _range(limits: Sequence[float] | str) -> tuple[float, float]:
    """Parse the ends of a colour scale. Raises: AmbiguousQuery if they are not two ascending numbers."""
    try:
        low, high = map(float, limits.split(",") if isinstance(limits, str) else limits)
    except ValueError:
        low = high = math.nan
    if not -math.inf < low < high < math.inf:
        text = limits if isinstance(limits, str) else ", ".join(f"{limit:g}" for limit in limits)
        raise AmbiguousQuery(*pathway_messages.no_range(text), excerpt(text))
    return low, high


def _check(look: Look, wanted: Sequence[Highlight]) -> None:
    """Check that each name has as many values as there are conditions, and not too many. Raises: AmbiguousQuery."""
    for highlight in wanted:
        most = len(look.conditions) or MOST_VALUES
        if len(highlight.values) > most or 0 < len(highlight.values) < len(look.conditions):
            raise AmbiguousQuery(
                *pathway_messages.other_conditions(excerpt(highlight.name), most, len(highlight.values)), highlight.name
            )


def _ends(entries: Highlights, identifier: str) -> Sequence[Highlight]:
    """Parse the two names at the ends of a path; no names if no path is wanted. Raises: AmbiguousQuery."""
    names = name_lists.checked_names("path", entries, fewest=2, most=2) if entries else ()
    return _parsed(names, identifier)[0] if names else ()


def _read_otherwise(lit: Mapping[str, MatchedNodes], unlit: Mapping[str, str]) -> Iterator[str | None]:
    """Yield remarks: how names were interpreted, how well they match, and how many were not looked up in time."""
    readings = [pathway_messages.read_as(name, bearing.read_as) for name, bearing in lit.items() if bearing.read_as]
    yield from readings[:_MOST_READ]
    yield pathway_messages.more_names_read(len(readings) - _MOST_READ) if len(readings) > _MOST_READ else None
    yield from (bearing.remark for bearing in lit.values())
    late = [*unlit.values()].count(pathway_messages.LATE)
    yield pathway_messages.too_late(late) if late else None


# The picture of a compound, as its source draws it


class DepictCompound:
    """The use case that fetches the picture of a compound."""

    def __init__(self, depictions: DepictionSource, compounds: CompoundSource) -> None:
        self._depictions = depictions
        self._compounds = compounds

    async def __call__(self, compound_id: object) -> Depiction:
        """Return the picture of a compound. Raises: UnresolvedEntity, EntityNotFound, RateLimited, UpstreamError."""
        identifier = id_arguments.read(COMPOUND, CompoundId, compound_id)
        if (depiction := await self._depictions.get(identifier)) is not None:
            return depiction
        # A missing picture needs a different hint than a missing compound.
        if await self._is_known(identifier):
            raise EntityNotFound(*pathway_messages.not_depicted(str(identifier)), str(identifier))
        raise EntityNotFound.of(COMPOUND, str(identifier))

    async def _is_known(self, identifier: CompoundId) -> bool:
        """Return True if the source has a compound; False if not, or if the source fails."""
        try:
            return await self._compounds.get(identifier) is not None
        except BiofactsError:
            return False
