"""What every store of names in bulk promises."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import anyio
import anyio.lowlevel
import msgspec
import pytest

from biofacts.domain.compounds.queries import NamedNumber
from biofacts.ports.compound_names import CompoundNames, CompoundNamesStore
from biofacts.ports.synchronisation import unseen
from tests.bulk_names import INCHIKEYS, TITLES, names


class CompoundNamesStoreContract(ABC):
    """Subclasses give an empty store."""

    @pytest.fixture
    @abstractmethod
    async def store(self) -> CompoundNamesStore: ...

    async def numbers(self, names: CompoundNames, name: str) -> list[int]:
        return [one.number for one in await names.called(name)]

    async def test_at_first_there_is_nothing(self, store: CompoundNamesStore) -> None:
        assert await store.newest() is None
        assert (await store.describe()).provenance is None

    @pytest.mark.parametrize("name", ["aspirin", "ASPIRIN", "acetylsalicylic acid", "50-78-2", "Acetylsalicylic  Acid"])
    async def test_a_compound_is_found_by_each_of_its_names(self, store: CompoundNamesStore, name: str) -> None:
        [found] = await (await store.publish(names(), unseen)).called(name)

        assert (found.number, found.title, found.is_spelled_so) == (2244, "Aspirin", True)

    @pytest.mark.parametrize("name", ["acetylsalicylic-acid", "acetyl salicylic acid", "Acetylsalicylic (acid)"])
    async def test_another_spelling_is_found_and_told_apart(self, store: CompoundNamesStore, name: str) -> None:
        [found] = await (await store.publish(names(), unseen)).called(name)

        assert (found.number, found.is_title, found.is_spelled_so) == (2244, False, False)

    async def test_titles_come_before_other_names_and_then_the_lower_number(self, store: CompoundNamesStore) -> None:
        published = await store.publish(names(), unseen)

        assert [(one.number, one.is_title) for one in await published.called("ethanol")] == [(702, True), (3672, False)]
        assert await self.numbers(published, "Rhonal") == [2244, 3672]

    async def test_what_is_spelled_so_comes_first_and_a_title_whatever_its_number(
        self, store: CompoundNamesStore
    ) -> None:
        titles = [(1, "beta-one"), (2, "two"), (3, "beta one")]
        published = await store.publish(names(titles, [(1, "two"), (2, "beta one")]), unseen)

        assert await self.numbers(published, "two") == [2, 1]
        assert await self.numbers(published, "beta one") == [3, 2, 1]

    @pytest.mark.parametrize(
        "name", ["50-78-3", "(+)-ibuprofen", "2'-acetyloxybenzoic acid", "asprin", "Rhonals", "a" * 600, "α"]
    )
    async def test_what_nothing_is_called_finds_nothing(self, store: CompoundNamesStore, name: str) -> None:
        assert await self.numbers(await store.publish(names(), unseen), name) == []

    async def test_inchikeys_are_found_where_they_were_brought(self, store: CompoundNamesStore) -> None:
        without = await store.publish(names(), unseen)
        key = INCHIKEYS[1][1]
        before = (await self.numbers(without, key), await without.inchikey(2244), await without.has_inchikeys())
        having = await store.publish(names(inchikeys=INCHIKEYS, release="next"), unseen)

        assert before == ([], None, False)
        assert (await self.numbers(having, key), await having.inchikey(2244), await having.has_inchikeys()) == (
            [2244], key, True,
        )  # fmt: skip

    async def test_titles_are_found_by_their_number(self, store: CompoundNamesStore) -> None:
        many = [(number, f"compound {number}") for number in range(2, 1000, 2)]
        published = await store.publish(names(many, ()), unseen)

        assert [await published.title(number) for number in (0, 1, 2, 3, 130, 998, 999, 2**31 - 1)] == [
            None, None, "compound 2", None, "compound 130", "compound 998", None, None,
        ]  # fmt: skip

    async def test_each_name_of_a_compound_counts_once(self, store: CompoundNamesStore) -> None:
        assert await (await store.publish(names(TITLES, ()), unseen)).size() == len(TITLES)
        assert await (await store.publish(names(TITLES, [*TITLES, (2244, "ASPIRIN")]), unseen)).size() == len(TITLES)

    async def test_a_newer_release_takes_the_place_of_the_one_before(self, store: CompoundNamesStore) -> None:
        first = await store.publish(names(release="first"), unseen)
        await store.publish(names([(1, "one")], (), release="second"), unseen)
        newest = await store.newest()

        assert newest is not None
        assert (newest.info.release, await newest.size()) == ("second", 1)
        assert newest.version != first.version
        assert not {" ", "="} & {*newest.version, *first.version}

    async def test_what_cannot_be_read_leaves_the_release_before(self, store: CompoundNamesStore) -> None:
        def breaking() -> Iterator[NamedNumber]:
            yield 1, "one"
            raise ValueError("it breaks off")

        await store.publish(names(), unseen)
        with pytest.raises(ValueError, match="breaks off"):
            await store.publish(msgspec.structs.replace(names(release="next"), names=breaking()), unseen)
        newest = await store.newest()

        assert newest is not None
        assert newest.info.release == "2026-08-22"

    async def test_too_few_names_are_refused(self, store: CompoundNamesStore) -> None:
        with pytest.raises(ValueError, match="holds"):
            await store.publish(names(least=1000), unseen)

        assert await store.newest() is None

    async def test_a_release_can_be_confirmed(self, store: CompoundNamesStore) -> None:
        published = await store.publish(names(), unseen)
        checked = published.info.checked.replace(year=2027)
        await store.confirm(msgspec.structs.replace(published.info, checked=checked))
        newest = await store.newest()

        assert newest is not None
        assert (newest.version, newest.info.checked) == (published.version, checked)
        assert (await store.describe()).provenance == newest.info

    async def test_progress_is_told_until_the_end(self, store: CompoundNamesStore) -> None:
        told: list[tuple[int, int | None]] = []
        await store.publish(names(), lambda stage, done, total: told.append((done, total)))

        assert told
        assert told[-1][0] == told[-1][1]

    async def test_one_builds_at_a_time(self, store: CompoundNamesStore) -> None:
        order: list[str] = []

        async def build(name: str) -> None:
            async with store.building():
                order.append(name)
                await anyio.lowlevel.checkpoint()
                order.append(name)

        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks:
                for name in "abc":
                    tasks.start_soon(build, name)

        assert sorted(order[::2]) == sorted(order[1::2]) == ["a", "b", "c"]
        assert order[::2] == order[1::2]
