"""The language of selectors: what the tables ask for is what the facts write."""

from collections.abc import Iterator

import pytest

from biofacts.domain.answers.records import Provenance
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.actions import ACTIONS
from biofacts.domain.pharmacology.ligand import LigandFacts
from biofacts.domain.pharmacology.queries import mechanism_queries
from biofacts.domain.pharmacology.queries.drug_class_table import DRUG_CLASSES
from biofacts.domain.pharmacology.target import CLASSES, TargetFacts
from biofacts.domain.pharmacology.target_groups import CLASS_WORDS, GROUPS, TARGET_CLASSES, TargetGroup
from biofacts.domain.text import fold

LIGAND = LigandFacts(
    number="1", name="imatinib mesylate", approved_names=("imatinib",), type="Synthetic organic",
    synonyms=("Gleevec", "(-)-x"), approved=True, labelled=True, smiles="CO", cross_references={"chembl": "CHEMBL941"},
)  # fmt: skip
TARGET = TargetFacts(
    number="1", name="PDE5A (cGMP)", abbreviation="PDE5", families=("Phosphodiesterases",), types=("enzyme",),
    gene_symbols=("PDE5A",), synonyms=("cGMP-PDE",), subunit_numbers=("2",), cross_references={"uniprot": ("O76074",)},
)  # fmt: skip


def prefixes(terms: Iterator[str]) -> set[str]:
    return {term.partition(":")[0] for term in terms}


def test_the_facts_write_terms_of_every_kind_and_no_other() -> None:
    of_interactions = {selectors.acted_on("tumour necrosis factor").partition(":")[0]}
    written = prefixes(LIGAND.exact_terms()) | prefixes(TARGET.exact_terms()) | of_interactions

    makers = [one for one in vars(selectors).values() if getattr(one, "__name__", "") == "term"]
    assert written == {make("x").partition(":")[0] for make in makers}


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("Sodium channel protein", ["sodiumchannelprotein", "sodiumchannel", "sodium"]),
        ("Orexin (OX) receptor", ["orexinoxreceptor", "orexinox", "orexinreceptor", "orexin"]),
        ("Channel", ["channel"]),
        ("Channel blocker", ["channelblocker"]),
    ],
)
def test_a_target_is_titled_also_without_brackets_and_generic_last_words(name: str, titles: list[str]) -> None:
    written = TargetFacts(number="1", name=name, families=(), types=()).exact_terms()

    assert sorted(term for term in written if term.startswith("title:")) == sorted(map(selectors.title, titles))


@pytest.mark.parametrize("group", [*TARGET_CLASSES, *GROUPS], ids=lambda group: group.names[0])
def test_a_group_of_targets_is_found_by_what_targets_write(group: TargetGroup) -> None:
    known = {*prefixes(TARGET.exact_terms()), "acted-on"}

    assert group.selectors
    assert [one for one in group.selectors if one.partition(":")[0] not in known] == []
    assert [one for one in group.selectors if not one.partition(":")[2]] == []


@pytest.mark.parametrize("group", [*TARGET_CLASSES, *GROUPS], ids=lambda group: group.names[0])
def test_what_stands_behind_a_prefix_is_folded_as_the_facts_fold_it(group: TargetGroup) -> None:
    for one in group.selectors:
        prefix, _, value = one.partition(":")
        match prefix:
            case "class":
                assert value in {label.casefold() for label in CLASS_WORDS}
            case "type":
                assert value in CLASSES
            case "word" | "family":
                assert fold.words(value) == {value}, one
            case "gene":
                assert value == value.casefold(), one
            case _:
                assert fold.compact(value) == value, one


def test_a_class_of_drugs_is_read_by_its_name_and_has_members() -> None:
    for one in DRUG_CLASSES:
        plan = mechanism_queries.read(one.name)

        assert plan is not None
        assert plan.drug_class == one
        assert one.members or one.stems or one.type


@pytest.mark.parametrize(
    "names",
    [
        [name for one in DRUG_CLASSES for name in (*one.names, *one.open_names)],
        [name for one in (*TARGET_CLASSES, *GROUPS) for name in one.names],
        [name for action in ACTIONS for name in action.names],
    ],
    ids=["classes of drugs", "groups of targets", "actions"],
)
def test_no_two_rows_of_a_table_claim_one_name(names: list[str]) -> None:
    folded = [" ".join(fold.tokens(name)) for name in names]

    assert sorted({name for name in folded if folded.count(name) > 1}) == []


def target(number: str, family: str, species: str | None, *genes: str) -> TargetFacts:
    return TargetFacts(
        number=number, name=f"target {number}", families=(family, "Second family"), types=("gpcr", "enzyme"),
        species=species, gene_symbols=genes,
    )  # fmt: skip


def test_among_equal_targets_human_ones_come_first_then_families_and_numbers() -> None:
    targets = [
        target("10", "bombesin receptors", "Human"), target("1", "Amylin receptors", "Mouse"),
        target("9", "Bombesin receptors", "Human"), target("12", "Amylin receptors", "Human"),
    ]  # fmt: skip
    assert [one.number for one in sorted(targets, key=lambda one: one.order)] == ["12", "9", "10", "1"]


def test_a_human_target_with_a_gene_is_preferred_and_no_other() -> None:
    others = [target("1", "A", "Human"), target("2", "A", "Mouse", "Drd2"), target("3", "A", None, "drd2")]
    assert target("4", "A", "Human", "DRD2").prior > 0
    assert {one.prior for one in others} == {0}


@pytest.mark.parametrize(
    ("genes", "symbol", "symbols"),
    [((), None, ()), (("DRD2",), "DRD2", ()), (("GABRA1", "GABRB2"), None, ("GABRA1", "GABRB2"))],
)
def test_a_record_has_one_gene_or_all_of_several(
    genes: tuple[str, ...], symbol: str | None, symbols: tuple[str, ...]
) -> None:
    facts = target("4", "First family", "Human", *genes)
    record = facts.to_target(ligands=(), ligand_count=0, source=Provenance(name="Guide", mode="snapshot"))

    assert (facts.summary.gene_symbol, record.gene_symbol, record.gene_symbols) == (symbol, symbol, symbols)
    assert facts.summary.family == record.target_family == "First family"
    assert (record.other_families, record.target_class, record.other_classes) == (
        ("Second family",), "GPCR", ("Enzyme",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name"), [("ETA", "η"), ("eta", "η"), ("H", "h"), ("PHI", "φ"), ("PH", "ph"), ("TGF-β", "tgfb")]
)
def test_a_greek_letter_alone_is_not_the_name_of_its_latin_letter(text: str, name: str) -> None:
    assert selectors.name(text) == f"name:{name}"
