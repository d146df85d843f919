"""Words of queries: words of little meaning, opposed processes, places, misspellings, lists, and foreign languages."""

import re
import unicodedata
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern
from biofacts.domain.text.salts_and_acids import SALT_METALS, SALTS

_ASKING = """
    about actor affect affects again against all already also any appear appears author authors available behind
    both but call called cause causes come comes contain containing contains could cover covered covers curious
    describe describing detail details diagram diagrams did dn drawn drew each event events exist
    exists explain explained find first for full give given goes had has have having help if including information
    interested involve involves involving just key know known learn like list look looking main me more
    most much my need new not occur occurs often one other our overview particular play player plays please process
    raise raises relate related relating responsible resulting rid say see she should show some studying such
    summary tell than them then there they topic under understand up us used using versus very vs want was we well
    were while who whose wikipathways will would written wrong wrote you your
"""

_GENERIC = """
    acid action activate activated activation activator activity acute adult agonist altered anabolic anabolism
    analysis antagonist assembly associated axis based binding biogenesis biology biosynthesis biosynthetic blockade
    blocker breakdown canonical cascade catabolic catabolism cell cellular chain change chemical chronic class
    community complex component compound condition control crosstalk damage defect deficiency degradation delivery
    dependent derived development developmental differentiation disease disorder disruption disruptor disturbance
    domain dose downstream drug dysfunction dysregulation effect efficacy element entry enzyme event expression factor
    failure family formation formed function gene general generation group growth homeostasis homolog human
    hypothesis impaired independent induced induction infection inhibition inhibitor inhibitory interaction
    involvement ion level ligand link loss maintenance management maturation mechanism mediated medicine member
    metabolic metabolism metabolite mode model modifying modulation modulator molecular molecule monitoring mutation
    negative network nuclear number organ organism ortholog pathogenesis pathology pathophysiology patient
    pharmacodynamics pharmacokinetics pharmacology phase physiology positive potential prevent prevention processing
    production profile progression promoter protein react reaction receptor recycling reduction regulate regulated
    regulation regulator regulatory related release research resistance resistant respond response result risk role
    route secretion selective sense sensing sensitivity side signal signaling signalling source stage state
    stimulation stimulus strain stress structure study subunit superfamily superpathway symptom syndrome synthase
    synthesis synthetic system target targeted therapeutic therapy tissue toxicity toxin transcription
    transcriptional transduction transition transmission transport treatment trial type upstream uptake use virus
"""


def _folded(words: str) -> frozenset[str]:
    return frozenset(token for word in words.split() for token in fold.tokens(word))


_LONGEST_PLACE = 2  # `in adipose tissue`

ASKING = _folded(_ASKING)
"""Words of questions, in addition to `fold.STOP_WORDS`: meaningless in a query, though they may be part of a name."""

GENERIC = _folded(_GENERIC) | _folded(" ".join(SALTS - SALT_METALS))
"""Words for a kind of thing (`syndrome`, `metabolism`, `inhibitor`) that identify nothing.

An entry that matches only such words does not answer a query that has other words.
"""

_PROCESSES = [
    _folded(words)
    for words in [
        "anabolic anabolism biosynthesis biosynthetic synthesis",
        "biodegradation breakdown catabolic catabolism degradation",
        "activates activating activation activator",
        "inhibiting inhibition inhibitor inhibitory inhibits repression suppression",
        "upregulated upregulation",
        "downregulated downregulation",
    ]
]
# In titles, these words may be about something else: `ethanol metabolism resulting in production of ROS`.
_ALSO = [
    _folded("biogenesis formation formed generation made make production synthesized synthetic"),
    _folded("break broken degraded catabolized proteolysis"),
    _folded("activated stimulated stimulation"),
    _folded("blockade inhibited"),
    frozenset[str](),
    frozenset[str](),
]
_SIDES = [words | also for words, also in zip(_PROCESSES, _ALSO, strict=True)]
PROCESSES = frozenset[str]().union(*_SIDES)
"""Words of processes that have an opposite: `synthesis`, `inhibition`."""
_LEGEND = _folded("black blue brown cyan gray green grey magenta orange pink purple red violet white yellow")

_PHRASAL = late_pattern(r"\b(?P<verb>br(?:eaks?|oken|eaking)|ta(?:kes?|ken|king)) (?:down|(?P<up>up))\b", re.I)


# `I` is also a Roman number.
_ASKER = late_pattern(
    r"\bI(?:'[md]\b|\s+(?:am|can|could|have|need|should|want|would)\b)|\b(?:am|can|could|did|do|if|should|would)\s+I\b"
)

_CAUSING = late_pattern(r"\bleads? (?:(?:me|us) )?(?:in)?to\b", re.I)
ALSO_VERBS = frozenset({"lead"})
"""Names of substances that are mostly verbs in texts: lead, as in `leading to`."""

OF_NAMES = _LEGEND | PROCESSES | ALSO_VERBS
"""Words that must match a name or term: a match somewhere in a text is no answer.

A text that mentions a synthesis may mean that of another thing; colors in a text explain the drawing.
"""

_SEVERAL = late_pattern(r"(?<=\b[A-Z]{3})s\b")  # the plural of `TKIs`, since folding keeps the `s` of short words


def with_nouns(text: str) -> str:
    """Replace two-word verbs by the noun of their process: `broken down` by breakdown, `taken up` by uptake.

    The asker (`should I`), the phrase `leads to`, and the plural `s` of abbreviations are removed.
    """
    text = _CAUSING.sub(" ", _SEVERAL.sub("", _ASKER.sub("", text)))
    return _PHRASAL.sub(lambda match: "uptake" if match["up"] else "breakdown", text)


