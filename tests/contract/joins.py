"""What every source promises that joins are made of."""

from typing import Any


class AtHandContract:
    """Subclasses give the fixture `source`, and bring what its joins are made of."""

    async def bring(self, source: Any) -> None:
        raise NotImplementedError

    async def test_what_is_brought_is_at_hand_under_one_version(self, source: Any) -> None:
        await self.bring(source)
        presence = await source.at_hand()

        assert "=" in presence.version
        assert presence.missing == ()
        assert await source.at_hand() == presence


class FirstEmpty:
    """Beside a contract, where nothing is brought yet."""

    async def test_nothing_is_at_hand_at_first_and_nobody_is_asked(self, source: Any) -> None:
        presence = await source.at_hand()

        assert presence.version == ""
        assert presence.missing
        assert await source.at_hand() == presence
