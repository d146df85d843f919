"""Work behind the answer: each name once at a time, and nothing that goes wrong there reaches anybody."""

from contextvars import ContextVar, copy_context

import anyio
import anyio.lowlevel
import pytest

from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.domain.answers.errors import UpstreamError


async def test_a_job_of_one_name_runs_once_at_a_time() -> None:
    begun = 0
    go_on = anyio.Event()

    async def job() -> None:
        nonlocal begun
        begun += 1
        await go_on.wait()

    with anyio.fail_after(5):
        async with Jobs() as background:
            for _ in range(3):
                background.start("refresh", job)
            background.start("another", job)
            await anyio.wait_all_tasks_blocked()

    assert begun == 2


async def test_a_finished_job_may_be_started_again() -> None:
    done: list[int] = []

    async def job() -> None:
        done.append(1)

    with anyio.fail_after(5):
        async with Jobs() as background:
            for _ in range(2):
                background.start("refresh", job)
                await anyio.wait_all_tasks_blocked()

    assert done == [1, 1]


@pytest.mark.parametrize(
    "error", [UpstreamError.of("WikiPathways", "it cannot be reached"), ZeroDivisionError("a bug")]
)
async def test_what_goes_wrong_is_logged_and_goes_no_further(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async def job() -> None:
        raise error

    with anyio.fail_after(5):
        async with Jobs() as background:
            background.start("refresh", job)
            await anyio.wait_all_tasks_blocked()
            background.start("refresh", job)
            await anyio.wait_all_tasks_blocked()

    assert len([record for record in caplog.records if "refresh" in record.getMessage()]) == 2


async def test_a_server_that_ends_waits_for_nothing() -> None:
    with anyio.fail_after(5):
        async with Jobs() as background:
            background.start("for ever", anyio.sleep_forever)
            await anyio.wait_all_tasks_blocked()


async def test_a_command_waits_for_what_it_needs_and_starts_nothing_else() -> None:
    done: list[str] = []

    async def job(name: str) -> None:
        await anyio.lowlevel.checkpoint()
        done.append(name)

    with anyio.fail_after(5):
        async with Jobs(long_lived=False) as background:
            background.start("needed", lambda: job("needed"))
            background.start("pleasant", lambda: job("pleasant"), needed=False)

    assert done == ["needed"]


async def test_an_error_inside_goes_on_its_way_as_it_is() -> None:
    async def fail() -> None:
        async with Jobs() as background:
            background.start("for ever", anyio.sleep_forever)
            raise ZeroDivisionError

    with anyio.fail_after(5), pytest.raises(ZeroDivisionError):
        await fail()


async def test_without_an_open_group_nothing_is_started() -> None:
    async def job() -> None:
        raise AssertionError("nobody waits for this")

    Jobs().start("refresh", job)


async def test_what_nobody_waits_for_has_a_context_of_its_own_and_a_shared_job_its_callers() -> None:
    caller = ContextVar("caller", default="nobody")
    behind = copy_context()
    behind.run(caller.set, "background")
    heard: list[str] = []

    async def job() -> None:
        heard.append(caller.get())

    with anyio.fail_after(5):
        async with Jobs(behind=behind) as background:
            caller.set("client")
            background.start("refresh", job)
            background.prefetch("ahead", job)
            await anyio.wait_all_tasks_blocked()
            await background.share("build", job)

    assert heard == ["background", "background", "client"]


async def test_what_is_prefetched_is_started_once_and_never_by_a_command() -> None:
    begun: list[str] = []

    async def job() -> None:
        begun.append("ahead")

    with anyio.fail_after(5):
        for long_lived in (True, False):
            async with Jobs(long_lived=long_lived) as background:
                for _ in range(2):
                    background.prefetch("ahead", job)
                    await anyio.wait_all_tasks_blocked()

    assert begun == ["ahead"]


async def test_it_is_quiet_once_every_shared_job_is_done() -> None:
    done: list[str] = []
    go_on = anyio.Event()

    async def job() -> None:
        await go_on.wait()
        done.append("job")

    with anyio.fail_after(5):
        async with Jobs() as background, anyio.create_task_group() as callers:
            for name in ("one", "other"):
                callers.start_soon(background.share, name, job)
            await anyio.wait_all_tasks_blocked()
            go_on.set()
            await background.quiet()

            assert done == ["job", "job"]
