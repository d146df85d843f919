"""Empty lists: what a name may be instead, and why nothing was found."""

from typing import cast

import msgspec
import pytest

from biofacts.application.answers.names_as_identifiers import NOWHERE, Elsewhere, KindSource
from biofacts.application.resolve import Resolve
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.entity_kinds import GENE, LIGAND, PATHWAY, TARGET
from biofacts.domain.answers.pages import Hits, Page, Window, windowed
from biofacts.domain.answers.records import Candidate
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.ports.sources import Query, SearchSource


@pytest.fixture
def use_cases(sample: Container) -> UseCases:
    return sample.use_cases()


async def page(use_cases: UseCases, tool: str, text: str, **others: str) -> Page[Candidate]:
    outcome = await call(TOOLS[tool], use_cases, {TOOLS[tool].arguments.__struct_fields__[0]: text, **others})
    assert isinstance(outcome, Page)
    return cast("Page[Candidate]", outcome)


async def guidance(use_cases: UseCases, tool: str, text: str) -> str:
    """What is said of a list that is empty."""
    found = await page(use_cases, tool, text)
    assert found.items == ()
    return found.guidance or ""


@pytest.mark.parametrize(
    ("tool", "name", "proposed"),
    [
        ("search_ligands", "DRD2", "search_targets with query='DRD2'"),
        ("search_ligands", "glycolysis", "search_pathways with query='glycolysis'"),
        ("search_targets", "ibuprofen", "search_ligands with query='ibuprofen'"),
        ("search_targets", "MDM2", "search_genes with query='MDM2'"),
        ("search_genes", "ibuprofen", "search_ligands with query='ibuprofen'"),
        ("search_pathways", "ibuprofen", "search_ligands with query='ibuprofen'"),
        ("search_pathways", "DRD2", "get_pathways_for_gene with gene_id='DRD2'"),
        ("search_pathways", "aspirin", "get_pathways_for_compound with compound='aspirin'"),
        (
            "search_pathways",
            "how is acetylsalicylic acid formed",
            "get_pathways_for_compound with compound='acetylsalicylic acid'",
        ),
        ("search_compounds", "DRD2", "search_targets with query='DRD2'"),
        ("get_pathways_for_gene", "aspirin", "get_pathways_for_compound with compound='aspirin'"),
        ("get_pathways_for_gene", "glycolysis", "search_pathways with query='glycolysis'"),
        ("search_pathways", "PubChem:CID2244", "get_compound with pubchem_id='PubChem:CID2244'"),
        ("search_pathways", "HGNC:11998", "get_pathways_for_gene with gene_id='HGNC:11998'"),
        ("search_ligands", "P04637", "search_genes with query='P04637'"),
        ("get_pathways_for_gene", "WP:WP534", "get_pathway with pathway_id='WP:WP534'"),
    ],
)
async def test_a_name_of_another_kind_is_sent_there(use_cases: UseCases, tool: str, name: str, proposed: str) -> None:
    assert f"call {proposed}" in (await guidance(use_cases, tool, name)).replace("Call", "call")


@pytest.mark.parametrize(
    ("tool", "text", "proposed"),
    [
        ("search_genes", "TP53, MDM2 and CASP3", "resolve_many with names=['TP53', 'MDM2', 'CASP3'], kind='gene'"),
        ("search_genes", "TP53 MDM2", "resolve_many with names=['TP53', 'MDM2'], kind='gene'"),
        ("search_ligands", "aspirin|ibuprofen", "resolve_many with names=['aspirin', 'ibuprofen'], kind='ligand'"),
        ("search_compounds", "aspirin/ibuprofen", "resolve_many with names=['aspirin', 'ibuprofen'], kind='compound'"),
        ("get_pathways_for_gene", "TP53, MDM2", "find_links with ids=['TP53', 'MDM2'], kind='gene', to='pathway'"),
        (
            "get_pathways_for_compound",
            "aspirin and ibuprofen",
            "find_links with ids=['aspirin', 'ibuprofen'], kind='compound', to='pathway'",
        ),
    ],
)
async def test_a_list_of_names_is_sent_to_a_tool_that_takes_lists(
    use_cases: UseCases, tool: str, text: str, proposed: str
) -> None:
    assert f"For all of them at once, call {proposed}." in ((await page(use_cases, tool, text)).guidance or "")


