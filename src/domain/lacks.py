"""Parts of a record for which something could not be consulted. Every record says so in its `remark`."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from biofacts.domain import wording

RecordT = TypeVar("RecordT", bound=msgspec.Struct)


class Lack(msgspec.Struct, frozen=True, kw_only=True):
    """Parts, as the record names them, that are left out, or that may be incomplete (`partly`).

    `catalogues`: those that are not available; `why`: any other reason, as a clause.
    """

    parts: tuple[str, ...]
    catalogues: tuple[str, ...] = ()
    why: str = ""
    partly: bool = False


def with_lacks(record: RecordT, lacks: Iterable[Lack | None]) -> RecordT:
    """The record with a remark on what it lacks, after the remark that it has. One sentence for the same parts."""
    catalogues: dict[tuple[tuple[str, ...], bool], dict[str, None]] = {}
    reasons: dict[tuple[tuple[str, ...], bool], dict[str, None]] = {}
    for one in lacks:
        if one is not None:
            catalogues.setdefault((one.parts, one.partly), {}).update(dict.fromkeys(one.catalogues))
            reasons.setdefault((one.parts, one.partly), {}).update(dict.fromkeys(filter(None, [one.why])))
    said = [
        wording.lacking(parts, [*catalogues[parts, partly]], [*reasons[parts, partly]], partly=partly)
        for parts, partly in catalogues
    ]
    remark: str | None = getattr(record, "remark", None)
    return msgspec.structs.replace(record, remark=" ".join(filter(None, [remark, *said]))) if said else record
