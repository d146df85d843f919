"""The checks of the site: each finds what it is there for."""

from pathlib import Path

import pytest

from website import examples, links, pages


def test_dead_links_lost_anchors_and_what_is_fetched_from_afar_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">good</a> <a href="b.html#gone">no anchor</a> <a href="c.html">dead</a>'
        ' <a href="https://example.org">elsewhere</a> <a href="../out.html">out</a> <a href="folder/">no page</a>'
        ' <script src="https://example.org/x.js"></script><link rel="canonical" href="https://example.org/a.html">'
    )
    (tmp_path / "b.html").write_text('<h2 id="here">here</h2><a href="#gone">no anchor</a>')
    (tmp_path / "folder").mkdir()

    assert links.troubles(tmp_path) == [
        "a.html: fetches https://example.org/x.js",
        "a.html: no such anchor: b.html#gone",
        "a.html: dead link c.html",
        "a.html: dead link ../out.html",
        "a.html: dead link folder/",
        "b.html: no such anchor: #gone",
    ]


def test_dead_links_of_a_text_are_found(tmp_path: Path) -> None:
    (tmp_path / "llms.txt").write_text("- [a](a.md): one\n- [b](b.md): none\n")
    (tmp_path / "a.md").touch()

    assert links.troubles_of_text(tmp_path / "llms.txt") == ["llms.txt: dead link b.md"]


def test_links_out_of_the_pages_lead_to_copies(tmp_path: Path) -> None:
    staged = pages.stage(tmp_path)

    assert {"index.md", "tutorial.md", "notebooks/genes-to-drugs.md", "reference/tools.md"} <= {*staged}
    assert "[compose.yaml](repository/compose.yaml)" in (tmp_path / "deploy.md").read_text(encoding="utf-8")
    assert (tmp_path / "repository" / "compose.yaml").is_file()
    assert "(tutorial.md)" in (tmp_path / "index.md").read_text(encoding="utf-8")
    assert "(index.md#two-commands)" in (tmp_path / "tutorial.md").read_text(encoding="utf-8")


def test_the_search_leaves_out_what_is_for_maintainers(tmp_path: Path) -> None:
    pages.stage(tmp_path)
    left_out = {path.parent.name for path in tmp_path.rglob("*.md") if "exclude: true" in path.read_text("utf-8")[:40]}

    assert left_out == {"maintainers"}


def test_a_link_to_nothing_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("```text\n[not a link](nowhere.md)\n```\n\n[dead](nowhere.md)\n")
    monkeypatch.setattr(pages, "REPOSITORY", tmp_path)
    monkeypatch.setattr(pages, "ELSEWHERE", {})

    with pytest.raises(pages.DeadLink, match=r"docs/page\.md links to nowhere\.md"):
        pages.stage(tmp_path / "site")


def test_what_an_example_shows_is_replaced_by_what_comes() -> None:
    page = (
        "```console\n$ biofacts get gene TP53\nold\n$ biofacts status\n```\n\n"
        "```python\nprint(6 * 7)\n```\n\n```text\n41\n```\n"
    )
    renewed = examples.renewed(page)

    assert "old" not in renewed
    assert "hint Run `biofacts search genes TP53`" in renewed
    assert renewed.endswith("$ biofacts status\n```\n\n```python\nprint(6 * 7)\n```\n\n```text\n42\n```\n")


def test_left_out_lines_stand_for_any() -> None:
    page = "```python\nprint('a', 'b', 'c', sep='\\n')\n```\n\n```text\na\n...\n```\n"

    assert examples.renewed(page) == page


def test_a_command_that_fails_unseen_is_an_error() -> None:
    with pytest.raises(examples.WrongExample, match="get gene TP53"):
        examples.renewed("```console\n$ biofacts get gene TP53\n```\n")
