"""The log: one JSON object per line on standard error, without user input.

A line has `time` (ISO 8601, UTC), `level`, `logger`, `message`, `request` (the id of the current HTTP request), the
record's own `fields` and, for an exception, its types and frames. The text of exceptions and the arguments in messages
of libraries may contain user input: they are logged at DEBUG only. User names and passwords in addresses (mirrors,
proxies, Redis) are never logged.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import cast

from biofacts.application.calls.progress_and_client_limit import REQUEST
from biofacts.domain.text.clean import without_credentials

_OURS = "biofacts"
_ACCESS = "biofacts.access"
_MOST_INSIDE = 5


class JsonLines(logging.Formatter):
    """A formatter that writes each record as a line of JSON."""

    def __init__(self, *, telling: bool) -> None:
        """`telling`: True to include text that may contain user input."""
        super().__init__()
        self._telling = telling

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line of ASCII."""
        import json  # most runs log nothing

        # Our own messages contain no user input; those of libraries are logged without their arguments.
        is_in_full = self._telling or record.name.partition(".")[0] == _OURS
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage() if is_in_full else str(record.msg),
        }
        if request := REQUEST.get():
            line["request"] = request
        line |= record.__dict__.get("fields", {})
        if record.exc_info and record.exc_info[1]:
            line["error"] = self._error(record.exc_info[1])
        # `json.dumps` escapes lone surrogates, which no stream could encode.
        return without_credentials(json.dumps(line))

    def _error(self, error: BaseException) -> dict[str, object]:
        # Frames name only places in the code, since values of variables may come from a user.
        frames = [
            f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)
        ]
        entry: dict[str, object] = {"type": type(error).__qualname__, "frames": frames}
        if self._telling:
            entry["message"] = str(error)
        if error.__cause__ is not None:
            entry["cause"] = self._error(error.__cause__)
        if isinstance(error, BaseExceptionGroup):
            inside = cast("BaseExceptionGroup[BaseException]", error).exceptions
            entry["inside"] = [self._error(nested) for nested in inside[:_MOST_INSIDE]]
        return entry


def configure(level: str, *, access: bool = False) -> None:
    """Configure logging: records of biofacts from a level up, and errors of libraries; at DEBUG, all of their records.

    `access`: True to log each HTTP request, too.
    """
    debugging = level == "DEBUG"
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(telling=debugging))
    logging.getLogger(_OURS).setLevel(level)
    seen = logging.DEBUG if debugging else logging.INFO
    # `BIOFACTS_ACCESS_LOG=0` holds at DEBUG, too.
    logging.getLogger(_ACCESS).setLevel(seen if access else logging.WARNING)
    logging.basicConfig(level=logging.DEBUG if debugging else logging.ERROR, handlers=[handler])
    logging.captureWarnings(True)
