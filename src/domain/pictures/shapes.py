"""Selection of the shapes of a diagram by id or label."""

from collections.abc import Collection, Iterable

from biofacts.domain.pictures.diagram import Diagram, Group, Shape
from biofacts.domain.text import fold


def shapes(diagram: Diagram, ids: Collection[str]) -> frozenset[str]:
    """Return the ids of the shapes among some ids, and of all shapes in the groups among them, at any depth."""
    keys = _inside(diagram, {one.key for one in _groups(diagram) if one.id in ids})
    return frozenset(one.id for one in _shapes(diagram) if one.id in ids or (one.group and one.group in keys))


def labelled(diagram: Diagram, name: str) -> frozenset[str]:
    """Return the ids of labels and shapes with a name, and of the contents of groups with that name."""
    if not (sought := fold.compact(name)):
        return frozenset()
    groups = [one.id for one in _groups(diagram) if fold.compact(one.label) == sought]
    named = [one.id for one in _shapes(diagram) if fold.compact(one.label) == sought]
    typed = [one.id for one in _shapes(diagram) if one.kind == "shape" and fold.compact(one.type) == sought]
    return shapes(diagram, {*groups, *named, *typed})


def _inside(diagram: Diagram, keys: set[str]) -> set[str]:
    """Add the groups that are nested in some groups."""
    found = {*keys}
    while more := {one.key for one in _groups(diagram) if one.group in found} - found:
        found |= more
    return found


def _groups(diagram: Diagram) -> Iterable[Group]:
    return (one for one in diagram.elements if isinstance(one, Group))


def _shapes(diagram: Diagram) -> Iterable[Shape]:
    return (one for one in diagram.elements if isinstance(one, Shape))
