"""One of the things that an ambiguous name may mean."""

import msgspec


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """What the name may mean, and why."""

    id: str
    symbol: str
    why: str
