"""Evidence of the meaning of a gene name: other genes with the name, classes and families, and names of proteins."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import zip_longest

from biofacts.domain.genes import families
from biofacts.domain.genes.drawn_labels import DRAWN_SO, DrawnLabels
from biofacts.domain.genes.gene import GeneFacts, has_same_letters, spelled
from biofacts.domain.genes.names import ABBREVIATIONS, ProteinNames, Rank, Standing
from biofacts.domain.search import query_words
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern

# Contested names. A previous symbol or alias is contested by another gene that has it as a previous symbol or alias, by
# the gene that most drawings label so, and by a gene whose approved symbol is the name with a 1 appended (`YAP`,
# `YAP1`), if drawings contain that gene more often. The name is not contested if most drawings use it for the gene with
# the best standing. A gene with the name in another spelling (`BN-1`, `bn1`) and a gene without a protein (except a
# pseudogene) contest it only if drawings contain that gene much more often than the bearer; for a gene with the name in
# another database, see `rivals`. An alias may also be the name of a family (`GATA`).

_NUMBERED = "approved symbol without its number"
BEGINNING = "beginning of its approved symbol"

_LEAD = 4
"""Measured: 99.6 % of the names that HGNC gives to one gene stay with it, while YAP, GATA and SOCS do not."""
# Without them, NT-3 was read as SORT1, IL-1Ra as IL6R and M1 as MRLN, genes that are rarely drawn.
_LEAD_ELSEWHERE, _LEAD_ALONE = 9, 2
"""Measured: `RAP1` means RAP1A more than TERF2IP; this contests 0.2 % of the names that HGNC gives to one gene."""

_LONGEST_SHARED = 4  # the first or last letters that a name has in common with a symbol that it resembles
_NUMBER_SIGN = late_pattern(r"-(?=\d)")  # `MEF-2`
_LAST_NUMBER, _LONGEST_STEM = 9, 6
"""The last number of the members by which a family is recognized, and the length of its longest name."""
_FEWEST_MEMBERS = 2
"""The minimum members of a family that contests an alias; a family of two must also be drawn more than the bearers."""

Standings = Mapping[str, Standing]
"""The standing of a name for each gene that has it, by gene id."""


def contenders(
    text: str, chosen: Sequence[GeneFacts], standings: Standings, candidates: Sequence[GeneFacts], drawn: DrawnLabels
) -> Sequence[GeneFacts]:
    """Return all genes that a short name may mean, by the authority of the name, then by their number of pathways.

    `chosen`: the genes with the best standing, which is a previous symbol or alias. `candidates`: the genes found by
    the exact terms of the name, or by those of labels with the name.
    """
    usage = drawn.usage(text, candidates)
    if usage and usage.is_usual and [usage.gene] == chosen:
        return chosen
    usual = usage.gene if usage and usage.is_usual else None
    by_id = {gene.id: gene for gene in (*chosen, *_named_so(chosen, standings, candidates, drawn))}
    if any(gene.protein_coding for gene in chosen):
        candidates = [gene for gene in candidates if gene.protein_coding]
    # `TSC-1` is an alias, although TSC1 is the symbol of another gene.
    if usual and usual in candidates and not (usual.id in standings and standings[usual.id].rank is Rank.SYMBOL):
        by_id[usual.id] = usual  # CDKN1B for `p27`, as authors label it
    if usual not in chosen:
        is_open = len(by_id) > 1
        numbered = [gene for gene in candidates if _is_numbered(text, gene)]
        by_id |= {
            gene.id: gene for gene in numbered if is_open or not drawn or _are_drawn_more([gene], chosen, drawn, 1)
        }

    def order(gene: GeneFacts) -> tuple[object, ...]:
        rank = standings[gene.id].rank if gene.id in standings else Rank.ALIAS
        return not gene.protein_coding, rank, -drawn.pathways(gene)

    return sorted(by_id.values(), key=order) if len(by_id) > 1 else chosen


def is_of_family(text: str, chosen: Sequence[GeneFacts], members: Sequence[GeneFacts], drawn: DrawnLabels) -> bool:
    """Return True if a short name more likely means a family to which its bearer does not belong.

    `GATA` is also an alias of QRSL1, `HCN` of a gene without a protein. A single member may suffice: ZAP70 for `ZAP`.
    """
    is_outside = not any(gene in members for gene in chosen)
    if not (is_outside and text.isalnum()):
        return False
    alone = len(members) >= _FEWEST_MEMBERS and not any(gene.protein_coding for gene in chosen)
    return alone or _are_drawn_more(members, chosen, drawn, _LEAD)


def may_be_of_family(
    text: str,
    chosen: Sequence[GeneFacts],
    members: Sequence[GeneFacts],
    candidates: Sequence[GeneFacts],
    drawn: DrawnLabels,
) -> bool:
    """Return True if a short name may as well mean a family to which its bearer does not belong.

    `RAB` is also an alias of AGFG1; but `ALDOS` is not a plural, and `FRγ` is not FRG. `candidates`: see `contenders`.
    """
    if len(members) < _FEWEST_MEMBERS or fold.compact(text) != _NUMBER_SIGN.sub("", text).casefold():
        return False
    if len(members) == _FEWEST_MEMBERS and drawn.pathways(*members) <= drawn.pathways(*chosen):
        return False
    usage = drawn.usage(text, candidates)
    return not (usage and usage.is_usual) and not any(gene in members for gene in chosen)


def why_without_name(text: str, gene: GeneFacts) -> str:
    """Return the reason why a name may mean a gene that does not have it."""
    return _NUMBERED if _is_numbered(text, gene) else DRAWN_SO


def numbered_terms(text: str) -> Sequence[str]:
    """Return the exact terms of the name with a number, 1 for a long name; none for several words or a final digit."""
    if not (text.isalnum() and text[-1:].isalpha()):
        return ()
    last = _LAST_NUMBER if len(text) <= _LONGEST_STEM else 1
    return [f"name:{spelled(text)}{number}" for number in range(1, last + 1)]


def rivals(
    text: str, genes: Sequence[GeneFacts], bearer: GeneFacts, drawn: DrawnLabels, *, is_respelt: bool
) -> Sequence[GeneFacts]:
    """Return the genes that contest the name of a bearer in HGNC, out of the `genes` with this name in NCBI Gene.

    A gene contests the name if its symbol has the letters of the name in the same order (`M1`, CHRM1), since NCBI Gene
    has many short names that nobody uses, and if it is drawn much more often than the bearer. A smaller lead suffices
    if NCBI Gene does not give the name to the bearer, and none is needed if the bearer has no protein or has the name
    in another spelling only (`is_respelt`). The symbol does not matter if the bearer has only another spelling, and not
    in NCBI Gene. So does a gene to which HGNC gives the name with other hyphens: `IL-1ra` is IL1RN as well as IL6R; and
    a gene that the name resembles, if it does not resemble its bearer.
    """
    is_alone = is_respelt and bearer not in genes  # NCBI Gene has `DOR-1` for OPRD1, and HGNC has DOR1 for COG8
    lead = _LEAD_ELSEWHERE if bearer in genes else _LEAD_ALONE

    def contests(gene: GeneFacts) -> bool:
        is_written_so = any(has_same_letters(name, text) for name in (*gene.previous_symbols, *gene.aliases))
        if is_written_so and not is_respelt and ("-" in text or drawn.pathways(gene) > drawn.pathways(bearer)):
            return True
        if resembles_more(text, gene, bearer):  # `cPLA2` is KAT5 in HGNC
            return True
        if not (is_alone or _has_letters(gene.symbol, text)):
            return False
        return is_respelt or not bearer.protein_coding or drawn.pathways(gene) > lead * drawn.pathways(bearer)

    return [gene for gene in genes if gene != bearer and contests(gene)]


def may_abbreviate(text: str, gene: GeneFacts) -> bool:
    """Return True if a name that only NCBI Gene has may belong to a gene: a short one must abbreviate a gene's name.

    NCBI's synonyms include diseases, words and other things: `FSGS` for ACTN4, `FLU` for ZMYND10, `HDL` for HSD11B1.
    """
    if not (text.isascii() and text.isalpha() and text.isupper() and len(text) <= _LONGEST_ABBREVIATION):
        return True
    *before, last = list(text.casefold())  # the first and the last letter must begin a word: `GPV`, glycoprotein V
    initials = re.compile(rf"\b{'.*?'.join([*before, rf'(?<![a-z]){last}'])}")
    return _has_letters(gene.symbol, text) or any(initials.search(name.casefold()) for name in gene.full_names)


def may_claim(text: str, gene: GeneFacts) -> bool:
    """Return True if a gene may share a name with its bearer: as in `may_abbreviate`, or in any word order (`DOR`)."""
    letters = {*text.casefold()}
    return may_abbreviate(text, gene) or any(
        letters <= {word[0] for word in fold.tokens(name)} for name in gene.full_names
    )


def resembles_more(text: str, gene: GeneFacts, bearer: GeneFacts) -> bool:
    """Return True if a name has an end in common with a gene, but not with its bearer: `cPLA2`, PLA2G4A and KAT5."""
    return _resembles(text, gene) and not _resembles(text, bearer)


def _resembles(text: str, gene: GeneFacts) -> bool:
    """Return True if the symbol or approved name of a gene contains the first or last letters of a name."""
    name, called = fold.compact(text), (fold.compact(gene.symbol), fold.compact(gene.name))
    ends = (name[:_LONGEST_SHARED], name[-_LONGEST_SHARED:])
    return len(name) >= _LONGEST_SHARED and any(end in form for end in ends for form in called)


def _has_letters(name: str, text: str) -> bool:
    """Return True if a name contains the letters and digits of a text in the same order."""
    rest = iter(fold.compact(name))
    return all(letter in rest for letter in fold.compact(text))


def _named_so(
    chosen: Sequence[GeneFacts], standings: Standings, candidates: Sequence[GeneFacts], drawn: DrawnLabels
) -> Iterator[GeneFacts]:
    """Yield the genes that have the name as a previous symbol or alias and contest it."""
    is_coding = any(gene.protein_coding for gene in chosen)
    for gene in candidates:
        standing = standings.get(gene.id)
        if standing is None or standing.rank not in ABBREVIATIONS or (is_coding and gene.is_pseudogene):
            continue
        is_equal = standing.folded == standings[chosen[0].id].folded and gene.protein_coding >= is_coding
        # A gene with another spelling, or without a protein, contests a name only if authors mean that gene by it.
        if is_equal or _are_drawn_more([gene], chosen, drawn, 1):
            yield gene


def _is_numbered(text: str, gene: GeneFacts) -> bool:
    return text[-1:].isalpha() and spelled(gene.symbol) == f"{spelled(text)}1"


def _are_drawn_more(genes: Sequence[GeneFacts], chosen: Sequence[GeneFacts], drawn: DrawnLabels, least: int) -> bool:
    """Return True if drawings contain genes so much more often than a name's bearers that authors mean these genes.

    `least`: the number of pathways to exceed if no drawing contains the bearers.
    """
    return drawn.pathways(*genes) > least + _LEAD * drawn.pathways(*chosen)


# Classes of proteins, by the full names of their genes

_SHORTEST_WORD = 4
_SHORTEST_PART = 3
_OF_MEMBERS = frozenset({"class", "subunit", "subfamily", "member"})
_ROMAN = late_pattern(r"[ivx]+[ab]?")
_LONGEST_LETTER = 2  # the characters that mark a member of a class: `A`, `II`, `1B`


def is_ordinal(word: str) -> bool:
    """Return True for a number or letter that may mark a member of a class: `1`, `A`, `II`, `IIa`."""
    return word.isdigit() or len(word) <= _LONGEST_LETTER or _ROMAN.fullmatch(word) is not None


def is_lettered(name: str) -> bool:
    """Return True if a name ends in a Latin letter: centromere protein C is not a member of a class `protein C`."""
    _, blank, last = name.rpartition(" ")
    return bool(blank) and len(last) == 1 and last.isascii() and last.isalpha()


def may_be_class(name: str) -> bool:
    """Return True if a name may mean a class of proteins: it has a longer word, and no digit in its last word."""
    *_, last = words = fold.tokens(name) or [""]
    return not any(map(str.isdigit, last)) and any(len(word) >= _SHORTEST_WORD for word in words)


def is_of_class(gene: GeneFacts, name: str) -> bool:
    """Return True if a full name of a gene contains the name of a class at its end, or before a number or letter.

    `C-X-C motif chemokine receptor 4` is a chemokine receptor; `cytochrome c oxidase` is not a cytochrome c.
    """
    words = fold.tokens(name)
    for full in (full_name for full_name in (gene.name, *gene.other_names) if fold.has_same_signs(name, full_name)):
        stream = fold.tokens(full)
        for end in range(len(words), len(stream) + 1):
            if stream[end - len(words) : end] == words and all(is_ordinal(word) for word in stream[end:][:1]):
                return True
    return False


_RELATES = frozenset({
    "activator", "adaptor", "anchoring", "antagonist", "associated", "binding", "coactivator", "corepressor",
    "inhibitor", "interacting", "interactor", "modulator", "regulator", "responder", "substrate",
})  # fmt: skip


def own_words(name: str) -> Iterator[str]:
    """Yield the folded words of a full name, except another protein's name: a receptor responder is not a receptor."""
    words = fold.tokens(name)
    return (word for word, after in zip_longest(words, words[1:]) if after not in _RELATES)