async def test_a_topic_of_several_words_among_genes_leads_to_its_pathways(use_cases: UseCases) -> None:
    said = (await page(use_cases, "search_genes", "genes in DNA damage response")).guidance or ""

    assert "'DNA damage response' matches pathways: call search_pathways with query='DNA damage response'." in said


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("search_genes", "TP53, qqzz"),
        ("search_genes", "tumor protein p53"),
        ("search_pathways", "apoptosis, glycolysis"),
        ("get_pathways_for_gene", "qqzz, zzqq"),
        ("search_ligands", "TP53 CAR-T"),
        ("search_ligands", "NSAIDs, COX inhibitors and qqzz"),
    ],
)
async def test_what_is_no_list_of_known_names_is_not_called_one(use_cases: UseCases, tool: str, text: str) -> None:
    assert "names of several" not in ((await page(use_cases, tool, text)).guidance or "")


@pytest.mark.parametrize("tool", [name for name in TOOLS if name.startswith("search_")])
async def test_what_nobody_knows_is_sent_nowhere(use_cases: UseCases, tool: str) -> None:
    assert "call" not in await guidance(use_cases, tool, "qqzzxxyyvv")


@pytest.mark.parametrize("tool", [name for name in TOOLS if name.startswith("search_")])
async def test_the_sources_are_said_to_be_english_where_that_is_why(use_cases: UseCases, tool: str) -> None:
    assert "in English" in await guidance(use_cases, tool, "阿司匹林")
    assert "in English" in await guidance(use_cases, tool, "qqzz für xxyyvv")
    assert "in English" not in await guidance(use_cases, tool, "qqzzxxyyvv")


@pytest.mark.parametrize("query", ["drugs for qqzz", "treatment of qqzz", "qqzz medication"])
async def test_indications_are_said_not_to_be_there(use_cases: UseCases, query: str) -> None:
    for tool in ("search_ligands", "search_targets"):
        assert "what a medicine is used for" in await guidance(use_cases, tool, query)
    assert "what a medicine is used for" not in await guidance(use_cases, "search_genes", query)


@pytest.mark.parametrize("tool", [name for name in TOOLS if name.startswith("search_")])
async def test_a_link_is_never_searched_for_by_its_words(use_cases: UseCases, tool: str) -> None:
    for link in ("https://example.org/glycolysis/aspirin/DRD2/TP53", "www.example.org/ibuprofen", "wikipathways.org"):
        assert "cannot be read" in await guidance(use_cases, tool, link)


async def test_a_link_finds_its_record_alone_and_says_so(use_cases: UseCases) -> None:
    found = await page(use_cases, "search_pathways", "https://www.wikipathways.org/pathways/WP534.html")

    assert [(one.id, one.score) for one in found.items] == [("WP:WP534", 1.0)]
    assert found.pagination.total_count == 1
    assert found.guidance == "The link was read as WP:WP534."


class Forgiving(SearchSource[PathwayCandidate]):
    """Finds one pathway, whatever it is asked for. `whole`: under a name that it has so."""

    def __init__(self, *, whole: bool = False) -> None:
        self._whole = whole

    async def search(self, query: Query, window: Window) -> Hits[PathwayCandidate] | None:
        score = 1.0 if self._whole else 0.4
        found = PathwayCandidate(id="WP:WP534", title="Glycolysis", organism="Homo sapiens", score=score)
        return windowed((found,), window, version="1", guidance="'wp5345' was read as 'wp534'.")

    async def knows(self, name: str) -> bool:
        return self._whole


_TAKEN = (
    "NM_000633",
    "refseq:NM_000633",
    "50-78-2",
    "GO:0006096",
    "PMID:17404574",
    "WP:WP5345",
    "CC(=O)Oc1ccccc1C(=O)O",
)
"""Identifiers, none of a target by which targets are found but the first two."""


@pytest.mark.parametrize("query", _TAKEN)
async def test_an_identifier_finds_nothing_that_has_a_part_of_it(query: str) -> None:
    found = await Resolve(TARGET, Forgiving())(query)

    assert (found.items, found.pagination.total_count) == ((), 0)
    assert "was read as" not in (found.guidance or "")
    assert (
        "No target with the identifier NM_000633 was found"
        if "NM_" in query
        else "is not the identifier of a target. Call "
    ) in str(found.guidance)


@pytest.mark.parametrize("query", ["NM_000633", "50-78-2", "WP1066", "CC(=O)Oc1ccccc1C(=O)O", "EC 3.2.1.45", "Q203"])
async def test_a_whole_name_that_looks_like_an_identifier_is_found(query: str) -> None:
    assert (await Resolve(TARGET, Forgiving(whole=True))(query)).items


