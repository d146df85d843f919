"""Kinds of records and their names in commands."""

from collections.abc import Callable

from biofacts.adapters.cli.command import Arguments
from biofacts.domain.answers.advice import Part
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers.kinds import BY_NAME, KINDS

DETAILS = ("brief", "full", "all")
"""Levels of detail of a pathway."""

SEARCHED = {kind.plural: kind for kind in KINDS}


def kind_of(arguments: Arguments, call: Callable[[Kind, str], Part]) -> Kind:
    """Return the kind of the record in the arguments. `call`: phrases the call for an identifier of a kind.

    Raises: AmbiguousQuery, UnresolvedEntity if the identifier does not determine it.
    """
    if kind := arguments.get("kind", str):
        return BY_NAME[kind]
    # argparse takes the only word of `biofacts get pathway` for the identifier.
    if arguments.text("id") in BY_NAME:
        arguments.refuse(f"an identifier is missing: biofacts {arguments.command} {arguments.text('id')} ID")
    return id_arguments.kind_of(arguments.text("id"), call)
