"""The built-in sample says what is true: its figures are those of the stand-in's data."""

import gzip
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from biofacts.domain.compounds.compound import Compound
from biofacts.domain.identifiers.curies import CompoundId

SAMPLE = msgspec.json.decode(
    files("biofacts.adapters.sample").joinpath("compounds.json").read_bytes(), type=list[Compound]
)


@pytest.fixture(scope="module")
def known(upstream_dir: Path) -> dict[int, dict[str, Any]]:
    packed = (upstream_dir / "pubchem" / "standin.json.gz").read_bytes()
    return {row["cid"]: row for row in msgspec.json.decode(gzip.decompress(packed))}


def test_there_are_two_dozen_compounds_each_once() -> None:
    assert len({compound.id for compound in SAMPLE}) == len(SAMPLE) >= 24


@pytest.mark.parametrize("compound", SAMPLE, ids=lambda compound: str(compound.id))
def test_every_figure_is_that_of_the_upstream(compound: Compound, known: dict[int, dict[str, Any]]) -> None:
    row = known[CompoundId.parse(compound.id).number or 0]
    figures = {
        "formula": compound.molecular_formula,
        "weight": f"{compound.molecular_weight:.2f}",
        "smiles": compound.isomeric_smiles,
        "connectivity": compound.canonical_smiles,
        "inchi": compound.inchi,
        "inchikey": compound.inchikey,
    }

    assert figures == {key: row[key] for key in figures}
    assert set(compound.cross_references.values()) <= set(row["synonyms"])


@pytest.mark.parametrize("compound", SAMPLE, ids=lambda compound: str(compound.id))
def test_a_smiles_without_stereo_holds_none(compound: Compound) -> None:
    assert not set(compound.canonical_smiles or "") & set("@/\\")


@pytest.mark.parametrize("compound", SAMPLE, ids=lambda compound: str(compound.id))
def test_every_record_names_its_page(compound: Compound) -> None:
    assert compound.url.endswith(f"/compound/{compound.id.removeprefix('PubChem:CID')}")
