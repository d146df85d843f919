"""What a query for compounds is to PubChem."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biofacts.domain.compounds.queries import (
    FOLDED,
    KEY,
    Key,
    code_matcher,
    is_code,
    key,
    parse,
    spelled_out,
    without_form,
)
from biofacts.domain.compounds.smiles import is_structure
from biofacts.domain.text import fold


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
        ("trimetaphan camsilate", ("trimetaphan", ("camsilate",))),
        ("prochlorperazine edisylate", ("prochlorperazine", ("edisylate",))), ("X lithium", ("X lithium", ())),
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


# Keys of names: one for the spellings of a name, different ones for different compounds.


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Aspirin", "aspirin"), ("acetylsalicylic  acid", " Acetylsalicylic acid"), ("β-carotene", "beta-carotene"),
        ("Β-Carotene", "beta-carotene"), ("BMS 1", "bms 1"), ("α‐D–glucose", "alpha-D-glucose"), ("5′-AMP", "5'-amp"),
    ],
)  # fmt: skip
def test_a_name_has_one_key_but_for_case_and_typography(name: str, other: str) -> None:
    assert key(name) == key(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("beta-carotene", "beta carotene"), ("beta-carotene", "betacarotene"), ("vitamin B-12", "vitamin B12"),
        ("oestradiol", "estradiol"), ("aluminium sulphate", "aluminium sulfate"), ("N-acetyl-DOPA", "N-acetylDOPA"),
        ("iron(III) oxide", "iron (III) oxide"), ("2-butanol", "2 butanol"),
    ],
)  # fmt: skip
def test_spellings_of_a_name_stand_together(name: str, other: str) -> None:
    assert key(name)[:FOLDED] == key(other)[:FOLDED]
    assert key(name) != key(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("(+)-ibuprofen", "(-)-ibuprofen"), ("(+)-ibuprofen", "ibuprofen"), ("(-)-menthol", "menthol"),
        ("2'-deoxyadenosine", "2-deoxyadenosine"), ("1,2-dichloroethane", "12-dichloroethane"), ("Fe2+", "Fe2"),
        ("SO4(2-)", "SO4(2)"), ("C=C", "CC"), ("C#N", "CN"), ("50-78-2", "5078-2"), ("DHEAS", "DHEA"),
        ("(R)-ibuprofen", "(S)-ibuprofen"), ("CHEMBL25", "CHEMBL255"), ("1.5", "15"), ("aspirin", "asprin"),
    ],
)  # fmt: skip
def test_different_compounds_do_not(name: str, other: str) -> None:
    assert key(name)[:FOLDED] != key(other)[:FOLDED]


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("aspirin", "10f995c6aead9f89"), ("β-Carotene", "18b9cf8bb39158e5"), ("(+)-N-[2-(5′-x)]", "0d6408f73a54eae6"),
        ("BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "aa006e3e9c980ced"),
    ],
)  # fmt: skip
def test_keys_are_stored_so_that_another_way_to_fold_needs_another_folder(name: str, stored: str) -> None:
    """Where this fails, raise the number of FOLDER in src/adapters/sqlite/compound_names.py."""
    assert key(name).hex() == stored


@given(st.text(max_size=60))
def test_every_text_has_a_key(text: str) -> None:
    assert len(key(text)) == KEY


@given(st.text(st.sampled_from("aeEstTmyl219 -,()[]'`./+&αβé]("), max_size=40))
def test_the_quick_way_to_fold_an_ascii_name_is_the_way_of_all(text: str) -> None:
    assert fold.compact(text) == "".join(fold.tokens(text))


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("SCH900222", "SCH-900229"), ("AMY-109", "AMY-101"), ("AMY-109", "LTX-109"), ("ACT-078", "ACT-078573"),
        ("BAY-439", "BAY 43-9006"), ("LY2127399", "LY2157299"), ("JMV-431", "JMV1431"), ("vitamin K1", "vitamin B1"),
        ("vitamin B12", "vitamin B1"), ("ATRA", "atracurium"), ("glucose 1-phosphate", "glucose 6-phosphate"),
        ("12-HETE", "HETE"),
    ],
)  # fmt: skip
def test_another_number_or_abbreviation_is_another_name(query: str, name: str) -> None:
    assert not code_matcher(query)(name)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("SCH900222", "SCH 900222 tartrate"), ("SCH 900222", "SCH-900222"), ("UK14304", "UK 14,304"),
        ("vitamin K1", "vitamin-K1 oxide"), ("ATRA", "ATRA"), ("glucose", "glucose 6-phosphate"),
        ("atra", "atracurium"), ("paracetmol", "paracetamol"), ("PGF2alpha", "PGF2α"), ("12-HETE", "5-oxo-12-HETE"),
    ],
)  # fmt: skip
def test_a_whole_number_is_in_other_spellings_and_longer_names(query: str, name: str) -> None:
    assert code_matcher(query)(name)


@pytest.mark.parametrize(
    "name", ["SCH900222", "BMS-936558", "R 59022", "SR141716A", "UK-14,304", "JNJ-67856633", "GSK2833503A"]
)
def test_letters_and_a_number_are_a_code(name: str) -> None:
    assert is_code(name)


@pytest.mark.parametrize("name", ["imatinib", "PGE2", "compound 12", "vitamin B12", "5-HT", "2244", "ATRA", ""])
def test_other_names_are_no_code(name: str) -> None:
    assert not is_code(name)
