"""What comes of many calls, held against a file of blocks: a call in a line of its own, and what has come of it.

With `BIOFACTS_UPDATE_SNAPSHOTS=1` the file gets what comes now, also of calls that have just been written into it.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path


def blocks(path: Path, mark: str) -> Mapping[str, str]:
    """What has come of each call; a line with a call begins with the mark."""
    whole = re.split(rf"^{re.escape(mark)}(.*)\n", path.read_text(encoding="utf-8"), flags=re.M)
    return {call: came.strip("\n") for call, came in zip(whole[1::2], whole[2::2], strict=True)}


def expected(path: Path, mark: str, now: Mapping[str, str]) -> Mapping[str, str]:
    """What comes of these calls according to the file."""
    known = blocks(path, mark)
    if os.environ.get("BIOFACTS_UPDATE_SNAPSHOTS"):
        known = {**known, **now}
        path.write_text("\n\n".join(f"{mark}{call}\n{came}" for call, came in known.items()) + "\n", encoding="utf-8")
    return {call: known[call] for call in now}
