"""What is known of a ligand, and how it is found: its texts, its exact terms, its record."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from biofacts.domain.cross_references import collect
from biofacts.domain.interaction import ActedOn, ActingLigand
from biofacts.domain.ligand import Ligand, LigandCandidate
from biofacts.domain.pharmacology import selectors
from biofacts.domain.provenance import Provenance
from biofacts.domain.search.index import Field
from biofacts.domain.smiles import without_stereo
from biofacts.domain.text import fold
from biofacts.domain.text.clean import without_attached_brackets

_HUMAN = re.compile(r"ENSG\d")
_SPECIES = {"ENSMUSG": "mouse", "ENSRNOG": "rat", "ENSSSCG": "pig", "ENSBTAG": "cow", "ENSOARG": "sheep"}
"""The prefixes of Ensembl's identifiers of genes, beside that of human ones."""
_SHORTEST_STEM, _LONGEST_STEM = 3, 9


class LigandSummary(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a listing shows of a ligand. `species`: only where several ligands have its name."""

    name: str
    type: str
    approved: bool
    withdrawn: bool = False
    species: str | None = None

    def candidate(self, number: str, score: float) -> LigandCandidate:
        """The ligand in a list."""
        return LigandCandidate(
            id=f"IUPHAR:{number}",
            name=self.name,
            type=self.type,
            approved=self.approved,
            withdrawn=self.withdrawn,
            species=self.species,
            score=score,
        )


def references_of(pairs: Iterable[tuple[str, str]]) -> dict[str, str | tuple[str, ...]]:
    """Cross references of a ligand: a peptide of several species, or of several chains, has several genes."""
    return collect(pairs, always_list=frozenset({"uniprot"}), list_if_several=frozenset({"ensembl_gene"}))


def _by_species(
    references: Mapping[str, str | tuple[str, ...]],
) -> tuple[dict[str, str | tuple[str, ...]], dict[str, dict[str, str | tuple[str, ...]]]]:
    """The references of a human peptide, and those of its gene in other species; all of them of any other ligand."""
    genes = references.get("ensembl_gene", ())
    if isinstance(genes, str) or not any(map(_HUMAN.match, genes)):
        return dict(references), {}
    of_species: dict[str, list[tuple[str, str]]] = {}
    for gene in sorted(genes, key=lambda one: not _HUMAN.match(one)):
        species = _SPECIES.get(gene.rstrip("0123456789"), "")
        of_species.setdefault(species, []).append(("ensembl_gene", gene))
    own = references_of(of_species.pop(""))
    return {**references, **own}, {species: references_of(pairs) for species, pairs in of_species.items()}


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

    def summary(self, *, shares_name: bool) -> LigandSummary:
        """What a listing shows; `shares_name`: whether other ligands are called so, of other species mostly."""
        return LigandSummary(self.name, self.type, self.approved, self.withdrawn, self.species if shares_name else None)

    @property
    def order(self) -> tuple[object, ...]:
        """The order of ligands that are equal otherwise: medicines first, human peptides before others, by number.

        Withdrawn medicines stand behind the rest.
        """
        foreign = self.species is not None and "Human" not in self.species
        return -self.prior, self.withdrawn, foreign, int(self.number)

    @property
    def prior(self) -> float:
        """What a match is worth beyond its words. Small, so that a whole name always comes before a whole synonym."""
        if self.withdrawn:
            return 0.0
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
        for name in (self.name, *self.approved_names, *self.synonyms):
            yield selectors.name(name)
            if selectors.has_signs(name):
                yield selectors.written_name(name)
        yield from map(selectors.structure, filter(None, (self.smiles, self.inchi)))
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
        references, orthologs = _by_species(self.cross_references if cross_references is None else cross_references)
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
            canonical_smiles=without_stereo(self.smiles) if self.smiles else None,
            isomeric_smiles=self.smiles,
            inchi=self.inchi,
            inchikey=inchikey if isinstance(inchikey, str) else None,
            targets=targets,
            target_count=target_count,
            ligands=ligands,
            ligand_count=ligand_count,
            cross_references=references,
            orthologs=orthologs,
            url=f"https://www.guidetopharmacology.org/GRAC/LigandDisplayForward?ligandId={self.number}",
            source=source,
        )
