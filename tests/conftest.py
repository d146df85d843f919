"""What the whole suite shares: both event loops, and the folder of the upstreams' stand-ins."""

import os
from pathlib import Path

import pytest

_REPOSITORY = Path(__file__).parents[1]


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def upstream_dir() -> Path:
    folder = Path(os.environ.get("BIOFACTS_UPSTREAM_DIR") or _REPOSITORY.parent / "shared" / "upstream")
    if not folder.is_dir():
        pytest.skip(f"there are no stand-ins of the upstreams at {folder} (BIOFACTS_UPSTREAM_DIR)")
    return folder
