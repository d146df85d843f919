"""The budget that an actor holds: the contract over a fake of Ray, and over Ray where it is installed."""

# Ray is an extra: where it is not installed, type checkers know nothing of it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false

from collections.abc import Generator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from biofacts.adapters.memory.records_and_budgets import MemoryLimiter
from biofacts.domain.limits.request_rates import Rate
from biofacts.ports.request_budgets import Limiter
from tests.contract.limiter import FakeClock, LimiterContract
from tests.fake_ray import fake_ray

ONE_A_SECOND = (Rate(1, 1.0),)


class Contract(LimiterContract):
    """But for slots that nobody uses."""

    async def test_a_slot_that_is_given_back_is_the_next_ones(self, clock: FakeClock, tmp_path: Path) -> None:
        """It is lost: whoever took the last one may be on another node."""
        limiter = self.make(ONE_A_SECOND, clock, tmp_path)
        await limiter.reserve()
        await limiter.give_back()

        assert await limiter.reserve() == pytest.approx(1)


class TestRayLimiterOverAFake(Contract):
    @pytest.fixture(autouse=True)
    def faked(self) -> Generator[None]:
        with fake_ray() as (self.ray, _, self.limiter):
            yield

    def make(self, rates: tuple[Rate, ...], clock: FakeClock, folder: Path) -> Limiter:
        def budget(service: str, rates: Sequence[Rate]) -> Limiter:
            return MemoryLimiter(rates, clock)

        self.ray.remote(self.limiter.Budgets).options(name="budgets").remote(budget)
        limiter: Limiter = self.limiter.RayLimiters("budgets")("service", rates)
        return limiter

    async def test_nodes_share_the_budget_of_a_service(self, clock: FakeClock, tmp_path: Path) -> None:
        one = self.make(ONE_A_SECOND, clock, tmp_path)
        same, other = (self.limiter.RayLimiters("budgets")(name, ONE_A_SECOND) for name in ("service", "another"))
        waits = [await one.reserve(), await same.reserve(), await other.reserve()]

        assert waits == pytest.approx([0, 1, 0])


@pytest.fixture(scope="module")
def cluster() -> Generator[None]:
    import ray

    ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False, object_store_memory=10**8)
    yield
    ray.shutdown()


@pytest.mark.processes
@pytest.mark.usefixtures("cluster")
class OverRay(Contract):
    def make(self, rates: tuple[Rate, ...], clock: FakeClock, folder: Path) -> Limiter:
        import ray

        from biofacts.adapters.ray.request_budgets import Budgets, RayLimiter

        class Timed(Budgets):
            """Counts on a clock that it is told."""

            def __init__(self) -> None:
                self.now = 0.0
                super().__init__(lambda _, rates: MemoryLimiter(rates, lambda: self.now))

            def tell(self, now: float) -> None:
                self.now = now

        actor: Any = ray.remote(Timed).options(num_cpus=0).remote()

        class Told(RayLimiter):
            """Tells the actor what the test's clock shows, then asks."""

            async def reserve(self) -> float:
                ray.get(actor.tell.remote(clock.now))
                return await super().reserve()

            async def pause_for(self, seconds: float) -> None:
                ray.get(actor.tell.remote(clock.now))
                await super().pause_for(seconds)

        return Told(actor, "service", rates)


if find_spec("ray"):

    class TestRayLimiter(OverRay):
        pass
