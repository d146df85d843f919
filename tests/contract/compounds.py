"""What every source of compounds promises, whatever stands behind it."""

import pytest

from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers.cross_references import is_valid
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.sources import Query

Cases = tuple[tuple[str, str], ...]
"""Queries, each with the compound that answers it."""

ASPIRIN = "PubChem:CID2244"


class CompoundSourceContract:
    """Subclasses give the fixture `source` and override the cases that their data answers otherwise."""

    names: Cases = (("aspirin", ASPIRIN), ("Aspirin", ASPIRIN), ("ibuprofen", "PubChem:CID3672"))
    synonyms: Cases = (("acetylsalicylic acid", ASPIRIN), ("Advil", "PubChem:CID3672"), ("MOTRIN", "PubChem:CID3672"))
    partial: Cases = (("ibupro", "PubChem:CID3672"),)
    typos: Cases = (("asprin", ASPIRIN),)
    identifiers: Cases = (
        ("50-78-2", ASPIRIN),
        ("CHEMBL25", ASPIRIN),
        ("BSYNRYMUTXBXSQ-UHFFFAOYSA-N", ASPIRIN),
        ("CID 2244", ASPIRIN),
        ("2244", ASPIRIN),
    )
    structures: Cases = (
        ("CCO", "PubChem:CID702"),
        ("InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)", ASPIRIN),
    )
    nothing: tuple[str, ...] = ("zzqqxxkkvv", "CHEMBL999999999")
    listed: str = "ibuprofen"
    """A query that brings several compounds, where the data has them."""
    several: int = 2
    related: str = "PubChem:CID39912"
    """A compound whose name contains that query."""
    unknown: tuple[str, ...] = ("999999999", "999999999999", "0", "9" * 5000)
    mapped: tuple[tuple[str, str], ...] = (("chembl", "CHEMBL25"), ("drugbank", "DB00945"), ("cas", "50-78-2"))

    @pytest.fixture
    async def source(self) -> CompoundSource:
        raise NotImplementedError

    async def hits(
        self, source: CompoundSource, query: str, window: Window | None = None
    ) -> Hits[CompoundSearchCandidate]:
        found = await source.search(Query(text=query), window or Window())
        assert found is not None
        return found

    async def misses(self, source: CompoundSource, cases: Cases) -> list[tuple[str, list[str]]]:
        answers = [
            (query, right, [item.id for item in (await self.hits(source, query)).items]) for query, right in cases
        ]
        return [(query, answer) for query, right, answer in answers if answer[:1] != [right]]

    async def record(self, source: CompoundSource, digits: str = "2244") -> Compound:
        record = await source.get(CompoundId(digits))
        assert record is not None
        return record

    # Search

    async def test_names_that_were_asked_for_before_are_known(self, source: CompoundSource) -> None:
        for name in ("aspirin", "Advil", "zzqqxxkkvv"):
            await source.search(Query(text=name), Window())

        assert [await source.knows(name) for name in ("aspirin", "Advil", "zzqqxxkkvv")] == [True, True, False]

    async def test_a_name_is_found_first(self, source: CompoundSource) -> None:
        assert await self.misses(source, self.names) == []

    async def test_a_synonym_or_brand_name_is_found_first(self, source: CompoundSource) -> None:
        assert await self.misses(source, self.synonyms) == []

    async def test_a_partial_name_is_completed(self, source: CompoundSource) -> None:
        assert await self.misses(source, self.partial) == []

    async def test_a_misspelling_is_forgiven(self, source: CompoundSource) -> None:
        assert await self.misses(source, self.typos) == []

    async def test_an_identifier_of_another_database_is_found(self, source: CompoundSource) -> None:
        assert await self.misses(source, self.identifiers) == []

    async def test_a_structure_is_found(self, source: CompoundSource) -> None:
        assert await self.misses(source, self.structures) == []

    async def test_a_candidate_has_id_name_formula_and_score(self, source: CompoundSource) -> None:
        first = (await self.hits(source, "aspirin")).items[0]

        assert first == CompoundSearchCandidate(id=ASPIRIN, name="Aspirin", formula="C9H8O4", score=1.0)

    async def test_nothing_found_is_an_empty_list_with_guidance(self, source: CompoundSource) -> None:
        found = [await self.hits(source, query) for query in self.nothing]

        assert [(one.items, one.total, one.more, bool(one.guidance)) for one in found] == [
            ((), 0, False, True) for _ in self.nothing
        ]

    async def test_scores_never_rise(self, source: CompoundSource) -> None:
        scores = [item.score for item in (await self.hits(source, self.listed)).items]

        assert scores == sorted(scores, reverse=True)
        assert min(scores) > 0
        assert len(scores) >= self.several

    async def test_a_search_brings_related_compounds_too(self, source: CompoundSource) -> None:
        found = [item.id for item in (await self.hits(source, self.listed)).items]

        assert self.related in found

    async def test_a_walk_brings_every_compound_once(self, source: CompoundSource) -> None:
        whole, version, more = list[str](), None, True
        while more and len(whole) < 100:
            hits = await self.hits(source, self.listed, Window(offset=len(whole), limit=1, version=version))
            whole += [item.id for item in hits.items]
            version, more = hits.version, hits.more

        assert len(whole) == len(set(whole)) >= self.several
        assert not more

    async def test_a_version_of_another_source_is_not_kept(self, source: CompoundSource) -> None:
        assert await source.search(Query(text="aspirin"), Window(version="of-long-ago")) is None

    # Records

    async def test_a_record_is_complete(self, source: CompoundSource) -> None:
        record = await self.record(source)

        assert (record.id, record.name, record.molecular_formula, record.inchikey) == (
            ASPIRIN, "Aspirin", "C9H8O4", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N",
        )  # fmt: skip
        assert record.iupac_name == "2-acetyloxybenzoic acid"
        assert record.inchi == "InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)"
        assert record.canonical_smiles
        assert record.isomeric_smiles
        assert record.url == "https://pubchem.ncbi.nlm.nih.gov/compound/2244"
        assert record.source is not None

    async def test_the_weight_is_a_number_of_daltons(self, source: CompoundSource) -> None:
        assert (await self.record(source)).molecular_weight == 180.16

    async def test_known_mappings_are_cross_references(self, source: CompoundSource) -> None:
        references = (await self.record(source)).cross_references

        assert [(key, references.get(key)) for key, _ in self.mapped] == list(self.mapped)

    async def test_every_cross_reference_fits_its_pattern(self, source: CompoundSource) -> None:
        references = (await self.record(source)).cross_references
        pairs = [
            (key, value)
            for key, values in references.items()
            for value in ((values,) if isinstance(values, str) else values)
        ]

        assert [pair for pair in pairs if not is_valid(*pair)] == []

    async def test_an_unknown_compound_gives_none(self, source: CompoundSource) -> None:
        assert [await source.get(CompoundId(digits)) for digits in self.unknown] == [None for _ in self.unknown]

    async def test_what_search_finds_can_be_fetched(self, source: CompoundSource) -> None:
        found = [item.id for item in (await self.hits(source, self.listed)).items]
        records = [await source.get(CompoundId.parse(identifier)) for identifier in found]

        assert [record.id for record in records if record] == found
