"""Targets: their facts, catalogue entry, candidates and records: proteins on which ligands act."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from biofacts.domain.answers.records import FactCandidate, Provenance, Record
from biofacts.domain.identifiers.cross_references import CrossReferences, Orthologs, pairs
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.interaction import ActingLigand
from biofacts.domain.pharmacology.target_groups import CLASS_WORDS, beginnings, without_generic
from biofacts.domain.search.index import Field
from biofacts.domain.text import fold
from biofacts.domain.text.clean import without_attached_brackets
from biofacts.domain.text.patterns import late_pattern


class TargetCandidate(FactCandidate, frozen=True, kw_only=True):
    """A target in a list of candidates. The members of a class have no `score`, since each is a fact."""

    name: str
    family: str
    gene_symbol: str | None = None


class Target(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="target"):
    """The record of a target: the human record if there is one.

    `target_class`: GPCR, Ion channel, Nuclear hormone receptor, Catalytic receptor, Enzyme, Transporter or Other
    protein. `other_families`, `other_classes`: further families and classes of the target. `gene_symbols`: the symbols
    of a target of several genes, instead of `gene_symbol`. `ligands`: at most ten of the `ligand_count` ligands that
    act on it, approved and primary ones first. `guidance`: where to find the rest, or that there is none. `remark`: the
    parts that are missing, and why.
    """

    id: str
    name: str
    abbreviation: str | None = None
    target_family: str
    other_families: tuple[str, ...] = ()
    target_class: str
    other_classes: tuple[str, ...] = ()
    species: str | None = None
    gene_symbol: str | None = None
    gene_symbols: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    subunits: tuple[str, ...] = ()
    ligands: tuple[ActingLigand, ...] = ()
    ligand_count: int = 0
    guidance: str | None = None
    cross_references: CrossReferences = {}
    orthologs: Orthologs = {}
    url: str
    remark: str | None = None
    source: Provenance | None = None


CLASSES = {
    "gpcr": "GPCR", "nhr": "Nuclear hormone receptor", "lgic": "Ion channel", "vgic": "Ion channel",
    "other_ic": "Ion channel", "catalytic_receptor": "Catalytic receptor", "enzyme": "Enzyme",
    "transporter": "Transporter", "other_protein": "Other protein",
}  # fmt: skip
"""The names of classes by the Guide's types of targets."""

_KIND_OF_TARGET = late_pattern(r"\b(?:receptor|channel|transporter|protein|kinase)\b")
_SUBUNIT = late_pattern(r"NMDA-?(R\d[A-D]?)", re.I)
"""An older name of an NMDA receptor subunit, which is often shortened: NMDAR2B is NR2B."""
# A numbered name such as `pde5a`, whose root is `pde`.
_MEMBER = late_pattern(r"([a-z]{2,6})\d{1,2}[a-z]{0,2}\d?")


class TargetSummary(msgspec.Struct, frozen=True, array_like=True):
    """The part of a target that listings show."""

    name: str
    family: str
    gene_symbol: str | None = None

    def candidate(self, number: str, score: float) -> TargetCandidate:
        """Return the target as a list entry."""
        return TargetCandidate(
            id=f"IUPHAR:{number}", name=self.name, family=self.family, gene_symbol=self.gene_symbol, score=score
        )


class TargetProtein(msgspec.Struct, frozen=True, kw_only=True):
    """A protein of a target: its UniProt accession. `species`: "" if it is unknown."""

    target: str
    species: str
    accession: str


class TargetFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The facts of one target.

    `types`: the Guide's terms; `species_of_family`: the species of the family, for a group or complex without genes;
    `gene_symbols`: the symbols in `species`; `other_genes`: the HGNC numbers after the first, for a target with several
    genes; `also_called`: names from rodent gene databases only; `orthologs`: see `Orthologs`.
    """

    number: str
    name: str
    abbreviation: str | None = None
    families: tuple[str, ...]
    types: tuple[str, ...]
    species: str | None = None
    species_of_family: str | None = None
    gene_symbols: tuple[str, ...] = ()
    other_symbols: tuple[str, ...] = ()
    other_genes: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    also_called: tuple[str, ...] = ()
    subunits: tuple[str, ...] = ()
    subunit_numbers: tuple[str, ...] = ()
    cross_references: dict[str, str | tuple[str, ...]] = {}
    orthologs: dict[str, dict[str, str | tuple[str, ...]]] = {}

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of its types."""
        return tuple(dict.fromkeys(CLASSES.get(slug, "Other protein") for slug in self.types))

    @property
    def summary(self) -> TargetSummary:
        """The part for listings."""
        return TargetSummary(self.name, self.families[0], self.gene_symbol)

    @property
    def gene_symbol(self) -> str | None:
        """The symbol of its gene; None if it has none or several."""
        return self.gene_symbols[0] if len(self.gene_symbols) == 1 else None

    @property
    def is_without_genes(self) -> bool:
        """True for a complex that has neither genes nor subunits in the Guide."""
        return not (self.gene_symbols or self.other_genes or self.subunit_numbers)

    @property
    def is_of_pathogen(self) -> bool:
        """True if neither it nor its family has a gene of a mammal."""
        return not (self.species or self.species_of_family)

    @property
    def order(self) -> tuple[object, ...]:
        """The order of targets with equal matches: human ones first, then by family and number."""
        return self.species != "Human", self.families[0].casefold(), int(self.number)

    @property
    def prior(self) -> float:
        """The preference for the target among equal matches: users mostly mean human targets with a gene."""
        return 0.2 if self.species == "Human" and self.gene_symbols else 0.0

    @property
    def _abbreviations(self) -> Sequence[str]:
        """The abbreviation, and its parts if it is several: `PI4KIIIβ/PIK4CB`."""
        return (*dict.fromkeys([self.abbreviation, *self.abbreviation.split("/")]),) if self.abbreviation else ()

    @property
    def _titles(self) -> tuple[str, ...]:
        return (self.name, *self._abbreviations, *self.gene_symbols)

    @property
    def _older_names(self) -> tuple[str, ...]:
        """The short forms of older names of a subunit, which are unambiguous."""
        return tuple(f"N{match[1]}" for name in self.synonyms if (match := _SUBUNIT.fullmatch(name)))

    @property
    def _other_names(self) -> tuple[str, ...]:
        """The other names without duplicates that differ in case only: rodent names mostly repeat the human one."""
        titles = {name.casefold() for name in self._titles}
        other_names = (*self._older_names, *self.synonyms, *self.other_symbols, *self.also_called)
        names = {name.casefold(): name for name in other_names}
        return tuple(name for folded, name in names.items() if folded not in titles and folded)

    @property
    def all_names(self) -> Sequence[str]:
        """Its names and other names, folded."""
        return [name.casefold() for name in (*self._titles, *self._other_names)]

    def cut_names(self) -> Iterator[str]:
        """Yield the folded synonyms that another name continues with a comma and a kind of target."""
        for name in self.all_names:
            head, _, rest = name.partition(",")
            if _KIND_OF_TARGET.search(rest) and head in map(str.casefold, self.synonyms):
                yield head

    def texts(self) -> dict[Field, Sequence[str]]:
        """Return the texts for word search."""
        return {
            Field.TITLE: [without_attached_brackets(name) for name in self._titles],
            Field.NAME: [without_attached_brackets(name) for name in self._other_names],
            Field.TERM: self.families,
            Field.CATEGORY_NAMES: [words for name in self.classes for words in CLASS_WORDS[name]],
            Field.LABEL: self.subunits,
        }

    def exact_terms(self) -> Iterator[str]:
        """Yield the terms of identifiers, whole names, prefixes of numbered names, words and classes."""
        yield from selectors.identifiers(self.cross_references)
        yield from map(selectors.identifier, self.other_genes)
        yield from map(selectors.subunit, self.subunit_numbers)
        for ortholog in self.orthologs.values():
            yield from selectors.identifiers(ortholog)
        yield from map(selectors.gene, self.gene_symbols)
        yield from map(selectors.abbreviation, self._abbreviations)
        yield selectors.own_number(self.number)
        yield from map(selectors.target_class, self.classes)
        yield from map(selectors.upstream_type, self.types)
        for name in self._titles:
            yield from map(selectors.title, _wholes(name))
            yield from map(selectors.first_name, _literals(name))
            yield from map(selectors.series, _beginnings(name))
        yield from (selectors.first_name(fold.literal(name)) for name in self._older_names)
        yield from (selectors.other_name(fold.literal(name)) for name in self._other_names)
        names = (*self._titles, *self._other_names)
        for name in names:
            yield from map(selectors.folded_name, _wholes(name))
            if member := _MEMBER.fullmatch(fold.compact(name)):
                yield selectors.root(member[1])
        for family in self.families:
            yield from map(selectors.family, (family, fold.without_brackets(family)))
            yield from map(selectors.family_stem, _wholes(family))
        of_families = {word for family in self.families for word in fold.words(family)}
        yield from map(selectors.family_word, of_families)
        yield from map(selectors.word, of_families.union(*map(fold.words, names)))

    @property
    def identifiers(self) -> Iterator[tuple[str, str]]:
        """Its identifiers, including those of all its genes."""
        yield from pairs(self.cross_references)
        yield from (("hgnc", gene) for gene in self.other_genes)

    def to_target(
        self,
        *,
        ligands: tuple[ActingLigand, ...],
        ligand_count: int,
        source: Provenance,
        species: str | None = None,
        cross_references: dict[str, str | tuple[str, ...]] | None = None,
    ) -> Target:
        """Return the record. `species`, `cross_references`: values that replace its own, if another file has more."""
        return Target(
            id=f"IUPHAR:{self.number}",
            name=self.name,
            abbreviation=self.abbreviation,
            target_family=self.families[0],
            other_families=self.families[1:],
            target_class=self.classes[0],
            other_classes=self.classes[1:],
            species=species or self.species,
            gene_symbol=self.gene_symbol,
            gene_symbols=self.gene_symbols if len(self.gene_symbols) > 1 else (),
            synonyms=self.synonyms,
            subunits=self.subunits,
            ligands=ligands,
            ligand_count=ligand_count,
            cross_references=self.cross_references if cross_references is None else cross_references,
            orthologs=self.orthologs,
            url=f"https://www.guidetopharmacology.org/GRAC/ObjectDisplayForward?objectId={self.number}",
            source=source,
        )


