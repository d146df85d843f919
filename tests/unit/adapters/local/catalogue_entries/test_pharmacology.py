"""What is kept of the Guide's rows."""

import pytest

from biofacts.adapters.local.catalogue_entries.pharmacology import (
    index_interactions,
    index_targets,
    interactions_of,
    of_ligand,
    of_target,
    pairs_of,
    target_of_key,
)
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.actions import Mode
from biofacts.domain.pharmacology.interaction import GuideInteraction, TargetKind
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.target import TargetFacts
from biofacts.domain.search.index import Field
from tests.contract.catalogue import content

ROW = GuideInteraction(
    ligand="940", ligand_name="dopamine", ligand_type="Metabolite", approved=True, target="215",
    target_name="D2 receptor", type="Agonist", action="Full agonist",
)  # fmt: skip
RAT = GuideInteraction(
    ligand="940", ligand_name="dopamine", ligand_type="Metabolite", approved=True, target="215", primary=True,
    target_name="D2 receptor", type="Agonist", action="Partial agonist", species="Rat",
)  # fmt: skip
ON_A_LIGAND = GuideInteraction(
    ligand="4860", ligand_name="adalimumab", ligand_type="Antibody", approved=True, target="5074", target_kind="ligand",
    target_name="tumour necrosis factor", type="Antibody", action="Inhibition", target_identifiers=("P01375",),
)  # fmt: skip


def test_a_synonym_that_is_cut_at_a_comma_is_no_name_if_other_targets_have_its_words() -> None:
    kinase = TargetFacts(
        number="1552", name="MLCK", families=("Kinases",), types=("enzyme",), synonyms=("myosin", "telokin"),
        also_called=("myosin, light polypeptide kinase",),
    )  # fmt: skip
    other = TargetFacts(number="2880", name="myosin binding protein C3", families=("Proteins",), types=("other",))
    alone, (entry, _) = [*index_targets([kinase]).entries], index_targets([kinase, other]).entries
    myosin, telokin = (selectors.other_name(name) for name in kinase.synonyms)

    assert {myosin, telokin} <= {*alone[0].exact_terms}
    assert {myosin, telokin} & {*entry.exact_terms} == {telokin}
    assert "myosin" not in entry.texts[Field.NAME]


async def test_interactions_are_found_from_both_sides_every_row_in_its_order() -> None:
    async with SqliteCatalogueStore(None) as store:
        catalogue = await store.publish("interactions", content(*index_interactions([ROW, RAT, ON_A_LIGAND]).entries))

        assert await interactions_of(catalogue, of_target("215")) == (RAT, ROW)
        assert await interactions_of(catalogue, of_ligand("940")) == (RAT, ROW)
        assert await interactions_of(catalogue, of_ligand("4860")) == (ON_A_LIGAND,)
        assert await interactions_of(catalogue, of_target("5074", "ligand")) == (ON_A_LIGAND,)
        for key in (of_target("940"), of_ligand("215"), of_target("5074"), of_target("215", "ligand")):
            assert await interactions_of(catalogue, key) == ()


async def test_all_rows_of_a_ligand_and_a_target_are_one_pair() -> None:
    async with SqliteCatalogueStore(None) as store:
        catalogue = await store.publish("interactions", content(*index_interactions([ROW, RAT, ON_A_LIGAND]).entries))
        found = await pairs_of(catalogue, [of_target("215"), of_target("1")])

    ways = Mode.AGONIST | Mode.FULL_AGONIST | Mode.PARTIAL_AGONIST
    assert list(found) == [of_target("215")]
    assert found[of_target("215")].name == "D2 receptor"
    assert found[of_target("215")].pairs == (Pair("940", int(ways), approved=True, primary=True, consistent=True),)


@pytest.mark.parametrize("name", ["5074", "Tumour necrosis factor", "tumor necrosis-factor", "P01375"])
async def test_a_ligand_that_is_acted_on_is_found_by_number_name_and_identifier(name: str) -> None:
    async with SqliteCatalogueStore(None) as store:
        catalogue = await store.publish("interactions", content(*index_interactions([ROW, ON_A_LIGAND]).entries))

        assert [*await catalogue.keys([selectors.acted_on(name)])] == [of_target("5074", "ligand")]
        assert [*await catalogue.keys([selectors.acted_on("215"), selectors.acted_on("D2 receptor")])] == []


@pytest.mark.parametrize("kind", ["target", "ligand"])
def test_a_key_tells_the_kind_and_the_number(kind: TargetKind) -> None:
    assert target_of_key(of_target("215", kind)) == (kind, "215")
