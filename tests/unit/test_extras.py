import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from biofacts.domain.answers import optional_packages
from biofacts.domain.answers.optional_packages import Extra, extra_of

EXTRAS = [one for one in vars(optional_packages).values() if isinstance(one, Extra)]
ROOT = Path(__file__).parents[2]

PROGRAM = "import sys; sys.modules.update(dict.fromkeys({missing}, None)); from biofacts.__main__ import main; main()"
"""The command `biofacts` where modules are missing."""


def without(missing: Sequence[Extra]) -> list[str]:
    """The arguments of a Python that has none of these extras."""
    program = PROGRAM.format(missing=[module for extra in missing for module in extra.modules])
    return ["-c", program.replace("; main()", "; sys.exit(main())")]


def run(extra: Extra, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *without([extra]), *words], capture_output=True, text=True, timeout=60, check=False,
        env={"BIOFACTS_SOURCE": "sample"},
    )  # fmt: skip


@pytest.mark.processes
@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (optional_packages.HTTP, ["serve", "--http", "--port", "0"]),
        (optional_packages.HTTP, ["browse", "--no-open"]),
        (optional_packages.PLOT, ["enrich", "TP53", "BAX", "MDM2", "--plot", "dots.svg"]),
        (optional_packages.TERMINAL, ["search", "pathways", "krebs", "cycle"]),
        (optional_packages.TERMINAL, ["status"]),
        (optional_packages.TERMINAL, ["demo"]),
        (optional_packages.TERMINAL, ["completion", "bash"]),
    ],
    ids=lambda one: one.name if isinstance(one, Extra) else one[0],
)
def test_without_an_extra_a_command_refuses_in_one_sentence(extra: Extra, words: list[str]) -> None:
    done = run(extra, *words)

    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"biofacts: {extra.refusal}\n")


@pytest.mark.processes
def test_without_the_extra_of_the_terminal_help_is_plain() -> None:
    done = run(optional_packages.TERMINAL, "search", "--help")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: biofacts search")
    assert "\x1b" not in done.stdout


@pytest.mark.processes
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_server_on_stdio_needs_no_extra_but_for_pictures(anyio_backend: str) -> None:
    server = StdioServerParameters(
        command=sys.executable, args=[*without(EXTRAS), "serve"], env={"BIOFACTS_SOURCE": "sample"}
    )
    async with Client(stdio_client(server)) as client:
        found = await client.call_tool("search_pathways", {"query": "krebs cycle"})
        refused = await client.call_tool("show_pathway", {"pathway_id": "WP:WP254"})

    assert not found.is_error
    assert refused.is_error
    assert refused.structured_content
    assert refused.structured_content["error"]["message"] == optional_packages.PNG.refusal


def test_a_module_that_the_package_needs_anyway_is_of_no_extra() -> None:
    assert extra_of("rich.console") == optional_packages.TERMINAL
    assert extra_of("httpx") is None
    assert extra_of(None) is None


def test_the_extras_are_those_of_the_package() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    distributions = packages_distributions()

    for extra in EXTRAS:
        wanted = " ".join(declared[extra.name]).replace("-", "_").lower()
        for module in extra.modules:
            named = distributions.get(module, [module])  # Ray may be missing here
            assert any(name.replace("-", "_").lower() in wanted for name in named), module
    assert {*declared} == {"all", "otel", *(extra.name for extra in EXTRAS)}
