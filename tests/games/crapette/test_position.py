"""Positions in and out, and what may be seen of them (sections 2 and 11)."""

import random
from typing import Any

import msgspec
import pytest

from bot.engine.chance import SeededChance
from bot.engine.contract import Malformed
from bot.engine.draft import Step
from bot.engine.notation import read_options
from bot.games.crapette import GAME
from bot.games.crapette.table import HOUSES, Table
from tests.games.crapette.play import after, shown, table, view

TWO = {"hands": {"A": ["2C"], "B": ["3D"]}}


def load(position: dict[str, Any], options: dict[str, Any] | None = None, seats: int = 2) -> Table:
    chosen: Any = read_options(GAME, options or {})
    return GAME.load(position, seats, chosen)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"stock": []}, "stock"),
        ({"hands": {"A": ["2C"], "C": ["3D"]}}, "'C'"),
        ({"hands": {"A": ["1C"]}}, "'1C' is not a card"),
        ({"lifted": "JK"}, "jokers"),
        ({"houses": {"L1": ["2C", "2C"]}}, "L1"),
        ({"houses": {"L1": ["9S", "8C"]}}, "L1"),
        ({"houses": {"L1": ["8H", "9S"]}}, "L1"),
        ({"houses": {"L5": []}}, "L5"),
        ({"houses": {"L1": ["2C"], "L2": ["2C"]}}, "3 times 2C"),
        ({"finish": {"C": [2, 2]}}, "3 times 2C"),
        ({"finish": {"S": [14, 0]}}, "13"),
        ({"finish": {"S": [1, 2]}}, "lower"),
        ({"finish": {"X": [1, 1]}}, "X"),
        ({"hand_unseen": {"A": 2}}, "unseen"),
        ({"hand_unseen": {"A": -1}}, "-1|0"),
        ({"crapaud_unseen": {"A": 1}}, "unseen"),
        ({"crapauds": {"A": ["9H", "8H"]}, "crapaud_unseen": {"A": 2}}, "unseen"),
        ({"hands": {"A": ["2C"]}}, "seat B has no card left"),
        ({"phase": "put"}, "phase"),
        ({"phase": "play", "lifted": "9C"}, "phase"),
        ({"phase": "play", "end": "out"}, "phase"),
        ({"turn": "C"}, "'C'"),
        ({"turn_number": 0}, "turn_number"),
        ({"timeouts": {"A": 4}}, "timeouts"),
        ({"house_moves": 61}, "house_moves"),
        ({"undo_used": 21}, "undo_used"),
        ({"undo": ["8H R4>F"]}, "taken back"),
        ({"undo": ["8X R4-F"]}, "'8X' is not a card"),
        ({"end": "boredom"}, "end"),
        ({"offer": 1}, "offer"),
    ],
)
def test_a_position_that_cannot_be_is_malformed(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed, match=why) as caught:
        load(TWO | fields)

    assert "\n" not in str(caught.value)


def test_seats_and_options_of_a_position_are_checked() -> None:
    with pytest.raises(Malformed, match="2 players"):
        load(TWO, seats=3)
    with pytest.raises(Malformed, match="clock-minutes"):
        load(TWO, {"clock-minutes": 4})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("clock-minutes", 121),
        ("turn-hours", 0),
        ("repetition", 1),
        ("no-progress-turns", 59),
        ("court-order", "QKJ"),
    ],
)
def test_options_out_of_their_limits_are_malformed(name: str, value: Any) -> None:
    with pytest.raises(Malformed, match="options"):
        load(TWO, {name: value})


def test_a_house_is_judged_by_the_court_order_of_the_options() -> None:
    houses = {"houses": {"L1": ["KS", "JH", "QS"]}}

    assert load(TWO | houses, {"court-order": "KJQ"}).houses[0] == ("KS", "JH", "QS")
    with pytest.raises(Malformed):
        load(TWO | houses)


def test_finishing_piles_are_built_in_the_court_order_of_the_options() -> None:
    position = TWO | {"finish": {"S": [11, 0]}, "houses": {"L1": ["QS"], "L2": ["JS"]}}

    assert "QS" in load(position, {"court-order": "KJQ"}).pack[-11:]
    assert load(position, {"court-order": "KJQ"}).pack.count("QS") == 2
    assert load(position).pack.count("JS") == 2


def test_what_is_left_out_takes_its_default() -> None:
    position = shown(load({"hands": {"A": ["2C", "3C"], "B": ["3D"]}, "crapauds": {"B": ["6D", "7D"]}}))

    assert position == {
        "phase": "play",
        "turn": "A",
        "turn_number": 1,
        "houses": {house: [] for house in HOUSES},
        "finish": {suit: [0, 0] for suit in "CDHS"},
        "lifted": None,
        "hands": {"A": ["2C", "3C"], "B": ["3D"]},
        "discards": {"A": [], "B": []},
        "crapauds": {"A": [], "B": ["6D", "7D"]},
        "hand_unseen": {"A": 2, "B": 1},
        "crapaud_unseen": {"A": 0, "B": 1},
        "timeouts": {"A": 0, "B": 0},
        "used": {"A": 0, "B": 0},
        "house_moves": 0,
        "undo": [],
        "undo_used": 0,
        "progress": 0,
        "idle_turns": 0,
        "history": ["A | 2C 3C | - | - | 3D | - | 6D 7D | -, -, -, -, -, -, -, - | C0/0 D0/0 H0/0 S0/0"],
        "offer": None,
        "offered": [],
        "end": None,
        "winners": [],
    }


