"""A seat's memory of a round."""

from typing import Any

import msgspec

from bot.engine.events import visible_to
from bot.games.skrap import GAME
from bot.games.skrap.notes import SkrapNotes, observe
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, scavenging, surging
from tests.helpers.walks import Walk

BATTLE = battling("B", [("A", "3S", "3H")], A="9S 9H", B="6S 6H 7S", C="7C 7H", D="8S 8H")


def remembered(seat: int, position: dict[str, Any], *commands: str) -> SkrapNotes:
    """Return a seat's notes after these commands in a position."""
    game = Driver(GAME, len(position["hands"]), position).do(*commands)
    return observe(SkrapNotes(seat=seat), visible_to(game.events, seat))


def test_destroyed_bots_are_remembered_with_their_values() -> None:
    notes = remembered(2, BATTLE, "B: bot weapon:6S armour:6H", "C: bot weapon:7C armour:7H")

    assert notes.bots == ((1, "6S", "6H", 6, 6), (2, "7C", "7H", 7, 7))


def test_pass_is_remembered_with_bot_it_let_stand() -> None:
    notes = remembered(2, BATTLE, "B: bot weapon:6S armour:6H", "C: pass", "D: pass")

    assert notes.passes == ((2, 1), (3, 1))


def test_running_out_of_time_tells_nothing_of_hand() -> None:
    assert remembered(2, BATTLE, "*: timeout").passes == ()


def test_surge_cards_are_remembered_once_they_are_shown() -> None:
    two = surging(A="9C 2S 2H", B="8C 3S 3H")

    assert remembered(0, two, "B: surge card:8C").surge == ()
    assert remembered(0, two, "B: surge card:8C", "A: surge card:9C").surge == ((0, "9C"), (1, "8C"))


def test_a_new_deal_makes_all_of_it_void() -> None:
    before = SkrapNotes(seat=1, bots=((0, "3S", "3H", 3, 3),), surge=((0, "9C"),), passes=((1, 1),))
    game = Driver(GAME, 2, scavenging("A", 0, A="9S 9H", B="6S 6H"), chance=[{"shuffle": []}])

    assert observe(before, visible_to(game.do("A: pass").events, 1)) == before
    assert observe(before, visible_to(game.do("B: pass").events, 1)) == SkrapNotes(seat=1)


def test_notes_stay_small() -> None:
    for seed in range(6):
        walk = Walk(GAME, seed)
        notes = SkrapNotes(seat=0)
        for turn in walk.turns():
            notes = observe(notes, visible_to(turn.step.events, 0))
            assert len(msgspec.json.encode(notes)) < 3000
