"""Genes as papers and clinics write them: how many are read as the gene that is meant.

    python bench/written_names.py

Asks the catalogues that the environment names (BIOFACTS_CACHE_DIR, BIOFACTS_SOURCE=offline) for the human pathways of
every name of `written_names.json`, which was written down from memory, each with the symbol that is meant. `right`:
read so; `wrong`: as another gene; `label`: drawn so, and said to be no known gene's name; `several`: refused as a name
of several genes, or of a family; `unknown`: said not to be known.
"""

import json
from collections import Counter
from pathlib import Path

import anyio
from _verdicts import tell

from biofacts.application.pathways.reverse_lookup import ReverseLookup
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.identifiers.organisms import HUMAN

NAMES = Path(__file__).with_suffix(".json")
NO_GENE = "is not the name of a gene that is known here"


async def outcome(ask: ReverseLookup, name: str, symbol: str) -> str:
    """What became of a name."""
    try:
        page = await ask(name, organism=HUMAN, page_size=1)
    except BiofactsError:
        return "several"
    if NO_GENE in (page.guidance or ""):
        return "label" if page.items else "unknown"
    read = page.read_as.symbol if page.read_as else name.upper()
    return "right" if read == symbol else "unknown" if page.read_as is None and not page.items else "wrong"


async def main() -> int:
    names: dict[str, str] = json.loads(NAMES.read_text())
    async with running(Settings.from_environment()) as container:
        ask = container.use_cases().pathways_of_gene
        found = {name: await outcome(ask, name, symbol) for name, symbol in names.items()}
    counts = Counter(found.values())
    for kind in ("wrong", "label", "several", "unknown"):
        print(f"{kind:<8}{counts[kind]:>4}  {', '.join(name for name, one in found.items() if one == kind)}")
    tell("written names", len(names), counts["right"], counts["wrong"])
    asked = len(names) - counts["several"]
    print(f"right   {counts['right']:>4} of {len(names)}: {counts['right'] / asked:.1%} of those that are of one gene")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    raise SystemExit(anyio.run(main))
