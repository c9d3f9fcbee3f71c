"""Moves that players write into a form, and moves that need a confirmation."""

from typing import Any

import pytest

from bot.sessions.session import Session
from tests.helpers.guild import Player, Reply, SimGuild, labels, text_of
from tests.helpers.tables import in_position, started

pytestmark = pytest.mark.players(2)

HOUSES = {f"{side}{number}": [f"K{suit}"] for side in "LR" for number, suit in enumerate("CDHS", 1)}


async def at_a_run(guild: SimGuild) -> tuple[Session, Player]:
    """Start Crapette with 8♥ on L2 fitting on L1. Return the session and the player on turn."""
    session = await started(guild, "crapette")
    position: dict[str, Any] = {
        "turn": "A",
        "houses": {**HOUSES, "L1": ["9S"], "L2": ["8H"]},
        "hands": {"A": ["2C"], "B": ["3C"]},
    }
    state = session.game.load(position, 2, session.options)
    await in_position(guild, session, **session.game.dump(state))
    return session, guild.players[0]


async def asked_for_a_line(guild: SimGuild, player: Player) -> Reply:
    """Open the form for several moves from a player's own page."""
    page = await player.press(guild.table, "My moves")
    page = await player.press(page.message, "More")
    return await player.press(page.message, "Several moves…")


def house(session: Session, name: str) -> list[str]:
    cards: list[str] = session.game.dump(session.state)["houses"][name]
    return cards


async def test_the_form_says_what_to_write(guild: SimGuild) -> None:
    _, ann = await at_a_run(guild)

    form = (await asked_for_a_line(guild, ann)).modal
    [field] = form["components"]

    assert form["title"] == "Several moves"
    assert "short codes" in field["label"]
    assert "R3x2-L1" in field["description"]
    assert field["component"]["max_length"] == 200


async def test_written_line_is_played_and_answered_in_place(guild: SimGuild) -> None:
    session, ann = await at_a_run(guild)
    page = await ann.press(guild.table, "My moves")
    more = await ann.press(page.message, "More")
    shown = await ann.press(more.message, "Several moves…")

    reply = await ann.submit(shown, moves="L2-L1 L1-F")

    assert house(session, "L1") == ["9S", "8H"]
    assert reply.message.id == page.message.id
    assert "Lift from your hand (1)" in labels(reply.message)
    assert "L1-F" in reply.text


async def test_unreadable_line_is_refused_with_example(guild: SimGuild) -> None:
    session, ann = await at_a_run(guild)

    reply = await ann.submit(await asked_for_a_line(guild, ann), moves='L2 to "L1" please')

    assert "> “L2” isn't a move. Write" in reply.text
    assert house(session, "L2") == ["8H"]


async def test_form_that_is_sent_after_turn_changes_nothing(guild: SimGuild) -> None:
    session, ann = await at_a_run(guild)
    shown = await asked_for_a_line(guild, ann)
    await ann.slash("lift-card")
    await ann.move("put", to="my-discard")

    reply = await ann.submit(shown, moves="L2-L1")

    assert "The table has moved on" in reply.text
    assert house(session, "L1") == ["9S"]


async def test_form_from_before_turns_last_move_is_outdated(guild: SimGuild) -> None:
    session, ann = await at_a_run(guild)
    shown = await asked_for_a_line(guild, ann)
    await ann.slash("turn", move="move from:L2 to:L1")

    reply = await ann.submit(shown, moves="L1-L2")

    assert "The table has moved on" in reply.text
    assert house(session, "L1") == ["9S", "8H"]


async def test_an_outdated_page_opens_no_form(guild: SimGuild) -> None:
    _, ann = await at_a_run(guild)
    page = await ann.press(guild.table, "My moves")
    more = await ann.press(page.message, "More")
    await ann.slash("lift-card")

    reply = await ann.press(more.message, "Several moves…")

    assert reply.result.modal is None
    assert "The table has moved on" in reply.text


async def test_a_form_outlives_a_restart(guild: SimGuild) -> None:
    _, ann = await at_a_run(guild)
    shown = await asked_for_a_line(guild, ann)

    await guild.restart()
    await ann.submit(shown, moves="L2-L1")

    assert house(await guild.session(), "L1") == ["9S", "8H"]


async def test_form_that_is_sent_after_game_says_so(guild: SimGuild) -> None:
    session, ann = await at_a_run(guild)
    shown = await asked_for_a_line(guild, ann)
    await guild.players[1].resign()

    reply = await ann.submit(shown, moves="L2-L1")

    assert session.record.status == "over"
    assert "♛ You won!" in reply.text


async def test_resigning_by_button_takes_two_presses(guild: SimGuild) -> None:
    session, _ = await at_a_run(guild)
    ben = guild.players[1]
    page = await ben.press(guild.table, "My moves")
    page = await ben.press(page.message, "More")

    asked = await ben.press(page.message, "Resign…")
    assert session.record.status == "playing"
    assert "Give this game to Ann?" in asked.text
    back = await ben.press(asked.message, "Back")
    page = await ben.press(back.message, "More")
    asked = await ben.press(page.message, "Resign…")
    await ben.press(asked.message, "Resign")

    assert "Ann wins\n" in text_of(guild.table)


async def test_the_last_card_pressed_away_wins(guild: SimGuild) -> None:
    session = await started(guild, "crapette")
    position = {"turn": "A", "houses": {**HOUSES, "L1": []}, "crapauds": {"A": ["AD"], "B": ["9D"]}}
    state = session.game.load(position, 2, session.options)
    await in_position(guild, session, **session.game.dump(state))
    ann = guild.players[0]

    page = await ann.press(guild.table, "My moves")
    page = await ann.choose(page.message, "Move which card?", "A♦ from crapaud")
    await ann.press(page.message, "Finishing pile, first")

    assert "Ann wins\n" in text_of(guild.table)
    assert labels(guild.table) == ["Rematch", "Replay", "Review", "More"]
