"""Every broken invariant is found (section 10)."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.contract import Malformed
from bot.games.skrap import GAME
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, surging

SOUND = battling("C", [("A", "3S", "3H"), ("B", "4S", "4H")], A="5S 5H", B="6S 6H", C="7S 7H")


def bot(owner: str, weapon: str, armour: str) -> dict[str, str]:
    return {"owner": owner, "weapon": weapon, "armour": armour}


def test_a_sound_position_has_no_faults() -> None:
    assert GAME.faults(Driver(GAME, 3, SOUND).state) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"sizes": {"A": 0}}, "A was dealt 0 cards"),
        ({"phase": "over"}, "0 winners in over"),
        ({"phase": "over", "round": 60, "heads": {"B": 1}}, "0 winners in over"),
        ({"winners": ["A"]}, "1 winners in battle"),
        ({"phase": "open", "hands": {}, "field": []}, "C has to decide but can do nothing"),
        ({"field": [bot("B", "3H", "4H")]}, "3H and 4H are no bot"),
        ({"field": [bot("B", "3C", "4S")]}, "3C and 4S are no bot"),
        ({"field": [bot("A", "3S", "8H"), bot("B", "4S", "4H")]}, "4S (4) destroyed armour 8"),
        ({"field": [bot("B", "3S", "3H"), bot("B", "4S", "4H")]}, "B destroyed their own bot"),
        ({"heads": {"A": 10}}, "A has 10 heads and has not won"),
        ({"round": 61}, "round 61 was dealt"),
        ({"surge": {"A": "JK"}}, "a joker is a surge card"),
        ({"contenders": ["A"]}, "1 contenders in battle"),
    ],
)
def test_position_with_broken_invariant_is_refused(change: dict[str, Any], fault: str) -> None:
    with pytest.raises(Malformed, match=re.escape(fault)):
        Driver(GAME, 3, SOUND | change)


@pytest.mark.parametrize("change", [{"phase": "over", "winners": ["A"]}, {"phase": "over", "round": 60}])
def test_finished_position_is_sound(change: dict[str, Any]) -> None:
    assert GAME.faults(Driver(GAME, 3, SOUND | change).state) == []


def test_a_game_that_cannot_go_on_is_found() -> None:
    state = replace(Driver(GAME, 3, SOUND).state, phase="scavenge", turn=None)

    assert GAME.faults(replace(state, passed=(0, 2))) == ["0 players have to decide in scavenge"]


def test_turn_of_departed_player_is_found() -> None:
    state = Driver(GAME, 3, SOUND).state

    left = replace(state, left=(2,), sizes=(10, 10, 0))

    assert GAME.faults(left) == ["C has to decide but has left"]


def test_weapon_below_joker_on_surged_king_is_found() -> None:
    field = [bot("A", "3S", "KH"), bot("B", "KC", "4H")]
    position = SOUND | {"field": field, "surge": {"A": "2H", "B": "2C"}}

    with pytest.raises(Malformed, match=r"KC \(14\) destroyed armour 14"):
        Driver(GAME, 3, position, options={"surged-king": "joker-only"})
    assert GAME.faults(Driver(GAME, 3, position, options={"surged-king": "equal"}).state) == []


def test_a_lost_card_is_found() -> None:
    state = Driver(GAME, 3, SOUND).state

    assert GAME.faults(replace(state, stock=("AS",))) == ["cards have been lost or have come from nowhere"]


def test_five_large_hands_are_more_than_the_pack() -> None:
    hands = surging(A="2S", B="3S", C="4S", D="5S", E="6S")

    with pytest.raises(Malformed, match="55 cards were dealt"):
        Driver(GAME, 5, hands | {"sizes": dict.fromkeys("ABCDE", 11)})


def test_too_many_bots_are_found() -> None:
    state = Driver(GAME, 3, SOUND).state
    many = replace(state, field=state.field * 13, pack=tuple(sorted(state.pack)))

    assert "26 bots were played" in GAME.faults(many)
