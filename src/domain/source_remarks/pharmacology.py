"""Remarks from the ligand and target sources."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall, Part, either
from biofacts.domain.answers.entity_kinds import LIGAND, TARGET, Kind
from biofacts.domain.answers.next_calls import PATHWAYS_OF_GENE, get, interactions_of
from biofacts.domain.source_remarks.any_source import quoted, several
from biofacts.domain.text.clean import counted, excerpt, short

_MOST_ROWLESS = 10


def genes_without_target(query: str, symbols: Sequence[str], name: str = "") -> str:
    """Say that genes are not targets, and that the targets listed only have similar names.

    `symbols`: the symbols of the genes; `name`: the full name of the only gene, if the query is its symbol or name.
    """
    what = f"the gene {symbols[0]} ({name})" if name else f"a name of {several(symbols)}"
    return (
        f"'{short(query)}' is {what}, {_are_no_targets(symbols)}: these targets have similar names. Its"
        f" protein may be a ligand there ({LIGAND.search_tool}); {PATHWAYS_OF_GENE} lists its pathways."
    )


def read_as_gene(query: str, symbol: str, why: str) -> str:
    """Say which gene's target is listed for a name that the Guide does not have. `why`: the reason."""
    return f"'{short(query)}' was read as the gene {symbol} ({why})."


def also_of_genes(query: str, symbols: Sequence[str]) -> str:
    """Say that genes that are not targets have the name of the targets that come first, too."""
    return f"'{short(query)}' is also a name of {several(symbols)}, {_are_no_targets(symbols)}."


def _are_no_targets(symbols: Sequence[str]) -> str:
    are = "is not a target" if len(symbols) == 1 else "are not targets"
    return f"which {are} in the Guide to PHARMACOLOGY"


NO_SUCH_STRUCTURE = (
    "No ligand has this structure as it is written, and one structure can be written in many ways: search for its"
    " InChIKey, or for its name."
)

NO_SUCH_LIGAND = "No ligand has that identifier. Search by name instead."


class MechanismLigands(NamedTuple):
    """The derivation of a list of ligands from a mechanism.

    `targets`: the names of the targets; `first`: the call for all ligands of the first target that has any; `action`:
    the way of acting; `total`: the number of ligands that act so. `surely`: True if the targets matched by a name of
    their own; `related`: True if no ligand acts exactly so. `behind`: the number of ligands that act in a related way;
    `binding`: the number of antibodies that, according to the Guide, only bind; both are listed last. `quality`: a
    quality that the Guide marks for only `marked` of the ligands, which come first. `several`: set for several targets.
    """

    targets: Sequence[str]
    first: NextCall | None
    action: str
    total: int
    surely: bool
    related: bool
    behind: int = 0
    binding: int = 0
    quality: str = ""
    marked: int = 0
    several: "Several | None" = None


class ClassMembers(NamedTuple):
    """The number of members of a class of drugs. `experimental`: True if none of them is approved."""

    number: int
    experimental: bool = False


class Several(NamedTuple):
    """Several targets of a query. `words`: the targets on which ligands act, in words (`both A and B`).

    `alternatives`: True if a ligand acts on any of them; `otherwise`: the call for the other reading; `unknown`: the
    names that no target has. `denied`: True if the ligands do not act on some of them.
    """

    words: str
    alternatives: bool
    otherwise: NextCall | None = None
    unknown: Sequence[str] = ()
    denied: bool = False


class Filtered(NamedTuple):
    """A filter in words, and the number of ligands that it leaves out."""

    words: str
    left_out: int


def derived_ligands(
    query: str,
    members: ClassMembers | None,
    acting: MechanismLigands | None,
    aside: Sequence[str],
    filtered: Filtered | None = None,
) -> Advice:
    """Explain how a list of ligands was derived.

    `members`: the number of members of a drug class; `aside`: the ignored words; `filtered`: the filter.
    """
    derivation = _derivation(members, acting)
    parts: list[Part] = []
    if derivation:
        parts.append(f"'{short(query)}' is not a label in the Guide to PHARMACOLOGY, so biofacts made this list:")
        parts.append(f" {derivation}.")
        parts += _last(acting) if acting else ()
    elif acting is not None:
        parts += _none(acting, filtered)
        # `_none` has already named a filter that leaves out everything.
        filtered = None if filtered and filtered.left_out else filtered
    if acting is not None and acting.several:
        parts += _other_readings(acting.several)
    if filtered:
        left_out = f" The filter '{filtered.words}' leaves out {filtered.left_out}."
        parts.append(left_out if filtered.left_out else f" Filter: {filtered.words}.")
    if left := ", ".join(filter(None, aside)):
        parts.append(f" Ignored: {left} (the Guide records this for few or no ligands).")
    return Advice(*parts)


