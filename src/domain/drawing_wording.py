"""Every sentence that a caller reads of pictures."""

from collections.abc import Mapping, Sequence

from biofacts.domain.advice import Advice, NextCall
from biofacts.domain.compound import COMPOUND
from biofacts.domain.text.clean import excerpt
from biofacts.domain.wording import Refusal

TOOL = "show_pathway"

NOT_HERE = "is not drawn here"
UNKNOWN = "nothing drawn here is called so"
LATE = "nothing at hand is called so, and there was no time to ask PubChem"
NO_VALUE = f"{UNKNOWN}, and what stands behind = is no number, no #rrggbb and no colour such as red"
OLDER = "PubChem could not be asked: this picture is an older one."
DRUGS_ACT_ON_IT = "approved drugs act on it"
NO_SHAPE = "it is a line, or a group with nothing in it: nothing of it can be lit up"
_MOST_SHOWN, _MOST_TOGETHER = 12, 6
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


def together(labels: Sequence[str]) -> str:
    """A group without a name, by what is in it."""
    more = f" and {len(labels) - _MOST_TOGETHER} more" if len(labels) > _MOST_TOGETHER else ""
    return " + ".join(labels[:_MOST_TOGETHER]) + more


def nowhere(meanings: Sequence[str], *, read_as: bool = False) -> str:
    """A name of one thing, or of several, none of which is drawn. `read_as`: it may be said of another thing, too."""
    if len(meanings) == 1:
        return f"read as {meanings[0]}, which {NOT_HERE}" if read_as else f"{meanings[0]} {NOT_HERE}"
    return f"it may mean {', '.join(meanings[:5])}, none of which is drawn here"


def other_form(asked: str, labels: Sequence[str]) -> str:
    """A compound that is drawn with another charge, or with another stereo, or none."""
    return f"Of '{excerpt(asked)}' another form, by charge or stereo, is drawn and lit up: {', '.join(labels)}."


def by_label(asked: str, labels: Sequence[str]) -> str:
    """A compound that is drawn under its name, by other identifiers or none."""
    return f"'{excerpt(asked)}' was found by the label {', '.join(labels)} alone: no identifier tells that it is that."


def other_stereo(name: str, labels: Sequence[str]) -> str:
    """A compound of which only a stereoisomer is drawn."""
    return f"{name} {NOT_HERE}; {', '.join(labels)}, of the same skeleton with other stereo, is"


def compound_of_that_label(asked: str, *, is_gene: bool) -> str:
    """A gene's symbol that is the label of a compound here. `is_gene`: the gene is drawn, too."""
    gene = f"the gene {asked}" if is_gene else f"the gene {asked} {NOT_HERE}"
    return f"A compound has the label '{asked}' here and is lit up{', with ' if is_gene else '; '}{gene}."


def no_name(identifier: str, length: int, longest: int) -> Refusal:
    """A highlight without a name, or with one that is none. `length`: its characters, of at most `longest`."""
    why = f"A name of {length} characters is none: at most {longest}" if length else "A highlight needs a name"
    example = NextCall(TOOL, {"pathway_id": identifier, "highlight": ["TP53"]})
    return why, Advice.of(example, ".")


def not_lit(number: int, *, late: int) -> str:
    """Names that nothing in a drawing bears. `late`: for how many there was no time."""
    said = "One name is not lit up." if number == 1 else f"{number} names are not lit up."
    if late:
        said += f" There was no time to ask PubChem for {late} of them: the same call again gets farther."
    return said


def not_lit_here(unlit: Mapping[str, str]) -> str:
    """The same in the picture, name by name."""
    return "".join(f"Not lit up: {name}: {why}. " for name, why in unlit.items()).strip()


def more_read(number: int) -> str:
    """Names of which it is not said what they were read as."""
    return f"{number} more names were read as other names than they say: highlighted has their nodes."


def more_colours(number: int) -> str:
    """Colours for which the legend has no room."""
    return f"and {number} more colours"


def repeated(several: Sequence[str]) -> str:
    """Names that were given more than once, with different values."""
    return f"Given with several values, of which the last one is shown: {', '.join(several[:_MOST_SHOWN])}."


def more_drugs(counts: Mapping[str, int], shown: int, identifier: str) -> Advice:
    """Nodes with more drugs than are listed. `counts`: theirs, by label."""
    said = ", ".join(f"{label} ({number})" for label, number in [*counts.items()][:_MOST_SHOWN])
    every = NextCall("find_links", {"id": identifier, "to": "ligand", "approved_only": True})
    return Advice.of(f"No more than {shown} drugs are listed of {said}; for all ", every, ".")


def medicine(name: str, withdrawn: bool) -> str:
    """An approved drug, with what became of it."""
    return f"{name} (withdrawn)" if withdrawn else name


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
