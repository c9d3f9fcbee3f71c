"""Absent players: a computer sits in, the others choose, and whoever comes back reads what they missed."""

import re

import pytest

from bot.players.policies import POLICIES
from bot.rendering import player_words
from bot.rendering.art.fonts import printable_name
from bot.rendering.craits.board import table_plan
from bot.sessions.session import Session
from tests.helpers.behind import extend
from tests.helpers.guild import SLOW, Player, SimGuild, control, labels, text_of
from tests.helpers.tables import acted, dealt, started

DAY = 86400
pytestmark = [pytest.mark.players(3), pytest.mark.quick_computers]


def on_turn(guild: SimGuild, session: Session) -> tuple[Player, list[Player]]:
    """Return the player who decides now, and the other players."""
    (seat,) = session.game.deciders(session.state)
    return guild.players[seat], [player for place, player in enumerate(guild.players) if place != seat]


def line(guild: SimGuild, part: str) -> str:
    """Return the text of the public message, not a table, with this part. Empty if there's none."""
    found = (text_of(one) for one in guild.messages if part in text_of(one))
    return next((text for text in found if " · table " not in text), "")


def told(guild: SimGuild) -> str:
    """Return the table's text above its players: its head and its story."""
    return re.split(r"\n(?:▶ )?\*\*(?:⚙ \w+ for )?(?:Ann|Ben|Cyd)\*\* \d", guild.table_text)[0]


def message(guild: SimGuild, part: str) -> object:
    return next(one for one in reversed(guild.messages) if part in text_of(one))


async def rest(player: Player) -> str:
    """Press *Let a computer play for me* on the question about leaving. Return the answer."""
    asked = await player.open("leave")
    assert labels(asked.message) == ["Leave", "Let a computer play for me", "Back"]
    return (await player.press(asked.message, "Let a computer play for me")).text


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in POLICIES if game != "crapette"])
async def test_a_computer_plays_for_who_steps_out(guild: SimGuild, game: str) -> None:
    session = await dealt(guild, game)
    player = guild.players[1]

    said = await rest(player)
    await acted(guild, session)

    assert said.endswith("plays for you until you're back. Anything you do takes your seat back.")
    assert " for Ben" in guild.table_text
    assert f"<@{player.id}>" not in guild.table_text
    assert session.record.players[1] == player.id
    assert "sits in for Ben, until Ben is back." in line(guild, "sits in")


@pytest.mark.players(2)
async def test_a_computer_plays_crapette_for_who_steps_out(guild: SimGuild) -> None:
    session = await dealt(guild, "crapette")
    player, _ = on_turn(guild, session)
    seat = guild.players.index(player)

    await rest(player)
    await acted(guild, session)

    assert session.record.acted[seat] > 0
    assert session.game.deciders(session.state) != (seat,)


async def test_returning_player_gets_seat_and_reads_what_happened(guild: SimGuild) -> None:
    session = await dealt(guild, "crazy-rummy")
    player, _ = on_turn(guild, session)
    await rest(player)
    await acted(guild, session)
    assert "plays for you" in text_of(player.dm)

    back = await player.press(message(guild, "sits in"), "I'm back")

    assert back.is_private
    assert back.text.startswith("### Your seat is yours again\nWhile you were away, ")
    assert "discards" in back.text
    assert labels(back.message) == ["My hand"]
    assert session.record.at_play == session.record.players
    assert line(guild, "sits in") == ""
    _, row, standing = guild.table_text.partition("**Ann** ")
    assert row
    assert "for Ann" not in standing


@pytest.mark.parametrize("game", [game for game in POLICIES if game not in ("crapette", "skrap")])
async def test_moves_of_a_stand_in_bear_its_name(guild: SimGuild, game: str) -> None:
    session = await dealt(guild, game)
    player, _ = on_turn(guild, session)
    name = player.actor.name.title()
    await rest(player)
    await acted(guild, session)
    while_away = told(guild)

    await player.press(message(guild, "sits in"), "I'm back")

    assert re.search(rf"\w for {name}[ :]", while_away)
    assert told(guild) == while_away


async def test_the_button_of_another_is_not_pressed(guild: SimGuild) -> None:
    session = await dealt(guild, "craits")
    ann, ben, _ = guild.players
    await rest(ben)
    await acted(guild, session)

    reply = await ann.press(message(guild, "sits in"), "I'm back (Ben)")

    assert reply.text == "That button is Ben's."
    assert session.record.at_play[1] < 0


