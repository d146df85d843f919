"""Where the targets of a mechanism are found, and which ligands are listed in which order."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import httpx
import msgspec
import pytest

from biofacts.adapters.local.catalogue_entries.genes import index_genes
from biofacts.adapters.local.catalogue_entries.pharmacology import (
    index_interactions,
    index_ligands,
    index_targets,
    pairs_of,
)
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.pharmacology import mechanisms
from biofacts.adapters.local.pharmacology.derived_ligands import Derived, explain
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.mechanism_targets import Catalogues
from biofacts.adapters.local.pharmacology.mechanisms import Mechanisms
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.pharmacology.actions import ANY, Mode
from biofacts.domain.pharmacology.interaction import Affinity, GuideInteraction
from biofacts.domain.pharmacology.ligand import LigandFacts, LigandSummary
from biofacts.domain.pharmacology.queries.class_queries import ClassOnTarget
from biofacts.domain.pharmacology.queries.drug_class_table import DrugClass
from biofacts.domain.pharmacology.queries.ligand_choice import BINDS, EXACTLY, ListedLigand
from biofacts.domain.pharmacology.queries.mechanism_queries import read
from biofacts.domain.pharmacology.queries.plans import Plan
from biofacts.domain.pharmacology.target import TargetFacts
from biofacts.ports.sources import Query
from tests.contract.catalogue import content
from tests.gtopdb import Wire, guide_over, table, written
from tests.memory_catalogue import MemoryCatalogueStore
from tests.words import thesaurus


def target(
    number: str, name: str, *symbols: str, family: str = "Some proteins", type_: str = "gpcr", **given: Any
) -> TargetFacts:
    return TargetFacts(number=number, name=name, families=(family,), types=(type_,), gene_symbols=symbols, **given)


def ligand(number: str, name: str, **given: Any) -> LigandFacts:
    values: dict[str, Any] = {"type": "Peptide", "approved": True}
    return LigandFacts(number=number, name=name, **values | given)


TARGETS = [
    target("1", "Zip", "ABC"),
    target("2", "ABC", "QQQ1"),  # the name of one is the symbol of another
    target("3", "Long name", "LNG", family="Wobble kinases"),
    target("4", "Wobble two", "WBL2", family="Wobble kinases"),
    target("5", "Histamine lysine methyltransferase", "HLM"),
    target("6", "Lonely", "LON1"),
    target("7", "MNO receptor", "MNOR1"),
    target("9", "Z1 receptor", family="Adenosine receptors"),
    target("50", "A1 receptor", "ADORA1", family="Adenosine receptors", synonyms=("A1-AR",)),
    target("20", "ζ1-adrenoceptor", family="Adrenoceptors"),
    target("21", "wobbler receptor", family="Wobbler receptors"),
    target("22", "wobbler-like", family="Wobbler receptors"),
    target("8", "Kappa channel", "KCN9", synonyms=("HXK2",)),
    target("23", "YAR1", "Y2R", family="Y-activated receptors"),
    target("24", "YAR2", "Y2RL1", family="Y-activated receptors"),
    target("25", "Y-activated receptor-like", "YLR", family="Y-activated receptors", synonyms=("YAR3",)),
    target("26", "Lambda kinase", "LKN9", synonyms=("YAR1A",)),
    target("27", "hum receptor ω4 subunit", "HUMW4", family="Hum receptors", type_="lgic"),
    target("28", "hum receptor ψ2 subunit", "HUMP2", family="Hum receptors", type_="lgic"),
    target("29", "buzz receptor ω4 subunit", "BUZW4", family="Buzz receptors", type_="lgic"),
    target("30", "buzz receptor ψ2 subunit", "BUZP2", family="Buzz receptors", type_="lgic"),
    target("31", "buzz receptor ψ3 subunit", "BUZP3", family="Buzz receptors", type_="lgic"),
    target("32", "GL1 receptor", "GALR1", family="Gleamin receptors"),
    target("33", "GLA receptor", "GALR2", family="Gleamin receptors"),
    target("34", "GL300 acetyltransferase", "GL300", family="Acetyltransferases"),
    target("35", "G3 receptor", "GLMR3", family="Gleamin receptors", synonyms=("HX7",)),
    target("36", "HSIB", "HSIB", family="SIB subfamily"),
    target("37", "KSIB", "KSIB", family="SIB subfamily"),
    target("38", "ARX6", "ARX6", family="SIB subfamily"),
    target("39", "box T", "T"),
    target("40", "FRB1", "FRB1", family="Frobs", synonyms=("frobin receptor 1",)),
    target("41", "IQ-1 receptor, type I", "IQ1R1", family="IQ receptors"),
    target("42", "IQ-1 receptor, type II", "IQ1R2", family="IQ receptors"),
    target("43", "IQ-1 receptor-like 1", "IQ1RL1", family="IQ receptors"),
    target("44", "one transferase", "ZAT1", family="Transferases"),
    target("45", "AT2 protein", "OTH9", synonyms=("zAT2",)),
    target("46", "copper receptor", "CPR1", family="Copper receptors"),
    target("47", "zot receptor", "ZOTR1", family="Zot receptors"),
    target("48", "frip kinase A", "FRKA", family="Frip kinases"),
    target("49", "frip kinase B", "FRKB", family="Frip kinases"),
    target("51", "ETA receptor", "ETAR1", family="E receptors"),
    target("52", "BT1 receptor", "BT1R", family="BT receptors"),
    target("53", "hbt transferase", "HBT1", family="Transferases"),
    target("54", "Zonk complex", family="Zonks"),
    target("55", "zonk, alpha subunit", "ZNKA", family="Zonks"),
    target("56", "zonk-like", "ZNKL", family="Zonks"),
    target("57", "Zink complex", family="Zinks", subunit_numbers=("55", "56")),
    target("59", "QRT1", "QRT1", family="Qrts"),
    target("60", "QRT2", "QRT2", family="Qrts"),
    target("61", "quart receptor", "QUAR", family="Quarts"),
    target("62", "zottriene Q4 synthase", "ZTQ4S", family="Synthases", type_="enzyme", synonyms=("ZTQ4 synthase",)),
    target("63", "LysQ receptor", "LYSQR", family="Quarts", synonyms=("ZTQ4",)),
    target("64", "wobbegong", "WBG", family="Sharks", synonyms=("WOB",)),
    target("65", "carpetfish", "CPF4", family="Rays", synonyms=("WOB",)),
    target("58", "mTQ", "MTQ1", synonyms=("mammalian target of quazomycin", "quazo-specific membrane antigen")),
]
LIGANDS = [
    ligand("10", "bravo"), ligand("11", "alpha"), ligand("12", "withdrawn", withdrawn=True),
    ligand("13", "unapproved", approved=False), ligand("14", "MNO", approved=False, synonyms=("mnokine",)),
    ligand("15", "omab", type="Antibody"), ligand("16", "zolimab", type="Antibody"),
    ligand("17", "zot", type="Metabolite"), ligand("18", "ZTQ4", type="Metabolite"),
]  # fmt: skip


def acts(number: str, on: str, type_: str = "Inhibitor", action: str = "None", **given: Any) -> GuideInteraction:
    known = next(one for one in LIGANDS if one.number == number)
    return GuideInteraction(
        ligand=number, ligand_name=known.name, ligand_type=known.type, approved=known.approved, target=on,
        target_name=f"t{on}", type=type_, action=action, **given,
    )  # fmt: skip


INTERACTIONS = [
    acts("10", "1"), acts("11", "1", primary=True), acts("12", "1", primary=True), acts("13", "1", primary=True),
    acts("11", "2", "Agonist"), acts("10", "3"), acts("10", "4"), acts("11", "4"), acts("13", "5"),
    acts("10", "6", "Agonist"), acts("15", "14", "Antibody", "Inhibition", target_kind="ligand",
                                     target_identifiers=("P99999",)),
    acts("13", "7", "Antagonist"), acts("10", "8"), acts("10", "9", "Agonist"), acts("11", "20", "Agonist"),
    acts("10", "21"), acts("11", "22"), acts("15", "47", "Antibody", "Inhibition"), acts("10", "46"), acts("10", "48"),
    acts("13", "50", "Antagonist"), acts("10", "51", "Antagonist"), acts("11", "51", "Antagonist"),
    acts("11", "52", "Antagonist"), acts("13", "53", "Antagonist"), acts("11", "55"), acts("10", "56"),
    acts("10", "58"), acts("10", "59"), acts("10", "60"), acts("11", "61"),
    acts("10", "62"), acts("11", "63", "Antagonist"), acts("10", "64"), acts("11", "65"),
]  # fmt: skip
GENES = [
    GeneFacts(
        id="HGNC:1", symbol="LNG", name="long gene", organism="Homo sapiens", locus_type="gene with protein product",
        protein_coding=True, aliases=("LONGISH1",), cross_references={},
    ),
    GeneFacts(
        id="HGNC:2", symbol="MNOG", name="mno gene", organism="Homo sapiens", locus_type="gene with protein product",
        protein_coding=True, cross_references={"uniprot": ("P99999",)},
    ),
    GeneFacts(
        id="HGNC:3", symbol="HXK2", name="hexose kinase 2", organism="Homo sapiens",
        locus_type="gene with protein product", protein_coding=True, cross_references={},
    ),
    GeneFacts(
        id="HGNC:4", symbol="HTTP", name="another protein", organism="Homo sapiens",
        locus_type="gene with protein product", protein_coding=True, aliases=("HXK",), cross_references={},
    ),
    GeneFacts(
        id="HGNC:5", symbol="QUAR", name="quart receptor", organism="Homo sapiens",
        locus_type="gene with protein product", protein_coding=True, aliases=("QRT",), cross_references={},
    ),
]  # fmt: skip


async def derived(
    query: str,
    *,
    with_genes: bool = True,
    interactions: Sequence[GuideInteraction] = INTERACTIONS,
    plan: Plan | None = None,
) -> Derived:
    store, jobs = MemoryCatalogueStore(), Jobs()
    of = Catalogues(
        targets=await store.publish("targets", content(*index_targets(TARGETS).entries)),
        interactions=await store.publish("interactions", content(*index_interactions(interactions).entries)),
        ligands=await store.publish("ligands", content(*index_ligands(LIGANDS).entries)),
        genes=await store.publish("genes", content(*index_genes(GENES).entries)) if with_genes else None,
    )
    plan = plan or read(query)
    assert plan is not None
    return await Mechanisms(thesaurus(store, jobs)).derived(plan, of, "v")


def names(found: Derived) -> list[str]:
    return [one.summary.name for one in found.ligands]


def numbers(found: Derived) -> set[str]:
    return {*found.targets}


# Where targets are found


async def test_a_symbol_comes_before_a_name() -> None:
    assert numbers(await derived("ABC inhibitor")) == {"target:1"}
    assert numbers(await derived("QQQ1 agonist")) == {"target:2"}


@pytest.mark.parametrize(
    ("query", "ligands", "complexes"),
    [
        ("Zonk complex inhibitors", ["alpha"], ("Zonk complex",)),
        ("Zink complex inhibitors", ["alpha", "bravo"], ("Zink complex",)),
        ("ZNKA inhibitors", ["alpha"], ()),
    ],
)
async def test_what_acts_on_the_subunits_of_a_complex_acts_on_it_as_far_as_anybody_has_recorded(
    query: str, ligands: list[str], complexes: tuple[str, ...]
) -> None:
    """The subunits of a complex are those that the Guide states, or else those of its family."""
    found = await derived(query)

    assert (names(found), found.complexes) == (ligands, complexes)
    assert {found.score(one) for one in found.ligands} == {0.9 if complexes else 1.0}


async def test_unrelated_targets_with_one_name_are_contested() -> None:
    unrelated, related = await derived("WOB inhibitors"), await derived("FRK inhibitors")

    assert (numbers(unrelated), unrelated.unrelated) == ({"target:64", "target:65"}, True)
    assert {unrelated.score(one) for one in unrelated.ligands} == {0.8}
    assert "'WOB' is a name of unrelated targets; for one of them, call" in str(
        explain(read("WOB inhibitors") or Plan(query=""), unrelated)
    )
    assert not related.unrelated


@pytest.mark.parametrize("name", ["mammalian target of quazomycin", "quazo-specific membrane antigen"])
async def test_words_that_mostly_say_nothing_may_be_part_of_a_long_name(name: str) -> None:
    assert numbers(await derived(f"{name} inhibitors")) == {"target:58"}


@pytest.mark.parametrize(
    ("query", "ligands"),
    [
        ("ETA and BT1 antagonists", ["alpha"]),
        ("dual ETA/BT1 antagonists", ["alpha"]),
        ("ETA or BT1 antagonists", ["alpha", "bravo"]),
        ("HBT1 antagonists", ["unapproved"]),
    ],
)
async def test_two_targets_with_names_of_their_own_are_not_one_whose_name_folds_alike(
    query: str, ligands: list[str]
) -> None:
    """Eta is also a Greek letter, which folds to h."""
    assert names(await derived(query)) == ligands


async def test_the_name_of_a_gene_that_is_no_target_is_not_the_root_of_other_targets_synonyms() -> None:
    assert numbers(await derived("HXK inhibitor")) == set()
    assert numbers(await derived("HXK inhibitor", with_genes=False)) == set()


@pytest.mark.parametrize(
    ("query", "targets"),
    [
        ("SIB inhibitors", {"target:36", "target:37"}),  # another symbol in their family is another protein's
        ("IQ-1 antagonists", {"target:41", "target:42"}),  # a receptor-like protein is another receptor
        ("ZAT inhibitors", {"target:44"}),  # not the numbered synonym of another family
        ("frobin agonists", {"target:40"}),
        ("frip A inhibitors", {"target:48"}),
        ("frip α inhibitors", set[str]()),
        ("copper ligands", {"target:46"}),
        ("copper binders", set[str]()),
        ("zot ligands", {"target:47"}),
        ("zot binders", set[str]()),
        ("ABC binders", {"target:1"}),
        ("zot antibodies", set[str]()),
        ("zot receptor antibodies", {"target:47"}),
        ("anti-tau antibodies", set[str]()),
        ("tau inhibitors", set[str]()),
        ("antibodies against tau", set[str]()),
        ("T inhibitors", {"target:39"}),
        ("α1-AR antagonists", set[str]()),
    ],
)
async def test_a_name_means_no_target_that_only_resembles_it(query: str, targets: set[str]) -> None:
    assert numbers(await derived(query)) == targets


@pytest.mark.parametrize("with_genes", [True, False])
async def test_the_numbered_synonyms_of_other_families_do_not_join_a_series_of_names(*, with_genes: bool) -> None:
    assert numbers(await derived("YAR agonists", with_genes=with_genes)) == {"target:23", "target:24", "target:25"}


@pytest.mark.parametrize(
    ("query", "receptors"),
    [
        ("GL agonists", {"target:32", "target:33"}),  # no acetyltransferase
        ("gleamin receptor 3 antagonists", {"target:35"}),
        ("gleamin receptor type 3 antagonists", {"target:35"}),
        ("HX agonists", set[str]()),  # two letters of a synonym are no name
    ],
)
async def test_receptors_are_found_by_abbreviation_and_number(query: str, receptors: set[str]) -> None:
    assert numbers(await derived(query)) == receptors


@pytest.mark.parametrize(
    ("query", "targets"), [("drugs for ABC", {"target:1"}), ("drugs for HXK", set[str]()), ("HXK drugs", set[str]())]
)
async def test_what_may_be_an_illness_is_only_a_target_with_this_very_name(query: str, targets: set[str]) -> None:
    assert numbers(await derived(query, with_genes=False)) == targets


@pytest.mark.parametrize(
    ("query", "subunits"),
    [
        ("ω4ψ2 hum receptor agonists", {"target:27", "target:28"}),
        ("blockers of ω4ψ3", {"target:29", "target:31"}),
        ("ψ3 antagonist", {"target:31"}),
        ("ω4ψ2 blockers", set[str]()),  # of two families
        ("ω9ψ2 hum receptor agonists", set[str]()),
    ],
)
async def test_a_channel_that_is_named_by_its_subunits_is_these_in_one_family(query: str, subunits: set[str]) -> None:
    assert numbers(await derived(query)) == subunits


async def test_a_ligand_that_is_acted_on_comes_before_the_receptor_that_is_called_like_it() -> None:
    found = await derived("MNO inhibitor")

    assert (numbers(found), names(found)) == ({"acted-on:14"}, ["omab"])
    assert numbers(await derived("MNO receptor antagonist")) == {"target:7"}


@pytest.mark.parametrize("query", ["anti-MNO", "antibody against MNO", "mnokine inhibitor", "drugs that target MNO"])
async def test_a_ligand_that_is_acted_on_is_found_by_each_of_its_names(query: str) -> None:
    assert names(await derived(query)) == ["omab"]


async def test_a_family_is_found_by_its_whole_name() -> None:
    found = await derived("wobble kinase inhibitor")

    assert numbers(found) == {"target:3", "target:4"}
    assert found.surely
    assert found.score(found.ligands[0]) == 1.0


async def test_another_name_of_a_gene_leads_to_its_target_where_names_are_at_hand() -> None:
    assert numbers(await derived("LONGISH1 inhibitor")) == {"target:3"}
    assert numbers(await derived("LONGISH1 inhibitor", with_genes=False)) == set()


@pytest.mark.parametrize("query", ["HXK2 inhibitor", "hexose kinase 2 inhibitors", "hexose kinase II inhibitors"])
async def test_the_synonym_of_a_target_that_is_a_gene_of_its_own_is_not_that_target(query: str) -> None:
    assert numbers(await derived("HXK2 inhibitor", with_genes=False)) == {"target:8"}
    assert numbers(await derived(query)) == set()


async def test_the_alias_of_a_gene_outside_a_series_is_that_gene() -> None:
    """CTR is the calcitonin receptor, not the copper transporters CTR1 and CTR2."""
    assert numbers(await derived("QRT inhibitors")) == {"target:61"}
    assert numbers(await derived("QRT inhibitors", with_genes=False)) == {"target:59", "target:60"}


@pytest.mark.parametrize(
    ("query", "target_of_it"), [("ZTQ4 antagonists", "target:63"), ("ZTQ4 inhibitors", "target:62")]
)
async def test_an_antagonist_of_a_substance_acts_on_its_receptor_and_not_on_its_enzyme(
    query: str, target_of_it: str
) -> None:
    assert numbers(await derived(query)) == {target_of_it}


async def test_the_name_of_a_gene_leads_to_its_protein_that_is_acted_on() -> None:
    assert numbers(await derived("MNOG inhibitor")) == {"acted-on:14"}


async def test_single_words_are_tried_last_and_are_less_sure() -> None:
    found = await derived("methyltransferase lysine histamine inhibitor")

    assert (numbers(found), names(found)) == ({"target:5"}, ["unapproved"])
    assert not found.surely
    assert found.score(found.ligands[0]) == 0.69


async def test_a_part_of_the_name_of_an_enzyme_is_what_it_acts_on_and_not_the_enzyme() -> None:
    assert numbers(await derived("lysine histamine inhibitor")) == set()


async def test_single_words_without_such_a_ligand_are_no_answer() -> None:
    found = await derived("methyltransferase lysine histamine agonist")

    assert (numbers(found), found.ligands) == (set(), ())


async def test_a_known_target_without_such_a_ligand_is_an_empty_list_that_names_the_target() -> None:
    found = await derived("LON1 partial agonist")

    assert (found.ligands, dict(found.targets)) == ((), {"target:6": "Lonely"})
    assert found.surely


async def test_a_related_way_of_acting_is_told() -> None:
    found = await derived("MNOR1 inhibitor")

    assert (names(found), found.related, found.score(found.ligands[0])) == (["unapproved"], True, 0.9)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Z1 receptor agonists", "bravo"),
        ("Z1 agonist", "bravo"), ("zeta1 agonist", "alpha"), ("ζ1 agonists", "alpha"),
        ("ζ1-adrenoceptor agonist", "alpha"),
    ],
)  # fmt: skip
async def test_a_greek_letter_is_no_latin_one(query: str, found: str) -> None:
    assert names(await derived(query)) == [found]


async def test_the_name_of_a_target_is_not_widened_to_its_family() -> None:
    assert numbers(await derived("wobbler receptor inhibitors")) == {"target:21"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("LNG/WBL2 inhibitor", ["bravo"]), ("WBL2 but not LNG inhibitors", ["alpha"]),
        ("dual LNG WBL2 inhibitors", ["bravo"]), ("WBL2 inhibitors that do not hit LNG", ["alpha"]),
        ("WBL2-selective inhibitors sparing QQQ1", ["bravo"]),  # alpha is an agonist there
        ("inhibitors of all of ABC, LNG and WBL2", ["bravo"]),
        ("ABC, LNG or WBL2 inhibitors", ["alpha", "bravo", "unapproved", "withdrawn"]),
        ("inhibitors of ABC, LNG and WBL2", ["alpha", "bravo", "unapproved", "withdrawn"]),
    ],
)  # fmt: skip
async def test_several_targets_are_operations_on_sets(query: str, expected: list[str]) -> None:
    found = await derived(query)

    assert names(found) == expected
    assert found.parts


async def test_the_whole_name_of_a_target_is_not_split() -> None:
    found = await derived("dual MNO receptor antagonists")

    assert (names(found), found.parts) == (["unapproved"], ())


@pytest.mark.parametrize(("ranks", "scores"), [([BINDS, BINDS], [0.8, 0.8]), ([EXACTLY, BINDS], [1.0, 0.6])])
def test_antibodies_that_only_bind_are_below_those_that_act(ranks: list[int], scores: list[float]) -> None:
    """Alone they are more likely meant than beside others."""
    summary = LigandSummary(name="x", type="Antibody", approved=False)
    ligands = tuple(ListedLigand(str(number), summary, rank) for number, rank in enumerate(ranks))
    found = Derived(ligands=ligands, targets={"1": "y"})

    assert [found.score(one) for one in ligands] == scores


async def test_what_ligands_are_selective_over_is_named_with_the_call_that_compares() -> None:
    async with guide_over(Wire()) as guide:
        hits = await LocalLigands(guide).search(Query(text="D2 antagonists selective over D3"), Window())

    assert hits is not None
    assert "Selectivity over 'D3' is not computed" in str(hits.advice)
    assert hits.advice is not None
    assert [[*call.arguments] for call in hits.advice.calls] == [["ligand_ids"]]


@pytest.mark.parametrize(
    ("query", "unknown"),
    [
        ("inhibitors of both ABC and methyltransferase lysine histamine", ()),
        ("QQZZ, QQXX or methyltransferase lysine histamine inhibitors", ("QQZZ", "QQXX")),
    ],
)
async def test_one_of_several_targets_that_is_found_by_words_makes_the_list_less_sure(
    query: str, unknown: tuple[str, ...]
) -> None:
    found = await derived(query)

    assert (names(found), found.unknown) == (["unapproved"], unknown)
    assert not found.surely


async def test_what_is_excluded_must_have_the_very_name_since_words_would_take_ligands_away_on_a_guess() -> None:
    assert (await derived("ABC but not methyltransferase lysine histamine inhibitors")).ligands == ()


async def test_one_unknown_target_of_several_is_no_answer() -> None:
    assert not (await derived("LNG/QQZZ inhibitor")).ligands


async def test_of_alternatives_one_unknown_target_is_left_out_and_costs_score() -> None:
    found = await derived("LNG, WBL2 or QQZZ inhibitors")

    assert (names(found), found.unknown) == (["bravo", "alpha"], ("QQZZ",))
    assert found.score(found.ligands[0]) == 0.85


async def test_a_species_is_a_filter_of_what_was_measured_on_its_proteins() -> None:
    rows = [
        acts("10", "1", species="Rat", affinity=Affinity(parameter="pKi", value=7.0)),
        acts("11", "1", species="Human", affinity=Affinity(parameter="pKi", value=9.0)),
    ]
    of_rats = await derived("inhibitors of rat ABC", interactions=rows)

    assert (names(of_rats), of_rats.left_out) == (["bravo"], 1)
    assert of_rats.ligands[0].affinity == Affinity(parameter="pKi", value=7.0)
    assert names(await derived("human ABC inhibitors", interactions=rows)) == ["alpha"]
    assert names(await derived("ABC inhibitors", interactions=rows)) == ["alpha", "bravo"]


async def test_a_filter_leaves_out_and_counts_what_does_not_pass() -> None:
    found = await derived("approved ABC inhibitors")

    assert (names(found), found.left_out) == (["alpha", "bravo", "withdrawn"], 1)


async def test_filters_alone_list_all_ligands_that_pass() -> None:
    assert names(await derived("withdrawn drugs")) == ["withdrawn"]
    assert names(await derived("approved antibodies")) == ["omab", "zolimab"]


# Order


async def test_approved_ones_come_first_then_primary_ones_withdrawn_ones_last() -> None:
    assert names(await derived("ABC inhibitor")) == ["alpha", "bravo", "unapproved", "withdrawn"]


async def test_then_those_on_more_of_the_targets_and_contradictory_ones_last() -> None:
    assert names(await derived("wobble kinase inhibitor")) == ["bravo", "alpha"]
    contradictory = [acts("11", "1", "Inhibitor", "Agonist", primary=True), acts("10", "1")]
    assert names(await derived("ABC inhibitor", interactions=contradictory)) == ["bravo", "alpha"]


@pytest.mark.parametrize(
    "denial", [" except ", ", not ", " not ", " but no ", " and not ", " without ", " minus ", ", excepting "]
)
async def test_a_ligand_is_excluded_by_name(denial: str) -> None:
    found = await derived(f"ABC inhibitors{denial}alpha")

    assert names(found) == ["bravo", "unapproved", "withdrawn"]
    assert [name.removeprefix("ligands of ") for name in found.excluded] == ["alpha"]


async def test_what_acts_on_a_target_is_excluded() -> None:
    assert names(await derived("WBL2 inhibitors but not LNG")) == ["alpha"]
    assert names(await derived("ABC inhibitors but not WBL2 inhibitors")) == ["unapproved", "withdrawn"]
    assert names(await derived("ABC inhibitors but not qqzz")) == []


async def test_a_member_of_a_family_is_found_behind_the_name_of_the_family() -> None:
    found = await derived("adenosine Z1 agonists")

    assert (numbers(found), found.surely) == ({"target:9"}, True)


# Classes


async def test_members_of_a_class_are_narrowed_by_what_must_not_act_on_a_target() -> None:
    plan = read("opioids that spare LNG")

    assert plan is not None
    one = DrugClass(names=("x",), members=("bravo", "alpha"))
    found = await derived("x", plan=msgspec.structs.replace(plan, drug_class=one))

    assert (names(found), found.excluded) == (["alpha"], ("ligands of LNG",))


async def test_a_target_without_interactions_is_answered_by_the_class_that_acts_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = DrugClass(names=("bravos",), members=("bravo",))

    def classes_on(names: Iterable[str], _: object) -> Iterator[ClassOnTarget]:
        return (ClassOnTarget(one, ANY, "bravos") for name in names if name in ("yar1", "qqzz"))

    monkeypatch.setattr(mechanisms, "classes_on", classes_on)

    for query in ("drugs against YAR1", "drugs against qqzz"):
        found = await derived(query)
        assert (names(found), {*found.by_class.values()}) == (["bravo"], {"bravos"})

    of_any = await derived("LON1 or qqzz ligands")
    assert (names(of_any), of_any.by_class, of_any.unknown) == (["bravo"], {"qqzz": "bravos"}, ())
    assert not (await derived("LON1 antagonists")).by_class


@pytest.mark.parametrize(("query", "listed"), [("qqzz antibodies", ["bravo"]), ("qqzz receptor antibodies", [])])
async def test_antibodies_against_a_peptide_are_none_against_its_receptor(
    query: str, listed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`IL-23 receptor antibody` listed the antibodies against IL-23."""
    one = DrugClass(names=("qqzz antibody",), members=("bravo",))

    def classes_on(_: Iterable[str], __: object) -> Iterator[ClassOnTarget]:
        yield ClassOnTarget(one, ANY, "qqzz antibody")

    monkeypatch.setattr(mechanisms, "classes_on", classes_on)

    assert names(await derived(query)) == listed


