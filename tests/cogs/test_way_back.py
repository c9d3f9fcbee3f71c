"""A page that takes the place of a hand leads back to it."""

import pytest

from tests.helpers.guild import SimGuild, labels
from tests.helpers.tables import started

pytestmark = pytest.mark.players(3)
BACK = "Back to my hand"


@pytest.mark.parametrize("choice", ["As text", "Log"])
async def test_page_from_more_leads_back_to_the_hand(guild: SimGuild, choice: str) -> None:
    await started(guild, "crap")
    ann = guild.players[0]
    more = await ann.press(ann.dm, "More")
    page = await ann.press(more.message, choice)

    assert labels(page.message)[-1] == BACK
    hand = await ann.press(page.message, BACK)
    assert "Your hand (" in hand.text


async def test_spectator_has_no_way_to_a_hand(guild: SimGuild) -> None:
    await started(guild, "crap")
    watcher = guild.join("dan")
    more = await watcher.press(guild.table, "More")

    assert BACK not in labels((await watcher.press(more.message, "As text")).message)
