"""Marks on the elements of a picture, from highlights and medicines, and their legend."""

from collections.abc import Mapping, Sequence

import msgspec

from biofacts.application.messages import pictures as picture_messages
from biofacts.application.pathways.drawn_nodes import Bearing
from biofacts.application.pictures.medicines import Medicines
from biofacts.domain.pictures.highlights import LIT, Entry, Highlight, Legend, Mark, Marks, scaled
from biofacts.domain.text.clean import excerpt, shorten

MOST_DRUGS = 20
"""Drugs that are named on one node."""

_MOST_ENTRIES = 12
_LONGEST_MEANING = 60
"""Characters in a line of the legend."""


def marked(wanted: Sequence[Highlight], lit: Mapping[str, Bearing], medicines: Medicines, *, remark: str) -> Marks:
    """Make the marks of elements and the legend. `lit`: nodes by name; `remark`: a text for the whole picture.

    An element with several numbers has the colour of the one farthest from 0.
    """
    # A name that matches nothing must not stretch the scale of the others.
    shown = [one for one in wanted if one.name in lit]
    reach = max((abs(one.value) for one in shown if one.value is not None), default=None)
    winning: dict[str, Highlight] = {}
    notes: dict[str, list[str]] = {}
    for one in shown:
        for node in lit[one.name].ids:
            notes.setdefault(node, []).append(one.name if one.value is None else f"{one.name}: {one.value:g}")
            if node not in winning or _weight(one) >= _weight(winning[node]):
                winning[node] = one
    by_id = {node: Mark(colour=_colour(one, reach), note=", ".join(notes[node])) for node, one in winning.items()}
    for node, drugs in medicines.acting.items():
        by_id[node] = msgspec.structs.replace(by_id.get(node, Mark()), drugs=_first(drugs))
    for node, drugs in medicines.drawn.items():
        by_id[node] = msgspec.structs.replace(by_id.get(node, Mark()), itself=_first(drugs))
    # The legend lists only colours that are visible in the picture.
    seen = {one.name for one in winning.values()}
    legend = Legend(
        entries=_entries([one for one in shown if one.value is None and one.name in seen]),
        # Numbers that are all 0 still need a scale; they have the colour of its middle.
        reach=reach if reach is None else reach or 1.0,
        drugs=bool(medicines.acting),
        itself=bool(medicines.drawn),
    )
    return Marks(by_id=by_id, legend=legend, remark=remark)


def _weight(one: Highlight) -> float:
    return -1 if one.value is None else abs(one.value)


def _first(drugs: Sequence[str]) -> tuple[str, ...]:
    """Return the names to show and, if there are more, a text with their number."""
    more = len(drugs) - MOST_DRUGS
    return (*drugs[:MOST_DRUGS], *([f"and {more} more"] if more > 0 else []))


def _colour(one: Highlight, reach: float | None) -> str:
    if one.value is not None:
        return scaled(one.value, reach or 1.0)
    return one.colour or LIT


def _entries(named: Sequence[Highlight]) -> tuple[Entry, ...]:
    """Make a line of the legend for each colour, with its first names, and one with the number of other colours."""
    by_colour: dict[str, list[str]] = {}
    for one in named:
        by_colour.setdefault(one.colour or LIT, []).append(excerpt(one.name))
    entries = [Entry(colour=colour, meaning=_some(several)) for colour, several in by_colour.items()]
    more = len(entries) - _MOST_ENTRIES
    return (
        *entries[:_MOST_ENTRIES],
        *([Entry(colour="", meaning=picture_messages.more_colours(more))] if more > 0 else []),
    )


def _some(several: Sequence[str]) -> str:
    """Join as many names as a line has room for; add the number of the others."""
    shown = list[str]()
    for name in several:
        if shown and len(", ".join([*shown, name])) > _LONGEST_MEANING:
            break
        shown.append(shorten(name, _LONGEST_MEANING))
    more = len(several) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
