"""Sentences about ligands and targets: their interactions, actions and affinities, and medicines."""

from collections.abc import Mapping, Sequence

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, Again, Choice, Refusal
from biofacts.domain.answers.entity_kinds import LIGAND, TARGET, Kind
from biofacts.domain.answers.next_calls import get, interactions_between, interactions_of, search
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.source_remarks.pharmacology import without_interactions
from biofacts.domain.text.clean import excerpt


def no_side(kinds: Sequence[Kind]) -> Refusal:
    """Refuse a call with neither ligand nor target. `kinds`: these two kinds."""
    calls = [interactions_of(kind, kind.example_id) for kind in kinds]
    return (
        "Neither ligand_id nor target_id was sent: send one of them, or both.",
        Advice(Choice(calls, ["what a ligand acts on", "what acts on a target"]), "."),
    )


def list_with_single_id() -> Refusal:
    return "ligand_ids cannot be combined with ligand_id or target_id.", Advice("Send only one of these arguments.")


def unknown_action(action: str) -> Refusal:
    return (
        f"'{excerpt(action)}' is not a known action.",
        Advice("Choose one of: agonist, antagonist, partial agonist, inverse agonist, inhibitor, channel blocker,"
               " gating inhibitor, activator, allosteric modulator, PAM, NAM, antibody. For all of them, ",
               Again(without="action"), "."),
    )  # fmt: skip


def no_logarithm(affinity: float, meant: float | None) -> Refusal:
    """Refuse an affinity that is not a negative logarithm of a concentration.

    `meant`: the affinity if the number is a molar concentration; None if it cannot be one.
    """
    again = None if meant is None else Again({"min_affinity": meant})
    return (
        f"min_affinity={affinity:g} is not on the scale of affinities, which are negative logarithms of molar"
        " concentrations: 6 is 1 micromolar, 7 is 100 nM, 9 is 1 nM.",
        Advice(again, ", which is the same concentration.") if again else "Send a number on this scale.",
    )


def target_read_as(name: str, target: RecordReadAs) -> str:
    return f"'{excerpt(name)}' was read as the target {target.name} ({target.id})."


def action_read_as(modes: Sequence[str]) -> str | None:
    return f"The action was read as any of: {', '.join(modes)}." if len(modes) > 1 else None


def more_interactions(kind: Kind, identifier: str, cut: Sequence[tuple[str, int, int]]) -> Advice:
    """Say how many interactions a record shows. `cut`: for each list, its name, the number shown, and the total."""
    shown = " and ".join(f"{number} of {count} {what}" for what, number, count in cut)
    return Advice(f"Shown: {shown}. For all, ", interactions_of(kind, identifier), ".")


def no_interactions(kind: Kind, identifier: str, name: str, others: int, species: Sequence[str]) -> Advice:
    """Explain why a list of interactions is empty.

    `others`: the number of interactions without the filter; `species`: the species of their proteins.
    """
    if not others:
        return Advice(without_interactions(kind, name))
    return Advice(_none_passes(others, species), interactions_of(kind, identifier), ".")


def _none_passes(others: int, species: Sequence[str]) -> str:
    is_or_are = "is" if others == 1 else "are"
    return f"No interaction passes the filter; without it, there {is_or_are} {others}{_on(species)}: "


def none_between(ligand: tuple[str, str], target: tuple[str, str], others: int, species: Sequence[str]) -> Advice:
    """Explain why the list of interactions between a ligand and a target, each an identifier and a name, is empty.

    `others`, `species`: see `no_interactions`.
    """
    both = interactions_between(ligand[0], target[0])
    if others:
        return Advice(_none_passes(others, species), both, ".")
    return Advice(
        f"The Guide to PHARMACOLOGY has no interaction of {ligand[1]} with {target[1]}, which does not mean that"
        " there is none. ", Choice([interactions_of(LIGAND, ligand[0]), interactions_of(TARGET, target[0])],
                          ["what the ligand acts on", "what acts on the target"]), "."
    )  # fmt: skip


def _on(species: Sequence[str]) -> str:
    return f" (measured on proteins of {', '.join(species)})" if species else ""


