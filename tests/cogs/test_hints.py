"""*Hint* below a hand: a good move and its reason, from the seat's own view, counted once a decision."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest

from bot.rendering import words
from bot.sessions.hints import Hints
from bot.sessions.session import Session
from bot.storage import analysis, queries
from tests.helpers.behind import replace_call
from tests.helpers.guild import Player, Reply, SimGuild, control, labels, text_of
from tests.helpers.search_workers import HeldSearch
from tests.helpers.tables import on_turn, started

GAMES = ["crap", "skrap", "craits", "crazy-rummy", "crapette"]
two_players = pytest.mark.players(2)


def slowly(guild: SimGuild) -> HeldSearch:
    """Hold this guild's hints back until the returned worker may answer."""
    search_worker = HeldSearch()
    guild.bot.sessions.hints = Hints(guild.bot.store, search_worker)
    return search_worker


async def hand_of(player: Player) -> Reply:
    """Return the player's own page in the channel."""
    return await player.slash("hand")


async def stored(guild: SimGuild, session: Session) -> list[Any]:
    return await guild.bot.store.read(analysis.hints_given, session.record.id)


async def until(is_so: Callable[[], object]) -> None:
    """Let the bot run until this is true, even while it has other work."""
    while not is_so():
        await asyncio.sleep(0)


def hint_in(reply: Reply) -> str:
    """Return the line with the hint."""
    [line] = [line for line in reply.text.splitlines() if line.startswith("**Hint:** ")]
    return line


def is_hint(reply: Reply) -> bool:
    return "**Hint:** " in reply.text and labels(reply.message)[-1] == "Something else"


@pytest.mark.parametrize("game", GAMES)
@two_players
async def test_hint_replaces_actions_and_makes_the_move(guild: SimGuild, game: str) -> None:
    if game == "crap":
        guild.players.append(guild.join("cyd"))
    session = await started(guild, game)
    player, revision = on_turn(guild, session), session.record.revision
    hand = await hand_of(player)
    assert labels(hand.message)[-3:] == ["Hint", "Rules", "More"]

    shown = await player.press(hand.message, "Hint")
    assert is_hint(shown)
    assert shown.is_private
    assert len(labels(shown.message)) == 2
    [given] = await stored(guild, session)
    page = shown.message
    if labels(page)[0] == "Recycle":  # nobody can take it back, so the bot asks first
        page = (await player.press(page, "Recycle")).message
    await player.press(page, labels(page)[0])

    assert session.record.revision > revision
    made = await guild.bot.store.history(session.record.id)
    assert given.move in [move.move for move in made if move.revision > revision]


@two_players
async def test_something_else_brings_the_actions_back(guild: SimGuild) -> None:
    session = await started(guild, "skrap")
    player = on_turn(guild, session)
    hand = await hand_of(player)
    before = labels(hand.message)

    shown = await player.press(hand.message, "Hint")
    back = await player.press(shown.message, "Something else")

    assert labels(back.message) == before
    assert "Hint:" not in back.text


@pytest.mark.parametrize("game", GAMES)
@two_players
async def test_text_player_reads_hint_as_command(guild: SimGuild, game: str) -> None:
    if game == "crap":
        guild.players.append(guild.join("cyd"))
    session = await started(guild, game)
    player, revision = on_turn(guild, session), session.record.revision

    shown = await player.hint()

    [line] = [line for line in shown.text.splitlines() if line.startswith("-# To type it: `/")]
    await player.slash("turn", move=line.removeprefix("-# To type it: `/turn move:").removesuffix("`"))
    assert session.record.revision > revision