MTQ_CLASS = DrugClass(open_names=("mTQ inhibitor",), members=("alpha", "omab", "withdrawn"))


@pytest.mark.parametrize(
    ("query", "name", "listed", "members"),
    [
        ("MTQ1 inhibitors", "mTQ inhibitor", ["alpha", "omab", "bravo", "withdrawn"], 3),
        ("MTQ1 inhibitors", "ABC inhibitor", ["bravo"], 0),  # the class acts on another target
        ("MTQ1 inhibitors", "wobble kinase inhibitor", ["bravo"], 0),
        ("MTQ1 agonists", "mTQ inhibitor", [], 0),
        ("rat MTQ1 inhibitors", "mTQ inhibitor", [], 0),  # medicines are made for humans
        ("MTQ1 antibodies", "mTQ inhibitor", ["omab"], 1),
        ("endogenous MTQ1 inhibitors", "mTQ inhibitor", ["bravo"], 0),
    ],
)
async def test_a_class_is_added_that_acts_in_the_same_way_on_the_same_targets(
    monkeypatch: pytest.MonkeyPatch, query: str, name: str, listed: list[str], members: int
) -> None:
    def classes_on(names: Iterable[str], wanted: Mode) -> Iterator[ClassOnTarget]:
        if "mammalian target of quazomycin" in names and wanted & Mode.INHIBITOR:
            yield ClassOnTarget(MTQ_CLASS, Mode.INHIBITOR, name)

    monkeypatch.setattr(mechanisms, "classes_on", classes_on)
    found = await derived(query)

    assert (names(found), found.members, found.is_of_class) == (listed, members, members > 0)


