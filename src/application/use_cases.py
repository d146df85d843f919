"""All use cases, over the sources that they ask."""

import msgspec

from biofacts.application.extract_components import ExtractComponents
from biofacts.application.lookup import Lookup
from biofacts.application.resolve import Resolve
from biofacts.application.reverse_lookup import ReverseLookup
from biofacts.domain import kinds
from biofacts.domain.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers import CompoundId, LigandId, PathwayId, TargetId
from biofacts.domain.ligand import Ligand, LigandCandidate
from biofacts.domain.pathway import Pathway, PathwayCandidate
from biofacts.domain.target import Target, TargetCandidate
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.ligands import LigandSource
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.targets import TargetSource


class UseCases(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the inside can do, one attribute per use case and kind."""

    resolve_pathways: Resolve[PathwayCandidate]
    lookup_pathway: Lookup[PathwayId, Pathway]
    pathways_of_gene: ReverseLookup
    pathway_components: ExtractComponents
    resolve_compounds: Resolve[CompoundSearchCandidate]
    lookup_compound: Lookup[CompoundId, Compound]
    resolve_ligands: Resolve[LigandCandidate]
    lookup_ligand: Lookup[LigandId, Ligand]
    resolve_targets: Resolve[TargetCandidate]
    lookup_target: Lookup[TargetId, Target]

    @classmethod
    def over(
        cls, *, pathways: PathwaySource, compounds: CompoundSource, ligands: LigandSource, targets: TargetSource
    ) -> "UseCases":
        """The use cases that ask these sources."""
        return cls(
            resolve_pathways=Resolve(kinds.PATHWAY, pathways),
            lookup_pathway=Lookup(kinds.PATHWAY, PathwayId, pathways),
            pathways_of_gene=ReverseLookup(pathways),
            pathway_components=ExtractComponents(pathways),
            resolve_compounds=Resolve(kinds.COMPOUND, compounds),
            lookup_compound=Lookup(kinds.COMPOUND, CompoundId, compounds),
            resolve_ligands=Resolve(kinds.LIGAND, ligands),
            lookup_ligand=Lookup(kinds.LIGAND, LigandId, ligands, other_kind=ligands),
            resolve_targets=Resolve(kinds.TARGET, targets),
            lookup_target=Lookup(kinds.TARGET, TargetId, targets, other_kind=targets),
        )
