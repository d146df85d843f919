"""Where the repository and the stand-ins of the upstreams lie."""

import os
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
UPSTREAM = Path(os.environ.get("BIOFACTS_UPSTREAM_DIR") or REPOSITORY.parent / "shared" / "upstream")