async def test_beside_ligands_of_any_kind_the_search_for_the_medicines_of_a_class_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def classes_on(*_: object) -> Iterator[ClassOnTarget]:
        yield ClassOnTarget(MTQ_CLASS, Mode.INHIBITOR, "mTQ inhibitor")

    monkeypatch.setattr(mechanisms, "classes_on", classes_on)
    found = await derived("MTQ1 ligands")

    assert (names(found), found.missing) == (["bravo"], ("mTQ inhibitor", 3))
    assert "For 3 more medicines of the class 'mTQ inhibitor', call search_ligands" in str(
        explain(read("MTQ1 ligands") or Plan(query=""), found)
    )


async def test_members_of_a_class_come_after_ligands_with_a_wanted_quality(monkeypatch: pytest.MonkeyPatch) -> None:
    def classes_on(*_: object) -> Iterator[ClassOnTarget]:
        yield ClassOnTarget(MTQ_CLASS, Mode.INHIBITOR, "mTQ inhibitor")

    monkeypatch.setattr(mechanisms, "classes_on", classes_on)
    marked = acts("13", "58", action="Irreversible inhibition")
    found = await derived("irreversible MTQ1 inhibitors", interactions=[*INTERACTIONS, marked])

    assert names(found) == ["unapproved", "alpha", "omab", "bravo", "withdrawn"]
    assert [found.score(one) for one in found.ligands] == [1.0, 0.85, 0.85, 0.85, 0.85]
    assert not found.is_of_class


