"""Ligands: their facts, catalogue entry, candidates and records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from biofacts.domain.answers.records import FactCandidate, Provenance, Record
from biofacts.domain.compounds.smiles import without_stereo
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import CrossReferences, Orthologs, collect
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pharmacology import ligand_name_parts, selectors
from biofacts.domain.pharmacology.interaction import ActedOn, ActingLigand, Affinity
from biofacts.domain.search.index import Field
from biofacts.domain.text import fold


class LigandCandidate(FactCandidate, frozen=True, kw_only=True):
    """A ligand in a list of candidates. The members of a class have no `score`, since each is a fact.

    `type`: Synthetic organic, Peptide, Antibody, ...; `approved`: True for an approved medicine, in any country.
    `withdrawn`: True if it was taken off the market. `species`: the species of a peptide, if several peptides have the
    name. `affinity`: in the list of a mechanism, the highest affinity for the human target (negative log10 of a molar
    concentration). `part_of`: the combination that the query names, of which the ligand is one part. `read_as`: how the
    query was read, or which other ligands have the name.
    """

    name: str
    type: str
    approved: bool
    withdrawn: bool = False
    species: str | None = None
    affinity: Affinity | None = None
    part_of: str | None = None
    read_as: str | None = None


class Ligand(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="ligand"):
    """The record of a ligand.

    `approved_name`: the ligand's INN. `type`: Synthetic organic, Metabolite, Natural product, Peptide, Antibody,
    Nucleic acid or Inorganic. `species`: the species of a peptide. `canonical_smiles`: the SMILES without
    stereochemistry; `isomeric_smiles`: the SMILES with it. `targets`: at most ten of the `target_count` targets on
    which it acts, primary targets first. `ligands`: at most ten of the `ligand_count` ligands that act on it.
    `guidance`: where to find the rest, or that there is none. `orthologs`: the genes of a human peptide in other
    species, as cross references. `remark`: the parts that are missing, and why.
    """

    id: str
    name: str
    approved_name: str | None = None
    type: str
    synonyms: tuple[str, ...] = ()
    approved: bool
    withdrawn: bool = False
    species: str | None = None
    iupac_name: str | None = None
    canonical_smiles: str | None = None
    isomeric_smiles: str | None = None
    inchi: str | None = None
    inchikey: str | None = None
    targets: tuple[ActedOn, ...] = ()
    target_count: int = 0
    ligands: tuple[ActingLigand, ...] = ()
    ligand_count: int = 0
    guidance: str | None = None
    cross_references: CrossReferences = {}
    orthologs: Orthologs = {}
    url: str
    remark: str | None = None
    source: Provenance | None = None


_SHORTEST_STEM, _LONGEST_STEM = 3, 9


class LigandSummary(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The part of a ligand that listings show. `species`: set only if several ligands share its name."""

    name: str
    type: str
    approved: bool
    withdrawn: bool = False
    species: str | None = None
    labelled: bool = False

    def candidate(self, number: str, score: float, affinity: Affinity | None = None) -> LigandCandidate:
        """Return the ligand as a list entry. `affinity`: the affinity for the target of the query."""
        return LigandCandidate(
            id=f"IUPHAR:{number}",
            name=self.name,
            type=self.type,
            approved=self.approved,
            withdrawn=self.withdrawn,
            species=self.species,
            affinity=affinity,
            score=score,
        )


def references_of(pairs: Iterable[tuple[str, str]]) -> dict[str, str | tuple[str, ...]]:
    """Collect the cross references of a ligand; a peptide of several species or chains has several genes."""
    return collect(pairs, "ligand")


def _by_species(
    references: Mapping[str, str | tuple[str, ...]],
) -> tuple[dict[str, str | tuple[str, ...]], dict[str, dict[str, str | tuple[str, ...]]]]:
    """Split the references of a human peptide into its own and those of other species."""
    genes = references.get("ensembl_gene", ())
    if isinstance(genes, str) or HUMAN not in map(_organism, genes):
        return dict(references), {}
    of_species: dict[str, list[tuple[str, str]]] = {}
    for gene in sorted(genes, key=lambda gene_id: _organism(gene_id) != HUMAN):
        organism = _organism(gene)
        species = "" if organism == HUMAN else organisms.common_name(organism)
        of_species.setdefault(species, []).append(("ensembl_gene", gene))
    own = references_of(of_species.pop(""))
    return {**references, **own}, {species: references_of(pairs) for species, pairs in of_species.items()}


