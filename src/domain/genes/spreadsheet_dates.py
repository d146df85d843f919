"""Dates that a spreadsheet made of genes' symbols: `1-Mar` of MARCH1, `Sep-02` of SEPT2.

A spreadsheet takes a month's name with a number for a date. The genes were renamed for it (MARCHF1, SEPTIN2, DELEC1:
Bruford et al. 2020, Nat Genet 52:754), but their former symbols are still in lists, and in a fifth of published ones as
dates (Zeeberg et al. 2004, BMC Bioinformatics 5:80; Ziemann et al. 2016, Genome Biol 17:177). There is no table of
genes here: a date stands for a month's word with the number of the day, and the names of genes decide which exist.
"""

import re
from collections.abc import Iterator

from biofacts.domain.text.patterns import late_pattern

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OTHER_WORDS = {"mar": ("marc", "march"), "sep": ("sept",)}
"""Beginnings of symbols that become a month, beside its abbreviation: those of HGNC's former symbols."""

_LAST_DAY = 31
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})"
_WHOLE_MONTH = rf"{_MONTH}(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?"
_TIME = r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?"
_CERTAIN = tuple(
    late_pattern(form, re.I | re.A)
    for form in (
        rf"(?P<day>\d{{1,2}})[-/. ]{_WHOLE_MONTH}(?:[-/., ]+(?:\d{{4}}|\d{{2}}))?",  # 1-Mar, 2-Sep-2026
        rf"(?P<day>\d{{1,2}}){_MONTH}\d{{4}}",  # 01MAR2026
        rf"{_MONTH}[-/](?P<day>\d{{2}})",  # Sep-02
        rf"{_WHOLE_MONTH}[-/. ]+(?P<day>\d{{1,2}})[-/., ]+\d{{4}}",  # March 1, 2026
        rf"\d{{4}}[-/](?P<number>\d{{1,2}})[-/](?P<day>\d{{1,2}}){_TIME}",  # 2026-03-01
        # The day or the month comes first; with dots, a short year would be a part of an EC number.
        r"(?P<number>\d{1,2})[-/.](?P<day>\d{1,2})[-/.]\d{4}",  # 3/1/2026
        r"(?P<day>\d{1,2})[-/.](?P<number>\d{1,2})[-/.]\d{4}",
        r"(?P<number>\d{1,2})/(?P<day>\d{1,2})/\d{2}",
        r"(?P<day>\d{1,2})/(?P<number>\d{1,2})/\d{2}",
    )
)
_POSSIBLE = late_pattern(rf"{_MONTH}[-/](?P<day>\d)", re.I | re.A)  # Sep-2; but Oct-4 is a name of POU5F1


def symbols_of(text: str, *, unknown: bool = False) -> tuple[str, ...]:
    """Return the symbols that a spreadsheet turns into a date; none if the text is no date.

    They need not be those of genes. `unknown`: no gene has the text for a name, so that it may be a date that looks
    like one (`Sep-2`).
    """
    forms = (*_CERTAIN, _POSSIBLE) if unknown else _CERTAIN
    found = (symbol for form in forms if (date := form.fullmatch(text.strip())) for symbol in _symbols(date))
    return tuple(dict.fromkeys(found))


def _symbols(date: re.Match[str]) -> Iterator[str]:
    said, day = date.groupdict(), int(date["day"])
    number = _MONTHS.index(said["month"].lower()) + 1 if said.get("month") else int(said["number"])
    if 1 <= number <= len(_MONTHS) and 1 <= day <= _LAST_DAY:
        month = _MONTHS[number - 1]
        yield from (f"{word.upper()}{day}" for word in (month, *_OTHER_WORDS.get(month, ())))
