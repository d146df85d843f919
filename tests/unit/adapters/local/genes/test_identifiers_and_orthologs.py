"""Orthologs where genes have several, and where the names of an organism are not there."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec
import pytest

from biofacts.adapters.local.genes.identifiers_and_orthologs import GeneIdentifiers
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.ports.genes import Orthologs
from tests.genes import genes_over

MOUSE, RAT = "Mus musculus", "Rattus norvegicus"


def gene(identifier: str, symbol: str, organism: str, **stated: tuple[str, ...]) -> GeneFacts:
    return GeneFacts(
        id=identifier, symbol=symbol, name=f"{symbol} gene", organism=organism, locus_type="gene", protein_coding=True,
        cross_references=stated,
    )  # fmt: skip


PEOPLE = (
    gene("HGNC:1", "ADH1A", HUMAN, mgi=("MGI:1",), rgd=("1",)),
    gene("HGNC:2", "ADH1B", HUMAN, mgi=("MGI:1",)),
    gene("HGNC:3", "GSDMA", HUMAN, mgi=("MGI:3", "MGI:4", "MGI:5")),
    gene("HGNC:4", "ALONE", HUMAN),
    gene("HGNC:5", "CYP2C9", HUMAN, mgi=("MGI:6", "MGI:7")),
)
MICE = (
    gene("NCBIGene:1", "Adh1", MOUSE, mgi=("MGI:1",)),
    gene("NCBIGene:3", "Gsdma2", MOUSE, mgi=("MGI:3",)),
    gene("NCBIGene:4", "Gsdma", MOUSE, mgi=("MGI:4",)),
    gene("NCBIGene:6", "Cyp2c29", MOUSE, mgi=("MGI:6",)),
    gene("NCBIGene:7", "Cyp2c37", MOUSE, mgi=("MGI:7",)),
    gene("NCBIGene:8", "Alone", MOUSE, mgi=("MGI:8",)),
)


def told(found: Orthologs) -> Mapping[str, list[tuple[str, str | None, str]]]:
    return {gene: [(one.id, one.symbol, one.via) for one in several] for gene, several in found.by_gene.items()}


async def test_every_ortholog_that_is_stated_is_there() -> None:
    """Several of one, one of several, an id that NCBI Gene does not have, and none; a symbol alone is no ortholog."""
    async with genes_over(PEOPLE, {MOUSE: MICE}) as genes:
        there = await genes.orthologs([one.id for one in PEOPLE], MOUSE)
        back = await genes.orthologs([one.id for one in MICE], HUMAN)

    assert told(there) == {
        "HGNC:1": [("NCBIGene:1", "Adh1", "MGI:1")],
        "HGNC:2": [("NCBIGene:1", "Adh1", "MGI:1")],
        "HGNC:3": [("NCBIGene:4", "Gsdma", "MGI:4"), ("NCBIGene:3", "Gsdma2", "MGI:3"), ("MGI:5", None, "MGI:5")],
        "HGNC:5": [("NCBIGene:6", "Cyp2c29", "MGI:6"), ("NCBIGene:7", "Cyp2c37", "MGI:7")],
    }
    assert told(back) == {
        "NCBIGene:1": [("HGNC:1", "ADH1A", "MGI:1"), ("HGNC:2", "ADH1B", "MGI:1")],
        "NCBIGene:3": [("HGNC:3", "GSDMA", "MGI:3")],
        "NCBIGene:4": [("HGNC:3", "GSDMA", "MGI:4")],
        "NCBIGene:6": [("HGNC:5", "CYP2C9", "MGI:6")],
        "NCBIGene:7": [("HGNC:5", "CYP2C9", "MGI:7")],
    }


async def test_without_names_of_an_organism_orthologs_have_the_ids_that_hgnc_states() -> None:
    async with genes_over(PEOPLE, {MOUSE: MICE}) as genes:
        await genes.orthologs([], MOUSE)
        of_human, of_mouse = [await genes.orthologs([one], RAT) for one in ("HGNC:1", "NCBIGene:1")]
        back = await genes.orthologs(["RGD:1"], HUMAN)

    assert told(of_human) == {"HGNC:1": [("RGD:1", None, "RGD:1")]}
    assert told(of_mouse) == {"NCBIGene:1": [("RGD:1", None, "MGI:1 RGD:1")]}
    assert "The gene names of Rattus norvegicus are not available yet" in (of_human.lacking or "")
    assert told(back) == {"RGD:1": [("HGNC:1", "ADH1A", "RGD:1")]}
    assert back.lacking is None


async def test_a_record_does_not_wait_for_names() -> None:
    async with genes_over(PEOPLE, {MOUSE: MICE}) as genes:
        found = await genes.orthologs(["HGNC:2"], MOUSE, patient=False)

    assert told(found) == {"HGNC:2": [("MGI:1", None, "MGI:1")]}


@pytest.mark.parametrize(
    ("name", "symbol", "why"),
    [
        ("ADH1B gene", "Adh1", "ortholog of human ADH1B (full name)"),
        ("HGNC:3", "Gsdma", "ortholog of human GSDMA (identifier (hgnc)); others: Gsdma2"),
        ("HGNC:4", "Alone", "ortholog of human ALONE (identifier (hgnc))"),
        ("CYP2C9", "CYP2C9", "approved symbol"),  # none counts more than the others
    ],
)
async def test_a_human_name_means_the_ortholog_that_counts(name: str, symbol: str, why: str) -> None:
    async with genes_over(PEOPLE, {MOUSE: MICE}) as genes:
        found = await genes.by_name(GeneName.read(name), MOUSE)

    assert found is not None
    assert found.reading is not None
    assert found.reading.gene is not None
    assert (found.reading.gene.symbol, found.reading.why) == (symbol, why)


class Absent:
    """A catalogue that is not there, and notes that somebody wants it."""

    def __init__(self, name: str, wanted: list[str]) -> None:
        self.name, self._wanted = name, wanted

    def prefetch(self) -> None:
        self._wanted.append(self.name)

    async def present(self) -> None:
        return None


@pytest.mark.parametrize(
    ("organism", "lacking"), [(HUMAN, [("hgnc",), ("proteins",)]), ("Mus musculus", [None, ("proteins",)])]
)
async def test_what_names_accessions_is_downloaded_for_the_next_call(
    organism: str, lacking: list[tuple[str, ...] | None]
) -> None:
    wanted = list[str]()
    human, targets = (Absent(name, wanted) for name in ("hgnc", "proteins"))
    catalogues: Any = GeneIdentifiers
    reviewed = await catalogues(human, {}, targets).reviewed({"P04637"}, organism)

    assert wanted == ["hgnc", "proteins"]
    assert [*reviewed.accessions] == []
    assert [lack and lack.catalogues for lack in reviewed.lacks] == lacking


async def test_each_isoform_of_a_named_protein_is_reviewed() -> None:
    class Naming:
        async def accessions(self) -> AbstractSet[str]:
            return {"P04637"}

    class Present(Absent):
        async def present(self) -> Any:
            return Naming()

    catalogues: Any = GeneIdentifiers
    found = catalogues(Present("hgnc", []), {}, Absent("proteins", []))
    reviewed = await found.reviewed({"P04637", "P04637-2", "P04637-8", "p04637", "Q9H3D4"}, HUMAN)

    assert reviewed.accessions == {"P04637", "P04637-2", "P04637-8", "p04637"}


@pytest.mark.parametrize(
    ("added", "wanted"),
    [
        (PEOPLE[0], {"hgnc:HGNC:1": [("hgnc", "HGNC:1"), ("hgnc_symbol", "ADH1A"), ("entrez", "124")]}),
        (MICE[0], {"mgi:MGI:1": [("entrez", "1"), ("ensembl_gene", "ENSMUSG00000074207")]}),
    ],
    ids=["human", "mouse"],
)
async def test_a_drawn_gene_gets_its_other_identifiers_but_not_those_of_its_orthologs(
    added: GeneFacts, wanted: Mapping[str, list[tuple[str, str]]]
) -> None:
    references = {"entrez": ("124",)} if added.is_human else {"ensembl_gene": ("ENSMUSG00000074207",)}
    facts = msgspec.structs.replace(added, cross_references={**added.cross_references, **references})
    async with genes_over((facts,) if added.is_human else (), {} if added.is_human else {MOUSE: (facts,)}) as genes:
        catalogues: Any = genes._catalogues  # pyright: ignore[reportPrivateUsage]
        await catalogues[facts.organism].open()
        found = await GeneIdentifiers(catalogues[HUMAN], {**catalogues}, catalogues[HUMAN]).of(
            [*wanted], facts.organism, ()
        )

    assert found.value == wanted
