"""Readings of a gene name: what it means and how sure that is, and how two readings are combined."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from biofacts.domain.answers import scores
from biofacts.domain.answers.errors import Meaning
from biofacts.domain.genes import name_evidence
from biofacts.domain.genes.gene import GeneFacts, ReadAs, spelled
from biofacts.domain.genes.names import ABBREVIATIONS, GeneName, Rank, Standing
from biofacts.domain.text import fold

RESPELT = " in another spelling"
WITHOUT = ", without "
_WORDS = {
    Rank.SYMBOL: "approved symbol", Rank.PREVIOUS: "previous symbol", Rank.ALIAS: "alias", Rank.NAME: "full name",
    Rank.OTHER_NAME: "other full name",
}  # fmt: skip
_WEAK = frozenset(f"{_WORDS[rank]}{how}" for rank in ABBREVIATIONS for how in ("", RESPELT))
OF_PROTEIN_IN_NCBI = "name of its protein in NCBI Gene"
_OF_PROTEIN_IN_GUIDE = "name of its protein in the Guide to PHARMACOLOGY"
MOST_MEANINGS = 10


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The result of resolving a name.

    `gene`: the only gene that the name means; `why`: the reason. `meanings`: if there is no `gene`, the candidates,
    which are several genes or, if `is_family`, members of a family; empty for an unknown name. `size`: the number of
    known members. `others`: genes with a weaker claim to the name, or genes outside the family that it means; `claims`:
    another source, and the symbols of genes that have the name only there; `family`: the symbols of a family that has
    the name, too, if the gene is one of its members; `not_gene_in`: the number of pathways in which the name labels
    something other than a gene, if the gene has it less often. `by_protein`: True if the name is that of a protein, not
    of a gene. `guess`: the way in which the name was guessed, so that a protein with the whole name takes precedence:
    it contains names of several genes (`parts`: `BCR-ABL`), a `form` of a gene, a name `derived` from it (TBXA2R for
    `TP receptor`), or a name in a `bracket`.
    """

    name: GeneName
    gene: GeneFacts | None = None
    why: str = ""
    by_protein: bool = False
    others: tuple[Meaning, ...] = ()
    claims: tuple[str, tuple[str, ...]] | None = None
    family: tuple[str, ...] = ()
    not_gene_in: int = 0
    meanings: tuple[Meaning, ...] = ()
    is_family: bool = False
    size: int = 0
    guess: Literal["", "parts", "form", "derived", "bracket"] = ""

    @property
    def has_meaning(self) -> bool:
        """True if the name means one gene, several genes, or a family."""
        return self.gene is not None or bool(self.meanings)

    @property
    def all_meanings(self) -> tuple[Meaning, ...]:
        """The only meaning, or else all candidates."""
        return (Meaning(id=self.gene.id, symbol=self.gene.symbol, why=self.why),) if self.gene else self.meanings

    @property
    def score(self) -> float:
        """The certainty of the gene: 1.0 for its identifier, or for a whole name that no other gene claims.

        Without a number, another spelling is less certain: SNARE is not surely the gene SNAR-E. An old symbol of a gene
        may mean its family: `PPAR` is PPARA as well as all of PPARA, PPARD and PPARG.
        """
        if self.guess == "bracket" or self.not_gene_in:
            return scores.CONTESTED
        text, gene = self.name.symbol or self.name.text, self.gene
        is_own = gene is None or gene.has(self.name.identifiers) or gene.standing(text) is not None
        is_other = self.is_respelt and not any(map(str.isdigit, text or ""))
        if is_other and gene and not gene.protein_coding:
            return scores.CONTESTED
        is_open = bool(self.by_protein or self.claims or self.family)
        return scores.TRUSTED if is_other or not is_own or is_open else scores.EXACT

    @property
    def is_own_name(self) -> bool:
        """True if the whole name, perhaps abbreviated, means the result, rather than a part or another form of it."""
        return self.guess in ("", "derived")

    @property
    def is_open(self) -> bool:
        """True if proteins with the name count, too: no gene has it, or only a non-coding gene as a weak name."""
        if self.gene is None or self.by_protein or self.guess:
            return self.by_protein or bool(self.guess) or not self.meanings
        return not self.gene.protein_coding and self.is_weak

    @property
    def is_weak(self) -> bool:
        """True if the gene has the name as an alias or previous symbol, which other sources may contest."""
        return self.gene is not None and self.why.partition(WITHOUT)[0] in _WEAK

    @property
    def may_be_class(self) -> bool:
        """True if the name may be that of a class: the gene has it only as another full name, or as a plain-word alias.

        `cadherin` is not CDH17, nor `syndecan` SDC1. A gene whose approved full name is the name and a number (PLIN1)
        does not count: the name rather means this gene.
        """
        if self.gene is None:
            return False
        if self.why.removesuffix(RESPELT) == _WORDS[Rank.ALIAS]:
            return self.name.text.isalpha() and self.name.text.islower()
        if not self.why.startswith(_WORDS[Rank.OTHER_NAME]):
            return False
        words, approved = fold.tokens(self.name.text), fold.tokens(self.gene.name)
        return approved[: len(words)] != words or not all(map(name_evidence.is_ordinal, approved[len(words) :]))

    @property
    def is_respelt(self) -> bool:
        """True if the gene has the name in another spelling only."""
        return self.why.endswith(RESPELT)

    @property
    def read_as(self) -> ReadAs | None:
        """The gene, if its symbol and id differ from the input."""
        gene = self.gene
        if gene is None:
            return None
        if not self.not_gene_in and spelled(self.name.text) in (spelled(gene.symbol), spelled(gene.id)):
            return None
        claimed = "; in {} also a name of {}".format(self.claims[0], ", ".join(self.claims[1])) if self.claims else ""
        family = f"; also the name of a family: {', '.join(self.family)}" if self.family else ""
        drawn = f"; in {self.not_gene_in} pathways, it labels something other than a gene" if self.not_gene_in else ""
        return ReadAs(id=gene.id, symbol=gene.symbol, why=self.why + family + claimed + drawn)


