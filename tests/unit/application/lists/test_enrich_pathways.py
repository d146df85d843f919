"""Over-representation of gene lists: on the sample, and where genes are not known by name."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
import pytest

from biofacts.application.compounds.named_compounds import CompoundNameResolver
from biofacts.application.lists.enrich_pathways import Enrichment, EnrichPathways, PlotEnrichment
from biofacts.application.lists.name_lists import Names
from biofacts.application.lists.ranked_lists import RankedSettings
from biofacts.application.tools.all_tools import answer
from biofacts.application.tools.lists import PLOT
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.advice_and_phrasing import FOR_TOOLS, json_size
from biofacts.domain.answers.errors import AmbiguousQuery, Meaning
from biofacts.domain.genes.names import GeneName
from biofacts.domain.lists import enrichment_statistics, input_tables
from biofacts.domain.lists.enrichment_statistics import Plot, PlotFormat
from biofacts.domain.lists.ranked_lists import running_sum
from biofacts.domain.pathways.drawn_nodes import GenesInPathway
from biofacts.ports.genes import NamedGenes
from biofacts.ports.lists import Plotter
from biofacts.ports.pathways import DrawnCompound, FromCatalogues
from tests.genes import SAMPLE, EverySymbol, enriching
from tests.unit.application.lists.test_ranked_lists import ROWS

DAMAGE = ("TP53", "MDM2", "CASP3", "ATM", "CHEK2", "BRCA1")
HUMAN, MOUSE, RAT = "Homo sapiens", "Mus musculus", "Rattus norvegicus"


@pytest.fixture
def enrich(sample: Container) -> EnrichPathways:
    return sample.use_cases().enrich_pathways


@pytest.fixture
def whole(sample: Container) -> EnrichPathways:
    """With all members and digits, as in the library and in tables."""
    return sample.use_cases(whole=True).enrich_pathways


def number_tested(page: Enrichment) -> int:
    return int(next(word for word in page.background.what.split() if word.isdecimal()))


def facts(page: Enrichment) -> Sequence[tuple[object, ...]]:
    return [(one.id, one.overlap, one.pathway_size, one.list_size, one.p_value) for one in page.items]


async def test_a_gene_counts_where_its_pathways_are_listed(enrich: EnrichPathways, sample: Container) -> None:
    """Every human gene of the sample against the call for one gene; together they make the sizes."""
    alone, counted = sample.use_cases().pathways_of_gene, Counter[str]()
    genes = [gene for gene in SAMPLE if gene.organism == HUMAN]
    for gene in [one.id for one in genes]:
        listed = {item.id for item in (await alone(gene, organism=HUMAN)).items}
        page = await enrich([gene, gene, gene])

        assert {one.id for one in page.items} == listed, gene
        assert {one.overlap for one in page.items} <= {1}
        counted.update(listed)

    sizes = {one.id: one.pathway_size for one in (await enrich([gene.id for gene in genes])).items}
    assert sizes == counted


async def test_the_numbers_are_those_of_the_test(whole: EnrichPathways) -> None:
    page = await whole(DAMAGE)

    assert page.background.size > 50
    assert page.resolved == len(DAMAGE)
    assert {one.list_size for one in page.items} == {len(DAMAGE)}
    for one in page.items:
        assert one.p_value == enrichment_statistics.tail(
            one.overlap, one.pathway_size, one.list_size, page.background.size
        )
        assert len(one.genes) == one.overlap
        assert {*one.genes} <= {*DAMAGE}
    assert [one.p_value for one in page.items] == sorted(one.p_value for one in page.items)
    assert page.items[0].id == "WP:WP707"


async def test_adjusted_values_count_the_pathways_without_a_hit(whole: EnrichPathways) -> None:
    page = await whole(["TP53", "MDM2", "ATM"])
    tested = number_tested(page)
    p_values = [one.p_value for one in page.items]

    assert len(page.items) < tested
    assert [one.adjusted_p_value for one in page.items] == enrichment_statistics.adjusted(p_values, tested)


@pytest.mark.parametrize(
    "given",
    [
        ("p53", "HGNC:6973", "836", "ATM", "CHEK2", "BRCA1"),
        ("TP53", "tp53", "P04637", "MDM2", "CASP3", "ATM", "CHEK2", "BRCA1"),
        "TP53\nMDM2\nCASP3\nATM\nCHEK2\nBRCA1",
        "TP53, MDM2, CASP3, ATM, CHEK2, BRCA1",
        (7157, 4193, "CASP3", "ATM", "CHEK2", "BRCA1"),
    ],
)
async def test_how_genes_are_named_does_not_matter(enrich: EnrichPathways, given: Names) -> None:
    assert facts(await enrich(given)) == facts(await enrich(DAMAGE))


async def test_the_order_does_not_matter(enrich: EnrichPathways) -> None:
    assert (await enrich(DAMAGE[::-1])).items == (await enrich(DAMAGE)).items


async def test_what_was_left_out_is_told(enrich: EnrichPathways) -> None:
    await enrich(["Trp53", "Mdm2", "Casp3"], organism=MOUSE)  # brings the names of its genes, which change nothing
    undrawn = "HER2"
    page = await enrich([*DAMAGE, "COX2", "NOSUCHGENE9", "glucose", "", "Trp53", "x" * 600, "CHEBI:15903", undrawn])

    assert facts(page) == facts(await enrich(DAMAGE))
    (contested,) = page.ambiguous
    assert contested.input == "COX2"
    assert {one.name for one in contested.candidates} == {"PTGS2", "MT-CO2"}
    assert page.not_drawn == (undrawn,)
    assert [(one.input, one.label, one.why) for one in page.names] == [(undrawn, "ERBB2", "alias")]
    assert [*page.not_found[:3], page.not_found[-1]] == ["NOSUCHGENE9", "glucose", "Trp53", "CHEBI:15903"]
    assert "1 cell was left out as empty." in (page.guidance or "")
    assert page.resolved == len(DAMAGE) + 1
    assert f"1 of {len(DAMAGE) + 1} genes is in no pathway of Homo sapiens" in (page.guidance or "")
    assert "call resolve_many with names=['COX2'], kind='gene', organism='Homo sapiens'" in (page.guidance or "")


async def test_every_name_of_a_spreadsheet_is_accounted_for(enrich: EnrichPathways) -> None:
    given = [*DAMAGE, "7157.0", '"MDM2"', "TP53", "p53;TP53", "NA", "#N/A", "", "CASP3;ATM", "FAKE1;FAKE2"]
    page = await enrich(given)

    assert facts(page) == facts(await enrich(DAMAGE))
    assert [(one.input, one.label, one.why) for one in page.names if one.input != "7157.0"] == [
        ("p53;TP53", "TP53", "several names in one cell")
    ]
    assert [(one.input, [option.name for option in one.candidates]) for one in page.ambiguous] == [
        ("CASP3;ATM", ["CASP3", "ATM"])
    ]
    assert page.not_found == ("FAKE1;FAKE2",)
    assert "3 cells were left out as empty ('NA', '#N/A')." in (page.guidance or "")
    assert "'CASP3;ATM': This cell names several genes." in (page.guidance or "")
    assert "4 names are duplicates" in (page.guidance or "")
    assert len(given) == page.resolved + 4 + 3 + len(page.ambiguous) + len(page.not_found)


async def test_dates_of_a_spreadsheet_are_never_counted(
    enrich: EnrichPathways, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the sample no gene has a symbol that becomes a date, so that the rule is given one that has."""

    def symbols_of(text: str, *, unknown: bool = False) -> Sequence[str]:
        return ["ATM"] if text == "1-Mar" else []

    monkeypatch.setattr(input_tables, "symbols_of_date", symbols_of)
    page = await enrich([*DAMAGE, "1-Mar", "2-Sep"])

    assert facts(page) == facts(await enrich(DAMAGE))
    assert [(one.input, [other.name for other in one.candidates]) for one in page.ambiguous] == [("1-Mar", ["ATM"])]
    assert page.not_found == ("2-Sep",)
    assert "'1-Mar' is a date: spreadsheets turn gene symbols into dates." in (page.guidance or "")


