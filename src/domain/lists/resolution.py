"""Resolution of the names of a list to one entity, several, none, or an error, by one rule for every kind."""

from collections.abc import Iterable, Sequence
from itertools import islice, zip_longest
from typing import Literal

import msgspec

from biofacts.domain.answers import next_calls, scores
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import BiofactsError, ErrorCode, Meaning
from biofacts.domain.answers.records import Candidate, Item
from biofacts.domain.compounds.compound import CompoundSearchCandidate
from biofacts.domain.genes import orthologs
from biofacts.domain.genes.gene import GeneCandidate, GeneFacts, Ortholog
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pharmacology.target import TargetCandidate
from biofacts.domain.search.query_words import GENERIC
from biofacts.domain.source_remarks import genes as gene_remarks
from biofacts.domain.text import fold

MOST_OPTIONS = 5

Status = Literal["resolved", "ambiguous", "not_found", "error"]

AnyCandidate = PathwayCandidate | CompoundSearchCandidate | LigandCandidate | TargetCandidate | GeneCandidate

PART_OF_A_NAME = "It is part of longer names: use the id of one of them."
SEVERAL_AS_GOOD = "Several match equally well: add a word, or use the id of one of them."

PARTS_OF_ONE = "It is a combination of several substances: these are its parts."

SEVERAL_KINDS = "Records of several kinds have this name: pass the kind."

NO_VALUE = "It means a missing value in tables, so it was not looked up."

A_DATE = "It is a date: spreadsheets turn gene symbols into dates."

SEVERAL_NAMES = "several names in one cell"
"""The reason given for a cell that contains several names."""


