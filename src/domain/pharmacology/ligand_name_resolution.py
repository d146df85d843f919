"""Resolution of a text to the ligands that it names: the best match first, each with how the text was read."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum

import msgspec

from biofacts.domain.answers import scores
from biofacts.domain.compounds.queries import has_charge_of, is_number_in_a_paper, rotations
from biofacts.domain.pharmacology import ligand_filters, ligand_name_parts
from biofacts.domain.pharmacology.ligand import LigandFacts
from biofacts.domain.pharmacology.ligand_name_parts import Combination
from biofacts.domain.search import synonyms
from biofacts.domain.search.query_words import ASKING
from biofacts.domain.text import fold
from biofacts.domain.text.clean import short
from biofacts.domain.text.patterns import late_pattern
from biofacts.domain.text.salts_and_acids import ESTERS

_MOST_OTHERS = 3
_ABBREVIATION = re.compile(r"[^\W\dA-Z_abmop]-?[A-Z]{1,4}")
"""An abbreviation in both cases, whose first letter is neither Greek (`aMSH`) nor a position on a ring (`pCPA`)."""
_ANTIBODY, _METABOLITE, _PEPTIDE = "Antibody", "Metabolite", "Peptide"


class NameMatchRank(IntEnum):
    """How well a ligand's own names match a text, best first: the exact name, another spelling, or a similar name.

    ENANTIOMER: the name of a medicine without its sign: adrenaline is (-)-adrenaline, not the racemate.
    """

    NAME = 0
    INN = 1
    OF_UNAPPROVED = 2
    ENANTIOMER = 3
    SYNONYM = 4
    NAME_RESPELT = 5
    SYNONYM_RESPELT = 6
    WITHOUT_REMARK = 7
    ACID_OF_ESTER = 8
    OTHER_ALPHABET = 9


class LigandMeaning(msgspec.Struct, frozen=True, kw_only=True):
    """A ligand that a text names. `read_as`: how the text was read; `part_of`: the combination that it names."""

    number: str
    score: float
    read_as: str | None = None
    part_of: str | None = None


class _Claim(msgspec.Struct, frozen=True):
    """The claim of a ligand to a name."""

    rank: NameMatchRank
    ligand: LigandFacts


def texts(text: str) -> list[str]:
    """Return the names that a text may mean, to be looked up."""
    names: dict[str, None] = {}
    for name in (text, *ligand_name_parts.without_forms(text)):
        names |= dict.fromkeys([name, *_in_other_words(name)])
        if substance := synonyms.substance(name):
            names[substance] = None
    of_species = ligand_filters.species_in(text)
    if plain := ligand_name_parts.without_suffix(text):
        names[plain] = None
    return [*names, *ligand_name_parts.both_names(text), *([of_species[0]] if of_species else [])]


def further_texts(names: Sequence[str], ligands: Iterable[LigandFacts]) -> list[str]:
    """Return further names to look up: of the parts of combinations, and of the unlabelled forms of ligands."""
    further: dict[str, None] = {}
    for ligand in ligands:
        for text in names:
            parts = [part for product in _combinations(text, ligand) for part in product.parts]
            further |= dict.fromkeys(name for part in parts for name in texts(part))
            further |= dict.fromkeys(_unlabelled(text, ligand))
    return [*further]


def meanings(text: str, ligands: Collection[LigandFacts]) -> list[LigandMeaning]:
    """Return the ligands that a text names as a whole, best first, chosen from those that `texts` found."""
    own = _own(text, ligands)
    if own and own[0].score >= scores.TRUSTED:
        return own
    others = _otherwise(text, ligands)
    numbers = {meaning.number for meaning in others}
    return [*others, *(meaning for meaning in own if meaning.number not in numbers)]


def has_words_of(text: str, ligand: LigandFacts) -> bool:
    """Return True if a text has the words of one of the ligand's names in another order: `salmon calcitonin`."""
    words = sorted(token for token in fold.without_stop_words(fold.tokens(text)) if token not in ASKING)
    return any(
        sorted(fold.tokens(name)) == words
        and _greek(name) == _greek(text)
        and rotations(text) <= rotations(name)
        and has_charge_of(text, name)
        for name in ligand.names
    )