async def test_command_takes_seat_back_and_makes_move(guild: SimGuild) -> None:
    guild.bot.sessions.computers.timings = SLOW
    session = await dealt(guild, "crap")
    player, _ = on_turn(guild, session)
    seat = guild.players.index(player)
    await rest(player)

    reply = await player.slash("recycle")

    assert reply.text.split("\n")[1] == "> You have your seat back."
    assert session.record.at_play == session.record.players
    assert session.record.acted[seat] == session.record.revision


async def test_press_on_old_hand_retakes_seat_and_explains(guild: SimGuild) -> None:
    guild.bot.sessions.new_key = lambda: bytes(32)  # a deal with a card that's played by one press
    session = await dealt(guild, "craits")
    player, _ = on_turn(guild, session)
    old = player.dm
    control_id = next(one for one in (control(old, label) for label in labels(old)) if ":move " in one)
    await rest(player)
    await acted(guild, session)

    reply = await player.forge(old, control_id)

    assert "> Your seat is yours again. While you were away, " in reply.text
    assert session.record.at_play == session.record.players


async def test_a_double_click_seats_one_computer(guild: SimGuild) -> None:
    await dealt(guild, "craits")
    ben = guild.players[1]
    asked = await ben.open("leave")

    await ben.press_twice(asked.message, "Let a computer play for me")

    session = await guild.session()
    assert len(session.record.attendance.stand_ins) == 1


async def test_others_are_replaced_after_time_out_behind_more(guild: SimGuild) -> None:
    session = await dealt(guild, "craits", pace="live")
    late, (other, _) = on_turn(guild, session)
    name = late.actor.name.title()
    before = await other.press(guild.table, "More")
    assert not any(label.startswith("Let a computer") for label in labels(before.message))
    await guild.pass_time(62)

    more = await other.press(guild.table, "More")
    reply = await other.press(more.message, f"Let a computer play for {name}")
    await acted(guild, session)

    assert reply.text.endswith(f" now plays for {name}.")
    assert f" for {name}" in guild.table_text


async def test_the_log_says_who_played_for_whom(guild: SimGuild) -> None:
    session = await dealt(guild, "crazy-rummy")
    player, _ = on_turn(guild, session)
    name = player.actor.name.title()
    await rest(player)
    await acted(guild, session)
    await player.press(message(guild, "sits in"), "I'm back")

    log = await player.open_log()

    assert f" for {name} discards" in log.text


async def test_a_picture_has_room_for_both_names(guild: SimGuild) -> None:
    session = await dealt(guild, "craits")
    await rest(guild.players[1])
    scene = session.scene(None)
    computer = scene.name(1).split()[0]

    assert player_words.name(scene, 1) == f"{computer}/Ben"
    assert [printable_name(row.name, row.place) for row in table_plan(scene).rows][1] == f"{computer}/Ben"


async def late_at_a_slow_table(guild: SimGuild, game: str = "crap") -> tuple[Session, Player, list[Player]]:
    """Let a day pass without a move at a slow table. Return it, the late player and the others."""
    session = await dealt(guild, game, pace="slow-1")
    late, others = on_turn(guild, session)
    sessions = guild.bot.sessions
    with guild.env._bot_scope():  # as if nearly all of the day had passed
        async with sessions.quiesced():
            await extend(sessions, 10.0 - DAY)
    await guild.pass_time(12)
    return session, late, others


async def test_the_others_choose_by_buttons_on_one_line(guild: SimGuild) -> None:
    session, late, others = await late_at_a_slow_table(guild)
    name = late.actor.name.title()
    shown = message(guild, "day is over")
    assert "Auto-skip <t:" in guild.table_text, "the rules go on unless somebody chooses"

    assert text_of(shown).split("\n")[0] == (
        f"**{name}'s day is over.** <@{others[0].id}> and <@{others[1].id}>, what now? The first click counts."
    )
    assert text_of(shown).split("\n")[1].startswith(f"-# No answer? Auto-skip for {name} <t:")
    assert labels(shown) == [
        "Wait one more day",
        "Skip the turn",
        "Let a computer play",
        f"I'm back ({name})",
    ]
    mine = await others[0].slash("my-tables")
    assert (
        f"Time's up for {name}. The first click at the table decides what happens. Time-out <t:" in mine.text
    )

    await others[0].press(shown, "Skip the turn")

    chooser = others[0].actor.name.title()
    assert line(guild, "skipped") == f"{chooser} skipped {name}'s turn."
    assert session.game.deciders(session.state) != (guild.players.index(late),)


async def test_late_player_reads_that_others_choose(guild: SimGuild) -> None:
    _, late, _ = await late_at_a_slow_table(guild)

    assert "-# Time's up. The others choose for you now. Auto-choice <t:" in text_of(late.dm)
    assert "Auto-skip" not in text_of(late.dm)


