"""The font Symbol, which shows Latin letters as Greek ones.

Source: https://www.unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt
"""

FONT = "symbol"

_GREEK = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "abcdefghijklmnopqrstuvwxyz" + "-",
    "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ" + "αβχδεφγηιϕκλμνοπθρστυϖωξψζ" + "−",
)


def greek(text: str, font: str) -> str:
    """Convert a text to what its font shows: in Symbol an `a` is an alpha; Greek letters stay as they are."""
    return text.translate(_GREEK) if font.strip().casefold() == FONT else text
