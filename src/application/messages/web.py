"""Sentences that only the web page uses."""

from collections.abc import Mapping, Sequence

from biofacts.domain.lists.match_reasons import Reason
from biofacts.domain.text.clean import counted, enumerated, excerpt

NOWHERE = "There is nothing at this address."
OF_WHAT = "Pathways of what? The address needs a gene (`gene=HER2`) or a compound (`compound=citrate`)."
NEIGHBOURS_OF_WHAT = "Interactions of what? The address needs a gene or compound (`id=NFKB1`)."
NO_FORM = "Lists must be sent as a form: as application/x-www-form-urlencoded or multipart/form-data."
NO_TEXT = "The file is not text in UTF-8 or UTF-16: save it as CSV or TSV."
TOO_LONG_TO_LIGHT_UP = (
    "The list is too long for one link, so the link of each pathway highlights only the names drawn in it."
)
NO_SCORES = (
    "It is unclear which column has the scores.",
    "Name the column of the numbers to rank by, such as the fold change or the statistic of the test.",
)
NO_P_VALUES = (
    "It is unclear which column has the p-values.",
    "Name the column of p-values, or choose the ranked list, which uses all rows.",
)
FAILED = "Something went wrong; the server's log has details."
NEEDS_TOKEN = (
    "This server requires a token. Enter it as the password when the browser asks; the user name does not matter."
)

_HOW: Mapping[str, str] = {"whole": "matched by", "part": "matched in", "alike": "spelt like"}
_SHOWN = ("name", "symbol", "gene symbol", "family", "type")
"""Kinds of names whose text the page shows anyway, so that the reason does not repeat it."""


def not_offered(tool: str) -> str:
    return f"This server does not offer {tool}, which this page needs."


def no_element(name: str) -> str:
    return f"The drawing has no node and no group '{excerpt(name)}'."


def linked(plural: str, identifier: str) -> str:
    return f"{plural.capitalize()} linked to {identifier}"


def any_organism(organism: str, plurals: Sequence[str]) -> str:
    return (
        f"The organism '{excerpt(organism)}' does not apply to {enumerated(plurals)}, which are listed for all"
        " organisms."
    )


def no_cutoff(text: str) -> tuple[str, str]:
    return f"'{excerpt(text)}' is not a number.", "Enter the largest p-value to include, such as 0.05."


def no_size(why: str) -> tuple[str, str]:
    return f"The figure cannot have this size: {why}.", "Choose a width such as 180mm, at 300 dpi."


def none_drawn(number: int) -> tuple[str, str]:
    subject = "The name is not" if number == 1 else f"None of the {number} names is"
    return f"{subject} drawn in this pathway.", "Enter symbols, names or identifiers of genes or compounds."


def several_so(name: str, number: int) -> str:
    return f"'{excerpt(name)}' is the name of {number} elements"


def pathways_of(name: str) -> str:
    return f"Pathways of {excerpt(name)}"


def late(service: str) -> str:
    return f"{service} has not answered yet."


def search_one_kind(plural: str) -> str:
    return f"To wait for its answer, search {plural} alone."


def too_many_to_highlight(most: int) -> str:
    return f"At most {most} names can be highlighted at once. This list is longer: nothing was sent."


def results(kinds: int, *, everywhere: bool) -> str:
    """Summarize a search.

    `kinds`: the number of kinds with results; `everywhere`: True if all kinds could be searched.
    """
    sentence = f"Results of {counted(kinds, 'kind')}" if kinds else "No results"
    return sentence if everywhere else f"{sentence}; some kinds could not be searched"


def browsing(address: str) -> str:
    return f"biofacts is at {address} (Ctrl+C stops it)"


def reason(kind: str, why: Reason | None, *, noted: bool) -> str:
    """Explain why a result is in the list; for compounds, PubChem gives no reasons. `noted`: the list has a note."""
    if why is None and kind == "compound":
        return "PubChem has it under that name, or a similar one"
    if why is None:
        return f"matched by more than its names{': see the note on the list' if noted else ''}"
    names = " and its ".join(what if what in _SHOWN else f"{what} {excerpt(text)}" for what, text in why.names)
    return f"{_HOW[why.how]} its {names}"
