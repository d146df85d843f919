"""The sample's ligands, targets and interactions, as the Guide to PHARMACOLOGY publishes its own."""

import msgspec

from biofacts.adapters.memory.sample import published, read
from biofacts.domain.cross_references import pairs
from biofacts.domain.guide import SERVICE
from biofacts.domain.interaction import Interaction
from biofacts.domain.pharmacology.ligand_facts import LigandFacts, LigandIdentifiers
from biofacts.domain.pharmacology.target_facts import TargetFacts, TargetProtein


class SampleInteraction(msgspec.Struct, frozen=True, kw_only=True):
    """An interaction as it is written by hand, measured on the human protein; the sides by number."""

    ligand: str
    target: str
    type: str
    action: str
    primary: bool = False

    def told(self, ligand: LigandFacts, target: TargetFacts) -> Interaction:
        """With what the Guide's file says of both sides."""
        return Interaction(
            ligand=ligand.number,
            ligand_name=ligand.name,
            ligand_type=ligand.type,
            approved=ligand.approved,
            target=target.number,
            target_name=target.name,
            type=self.type,
            action=self.action,
            primary=self.primary,
            human=True,
        )


class SampleGuide:
    """The Guide's files."""

    def __init__(self) -> None:
        ligands, targets = read("ligands", LigandFacts), read("targets", TargetFacts)
        of_ligand = {one.number: one for one in ligands}
        of_target = {one.number: one for one in targets}
        interactions = [
            one.told(of_ligand[one.ligand], of_target[one.target]) for one in read("interactions", SampleInteraction)
        ]
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