def of_protein(name: GeneName, genes: Sequence[GeneFacts], why: str = _OF_PROTEIN_IN_GUIDE) -> Reading:
    """Resolve the name of a protein. `genes`: the protein's genes; several genes are taken as subunits."""
    if len(genes) == 1:
        return Reading(name=name, gene=genes[0], why=why, by_protein=True)
    meanings = tuple(Meaning(id=gene.id, symbol=gene.symbol, why=why) for gene in genes[:MOST_MEANINGS])
    return Reading(name=name, meanings=meanings, is_family=bool(meanings), by_protein=bool(meanings))


def of_class(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve the name of a class. `genes`: the members of the class."""
    return Reading(name=name, meanings=tuple(map(as_member, genes[:MOST_MEANINGS])), is_family=True, size=len(genes))


def with_protein(reading: Reading | None, of_protein: Reading) -> Reading:
    """Combine the reading of a name by genes, which may be a guess or empty, with its reading as a protein's name."""
    if reading is None or not reading.has_meaning:
        return of_protein
    if reading.guess:
        is_whole = reading.guess in ("form", "bracket") and reading.gene == of_protein.gene
        is_better = may_mean_same(reading, of_protein) and not is_whole
        return reading if is_better and (reading.gene or reading.guess == "parts") else of_protein
    return contested(of_protein, reading)


def claimed(reading: Reading, genes: Iterable[GeneFacts], source: str) -> Reading:
    """Add the symbols of other genes to which another source gives the name: `cPLA2`, of KAT5 and PLA2G4A."""
    meant = {meaning.id for meaning in (*reading.all_meanings, *reading.others)}
    symbols = tuple(gene.symbol for gene in genes if gene.id not in meant)
    return msgspec.structs.replace(reading, claims=(source, symbols)) if symbols else reading


def contested(*readings: Reading) -> Reading:
    """Combine the readings of a name about which sources disagree: the name means all of their genes."""
    meanings = {meaning.id: meaning for reading in readings for meaning in reading.all_meanings}
    if len(meanings) == 1 and readings[0].gene:
        return readings[0]
    by_protein = all(reading.by_protein for reading in readings)
    return Reading(name=readings[0].name, meanings=tuple(meanings.values())[:MOST_MEANINGS], by_protein=by_protein)


def of_one_family(parts: Sequence[Reading], candidates: Sequence[GeneFacts]) -> Sequence[Reading]:
    """Keep the meanings of each part that belong to a family of all parts: PS1/2 is PSEN1 and PSEN2, not TFF1 (pS2).

    If no meaning of a part does, a gene with a weaker claim may: MST1/2 is STK4 and STK3, not the gene MST1.
    """
    families_of = {gene.id: {*gene.families} for gene in candidates}
    claims = [(*part.all_meanings, *part.others) for part in parts]
    shared = set[str].intersection(
        *({stem for meaning in claim for stem in families_of.get(meaning.id, ())} for claim in claims)
    )

    def of_family(meanings: Iterable[Meaning]) -> tuple[Meaning, ...]:
        return tuple(meaning for meaning in meanings if not shared.isdisjoint(families_of.get(meaning.id, ())))

    if not shared:
        return parts
    meant = [of_family(part.all_meanings) or of_family(part.others) for part in parts]
    return [
        part if meanings == part.all_meanings else Reading(name=part.name, meanings=meanings)
        for part, meanings in zip(parts, meant, strict=True)
    ]


def may_mean_same(first: Reading, last: Reading) -> bool:
    """Return True if two readings have a gene in common."""
    return not {meaning.id for meaning in first.all_meanings}.isdisjoint(meaning.id for meaning in last.all_meanings)


def may_mean(reading: Reading, gene: GeneFacts) -> bool:
    """Return True if a gene is one of those that a name may mean."""
    return reading.gene is gene or gene.id in {meaning.id for meaning in (*reading.meanings, *reading.others)}


def reason(standing: Standing) -> str:
    """Return why a name means a gene: the kind of name that it is."""
    return _WORDS[standing.rank] + (RESPELT if standing.folded else "")


def meaning_of(gene: GeneFacts, standing: Standing) -> Meaning:
    """Return a gene as a meaning of a name that it bears."""
    return Meaning(id=gene.id, symbol=gene.symbol, why=reason(standing))


def as_member(gene: GeneFacts) -> Meaning:
    """Return a gene as a meaning of the name of its family."""
    return Meaning(id=gene.id, symbol=gene.symbol, why="member of the family")
