"""`/turn`: every move by its name, in the table's channel, in other channels, and in a DM."""

import time
from random import Random
from typing import Any

import pytest

from bot.games import GAMES
from bot.rendering import turning
from tests.helpers.guild import Player, SimGuild, labels
from tests.helpers.tables import in_position, on_turn, started
from tests.rendering.positions import CRAITS

MAX_SECONDS = 0.005
SHORT = {
    "crap": "threshold=50 jokers=on turn-limit=60",
    "skrap": "target=16",
    "craits": "hands=2",
    "crazy-rummy": "target=300 max-hands=2",
    "crapette": "no-progress-turns=60 repetition=2",
}
"""Options with which a game ends soon. A short game doesn't need any."""
MOST_MOVES = 400
BRISK = " flip"
"""Part of the move that ends a turn of Crapette, sooner or later."""


async def offered(player: Player, typed: str = "", *, in_dm: bool = False) -> list[dict[str, Any]]:
    """Return the entries that `/turn` offers for this text."""
    if in_dm:
        return await player.actor.user.autocomplete("turn", "move", typed)
    return await player.actor.autocomplete(player.guild.channel, "turn", "move", typed)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.players(2)
async def test_first_entry_is_a_move(guild: SimGuild, game: str) -> None:
    if game == "crap":
        guild.players.append(guild.join("cyd"))
    session = await started(guild, game)
    player, before = on_turn(guild, session), session.record.revision

    entries = await offered(player)
    reply = await player.slash("turn", move=entries[0]["value"])

    assert 1 <= len(entries) <= 25
    assert len({one["name"] for one in entries}) == len(entries)
    assert reply.is_private
    assert session.record.revision > before


async def test_player_who_left_reads_the_way_on(guild: SimGuild) -> None:
    await started(guild, "craits")
    player = guild.players[1]
    asked = await player.open("leave")
    left = await player.press(asked.message, "Leave")

    replies = [await player.slash("turn", move=move) for move in ("draw", "banana")]

    assert "### You've left this game" in left.text
    assert all("You've left this game. `/cards` opens another table." in one.text for one in replies)
    assert await offered(player) == []


async def test_words_narrow_the_list_in_any_order(guild: SimGuild) -> None:
    session = await started(guild, "crap")
    player = on_turn(guild, session)

    names = [one["name"] for one in await offered(player, "7 acquire")]

    assert len(names) == 1
    assert "7" in names[0]
    assert await offered(player, "acquire banana") == []


async def test_used_entry_does_nothing_the_second_time(guild: SimGuild) -> None:
    session = await started(guild, "crap")
    player = on_turn(guild, session)
    value = next(one["value"] for one in await offered(player) if "protect" in one["value"])

    await player.slash("turn", move=value)
    after = session.record.revision
    await player.slash("turn", move=value)

    assert session.record.revision == after


@pytest.mark.parametrize(
    "typed", ["protect {card}", "protect card:{card}", "/protect {card}", "PROTECT {card}"]
)
async def test_whole_move_is_typed(guild: SimGuild, typed: str) -> None:
    session = await started(guild, "crap")
    seat = session.game.deciders(session.state)[0]
    card = next(card for card in session.state.hands[seat] if card != "JK")

    await guild.players[seat].slash("turn", move=typed.format(card=card))

    assert session.state.protected[seat] == (card,)


@pytest.mark.parametrize("how", ["Ben", "ben", "<@{id}>", "B"])
async def test_player_is_named_by_name_mention_or_letter(guild: SimGuild, how: str) -> None:
    session = await started(guild, "crap")
    await in_position(guild, session, turn="A")
    ann, ben = guild.players[:2]

    await ann.slash("turn", move=f"cooperate {how.format(id=ben.id)}")

    assert session.record.revision > 1
    assert "Ben" in (await ann.open_log()).text


async def test_name_of_an_entry_is_typed(guild: SimGuild) -> None:
    session = await started(guild, "crap")
    player, before = on_turn(guild, session), session.record.revision
    [entry] = await offered(player, "acquire 7")

    await player.slash("turn", move=entry["name"].upper())

    assert session.record.revision > before


