"""Other ways to ground a name, over the names that biofacts has: an exact match, and gilda's grounder."""

import os
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from _gold_sets import Name

os.environ.setdefault("PYSTOW_HOME", tempfile.gettempdir())  # where gilda would keep the terms that it is not asked for

import gilda
from gilda.grounder import Grounder
from gilda.process import normalize
from gilda.term import Term

_HUMAN = "9606"

Ground = Callable[[str], str | None]
"""The CURIE that a name is grounded to."""


def exact(names: Iterable[Name]) -> Ground:
    """The same letters in any capitals; preferred names first, then synonyms, then former ones."""
    order = ("name", "synonym", "former_name")
    known: dict[str, tuple[int, str]] = {}
    for name in names:
        folded, found = name.text.casefold(), (order.index(name.status), name.curie)
        if folded not in known or found[0] < known[folded][0]:
            known[folded] = found
    return lambda text: known[text.casefold()][1] if text.casefold() in known else None


def by_gilda(names: Sequence[Name]) -> Ground:
    """The first match of gilda's grounder, which is fed with these names alone."""
    terms: defaultdict[str, list[Term]] = defaultdict(list)
    for name in {(one.text, one.curie): one for one in reversed(names)}.values():  # the best status counts
        if normal := normalize(name.text).strip():
            prefix, local = name.curie.split(":", 1)
            organism = _HUMAN if prefix == "HGNC" else None
            term = Term(normal, name.text, prefix, local, name.preferred, name.status, prefix, organism)
            terms[normal].append(term)
    grounder = Grounder(dict(terms))

    def ground(text: str) -> str | None:
        best = grounder.ground_best(text)
        return f"{best.term.db}:{best.term.id}" if best else None

    return ground


GROUNDERS: Mapping[str, Callable[[Sequence[Name]], Ground]] = {
    "exact match": exact,
    f"gilda {gilda.__version__}": by_gilda,
}
