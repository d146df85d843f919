"""Variants of a gene name: without generic words and forms, in parts, with other abbreviations, next to a family."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Literal

import msgspec

from biofacts.domain.genes import families
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.names import is_ion
from biofacts.domain.identifiers import organisms
from biofacts.domain.text import fold
from biofacts.domain.text.fold import ROMAN
from biofacts.domain.text.patterns import late_pattern


def _factor(number: str) -> str:
    """Return the full name of a blood clotting factor, by its Arabic or Roman number."""
    return f"coagulation factor {fold.ROMAN[int(number) - 1] if number.isdecimal() else number}"


def _g_protein(subunit: str) -> str:
    """Return the symbol of a G protein subunit: `GNb1` for `β1`."""
    return f"GN{fold.compact(subunit[0])}{subunit[1:]}"


def _numbered_receptor(name: str) -> str:
    """Replace the Roman number at the end of a receptor's name: `TGF-betaR1` for `TGF-betaRI`."""
    bound = name.rstrip("I")
    return f"{bound}{len(name) - len(bound)}"


_ALFA = late_pattern("alfa", re.I)  # the spelling of international nonproprietary names
_COENZYME_A = late_pattern("coenzyme A", re.I)

SYSTEMATIC: Sequence[tuple[re.Pattern[str], Callable[[str], str]]] = (
    (late_pattern(r"(?:cytochrome )?P-?450[ -]?(\d+[A-Z]\d+)", re.I | re.A), "CYP{}".format),
    (
        late_pattern(r"(?:hsa-|pr[ei]-)*(?:miR|miRNA|microRNA)[ -]?(\d+[a-z]?(?:-\d)?)(?:-[35]p)?", re.I | re.A),
        "MIR{}".format,
    ),
    (late_pattern(r"(?:hsa-)?let[ -]?7([a-i](?:-\d)?)(?:-[35]p)?", re.I | re.A), "MIRLET7{}".format),
    # A modified histone: `H4K20me3` means the H4 histones.
    (late_pattern(r"(H[1-4](?:\.\d|A|B)?)[KRST]\d+(?:[A-Z]|me\d?s?|ac|ub\d?|ph)", re.A), "{} histone".format),
    (late_pattern(r"G([αβγ][a-z0-9]{1,2})", re.I), _g_protein),
    (late_pattern(r"G ?([a-z]\d?|1[1-5])[ -]?(?:α|alpha)(?: subunit)?"), "GNA{}".format),
    (late_pattern(r"G(?:[ -]protein)?(?: subunit)?[ -](?:α|alpha)[ -]?([a-z]\d?|1[1-5])"), "GNA{}".format),
    # `sICAM-1`, `soluble ICAM-1`.
    (late_pattern(r"(?:s|soluble )(?=[A-Z])([\w-]{3,})"), "{}".format),
    # An isoform behind the Greek letter: `RORγt`.
    (late_pattern(r"(\w{3,}[α-ω])[a-z]"), "{}".format),
    (late_pattern(r"(.*\balfa\b.*)", re.I), lambda name: _ALFA.sub("alpha", name)),
    (late_pattern(r"(.*\bcoenzyme A\b.*)", re.I), lambda name: _COENZYME_A.sub("CoA", name)),
    (late_pattern(r"(.*(?:[α-ω]|\b[A-Z]|alpha|beta|gamma) prime\b.*)", re.I), lambda name: name.replace(" prime", "'")),
    (late_pattern(r"IL[ -]?(\d+[A-Z]? \S.*)", re.A), "interleukin {}".format),
    (late_pattern(r"(?:blood |clotting )*factor ([1-9]|1[0-3]|[IVX]{1,5})a?", re.I | re.A), _factor),
    (late_pattern(r"F([IVX]{1,5})a?"), _factor),
    # A capital alone is a complement factor (`factor H`), unless a Roman number above matches: `factor X` is F10.
    (late_pattern(r"factor ([A-Z])", re.I | re.A), "complement factor {}".format),
    # Two capitals before RI are not a bound protein: an SSRI is not SSR1.
    (late_pattern(r"(?![A-Z]{2}RI)(\S{2,}RI{1,3})"), _numbered_receptor),
)
"""Patterns of systematic names, each with a function that returns the gene name for the pattern's group."""