@pytest.mark.parametrize("query", ["ADCs against ABC", "ABC ADCs"])
async def test_members_of_a_class_are_narrowed_by_their_target(query: str) -> None:
    plan = read(query)

    assert plan is not None
    assert plan.within is not None
    one = DrugClass(names=("x",), members=("bravo", "zolimab"))
    within = msgspec.structs.replace(plan.within, drug_class=one)
    found = await derived("x", plan=msgspec.structs.replace(plan, mechanisms=(), within=within))

    assert (names(found), found.of_class, found.without_rows) == (["bravo"], one, ("zolimab",))


def test_an_illness_beside_a_class_is_no_target() -> None:
    """HGNC has CML as an alias of a gene."""
    assert read("ADCs for CML") is None
    assert read("kinase inhibitors for AML") is None


def plan(one: DrugClass, mechanism: str | None = None) -> Plan:
    read_one = read(mechanism) if mechanism else None
    return Plan(query=one.names[0], drug_class=one, mechanisms=read_one.mechanisms if read_one else ())


@pytest.mark.parametrize(
    ("one", "members"),
    [
        (DrugClass(names=("x",), members=("Bravo", "alpha", "nobody")), ["alpha", "bravo"]),
        (DrugClass(names=("x",), stems=("mab",)), ["omab", "zolimab"]),
        (DrugClass(names=("x",), stems=("mab",), excluded=("zolimab",)), ["omab"]),
        (DrugClass(names=("x",), type="Antibody"), ["omab", "zolimab"]),
        (DrugClass(names=("x",), members=("withdrawn", "zolimab", "bravo")), ["bravo", "zolimab", "withdrawn"]),
        (DrugClass(names=("x",), members=("unapproved",)), []),
        (DrugClass(names=("x",), members=("unapproved", "bravo"), experimental=True), ["unapproved"]),
    ],
)
async def test_the_members_of_a_class_are_medicines_by_list_stem_or_type_withdrawn_ones_last(
    one: DrugClass, members: list[str]
) -> None:
    found = await derived("x", plan=plan(one))

    assert (names(found), found.members, numbers(found)) == (members, len(members), set())


