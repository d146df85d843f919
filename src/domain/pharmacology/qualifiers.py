"""Words that qualify ligands in a query: `oral`, `potent`, `selective`, none of which the Guide states as such."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

Quality = Literal["endogenous", "irreversible"]
QUALITIES: Mapping[str, Quality] = {
    "endogenous": "endogenous", "natural": "endogenous", "irreversible": "irreversible", "covalent": "irreversible",
}  # fmt: skip
"""Words for properties that the Guide marks in its rows."""

LEFT_ASIDE = frozenset({
    "selective", "nonselective", "non", "potent", "oral", "orally", "new", "novel", "strong", "weak", "long", "short",
    "acting", "cardioselective", "competitive", "reversible", "direct", "specific", "highly", "dual", "pan", "first",
    "second", "third", "fourth", "generation", "most", "best", "choice", "standard", "reference", "classical", "known",
    "tool", "probe", "allosteric", "orthosteric", "noncompetitive", "uncompetitive", "pet", "spect", "nanomolar",
    "subnanomolar", "picomolar", "micromolar", "orphan", "strongest", "weakest",
    "common", "commonly", "old", "older", "oldest", "newer", "newest", "latest", "recent", "modern", "cheap",
    "cheapest", "safe", "safer", "safest", "generic", "topical", "injectable", "injected", "intravenous",
    "inhaled", "nasal", "intranasal", "ophthalmic", "parenteral", "subcutaneous", "transdermal", "bioavailable",
    "active", "typical", "popular", "effective", "available", "penetrant", "penetrating", "centrally", "peripherally",
    "restricted", "nanobody", "gprotein", "arrestin", "therapeutic",
})  # fmt: skip
"""Words of which the Guide says nothing, or of few ligands only."""

QUALIFIERS = LEFT_ASIDE | QUALITIES.keys()

_MOST = 4


def without_qualifiers(words: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words without qualifiers to leave aside, and these: the fewest first, since names may contain them."""
    places = [place for place, word in enumerate(words) if word in LEFT_ASIDE][:_MOST]
    for number in range(1, len(places) + 1):
        for aside in combinations(places, number):
            rest = [word for place, word in enumerate(words) if place not in aside]
            if rest:
                yield rest, [words[place] for place in aside]
