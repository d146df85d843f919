"""Who is calling, wherever a call has led."""

from contextvars import ContextVar

CALLER: ContextVar[str] = ContextVar("caller", default="")
"""A short key that is the same for all calls of one client; empty where nobody calls, or only one client can.

It says nothing of the token or address that it stands for. Tasks started within a call inherit it.
"""

BACKGROUND = "background"
"""The key of work that nobody waits for, such as completing a catalogue: it takes turns as one more client."""
