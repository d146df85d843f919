"""A possible meaning of an ambiguous name."""

import msgspec


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate for an ambiguous name, and the reason."""

    id: str
    symbol: str
    why: str