def is_among(word: str, words: AbstractSet[str]) -> bool:
    """Return True if a word, or each longer part of a hyphenated one, is among folded words: `proto-oncogene`."""
    parts = fold.tokens(word)
    return fold.compact(word) in words or all(len(part) >= _SHORTEST_PART and part in words for part in parts)


def is_numbered_in_class(gene: GeneFacts, name: str) -> bool:
    """Return True if a full name of a gene is a class and a number or letter: `glutathione peroxidase 1`.

    It is also True if one of its gene groups is called so up to a comma: `Dyneins, axonemal`. `glucose-6-phosphate
    isomerase` is not a member of a class `glucose`.
    """
    words = fold.tokens(name)
    if any(fold.tokens(first) == words for first, sign, _ in (group.partition(",") for group in gene.groups) if sign):
        return True
    # A `gamma protein` is not a G protein.
    names = (
        full_name
        for full_name in (gene.name, *gene.other_names)
        if not fold.has_other_letters(name, full_name[: len(fold.in_words(name))])
    )
    named = [*map(fold.tokens, names)]
    if is_lettered(name):  # `protein kinase D1`
        named = [[*tokens[:-1], *filter(None, re.split("(?<=^[a-z])", tokens[-1]))] for tokens in named if tokens]
    # `voltage-gated calcium channel`: HGNC has `calcium voltage-gated channel subunit alpha1 A`.
    rests = [tokens[len(words) :] for tokens in named if sorted(tokens[: len(words)]) == sorted(words)]
    rests = [[word for word in rest if word not in _OF_MEMBERS] for rest in rests]
    return not query_words.GENERIC.issuperset(words) and any(rest and all(map(is_ordinal, rest)) for rest in rests)


