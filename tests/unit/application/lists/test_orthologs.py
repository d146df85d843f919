"""Lists of one organism's genes in another: resolved, and tested in its pathways."""

from functools import partial
from typing import cast

import msgspec
import pytest

from biofacts.application.compounds.named_compounds import CompoundNameResolver
from biofacts.application.lists.compound_lists import CompoundSets
from biofacts.application.lists.enrich_pathways import Enrichment, EnrichPathways
from biofacts.application.lists.gene_lists import GeneSets
from biofacts.application.lists.resolve_many import ResolveMany
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.genes.gene import GeneFacts, Ortholog
from biofacts.domain.lists.enrichment_statistics import NameRead
from biofacts.domain.lists.resolution import Resolution
from tests.genes import SAMPLE, genes_over

HUMAN, MOUSE, RAT = "Homo sapiens", "Mus musculus", "Rattus norvegicus"
MICE, PEOPLE = [[gene for gene in SAMPLE if gene.organism == organism] for organism in (MOUSE, HUMAN)]
SYMBOLS = {gene.cross_references["mgi"]: gene.symbol for gene in PEOPLE if "mgi" in gene.cross_references}


@pytest.fixture
def many(sample: Container) -> ResolveMany:
    return sample.use_cases().resolve_many


@pytest.fixture
def whole(sample: Container) -> EnrichPathways:
    return sample.use_cases(whole=True).enrich_pathways


async def test_names_are_resolved_to_orthologs_and_the_source_is_told(many: ResolveMany) -> None:
    found = await many(("Trp53", "Mdm2", "NOSUCHGENE9"), organism=MOUSE, to_organism=HUMAN)

    assert found.items[0] == Resolution(
        input="Trp53", status="resolved", id="HGNC:11998", name="TP53", score=1.0,
        why="ortholog of Trp53 (NCBIGene:22059) by MGI:98834",
    )  # fmt: skip
    assert [one.name for one in found.items] == ["TP53", "MDM2", None]
    assert found.items[2].status == "not_found"
    assert found.counts == {"resolved": 2, "not_found": 1}
    assert (found.guidance or "").startswith("Orthologs are from HGNC")


async def test_there_and_back_is_the_same_gene(many: ResolveMany) -> None:
    there = await many([gene.id for gene in MICE], "gene", to_organism=HUMAN)
    back = await many([one.id or "" for one in there.items], "gene", to_organism=MOUSE)

    assert [one.id for one in back.items] == [gene.id for gene in MICE]


async def test_an_id_of_mgi_or_rgd_needs_no_names_of_its_organism(many: ResolveMany) -> None:
    (found,) = (await many(("MGI:98834",), organism=MOUSE, to_organism=HUMAN)).items
    (unknown,) = (await many(("RGD:99999999",), organism=RAT, to_organism=HUMAN)).items

    assert (found.id, found.name) == ("HGNC:11998", "TP53")
    assert (unknown.status, unknown.why) == ("not_found", "HGNC states no ortholog in Homo sapiens of RGD:99999999.")


async def test_the_same_organism_changes_nothing(many: ResolveMany) -> None:
    assert await many(("TP53", "p53"), "gene", to_organism=HUMAN) == await many(("TP53", "p53"), "gene")


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ({"to_organism": "Danio rerio"}, "not for Danio rerio", "without the argument `to_organism`"),
        (
            {"organism": "Danio rerio", "to_organism": HUMAN},
            "not for Danio rerio",
            "without the argument `to_organism`",
        ),
        ({"to_organism": "mouse"}, "Mus musculus, not 'mouse'", "to_organism='Mus musculus'"),
        ({"kind": "ligand", "to_organism": MOUSE}, "A ligand has no orthologs", "without the argument `to_organism`"),
    ],
)
async def test_orthologs_that_nobody_states_are_refused(
    many: ResolveMany, given: dict[str, str], message: str, hint: str
) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await many(("TP53",), **given)  # type: ignore[arg-type]

    assert message in caught.value.message
    assert hint in caught.value.hint


# Records, and pathways of a gene


async def test_a_record_has_the_orthologs_of_its_gene(sample: Container) -> None:
    lookup = sample.use_cases().lookups["gene"]
    await sample.use_cases().resolve_many(("Trp53",), organism=MOUSE)  # brings the names of its genes
    there, back = await lookup("HGNC:11998"), await lookup("NCBIGene:22059")

    assert there.orthologs == (Ortholog(organism=MOUSE, id="NCBIGene:22059", symbol="Trp53", via="MGI:98834"),)
    assert back.orthologs == (Ortholog(organism=HUMAN, id="HGNC:11998", symbol="TP53", via="MGI:98834"),)
    assert (there.orthologs_by or "").startswith("HGNC")
    assert (await lookup("HGNC:8877")).orthologs_by is None


@pytest.mark.parametrize("identifier", ["NCBIGene:22059", "ENSMUSG00000059552"])
async def test_a_gene_of_another_organism_leads_to_its_ortholog(sample: Container, identifier: str) -> None:
    await sample.use_cases().resolve_many(("Trp53",), organism=MOUSE)
    found = await sample.use_cases().pathways_of_gene(identifier, organism=HUMAN)

    assert found.items == ()
    assert (found.guidance or "").startswith(
        "Trp53 is a gene of Mus musculus, and no pathway of Homo sapiens contains it; its ortholog there is TP53. Call"
        " get_pathways_for_gene with gene_id='HGNC:11998', organism='Homo sapiens'."
    )


