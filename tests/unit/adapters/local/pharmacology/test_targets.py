"""Targets beside things that are none, where names of genes are at hand."""

import pytest

from biofacts.adapters.local.entries.genes import HUMAN_GENES, index_genes
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.adapters.memory.catalogue import MemoryCatalogueStore
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pharmacology.target import TargetCandidate
from biofacts.ports.sources import Query
from tests.contract.catalogue import content
from tests.gtopdb import Wire, guide_over


def gene(symbol: str, name: str) -> GeneFacts:
    return GeneFacts(
        id="HGNC:1", symbol=symbol, name=name, organism=HUMAN, locus_type="gene with protein product",
        protein_coding=True,
    )  # fmt: skip


async def found(query: str, *genes: GeneFacts, with_ligands: bool = False) -> Hits[TargetCandidate]:
    store = MemoryCatalogueStore()
    if genes:
        await store.publish(HUMAN_GENES, content(*index_genes(genes).entries))
    async with guide_over(Wire(), store=store) as guide:
        if with_ligands:
            await LocalLigands(guide).bearing([])
        hits = await LocalTargets(guide).search(Query(text=query), Window())
    assert hits is not None
    return hits


@pytest.mark.parametrize("query", ["D2R", "rhodopsin of the second kind"])
async def test_a_gene_that_is_no_target_is_not_the_target_that_is_called_so(query: str) -> None:
    other = gene("D2R", "rhodopsin of the second kind")
    hits = await found(query, other)

    assert all(one.rating <= 0.5 for one in hits.items)
    if hits.items:
        assert "is the gene D2R" in (hits.guidance or "")
    assert (await found("D2R")).items[0].score == 1.0


async def test_the_gene_of_a_target_is_that_target() -> None:
    hits = await found("DRD2", gene("DRD2", "dopamine receptor D2"))

    assert (hits.items[0].id, hits.items[0].score) == ("IUPHAR:215", 1.0)


async def test_a_ligand_is_not_a_target_that_has_its_name_in_its_own() -> None:
    alone, beside = await found("dopamine"), await found("dopamine", with_ligands=True)

    assert max(one.rating for one in alone.items) >= max(one.rating for one in beside.items)
    assert all(one.rating < 0.7 for one in beside.items)


async def test_a_species_is_left_aside_and_costs_score() -> None:
    hits = await found("rat D2 receptor")

    assert [(one.id, one.score) for one in hits.items[:1]] == [("IUPHAR:215", 0.85)]
    assert hits.advice
    assert [dict(call.arguments) for call in hits.advice.calls] == [{"target_id": "IUPHAR:215", "species": "Rat"}]


async def test_targets_are_listed_by_what_acts_on_them() -> None:
    having, lacking, every = [await found(f"GPCRs{rest}") for rest in (" with approved drugs", " without ligands", "")]

    assert {one.id for one in having.items} | {one.id for one in lacking.items} <= {one.id for one in every.items}
    assert "IUPHAR:215" in {one.id for one in having.items}
    assert "IUPHAR:215" not in {one.id for one in lacking.items}
    assert f"{having.total} of the {every.total} targets of 'GPCRs'" in (having.guidance or "")
    assert having.facts
    assert every.facts


async def test_a_main_name_has_more_right_than_the_synonym_of_another_target() -> None:
    hits = await found("D2")

    assert (hits.items[0].id, hits.items[0].score) == ("IUPHAR:215", 1.0)
    assert all(one.rating <= 0.8 for one in hits.items[1:])