def _organism(ensembl_gene: str) -> str:
    return organisms.ENSEMBL_PREFIXES.get(ensembl_gene.rstrip("0123456789"), "")


class LigandIdentifiers(msgspec.Struct, frozen=True, kw_only=True):
    """The identifiers of a ligand in other databases."""

    number: str
    cross_references: dict[str, str | tuple[str, ...]]


class LigandFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The facts of one ligand. `approved_names`: the INNs of the ligand and of its salts."""

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
        """Return the part for listings. `shares_name`: True if other ligands have its name, mostly in other species."""
        # 331 peptides share their names with those of other species, and only the species distinguishes them.
        species = self.species if shares_name else None
        return LigandSummary(self.name, self.type, self.approved, self.withdrawn, species, self.is_labelled)

    @property
    def order(self) -> tuple[object, ...]:
        """The order of ligands with equal matches: medicines first, human peptides before others, then by number.

        Withdrawn medicines come last.
        """
        foreign = self.species is not None and "Human" not in self.species
        return -self.prior, self.withdrawn, foreign, int(self.number)

    @property
    def prior(self) -> float:
        """The preference among equal matches, so small that a whole name always precedes a whole synonym."""
        if self.withdrawn:
            return 0.0
        # A labelled form (`[3H]...`) is rarely meant.
        return 0.2 if self.approved else 0.1 if self.approved_names else 0.0 if self.is_labelled else 0.05

    @property
    def approved_name(self) -> str | None:
        """The main INN: the name itself, or else the shortest (those of salts are longer)."""
        if self.name in self.approved_names:
            return self.name
        return min(self.approved_names, key=lambda name: (len(name), name), default=None)

    @property
    def names(self) -> tuple[str, ...]:
        """The name, all INNs, and all synonyms."""
        return (self.name, *self.approved_names, *self.synonyms)

    @property
    def is_labelled(self) -> bool:
        """True for a form with an isotope, also where the file does not flag it."""
        return self.labelled or ligand_name_parts.without_label(self.name) != self.name

    @property
    def other_names(self) -> tuple[str, ...]:
        """All names except the name and the main INN."""
        first = (self.name, self.approved_name)
        return tuple(dict.fromkeys(name for name in (*self.approved_names, *self.synonyms) if name not in first))

    def texts(self) -> dict[Field, Sequence[str]]:
        """Return the texts for word search."""
        return {
            Field.TITLE: [ligand_name_parts.searchable(self.name)],
            Field.NAME: [*map(ligand_name_parts.searchable, self.names[1:])],
            Field.CATEGORY_NAMES: [self.type],
        }

    def exact_terms(self) -> Iterator[str]:
        """Yield the terms of identifiers, whole names, and possible INN stems at the end of a medicine's name."""
        yield from selectors.identifiers(self.cross_references)
        yield selectors.own_number(self.number)
        yield selectors.ligand_type(self.type)
        for name in self.names:
            yield from map(selectors.name, dict.fromkeys((name, ligand_name_parts.without_remarks(name))))
            if combination := ligand_name_parts.combination(name, self.names):
                yield selectors.name(combination.name)
            if self.is_labelled:
                yield selectors.unlabelled_name(ligand_name_parts.without_label(name))
        yield from map(selectors.structure, filter(None, (self.smiles, self.inchi)))
        if self.approved:
            for name in dict.fromkeys((self.name, *self.approved_names)):
                word = fold.without_brackets(name).casefold()
                yield selectors.medicine(name)
                # A class may have any ending of an INN as its stem, so all of them are indexed.
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
        """Return the record. `ligands`: the ligands that act on it; `cross_references`: those of both files."""
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
