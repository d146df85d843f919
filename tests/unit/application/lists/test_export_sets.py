"""Sets of all pathways as GMT, on the sample."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from biofacts.application.lists.export_sets import ExportedSets, ExportSets
from biofacts.application.lists.gene_lists import GeneSets
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.links.export_formats import KEYS, MemberIdentifier
from biofacts.ports.exports import TextFiles
from biofacts.ports.genes import GeneSource
from tests.genes import SAMPLE, EverySymbol

TARGET = Path("sets.gmt")
MOUSE = "Mus musculus"


class Lines(TextFiles):
    """The lines of the last file."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, path: Path, lines: Iterable[str]) -> None:
        self.written = [*lines]

    def digest(self, path: Path) -> str:
        raise NotImplementedError

    @property
    def members(self) -> dict[str, set[str]]:
        rows = [line.split("\t") for line in self.written]
        return {name.split("%")[2]: {*members} for name, _, *members in rows}


@pytest.fixture
def lines() -> Lines:
    return Lines()


def exporter(sample: Container, lines: Lines, genes: GeneSource | None = None) -> ExportSets:
    source, pathways = genes or sample.genes(), sample.pathways()
    return ExportSets(GeneSets(pathways, source), genes=source, pathways=pathways, files=lines)


@pytest.mark.parametrize("identifier", ["entrez", "ensembl", "uniprot"])
async def test_identifiers_are_those_of_the_genes_whose_symbols_are_members(
    identifier: MemberIdentifier, sample: Container, lines: Lines
) -> None:
    export = exporter(sample, lines)
    await export(TARGET, "symbol")
    symbols = lines.members
    await export(TARGET, identifier)
    of_symbol = {
        gene.symbol: {value for key, value in gene.references if key == KEYS[identifier]}
        for gene in SAMPLE
        if gene.is_human
    }

    assert lines.members == {
        pathway: {value for symbol in members for value in of_symbol[symbol]} for pathway, members in symbols.items()
    }


async def test_sets_are_the_background_of_enrichment(sample: Container, lines: Lines) -> None:
    done = await exporter(sample, lines)(TARGET, "symbol")
    page = await sample.use_cases(whole=True).enrich_pathways(["TP53", "MDM2", "CASP3"], min_size=1)

    assert done.members == page.background.size
    assert {one.id: one.pathway_size for one in page.items} == {
        f"WP:{pathway}": len(members)
        for pathway, members in lines.members.items()
        if not members.isdisjoint({"TP53", "MDM2", "CASP3"})
    }


async def test_metabolites_have_the_identifiers_of_their_nodes(sample: Container, lines: Lines) -> None:
    done = await exporter(sample, lines)(TARGET, "chebi")

    assert done == ExportedSets(
        file="sets.gmt", organism="Homo sapiens", identifier="chebi", release="built-in sample", sets=4, members=21,
        empty_pathways=5, members_without_identifier=0, nodes_without_identifier=0,
    )  # fmt: skip
    assert lines.members["WP707"] == {"CHEBI:27732"}


async def test_without_gene_names_members_are_what_is_drawn_and_that_is_said(sample: Container, lines: Lines) -> None:
    named = exporter(sample, lines)
    await named(TARGET, "symbol", MOUSE)
    symbols = lines.members
    export = exporter(sample, lines, EverySymbol())
    done = await export(TARGET, "symbol", MOUSE)

    assert lines.members == symbols
    assert done.members_without_identifier is None
    assert "gene names" in (done.remark or "")

    await export(TARGET, "ensembl", MOUSE)
    assert all(one.startswith("ENSMUSG") for members in lines.members.values() for one in members)


async def test_an_organism_without_pathways_writes_no_file(sample: Container, lines: Lines) -> None:
    with pytest.raises(AmbiguousQuery, match="no pathways for the organism 'Nonus such'"):
        await exporter(sample, lines)(TARGET, "symbol", "Nonus such")

    assert lines.written == []
