"""What every source of interactions must do."""

from collections.abc import Sequence

import msgspec
import pytest

from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.identifiers.curies import LigandId, TargetId
from biofacts.domain.pharmacology.actions import ANY, Mode, contradict, modes
from biofacts.domain.pharmacology.interaction import Affinity, InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import WantedInteractions
from biofacts.ports.pharmacology import InteractionSource, Side
from tests.contract.joins import AtHandContract

ARIPIPRAZOLE, PINDOLOL, HALOPERIDOL = LigandId("34"), LigandId("91"), LigandId("86")
ADALIMUMAB, TNF, OXYCODONE, IBUPROFEN = LigandId("4860"), LigandId("5074"), LigandId("7093"), LigandId("2713")
D2, SEROTONIN_1A, COX1, BETA2 = TargetId("215"), TargetId("1"), TargetId("1375"), TargetId("29")
NOWHERE = Window(version="gtopdb-interactions=never gtopdb-ligands=never")


class InteractionSourceContract(AtHandContract):
    """Subclasses have a fixture `source`. The data: well-known medicines on well-known targets."""

    async def bring(self, source: InteractionSource) -> None:
        await source.acting_on([])

    async def hits(
        self,
        source: InteractionSource,
        side: Side,
        wanted: WantedInteractions | None = None,
        window: Window | None = None,
    ) -> Hits[InteractionRecord]:
        hits = await source.of(side, wanted or WantedInteractions(), window or Window(limit=1000))
        assert hits is not None
        return hits

    async def rows(
        self, source: InteractionSource, side: Side, wanted: WantedInteractions | None = None
    ) -> Sequence[InteractionRecord]:
        return (await self.hits(source, side, wanted)).items

    async def test_every_row_of_a_ligand_has_both_sides_and_every_fact(self, source: InteractionSource) -> None:
        rows = await self.rows(source, IBUPROFEN)

        one = next(row for row in rows if row.target.id == "IUPHAR:1375")
        assert (one.ligand.id, one.ligand.name, one.ligand.approved) == ("IUPHAR:2713", "ibuprofen", True)
        assert (one.target.name, one.target.gene_symbol, one.target.kind) == ("COX-1", "PTGS1", "target")
        assert (one.type, one.action, one.species, one.primary) == ("Inhibitor", "Inhibition", "Human", True)
        assert one.affinity == Affinity(parameter="pIC50", value=5.52)
        assert one.references == ("PMID:9544212",)
        assert {row.ligand.id for row in rows} == {"IUPHAR:2713"}

    async def test_the_rows_of_a_target_are_those_of_its_ligands(self, source: InteractionSource) -> None:
        rows = await self.rows(source, COX1)

        assert {row.target.id for row in rows} == {"IUPHAR:1375"}
        assert {"ibuprofen", "aspirin", "naproxen"} <= {row.ligand.name for row in rows}
        assert [row for row in rows if row.ligand.name == "ibuprofen"] == [
            row for row in await self.rows(source, IBUPROFEN) if row.target.id == "IUPHAR:1375"
        ]

    async def test_a_pair_of_two_types_has_two_rows_the_consistent_one_first(self, source: InteractionSource) -> None:
        rows = [row for row in await self.rows(source, PINDOLOL) if row.target.id == "IUPHAR:29"]

        assert [(row.type, row.action) for row in rows] == [("Antagonist", "Antagonist"), ("Agonist", "Antagonist")]

    async def test_partial_agonists_are_told_as_such(self, source: InteractionSource) -> None:
        rows = await self.rows(source, ARIPIPRAZOLE, WantedInteractions(primary_only=True))

        assert [(row.target.id, row.type, row.action) for row in rows] == [("IUPHAR:215", "Agonist", "Partial agonist")]

    async def test_an_antibody_acts_on_a_ligand_and_that_ligand_lists_it(self, source: InteractionSource) -> None:
        (of_antibody,) = await self.rows(source, ADALIMUMAB)
        of_cytokine = await self.rows(source, TNF)

        assert (of_antibody.target.id, of_antibody.target.kind) == ("IUPHAR:5074", "ligand")
        assert (of_antibody.type, of_antibody.action) == ("Antibody", "Inhibition")
        assert of_antibody in of_cytokine
        assert all("IUPHAR:5074" in (row.ligand.id, row.target.id) for row in of_cytokine)

    async def test_a_target_is_not_the_ligand_of_its_number(self, source: InteractionSource) -> None:
        assert all(row.ligand.id != "IUPHAR:215" for row in await self.rows(source, D2))
        assert not [row for row in await self.rows(source, TargetId(TNF.number)) if row.ligand.name == "adalimumab"]

    @pytest.mark.parametrize("side", [OXYCODONE, LigandId("99999999"), TargetId("99999999"), LigandId("0")])
    async def test_what_has_no_row_and_what_is_not_there_have_none(self, source: InteractionSource, side: Side) -> None:
        hits = await self.hits(source, side)

        assert (hits.items, hits.total, hits.more) == ((), 0, False)

    @pytest.mark.parametrize("target", [D2, SEROTONIN_1A, BETA2, TNF, TargetId("99999999")], ids=str)
    async def test_numbers_are_of_those_who_act(self, source: InteractionSource, target: Side) -> None:
        acting = (await source.acting_on([target])).ligands[target]

        assert await source.numbers_on([target]) == {one.id: one.approved for one in acting}

    # Order and filters

    @pytest.mark.parametrize("side", [D2, SEROTONIN_1A, BETA2, COX1, HALOPERIDOL], ids=str)
    async def test_approved_then_consistent_then_primary_then_strong_rows_come_first(
        self, source: InteractionSource, side: Side
    ) -> None:
        rows = await self.rows(source, side)
        order = [
            (
                not row.ligand.approved,
                row.ligand.withdrawn,
                contradict(row.type, row.action),
                not row.primary,
                -row.affinity.strength if row.affinity else 0.0,
            )
            for row in rows
        ]

        assert len(rows) > 2
        assert order == sorted(order)

    @pytest.mark.parametrize(
        "wanted",
        [
            WantedInteractions(approved_only=True), WantedInteractions(primary_only=True),
            WantedInteractions(species="human"),
            WantedInteractions(species="Rat"),
            WantedInteractions(action=Mode.ANTAGONIST), WantedInteractions(action=Mode.PARTIAL_AGONIST),
            WantedInteractions(approved_only=True, primary_only=True, action=Mode.AGONIST, species="human"),
        ],
        ids=str,
    )  # fmt: skip
    async def test_a_filter_takes_the_rows_that_pass_and_no_others(
        self, source: InteractionSource, wanted: WantedInteractions
    ) -> None:
        whole = await self.rows(source, D2)
        filtered = await self.rows(source, D2, wanted)

        def passes(row: InteractionRecord) -> bool:
            return (
                (row.ligand.approved or not wanted.approved_only)
                and (row.primary or not wanted.primary_only)
                and (wanted.action == ANY or bool(modes(row.type, row.action) & wanted.action))
                and (not wanted.species or row.species.casefold() == wanted.species.casefold())
            )

        assert filtered == tuple(row for row in whole if passes(row))

    # Windows

    @pytest.mark.parametrize("side", [D2, HALOPERIDOL], ids=str)
    async def test_a_walk_yields_every_row_once(self, source: InteractionSource, side: Side) -> None:
        whole = await self.hits(source, side)
        walked: list[InteractionRecord] = []
        version: str | None = None
        while True:
            hits = await self.hits(source, side, window=Window(offset=len(walked), limit=2, version=version))
            walked += hits.items
            version = hits.version
            if not hits.more:
                break

        assert tuple(walked) == whole.items
        assert len(walked) == whole.total == hits.total

    async def test_a_release_that_is_no_longer_kept_is_none(self, source: InteractionSource) -> None:
        await self.rows(source, D2)

        assert await source.of(D2, WantedInteractions(), NOWHERE) is None
        assert await source.of(D2, WantedInteractions(), Window(version="gtopdb-ligands=a")) is None

    async def test_no_row_holds_an_empty_text_or_null(self, source: InteractionSource) -> None:
        for row in await self.rows(source, D2):
            raw = msgspec.to_builtins(row)

            assert not [key for key, value in raw.items() if value in (None, "", (), {})]
            assert raw["type"]
            assert all(reference.removeprefix("PMID:").isdecimal() for reference in row.references)

    async def test_where_rows_come_from_is_told(self, source: InteractionSource) -> None:
        provenance = (await self.hits(source, D2)).provenance

        assert provenance is not None
        assert provenance.licence == "ODbL / CC BY-SA 4.0"

    # Joins

    async def test_who_acts_on_a_target_stands_there_once_with_all_actions(self, source: InteractionSource) -> None:
        acting = await source.acting_on([COX1, BETA2])

        assert [*acting.ligands] == [COX1, BETA2]
        ids = [one.id for one in acting.ligands[BETA2]]
        assert len(ids) == len({*ids})
        (pindolol,) = (one for one in acting.ligands[BETA2] if one.id == "IUPHAR:91")
        assert (pindolol.name, pindolol.approved, pindolol.primary) == ("pindolol", True, True)
        assert {"Agonist", "Antagonist"} <= {*pindolol.actions}

    async def test_an_antibody_acts_on_a_ligand(self, source: InteractionSource) -> None:
        acting = await source.acting_on([TNF])
        acted_on = await source.acted_on([ADALIMUMAB])

        assert "IUPHAR:4860" in {one.id for one in acting.ligands[TNF]}
        assert [(one.id, one.kind) for one in acted_on.targets[ADALIMUMAB]] == [("IUPHAR:5074", "ligand")]

    async def test_what_a_ligand_acts_on_is_who_lists_it(self, source: InteractionSource) -> None:
        acted_on = (await source.acted_on([IBUPROFEN])).targets[IBUPROFEN]

        assert {"IUPHAR:1375", "IUPHAR:1376"} <= {one.id for one in acted_on}
        for one in acted_on:
            target = TargetId.parse(one.id)
            acting = await source.acting_on([target])
            assert "IUPHAR:2713" in {ligand.id for ligand in acting.ligands[target]}

    async def test_nothing_acts_on_what_is_not_there(self, source: InteractionSource) -> None:
        nobody, nothing = TargetId("999999999"), LigandId("999999999")

        assert not (await source.acting_on([nobody])).ligands[nobody]
        assert not (await source.acted_on([nothing])).targets[nothing]
        assert (await source.acting_on([])).version == (await source.acting_on([COX1])).version != ""