async def test_a_date_of_no_gene_is_not_found(enrich: EnrichPathways) -> None:
    page = await enrich([*DAMAGE, "5-Jul"])

    assert page.not_found == ("5-Jul",)
    assert "'5-Jul' is a date" in (page.guidance or "")


async def test_many_names_of_nothing_are_cut(enrich: EnrichPathways) -> None:
    page = await enrich([*DAMAGE, *(f"NOSUCHGENE{number}" for number in range(100))])

    assert len(page.not_found) == 10
    assert "Only the first 10 names of each of these lists are shown: not_found (of 100)" in (page.guidance or "")
    assert "100 names match no known gene" in (page.guidance or "")


async def test_a_background_restricts_list_and_pathways(whole: EnrichPathways) -> None:
    among = ["TP53", "MDM2", "ATM", "CHEK1", "CCND1", "HK1", "HER2"]
    unrestricted, page = await whole(DAMAGE), await whole(DAMAGE, background=among, min_size=1)

    assert page.background.size == len(among) - 1  # one is drawn nowhere
    assert "from your background" in page.background.what
    assert {one.list_size for one in page.items} == {3}
    assert "3 of 6 genes are outside the given background, or in no pathway of Homo sapiens, and were" in (
        page.guidance or ""
    )
    for one in page.items:
        before = next(other for other in unrestricted.items if other.id == one.id)
        assert one.pathway_size < before.pathway_size
        assert one.p_value == enrichment_statistics.tail(one.overlap, one.pathway_size, 3, page.background.size)