async def test_the_members_of_a_class_come_by_their_affinity_for_its_target() -> None:
    rows = [
        acts("10", "1", affinity=Affinity(parameter="pKi", value=7.0)),
        acts("11", "1", affinity=Affinity(parameter="pKi", value=9.0)),
    ]
    one = DrugClass(names=("x",), members=("bravo", "alpha", "zolimab"))
    measured = read("ABC inhibitor")

    assert measured is not None
    asked = Plan(query="x", drug_class=one, measure=measured.mechanisms)
    assert names(await derived("x", plan=asked, interactions=rows)) == ["alpha", "bravo", "zolimab"]


async def test_of_a_closed_class_others_that_act_so_are_counted() -> None:
    plan = read("LNG inhibitors")

    assert plan is not None
    one = DrugClass(names=("x",), open_names=("LNG inhibitor",), members=("alpha",))
    found = await derived("x", plan=Plan(query="x", drug_class=one, measure=plan.mechanisms))

    assert (names(found), found.others) == (["alpha"], 1)


async def test_an_open_class_goes_on_with_what_else_acts_so() -> None:
    found = await derived("x", plan=plan(DrugClass(names=("x",), members=("zolimab", "bravo")), "ABC inhibitor"))

    assert names(found) == ["bravo", "zolimab", "alpha", "unapproved", "withdrawn"]
    assert (found.members, numbers(found)) == (2, {"target:1"})


