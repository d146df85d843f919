"""Sentences about names of compounds: how they were resolved, and what else they may be."""

from collections.abc import Mapping, Sequence

from biofacts.application.messages.names import matches_other_kinds, none_called
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall, either, joined
from biofacts.domain.answers.entity_kinds import COMPOUND, Kind
from biofacts.domain.text.clean import counted, excerpt, short

LIGAND_OF_THAT_NAME = "a ligand of the Guide to PHARMACOLOGY with that name"
READ_BY_LIGAND: Mapping[str, str] = {
    "ligand": "this ligand of the Guide to PHARMACOLOGY, by the identifiers that the Guide gives",
    "name": "a name in the Guide to PHARMACOLOGY",
    "identifier": "the ligand of the Guide to PHARMACOLOGY with that identifier",
}
READ_BY_RECORD: Mapping[str, str] = {
    "name": "a name or a structure at PubChem",
    "identifier": "the compound of PubChem with that identifier",
}
MOSTLY_DRAWN_SO = "the name under which it is drawn most often"
INCOMPLETE_COMPOUNDS = (
    "Not all identifiers of the drawn compounds are available yet, so pathways may be missing from this list;"
    f" {next_calls.command('sync', 'wikipathways')} makes it complete."
)


def drawn_under_name(pathways: int, total: int) -> str:
    """Say in how many of the `total` pathways with a name a compound is drawn under it."""
    of_all = f" of {total}" if total > pathways else ""
    return f"drawn under that name in {pathways}{of_all} pathway{'s' * (max(pathways, total) != 1)}"


def compound_of_that_name(formula: str | None) -> str:
    return f"a PubChem compound with that name{f', {formula}' if formula else ''}"


def not_fetched(service: str, why: str) -> str:
    return f"Other identifiers and names could not be fetched from {service}: {excerpt(why)}"


def also_drawn_as(name: str, pathways: int, calls: Sequence[NextCall]) -> Advice:
    """Say that a few pathways use a name for other compounds. `calls`: a call for each of these compounds."""
    where = counted(pathways, "pathway")
    sentence = f"In {where} of all organisms, '{short(name)}' is drawn with the identifier of another compound."
    return Advice(sentence, " ", either(calls))


ONLY_SKELETON = (
    "None of these pathways is known to contain the compound itself: each draws another charge or stereo form with the"
    " same skeleton."
)


def some_only_skeleton(number: int, of: int) -> str:
    """Say that some pathways only draw another form of a compound: glucose instead of galactose."""
    draw = "draws" if number == 1 else "draw"
    return f"{number} of these {of} pathways {draw} only another charge or stereo form with the same skeleton."


def labelled_as_another(name: str, label: str, call: NextCall) -> Advice:
    return Advice(
        f"In most of these pathways, the node with the identifier of '{short(name)}' is labelled '{short(label)}', a"
        " name of another compound. ",
        call,
        ".",
    )


def drawn_with(name: str, inchikeys: Sequence[str]) -> str:
    return f"Found by InChIKey: drawings give {', '.join(inchikeys)} for '{short(name)}'."


def by_identifier_only(by_name: NextCall) -> Advice:
    """Say that pathways with only the name of a compound are left out. `by_name`: the call that includes them."""
    return Advice("Pathways that only use its name as a label are not listed. To include them, ", by_name, ".")


def label_only(name: str) -> str:
    return f"{none_called(COMPOUND, name)}; these pathways only use it as a label."


def compound_nowhere(query: str, name: str, topic: NextCall, *, is_known: bool) -> Advice:
    """Say that a compound, or its identifier, is drawn nowhere. `topic`: the search for it as a topic."""
    if not is_known:
        return Advice(
            f"'{short(query)}' is a well-formed identifier, but no available pathway contains it, and the sources"
            " that were queried know no other name for it: send the name of the compound."
        )
    what = f"{short(name)} is a known compound, but no available pathway of any organism contains it."
    return Advice(f"{what} To search for it as a topic, ", topic, ".")


def no_compound(name: str, ways: Sequence[tuple[Kind, NextCall]], search: NextCall, topic: NextCall) -> Advice:
    """Say that a name is not a known compound.

    `ways`: searches for the name among other kinds; `search`: the search to check the spelling; `topic`: the search
    for the name as a topic.
    """
    sentence = f"{none_called(COMPOUND, name)}, and no pathway has it as a label. "
    spelling = Advice("To check the spelling, ", search, "; to search for it as a topic, ", topic, ".")
    return joined(sentence.strip(), matches_other_kinds(name, ways) if ways else None, spelling) or Advice()
