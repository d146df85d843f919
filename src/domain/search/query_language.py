"""Detection of foreign languages by letters and frequent small words."""

import re
import unicodedata

_LETTERS = re.compile(r"[^\W\d_]+")
_SCRIPTS = ("LATIN", "GREEK", "MICRO", "FEMININE", "MASCULINE", "MODIFIER", "MATHEMATICAL", "FULLWIDTH", "SUPERSCRIPT",
            "SUBSCRIPT", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER", "ANGSTROM", "KELVIN", "OHM")  # fmt: skip
_SMALL_WORDS = frozenset({
    # German, French, Spanish, Italian and Portuguese words that are no English words, gene symbols or parts of names.
    "der", "das", "und", "oder", "für", "von", "mit", "bei", "nicht", "ein", "eine", "einen", "gegen", "welche", "wie",
    "ist", "sind", "zur", "zum", "les", "des", "une", "pour", "avec", "dans", "sur", "est", "sont", "quel", "quelle",
    "quels", "contre", "du", "el", "los", "las", "una", "con", "para", "por", "del", "contra", "cual", "qué", "della",
    "delle", "degli", "gli", "nel", "che", "il", "uma", "não",
})  # fmt: skip


def has_foreign_letters(text: str) -> bool:
    """Return True if a letter belongs to neither the Latin nor the Greek script."""
    return any(
        not unicodedata.name(char, "LATIN").startswith(_SCRIPTS) for word in _LETTERS.findall(text) for char in word
    )


def seems_foreign(text: str) -> bool:
    """Return True if the letters or small words of a query without results suggest another language than English."""
    if has_foreign_letters(text):
        return True
    words = [word.casefold() for word in _LETTERS.findall(text)]
    accented = any(_is_accented(char) for word in words for char in word)
    return accented or (len(words) > 1 and not _SMALL_WORDS.isdisjoint(words))


def _is_accented(char: str) -> bool:
    return char == "ß" or ("LATIN" in unicodedata.name(char, "") and len(unicodedata.normalize("NFD", char)) > 1)
