"""Many pieces of work at once."""

import anyio
import pytest

from biofacts.application.lists import name_lists


async def test_each_is_done_once_several_at_a_time() -> None:
    done, running, most = list[str](), 0, 0

    async def work(one: str) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await anyio.lowlevel.checkpoint()
        running -= 1
        done.append(one)

    wanted = [str(number) for number in range(50)]
    await name_lists.each(wanted, work, seconds=60)

    assert sorted(done) == sorted(wanted)
    assert 1 < most <= 8


async def test_what_has_no_turn_in_time_is_left() -> None:
    begun = list[str]()

    async def work(one: str) -> None:
        begun.append(one)
        await anyio.sleep_forever()

    with anyio.fail_after(10):
        await name_lists.each([str(number) for number in range(50)], work, seconds=0.01)

    assert 0 < len(begun) <= 8


async def test_what_the_work_raises_ends_it_all() -> None:
    async def work(one: str) -> None:
        if one == "3":
            raise ValueError(one)

    with pytest.raises(ValueError, match="3"):
        await name_lists.each([str(number) for number in range(50)], work, seconds=60)
