"""Structures and drugs on the page: pictures of this site alone, behind the record, or why there are none."""

import pytest

from tests import hostile, small_pathways, wikipathways_files
from tests.drawing import METABOLITE
from tests.png import png
from tests.pubchem import Forced, PubChem
from tests.structures import depicted, visiting_page
from tests.visiting import Read, visiting

ASPIRIN = "/compound/PubChem:CID2244"


async def test_a_compounds_picture_comes_from_this_site_behind_its_page() -> None:
    upstream = PubChem()
    async with depicted(upstream) as container, visiting_page(container.use_cases(), "/bio") as visitor:
        page = Read((await visitor.get(ASPIRIN)).text)
        before = [*upstream.asked]
        part = Read((await visitor.get(f"{ASPIRIN}/depiction")).text)
        picture = await visitor.get(f"{ASPIRIN}.png")

    ((_, figure),) = [one for one in page.elements if one[0] == "figure"]
    shown = {
        "src": f"/bio{ASPIRIN}.png", "width": "250", "height": "250", "alt": "Structure of Aspirin, as PubChem draws it"
    }  # fmt: skip
    assert before == []
    assert (figure["id"], figure["data-from"]) == ("depiction", f"/bio{ASPIRIN}/depiction")
    assert [[given for tag, given in read.elements if tag == "img"] for read in (page, part)] == [[shown], [shown]]
    assert "noscript" in [tag for tag, _ in page.elements]
    assert (picture.content, picture.headers["content-type"]) == (png(50, 40), "image/png")
    assert picture.headers["content-disposition"] == 'inline; filename="CID2244.png"'
    assert len(upstream.asked) == 1


@pytest.mark.parametrize(
    ("answer", "status", "why"),
    [
        (Forced(200, "<html>"), 503, "its answer is not a whole PNG picture"),
        (Forced(404, {"Fault": {"Code": "PUGREST.NotFound", "Message": "x"}}), 404, "but no picture of it"),
    ],
    ids=["a web page", "none"],
)
async def test_a_picture_that_cannot_be_had_is_told_in_words(answer: Forced, status: int, why: str) -> None:
    upstream = PubChem()
    upstream.force("/PNG", answer)
    async with depicted(upstream) as container, visiting_page(container.use_cases()) as visitor:
        page = await visitor.get(ASPIRIN)
        part = await visitor.get(f"{ASPIRIN}/depiction")
        picture = await visitor.get(f"{ASPIRIN}.png")
    read = Read(part.text)

    assert (page.status_code, part.status_code, picture.status_code) == (200, 200, status)
    assert "There is no picture here." in read.text
    assert why in read.text
    assert [tag for tag, _ in read.elements if tag == "img"] == []
    assert why in picture.json()["error"]["message"]


async def test_a_ligands_structure_is_that_of_its_compound() -> None:
    async with visiting() as visitor:
        read = Read((await visitor.get("/ligand/IUPHAR:2713")).text)

    assert [given["data-from"] for tag, given in read.elements if tag == "figure"] == [
        "/compound/PubChem:CID3672/depiction"
    ]


async def test_other_kinds_have_no_pictures() -> None:
    async with visiting() as visitor:
        answers = [await visitor.get(path) for path in ("/target/IUPHAR:2844", "/compound/PubChem:CID999999999")]

    assert [tag for one in answers for tag, _ in Read(one.text).elements if tag == "figure"] == []


async def test_what_is_drawn_and_a_drug_is_listed_apart_from_what_drugs_act_on() -> None:
    files = wikipathways_files.published(*small_pathways.PATHWAYS)
    path = wikipathways_files.drawing_path("WP534")
    replayed = hostile.replayed({**files, path: files[path].replace(b"<Biopax", METABOLITE)})
    async with replayed as use_cases, visiting_page(use_cases) as visitor:
        read = Read((await visitor.get("/pathway/WP:WP534?drugs=1")).text)

    assert "What is drawn and an approved drug itself Advil ibuprofen" in read.text
    assert "it is an approved drug itself" in read.text
