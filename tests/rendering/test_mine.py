"""The page of a user's own tables: each game's ending in one line, and Discord's limits."""

from typing import Any

import msgspec
import pytest

from bot.rendering import mine
from bot.rendering.catalog import speaking
from bot.rendering.mine import MyTables, result_line
from bot.rendering.page import Line, Section, Text
from bot.rendering.scene import Scene
from bot.sessions import play
from bot.sessions.clocks import Instant
from bot.sessions.histories import MAX_SHOWN
from bot.sessions.session import Session
from bot.sessions.view import Change
from tests.rendering.test_endings import over, table_for

MAX_COMPONENTS = 40


def played_to(game_id: str) -> Session:
    """Return a table of three players that has just been dealt."""
    session = table_for(game_id, 3)
    change = play.dealt(session, Instant.at(0.0))
    assert isinstance(change, Change)
    session.adopt(change)
    return session


def seen_by(scene: Scene, seat: int, **fields: Any) -> Scene:
    return msgspec.structs.replace(scene, viewer=seat, **fields)


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (0, "C.R.A.P. · table 1: Ben won with 340, you were second with 20."),
        (1, "C.R.A.P. · table 1: you won with 340."),
        (2, "C.R.A.P. · table 1: Ben won with 340, you were third with −50."),
    ],
)
def test_line_tells_winner_and_readers_result(seat: int, line: str) -> None:
    assert result_line(seen_by(over("B", A=20, B=340, C=-50), seat)) == line


def test_winners_who_share_are_named_together() -> None:
    scene = over("A", "B", A=340, B=340, C=0)

    assert result_line(seen_by(scene, 0)) == "C.R.A.P. · table 1: you and Ben won with 340."
    assert result_line(seen_by(scene, 2)) == (
        "C.R.A.P. · table 1: Ann and Ben won with 340, you were third with 0."
    )


def test_a_language_may_decline_its_reader() -> None:
    alone, together = over("A", A=340, B=20), over("A", "B", A=340, B=340)

    with speaking("de"):
        assert result_line(seen_by(alone, 0)) == "C.R.A.P. · Tisch 1: Sieg für dich (340)."
        assert result_line(seen_by(together, 0)) == "C.R.A.P. · Tisch 1: Sieg für dich und Ben (340)."


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        ("host", "Ann ended the game."),
        ("vote", "Most of the players voted to end the game."),
        ("moderator", "A moderator ended the game."),
        ("idle", "Nobody moved for too long."),
        ("deserted", "Everyone had left."),
        ("channel", "The table's channel was deleted, and nobody moved the game to another one."),
        ("server", "I couldn't reach the server for too long."),
        (None, "The game was ended."),
    ],
)
def test_a_game_that_was_closed_says_why(reason: Any, why: str) -> None:
    scene = over("B", A=20, B=340, C=0)
    closed = seen_by(scene, 2, status="cancelled", outcome=None, ended=reason, host_id=scene.players[0])

    assert result_line(closed) == f"-# C.R.A.P. · table 1: nobody won. {why}"


def test_table_just_come_up_counts_as_own_turn() -> None:
    playing = played_to("crap")
    own = playing.scene(None).deciders[0]
    other = next(seat for seat in range(3) if seat != own)

    meanwhile = mine.page(MyTables(live=[(playing.scene(own), None)]))
    no_more = mine.page(MyTables(live=[(playing.scene(other), None)]))

    assert meanwhile.text.startswith("### Your tables\n**Your turn**")
    assert "your turn" not in meanwhile.text.removeprefix("### Your tables\n**Your turn**")
    assert no_more.text.startswith("### Your tables\n**Waiting for others**")


def test_the_fullest_page_fits_a_message() -> None:
    end = seen_by(over("B", A=20, B=340, C=0), 0)
    page = mine.page(
        MyTables(live=[(end, None)] * (MAX_SHOWN - 4) + [(end, "channel")] * 2, ended=[end] * 2, hidden=99),
        back=True,
    )

    sections = sum(isinstance(block, Section) for block in page.blocks)
    others = sum(isinstance(block, Text | Line) for block in page.blocks)
    assert sections == MAX_SHOWN
    assert 1 + 3 * sections + others + 2 <= MAX_COMPONENTS  # The frame counts 1, the row with its button 2.
    assert page.text.endswith("-# and 99 more.")