# Families of genes, and full names that distinguish their members

_MOST_OF, _MOST_OF_ALONE = 0.8, 0.7
"""The share of a family's members that must have a gene group or the first words of a name in common.

A smaller share suffices if no gene has the name itself, as RUNX, of which RUNX1T1 has another group.
"""


def related(text: str, candidates: Sequence[GeneFacts], *, has_bearer: bool) -> Sequence[GeneFacts]:
    """Return the members of a family with this name.

    The result is empty if too few share a gene group or the first two words of their names: the genes of `ATP` have
    only letters in common.
    """
    members = of_one_family(similarly_named(text, candidates), _MOST_OF if has_bearer else _MOST_OF_ALONE)
    # NR2B1 to NR2B3 are receptors for retinoids, NR2B is one for NMDA; NAD, which no gene is called, is no family.
    return members or (_numbered(text, candidates) if text.isalpha() is has_bearer else ())


def _numbered(text: str, candidates: Sequence[GeneFacts]) -> Sequence[GeneFacts]:
    """Return the members of a family whose former symbols or aliases are its name and a number.

    MNK1 and MNK2 are MKNK1 and MKNK2, NCX1 to NCX3 are SLC8A1 to SLC8A3.
    """
    stem = fold.compact(text)
    names = {f"{stem}{number}" for number in range(1, _LAST_NUMBER + 1)}
    called = ((gene, (*gene.previous_symbols, *gene.aliases)) for gene in candidates if gene.protein_coding)
    members = [gene for gene, others in called if not names.isdisjoint(map(fold.compact, others))]
    return of_one_family(members)


