"""Entities in the form that lists of links use."""

from collections.abc import Sequence

from biofacts.application.links.steps import Place
from biofacts.domain.genes.gene import GeneCandidate
from biofacts.domain.links.graph import Evidence, Linked
from biofacts.domain.pathways.pathway import PATHWAY, PathwayCandidate
from biofacts.domain.pharmacology.guide import SERVICE as GUIDE
from biofacts.domain.pharmacology.interaction import ActedOn, ActingLigand
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pharmacology.target import TargetCandidate
from biofacts.ports.pathways import CompoundPathway, CompoundPathways


def gene(one: GeneCandidate, *why: Evidence) -> Linked:
    """Make the list item of a gene."""
    return Linked(id=one.id, kind="gene", symbol=one.symbol, name=one.name, organism=one.organism, evidence=why)


def target(one: TargetCandidate, *why: Evidence) -> Linked:
    """Make the list item of a target."""
    return Linked(id=one.id, kind="target", name=one.name, family=one.family, gene_symbol=one.gene_symbol, evidence=why)


def ligand(one: LigandCandidate, *why: Evidence) -> Linked:
    """Make the list item of a ligand."""
    return Linked(
        id=one.id, kind="ligand", name=one.name, type=one.type, approved=one.approved, withdrawn=one.withdrawn,
        evidence=why,
    )  # fmt: skip


def pathway(one: PathwayCandidate, *why: Evidence) -> Linked:
    """Make the list item of a pathway."""
    return Linked(id=one.id, kind="pathway", title=one.title, organism=one.organism, evidence=why)


def drawn(compound: Place, how: CompoundPathway, found: CompoundPathways) -> Linked:
    """Make the list item of a pathway that draws a compound; evidence: `identifier` or `same skeleton`."""
    why = Evidence(via=how.matched_on, value=compound.entity.label, sources=(PATHWAY.service,))
    return pathway(found.candidate(how.local_id), why)


def acting(one: ActingLigand) -> Linked:
    """Make the list item of a ligand from its interactions."""
    return Linked(
        id=one.id, kind="ligand", name=one.name, approved=one.approved, withdrawn=one.withdrawn, actions=one.actions,
        primary=one.primary, evidence=(_interaction(one.actions),),
    )  # fmt: skip


def acted_on(one: ActedOn) -> Linked:
    """Make the list item of a target, or of a ligand in its place, from its interactions."""
    return Linked(
        id=one.id, kind=one.kind, name=one.name, gene_symbol=one.gene_symbol, actions=one.actions, primary=one.primary,
        evidence=(_interaction(one.actions),),
    )  # fmt: skip


def _interaction(actions: Sequence[str]) -> Evidence:
    return Evidence(via="interaction", value=", ".join(actions), sources=(GUIDE,))


def compound(cid: str, name: str | None, why: Evidence) -> Linked:
    """Make the list item of a compound."""
    return Linked(id=f"PubChem:CID{cid}", kind="compound", name=name, evidence=(why,))