class Shared(SearchSource[LigandCandidate]):
    """Finds two ligands with one name, or two parts of a product."""

    def __init__(self, product: str | None) -> None:
        self._product = product

    async def search(self, query: Query, window: Window) -> Hits[LigandCandidate] | None:
        shared = LigandCandidate(id="IUPHAR:1", name="x", type="x", approved=True, score=1.0, part_of=self._product)
        return windowed((shared, shared, msgspec.structs.replace(shared, score=0.69)), window, version="1")

    async def knows(self, name: str) -> bool:
        return True


@pytest.mark.parametrize(
    ("product", "said"), [(None, "'T3' is a name of 2 ligands, any of which may be meant."), ("T3 (x + y)", None)]
)
async def test_a_name_that_several_have_is_said_to_be_of_several(product: str | None, said: str | None) -> None:
    assert (await Resolve(LIGAND, Shared(product))("T3")).guidance == said


async def test_what_is_drawn_under_an_identifier_as_its_label_is_found() -> None:
    class Drawn(Forgiving):
        async def search(self, query: Query, window: Window) -> Hits[PathwayCandidate] | None:
            found = PathwayCandidate(id="WP:WP1", title="T", organism="Mus musculus", score=0.5, matched_on="data node")
            return windowed((found,), window, version="1")

    assert (await Resolve(PATHWAY, Drawn())("NM_000633")).items


@pytest.mark.parametrize("tool", [name for name in TOOLS if name.startswith("search_")])
@pytest.mark.parametrize(
    "query", ["CAS:596", "WP:ibuprofen", "go: apoptosis", "ensembl:TP53", "chebi:", "HGNC:apoptosis"]
)
async def test_what_has_a_prefix_and_is_no_identifier_is_not_searched_for_by_its_words(
    use_cases: UseCases, tool: str, query: str
) -> None:
    assert "is not one of its identifiers" in await guidance(use_cases, tool, query)


async def test_a_symbol_behind_the_prefix_of_hgnc_is_found(use_cases: UseCases) -> None:
    for query in ("HGNC:TP53", "hgnc.symbol:TP53"):
        items = (await page(use_cases, "search_genes", query)).items

        assert [(one.id, one.score) for one in items] == [("HGNC:11998", 1.0)]


async def test_words_for_genes_that_no_name_has_are_said_to_be_no_names(use_cases: UseCases) -> None:
    said = "Genes are found by their names and identifiers, not by diseases or functions."

    assert said in await guidance(use_cases, "search_genes", "qqzz zzxx disease gene")
    assert said not in ((await page(use_cases, "search_genes", "TP53")).guidance or "")
    assert said not in await guidance(use_cases, "search_targets", "qqzz zzxx disease gene")


async def test_a_question_about_medicines_finds_no_gene_whose_name_has_the_illness() -> None:
    assert (await Resolve(GENE, Forgiving())("IL6 in asthma")).items

    found = await Resolve(GENE, Forgiving())("drugs for asthma")

    assert found.items == ()
    assert "not by diseases or functions" in (found.guidance or "")


async def test_a_date_that_was_a_symbol_leads_to_the_genes_that_it_may_mean(use_cases: UseCases) -> None:
    call = "call resolve_many with names=['1-Dec'], kind='gene'"

    assert call in await guidance(use_cases, "search_genes", "1-Dec")
    assert "resolve_many" not in await guidance(use_cases, "search_pathways", "1-Dec")


async def test_a_number_of_an_enzyme_finds_no_gene_by_its_figures() -> None:
    found = await Resolve(GENE, Forgiving())("1.1.1.1")

    assert found.items == ()
    assert "is an EC number" in (found.guidance or "")
    assert (await Resolve(PATHWAY, Forgiving())("1.1.1.1")).items  # in whose descriptions they stand


async def test_letters_and_figures_are_a_name_though_they_may_be_a_structure() -> None:
    assert (await Resolve(GENE, Forgiving())("CSN1S1")).items


@pytest.mark.parametrize("query", ["WP:WP5345", "WP5345", "https://www.wikipathways.org/instance/WP5345"])
async def test_an_identifier_without_a_record_finds_nothing_that_is_like_it(query: str) -> None:
    found = await Resolve(PATHWAY, Forgiving())(query)

    assert (found.items, found.pagination.total_count) == ((), 0)
    assert "was read as 'wp534'" not in (found.guidance or "")


async def test_the_record_of_an_identifier_has_the_full_score() -> None:
    found = await Resolve(PATHWAY, Forgiving())("wikipathways:WP534")

    assert [(one.id, one.score) for one in found.items] == [("WP:WP534", 1.0)]


async def test_an_identifier_without_a_record_is_told(use_cases: UseCases) -> None:
    said = await guidance(use_cases, "search_pathways", "WP:WP5345")

    assert said == f"{PATHWAY.service} has no pathway WP:WP5345: it never existed, or was deleted or withdrawn."


