"""Common names of several targets: groups (`opioid receptor`), classes, series, and the channels of an ion."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from biofacts.domain.genes.name_variants import in_other_numerals, other_spellings
from biofacts.domain.pharmacology import selectors
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern

CLASS_WORDS: dict[str, tuple[str, ...]] = {
    "GPCR": ("GPCR", "G protein-coupled receptor", "7TM receptor"),
    "Ion channel": ("ion channel", "channel"),
    "Nuclear hormone receptor": ("nuclear hormone receptor", "nuclear receptor", "NHR"),
    "Catalytic receptor": ("catalytic receptor",),
    "Enzyme": ("enzyme",),
    "Transporter": ("transporter",),
    "Other protein": ("other protein",),
}
"""The names of each class of targets: word search covers them, and a query with one of them lists the class."""


class TargetGroup(msgspec.Struct, frozen=True):
    """Several targets under one name: those that match any of the selectors."""

    names: tuple[str, ...]
    selectors: tuple[str, ...]


# A row is `name, name = selector selector`.
def _groups(*rows: str) -> tuple[TargetGroup, ...]:
    pairs = [row.split(" = ") for row in rows]
    return tuple(TargetGroup(tuple(names.split(", ")), tuple(selectors.split())) for names, selectors in pairs)


_CYTOPLASMIC = (
    "group:srcfamily group:ablfamily group:tecfamily group:januskinasefamily group:sykfamily group:fakfamily"
    " group:cskfamily group:ferfamily"
)
"""The families of tyrosine kinases that are not receptors."""
_ORPHAN_GPCRS = (
    "group:classaorphanwithemergingpharmacology group:classaorphanwithnopharmacology"
    " group:classaorphanwithonlysurrogateligand group:classcorphan"
)

TARGET_CLASSES = (
    *(TargetGroup(names, (selectors.target_class(name),)) for name, names in CLASS_WORDS.items()),
    *_groups(
        "kinase, protein kinase = word:kinase family:rtks",
        f"tyrosine kinase = family:rtks {_CYTOPLASMIC}",
        "receptor tyrosine kinase, RTK = family:rtks",
        f"non-receptor tyrosine kinase = {_CYTOPLASMIC}",
        "ligand-gated ion channel, LGIC, ionotropic receptor = type:lgic",
        "voltage-gated ion channel, VGIC = type:vgic",
        "phosphatase = word:phosphatase",
        "protease, peptidase = word:protease word:peptidase word:proteinase",
        "cytochrome P450, CYP = root:cyp",
        f"orphan receptor = {_ORPHAN_GPCRS} group:1fretinoicacidrelatedorphan",
        f"orphan GPCR, orphan G protein-coupled receptor = {_ORPHAN_GPCRS}",
        "integrin = group:integrin",
        "solute carrier, SLC = root:slc",
        "ABC transporter = root:abc root:abca root:abcb root:abcc root:abcd root:abcg",
    ),
)
"""The groups that a search for targets lists as a whole."""

GROUPS = _groups(
    "COX, cyclooxygenase, cyclo-oxygenase = gene:ptgs1 gene:ptgs2",
    "serotonin, 5-HT, 5-hydroxytryptamine, serotonin receptor = group:5hydroxytryptaminereceptor group:5ht3receptor",
    "D1-like = gene:drd1 gene:drd5",
    "D2-like = gene:drd2 gene:drd3 gene:drd4",
    "serotonin reuptake, serotonin uptake, serotonin transporter, SERT, 5-HT reuptake = gene:slc6a4",
    "noradrenaline reuptake, norepinephrine reuptake, norepinephrine transporter, NET = gene:slc6a2",
    "dopamine reuptake, dopamine transporter, DAT = gene:slc6a3",
    "monoamine transporter, monoamine reuptake = gene:slc6a2 gene:slc6a3 gene:slc6a4",
    # The families also have transporters of taurine, creatine and proline.
    "GABA transporter, GABA reuptake = gene:slc6a1 gene:slc6a13 gene:slc6a11 gene:slc6a12",
    "glycine transporter, glycine reuptake = gene:slc6a9 gene:slc6a5",
    "glutamate transporter, glutamate reuptake = gene:slc1a3 gene:slc1a2 gene:slc1a1 gene:slc1a6 gene:slc1a7",
    "adrenergic, adrenoceptor, adrenergic receptor = group:adrenoceptor",
    "alpha, alpha adrenergic, alpha adrenoceptor = gene:adra1a gene:adra1b gene:adra1d gene:adra2a gene:adra2b"
    " gene:adra2c",
    "alpha 1, alpha1 adrenergic, alpha 1 adrenergic, alpha 1 adrenoceptor = gene:adra1a gene:adra1b gene:adra1d",
    "alpha 2, alpha2 adrenergic, alpha 2 adrenergic, alpha 2 adrenoceptor = gene:adra2a gene:adra2b gene:adra2c",
    "beta, beta adrenergic, beta adrenoceptor, beta adrenergic receptor = gene:adrb1 gene:adrb2 gene:adrb3",
    "beta 1, beta1 adrenergic, beta 1 adrenergic, beta 1 adrenoceptor = gene:adrb1",
    "beta 2, beta2 adrenergic, beta 2 adrenergic, beta 2 adrenoceptor = gene:adrb2",
    "beta 3, beta3 adrenergic, beta 3 adrenergic, beta 3 adrenoceptor = gene:adrb3",
    "muscarinic, muscarinic receptor, muscarinic acetylcholine, mAChR = gene:chrm1 gene:chrm2 gene:chrm3 gene:chrm4"
    " gene:chrm5",
    "nicotinic, nicotinic receptor, nicotinic acetylcholine, nAChR = group:nicotinicacetylcholinereceptor"
    " family:nicotinic",
    "cholinergic, acetylcholine = group:acetylcholinereceptor family:nicotinic family:muscarinic",
    "kinin, kinin receptor = group:bradykininreceptor",
    "frizzled, frizzled receptor = series:fzd",
    "opioid, opiate = gene:oprm1 gene:oprd1 gene:oprk1",
    "mu, mu opioid, mu opioid receptor, MOR, MOP = gene:oprm1",
    "kappa, kappa opioid, kappa opioid receptor, KOR, KOP = gene:oprk1",
    "delta opioid, delta opioid receptor, DOR, DOP = gene:oprd1",
    "cannabinoid, cannabinoid receptor = gene:cnr1 gene:cnr2",
    "GABA, GABA receptor, GABAergic = group:gabaareceptor group:gababreceptor",
    "GABA-A, GABA-A receptor, benzodiazepine receptor, barbiturate receptor = group:gabaareceptor",
    "GABA-B, GABA-B receptor = group:gababreceptor",
    "glutamate, glutamate receptor = group:ionotropicglutamatereceptor group:metabotropicglutamatereceptor",
    "group I mGlu, group I mGluR, group I metabotropic glutamate receptor = gene:grm1 gene:grm5",
    "group II mGlu, group II mGluR, group II metabotropic glutamate receptor = gene:grm2 gene:grm3",
    "group III mGlu, group III mGluR, group III metabotropic glutamate receptor = gene:grm4 gene:grm6 gene:grm7"
    " gene:grm8",
    "NMDA, NMDA receptor = gene:grin1 gene:grin2a gene:grin2b gene:grin2c gene:grin2d gene:grin3a gene:grin3b",
    "AMPA, AMPA receptor = gene:gria1 gene:gria2 gene:gria3 gene:gria4",
    "kainate, kainate receptor = gene:grik1 gene:grik2 gene:grik3 gene:grik4 gene:grik5",
    "calcium channel, voltage-gated calcium channel, VGCC = group:voltagegatedcalciumchannel",
    "ENaC, epithelial sodium channel = gene:scnn1a gene:scnn1b gene:scnn1d gene:scnn1g",
    "L-type calcium channel, LTCC = gene:cacna1s gene:cacna1c gene:cacna1d gene:cacna1f",
    "sodium channel, voltage-gated sodium channel, VGSC = group:voltagegatedsodiumchannel",
    "potassium channel, K channel = group:voltagegatedpotassiumchannel family:inwardly"
    " group:twoporedomainpotassiumchannel"
    " root:kcn gene:kcnj8 gene:kcnj11",
    "KATP, ATP-sensitive potassium channel = gene:kcnj8 gene:kcnj11 gene:abcc8 gene:abcc9",
    "hERG, IKr = gene:kcnh2",
    "IKs = gene:kcnq1",
    "BK channel, BKCa, big potassium channel, maxi-K = gene:kcnma1",
    "IK channel, IKCa, intermediate conductance calcium-activated potassium channel = gene:kcnn4",
    "If, If channel, funny channel, funny current, pacemaker channel = gene:hcn1 gene:hcn2 gene:hcn3 gene:hcn4",
    "PPAR = gene:ppara gene:pparg gene:ppard",
    "steroid hormone, steroid hormone receptor, steroid receptor"
    " = gene:esr1 gene:esr2 gene:ar gene:nr3c1 gene:nr3c2 gene:pgr",
    "thromboxane, thromboxane A2, thromboxane receptor = gene:tbxa2r",
    "estrogen, estrogen receptor = gene:esr1 gene:esr2",
    "androgen, androgen receptor = gene:ar",
    "glucocorticoid, glucocorticoid receptor = gene:nr3c1",
    "mineralocorticoid, aldosterone, mineralocorticoid receptor = gene:nr3c2",
    "progesterone, progesterone receptor = gene:pgr",
    "thyroid hormone, thyroid hormone receptor = gene:thra gene:thrb",
    "vitamin D, vitamin D receptor = gene:vdr",
    "retinoid, retinoic acid = gene:rara gene:rarb gene:rarg gene:rxra gene:rxrb gene:rxrg",
    "angiotensin 1 receptor, angiotensin type 1 receptor, angiotensin II type 1 receptor = gene:agtr1",
    "angiotensin type 2 receptor, angiotensin II type 2 receptor = gene:agtr2",
    "angiotensin, angiotensin receptor, angiotensin II, angiotensin II receptor = gene:agtr1 gene:agtr2",
    "angiotensin converting enzyme, ACE = gene:ace",
    "endothelin, endothelin receptor = gene:ednra gene:ednrb",
    "leukotriene, CysLT = gene:cysltr1 gene:cysltr2",
    "HMG-CoA reductase, HMGCR = gene:hmgcr",
    "proton pump, H+/K+ ATPase, hydrogen potassium ATPase = gene:atp4a gene:atp4b",
    "sodium pump, Na+/K+ ATPase = gene:atp1a1 gene:atp1a2 gene:atp1a3 gene:atp1a4",
    "acetylcholinesterase, AChE = gene:ache",
    "cholinesterase = gene:ache gene:bche",
    "monoamine oxidase, MAO = gene:maoa gene:maob",
    "phosphodiesterase, PDE = root:pde",
    "PDE5, phosphodiesterase 5 = gene:pde5a",
    "PDE4, phosphodiesterase 4 = gene:pde4a gene:pde4b gene:pde4c gene:pde4d",
    "PDE3, phosphodiesterase 3 = gene:pde3a gene:pde3b",
    "DPP-4, DPP4, dipeptidyl peptidase 4 = gene:dpp4",
    "SGLT2, sodium glucose cotransporter 2 = gene:slc5a2",
    "GLP-1, GLP1, GLP-1 receptor = gene:glp1r",
    "factor Xa, coagulation factor Xa, factor X = gene:f10",
    "thrombin = gene:f2",
    "P2Y12 = gene:p2ry12",
    "purinergic, purinergic receptor, purinoceptor, P2 receptor = series:p2rx series:p2ry",
    "VEGFR, VEGF receptor = gene:flt1 gene:kdr gene:flt4",
    "HER2, ErbB2 = gene:erbb2",
    "JAK, Janus kinase = gene:jak1 gene:jak2 gene:jak3 gene:tyk2",
    "cyclin-dependent kinase, CDK = root:cdk",
    "CDK4/6 = gene:cdk4 gene:cdk6",
    "MEK = gene:map2k1 gene:map2k2",
    "ERK = gene:mapk1 gene:mapk3",
    "PI3K, phosphoinositide 3-kinase, class I PI3K, PI3K class I = gene:pik3ca gene:pik3cb gene:pik3cd gene:pik3cg",
    "Akt = gene:akt1 gene:akt2 gene:akt3",
    "RAF = gene:araf gene:braf gene:raf1",
    "BCR-ABL, Abl = gene:abl1",
    "BTK = gene:btk",
    "PARP = gene:parp1 gene:parp2 gene:parp3",
    "HDAC, histone deacetylase = root:hdac",
    # https://www.genenames.org/data/genegroup/#!/group/588
    "class I HDAC, HDAC class I, class 1 HDAC = gene:hdac1 gene:hdac2 gene:hdac3 gene:hdac8",
    "class II HDAC, HDAC class II, class 2 HDAC = gene:hdac4 gene:hdac5 gene:hdac6 gene:hdac7 gene:hdac9 gene:hdac10",
    "class IIa HDAC, HDAC class IIa, class 2a HDAC = gene:hdac4 gene:hdac5 gene:hdac7 gene:hdac9",
    "class IIb HDAC, HDAC class IIb, class 2b HDAC = gene:hdac6 gene:hdac10",
    "class IV HDAC, HDAC class IV = gene:hdac11",
    "CFTR = gene:cftr",
    "PD-1 = gene:pdcd1",
    "CTLA-4 = gene:ctla4",
    "orexin, hypocretin = gene:hcrtr1 gene:hcrtr2",
    "melatonin = gene:mtnr1a gene:mtnr1b",
    "neurokinin 1, NK1, substance P = gene:tacr1",
    "carbonic anhydrase = group:carbonicanhydrase",
    "matrix metalloproteinase, matrix metallopeptidase, MMP = root:mmp",
    "xanthine oxidase = gene:xdh",
    "aromatase = gene:cyp19a1",
    "5-alpha reductase, 5alpha reductase, steroid 5-alpha reductase = gene:srd5a2",
    "vitamin K epoxide reductase, VKOR = gene:vkorc1",
    "soluble guanylyl cyclase, soluble guanylate cyclase, sGC = gene:gucy1a1 gene:gucy1b1 gene:gucy1a2",
    "topoisomerase, topo = gene:top1 gene:top2a",
    "topoisomerase I, topo I, topoisomerase 1 = gene:top1",
    "topoisomerase II, topo II, topoisomerase 2 = gene:top2a",
    "farnesyltransferase, farnesyl transferase, FTase, protein farnesyltransferase = gene:fnta gene:fntb",
    "proteasome = gene:psmb5",
    "TNF, TNF-alpha, tumor necrosis factor, tumor necrosis factor alpha = acted-on:p01375",
    "VEGF, VEGF-A, vascular endothelial growth factor = acted-on:p15692",
    "IL-17, interleukin 17 = acted-on:q16552 acted-on:q96pd4",
    "IL-12, interleukin 12 = acted-on:p29460",
    # P29460 is the subunit p40, which IL-12 and IL-23 share.
    "IL-23, interleukin 23 = acted-on:ensg00000110944 acted-on:p29460",
    "IL-12/23 = acted-on:ensg00000110944 acted-on:p29460",
    "IL-5, interleukin 5 = acted-on:p05113",
    "C5, complement C5 = acted-on:p01031",
    "S1P, S1P receptor, sphingosine 1-phosphate, sphingosine 1-phosphate receptor = gene:s1pr1 gene:s1pr2 gene:s1pr3"
    " gene:s1pr4 gene:s1pr5",
    "RANKL, RANK ligand = acted-on:o14788",
    "BAFF, BLyS = acted-on:q9y275",
    "BET, BET bromodomain, BET protein, bromodomain and extra-terminal = gene:brd2 gene:brd3 gene:brd4 gene:brdt",
    "gamma-secretase = gene:psen1 gene:psen2",
    "SK channel, small conductance calcium-activated potassium channel = gene:kcnn1 gene:kcnn2 gene:kcnn3",
    "mTORC1, mTORC2, mTOR complex 1, mTOR complex 2 = gene:mtor",
    "tachykinin, neurokinin, tachykinin receptor, neurokinin receptor = group:tachykininreceptor",
    "TGF-beta receptor, TGFBR = gene:tgfbr1 gene:tgfbr2",
    "IgE, immunoglobulin E = gene:ighe",
    "amylin, amylin receptor = title:amy1 title:amy2 title:amy3",
    "bitter taste, bitter taste receptor = group:taste2receptor",
    "sweet taste, sweet taste receptor = gene:tas1r2 gene:tas1r3",
    "umami taste, umami taste receptor = gene:tas1r1 gene:tas1r3",
    "CGRP, calcitonin gene-related peptide = acted-on:p06881 gene:calcrl",
)
"""Common names of several targets, or of one that has another name in the Guide."""


# Ions: their notation, and the channels that a query for an ion means


_NAMES = {
    "ca": "calcium", "na": "sodium", "k": "potassium", "cl": "chloride", "mg": "magnesium", "zn": "zinc", "h": "proton",
}  # fmt: skip
_IONS = frozenset({*_NAMES.values(), "iron", "copper", "lithium", "ammonium"})
_CHANNELS = frozenset({"calcium", "sodium", "potassium", "chloride"})
# `Ca2+`, `Ca²⁺`, `Na+` and `Cl-`, but no part of a name such as `Na+/K+-ATPase`.
_ION = late_pattern(
    r"(?<![\w+/-])([A-Z][a-z]?)(?:[2₂²]?[+-]|[⁺⁻]|²⁺|\+\+|\(2?[+-]\))"
    r"(?![\w+/]|-(?!activated|dependent|gated|permeable|sensitive))"
)


_AR = late_pattern(
    r"(?<![\w-])(?:A[_(]?(?P<adenosine>1|2[AB]|3)\)?|(?P<greek>[αβ]|(?i:alpha|beta))[- ]?(?P<subtype>\d?[A-D]?))"
    r"[- ]?ARs?(?!\w|[ -]kinase)"
)
"""An adenosine receptor, or with a Greek letter an adrenoceptor: `A2A-AR`, `α2-AR`."""
_ACETYLCHOLINE = late_pattern(r"(?<![\w-])ACh(?=[ -](?:M\d|mus|nic|rec))")  # `ACh M3`, `ACh receptor`
_JOINED = late_pattern(r"(?<=[α-ω]\d)(?=nAChR|GABA)")  # `α7nAChR`
_RECEPTOR_FOR = late_pattern(
    r"\breceptors? for (?P<of>\S.*?)(?P<rest>\s+(?:(?:ant)?agonist|ligand|blocker|inhibitor|modulator)s?)?", re.I
)


def with_ions(text: str) -> str:
    """Replace ion symbols by names: `Ca2+ channel` is a calcium channel, and not CA2."""
    return _ION.sub(lambda ion: _NAMES.get(ion[1].casefold(), ion[0]), text) if _ION.search(text) else text


def spelt_out(text: str) -> str:
    """Spell out receptors: `A2A-AR` is the A2A receptor, and a receptor for VIP a VIP receptor."""
    if match := _RECEPTOR_FOR.fullmatch(text):
        return f"{match['of']} receptor{match['rest'] or ''}"
    return _AR.sub(_receptor, _ACETYLCHOLINE.sub("acetylcholine", _JOINED.sub(" ", text)))


def _receptor(match: re.Match[str]) -> str:
    return f"{match['greek']}{match['subtype']}-adrenoceptor" if match["greek"] else f"A{match['adenosine']} receptor"


def is_ion_or_acid(text: str) -> bool:
    """Return True for the name of an ion or of an acid, after which targets may be named: `bile acid`."""
    *_, last = text.casefold().split() or [""]
    return last in _IONS or last.endswith("ate") or (last == "acid" and len(text.split()) > 1)


_NUMBERED = late_pattern(
    r"(?P<of>.*\w)[\s,-]+(?:(?:sub)?type|isoform|isoenzyme|isozyme)[\s-]+(?P<number>\d+[A-Za-z]?|[IVX]+|[A-D])(?P<rest>\s.*)?",
    re.I,
)
_NUMBER_FIRST = late_pattern(r"(?:sub)?type[\s-]+(?P<number>\d+[A-Za-z]?|[IVX]+)[\s-]+(?P<of>\S.*)", re.I)
_RECEPTOR = late_pattern(r"(?P<name>(?:.*\s)?\S*[A-Z0-9]\S*)R(?P<end>s?)")
_INTERLEUKIN = late_pattern(r"IL[ -]?(?P<of>\d+[A-Z]? receptor.*)", re.A)
_RECEPTOR_BEHIND = late_pattern(r"(?: \w{1,2}\b){0,2} receptor\b")


def untyped(text: str) -> str:
    """Return a name without `type` and the like before a number or letter: a PDE type 5 is PDE 5."""
    if not (match := _NUMBERED.fullmatch(text) or _NUMBER_FIRST.fullmatch(text)):
        return text
    number = fold.ARABIC.get(match["number"].upper(), match["number"])
    return f"{match['of']} {number}{match.groupdict().get('rest') or ''}"


_SUBUNIT_BEHIND = late_pattern(r"(?<=[a-zA-Z][AR])[α-ω]\d{1,2}$")


def meanings(text: str) -> Iterator[str]:
    """Yield a name, and what it may stand for: PDE type 5 or PDE V is PDE 5, and histamine H1R the H1 receptor."""
    yield text
    if (form := untyped(text)) != text:
        yield form
    yield from (other for other, may_be_one in other_spellings(form) if may_be_one)
    yield from in_other_numerals(text)
    yield from [f"interleukin-{match['of']}"] if (match := _INTERLEUKIN.fullmatch(text)) else []
    yield from [text.removeprefix("c-")] if text.startswith("c-") else []  # c-Mpl is MPL
    yield from [apart] if (apart := _SUBUNIT_BEHIND.sub(r" \g<0>", text)) != text else []  # GABAAα1 is GABAA α1
    if match := _RECEPTOR.fullmatch(text):
        yield f"{match['name']} receptor{match['end']}"


def is_receptor_of(ligand: str, name: str) -> bool:
    """Return True if `name` is the name of a receptor of `ligand`, which is another protein: `TGF receptor`."""
    bound, words = " ".join(fold.tokens(ligand)), " ".join(fold.tokens(name))
    return any(map(_RECEPTOR_BEHIND.match, f" {words}".split(f" {bound}")[1:]))


def as_channels(text: str) -> str:
    """Append `channel` to the name of an ion; return other texts unchanged."""
    return f"{text} channel" if text.strip().casefold() in _CHANNELS else text


# Series: targets whose symbols or names share a prefix that a number or letter follows


_CHUNK = late_pattern(r"[a-z]+|\d+")
_LETTERED = late_pattern(r"[a-z]+(?=[a-h]$)")
"""A symbol of letters, or its last letters, that ends in the letter of a member: RXRA, CSF2RA."""
_SHORTEST, _LONGEST = 2, 8
_GENERIC = frozenset({"receptor", "channel", "transporter", "subunit", "protein", "family", "familie", "subfamily"})


def beginnings(compact: str) -> Iterator[str]:
    """Yield the prefixes of series to which a symbol (in lower case, without blanks and signs) may belong."""
    if not compact.isascii():
        return
    chunks = list(_CHUNK.finditer(compact))
    for chunk in chunks[1:]:
        # Two letters are a series only before the last number: MS is not a series of MS4A1, but P2 is one of P2X1.
        shortest = _SHORTEST + 1 if chunk is chunks[1] is not chunks[-1] else _SHORTEST
        if shortest <= chunk.start() <= _LONGEST:
            yield compact[: chunk.start()]
    if chunks and (match := _LETTERED.match(compact, chunks[-1].start())) and match.end() >= _SHORTEST:
        yield compact[: match.end()]


def may_begin(compact: str) -> bool:
    """Return True if a name may be the prefix of a series."""
    return _SHORTEST <= len(compact) <= _LONGEST and compact.isascii() and compact.isalnum()


def without_generic(words: Sequence[str]) -> Sequence[str]:
    """Drop generic words at the end of a name; at least one word remains."""
    while len(words) > 1 and words[-1].casefold().removesuffix("s") in _GENERIC:
        words = words[:-1]
    return words


def natural(symbol: str) -> tuple[tuple[bool, int, str], ...]:
    """Return a sort key that orders numbers by value: CDK2 before CDK10."""
    parts: list[str] = _CHUNK.findall(symbol.casefold())
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts)
