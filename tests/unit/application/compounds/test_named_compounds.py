"""Compounds by identifiers that only drawings know, over the sample's drawings."""

from typing import Any, cast

import msgspec
import pytest
from pytest_mock import MockerFixture

from biofacts.application.compounds.named_compounds import CompoundNameResolver, CompoundsByDrawing
from biofacts.application.pathways.reverse_lookup import PathwaysOfCompound
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import Container
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers.curies import CompoundId, LigandId
from biofacts.domain.pathways.compound_nodes import inchikeys
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.pathways import DrawnCompound, PathwaySource
from biofacts.ports.sources import Query


class ByInchiKey(CompoundSource):
    """Knows every InChIKey, and nothing else."""

    def __init__(self) -> None:
        self.asked = list[str]()

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        self.asked.append(query.text)
        found = [CompoundSearchCandidate(id=f"PubChem:CID{len(self.asked)}", name=query.text, score=1.0)]
        return windowed(found if len(query.text) == 27 else [], window, version="v", guidance="nothing")

    async def get(self, identifier: CompoundId) -> Compound | None:
        return None

    async def knows(self, name: str) -> bool:
        return False


@pytest.fixture
def pathways(sample: Container) -> PathwaySource:
    return sample.pathways()


async def drawn(pathways: PathwaySource) -> tuple[str, str]:
    """An identifier that is drawn with one InChIKey, and that."""
    found = await pathways.compounds_drawn("Homo sapiens", None)
    assert found is not None
    for node in found.nodes:
        keys = inchikeys(node.references)
        for key, value in node.references:
            if len(keys) == 1 and key == "chebi":
                return value, next(iter(keys))
    pytest.fail("the sample draws no such compound")


async def test_an_identifier_that_nobody_else_knows_is_found_by_what_drawings_say(pathways: PathwaySource) -> None:
    identifier, key = await drawn(pathways)
    source = ByInchiKey()
    hits = await CompoundsByDrawing(source, pathways).search(Query(text=identifier), Window())

    assert hits is not None
    assert [one.name for one in hits.items] == [key]
    assert source.asked == [identifier, key]
    assert f"drawings give {key} for '{identifier}'" in (hits.guidance or "")


@pytest.mark.parametrize(
    ("several", "score"),
    [([("A", 2)], 0.97), ([("A", 1)], 0.8), ([("A", 8), ("B", 1)], 0.97), ([("A", 1), ("B", 1)], 0.8)],
)
async def test_a_label_is_the_compound_that_several_pathways_draw_so(
    pathways: PathwaySource, mocker: MockerFixture, several: list[tuple[str, int]], score: float
) -> None:
    drawn = [DrawnCompound(inchikey=letter * 27, name="x", pathways=number) for letter, number in several]
    mocker.patch.object(type(pathways), "drawn_as", return_value=drawn)
    hits = await CompoundsByDrawing(ByInchiKey(), pathways).search(Query(text="dTMP"), Window())

    assert hits is not None
    assert {one.score for one in hits.items} == {score}
    assert hits.items[0].name == "A" * 27
    assert all("drawn under that name" in (one.read_as or "") for one in hits.items)


@pytest.mark.parametrize(
    ("drawn", "labelled", "read_as"), [(12, 23, "peroxide"), (11, 23, None), (1, 23, None), (1, 2, None)]
)
async def test_a_label_is_no_compound_that_only_a_few_of_its_pathways_draw(
    sample: Container, mocker: MockerFixture, drawn: int, labelled: int, read_as: str | None
) -> None:
    peroxide = DrawnCompound(inchikey="A" * 27, name="peroxide", pathways=drawn, labelled=labelled)
    mocker.patch.object(type(sample.pathways()), "drawn_as", return_value=[peroxide])
    found = await call(TOOLS["get_pathways_for_compound"], sample.use_cases(), {"compound": "oxygen zzq"})
    hits = await CompoundsByDrawing(ByInchiKey(), sample.pathways()).search(Query(text="oxygen zzq"), Window())

    assert isinstance(found, PathwaysOfCompound)
    assert (found.read_as and found.read_as.name) == read_as
    assert hits is not None
    assert bool(hits.items) is (read_as is not None)


@pytest.mark.parametrize("text", ["CHEBI:99999999", "no compound", "HGNC:11998"])
async def test_what_drawings_do_not_know_either_stays_unknown(pathways: PathwaySource, text: str) -> None:
    hits = await CompoundsByDrawing(ByInchiKey(), pathways).search(Query(text=text), Window())

    assert hits is not None
    assert (hits.items, hits.guidance) == ((), "nothing")