def _own(text: str, ligands: Collection[LigandFacts]) -> list[LigandMeaning]:
    """Return the ligands with a name: by their own names, an abbreviation, a former name, or as parts of a product."""
    claims = _claims(text, ligands)
    as_written = [claim for claim in claims if claim.rank <= NameMatchRank.SYNONYM]
    # A ligand's own name comes before a combination of the same name, but a synonym does not.
    if not any(claim.rank < NameMatchRank.SYNONYM for claim in claims) and (parts := _parts(text, ligands, as_written)):
        return parts
    if (substance := synonyms.substance(text)) and (meant := _claims(substance, ligands)):
        return _of_substance(text, meant[0].ligand, as_written)
    return _by_rank(text, claims)


# Claims to a name


_OF_A_PAPER = "[PMID:"
_SAME_NAME = NameMatchRank.SYNONYM_RESPELT


def _claims(text: str, ligands: Iterable[LigandFacts]) -> list[_Claim]:
    """Return the ligands that have a name, the best matches first; a human peptide comes before those of animals.

    `IGF1` is also the human IGF-1, although only the Guide's peptide of mouse is written so.
    """
    ranks = ((_rank(text, ligand), ligand) for ligand in ligands if _may_rotate_so(text, ligand))
    claims = [_Claim(rank, ligand) for rank, ligand in ranks if rank is not None]
    has_human = any("Human" in (claim.ligand.species or "") and claim.rank <= _SAME_NAME for claim in claims)
    return sorted(claims, key=lambda claim: (has_human and _is_of_animal(claim.ligand), claim.rank, claim.ligand.order))


def _is_of_animal(ligand: LigandFacts) -> bool:
    """Return True for a peptide of animals only that is no medicine."""
    return ligand.species is not None and "Human" not in ligand.species and not ligand.approved


def _rank(text: str, ligand: LigandFacts) -> NameMatchRank | None:
    """Return how well a ligand has a name; None if the name is not its own."""
    written, folded, greek = ligand_name_parts.as_written(text), fold.compact(text), _greek(text)
    ranks: list[NameMatchRank] = []
    # No Latin letter of a short name stands for a Greek one: NaB is not N-Aβ.
    in_other_alphabet = [NameMatchRank.OTHER_ALPHABET] if greek or len(folded) >= fold.SHORTEST_WITH_GREEK else []
    for name, rank, respelt in _names(ligand):
        is_same = fold.compact(name) == folded
        if is_same and not has_charge_of(text, name):
            continue
        if is_same and ligand_name_parts.is_acid_of_ester(name, ligand.name):
            ranks.append(NameMatchRank.ACID_OF_ESTER)
        elif ligand_name_parts.as_written(name) == written:
            ranks.append(rank)
        elif rank is NameMatchRank.NAME and ligand_name_parts.without_sign(name) == written:
            ranks.append(NameMatchRank.ENANTIOMER)
        elif is_same:
            ranks += [respelt] if _greek(name) == greek else in_other_alphabet
        elif (bare := ligand_name_parts.without_remarks(name)) != name and fold.compact(bare) == folded:
            is_combination = ligand_name_parts.combination(name, ligand.names) is not None
            # `compound 3 [PMID: 17602603]`: the number in a paper is as much its name as another ligand's synonym.
            if _OF_A_PAPER in name:
                ranks.append(NameMatchRank.SYNONYM)
            elif not is_combination:
                ranks += [NameMatchRank.WITHOUT_REMARK] if _greek(bare) == greek else in_other_alphabet
    return min(ranks, default=None)


def _may_rotate_so(text: str, ligand: LigandFacts) -> bool:
    """Return False for another enantiomer or the racemate: (+)-pentazocine is neither (-)-pentazocine nor (±)."""
    signs, own = rotations(text), _rotations(ligand)
    # Without a sign in any name, a ligand with stereocentres (`@`) may be either enantiomer.
    return signs <= own if own else signs <= {"±"} or "@" in (ligand.smiles or "")


def _rotations(ligand: LigandFacts) -> set[str]:
    return {sign for name in ligand.names for sign in rotations(name)}