def _derivation(members: ClassMembers | None, acting: MechanismLigands | None) -> str:
    parts: list[str] = []
    if members is not None and not members.number:
        parts.append("none of the approved medicines of that class passes the filter")
    elif members is not None and members.experimental:
        parts.append(f"{members.number} from biofacts' own list of the class, none of them an approved medicine")
    elif members is not None:
        medicines = counted(members.number, "medicine")
        stems = "the stem of its generic name" if members.number == 1 else "the stems of their generic names"
        last = "" if members.number == 1 else ", withdrawn ones last"
        parts.append(f"{medicines} from biofacts' own list of the class, or recognised by {stems}{last}")
    if acting is not None and acting.total:
        parts.append(_acting(acting, goes_on=members is not None))
    return "; then ".join(parts)


def _last(acting: MechanismLigands) -> Iterator[Part]:
    if acting.quality:
        number = f"{acting.marked} of them" if acting.marked else "none of them"
        last = "; these come first" if acting.marked else ""
        yield f" The Guide marks {number} as {acting.quality}{last}."
    if acting.behind and not acting.related:
        yield f" {acting.behind} of them act{'s' if acting.behind == 1 else ''} in a related way."
    if acting.binding:
        last = "The last is an antibody" if acting.binding == 1 else f"The last {acting.binding} are antibodies"
        yield f" {last} for which the Guide records only binding."


def _none(acting: MechanismLigands, filtered: Filtered | None) -> Iterator[Part]:
    if filtered and filtered.left_out:
        yield f"No {acting.action} of {_on(acting)} passes the filter '{filtered.words}', which leaves out"
        yield f" {counted(filtered.left_out, 'ligand')}."
        yield from (" For all of its ligands, ", acting.first, ".") if acting.first else ()
    elif acting.several:
        yield f"The Guide to PHARMACOLOGY records no {acting.action} of {acting.several.words}."
    else:
        them = "it" if len(acting.targets) == 1 else "them"
        what = f"{acting.action} of {them}. For other ligands, " if acting.first else f"ligand that acts on {them}."
        yield f"The Guide to PHARMACOLOGY has {several(acting.targets)}, but records no {what}"
        yield from (acting.first, ".") if acting.first else ()


def others(number: int, call: NextCall) -> Iterator[Part]:
    rest = "one other ligand that acts" if number == 1 else f"{number} other ligands that act"
    yield from (f" For the {rest} in this way as well, ", call, ".")


def medicines_of(drug_class: str, number: int, call: NextCall) -> Iterator[Part]:
    """Point to the medicines of a class on the same target that a list lacks, since the Guide has no row for them."""
    more = "one more medicine" if number == 1 else f"{number} more medicines"
    yield from (f" For {more} of the class '{drug_class}', ", call, ".")


def by_affinity(call: NextCall) -> Iterator[Part]:
    """Point to the list in the order of affinity, for a query for the most potent ligands."""
    yield from (" For the order of affinity, ", call, ".")


def selectivity(over: str, comparison: NextCall) -> Iterator[Part]:
    what = f" Selectivity over '{short(over)}' is not computed." if over else ""
    yield from (f"{what} To compare the first ligands, ", comparison, ".")


def by_class(classes: Mapping[str, str]) -> Iterator[str]:
    """Say for which targets without interactions the medicines of a class are listed instead."""
    for target, of_class in classes.items():
        yield f" The Guide to PHARMACOLOGY has no interactions with '{short(target)}': the medicines of"
        yield f" the class '{of_class}' are listed instead, from biofacts' own list of its members."


def unrelated(name: str, calls: Sequence[NextCall]) -> Iterator[Part]:
    """Say that unrelated targets share a name. `calls`: the search for the ligands of each."""
    yield from (f" '{short(name)}' is a name of unrelated targets; for one of them, ", either(calls))


def on_subunits(complexes: Sequence[str]) -> str:
    return f" The Guide records no ligand of {several(complexes)} itself: the targets here are its subunits."


def narrowed(of_class: str, excluded: Sequence[str], without_rows: Sequence[str] = ()) -> Iterator[str]:
    """Say to which class a list is limited, and which ligands the query excludes.

    `without_rows`: the members of the class for which the Guide has no interaction.
    """
    if of_class:
        yield f" Only medicines of the class '{of_class}' are listed, from biofacts' own list of its members."
    if without_rows:
        listed = ", ".join(without_rows[:_MOST_ROWLESS])
        more = f" and {len(without_rows) - _MOST_ROWLESS} more" if len(without_rows) > _MOST_ROWLESS else ""
        yield f" The Guide has no interactions for these members, which may also act on the target: {listed}{more}."
    if excluded:
        yield f" Left out, as the query says: {several(excluded)}."


def or_illness(name: str) -> str:
    return f" If '{name}' is an illness: the Guide does not say what medicines are used for."


def filtered_out(names: Sequence[str], words: str) -> str:
    them = "it" if len(names) == 1 else "them"
    return f"The Guide to PHARMACOLOGY has {several(names)}, but the filter leaves {them} out: {words}."


