"""Pages, and CONTRIBUTING's picture, name what there is."""

import re
from itertools import pairwise

import pytest

from biofacts.__main__ import main
from tests.places import REPOSITORY


def test_the_page_for_agents_names_every_tool() -> None:
    from biofacts.application.tools.all_tools import TOOLS

    text = (REPOSITORY / "docs" / "agents.md").read_text(encoding="utf-8")

    assert [name for name in TOOLS if f"`{name}`" not in text] == []


def test_the_demonstration_shows_every_step_with_its_call_in_about_ten_lines(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    code = main(["demo"])
    lines = capfd.readouterr().out.splitlines()
    steps = [pair for pair in pairwise(lines) if re.match(r"\d\. ", pair[0])]

    assert code == 0
    assert steps[0] == (
        "1. Fuzzy: plain words in, ranked candidates with CURIEs out",
        "→ search_pathways(query='krebs cycle', page_size=3)",
    )
    assert [call for _, call in steps if not re.fullmatch(r"→ (search|get)_\w+\(\w+=.*\)", call)] == []
    assert len(steps) == 9
    assert any(re.fullmatch(r"  … \d+ more fields", line) for line in lines)
    answers = [block.splitlines() for block in "\n".join(lines).split("\n\n")[1:-1]]
    assert {len(answer) for answer in answers} <= set(range(3, 12))
    assert [line for answer in answers for line in answer[2:] if not re.match(r"  [\w…]\S* ", line)] == []


def test_no_room_is_missing_from_the_picture() -> None:
    """Rooms of `domain` and `adapters`, by their paths; the others by their names."""
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    picture = re.search(r"```mermaid\n(flowchart.*?)```", text, re.S)
    assert picture is not None
    drawn = set(re.findall(r'\["?([a-z_/]+)', picture[1])) | set(re.findall(r"subgraph .*?\[\"([a-z_/]+):", picture[1]))
    source = REPOSITORY / "src"
    rooms = {str(path.parent.relative_to(source)) for path in source.rglob("__init__.py")} - {".", "adapters"}

    assert rooms - drawn == set()
    assert {name for name in drawn if "/" in name} - rooms == set()


def test_the_way_of_a_call_passes_through_what_exists() -> None:
    way = (REPOSITORY / "CONTRIBUTING.md").read_text()
    participants = re.findall(r"participant \w+ as (\S+)", way)

    assert len(participants) > 4
    assert [one for one in participants if not (REPOSITORY / "src" / one).exists()] == []
