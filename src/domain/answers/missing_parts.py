"""Missing parts of records, whose sources could not be consulted. Every record reports them in its `remark`."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

RecordT = TypeVar("RecordT", bound=msgspec.Struct)


class Lack(msgspec.Struct, frozen=True, kw_only=True):
    """Parts, under their names in the record, that are left out or that may be incomplete (`partly`).

    `catalogues`: the catalogues that are not available; `why`: any other reason, as a clause.
    """

    parts: tuple[str, ...]
    catalogues: tuple[str, ...] = ()
    why: str = ""
    partly: bool = False


def with_lacks(record: RecordT, lacks: Iterable[Lack | None]) -> RecordT:
    """Append the missing parts to a record's remark, one sentence for each set of parts."""
    catalogues: dict[tuple[tuple[str, ...], bool], dict[str, None]] = {}
    reasons: dict[tuple[tuple[str, ...], bool], dict[str, None]] = {}
    for one in lacks:
        if one is not None:
            catalogues.setdefault((one.parts, one.partly), {}).update(dict.fromkeys(one.catalogues))
            reasons.setdefault((one.parts, one.partly), {}).update(dict.fromkeys(filter(None, [one.why])))
    said = [
        lacking(parts, [*catalogues[parts, partly]], [*reasons[parts, partly]], partly=partly)
        for parts, partly in catalogues
    ]
    remark: str | None = getattr(record, "remark", None)
    return msgspec.structs.replace(record, remark=" ".join(filter(None, [remark, *said]))) if said else record


def lacking(parts: Sequence[str], catalogues: Sequence[str], reasons: Sequence[str], *, partly: bool) -> str:
    """Say which parts of a record are missing or incomplete, and why."""
    whys = [reason.rstrip(".") for reason in reasons]
    if len(catalogues) > 1:
        whys.insert(0, f"the catalogues {', '.join(catalogues[:-1])} and {catalogues[-1]} are not available")
    elif catalogues:
        whys.insert(0, f"the catalogue {catalogues[0]} is not available")
    return f"{'Possibly incomplete' if partly else 'Left out'}: {', '.join(parts)}, because {', and '.join(whys)}."
