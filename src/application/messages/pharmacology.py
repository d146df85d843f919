"""Sentences about interactions, ways of acting and medicines."""

from collections.abc import Sequence

from biofacts.domain.answers.advice import Advice, Again, Choice, NextCall, Refusal
from biofacts.domain.answers.kinds import LIGAND, Kind
from biofacts.domain.answers.next_calls import interactions_of
from biofacts.domain.remarks.pharmacology import without_interactions
from biofacts.domain.text.clean import excerpt


def one_side(sides: Sequence[tuple[Kind, object]]) -> Refusal:
    """Refuse both or neither of ligand and target. `sides`: both kinds, each with the value that was sent for it."""
    is_sent = any(given is not None for _, given in sides)
    wrong = "Both ligand_id and target_id were given" if is_sent else "Neither ligand_id nor target_id was given"
    calls = [interactions_of(kind, excerpt(given) if is_sent else kind.example_id) for kind, given in sides]
    return (
        f"{wrong}: send exactly one of them.",
        Advice(Choice(calls, ["what a ligand acts on", "what acts on a target"]), "."),
    )


def list_beside_one() -> Refusal:
    """Refuse a list of ligands beside one ligand or target."""
    return "ligand_ids were given beside ligand_id or target_id.", Advice("Send only one of these arguments.")


def unknown_action(given: str) -> Refusal:
    """Refuse a word that is not a known action."""
    return (
        f"'{excerpt(given)}' is not a known action.",
        Advice(Again({"action": "antagonist"}), ", or agonist, partial agonist, inverse agonist, inhibitor, channel"
                  " blocker, gating inhibitor, activator, allosteric modulator, PAM, NAM or antibody."),
    )  # fmt: skip


def more_interactions(kind: Kind, identifier: str, cut: Sequence[tuple[str, int, int]]) -> Advice:
    """Say how much a record shows. `cut`: for each list, its contents, the number shown, and the number of all."""
    shown = " and ".join(f"{number} of {count} {what}" for what, number, count in cut)
    return Advice(f"{shown}: ", interactions_of(kind, identifier), " for all.")


def no_interactions(kind: Kind, identifier: str, name: str, others: int, species: Sequence[str]) -> Advice:
    """Explain why a list of interactions is empty.

    `others`: the number of interactions without the filter; `species`: the species of these.
    """
    if not others:
        return Advice(without_interactions(kind, name))
    measured = f" (measured on proteins of {', '.join(species)})" if species else ""
    return Advice(f"No interaction passes the filter; without one there are {others}{measured}: ",
                     interactions_of(kind, identifier), ".")  # fmt: skip


def its_targets(identifier: str) -> Advice:
    """Point to the record that lists the targets of a ligand."""
    return Advice("Its targets are in its record: ", NextCall("get_ligand", {"iuphar_id": identifier}), ".")


def its_interactions(identifier: str) -> Advice:
    """Point to the interactions of a ligand, with its affinity for each target."""
    return Advice("Its affinity for each target, where the Guide has it: ", interactions_of(LIGAND, identifier), ".")


def targets_of_ligand(name: str) -> Advice:
    """Point to the interactions of a ligand that a query for targets names."""
    return Advice(f"The targets of '{excerpt(name)}': ", interactions_of(LIGAND, name), ".")


def named_in_part(names: Sequence[str]) -> str:
    """Say which parts of a sentence were answered."""
    quoted = " and ".join(f"'{excerpt(name)}'" for name in names)
    return f"Only a part of the query was answered: {quoted}."


def its_ligands(mechanism: str) -> Advice:
    """Point to the search for the ligands of a target."""
    return Advice("For ligands that act on it, ", NextCall("search_ligands", {"query": mechanism}), ".")


def side_by_side(species: str, found: bool) -> str:
    """Say what a table of several ligands contains. `found`: False if it is empty."""
    curated = f"affinities for {species.casefold()} proteins only, whatever their parameters and assays"
    if not found:
        return f"The Guide to PHARMACOLOGY has no such affinity of these ligands: curated {curated}, are compared here."
    return (
        f"Curated {curated}: a target that is missing was not measured, or does not pass the filter,"
        " which does not mean that a ligand does not act there."
    )


NO_INDICATIONS = (
    "What a medicine is used for is not in the Guide to PHARMACOLOGY: name a medicine, a class of medicines or a"
    " mechanism ('beta blocker', 'COX inhibitor')."
)


def medicine(name: str, withdrawn: bool) -> str:
    """Name an approved drug, and say if it was withdrawn."""
    return f"{name} (withdrawn)" if withdrawn else name
