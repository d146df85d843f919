"""Make the fonts of src/adapters/svg/fonts: what pathways are written in, out of fonts with a free licence.

Run with: uv run --with fonttools python bench/fonts.py LIBERATION DEJAVU
Both are folders: of Liberation Sans 2 (Debian's fonts-liberation2) and of DejaVu Sans (fonts-dejavu-core).
A part of a font must not keep the name of the whole, so they are called biofacts Sans and biofacts Signs.
"""

from pathlib import Path
from typing import Any

from _shared import command_line

OUT = Path(__file__).parent.parent / "src/adapters/svg/fonts"
STYLES = ("Regular", "Bold", "Italic", "BoldItalic")
LETTERS = [
    *range(0x20, 0x7F), *range(0xA0, 0x180), 0x192, *range(0x2C6, 0x2DE), *range(0x370, 0x400), *range(0x400, 0x460),
    *range(0x2010, 0x2028), *range(0x2030, 0x2040), 0x2044, 0x20AC, 0x2122, 0x2126, *range(0x2190, 0x2196),
    0x2202, 0x2206, 0x220F, 0x2211, 0x2212, 0x221A, 0x221E, 0x222B, 0x2248, 0x2260, 0x2264, 0x2265, 0x25CA,
]  # fmt: skip
SIGNS = [
    *range(0x2070, 0x20A0), *range(0x2100, 0x2150), *range(0x2190, 0x2200), *range(0x2200, 0x2300),
    *range(0x25A0, 0x2600), *range(0x2600, 0x2700), *range(0x600, 0x700), *range(0xFB50, 0xFE00),
    *range(0xFE70, 0xFF00), 0x1D6FC, 0x1D6FD, 0x1D6FE, 0x1D6FF,
]  # fmt: skip


def main(liberation: Path, dejavu: Path) -> None:
    OUT.mkdir(exist_ok=True)
    for style in STYLES:
        written = OUT / f"BiofactsSans-{style}.ttf"
        part(liberation / f"LiberationSans-{style}.ttf", written, LETTERS, "biofacts Sans", style)
    part(dejavu / "DejaVuSans.ttf", OUT / "BiofactsSigns-Regular.ttf", SIGNS, "biofacts Signs", "Regular")


def part(whole: Path, written: Path, signs: list[int], family: str, style: str) -> None:
    from fontTools import subset

    options = subset.Options(hinting=False, name_IDs=[0, 1, 2, 3, 4, 6, 13, 14], notdef_outline=True)
    options.drop_tables += ["FFTM", "DSIG"]
    font: Any = subset.load_font(str(whole), options)
    cut = subset.Subsetter(options)
    cut.populate(unicodes=signs)
    cut.subset(font)
    said = {1: family, 2: style, 3: f"{family} {style}", 4: f"{family} {style}", 6: written.stem}
    for record in font["name"].names:
        if record.nameID in said:
            record.string = said[record.nameID]
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    subset.save_font(font, str(written), options)
    print(f"{written.name}: {written.stat().st_size:,} bytes")


if __name__ == "__main__":
    command_line(__doc__, main)
