"""The pathways of a gene, by whatever it is called: on the sample, and on a source whose names are late."""

from collections.abc import Sequence

import pytest

from biofacts.application.pathways.reverse_lookup import (
    PathwaysForCompound,
    PathwaysOfCompound,
    PathwaysOfGene,
    ReverseLookup,
)
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound, UpstreamError
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.genes import NamedGenes
from biofacts.ports.sources import Query
from tests.genes import SAMPLE, EverySymbol


def ids(page: PathwaysOfGene) -> list[str]:
    return [item.id for item in page.items]


@pytest.fixture
def pathways(sample: Container) -> ReverseLookup:
    return sample.use_cases().pathways_of_gene


@pytest.mark.parametrize(
    "name", ["p53", "tumor protein p53", "HGNC:11998", "7157", "ENSG00000141510.2", "P04637-3", "TP53 gene"]
)
async def test_the_answer_by_any_name_is_the_answer_by_symbol(pathways: ReverseLookup, name: str) -> None:
    assert ids(await pathways(name)) == ids(await pathways("TP53"))


async def test_what_a_name_was_read_as_is_told(pathways: ReverseLookup) -> None:
    alias, symbol = (await pathways("p53")).read_as, (await pathways("tp53")).read_as

    assert alias is not None
    assert (alias.id, alias.symbol, alias.why) == ("HGNC:11998", "TP53", "alias")
    assert symbol is None


async def test_a_mouse_gene_is_the_same_by_symbol_and_identifier(pathways: ReverseLookup) -> None:
    found = [ids(await pathways(name, organism="Mus musculus")) for name in ("Trp53", "ENSMUSG00000059552", "p53")]

    assert found == [["WP:WP1254"]] * 3


@pytest.mark.parametrize("name", ["mouse Trp53", "TP53 mouse", "mouse p53"])
async def test_an_organism_beside_a_name_is_a_filter(pathways: ReverseLookup, name: str) -> None:
    found = await pathways(name)

    assert ids(found) == ["WP:WP1254"]
    assert found.guidance == "'mouse' was read as organism='Mus musculus'; pathways of other organisms are left out."


async def test_a_gene_with_another_symbol_in_the_mouse_is_asked_for_by_organism(pathways: ReverseLookup) -> None:
    assert "WP:WP1254" not in ids(await pathways("p53"))
    assert ids(await pathways("p53", organism="Mus musculus")) == ["WP:WP1254"]


async def test_a_name_of_several_genes_is_refused_with_a_call_for_each(pathways: ReverseLookup) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await pathways("COX2", organism="Homo sapiens")

    assert {one.symbol for one in caught.value.candidates} == {"MT-CO2", "PTGS2"}
    for one in caught.value.candidates:
        assert f"gene_id='{one.id}', organism='Homo sapiens' for {one.symbol}" in caught.value.hint


async def test_a_family_is_refused_with_members_and_the_topic(pathways: ReverseLookup) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await pathways("PI3K")

    assert "not one gene but a family" in caught.value.message
    assert {"PIK3CA", "PIK3R1"} == {one.symbol for one in caught.value.candidates}
    assert "search_pathways with query='PI3K'" in caught.value.hint


@pytest.mark.parametrize("name", ["glucose", "CHEBI:15903", "pyruvate"])
async def test_what_is_no_gene_is_in_no_pathway_and_the_way_on_is_told(pathways: ReverseLookup, name: str) -> None:
    page = await pathways(name)

    assert page.pagination.total_count == 0
    assert f"No gene called '{name}' was found" in (page.guidance or "")
    assert f"get_pathways_for_compound with compound='{name}'" in (page.guidance or "")


async def test_a_known_gene_that_is_drawn_nowhere_is_said_to_be_known(pathways: ReverseLookup) -> None:
    page = await pathways("HER2")

    assert page.pagination.total_count == 0
    assert page.read_as is not None
    assert "ERBB2 is a known gene" in (page.guidance or "")


