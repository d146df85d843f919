"""Keys of names: one for the spellings of a name, different ones for different compounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biofacts.domain.compounds.query import FOLDED, KEY, key
from biofacts.domain.text import fold


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
