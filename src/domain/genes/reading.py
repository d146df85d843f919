"""What a gene's name means: one gene, several, a family, or nothing that is known.

Where nothing is called as it is written, its parts may (`HER2/neu`), or what is left without a word that says what kind
of thing it is (`BRAF kinase`, `EGF receptor`: `EGFR`).

Among the genes that bear a name the best standing decides (see `Standing`): as it is written before another spelling,
approved symbol before previous symbol, alias and full name. Of several with one standing the only one that codes for a
protein is meant. A family's name is no gene, even where a database lists it as an alias of one member.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from biofacts.domain.gene import ReadAs
from biofacts.domain.genes import families
from biofacts.domain.genes.facts import GeneFacts, Rank, Standing, family_term, name_terms, spelled
from biofacts.domain.genes.names import GeneName
from biofacts.domain.meaning import Meaning
from biofacts.domain.text import fold

_WORDS = {
    Rank.SYMBOL: "approved symbol",
    Rank.PREVIOUS: "previous symbol",
    Rank.ALIAS: "alias",
    Rank.NAME: "full name",
}
MOST_MEANINGS = 10
_FEWEST_MEMBERS = 2
_MOST_OF = 0.8  # of a family's members have a group in common
_MOST_PARTS, _MOST_WORDS = 3, 8
_SEPARATORS = re.compile(r"[/|;,()\[\]]|\s+(?:aka|alias)\s+", re.I)
_SAY_NOTHING = frozenset({"gene", "protein", "human", "mrna"})
_KINDS = frozenset({"kinase", "receptor", "transporter", "channel", "phosphatase", "ligand"})


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What a name means.

    `gene`: the one that it names, `why` so. `others`: genes that bear it, too, with less right. `meanings`: without
    `gene`, what it may mean: several genes, or (`is_family`) members of a family; nothing: it names no known gene.
    """

    name: GeneName
    gene: GeneFacts | None = None
    why: str = ""
    others: tuple[Meaning, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    is_family: bool = False

    @property
    def read_as(self) -> ReadAs | None:
        """The gene, where it is not what was written."""
        gene = self.gene
        if gene is None or spelled(self.name.text) in (spelled(gene.symbol), spelled(gene.id)):
            return None
        return ReadAs(id=gene.id, symbol=gene.symbol, why=self.why)


def read(name: GeneName, known: Sequence[GeneFacts]) -> Reading:
    """Read a name. `known`: every gene and family member that its terms lead to, in the order of the catalogue."""
    asked = frozenset(name.identifiers)
    if by_identifier := [gene for gene in known if not asked.isdisjoint(gene.identifiers)]:
        if len(by_identifier) == 1:
            return Reading(name=name, gene=by_identifier[0], why=_identifier(name, by_identifier[0]))
        return Reading(name=name)  # a protein of several genes is still found under its own identifier
    if name.symbol is None:
        return Reading(name=name)
    return _of_name(name, name.symbol, known)


def _identifier(name: GeneName, gene: GeneFacts) -> str:
    term = next(term for term in gene.identifiers if term in name.identifiers)
    return f"identifier ({term.partition(':')[0]})"


def _of_name(name: GeneName, text: str, known: Sequence[GeneFacts]) -> Reading:
    for spelling in _spellings(text):
        first, *others = (_of_part(name, part, known) for part in spelling.parts)
        if not (first.gene or first.meanings):
            continue
        if first.gene is None:
            return first if not others and not spelling.left_out else Reading(name=name)
        if _has(first.gene, spelling.left_out) and all(_may_mean(other, first.gene) for other in others):
            return first
    return Reading(name=name)


def _may_mean(reading: Reading, gene: GeneFacts) -> bool:
    return reading.gene is gene or gene.id in {one.id for one in (*reading.meanings, *reading.others)}


def _has(gene: GeneFacts, word: str | None) -> bool:
    """Whether a word, where there is one, is in the gene's full names."""
    names = (gene.name, *gene.other_names, *gene.previous_names)
    return word is None or any(word in fold.tokens(name) for name in names)


def terms(name: GeneName) -> list[str]:
    """Every exact term that `read` wants to know the genes of."""
    found = list(name.identifiers)
    if name.symbol is not None:
        for part in dict.fromkeys(part for spelling in _spellings(name.symbol) for part in spelling.parts):
            found += [*name_terms(part), family_term(part)]
        found += [f"name:{spelled(member)}" for member in families.members(name.symbol)]
    return list(dict.fromkeys(found))


class _Spelling(msgspec.Struct, frozen=True):
    """What may stand for a name. `parts`: names of one thing; `left_out`: a word that must be in its full names."""

    parts: tuple[str, ...]
    left_out: str | None = None


def _spellings(text: str) -> Iterator[_Spelling]:
    yield _Spelling((text,))
    parts = tuple(part for one in _SEPARATORS.split(text) if (part := one.strip()))
    if 1 < len(parts) <= _MOST_PARTS:
        yield _Spelling(parts)
    words = text.split()
    if not 1 < len(words) <= _MOST_WORDS:
        return
    for place, word in enumerate(words):
        if word.casefold() == "receptor" and place:
            yield _Spelling(("".join([*words[:place], "R", *words[place + 1 :]]),))
    for place, word in enumerate(words):
        rest = " ".join([*words[:place], *words[place + 1 :]])
        if word.casefold() in _SAY_NOTHING:
            yield _Spelling((rest,))
        elif word.casefold() in _KINDS:
            yield _Spelling((rest,), word.casefold())


def _of_part(name: GeneName, text: str, known: Sequence[GeneFacts]) -> Reading:
    standings = {gene.id: standing for gene in known if (standing := gene.standing(text))}
    bearers = sorted((gene for gene in known if gene.id in standings), key=lambda gene: standings[gene.id])
    best = standings[bearers[0].id] if bearers else None
    chosen = [gene for gene in bearers if standings[gene.id] == best]
    if best is not None and len(chosen) > 1 and len(coding := [gene for gene in chosen if gene.protein_coding]) == 1:
        chosen = coding
    if best is not None and best.rank is Rank.SYMBOL:
        return _of_bearers(name, bearers, chosen, standings)  # never a family
    listed = families.members(text)
    members = [gene for gene in known if gene.symbol in listed] if listed else _related(text, known)
    if _is_family(best, chosen, members, listed):
        return Reading(name=name, meanings=_members(members, chosen, standings), is_family=True)
    if best is None:
        return Reading(name=name)
    related = members if best.rank in (Rank.PREVIOUS, Rank.ALIAS) else ()
    return _of_bearers(name, bearers, chosen, standings, related)


def _of_bearers(
    name: GeneName,
    bearers: Sequence[GeneFacts],
    chosen: Sequence[GeneFacts],
    standings: Mapping[str, Standing],
    related: Sequence[GeneFacts] = (),
) -> Reading:
    """What a name means that is no family's: the one that is chosen among its bearers, or several.

    `related`: the family of which the chosen one may be a member; the others are told.
    """
    if len(chosen) > 1:
        return Reading(name=name, meanings=tuple(_meaning(gene, standings[gene.id]) for gene in chosen))
    (gene,) = chosen
    others = [_meaning(one, standings[one.id]) for one in bearers if one is not gene]
    if gene in related:
        others += [_member(one) for one in related if one is not gene and one.id not in standings]
    return Reading(name=name, gene=gene, why=_why(standings[gene.id]), others=tuple(others[:MOST_MEANINGS]))


def _related(text: str, known: Sequence[GeneFacts]) -> Sequence[GeneFacts]:
    """The genes of a family of that name; none when they only share letters (`ATP`: no group has most of them)."""
    folded = fold.compact(text)
    members = [gene for gene in known if folded in gene.families]
    groups = Counter(group for gene in members for group in gene.groups)
    return members if groups and groups.most_common(1)[0][1] >= _MOST_OF * len(members) else ()


def _is_family(
    best: Standing | None, chosen: Sequence[GeneFacts], members: Sequence[GeneFacts], listed: Sequence[str]
) -> bool:
    """Whether a name means a family rather than the genes that bear it.

    What once was a member's symbol never does.
    """
    if len(members) < _FEWEST_MEMBERS:
        return False
    if best is None:
        return True
    is_member = len(chosen) == 1 and chosen[0] in members
    if best.rank is Rank.PREVIOUS and is_member:
        return False
    return bool(listed)


def _why(standing: Standing) -> str:
    return _WORDS[standing.rank] + (" in another spelling" if standing.folded else "")


def _meaning(gene: GeneFacts, standing: Standing) -> Meaning:
    return Meaning(id=gene.id, symbol=gene.symbol, why=_why(standing))


def _member(gene: GeneFacts) -> Meaning:
    return Meaning(id=gene.id, symbol=gene.symbol, why="member of the family")


def _members(
    members: Sequence[GeneFacts], bearers: Sequence[GeneFacts], standings: dict[str, Standing]
) -> tuple[Meaning, ...]:
    """The members, then whoever else bears the name."""
    shown = [_member(gene) for gene in members]
    return (*shown[:MOST_MEANINGS], *(_meaning(one, standings[one.id]) for one in bearers if one not in members))