async def test_away_player_returns_from_their_list_of_tables(guild: SimGuild) -> None:
    session = await dealt(guild, "craits", pace="slow-1")
    player, _ = on_turn(guild, session)
    await rest(player)

    mine = await player.slash("my-tables")

    assert "**Your turn**" not in mine.text
    assert re.search(r"-# \w+ plays for you\.", mine.text)
    assert labels(mine.message) == ["I'm back", "All tables here"]
    back = await player.press(mine.message, "I'm back")
    assert back.text.startswith("### Your seat is yours again")


async def test_slow_table_says_that_others_decide_about_latecomer(guild: SimGuild) -> None:
    session = await dealt(guild, "crap", pace="slow-1")
    player, others = on_turn(guild, session)
    name = player.actor.name.title()
    clock = await others[0].slash("table")

    assert re.search(rf"Time-out <t:\d+:R>: the others decide for {name}\.", guild.table_text)
    assert re.search(r"Time-out <t:\d+:R>: the others decide for you\.", text_of(player.dm))
    assert re.search(rf"Time-out <t:\d+:R>: the others decide for {name}\.", clock.text)
    assert "Auto-skip" not in guild.table_text + text_of(player.dm)


WORDS = {"craits": "Auto-play for {name}", "crazy-rummy": "Auto-play for {name}"}


@pytest.mark.parametrize("game", WORDS)
async def test_the_default_has_the_word_of_its_game(guild: SimGuild, game: str) -> None:
    session, late, _ = await late_at_a_slow_table(guild, game)
    begins_with_an_eight = session.game.phase(session.state) == "opening-suit"
    wanted = "Go on without {name}" if begins_with_an_eight else WORDS[game]

    assert wanted.format(name=late.actor.name.title()) in labels(message(guild, "day is over"))


async def test_second_press_for_computer_is_explained(guild: SimGuild) -> None:
    session, late, others = await late_at_a_slow_table(guild, "crazy-rummy")
    shown = message(guild, "day is over")

    await others[0].press(shown, "Let a computer play")
    await acted(guild, session)
    second = await others[1].forge(shown, f"b:{session.record.id}:{session.record.revision}:late wait")

    assert second.text == "Too late, that's already decided."
    assert "sits in until" in line(guild, "let a computer play")
    assert labels(message(guild, "let a computer play")) == [f"I'm back ({late.actor.name.title()})"]


async def test_a_question_is_answered_after_a_restart(guild: SimGuild) -> None:
    _, late, others = await late_at_a_slow_table(guild)
    await guild.restart()

    await others[0].press(message(guild, "day is over"), "Wait one more day")

    name, chooser = late.actor.name.title(), others[0].actor.name.title()
    assert line(guild, "waits") == f"{chooser} waits another day for {name}."
    session = await guild.session()
    assert session.record.deadline == pytest.approx(guild.bot.sessions.clock() + DAY, abs=5)


async def test_late_player_returns_by_button_of_line(guild: SimGuild) -> None:
    session, late, _ = await late_at_a_slow_table(guild)

    back = await late.press(message(guild, "day is over"), "I'm back")

    assert back.text == "### Your seat is yours again\nIt's your turn."
    assert line(guild, "day is over") == ""
    assert session.record.attendance.question is None


async def test_pace_chosen_behind_more_shows_in_lobby(guild: SimGuild) -> None:
    host = guild.players[0]
    await host.slash("cards", game="skrap")
    assert "a turn" not in guild.table_text
    more = await host.press(guild.table, "More")
    options = await host.press(more.message, "Options")

    changed = await host.choose(options.message, "Pace: relaxed", "Slow, 1 day")

    assert "Pace: slow, a day a turn" in labels(changed.message)
    assert "-# Changed: a day a turn" in guild.table_text
    assert not any(label.endswith(" min") for label in labels(guild.table))


async def test_a_table_without_a_clock_hurries_nobody(guild: SimGuild) -> None:
    session = await dealt(guild, "craits", pace="none")

    await guild.pass_time(700)
    reply = await guild.players[0].slash("table")

    assert "\n-# No clock here.\n" in reply.text
    assert len(session.recent) == 1


async def test_the_table_is_started_as_before(guild: SimGuild) -> None:
    session = await started(guild)

    assert session.record.attendance.pace is None
    assert session.scene(None).seconds == (300, 60)


async def test_the_result_names_the_owner_alone(guild: SimGuild) -> None:
    session = await dealt(guild, "craits")
    ann, ben, _ = guild.players
    await rest(ben)
    await acted(guild, session)

    ended = await ann.open("end")
    await ann.press(ended.message, "End it")

    assert " for Ben" not in guild.table_text
    assert line(guild, "sits in") == ""
