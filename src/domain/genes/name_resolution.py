"""Resolution of a gene name: to one gene, several genes, a family, or nothing.

If no gene has the name as a whole, rewordings of it are tried (see `name_variants.rewordings`): its parts (`HER2/neu`),
the name without generic words (`BRAF kinase`), a systematic or abbreviated form (`EGF receptor`: `EGFR`). Among the
genes that have the name, the gene with the best standing wins (see `Standing`): the exact spelling before others, then
approved symbol before previous symbol, alias, full name and other full names. Of several genes with equal standing, the
only protein-coding gene wins. The name of a family means the family, even if a database lists it as an alias of one
member.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest

import msgspec

from biofacts.domain.answers.errors import Meaning
from biofacts.domain.genes import families, name_evidence
from biofacts.domain.genes.drawn_labels import DRAWN_SO, NOTHING_DRAWN, DrawnLabels
from biofacts.domain.genes.families import family_term
from biofacts.domain.genes.gene import GeneFacts, has_other_hyphens, name_terms, spelled
from biofacts.domain.genes.name_evidence import own_words
from biofacts.domain.genes.name_readings import (
    MOST_MEANINGS,
    RESPELT,
    WITHOUT,
    Reading,
    as_member,
    contested,
    may_mean,
    may_mean_same,
    meaning_of,
    of_class,
    of_one_family,
    reason,
)
from biofacts.domain.genes.name_variants import (
    Rewording,
    alternates,
    around_bracket,
    beside_family,
    is_range,
    joined,
    rewordings,
    several_of,
    without_phosphorylation,
)
from biofacts.domain.genes.names import ABBREVIATIONS, GeneName, Rank, Standing
from biofacts.domain.search import query_words
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern

_FEWEST_MEMBERS = 2
_FEWEST_OF_OTHERS = 3  # pathways; one author may err
# A form that tells a member of a family from the others is not left out: `NF-kB p65`, `STAT5 beta`.
_OF_MEMBER = late_pattern(r"p\d\d|v\d{1,2}|alpha|beta|gamma|delta|[αβγδ]", re.A | re.I)
_SHORTEST_PLURAL = 3
_SOLUBLE = late_pattern(r"s[A-Z][A-Z\d-]+", re.A)
_SYMBOL = Standing(False, Rank.SYMBOL)
_FORMER = reason(Standing(False, Rank.PREVIOUS))


def resolve_name(name: GeneName, candidates: Sequence[GeneFacts], drawn: DrawnLabels = NOTHING_DRAWN) -> Reading:
    """Resolve a name. `candidates`: all genes with any of the name's `terms`, in the order of the catalogue.

    `drawn`: the labels of drawings, as evidence for contested names.
    """
    if by_identifier := [gene for gene in candidates if gene.has(name.identifiers)]:
        if len(by_identifier) == 1:
            return Reading(name=name, gene=by_identifier[0], why=_identifier(name, by_identifier[0]))
        return Reading(name=name)  # a protein of several genes, which drawings may contain under its own identifier
    if name.symbol is None or (name.is_word and not any(name.symbol in gene.names for gene in candidates)):
        return Reading(name=name)
    return _beside_others(_of_name(name, name.symbol, candidates, drawn), drawn)


def _beside_others(reading: Reading, drawn: DrawnLabels) -> Reading:
    """Let metabolites and complexes contest an alias, a previous symbol, or a symbol in letter cases of its own.

    WDTC1 has the alias ADP, but no drawing means it by `ADP`; `cAMP` is not the gene CAMP.
    """
    text = reading.name.symbol or ""
    if not reading.gene or reading.guess or text == reading.gene.symbol:
        return reading
    usage, others = drawn.usage(text, [reading.gene]), drawn.others(text)
    is_usual = others >= _FEWEST_OF_OTHERS and others > (usage.pathways if usage else 0)
    return msgspec.structs.replace(reading, not_gene_in=others) if is_usual else reading


def by_label(reading: Reading, candidates: Sequence[GeneFacts], drawn: DrawnLabels) -> Reading:
    """Resolve a name that no gene has by the labels of drawings.

    The name of a protein keeps its gene, but the gene that most drawings label so contests it: `G6PDH` is H6PD in NCBI
    Gene.
    """
    text = reading.name.symbol or ""
    if not reading.has_meaning:
        gene = drawn.gene(text, candidates)
        return Reading(name=reading.name, gene=gene, why=DRAWN_SO, by_protein=True) if gene else reading
    usage = drawn.usage(text, candidates)
    if not (reading.gene and usage and usage.is_usual) or usage.gene.id == reading.gene.id:
        return reading
    return contested(reading, Reading(name=reading.name, gene=usage.gene, why=DRAWN_SO, by_protein=True))


def _identifier(name: GeneName, gene: GeneFacts) -> str:
    term = next(term for term in gene.identifiers if term in name.identifiers)
    return f"identifier ({term.partition(':')[0]})"


def _of_name(name: GeneName, text: str, candidates: Sequence[GeneFacts], drawn: DrawnLabels) -> Reading:
    if several := _of_alternates(name, text, candidates, drawn) or _of_several(name, text, candidates, drawn):
        return several
    joint: Reading | None = None
    for rewording in rewordings(text):
        if rewording.form and joint is None and (joint := _of_joined(name, text, candidates, drawn)).has_meaning:
            return joint  # `PML-RARα` is no form of `PML-RAR`
        reading = _reworded(name, rewording, candidates, drawn)
        if reading.has_meaning:
            is_whole = rewording.parts == (text,) or (rewording.form and not rewording.parts[1:])
            return _beside_state(reading, rewording.parts[0], candidates, drawn) if is_whole else reading
    for otherwise in (_of_members(name, text, candidates), joint or _of_joined(name, text, candidates, drawn)):
        if otherwise.has_meaning:
            return otherwise
    # `titin (muscle)`, `IL2 receptor alpha (CD25)`: one of the two parts may be no name, or a name of several genes.
    parts = [_of_name(name, part, candidates, drawn) for part in around_bracket(text)]
    named = [part for part in parts if part.has_meaning]
    for part in named:
        if part.gene and all(may_mean(other, part.gene) for other in named if other is not part):
            before = {*fold.tokens(around_bracket(text)[0])} - query_words.GENERIC
            is_other = named == parts[1:] and before and before.isdisjoint(_words_of(part.gene))
            why = f"{part.why}, for a part of the text"
            return msgspec.structs.replace(part, why=why, guess="bracket" if is_other else part.guess)
    return Reading(name=name)


def _reworded(name: GeneName, rewording: Rewording, candidates: Sequence[GeneFacts], drawn: DrawnLabels) -> Reading:
    """Resolve a rewording of a name: all of its parts must mean the same gene, or its only part a family."""
    parts = [_of_part(name, part, candidates, drawn) for part in rewording.parts]
    # A part that means one gene decides; the others must only allow it: `neu` in `HER2/neu` may also be NEU1.
    first, *others = sorted(parts, key=lambda reading: reading.gene is None and not reading.is_family)
    if (gene := first.gene) is None:
        # If words were dropped, the rest must mean a single gene, unless all words are in the names of its meanings.
        meant = {meaning.id for meaning in first.meanings}
        genes = [gene for gene in candidates if gene.id in meant] if rewording.is_derived else []
        is_dropped = rewording.left_out and not (genes and all(_fits(gene, rewording) for gene in genes))
        return Reading(name=name) if is_dropped or others else _guessed(first, rewording)
    beside = [*others, *(_of_part(name, word, candidates, drawn) for word in rewording.left_out)]
    is_meant = all(may_mean(other, gene) for other in beside if other.gene or other in others)
    # Made from a name, a former symbol must be written in the same case: `Rho kinase` is not the RHOK.
    is_former = rewording.is_derived and rewording.left_out and first.why == _FORMER
    if is_former and not {*rewording.parts} & {*gene.previous_symbols}:
        return Reading(name=name)
    if not (is_meant and _fits(gene, rewording)):
        return Reading(name=name)
    return _guessed(first, rewording)


def _guessed(reading: Reading, rewording: Rewording) -> Reading:
    if rewording.is_derived and reading.has_meaning:
        reading = msgspec.structs.replace(reading, guess="derived")
    if rewording.is_respelt and reading.gene and not reading.is_respelt:
        reading = msgspec.structs.replace(reading, why=reading.why + RESPELT)
    if not rewording.form:
        return reading
    return omitting_form(reading, reading.name, rewording.form)


def omitting_form(reading: Reading, name: GeneName, form: Sequence[str]) -> Reading:
    """Return the reading of a name from which a form of the gene or its product was omitted."""
    if reading.is_family and _OF_MEMBER.fullmatch(form[-1]):  # `NF-kB p65` is a member of the family
        return Reading(name=name)
    left_out = ", ".join(f"'{omitted}'" for omitted in form)
    why = f"{reading.why}{WITHOUT}{left_out}" if reading.gene else ""
    return msgspec.structs.replace(reading, name=name, why=why, guess="form")


def _beside_state(reading: Reading, text: str, candidates: Sequence[GeneFacts], drawn: DrawnLabels) -> Reading:
    """Resolve a name that may mean a phosphorylated or soluble form: `p-ERK` is not PERK, nor `sST2` SST2."""
    rest = without_phosphorylation(text) or (text[1:] if _SOLUBLE.fullmatch(text) else None)
    if rest is None or _is_written(reading, text, candidates):
        return reading
    other = _of_part(reading.name, rest, candidates, drawn)
    if not other.has_meaning:
        return reading
    return other if reading.gene and may_mean(other, reading.gene) else contested(other, reading)


def _is_written(reading: Reading, text: str, candidates: Sequence[GeneFacts]) -> bool:
    """Return True if one of the genes has the name, or a symbol that begins with it, in exactly these letter cases."""
    meant = {meaning.id for meaning in reading.all_meanings}
    return any(gene.symbol.startswith(text) or text in gene.names for gene in candidates if gene.id in meant)


def _of_joined(name: GeneName, text: str, candidates: Sequence[GeneFacts], drawn: DrawnLabels) -> Reading:
    """Resolve the name of a fusion, complex or pair to the genes that it joins."""
    for names in joined(text):
        parts = [_as_symbol(_of_part(name, part, candidates, drawn), part) for part in names]
        if not all(map(_may_be_joined, parts)) or may_mean_same(*parts):
            continue
        # `Rho-GAP` is not a pair of RHO (rhodopsin) and a GAP, nor is CDP-DAG a pair: both its parts are only aliases.
        pairs = zip(names, parts, strict=True)
        written = [not part_name.isascii() or _is_written(part, part_name, candidates) for part_name, part in pairs]
        is_of_symbols = all(written) and any(part.why.endswith("symbol") for part in parts)
        if is_of_symbols or "-".join(names) not in text:
            return msgspec.structs.replace(contested(*parts), guess="parts")
    return Reading(name=name)


def _of_alternates(name: GeneName, text: str, candidates: Sequence[GeneFacts], drawn: DrawnLabels) -> Reading | None:
    """Resolve a name that stands for several names with the same beginning: `claudin-3/4` is not claudin 34."""
    is_name = families.members(text) or any(text in gene.names for gene in candidates)  # KRTAP1-3 is a gene
    for names in alternates(text) if not is_name else ():
        parts = [_as_whole(name, part, candidates, drawn) for part in names]
        if is_range(text) and parts[0].has_meaning and parts[-1].has_meaning:
            parts = [part for part in parts if part.has_meaning]
        if len(parts) >= _FEWEST_MEMBERS and all(part.has_meaning for part in parts):
            parts = [*of_one_family(parts, candidates)]
            # The first meaning of each name comes first, since `IFN-α/β` has many alphas.
            turns = zip_longest(*(part.all_meanings for part in parts))
            meanings = {meaning.id: meaning for turn in turns for meaning in turn if meaning}
            if len(meanings) >= _FEWEST_MEMBERS:
                return Reading(name=name, meanings=tuple(meanings.values())[:MOST_MEANINGS])
            # NELF-C/D is a single gene, and `MAPK 1/2` is not MAPK12: MAPK2 is an alias of MAPK1.
            gene = next((gene for gene in candidates if gene.id in meanings), parts[0].gene)
            return parts[0] if parts[0].gene else Reading(name=name, gene=gene, why=parts[0].meanings[0].why)
    return None


def _as_whole(name: GeneName, text: str, candidates: Sequence[GeneFacts], drawn: DrawnLabels) -> Reading:
    """Resolve a text by its first rewording that has a meaning."""
    readings = (_reworded(name, rewording, candidates, drawn) for rewording in rewordings(text))
    return next((reading for reading in readings if reading.has_meaning), Reading(name=name))


def _of_several(name: GeneName, text: str, candidates: Sequence[GeneFacts], drawn: DrawnLabels) -> Reading | None:
    """Resolve a family, complex or plural to the members of a family: `Rho family` is not RHO, nor `RARs` RARS1.

    Return None if the name may belong to one gene: it is a gene's name in exactly this spelling, or the plural of a
    gene's symbol or full name. Return a reading without meanings if it does not.
    """
    called, how = several_of(text)
    if not called or any(text in gene.names for gene in candidates):
        return None
    listed = families.members(text) or families.members(called)
    named_so = (name_evidence.similarly_named(form, candidates) for form in (text, called))
    for members in ([gene for gene in candidates if gene.symbol in listed], *named_so):
        if len(members) >= _FEWEST_MEMBERS:
            return of_class(name, members)
    if how == "complex":
        # The alias AP-2 of three genes is not the name of their complex.
        subunits = name_evidence.of_one_family(
            [gene for gene in candidates if gene.protein_coding and gene.standing(called)]
        )
        # The subunits may have the name as an alias: `TFIIH complex`. Or it is the complex of all genes in its name.
        return of_class(name, subunits) if len(subunits) >= _FEWEST_MEMBERS else None
    ranks, ranks_as_written = (
        {standing.rank for gene in candidates if (standing := gene.standing(form))} for form in (called, text)
    )
    if not ranks and Rank.SYMBOL in ranks_as_written:
        return None  # `Ltc4s`, as authors write the symbol LTC4S for mice
    usage = drawn.usage(called, candidates)
    is_own = not ranks.isdisjoint((Rank.SYMBOL, Rank.NAME, Rank.OTHER_NAME)) or (usage is not None and usage.is_usual)
    is_word = called.isalpha() and called.islower()  # `tau proteins`, but not `BET proteins`
    is_short = len(called) == _SHORTEST_PLURAL and called[1:].islower()  # `Wnts`, but `Mars` is MARS1
    return None if how == "plural" and (is_own or is_short or (is_word and ranks)) else Reading(name=name)


def _as_symbol(reading: Reading, text: str) -> Reading:
    """Keep only the meanings whose symbols begin with a name, if there are any: the ABL of `BCR-ABL` is ABL1."""
    own = tuple(meaning for meaning in reading.meanings if spelled(meaning.symbol).startswith(spelled(text)))
    return msgspec.structs.replace(reading, meanings=own or reading.meanings)


def _may_be_joined(reading: Reading) -> bool:
    is_pseudogene = reading.gene is not None and reading.gene.is_pseudogene
    return reading.has_meaning and not (reading.is_respelt or reading.is_family or is_pseudogene)


def _of_members(name: GeneName, text: str, candidates: Sequence[GeneFacts]) -> Reading:
    """Resolve a family's name combined with a name of one of its members, or with words that distinguish members."""
    for family, rest in beside_family(text):
        listed = families.members(family)
        members = [gene for gene in candidates if gene.symbol in listed]
        named = [gene for gene in members if gene.standing(rest)] or [
            gene
            for gene in members
            if any(
                name_evidence.has_words(full, rest, family) and fold.has_same_signs(rest, full)
                for full in (gene.name, *gene.other_names)
            )
        ]
        why = f"member of the family '{family}'"
        if len(named) == 1:
            return Reading(name=name, gene=named[0], why=why)
        if meanings := tuple(Meaning(id=gene.id, symbol=gene.symbol, why=why) for gene in named):
            return Reading(name=name, meanings=meanings)
    return Reading(name=name)


