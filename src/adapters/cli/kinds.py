"""Kinds of records and their names in commands."""

from collections.abc import Callable

from biofacts.adapters.cli.command import Known, refuse
from biofacts.domain.answers.advice import Part
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers.kinds import BY_NAME, KINDS

DETAILS = ("brief", "full", "all")
"""Levels of detail of a pathway."""

SEARCHED = {kind.plural: kind for kind in KINDS}


def kind_of(known: Known, call: Callable[[Kind, str], Part]) -> Kind:
    """Return the kind of the record in the arguments. `call`: phrases the call for an identifier of a kind.

    Raises: AmbiguousQuery, UnresolvedEntity if the identifier does not determine it.
    """
    if known["kind"]:
        return BY_NAME[known["kind"]]
    # argparse takes the only word of `biofacts get pathway` for the identifier.
    if known["id"] in BY_NAME:
        refuse(known, f"an identifier is missing: biofacts {known['command']} {known['id']} ID")
    return id_arguments.kind_of(known["id"], call)
