"""The identifier of a compound: one form is read, nearly right ones are corrected, all others refused."""

import pytest

from biofacts.domain.answers.errors import UnresolvedEntity
from biofacts.domain.identifiers.curies import CompoundId


@pytest.mark.parametrize("given", ["PubChem:CID2244", "PubChem:CID1", "PubChem:CID999999999999"])
def test_a_curie_is_read_and_printed_unchanged(given: str) -> None:
    assert str(CompoundId.parse(given)) == given


@pytest.mark.parametrize(
    "given",
    [
        "2244", "CID2244", "cid2244", "cid:2244", "CID 2244", "CID: 2244", "pubchem:cid2244", "PubChem:2244",
        "pubchem 2244", "PUBCHEM:CID:2244", "pubchem.compound:2244", "PubChem CID 2244", " PubChem:CID2244 ",
        "PubChem-CID2244", "PubChem_compound_2244", "pubchem_cid_2244",
    ],
)  # fmt: skip
def test_a_near_miss_suggests_the_corrected_curie(given: str) -> None:
    with pytest.raises(UnresolvedEntity) as caught:
        CompoundId.parse(given)

    assert caught.value.suggestion == "PubChem:CID2244"
    assert "get_compound with pubchem_id='PubChem:CID2244'" in caught.value.hint


@pytest.mark.parametrize(
    "given",
    ["aspirin", "50-78-2", "CHEMBL25", "", " ", "PubChem:CID", "PubChem:CIDx", "PubChem:SID2244", "CHEBI:15365",
     "PubChem:CID-1", "CID-5", "CID -5", "-5", "pubchem-5", "cid:-5", "CID2.5",
     "PubChem:CID2.5", "PubChem:CID２２４４", "PubChem:CID2244\n", "IUPHAR:2713", "B12"],
)  # fmt: skip
def test_anything_else_is_refused_with_a_hint_that_names_the_search(given: str) -> None:
    with pytest.raises(UnresolvedEntity) as caught:
        CompoundId.parse(given)

    assert "search_compounds" in caught.value.hint


@pytest.mark.parametrize("given", [None, 2244, 2.5, ["PubChem:CID2244"], {"id": 1}])
def test_what_is_no_string_is_refused(given: object) -> None:
    with pytest.raises(UnresolvedEntity):
        CompoundId.parse(given)


@pytest.mark.parametrize(
    ("digits", "number"),
    [("1", 1), ("2147483647", 2147483647), ("0000002244", 2244), ("2147483648", None), ("0", None), ("9" * 9999, None)],
    ids=lambda value: str(value)[:12],
)
def test_numbers_beyond_pubchems_are_none(digits: str, number: int | None) -> None:
    assert CompoundId(digits).number == number


def test_zeros_before_the_number_are_none_of_it() -> None:
    assert str(CompoundId.parse("PubChem:CID02244")) == "PubChem:CID2244"