def of_one_family(members: Sequence[GeneFacts], share: float = _MOST_OF) -> Sequence[GeneFacts]:
    """Return genes if most of them have a gene group, or the first two words of their names, in common; else none."""
    groups = Counter(name for gene in members for name in _shared_names(gene))
    return members if groups and groups.most_common(1)[0][1] >= share * len(members) else ()


def _shared_names(gene: GeneFacts) -> set[str]:
    """Return what the members of a family may have in common: names of their groups, first two words of their names."""
    return {
        " ".join(fold.tokens(gene.name)[:2]),
        *(name for group in gene.groups for name in families.group_names(group)),
    }


def similarly_named(text: str, candidates: Sequence[GeneFacts]) -> Sequence[GeneFacts]:
    """Return the genes that belong to a family with this name by their symbol, full name or gene group."""
    folded = fold.compact(text)
    # Gαs does not name the family of GAS1, whose letters are Latin.
    is_short_greek = fold.is_greek(text) and len(folded) < fold.SHORTEST_WITH_GREEK
    return [] if fold.decimals(text) or is_short_greek else [gene for gene in candidates if folded in gene.families]


def is_family(
    text: str,
    best: Standing | None,
    chosen: Sequence[GeneFacts],
    members: Sequence[GeneFacts],
    listed: Sequence[str],
    drawn: DrawnLabels,
) -> bool:
    """Return True if a name means a family rather than a gene.

    A previous symbol of the first member means that member, as `VEGF` means VEGFA. A short name of a later member means
    the family: `SHANK` is not SHANK2, unless drawings use it so. `best`: the standing of the `chosen` genes; `listed`:
    the members' symbols in the table of families.
    """
    if len(members) < _FEWEST_MEMBERS:
        return False
    if best is None:
        return True
    is_member = len(chosen) == 1 and chosen[0] in members
    # `ERK` means MAPK1 and MAPK3, although it is a former symbol of EPHB2, which is not a member.
    if listed and not (is_member and best.rank is Rank.PREVIOUS):
        return True
    if not is_member or best.rank not in ABBREVIATIONS or not _is_later(text, chosen[0]):
        return False
    usage = drawn.usage(text, members)
    return not (usage and usage.is_usual)


