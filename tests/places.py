"""Where the repository, the stand-ins of the upstreams and the browser lie."""

import os
import shutil
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
UPSTREAM = Path(os.environ.get("BIOFACTS_UPSTREAM_DIR") or REPOSITORY.parent / "shared" / "upstream")
RECORDED = REPOSITORY / "tests" / "data" / "recorded"
"""Genuine pieces of what the upstreams publish; READMEs say where each comes from."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
"""The system's browser; None where there is none."""
