"""The classes of drugs: what is in them, what is not, and that their tables are whole."""

from collections import Counter

import pytest

from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.actions import Mode
from biofacts.domain.pharmacology.ligand import LigandFacts
from biofacts.domain.pharmacology.queries.class_queries import classes_on
from biofacts.domain.pharmacology.queries.drug_class_table import DRUG_CLASSES, DrugClass, drugs
from biofacts.domain.text import fold


def asked(name: str) -> DrugClass:
    """The class of that name."""
    (found,) = [one for one in DRUG_CLASSES if name in (*one.names, *one.open_names)]
    return found


def key(name: str) -> str:
    return "".join(fold.without_stop_words(fold.tokens(name)))


@pytest.mark.parametrize(
    ("name", "members", "others"),
    [
        ("statin", "pitavastatin rosuvastatin", "ezetimibe fenofibrate"),
        ("xanthine oxidase inhibitor", "allopurinol febuxostat", "colchicine"),
        ("cholinesterase inhibitor", "donepezil galantamine", "pralidoxime memantine"),
        ("triptan", "almotriptan sumatriptan", "lasmiditan ergotamine"),
        ("GLP-1 agonist", "semaglutide tirzepatide", "teduglutide"),
        ("antipsychotic", "chlorpromazine lurasidone", "metoclopramide domperidone"),
        ("typical antipsychotic", "haloperidol", "risperidone"),
        ("atypical antipsychotic", "risperidone", "haloperidol"),
        ("checkpoint inhibitor", "atezolizumab ipilimumab relatlimab nivolumab", "brentuximab"),
        ("LABA", "salmeterol formoterol", "salbutamol"),
        ("SABA", "salbutamol", "salmeterol"),
        ("LAMA", "tiotropium", "atropine ipratropium"),
        ("DOAC", "apixaban", "warfarin heparin"),
        ("vitamin K antagonist", "warfarin", "apixaban"),
        ("tyrosine kinase inhibitor", "imatinib vandetanib pazopanib nintedanib", "trametinib palbociclib dabrafenib"),
        ("kinase inhibitor", "trametinib palbociclib dabrafenib imatinib", "olaparib"),
        ("TNF inhibitor", "adalimumab etanercept", "tocilizumab"),
        ("P2Y12 inhibitor", "clopidogrel ticagrelor", "ozagrel aspirin"),
        ("non-selective beta blocker", "propranolol", "bisoprolol"),
        ("cardioselective beta blocker", "bisoprolol", "propranolol"),
        ("S1P receptor modulator", "fingolimod", "imiquimod"),
        ("NSAID", "ibuprofen celecoxib aspirin", "paracetamol"),
        ("second-generation antihistamine", "loratadine", "diphenhydramine"),
        ("SSRI", "sertraline", "venlafaxine vortioxetine"),
        ("progestogen", "drospirenone", "ulipristal"),
    ],
)
def test_a_class_has_its_members_and_no_others(name: str, members: str, others: str) -> None:
    found = asked(name)

    assert set(members.split()) <= set(found.members)
    assert not set(others.split()) & set(found.members)


def test_an_antibody_is_a_type_of_ligand() -> None:
    found = asked("monoclonal antibody")

    assert found == drugs(", ".join(found.names), type="Antibody")


def test_a_row_is_read_from_texts() -> None:
    row = drugs("triptan, 5-HT1 drug", "a, b", "b,\n    c d", opens="e", stems="triptan", excluded="f")

    assert row == DrugClass(
        names=("triptan", "5-HT1 drug"),
        members=("a", "b", "c d"),
        open_names=("e",),
        stems=("triptan",),
        excluded=("f",),
    )
    assert row.name == "triptan"
    assert drugs("", "a", opens="e").name == "e"


def test_no_name_stands_in_two_rows() -> None:
    keys = Counter(key(name) for one in DRUG_CLASSES for name in (*one.names, *one.open_names))

    assert [name for name, times in keys.items() if times > 1] == []
    assert len(DRUG_CLASSES) >= 130


def test_no_class_is_named_like_a_drug() -> None:
    drugs_named = {key(name) for one in DRUG_CLASSES for name in (*one.members, *one.excluded)}
    classes_named = {key(name) for one in DRUG_CLASSES for name in (*one.names, *one.open_names)}

    assert drugs_named & classes_named == set()


@pytest.mark.parametrize("one", DRUG_CLASSES, ids=lambda one: one.name)
def test_a_row_is_whole(one: DrugClass) -> None:
    texts = (*one.names, *one.open_names, *one.members, *one.stems, *one.excluded)

    assert all(text and "\n" not in text and text == text.strip() for text in texts)
    assert bool(one.members) != bool(one.type)
    assert not {*map(fold.compact, one.members)} & {*map(fold.compact, one.excluded)}
    assert len({*map(fold.compact, one.members)}) == len(one.members)
    assert all(key(name) for name in (*one.names, *one.open_names))


@pytest.mark.parametrize("stem", sorted({stem for one in DRUG_CLASSES for stem in one.stems}))
def test_a_stem_is_one_that_a_medicine_is_found_by(stem: str) -> None:
    medicine = LigandFacts(number="1", name=f"Bio{stem}", type="Synthetic organic", approved=True)

    assert selectors.stem(stem) in set(medicine.exact_terms())


def test_endings_of_a_medicine_are_indexed_up_to_the_longest_stem_of_a_class() -> None:
    longest = max(len(stem) for one in DRUG_CLASSES for stem in one.stems)
    medicine = LigandFacts(number="1", name="abcdefghijklmn", type="Synthetic organic", approved=True)
    endings = [one for one in medicine.exact_terms() if one.startswith(selectors.stem(""))]

    assert endings == [selectors.stem("abcdefghijklmn"[-length:]) for length in range(3, longest + 1)]


@pytest.mark.parametrize(
    ("target", "wanted", "name"),
    [
        ("P2Y12 receptor", Mode.ANTAGONIST, "P2Y12 receptor antagonist"),
        ("P2Y12", Mode.ANTAGONIST, "P2Y12 antagonist"),
        ("P2Y12", Mode.AGONIST, None),
        ("CD20", Mode.ANTIBODY, "CD20 antibody"),
        ("epidermal growth factor", Mode.INHIBITOR, None),
        ("EGFR", Mode.INHIBITOR, "EGFR inhibitor"),  # before the narrower `EGFR TKI`
        ("B2", Mode.AGONIST, None),  # not beta-2
        ("β2", Mode.AGONIST, "beta 2 agonist"),
    ],
)
def test_a_class_is_found_by_the_name_of_its_target(target: str, wanted: Mode, name: str | None) -> None:
    found = next(classes_on([target], wanted), None)

    assert (found and found.name.casefold()) == (name and name.casefold())
