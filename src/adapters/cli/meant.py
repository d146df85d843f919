"""What was probably meant."""

import difflib
from collections.abc import Iterable


def meant(given: str, known: Iterable[str]) -> str:
    """A question after what was probably meant; nothing where nothing is like it."""
    near = difflib.get_close_matches(given.casefold(), list(known), n=2, cutoff=0.6)
    return f"; did you mean {' or '.join(near)}?" if near else ""