@two_players
async def test_hint_in_dm_stands_in_hand_itself(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    player = on_turn(guild, session)
    sent = len(player.dms)

    await player.press(player.dm, "Hint")

    assert "**Hint:** " in text_of(player.dm)
    assert len(player.dms) == sent
    assert text_of(guild.table).count("Hint") == 0
    await player.press(player.dm, "Something else")
    assert labels(player.dm)[-3:] == ["Hint", "Rules", "More"]


@two_players
async def test_while_it_is_thought_about_answer_says_so(guild: SimGuild) -> None:
    session = await started(guild, "skrap")
    player, search_worker = on_turn(guild, session), slowly(guild)
    hand = await hand_of(player)

    pressing = asyncio.ensure_future(player.press(hand.message, "Hint"))
    await until(lambda: search_worker.asked)
    said = text_of(hand.message)
    search_worker.may_answer.set()
    shown = await pressing

    assert re.search(r"\n### Thinking…\n-# Updated <t:[0-9]+:R>\.$", said)
    assert is_hint(shown)
    assert search_worker.asked[0].level == "hard"


@two_players
async def test_decision_has_one_hint_however_often_asked(guild: SimGuild) -> None:
    session = await started(guild, "skrap")
    player, search_worker = on_turn(guild, session), slowly(guild)
    search_worker.may_answer.set()

    first = await player.hint()
    again = await player.hint()
    hand = await hand_of(player)
    pressed = await player.press(hand.message, "Hint")

    assert first.text == again.text == pressed.text
    assert len(search_worker.asked) == 1
    assert len(await stored(guild, session)) == 1


@two_players
async def test_a_hint_is_the_same_after_a_restart(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    player = on_turn(guild, session)
    shown = await player.hint()

    await guild.restart()
    search_worker = slowly(guild)
    again = await player.hint()

    assert hint_in(again) == hint_in(shown)
    assert search_worker.asked == []
    assert len(await stored(guild, await guild.session())) == 1


@two_players
async def test_memory_is_same_after_restart(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    search_worker = slowly(guild)
    search_worker.may_answer.set()
    for _ in range(6):
        player = on_turn(guild, session)
        shown = await player.hint()
        await player.press(shown.message, labels(shown.message)[0])
    seat = session.game.deciders(session.state)[0]
    kept = session.notes[seat]

    await guild.restart()
    session = await guild.session()
    seen = slowly(guild)
    seen.may_answer.set()
    await on_turn(guild, session).hint()

    assert session.notes[seat] == kept
    assert len(seen.asked) == 1


@two_players
async def test_result_counts_everyones_hints(guild: SimGuild) -> None:
    session = await started(guild, "skrap")
    ann, ben = guild.players
    for player in (ann, ben):
        await player.hint()
    shown = await ann.hint()
    await ann.press(shown.message, labels(shown.message)[0])

    asked = await ann.open("end")
    await ann.press(asked.message, "End")

    assert session.record.status == "cancelled"
    assert "-# Hints: Ann 1, Ben 1." in guild.table_text


@two_players
async def test_a_table_can_be_without_hints(guild: SimGuild) -> None:
    ann, ben = guild.players
    await ann.slash("cards", game="skrap")
    more = await ann.press(guild.table, "More")
    page = await ann.press(more.message, "Options")
    page = await ann.choose(page.message, "Hints: for first games", "Off")
    assert "Hints: off" in labels(page.message)
    assert "Changed: no hints" in guild.table_text
    await guild.restart()
    await ben.press(guild.table, "Join")
    await ann.press(guild.table, "Start")

    assert "Hint" not in labels((await hand_of(ann)).message)
    refused = await ann.hint()

    assert "This table plays without hints." in refused.text
    assert await stored(guild, await guild.session()) == []


@two_players
async def test_standard_again_brings_hints_back(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="skrap")
    more = await ann.press(guild.table, "More")
    page = await ann.press(more.message, "Options")
    page = await ann.choose(page.message, "Hints: for first games", "For everyone")
    assert "Changed: hints for everyone" in guild.table_text

    page = await ann.press(page.message, "Standard again")

    assert "Hints: for first games" in labels(page.message)
    assert "hints for everyone" not in guild.table_text


def finished(guild: SimGuild, player: Player, game: str) -> None:
    """Make a player count as one who has finished a game."""

    async def had_finished(user_id: int, game_id: str, _at: float) -> bool:
        return (user_id, game_id) == (player.id, game)

    replace_call(pytest.MonkeyPatch(), guild.bot.store, queries.had_finished, had_finished)


@two_players
async def test_by_default_only_first_games_have_hints(guild: SimGuild) -> None:
    ann, ben = guild.players
    finished(guild, ann, "skrap")
    await started(guild, "skrap")

    assert "Hint" not in labels((await hand_of(ann)).message)
    assert "Hint" in labels((await hand_of(ben)).message)
    refused = await ann.hint()

    assert "Hints are for first games at this table, and you've finished one." in refused.text


@two_players
async def test_table_can_have_hints_for_all_and_rematch(guild: SimGuild) -> None:
    ann, ben = guild.players
    finished(guild, ann, "skrap")
    await ann.slash("cards", game="skrap")
    more = await ann.press(guild.table, "More")
    page = await ann.press(more.message, "Options")
    await ann.choose(page.message, "Hints: for first games", "For everyone")
    await ben.press(guild.table, "Join")
    await ann.press(guild.table, "Start")
    assert "Hint" in labels((await hand_of(ann)).message)
    asked = await ann.open("end")
    await ann.press(asked.message, "End")

    await ann.press(guild.table, "Rematch")

    assert (await guild.session()).record.hints == "on"


@two_players
async def test_an_outdated_hint_makes_no_move(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    player = on_turn(guild, session)
    hint = control((await hand_of(player)).message, "Hint")
    shown = await player.hint()
    await player.press(shown.message, labels(shown.message)[0])
    other = on_turn(guild, session)
    made = await other.hint()
    await other.press(made.message, labels(made.message)[0])
    revision = session.record.revision

    stale = await player.forge(guild.table, hint)

    assert "> " in stale.text
    assert "**Hint:**" not in stale.text
    assert session.record.revision == revision


@two_players
async def test_unasked_player_has_no_hint(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    waiting = next(player for player in guild.players if player is not on_turn(guild, session))

    hand = await hand_of(waiting)
    refused = await waiting.hint()

    assert "Hint" not in labels(hand.message)
    assert "You have nothing to decide now, so there's no hint." in refused.text
    assert await stored(guild, session) == []


@two_players
async def test_foreign_hint_button_shows_no_cards(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    player, stranger = on_turn(guild, session), guild.join("eve")
    other = next(one for one in guild.players if one is not player)
    seat = guild.players.index(player)
    custom_id = f"b:{session.record.id}:{session.record.revision}:hint"

    for presser in (other, stranger):
        answer = await presser.forge(guild.table, custom_id)
        assert "**Hint:**" not in answer.text
        assert not any(words.card(card) in answer.text for card in session.state.hands[seat])
    assert await stored(guild, session) == []


@two_players
async def test_move_too_long_for_button_stands_with_table(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    player = on_turn(guild, session)
    custom_id = f"b:{session.record.id}:{session.record.revision}:hinted"
    nothing = await player.forge(guild.table, custom_id)
    assert "The table has moved on" in nothing.text
    await player.hint()
    [given] = await stored(guild, session)

    await player.forge(guild.table, custom_id)

    assert (await guild.bot.store.history(session.record.id))[-1].move == given.move
    [again] = await stored(guild, session)
    assert again == given
