"""From a compound to its pathways: how it is read, in which order it is found, and what is said where it is not."""

import pytest

from biofacts.application.pathways.reverse_lookup import PathwaysForCompound, PathwaysOfCompound
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound, UpstreamError
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.sources import Query

Ask = PathwaysForCompound


class _Compounds(CompoundSource):
    """PubChem as a test wants it: what it finds, or how it fails. `asked`: what it was asked."""

    def __init__(self, *names: str, error: UpstreamError | None = None) -> None:
        self._names = names
        self.error = error
        self.asked: list[str] = []

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        self.asked.append(query.text)
        if self.error:
            raise self.error
        found = [
            CompoundSearchCandidate(id=f"PubChem:CID{number}", name=name, formula="C6H12O6", score=1.0)
            for number, name in enumerate(self._names, start=1)
        ]
        return windowed(found, window, version="x")

    async def knows(self, name: str) -> bool:
        return False

    async def get(self, identifier: CompoundId) -> Compound | None:
        self.asked.append(str(identifier))
        if self.error:
            raise self.error
        number = identifier.number or 0
        if not 0 < number <= len(self._names):
            return None
        return Compound(
            id=str(identifier), name=self._names[number - 1], inchikey="WQZGKKKJIJFFOK-GASJEMHNSA-N", url="https://x"
        )


@pytest.fixture
def ask(sample: Container) -> Ask:
    return sample.use_cases().pathways_of_compound


def over(sample: Container, compounds: CompoundSource) -> Ask:
    return PathwaysForCompound(sample.pathways(), sample.ligands(), compounds)


def found(page: PathwaysOfCompound) -> list[tuple[str, str | None]]:
    return [(one.id, one.matched_on) for one in page.items]


CITRATE = [("WP:WP78", "identifier"), ("WP:WP490", "same skeleton")]
ION = [("WP:WP490", "identifier"), ("WP:WP78", "same skeleton")]


@pytest.mark.parametrize(
    ("compound", "pathways"),
    [
        ("CHEBI:30769", CITRATE), ("chebi:30769", CITRATE), ("HMDB0000094", CITRATE), ("HMDB00094", CITRATE),
        ("KRKNYBCHXYNGOX-UHFFFAOYSA-N", CITRATE), ("CHEBI:16947", ION), ("KRKNYBCHXYNGOX-UHFFFAOYSA-K", ION),
    ],
)  # fmt: skip
async def test_every_identifier_finds_the_compound_and_then_its_other_forms(
    ask: Ask, compound: str, pathways: list[tuple[str, str]]
) -> None:
    assert found(await ask(compound)) == pathways


async def test_facts_have_no_score(ask: Ask) -> None:
    assert [one for one in (await ask("CHEBI:16947")).items if "score" in one.to_dict()] == []


async def test_human_pathways_come_first_of_equals(ask: Ask) -> None:
    assert [one.organism for one in (await ask("CHEBI:15903")).items] == ["Homo sapiens", "Caenorhabditis elegans"]


async def test_a_name_is_read_by_what_is_drawn_so_and_told(sample: Container) -> None:
    compounds = _Compounds()
    page = await over(sample, compounds)("Cholesterol")

    assert [one.id for one in page.items] == ["WP:WP430", "WP:WP632"]
    assert page.read_as is not None
    assert (page.read_as.id, page.read_as.name) == ("HVYWMOMLDIMFJA-DPAQBDIFSA-N", "Cholesterol")
    assert compounds.asked == []


async def test_a_name_that_nothing_at_hand_knows_is_asked_of_pubchem(sample: Container) -> None:
    page = await over(sample, _Compounds("dextrose"))("dextrose")

    assert found(page) == [("WP:WP534", "same skeleton"), ("WP:WP96", "same skeleton")]
    assert page.read_as is not None
    assert page.read_as.id == "PubChem:CID1"


async def test_a_number_of_pubchem_leads_to_other_forms(sample: Container) -> None:
    page = await over(sample, _Compounds("dextrose"))("PubChem:CID1")

    assert found(page) == [("WP:WP534", "same skeleton"), ("WP:WP96", "same skeleton")]


async def test_a_ligand_is_read_by_its_number(ask: Ask) -> None:
    page = await ask("IUPHAR:4139")

    assert page.items == ()
    assert page.read_as is not None
    assert (page.read_as.id, page.read_as.name) == ("IUPHAR:4139", "aspirin")
    assert "aspirin is a known compound" in (page.guidance or "")


async def test_a_name_of_the_guide_is_read_as_its_ligand(sample: Container) -> None:
    compounds = _Compounds()
    page = await over(sample, compounds)("ibuprofen")

    assert page.read_as is not None
    assert page.read_as.id == "IUPHAR:2713"
    assert compounds.asked == []


