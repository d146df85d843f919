"""The MCP App's document: it needs nothing else, runs nothing else, and is made of the page's own drawing."""

import base64
import json
import re
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.web.mcp_app import document, joined, policy
from biofacts.application.tools.all_tools import TOOLS, offered
from biofacts.domain.pathways.pathway import PathwayComponents
from tests.places import REPOSITORY
from tests.visiting import Read

PAGE = REPOSITORY / "src" / "adapters" / "web"
DOCUMENT = document(TOOLS)
LARGEST = 42_000


def within(tag: str) -> str:
    """What stands between the tags of the only element of that kind without a type of data."""
    (found,) = re.findall(rf"<{tag}(?: type=\"module\")?>(.*?)</{tag}>", DOCUMENT, re.S)
    return str(found)


def test_it_is_small() -> None:
    assert len(DOCUMENT.encode()) < LARGEST


def test_it_has_nothing_from_elsewhere_and_nothing_that_its_policy_does_not_name() -> None:
    read = Read(DOCUMENT)
    fetched = [(tag, given) for tag, given in read.elements if {"src", "href", "action", "data"} & {*given}]
    inline = [name for _, given in read.elements for name in given if name.startswith("on") or name == "style"]

    assert fetched == []
    assert inline == []
    assert (
        re.findall(r"url\(|@import|import\(|fetch\(|XMLHttpRequest|innerHTML|insertAdjacentHTML|eval\(", DOCUMENT) == []
    )
    assert {*re.findall(r"https?://[\w.]+", DOCUMENT)} == {"http://www.w3.org"}  # the name of SVG, which is no address
    assert "//cdn" not in DOCUMENT


def test_its_policy_has_the_digests_of_its_script_and_its_style() -> None:
    given = next(given for tag, given in Read(DOCUMENT).elements if tag == "meta" and "http-equiv" in given)
    told = unescape(str(given["content"]))

    def digest(text: str) -> str:
        return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"

    assert told.startswith("default-src 'none'; ")
    assert f"script-src {digest(within('script'))};" in told
    assert f"style-src {digest(within('style'))};" in told
    assert "unsafe" not in told
    assert told == policy(within("script"), within("style"))


def test_no_text_of_its_configuration_can_end_its_script(mocker: MockerFixture) -> None:
    mocker.patch("biofacts.adapters.web.mcp_app.version", return_value="</script><b>")

    assert "\\u003c/script>\\u003cb>" in document(TOOLS)


def test_the_drawing_is_the_pages_own() -> None:
    """Word for word, but for what is said between modules."""
    own = (PAGE / "static" / "viewer.js").read_text("utf-8")

    assert own.replace("export class", "class") in within("script")
    assert 'from "./viewer.js"' in (PAGE / "static" / "drawing.js").read_text("utf-8")
    assert (PAGE / "static" / "drawing.css").read_text("utf-8") in within("style")


def test_no_word_between_modules_is_left() -> None:
    assert re.findall(r"^\s*(?:import|export)\b.*", within("script"), re.M) == []


def test_modules_stand_once_each_behind_what_they_import(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.js").write_text('import { b } from "./sub/b.js";\nimport { c } from "./c.js";\nb(c);\n')
    (tmp_path / "sub" / "b.js").write_text('import { c } from "../c.js";\nexport async function b() { c; }\n')
    (tmp_path / "c.js").write_text("export const c = 1;\n")

    assert joined(tmp_path / "a.js") == "const c = 1;\nasync function b() { c; }\nb(c);\n"


@pytest.mark.parametrize(
    ("tools", "records", "links", "components"),
    [
        ("drawings", {}, False, False),
        ("show_pathway,get_gene,find_links", {"gene": ["get_gene", "gene_id"]}, True, False),
        ("drawings,pathways", {"pathway": ["get_pathway", "pathway_id"]}, False, True),
    ],
)
def test_it_asks_what_the_server_offers(tools: str, records: object, links: bool, components: bool) -> None:
    (told,) = re.findall(r'id="offered">(.*?)</script>', document(offered(tools)), re.S)
    known = json.loads(told)

    assert known.pop("version")
    assert known["records"] == records
    assert (known["links"], known["components"]) == (links, components)


def test_it_tells_of_records_what_the_page_tells() -> None:
    (told,) = re.findall(r'id="offered">(.*?)</script>', DOCUMENT, re.S)
    known = json.loads(told)
    nodes = {name for name in PathwayComponents.__struct_fields__ if name in known["lists"]}

    kinds = {tool.kind.name: tool.kind.plural for tool in TOOLS.values()}
    # Communities are linked, but have no records.
    assert known["plurals"] == {**kinds, "community": "communities"}
    assert {*known["facts"]} == {*kinds}
    assert {"approved_name", "withdrawn"} < {*known["facts"]["ligand"]}
    assert len(nodes) == len(known["lists"]) == 6
    assert known["most"] == 20


def test_every_tool_that_it_names_is_one() -> None:
    named = {*re.findall(r"\"((?:get|find|show|search|resolve|enrich)_\w+)\"", within("script"))}

    assert {"show_pathway", "get_pathway_components", "find_links"} <= named <= {*TOOLS}
