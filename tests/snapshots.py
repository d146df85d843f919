"""What comes of many calls, held against a file of blocks: a call in a line of its own, and what has come of it.

With `BIOFACTS_UPDATE_SNAPSHOTS=1` the file gets what comes now, also of calls that have just been written into it.
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

_CURSOR = re.compile(r'(?P<before>cursor(?:=|": ?"| ))[\w-]{12,}')


def blocks(path: Path, mark: str) -> Mapping[str, str]:
    """What has come of each call; a line with a call begins with the mark."""
    whole = re.split(rf"^{re.escape(mark)}(.*)\n", path.read_text(encoding="utf-8"), flags=re.M)
    return {call: came.strip("\n") for call, came in zip(whole[1::2], whole[2::2], strict=True)}


def difference(path: Path, mark: str, now: Mapping[str, str]) -> Sequence[tuple[str, str]]:
    """Pairs of what comes of a call and what has come of it; a cursor says nothing but which releases there are."""
    now = {call: _CURSOR.sub(r"\g<before>...", came) for call, came in now.items()}
    known = blocks(path, mark)
    if os.environ.get("BIOFACTS_UPDATE_SNAPSHOTS"):
        known = {**known, **now}
        path.write_text("\n\n".join(f"{mark}{call}\n{came}" for call, came in known.items()) + "\n", encoding="utf-8")
    return [(came, known[call]) for call, came in now.items() if came != known[call]]
