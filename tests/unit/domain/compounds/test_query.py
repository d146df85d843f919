"""What a query for compounds is to PubChem."""

import pytest

from biofacts.domain.compounds.query import Key, parse, spelled_out, without_form
from biofacts.domain.compounds.smiles import is_structure


@pytest.mark.parametrize(
    ("query", "namespace", "key"),
    [
        ("2244", "cid", "2244"),
        ("CID2244", "cid", "2244"),
        ("cid: 2244", "cid", "2244"),
        ("PubChem:CID2244", "cid", "2244"),
        ("pubchem 2244", "cid", "2244"),
        ("50-78-2", "name", "50-78-2"),
        ("CAS 50-78-2", "name", "50-78-2"),
        ("cas:50-78-2", "name", "50-78-2"),
        ("CHEMBL25", "name", "CHEMBL25"),
        ("chembl:CHEMBL25", "name", "CHEMBL25"),
        ("CHEBI:15365", "name", "CHEBI:15365"),
        ("DrugBank:DB00945", "name", "DB00945"),
        ("HMDB0001879", "name", "HMDB0001879"),
        ("bsynrymutxbxsq-uhfffaoysa-n", "inchikey", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"),
        ("InChIKey=BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "inchikey", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"),
        ("InChI=1S/H2O/h1H2", "inchi", "InChI=1S/H2O/h1H2"),
        ("CC(=O)Oc1ccccc1C(=O)O", "smiles", "CC(=O)Oc1ccccc1C(=O)O"),
        ("C[C@H](N)C(=O)O", "smiles", "C[C@H](N)C(=O)O"),
        ("F/C=C\\F", "smiles", "F/C=C\\F"),
    ],
)
def test_identifiers_and_structures_are_one_exact_question(query: str, namespace: str, key: str) -> None:
    reading = parse(query)

    assert [(one.namespace, one.key) for one in reading.exact] == [(namespace, key)]
    assert reading.words == ""


def test_letters_that_may_be_a_structure_are_asked_as_both() -> None:
    assert parse("CCO").exact == (Key("name", "CCO"), Key("smiles", "CCO"))


@pytest.mark.parametrize(
    "name",
    [
        "aspirin",
        "vitamin B12",
        "B12",
        "S1P",
        "CO2",
        "(S)-ibuprofen",
        "2-nonenal",
        "poly(A)",
        "5-HT",
        "N-acetyl",
        "NO-1886",
    ],
)
def test_names_are_not_structures(name: str) -> None:
    assert not is_structure(name, certain=False)


@pytest.mark.parametrize("structure", ["C", "c1ccccc1", "C1CC1", "[Na+].[Cl-]", "C%10CC%10", "N#N", "BrCCl"])
def test_structures_are_recognised(structure: str) -> None:
    assert is_structure(structure, certain=False)


def test_greek_letters_are_spelled_out() -> None:
    assert spelled_out("α‐D–glucose 5′") == "alpha-D-glucose 5'"


def test_a_greek_name_is_asked_for_as_it_is_and_in_words() -> None:
    assert [one.key for one in parse("β-carotene").exact] == ["β-carotene", "beta-carotene"]


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("metformin hydrochloride", ("metformin", ("hydrochloride",))),
        ("bretylium tosilate", ("bretylium", ("tosilate",))),
        ("(R)-(-)-apomorphine", ("apomorphine", ("(R)", "(-)"))),
        ("S(+)-apomorphine", ("apomorphine", ("S", "(+)"))),
        ("(2S,3R)-threonine sodium", ("threonine", ("(2S,3R)", "sodium"))),
        ("sodium", ("sodium", ())), ("aspirin", ("aspirin", ())), ("R-HSA-1", ("HSA-1", ("R",))),
    ],
)  # fmt: skip
def test_a_salt_and_stereo_descriptors_can_be_left_aside(name: str, bare: tuple[str, tuple[str, ...]]) -> None:
    assert without_form(name) == bare


def test_nothing_asks_nothing() -> None:
    assert (parse("").exact, parse("").words) == ((), "")
    assert not is_structure("", certain=False)
