"""Players who are away by their settings: slow tables ask the others at once, and don't call them."""

import pytest

from bot.sessions.session import Session
from bot.storage import privacy
from tests.helpers.guild import Player, SimGuild, labels, notified_by, text_of
from tests.helpers.tables import dealt, on_turn

DAY = 86400
pytestmark = pytest.mark.players(3)


async def go_away(player: Player, days: str = "3 days") -> str:
    """Choose in the settings how long a player is away. Return the page's text."""
    page = await player.open("settings")
    return (await player.choose(page.message, "Away", days)).text


async def at_slow_table(guild: SimGuild) -> tuple[Session, Player, Player, Player]:
    """Deal a slow table with calls by DM. Return it, the player on turn and the two after them."""
    for player in guild.players:
        await guild.bot.sessions.choices.set_user(player.id, dm="seen")
    session = await dealt(guild, "crap", pace="slow-1")
    first = guild.players.index(on_turn(guild, session))
    return session, *(guild.players[(first + by) % 3] for by in range(3))  # type: ignore[return-value]


def question(guild: SimGuild) -> list[str]:
    """Return the questions about absent players in the channel."""
    return [text_of(one) for one in guild.messages if "away until" in text_of(one)]


def line(guild: SimGuild, part: str) -> object:
    return next(one for one in reversed(guild.messages) if part in text_of(one))


def name(player: Player) -> str:
    return str(player.actor.name).title()


async def test_others_are_asked_at_once_with_the_date(guild: SimGuild) -> None:
    session, ann, ben, cyd = await at_slow_table(guild)
    until = int(guild.bot.clock()) + 3 * DAY
    page = await go_away(ann)

    assert f"-# You're away until <t:{until}:D>. Any move ends that." in page
    shown = line(guild, "away until")
    others = " and ".join(f"<@{one.id}>" for one in sorted((ben, cyd), key=guild.players.index))
    assert text_of(shown).split("\n")[0] == (
        f"**{name(ann)} is away until <t:{until}:D>.** What now, {others}? The first click counts."
    )
    assert labels(shown) == [
        f"Wait for {name(ann)}",
        "Skip the turn",
        "Let a computer play",
        f"I'm back ({name(ann)})",
    ]
    assert notified_by(guild, "What now") == {ben.id, cyd.id}
    assert f"You're away until <t:{until}:D>. The others choose for you." in text_of(ann.dm)
    assert session.record.attendance.silences == ()
    mine = await ben.slash("my-tables")
    assert f"Away: {name(ann)}. The first click at the table decides what happens." in mine.text


async def test_question_that_becomes_theirs_is_put_to_others(guild: SimGuild) -> None:
    _, ann, ben, _ = await at_slow_table(guild)
    await go_away(ben)
    assert question(guild) == []
    before = ben.dm.id

    await ann.move("recycle")

    assert len(question(guild)) == 1
    assert ben.dm.id == before, "no call"


async def test_players_waited_for_are_called_when_back(guild: SimGuild) -> None:
    session, ann, ben, cyd = await at_slow_table(guild)
    until = guild.bot.clock() + 600
    await guild.bot.sessions.choices.set_user(ben.id, away_until=until)  # short enough to pass in a test
    await ann.move("recycle")
    before = ben.dm.id

    await cyd.press(line(guild, "away until"), "Wait for")

    assert f"{name(cyd)} waits for {name(ben)} until <t:" in text_of(line(guild, "waits for"))
    assert session.record.deadline == pytest.approx(until + DAY)
    await guild.pass_time(590)
    assert ben.dm.id == before, "no call"
    await guild.pass_time(20)
    assert ben.dm.id != before
    assert question(guild) == [], "nobody is asked again"


async def test_any_move_ends_it(guild: SimGuild) -> None:
    session, ann, ben, cyd = await at_slow_table(guild)
    await go_away(ann)

    reply = await ann.move("recycle")

    assert "Welcome back. Your turns are yours again." in reply.text
    assert question(guild) == []
    await ben.move("recycle")
    await cyd.move("recycle")
    assert on_turn(guild, session) is ann
    assert question(guild) == []


async def test_coming_back_counts_at_all_tables(guild: SimGuild) -> None:
    guild.bot.sessions.new_key = lambda: bytes(32)
    _, ann, *_ = await at_slow_table(guild)
    first, guild.channel = guild.channel, guild.handle.create_text_channel("more cards")
    await at_slow_table(guild)
    await go_away(ann)
    assert len(question(guild)) == 1

    await ann.press(line(guild, "away until"), "I'm back")

    assert question(guild) == []
    guild.channel = first
    assert question(guild) == []
    assert "Away: no" in labels((await ann.open("settings")).message)


async def test_question_waits_until_someone_else_is_back(guild: SimGuild) -> None:
    session, *players = await at_slow_table(guild)
    deadline = session.record.deadline
    for player in reversed(players):
        await go_away(player)

    assert question(guild) == []
    assert session.record.deadline == deadline
    await go_away(players[1], "No")
    assert len(question(guild)) == 1
    assert notified_by(guild, "What now") == {players[1].id}


async def test_order_answers_for_its_owner_who_is_away(guild: SimGuild) -> None:
    session, ann, ben, _ = await at_slow_table(guild)
    page = await ben.press(ben.dm, "Decide ahead")
    await ben.select(page, "plan next *", "recycle")
    await go_away(ben)

    await ann.move("recycle")
    assert question(guild) == []
    await guild.pass_time(1300)

    assert on_turn(guild, session) is not ben
    assert "Away: 3 days" in labels((await ben.open("settings")).message)


async def test_setting_is_kept_shown_exported_and_ended(guild: SimGuild) -> None:
    _, ann, *_ = await at_slow_table(guild)
    await go_away(ann, "A week")
    await guild.restart()

    page = await ann.open("settings")
    assert "Away: 7 days" in labels(page.message)
    known = await guild.bot.store.read_long(privacy.known_of, ann.id)
    assert known["preferences"]["away_until"] == pytest.approx(guild.bot.clock() + 7 * DAY, abs=60)
    back = await ann.choose(page.message, "Away", "No")

    assert "Away: no" in labels(back.message)
    assert "away until" not in back.text + text_of(ann.dm)
    assert question(guild) == []


async def test_live_table_goes_on_with_its_clock(guild: SimGuild) -> None:
    session = await dealt(guild, "crap", pace="live")
    await go_away(on_turn(guild, session))

    assert question(guild) == []
