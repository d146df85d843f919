"""No hint changes the question: what it proposes was sent, is a candidate, or stands where nothing was sent."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec
import pytest

from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container
from biofacts.domain.text import fold

THINGS: list[object] = [
    "TP53", "BRAF", "INSR", "672", 672, "imatinib", "glucose", "zzqqxx", "WP534", "WP:WP254", "PubChem:CID5793",
    "IUPHAR:5687", "HGNC:1097", "C9H8O4", "D2 receptor", "drugs that block SERT", "Lou Gehrig", ["TP53", "BRAF"],
    ["glucose"],
]  # fmt: skip
CHOICES = {
    "organism",
    "to_organism",
    "species",
    "kind",
    "to",
    "detail",
    "parts",
    "action",
    "page_size",
    "match",
    "sort",
    "type",
}
"""Arguments whose values are of a closed list, in which a hint may name another."""
MODIFIERS = (
    CHOICES
    | {"cursor", "slim", "approved_only", "primary_only", "highlight", "drugs", "around", "whole"}
    | {"withdrawn_only", "labelled", "type", "min_affinity", "sort", "by"}
    | {
        "min_size",
        "max_size",
        "grouped",
        "background",
    }
)
"""Arguments that say nothing of what is asked about: with these alone, a hint gives an example."""
_GIVEN = re.compile(r"\b([a-z_]+)=(\[[^\]]*\]|'[^']*'|[\w.:-]+)")


def wrong_calls(tool: str, seed: int) -> Iterator[Mapping[str, object]]:
    """Calls with random values under the tool's arguments, names like them, and others."""
    chance = random.Random(f"{tool} {seed}")
    known = TOOLS[tool].arguments.__struct_fields__
    names = [*known, "id", "name", "names", "q", "gene", "compound_list", "around", "cursor"]
    for _ in range(15):
        yield {name: chance.choice(THINGS) for name in chance.sample(names, chance.randint(1, 3))}


def texts(value: object) -> Iterator[str]:
    yield from map(str, cast("list[object]", value)) if isinstance(value, list) else (str(value),)


def foreign(given: Mapping[str, object], envelope: ErrorEnvelope) -> list[str]:
    """The values that a hint proposes and that have nothing to do with what was sent."""
    sent = [fold.compact(text) for value in given.values() for text in texts(value)]
    offered = {fold.compact(part) for one in envelope.error.candidates for part in one.values()}
    found: list[str] = []
    if given.keys() <= MODIFIERS:
        return found
    for name, values in _GIVEN.findall(envelope.error.recovery_hint):
        for value in re.findall(r"'([^']*)'", values) or [values]:
            text = fold.compact(value)
            is_sent = any(text in one or one in text for one in sent) or text in offered
            if name not in CHOICES and text not in ("true", "false") and not is_sent:
                found.append(f"{name}={value}")
    return found


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("seed", range(2))
async def test_no_hint_names_what_was_not_sent(sample: Container, tool: str, seed: int) -> None:
    use_cases = sample.use_cases()
    proposed: list[Any] = []
    for given in wrong_calls(tool, seed):
        answer = await call(TOOLS[tool], use_cases, given)
        if isinstance(answer, ErrorEnvelope) and (strange := foreign(given, answer)):
            proposed.append((dict(given), strange, msgspec.to_builtins(answer.error)["recovery_hint"]))

    assert proposed == []