async def test_the_organism_stays_in_the_proposed_call(use_cases: UseCases) -> None:
    found = [
        await page(use_cases, tool, text, organism="Mus musculus")
        for tool, text in (("search_pathways", "DRD2"), ("get_pathways_for_gene", "aspirin"))
    ]

    assert "gene_id='DRD2', organism='Mus musculus'" in (found[0].guidance or "")
    assert "compound='aspirin', organism='Mus musculus'." in (found[1].guidance or "")


async def test_an_identifier_of_another_organism_is_told(use_cases: UseCases) -> None:
    found = await page(use_cases, "search_pathways", "WP534", organism="Mus musculus")

    assert found.items == ()
    assert found.guidance == f"{PATHWAY.service} has no pathway WP:WP534 of the organism 'Mus musculus'."


@pytest.mark.parametrize(
    ("text", "best", "is_said"),
    [("apoptosis bei Zucker", 0.2, True), ("apoptosis bei Zucker", 0.9, False), ("apoptosis", 0.2, False)],
)
def test_a_doubtful_answer_to_words_that_look_foreign_says_that_the_sources_are_english(
    text: str, best: float, is_said: bool
) -> None:
    assert ("English" in str(NOWHERE.remark(text, best) or "")) is is_said


@pytest.mark.parametrize(
    ("tool", "given", "meaning"),
    [
        ("search_pathways", {"query": "apoptosis"}, "for all"),
        ("search_genes", {"query": "TP53"}, "for human"),
        ("enrich_pathways", {"genes": ["TP53", "BAX", "BCL2"]}, "for human"),
        ("resolve_many", {"names": ["TP53"], "kind": "gene"}, "for human"),
    ],
)
async def test_a_refused_organism_says_what_leaving_it_out_means(
    use_cases: UseCases, tool: str, given: dict[str, object], meaning: str
) -> None:
    refused = await call(TOOLS[tool], use_cases, {**given, "organism": "human"})

    assert isinstance(refused, ErrorEnvelope)
    assert f"or leave it out {meaning}." in refused.error.recovery_hint


async def test_what_is_wanted_of_a_pathway_leads_to_its_list(use_cases: UseCases) -> None:
    found = await page(use_cases, "search_pathways", "drugs for apoptosis")

    assert [one.score for one in found.items[:2]] == [1.0, 0.95]
    assert found.guidance == (
        "'drugs' was ignored; these are the pathways found for 'apoptosis'. For the drugs of 'Apoptosis', call"
        " find_links with id='WP:WP254', kind='pathway', to='ligand', approved_only=True."
    )


async def test_a_kind_of_a_topic_that_nothing_is_about_is_searched_for_as_a_word(use_cases: UseCases) -> None:
    found = await page(use_cases, "search_pathways", "drugs for zebrawood")

    assert "set aside" not in (found.guidance or "")


async def test_what_acts_on_a_protein_is_not_all_that_acts_on_its_pathway(use_cases: UseCases) -> None:
    found = await page(use_cases, "search_ligands", "drugs for the COX-2 pathway")

    assert [one.score for one in found.items[:2]] == [0.69, 0.64]
    assert (found.guidance or "").endswith(
        "'COX-2 pathway' was searched for as a name. For the drugs of a whole pathway, call search_pathways with"
        " query='drugs for the COX-2 pathway'."
    )


async def test_a_slim_list_says_which_words_a_pathway_leaves_unanswered(use_cases: UseCases) -> None:
    found = await page(use_cases, "search_pathways", "apoptosis disorder")

    assert [(one.id, one.unmatched) for one in found.items[:1]] == [("WP:WP254", ("disorder",))]


async def test_a_search_for_a_place_in_the_genome_says_that_genes_are_not_found_by_it(use_cases: UseCases) -> None:
    said = await guidance(use_cases, "search_genes", "17p13.1")

    assert "Genes are found by their names and identifiers; chromosomes and bands are not searched." in said


@pytest.mark.parametrize(("query", "score"), [("the", 0.8), ("all", 0.8), ("The", 1.0), ("calpain", 1.0)])
async def test_a_common_word_is_no_sure_name_and_is_proposed_for_no_other_kind(query: str, score: float) -> None:
    source = Forgiving(whole=True)
    found = await Resolve(TARGET, source)(query)
    ways = await Elsewhere([KindSource(TARGET, source)]).ways(GENE, query)

    assert [one.score for one in found.items] == [score]
    assert bool(ways) is (score == 1.0)
