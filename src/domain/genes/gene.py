"""Genes: the facts of a source, the names and exact terms that find them, and their candidates and records."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

import msgspec

from biofacts.domain.answers.records import Candidate, Provenance, Record
from biofacts.domain.genes import families
from biofacts.domain.genes.names import (
    IDENTIFIERS,
    UNREGISTERED,
    GeneName,
    Rank,
    Standing,
    gene_term,
    has_greek_letters,
    is_ion,
    is_word,
)
from biofacts.domain.identifiers.cross_references import CrossReferences, arrange, pairs
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.search import query_words
from biofacts.domain.search.index import Field
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern


class GeneCandidate(Candidate, frozen=True, kw_only=True):
    """A gene in a list of candidates."""

    symbol: str
    name: str
    organism: str


class Ortholog(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A gene's ortholog in another organism.

    `id`: its id, as in search results; an id of MGI or RGD, without a `symbol`, if the organism's genes are not cached.
    `via`: the ids by which HGNC connects the two genes.
    """

    organism: str
    id: str
    symbol: str | None = None
    via: str


class Gene(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The record of a gene.

    `locus_type`: the gene's type as HGNC (`gene with protein product`) or NCBI Gene (`protein-coding`) writes it.
    `links`: the numbers of linked pathways, targets and ligands. `orthologs`: its orthologs in human, mouse and rat;
    `orthologs_by`: their source, with its release. `remark`: the parts that are missing, and the reason.
    """

    id: str
    symbol: str
    name: str
    organism: str
    locus_type: str
    aliases: tuple[str, ...] = ()
    previous_symbols: tuple[str, ...] = ()
    cross_references: CrossReferences = {}
    links: Mapping[str, int] = {}
    orthologs: tuple[Ortholog, ...] = ()
    orthologs_by: str | None = None
    url: str
    remark: str | None = None
    source: Provenance | None = None


class ReadAs(msgspec.Struct, frozen=True, kw_only=True):
    """The gene that a name was resolved to, and the reason."""

    id: str
    symbol: str
    why: str


_URL = {
    "HGNC": "https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/{id}",
    "NCBIGene": "https://www.ncbi.nlm.nih.gov/gene/{number}",
}


_DATABASES = IDENTIFIERS | {UNREGISTERED}


_MEMBER = late_pattern(r"\d[α-ω]$")
"""The ending of a name for a member of a numbered family: `STAT5β`."""


class GeneFacts(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The facts of one gene, from HGNC or NCBI Gene.

    `groups`: its gene groups (families). `cross_references`: its other identifiers, without `id` and `symbol`.
    `unregistered`: its identifiers in databases that have no registry key.
    """

    id: str
    symbol: str
    name: str
    organism: str
    locus_type: str
    protein_coding: bool
    aliases: tuple[str, ...] = ()
    previous_symbols: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()
    previous_names: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    cross_references: CrossReferences = {}
    unregistered: tuple[str, ...] = ()

    @property
    def prior(self) -> float:
        """The preference for the gene among equal matches: 0 without a protein, else 0.8 to 1 (for a one-word name)."""
        return 0.8 + 0.2 / max(1, len(fold.tokens(self.name))) if self.protein_coding else 0.0

    def _of_rank(self, rank: Rank) -> Sequence[str]:
        match rank:
            case Rank.SYMBOL:
                return (self.symbol,)
            case Rank.PREVIOUS:
                return self.previous_symbols
            case Rank.ALIAS:
                return self.aliases
            case Rank.NAME:
                return (self.name,)
            case Rank.OTHER_NAME:
                return (*self.other_names, *self.previous_names)

    @property
    def full_names(self) -> tuple[str, ...]:
        """All full names, including former ones, the approved full name first."""
        return (self.name, *self.other_names, *self.previous_names)

    def standing(self, text: str) -> Standing | None:
        """Return the authority with which the gene has a name; None if the gene does not have it."""
        return None if is_word(text) and text not in self.names else self._standing(text)

    def _standing(self, text: str) -> Standing | None:
        written, folded, is_greek = _query_forms(text)
        short = [(rank, self._of_rank(rank)) for rank in (Rank.SYMBOL, Rank.PREVIOUS, Rank.ALIAS)]
        for rank, names in short:
            if written in map(spelled, names):
                if fold.compact(self.symbol) != folded:
                    return Standing(False, rank)
                return Standing(False, Rank.SYMBOL, respelt=spelled(self.symbol) != written)
        # `eIF2α` is the alias EIF-2alpha of EIF2S1, not the symbol EIF2A.
        for rank, names in short if is_greek else ():
            if any(fold.is_same(text, name) for name in names):
                return Standing(False, rank, respelt=True)
        # Approved names come first: `occludin` is also an old name of MARVELD1, but the name of OCLN.
        for rank in (Rank.NAME, Rank.OTHER_NAME):
            # Not strict, since a pseudogene has fewer forms than names.
            bearing = zip(self._of_rank(rank), self._forms_of(rank), strict=False)
            if any(folded in forms and fold.has_same_signs(text, name) for name, forms in bearing):
                # `microRNA 93` and `microRNA 9-3` fold alike but are two genes.
                return Standing(False, rank, respelt=all(spelled(name) != written for name in self._of_rank(rank)))
        for rank, names in short:
            if any(fold.compact(name) == folded and _is_so_spelled(text, name) for name in names):
                return Standing(True, rank) if not is_greek or self._is_greek(text) else None
        return None

    def has_hyphenated(self, text: str) -> bool:
        """Return True if a short name with hyphens has these letters, in these cases: ABCB1 has `Pgp`, as `P-gp`.

        Without hyphens, `Met` is rather the symbol as authors write it for rodents.
        """
        return any("-" in name and name.replace("-", "") == text for name in (*self.previous_symbols, *self.aliases))

    def _is_greek(self, text: str) -> bool:
        """Return True if Latin letters in the gene's short names may stand for the Greek letters of a text.

        `LTα` is LTA, since its full name, lymphotoxin alpha, has the letter, too; but `Gαs` is not GAS, nor `α-TTP`
        ATTP. After a number, no other name needs the letter: `STAT5β`.
        """
        return self.protein_coding and (bool(_MEMBER.search(fold.literal(text))) or has_greek_letters(text, self.names))

    @property
    def names(self) -> Iterator[str]:
        """All names, in order of authority."""
        for rank in Rank:
            yield from self._of_rank(rank)

    def _forms_of(self, rank: Rank) -> Iterator[AbstractSet[str]]:
        """Yield the folded forms of each full name of a rank; for a pseudogene, only of the whole approved name."""
        if not self.is_pseudogene:
            yield from map(_forms, self._of_rank(rank))
        elif rank is Rank.NAME:
            yield {fold.compact(self.name)}

    @property
    def identifiers(self) -> Iterator[str]:
        """The exact terms of the gene's identifiers."""
        for key in dict.fromkeys(("hgnc", *self.cross_references, UNREGISTERED)):
            yield from self.terms_of(key) if key in _DATABASES else ()

    def has(self, terms: Iterable[str]) -> bool:
        """Return True if any of the exact terms is that of an identifier of the gene."""
        return any(term in self.terms_of(term.partition(":")[0]) for term in terms)

    def terms_of(self, key: str) -> list[str]:
        """Return the exact terms of the gene's identifiers in the database with this registry key."""
        if key == "hgnc" and self.is_human:
            return [f"hgnc:{self.id}"]
        if key == UNREGISTERED:
            return [gene_term(UNREGISTERED, value) for value in self.unregistered]
        values = self.cross_references.get(key, ())
        # Faster than `gene_term`, with the same result for valid identifiers.
        return [f"{key}:{value.upper()}" for value in ((values,) if isinstance(values, str) else values)]

    @property
    def _own_term(self) -> str:
        """The term of the id that is the gene's key in a catalogue, which needs no exact term (see `curie_of`)."""
        return f"hgnc:{self.id}" if self.is_human else f"entrez:{self.id.partition(':')[2]}"

    @property
    def families(self) -> Iterator[str]:
        """The folded names of the gene's families; none for a gene without a protein (see `families.named_by`)."""
        if self.protein_coding:
            yield from families.names_of_families(self.symbol, self.name, self.groups)

    def texts(self) -> Mapping[Field, Sequence[str]]:
        """Return the texts for word search; none for a gene without a protein, which is found only by whole names."""
        if not self.protein_coding:
            return {}
        return {
            Field.TITLE: [self.symbol],
            Field.NAME: [*self.previous_symbols, *self.aliases],
            Field.TERM: [self.name],
            Field.CATEGORY_NAMES: self.other_names,
            # Many of them name a disease or an old family, so their words weigh less.
            Field.TEXT: self.previous_names,
        }

    @property
    def called(self) -> list[str]:
        """The exact terms of the gene's names."""
        short = [term for name in (self.symbol, *self.previous_symbols, *self.aliases) for term in name_terms(name)]
        forms = (*self._forms_of(Rank.NAME), *self._forms_of(Rank.OTHER_NAME))
        return short + [f"name:{form}" for of_name in forms for form in of_name]

    def exact_terms(self) -> list[str]:
        """Return the exact terms of the gene's names, identifiers and families."""
        own = self._own_term
        identifiers = [term for term in self.identifiers if term != own]
        return [*self.called, *identifiers, *(f"family:{family}" for family in self.families if family)]

    @property
    def references(self) -> Iterator[tuple[str, str]]:
        """All (registry key, identifier) pairs of the gene, including its own id and symbol if it is human."""
        yield from self._own_references()
        yield from pairs(self.cross_references)

    def candidate(self, score: float) -> GeneCandidate:
        """Return the gene as a candidate with this score."""
        return GeneCandidate(id=self.id, symbol=self.symbol, name=self.name, organism=self.organism, score=score)

    def record(self, source: Provenance) -> Gene:
        """Return the record of the gene, without orthologs and links."""
        database, _, number = self.id.partition(":")
        return Gene(
            id=self.id,
            symbol=self.symbol,
            name=self.name,
            organism=self.organism,
            locus_type=self.locus_type,
            aliases=(*self.aliases, *self.other_names),
            previous_symbols=self.previous_symbols,
            cross_references=arrange(self.references, "gene"),
            url=_URL[database].format(id=self.id, number=number),
            source=source,
        )

    def _own_references(self) -> Iterator[tuple[str, str]]:
        if self.is_human:
            yield "hgnc", self.id
            yield "hgnc_symbol", self.symbol

    @property
    def is_pseudogene(self) -> bool:
        """True for a gene that is not functional."""
        return "pseudo" in self.locus_type

    @property
    def is_human(self) -> bool:
        """True for a human gene."""
        return self.organism == HUMAN


def spelled(name: str) -> str:
    """Return a name in lower case, with single blanks between words."""
    folded = name.casefold()
    return folded if folded.isalnum() else " ".join(folded.split())


def curie_of(term: str) -> str | None:
    """Return the CURIE in an exact term of an HGNC or NCBI Gene id; None for any other term."""
    key, _, value = term.partition(":")
    # HGNC's ids contain their prefix in the file, those of NCBI Gene do not.
    return {"hgnc": value, "entrez": f"NCBIGene:{value}"}.get(key)


def name_terms(text: str) -> tuple[str, ...]:
    """Return the exact terms that find the genes with a name."""
    written = spelled(text)
    return tuple(dict.fromkeys((f"name:{written}", f"name:{fold.compact(text)}", f"name:{written.replace('-', '')}")))


def has_same_letters(name: str, text: str) -> bool:
    """Return True if a short name and a text differ only in their hyphens: PARP1 and PARP-1."""
    return "-" in f"{name}{text}" and _unhyphened(name) == _unhyphened(text)


def has_other_hyphens(text: str, symbol: str) -> bool:
    """Return True if a name is a symbol with other hyphens; a name without a number must have its case (not `P-gp`)."""
    has_number = any(map(str.isdigit, text))
    return has_same_letters(symbol, text) and (has_number or text.replace("-", "") == symbol)


def _unhyphened(text: str) -> str:
    return spelled(text).replace("-", "")


# Cached, since a name is compared with every gene that may have it.
@lru_cache(maxsize=256)
def _query_forms(text: str) -> tuple[str, str, bool]:
    """Return a name in lower case, its folded form, and True if it has Greek letters."""
    # An ion keeps its sign, since `Ca2+` would fold to the symbol CA2.
    return spelled(text), text if is_ion(text) else fold.compact(text), fold.is_greek(text)


def _is_so_spelled(text: str, name: str) -> bool:
    """Return True if a text may be another spelling of a short name.

    LTC4 is not LTC4S, whose S marks no plural, and M4 not MU-4, whose first letter is Greek.
    """
    first, is_short = fold.literal(name)[:1], len(fold.compact(text)) < fold.SHORTEST_WITH_GREEK
    if is_short and fold.is_greek(first) and not fold.is_greek(text):
        return False
    return fold.has_same_signs(text, name) and (name[-1] not in "sS" or text[-1] in "sS")


_LONGEST_NUMBER = 2  # the characters of a homolog's number or letter


# Cached, since each rewording of a name is compared with the same genes.
@lru_cache(maxsize=1024)
def _forms(name: str) -> AbstractSet[str]:
    """Return the folded forms of a full name: whole, without bracketed remarks, and without `homolog` at its end.

    `sprouty homolog 2` is Sprouty 2. A remark is kept if only generic words remain without it, as in `transcription
    factor (p38 interacting protein)`.
    """
    tokens = fold.tokens(name)
    forms = {"".join(tokens)}
    if "(" in name or "[" in name:
        tokens = fold.tokens(fold.without_brackets(name))
        if not query_words.GENERIC.issuperset(tokens):
            forms.add("".join(tokens))
    end = tokens[-2:]
    if "homolog" in end and (end[-1] == "homolog" or len(end[-1]) <= _LONGEST_NUMBER):
        forms.add("".join([*tokens[:-2], *(word for word in end if word != "homolog")]))
    return forms - {""}


def is_identified(name: GeneName, genes: Iterable[GeneFacts]) -> bool:
    """Return True if a name is an identifier of one of these genes."""
    return any(gene.has(name.identifiers) for gene in genes)


def is_approved(name: GeneName, candidates: Collection[GeneFacts]) -> bool:
    """Return True if a name is the approved symbol or an identifier of a gene, so that no label can contest it.

    `cAMP` is not surely the gene CAMP.
    """
    text = name.symbol or ""
    symbols = {gene.symbol for gene in candidates}
    is_symbol = text in symbols or (fold.is_in_usual_case(text) and spelled(text) in map(spelled, symbols))
    return is_symbol or is_identified(name, candidates)
