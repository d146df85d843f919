"""Kinds of entity: their words, and the names of the calls that find and fetch them."""

import msgspec


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of entity: its words and its tools, for messages and hints that can be followed literally."""

    name: str
    plural: str
    service: str
    search_tool: str
    get_tool: str
    id_argument: str
    id_name: str
    example_id: str
    example_query: str
