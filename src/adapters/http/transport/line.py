"""Who is next: clients in turn, and within one client who came first."""

from collections import OrderedDict, deque

import anyio

_FIRST_ROUND, _LATER_ROUNDS = 2, 1
"""Turns of a client in a round: what one lookup takes at once for whoever has just come, then one after another."""


class Turn:
    """A place in the line. `called` when it may go (`granted`), or has to take slots for everybody (`leads`)."""

    def __init__(self, client: str) -> None:
        self.client = client
        self.called = anyio.Event()
        self.granted = False
        self.leads = False


class _Client:
    def __init__(self) -> None:
        self.turns: deque[Turn] = deque()
        self.left = _FIRST_ROUND


class Line:
    """Turns that wait, round-robin between clients. Whoever comes anew is before the client that has just gone."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, _Client] = OrderedDict()

    def join(self, client: str) -> Turn:
        """The last place behind a client's others."""
        turn = Turn(client)
        self._clients.setdefault(client, _Client()).turns.append(turn)
        return turn

    def leave(self, turn: Turn) -> None:
        """Give a place up; nothing where the turn was granted."""
        if (client := self._clients.get(turn.client)) and turn in client.turns:
            client.turns.remove(turn)
            self._forget(turn.client)

    def waiting(self) -> Turn | None:
        """One that waits, whichever; None where nobody does."""
        return next((client.turns[0] for client in self._clients.values()), None)

    def grant(self) -> Turn | None:
        """Let the next one go; None where nobody waits."""
        if not self._clients:
            return None
        name, client = next(iter(self._clients.items()))
        if not client.left:  # its round is over: decided only now, so that whoever came meanwhile is before it
            client.left = _LATER_ROUNDS
            self._clients.move_to_end(name)
            name, client = next(iter(self._clients.items()))
        client.left -= 1
        turn = client.turns.popleft()
        self._forget(name)
        turn.granted = True
        turn.called.set()
        return turn

    def _forget(self, name: str) -> None:
        if not self._clients[name].turns:
            del self._clients[name]