# Rewordings: without generic words and variants, with other abbreviations, or in parts


_OF_TWO = 2
# Texts come from callers, and each word adds terms to look up.
MOST_WORDS = 8
_SEPARATORS = late_pattern(r"[/|;,()\[\]]|\s+(?i:aka|alias)\s+|(?<=\bp\d\d)(?=[A-Z][A-Za-z])")  # `p21Waf1/Cip1`
# `Toll-like receptor (TLR) 4`, `tumor necrosis factor (TNF)-alpha`.
_ABBREVIATED = late_pattern(r"([^()]{3,}?) ?\(([^() ]{2,10})\)([ -]?)([^() ]{1,10})")
_IN_BRACKETS = late_pattern(r"(.{3,}?) \(([^()]{3,})\)")
_OF_HUMAN = late_pattern(r"h([A-Z][A-Z0-9]{2,})", re.A)  # `hMLH1`, but not `hp53`: only an approved symbol
# `BRAF 3` is not BRAF beside a word, nor is `MAPK A` a name with a remark.
_MOST_BESIDE, _SHORTEST_BESIDE = 3, 3
# These words are dropped without conditions (`TP53 protein`).
_SAY_NOTHING = frozenset({
    "gene", "genes", "protein", "proteins", "human", "mrna", "lncrna", "family", "member", "members",
})  # fmt: skip
# A form of the gene or its product is not part of its name: a variant (`BRAF V600E`, `JAK2V617F`), an allele
# (`CYP2C9*3`, `HLA-B27`), a state (`p-ERK`, `phospho-AKT (Ser473)`, `cleaved caspase-3`), or a tag (`GFP-LC3`).
_AMINO_ACIDS = "Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val"
_ALTERED = "[ACDEFGHIKLMNPQRSTVWY]"
_CHANGE = (
    rf"(?:p\.)?(?:{_ALTERED}\d{{2,4}}(?:{_ALTERED}|\*|del|fs\S*)|(?:{_AMINO_ACIDS})\d+(?:{_AMINO_ACIDS}|Ter))"
    r"|(?:[Dd]elta|[Δδ∆]|[Dd]el)[A-Z]\d{2,4}|(?:[cg]\.)?-?\d+[ACGT]>[ACGT]"
)
_CHANGE_BEHIND = rf"{_CHANGE}|[Δδ∆]\d{{1,3}}"  # `CCR5Δ32`: before a name it is chemistry, as in `Δ9-THC`
_CHANGES = rf"(?:{_CHANGE_BEHIND})(?:[/+](?:{_CHANGE_BEHIND}|{_ALTERED}(?!\w)))*"  # `G12C/D`
_SITE = r"(?:p-?[STY]-?|p?-?(?:Ser|Thr|Tyr)-?|[STY]-?\d)\d{1,4}"  # `NPY Y1` is a receptor
_SITES = rf"{_SITE}(?:[/,] ?(?:{_SITE}|\d{{1,4}}))*"  # `Ser217/221`
_BEFORE = (
    r"anti(?=[ -]\S{3})|phospho|phosphorylated|pro|acetylated|methylated|ubiquitinated|sumoylated|cleaved|cl(?=-)"
    "|activated|active|total|mutant|mutated"
    "|wild[- ]?type|WT|recombinant|full[- ]length|E?GFP(?:-tagged)?|mCherry|FLAG(?:-tagged)?|HA-tagged|Myc-tagged"
    "|G[DT]P-bound|G[DT]P(?=-[A-Z])|constitutively active|dominant[- ]negative|kinase[- ]dead"
)
_AFTER = (
    r"(?:exon \d+ )?(?:deletion|insertion|skipping|fusion|amplification|rearrangement|mutation|mutant)s?|WT|KO|knockout"
    r"|luc(?:iferase)?(?: reporter)?|Cre(?:ERT?2?)?|(?<=-)E?GFP"
    "|null|s[ih]RNA|[NC]-?term(?:inal|inus)?(?: (?:fragment|domain|peptide|half))?"
    "|(?:intra|extra)cellular domain|ectodomain"
)
_RANGE = r"[(]?\d{1,3}[-–]\d{2,3}[)]?"  # of residues: `MOG35-55`
_FORMS = (
    late_pattern(rf"(?P<name>.{{2,}}?)[ :-]?[ (](?P<form>{_CHANGES}|{_SITES}|(?i:{_AFTER}))\)?", re.A),
    late_pattern(rf"(?P<name>.{{2,}}?)-(?P<form>{_CHANGES}|(?i:{_AFTER}))", re.A),  # `KRAS-G12C`, `p53-null`
    # `JAK2V617F`, `p53R175H`, `K-rasG12V`.
    late_pattern(rf"(?P<name>(?:[A-Z]|p(?=\d))(?:[\w-]+\d|[A-Za-z-]{{3,}}?))(?P<form>{_CHANGE_BEHIND})", re.A),
    late_pattern(rf"(?P<form>{_CHANGE})-(?P<name>.{{2,}})", re.A),  # `ΔF508-CFTR`
    late_pattern(r"(?P<name>CD\d+[a-z]?)[ -]?(?P<form>hi|high|lo|low|bright|dim|pos|neg|\+)", re.A),  # of a cell
    late_pattern(rf"(?P<name>.*[A-Za-z]{{2}}) ?(?P<form>{_RANGE})", re.A),
    late_pattern(r"(?P<name>p-?[A-Za-z]*[a-z]{2})(?P<form>\d{3,4})", re.A),  # `pTau217`
    late_pattern(r"(?P<name>[A-Z]+\d[A-Z]?)(?P<form>-I{1,2})", re.A),  # `LC3-II`: names do not end in two numbers
    # `FLT3-ITD`, `BRAF-GTP`, `EGFRvIII`, `CD44v6`
    late_pattern(r"(?P<name>\w{3,}?)[ -]?(?P<form>-ITD|-G[DT]P|vIII|(?<=[A-Z\d])v\d{1,2})", re.A),
    # `HLA-B27`, `HLA-B*57:01`
    late_pattern(r"(?P<name>HLA-(?:[A-CEFG]|D[A-Z]{1,2}\d?))(?P<form>\*?\d[\d:]*[A-Z]?)", re.A),
    # `CYP2C9*3`, `CYP3A4 *1B`
    late_pattern(r"(?P<name>[A-Z][A-Z0-9]{2,}) ?(?P<form>\*\d+[A-Z]?(?:xN)?)", re.A),
    late_pattern(
        rf"(?P<form>p-(?=[α-ω]|[\w-]*[A-Z0-9]|[a-z]{{3,}}$)|(?:p|rh|(?:NT-)?pro)(?=[A-Z][\wα-ω])|p(?=e[IE]F\d)|pro(?=[a-z]{{4}})|(?:TA|[Δδ∆D]N)(?=p\d\d)"
        r"|(?:HA|His|V5)-(?=\w{2})"
        rf"|(?i:{_BEFORE})[ -]|(?:{_CHANGE}) )(?P<name>.{{2,}})",
        re.A,
    ),
    late_pattern(
        r"(?P<name>.*[\w-]\d|(?-i:.*[A-Z\d]R))[ -]?(?P<form>alpha|beta|gamma|delta|[αβγδ])", re.I
    ),  # `neuregulin-1 beta`
    late_pattern(r"(?P<form>(?:mmu|rno)-)(?P<name>(?:miR|let)-.+)", re.A),
    # A variant by splicing, or of human: `ASIC1a`, `5-HT4b`, `hNav1.5`.
    late_pattern(r"(?P<name>(?=.*[A-Z])[\w.-]{3,}\d)(?P<form>[a-d])", re.A),
    late_pattern(r"(?P<form>h)(?P<name>[A-Z][A-Za-z]{2,}[\d.]*\d)", re.A),
    # A fragment (`caspase-8 p18`), but a subunit in interleukins (`IL-23 p40`), and two genes in `MDM2 p53`.
    late_pattern(
        r"(?!IL|interleukin)(?=[A-Za-z]{4,}-\d{1,2} p\d\d$|.* p\d\d fragment$)"
        r"(?P<name>.+) (?P<form>p\d\d)(?: fragment)?",
        re.A,
    ),
)
_ROMAN_NUMERAL = late_pattern(
    rf"(?<=\w[ -])(?:(?i:{'|'.join(numeral for numeral in ROMAN if len(numeral) > 1)})|(?<=[a-z]{{3}}.)[IVX])(?![\w/])"
)
_ARABIC_NUMERAL = late_pattern(r"(?<=[a-z]{4}[ -])(?:[1-9]|1[0-3])(?![\w./-])")
_ONLY_SITES = late_pattern(_SITES, re.A)
_MOST_FORMS = 3  # `BRAF V600E mutant` has two
# `BCR::ABL1`, `EML4-ALK fusion`, `CD11b/CD18`, `integrin αvβ3`.
_JOINT = late_pattern("::|[-–:/]")
_OF_JOINED = late_pattern(r" (?:fusion|fusion (?:gene|protein|transcript|oncogene|kinase)|complex|heterodimer)", re.I)
_INTEGRIN = late_pattern(
    r"(?:integrin[ -])?(?:α|alpha)[- ]?(\w{1,3}?)[- /]?(?:β|beta)[- ]?(\d)(?: integrin)?", re.I | re.A
)
_BETA_OF = {"4": "17", "6": "14", **dict.fromkeys(("1", "2", "3", "5", "7", "8", "9", "10", "11"), "1")}
"""The β subunits with which numbered α subunits form integrins; `α4β2` is a nicotinic receptor."""
# `Smad2/3`, `S100A8/A9`, `GSK3α/β`, `Kv7.2/7.3`, `GPIIb/IIIa`: the endings of names with the same beginning.
_ENDS = [
    r"\d{1,2}[A-Za-h]?", r"[IVX]{1,3}[a-d]?", r"R[IVX]{1,3}", r"[A-Z]\d{0,2}", r"(?<=\d)[a-h]\d?|(?<!\w)[a-h]",
    r"[α-ω](?:\d|[IVX]{1,3})?", r"\d{1,2}\.\d{1,2}",
]  # fmt: skip
# A later ending may have a hyphen of its own: `caspase-1/-4`, `IL-1 and -8`.
_OR = late_pattern(r"(?: ?[/&] ?|,? (?:and|or|&) |, ?)-?")
_ALTERNATES = [
    late_pattern(rf"((?=[\d-]*[A-Za-zα-ω])(?:[A-Za-z](?=\d)|.+?[\w.][ -]?))((?:{end})(?:(?:{_OR.pattern})(?:{end}))+)")
    for end in _ENDS
] + [late_pattern(rf"((?:hsa-)?miR-?)(\d{{1,4}}[a-k]?(?:(?:{_OR.pattern})\d{{1,4}}[a-k]?)+)", re.I)]
_NUMBERED_FROM_TO = late_pattern(r"([A-Za-z]\w*[A-Za-z])([1-9]\d?)[-–]([1-9]\d?)", re.A)
_SHORTEST_JOINED = 3
_MOST_JOINTS = 4
# These words are dropped only if the gene's full names or families contain them: `BRAF kinase`, not `TP53 kinase`.
_KINDS = frozenset({"kinase", "receptor", "transporter", "channel", "phosphatase", "ligand"})
# Before a symbol, the name of a class is dropped without conditions: `GTPase Rab6a`, `receptor tyrosine kinase MET`.
_CLASSES = _KINDS - {"ligand"} | {
    "acetyltransferase", "antigen", "atpase", "chemokine", "cytokine", "deacetylase", "demethylase", "enzyme", "gtpase",
    "growth factor", "helicase", "hormone", "ligase", "methyltransferase", "oncogene", "oncoprotein", "peptidase",
    "protease", "proteinase", "transcription factor", "tumor suppressor",
}  # fmt: skip
_OF_PARTNER = frozenset({"receptor", "ligand"})
_OF_CLASS = frozenset(" ".join(_CLASSES).split()) | {
    "cell", "cysteine", "e3", "histone", "lipid", "membrane", "nuclear", "orphan", "protein", "proto", "serine",
    "small", "surface", "the", "threonine", "tyrosine", "ubiquitin",
}  # fmt: skip
_IN_CLASS = late_pattern(r"(?=.*[A-Z\d])(?![IVX]+[ab]?$)[A-Za-z][\w-]{2,}")


