"""The skill: its head is as clients want it, its calls work on the sample, and it names what there is."""

import json
import re
import tomllib
from typing import Any

import pytest

from biofacts.adapters.mcp import server_texts
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container
from tests.places import REPOSITORY

TEXT = server_texts.skill_text()
HEAD, BODY = re.fullmatch(r"---\n(.*?)\n---\n(.*)", TEXT, re.S).groups()  # type: ignore[union-attr]  # else it is no skill
CALLS = [json.loads(line) for block in re.findall(r"```json\n(.*?)```", BODY, re.S) for line in block.splitlines()]


def test_the_head_is_as_the_specification_of_skills_wants_it() -> None:
    head = dict(line.split(": ", 1) for line in HEAD.splitlines())

    assert head["name"] == (REPOSITORY / "skills" / "biofacts").name
    assert 0 < len(head["description"]) <= 1024
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", head["name"])
    assert len(TEXT.splitlines()) < 500
    assert ": " not in head["description"]  # would be no plain YAML


def test_there_is_one_copy_which_the_wheel_carries() -> None:
    tools = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["setuptools"]

    assert [str(path.relative_to(REPOSITORY)) for path in REPOSITORY.glob("s*/**/SKILL.md")] == [
        "skills/biofacts/SKILL.md"
    ]
    assert tools["package-dir"]["biofacts.skill"] == "skills/biofacts"
    assert tools["package-data"]["biofacts.skill"] == ["SKILL.md"]


def test_there_are_five_worked_questions_with_calls() -> None:
    questions = BODY.partition("## Worked questions")[2].split("\n### ")[1:]

    assert len(questions) == 5
    assert all("```json" in question for question in questions)


@pytest.mark.parametrize("number", range(len(CALLS)))
async def test_a_call_of_a_worked_question_finds_something(number: int, sample: Container) -> None:
    asked = CALLS[number]
    answer: Any = await call(TOOLS[asked["tool"]], sample.use_cases(), asked["arguments"])

    assert not isinstance(answer, ErrorEnvelope)
    assert getattr(answer, "items", True)


async def test_a_worked_question_goes_on_with_what_its_search_has_found(sample: Container) -> None:
    searches = [(CALLS[at], CALLS[at + 1]) for at in range(len(CALLS) - 1) if CALLS[at]["tool"].startswith("search_")]
    for search, following in searches:
        found: Any = await call(TOOLS[search["tool"]], sample.use_cases(), search["arguments"])

        assert found.items[0].id in following["arguments"].values()
        assert found.items[0].score >= 0.9


def test_every_tool_is_named_and_no_other() -> None:
    named = {*re.findall(r"`((?:search|get|find|show|resolve|enrich)_\w+)`", BODY)}

    assert named == {*TOOLS}