@pytest.mark.players(3)
async def test_calls_that_tell_a_secret_are_not_listed(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    await in_position(guild, session, **{**CRAITS, "owes": [], "undeclared": ["C"]})

    values = [one["value"] for one in await offered(guild.players[1])]

    assert any("idiot" in str(move) for move in session.game.legal(session.state, 1))
    assert values
    assert [value for value in values if "idiot" in value] == []


async def test_tables_elsewhere_are_led_by_their_number(guild: SimGuild) -> None:
    first = await started(guild, "skrap")
    guild.channel = guild.handle.create_text_channel("more")
    second = await started(guild, "skrap")
    guild.channel = guild.handle.create_text_channel("empty")
    ann = guild.players[0]

    names = [one["name"] for one in await offered(ann)]
    in_dm = [one["name"] for one in await offered(ann, in_dm=True)]

    assert {name.split(" · ")[0] for name in names} == {f"Table {one.record.id}" for one in (first, second)}
    assert in_dm == names


async def test_move_of_table_elsewhere_is_made_in_dm(guild: SimGuild) -> None:
    session = await started(guild, "crap")
    player, before = on_turn(guild, session), session.record.revision

    [entry] = await offered(player, "acquire 7", in_dm=True)
    await player.slash_in_dm("turn", move=entry["value"])

    assert session.record.revision > before


async def test_nothing_to_do_says_who_is_up(guild: SimGuild) -> None:
    session = await started(guild, "crap")
    waiting = next(one for one in guild.players if one is not on_turn(guild, session))

    reply = await waiting.slash("turn", move="something")

    name = on_turn(guild, session).actor.name.title()
    assert reply.text == f"Nothing to do for you right now. Up at table 1: {name}."
    assert await offered(waiting) == []


async def test_without_table_way_to_one_is_told(guild: SimGuild) -> None:
    ann = guild.players[0]

    assert (
        await ann.slash("turn", move="acquire 7")
    ).text == "You don't have a table yet. `/cards` starts one."
    assert (
        await ann.slash_in_dm("turn", move="x")
    ).text == "You don't have a table yet. `/cards` starts one."


async def test_typed_leave_asks_first(guild: SimGuild) -> None:
    session = await started(guild, "crap")

    reply = await guild.players[1].slash("turn", move="leave")

    assert reply.text.startswith("### Leave?")
    assert 1 in session.game.active(session.state)


@pytest.mark.slow
@pytest.mark.quick_computers
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.players(1)
async def test_whole_game_is_played_in_the_dm(guild: SimGuild, game: str) -> None:
    ann, chance, made = guild.players[0], Random(game), 0
    await ann.slash_in_dm("cards", game=game, rules=SHORT.get(game, ""))
    [session] = await guild.bot.sessions.of(ann.id)
    await ann.press(ann.dms[-1], "Play alone")
    while session.record.status == "playing" and made < MOST_MOVES:
        await guild.pass_time(5)
        if 0 in session.game.deciders(session.state):
            entries, before = await offered(ann, in_dm=True), session.record.revision
            chosen = [one for one in entries if BRISK in one["value"]] or entries
            reply = await ann.slash_in_dm("turn", move=chance.choice(chosen)["value"])
            if session.record.revision == before:  # it asks first
                await ann.press(reply.message, labels(reply.message)[0])
            assert session.record.revision > before
            made += 1

    assert session.record.status == "over"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.players(4)
async def test_list_is_made_in_no_time(guild: SimGuild, game: str) -> None:
    guild.players = guild.players[: min(4, GAMES[game].seats[-1])]
    session = await started(guild, game)
    scene = session.scene(session.game.deciders(session.state)[0])
    turning.entries(scene)
    began = time.process_time()
    for _ in range(10):
        turning.entries(scene)

    assert (time.process_time() - began) / 10 < MAX_SECONDS
