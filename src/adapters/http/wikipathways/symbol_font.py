"""The font Symbol, in which letters of the keyboard stand for Greek ones.

Source: https://www.unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt
"""

FONT = "symbol"

_GREEK = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "abcdefghijklmnopqrstuvwxyz" + "-",
    "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ" + "αβχδεφγηιϕκλμνοπθρστυϖωξψζ" + "−",
)


def greek(text: str, font: str) -> str:
    """A text as a font shows it: in Symbol an `a` is an alpha, and what is Greek already stays so."""
    return text.translate(_GREEK) if font.strip().casefold() == FONT else text
