"""Fixtures for tests of when answers come: the player on turn, and a substitute for the renderer."""

import pytest
import pytest_asyncio

from tests.helpers.desks import Desk, desk_in
from tests.helpers.guild import Player, SimGuild
from tests.helpers.tables import started


@pytest_asyncio.fixture
async def player(guild: SimGuild) -> Player:
    """Start a game and return the player on turn, who has a hand in their DM."""
    session = await started(guild)
    turn: int = session.state.turn
    return guild.players[turn]


@pytest.fixture
def desk(player: Player, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Replace the renderer. Pictures come only when the test renders them."""
    return desk_in(monkeypatch)
