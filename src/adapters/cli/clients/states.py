"""The state of the server's entry in the settings of each client."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from biofacts.adapters.cli.clients import changes, files, launch
from biofacts.adapters.cli.clients.known import CLIENTS, Client
from biofacts.adapters.cli.clients.problems import Unusable

State = Literal["no settings", "without biofacts", "has biofacts", "has another biofacts", "cannot be read"]


class ClientState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of a client. `path`: its settings file; `why`: why it cannot be read; `skill`: True if it has the
    skill.
    """

    client: str
    state: State
    path: str = ""
    why: str = ""
    skill: bool = False


def states() -> Sequence[ClientState]:
    """Return the state of all clients."""
    return [_state(client) for client in CLIENTS.values()]


def _state(client: Client) -> ClientState:
    skill = client.skill()
    has_skill = skill is not None and skill.is_file()
    path = ""
    try:
        path = str(client.path())
        return ClientState(client=client.name, state=_of(client), path=path, skill=has_skill)
    except Unusable as error:
        return ClientState(client=client.name, state="cannot be read", path=path, why=str(error), skill=has_skill)


def _of(client: Client) -> State:
    """Compare a client's settings with the entry that `install` would write. Raises: Unusable."""
    if (body := files.read(client.path())) is None:
        return "no settings"
    if (entry := client.server(changes.decoded(body))) is None:
        return "without biofacts"
    return "has biofacts" if changes.is_current(entry, client.entry(launch.of_this())) else "has another biofacts"
