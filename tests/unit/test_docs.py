"""What the pages show is what comes, on the built-in sample; and what is made out of the code is as it is made now."""

import re
from importlib.util import find_spec

import pytest

from biofacts.composition.settings import Settings
from tests.places import REPOSITORY
from website import examples, notebooks, recording
from website.reference import commands
from website.reference.settings import documented
from website.renew import MADE

_WRITTEN = [*REPOSITORY.glob("*.md"), *REPOSITORY.glob("docs/*.md"), *REPOSITORY.glob("docs/start/*.md")]
_TEXTS = {
    path.relative_to(REPOSITORY).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(_WRITTEN)
    if path.name != "CHANGELOG.md"  # which tells of what was, too
}


def test_every_benchmark_that_a_page_names_is_there() -> None:
    pages = [*_WRITTEN, *REPOSITORY.glob("docs/maintainers/*.md")]
    named = {one for page in pages for one in re.findall(r"bench/\w+\.py", page.read_text(encoding="utf-8"))}

    assert len(named) > 15
    assert {one for one in named if not (REPOSITORY / one).is_file()} == set()


_LONG = ("docs/annotate.md", "docs/export.md", "docs/terminal.md", "docs/tutorial.md")
"""Pages whose examples start processes or make many tables."""


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[pytest.mark.thorough] * (page in _LONG)) for page in examples.pages()]
)
def test_the_examples_of_a_page_show_what_comes(page: str) -> None:
    assert examples.renewed(_TEXTS[page]) == _TEXTS[page]


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_out_of_the_code_is_fresh(name: str) -> None:
    """`just docs` makes it anew. Words are compared, since Pythons break the lines of a help differently."""
    assert MADE[name]().split() == (REPOSITORY / name).read_text(encoding="utf-8").split()


if find_spec("pty"):

    @pytest.mark.thorough
    def test_the_recording_of_the_terminal_is_fresh() -> None:
        assert recording.made() == (REPOSITORY / "docs" / "terminal.svg").read_text(encoding="utf-8")


if find_spec("nbclient"):

    @pytest.mark.thorough
    @pytest.mark.parametrize("name", sorted(path.name for path in REPOSITORY.glob("docs/notebooks/*.ipynb")))
    def test_a_notebook_shows_what_comes(name: str) -> None:
        path = REPOSITORY / "docs" / "notebooks" / name

        assert notebooks.renewed(path) == path.read_text(encoding="utf-8")


def test_every_option_that_a_page_names_is_one_of_its_command() -> None:
    named = [
        (page, command, option)
        for page, text in _TEXTS.items()
        for command, line in re.findall(r"\bbiofacts ([a-z]+)((?: [^`\n&|#]*)?)", text)
        if command in commands.names()
        for option in re.findall(r" (--[a-z-]+)", line)
    ]

    assert len(named) > 15
    assert [one for one in named if one[2] not in re.findall(r"--[a-z-]+", commands.helped(one[1]))] == []


def test_every_setting_that_a_page_names_exists() -> None:
    settings = {f"BIOFACTS_{name.upper()}" for name in Settings.__struct_fields__}
    named = {(page, name) for page, text in _TEXTS.items() for name in re.findall(r"BIOFACTS_[A-Z_]*[A-Z]", text)}

    assert {name for name, _ in documented()} == settings
    assert {name for _, name in named} - settings - {"BIOFACTS_UPDATE_SNAPSHOTS"} == set()


def test_every_host_that_is_asked_is_among_those_for_a_firewall() -> None:
    public = Settings()
    addresses = [str(getattr(public, name)) for name in Settings.__struct_fields__ if name.endswith("_url")]
    hosts = {re.sub(r"https://([^/]+).*", r"`\1`", address) for address in addresses if address}

    assert len(hosts) > 5
    assert [host for host in sorted(hosts) if host not in _TEXTS["docs/network.md"]] == []


@pytest.mark.parametrize("page", ["README.md", "docs/accuracy.md"])
def test_pages_have_the_table_of_how_right_the_answers_are(page: str) -> None:
    tables = (REPOSITORY / "docs" / "maintainers" / "accuracy.md").read_text(encoding="utf-8")
    table = tables.partition("## In short\n\n")[2].partition("\n\n")[0]

    assert table.startswith("| ")
    assert f"\n{table}\n" in _TEXTS[page]


def test_no_page_for_users_is_too_long() -> None:
    """Words of tables and examples count, too."""
    words = {page: len(text.split()) for page, text in _TEXTS.items() if page != "CONTRIBUTING.md"}

    assert {page: number for page, number in words.items() if number > 2000} == {}
    assert len(_TEXTS["README.md"].splitlines()) <= 100


def test_the_lines_of_nginx_that_matter_are_those_of_its_configuration() -> None:
    shown = _TEXTS["docs/deploy.md"].partition("```nginx\n")[2].partition("```")[0]
    ours = {line.partition("#")[0].strip() for line in (REPOSITORY / "deploy" / "nginx.conf").read_text().splitlines()}
    others = [line.strip() for line in shown.splitlines() if line.partition("#")[0].strip() not in ours]

    assert others == ["listen 443 ssl;", "server_name biofacts.example.org;   # with your certificate"]
