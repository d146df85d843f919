"""What the lists of all local sources have in common."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from biofacts.domain import wording
from biofacts.domain.candidate import Candidate
from biofacts.domain.kinds import Kind
from biofacts.domain.paging import Hits, Window
from biofacts.domain.provenance import Provenance
from biofacts.ports.catalogue import Hit, RankedHits

CandidateT = TypeVar("CandidateT", bound=Candidate)


def preload_of(catalogue: str) -> str:
    """The name of the job that loads what the first misspelling of a process would wait for."""
    return f"preparing {catalogue} for misspellings"


def ranked(
    found: RankedHits,
    window: Window,
    candidate: Callable[[Hit], CandidateT],
    *,
    kind: Kind,
    version: str,
    provenance: Provenance,
    guidance: str | None = None,
) -> Hits[CandidateT]:
    """What a catalogue found in a window. `guidance`: said before what became of the words, or why there is nothing."""
    words = wording.words(
        kind.plural,
        found=found.total > 0,
        unknown=found.unknown,
        corrected=found.corrected,
        suggested=found.suggested,
    )
    return Hits(
        items=tuple(msgspec.structs.replace(candidate(hit), unmatched=hit.unmatched) for hit in found.hits),
        total=found.total,
        more=window.offset + len(found.hits) < found.total,
        version=version,
        guidance=" ".join(filter(None, (guidance, words if found.total else None))) or words,
        provenance=provenance,
    )