def misleading_names(targets: Sequence[TargetFacts]) -> AbstractSet[str]:
    """Return the folded synonyms that the Guide has cut at a comma, and that occur in names of other targets, too.

    They are misleading: the kinase MYLK has the synonym `myosin`, and a receptor has `interferon`.
    """
    texts = ["\n".join(target.all_names) for target in targets]
    cut = {name for target in targets for name in target.cut_names()}
    return {name for name in cut if sum(name in text for text in texts) > 1}


def _beginnings(name: str) -> Iterator[str]:
    """Yield the prefixes of series to which a target may belong by a name of one word."""
    words = without_generic(name.split())
    if len(words) == 1:
        # `Kv7.1` belongs to the series `Kv7`.
        if "." in name:
            yield fold.literal(name.partition(".")[0])
        yield from beginnings(fold.literal(words[0]))


def _literals(name: str) -> Iterator[str]:
    """Yield a name as one token with its Greek letters, also without a generic last word."""
    yield from dict.fromkeys(map(fold.literal, (name, " ".join(without_generic(name.split())))))


def _wholes(name: str) -> Iterator[str]:
    """Yield a name as one token, also without bracketed parts and without a generic last word."""
    for form in dict.fromkeys((name, fold.without_brackets(name))):
        stream = fold.tokens(form)
        if stream:
            yield "".join(stream)
        for end in range(len(stream) - 1, len(without_generic(stream)) - 1, -1):
            yield "".join(stream[:end])