def _fits(gene: GeneFacts, rewording: Rewording) -> bool:
    if rewording.of_human:
        return gene.is_human and gene.symbol == rewording.parts[0]
    words = {*gene.families, *_words_of(gene), *_kinds_of(gene)} if rewording.left_out else set[str]()
    return all(name_evidence.is_among(word, words) for word in rewording.left_out)


def _words_of(gene: GeneFacts) -> Iterator[str]:
    """Yield the folded words of a gene's full names."""
    return (word for name in gene.full_names for word in own_words(name))


def _kinds_of(gene: GeneFacts) -> Iterator[str]:
    """Yield the last words of the names of a gene's groups: `phosphatase` for `CDC25 phosphatases`."""
    return (word for group in gene.groups for word in fold.tokens(group.partition(",")[0])[-1:])


def terms(name: GeneName, drawn: DrawnLabels = NOTHING_DRAWN) -> list[str]:
    """Return every exact term to look up before `resolve_name`."""
    exact = list(name.identifiers)
    if name.symbol is not None:
        own, named = _terms_of_symbol(name.symbol)
        exact += [*own, *(term for text in named for term in drawn.terms(text))]
    return list(dict.fromkeys(exact))


# Cached, since a search looks up its name in several catalogues, with and without the labels of drawings.
@lru_cache(maxsize=64)
def _terms_of_symbol(symbol: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the terms to look up for a name, and the texts whose labels in drawings are looked up, too."""
    texts = (symbol, *around_bracket(symbol))
    reworded = (rewording.parts for text in texts for rewording in rewordings(text))
    endings = (rewording.parts for several in alternates(symbol) for text in several for rewording in rewordings(text))
    named = [*dict.fromkeys(part for parts in (*reworded, *joined(symbol), *endings) for part in parts)]
    exact = [
        term
        for part in named
        for term in (*name_terms(part), family_term(part), *name_evidence.numbered_terms(part), *_member_terms(part))
    ]
    if several := several_of(symbol)[0]:
        named.append(several)
        exact += [*name_terms(several), family_term(several), *_member_terms(several)]
    for family, rest in beside_family(symbol):
        exact += [*name_terms(rest), *_member_terms(family)]
    return exact, named


def _member_terms(family: str) -> Iterator[str]:
    """Yield the exact terms of a family's members, if it is one of those that are known by name."""
    return (f"name:{spelled(member)}" for member in families.members(family))


def _of_part(name: GeneName, text: str, candidates: Sequence[GeneFacts], drawn: DrawnLabels) -> Reading:
    standings = {gene.id: standing for gene in candidates if (standing := gene.standing(text))}
    bearers = sorted((gene for gene in candidates if gene.id in standings), key=lambda gene: standings[gene.id])
    best = standings[bearers[0].id] if bearers else None
    chosen = [gene for gene in bearers if standings[gene.id] == best]
    if len(coding := [gene for gene in chosen if gene.protein_coding]) == 1:
        chosen = coding
    if best is not None:
        chosen += [gene for gene in candidates if gene not in chosen and _is_also(text, gene, chosen, best)]
    if best is not None and best.rank is Rank.SYMBOL and not (best.folded and text.isalpha()):
        return _of_bearers(name, bearers, chosen, standings)  # an approved symbol is never a family
    listed = families.members(text)
    related = () if listed else name_evidence.related(text, candidates, has_bearer=best is not None)
    members = related or [gene for gene in candidates if gene.symbol in listed]
    if name_evidence.is_family(text, best, chosen, members, listed, drawn):
        return _of_family(name, members, chosen, standings)
    if best is None:
        return Reading(name=name)
    if best.rank not in ABBREVIATIONS:
        return _of_bearers(name, bearers, chosen, standings)
    return _of_abbreviation(name, text, candidates, drawn, bearers, chosen, standings, members)


def _of_abbreviation(
    name: GeneName,
    text: str,
    candidates: Sequence[GeneFacts],
    drawn: DrawnLabels,
    bearers: Sequence[GeneFacts],
    chosen: Sequence[GeneFacts],
    standings: Mapping[str, Standing],
    members: Sequence[GeneFacts],
) -> Reading:
    """Resolve an alias or previous symbol, which may also mean a family, or other genes that are drawn more often."""
    is_of_family = name_evidence.is_of_family(text, chosen, members, drawn)
    if is_of_family and len(members) >= _FEWEST_MEMBERS:
        return _of_family(name, members, bearers, standings)
    contenders = name_evidence.contenders(text, chosen, standings, candidates, drawn)
    is_listed = len(contenders) > 1 and families.members(text) and all(gene in members for gene in contenders)
    if is_listed:  # `NOS` is not only NOS1 and NOS2
        return _of_family(name, members, chosen, standings)
    reading = _of_bearers(name, bearers, contenders, standings, members)
    if is_of_family:
        alone = tuple(Meaning(id=member.id, symbol=member.symbol, why=name_evidence.BEGINNING) for member in members)
        return contested(Reading(name=name, meanings=alone), reading)
    if name_evidence.may_be_of_family(text, contenders, members, candidates, drawn):
        return contested(reading, of_class(name, members))
    return reading


def _is_also(text: str, gene: GeneFacts, chosen: Sequence[GeneFacts], best: Standing) -> bool:
    """Return True if a name may be that of a gene, too, which has it with other hyphens.

    PARP-1 means PARP1 as well as TIPARP, which has the alias PARP-1.
    """
    if best > _SYMBOL:
        return has_other_hyphens(text, gene.symbol)
    return not text.islower() and all(bearer.symbol != text for bearer in chosen) and gene.has_hyphenated(text)


def _of_bearers(
    name: GeneName,
    bearers: Sequence[GeneFacts],
    chosen: Sequence[GeneFacts],
    standings: Mapping[str, Standing],
    related: Sequence[GeneFacts] = (),
) -> Reading:
    """Resolve a name that is not a family's to the `chosen` gene, or to several.

    `related`: the members of a family with the name. If the chosen gene belongs to it, the others become `others`.
    """
    if len(chosen) > 1:
        return Reading(name=name, meanings=tuple(_contender(name, gene, standings) for gene in chosen))
    (gene,) = chosen
    others = [meaning_of(bearer, standings[bearer.id]) for bearer in bearers if bearer is not gene]
    family: tuple[str, ...] = ()
    if gene in related:
        others += [as_member(member) for member in related if member is not gene and member.id not in standings]
    if len(related) >= _FEWEST_MEMBERS:
        family = tuple(sorted(member.symbol for member in related[:MOST_MEANINGS]))
    why = reason(standings[gene.id])
    return Reading(name=name, gene=gene, why=why, others=tuple(others[:MOST_MEANINGS]), family=family)


def _contender(name: GeneName, gene: GeneFacts, standings: Mapping[str, Standing]) -> Meaning:
    if standing := standings.get(gene.id):
        return meaning_of(gene, standing)
    return Meaning(id=gene.id, symbol=gene.symbol, why=name_evidence.why_without_name(name.text, gene))


def _of_family(
    name: GeneName, members: Sequence[GeneFacts], bearers: Sequence[GeneFacts], standings: Mapping[str, Standing]
) -> Reading:
    """Resolve the name of a family. `bearers`: the genes that have the name, whether they are members or not."""
    others = [meaning_of(bearer, standings[bearer.id]) for bearer in bearers if bearer not in members]
    return msgspec.structs.replace(of_class(name, members), others=tuple(others))


_FEWEST_WORDS = 3  # e.g. "H3 histamine receptor", "tissue plasminogen activator"
_IN_ANOTHER_ORDER = "full name with its words in another order"
_UP_TO_A_COMMA = "full name up to a comma"
_WITH_NUMBER = "full name, with the number of the approved symbol"
_SAY_LITTLE = frozenset({"chain", "homolog", "protein", "subunit", "type"})
_TWO_NAMES = late_pattern(r"\S+ \(([^()]+)\)")  # `5-hydroxytryptamine (serotonin) receptor 2C`


def may_be_full(name: GeneName) -> bool:
    """Return True if a name may be a gene's full name in another word order, or the part of it before a comma."""
    return _has_an_order(name) or _may_be_head(name)


def by_words(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a name by full names. `genes`: the genes that a search for the words of the name finds."""
    for resolve in (in_another_order, numbered, before_comma):
        reading = resolve(name, genes)
        if reading.has_meaning:
            return reading
    return Reading(name=name)


def _has_an_order(name: GeneName) -> bool:
    """Return True if a name has enough words to identify a gene in any order."""
    return len(_bag(name.text)) >= _FEWEST_WORDS


def _may_be_head(name: GeneName) -> bool:
    """Return True for several words of which the last is a number or letter."""
    return " " in name.text and name_evidence.is_ordinal(name.text.split()[-1])


def in_another_order(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a name that has the words of one gene's full name, such as `H3 histamine receptor`.

    `genes`: the genes that a search for the words of the name finds.
    """
    words = _bag(name.text)
    if not _has_an_order(name):
        return Reading(name=name)
    bearers = [gene for gene in genes if words in map(_bag, _wordings(gene))]
    # `alpha smooth muscle actin` is actin alpha 2, smooth muscle. A number at the end would mark one of several genes.
    if not bearers and not any(map(str.isdecimal, words)):
        bearers = [gene for gene in genes if not gene.name[-1].isdecimal() and _without_numbers(gene.name) == words]
    return _of(name, bearers, _IN_ANOTHER_ORDER)


def numbered(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a full name with the number at the end of the gene's symbol: `8-oxoguanine DNA glycosylase 1` is OGG1.

    `genes`: the genes that a search for the words of the name finds.
    """
    words, _, last = name.text.rpartition(" ")
    if not last.isdecimal():
        return Reading(name=name)
    bearers = [
        gene
        for gene in genes
        if gene.symbol.endswith(last)
        and gene.symbol.removesuffix(last)[-1:].isalpha()
        and any(fold.is_same(words, full) for full in gene.full_names)
    ]
    return _of(name, bearers, _WITH_NUMBER)


def before_comma(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a name that is full names up to a comma: `protein Z` is one gene's, `DNA polymerase gamma` two subunits'.

    `genes`: the genes that a search for the words of the name finds.
    """
    heads = [(gene, gene.name.partition(", ")[0]) for gene in genes if ", " in gene.name]
    words = _bag(name.text)
    if _has_an_order(name) and not any(map(str.isdecimal, words)):
        subunits = [gene for gene, head in heads if _without_numbers(head) == words]
        if len(subunits) > 1:
            return of_class(name, subunits)
    bearers = [gene for gene, head in heads if fold.is_same(name.text, head)] if _may_be_head(name) else []
    return _of(name, bearers, _UP_TO_A_COMMA)


def _of(name: GeneName, bearers: Sequence[GeneFacts], why: str) -> Reading:
    """Return the reading as the only bearer of a name; an empty reading if there are none or several."""
    return Reading(name=name, gene=bearers[0], why=why, by_protein=True) if len(bearers) == 1 else Reading(name=name)


def _wordings(gene: GeneFacts) -> Iterator[str]:
    """Yield the full names of a gene, also with the second of two names for one thing, and without a remark behind."""
    for full in gene.full_names:
        yield full
        if "(" in full:
            yield from (_TWO_NAMES.sub(r"\1", part) for part in dict.fromkeys((full, full.partition(", ")[0])))


def _bag(name: str) -> list[str]:
    return sorted(word for word in fold.tokens(name) if word not in _SAY_LITTLE)


def _without_numbers(name: str) -> list[str]:
    return [word for word in _bag(name) if not word.isdecimal()]