class Rewording(msgspec.Struct, frozen=True):
    """An interpretation of a name.

    `parts`: names of one gene. `left_out`: omitted words that must occur in the gene's full names or families.
    `of_human`: True if the only part must be the approved symbol of a human gene. `form`: omitted words for a form of
    the gene or its product. `is_derived`: True if the part is derived from the name, which may be the whole
    name of another protein: an abbreviation of it, or the name without its class. `is_respelt`: True if the part is the
    name in another spelling.
    """

    parts: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    of_human: bool = False
    form: tuple[str, ...] = ()
    is_derived: bool = False
    is_respelt: bool = False


# Cached, since both looking up and resolving a name need all rewordings.
@lru_cache(maxsize=256)
def rewordings(text: str) -> Sequence[Rewording]:
    """Return every rewording of a name: first the name unchanged, last the rewordings without a form of the gene.

    The name of an ion has no rewordings, and of a name with another organism, no word is left out.
    """
    if is_ion(text):
        return ()
    is_elsewhere = (named := organisms.organism_in(text)) and named[1] != organisms.HUMAN
    return (Rewording((text,)), *_with_other_numerals(text)) if is_elsewhere else (*_rewordings(text),)


def _rewordings(text: str) -> Iterator[Rewording]:
    # A single letter is not a name: `protein Z` is not PSMB7 (alias Z), nor `protein R` RHO, which is folded like rho.
    yield from (
        rewording
        for rewording in _of_whole(text)
        if rewording.parts[1:] or rewording.parts == (text,) or len(rewording.parts[0]) > 1
    )
    for rest, form in plain_names(text):
        yield from (msgspec.structs.replace(rewording, form=form) for rewording in _of_whole(rest))


