"""Extras of the package: optional libraries, and the message that names the extra to install."""

import importlib.util
from typing import NamedTuple


class Extra(NamedTuple):
    """An optional dependency. `feature`: the feature that needs it; `modules`: the names of the modules it installs."""

    name: str
    feature: str
    modules: tuple[str, ...]

    @property
    def is_installed(self) -> bool:
        """True if all its modules can be imported."""
        return all(importlib.util.find_spec(module) is not None for module in self.modules)

    @property
    def refusal(self) -> str:
        """The message for users who have not installed the extra."""
        return f"{self.feature} needs an extra: pip install 'biofacts[{self.name}]'."


DATA = Extra("data", "Parquet", ("pyarrow",))
FIGURE = Extra("figure", "A PDF, or letters as shapes,", ("typst", "fontTools"))
HTTP = Extra("http", "A server over HTTP", ("httptools", "prometheus_client"))
PLOT = Extra("plot", "A plot", ("matplotlib",))
PNG = Extra("png", "A picture as PNG", ("resvg_py",))
RANKED = Extra("ranked", "A ranked list", ("numpy",))
RAY = Extra("ray", "A Ray cluster", ("ray",))
REDIS = Extra("redis", "BIOFACTS_REDIS_URL", ("redis",))
TERMINAL = Extra("terminal", "Output at the terminal", ("rich", "rich_argparse", "shtab"))


def extra_of(module: str | None) -> Extra | None:
    """Return the extra that installs a module; None if no extra does."""
    top = (module or "").partition(".")[0]
    return next(
        (extra for extra in (DATA, FIGURE, HTTP, PLOT, PNG, RANKED, RAY, REDIS, TERMINAL) if top in extra.modules), None
    )