def _is_later(text: str, gene: GeneFacts) -> bool:
    """Return True if a gene's symbol is the family's name with any ending but that of the first member.

    SHANK2 and PDGFRB are later members, VEGFA and MAT1A are first members.
    """
    stem, symbol = spelled(text), spelled(gene.symbol)
    return symbol.startswith(stem) and re.fullmatch("1a?|a1?", symbol.removeprefix(stem)) is None


def has_words(full: str, rest: str, family: str) -> bool:
    """Return True if a full name contains the words of `rest` in a row, among them a number or letter.

    A number or Latin letter alone must follow the name of the family: ERK 1 is not MAPK1, the mitogen-activated protein
    kinase 1.
    """
    words = fold.tokens(rest)
    if not any(map(is_ordinal, words)):
        return False
    needs_family = all(map(is_ordinal, words)) and not fold.is_greek(rest)
    before = f"{re.escape(' '.join(fold.tokens(family)))} (?:type )?" if needs_family else ""  # collagen (type) III
    number = "[0-9]*" if words[-1].isalpha() and not fold.is_greek(full) else ""  # I1 is a troponin I
    # `galectin 9 like` is not galectin 9.
    pattern = f" {before}{re.escape(' '.join(words))}{number} (?!like )"
    return re.search(pattern, f" {' '.join(fold.tokens(full))} ") is not None


# Names of proteins that lead to human genes


_SHORTEST_PROTEIN, _LONGEST_ABBREVIATION, _FEWEST_WORDS = 3, 5, 3
_OF_SEVERAL = late_pattern(r".*[A-Z0-9]s")  # `GlyRs` is not GLYRS
_SAY_LITTLE = query_words.GENERIC | frozenset({
    "antigen", "channel", "homeobox", "homolog", "hormone", "kinase", "ligase", "like", "membrane", "mitochondrial",
    "peptide", "phosphatase", "polypeptide", "precursor", "putative", "small", "subunit", "transcription",
    "transmembrane", "transporter", "type", "uncharacterized",
})  # fmt: skip


def genes_of_protein(name: str, rows: Sequence[ProteinNames]) -> Sequence[str]:
    """Return the ids of the genes whose protein has a name; none for a name that is too short or too generic.

    `rows`: the genes with the name in any spelling. Names that differ in Greek letters, primes or decimal numbers are
    not the same.
    """
    words, is_greek = fold.tokens(name), fold.is_greek(name)
    rows = [
        row
        for row in rows
        if any(fold.has_same_signs(name, other) and _is_spelled_so(name, other) for other in row.names)
    ]
    if _OF_SEVERAL.fullmatch(name):
        rows = [row for row in rows if name in row.names]
    if not is_greek:
        # Zebrafish has ptena and ptenb; PTENβ is a form of the human protein.
        is_letter = (name.isalpha() and name.islower()) or is_lettered(name)
        rows = [row for row in rows if not is_letter or any(_is_latin(name, other) for other in row.names)]
        is_short = len("".join(words)) < _SHORTEST_PROTEIN
        says_little = all(len(word) == 1 or word in _SAY_LITTLE for word in words)
        is_of_kind = len(words) >= _FEWEST_WORDS and is_ordinal(words[-1])  # `protein kinase D`
        return () if is_short or (says_little and not is_of_kind) else [row.gene for row in rows]
    # `ETA` is an abbreviation that is spelled like a Greek letter.
    written = [row for row in rows if fold.in_words(name.casefold()) in map(str.casefold, row.names)]
    return [row.gene for row in written or rows if any(fold.is_same(name, other) for other in row.names)]


def _is_latin(text: str, name: str) -> bool:
    return _is_spelled_so(text, name) and not fold.is_greek(name)


def _is_spelled_so(text: str, name: str) -> bool:
    return fold.compact(text) == fold.compact(name)
