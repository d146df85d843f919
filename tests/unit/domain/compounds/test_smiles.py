"""SMILES without stereochemistry and isotopes, and what is a structure at all."""

import csv
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from biofacts.domain.compounds.smiles import is_structure, without_stereo
from tests import places

LIGANDS = places.UPSTREAM / "gtopdb" / "reconstructed" / "DATA" / "ligands.csv"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("CC(Cc1ccc(cc1)C(C(=O)O)C)C", "CC(Cc1ccc(cc1)C(C(=O)O)C)C"),
        ("C[C@@H](N)C(=O)O", "CC(N)C(=O)O"),
        ("C[C@](F)(Cl)Br", "CC(F)(Cl)Br"),
        ("F/C=C/F", "FC=CF"),
        ("C/C(=C\\1/CCCC1)/O", "CC(=C1CCCC1)O"),
        ("[2H]C([2H])([2H])O", "[H]C([H])([H])O"),
        ("[11CH3]N", "CN"),
        ("[13cH]1ccccc1", "c1ccccc1"),
        ("[13CH]#[13CH]", "C#C"),
        ("[13C]$[13C]", "C$C"),
        ("c1cc[15nH]c1", "c1cc[nH]c1"),
        ("C[N@@+](C)(CC)CCC", "C[N+](C)(CC)CCC"),
        ("C[S@](=O)c1ccccc1", "CS(=O)c1ccccc1"),
        ("[C@@H]1(O)CC[C@H]1N", "C1(O)CCC1N"),
        ("[14C]N", "[C]N"),  # without hydrogens, as it is written
        ("[Na+].[O-]C(=O)[C@@H](N)C", "[Na+].[O-]C(=O)C(N)C"),
        ("O[C@H](C%10)CC%10", "OC(C%10)CC%10"),
        ("not/a/name", "not/a/name"),
    ],
)
def test_marks_go_and_brackets_that_only_they_needed(written: str, plain: str) -> None:
    assert without_stereo(written) == plain


@given(st.lists(st.sampled_from(["C", "N", "[C@@H]", "[C@]", "O", "(", ")", "/", "\\", "=", "1", "[2H]", "[nH]", "."])))
@settings(max_examples=300)
def test_whatever_is_written_the_result_is_stable(parts: list[str]) -> None:
    once = without_stereo("".join(parts))

    assert without_stereo(once) == once
    assert once.count("[") == once.count("]")


@pytest.mark.thorough
@pytest.mark.skipif(not LIGANDS.is_file(), reason=f"there is no mirror of GtoPdb at {places.UPSTREAM}")
def test_no_mark_is_left_in_any_structure_of_the_guide() -> None:
    with LIGANDS.open(newline="") as file:
        rows = list(csv.reader(file))
    column = rows[1].index("SMILES")
    written = [row[column].strip() for row in rows[2:] if row[column].strip()]
    plain = [without_stereo(one) for one in written]

    assert len(written) == 11257
    assert [one for one in plain if re.search(r"[@/\\]|\[\d", one) or without_stereo(one) != one] == []


@pytest.mark.parametrize("text", ["CC(=O)O", "c1ccccc1", "C#CCN", "InChI=1S/CH4/h1H4", "[O-]C(=O)C"])
def test_structures_are_read_as_such(text: str) -> None:
    assert is_structure(text)


@pytest.mark.parametrize(
    "text",
    ["CCCP", "[3H]CPP", "[3H]PSB-11", "INCB3344", "S-(-)CPP", "ibuprofen", "C5", "(+)-SKF", "CO", "[125I]-I-BOP", ""],
)
def test_names_are_no_structures(text: str) -> None:
    assert not is_structure(text)


@pytest.mark.parametrize("text", ["C1CC1", "[Na+].[Cl-]", "CCCP", "CO", "[3H]CPP"])
def test_what_may_be_a_structure_is_not_certain_to_be_one(text: str) -> None:
    assert is_structure(text, certain=False)
    assert not is_structure(text)


@pytest.mark.parametrize("text", ["C(", "C)C(", "C1CC", "1CC", "[Sar<sup>9</sup>]SP", "aspirin", ""])
def test_a_text_that_is_no_smiles_is_no_structure(text: str) -> None:
    assert not is_structure(text, certain=False)


@pytest.mark.parametrize(
    ("element", "hydrogens"),
    [
        ("B", "3210000"), ("C", "4321000"), ("N", "3210100"), ("O", "2100000"), ("P", "3210100"), ("S", "2101010"),
        ("F", "1000000"), ("Cl", "1000000"), ("Br", "1000000"), ("I", "1000000"), ("c", "3210000"), ("b", "0000000"),
        ("n", "0000000"), ("o", "0000000"), ("p", "0000000"), ("s", "0000000"),
    ],
)  # fmt: skip
def test_brackets_go_if_the_hydrogens_are_those_of_an_atom_without_them(element: str, hydrogens: str) -> None:
    """`hydrogens`: by the number of other bonds."""
    implied = [
        [number for number in range(8) if "[" not in without_stereo(f"[9{element}H{number}]" + "(C)" * bonds)]
        for bonds in range(7)
    ]

    assert implied == [[int(one)] for one in hydrogens]
