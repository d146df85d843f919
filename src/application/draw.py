"""Draw: the picture of a pathway, with what is lit up in it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import anyio.to_thread
import msgspec

from biofacts.application import batch, names
from biofacts.application.medicines import FindMedicines, Medicines, Names
from biofacts.application.nodes_by_name import Bearing, NodesByName
from biofacts.domain import budgets, strict, wording
from biofacts.domain import drawing_wording as told
from biofacts.domain.diagram import highlights
from biofacts.domain.diagram.highlights import Highlight
from biofacts.domain.diagram.marks import LIT, Entry, Legend, Mark, Marks, scaled
from biofacts.domain.diagram.picture import Picture
from biofacts.domain.errors import AmbiguousQuery, EntityNotFound
from biofacts.domain.pathway import PATHWAY, PathwayComponents, PathwayId
from biofacts.domain.provenance import Provenance
from biofacts.domain.record import Record
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.pictures import Draughtsman

MOST = 500
"""Names that are lit up at once."""

_DRAWN = msgspec.structs.replace(PATHWAY, get_tool=told.TOOL)
_MOST_ENTRIES = 12
_SIDE = 1568
"""Pixels of the longer side of an image for a model: more are not looked at."""
_MOST_DRUGS = 20

Highlights = Sequence[str] | str
"""Highlights one by one, or one text with line breaks, semicolons or commas between them."""


class ShownPathway(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a picture shows.

    `highlighted`: the ids of the elements that each name lit up; `unmatched`: why a name lit up nothing; `drugs`: the
    approved drugs that act on what a node is, by its label; `drawn_drugs`: those that a node is itself.
    """

    id: str
    title: str
    organism: str
    highlighted: Mapping[str, tuple[str, ...]] = {}
    unmatched: Mapping[str, str] = {}
    drugs: Mapping[str, tuple[str, ...]] = {}
    drawn_drugs: Mapping[str, tuple[str, ...]] = {}
    guidance: str | None = None
    source: Provenance | None = None


class Drawn(NamedTuple):
    """A picture, and what it shows."""

    picture: Picture
    shown: ShownPathway


class ShownImage(NamedTuple):
    """The same as a PNG, as large as those who look at images have use for."""

    png: bytes
    shown: ShownPathway


class DrawPathway:
    """Draw a pathway. Names are read as everywhere; what they mean is looked for in the drawing."""

    def __init__(
        self, source: PathwaySource, nodes: NodesByName, medicines: FindMedicines, draughtsman: Draughtsman
    ) -> None:
        self._source = source
        self._nodes = nodes
        self._medicines = medicines
        self._draughtsman = draughtsman

    async def __call__(self, given: object, *, highlight: Highlights = (), drugs: bool = False) -> Drawn:
        """The picture. Raises: UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError."""
        identifier = strict.read(_DRAWN, PathwayId, given)
        wanted = _read(highlight, str(identifier))
        if (known := await self._source.diagram(identifier)) is None:
            raise EntityNotFound(_DRAWN, str(identifier))
        diagram = known.diagram
        components = await self._source.components(identifier) if wanted or drugs else None
        lit, unlit = await self._light(wanted, components) if components else ({}, {})
        medicines = await self._medicines(identifier, components) if drugs and components else Medicines({}, {}, ())
        marks = _marks(wanted, lit, medicines)
        picture = await anyio.to_thread.run_sync(self._draughtsman.draw, diagram, marks)
        labels = {node.id: node.label for node in components.nodes} if components else {}

        def by_label(found: Names) -> dict[str, tuple[str, ...]]:
            return {labels[node]: names[:_MOST_DRUGS] for node, names in found.items() if node in labels}

        return Drawn(
            picture,
            ShownPathway(
                id=diagram.id,
                title=diagram.title,
                organism=diagram.organism,
                highlighted={wording.shown(name): tuple(sorted(found.ids)) for name, found in lit.items()},
                unmatched=unlit,
                drugs=by_label(medicines.acting),
                drawn_drugs=by_label(medicines.drawn),
                guidance=_guidance(lit, unlit, medicines.remarks),
                source=known.provenance,
            ),
        )

    async def image(self, drawn: Drawn) -> ShownImage:
        """A picture for who looks at images."""
        scale = min(1.0, _SIDE / max(drawn.picture.width, drawn.picture.height))
        return ShownImage(await self.png(drawn.picture, scale), drawn.shown)

    async def png(self, picture: Picture, scale: float | None = None) -> bytes:
        """A picture as dots, as `Draughtsman.png`."""
        return await self._draughtsman.png(picture, scale)

    def dots(self, picture: Picture, scale: float | None = None) -> bytes:
        """The same, for who waits."""
        return self._draughtsman.dots(picture, scale)

    async def _light(
        self, wanted: Sequence[Highlight], drawn: PathwayComponents
    ) -> tuple[dict[str, Bearing], dict[str, str]]:
        """What each name lights up, in their order; and why others light up nothing."""
        found: dict[str, Bearing] = {}
        every = [one.name for one in wanted]

        async def look(name: str) -> None:
            found[name] = await self._nodes.called(name, drawn)

        await batch.each(every, look, seconds=budgets.LIST)
        late = Bearing(why=told.LATE)
        lit = {name: found[name] for name in every if name in found and found[name].ids}
        return lit, {wording.shown(name): found.get(name, late).why for name in every if name not in lit}


