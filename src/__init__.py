"""Facts about pathways, compounds, genes, ligands and targets: fuzzy names in, stable identifiers out.

import biofacts

with biofacts.open() as facts:
    facts.search_pathways("glycolysis", organism="Homo sapiens")
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from biofacts.adapters.library.facts import AsyncFacts, Facts
    from biofacts.adapters.library.results import (
        AsyncEnrichmentResults,
        AsyncResults,
        EnrichmentResults,
        Results,
        Table,
    )
    from biofacts.composition.library import open, open_async  # noqa: A004  # as `gzip.open`
    from biofacts.composition.settings import Settings, SettingsError
    from biofacts.datasets import annotate, check, export_dataset, export_edges, export_gmt, export_links, select
    from biofacts.domain.answers.errors import (
        AmbiguousQuery,
        BiofactsError,
        EntityNotFound,
        RateLimited,
        UnresolvedEntity,
        UpstreamError,
    )

    __version__: str

__all__ = [
    "AmbiguousQuery", "AsyncEnrichmentResults", "AsyncFacts", "AsyncResults", "BiofactsError", "EnrichmentResults",
    "EntityNotFound", "Facts", "RateLimited", "Results", "Settings", "SettingsError", "Table", "UnresolvedEntity",
    "UpstreamError", "__version__", "annotate", "check", "export_dataset", "export_edges", "export_gmt", "export_links",
    "open", "open_async", "select",
]  # fmt: skip

_MODULES = {
    "adapters.library.facts": ("AsyncFacts", "Facts"),
    "adapters.library.results": ("AsyncEnrichmentResults", "AsyncResults", "EnrichmentResults", "Results", "Table"),
    "datasets": ("annotate", "check", "export_dataset", "export_edges", "export_gmt", "export_links", "select"),
    "domain.answers.errors": (
        "AmbiguousQuery",
        "BiofactsError",
        "EntityNotFound",
        "RateLimited",
        "UnresolvedEntity",
        "UpstreamError",
    ),
    "composition.library": ("open", "open_async"),
    "composition.settings": ("Settings", "SettingsError"),
}
"""The public names of each module. `__getattr__` imports a module at first use, as most commands need few of them."""


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("biofacts")
    for module, names in _MODULES.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(f"biofacts.{module}"), name)
    raise AttributeError(f"module 'biofacts' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
