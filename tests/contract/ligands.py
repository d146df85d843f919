"""What every source of ligands must do, asked through the use cases."""

import msgspec
import pytest

from biofacts.application.lookup import Lookup
from biofacts.application.resolve import Resolve
from biofacts.application.tools.tool import failed
from biofacts.domain.answers.entity_kinds import LIGAND
from biofacts.domain.answers.errors import AmbiguousQuery, BiofactsError, EntityNotFound, UnresolvedEntity
from biofacts.domain.answers.pages import Page
from biofacts.domain.identifiers.cross_references import REGISTRY, is_valid
from biofacts.domain.identifiers.curies import LigandId
from biofacts.domain.pharmacology.interaction import Affinity
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate
from biofacts.ports.pharmacology import LigandSource
from tests.contract.joins import AtHandContract

NSAIDS = {"ibuprofen", "celecoxib"}


class LigandSourceContract(AtHandContract):
    """Subclasses have a fixture `source`. The data: two dozen well-known medicines and endogenous ligands."""

    only_a_target = "IUPHAR:214"

    async def bring(self, source: LigandSource) -> None:
        await source.with_identifiers([])

    async def search(self, source: LigandSource, query: str, **given: object) -> Page[LigandCandidate]:
        return await Resolve(LIGAND, source)(query, **given)  # type: ignore[arg-type]

    async def get(self, source: LigandSource, identifier: object) -> Ligand:
        return await Lookup(LIGAND, LigandId, source.get, hint_for=source.hint_for)(identifier)

    async def names(self, source: LigandSource, query: str) -> list[str]:
        return [item.name for item in (await self.search(source, query, page_size=100)).items]

    # Search

    async def test_search_by_name_gives_ranked_candidates_in_the_page_envelope(self, source: LigandSource) -> None:
        page = await self.search(source, "ibuprofen")

        first = page.items[0]
        assert first == LigandCandidate(
            id="IUPHAR:2713", name="ibuprofen", type="Synthetic organic", approved=True, score=1.0
        )
        assert page.pagination.page_size == 50
        assert page.pagination.total_count is not None

    @pytest.mark.parametrize(
        ("query", "name"),
        [
            ("Advil", "ibuprofen"), ("ADVIL®", "ibuprofen"), ("acetylsalicylic acid", "aspirin"),
            ("paracetamol", "paracetamol"), ("acetaminophen", "paracetamol"), ("ibuprofn", "ibuprofen"),
            ("serotonin", "5-hydroxytryptamine"), ("DB00945", "aspirin"), ("CHEMBL25", "aspirin"),
            ("50-78-2", "aspirin"), ("BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "aspirin"), ("IUPHAR:2713", "ibuprofen"),
            ("CID 2244", "aspirin"), ("chebi:15365", "aspirin"),
        ],
    )  # fmt: skip
    async def test_names_brands_typos_and_identifiers_lead_to_the_ligand(
        self, source: LigandSource, query: str, name: str
    ) -> None:
        assert (await self.names(source, query))[:1] == [name]

    @pytest.mark.parametrize(
        ("query", "name"),
        [
            ("(-)-propranolol", "(-)-propranolol"), ("(−)-propranolol", "(-)-propranolol"),
            ("propranolol", "propranolol"), ("O[C@H](COc1cccc2c1cccc2)CNC(C)C", "(-)-propranolol"),
            ("  CC(Cc1ccc(cc1)C(C(=O)O)C)C\n", "ibuprofen"),
        ],
    )  # fmt: skip
    async def test_a_name_with_its_signs_and_a_structure_as_it_is_written_come_first(
        self, source: LigandSource, query: str, name: str
    ) -> None:
        first = (await self.search(source, query)).items[0]

        assert (first.name, first.score) == (name, 1.0)

    async def test_a_structure_of_nothing_finds_nothing_and_leads_to_the_inchikey(self, source: LigandSource) -> None:
        page = await self.search(source, "CC(Cc1ccc(cc1)C(C(=O)N)C)C")

        assert page.items == ()
        assert "InChIKey" in (page.guidance or "")

    async def test_a_long_structure_is_read(self, source: LigandSource) -> None:
        assert (await self.search(source, "C(=O)" * 300 + "N")).items == ()

    @pytest.mark.parametrize("query", ["propranol", "(S)-ibuprofen", "angiotensin", "iron ibuprofen"])
    async def test_a_part_of_a_name_or_another_isomer_is_doubtful(self, source: LigandSource, query: str) -> None:
        assert all(item.rating < 0.7 for item in (await self.search(source, query)).items)

    async def test_a_withdrawn_medicine_says_so_and_stands_behind_the_others(self, source: LigandSource) -> None:
        found = (await self.search(source, "rofecoxib")).items[0]
        listed = [item.withdrawn for item in (await self.search(source, "coxib", page_size=100)).items]

        assert (found.approved, found.withdrawn) == (True, True)
        assert listed == sorted(listed)
        assert listed[-1]

    async def test_peptides_of_one_name_say_whose_they_are(self, source: LigandSource) -> None:
        items = (await self.search(source, "ACTH")).items

        assert [(item.id, item.species) for item in items[:2]] == [
            ("IUPHAR:3633", "Human"),
            ("IUPHAR:1331", "Mouse, Rat"),
        ]
        assert (await self.search(source, "angiotensin I")).items[0].species is None

    async def test_search_by_drug_class_gives_its_medicines_and_says_how(self, source: LigandSource) -> None:
        page = await self.search(source, "NSAID")

        names = {item.name for item in page.items}
        assert names >= NSAIDS
        assert "paracetamol" not in names
        assert page.guidance is not None
        assert "biofacts made this list" in page.guidance

    async def test_search_by_mechanism_gives_ligands_that_act_so(self, source: LigandSource) -> None:
        page = await self.search(source, "COX inhibitor")

        assert {item.name for item in page.items} >= {*NSAIDS, "aspirin", "naproxen", "paracetamol"}
        assert "as inhibitor of COX-1, COX-2" in (page.guidance or "")

    @pytest.mark.parametrize(
        ("query", "members", "strangers"),
        [
            ("dopamine agonist", {"dopamine", "pramipexole"}, {"haloperidol"}),
            ("agonists of dopamine receptors", {"dopamine", "pramipexole"}, {"haloperidol"}),
            ("D2 antagonist", {"haloperidol"}, {"pramipexole"}),
            ("beta blocker", {"propranolol", "atenolol"}, {"salbutamol"}),
            ("statins", {"simvastatin", "atorvastatin"}, {"losartan"}),
            ("serotonin reuptake inhibitor", {"fluoxetine", "sertraline", "venlafaxine"}, {"haloperidol"}),
            ("NET inhibitor", {"venlafaxine"}, {"fluoxetine"}),
            ("proton pump inhibitor", {"omeprazole"}, {"captopril"}),
            ("ACE inhibitors", {"captopril"}, {"losartan"}),
            ("angiotensin receptor blocker", {"losartan"}, {"captopril"}),
            ("H1 antagonist", {"loratadine", "haloperidol"}, {"dopamine"}),
            ("opioid agonist", {"morphine"}, {"naloxone"}),
            ("anti-TNF", {"adalimumab"}, {"tumour necrosis factor shed form"}),
            ("TNF inhibitor", {"adalimumab"}, {"tumour necrosis factor shed form"}),
            ("D2 partial agonist", {"aripiprazole"}, {"pramipexole", "haloperidol"}),
            ("mu opioid antagonist", {"naloxone"}, {"morphine"}),
            ("EGFR inhibitor", {"gefitinib"}, {"ibuprofen"}),
            ("PPAR gamma agonist", {"rosiglitazone"}, {"losartan"}),
        ],
    )
    async def test_classes_and_mechanisms_hold_their_members_and_no_strangers(
        self, source: LigandSource, query: str, members: set[str], strangers: set[str]
    ) -> None:
        names = set(await self.names(source, query))

        assert names >= members
        assert not names & strangers

    async def test_a_derived_list_has_approved_medicines_first(self, source: LigandSource) -> None:
        approved = [item.approved for item in (await self.search(source, "dopamine agonist")).items]

        assert approved == sorted(approved, reverse=True)

    @pytest.mark.parametrize("query", ["receptor", "dopamine agonist", "ibuprofen", "CHEMBL521", "DB01050"])
    async def test_scores_never_rise_and_stay_within_bounds(self, source: LigandSource, query: str) -> None:
        items = (await self.search(source, query)).items

        scores = [item.score for item in items if item.score is not None]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)

    async def test_members_of_a_class_are_facts_without_a_score(self, source: LigandSource) -> None:
        of_class = (await self.search(source, "dopamine agonist")).items

        assert of_class
        assert {one.score for one in of_class} == {None}

    async def test_nothing_found_gives_an_empty_page_with_total_zero_and_guidance(self, source: LigandSource) -> None:
        page = await self.search(source, "qqzzxxyyvv")

        assert page.items == ()
        assert page.pagination.total_count == 0
        assert page.pagination.cursor is None
        assert page.guidance

    async def test_an_unknown_identifier_of_another_database_gives_an_empty_page(self, source: LigandSource) -> None:
        page = await self.search(source, "DB99999")

        assert page.items == ()
        assert page.guidance

    @pytest.mark.parametrize("query", ["dopamine agonist", "NSAID", "receptor"])
    async def test_walking_a_listing_loses_and_doubles_nothing(self, source: LigandSource, query: str) -> None:
        whole = await self.search(source, query, page_size=100)
        walked: list[str] = []
        cursor: str | None = None
        while True:
            page = await self.search(source, query, cursor=cursor, page_size=2)
            walked += [item.id for item in page.items]
            if (cursor := page.pagination.cursor) is None:
                break

        assert walked == [item.id for item in whole.items]
        assert len(set(walked)) == len(walked) == whole.pagination.total_count

    async def test_a_cursor_of_another_query_is_refused(self, source: LigandSource) -> None:
        cursor = (await self.search(source, "NSAID", page_size=1)).pagination.cursor
        with pytest.raises(AmbiguousQuery):
            await self.search(source, "dopamine agonist", cursor=cursor)

    async def test_a_short_query_is_refused_with_an_example(self, source: LigandSource) -> None:
        with pytest.raises(AmbiguousQuery) as caught:
            await self.search(source, " i ")

        assert "search_ligands" in caught.value.hint

    @pytest.mark.parametrize("name", ["Ibuprofen", "acetylsalicylic acid", "beta blockers", "CHEMBL25", "IUPHAR:2713"])
    async def test_whole_names_classes_and_identifiers_are_known_once_they_are_at_hand(
        self, source: LigandSource, name: str
    ) -> None:
        await self.search(source, "ibuprofen")

        assert await source.knows(name)

    @pytest.mark.parametrize("name", ["DRD2", "ibu", "ibuprofen in mice", "qqzzxxyyvv"])
    async def test_other_words_are_not_known(self, source: LigandSource, name: str) -> None:
        await self.search(source, "ibuprofen")

        assert not await source.knows(name)

    # Lookup

    async def test_lookup_gives_the_complete_record_of_ibuprofen(self, source: LigandSource) -> None:
        """The seed calls ligand 4139 ibuprofen; that is aspirin, and ibuprofen is 2713."""
        ligand = await self.get(source, "IUPHAR:2713")

        assert (ligand.name, ligand.approved_name, ligand.type) == ("ibuprofen", "ibuprofen", "Synthetic organic")
        assert ligand.approved
        assert "Advil" in ligand.synonyms
        assert ligand.inchikey == "HEFNNWSXXWATRW-UHFFFAOYSA-N"
        assert ligand.canonical_smiles == ligand.isomeric_smiles == "CC(Cc1ccc(cc1)C(C(=O)O)C)C"
        wanted = {
            "chembl": "CHEMBL521", "drugbank": "DB01050", "pubchem_compound": "3672", "chebi": "CHEBI:5855",
            "cas": "15687-27-1",
        }  # fmt: skip
        assert wanted.items() <= dict(ligand.cross_references).items()
        assert ligand.source is not None
        assert ligand.source.licence == "ODbL / CC BY-SA 4.0"

    async def test_ligand_4139_is_aspirin_not_ibuprofen_as_the_seed_has_it(self, source: LigandSource) -> None:
        ligand = await self.get(source, "IUPHAR:4139")

        assert ligand.name == "aspirin"
        assert ligand.approved_name is None  # it has no INN, and the key is left out
        assert "acetylsalicylic acid" in ligand.synonyms

    async def test_the_human_gene_of_a_peptide_stands_alone_and_the_others_as_orthologs(
        self, source: LigandSource
    ) -> None:
        several, rodents = await self.get(source, "IUPHAR:583"), await self.get(source, "IUPHAR:1331")

        assert several.cross_references["ensembl_gene"] == "ENSG00000135744"
        assert several.orthologs == {
            "mouse": {"ensembl_gene": "ENSMUSG00000031980"},
            "rat": {"ensembl_gene": "ENSRNOG00000018445"},
        }
        assert rodents.cross_references["ensembl_gene"] == ("ENSRNOG00000012686", "ENSMUSG00000020660")
        assert rodents.orthologs == {}

    async def test_canonical_smiles_carry_no_stereochemistry(self, source: LigandSource) -> None:
        ligand = await self.get(source, "IUPHAR:63")

        assert ligand.canonical_smiles == "OC(COc1cccc2c1cccc2)CNC(C)C"
        assert ligand.isomeric_smiles == "O[C@H](COc1cccc2c1cccc2)CNC(C)C"

    async def test_lookup_carries_primary_targets_first_with_their_number(self, source: LigandSource) -> None:
        ligand = await self.get(source, "IUPHAR:2713")

        assert sorted((one.id, one.actions, one.primary) for one in ligand.targets[:2]) == [
            ("IUPHAR:1375", ("Inhibitor",), True),
            ("IUPHAR:1376", ("Inhibitor",), True),
        ]
        assert ligand.target_count == len(ligand.targets)

    async def test_a_pair_has_all_its_actions_and_the_highest_affinity(self, source: LigandSource) -> None:
        pindolol, aripiprazole = await self.get(source, "IUPHAR:91"), await self.get(source, "IUPHAR:34")

        on_beta2 = next(one for one in pindolol.targets if one.id == "IUPHAR:29")
        assert set(on_beta2.actions) == {"Agonist", "Antagonist"}
        assert on_beta2.actions[0] == "Antagonist"
        assert on_beta2.affinity == Affinity(parameter="pKi", value=9.4)
        assert aripiprazole.targets[0].actions == ("Partial agonist",)
        assert (aripiprazole.targets[0].id, aripiprazole.targets[0].gene_symbol) == ("IUPHAR:215", "DRD2")

    async def test_a_ligand_that_is_acted_on_lists_who_does(self, source: LigandSource) -> None:
        cytokine, antibody = await self.get(source, "IUPHAR:5074"), await self.get(source, "IUPHAR:4860")

        adalimumab = next(one for one in cytokine.ligands if one.id == "IUPHAR:4860")
        assert (adalimumab.actions, adalimumab.approved) == (("Antibody", "Inhibition"), True)
        assert cytokine.ligand_count == len(cytokine.ligands)
        assert [(one.id, one.kind) for one in antibody.targets] == [("IUPHAR:5074", "ligand")]
        assert (antibody.ligands, antibody.ligand_count) == ((), 0)

    async def test_a_record_holds_no_null_no_tag_and_only_valid_references(self, source: LigandSource) -> None:
        for item in (await self.search(source, "dopamine agonist")).items:
            ligand = await self.get(source, item.id)
            raw = msgspec.to_builtins(ligand)

            assert not any(value in (None, "", [], {}) for value in raw.values())
            assert raw["kind"] == "ligand"
            assert set(ligand.cross_references) <= set(REGISTRY)
            for key, values in ligand.cross_references.items():
                assert all(is_valid(key, value) for value in ([values] if isinstance(values, str) else values))

    @pytest.mark.parametrize("given", ["ibuprofen", "", "WP:WP534", "IUPHAR:", "IUPHAR:12a", 2713, None, "IUPHAR:-1"])
    async def test_anything_but_a_curie_is_unresolved_and_sent_to_search_ligands(
        self, source: LigandSource, given: object
    ) -> None:
        with pytest.raises(UnresolvedEntity) as caught:
            await self.get(source, given)

        assert "search_ligands" in caught.value.hint

    @pytest.mark.parametrize(
        "given", ["2713", "iuphar:2713", "GtoPdb:2713", " IUPHAR:2713 ", "IUPHAR 2713", "gtopdb 2713"]
    )
    async def test_a_near_miss_is_answered_with_the_right_curie(self, source: LigandSource, given: str) -> None:
        with pytest.raises(UnresolvedEntity) as caught:
            await self.get(source, given)

        assert caught.value.suggestion == "IUPHAR:2713"
        assert "get_ligand with iuphar_id='IUPHAR:2713'" in caught.value.hint

    @pytest.mark.parametrize("given", ["IUPHAR:999999", "IUPHAR:0", "IUPHAR:" + "9" * 60])
    async def test_an_unknown_number_is_not_found(self, source: LigandSource, given: str) -> None:
        with pytest.raises(EntityNotFound) as caught:
            await self.get(source, given)

        assert "search_ligands" in caught.value.hint
        assert "get_target" not in caught.value.hint

    async def test_a_number_that_only_a_target_has_is_sent_to_get_target(self, source: LigandSource) -> None:
        with pytest.raises(EntityNotFound) as caught:
            await self.get(source, self.only_a_target)

        assert f"get_target with iuphar_id='{self.only_a_target}'" in caught.value.hint

    async def test_every_failure_fits_the_error_envelope(self, source: LigandSource) -> None:
        for given in ("ibuprofen", "IUPHAR:999999"):
            with pytest.raises(BiofactsError) as caught:
                await self.get(source, given)
            envelope = msgspec.to_builtins(failed(caught.value))

            assert envelope["success"] is False
            assert envelope["error"].keys() == {"code", "message", "recovery_hint", "invalid_input"}

    async def test_fuzzy_to_fact_for_a_ligand_needs_no_person(self, source: LigandSource) -> None:
        with pytest.raises(UnresolvedEntity):
            await self.get(source, "Tylenol")
        found = await self.search(source, "acetaminophen")

        assert (await self.get(source, found.items[0].id)).name == "paracetamol"

    # Joins

    @pytest.mark.parametrize(
        "identifier",
        [("pubchem_compound", "3672"), ("inchikey", "HEFNNWSXXWATRW-UHFFFAOYSA-N"), ("drugbank", "DB01050"),
         ("iuphar", "2713")],
    )  # fmt: skip
    async def test_a_ligand_is_known_by_every_identifier_of_its_structure(
        self, source: LigandSource, identifier: tuple[str, str]
    ) -> None:
        (found,) = (await source.with_identifiers([identifier])).entities

        assert (found.entity.id, found.entity.name, found.entity.approved) == ("IUPHAR:2713", "ibuprofen", True)
        assert {("pubchem_compound", "3672"), ("inchikey", "HEFNNWSXXWATRW-UHFFFAOYSA-N")} <= found.identifiers

    async def test_unknown_identifiers_are_of_no_ligand(self, source: LigandSource) -> None:
        entities = await source.with_identifiers(
            [("pubchem_compound", "999999999"), ("iuphar", "999999999"), ("cas", "3672")]
        )

        assert entities.entities == []
        assert entities.version == (await source.with_identifiers([("iuphar", "2713")])).version != ""
