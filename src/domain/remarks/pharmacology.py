"""Remarks of the ligand and target sources."""

from collections.abc import Sequence
from typing import NamedTuple

from biofacts.domain.answers.advice import Advice, NextCall, Part
from biofacts.domain.answers.kinds import LIGAND, Kind
from biofacts.domain.answers.next_calls import PATHWAYS_OF_GENE, get
from biofacts.domain.remarks.answers import several
from biofacts.domain.text.clean import excerpt, short


def gene_without_target(asked: str, symbol: str, name: str) -> str:
    """Say that a gene is no target, and that the targets listed only have similar names.

    `symbol`, `name`: of the gene.
    """
    return (
        f"'{short(asked)}' is the gene {symbol} ({name}), of which the Guide to PHARMACOLOGY has no target: these have"
        f" names like it. Its protein may be a ligand there ({LIGAND.search_tool}); its pathways: {PATHWAYS_OF_GENE}."
    )


NO_SUCH_STRUCTURE = (
    "No ligand has this structure as it is written, and one structure can be written in many ways: search for its"
    " InChIKey, or for its name."
)


NO_SUCH_LIGAND = "No ligand has that identifier. Search by name instead."


class Acting(NamedTuple):
    """The derivation of a list of ligands from a mechanism.

    `targets`: the names of the targets; `first`: the call for all ligands of the first target; `action`: the way of
    acting; `found`: the number of ligands that act so. `surely`: True if the targets matched by a name of their own;
    `related`: True if no ligand acts exactly so. `behind`: how many act in a related way, `binding`: how many are
    antibodies of which the Guide only says that they bind; both follow the others.
    """

    targets: Sequence[str]
    first: NextCall
    action: str
    found: int
    surely: bool
    related: bool
    behind: int = 0
    binding: int = 0


class Filtered(NamedTuple):
    """A filter in words, and the number of ligands that it leaves out."""

    words: str
    left_out: int


def derived_ligands(
    asked: str, members: int | None, acting: Acting | None, aside: Sequence[str], filtered: Filtered | None = None
) -> Advice:
    """Explain how a list of ligands was derived.

    `members`: the number of members of a class of drugs; `aside`: words that made no difference.
    """
    parts: list[str] = []
    if members is not None:
        parts.append(f"{members} medicines by a checked list of members and name stems of INNs, withdrawn ones last")
    if acting is not None and acting.found:
        parts.append(_acting(acting, goes_on=members is not None))
    told: list[Part] = []
    if parts:
        told.append(f"'{short(asked)}' is derived, not a label of the Guide to PHARMACOLOGY: {'; then '.join(parts)}.")
    elif acting is not None and filtered and filtered.left_out:
        told.append(f"Nothing on {several(acting.targets)} passes the filter '{filtered.words}', which leaves out")
        told += [f" {filtered.left_out} ligands that act there as {acting.action}. For all, ", acting.first, "."]
        filtered = None
    elif acting is not None:
        told.append(f"The Guide to PHARMACOLOGY has {several(acting.targets)}, but nothing that acts there as")
        told += [f" {acting.action}. For what does, ", acting.first, "."]
    if acting is not None and parts and acting.behind and not acting.related:
        told.append(f" Related ways of acting ({acting.behind} of them) come behind.")
    if acting is not None and parts and acting.binding:
        last = "The last is an antibody" if acting.binding == 1 else f"The last {acting.binding} are antibodies"
        told.append(f" {last} for which the Guide states binding, and no other action.")
    if filtered:
        told.append(
            f" Filter: {filtered.words}" + (f", which leaves out {filtered.left_out}." if filtered.left_out else ".")
        )
    if left := ", ".join(filter(None, aside)):
        told.append(f" Not taken into account: {left} (the Guide says it of few ligands, or of none as a whole).")
    return Advice.of(*told)


def filtered_out(names: Sequence[str], words: str) -> str:
    """Say that a filter leaves out what a query names."""
    return f"The Guide to PHARMACOLOGY has {several(names)}, but the filter leaves it out: {words}."


def filtered_ligands(found: int, words: str) -> Advice:
    """Say that a list contains all ligands that pass a filter."""
    return Advice.of(f"All {found} ligands that pass the filter: {words}. Follow the cursor for more.")


def _acting(acting: Acting, *, goes_on: bool) -> str:
    how = f"a way related to {acting.action} (none acts just so)" if acting.related else acting.action
    by = "" if acting.surely else ", found by single words"
    what = f"{'other ' if goes_on else ''}ligand{'' if acting.found == 1 else 's'}"
    return f"{acting.found} {what} with an interaction as {how} on {several(acting.targets)}{by}, approved first"


def without_interactions(kind: Kind, name: str) -> str:
    """Say that the Guide has no interaction of a ligand or a target."""
    return (
        f"The Guide to PHARMACOLOGY has no interaction of the {kind.name} {excerpt(name)}: that does not mean that"
        " there is none."
    )


def whole_class(name: str, found: int) -> str:
    """Say that a list is a whole class of targets."""
    return f"All {found} targets of the class '{name}', human ones first, by family. Follow the cursor for more."


def other_kind(kind: Kind, identifier: str) -> Advice:
    """Point to the entity of another kind with that number."""
    return Advice.of(f"There is a {kind.name} of that number: ", get(kind, identifier), ".")
