"""Join tables: the linked pairs of records, as tables with described columns, and the sources of their facts."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from biofacts.domain.answers.kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET
from biofacts.domain.answers.next_calls import PATHWAYS_OF_GENE
from biofacts.domain.answers.records import GUIDE, HGNC

LICENCES: Mapping[str, str] = {
    GUIDE: "database: ODbL 1.0; contents: CC BY-SA 4.0",
    HGNC: "CC0 1.0",
    PATHWAY.service: "CC0 1.0",
}
"""The licences of the tables' sources."""


class LinkColumn(msgspec.Struct, frozen=True):
    """A column of a join table, and its meaning."""

    name: str
    meaning: str
    holds: Literal["text", "number", "truth", "ids"] = "text"


class LinkTable(msgspec.Struct, frozen=True):
    """A join table. `services`: the services whose facts it joins."""

    name: str
    about: str
    services: tuple[str, ...]
    columns: tuple[LinkColumn, ...]


class LinkSource(msgspec.Struct, frozen=True, kw_only=True):
    """A file from which a join table was made. `retrieved`: ISO 8601, UTC."""

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
        "gene_id", f"human gene of HGNC, as {GENE.get_tool} takes it; other organisms' where the Guide has no human one"
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
    LinkColumn("compound_name", "what the Guide to PHARMACOLOGY calls it, where it has it"),
)
_PATHWAY = (
    LinkColumn("pathway_id", f"pathway of WikiPathways, as {PATHWAY.get_tool} takes it"),
    LinkColumn("pathway_title", "its title"),
    LinkColumn("organism", "its organism"),
)
_EVIDENCE = (
    LinkColumn("via", "the database by whose identifier both are one"),
    LinkColumn("identifier", "that identifier"),
)

TARGET_GENE = LinkTable(
    "target-gene",
    "The genes of targets; a complex has those of its subunits.",
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
    "What ligands act on: one row for each interaction that the Guide to PHARMACOLOGY curates.",
    (GUIDE,),
    (
        *_LIGAND,
        *_TARGET,
        LinkColumn("target_kind", "target, or ligand for a target_id that is a ligand which is acted on"),
        LinkColumn("gene_symbol", "the symbol of the target's gene"),
        LinkColumn("type", "how it acts: type; None where the curators left it open"),
        LinkColumn("action", "how it acts: action; None where the curators left it open"),
        LinkColumn("primary", "whether it works as a medicine by this target", "truth"),
        LinkColumn("endogenous", "whether the body makes the ligand itself", "truth"),
        LinkColumn("species", "whose protein was measured; None where the curators left it open"),
        LinkColumn("affinity_parameter", "what affinity is: pKi, pKd, pIC50, pEC50, pA2 or pKB"),
        LinkColumn("affinity_relation", ">, < or ~ where the number is a bound"),
        LinkColumn("affinity", "negative decadic logarithm of a molar concentration", "number"),
        LinkColumn("affinity_low", "the same, where a range is given: its lower end", "number"),
        LinkColumn("affinity_high", "the same, where a range is given: its upper end", "number"),
        LinkColumn("selectivity", "the curators' note on selectivity"),
        LinkColumn("references", "PubMed ids of what it rests on", "ids"),
    ),
)
LIGAND_COMPOUND = LinkTable(
    "ligand-compound",
    "The compounds of PubChem that ligands are, as the Guide to PHARMACOLOGY states them.",
    (GUIDE,),
    (*_LIGAND, _COMPOUND[0]),
)
COMPOUND_PATHWAY = LinkTable(
    "compound-pathway",
    "The compounds that pathways carry, in all organisms: drawn or mapped, or stated by the Guide of such a structure.",
    (PATHWAY.service, GUIDE),
    (*_COMPOUND, *_PATHWAY, *_EVIDENCE),
)

LINK_TABLES: Sequence[LinkTable] = (TARGET_GENE, GENE_PATHWAY, LIGAND_TARGET, LIGAND_COMPOUND, COMPOUND_PATHWAY)
