"""Names of genes: their authority, the exact terms of drawings and catalogues, the parsing of input, and rewordings."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import islice

import msgspec

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice import Advice, Refusal
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.next_calls import pathways_of
from biofacts.domain.identifiers import registry
from biofacts.domain.identifiers.cross_references import is_valid
from biofacts.domain.text import fold
from biofacts.domain.text.clean import pasted
from biofacts.domain.text.fold import ROMAN
from biofacts.domain.text.patterns import late_pattern

UNREGISTERED = registry.UNREGISTERED.key
"""The key of identifiers whose database is not in the registry (SGD, ZFIN, ...)."""

IDENTIFIERS = registry.keys("gene") - {"hgnc_symbol", UNREGISTERED}
"""The keys of the registry that identify genes."""

_TERM_KEYS = {"hgnc_symbol": "symbol"} | {key: key for key in IDENTIFIERS}

_PREFIXES = [
    (late_pattern(rf"(?:{one.prefixes}):", re.I | re.A), _TERM_KEYS.get(row.key, row.key))
    for row, one in registry.spellings("gene")
] + [
    (late_pattern("symbol:", re.I), "symbol"),
    # KEGG's organisms whose genes have NCBI's numbers there (hsa:7157); the others have names of loci.
    (late_pattern("(?:hsa|mmu|rno|bta|cfa|ssc|ptr|gga|dre|xtr):", re.A), "entrez"),
]

_OF_HGNC = late_pattern(r"\s*(?:hgnc:\s*)?\d+\s*", re.I | re.A)

_TOLD_BY_FORM = ("uniprot", "refseq", "mirbase")
"""Keys whose identifiers are recognised without a prefix."""

_ORGANISMS = [
    (late_pattern(pattern, re.I | re.A), organism)
    for pattern, organism in [
        (r"ENSG\d{11}(\.\d+)?|HGNC:\d+", "Homo sapiens"),
        (r"ENSMUSG\d{11}(\.\d+)?|MGI:\s*\d+", "Mus musculus"),
        (r"ENSRNOG\d{11}(\.\d+)?|RGD:\s*\d+", "Rattus norvegicus"),
        (r"ENSBTAG\d{11}(\.\d+)?", "Bos taurus"),
        (r"ENSCAFG\d{11}(\.\d+)?", "Canis familiaris"),
        (r"ENSSSCG\d{11}(\.\d+)?", "Sus scrofa"),
        (r"ENSPTRG\d{11}(\.\d+)?", "Pan troglodytes"),
        (r"ENSGALG\d{11}(\.\d+)?", "Gallus gallus"),
        (r"ENSDARG\d{11}(\.\d+)?|ZDB-GENE-\d{6}-\d+", "Danio rerio"),
        (r"FBgn\d{7}", "Drosophila melanogaster"),
        (r"WBGene\d{8}", "Caenorhabditis elegans"),
        (r"(SGD:\s*)?S\d{9}|Y[A-P][LR]\d{3}[CW](-[A-Z])?", "Saccharomyces cerevisiae"),
        (r"AT[1-5CM]G\d{5}", "Arabidopsis thaliana"),
        (r"(LOC_)?Os\d\dg\d{5,7}", "Oryza sativa"),
    ]
]

_ISOFORM = late_pattern(r"[-.]\d+$")
_TERMS_KEPT = 4096
"""The number of cached terms: a pathway has some hundreds, and most of them recur in the next."""
_OF_ONE_ORGANISM = late_pattern("|".join(form.pattern for form, _ in _ORGANISMS), re.I | re.A)


def _key_of(prefix: str) -> str | None:
    """Return the key of identifiers with that prefix, None if it is the prefix of no genes."""
    return next((key for form, key in _PREFIXES if form.fullmatch(f"{prefix.strip()}:")), None)


@lru_cache(maxsize=_TERMS_KEPT)
def gene_term(key: str, value: str) -> str:
    """Return the case-folded term of a gene identifier, without version (Ensembl, RefSeq) or isoform (UniProt)."""
    value = " ".join(value.split())
    if key == "symbol":
        return f"symbol:{value.casefold()}"
    value = value.upper()
    # Identifiers of HGNC and MGI contain their prefix; others are stored without one.
    if key in ("hgnc", "mgi"):
        value = f"{key.upper()}:{value.rpartition(':')[2].strip()}"
    elif key in ("rgd", "omim", "entrez"):
        value = value.rpartition(":")[2].strip()
    elif key == "refseq" or (key == "ensembl_gene" and re.match(r"ENS[A-Z]*\d{11}\.", value)):
        value = value.split(".", 1)[0]
    elif key == "uniprot":
        value = _ISOFORM.sub("", value)
    return f"{key}:{value}"


def alias_term(label: str) -> str:
    """Return the exact term of a drawn label without an identifier."""
    return f"alias:{' '.join(label.casefold().split())}"


def identifier_terms(references: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the terms of those references, pairs of registry key and value, that identify a gene."""
    return tuple(gene_term(_TERM_KEYS[key], value) for key, value in references if key in _TERM_KEYS)


