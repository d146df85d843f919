"""Exact terms: strings `<prefix>:<value>` that find an entry only as a whole."""

from collections.abc import Callable


def prefixed(prefix: str, form: Callable[[str], str] = str) -> Callable[[str], str]:
    """Make the function that returns the term of a value. `form`: the form in which values are compared."""

    def term(value: str) -> str:
        return f"{prefix}:{form(value)}"

    return term
