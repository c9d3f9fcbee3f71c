"""The ranking that ends a game, as players see it in the channel."""

from random import Random
from typing import Any

import pytest

from bot.games.crap.scoring import ScoringRound
from bot.sessions.play import MakeMove
from bot.sessions.session import MAX_PAST, Session
from tests.helpers.guild import SimGuild
from tests.helpers.tables import in_position, started


async def moves(guild: SimGuild, session: Session, number: int, chance: Random) -> int:
    """Make this many random moves, or fewer if the game ends. Return the number of moves made."""
    for made in range(number):
        if session.record.status != "playing":
            return made
        seat = chance.choice(session.game.deciders(session.state))
        move = chance.choice(session.game.legal(session.state, seat)[:6])
        assert await guild.bot.sessions.act(session, guild.players[seat].id, MakeMove(move)) is None
    return number


def ranking(text: str) -> dict[str, str]:
    """Return the text after each name in the ranking: `{"Ann": "140 + 200 = 340"}`."""
    rows = text.split("```")[1].strip("\n").splitlines()
    return {row.split()[1]: row.split(maxsplit=2)[2] for row in rows}


@pytest.mark.slow
@pytest.mark.players(3)
async def test_old_rounds_stay_ranked_after_restart(guild: SimGuild) -> None:
    session, chance = await started(guild, "crap", "threshold=5000"), Random(2)
    laid = [{"owner": "B", "rank": "7", "cards": ["7C", "7D", "7H", "7S"]}]
    await scored(guild, session, laid)
    assert await moves(guild, session, MAX_PAST + 1, chance) > MAX_PAST
    await guild.restart()
    session = await guild.session()
    await scored(guild, session, [*laid, {"owner": "A", "rank": "K", "cards": ["KC", "KD", "KH", "KS"]}])

    for player in guild.players[1:]:
        asked = await player.open("leave")
        await player.press(asked.message, "Leave")

    rows, totals = ranking(guild.table_text), session.state.totals
    assert rows["Ann"] == str(totals[0])
    assert rows["Ben"].startswith("70 + ")
    assert rows["Ben"].endswith(f" = {totals[1]}")
    assert "Everyone else had left." in guild.table_text


async def scored(guild: SimGuild, session: Session, sets: list[dict[str, Any]]) -> None:
    """Put these sets on the table and empty the stock, so that a scoring round counts them."""
    before = len(session.scores)
    hands = {"A": ["2C"], "B": ["2D"], "C": ["2H"]}
    await in_position(
        guild, session, sets=sets, hands=hands, protected={}, placed={}, stock=[], phase="turn", pending=None
    )
    await guild.players[session.state.turn].slash("recycle")
    assert any(isinstance(event, ScoringRound) for event in session.scores[before:])


@pytest.mark.players(3)
async def test_a_game_that_is_ended_has_no_winner(guild: SimGuild) -> None:
    session, chance = await started(guild, "crap"), Random(1)
    await moves(guild, session, 5, chance)
    await guild.settle()

    asked = await guild.players[0].open("end")
    await guild.players[0].press(asked.message, "End it")

    assert "## Nobody wins" in guild.table_text
    assert "Ann ended the game." in guild.table_text
    assert "\nAnn " in guild.table_text  # her row isn't numbered


@pytest.mark.players(2)
async def test_crapette_ends_with_what_was_left(guild: SimGuild) -> None:
    await started(guild, "crapette")
    await guild.restart()

    await guild.players[0].resign()

    left = [
        line for line in guild.table_text.splitlines() if line.endswith(": 35 in hand, 13 in the crapaud.")
    ]
    assert len(left) == 2
    assert guild.table_text.count("48 left") == 2