def test_a_history_left_out_is_empty_in_put_and_over() -> None:
    assert load(TWO | {"lifted": "9C"}).history == ()
    assert load(TWO | {"end": "agreed"}).history == ()
    assert load(TWO | {"history": []}).history == ()


def test_cards_are_read_in_any_case_and_printed_in_one() -> None:
    position = shown(
        load({"hands": {"A": ["th", "2c"], "B": ["3D"]}, "undo": ["th 9c l1-oc"], "lifted": "qs"})
    )

    assert position["hands"]["A"] == ["10H", "2C"]
    assert (position["undo"], position["lifted"]) == (["10H 9C L1-OC"], "QS")


def test_who_has_offered_is_a_set() -> None:
    assert shown(load(TWO | {"offered": ["B", "A", "B"]}))["offered"] == ["A", "B"]


def test_faults_names_what_is_broken() -> None:
    state = table({"L1": "9S 8H"})
    broken = [
        msgspec.structs.replace(state, piles=(("8H", "9S"), *state.piles[1:])),
        msgspec.structs.replace(state, piles=(("9S",), *state.piles[1:])),
        msgspec.structs.replace(state, piles=(*state.piles[:-1], ("AS",))),
        msgspec.structs.replace(state, hand_unseen=(3, 0)),
        msgspec.structs.replace(state, crapaud_unseen=(0, -1)),
        msgspec.structs.replace(state, house_moves=61),
        msgspec.structs.replace(state, undo_used=21),
        msgspec.structs.replace(
            after(table({"L1": "9S 8H", "L2": "9C"}), "A: move from:L1 to:L2"), end="out"
        ),
        msgspec.structs.replace(state, winners=(0,)),
        msgspec.structs.replace(after(state, "A: flip"), end="out"),
        msgspec.structs.replace(
            state, piles=(*state.piles[:9], (), state.piles[10], (), state.piles[12], (), *state.piles[14:])
        ),
    ]

    assert GAME.faults(state) == []
    assert [len(GAME.faults(each)) > 0 for each in broken] == [True] * len(broken)


def played(seed: int, number: int) -> Table:
    """A table after so many random moves of a dealt game."""
    rng, chance = random.Random(seed), SeededChance.from_text(str(seed))
    state = GAME.deal(2, GAME.options(), chance).state
    for _ in range(number):
        moves = [move for move in GAME.legal(state, state.turn) if move.verb != "offer-draw"]
        step = GAME.apply(state, state.turn, rng.choice(moves), chance)
        assert isinstance(step, Step)
        state = step.state
    return state


@pytest.mark.parametrize("seed", range(6))
def test_r1_everybody_has_the_same_view(seed: int) -> None:
    state = played(seed, 120)

    assert GAME.sheet(state, 0) == GAME.sheet(state, 1) == GAME.sheet(state, None)


@pytest.mark.parametrize("seed", range(6))
def test_r2_covered_and_face_down_cards_cannot_be_told_apart(seed: int) -> None:
    position = shown(played(seed, 120))
    hidden = [(position["hands"][seat], 0) for seat in "AB"]
    hidden += [(position[zone][seat], 1) for zone in ("discards", "crapauds") for seat in "AB"]
    cards = [card for pile, open_cards in hidden for card in pile[: len(pile) - open_cards]]
    random.Random(seed).shuffle(cards)

    mixed = {**position, "hands": {}, "discards": {}, "crapauds": {}}
    for (pile, open_cards), (zone, seat) in zip(
        hidden, [(z, s) for z in ("hands", "discards", "crapauds") for s in "AB"], strict=True
    ):
        covered = max(len(pile) - open_cards, 0)
        mixed[zone][seat] = [*(cards.pop() for _ in range(covered)), *pile[covered:]]

    assert cards == []
    assert view(load(mixed)) == view(load(position))
    assert load(mixed).piles != load(position).piles


def test_the_view_counts_covered_cards_and_shows_the_top() -> None:
    seen = view(table(discards={"A": ["4S", "3S", "2S"], "B": ["5C"]}, crapauds={"A": [], "B": ["6D", "7D"]}))

    assert seen["hands"] == {"A": 2, "B": 2}
    assert seen["discards"] == {"A": [2, "2S"], "B": ["5C"]}
    assert seen["crapauds"] == {"A": [], "B": [1, "7D"]}
    assert set(shown(table())) - set(seen) == {"history"}