async def test_what_else_a_name_may_mean_is_told(pathways: ReverseLookup) -> None:
    assert "it may also mean H3P10 (alias)" in ((await pathways("p16")).guidance or "")


async def test_a_walk_keeps_the_gene_that_it_began_with(pathways: ReverseLookup) -> None:
    whole = ids(await pathways("p53"))
    walked: list[str] = []
    cursor: str | None = None
    while True:
        page = await pathways("p53", page_size=2, cursor=cursor)
        walked += ids(page)
        if (cursor := page.pagination.cursor) is None:
            break

    assert walked == whole
    assert len(whole) > 2


class Late(EverySymbol):
    """Knows names only when it is waited for."""

    def __init__(self) -> None:
        self.waited: list[bool] = []

    async def by_name(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        self.waited.append(patient)
        if not patient:
            return NamedGenes(lacking="Names are not available yet.")
        return NamedGenes(of_organism=[gene for gene in SAMPLE if gene.is_human and gene.standing(name.text)])

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        return [f"symbol:{gene.symbol.casefold()}"]


async def test_a_plain_symbol_does_not_wait_for_names_and_says_what_was_not_known(sample: Container) -> None:
    late = Late()
    page = await ReverseLookup(sample.pathways(), late)("TP53")

    assert page.items
    assert late.waited == [False]
    assert "Names are not available yet." in (page.guidance or "")


async def test_a_name_that_finds_nothing_by_itself_waits_for_names(sample: Container) -> None:
    late = Late()
    page = await ReverseLookup(sample.pathways(), late)("p53", organism="Homo sapiens")

    assert late.waited == [False, True]
    assert page.read_as is not None
    assert page.items


YEAST = "Saccharomyces cerevisiae"


async def test_a_name_is_read_as_it_is_drawn_where_genes_are_not_called_after_human_ones(sample: Container) -> None:
    """KGD1 is a gene of yeast, and an alias of human OGDH."""
    use = sample.use_cases()
    drawn = await use.pathways_of_gene("KGD1", organism=YEAST)
    (resolved,) = (await use.resolve_many(["KGD1"], "gene", organism=YEAST)).items

    assert [one.id for one in drawn.items] == ["WP:WP490"]
    assert drawn.read_as is None
    assert "In human, 'KGD1' is OGDH" in (drawn.guidance or "")
    assert (resolved.status, resolved.id) == ("not_found", None)


async def test_genes_of_another_kind_with_the_name_are_told(sample: Container) -> None:
    everywhere = await sample.use_cases().pathways_of_gene("KGD1")

    assert everywhere.read_as is not None
    assert everywhere.read_as.symbol == "OGDH"
    assert f"gene_id='KGD1', organism='{YEAST}'" in (everywhere.guidance or "")


async def test_a_label_of_which_no_gene_is_known_is_told_to_be_one(sample: Container) -> None:
    drawn = await sample.use_cases().pathways_of_gene("F14B4.2")

    assert drawn.items
    assert "was found" in (drawn.guidance or "")


# From a compound to its pathways: how it is read, in which order it is found, and what is said where it is not.


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
    return PathwaysForCompound(sample.sources()._replace(compounds=compounds))


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
    assert "None of these pathways is known to contain the compound itself" in (page.guidance or "")


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
    down = over(sample, _Compounds(error=UpstreamError.of("PubChem", "it is down")))
    by_number, by_name = await down("PubChem:CID77"), await down("no such compound")

    assert (by_number.items, by_name.items) == ((), ())
    assert "could not be fetched from PubChem" in (by_number.guidance or "")
    assert "could not be fetched from PubChem" in (by_name.guidance or "")


async def test_what_is_drawn_is_found_while_pubchem_is_down(sample: Container) -> None:
    page = await over(sample, _Compounds(error=UpstreamError.of("PubChem", "it is down")))("CHEBI:35664")

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
        await over(sample, _Compounds(error=UpstreamError.of("PubChem", "down")))(
            "dextrose", page_size=1, cursor=cursor
        )


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