@lru_cache(maxsize=256)
def plain_names(text: str) -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return a name without one form of the gene or its product, then without two, and so on, and the omitted forms."""
    # Of the forms, a plain word has at most `pro` (`proinsulin`). The patterns are long, and the first search of a
    # process would wait for them to be compiled.
    if text.isascii() and text.isalpha() and text.islower() and not text.startswith("pro"):
        return ()
    words, left_out = text.split()[: MOST_WORDS + 1], list[str]()
    rest = " ".join(word for word in words if word.casefold() not in _SAY_NOTHING) if len(words) <= MOST_WORDS else ""
    plain: list[tuple[str, tuple[str, ...]]] = []
    while len(plain) < _MOST_FORMS and (match := next(filter(None, (form.fullmatch(rest) for form in _FORMS)), None)):
        if not any(map(str.isalpha, rest := match["name"])):
            break  # `p-38` is not the gene with the number 38
        left_out.append(match["form"].strip())
        plain.append((rest, (*sorted(left_out, key=text.find),)))
    return plain


def without_phosphorylation(text: str) -> str | None:
    """Return the name without `p` or `p-` of a phosphorylated form, and without its sites; None without this prefix."""
    for rest, (*forms,) in plain_names(text):
        if [form for form in forms if not _ONLY_SITES.fullmatch(form)] in (["p"], ["p-"]):
            return rest
    return None


@lru_cache(maxsize=256)
def alternates(text: str) -> Sequence[Sequence[str]]:
    """Return the lists of names for a name with alternative endings (`Smad1/5/8`, `MCM2-7`), also without a form."""
    return [names for names in _alternates(text) if names[1:]]  # `APC/C` is not twice APC


def _alternates(text: str) -> Iterator[Sequence[str]]:
    for name in (text, *(rest for rest, _ in plain_names(text))):
        if (match := _NUMBERED_FROM_TO.fullmatch(name)) and int(match[2]) < int(match[3]):
            yield [f"{match[1]}{number}" for number in range(int(match[2]), int(match[3]) + 1)]
        elif match := next(filter(None, (pattern.fullmatch(name) for pattern in _ALTERNATES)), None):
            yield [f"{match[1]}{end}" for end in dict.fromkeys(_OR.split(match[2]))]


def is_range(text: str) -> bool:
    """Return True for a range of numbers, some of which no gene may have: `HOXA1-13` has no HOXA8."""
    return _NUMBERED_FROM_TO.fullmatch(text) is not None


def joined(text: str) -> Iterator[tuple[str, str]]:
    """Yield the two names in the name of a fusion, complex or pair, for each position where the name may be split."""
    # Some ligand-gated channels are named by their subunits like integrins: `α4β2`.
    if (match := _INTEGRIN.fullmatch(text)) and (
        "integrin" in text.casefold() or not match[1].isdecimal() or match[2] in _BETA_OF.get(match[1], "")
    ):
        yield f"integrin alpha {match[1]}", f"integrin beta {match[2]}"
    text = _OF_JOINED.sub("", text)
    for joint in islice(_JOINT.finditer(text), _MOST_JOINTS) if " " not in text else ():
        first, last = text[: joint.start()], text[joint.end() :]
        if all(len(name) >= _SHORTEST_JOINED and name not in ROMAN and name[0] != "-" for name in (first, last)):
            yield first, last


def _of_whole(text: str) -> Iterator[Rewording]:
    yield Rewording((text,))
    if turned := with_letter_behind(text):
        yield Rewording((turned,))
    for pattern, form in SYSTEMATIC:
        if match := pattern.fullmatch(text):
            yield Rewording((form(match[1]),), is_respelt=form is _numbered_receptor)
    yield from _with_other_numerals(text)
    if match := _OF_HUMAN.fullmatch(text):
        yield Rewording((match[1],), of_human=True)
    # `collagen alpha-1(III) chain` abbreviates nothing.
    if (match := _ABBREVIATED.fullmatch(text)) and match[2] not in ROMAN:
        full, short, sign, rest = match.groups()
        yield Rewording((f"{full} {rest}",))
        yield Rewording((f"{short}{sign.strip()}{rest}",))
    parts = tuple(
        part for piece in _SEPARATORS.split(text) if (part := piece.strip()) and part.lower() not in _SAY_NOTHING
    )
    if parts and parts != (text,):
        yield Rewording(parts)
    yield from _without_words(text.split())


def _without_words(words: Sequence[str]) -> Iterator[Rewording]:
    """Yield the rewordings without words that say nothing, or that the gene's other names contain."""
    telling = [word for word in words if word.casefold() not in _SAY_NOTHING]
    if len(words) > MOST_WORDS and words[-1].casefold() in _SAY_NOTHING:
        yield Rewording((" ".join(words[:-1]),))  # of shorter names, one word at a time is left out below
    if telling and len(words) - len(telling) > 1:
        yield Rewording((" ".join(telling),))
    if 1 < len(words) <= MOST_WORDS:
        # `histone H3`: the gene group of HGNC is `H3 histones`.
        if len(telling) == _OF_TWO and any(char.isdigit() for char in telling[1]):
            yield Rewording((f"{telling[1]} {telling[0]}",))
        yield from _without_a_word(words)