class Opposed(NamedTuple):
    """The words for a process in a query (`own`), and the words for the opposite process in titles."""

    own: frozenset[str]
    opposite: frozenset[str]


def opposed(tokens: AbstractSet[str]) -> Sequence[Opposed]:
    """Return the processes that a query names without their opposite: `breakdown`, the opposite of `synthesis`."""
    # Opposites are neighbours in the list: 0 and 1, 2 and 3.
    return [
        Opposed(own, _PROCESSES[place ^ 1])
        for place, own in enumerate(_SIDES)
        if tokens & own and not tokens & _SIDES[place ^ 1]
    ]


_PLACES = _folded("""
    adipocyte adipose artery astrocyte blood body bone brain breast cardiomyocyte cartilage chondrocyte colon
    endothelium epithelium erythrocyte eye fibroblast gut heart hepatocyte intestine islet keratinocyte kidney liver
    lung lymphocyte macrophage microglia monocyte muscle myocyte nephron nerve neuron neutrophil organ osteoblast
    osteoclast ovary pancreas placenta platelet podocyte prostate retina skin spleen stomach testis thymus thyroid
    tissue uterus
""")


def places(text: str) -> frozenset[str]:
    """Return the folded words for a place at the end of a query: `in the liver`, `in fat tissue`.

    `in kidney disease` is not a place but a subject.
    """
    tokens = fold.tokens(text)
    start = max((place for place, word in enumerate(tokens) if word in ("in", "inside", "within")), default=0)
    where = [word for word in tokens[start + 1 :] if word not in fold.STOP_WORDS]
    is_place = start and where and where[-1] in _PLACES | {"cell"} and not {*where[:-1]} & GENERIC
    return frozenset(where) if is_place and len(where) <= _LONGEST_PLACE else frozenset()


def without_generic_words(text: str) -> str:
    """Remove stop words, words of questions and generic words from a query: `genes in glycolysis` is `glycolysis`."""
    little = fold.STOP_WORDS | ASKING | GENERIC
    return " ".join(dict.fromkeys(word for token, word in fold.spelt(text) if token not in little))


_FRAME = (
    fold.STOP_WORDS - {"and", "or"}
    | ASKING - {"versus", "vs"}
    | _folded(
        "gene code codes coded coding encode encodes encoded encoding symbol locus ortholog homolog approved"
        " official hgnc previous former"
    )
)

_ENDING_NAMES = frozenset({"like", "related"})


def without_frame(text: str) -> str:
    """Return the name in a question about a gene: `insulin` in `which gene encodes insulin?`."""
    *words, last = _ASKER.sub("", text).split() or [""]
    framed = [word for word in words if not all(token in _FRAME for token in fold.tokens(word))]
    # `galectin 9 like` is the name of another gene, but `genes like TP53` is a question.
    if last.casefold() in _ENDING_NAMES or not all(token in _FRAME for token in fold.tokens(last)):
        framed.append(last)
    return " ".join(framed).rstrip("?!.")


def without_process(text: str) -> str:
    """Remove the process words at the end of a text: `uric acid formed` becomes `uric acid`."""
    words = text.split()
    while len(words) > 1 and not PROCESSES.isdisjoint(fold.tokens(words[-1])):
        words.pop()
    return " ".join(words)


_BETWEEN_NAMES = late_pattern(r"\s*[,;|]\s*(?:(?:and|or)\s+)?|\s+(?:and|or|&|\+|vs\.?|versus)\s+|\s*[\t\n/]\s*", re.I)
_SYMBOL = late_pattern(r"(?=[^a-z]*[A-Z])[A-Z\d][A-Z\d-]{2,}", re.A)
_COMPARED = late_pattern(r"^(?:.*\bbetween|compare|comparison of)\s+", re.I)
MOST_NAMES = 20
"""The maximum number of names in a query that is recognized as a list."""


def names_in(text: str) -> Sequence[str]:
    """Split a text that may be a list of names, which no search accepts; return nothing for a single name."""
    parts = [name for part in _BETWEEN_NAMES.split(_COMPARED.sub("", text.strip())) if (name := part.strip(" ?"))]
    if len(parts) == 1 and all(_SYMBOL.fullmatch(word) for word in text.split()):
        parts = text.split()
    # `Smad2/3` and `MICA/B` are no lists, nor is the genotype `ob/ob`.
    are_ends = len({part.isdecimal() for part in parts}) > 1 or any(len(part) == 1 for part in parts)
    return parts if 1 < len({*parts}) <= MOST_NAMES and not are_ends else ()


# Detection of foreign languages by letters and frequent short words


_LETTERS = late_pattern(r"[^\W\d_]+")
# Besides the two scripts, the beginnings of the Unicode names of their variants and signs: `µ`, `ª`, `ℝ`, `Å`.
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
    return not text.isascii() and any(
        not unicodedata.name(char, "LATIN").startswith(_SCRIPTS) for word in _LETTERS.findall(text) for char in word
    )


def seems_foreign(text: str) -> bool:
    """Return True if letters or short words of a query suggest another language than English."""
    if has_foreign_letters(text):
        return True
    words = _LETTERS.findall(text)
    accented = any(_is_accented(char) for word in words for char in word.casefold())
    # `IL2RA` is not Italian.
    small = {word.casefold() for word in words if not word.isupper()}
    return accented or (len(words) > 1 and not _SMALL_WORDS.isdisjoint(small))


def _is_accented(char: str) -> bool:
    return char == "ß" or ("LATIN" in unicodedata.name(char, "") and len(unicodedata.normalize("NFD", char)) > 1)
