"""Genes by what the Guide calls their proteins, over the sample."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from pytest_mock import MockerFixture

from biofacts.application.genes import named_genes
from biofacts.application.genes.named_genes import GenesByProtein
from biofacts.composition.container import Container
from biofacts.domain.answers import scores
from biofacts.domain.answers.errors import Meaning
from biofacts.domain.answers.pages import Hits, Releases, Window
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import GeneName, ProteinNames
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pharmacology.target import TargetCandidate
from biofacts.ports.genes import NamedGenes
from biofacts.ports.sources import Query
from tests.genes import genes_over

REDUCTASE = "HMG-CoA reductase"
"""No gene of HGNC is called so; target 639 is, and says that its gene is HMGCR."""


@pytest.fixture
def genes(sample: Container) -> GenesByProtein:
    return GenesByProtein(sample.genes(), sample.targets(), sample.ligands())


async def symbols(genes: GenesByProtein, text: str) -> Sequence[str]:
    found = await genes.by_name(GeneName.parse(text), None)
    assert found is not None
    return [one.symbol for one in found.of_protein]


async def test_a_name_of_a_target_leads_to_its_gene(genes: GenesByProtein) -> None:
    assert await symbols(genes, REDUCTASE) == ["HMGCR"]


@pytest.mark.parametrize(
    "text", ["TP53", "p53", "COX2", "HGNC:5006", "P04035", "statin", "no such protein", "PubChem:CID596", "CID596"]
)
async def test_what_is_called_so_itself_and_what_is_no_protein_leads_to_none(genes: GenesByProtein, text: str) -> None:
    assert await symbols(genes, text) == []


async def test_genes_that_a_name_may_mean_come_first_on_whatever_page(sample: Container) -> None:
    def of(number: int, symbol: str, name: str, *, coding: bool = True) -> GeneFacts:
        return GeneFacts(
            id=f"HGNC:{number}", symbol=symbol, name=name, organism=HUMAN, locus_type="gene", protein_coding=coding,
            aliases=() if coding else ("QQ2",),
        )  # fmt: skip

    known = [of(1, "IGHQ", "segment", coding=False), of(2, "AQQ2", "complex QQ2"), of(3, "QQRD2", "receptor")]
    rows = [ProteinNames(gene="HGNC:3", names=("QQ2",))]
    async with genes_over(known, proteins=rows) as local:
        genes = GenesByProtein(local, sample.targets(), sample.ligands())
        first = await genes.search(Query(text="QQ2"), Window(limit=2))
        assert first is not None
        second = await genes.search(Query(text="QQ2"), Window(offset=2, limit=2, version=first.version))

    assert [(one.symbol, one.score) for one in first.items] == [("QQRD2", 0.69), ("IGHQ", 0.69)]
    assert first.guidance == "'QQ2' names several genes: QQRD2, IGHQ."
    assert first.more
    assert second is not None
    assert [one.symbol for one in second.items] == ["AQQ2"]


async def test_a_search_that_finds_no_such_gene_finds_that_of_the_protein(genes: GenesByProtein) -> None:
    hits = await genes.search(Query(text=REDUCTASE), Window())
    elsewhere = await genes.search(Query(text=REDUCTASE, organism="Mus musculus"), Window())

    assert hits is not None
    assert [(one.symbol, one.score, one.organism) for one in hits.items] == [("HMGCR", 0.9, HUMAN)]
    assert hits.guidance == f"'{REDUCTASE}' was read as HMGCR (name of its protein in the Guide to PHARMACOLOGY)."
    assert elsewhere is not None
    assert not elsewhere.items


async def test_in_another_organism_without_an_ortholog_the_human_gene_is_meant(genes: GenesByProtein) -> None:
    found = await genes.by_name(GeneName.parse(REDUCTASE), "Mus musculus")

    assert found is not None
    assert found.reading is not None
    assert found.reading.gene is not None
    assert (found.reading.gene.symbol, found.reading.gene.organism) == ("HMGCR", HUMAN)
    assert found.reading.why == "name of its protein in the Guide to PHARMACOLOGY"


async def test_a_name_is_read_once_but_again_where_the_names_were_lacking(
    genes: GenesByProtein, sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    lacking: str | None = "The names do not come."
    named = sample.genes().by_name

    async def counted(name: GeneName, *given: Any, **others: Any) -> NamedGenes:
        read.append(name.text)
        found = await named(name, *given, **others)
        assert found is not None
        return msgspec.structs.replace(found, lacking=lacking)

    monkeypatch.setattr(sample.genes(), "by_name", counted)
    for _ in range(2):
        await genes.by_name(GeneName.parse("TP53"), None)
    lacking = None
    for _ in range(2):
        await genes.by_name(GeneName.parse("TP53"), None)

    assert read == ["TP53"] * 3


async def test_every_tool_that_takes_a_gene_reads_it_so(sample: Container) -> None:
    use = sample.use_cases()
    listed, by_symbol = await use.pathways_of_gene(REDUCTASE), await use.pathways_of_gene("HMGCR")
    (resolved,) = (await use.resolve_many([REDUCTASE], "gene")).items

    assert listed.items == by_symbol.items
    assert listed.read_as is not None
    assert (listed.read_as.symbol, listed.read_as.why) == ("HMGCR", "name of its protein in the Guide to PHARMACOLOGY")
    assert (resolved.status, resolved.name, resolved.score) == ("resolved", "HMGCR", 0.9)


async def test_of_any_kind_the_protein_has_more_right_to_its_name(sample: Container) -> None:
    (resolved,) = (await sample.use_cases().resolve_many([REDUCTASE])).items

    assert (resolved.status, resolved.kind) == ("resolved", "target")


async def test_a_list_that_began_with_another_release_of_the_guide_is_refused(genes: GenesByProtein) -> None:
    found = await genes.by_name(GeneName.parse(REDUCTASE), None)
    assert found is not None
    later = " ".join(part if "targets" not in part else "gtopdb-targets=other" for part in found.version.split())

    assert await genes.by_name(GeneName.parse(REDUCTASE), None, version=later) is None


async def test_a_search_says_that_a_name_is_of_several_genes(genes: GenesByProtein) -> None:
    several = await genes.search(Query(text="COX2"), Window())

    assert several is not None
    assert "names several genes" in (several.guidance or "")


@pytest.mark.parametrize(("text", "symbols_of_it"), [("D2", ["DRD2"]), ("dopamine", [])])
async def test_a_ligand_is_not_its_receptor(genes: GenesByProtein, text: str, symbols_of_it: list[str]) -> None:
    assert await symbols(genes, text) == symbols_of_it


@pytest.mark.parametrize(
    "identifier", ["P04637", "uniprot:P04637", "ENSG00000141510", "ensembl:ENSG00000141510", "7157", "hsa:7157"]
)
async def test_a_search_by_an_identifier_finds_its_gene(sample: Container, identifier: str) -> None:
    found = await sample.use_cases().searches["gene"](identifier)

    assert [(one.symbol, one.score) for one in found.items] == [("TP53", 1.0)]
    assert found.guidance is None


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("TP53 R175H", "'TP53 R175H' was read as TP53 (approved symbol, without 'R175H')."),
        ("p53 p.Arg175His", "'p53 p.Arg175His' was read as TP53 (alias, without 'p.Arg175His')."),
        ("TP53 (human)", "'TP53 (human)' was read as TP53 (approved symbol)."),
    ],
)
async def test_a_search_says_how_a_symbol_in_another_form_was_read(sample: Container, written: str, said: str) -> None:
    found = await sample.use_cases().searches["gene"](written)

    assert [(one.symbol, one.score) for one in found.items] == [("TP53", 0.9)]
    assert found.guidance == said


@pytest.mark.parametrize("asked", ["which gene encodes p53?", "the gene that codes for TP53", "gene symbol of p53"])
async def test_words_that_ask_for_a_gene_are_no_part_of_its_name(sample: Container, asked: str) -> None:
    found = await sample.use_cases().searches["gene"](asked)

    assert [(one.symbol, one.score) for one in found.items][:1] == [("TP53", 0.95)]
    assert found.guidance is None


async def test_a_symbol_with_the_prefix_of_accessions_is_the_symbol(sample: Container) -> None:
    (resolved,) = (await sample.use_cases().resolve_many(["HGNC:TP53"], "gene")).items

    assert (resolved.status, resolved.id) == ("resolved", "HGNC:11998")


NAME = GeneName.parse("FSH")
A, B, C = (
    GeneFacts(id=f"HGNC:{number}", symbol=symbol, name=symbol, organism=HUMAN, locus_type="", protein_coding=True)
    for number, symbol in enumerate("ABC", 1)
)
ALIAS, PROTEIN = "alias", "name of its protein in the Guide to PHARMACOLOGY"
OF_A, OF_A_BY_PROTEIN = (Reading(name=NAME, gene=A, why=ALIAS, by_protein=by_protein) for by_protein in (False, True))
OF_A_OR_B = Reading(
    name=NAME, meanings=tuple(Meaning(id=one.id, symbol=one.symbol, why=ALIAS) for one in (A, B)), by_protein=True
)


@pytest.mark.parametrize(
    ("reading", "of_protein", "in_guide", "is_substance", "said", "known"),
    [
        (OF_A, [A], [], False, "A", "A"),
        (OF_A, [A], [], True, "A", "A"),
        (OF_A_BY_PROTEIN, [A], [], False, "A", "A"),
        (OF_A_BY_PROTEIN, [A], [], True, "", ""),
        (OF_A, [A], [A], False, "A", "A"),
        (OF_A, [A], [A, B], False, "A", "A"),
        (OF_A, [], [B], False, "BA", "B"),
        (msgspec.structs.replace(OF_A, guess="derived"), [], [B], False, "B", "B"),
        (msgspec.structs.replace(OF_A, guess="form"), [], [B, C], False, "BC", "BC"),
        (msgspec.structs.replace(OF_A, guess="parts"), [], [B], False, "BA", "B"),
        (OF_A_BY_PROTEIN, [A], [B, C], True, "ABC", "ABC"),
        (OF_A_OR_B, [A, B], [B], False, "B", "B"),
        (msgspec.structs.replace(OF_A_OR_B, by_protein=False), [A, B], [B], False, "AB", "AB"),
        (msgspec.structs.replace(OF_A_OR_B, is_family=True), [A, B], [B], False, "AB", "AB"),
        (OF_A_OR_B, [A, B], [B, C], False, "AB", "AB"),
        (OF_A_OR_B, [A, B], [C], False, "ABC", "ABC"),
    ],
)
def test_what_the_guide_says_of_a_name_is_compared_with_what_genes_say(
    reading: Reading,
    of_protein: Sequence[GeneFacts],
    in_guide: Sequence[GeneFacts],
    is_substance: bool,
    said: str,
    known: str,
) -> None:
    found = NamedGenes(of_protein=of_protein, reading=reading)
    compared = named_genes._compared(found, reading, in_guide, is_claim=False, is_substance=is_substance)  # pyright: ignore[reportPrivateUsage]

    assert compared.reading is not None
    assert "".join(one.symbol for one in compared.reading.all_meanings) == said
    assert "".join(one.symbol for one in compared.of_protein) == known


async def test_a_list_of_the_targets_of_a_class_names_no_gene(
    genes: GenesByProtein, sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = sample.targets().search

    async def of_class(query: Query, window: Window) -> Hits[TargetCandidate] | None:
        found = await search(query, window)
        return msgspec.structs.replace(found, facts=True) if found else None

    monkeypatch.setattr(sample.targets(), "search", of_class)

    assert await symbols(genes, REDUCTASE) == []


@pytest.mark.parametrize(("name", "symbols_of_it"), [("GABAB1", ["GABBR1"]), (REDUCTASE, [])])
async def test_a_substances_own_name_is_no_genes_if_it_is_but_a_synonym_of_a_target(
    genes: GenesByProtein, sample: Container, mocker: MockerFixture, name: str, symbols_of_it: list[str]
) -> None:
    substance = LigandCandidate(id="IUPHAR:1", name=name, type="Metabolite", approved=False, score=1.0)
    mocker.patch.object(sample.ligands(), "knows", return_value=True)
    mocker.patch.object(sample.ligands(), "search", return_value=Hits(items=(substance,), total=1, more=False))

    assert await symbols(genes, name) == symbols_of_it


@pytest.mark.parametrize(("score", "symbols_of_it"), [(scores.CONTESTED, ["HMGCR"]), (scores.PART_OF_A_NAME, [])])
async def test_a_target_counts_though_another_gene_has_its_name_as_an_alias(
    genes: GenesByProtein, sample: Container, monkeypatch: pytest.MonkeyPatch, score: float, symbols_of_it: list[str]
) -> None:
    search = sample.targets().search

    async def contested(query: Query, window: Window) -> Hits[TargetCandidate] | None:
        found = await search(query, window)
        return found.of(tuple(one.at_most(score) for one in found.items)) if found else None

    monkeypatch.setattr(sample.targets(), "search", contested)

    assert await symbols(genes, REDUCTASE) == symbols_of_it


@pytest.mark.parametrize(
    ("of_ncbi", "numbers", "meant"),
    [
        ("HGNC:9604", (1375, 1376, 639), {"PTGS1", "PTGS2", "HMGCR"}),
        ("HGNC:9604", (1375,), {"PTGS1"}),
        (None, (1375, 1376, 639), {"PTGS1", "PTGS2", "HMGCR"}),
        (None, (1375, 1376), {"PTGS1", "PTGS2"}),
    ],
)
async def test_the_name_of_several_targets_is_that_of_a_family_even_if_ncbi_gives_it_to_one_gene(
    genes: GenesByProtein,
    sample: Container,
    mocker: MockerFixture,
    of_ncbi: str | None,
    numbers: Sequence[int],
    meant: set[str],
) -> None:
    name = GeneName.parse("cyclooxygenases of mammals")
    gene = await genes.by_name(GeneName.read(of_ncbi), None) if of_ncbi else None
    read = Reading(name=name, gene=gene.reading.gene if gene and gene.reading else None, by_protein=bool(of_ncbi))
    several = [
        TargetCandidate(id=f"IUPHAR:{number}", name=f"target {number}", family="", score=1.0) for number in numbers
    ]
    named = sample.genes().by_name
    mocker.patch.object(sample.targets(), "knows", return_value=True)
    mocker.patch.object(sample.targets(), "search", return_value=Hits(items=(*several,), total=2, more=False))

    async def of_protein(asked: GeneName, *rest: Any, **options: Any) -> NamedGenes | None:
        return NamedGenes(reading=read) if asked == name else await named(asked, *rest, **options)

    mocker.patch.object(sample.genes(), "by_name", of_protein)
    found = await genes.by_name(name, None)

    assert found is not None
    assert found.reading is not None
    assert {one.symbol for one in found.reading.all_meanings} == meant


@pytest.mark.parametrize(
    ("name", "claim"),
    [("cPLQ", "in NCBI Gene also a name of PLAQ4"), ("HMGCR1", "in the Guide to PHARMACOLOGY also a name of HMGCR")],
)
async def test_a_search_says_that_another_source_gives_the_name_to_another_gene(
    name: str, claim: str, sample: Container, mocker: MockerFixture
) -> None:
    human = [
        GeneFacts(
            id=f"HGNC:{number}", symbol=symbol, name=" ".join((symbol, *aliases)), organism=HUMAN, locus_type="",
            protein_coding=True, aliases=aliases,
        )
        for number, symbol, aliases in ((1, "KATX", ("cPLQ", "HMGCR1")), (2, "PLAQ4", ()), (5006, "HMGCR", ()))
    ]  # fmt: skip
    in_guide = named_genes._InGuide(["HGNC:5006"], False, False, False, False, False)  # pyright: ignore[reportPrivateUsage]
    async with genes_over(human, proteins=[ProteinNames(gene="HGNC:2", names=("cPLQ",))]) as local:
        genes = GenesByProtein(local, sample.targets(), sample.ligands())
        mocker.patch.object(genes, "_of_protein", return_value=in_guide)
        found = await genes.search(Query(text=name), Window())

    assert found is not None
    assert found.items[0].symbol == "KATX"
    assert found.items[0].score == scores.TRUSTED
    assert str(found.guidance) == f"'{name}' was read as KATX (alias; {claim})."
    assert len(Releases.parse(found.version).versions) > 1


@pytest.mark.parametrize(
    ("name", "meant"), [("H1", ["HRH1", "KATX"]), ("HMG CoA reductase", ["KATX"])], ids=["main name", "synonym"]
)
async def test_the_main_name_of_a_target_contests_an_alias(name: str, meant: list[str], sample: Container) -> None:
    """`D1` was LMOD1, and a synonym of a target in the Guide is only told."""
    human = [
        GeneFacts(
            id=f"HGNC:{number}", symbol=symbol, name=" ".join((symbol, *aliases)), organism=HUMAN, locus_type="",
            protein_coding=True, aliases=aliases,
        )
        for number, symbol, aliases in ((1, "KATX", (name,)), (5182, "HRH1", ()), (5006, "HMGCR", ()))
    ]  # fmt: skip
    async with genes_over(human) as local:
        found = await GenesByProtein(local, sample.targets(), sample.ligands()).by_name(GeneName.parse(name), None)

    assert found is not None
    assert found.reading is not None
    assert [one.symbol for one in found.reading.all_meanings] == meant
    assert found.reading.claims == (None if meant[1:] else ("the Guide to PHARMACOLOGY", ("HMGCR",)))


async def test_several_genes_that_the_guide_calls_so_contest_an_alias(mocker: MockerFixture, sample: Container) -> None:
    """`BET` was DNER at 0.9, and the answer only told of BRD2, BRD3 and BRD4."""
    human = [
        GeneFacts(
            id=f"HGNC:{number}", symbol=symbol, name=symbol, organism=HUMAN, locus_type="", protein_coding=True,
            aliases=aliases,
        )
        for number, symbol, aliases in ((1, "DNER", ("BET",)), (2, "BRD2", ()), (3, "BRD3", ()))
    ]  # fmt: skip
    in_guide = named_genes._InGuide(["HGNC:2", "HGNC:3"], False, True, False, False, False)  # pyright: ignore[reportPrivateUsage]
    async with genes_over(human) as local:
        genes = GenesByProtein(local, sample.targets(), sample.ligands())
        mocker.patch.object(genes, "_of_protein", return_value=in_guide)
        found = await genes.by_name(GeneName.parse("BET"), None)

    assert found is not None
    assert found.reading is not None
    assert {one.symbol for one in found.reading.all_meanings} == {"DNER", "BRD2", "BRD3"}
