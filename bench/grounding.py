"""Names with known identifiers: does `resolve_many` ground them rightly, and does a search find them?

    python bench/grounding.py [FILE ...] [--upstream UPSTREAM [--sample N] [--beside]] [--only WORD]
        [--misses [OUTCOME ...]]

FILE: a JSON array of {"text", "expected": [CURIE, ...], "kind", "organism", "n"}; any CURIE is right, `organism` is
passed for genes and pathways, and `n` says how often a corpus has the text. UPSTREAM: the folder of the stand-in and
its data; of these, sets are made of the names of HGNC, the Guide and PubChem (`_gold_sets.py`), N texts of each (500;
0: all). Asked are the catalogues that the environment names
(BIOFACTS_CACHE_DIR, BIOFACTS_SOURCE=offline), and for compounds PubChem's stand-in (BIOFACTS_PUBCHEM_URL).

`top-1`, `top-5`: the first candidates of the kind's search. `resolve_many`: `right`; `ambiguous`, in brackets those
that offer the right one; `wrong`; `not found`; `error`; `precision`: right of those resolved. Figures are percent of
the distinct texts, and in the last column of all mentions. A contested name is right if it is ambiguous, and wrong if
it is resolved. --beside asks gilda's grounder and an exact match, both over the names that biofacts has, what is no
name of the records (`uv run --group bench`). --misses prints what is wrong, or has another outcome: `offered`,
`ambiguous` (without the right one), `not_found`, `error`. --only: sets whose name contains the word.
"""

import os
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import anyio
from _gold import HEAD, Answer, Counts, Text, answers, asking, of_file, share
from _gold_sets import OF_RECORDS, Name, built, vocabulary
from _shared import command_line, present, table, tell


def miss(answer: Answer) -> str:
    """What a text was read as, and what the search says."""
    asked, one = answer.asked, answer.resolution
    read = ", ".join(f"{other.id} {other.name}" for other in ((one.option,) if one.id else one.candidates))
    hits = ", ".join(f"{hit.id} {hit.score:.2f}" for hit in answer.found)
    return (
        f"  {answer.outcome:<10}{asked.text!r} ({asked.n}): wanted {', '.join(asked.expected)};"
        f" read {read or '-'} [{one.why or ''}]; search {hits or '-'}"
    )


async def ours(sets: Mapping[str, Sequence[Text]], misses: Collection[str]) -> None:
    rows: list[tuple[str, ...]] = []
    async with asking() as use_cases:
        for name, texts in sets.items():
            started = time.perf_counter()
            found = await answers(use_cases, texts)
            counts = Counts.of(found)
            rows.append((name, *counts.cells, f"{(time.perf_counter() - started) / len(texts) * 1e3:.0f} ms"))
            told = counts.outcomes
            tell(f"grounding: {name}", counts.asked, told["right"], told["wrong"], "biofacts, `resolve_many`")
            if not any(one.contested for one in texts):  # a list may begin with any of those that a name means
                firsts = Counter(one.asked.judged(one.found[0].id if one.found else None) for one in found)
                tell(f"grounding: {name}", counts.asked, firsts[True], firsts[False], "biofacts, first hit")
            for one in found:
                if one.outcome in misses:
                    print(miss(one))
    print(table((*HEAD, "a text"), rows))


# Other ways to ground a name, over the names that biofacts has


Ground = Callable[[str], str | None]
"""The CURIE that a name is grounded to."""


def exact(names: Sequence[Name]) -> Ground:
    """The same letters in any capitals; preferred names first, then synonyms, then former ones."""
    order = ("name", "synonym", "former_name")
    known: dict[str, str] = {}
    for name in sorted(names, key=lambda one: order.index(one.status)):
        known.setdefault(name.text.casefold(), name.curie)
    return lambda text: known.get(text.casefold())


def by_gilda(names: Sequence[Name]) -> Ground:
    """The first match of gilda's grounder, which is fed with these names alone."""
    os.environ.setdefault("PYSTOW_HOME", tempfile.gettempdir())  # where gilda would keep terms that it is not asked for
    from gilda.grounder import Grounder  # in the group `bench` alone
    from gilda.process import normalize
    from gilda.term import Term

    terms: defaultdict[str, list[Any]] = defaultdict(list)
    for name in {(one.text, one.curie): one for one in reversed(names)}.values():  # the best status counts
        if normal := normalize(name.text).strip():
            prefix, local = name.curie.split(":", 1)
            organism = "9606" if prefix == "HGNC" else None
            term = Term(normal, name.text, prefix, local, name.preferred, name.status, prefix, organism)
            terms[normal].append(term)
    grounder = Grounder(dict(terms))

    def ground(text: str) -> str | None:
        best = grounder.ground_best(text)
        return f"{best.term.db}:{best.term.id}" if best else None

    return ground


def others(sets: Mapping[str, Sequence[Text]], upstream: Path) -> None:
    """The other grounders' table."""
    grounders: dict[str, dict[str, Ground]] = {}
    rows: list[tuple[str, ...]] = []
    for name, texts in sets.items():
        if name.startswith(OF_RECORDS):
            continue
        if (kind := texts[0].kind) not in grounders:
            names = list(vocabulary(kind, upstream, present().folder))
            grounders[kind] = {"exact match": exact(names), f"gilda {version('gilda')}": by_gilda(names)}
        for by, ground in grounders[kind].items():
            judged = Counter(one.judged(ground(one.text)) for one in texts)
            right, wrong = judged[True], judged[False]
            tell(f"grounding: {name}", len(texts), right, wrong, by)
            rows.append((name, by, str(len(texts)), share(right, len(texts)), share(right, right + wrong)))
    print(table(("texts", "grounded by", "n", "right", "precision"), rows, words=2))


def main(
    file: Sequence[Path] = (),
    *,
    upstream: Path | None = None,
    sample: int = 500,
    beside: bool = False,
    only: str = "",
    misses: Sequence[str] | None = None,
) -> None:
    if beside and not upstream:
        raise SystemExit("--beside needs --upstream, whose names the others are given")
    known: dict[str, list[Text]] = {one.stem: of_file(one) for one in file}
    if upstream:
        known |= built(upstream, present().folder, sample)
    asked = {name: texts for name, texts in known.items() if only.casefold() in name.casefold()}
    anyio.run(ours, asked, () if misses is None else misses or ("wrong",))
    if beside and upstream:
        others(asked, upstream)


if __name__ == "__main__":
    command_line(__doc__, main)