class Option(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A possible meaning of a name.

    `kind`: the kind of record, if several kinds were searched; `score`: the absolute score of a search; `why`: the
    reason for this meaning, such as the sort of name that matched.
    """

    id: str
    name: str
    kind: str | None = None
    score: float | None = None
    why: str | None = None


class Resolution(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The resolution of a name.

    `candidates`: its possible meanings, or similar entities; `why`: how it was read, or why it was not resolved;
    `code`: the code of an error.
    """

    input: str
    status: Status
    id: str | None = None
    name: str | None = None
    kind: str | None = None
    score: float | None = None
    candidates: tuple[Option, ...] = ()
    why: str | None = None
    code: ErrorCode | None = None

    @property
    def option(self) -> Option:
        """The resolved entity as a possible meaning."""
        return Option(id=self.id or "", name=self.name or "", kind=self.kind, score=self.score)


def decided(name: str, candidates: Sequence[AnyCandidate]) -> Resolution:
    """Resolve a name by search results, best first, with absolute scores.

    The first result is the meaning if it matches every word with a score of at least 0.9 and no other has its score;
    human entities take precedence over those of other organisms. If several have that score, the name is ambiguous; so
    are the name of a combination of several substances, and words from a longer title.
    """
    best = candidates[0] if candidates else None
    if best is None or best.rating < scores.TRUSTED or best.unmatched:
        why = none_trusted(best.rating if best else None)
        return _undecided(name, "not_found", map(option, candidates), why)
    equal = [candidate for candidate in candidates if _is_as_good(candidate, best)]
    if isinstance(best, LigandCandidate) and best.part_of:
        return _undecided(name, "ambiguous", map(option, equal), PARTS_OF_ONE)
    if _is_a_part(name, best):
        longer = [
            candidate
            for candidate in candidates
            if candidate.rating >= scores.PART_OF_A_NAME and not candidate.unmatched
        ]
        return _undecided(name, "ambiguous", map(_choice, longer), PART_OF_A_NAME)
    if len(equal) == 1:
        return resolved(name, option(best))
    return _undecided(name, "ambiguous", map(_choice, equal), SEVERAL_AS_GOOD)


def _undecided(name: str, status: Status, options: Iterable[Option], why: str | None) -> Resolution:
    """Create the resolution of a name without one certain meaning, with the first options as candidates."""
    return Resolution(input=name, status=status, candidates=tuple(islice(options, MOST_OPTIONS)), why=why)


def _choice(candidate: AnyCandidate) -> Option:
    """Convert one of several candidates; pathways get their organism, since titles may be the same."""
    return (
        msgspec.structs.replace(option(candidate), why=candidate.organism)
        if isinstance(candidate, PathwayCandidate)
        else option(candidate)
    )


def _is_a_part(name: str, best: AnyCandidate) -> bool:
    """Return True if a text has only some of the distinctive words of a title or target's name: `hypoxia`."""
    if best.rating >= scores.WHOLE_NAME or not isinstance(best, PathwayCandidate | TargetCandidate):
        return False
    title = fold.tokens(option(best).name)
    telling = {fold.stem(token) for token in fold.without_stop_words(title) if token not in GENERIC}
    missing = telling - {fold.stem(token) for token in fold.tokens(name)}
    # `glycolysis` is one of two names in `Glycolysis and gluconeogenesis`.
    return len(missing) > ("and" in title)


def _is_as_good(candidate: AnyCandidate, best: AnyCandidate) -> bool:
    if candidate.rating < best.rating or candidate.unmatched:
        return False
    return _organism(best) != HUMAN or _organism(candidate) == HUMAN


def _organism(candidate: Candidate) -> str | None:
    return candidate.organism if isinstance(candidate, PathwayCandidate | GeneCandidate) else None


def option(candidate: AnyCandidate) -> Option:
    """Convert a candidate to a possible meaning."""
    why = None
    match candidate:
        case PathwayCandidate():
            name = candidate.title
        case GeneCandidate():
            name = candidate.symbol
        case LigandCandidate():
            name = candidate.name
            why = f"one part of {candidate.part_of}" if candidate.part_of else candidate.read_as
        case CompoundSearchCandidate():
            name, why = candidate.name, candidate.read_as
        case _:
            name = candidate.name
    return Option(id=candidate.id, name=name, score=round(candidate.rating, 2), why=why)


def of_meanings(meanings: Sequence[Meaning]) -> tuple[Option, ...]:
    """Convert the first meanings of an ambiguous name."""
    return tuple(Option(id=meaning.id, name=meaning.symbol, why=meaning.why) for meaning in meanings[:MOST_OPTIONS])


def of_gene(gene: GeneFacts) -> Option:
    """Convert a gene to a possible meaning."""
    return Option(id=gene.id, name=gene.symbol)


def read(name: str, reading: Reading) -> Resolution | None:
    """Resolve the name of a gene by its reading. Returns: None if the reading has no meanings."""
    score = reading.score
    if reading.gene is not None:
        why = reading.read_as.why if reading.read_as else None
        meant = msgspec.structs.replace(of_gene(reading.gene), score=score, why=why)
        if score < scores.TRUSTED:
            return Resolution(input=name, status="not_found", candidates=(meant,), why=none_trusted(score))
        return resolved(name, meant)
    if not reading.meanings:
        return None
    trusted = None if reading.is_family else score
    offered = tuple(msgspec.structs.replace(meaning, score=trusted) for meaning in of_meanings(reading.meanings))
    if reading.is_family:
        also = [gene_remarks.also_names([other.symbol for other in reading.others])] if reading.others else []
        why = " ".join([a_family(reading.size, len(offered[:MOST_OPTIONS])), *also])
    else:
        why = several_genes(len(reading.meanings), len(offered))
    return _undecided(name, "ambiguous", offered, why)


def by_ortholog(gene: Resolution, all_orthologs: Sequence[Ortholog], organism: str) -> Resolution:
    """Resolve the name of a gene to its ortholog in another organism. `all_orthologs`: all its orthologs there.

    Of several orthologs, the only one with the gene's symbol is chosen, and the others are candidates; if no single
    one has it, the name is ambiguous.
    """
    if any(ortholog.id == gene.id for ortholog in all_orthologs):
        return gene
    details = ", ".join(filter(None, (gene.id, gene.why)))
    called = f"{gene.name} ({details})" if gene.name else details
    if not all_orthologs:
        return _undecided(gene.input, "not_found", (), f"HGNC states no ortholog in {organism} of {called}.")
    first = orthologs.main_ortholog(gene.name, all_orthologs)
    others = [ortholog for ortholog in all_orthologs if ortholog is not first]
    offered = tuple(Option(id=other.id, name=other.symbol or other.id) for other in others[:MOST_OPTIONS])
    if first is None:
        cut = f", of which {len(offered)} are listed here" if len(offered) < len(all_orthologs) else ""
        why = f"{called} has {len(all_orthologs)} orthologs in {organism}{cut}."
        return _undecided(gene.input, "ambiguous", offered, why)
    by = "" if first.via == gene.id else f" by {first.via}"
    return Resolution(
        input=gene.input,
        status="resolved",
        id=first.id,
        name=first.symbol,
        kind=gene.kind,
        score=min(gene.score or 0.0, scores.TRUSTED if others else scores.EXACT),
        candidates=offered,
        why=f"ortholog of {called}{by}{f', one of {len(all_orthologs)}' if others else ''}",
    )


def of_date(name: str, meanings: Sequence[Meaning]) -> Resolution:
    """Create the resolution of a date that was a symbol: never resolved, even if only one gene is possible."""
    return _undecided(name, "ambiguous" if meanings else "not_found", of_meanings(meanings), A_DATE)


def of_cell(name: str, parts: Sequence[Resolution]) -> Resolution:
    """Create the resolution of a cell with several names: resolved only if all known names mean the same gene."""
    recognised = [part for part in parts if part.status in ("resolved", "ambiguous")]
    ids = {part.id for part in recognised}
    if len(ids) == 1 and recognised[0].id is not None:
        return msgspec.structs.replace(recognised[0], input=name, why=SEVERAL_NAMES)
    options = [Option(id=part.id, name=part.name or part.id) for part in recognised if part.id is not None]
    options += [option for part in recognised if part.id is None for option in part.candidates]
    different = tuple({meaning.id: meaning for meaning in options}.values())
    return Resolution(
        input=name, status="ambiguous" if recognised else "not_found", candidates=different, why=SEVERAL_NAMES
    )


def resolved(name: str, meant: Option) -> Resolution:
    """Create the resolution of a name that means one entity."""
    return Resolution(
        input=name, status="resolved", id=meant.id, name=meant.name, kind=meant.kind, score=meant.score, why=meant.why
    )


def failed(name: str, error: BiofactsError) -> Resolution:
    """Create the resolution of a name whose lookup failed, or that is not a name."""
    return Resolution(input=name, status="error", code=error.code, why=error.message)


def best_of_kinds(name: str, of_kinds: Sequence[tuple[str, Resolution]]) -> Resolution:
    """Combine the resolutions of a name in several kinds: the kind with the best score wins; a tie is ambiguous.

    If the search of a kind failed, a name without any meaning is an error instead of not found.
    """
    claims = [(kind, resolution) for kind, resolution in of_kinds if resolution.status in ("resolved", "ambiguous")]
    # The failed kind might have the name, so it is reported neither as not found nor as part of another name.
    failed = [resolution for _, resolution in of_kinds if resolution.status == "error"]
    if failed and claims and not any(is_whole(resolution) for _, resolution in claims):
        return _undecided(name, "ambiguous", _options(claims), failed[0].why)
    best = max((_claim(resolution) for _, resolution in claims), default=0.0)
    claims = [(kind, resolution) for kind, resolution in claims if _claim(resolution) == best]
    if len(claims) > 1:
        return _undecided(name, "ambiguous", _options(claims), SEVERAL_KINDS)
    for kind, resolution in claims:
        candidates = tuple(msgspec.structs.replace(other, kind=kind) for other in resolution.candidates)
        return msgspec.structs.replace(resolution, kind=kind if resolution.id else None, candidates=candidates)
    if failed:
        return failed[0]
    options = sorted(_options(of_kinds), key=lambda meaning: -(meaning.score or 0.0))
    return _undecided(name, "not_found", options, none_trusted(options[0].score if options else None))


def ambiguous_with_compounds(decided: Resolution, compounds: Sequence[Option]) -> Resolution:
    """Make a resolution ambiguous if pathways draw compounds under its name."""
    if not compounds:
        return decided
    options = [decided.option, *(msgspec.structs.replace(option, kind=COMPOUND.name) for option in compounds)]
    return _undecided(decided.input, "ambiguous", options, SEVERAL_KINDS)


def is_whole(resolution: Resolution) -> bool:
    """Return True unless a name was resolved to a pathway whose title has more words."""
    return not (resolution.id or "").startswith("WP:") or (resolution.score or 0.0) >= scores.WHOLE_NAME


def _claim(resolution: Resolution) -> float:
    """Return the best score of a kind's meanings; `scores.TRUSTED` if none has one, like the members of a family."""
    ratings = [other.score for other in (resolution.option, *resolution.candidates) if other.score is not None]
    return max(ratings, default=scores.TRUSTED)


def _options(of_kinds: Sequence[tuple[str, Resolution]]) -> list[Option]:
    """Return the meanings of all kinds, alternating: the first of each kind, then the second of each."""
    offered = [
        [
            msgspec.structs.replace(other, kind=kind)
            for other in ((resolution.option,) if resolution.id else resolution.candidates)
        ]
        for kind, resolution in of_kinds
    ]
    return [meaning for row in zip_longest(*offered) for meaning in row if meaning is not None]


def a_family(size: int, shown: int) -> str:
    """Return a sentence that a name is that of a family, of which some genes are listed. `size`: the known genes."""
    them = f"these are {shown} of at least {size} genes in it" if size > shown else "these are genes in it"
    return f"It is a family or a complex, not one gene; {them}."


def several_genes(number: int, shown: int) -> str:
    """Return a sentence that a name has several genes, of which some are listed."""
    cut = f": {shown} of {number} are listed here, more by {next_calls.PATHWAYS_OF_GENE}" if number > shown else ""
    return f"It names several genes{cut}."


def none_trusted(best: float | None) -> str:
    """Return a sentence that a name has no reliable match. `best`: the highest score."""
    return "Nothing matches." if best is None else f"No match can be trusted: the best one scores {best:.2f}."