def _with_other_numerals(text: str) -> Iterator[Rewording]:
    return (Rewording((other,), is_derived=True, is_respelt=True) for other in in_other_numerals(text))


def in_other_numerals(text: str) -> Iterator[str]:
    """Yield a name with Arabic in the place of Roman numerals, or the other way round: `hexokinase II`, `synapsin 1`.

    A single letter behind an abbreviation is no numeral: `NF-I` is not NF1.
    """
    for other in (
        _ROMAN_NUMERAL.sub(lambda numeral: fold.ARABIC[numeral[0].upper()], text),
        _ARABIC_NUMERAL.sub(lambda numeral: ROMAN[int(numeral[0]) - 1], text),
    ):
        if other != text:
            yield other


def _without_a_word(words: Sequence[str]) -> Iterator[Rewording]:
    without = [(word, " ".join([*words[:place], *words[place + 1 :]])) for place, word in enumerate(words)]
    for place, word in enumerate(words):
        # `EGF receptor` is EGFR, `S6 kinase 1` S6K1, `TGF-β receptor II` TGFBR2, `RANK ligand` RANKL.
        if word.casefold() in ("receptor", "kinase", "ligand") and place:
            numbered = (fold.ARABIC.get(word, word) for word in words[place + 1 :])
            abbreviation = "".join([*words[:place], word[0].upper(), *numbered])
            yield Rewording((abbreviation,), (word.casefold(),), is_derived=True)
    for word, rest in without:
        if word.casefold() in _SAY_NOTHING:
            yield Rewording((rest,))
        elif word.casefold() in _KINDS:
            yield Rewording((rest,), (word.casefold(),))
    yield from _behind_class(words)
    # `tumor protein TP53`: one word is the symbol, and the others must occur in its full names.
    if len(words) <= _MOST_BESIDE:
        for word, rest in (pair for pair in without if len(pair[1]) >= _SHORTEST_BESIDE):
            yield Rewording((word,), tuple(rest.casefold().split()))