# Pages


async def test_a_walk_asks_the_catalogues_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[str]] = []

    async def counted(interactions: Any, keys: Sequence[str]) -> Any:
        asked.append(keys)
        return await pairs_of(interactions, keys)

    monkeypatch.setattr("biofacts.adapters.local.pharmacology.mechanisms.pairs_of", counted)
    async with guide_over(Wire()) as guide:
        ligands = LocalLigands(guide)
        walked = await walk(ligands, "dopamine agonist")
        once = len(asked)
        again = await walk(ligands, "Dopamine agonist")

    assert walked == again
    assert len(walked) == len(set(walked)) > 2
    assert len(asked) == once


async def walk(source: LocalLigands, query: str) -> list[str]:
    """The ids of a listing, page by page."""
    walked: list[str] = []
    version: str | None = None
    while True:
        hits = await source.search(Query(text=query), Window(offset=len(walked), limit=1, version=version))
        assert hits is not None
        walked += [item.id for item in hits.items]
        version = hits.version
        if not hits.more:
            return walked


async def test_an_empty_list_says_so_and_names_the_call_for_what_there_is() -> None:
    async with guide_over(Wire()) as guide:
        hits = await LocalLigands(guide).search(Query(text="DRD2 opener"), Window())

    assert hits is not None
    assert (hits.items, hits.total) == ((), 0)
    assert "has D2 receptor, but records no opener of it" in str(hits.advice)
    assert "call get_interactions with target_id='IUPHAR:215'" in str(hits.advice)


async def test_what_is_known_by_the_name_of_a_ligand_that_is_acted_on_names_its_own_list() -> None:
    async with guide_over(Wire()) as guide:
        hits = await LocalLigands(guide).search(Query(text="TNF activator"), Window())

    assert hits is not None
    assert hits.items == ()
    assert hits.advice is not None
    assert [dict(call.arguments) for call in hits.advice.calls] == [{"ligand_id": "IUPHAR:5074"}]


@pytest.mark.parametrize(
    ("file", "column", "found"),
    [("", "", ["haloperidol"]), ("ligands.csv", "Name", ["DRD2i"]), ("targets_and_families.csv", "HGNC symbol", [])],
)
async def test_a_name_that_looks_like_an_abbreviation_of_a_mechanism_is_a_name(
    file: str, column: str, found: list[str]
) -> None:
    wire = Wire()
    if file:
        header, rows = table(file)
        rows[0][header.index(column)] = "DRD2i"
        wire.replaced[file] = httpx.Response(200, content=written(header, rows))
    async with guide_over(wire) as guide:
        await guide.ligands.build()
        await guide.targets.build()
        hits = await LocalLigands(guide).search(Query(text="DRD2i"), Window())

    assert hits is not None
    assert [one.name for one in hits.items] == found
