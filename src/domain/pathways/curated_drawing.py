"""The contents of a GPML file as its author left them, with the slips that other readers pass over."""

from typing import Literal

import msgspec

from biofacts.domain.pathways.pathway import NodeType

Slip = Literal["missing", "unknown database", "malformed"]
"""The fault of a reference. `missing`: the node has no identifier, or no database for it."""

Referrer = Literal["line", "group", "state"]
"""An element that refers to another one: a line by its ends, a member by its group, a state by its node."""


class CuratedNode(msgspec.Struct, frozen=True, kw_only=True):
    """A data node. `reference`: the registry key and value of its identifier, where the registry has the database.

    `slip`: the fault of the reference; then `reference` is the one that the form of the identifier tells, if any.
    `meant`: the database whose name is similar to an unknown one.
    """

    id: str
    label: str
    type: NodeType
    database: str = ""
    identifier: str = ""
    reference: tuple[str, str] | None = None
    slip: Slip | None = None
    meant: str | None = None


class CuratedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that is marked as an interaction. `ends`: the texts of the elements at its start and its end.

    An end is None if the line touches nothing there, and empty if the element has no text.
    """

    id: str
    ends: tuple[str | None, str | None]


class DanglingReference(msgspec.Struct, frozen=True, kw_only=True):
    """A reference to an id that no element has. `id`, `label`: of the element that refers to it."""

    id: str
    label: str
    by: Referrer
    to: str


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """An element, or the pathway as a whole (`id` is empty), that cites a publication by its name in the file."""

    id: str
    label: str
    publication: str


class ListedPublication(msgspec.Struct, frozen=True, kw_only=True):
    """A publication as the file lists it. `name`: by which elements cite it."""

    name: str
    database: str
    identifier: str
    title: str


class CuratedDrawing(msgspec.Struct, frozen=True, kw_only=True):
    """A drawing. `id`: `WP:WP254`, or empty if the file does not tell it. `dangling`: references to no element.

    `repeated`: ids that several elements have, with the label of the second one.
    """

    id: str
    title: str
    organism: str
    nodes: tuple[CuratedNode, ...] = ()
    lines: tuple[CuratedLine, ...] = ()
    dangling: tuple[DanglingReference, ...] = ()
    repeated: tuple[tuple[str, str], ...] = ()
    citations: tuple[Citation, ...] = ()
    publications: tuple[ListedPublication, ...] = ()