def _behind_class(words: Sequence[str]) -> Iterator[Rewording]:
    """Yield the rewordings of a name behind that of a class: `GTPase Rab6a`; `receptor IL6` is the receptor of IL6."""
    *before, last = words
    if before and before[0].casefold() in _OF_PARTNER and not before[1:]:
        yield Rewording((f"{last} {before[0]}",), is_derived=True)
        yield Rewording((f"{last}{before[0][0].upper()}",), (before[0].casefold(),), is_derived=True)
    kinds = fold.tokens(" ".join(before))
    is_class = _OF_CLASS.issuperset(kinds) and not _CLASSES.isdisjoint((" ".join(kinds[-2:]), *kinds[-1:]))
    if is_class and _IN_CLASS.fullmatch(last):
        yield Rewording((last,), tuple(kind for kind in kinds if kind in _KINDS) or (kinds[-1],), is_derived=True)
        if _KINDS.isdisjoint(kinds):
            yield Rewording((last,), form=(" ".join(before),))


_TYPED = late_pattern(r"(.{3,}?)[ -](?:sub)?type[ -](\d+[A-Z]?|[IVX]+)", re.I)
_RECEPTOR = late_pattern(r"(.+ receptor) (\d+[A-Z]?)", re.I)
_RECEPTOR_BEHIND = late_pattern(r"([a-z]{4,}) ([A-Z]{1,2}\d[A-Z]?)(?: receptor)?", re.A)
_PLURAL = late_pattern(r"(.*[A-Z0-9]|.*[a-z]{3}[^s]|[A-Z][a-z]{2})s")
_LETTER = r"(?P<letter>[α-ω]|alpha|beta|gamma|delta|epsilon|zeta|theta|kappa|lambda|sigma|omega)"
_LETTER_FIRST = late_pattern(rf"{_LETTER}[ -](?P<name>[a-z]{{4,}})(?P<rest> .+)?", re.I)
_OF_SEVERAL = late_pattern(
    r"(?P<name>.{2,}?)[ -](?:(?P<family>(?:super|sub)?famil(?:y|ies)|genes)|(?P<complex>complex(?:es)?)|proteins)"
    r"(?: members)?",
    re.I,
)


