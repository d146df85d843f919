"""The client that a call belongs to."""

from contextvars import ContextVar

CALLER: ContextVar[str] = ContextVar("caller", default="")
"""A short key, equal in all calls of a client; empty outside a call, or if there can be only one client.

It reveals nothing about the token or address behind it. Tasks started within a call inherit it.
"""

BACKGROUND = "background"
"""The key of work that nobody waits for, such as completing a catalogue: it takes turns like another client."""


# The HTTP request that a call belongs to


REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the HTTP request, the client's or ours; empty over standard input. Tasks started in a call inherit it."""