async def test_another_organism_has_genes_of_its_own(enrich: EnrichPathways) -> None:
    page = await enrich(["Trp53", "ENSMUSG00000020184", "Casp3"], organism=MOUSE)

    assert [(one.id, one.overlap, one.genes) for one in page.items] == [("WP:WP1254", 3, ("Casp3", "Mdm2", "Trp53"))]


async def test_without_names_genes_are_compared_as_they_are_drawn(enrich: EnrichPathways) -> None:
    """Of one kind of identifier, so that none is counted twice."""
    symbols = await enrich(["Tp53", "Mdm2", "Casp3", "HER2"], organism=RAT)
    numbers = await enrich(["24842", "314856", "25402"], organism=RAT)

    assert [(one.id, one.overlap, one.genes) for one in symbols.items] == [("WP:WP656", 3, ("Casp3", "Mdm2", "Tp53"))]
    assert symbols.not_found == ("HER2",)
    assert "no gene names of 'Rattus norvegicus' here" in (symbols.guidance or "")
    assert [one.overlap for one in numbers.items] == [3]


async def test_an_organism_without_pathways_is_told(enrich: EnrichPathways) -> None:
    page = await enrich(DAMAGE, organism="Panthera leo")

    assert (page.items, page.background.size) == ((), 0)
    assert "no pathways for the organism 'Panthera leo'" in (page.guidance or "")


async def test_a_list_of_nothing_finds_nothing_and_says_so(enrich: EnrichPathways) -> None:
    page = await enrich(["NOSUCHGENE1", "NOSUCHGENE2", "NOSUCHGENE3"])

    assert (page.items, page.resolved, page.pagination.total_count) == ((), 0, 0)
    assert "3 names match no known gene" in (page.guidance or "")


async def test_a_walk_yields_every_pathway_once(enrich: EnrichPathways) -> None:
    whole, walked = await enrich(DAMAGE), list[str]()
    cursor: str | None = None
    while True:
        page = await enrich(DAMAGE, page_size=1, cursor=cursor)
        walked += [one.id for one in page.items]
        if (cursor := page.pagination.cursor) is None:
            break

    assert walked == [one.id for one in whole.items]
    assert len(walked) == whole.pagination.total_count


async def test_a_cursor_of_another_list_is_refused(enrich: EnrichPathways) -> None:
    cursor = (await enrich(DAMAGE, page_size=1)).pagination.cursor

    for genes, background in ((DAMAGE[:-1], None), (DAMAGE, DAMAGE)):
        with pytest.raises(AmbiguousQuery):
            await enrich(genes, background=background, page_size=1, cursor=cursor)


@pytest.mark.parametrize(
    "given", [(), ("TP53",), ("TP53", "MDM2"), ("TP53",) * 5_001, "TP53", ""], ids=["0", "1", "2", "5001", "text", "-"]
)
async def test_too_few_and_too_many_are_refused_with_the_limit(enrich: EnrichPathways, given: Names) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await enrich(given)

    assert "at least 3" in caught.value.message or "at most 5000" in caught.value.message


