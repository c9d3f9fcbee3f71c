"""What is asked, offered and said at the end."""

from typing import Any

import pytest

from bot.engine.chance import Seat
from bot.games.skrap import GAME
from bot.rendering import pages
from tests.games.skrap.positions import battling, scavenging
from tests.rendering.skrap.sessions import (
    BATTLE,
    FACE,
    ROUND,
    SCAVENGE,
    SURGE,
    TIE,
    WEAK,
    sentence_fault,
    session_of,
)
from tests.rendering.spoken import do, plain, told


def test_the_deadline_says_what_it_leads_to() -> None:
    said = {
        FACE.default(session_of(3, position).scene(None))
        for position in (SURGE, TIE, ROUND, BATTLE, SCAVENGE)
    }
    final = session_of(3, BATTLE, options={"pass-rule": "final"}).scene(None)

    assert len(said) == 5
    assert all(text.startswith("then ") for text in said)
    assert FACE.default(final) == "then it is a pass for the rest of the battle"


@pytest.mark.parametrize(
    ("position", "seat", "first", "last"),
    [
        (SURGE, 0, "2♥ (value 2, hearts +1)", "K♣ (value 13, clubs +1)"),
        (TIE, 0, "Rock", "Scissors"),
        (ROUND, 0, "3♠ (3) with 10♦ (11)", "Q♠ (12) with 2♥ (2)"),
        (BATTLE, 1, "7♠ (8) with 8♥ (8)", "Pass"),
        (SCAVENGE, 1, "2♥ 2♠", "No scavengers"),
    ],
)
def test_moves_are_labelled_with_what_counts(position: Any, seat: Seat, first: str, last: str) -> None:
    scene = session_of(3, position).scene(seat)
    labels = [FACE.label(one, scene) for one in scene.legal]

    assert (labels[0], labels[-1]) == (first, last)


def test_what_is_asked_follows_from_what_can_be_done() -> None:
    weak, no_pair = session_of(3, WEAK).scene(1), session_of(3, SCAVENGE).scene(2)

    assert plain(FACE.asked(weak)) == (
        "The bot of A has armour 5♥ (5): no bot of yours destroys it, so you can only pass."
    )
    assert FACE.asked(no_pair) == "You have no two cards of one rank for scavengers, so you can only pass."
    assert "11 cards in the next round" in FACE.asked(session_of(3, SCAVENGE).scene(1))
    assert all(
        sentence_fault(FACE.asked(session_of(3, position).scene(0))) is None
        for position in (SURGE, TIE, ROUND)
    )


def test_the_public_buttons_are_moves_of_everybody_asked() -> None:
    for position in (SURGE, TIE, ROUND, BATTLE, SCAVENGE):
        session = session_of(3, position)
        for seat in GAME.deciders(session.state):
            assert set(FACE.table_moves(session.scene(None))) <= set(GAME.legal(session.state, seat))
    assert len(FACE.table_moves(session_of(3, TIE).scene(None))) == 3


def test_the_result_names_the_winner_the_reason_and_all_heads() -> None:
    field = [("B", "2S", "2H"), ("A", "3S", "3H")]
    position = battling("B", field, A="4C 4D", B="5C 5D", C="6C 6D") | {"heads": {"A": 2, "C": 1}}
    target = do(session_of(3, position, options={"target": 3}), "C: leave", "B: pass")
    last = do(session_of(2, SURGE | {"heads": {"A": 4}}), "A: leave")

    assert plain(FACE.result(target.scene(None))) == (
        "**A wins!** The goal of 3 heads is reached.\nHeads: A 3, B 0, C 1 (left)"
    )
    assert (
        plain(FACE.result(last.scene(None)))
        == "**B wins!** All the others have left.\nHeads: A 4 (left), B 0"
    )
    assert told(last).endswith("The game ends in round 1: B wins with 0 heads.")


def test_the_round_limit_can_be_shared() -> None:
    position = scavenging("A", A="4S 5H", B="2S 2H") | {"round": 5, "heads": {"A": 1, "B": 1}}
    session = do(session_of(2, position, options={"max-rounds": 5}), "B: pass")

    assert told(session).endswith("The game ends in round 5: A and B share the win with 1 head.")
    assert plain(FACE.result(session.scene(None))) == (
        "**A and B share the win!** The last of 5 rounds is over.\nHeads: A 1, B 1"
    )


def test_at_the_round_limit_nobody_wins_without_a_head() -> None:
    position = scavenging("A", A="4S 5H", B="2S 2H") | {"round": 5}
    session = do(session_of(2, position, options={"max-rounds": 5}), "B: pass")

    assert told(session).endswith(
        "The game ends in round 5: nobody wins, because no remaining player has a head."
    )
    assert plain(FACE.result(session.scene(None))) == (
        "**Nobody wins.** The last of 5 rounds is over.\nHeads: A 0, B 0"
    )
    assert pages.table(session.scene(None)).text.count("Nobody wins.") == 1


def test_a_champions_owner_without_heads_is_asked() -> None:
    session = do(session_of(2, battling("B", [("A", "3S", "5H")], A="4S 4H", B="7S 7H")), "B: pass")

    assert told(session).endswith("A and B may play scavengers.")
    assert FACE.asked(session.scene(0)).startswith("For 11 cards in the next round")
