"""What is known of a ligand, and how it is found: its texts, its exact terms, its record."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from biofacts.domain.interaction import ActedOn, ActingLigand
from biofacts.domain.ligand import Ligand, LigandCandidate
from biofacts.domain.pharmacology import selectors
from biofacts.domain.provenance import Provenance
from biofacts.domain.search.index import Field
from biofacts.domain.text import fold
from biofacts.domain.text.clean import without_attached_brackets

_STEREO = re.compile(r"[@/\\]|\[\d")  # stereocentres, double bonds, isotopes
_SHORTEST_STEM, _LONGEST_STEM = 3, 9


class LigandSummary(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a listing shows of a ligand."""

    name: str
    type: str
    approved: bool
    withdrawn: bool = False

    def candidate(self, number: str, score: float) -> LigandCandidate:
        """The ligand in a list."""
        return LigandCandidate(
            id=f"IUPHAR:{number}",
            name=self.name,
            type=self.type,
            approved=self.approved,
            withdrawn=self.withdrawn,
            score=score,
        )


class LigandIdentifiers(msgspec.Struct, frozen=True, kw_only=True):
    """What other databases call a ligand."""

    number: str
    cross_references: dict[str, str | tuple[str, ...]]


class LigandFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One ligand. `approved_names`: its INN, and those of its salts."""

    number: str
    name: str
    approved_names: tuple[str, ...] = ()
    type: str
    synonyms: tuple[str, ...] = ()
    approved: bool = False
    withdrawn: bool = False
    labelled: bool = False
    species: str | None = None
    iupac_name: str | None = None
    smiles: str | None = None
    inchi: str | None = None
    cross_references: dict[str, str | tuple[str, ...]] = {}

    @property
    def summary(self) -> LigandSummary:
        """What a listing shows."""
        return LigandSummary(self.name, self.type, self.approved, self.withdrawn)

    @property
    def order(self) -> tuple[object, ...]:
        """The order of ligands that are equal otherwise: medicines first, human peptides before others, by number."""
        foreign = self.species is not None and "Human" not in self.species
        return -self.prior, foreign, int(self.number)

    @property
    def prior(self) -> float:
        """What a match is worth beyond its words. Small, so that a whole name always comes before a whole synonym."""
        return 0.2 if self.approved else 0.1 if self.approved_names else 0.0 if self.labelled else 0.05

    @property
    def approved_name(self) -> str | None:
        """The one INN that is meant: the name itself, or else the shortest (a salt's is longer)."""
        if self.name in self.approved_names:
            return self.name
        return min(self.approved_names, key=lambda name: (len(name), name), default=None)

    @property
    def other_names(self) -> tuple[str, ...]:
        """Every name but the first two."""
        first = (self.name, self.approved_name)
        return tuple(dict.fromkeys(name for name in (*self.approved_names, *self.synonyms) if name not in first))

    def texts(self) -> dict[Field, Sequence[str]]:
        """What is searched."""
        return {
            Field.TITLE: [without_attached_brackets(self.name)],
            Field.NAME: [without_attached_brackets(name) for name in (*self.approved_names, *self.synonyms)],
            Field.CATEGORY_NAMES: [self.type],
        }

    def exact_terms(self) -> Iterator[str]:
        """Identifiers, whole names, and a medicine's last letters, which may name its class."""
        yield from selectors.identifiers(self.cross_references)
        yield selectors.own_number(self.number)
        yield selectors.ligand_type(self.type)
        yield from map(selectors.name, (self.name, *self.approved_names, *self.synonyms))
        if self.approved:
            for name in dict.fromkeys((self.name, *self.approved_names)):
                word = fold.without_brackets(name).casefold()
                yield selectors.medicine(name)
                for length in range(_SHORTEST_STEM, min(_LONGEST_STEM, len(word)) + 1):
                    yield selectors.stem(word[-length:])

    def to_ligand(
        self,
        *,
        targets: tuple[ActedOn, ...],
        target_count: int,
        source: Provenance,
        ligands: tuple[ActingLigand, ...] = (),
        ligand_count: int = 0,
        cross_references: dict[str, str | tuple[str, ...]] | None = None,
    ) -> Ligand:
        """The record; `ligands` that act on it; `cross_references` where another file knows more."""
        references = self.cross_references if cross_references is None else cross_references
        inchikey = references.get("inchikey")
        return Ligand(
            id=f"IUPHAR:{self.number}",
            name=self.name,
            approved_name=self.approved_name,
            type=self.type,
            synonyms=self.other_names,
            approved=self.approved,
            withdrawn=self.withdrawn,
            species=self.species,
            iupac_name=self.iupac_name,
            canonical_smiles=None if self.smiles and _STEREO.search(self.smiles) else self.smiles,
            isomeric_smiles=self.smiles,
            inchi=self.inchi,
            inchikey=inchikey if isinstance(inchikey, str) else None,
            targets=targets,
            target_count=target_count,
            ligands=ligands,
            ligand_count=ligand_count,
            cross_references=references,
            url=f"https://www.guidetopharmacology.org/GRAC/LigandDisplayForward?ligandId={self.number}",
            source=source,
        )