async def test_a_name_of_several_compounds_is_refused_with_all_of_them(sample: Container) -> None:
    with pytest.raises(AmbiguousQuery) as refused:
        await over(sample, _Compounds("one", "two"))("hexose")

    assert [one.id for one in refused.value.candidates] == ["PubChem:CID1", "PubChem:CID2"]
    assert "get_pathways_for_compound with compound='PubChem:CID1'" in refused.value.hint


async def test_what_pubchem_would_know_is_left_out_and_told(sample: Container) -> None:
    down = over(sample, _Compounds(error=UpstreamError("PubChem", "it is down")))
    by_number, by_name = await down("PubChem:CID77"), await down("no such compound")

    assert (by_number.items, by_name.items) == ((), ())
    assert "could not be fetched from PubChem" in (by_number.guidance or "")
    assert "could not be fetched from PubChem" in (by_name.guidance or "")


async def test_what_is_drawn_is_found_while_pubchem_is_down(sample: Container) -> None:
    page = await over(sample, _Compounds(error=UpstreamError("PubChem", "it is down")))("CHEBI:35664")

    assert found(page) == [("WP:WP430", "identifier")]


async def test_a_label_alone_is_found_and_told(sample: Container) -> None:
    page = await over(sample, _Compounds())("cholesterol ester")

    assert found(page) == [("WP:WP430", "label")]
    assert "only use it as a label" in (page.guidance or "")


async def test_a_compound_that_does_not_exist_is_not_found(ask: Ask) -> None:
    with pytest.raises(EntityNotFound, match="PubChem:CID999999999999"):
        await ask("PubChem:CID999999999999")
    with pytest.raises(EntityNotFound, match="IUPHAR:999999"):
        await ask("IUPHAR:999999")


@pytest.mark.parametrize(
    ("compound", "call"),
    [
        ("WP:WP534", "get_pathway with pathway_id='WP:WP534'"),
        ("HGNC:11998", "get_gene with gene_id='HGNC:11998'"),
        ("TP53", "search_genes with query='TP53'"),
        ("no such compound", "search_compounds with query='no such compound'"),
    ],
)
async def test_what_is_no_compound_is_told_the_way(ask: Ask, compound: str, call: str) -> None:
    page = await ask(compound)

    assert page.items == ()
    assert call in (page.guidance or "")


async def test_of_another_organism_it_is_told_where(ask: Ask) -> None:
    page = await ask("CHEBI:15903", organism="Mus musculus")

    assert page.items == ()
    assert "Homo sapiens, Caenorhabditis elegans" in (page.guidance or "")


async def test_a_link_is_read(ask: Ask) -> None:
    page = await ask("https://identifiers.org/CHEBI:30769")

    assert found(page) == CITRATE
    assert "read as CHEBI:30769" in (page.guidance or "")


async def test_a_walk_loses_nothing(ask: Ask) -> None:
    walked, cursor = list[str](), None
    while True:
        page = await ask("CHEBI:15903", page_size=1, cursor=cursor)
        walked += [one.id for one in page.items]
        if (cursor := page.pagination.cursor) is None:
            break

    assert walked == [one.id for one in (await ask("CHEBI:15903")).items]


async def test_a_walk_ends_where_the_name_is_read_otherwise(sample: Container) -> None:
    first = await over(sample, _Compounds("dextrose"))("dextrose", page_size=1)
    cursor = first.pagination.cursor

    assert cursor is not None
    with pytest.raises(AmbiguousQuery, match="refreshed"):
        await over(sample, _Compounds())("dextrose", page_size=1, cursor=cursor)
    with pytest.raises(UpstreamError):
        await over(sample, _Compounds(error=UpstreamError("PubChem", "down")))("dextrose", page_size=1, cursor=cursor)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Pyruvate [cytosol]", "read as 'Pyruvate', without [cytosol]; "),
        ("2 * pyruvate", "read as 'pyruvate', without 2 *; "),
    ],
)
async def test_a_drawn_name_is_read_without_its_decoration(sample: Container, name: str, why: str) -> None:
    plain = await over(sample, _Compounds())("pyruvate")
    page = await over(sample, _Compounds())(name)

    assert found(page) == found(plain) != []
    assert page.read_as is not None
    assert page.read_as.why.startswith(why)


async def test_a_name_that_pubchem_reads_says_so(sample: Container) -> None:
    class _Read(_Compounds):
        async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
            one = CompoundSearchCandidate(id="PubChem:CID1", name="D-Glucose", score=0.95, read_as="read as 'x'")
            return windowed([one], window, version="x")

    page = await over(sample, _Read("D-Glucose"))("glucopyranosate")

    assert page.read_as is not None
    assert (page.read_as.id, page.read_as.why) == ("PubChem:CID1", "read as 'x'; a name or a structure at PubChem")
