"""Ligands: candidates and records of substances that act on pharmacological targets."""

import msgspec

from biofacts.domain.answers.records import FactCandidate, Provenance, Record
from biofacts.domain.identifiers.cross_references import CrossReferences, Orthologs
from biofacts.domain.pharmacology.interaction import ActedOn, ActingLigand, Affinity


class LigandCandidate(FactCandidate, frozen=True, kw_only=True, omit_defaults=True):
    """A ligand in a list of candidates. The members of a class have no `score`, since each is a fact.

    `type`: Synthetic organic, Peptide, Antibody, ...; `approved` as a medicine, in any country. `withdrawn`: taken off
    the market. `species`: the species of a peptide, if several peptides have the name. `affinity`: in the list of a
    mechanism, the highest for the human target (negative log10 of a molar concentration). `part_of`: the combination
    that the query names, of which the ligand is one part. `read_as`: how the query was read, or who else has the name.
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

    `approved_name` is its INN. `type`: Synthetic organic, Metabolite, Natural product, Peptide, Antibody, Nucleic acid
    or Inorganic. `species`: the species of a peptide. `canonical_smiles` has no stereochemistry, `isomeric_smiles` has.
    `targets`: at most ten of the `target_count` targets on which it acts, primary targets first. `ligands`: at most ten
    of the `ligand_count` ligands that act on it, if there are any. `guidance`: where to find the rest, or that there is
    none. `orthologs`: the genes of a human peptide in other species, as cross references. `remark`: which parts are
    missing, and why.
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
