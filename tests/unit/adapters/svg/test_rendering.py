"""Pictures of dots."""

import hashlib
import re
import sys
from pathlib import Path

import anyio
import pytest
from anyio.lowlevel import RunVar

from biofacts.adapters.svg import rendering
from biofacts.adapters.svg.picture import picture
from biofacts.adapters.svg.rendering import png
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.pictures.diagram import Picture
from biofacts.domain.pictures.figure_sizes import Length, Size
from tests.drawing import diagram, shape

START = '<svg xmlns="http://www.w3.org/2000/svg"'
TEXT = START + ' viewBox="0 0 60 20"><text y="15" font-family="{family}">{text}</text></svg>'


def size(body: bytes) -> tuple[int, int]:
    return int.from_bytes(body[16:20], "big"), int.from_bytes(body[20:24], "big")


def written(text: str, family: str = "Arial, sans-serif") -> str:
    body = png(Picture(TEXT.format(text=text, family=family), 60, 20))
    return hashlib.blake2b(body, digest_size=8).hexdigest()


def test_a_dot_for_each_unit_unless_it_is_said_otherwise() -> None:
    drawn = picture(diagram(shape("k", label="tea")))

    assert size(png(drawn)) == pytest.approx((drawn.width, drawn.height), abs=1)
    assert size(png(drawn, 2.0)) == pytest.approx((drawn.width * 2, drawn.height * 2), abs=1)


def test_no_side_is_longer_than_the_usual_one_or_the_largest_one() -> None:
    wide = Picture(START + ' viewBox="0 0 9000 90" width="9000" height="90"/>', 9000, 90)
    high = Picture(START + ' viewBox="0 0 90 9000" width="90" height="9000"/>', 90, 9000)

    assert [size(png(one)) for one in (wide, high)] == [(3000, 30), (30, 3000)]
    assert [size(png(one, 5.0)) for one in (wide, high)] == [(8192, 82), (82, 8192)]


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (800, None, (800, 616)),
        (None, 333, (433, 333)),
        (100, 333, (100, 77)),
        (800, 100, (130, 100)),
        (1, None, (1, 1)),
        pytest.param(100_000, None, (8192, 6302), marks=pytest.mark.thorough),
    ],
)
def test_a_picture_has_the_size_that_it_is_to_fit_into(
    width: int | None, height: int | None, expected: tuple[int, int]
) -> None:
    drawn = Picture(START + ' viewBox="0 0 650 500" width="650" height="500"/>', 650, 500)

    wide, high = (None if one is None else Length(one, "px") for one in (width, height))

    assert size(png(drawn, Size(width=wide, height=high).dots(drawn))) == expected


def test_the_same_picture_has_the_same_dots() -> None:
    drawn = picture(diagram(shape("k", label="tea")))

    assert png(drawn) == png(drawn)


def test_fonts_of_the_machine_are_not_used() -> None:
    assert written("tea", "DejaVu Sans, sans-serif") == written("tea", "Nobody Has This, sans-serif") == written("tea")


@pytest.mark.parametrize("sign", ["é", "α", "Ω", "⁺", "₂", "→", "≥", "√", "−", "′", "β", "Ž", "€"])
def test_signs_that_drawings_use_are_there(sign: str) -> None:
    assert len({written(sign), written("\U0001f9ff"), written("")}) == 3


def test_bold_and_slanted_letters_are_others() -> None:
    looks = ["", ' font-weight="bold"', ' font-style="italic"', ' font-weight="bold" font-style="italic"']
    bodies = {png(Picture(TEXT.format(text="tea", family=f'Arial"{look} x="1'), 60, 20)) for look in looks}

    assert len(bodies) == 4


async def test_a_process_of_its_own_makes_the_same_dots(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(rendering, "SMALL", 0)
    drawn = picture(diagram(shape("k", label="tea")))

    assert await rendering.render(drawn, 0.5) == png(drawn, 0.5)
    assert not caplog.records


async def test_what_lies_in_the_current_folder_does_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "SMALL", 0)
    monkeypatch.chdir(tmp_path)
    for name in ("anyio", "msgspec", "resvg_py", "logging"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    drawn = picture(diagram(shape("k", label="tea")))

    assert await rendering.render(drawn) == png(drawn)
    assert not (tmp_path / "ran").exists()


async def test_without_a_process_the_dots_are_made_here(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(rendering, "SMALL", 0)
    monkeypatch.setattr(rendering, "COMMAND", ("no such program",))
    drawn = picture(diagram(shape("k", label="tea")))

    assert await rendering.render(drawn) == png(drawn)
    assert "rendering in-process instead" in caplog.text


@pytest.mark.parametrize(
    "does", ["sys.exit(SAID)", "sys.stderr.write(SAID); os.abort()", "print(SAID, file=sys.stderr)"]
)
async def test_a_picture_that_ends_its_process_is_not_made_here(
    does: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(rendering, "SMALL", 0)
    monkeypatch.setattr(
        rendering,
        "COMMAND",
        (sys.executable, "-c", f"import os, sys; SAID = 'far too large'; sys.stdin.read(); {does}"),
    )
    drawn = picture(diagram(shape("k", label="tea")))

    with pytest.raises(UpstreamError, match="could not be converted to PNG"):
        await rendering.render(drawn)
    assert "far too large" in caplog.text


async def test_there_are_as_many_processes_as_processors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "SMALL", 0)
    monkeypatch.setattr(rendering, "MOST", 1)
    alone = f"import os, sys; os.mkdir({str(tmp_path / 'here')!r}); print(len(sys.stdin.buffer.read())); "
    alone += f"os.rmdir({str(tmp_path / 'here')!r})"
    monkeypatch.setattr(rendering, "COMMAND", (sys.executable, "-c", alone))
    monkeypatch.setattr(rendering, "_TURNS", RunVar[anyio.CapacityLimiter]("of this test"))
    drawn = picture(diagram(shape("k", label="tea")))
    made: list[bytes] = []

    async def make() -> None:
        made.append(await rendering.render(drawn))

    async with anyio.create_task_group() as tasks:
        for _ in range(4):
            tasks.start_soon(make)

    assert len(made) == 4


async def test_a_small_picture_waits_for_no_process(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(rendering, "COMMAND", ("no such program",))
    drawn = picture(diagram(shape("k", label="tea")))

    assert await rendering.render(drawn) == png(drawn)
    assert not caplog.records


def test_a_limit_of_bytes_takes_smooth_edges_first_and_then_pixels() -> None:
    drawn = picture(diagram(shape("k", label="a label of some length")))
    smooth, sharp = png(drawn), png(drawn, None, len(png(drawn)) - 1)

    assert png(drawn, None, 10 * len(smooth)) == smooth
    assert len(sharp) < len(smooth)
    assert size(sharp) == size(smooth)
    assert size(png(drawn, 4.0, len(sharp)))[0] < 4 * size(sharp)[0]


@pytest.mark.parametrize(("decoration", "top"), [("underline", 21.2), ("line-through", 17.4), ("none", None)])
def test_lines_of_outlined_texts_lie_under_or_through_the_letters(decoration: str, top: float | None) -> None:
    """By 0.12 of the size below the foot of the letters, and by 0.26 above it."""
    svg = f'<text x="5" y="20" font-size="10" text-decoration="{decoration}">A</text>'
    lines = re.findall('<rect x="5" y="([^"]*)" [^>]*height="0.7"', rendering.outlined(svg))

    assert [float(one) for one in lines] == ([] if top is None else [top])
