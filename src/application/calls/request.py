"""The HTTP request that a call belongs to."""

from contextvars import ContextVar

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the HTTP request, the client's or ours; empty over standard input. Tasks started in a call inherit it."""