def _read(given: Highlights, identifier: str) -> list[Highlight]:
    """Each name once, the last value counts. Raises: AmbiguousQuery."""
    if not given:
        return []
    wanted: dict[str, Highlight] = {}
    for text in names.listed("highlight", given, fewest=1, most=MOST):
        if (read := highlights.read(text)) is None:
            raise AmbiguousQuery(*told.no_value(text, identifier), text)
        if not 0 < len(read.name) <= names.LONGEST:
            raise AmbiguousQuery(*told.no_name(identifier), text)
        wanted[read.name] = read
    return [*wanted.values()]


def _marks(wanted: Sequence[Highlight], lit: Mapping[str, Bearing], medicines: Medicines) -> Marks:
    """Marks by element. Of several numbers on one element the farthest from 0 has its colour."""
    reach = max((abs(one.value) for one in wanted if one.value is not None), default=None)
    colours: dict[str, tuple[float, str]] = {}
    notes: dict[str, list[str]] = {}
    for one in (one for one in wanted if one.name in lit):
        for node in lit[one.name].ids:
            notes.setdefault(node, []).append(one.name if one.value is None else f"{one.name}: {one.value:g}")
            weight = abs(one.value) if one.value is not None else -1
            if node not in colours or weight >= colours[node][0]:
                colours[node] = weight, _colour(one, reach)
    by_id = {node: Mark(colour=colour, note=", ".join(notes[node])) for node, (_, colour) in colours.items()}
    for node, drugs in medicines.acting.items():
        by_id[node] = msgspec.structs.replace(by_id.get(node, Mark()), drugs=drugs[:_MOST_DRUGS])
    for node, drugs in medicines.drawn.items():
        by_id[node] = msgspec.structs.replace(by_id.get(node, Mark()), itself=drugs[:_MOST_DRUGS])
    named = [one for one in wanted if one.value is None and one.name in lit]
    legend = Legend(
        entries=_entries(named), reach=reach or None, drugs=bool(medicines.acting), itself=bool(medicines.drawn)
    )
    return Marks(by_id=by_id, legend=legend)


def _colour(one: Highlight, reach: float | None) -> str:
    if one.value is not None:
        return scaled(one.value, reach or 1.0)
    return one.colour or LIT


def _entries(named: Sequence[Highlight]) -> tuple[Entry, ...]:
    """A line of the legend for each colour, with the first of its names."""
    by_colour: dict[str, list[str]] = {}
    for one in named:
        by_colour.setdefault(one.colour or LIT, []).append(wording.shown(one.name))
    return tuple(
        Entry(colour=colour, meaning=_some(several)) for colour, several in [*by_colour.items()][:_MOST_ENTRIES]
    )


def _some(several: Sequence[str]) -> str:
    more = f" and {len(several) - _MOST_ENTRIES} more" if len(several) > _MOST_ENTRIES else ""
    return ", ".join(several[:_MOST_ENTRIES]) + more


def _guidance(lit: Mapping[str, Bearing], unlit: Mapping[str, str], remarks: Sequence[str]) -> str | None:
    read = [wording.read_as(name, found.read_as) for name, found in lit.items() if found.read_as]
    not_lit = told.not_lit(len(unlit)) if unlit else None
    return " ".join(filter(None, (*read[:_MOST_ENTRIES], not_lit, *remarks))) or None
