"""Rewordings of a gene's name: without generic words and variants, with other abbreviations, or in its parts."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from biofacts.domain.genes.names import SYSTEMATIC
from biofacts.domain.text.fold import ROMAN
from biofacts.domain.text.patterns import late_pattern

_OF_TWO = 2
# The text comes from callers, and each word adds terms to look up.
MOST_WORDS = 8
_SEPARATORS = late_pattern(r"[/|;,()\[\]]|\s+(?:aka|alias)\s+", re.I)
# `Toll-like receptor (TLR) 4`, `tumor necrosis factor (TNF)-alpha`.
_ABBREVIATED = late_pattern(r"([^()]{3,}?) ?\(([^() ]{2,10})\)([ -]?)([^() ]{1,10})")
_IN_BRACKETS = late_pattern(r"([^()]{3,}?) \(([^()]{2,})\)")
_OF_HUMAN = late_pattern(r"h([A-Z][A-Z0-9]{2,})", re.A)
_MOST_BESIDE = 3
# These words are dropped without conditions (`TP53 protein`).
_SAY_NOTHING = frozenset({
    "gene", "genes", "protein", "proteins", "human", "mrna", "lncrna", "family", "member", "members", "mutant",
    "mutation",
})  # fmt: skip
# Neither is a variant of the protein part of a name: `BRAF V600E`, `TP53 p.Arg175His`.
_AMINO_ACIDS = "Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val"
_VARIANT = late_pattern(
    rf"(?:p\.)?(?:[ACDEFGHIKLMNPQRSTVWY]\d{{2,4}}[ACDEFGHIKLMNPQRSTVWY*]|(?:{_AMINO_ACIDS})\d+(?:{_AMINO_ACIDS}|Ter)"
    r"|[A-Z]\d{2,4}(?:del|fs\S*))|(?:delta|[Δδ]|del)[A-Z]\d{2,4}",
    re.A,
)
# An allele or a serotype: `HLA-B*57:01`, `HLA-B27`.
_ALLELE = late_pattern(r"(HLA-(?:[A-CEFG]|D[A-Z]{1,2}\d?))\*?\d[\d:]*[A-Z]?", re.A)
# These are dropped only if the gene's names or families contain them: `BRAF kinase`, but not `TP53 kinase`.
_KINDS = frozenset({"kinase", "receptor", "transporter", "channel", "phosphatase", "ligand"})


class Rewording(msgspec.Struct, frozen=True):
    """An interpretation of a name.

    `parts`: names of one gene; `left_out`: words that must occur in its full names or families; `of_human`: the name
    must be the approved symbol of a human gene; `variant`: the variant of the protein that was left out.
    """

    parts: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    of_human: bool = False
    variant: str = ""


def rewordings(text: str) -> Iterator[Rewording]:
    """Yield every rewording of a name, the one as it is written first."""
    yield Rewording((text,))
    for pattern, form in SYSTEMATIC:
        if found := pattern.fullmatch(text):
            yield Rewording((form(found[1]),))
    if found := _OF_HUMAN.fullmatch(text):
        yield Rewording((found[1],), of_human=True)
    if found := _ALLELE.fullmatch(text):
        yield Rewording((found[1],), variant=text)
    if found := _ABBREVIATED.fullmatch(text):
        full, short, sign, rest = found.groups()
        yield Rewording((f"{full} {rest}",))
        yield Rewording((f"{short}{sign.strip()}{rest}",))
    parts = tuple(part for one in _SEPARATORS.split(text) if (part := one.strip()) and part.lower() not in _SAY_NOTHING)
    if parts and parts != (text,):
        yield Rewording(parts)
    words = text.split()
    if 1 < len(words) <= MOST_WORDS:
        telling = [word for word in words if word.casefold() not in _SAY_NOTHING]
        if len(words) - len(telling) > 1:
            yield Rewording((" ".join(telling),))
        # HGNC's group is `H3 histones`.
        if len(telling) == _OF_TWO and any(char.isdigit() for char in telling[1]):
            yield Rewording((f"{telling[1]} {telling[0]}",))
        yield from _with_fewer_words(words)


def _with_fewer_words(words: Sequence[str]) -> Iterator[Rewording]:
    without = [(word, " ".join([*words[:place], *words[place + 1 :]])) for place, word in enumerate(words)]
    for place, word in enumerate(words):
        # `EGF receptor` is EGFR, `S6 kinase 1` S6K1, `TGF-β receptor II` TGFBR2.
        if word.casefold() in ("receptor", "kinase") and place:
            numbered = (str(ROMAN.index(one) + 1) if one in ROMAN else one for one in words[place + 1 :])
            yield Rewording(("".join([*words[:place], word[0].upper(), *numbered]),))
    for word, rest in without:
        if word.casefold() in _SAY_NOTHING:
            yield Rewording((rest,))
        elif _VARIANT.fullmatch(word):
            telling = " ".join(one for one in rest.split() if one.casefold() not in _SAY_NOTHING)
            yield Rewording((telling,), variant=word)
        elif word.casefold() in _KINDS:
            yield Rewording((rest,), (word.casefold(),))
    # `tumor protein TP53`: one word is the symbol, and the others must occur in its full names.
    if len(words) <= _MOST_BESIDE:
        for word, rest in without:
            yield Rewording((word,), tuple(rest.casefold().split()))


def around_bracket(text: str) -> Sequence[str]:
    """Return what is before and in the bracket at the end of a text; nothing for a text without one."""
    found = _IN_BRACKETS.fullmatch(text)
    return found.groups() if found else ()
