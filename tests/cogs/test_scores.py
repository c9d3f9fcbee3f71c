"""The score sheet that ends a game, as players see it in the channel."""

from random import Random

import pytest

from bot.games.crazy_rummy.ending import HandScored
from bot.sessions.requests import MakeMove
from bot.sessions.session import AT_HAND, Session
from tests.helpers.guild import SimGuild
from tests.helpers.tables import started


async def moves(guild: SimGuild, session: Session, number: int, chance: Random) -> int:
    """So many random moves, fewer when the game ends before; how many were made."""
    for made in range(number):
        if session.record.status != "playing":
            return made
        seat = chance.choice(session.game.deciders(session.state))
        move = chance.choice(session.game.legal(session.state, seat)[:6])
        assert await guild.bot.sessions.act(session, guild.players[seat].id, MakeMove(move)) is None
    return number


def sheet(text: str) -> list[str]:
    """The lines of the score sheet."""
    return text[text.index("**Scores by ") :].split("```")[1].strip("\n").splitlines()


@pytest.mark.slow
@pytest.mark.players(2)
async def test_rounds_of_long_ago_are_on_the_sheet_also_after_a_restart(guild: SimGuild) -> None:
    session, chance = await started(guild, "crazy-rummy", "max-hands=3"), Random(3)
    while not any(isinstance(event, HandScored) for event in session.scores):
        await moves(guild, session, 1, chance)
    first = session.scores
    since = await moves(guild, session, AT_HAND + 1, chance)
    await guild.restart()
    session = await guild.session()

    await moves(guild, session, 5000, chance)
    await guild.settle()

    assert since > AT_HAND
    assert session.scores[: len(first)] == first
    rows = guild.table_text.split("```")[1].strip("\n").splitlines()
    totals = sorted(session.state.totals, reverse=True)
    assert [row.split()[0] for row in rows] == ["1", "2"]
    assert [row.split()[-1] for row in rows] == [str(total).replace("-", "−") for total in totals]
    scored = [event for event in first if isinstance(event, HandScored)]
    assert all(str(abs(one.score)) in guild.table_text for one in scored if one.score)


@pytest.mark.players(2)
async def test_a_game_that_is_ended_shows_its_rounds_so_far(guild: SimGuild) -> None:
    session, chance = await started(guild, "skrap"), Random(1)
    while not session.scores:
        await moves(guild, session, 1, chance)
    await guild.settle()
    assert "Scores by" not in guild.table_text

    asked = await guild.players[0].slash("game end")
    await guild.players[0].press(asked.message, "End the game")

    assert "Nobody has won" in guild.table_text
    assert [line.split()[0] for line in sheet(guild.table_text)] == ["Ann", "1"]


@pytest.mark.players(2)
async def test_crapette_ends_with_what_was_left_pile_by_pile(guild: SimGuild) -> None:
    await started(guild, "crapette")
    await guild.restart()

    await guild.players[0].slash("resign")

    assert "Scores by" not in guild.table_text
    left = [line for line in guild.table_text.splitlines() if " had left: hand " in line]
    assert len(left) == 2
    assert all("(35); crapaud " in line and line.endswith("(13).") for line in left)
