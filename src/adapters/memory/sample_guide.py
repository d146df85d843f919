"""The sample's ligands, targets and interactions, in the form of the Guide to PHARMACOLOGY."""

from collections.abc import Mapping

import msgspec

from biofacts.adapters.memory.sample import published, read
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pharmacology.guide import SERVICE
from biofacts.domain.pharmacology.interaction import Affinity, Interaction, TargetKind
from biofacts.domain.pharmacology.ligand_facts import LigandFacts, LigandIdentifiers
from biofacts.domain.pharmacology.target_facts import TargetFacts, TargetProtein


class SampleInteraction(msgspec.Struct, frozen=True, kw_only=True):
    """A handwritten interaction, measured on the human protein; both sides by number."""

    ligand: str
    target: str
    type: str
    action: str
    primary: bool = False
    affinity: Affinity | None = None
    references: tuple[str, ...] = ()
    target_kind: TargetKind = "target"

    def told(self, ligands: Mapping[str, LigandFacts], targets: Mapping[str, TargetFacts]) -> Interaction:
        """Return the interaction with the columns that the Guide's file adds about both sides."""
        ligand = ligands[self.ligand]
        acted_on = ligands[self.target] if self.target_kind == "ligand" else targets[self.target]
        identifiers = pairs(acted_on.cross_references) if self.target_kind == "ligand" else ()
        return Interaction(
            ligand=ligand.number,
            ligand_name=ligand.name,
            ligand_type=ligand.type,
            approved=ligand.approved,
            target=acted_on.number,
            target_name=acted_on.name,
            target_kind=self.target_kind,
            gene_symbol=next(iter(acted_on.gene_symbols), None) if isinstance(acted_on, TargetFacts) else None,
            type=self.type,
            action=self.action,
            primary=self.primary,
            species="Human",
            affinity=self.affinity,
            references=self.references,
            target_identifiers=tuple(value for key, value in identifiers if key in ("uniprot", "ensembl_gene")),
        )


class SampleGuide:
    """The sample's files of the Guide."""

    def __init__(self) -> None:
        ligands, targets = read("ligands", LigandFacts), read("targets", TargetFacts)
        of_ligand = {one.number: one for one in ligands}
        of_target = {one.number: one for one in targets}
        interactions = [one.told(of_ligand, of_target) for one in read("interactions", SampleInteraction)]
        identifiers = [LigandIdentifiers(number=one.number, cross_references=one.cross_references) for one in ligands]
        proteins = [
            TargetProtein(target=one.number, species=one.species or "", accession=accession)
            for one in targets
            for key, accession in pairs(one.cross_references)
            if key == "uniprot"
        ]
        self.ligands = published(SERVICE, "ligands", ligands)
        self.targets = published(SERVICE, "targets", targets)
        self.interactions = published(SERVICE, "interactions", interactions)
        self.ligand_ids = published(SERVICE, "ligands", identifiers)
        self.proteins = published(SERVICE, "targets", proteins)
