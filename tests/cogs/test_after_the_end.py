"""After the end people may look at the last game, and change nothing."""

from typing import Any

import pytest

from tests.helpers.club import Club, Reply, text_of
from tests.helpers.tables import started

NO_GAME = "There is no game in this channel."
OVER = "This game is over."
LOOKS = ("hand", "table", "game status", "clock")


async def ended(club: Club, game: str = "crap") -> None:
    """A game that its host has ended."""
    await started(club, game)
    asked = await club.players[0].slash("game end")
    await club.players[0].press(asked.message, "End the game")


@pytest.mark.parametrize("command", LOOKS)
@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.players(2)
async def test_who_looks_is_shown_the_last_game_and_that_it_is_over(
    club: Club, command: str, restarts: bool
) -> None:
    await ended(club, "crapette")
    if restarts:
        await club.restart()

    reply = await club.players[0].slash(command)

    assert reply.is_private
    assert OVER in reply.text
    assert NO_GAME not in reply.text


async def test_the_hand_of_the_last_game_shows_its_cards(club: Club) -> None:
    await ended(club)

    assert "Your hand (" in (await club.players[1].slash("hand")).text


async def test_in_a_thread_the_last_game_of_that_thread_is_shown(club: Club) -> None:
    await ended(club)
    await club.bot.sessions.choices.set_server(club.guild.id, threads=True)
    await club.players[0].slash("game new", game="skrap")
    club.channel = club.channel.threads[0]

    assert "Skrap" in (await club.players[0].slash("table")).text
    await club.players[0].slash("game leave")
    assert NO_GAME in (await club.players[0].slash("table")).text


async def test_a_lobby_that_was_closed_before_the_deal_is_no_game(club: Club) -> None:
    await ended(club)
    await club.players[0].slash("game new", game="skrap")
    await club.players[0].slash("game leave")

    assert "C.R.A.P." in (await club.players[0].slash("table")).text


async def test_a_new_table_takes_the_place_of_the_last_one(club: Club) -> None:
    await ended(club)
    await club.players[0].slash("game new", game="skrap")

    reply = await club.players[0].slash("table")

    assert "Skrap" in reply.text
    assert OVER not in reply.text


async def test_somebody_who_did_not_play_is_told_so_and_sees_the_table(club: Club) -> None:
    await ended(club)
    stranger = club.join("zoe")

    assert "you had no seat in it" in (await stranger.slash("hand")).text
    assert OVER in (await stranger.slash("table")).text


@pytest.mark.parametrize(
    "command", ["leave", "recycle", "draw", "game leave", "game start", "game end", "game join"]
)
async def test_whatever_changes_a_game_says_that_there_is_none(club: Club, command: str) -> None:
    await ended(club)
    before = await club.bot.store.load(1)

    reply = await club.players[0].slash(command)

    assert NO_GAME in reply.text
    assert "/game new" in reply.text
    assert await club.bot.store.load(1) == before


async def hand_by_dm(club: Club, seat: int) -> Reply:
    actor: Any = club.players[seat].actor.user
    return await club.after(actor.slash("hand"))


async def test_by_dm_the_latest_game_is_shown_live_or_ended(club: Club) -> None:
    assert NO_GAME in (await hand_by_dm(club, 0)).text
    await ended(club)
    assert OVER in (await hand_by_dm(club, 0)).text

    home, club.channel = club.channel, club.guild.create_text_channel("more")
    await started(club, "skrap")
    shown = await hand_by_dm(club, 0)

    assert "Skrap" in shown.text
    assert OVER not in shown.text
    assert all(OVER not in text_of(message) for message in home.history())


async def test_a_clock_is_asked_for_in_vain_after_a_game_without_one(club: Club) -> None:
    await ended(club)

    assert "has no `/clock`" in (await club.players[0].slash("clock")).text
