"""Join tables: pairs of linked records, in tables with described columns, and the sources of their facts."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET
from biofacts.domain.answers.next_calls import PATHWAYS_OF_GENE
from biofacts.domain.answers.records import GUIDE, HGNC

LICENCES: Mapping[str, str] = {
    GUIDE: "database: ODbL 1.0; contents: CC BY-SA 4.0",
    HGNC: "CC0 1.0",
    PATHWAY.service: "CC0 1.0",
}
"""The licences of the tables' sources."""


class LinkColumn(msgspec.Struct, frozen=True):
    """A column of an exported table. `holds`: the type of its values."""

    name: str
    meaning: str
    holds: Literal["text", "number", "truth", "ids"] = "text"


class LinkTable(msgspec.Struct, frozen=True):
    """An exported table. `about`: its description; `services`: the services whose facts it combines."""

    name: str
    about: str
    services: tuple[str, ...]
    columns: tuple[LinkColumn, ...]

    def by_column(self, row: Sequence[object]) -> Mapping[str, object]:
        """Return the values of a row by the names of their columns."""
        return {column.name: value for column, value in zip(self.columns, row, strict=True)}


class LinkSource(msgspec.Struct, frozen=True, kw_only=True):
    """A source of a join table: a catalogue in one release. `retrieved`: a time in ISO 8601, UTC."""

    service: str
    catalogue: str
    release: str
    retrieved: str
    licence: str


_TARGET = (
    LinkColumn("target_id", f"target of the Guide to PHARMACOLOGY, as {TARGET.get_tool} takes it"),
    LinkColumn("target_name", "its name"),
)
_GENE = (
    LinkColumn(
        "gene_id",
        f"human gene of HGNC, as {GENE.get_tool} takes it; of another organism if the Guide has no human gene",
    ),
    LinkColumn("gene_symbol", "its approved symbol"),
)
_LIGAND = (
    LinkColumn("ligand_id", f"ligand of the Guide to PHARMACOLOGY, as {LIGAND.get_tool} takes it"),
    LinkColumn("ligand_name", "its name"),
    LinkColumn("approved", "whether it is an approved medicine", "truth"),
    LinkColumn("withdrawn", "whether it is a medicine that was withdrawn", "truth"),
)
_COMPOUND = (
    LinkColumn("compound_id", f"compound of PubChem, as {COMPOUND.get_tool} takes it"),
    LinkColumn("compound_name", "its name in the Guide to PHARMACOLOGY; None if it has none there"),
)
_PATHWAY = (
    LinkColumn("pathway_id", f"pathway of WikiPathways, as {PATHWAY.get_tool} takes it"),
    LinkColumn("pathway_title", "its title"),
    LinkColumn("organism", "its organism"),
)
_EVIDENCE = (LinkColumn("via", "the database whose identifier both share"), LinkColumn("identifier", "that identifier"))

TARGET_GENE = LinkTable(
    "target-gene",
    "The genes that encode targets; for a complex, those of its subunits.",
    (GUIDE, HGNC),
    (*_TARGET, *_GENE, *_EVIDENCE),
)
GENE_PATHWAY = LinkTable(
    "gene-pathway",
    f"The human pathways that contain human genes, as {PATHWAYS_OF_GENE} lists them.",
    (HGNC, PATHWAY.service),
    (*_GENE, *_PATHWAY),
)
LIGAND_TARGET = LinkTable(
    "ligand-target",
    "The targets of ligands: one row per curated interaction of the Guide to PHARMACOLOGY.",
    (GUIDE,),
    (
        *_LIGAND,
        *_TARGET,
        LinkColumn("target_kind", "target, or ligand if the target is itself a ligand"),
        LinkColumn("gene_symbol", "the symbol of the target's gene"),
        LinkColumn("type", "type of action; None if not curated"),
        LinkColumn("action", "action; None if not curated"),
        LinkColumn("primary", "whether the target is a primary target of the medicine", "truth"),
        LinkColumn("endogenous", "whether the ligand is endogenous", "truth"),
        LinkColumn("species", "species of the measured protein; None if not curated"),
        LinkColumn("affinity_parameter", "the affinity parameter: pKi, pKd, pIC50, pEC50, pA2 or pKB"),
        LinkColumn("affinity_relation", ">, < or ~ if the value is a bound"),
        LinkColumn("affinity", "negative decadic logarithm of a molar concentration", "number"),
        LinkColumn("affinity_low", "lower end of the range, if one is given", "number"),
        LinkColumn("affinity_high", "upper end of the range, if one is given", "number"),
        LinkColumn("selectivity", "the curators' note on selectivity"),
        LinkColumn("references", "PubMed ids of the references", "ids"),
    ),
)
LIGAND_COMPOUND = LinkTable(
    "ligand-compound",
    "The PubChem compounds that ligands correspond to, as stated by the Guide to PHARMACOLOGY.",
    (GUIDE,),
    (*_LIGAND, _COMPOUND[0]),
)
COMPOUND_PATHWAY = LinkTable(
    "compound-pathway",
    "The compounds in pathways of all organisms: drawn, mapped, or stated by the Guide for such a structure.",
    (PATHWAY.service, GUIDE),
    (*_COMPOUND, *_PATHWAY, *_EVIDENCE),
)

LINK_TABLES: Sequence[LinkTable] = (TARGET_GENE, GENE_PATHWAY, LIGAND_TARGET, LIGAND_COMPOUND, COMPOUND_PATHWAY)
