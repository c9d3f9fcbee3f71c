"""Several processes may receive one interaction: the one that claims it answers, the others stay silent."""

from unittest.mock import AsyncMock, patch

import pytest

from bot.door.door import Door
from bot.storage.errors import NotSaved
from tests.helpers.guild import SimGuild, control
from tests.helpers.tables import started
from tests.sabotage.planting import Planted, sabotaged


def claim_nothing() -> Planted:
    return patch.object(Door, "_is_ours", AsyncMock(return_value=True))


@sabotaged("P29", claim_nothing)
async def test_claimed_press_is_left_to_its_process(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await started(guild)
    revision, player = session.record.revision, guild.players[0]
    monkeypatch.setattr(guild.bot.cluster, "claim", AsyncMock(return_value=False))

    pressed = await player.actor.click(guild.table, custom_id=control(guild.table, "My hand"))
    typed = await player.actor.slash(guild.channel, "hand")
    await guild.settle()

    assert (pressed.response, typed.response) == (None, None)
    assert (await guild.session()).record.revision == revision


async def test_failed_claim_says_nothing_was_saved(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await started(guild)
    monkeypatch.setattr(guild.bot.cluster, "claim", AsyncMock(side_effect=NotSaved("away")))

    replies = [
        await guild.players[0].press(guild.table, "My hand"),
        await guild.after(guild.players[0].actor.slash(guild.channel, "hand")),
    ]

    assert ["didn't save" in reply.text for reply in replies] == [True, True], replies[0].text
