"""The player who presses and the desk for pictures, in tests of when answers come."""

import pytest
import pytest_asyncio

from tests.helpers.desks import Desk, desk_in
from tests.helpers.guild import Player, SimGuild
from tests.helpers.tables import started


@pytest_asyncio.fixture
async def player(guild: SimGuild) -> Player:
    """Return who is on turn, with a hand in their DM."""
    session = await started(guild)
    turn: int = session.state.turn
    return guild.players[turn]


@pytest.fixture
def desk(player: Player, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Nothing is rendered after this until the test wants it."""
    return desk_in(monkeypatch)
