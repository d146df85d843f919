"""What the answers about every pathway weigh, and what asking for less saves.

    python bench/pathway_sizes.py UPSTREAM

Uses the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync` first); the tables of data
nodes are read from UPSTREAM, the folder of the stand-in's data. An answer is its JSON in bytes. `around` asks for the
first gene or protein of each pathway, `MDM2 in WP707` is one question: what does MDM2 do to TP53?
"""

import argparse
import os
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import msgspec
from _shared import column, present, quantile, table
from dependency_injector import providers

from biofacts.adapters.http.wikipathways import index_files
from biofacts.adapters.local.entries.pathways import GPML
from biofacts.adapters.memory.stores import MemoryRecordStore
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container
from biofacts.composition.settings import Settings
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.pathway import PathwayComponents
from biofacts.ports.publications import DrawingSource, FetchedDrawing, FetchedMappings, Unchanged

HEAD = ("answer", "asked", "p50", "p90", "max", "over 60 kB")
LARGEST = 60_000
RECORD, COMPONENTS = "get_pathway", "get_pathway_components"
VARIANTS: Sequence[tuple[str, str, Mapping[str, object]]] = (
    ("get_pathway, brief", RECORD, {"detail": "brief"}),
    ("get_pathway, full", RECORD, {}),
    ("get_pathway, all", RECORD, {"detail": "all"}),
    ("components, full", COMPONENTS, {}),
    ("components, full, whole", COMPONENTS, {"whole": True}),
    ("components, all, whole", COMPONENTS, {"detail": "all", "whole": True}),
    ("components, brief", COMPONENTS, {"detail": "brief"}),
    ("components, brief, interactions", COMPONENTS, {"detail": "brief", "parts": ["interactions"]}),
)


class Mirror(DrawingSource):
    """The tables of data nodes as they lie in the mirror; its drawings are in the catalogue."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path)

    async def drawing(self, pathway: PathwayId, *, validator: str = "") -> FetchedDrawing | Unchanged | None:
        return None

    async def mappings(self, pathway: PathwayId, *, validator: str = "") -> FetchedMappings | Unchanged | None:
        name = f"wikipathways-assets/pathways/{pathway.local}/{pathway.local}-datanodes.tsv"
        return FetchedMappings(nodes=index_files.read(self._zip.read(name)), validator="", retrieved=datetime.now(UTC))


async def asked(container: Container, tool: str, **given: object) -> Any:
    outcome = await call(TOOLS[tool], container.use_cases(), given)
    if isinstance(outcome, ErrorEnvelope):
        raise SystemExit(f"{tool} {given}: {outcome.error.message}")
    return outcome


def first(drawn: PathwayComponents) -> str | None:
    return next((node.id for node in (*drawn.genes, *drawn.proteins)), None)


async def measured(upstream: Path, settings: Settings, pathways: Sequence[str]) -> list[list[object]]:
    container = Container(settings=settings)  # nothing of it is opened: no job runs behind the answers
    inside: Any = container
    inside.wikipathways.drawings.override(providers.Object(Mirror(upstream / "wikipathways" / "assets.zip")))
    inside.core.records.override(providers.Object(MemoryRecordStore()))
    sizes: dict[str, list[int]] = {}
    for curie in pathways:
        for name, tool, given in VARIANTS:
            outcome = await asked(container, tool, pathway_id=curie, **given)
            sizes.setdefault(name, []).append(len(msgspec.json.encode(outcome)))
            if name == "components, full, whole" and (seed := first(outcome)):
                for detail in ("full", "brief"):
                    near = await asked(container, tool, pathway_id=curie, around=seed, detail=detail)
                    sizes.setdefault(f"components, around, {detail}", []).append(len(msgspec.json.encode(near)))
    mdm2 = await asked(container, COMPONENTS, pathway_id="WP:WP707", around="MDM2", detail="brief")
    rows = [[name, *spread(several)] for name, several in sizes.items()]
    return [*rows, ["components, MDM2 in WP707, brief", *spread([len(msgspec.json.encode(mdm2))])]]


def spread(sizes: Sequence[int]) -> list[object]:
    marks = (quantile(sizes, 0.5), quantile(sizes, 0.9), max(sizes))
    return [len(sizes), *(f"{mark:,.0f}" for mark in marks), sum(size > LARGEST for size in sizes)]


def main(upstream: Path) -> None:
    _, folder = present()
    settings = Settings.from_environment(os.environ)
    pathways = [f"WP:{key}" for key in column(folder, GPML, "SELECT key FROM entries ORDER BY document")]
    print(table(HEAD, anyio.run(measured, upstream, settings, pathways)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("upstream", type=Path)
    main(parser.parse_args().upstream)
