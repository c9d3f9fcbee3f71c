"""The bot acknowledges a press at once if its picture isn't ready, and shows both a moment later."""

import asyncio
import time

import pytest
from structlog.testing import capture_logs

from bot.sessions.frame import End
from tests.cogs.test_late_pictures import at_turn, pictured
from tests.helpers.desks import Desk
from tests.helpers.guild import LET_THREADS_RUN, Player, SimGuild, labels, text_of
from tests.sabotage.load import announce_no_answer, leave_an_older_hand_there, let_older_answers_come_last
from tests.sabotage.planting import sabotaged

pytestmark = pytest.mark.pictures

NEW, ANNOUNCED, IN_PLACE = 4, 6, 7
"""Discord's types of answers: a new message, a promised edit, and an edit."""
CALLBACKS = "/interactions/*/callback"
EDITS = "/webhooks/*/messages/*"


async def about_to_move(player: Player, desk: Desk) -> None:
    """Press *Recycle* on the player's hand. Their next press, *Discard and roll*, makes the move."""
    desk.meanwhile = desk.render
    await player.press(player.dm, "Recycle")


class Heard:
    """The bot's answers to Discord from now on."""

    def __init__(self, guild: SimGuild) -> None:
        self._guild = guild
        self._before = len(guild.env.http_requests)

    @property
    def answers(self) -> list[int]:
        """Return the types of the answers to interactions, with 0 for an edit of one."""
        return [
            one.json["type"] if one.path.endswith("/callback") else 0
            for one in self._guild.env.http_requests[self._before :]
            if one.json is not None and one.path.startswith(("/interactions/", "/webhooks/"))
        ]


@sabotaged("P18", announce_no_answer)
async def test_press_is_acknowledged_before_picture(guild: SimGuild, player: Player, desk: Desk) -> None:
    heard, before = Heard(guild), text_of(player.dm)
    waited: list[str] = []

    async def meanwhile() -> None:
        assert heard.answers == [ANNOUNCED]
        waited.append(text_of(player.dm))
        await desk.render()

    desk.meanwhile = meanwhile
    await player.press(player.dm, "Recycle")

    assert waited == [before]
    assert heard.answers == [ANNOUNCED, 0]
    assert pictured(player.dm)
    assert "Discard and roll" in labels(player.dm)


async def test_slow_picture_lets_words_come_first(guild: SimGuild, player: Player, desk: Desk) -> None:
    heard = Heard(guild)
    await player.press(player.dm, "Recycle")
    assert heard.answers == [ANNOUNCED, 0]
    assert "Your hand" in text_of(player.dm)
    assert not pictured(player.dm)

    await desk.render()
    await guild.settle()

    assert heard.answers == [ANNOUNCED, 0, 0]
    assert pictured(player.dm)


async def test_late_picture_is_not_awaited(guild: SimGuild, player: Player, desk: Desk) -> None:
    heard, desk.seconds = Heard(guild), 1.0

    await player.press(player.dm, "Recycle")

    assert heard.answers == [IN_PLACE]
    assert "Your hand" in text_of(player.dm)


async def test_a_new_message_says_its_words_at_once(guild: SimGuild, player: Player, desk: Desk) -> None:
    heard = Heard(guild)
    typed = await player.slash("hand")
    pressed = await player.press(guild.table, "My hand")
    assert heard.answers == [NEW, NEW]

    await desk.render()
    await guild.settle()

    assert pictured(typed.message)
    assert pictured(pressed.message)


async def test_page_in_channel_is_announced_like_hand(guild: SimGuild, player: Player, desk: Desk) -> None:
    page = await player.press(guild.table, "My hand")
    heard, desk.meanwhile = Heard(guild), desk.render

    page = await player.press(page.message, "Recycle")

    assert heard.answers == [ANNOUNCED, 0]
    assert pictured(page.message)
    assert "Discard and roll" in labels(page.message)


async def test_refused_files_are_not_announced(guild: SimGuild, player: Player, desk: Desk) -> None:
    guild.bot.transport.files.refuse(player.dm.channel.id)
    heard = Heard(guild)

    await player.press(player.dm, "Recycle")

    assert heard.answers == [IN_PLACE]


async def test_files_that_are_refused_leave_the_words(guild: SimGuild, player: Player, desk: Desk) -> None:
    desk.meanwhile = desk.render
    guild.env.inject_error("PATCH", EDITS, status=403, code=50013, message="no", times=1)

    await player.press(player.dm, "Recycle")

    assert "Your hand" in text_of(player.dm)
    assert "Discard and roll" in labels(player.dm)


