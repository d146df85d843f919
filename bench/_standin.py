"""The stand-in of the upstreams: started on a free port, steered and read by its own log."""

import os
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from biofacts.composition.settings import Settings, SourceSetting


@contextmanager
def standin(upstream: Path, *options: str) -> Generator[str]:
    """Run UPSTREAM/serve.py as long as the block lasts. Yields: its address."""
    command = [sys.executable, str(upstream / "serve.py"), "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        if not (base := process.stdout.readline().strip()):
            raise SystemExit(f"{command} did not start")
        yield base
    finally:
        process.terminate()
        process.wait(10)


def addresses(base: str) -> dict[str, Any]:
    """The settings that lead every source to one stand-in."""
    return {
        "wikipathways_url": f"{base}/wikipathways",
        "wikipathways_data_url": f"{base}/wikipathways-data",
        "ontology_url": f"{base}/obo",
        "pubchem_url": f"{base}/pubchem",
        "pubchem_bulk_url": f"{base}/pubchem-bulk",
        "gtopdb_url": f"{base}/gtopdb",
        "hgnc_url": f"{base}/hgnc",
        "ncbi_gene_url": f"{base}/ncbi-gene",
    }


def settings(base: str, folder: Path | str, source: SourceSetting = "live") -> Settings:
    return Settings(**addresses(base), cache_dir=Path(folder), source=source)


def inherited() -> dict[str, str]:
    """This process's environment, but that bytecode is kept: else every start compiles every module again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def environment(base: str, folder: Path | str) -> Mapping[str, str]:
    """What a process inherits, with the settings of a stand-in."""
    given = {f"BIOFACTS_{name.upper()}": value for name, value in addresses(base).items()}
    return inherited() | given | {"BIOFACTS_CACHE_DIR": str(folder)}


class Log:
    """What a stand-in was asked."""

    def __init__(self, base: str) -> None:
        self._http = httpx.Client(base_url=base, trust_env=False)

    def clear(self) -> None:
        self._http.delete("/_log")

    def requests(self) -> list[dict[str, Any]]:
        return list(self.read()["requests"])

    def read(self) -> Any:
        """The whole log: the requests, and what the stand-in makes of them."""
        return self._http.get("/_log").json()
