"""Every sentence that a caller reads of pictures."""

from collections.abc import Sequence

from biofacts.domain.advice import Advice, NextCall
from biofacts.domain.text.clean import excerpt
from biofacts.domain.wording import Refusal

TOOL = "show_pathway"

NOT_HERE = "is not drawn here"
UNKNOWN = "nothing drawn here is called so"
LATE = "there was no time to look it up"
DRUGS_ACT_ON_IT = "approved drugs act on it"


def no_file(identifier: str) -> Refusal:
    """A pathway of which only what is drawn is known, as of the built-in sample, and not how."""
    hint = "The built-in sample has no pictures: leave out BIOFACTS_SOURCE=sample to draw the pathways of WikiPathways."
    return f"of {identifier} it is known what is drawn, not how", hint


def not_drawable(identifier: str, why: str) -> str:
    """A drawing that cannot be made a picture."""
    return f"the drawing of {identifier} cannot be drawn: {why}"


def several(symbols: Sequence[str]) -> str:
    """A name of several things, none of which is drawn."""
    return f"it may mean {', '.join(symbols[:5])}, none of which is drawn here"


def no_value(given: str, identifier: str) -> Refusal:
    """What has an equals sign, and behind it neither a number nor a colour."""
    name = excerpt(given.rpartition("=")[0]) or "TP53"
    hint = Advice.of(_lit(identifier, f"{name}=1.5"), ": behind = stands a number, #rrggbb, or a colour such as red.")
    return f"'{excerpt(given)}' is no highlight", hint


def no_name(identifier: str) -> Refusal:
    """A highlight without a name."""
    return "A highlight needs a name", Advice.of(_lit(identifier, "TP53"), ".")


def not_lit(number: int) -> str:
    """Names that nothing in a drawing bears."""
    return "One name is not lit up." if number == 1 else f"{number} names are not lit up."


def no_drugs(why: str) -> str:
    """Drugs that could not be looked up."""
    return f"Drugs could not be looked up: {why}"


def no_drugs_known(title: str) -> str:
    """A pathway without a drug."""
    return f"No approved drug is known to act on what is drawn in {title}."


def _lit(identifier: str, highlight: str) -> NextCall:
    return NextCall(TOOL, {"pathway_id": identifier, "highlight": [highlight]})
