"""Parts that are missing from a record because a source was not available, as its `remark` reports them."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from biofacts.domain.text.clean import enumerated

RecordT = TypeVar("RecordT", bound=msgspec.Struct)


class MissingParts(msgspec.Struct, frozen=True, kw_only=True):
    """Parts of a record that are missing, or that may be incomplete (`partly`). `parts`: the names of the fields.

    `catalogues`: the names of the unavailable catalogues; `why`: any other reason, as a clause.
    """

    parts: tuple[str, ...]
    catalogues: tuple[str, ...] = ()
    why: str = ""
    partly: bool = False


def with_missing_parts(record: RecordT, all_missing: Iterable[MissingParts | None]) -> RecordT:
    """Append missing parts to the remark of a record, in one sentence for each set of parts."""
    catalogues: dict[tuple[tuple[str, ...], bool], dict[str, None]] = {}
    reasons: dict[tuple[tuple[str, ...], bool], dict[str, None]] = {}
    for missing in all_missing:
        if missing is not None:
            catalogues.setdefault((missing.parts, missing.partly), {}).update(dict.fromkeys(missing.catalogues))
            reasons.setdefault((missing.parts, missing.partly), {}).update(dict.fromkeys(filter(None, [missing.why])))
    sentences = [
        _sentence(parts, [*catalogues[parts, partly]], [*reasons[parts, partly]], partly=partly)
        for parts, partly in catalogues
    ]
    remark: str | None = getattr(record, "remark", None)
    return msgspec.structs.replace(record, remark=" ".join(filter(None, [remark, *sentences]))) if sentences else record


def _sentence(parts: Sequence[str], catalogues: Sequence[str], reasons: Sequence[str], *, partly: bool) -> str:
    """Write which parts of a record are missing or incomplete, and why."""
    whys = [reason.rstrip(".") for reason in reasons]
    if catalogues:
        which = "the catalogue {} is" if len(catalogues) == 1 else "the catalogues {} are"
        whys.insert(0, f"{which.format(enumerated(catalogues))} not available")
    return f"{'Possibly incomplete' if partly else 'Left out'}: {', '.join(parts)}, because {', and '.join(whys)}."
