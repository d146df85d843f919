"""The classes of drugs against the names of the whole Guide: nobody misspelt, nobody forgotten who has the stem."""

from collections import defaultdict
from functools import cache

import pytest

from biofacts.adapters.http.gtopdb import read_ligands
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.queries.drug_class_table import DRUG_CLASSES, DrugClass
from tests import places

LIGANDS = places.UPSTREAM / "gtopdb" / "reconstructed" / "DATA" / "ligands.csv"

SHARED = {
    "cycloserine": {"D-cycloserine", "L-cycloserine"},
    "fluticasone": {"fluticasone", "fluticasone propionate"},
    "lansoprazole": {"lansoprazole", "dexlansoprazole"},
    "sulpiride": {"sulpiride", "(-)-sulpiride"},
}
"""INNs that the Guide gives to two ligands, both of which belong to every class that names them."""

pytestmark = pytest.mark.skipif(
    not LIGANDS.is_file(), reason=f"there is no mirror of GtoPdb at {places.UPSTREAM} (set BIOFACTS_UPSTREAM_DIR)"
)


@cache
def medicines() -> dict[str, set[str]]:
    """The approved ligands by each of their terms: those by which the search finds members and stems."""
    found: dict[str, set[str]] = defaultdict(set)
    for ligand in read_ligands(LIGANDS.read_bytes()):
        for name in () if ligand.approved else ligand.names:
            found[selectors.name(name)].add(ligand.name)
        if ligand.approved:
            for term in ligand.exact_terms():
                found[term].add(ligand.name)
            found[f"type:{ligand.type}"].add(ligand.name)
    return found


def called(name: str, *, experimental: bool = False) -> set[str]:
    term = selectors.name(name) if experimental else selectors.medicine(name)
    return medicines().get(term, set())


listed = pytest.mark.parametrize("one", [one for one in DRUG_CLASSES if one.members], ids=lambda one: one.name)


def test_every_member_and_every_excluded_name_is_an_approved_ligand_or_an_experimental_one() -> None:
    named = [(one, name) for one in DRUG_CLASSES for name in (*one.members, *one.excluded)]
    names = {name for _, name in named}

    assert [(one.name, name) for one, name in named if not called(name, experimental=one.experimental)] == []
    assert {name: called(name) for name in names if len(called(name)) > 1} == SHARED


def test_no_class_has_the_name_of_a_medicine() -> None:
    named = [(one, name) for one in DRUG_CLASSES for name in (*one.names, *one.open_names)]

    assert [(one.name, name) for one, name in named if called(name)] == []


@listed
def test_no_ligand_is_named_twice_in_a_class(one: DrugClass) -> None:
    named = [ligand for name in one.members for ligand in called(name)]
    shared = {ligand for name in one.members for ligand in SHARED.get(name, ())}

    assert {ligand for ligand in named if named.count(ligand) > 1} <= shared


@listed
def test_every_medicine_with_a_stem_of_a_class_is_a_member_or_excluded(one: DrugClass) -> None:
    members = {ligand for name in one.members for ligand in called(name)}
    excluded = {ligand for name in one.excluded for ligand in called(name)}
    taken = {stem: medicines().get(selectors.stem(stem), set()) for stem in one.stems}

    assert [stem for stem, ligands in taken.items() if not ligands & members] == []
    assert set().union(*taken.values()) - members - excluded == set()
    assert excluded <= set().union(*taken.values())


def test_the_type_of_a_class_is_one_of_the_guides() -> None:
    types = {one.name: len(medicines().get(f"type:{one.type}", set())) for one in DRUG_CLASSES if one.type}

    assert types == {"monoclonal antibody": 191}
