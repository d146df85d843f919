"""Every sentence that a caller reads of pictures."""

from collections.abc import Sequence

from biofacts.domain.advice import Advice, NextCall
from biofacts.domain.compound import COMPOUND
from biofacts.domain.text.clean import excerpt
from biofacts.domain.wording import Refusal

TOOL = "show_pathway"

NOT_HERE = "is not drawn here"
UNKNOWN = "nothing drawn here is called so"
LATE = "there was no time to look it up"
OLDER = "PubChem could not be asked: this picture is an older one."
DRUGS_ACT_ON_IT = "approved drugs act on it"
IS_A_DRUG = "it is an approved drug itself"


def no_file(identifier: str) -> Refusal:
    """A pathway of which only what is drawn is known, as of the built-in sample, and not how."""
    hint = "The built-in sample has no pictures: leave out BIOFACTS_SOURCE=sample to draw the pathways of WikiPathways."
    return f"of {identifier} it is known what is drawn, not how", hint


def not_drawable(identifier: str, why: str) -> tuple[str, Advice]:
    """A drawing that cannot be made a picture: why, and what there is of it all the same."""
    listed = NextCall("get_pathway_components", {"pathway_id": identifier})
    return f"{identifier} cannot be drawn: {why.rstrip('.')}", Advice.of("For what is drawn, ", listed, ".")


def no_depictions() -> Refusal:
    """The built-in sample, which has nothing that PubChem has drawn."""
    hint = "Leave out BIOFACTS_SOURCE=sample to get PubChem's pictures."
    return "the built-in sample has no pictures of compounds", hint


def not_depicted(identifier: str) -> Refusal:
    """A compound that there is, and of which there is no picture."""
    call = NextCall(COMPOUND.get_tool, {COMPOUND.id_argument: identifier})
    return f"{COMPOUND.service} has {identifier}, and no picture of it.", Advice.of(
        "Its structure is in its record, as SMILES and InChI: ", call, "."
    )


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
    return f"No approved drug is known to act on what is drawn in {title}, or to be drawn there itself."


def not_known_drugs(number: int, of: int) -> str:
    """Compounds that may be drugs, for all that is known of them."""
    which = "Its only compound" if of == 1 else f"Of its {of} compounds {number}"
    return (
        f"{which} may be {'a drug' if number == 1 else 'drugs'} or not: that cannot be told without an InChIKey or a"
        " number of PubChem, by which the Guide knows most of its ligands."
    )


def _lit(identifier: str, highlight: str) -> NextCall:
    return NextCall(TOOL, {"pathway_id": identifier, "highlight": [highlight]})
