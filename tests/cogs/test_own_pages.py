"""A player's private page in a channel stays up to date for as long as it's open."""

import asyncio
import time

import pytest

from bot.door.press import Press
from bot.games.crapette.leaving import Resign
from bot.rendering.page import Page
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from tests.helpers.guild import LET_THREADS_RUN, Player, Reply, SimGuild, labels
from tests.helpers.tables import in_position, started

pytestmark = pytest.mark.players(2)
QUARTER_OF_AN_HOUR = 15 * 60
KINGS = {f"{side}{number}": [f"K{suit}"] for side in "LR" for number, suit in enumerate("CDHS", 1)}


async def of_crapette(guild: SimGuild) -> Session:
    """Start Crapette with Ann on turn. 8♥ from L2 fits on L1."""
    session = await started(guild, "crapette", "clock-minutes=0")
    hands = {"A": ["2C", "4C"], "B": ["3C", "5C"]}
    position = {"turn": "A", "houses": {**KINGS, "L1": ["9S"], "L2": ["8H"]}, "hands": hands}
    state = session.game.load(position, 2, session.options)
    return await in_position(guild, session, **session.game.dump(state))


async def turn_over(player: Player) -> None:
    """Lift a card and end the turn with it."""
    await player.slash("lift-card")
    await player.move("put", to="my-discard")


def is_gone(reply: Reply) -> bool:
    """Whether an answer has been deleted."""
    return reply.message is None


def edits(guild: SimGuild) -> int:
    """Return the number of edits of answers, without those that answer a press."""
    return sum(one.method == "PATCH" and "/webhooks/" in one.path for one in guild.env.http_requests)


async def test_watcher_reads_ending_on_own_page(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann, ben = guild.players
    page = await ann.press(guild.table, "My moves")

    await ben.resign()

    assert "You won!" in page.text
    assert "Ann wins" not in page.text
    assert labels(page.message) == ["Rematch", "Another game", "Replay"]


async def test_chosen_card_is_dropped_at_games_end(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann, ben = guild.players
    page = await ann.press(guild.table, "My moves")
    page = await ann.press(page.message, "8♥ from L2")
    assert "### Move 8♥…" in page.text

    await ben.resign()

    assert "You won!" in page.text
    assert labels(page.message) == ["Rematch", "Another game", "Replay"]


async def test_page_shows_games_end_whoever_ended_it(guild: SimGuild) -> None:
    await started(guild, "skrap")
    ann, ben = guild.players
    page = await ben.press(guild.table, "My hand")
    asked = await ann.open("end")

    await ann.press(asked.message, "End it")

    assert "### This game is over" in page.text


async def test_waiting_player_sees_their_turn_come(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann, ben = guild.players
    page = await ben.press(guild.table, "My moves")
    assert "What do you move?" not in page.text

    await turn_over(ann)

    assert "### Your turn. What do you move?" in page.text
    assert "Lift from your hand (2)" in labels(page.message)
    await ben.press(page.message, "Lift from your hand")
    assert "### You lifted 5♣. Find it a place." in page.text


async def test_older_page_of_player_goes_when_outdated(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann, ben = guild.players
    first = await ben.press(guild.table, "My moves")
    second = await ben.slash("hand")
    assert not is_gone(first)

    await turn_over(ann)

    assert is_gone(first)
    assert "### Your turn. What do you move?" in second.text


async def test_typed_moves_leave_one_page_behind(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann = guild.players[0]
    before = edits(guild)
    flipped = await ann.slash("lift-card")

    put = await ann.move("put", to="my-discard")

    assert is_gone(flipped)
    assert not is_gone(put)
    assert edits(guild) == before


async def test_page_a_player_turned_to_stays(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann, ben = guild.players
    page = await ann.press(guild.table, "My moves")
    page = await ann.press(page.message, "More")
    page = await ann.press(page.message, "Log")
    log = page.text

    await ben.resign()

    assert page.text == log


async def test_card_stays_chosen_while_only_others_do_something(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann, ben = guild.players
    page = await ann.press(guild.table, "My moves")
    page = await ann.press(page.message, "8♥ from L2")

    await ben.move("offer-draw")

    assert "### Move 8♥…" in page.text


async def test_press_is_answered_by_one_page_without_edits(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann = guild.players[0]
    page = await ann.press(guild.table, "My moves")
    page = await ann.press(page.message, "8♥ from L2")
    before = edits(guild)

    page = await ann.press(page.message, "L1, on 9♠")

    assert "8♥ is on L1." in page.text
    assert edits(guild) == before


async def test_page_on_its_way_tells_newest_events(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await of_crapette(guild)
    (ann, ben), bot = guild.players, guild.bot
    respond = bot.replies._respond

    async def slowly(press: Press, page: Page) -> None:
        if press.interaction.user.id == ann.id:
            await bot.sessions.act(session, ben.id, MakeMove(Resign()))
            while bot.publisher.is_busy:
                time.sleep(LET_THREADS_RUN)  # noqa: ASYNC251 # lets the database's thread run
                await asyncio.sleep(0)
        await respond(press, page)

    monkeypatch.setattr(bot.replies, "_respond", slowly)
    page = await ann.press(guild.table, "My moves")

    assert "You won!" in page.text


async def test_expiring_page_closes_and_opens_again(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann, ben = guild.players
    page = await ann.press(guild.table, "My moves")

    await guild.pass_time(QUARTER_OF_AN_HOUR)

    assert page.text.splitlines()[1:] == ["-# This page is closed. **My moves** reopens it."]
    assert labels(page.message) == ["My moves"]
    await turn_over(ann)
    await turn_over(ben)
    page = await ann.press(page.message, "My moves")
    assert "### Your turn. What do you move?" in page.text


async def test_quarter_of_hour_begins_again_with_every_press(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann = guild.players[0]
    page = await ann.press(guild.table, "My moves")
    await guild.pass_time(QUARTER_OF_AN_HOUR - 60)
    page = await ann.press(page.message, "8♥ from L2")

    await guild.pass_time(QUARTER_OF_AN_HOUR - 60)
    assert "### Move 8♥…" in page.text
    await guild.pass_time(60)

    assert labels(page.message) == ["My moves"]


async def test_page_that_tells_end_is_not_closed(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann, ben = guild.players
    page = await ann.press(guild.table, "My moves")
    await ben.resign()

    await guild.pass_time(QUARTER_OF_AN_HOUR)

    assert "You won!" in page.text


async def test_page_that_was_dismissed_is_not_edited_again(guild: SimGuild) -> None:
    await of_crapette(guild)
    ann, ben = guild.players
    await ben.press(guild.table, "My moves")
    guild.env.inject_error("PATCH", "/webhooks/*/messages/*", status=404, code=10008, message="gone")
    await ann.slash("lift-card")
    before = edits(guild)

    await ann.move("put", to="my-discard")

    assert edits(guild) == before
    assert guild.env.errors == []
