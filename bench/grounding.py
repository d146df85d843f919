"""Texts that others read: does `resolve_many` ground them to the right identifiers, and does a search find them?

    python bench/grounding.py FILE ... [--misses [OUTCOME ...]]

FILE: a JSON array of {"text", "expected": [CURIE, ...], "kind", "organism", "n"}; any CURIE is right, `organism` is
passed for genes and pathways, and `n` says how often a corpus has the text. Asked are the catalogues that the
environment names (BIOFACTS_CACHE_DIR, BIOFACTS_SOURCE=offline). Compounds want PubChem or a stand-in (in a cache that
has been asked before, none): answers that it could not give count as `error`.

`top-1`, `top-5`: the first candidates of the kind's search. `resolve_many`: `right`; `ambiguous`, in brackets those
that offer the right one; `wrong`; `not found`; `precision`: right of those resolved. Figures are percent of the
distinct texts, and in the last column of all mentions. --misses prints what is wrong, or has another outcome:
`offered`, `ambiguous` (without the right one), `not_found`, `error`.
"""

import argparse
from collections.abc import Collection
from pathlib import Path

import anyio
from _gold import HEAD, OUTCOMES, Answer, Counts, answers, of_file, public_or_standin
from _table import table

from biofacts.composition.settings import Settings


def miss(answer: Answer) -> str:
    """What a text was read as, and what the search says."""
    asked, one = answer.asked, answer.resolution
    read = ", ".join(f"{other.id} {other.name}" for other in ((one.option,) if one.id else one.candidates))
    hits = ", ".join(f"{hit.id} {hit.score:.2f}" for hit in answer.found)
    return (
        f"  {answer.outcome:<10}{asked.text!r} ({asked.n}): wanted {', '.join(asked.expected)};"
        f" read {read or '-'} [{one.why or ''}]; search {hits or '-'}"
    )


async def main(files: list[Path], misses: Collection[str]) -> None:
    rows: list[tuple[str, ...]] = []
    async with public_or_standin(Settings.from_environment()) as container:
        for file in files:
            found = await answers(container.use_cases(), of_file(file))
            rows.append((file.stem, *Counts.of(found).cells))
            for one in found:
                if one.outcome in misses:
                    print(miss(one))
    print(table(HEAD, rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="+", type=Path)
    parser.add_argument("--misses", nargs="*", choices=OUTCOMES, help="print the texts of these outcomes; alone: wrong")
    given = parser.parse_args()
    anyio.run(main, given.file, () if given.misses is None else given.misses or ("wrong",))