def _names(ligand: LigandFacts) -> Iterator[tuple[str, NameMatchRank, NameMatchRank]]:
    """Yield each name with the ranks that its exact spelling and another spelling give."""
    yield (
        ligand.name,
        NameMatchRank.NAME if ligand.approved else NameMatchRank.OF_UNAPPROVED,
        NameMatchRank.NAME_RESPELT,
    )
    for name in ligand.approved_names:
        yield name, NameMatchRank.INN if ligand.approved else NameMatchRank.OF_UNAPPROVED, NameMatchRank.NAME_RESPELT
    for name in ligand.synonyms:
        yield name, NameMatchRank.SYNONYM, NameMatchRank.SYNONYM_RESPELT


def _greek(name: str) -> list[str]:
    """Return the Greek letters in a name, in either spelling."""
    return sorted(letter for letter in fold.literal(name) if not letter.isascii())


def _by_rank(text: str, claims: Sequence[_Claim]) -> list[LigandMeaning]:
    """Return claims as meanings; only the best matches get the score of an exact name."""
    best = [claim for claim in claims if claim.rank == claims[0].rank]
    # Peptides of several species share their name.
    others = [
        claim
        for claim in claims[len(best) :]
        if claim.rank is not NameMatchRank.OTHER_ALPHABET and claim.ligand.name != claims[0].ligand.name
    ]
    why = f"'{short(text)}' is also a name of {_called(others)}" if others and len(best) == 1 else None
    if why is None and claims and claims[0].ligand.approved and _is_trade_name(text, claims[0].ligand):
        why = "a trade name: the product may contain other substances, too"
    if claims and _may_be_mirrored(text, claims[0].ligand):
        what = "is one stereoisomer" if "±" in text else "has no sign of rotation"
        why = f"{claims[0].ligand.name} {what} in the Guide, so another substance may be meant"
    if claims and _is_of_animal(claims[0].ligand):
        species = (claims[0].ligand.species or "").casefold().replace(", ", " and ")
        why = f"in the Guide, only the peptide of {species} has this name"
    if is_number_in_a_paper(text):
        why = "many papers number their compounds like this: add the PMID, or search for another name"
    if claims and claims[0].rank is NameMatchRank.OTHER_ALPHABET:
        why = f"Latin and Greek letters count as the same, as in {claims[0].ligand.name}"
    if claims and claims[0].rank is NameMatchRank.ACID_OF_ESTER:
        why = f"the Guide has '{short(text)}' as another name of its ester {claims[0].ligand.name}"
    if claims and (name := _in_other_case(text, claims[0].ligand)):
        why = f"the Guide writes it {short(name)}; in other letters, an abbreviation may mean something else"
    if claims and _is_plural(text, claims[0].ligand):
        why = f"'{short(text)}' may be a class of substances; only {claims[0].ligand.name} has that name here"
    if claims and _is_unlabelled(text, claims[0].ligand):
        why = f"'{short(text)}' is the plain form of {claims[0].ligand.name}"
    readings = [LigandMeaning(number=claim.ligand.number, score=_score(text, claim, claims[0])) for claim in claims]
    return [msgspec.structs.replace(readings[0], read_as=why), *readings[1:]] if readings else []


def _may_be_mirrored(text: str, ligand: LigandFacts) -> bool:
    """Return True for a name with a sign of rotation, if the ligand has stereocentres, but no name with a sign."""
    return bool(rotations(text)) and not _rotations(ligand) and "@" in (ligand.smiles or "")


def _is_plural(text: str, ligand: LigandFacts) -> bool:
    """Return True for a plural of which the ligand has only the singular as a name: `flavonoids`."""
    names = [name for name in ligand.names if fold.compact(name) == fold.compact(text)]
    return text[-1:] in "sS" and bool(names) and not any(name[-1:] in "sS" for name in names)


def _in_other_case(text: str, ligand: LigandFacts) -> str | None:
    """Return the ligand's name for an abbreviation in both cases that it has in other cases only: TPA is not `tPA`."""
    if not (match := _ABBREVIATION.fullmatch(text)):
        return None
    letters = match[0].replace("-", "")
    names = [name for name in ligand.names if fold.compact(name) == fold.compact(text)]
    return None if not names or letters in (name.replace("-", "") for name in names) else names[0]


def _is_unlabelled(text: str, ligand: LigandFacts) -> bool:
    """Return True for a name without the label with which the ligand's name begins: `2-DG`."""
    with_label = ligand_name_parts.without_label(ligand.name) != ligand.name
    return with_label and not ligand.approved and ligand_name_parts.without_label(text) == text


