"""The kinds, as commands name them."""

from collections.abc import Callable

from biofacts.adapters.cli.command import Known, refuse
from biofacts.domain import strict
from biofacts.domain.advice import Part
from biofacts.domain.compound import COMPOUND
from biofacts.domain.gene import GENE
from biofacts.domain.kinds import Kind
from biofacts.domain.ligand import LIGAND
from biofacts.domain.pathway import PATHWAY
from biofacts.domain.target import TARGET

KINDS: tuple[Kind, ...] = (PATHWAY, GENE, TARGET, LIGAND, COMPOUND)
"""All kinds, in the order in which they are shown."""

DETAILS = ("brief", "full", "all")
"""How much of a pathway is told."""

SEARCHED = {kind.plural: kind for kind in KINDS}
FETCHED = {kind.name: kind for kind in KINDS}


def kind_of(known: Known, call: Callable[[Kind, str], Part]) -> Kind:
    """The kind of the record that a command line names. `call`: what takes its identifier, for a kind.

    Raises: AmbiguousQuery, UnresolvedEntity where the identifier alone does not say it.
    """
    if known["kind"]:
        return FETCHED[known["kind"]]
    if known["id"] in FETCHED:
        refuse(known, f"an identifier is missing: biofacts {known['command']} {known['id']} ID")
    return strict.kind_of(known["id"], call)