@pytest.mark.parametrize(
    ("name", "read_as", "why"),
    [
        ("aspirin", "aspirin", "a name in the Guide to PHARMACOLOGY"),
        ("acetylsalicylic acid (aspirin)", "aspirin", "also called 'aspirin'"),
        ("acetylsalicylic acid (ASA)", "aspirin", "without (ASA)"),
        ("acetylsalicylic acid (ibuprofen)", None, ""),
        ("venetoclax (aspirin)", None, ""),
        ("glucose 6-phosphate (G6P)", "Glucose 6-phosphate", "without (G6P)"),
        ("glucose 6-phosphate (aspirin)", None, ""),
        ("glucose 6-phosphate (citrate)", None, ""),
        ("citrate", "Citrate", "drawn under that name in 2 pathways"),
        ("cholesterol (ester)", None, ""),
        ("zzq (aspirin)", None, ""),
    ],
)
async def test_a_name_in_brackets_must_not_belong_to_another_compound(
    sample: Container, name: str, read_as: str | None, why: str
) -> None:
    found = await call(TOOLS["get_pathways_for_compound"], sample.use_cases(), {"compound": name})

    assert isinstance(found, PathwaysOfCompound)
    assert (found.read_as and found.read_as.name) == read_as
    assert why in (found.read_as.why if found.read_as else "")


class Called:
    """Has ligands that all have the name that is searched for."""

    def __init__(self, *ligands: Ligand) -> None:
        self._ligands = {one.id: one for one in ligands}

    async def knows(self, name: str) -> bool:
        return True

    async def search(self, query: Query, window: Window) -> Hits[LigandCandidate] | None:
        every = [
            LigandCandidate(id=one, name=query.text, type="Peptide", approved=False, score=1.0) for one in self._ligands
        ]
        return windowed(every, window, version="v")

    async def get(self, identifier: LigandId) -> Ligand | None:
        return self._ligands[str(identifier)]


@pytest.mark.parametrize(
    ("drawn_ligand", "inchikey", "number", "read_as"),
    [
        (False, "KTUFNOKKBVMGRW-UHFFFAOYSA-N", 1, "Citrate"), (True, "KTUFNOKKBVMGRW-UHFFFAOYSA-N", 1, "imatinib"),
        (False, None, 2, "Citrate"),
    ],
)  # fmt: skip
async def test_the_label_of_another_compound_is_no_name_of_a_ligand_that_nothing_draws(
    sample: Container, *, drawn_ligand: bool, inchikey: str | None, number: int, read_as: str
) -> None:
    imatinib = await sample.ligands().get(LigandId.parse("IUPHAR:5687"))
    citrate = (await sample.pathways().drawn_as("citrate"))[0].inchikey
    assert imatinib is not None
    called = msgspec.structs.replace(
        imatinib, synonyms=("citrate",), inchikey=citrate if drawn_ligand else inchikey, cross_references={}
    )
    others = [msgspec.structs.replace(called, id=f"IUPHAR:{one}") for one in range(1, number)]
    names = CompoundNameResolver(sample.pathways(), cast("Any", Called(called, *others)), ByInchiKey(), tool="x")
    meant = await names.resolved("citrate", None, strict=True)

    assert (meant.read_as and meant.read_as.name) == read_as


def drawn_so(mocker: MockerFixture, pathways: PathwaySource, name: str = "another") -> None:
    """Let drawings have another compound under every name."""
    drawn = [DrawnCompound(inchikey="A" * 14 + "-UHFFFAOYSA-N", name=name, pathways=3)]
    mocker.patch.object(type(pathways), "drawn_as", return_value=drawn)


async def test_a_name_of_the_guide_that_drawings_use_for_another_compound_says_so(
    sample: Container, mocker: MockerFixture
) -> None:
    drawn_so(mocker, sample.pathways())
    mocker.patch.object(CompoundNameResolver, "_is_drawn", return_value=True)
    found = await sample.use_cases().pathways_of_compound("aspirin")

    assert found.read_as is not None
    assert found.read_as.id == "IUPHAR:4139"
    assert "In 3 pathways of all organisms, 'aspirin' is drawn with the identifier of another compound." in (
        found.guidance or ""
    )


async def test_nodes_that_have_the_name_of_another_compound_are_told(sample: Container, mocker: MockerFixture) -> None:
    ask, citrate = sample.use_cases().pathways_of_compound, "KRKNYBCHXYNGOX-UHFFFAOYSA-N"
    before = await ask(citrate)
    drawn_so(mocker, sample.pathways())
    after = await ask(citrate)

    assert before.items == after.items
    assert "name of another compound" not in (before.guidance or "")
    assert "labelled 'citrate', a name of another compound" in (after.guidance or "")