def _is_trade_name(text: str, ligand: LigandFacts) -> bool:
    """Return True for a trade name that is not also the name of the substance, as aspirin is."""
    folded = fold.compact(text)
    is_own = any(fold.compact(name) == folded for name in (ligand.name, *ligand.approved_names))
    trade_names = filter(ligand_name_parts.is_trade_name, ligand.synonyms)
    return not is_own and any(fold.compact(name) == folded for name in trade_names)


def _score(text: str, claim: _Claim, best: _Claim) -> float:
    if is_number_in_a_paper(text):
        return scores.PART_OF_A_NAME
    if claim.rank is NameMatchRank.ACID_OF_ESTER:
        return scores.CONTESTED
    if _in_other_case(text, claim.ligand) or _may_be_mirrored(text, claim.ligand):
        return scores.CONTESTED
    if _is_plural(text, claim.ligand):
        return scores.ASIDE
    if _is_unlabelled(text, claim.ligand):
        return scores.WHOLE_NAME
    if claim.rank is NameMatchRank.OTHER_ALPHABET:
        # Users who write `PGF2a` avoid Greek letters, but users who write `beta-1a` do not mean alpha.
        return scores.CONTESTED if claim.rank != best.rank or _greek(text) else scores.WHOLE_NAME
    if _is_of_animal(best.ligand):
        return scores.TRUSTED
    return scores.EXACT if claim.rank == best.rank else scores.WHOLE_NAME


def _called(claims: Sequence[_Claim]) -> str:
    shown = [f"{claim.ligand.name} (IUPHAR:{claim.ligand.number})" for claim in claims[:_MOST_OTHERS]]
    return ", ".join([*shown, *([f"{len(claims) - _MOST_OTHERS} others"] if len(claims) > _MOST_OTHERS else [])])


# Names that are read as others


def _otherwise(text: str, ligands: Collection[LigandFacts]) -> list[LigandMeaning]:
    """Return the meanings of a text that is not a ligand's own name."""
    metabolites = {ligand.number for ligand in ligands if ligand.type == _METABOLITE and not ligand.approved}
    # A number after the name of a peptide mostly counts residues or the members of a family.
    with_doses = {ligand.number for ligand in ligands if ligand.approved and ligand.type != _PEPTIDE}
    for name in (text, *ligand_name_parts.without_forms(text)):
        form = [word for word in text.split() if word not in name.split()]
        aside = f", without {' '.join(form)}" if form else ""
        if (
            name != text
            and (readings := _own(name, ligands))
            and not (_is_number(form) and readings[0].number not in with_doses)
        ):
            is_other = not ESTERS.isdisjoint(map(str.casefold, form)) and readings[0].number in metabolites
            return _explained(
                readings, f"read as {short(name)}{aside}", scores.CONTESTED if is_other else scores.WHOLE_NAME
            )
        for other in _in_other_words(name):
            if readings := _by_rank(other, _claims(other, ligands)):
                return _explained(readings, f"read as {short(other)}{aside}")
    if readings := _with_remark(text, ligands) or _of_a_maker(text, ligands):
        return readings
    for ligand in ligands:
        for name in _unlabelled(text, ligand):
            plain = [claim for claim in _claims(name, ligands) if claim.rank <= NameMatchRank.SYNONYM]
            if plain:
                why = f"read as {name}, the plain form of {ligand.name}"
                return [LigandMeaning(number=plain[0].ligand.number, score=scores.WHOLE_NAME, read_as=why)]
    return []


def _of_a_maker(text: str, ligands: Collection[LigandFacts]) -> list[LigandMeaning]:
    """Return the biologic in a name with the FDA's suffix for one of its makers."""
    plain = ligand_name_parts.without_suffix(text)
    biologics = {ligand.number for ligand in ligands if ligand.approved and ligand.type in (_ANTIBODY, _PEPTIDE)}
    readings = [meaning for meaning in _own(plain, ligands) if meaning.number in biologics] if plain else []
    return _explained(readings, f"read as {plain}: the four letters after it distinguish its makers")


