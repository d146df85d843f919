"""Pictures in Python."""

import re
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import biofacts
from biofacts.adapters.library.facts import AsyncFacts
from biofacts.adapters.library.notebook import Highlighted
from biofacts.domain.answers.errors import EntityNotFound, UpstreamError
from tests.png import png
from tests.pubchem import PubChem
from tests.structures import depicted


@pytest.fixture(scope="module")
def facts() -> Generator[biofacts.Facts]:
    with biofacts.open(source="sample") as facts:
        yield facts


def test_a_notebook_shows_the_picture(facts: biofacts.Facts) -> None:
    drawn = facts.draw("WP:WP254")

    assert drawn._repr_svg_() == drawn.svg  # pyright: ignore[reportPrivateUsage]
    assert drawn.svg.startswith("<svg")
    assert repr(drawn).startswith("<WP:WP254 Apoptosis (Homo sapiens), ")


@pytest.mark.parametrize(
    "highlight",
    [{"TP53": 2.1, "BAX": "red", "CASP3": None}, ["TP53=2.1", "BAX=red", "CASP3"], "TP53=2.1,BAX=red,CASP3"],
)
def test_highlights_are_a_mapping_a_list_or_a_text(facts: biofacts.Facts, highlight: Highlighted) -> None:
    drawn = facts.draw("WP:WP254", highlight=highlight)

    assert [*drawn.shown.highlighted] == ["TP53", "BAX", "CASP3"]
    assert ">BAX</text>" in drawn.svg
    assert 'fill="#d55e00"' in drawn.svg


def test_an_enriched_pathway_is_drawn_with_its_members(facts: biofacts.Facts) -> None:
    enriched = facts.enrich(["TP53", "MDM2", "CASP3"])[0]

    assert {*facts.draw(enriched).shown.highlighted} == {*enriched.genes}
    assert [*facts.draw(enriched, highlight=["TP53"]).shown.highlighted] == ["TP53"]
    assert [*facts.draw(enriched, highlight="MDM2").shown.highlighted] == ["MDM2"]


def test_it_is_saved_as_its_name_says(facts: biofacts.Facts, tmp_path: Path) -> None:
    drawn = facts.draw("WP:WP254")
    drawn.save(tmp_path / "a.png", scale=0.1)
    drawn.save(str(tmp_path / "a.svg"))

    assert (tmp_path / "a.png").read_bytes() == drawn.png(scale=0.1)
    assert (tmp_path / "a.svg").read_text() == drawn.svg


@pytest.mark.parametrize(
    ("name", "size", "said"),
    [
        ("a.svg", {"scale": 2.0}, "apply only to PNG"),
        ("a.pdf", {"dpi": 300}, "apply only to PNG"),
        ("a.svg", {"width": 0}, "is not a positive length"),
        ("x.jpg", {}, "must end in .svg, .pdf or .png: x.jpg"),
        ("noext", {}, "must end in .svg, .pdf or .png: noext"),
    ],
)
def test_what_cannot_be_saved_as_its_name_says_is_refused(
    name: str, size: dict[str, Any], said: str, facts: biofacts.Facts, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        facts.draw("WP:WP254").save(tmp_path / name, **size)
    assert [*tmp_path.iterdir()] == []


def test_it_has_the_size_that_is_said(facts: biofacts.Facts, tmp_path: Path) -> None:
    drawn = facts.draw("WP:WP254")
    drawn.save(tmp_path / "a.png", height=80)

    assert int.from_bytes((tmp_path / "a.png").read_bytes()[20:24], "big") == 80
    for wrong in ({"width": 0}, {"scale": -1.0}, {"scale": 1.0, "height": 9}, {"scale": float("nan")}):
        with pytest.raises(ValueError, match=r"above 0|positive length"):
            drawn.png(**wrong)  # pyright: ignore[reportArgumentType]


class Table:
    """A table of pandas, as far as it matters here."""

    def to_dict(self) -> dict[str, dict[str, float | str]]:
        return {"6 h": {"TP53": 2.1, "BAX": float("nan")}, "24 h": {"TP53": "ns", "BAX": -1.0}}


@pytest.mark.parametrize("highlight", [Table(), Table().to_dict(), {"TP53": (2.1, "ns"), "BAX": (None, -1.0)}])
def test_several_numbers_come_as_a_table_by_condition_or_by_name(facts: biofacts.Facts, highlight: Any) -> None:
    conditions = [] if isinstance(highlight, Table) or "6 h" in highlight else ["6 h", "24 h"]
    drawn = facts.draw(
        "WP:WP254", highlight=highlight, title=False, range=(-2, 2), palette="blue-red", caption="log2FC",
        conditions=conditions,
    )  # fmt: skip

    assert "TP53 (GeneProduct, Entrez Gene:7157); TP53: 6 h 2.1, 24 h ns" in drawn.svg
    assert "; BAX: 6 h NA, 24 h -1" in drawn.svg
    assert "from left to right: 6 h, 24 h" in drawn.svg
    assert ">log2FC</text>" in drawn.svg
    assert "≥ 2" in drawn.svg
    assert 'class="info"' not in drawn.svg


def test_a_figure_has_its_size_on_paper(facts: biofacts.Facts, tmp_path: Path) -> None:
    drawn = facts.draw("WP:WP254", title=False)
    drawn.save(tmp_path / "a.svg", width="180mm")
    drawn.save(tmp_path / "a.png", width="3in", dpi=100)

    assert ' width="180mm" ' in (tmp_path / "a.svg").read_text()
    assert int.from_bytes((tmp_path / "a.png").read_bytes()[16:20], "big") == 300


async def test_asynchronous_code_has_it_too() -> None:
    async with biofacts.open_async(source="sample") as facts:
        drawn = await facts.draw("WP:WP254", drugs=True)

    assert drawn.shown.drugs == {"BCL2": ("venetoclax",)}


async def test_a_compound_is_shown_as_pubchem_draws_it(tmp_path: Path) -> None:
    async with depicted(PubChem()) as container:
        facts = AsyncFacts(container.use_cases())
        drawn = await facts.depiction("PubChem:CID2244")
        with pytest.raises(EntityNotFound) as missing:
            await facts.depiction("PubChem:CID999999999")
    drawn.save(tmp_path / "aspirin.png")

    assert drawn._repr_png_() == drawn.png() == (tmp_path / "aspirin.png").read_bytes() == png(50, 40)  # pyright: ignore[reportPrivateUsage]
    assert repr(drawn) == "<PubChem:CID2244, 50 x 40, drawn by PubChem>"
    assert (drawn.width, drawn.height) == (50, 40)
    assert drawn.source is not None
    assert "facts.search_compounds" in missing.value.__notes__[0]


def test_the_sample_has_no_picture_that_is_pubchems(facts: biofacts.Facts) -> None:
    with pytest.raises(UpstreamError, match="the built-in sample has no pictures of compounds"):
        facts.depiction("PubChem:CID2244")