# Enrichment


def figures(page: Enrichment) -> list[tuple[object, ...]]:
    return [(one.id, one.overlap, one.pathway_size, one.list_size, one.p_value, one.genes) for one in page.items]


async def test_a_list_of_the_mouse_is_tested_like_its_human_orthologs(whole: EnrichPathways) -> None:
    """The background are the human genes with an ortholog, which a list of the mouse can reach."""
    mice = [gene.symbol for gene in MICE]
    reachable = [SYMBOLS[gene.cross_references["mgi"]] for gene in MICE]
    found = await whole(mice[:5], organism=MOUSE, to_organism=HUMAN, min_size=1)
    wanted = await whole(reachable[:5], background=reachable, min_size=1)

    assert figures(found) == figures(wanted)
    assert found.items
    assert found.background.size == wanted.background.size
    assert found.background.what.startswith("genes with an ortholog in Mus musculus drawn in pathways of Homo sapiens")
    assert found.names[0] == NameRead(
        input=MICE[0].symbol, id=found.names[0].id, label=reachable[0],
        why=f"ortholog of {MICE[0].symbol} ({MICE[0].id}) by {MICE[0].cross_references['mgi'][0]}",
    )  # fmt: skip
    assert len(found.names) == 5
    assert "Orthologs are from HGNC" in (found.guidance or "")


async def test_a_human_list_is_tested_in_pathways_of_the_mouse(whole: EnrichPathways) -> None:
    found = await whole(["TP53", "MDM2", "BAX"], to_organism=MOUSE, min_size=1)

    assert {gene for one in found.items for gene in one.genes} <= {"Trp53", "Mdm2", "Bax"}
    assert {one.id for one in found.items} == {
        one.id for one in (await whole(["Trp53", "Mdm2", "Bax"], organism=MOUSE, min_size=1)).items
    }


def stated(gene: GeneFacts, *more: str) -> GeneFacts:
    """The gene with further ids of MGI."""
    mgi = cast("tuple[str, ...]", gene.cross_references.get("mgi", ()))
    return msgspec.structs.replace(gene, cross_references={**gene.cross_references, "mgi": (*mgi, *more)})


def mouse(number: int, symbol: str) -> GeneFacts:
    return GeneFacts(
        id=f"NCBIGene:{number}", symbol=symbol, name=symbol, organism=MOUSE, locus_type="gene", protein_coding=True,
        cross_references={"mgi": (f"MGI:{number}",)},
    )  # fmt: skip


async def test_every_name_of_a_list_is_accounted_for(sample: Container) -> None:
    """Genes with one ortholog, the same one, several, and none; names of nothing and of dates."""
    more = {"TP53": "MGI:1", "CASP3": "MGI:3", "ATM": "MGI:3"}
    people = [stated(gene, *([more[gene.symbol]] if gene.symbol in more else [])) for gene in PEOPLE]
    mice = [*MICE, mouse(1, "Twin"), mouse(2, "Alone"), mouse(3, "Several")]
    pathways = sample.pathways()
    compounds = CompoundNameResolver(pathways, sample.ligands(), sample.compounds(), tool="get_pathways_for_compound")
    async with genes_over(people, {MOUSE: mice}) as genes:
        enrich = EnrichPathways(GeneSets(pathways, genes), CompoundSets(pathways, compounds), whole=True)
        given = ["Trp53", "Mdm2", "Twin", "Alone", "Several", "NOSUCHGENE9", "1-Mar"]
        found = await enrich(given, organism=MOUSE, to_organism=HUMAN, min_size=1)

    assert [(one.input, one.label) for one in found.names] == [("Trp53", "TP53"), ("Mdm2", "MDM2"), ("Twin", "TP53")]
    assert found.resolved == 2
    assert {one.input: [other.name for other in one.candidates] for one in found.ambiguous} == {
        "Several": ["ATM", "CASP3"]
    }
    assert found.without_ortholog == ("Alone",)
    assert found.not_found == ("NOSUCHGENE9", "1-Mar")
    for said in (
        "Not counted, since they have no ortholog in Homo sapiens: 'Alone'.",
        "call resolve_many with names=['Several'], kind='gene', organism='Mus musculus', to_organism='Homo sapiens'",
        "Counted once, as the ortholog of several genes of the list: TP53.",
    ):
        assert said in (found.guidance or "")


async def test_a_walk_by_orthologs_yields_every_pathway_once(whole: EnrichPathways) -> None:
    asked = partial(whole, [gene.symbol for gene in MICE], organism=MOUSE, to_organism=HUMAN, min_size=1)
    items = (await asked(page_size=100)).items
    walked, cursor = list[object](), None
    while True:
        page = await asked(page_size=2, cursor=cursor)
        walked += page.items
        if (cursor := page.pagination.cursor) is None:
            break

    assert walked == [*items]
    assert len(items) > 2
