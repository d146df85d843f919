"""Order of waiting requests: round-robin between clients, first come, first served within a client."""

from collections import OrderedDict, deque

import anyio

_FIRST_ROUND, _LATER_ROUNDS = 2, 1
"""Turns of a client in a round. A new client gets the two that a lookup takes at once, after that one a round."""


class Turn:
    """A place in the line. `called` is set when the request may go (`granted`) or must take slots for all (`leads`)."""

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
    """Waiting turns, round-robin between clients. A new client goes before the one that has just had its turn."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, _Client] = OrderedDict()

    def join(self, client: str) -> Turn:
        """Add a turn behind the client's other turns."""
        turn = Turn(client)
        self._clients.setdefault(client, _Client()).turns.append(turn)
        return turn

    def leave(self, turn: Turn) -> None:
        """Give up a turn. Does nothing if it was granted."""
        if (client := self._clients.get(turn.client)) and turn in client.turns:
            client.turns.remove(turn)
            self._forget(turn.client)

    def waiting(self) -> Turn | None:
        """Return any waiting turn; None if there is none."""
        return next((client.turns[0] for client in self._clients.values()), None)

    def grant(self) -> Turn | None:
        """Grant and return the next turn; None if there is none."""
        if not self._clients:
            return None
        name, client = next(iter(self._clients.items()))
        if not client.left:  # its round is over; decided only now, so that clients that came meanwhile go first
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