def drawn_terms(label: str, identifiers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the terms of a drawn gene. `identifiers`: its terms; without any, the label may be an alias."""
    named = (gene_term("symbol", label), *(() if identifiers else (alias_term(label),))) if label else ()
    return named + identifiers


def organism_of(identifier: str) -> str | None:
    """Return the only organism whose genes have identifiers of that form."""
    if not _OF_ONE_ORGANISM.fullmatch(identifier):
        return None
    return next(organism for form, organism in _ORGANISMS if form.fullmatch(identifier))


_UNMISTAKABLE = late_pattern(r"ENS[A-Z]*[GP]\d{11}(\.\d+)?", re.I | re.A)


def is_identifier(text: str) -> bool:
    """Return True if a text has the form of a gene identifier, as some symbols have, too (P2RY12)."""
    prefix, _, rest = text.partition(":")
    if rest.strip() and _key_of(prefix):
        return True
    if _UNMISTAKABLE.fullmatch(text) or organism_of(text):
        return True
    return any(is_valid(key, gene_term(key, text).partition(":")[2]) for key in _TOLD_BY_FORM)


class GeneName(msgspec.Struct, frozen=True):
    """The input of a gene. `symbol`: the text if it may be a name; `identifiers`: its other meanings, as terms.

    Terms: `entrez:7157`, `ensembl_gene:ENSG00000141510`, `uniprot:P04637`, `hgnc:HGNC:11998`, `id:S000005399`.
    """

    text: str
    symbol: str | None
    identifiers: tuple[str, ...]

    @classmethod
    def parse(cls, given: str) -> "GeneName":
        """Parse the gene argument of get_pathways_for_gene. Raises: AmbiguousQuery."""
        text = pasted(given)
        prefix, _, rest = text.partition(":")
        is_bare_prefix = text.endswith(":") and not rest.strip() and _key_of(prefix) is not None
        if (len(text) < next_calls.SHORTEST_QUERY and not text.isdecimal()) or is_bare_prefix:
            raise AmbiguousQuery(*short_gene_id(), given)
        return cls.read(text)

    @classmethod
    @lru_cache(maxsize=256)
    def read(cls, given: str) -> "GeneName":
        """Parse a name or an identifier, with or without prefix; unknown forms count as names."""
        text = pasted(given)
        prefix, _, rest = text.partition(":")
        key = _key_of(prefix) if rest.strip() else None
        # `HGNC:TP53` is the symbol, which some tools write so.
        if key == "symbol" or (key == "hgnc" and not _OF_HGNC.fullmatch(rest)):
            return cls(text, rest.strip(), ())
        if key:
            return cls(text, None, (gene_term(key, rest.strip()),))
        if re.fullmatch(r"[0-9]+", text):
            return cls(text, None, (gene_term("entrez", text), gene_term("ensembl_gene", text)))
        keys = [key for key in _TOLD_BY_FORM if is_valid(key, gene_term(key, text).partition(":")[2])]
        return cls(text, text, tuple(gene_term(key, text) for key in ("ensembl_gene", UNREGISTERED, *keys)))

    @property
    def organism(self) -> str | None:
        """The organism that the form of an identifier implies."""
        return organism_of(self.text)

    @property
    def terms(self) -> tuple[str, ...]:
        """Every exact term under which a pathway may contain the gene."""
        return (*((gene_term("symbol", self.symbol),) if self.symbol else ()), *self.identifiers)


def short_gene_id() -> Refusal:
    """Refuse a gene id of fewer than two characters."""
    return (
        "A gene id has at least 2 characters.",
        Advice("Send a name, a symbol or an identifier of a gene, for example: ", pathways_of("TP53"), "."),
    )


# The authority of names


class Rank(IntEnum):
    """The authority of a name, the highest first."""

    SYMBOL = 0
    PREVIOUS = 1
    ALIAS = 2
    NAME = 3
    OTHER_NAME = 4


ABBREVIATIONS = (Rank.PREVIOUS, Rank.ALIAS)
"""The ranks of short names besides the symbol."""


class Standing(msgspec.Struct, frozen=True, order=True):
    """The relation between a gene and a name. `folded`: the gene has the name in another spelling only.

    `respelt`: the name is another spelling of a full name, or of a symbol with an alias in exactly this spelling. This
    counts as the name itself, and only decides between genes that are equal otherwise.
    """

    folded: bool
    rank: Rank
    respelt: bool = False


# Names of proteins


class ProteinNames(msgspec.Struct, frozen=True, kw_only=True):
    """Names that NCBI has for a gene and its protein, beside its symbol. `gene`: its id at HGNC, `HGNC:15598`."""

    gene: str
    names: tuple[str, ...]


def has_greek_letters(text: str, names: Iterable[str]) -> bool:
    """Return True if every Greek letter of a text is in one of a gene's names, so that a Latin one may stand for it."""
    return fold.greek_letters(text) <= {letter for name in names for letter in fold.greek_letters(name)}


# Beside these, `C21orf58` and `chromosome 21 open reading frame 58` are names.
_UNSEARCHED = (
    (
        late_pattern(
            r"\bchr(?:omosomes?)?\.? ?(?:\d{1,2}|[XY]|MT)\b|\b(?:[XY]|\d{1,2}) chromosomes?\b"
            r"|\b(?:[XY]|\d{1,2})[pq]\d{1,2}(?:\.\d+)?\b",
            re.I | re.A,
        ),
        "chromosomes and bands",
    ),
    (late_pattern(r"\brs\d{3,}\b", re.I | re.A), "variants"),
)


def unsearched(text: str) -> str | None:
    """Return what a text asks by if no gene is found by that: a chromosome, a variant; None for any other text."""
    return next((what for form, what in _UNSEARCHED if form.search(text)), None)


def _factor(number: str) -> str:
    """Return the full name of a blood clotting factor, by its Arabic or Roman number."""
    return f"coagulation factor {fold.ROMAN[int(number) - 1] if number.isdecimal() else number}"


def _g_protein(subunit: str) -> str:
    """Return the symbol of a subunit of G proteins, by its Greek letter and what follows it: `β1`."""
    return f"GN{fold.compact(subunit[0])}{subunit[1:]}"


def _numbered_receptor(name: str) -> str:
    """Return the name of a receptor with an Arabic number: `TGF-betaRI`."""
    bound = name.rstrip("I")
    return f"{bound}{len(name) - len(bound)}"


_ALFA = late_pattern("alfa", re.I)  # as INN spell it

SYSTEMATIC: Sequence[tuple[re.Pattern[str], Callable[[str], str]]] = (
    (late_pattern(r"(?:cytochrome )?P-?450[ -]?(\d+[A-Z]\d+)", re.I | re.A), "CYP{}".format),
    (late_pattern(r"(?:hsa-)?(?:miR|miRNA|microRNA)[ -]?(\d+[a-z]?(?:-\d)?)(?:-[35]p)?", re.I | re.A), "MIR{}".format),
    (late_pattern(r"(?:hsa-)?let[ -]?7([a-i](?:-\d)?)(?:-[35]p)?", re.I | re.A), "MIRLET7{}".format),
    (late_pattern(r"(H[1-4](?:\.\d|A|B)?)[KRST]\d+(?:[A-Z]|me\d?s?|ac|ub\d?|ph)", re.A), "{} histone".format),
    (late_pattern(r"G([αβγ][a-z0-9]{1,2})", re.I), _g_protein),
    (late_pattern(r"(?:s|soluble )(?=[A-Z])([\w-]{3,})"), "{}".format),
    (late_pattern(r"(\w{3,}[α-ω])[a-z]"), "{}".format),
    (late_pattern(r"(.*\balfa\b.*)", re.I), lambda name: _ALFA.sub("alpha", name)),
    (late_pattern(r"(.*(?:[α-ω]|\b[A-Z]|alpha|beta|gamma) prime\b.*)", re.I), lambda name: name.replace(" prime", "'")),
    (late_pattern(r"(?:blood |clotting )*factor ([1-9]|1[0-3]|[IVX]{1,5})a?", re.I | re.A), _factor),
    (late_pattern(r"F([IVX]{1,5})a?"), _factor),
    (late_pattern(r"(\S{2,}RI{1,3})"), _numbered_receptor),
)
"""Patterns of systematic names, and the gene names that they stand for."""


# Rewordings: without generic words and variants, with other abbreviations, or in parts


_OF_TWO = 2
# The text comes from callers, and each word adds terms to look up.
MOST_WORDS = 8
_SEPARATORS = late_pattern(r"[/|;,()\[\]]|\s+(?i:aka|alias)\s+|(?<=\bp\d\d)(?=[A-Z][A-Za-z])")  # `p21Waf1/Cip1`
# `Toll-like receptor (TLR) 4`, `tumor necrosis factor (TNF)-alpha`.
_ABBREVIATED = late_pattern(r"([^()]{3,}?) ?\(([^() ]{2,10})\)([ -]?)([^() ]{1,10})")
_IN_BRACKETS = late_pattern(r"([^()]{3,}?) \(([^()]{3,})\)")
_OF_HUMAN = late_pattern(r"h([A-Z][A-Z0-9]{2,})", re.A)
_MOST_BESIDE, _SHORTEST_BESIDE = 3, 3
# These words are dropped without conditions (`TP53 protein`).
_SAY_NOTHING = frozenset({
    "gene", "genes", "protein", "proteins", "human", "mrna", "lncrna", "family", "member", "members",
})  # fmt: skip
# Neither is a form of the gene or its product part of a name: a variant (`BRAF V600E`, `JAK2V617F`), an allele
# (`CYP2C9*3`, `HLA-B27`), a state (`p-ERK`, `phospho-AKT (Ser473)`, `cleaved caspase-3`), a tag (`GFP-LC3`).
_AMINO_ACIDS = "Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val"
_ALTERED = "[ACDEFGHIKLMNPQRSTVWY]"
_CHANGE = (
    rf"(?:p\.)?(?:{_ALTERED}\d{{2,4}}(?:{_ALTERED}|\*|del|fs\S*)|(?:{_AMINO_ACIDS})\d+(?:{_AMINO_ACIDS}|Ter))"
    r"|(?:[Dd]elta|[Δδ∆]|[Dd]el)[A-Z]\d{2,4}|(?:[cg]\.)?-?\d+[ACGT]>[ACGT]"
)
_SITE = r"p?-?(?:[STY]|Ser|Thr|Tyr)-?\d{1,4}"
_BEFORE = (
    "phospho|phosphorylated|pro|acetylated|methylated|ubiquitinated|sumoylated|cleaved|activated|total|mutant|mutated"
    "|wild[- ]?type|WT|recombinant|full[- ]length|E?GFP(?:-tagged)?|mCherry|FLAG(?:-tagged)?|HA-tagged|Myc-tagged"
    "|G[DT]P-bound|G[DT]P(?=-[A-Z])"
)
_AFTER = (
    r"(?:exon \d+ )?(?:deletion|insertion|skipping|fusion|amplification|rearrangement|mutation|mutant)s?|WT|KO|knockout"
    "|null"
)
_RANGE = r"[(]?\d{1,3}[-–]\d{2,3}[)]?"  # of residues: `MOG35-55`
_FORMS = (
    late_pattern(
        rf"(?P<name>.{{2,}}?)[ :-]?[ (](?P<form>(?:{_CHANGE})(?:[/+](?:{_CHANGE}))*"
        rf"|{_SITE}(?:[/,] ?{_SITE})*|(?i:{_AFTER}))\)?",
        re.A,
    ),
    late_pattern(rf"(?P<name>[A-Z](?:\w+\d|[A-Za-z]{{3,}}?))(?P<form>{_CHANGE})", re.A),  # `JAK2V617F`
    late_pattern(rf"(?P<name>.*[A-Za-z]{{2}}) ?(?P<form>{_RANGE})", re.A),
    late_pattern(r"(?P<name>p-?[A-Za-z]*[a-z]{2})(?P<form>\d{3,4})", re.A),  # `pTau217`
    late_pattern(r"(?P<name>[A-Z]+\d[A-Z]?)(?P<form>-I{1,2})", re.A),  # `LC3-II`: a number has no number behind it
    late_pattern(r"(?P<name>\w{3,}?)[ -]?(?P<form>-ITD|-G[DT]P|vIII|(?<=[A-Z\d])v\d{1,2})", re.A),
    late_pattern(r"(?P<name>HLA-(?:[A-CEFG]|D[A-Z]{1,2}\d?))(?P<form>\*?\d[\d:]*[A-Z]?)", re.A),
    late_pattern(r"(?P<name>[A-Z][A-Z0-9]{2,}) ?(?P<form>\*\d+[A-Z]?(?:xN)?)", re.A),
    late_pattern(
        rf"(?P<form>p-(?=[\w-]*[A-Z0-9]|[a-z]{{3,}}$)|(?:p|rh|(?:NT-)?pro)(?=[A-Z]\w)|(?:TA|[Δδ∆D]N)(?=p\d\d)"
        rf"|(?i:{_BEFORE})[ -]|(?:{_CHANGE}) )(?P<name>.{{2,}})",
        re.A,
    ),
    late_pattern(
        r"(?P<name>.*[\w-]\d|(?-i:.*[A-Z\d]R))[ -]?(?P<form>alpha|beta|gamma|delta|[αβγδ])", re.I
    ),  # `neuregulin-1 beta`
    # A fragment (`caspase-8 p18`); of interleukins (`IL-23 p40`) it is a subunit, and MDM2 p53 are two genes.
    late_pattern(
        r"(?!IL|interleukin)(?=[A-Za-z]{4,}-\d{1,2} p\d\d$|.* p\d\d fragment$)"
        r"(?P<name>.+) (?P<form>p\d\d)(?: fragment)?",
        re.A,
    ),
)
_MOST_FORMS = 3
# `BCR::ABL1`, `EML4-ALK fusion`, `CD11b/CD18`, `integrin αvβ3`.
_JOINT = late_pattern("::|[-–:/]")
_OF_JOINED = late_pattern(r" (?:fusion|fusion (?:gene|protein|transcript|oncogene|kinase)|complex|heterodimer)", re.I)
_INTEGRIN = late_pattern(r"(?:integrin[ -])(?:α|alpha)[- ]?(\w{1,3}?)[- /]?(?:β|beta)[- ]?(\d)", re.I | re.A)
# `Smad2/3`, `S100A8/A9`, `GSK3α/β`, `Kv7.2/7.3`: the ends of names that begin alike.
_ENDS = [r"\d{1,2}[A-Z]?", r"[A-Z]\d{0,2}", r"[α-ω]\d?", r"\d{1,2}\.\d{1,2}"]
_ALTERNATES = [late_pattern(rf"((?=\d?-?[A-Za-z]).+?[\w.][ -]?)({end}(?:/{end})+)") for end in _ENDS]
_NUMBERED_FROM_TO = late_pattern(r"([A-Za-z]{2}\w*[A-Za-z])([1-9])[-–]([1-9])", re.A)
_SHORTEST_JOINED = 3
_MOST_JOINTS = 4
# These are dropped only if the gene's names or families contain them: `BRAF kinase`, but not `TP53 kinase`.
_KINDS = frozenset({"kinase", "receptor", "transporter", "channel", "phosphatase", "ligand"})


class Rewording(msgspec.Struct, frozen=True):
    """An interpretation of a name.

    `parts`: names of one gene; `left_out`: words that must occur in its full names or families; `of_human`: the name
    must be the approved symbol of a human gene; `form`: what says which form of the gene or its product is meant;
    `is_short`: the part is an abbreviation that others may write for another name.
    """

    parts: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    of_human: bool = False
    form: tuple[str, ...] = ()
    is_short: bool = False


# To look a name up takes all of them, and to read it, too.
@lru_cache(maxsize=256)
def rewordings(text: str) -> Sequence[Rewording]:
    """Return every rewording of a name, the one as it is written first, and those without a form of the gene last."""
    return (*_rewordings(text),)


def _rewordings(text: str) -> Iterator[Rewording]:
    yield from _of_whole(text)
    for rest, form in plain_names(text):
        yield from (msgspec.structs.replace(one, form=form) for one in _of_whole(rest))


@lru_cache(maxsize=256)
def plain_names(text: str) -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return a name without one form of the gene or its product, then without two, and so on, and what was left out."""
    words, left_out = text.split()[: MOST_WORDS + 1], list[str]()
    rest = " ".join(word for word in words if word.casefold() not in _SAY_NOTHING) if len(words) <= MOST_WORDS else ""
    plain: list[tuple[str, tuple[str, ...]]] = []
    while len(plain) < _MOST_FORMS and (found := next(filter(None, (form.fullmatch(rest) for form in _FORMS)), None)):
        rest = found["name"]
        left_out.append(found["form"].strip())
        plain.append((rest, (*sorted(left_out, key=text.find),)))
    return plain


def without_phosphorylation(text: str) -> str | None:
    """Return a name without the `p` or `p-` of its phosphorylated form; None for any other name."""
    rest, form = next(iter(plain_names(text)), (None, ()))
    return rest if form in (("p",), ("p-",)) else None


def alternates(text: str) -> Iterator[Sequence[str]]:
    """Yield the names in the name of several that begin alike (`Smad1/5/8`, `MCM2-7`), also beside a form."""
    for name in (text, *(rest for rest, _ in plain_names(text))):
        if found := _NUMBERED_FROM_TO.fullmatch(name):
            yield [f"{found[1]}{number}" for number in range(int(found[2]), int(found[3]) + 1)]
        elif found := next(filter(None, (one.fullmatch(name) for one in _ALTERNATES)), None):
            yield [f"{found[1]}{end}" for end in dict.fromkeys(found[2].split("/"))]


def joined(text: str) -> Iterator[tuple[str, str]]:
    """Yield the two names of a fusion, a complex or a pair, for each place where the name may be split."""
    if found := _INTEGRIN.fullmatch(text):
        yield f"integrin alpha {found[1]}", f"integrin beta {found[2]}"
    text = _OF_JOINED.sub("", text)
    for joint in islice(_JOINT.finditer(text), _MOST_JOINTS) if " " not in text else ():
        first, last = text[: joint.start()], text[joint.end() :]
        if all(len(name) >= _SHORTEST_JOINED and name not in ROMAN for name in (first, last)):
            yield first, last


def _of_whole(text: str) -> Iterator[Rewording]:
    yield Rewording((text,))
    for pattern, form in SYSTEMATIC:
        if found := pattern.fullmatch(text):
            yield Rewording((form(found[1]),))
    if found := _OF_HUMAN.fullmatch(text):
        yield Rewording((found[1],), of_human=True)
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
        # `EGF receptor` is EGFR, `S6 kinase 1` S6K1, `TGF-β receptor II` TGFBR2, `RANK ligand` RANKL.
        if word.casefold() in ("receptor", "kinase", "ligand") and place:
            numbered = (str(ROMAN.index(one) + 1) if one in ROMAN else one for one in words[place + 1 :])
            yield Rewording(("".join([*words[:place], word[0].upper(), *numbered]),), is_short=True)
    for word, rest in without:
        if word.casefold() in _SAY_NOTHING:
            yield Rewording((rest,))
        elif word.casefold() in _KINDS:
            yield Rewording((rest,), (word.casefold(),))
    # `tumor protein TP53`: one word is the symbol, and the others must occur in its full names.
    if len(words) <= _MOST_BESIDE:
        for word, rest in (one for one in without if len(one[1]) >= _SHORTEST_BESIDE):
            yield Rewording((word,), tuple(rest.casefold().split()))


_TYPED = late_pattern(r"(.{3,}?)[ -](?:sub)?type[ -](\d+[A-Z]?|[IVX]+)", re.I)
_RECEPTOR = late_pattern(r"(.+ receptor) (\d+[A-Z]?)", re.I)
_PLURAL = late_pattern(r"(.*[A-Z0-9]|.*[a-z]{3}[^s])s")


def other_spellings(text: str) -> Iterator[tuple[str, bool]]:
    """Yield other spellings of a name, and whether each may be one gene's.

    They are without or with the word `type`, with the number before `receptor`, and in the singular.
    """
    if (other := without_type(text)) != text:
        yield other, True
    if found := _RECEPTOR.fullmatch(text):
        if not found[1].removesuffix(" receptor")[-1].isdecimal():  # the interleukin-1 receptor 7 is no IL-17 receptor
            yield f"{found[1].removesuffix('receptor')}{found[2]} receptor", True
        yield f"{found[1]} type {found[2]}", True
    if found := _PLURAL.fullmatch(text):
        yield found[1], False


def without_type(text: str) -> str:
    """Return a name without `type` before the number at its end: `ghrelin receptor type 1a`."""
    return f"{found[1]} {found[2]}" if (found := _TYPED.fullmatch(text)) else text


def around_bracket(text: str) -> Sequence[str]:
    """Return what is before and in the bracket at the end of a text; nothing for a text without one."""
    found = _IN_BRACKETS.fullmatch(text)
    return found.groups() if found else ()
