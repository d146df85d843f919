"""Kinds of entity: their words, and the names of the tools that find and fetch them."""

from typing import Literal, TypeAlias

import msgspec

KindName: TypeAlias = Literal["pathway", "gene", "target", "ligand", "compound"]


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of entity: the words and tool names from which messages and hints are made."""

    name: str
    plural: str
    service: str
    search_tool: str
    get_tool: str
    id_argument: str
    id_name: str
    example_id: str
    example_query: str