def _with_remark(text: str, ligands: Collection[LigandFacts]) -> list[LigandMeaning]:
    """Return the ligand of a text with two names, one in brackets, or with a name and a species: `rat ghrelin`."""
    both = [_own(name, ligands) for name in ligand_name_parts.both_names(text)]
    if both and all(both) and len({named[0].number for named in both}) == 1:
        return _explained(both[0][:1], "both names are of this ligand")
    if (of_species := ligand_filters.species_in(text)) is None:
        return []
    name, species = of_species
    of_it = [ligand for ligand in ligands if species in (ligand.species or "").split(", ")]
    readings = _own(name, [msgspec.structs.replace(ligand, species=None) for ligand in of_it])
    return _explained(readings, f"read as {short(name)} of {species.casefold()}") if readings else []


def _is_number(form: Sequence[str]) -> bool:
    """Return True for a number alone, which is a dose after the name of a medicine, but a part of other names."""
    return len(form) == 1 and ligand_name_parts.is_number(form[0])


def _explained(readings: Sequence[LigandMeaning], why: str, most: float = scores.WHOLE_NAME) -> list[LigandMeaning]:
    """Return meanings with the reading that led to them; exact names score at most `most`, other names less."""
    highest = {scores.EXACT: most, scores.WHOLE_NAME: min(most, scores.SURE)}
    return [
        meaning
        if meaning.part_of
        else msgspec.structs.replace(meaning, score=highest.get(meaning.score, meaning.score), read_as=why)
        for meaning in readings
    ]


def _of_substance(text: str, meant: LigandFacts, as_written: Sequence[_Claim]) -> list[LigandMeaning]:
    """Return the substance that an abbreviation or former name means, then the ligands that have this exact name."""
    others = [claim.ligand for claim in as_written if claim.ligand.number != meant.number]
    is_own = len(others) < len(as_written)
    why = None if is_own else synonyms.why_substance(text)
    score = scores.EXACT if others or is_own else scores.WHOLE_NAME
    return [
        LigandMeaning(number=meant.number, score=score, read_as=why),
        *(LigandMeaning(number=other.number, score=scores.EXACT) for other in others),
    ]


_WORDS = {name.casefold(): row for row in synonyms.LIGANDS for name in row}
_ANY_WORD = late_pattern(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(_WORDS, key=len, reverse=True)))})(?!\w)", re.I)


def _in_other_words(text: str) -> list[str]:
    """Return a text with synonyms for one of its words (`IFN beta-1a`), or with its label at the end."""
    if labelled := ligand_name_parts.with_label_behind(text):
        return [labelled]
    if not (match := _ANY_WORD.search(text)):
        return []
    others = [name for name in _WORDS[match[0].casefold()] if name.casefold() != match[0].casefold()]
    return [text[: match.start()] + other + text[match.end() :] for other in others]


def _unlabelled(text: str, ligand: LigandFacts) -> list[str]:
    """Return all names of a labelled ligand without the label, if a text is one of them; else an empty list."""
    if not ligand.is_labelled:
        return []
    plain = [ligand_name_parts.without_label(name) for name in ligand.names]
    is_one = rotations(text) <= _rotations(ligand) and any(
        fold.compact(name) == fold.compact(text) and _greek(name) == _greek(text) for name in plain
    )
    return plain if is_one else []


# Combinations


def _combinations(text: str, ligand: LigandFacts) -> list[Combination]:
    """Return the combinations with a name that have the ligand as a part."""
    combinations = (ligand_name_parts.combination(name, ligand.names) for name in ligand.synonyms)
    return [
        combination
        for combination in combinations
        if combination and fold.compact(combination.name) == fold.compact(text)
    ]


def _parts(text: str, ligands: Collection[LigandFacts], as_written: Sequence[_Claim]) -> list[LigandMeaning]:
    """Return the parts of a combination in the order of its name, then other ligands with its name."""
    products = [(combination, ligand) for ligand in ligands for combination in _combinations(text, ligand)]
    by_number: dict[str, LigandMeaning] = {}
    for product, ligand in products:
        of_parts = [meant.number for part in product.parts for meant in meanings(part, ligands)[:1]]
        for number in [*of_parts, ligand.number, *(claim.ligand.number for claim in as_written)]:
            by_number.setdefault(number, LigandMeaning(number=number, score=scores.EXACT, part_of=str(product)))
    return [*by_number.values()]