def other_spellings(text: str) -> Iterator[tuple[str, bool]]:
    """Yield other spellings of a name, each with True if it may be the name of one gene.

    The spellings are without or with the word `type`, with the number before `receptor`, and in the singular.
    """
    if (other := without_type(text)) != text:
        yield other, True
    if match := _RECEPTOR.fullmatch(text):
        if not match[1].removesuffix(" receptor")[-1].isdecimal():  # the interleukin-1 receptor 7 is no IL-17 receptor
            yield f"{match[1].removesuffix('receptor')}{match[2]} receptor", True
        yield f"{match[1]} type {match[2]}", True
    if match := _RECEPTOR_BEHIND.fullmatch(text):  # `muscarinic M3`
        yield f"{match[2]} {match[1]} receptor", True
    if match := _PLURAL.fullmatch(text):
        yield match[1], False


def several_of(text: str) -> tuple[str, Literal["family", "complex", "plural"]]:
    """Split a name of several genes into their common name and its kind: `Rho family`, `PARPs`, `BET proteins`.

    The common name is empty for other texts.
    """
    if match := _OF_SEVERAL.fullmatch(text):
        return match["name"], "family" if match["family"] else "complex" if match["complex"] else "plural"
    return (match[1] if (match := _PLURAL.fullmatch(text)) else ""), "plural"