async def test_a_common_name_of_an_organism_is_refused(enrich: EnrichPathways) -> None:
    with pytest.raises(AmbiguousQuery):
        await enrich(DAMAGE, organism="mouse")


class Counting(EverySymbol):
    """Knows no gene by name; its names come and go with the version."""

    async def by_name(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        return NamedGenes(lacking="Names are not available yet.")


async def test_genes_that_are_not_known_by_name_are_compared_as_drawn_and_it_is_told(sample: Container) -> None:
    page = await enriching(sample, sample.pathways(), Counting())(DAMAGE)

    assert page.items[0].id == "WP:WP707"
    assert "Names are not available yet." in (page.guidance or "")


async def test_what_the_index_may_lack_is_told(sample: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    source, use_cases = sample.pathways(), sample.use_cases()
    real = source.gene_listing

    async def partial(version: str | None) -> FromCatalogues | None:
        known = await real(version)
        return known and msgspec.structs.replace(known, complete=False)

    monkeypatch.setattr(source, "gene_listing", partial)
    page = await use_cases.enrich_pathways(DAMAGE)

    assert "The background is provisional" in (page.guidance or "")


async def test_the_genes_of_an_organism_are_read_once(sample: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    source, read = sample.pathways(), list[str]()
    real = source.genes_drawn

    async def counted(organism: str, version: str) -> object:
        read.append(organism)
        return await real(organism, version)

    monkeypatch.setattr(source, "genes_drawn", counted)
    enrich = sample.use_cases().enrich_pathways
    for organism in (HUMAN, HUMAN, MOUSE, HUMAN, RAT, "Bos taurus", HUMAN):
        await enrich(DAMAGE, organism=organism)

    assert read.count(HUMAN) == 2  # the oldest of three gives way
    assert read.count(MOUSE) == 1


async def test_labels_stand_for_symbols_only_where_no_symbol_is_known(
    sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At index depth a label may be a compound's: a background of labels is told, and avoided."""
    source, mapped = sample.pathways(), {"symbol:tp53", "symbol:mdm2", "symbol:atm"}

    async def drawn(organism: str, version: str) -> list[GenesInPathway]:
        labels = ["TP53", "MDM2", "ATM", "glucose", "pyruvate"]
        return [
            GenesInPathway(local_id="WP1", title="One", terms=mapped if organism == HUMAN else set(), labels=labels)
        ]

    monkeypatch.setattr(source, "genes_drawn", drawn)
    enrich = enriching(sample, source, Counting())
    human, rat = await enrich(["TP53", "MDM2", "glucose"]), await enrich(["TP53", "MDM2", "ATM"], organism=RAT)

    assert (human.background.size, human.not_found) == (3, ("glucose",))
    assert human.background.what.startswith("genes drawn")
    assert (rat.background.size, rat.items[0].overlap) == (5, 3)
    assert rat.background.what.startswith("labels (of genes and of compounds)")


# Compounds

ENERGY = ("pyruvate", "glucose", "ATP", "citrate")


async def test_a_compound_counts_where_its_pathways_are_listed(enrich: EnrichPathways, sample: Container) -> None:
    drawn = await sample.pathways().compounds_drawn(HUMAN, None)
    assert drawn is not None
    alone = sample.use_cases().pathways_of_compound
    compared = 0
    for key in {value for node in drawn.nodes for kind, value in node.references if kind == "inchikey"}:
        listed = {item.id for item in (await alone(key, organism=HUMAN)).items if item.matched_on == "identifier"}
        page = await enrich(compounds=[key] * 3, min_size=1)
        compared += bool(listed)

        assert {one.id for one in page.items} >= listed, key
        assert {one.overlap for one in page.items} <= {1}
    assert compared > 5


async def test_compounds_are_tested_like_genes(whole: EnrichPathways) -> None:
    page = await whole(compounds=ENERGY)

    assert page.resolved == len(ENERGY) - len(page.ambiguous) - len(page.not_found)
    assert page.items
    for one in page.items:
        assert one.p_value == enrichment_statistics.tail(
            one.overlap, one.pathway_size, one.list_size, page.background.size
        )
        assert (len(one.compounds), one.genes) == (one.overlap, ())
    assert page.background.what.startswith("compounds drawn in ")


async def test_how_compounds_are_named_does_not_matter(enrich: EnrichPathways) -> None:
    by_name = await enrich(compounds=["pyruvate", "pyruvate", "pyruvic acid"])

    assert by_name.resolved == 1
    assert facts(by_name) == facts(await enrich(compounds=["CHEBI:15361", "LCTONWCANYUPML-UHFFFAOYSA-M", "pyruvate"]))


async def test_names_of_no_compound_are_told(enrich: EnrichPathways) -> None:
    page = await enrich(compounds=["pyruvate", "HGNC:11998", "no such compound", ""])

    assert page.not_found == ("HGNC:11998", "no such compound")
    assert "2 names match no known compound" in (page.guidance or "")
    assert "1 cell was left out as empty." in (page.guidance or "")


async def test_names_of_several_compounds_are_told_and_not_counted(
    enrich: EnrichPathways, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def several(resolver: CompoundNameResolver, name: str, **_: object) -> None:
        meanings = [Meaning(id=f"PubChem:CID{number}", symbol=name, why="") for number in (1, 2)]
        raise AmbiguousQuery("several", "choose", name, candidates=meanings)

    monkeypatch.setattr(CompoundNameResolver, "_by_name", several)
    page = await enrich(compounds=["CHEBI:15361", "sugar", "CHEBI:16947"])

    assert [(one.input, [option.id for option in one.candidates]) for one in page.ambiguous] == [
        ("sugar", ["PubChem:CID1", "PubChem:CID2"])
    ]
    assert "'sugar'" in (page.guidance or "")


async def test_a_call_without_any_list_is_refused(enrich: EnrichPathways) -> None:
    with pytest.raises(AmbiguousQuery, match="Genes or compounds are required"):
        await enrich()


async def test_genes_and_compounds_are_tested_in_one_urn_and_alone(whole: EnrichPathways) -> None:
    genes, compounds = ["LDHA", "PKM", "TP53"], ["pyruvate", "lactate", "citrate"]
    page = await whole(genes, compounds=compounds, min_size=1)
    alone = {"genes": await whole(genes, min_size=1), "compounds": await whole(compounds=compounds, min_size=1)}
    size = page.background.size

    assert size == sum(one.background.size for one in alone.values())
    assert page.resolved == len(genes) + len(compounds)
    assert page.background.what.startswith("genes and compounds drawn in ")
    assert page.items[0].id == "WP:WP534"
    assert {one.id for one in page.items} == {one.id for part in alone.values() for one in part.items}
    for one in page.items:
        assert one.p_value == enrichment_statistics.tail(one.overlap, one.pathway_size, one.list_size, size)
        assert one.overlap == len(one.genes) + len(one.compounds)
        for kind in ("genes", "compounds"):
            part = one.alone.get(kind)
            same = next((other for other in alone[kind].items if other.id == one.id), None)
            found = same and (same.overlap, same.pathway_size, same.list_size, same.p_value, same.adjusted_p_value)

            assert found == ((part and part.overlap and msgspec.structs.astuple(part)) or None)


async def test_a_background_of_both_holds_genes_and_compounds(whole: EnrichPathways) -> None:
    page = await whole(
        ["LDHA", "PKM", "TP53"],
        compounds=["pyruvate", "lactate", "citrate"],
        background=["LDHA", "PKM", "pyruvate", "lactate", "MDM2"],
        min_size=1,
    )

    assert page.background.size == 5
    assert {one.list_size for one in page.items} == {4}


async def test_a_walk_through_both_lists_yields_every_pathway_once(whole: EnrichPathways) -> None:
    both = partial(whole, ["LDHA", "PKM", "TP53"], compounds=["pyruvate", "lactate", "citrate"])
    page = await both(page_size=1)
    walked = [one.id for one in page.items]
    while cursor := page.pagination.cursor:
        page = await both(page_size=1, cursor=cursor)
        walked += [one.id for one in page.items]

    assert walked == [one.id for one in (await both()).items]


# Sizes, ratios, repeats


async def test_only_pathways_within_the_sizes_are_tested(whole: EnrichPathways) -> None:
    everything = await whole(DAMAGE, min_size=1)
    few = await whole(DAMAGE, min_size=12, max_size=12)

    assert {one.pathway_size for one in few.items} == {12} < {one.pathway_size for one in everything.items}
    assert few.background.size == everything.background.size
    assert number_tested(few) < number_tested(everything)
    assert "those with 12 to 12 members" in few.background.what
    assert [one.adjusted_p_value for one in few.items] == enrichment_statistics.adjusted(
        [one.p_value for one in few.items], number_tested(few)
    )


async def test_where_the_sizes_leave_nothing_it_is_said(enrich: EnrichPathways) -> None:
    page = await enrich(DAMAGE, min_size=400)

    assert page.items == ()
    assert "fewer than 400 or more than 500 members" in (page.guidance or "")
    with pytest.raises(AmbiguousQuery, match=r"min_size \(9\) is larger"):
        await enrich(DAMAGE, min_size=9, max_size=8)


async def test_ratio_and_fold_are_of_the_numbers_beside_them(whole: EnrichPathways) -> None:
    page = await whole(DAMAGE)

    for one in page.items:
        assert one.ratio == one.overlap / one.list_size
        assert one.fold == pytest.approx(one.ratio / (one.pathway_size / page.background.size))


async def test_a_model_gets_three_digits(enrich: EnrichPathways, whole: EnrichPathways) -> None:
    for short, exact in zip((await enrich(DAMAGE)).items, (await whole(DAMAGE)).items, strict=True):
        for name in ("ratio", "fold", "p_value", "adjusted_p_value"):
            assert getattr(short, name) == float(f"{getattr(exact, name):.3g}")


async def test_grouped_pathways_follow_the_one_that_they_repeat(whole: EnrichPathways) -> None:
    page = await whole(["CASP3", "TP53", "MDM2"], grouped=True)
    plain = await whole(["CASP3", "TP53", "MDM2"])

    assert sorted(one.id for one in page.items) == sorted(one.id for one in plain.items)
    head = ""
    for one in page.items:
        head = one.id if one.same_as is None else head
        assert one.same_as in (None, head)
    assert any(one.same_as for one in page.items)


async def test_a_walk_through_compounds_ends_where_a_name_is_read_otherwise(
    enrich: EnrichPathways, sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await enrich(compounds=ENERGY, page_size=1)
    assert first.pagination.cursor
    second = await enrich(compounds=ENERGY, page_size=1, cursor=first.pagination.cursor)
    assert second.items != first.items
    monkeypatch.setattr(sample.ligands(), "search", nothing)
    monkeypatch.setattr(sample.pathways(), "drawn_as", nothing_drawn)

    with pytest.raises(AmbiguousQuery, match="refreshed"):
        await enrich(compounds=ENERGY, page_size=1, cursor=first.pagination.cursor)


async def nothing(query: object, window: object) -> None:
    """Nobody knows the name."""


async def nothing_drawn(name: str) -> Sequence[DrawnCompound]:
    return ()


# What a model gets


def _many(prefix: str, number: int, place: int) -> GenesInPathway:
    symbols = [f"{prefix}{one}" for one in range(number)]
    return GenesInPathway(
        local_id=f"WP{place}",
        title=f"Pathway {place} of many",
        terms={f"symbol:{one.lower()}" for one in symbols},
        labels=symbols,
    )


async def test_a_page_for_a_model_is_small_and_its_cursor_leads_to_the_rest(
    sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seventy pathways of a hundred genes each, all of them in the list."""
    source = sample.pathways()

    async def drawn(organism: str, version: str) -> list[GenesInPathway]:
        return [_many("GENE", 60 + place, place) for place in range(70)] + [_many("OTHER", 400, 70)]

    monkeypatch.setattr(source, "genes_drawn", drawn)
    enrich = enriching(sample, source, Counting())
    given = [f"GENE{one}" for one in range(130)]
    page = await enrich(given)
    walked = [page]
    while cursor := walked[-1].pagination.cursor:
        walked.append(await enrich(given, cursor=cursor))

    assert 0 < len(page.items) < page.pagination.page_size
    assert [json_size(one) for one in walked if json_size(one) >= 10_000] == []
    assert {len(one.genes) for one in page.items} == {40}
    assert len({gene for one in page.items for gene in one.genes}) == page.items[0].overlap
    assert f"only {len(page.items)} pathways fitted; the cursor leads to the next ones" in (page.guidance or "")
    assert [one.id for of in walked for one in of.items] == [f"WP:WP{place}" for place in reversed(range(70))]


GENES = ["TP53", "MDM2", "CASP3", "ATM"]


class Receiver(Plotter):
    """A plotter that returns what it is given."""

    async def figure(self, plot: Plot) -> Any:
        return plot

    async def image(self, plot: Plot, form: PlotFormat) -> bytes:
        return form.encode()


@pytest.fixture
def use_cases(sample: Container) -> UseCases:
    return msgspec.structs.replace(sample.use_cases(whole=True), plot_enrichment=PlotEnrichment(Receiver()))


async def plotted(use_cases: UseCases, **given: object) -> Plot:
    plot = await answer(PLOT, use_cases, given)
    assert isinstance(plot, Plot)
    return plot


async def test_a_list_is_plotted_as_dots_with_its_size_background_and_release(use_cases: UseCases) -> None:
    page = await use_cases.enrich_pathways(GENES, min_size=1)
    plot = await plotted(use_cases, genes=GENES, min_size=1, top=2)

    assert (plot.kind, plot.scores) == ("dot", ())
    assert [(one.id, one.title, one.strength, one.probability, one.number) for one in plot.pathways] == [
        (one.id, one.title, one.fold, one.adjusted_p_value, one.overlap) for one in page.items[:2]
    ]
    assert plot.title == f"The first 2 of {len(page.items)} pathways of the list"
    assert plot.number == "genes of the list"
    assert page.source
    assert plot.caption == (
        f"A list of 4, compared with {page.background.size} {page.background.what}. {page.source.name},"
        f" release {page.source.release}."
    )


async def test_a_ranking_is_plotted_as_running_sums_whose_peaks_are_the_scores(use_cases: UseCases) -> None:
    page = (await use_cases.enrich_ranked(ROWS, RankedSettings(seed=3))).answer
    plot = await plotted(use_cases, ranked=ROWS, seed=3)

    assert (plot.kind, len(plot.pathways), plot.floor) == ("running", 6, 0.001)
    assert plot.caption.startswith(f"{page.background.size} ranked genes; ")
    assert "; 1000 permutations, seed 3. WikiPathways" in plot.caption
    for one, item in zip(plot.pathways, page.items, strict=False):
        peak = max((height for _, height in running_sum(plot.scores, one.places)), key=abs)
        assert (one.id, len(one.places)) == (item.id, item.pathway_size)
        assert peak == pytest.approx(item.es)


async def test_other_plots_of_a_ranking_have_more_pathways(use_cases: UseCases) -> None:
    plot = await plotted(use_cases, ranked=ROWS, kind="map")

    assert (plot.kind, len(plot.pathways), plot.title) == ("map", 9, "Pathways of the list")


async def test_genes_and_compounds_are_both_named(use_cases: UseCases) -> None:
    plot = await plotted(use_cases, genes=[*GENES, "CS", "IDH1"], compounds=["citrate", "pyruvate", "ATP"], min_size=1)

    assert plot.number == "genes and compounds of the list"


async def test_a_file_has_the_format_that_is_asked_for(use_cases: UseCases) -> None:
    assert await answer(PLOT, use_cases, {"genes": GENES, "min_size": 1, "form": "pdf"}) == b"pdf"


async def test_a_list_without_scores_has_no_running_sum(use_cases: UseCases) -> None:
    with pytest.raises(AmbiguousQuery, match="A running sum needs a ranked list"):
        await plotted(use_cases, genes=GENES, min_size=1, kind="running")


async def test_nothing_to_plot_is_refused_with_the_reason(use_cases: UseCases) -> None:
    with pytest.raises(AmbiguousQuery, match="There is no pathway to plot") as refused:
        await plotted(use_cases, genes=["XXQ1", "XXQ2", "XXQ3"])
    assert "3 names match no known gene" in refused.value.phrased_hint(FOR_TOOLS)