def its_targets(identifier: str) -> Advice:
    return Advice("Its targets are in its record: ", get(LIGAND, identifier), ".")


def their_targets(ligands: Sequence[str]) -> Advice:
    return Advice("For their targets side by side, ", next_calls.side_by_side(ligands), ".")


def between(ligand: str, target: str) -> Advice:
    return Advice("For what the Guide says about both, ", interactions_between(ligand, target), ".")


def its_interactions(identifier: str) -> Advice:
    return Advice("For its affinities for each target, ", interactions_of(LIGAND, identifier), ".")


def targets_of_ligand(name: str) -> Advice:
    return Advice(f"For the targets of '{excerpt(name)}', ", interactions_of(LIGAND, name), ".")


def partly_answered(names: Sequence[str], compared: Sequence[str]) -> Advice:
    """Say which names of a query were answered. `compared`: the identifiers of ligands to compare."""
    quoted = " and ".join(f"'{excerpt(name)}'" for name in names)
    were = "was" if len(names) == 1 else "were"
    sentence = f"Only {quoted} {were} looked up; the rest of the query was ignored."
    if not compared:
        return Advice(sentence)
    return Advice(f"{sentence} For their affinities side by side, ", next_calls.side_by_side(compared), ".")


def read_as_several(names: Mapping[str, int], filtered: str) -> str:
    """Say that a query was read as a list of names, each with the number of ligands that it means.

    `filtered`: the filter of all of them in words, "" for none.
    """
    parts = (excerpt(name) + (f" ({number} ligands)" if number != 1 else "") for name, number in names.items())
    return f"Read as several names: {', '.join(parts)}.{f' Filter: {filtered}.' if filtered else ''}"


def its_ligands(mechanism: str) -> Advice:
    return Advice("For ligands that act on it, ", search(LIGAND, mechanism), ".")


def side_by_side(species: str, has_affinities: bool) -> str:
    """Say what a table of several ligands contains. `has_affinities`: False if the table is empty."""
    curated = f"affinities for {species.casefold()} proteins only, whatever their parameters and assays"
    if not has_affinities:
        return (
            f"The Guide to PHARMACOLOGY has no affinities to compare for these ligands. The comparison"
            f" uses curated {curated}."
        )
    return (
        f"Curated {curated}: a target that is missing was not measured, or does not pass the filter,"
        " which does not mean that a ligand does not act there."
    )


def words_ignored(words: Sequence[str], read_as: str) -> str:
    """Say which words of a query were ignored, and how the others were read."""
    quoted = " and ".join(f"'{excerpt(word)}'" for word in words)
    return f"Ignored: {quoted}. Read as '{excerpt(read_as)}'."


NO_INDICATIONS = (
    "The Guide to PHARMACOLOGY does not say what a medicine is used for: name a medicine, a class of medicines or a"
    " mechanism ('beta blocker', 'COX inhibitor')."
)


def unlike(identifier: str, name: str) -> Advice:
    return Advice(
        f"Ligands cannot be searched by similarity. To find others by their target, see what {excerpt(name)} acts on: ",
        interactions_of(LIGAND, identifier), "."
    )  # fmt: skip


def no_metabolism(mechanism: str) -> Advice:
    return Advice(
        "The Guide to PHARMACOLOGY says little about what an enzyme metabolizes, a transporter carries or a"
        " medicine induces. For ligands that act on it, ", search(LIGAND, mechanism), "."
    )  # fmt: skip


def no_prodrugs(name: str) -> Advice:
    return Advice(
        "The Guide to PHARMACOLOGY does not say which ligands are prodrugs. Those with this name: ",
        search(LIGAND, name), "."
    )  # fmt: skip


NO_CELLS = (
    "Cell and gene therapies, such as CAR-T cells, are not in the Guide to PHARMACOLOGY: its ligands are molecules,"
    " including antibodies."
)


def medicine(name: str, withdrawn: bool) -> str:
    """Name an approved drug, and say if it was withdrawn."""
    return f"{name} (withdrawn)" if withdrawn else name