def with_letter_behind(text: str) -> str:
    """Move the Greek letter at the start of a name after its first word: `α-actinin` is an actinin alpha.

    Return an empty string for other texts.
    """
    match = _LETTER_FIRST.fullmatch(text)
    return f"{match['name']} {match['letter']}{match['rest'] or ''}" if match else ""


def class_names(text: str) -> Iterator[str]:
    """Yield the forms in which HGNC may write the name of a class: `actinin alpha`, `interleukin 12 receptor`."""
    yield with_letter_behind(text) or text
    yield from (form(match[1]) for pattern, form in SYSTEMATIC if (match := pattern.fullmatch(text)))


def without_type(text: str) -> str:
    """Remove `type` before the number at the end of a name: `ghrelin receptor type 1a`."""
    return f"{match[1]} {match[2]}" if (match := _TYPED.fullmatch(text)) else text


def around_bracket(text: str) -> Sequence[str]:
    """Return the texts before and inside the bracket at the end of a text; empty for a text without such a bracket."""
    match = _IN_BRACKETS.fullmatch(text)
    return match.groups() if match else ()


# Names of members of families, and names of receptors


_OF_A_PART = frozenset({"of", "subunit", "chain"})
_BEFORE_GREEK = late_pattern(r"(?<=\w)(?=[α-ω])")
_BEHIND_GREEK = late_pattern(rf"(?<![\w-]){_LETTER}-(?=[a-z])", re.I)
_FIRST = ("alpha", "α", "a", "1", "i")
_OF_RECEPTOR = late_pattern(
    r"(.+?)[ -](receptor|ligand)s?(?:[ -](?:type |subunit |chain )?(\S{1,6}))?(?: chain| subunit)?", re.I
)


def beside_family(text: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a text into a family and the rest: `PI3K p110 alpha`, `p65 subunit of NF-kB`."""
    written = _BEHIND_GREEK.sub(r"\g<letter> ", _BEFORE_GREEK.sub(" ", text))
    words = written.split()[:MOST_WORDS] if not families.members(text) else []
    telling = [word for word in words if word.casefold() not in _OF_A_PART]
    # `p38 MAPK alpha` is p38 alpha.
    is_turned = words[2:] and fold.is_greek(words[-1]) and families.members(words[-2])
    turned = [*words[:-2], words[-1], words[-2]] if is_turned else words
    for some in (words, *(other for other in (telling, turned) if other != words)):
        for place in range(1, len(some)):
            first, last = " ".join(some[:place]), " ".join(some[place:])
            yield from (pair for pair in ((first, last), (last, first)) if families.members(pair[0]))


def bound_and_which(text: str) -> tuple[str, str, str]:
    """Split the name of a receptor or ligand into its partner, the kind, and its number, letter or other mark.

    `IL-2 receptor beta` gives `IL-2`, `receptor` and `beta`; other names give three empty strings.
    """
    match = _OF_RECEPTOR.fullmatch(text)
    return (match[1], match[2].lower(), match[3] or "") if match else ("", "", "")


def partners_of(gene: GeneFacts, kind: str, which: str) -> Iterator[str]:
    """Yield names of the receptor or ligand (`kind`) of a gene's protein.

    `which`: the number or letter of the receptor or ligand; the first may have no number, if there is no second.
    """
    for suffix in dict.fromkeys([f" {which}".rstrip(), *([""] if which.lower() in _FIRST else [])]):
        yield from (f"{bound} {kind}{suffix}" for bound in (gene.name, gene.symbol))


def is_kind(gene: GeneFacts, kind: str) -> bool:
    """Return True if the full name of a gene ends like that of a receptor or ligand, perhaps with a number."""
    return kind in fold.tokens(gene.name)[-2:]


def is_receptor(gene: GeneFacts, called: str, which: str) -> bool:
    """Return True if a gene found by a name is meant: a name without `which` must be its approved full name."""
    return called.endswith(which) or fold.compact(gene.name) == fold.compact(called)
