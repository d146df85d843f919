"""Which request of a client is being answered, wherever it has led."""

from contextvars import ContextVar

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the HTTP request, its own or ours; empty over standard input. Tasks started within a call inherit it."""
