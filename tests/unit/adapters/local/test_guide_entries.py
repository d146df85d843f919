"""What is kept of the Guide's rows."""

from biofacts.adapters.local.guide_entries import index_interactions, interactions_of, of_ligand, of_target
from biofacts.adapters.sqlite.releases import SqliteCatalogueStore
from biofacts.domain.interaction import Interaction, InteractionView
from tests.contract.catalogue import content

ROW = Interaction(
    ligand="940", ligand_name="dopamine", ligand_type="Metabolite", approved=True, target="215",
    target_name="D2 receptor", type="Agonist", action="Full agonist", human=True,
)  # fmt: skip
SEEN_BY_TARGET = InteractionView(
    number="940", name="dopamine", type="Agonist", action="Full agonist", ligand_type="Metabolite", approved=True,
    primary=False, human=True,
)  # fmt: skip
SEEN_BY_LIGAND = InteractionView(
    number="215", name="D2 receptor", type="Agonist", action="Full agonist", ligand_type="Metabolite", approved=True,
    primary=False, human=True,
)  # fmt: skip


async def test_an_interaction_is_found_from_both_sides_and_its_double_only_once() -> None:
    async with SqliteCatalogueStore(None) as store:
        indexed = index_interactions([ROW, ROW])
        catalogue = await store.publish("interactions", content(*indexed.entries))

        assert await interactions_of(catalogue, of_target, ["215", "940"]) == {"215": (SEEN_BY_TARGET,)}
        assert await interactions_of(catalogue, of_ligand, ["215", "940"]) == {"940": (SEEN_BY_LIGAND,)}
