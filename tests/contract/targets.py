"""What every source of targets must do, asked through the use cases."""

import msgspec
import pytest

from biofacts.application.lookup import Lookup
from biofacts.application.resolve import Resolve
from biofacts.domain.answers.entity_kinds import TARGET
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound, UnresolvedEntity
from biofacts.domain.answers.pages import Page
from biofacts.domain.identifiers.cross_references import REGISTRY, is_valid
from biofacts.domain.identifiers.curies import TargetId
from biofacts.domain.pharmacology.target import Target, TargetCandidate
from biofacts.ports.pharmacology import TargetSource
from tests.contract.joins import AtHandContract

DOPAMINE = ["IUPHAR:214", "IUPHAR:215", "IUPHAR:216", "IUPHAR:217", "IUPHAR:218"]


class TargetSourceContract(AtHandContract):
    """Subclasses have a fixture `source`. The data: two dozen well-known receptors, channels and enzymes."""

    async def bring(self, source: TargetSource) -> None:
        await source.with_identifiers([])

    async def search(self, source: TargetSource, query: str, **given: object) -> Page[TargetCandidate]:
        return await Resolve(TARGET, source)(query, **given)  # type: ignore[arg-type]

    async def get(self, source: TargetSource, identifier: object) -> Target:
        return await Lookup(TARGET, TargetId, source.get, hint_for=source.hint_for)(identifier)

    async def ids(self, source: TargetSource, query: str, page_size: int = 100) -> list[str]:
        """Every id of a listing, walked to its end."""
        walked: list[str] = []
        cursor: str | None = None
        while True:
            page = await self.search(source, query, cursor=cursor, page_size=page_size)
            walked += [item.id for item in page.items]
            if (cursor := page.pagination.cursor) is None:
                assert len(set(walked)) == len(walked) == page.pagination.total_count
                return walked

    # Search

    async def test_search_by_gene_symbol_gives_the_dopamine_d2_receptor(self, source: TargetSource) -> None:
        page = await self.search(source, "DRD2")

        assert page.items[0] == TargetCandidate(
            id="IUPHAR:215", name="D2 receptor", family="Dopamine receptors", gene_symbol="DRD2", score=1.0
        )
        assert page.pagination.page_size == 50

    async def test_search_by_family_gives_all_five_dopamine_receptors_first(self, source: TargetSource) -> None:
        assert sorted((await self.ids(source, "dopamine receptor"))[:5]) == DOPAMINE

    @pytest.mark.parametrize(
        ("query", "identifier"),
        [
            ("5-HT1A", "IUPHAR:1"), ("5-HT1A receptor", "IUPHAR:1"), ("COX-2", "IUPHAR:1376"), ("cox2", "IUPHAR:1376"),
            ("EGFR", "IUPHAR:1797"), ("mu opioid receptor", "IUPHAR:319"), ("μ receptor", "IUPHAR:319"),
            ("PPAR gamma", "IUPHAR:595"), ("PPARγ", "IUPHAR:595"), ("ACE2", "IUPHAR:1614"), ("hERG", "IUPHAR:572"),
            ("Drd2", "IUPHAR:215"), ("drd2", "IUPHAR:215"), ("P14416", "IUPHAR:215"), ("ENSG00000149295", "IUPHAR:215"),
            ("serotonin transporter", "IUPHAR:928"), ("beta 2 adrenoceptor", "IUPHAR:29"), ("HGNC:3023", "IUPHAR:215"),
            ("epidermal growth factor recptor", "IUPHAR:1797"),
        ],
    )  # fmt: skip
    async def test_symbols_abbreviations_names_and_identifiers_lead_to_the_target(
        self, source: TargetSource, query: str, identifier: str
    ) -> None:
        assert (await self.ids(source, query))[:1] == [identifier]

    @pytest.mark.parametrize(
        ("query", "identifiers"),
        [
            ("sigma-1 receptor", ["IUPHAR:2552"]), ("σ1", ["IUPHAR:2552"]), ("sigma receptors", ["IUPHAR:2552"]),
            ("B2", ["IUPHAR:42"]), ("β2", ["IUPHAR:29"]), ("D2", ["IUPHAR:215"]), ("H1", ["IUPHAR:262"]),
            ("NR2B", ["IUPHAR:457"]), ("CA2", ["IUPHAR:3092"]),
            ("ADRB", ["IUPHAR:28", "IUPHAR:29"]),
            ("DRD", ["IUPHAR:214", "IUPHAR:215", "IUPHAR:216", "IUPHAR:217", "IUPHAR:218"]),
        ],
    )  # fmt: skip
    async def test_short_names_series_and_ions_mean_what_pharmacologists_mean(
        self, source: TargetSource, query: str, identifiers: list[str]
    ) -> None:
        items = (await self.search(source, query)).items

        assert [item.id for item in items[: len(identifiers)]] == identifiers
        assert items[0].rating >= 0.97

    @pytest.mark.parametrize(
        ("query", "identifiers"),
        [
            ("calcium", ["IUPHAR:529"]), ("Ca2+", ["IUPHAR:529"]),
            ("SLC6", ["IUPHAR:926", "IUPHAR:928"]), ("SLC6 family", ["IUPHAR:926", "IUPHAR:928"]),
        ],
    )  # fmt: skip
    async def test_the_members_of_a_series_stand_among_the_first_in_its_order(
        self, source: TargetSource, query: str, identifiers: list[str]
    ) -> None:
        items = (await self.search(source, query)).items

        assert [item.id for item in items[:10] if item.id in identifiers] == identifiers
        assert items[0].rating >= 0.97

    async def test_a_receptor_tyrosine_kinase_is_none_of_the_others(self, source: TargetSource) -> None:
        receptors = {*await self.ids(source, "RTK")}
        others = {*await self.ids(source, "non-receptor tyrosine kinases")}

        assert ("IUPHAR:1797" in receptors, "IUPHAR:1923" in receptors) == (True, False)
        assert ("IUPHAR:1797" in others, "IUPHAR:1923" in others) == (False, True)
        assert receptors & others == set()

    @pytest.mark.parametrize(
        ("identifier", "wanted"),
        [
            ("P61168", "IUPHAR:215"), ("13489", "IUPHAR:215"), ("NCBIGene:24318", "IUPHAR:215"),
            ("ENSRNOG00000008428", "IUPHAR:215"), ("NM_010077.3", "IUPHAR:215"), ("NP_036679", "IUPHAR:215"),
            ("MGI:94924", "IUPHAR:215"), ("RGD:2520", "IUPHAR:215"), ("Agtr1b", "IUPHAR:34"), ("P25095", "IUPHAR:34"),
        ],
    )  # fmt: skip
    async def test_identifiers_and_symbols_of_rodents_lead_to_the_target(
        self, source: TargetSource, identifier: str, wanted: str
    ) -> None:
        assert await self.ids(source, identifier) == [wanted]

    async def test_a_number_of_the_rats_database_is_found_with_its_name_only(self, source: TargetSource) -> None:
        assert await self.ids(source, "2520") == []

    @pytest.mark.parametrize(
        ("query", "label"),
        [
            ("GPCR", "GPCR"), ("G protein-coupled receptors", "GPCR"), ("ion channel", "Ion channel"),
            ("transporters", "Transporter"), ("nuclear receptor", "Nuclear hormone receptor"), ("enzyme", "Enzyme"),
        ],
    )  # fmt: skip
    async def test_a_class_word_lists_the_class_and_nothing_else(
        self, source: TargetSource, query: str, label: str
    ) -> None:
        assert (await self.search(source, query)).guidance
        for identifier in await self.ids(source, query):
            target = await self.get(source, identifier)
            assert label in (target.target_class, *target.other_classes)

    async def test_kinases_are_listed_across_enzymes_and_receptors(self, source: TargetSource) -> None:
        assert {"IUPHAR:1797", "IUPHAR:1923"} <= set(await self.ids(source, "kinases"))

    async def test_walking_a_class_by_cursor_loses_and_doubles_nothing(self, source: TargetSource) -> None:
        assert await self.ids(source, "GPCR", page_size=3) == await self.ids(source, "GPCR")

    async def test_nothing_found_gives_an_empty_page_with_total_zero_and_guidance(self, source: TargetSource) -> None:
        page = await self.search(source, "qqzzxxyyvv")

        assert page.items == ()
        assert page.pagination.total_count == 0
        assert page.guidance

    async def test_a_damaged_cursor_is_refused(self, source: TargetSource) -> None:
        with pytest.raises(AmbiguousQuery):
            await self.search(source, "GPCR", cursor="x" * 20)

    async def test_a_short_query_is_refused_with_an_example(self, source: TargetSource) -> None:
        with pytest.raises(AmbiguousQuery) as caught:
            await self.search(source, "D")

        assert "search_targets" in caught.value.hint

    async def test_a_receptor_is_found_by_its_shortened_name(self, source: TargetSource) -> None:
        found = [await Resolve(TARGET, source)(name) for name in ("AT1R", "5-HT1AR")]

        assert [(page.items[0].name, page.items[0].score) for page in found] == [
            ("AT1 receptor", 1.0),
            ("5-HT1A receptor", 1.0),
        ]

    async def test_whole_names_symbols_and_classes_are_known_once_they_are_at_hand(self, source: TargetSource) -> None:
        await self.search(source, "DRD2")

        assert [name for name in ("drd2", "D2 receptor", "GPCRs", "IUPHAR:215") if not await source.knows(name)] == []
        assert [name for name in ("ibuprofen", "DRD", "DRD2 in mice") if await source.knows(name)] == []

    # Lookup

    async def test_lookup_gives_the_complete_record_of_the_d2_receptor(self, source: TargetSource) -> None:
        """The seed calls target 214 the D2 receptor; that is D1, and D2 is 215."""
        target = await self.get(source, "IUPHAR:215")

        assert (target.name, target.target_family, target.target_class) == ("D2 receptor", "Dopamine receptors", "GPCR")
        assert (target.species, target.gene_symbol) == ("Human", "DRD2")
        assert "dopamine D2 receptor" in target.synonyms
        wanted = {
            "hgnc": "HGNC:3023", "hgnc_symbol": "DRD2", "uniprot": ("P14416",), "entrez": "1813",
            "ensembl_gene": "ENSG00000149295", "refseq": ("NM_000795", "NP_000786"),
        }  # fmt: skip
        assert wanted.items() <= dict(target.cross_references).items()
        assert target.url.endswith("objectId=215")

    async def test_identifiers_of_other_species_stand_apart(self, source: TargetSource) -> None:
        d2, at1 = await self.get(source, "IUPHAR:215"), await self.get(source, "IUPHAR:34")

        assert d2.orthologs == {
            "mouse": {
                "gene_symbol": "Drd2", "ensembl_gene": "ENSMUSG00000032259", "uniprot": ("P61168",),
                "entrez": "13489", "refseq": ("NM_010077", "NP_034207"), "mgi": "MGI:94924",
            },
            "rat": {
                "gene_symbol": "Drd2", "ensembl_gene": "ENSRNOG00000008428", "uniprot": ("P61169",),
                "entrez": "24318", "refseq": ("NM_012547", "NP_036679"), "rgd": "2520",
            },
        }  # fmt: skip
        assert at1.orthologs["mouse"]["gene_symbol"] == ("Agtr1a", "Agtr1b")
        assert at1.orthologs["rat"]["entrez"] == ("81638", "24180")
        assert at1.gene_symbol == "AGTR1"

    async def test_target_214_is_d1_not_d2_as_the_seed_has_it(self, source: TargetSource) -> None:
        target = await self.get(source, "IUPHAR:214")

        assert (target.name, target.gene_symbol) == ("D1 receptor", "DRD1")

    async def test_lookup_carries_approved_ligands_first_at_most_ten_with_their_number(
        self, source: TargetSource
    ) -> None:
        target = await self.get(source, "IUPHAR:1375")

        assert target.ligands[0].approved
        assert [one.approved for one in target.ligands] == sorted(
            (one.approved for one in target.ligands), reverse=True
        )
        assert len(target.ligands) <= 10
        assert target.ligand_count >= len(target.ligands)

    async def test_names_are_plain_text(self, source: TargetSource) -> None:
        names = [(await self.get(source, identifier)).name for identifier in ("IUPHAR:319", "IUPHAR:28", "IUPHAR:572")]

        assert names == ["μ receptor", "β1-adrenoceptor", "Kv11.1"]

    async def test_a_record_holds_no_null_and_only_valid_references(self, source: TargetSource) -> None:
        for identifier in await self.ids(source, "GPCR"):
            target = await self.get(source, identifier)
            raw = msgspec.to_builtins(target)

            assert not any(value in (None, "", [], {}) for value in raw.values())
            assert raw["kind"] == "target"
            assert set(target.cross_references) <= set(REGISTRY)
            for key, values in target.cross_references.items():
                assert all(is_valid(key, value) for value in ([values] if isinstance(values, str) else values))

    @pytest.mark.parametrize("given", ["DRD2", "", "PubChem:CID2244", "IUPHAR:D2", 215, None])
    async def test_anything_but_a_curie_is_unresolved_and_sent_to_search_targets(
        self, source: TargetSource, given: object
    ) -> None:
        with pytest.raises(UnresolvedEntity) as caught:
            await self.get(source, given)

        assert "search_targets" in caught.value.hint

    @pytest.mark.parametrize("given", ["215", "iuphar:215", "GtoPdb:215", "IUPHAR.target:215"])
    async def test_a_near_miss_is_answered_with_the_right_curie(self, source: TargetSource, given: str) -> None:
        with pytest.raises(UnresolvedEntity) as caught:
            await self.get(source, given)

        assert caught.value.suggestion == "IUPHAR:215"

    @pytest.mark.parametrize("given", ["IUPHAR:999999", "IUPHAR:" + "9" * 60])
    async def test_an_unknown_number_is_not_found(self, source: TargetSource, given: str) -> None:
        with pytest.raises(EntityNotFound) as caught:
            await self.get(source, given)

        assert "search_targets" in caught.value.hint
        assert "get_ligand" not in caught.value.hint

    async def test_a_number_that_only_a_ligand_has_is_sent_to_get_ligand(self, source: TargetSource) -> None:
        with pytest.raises(EntityNotFound) as caught:
            await self.get(source, "IUPHAR:4139")

        assert "get_ligand with iuphar_id='IUPHAR:4139'" in caught.value.hint

    async def test_fuzzy_to_fact_for_a_target_needs_no_person(self, source: TargetSource) -> None:
        with pytest.raises(UnresolvedEntity):
            await self.get(source, "DRD2")
        found = await self.search(source, "DRD2")

        assert (await self.get(source, found.items[0].id)).gene_symbol == "DRD2"

    # Joins

    @pytest.mark.parametrize(
        "identifier",
        [
            ("hgnc", "HGNC:3023"), ("entrez", "1813"), ("ensembl_gene", "ENSG00000149295"), ("uniprot", "P14416"),
            ("hgnc_symbol", "DRD2"), ("iuphar", "215"),
        ],
    )  # fmt: skip
    async def test_a_target_is_known_by_every_identifier_of_its_gene(
        self, source: TargetSource, identifier: tuple[str, str]
    ) -> None:
        (found,) = (await source.with_identifiers([identifier])).entities

        assert (found.entity.id, found.entity.name) == ("IUPHAR:215", "D2 receptor")
        assert {("hgnc", "HGNC:3023"), ("entrez", "1813"), ("uniprot", "P14416")} <= found.identifiers

    async def test_a_complex_bears_what_its_subunits_bear(self, source: TargetSource) -> None:
        found = {one.entity.id: one for one in (await source.with_identifiers([("hgnc", "HGNC:4070")])).entities}

        assert {*found} == {"IUPHAR:240", "IUPHAR:242"}
        assert ("hgnc", "HGNC:4070") in found["IUPHAR:242"].identifiers

    async def test_a_number_of_its_own_is_that_target_alone(self, source: TargetSource) -> None:
        found = (await source.with_identifiers([("iuphar", "240"), ("iuphar", "214")])).entities

        assert {one.entity.id for one in found} == {"IUPHAR:240", "IUPHAR:214"}

    async def test_unknown_identifiers_are_of_no_target(self, source: TargetSource) -> None:
        entities = await source.with_identifiers(
            [("hgnc", "HGNC:999999999"), ("iuphar", "999999999"), ("chebi", "1813")]
        )

        assert entities.entities == []
        assert entities.version == (await source.with_identifiers([("iuphar", "215")])).version != ""