@pytest.mark.parametrize(("code", "times", "says"), [(50035, 1, "Your hand"), (240000, 2, "filter blocks")])
async def test_words_that_are_refused_are_said_more_simply(
    guild: SimGuild, player: Player, desk: Desk, code: int, times: int, says: str
) -> None:
    desk.meanwhile = desk.render
    guild.env.inject_error("PATCH", EDITS, status=400, code=code, message="no", times=times)

    await player.press(player.dm, "Recycle")

    assert says in text_of(player.dm)


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (401, 50027), (500, 0)])
async def test_lost_answer_shows_in_hand(
    guild: SimGuild, player: Player, desk: Desk, status: int, code: int
) -> None:
    session = await guild.session()
    await about_to_move(player, desk)
    guild.env.inject_error("PATCH", EDITS, status=status, code=code, message="no", times=9)
    await player.press(player.dm, "Discard and roll")

    assert at_turn(guild, session) is not player
    assert "Discard and roll" not in labels(player.dm)
    assert guild.env.errors == []


async def test_refused_announcement_stays_silent(guild: SimGuild, player: Player, desk: Desk) -> None:
    guild.env.inject_error("POST", CALLBACKS, status=404, code=10062, message="too late", times=1)
    heard, before = Heard(guild), text_of(player.dm)

    with capture_logs() as logs:
        await player.press(player.dm, "Recycle")

    assert heard.answers == [ANNOUNCED]
    assert text_of(player.dm) == before
    assert [line["event"] for line in logs if line["log_level"] != "info"] == ["answer_lost"]


@sabotaged("P18", let_older_answers_come_last)
async def test_older_answer_never_hides_newer(guild: SimGuild, player: Player, desk: Desk) -> None:
    heard = Heard(guild)

    async def until_the_later_one_is_answered() -> None:
        while IN_PLACE not in heard.answers:
            await asyncio.sleep(0)
        await desk.render()

    desk.meanwhile = until_the_later_one_is_answered
    await player.press_all(player.dm, "Recycle", "More")

    assert heard.answers == [ANNOUNCED, IN_PLACE]
    assert "Log" in labels(player.dm)


async def test_later_of_two_waiting_answers_stays(guild: SimGuild, player: Player, desk: Desk) -> None:
    heard = Heard(guild)

    async def until_both_wait() -> None:
        while heard.answers[:2] != [ANNOUNCED, ANNOUNCED]:
            await asyncio.sleep(0)
        await desk.render()

    desk.meanwhile = until_both_wait
    await player.press_all(player.dm, "Recycle", "Recycle")

    assert heard.answers == [ANNOUNCED, ANNOUNCED, 0]
    assert "Discard and roll" in labels(player.dm)
    assert pictured(player.dm)


@sabotaged("P18", leave_an_older_hand_there)
async def test_publishers_newer_page_stays(guild: SimGuild, player: Player, desk: Desk) -> None:
    session, bot = await guild.session(), guild.bot
    await about_to_move(player, desk)

    async def the_game_ends() -> None:
        desk.meanwhile = desk.render
        assert await bot.sessions.act(session, guild.players[0].id, End()) is None
        while bot.publisher.is_busy:
            time.sleep(LET_THREADS_RUN)  # noqa: ASYNC251 # lets the database's thread run
            await asyncio.sleep(0)

    desk.meanwhile = the_game_ends
    await player.press(player.dm, "Discard and roll")

    assert "This game is over" in text_of(player.dm)


async def test_next_bot_shows_move_of_dead_one(guild: SimGuild, player: Player, desk: Desk) -> None:
    async def the_bot_dies() -> None:
        raise asyncio.CancelledError

    await about_to_move(player, desk)
    await guild.bot.publisher.close()  # so that only the answer would have shown the move
    desk.meanwhile = the_bot_dies
    await player.press(player.dm, "Discard and roll")
    assert "Discard and roll" in labels(player.dm)

    await guild.restart()

    assert at_turn(guild, await guild.session()) is not player
    assert "Discard and roll" not in labels(player.dm)


async def test_announced_hint_replaces_earlier_words(guild: SimGuild, player: Player, desk: Desk) -> None:
    heard, desk.meanwhile = Heard(guild), desk.render

    await player.press(player.dm, "Hint")

    assert heard.answers[0] == ANNOUNCED
    assert set(heard.answers[1:]) == {0}
    assert pictured(player.dm)