def no_such_label(name: str, *, has_others: bool) -> str:
    """Say that the Guide lacks a labelled ligand.

    `has_others`: True if it has the ligand with another label, or without one.
    """
    ending = ": these are its other forms." if has_others else ". Try its full name, or its name without the label."
    return f"The Guide to PHARMACOLOGY has no '{short(name)}'{ending}"


def nothing_to_act_on(name: str, *, binds: bool = False, is_ligand: bool = False) -> Advice:
    """Say that no target has a name. `is_ligand`: True if a ligand has it, on whose targets others may act: PGE2."""
    if binds:
        return Advice(f"Nothing in the Guide to PHARMACOLOGY binds '{short(name)}': it lists what acts on targets.")
    if is_ligand:
        sentence = f"'{short(name)}' is a ligand in the Guide to PHARMACOLOGY, not a target. For its targets, "
        return Advice(sentence, interactions_of(LIGAND, name), ".")
    return Advice(f"The Guide to PHARMACOLOGY has no target named '{short(name)}'.")


def few_of_pathogens(name: str) -> str:
    return (
        f"Nothing was found for '{short(name)}': the Guide to PHARMACOLOGY has few proteins from viruses, bacteria,"
        " fungi and parasites, and hardly any interactions with them."
    )


def filtered_ligands(number: int, words: str) -> Advice:
    if not number:
        return Advice(f"No ligand passes the filter: {words}.")
    return Advice(f"All {number} ligands that pass the filter: {words}. Follow the cursor for more.")


def _acting(acting: MechanismLigands, *, goes_on: bool) -> str:
    by = "" if acting.surely else " (targets found by single words of the query)"
    what = f"{'other ' if goes_on else ''}ligand{'' if acting.total == 1 else 's'}"
    how = acting.action
    if acting.related:
        how = f"acting in a way related to {acting.action} (none is recorded as exactly this)"
    order = "" if acting.total == 1 else ", approved ones first"
    return f"{acting.total} {what} recorded as {how} of {_on(acting)}{by}{order}"


def _on(acting: MechanismLigands) -> str:
    if acting.several is None:
        return several(acting.targets)
    names = f" ({several(acting.targets)})" if acting.several.alternatives else ""
    return f"{acting.several.words}{names}"


def _other_readings(of: Several) -> Iterator[Part]:
    if of.unknown:
        names = [f"'{name}'" for name in of.unknown]
        yield f" No target is called {several(names)}."
    if of.denied:
        yield " An interaction may exist even if the Guide does not list it."
    if of.otherwise:
        yield " Those on all of them at once: " if of.alternatives else " Those on any of them: "
        yield of.otherwise
        yield "."


def without_interactions(kind: Kind, name: str) -> str:
    return (
        f"The Guide to PHARMACOLOGY has no interaction of the {kind.name} {excerpt(name)}, which does not mean that"
        " there is none."
    )


def whole_class(name: str, number: int) -> str:
    return f"The class '{name}' has {number} targets: human ones come first, then by family."


def name_of_several(number: int, kind: Kind) -> str:
    """Say that several records have the name that was searched for."""
    return f"{number} {kind.plural} share this name and come first; nothing in the query says which is meant."


def subunits(families: Sequence[str]) -> str:
    """Say that a list has the subunits of a channel. `families`: the families that have all of these subunits."""
    sentence = (
        "The Guide to PHARMACOLOGY lists such channels by their subunits: these are the subunits, not the channel."
    )
    return f"{sentence} Several families have them: {several(families)}." if len(families) > 1 else sentence


def by_condition(about: str, words: str, count: int, of: int, *, without: bool) -> str:
    """Say that a list has the targets of a class on which something acts, or on which nothing does.

    `words`: what acts on them (`an approved inhibitor`); `of`: the number of targets of the class.
    """
    whole = f"of the {of} targets of '{short(about)}'" if about else f"of all {of} targets"
    has = "no interaction" if without else "an interaction"
    return (
        f"{count} {whole} have {has} with {words} in the Guide to PHARMACOLOGY. Any interaction counts, even a weak one"
        " with a secondary target. Follow the cursor for more."
    )


def species_of_target(species: str, identifier: str) -> Advice:
    """Say that a species was ignored, since a target covers the proteins of all species.

    `identifier`: the id of the first target.
    """
    call = interactions_of(TARGET, identifier)
    of_species = NextCall(call.tool, {**call.arguments, "species": species})
    return Advice(
        f"'{species.casefold()}' was ignored: a target covers the proteins of all species. For what was measured on"
        " that protein, ", of_species, "."
    )  # fmt: skip


def form_of_target(form: Sequence[str]) -> Advice:
    """Say that variants and states were ignored. `form`: the words for them."""
    return Advice(f"Ignored: {quoted(form)}, since a target covers all variants and states of its proteins.")


def other_kind(kind: Kind, identifier: str) -> Advice:
    return Advice(f"There is a {kind.name} with that number: ", get(kind, identifier), ".")
