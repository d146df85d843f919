import pytest

from biofacts.domain.text import similar_names
from biofacts.domain.text.similar_names import CERTAIN, LIKELY, POSSIBLE, REMOTE, almost_as_similar, most_similar

SPECIES = ("mus musculus", "rattus norvegicus")


@pytest.mark.parametrize(
    ("name", "choices", "least", "expected"),
    [
        ("mus musculis", SPECIES, CERTAIN, "mus musculus"),
        ("mus spretus", SPECIES, CERTAIN, None),
        ("antibodie", ("antibody", "peptide"), POSSIBLE, "antibody"),
        ("ensemble", ("ensembl", "uniprot"), LIKELY, "ensembl"),
        ("pato", ("go", "pfam"), LIKELY, None),
        ("x", (), REMOTE, None),
    ],
)
def test_the_nearest_name_is_the_correction(
    name: str, choices: tuple[str, ...], least: float, expected: str | None
) -> None:
    assert most_similar(name, choices, least) == expected


def test_a_second_name_is_suggested_if_it_is_almost_as_near() -> None:
    assert almost_as_similar("pathway", ["pathways", "path", "genes"], REMOTE) == ["pathways"]
    assert almost_as_similar("list", ["lists", "listed", "x"], REMOTE) == ["lists", "listed"]
    assert almost_as_similar("zzz", ["lists"], REMOTE) == []


def test_the_degrees_of_similarity_are_in_order() -> None:
    degrees = [CERTAIN, similar_names.ONE_SLIP, LIKELY, POSSIBLE, REMOTE]

    assert degrees == sorted(degrees, reverse=True)
