"""Lifting, putting down, turning the pile over, passing, winning (sections 4 and 5.3)."""

from typing import Any

from bot.games.crapette import GAME
from bot.games.crapette.carrying import Moved
from bot.games.crapette.lifting import Lifted, PutDown, TurnedOver
from bot.games.crapette.turns import GameEnded, Remains, TurnEnded, TurnStarted
from tests.games.crapette.play import after, code, house, refused, shown, table, told

SPENT: dict[str, Any] = {"hands": {"A": [], "B": ["3D"]}, "discards": {"A": [], "B": ["5C"]}}


def test_r1_a_lifted_card_is_shown_to_everybody() -> None:
    _, events = told(table(), "A: flip")

    assert events == [Lifted(seat=0, card="3C", left=1)]
    assert all(event.to is None for event in events)


def test_r7_a_lifted_card_allows_nothing_but_put() -> None:
    lifted = after(table({"R4": "-"}), "A: flip")

    for words in ("move from:R3 to:R4", "line moves:R3-R4", "undo", "flip", "turn-over", "pass"):
        assert code(lifted, f"A: {words}") == "wrong-phase"
    assert {move.verb for move in GAME.legal(lifted, 0)} == {"put", "offer-draw"}


def test_the_lifted_card_goes_wherever_it_fits() -> None:
    lifted = after(table({"R4": "4H"}), "A: flip")

    assert house(after(lifted, "A: put to:r4"), "R4") == "4H 3C"
    assert code(lifted, "A: put to:L1") == "does-not-fit"
    assert code(lifted, "A: put to:their-crapaud") == "needs-empty-house"
    assert code(lifted, "A: put to:their-discard") == "does-not-fit"
    assert code(lifted, "A: put to:my-crapaud") == "bad-pile"
    assert code(lifted, "A: put to:my-hand") == "bad-pile"


def test_a_lifted_card_may_load_the_opponent() -> None:
    lifted = after(table({"R4": "-"}, crapauds={"A": ["2H"], "B": ["2C"]}), "A: flip")

    assert shown(after(lifted, "A: put to:their-crapaud"))["crapauds"]["B"] == ["2C", "3C"]


def test_discarding_ends_the_turn() -> None:
    state, events = told(table(), "A: flip", "A: put to:my-discard")

    assert (state.turn, state.turn_number, state.phase) == (1, 2, "play")
    assert events[1:] == [
        PutDown(seat=0, card="3C", target="my-discard"),
        TurnEnded(seat=0, why="discarded"),
        TurnStarted(seat=1, turn_number=2, exhausted=False),
    ]


def test_nothing_can_be_lifted_from_an_empty_hand() -> None:
    assert code(table(hands={"A": [], "B": ["3D"]}), "A: flip") == "hand-empty"


def test_r10_the_pile_is_turned_over_unshuffled_and_its_first_card_lifted() -> None:
    state = table(hands={"A": [], "B": ["3D"]}, discards={"A": ["5H", "4C", "2S"], "B": ["5C"]})

    turned, events = told(state, "A: turn-over")

    assert events == [TurnedOver(seat=0, cards=3), Lifted(seat=0, card="5H", left=2)]
    assert shown(turned)["hands"]["A"] == ["2S", "4C"]
    assert turned.progress == 0


def test_r10_the_pile_may_be_turned_over_in_mid_turn_and_again() -> None:
    state = table(
        {"R4": "6C", "R3": "5H"}, hands={"A": [], "B": ["3D"]}, discards={"A": ["5D", "4C"], "B": ["5C"]}
    )

    state = after(state, "A: turn-over", "A: put to:R4", "A: flip", "A: put to:my-discard")

    assert (house(state, "R4"), shown(state)["discards"]["A"]) == ("6C 5D", ["4C"])


def test_turning_over_is_refused_with_a_hand_or_without_a_pile() -> None:
    assert refused(table(), "A: turn-over").facts == {"cards": 2}
    assert code(table(), "A: turn-over") == "hand-not-empty"
    assert code(table(**SPENT), "A: turn-over") == "discard-empty"


def test_r11_every_empty_house_must_be_filled_first() -> None:
    state = table({"L2": "-", "R4": "-"}, hands={"A": [], "B": ["3D"]})

    assert refused(state, "A: turn-over").facts == {"houses": ["L2", "R4"]}
    assert code(state, "A: turn-over") == "fill-house-first"


def test_r11_filling_the_house_with_the_last_discard_ends_the_turn() -> None:
    state = table({"R4": "-"}, hands={"A": [], "B": ["3D"]})

    ended, events = told(state, "A: move from:my-discard to:R4")

    assert events[1:] == [
        TurnEnded(seat=0, why="spent"),
        TurnStarted(seat=1, turn_number=2, exhausted=False),
    ]
    assert ended.undo == ()


def test_r13_turning_over_a_single_card_and_discarding_it_changes_nothing() -> None:
    state = table(hands={"A": [], "B": ["3D"]}, hand_unseen={"A": 0})

    ended = after(state, "A: turn-over", "A: put to:my-discard")

    assert ended.piles == state.piles
    assert (ended.turn, ended.idle_turns) == (1, 1)


def test_r9_an_exhausted_turn_is_free_and_ends_by_passing() -> None:
    state = table({"R3": "3S", "R4": "-"}, **SPENT)
    assert state.is_exhausted

    state, events = told(state, "A: move from:my-crapaud to:R3", "A: pass")

    assert house(state, "R3") == "3S 2H"
    assert events[-2] == TurnEnded(seat=0, why="passed")


def test_r9_an_exhausted_turn_may_be_passed_without_any_move() -> None:
    assert after(table(**SPENT), "A: pass").turn == 1


def test_passing_is_for_exhausted_turns_only() -> None:
    assert code(table(), "A: pass") == "not-exhausted"
    assert code(table(hands={"A": [], "B": ["3D"]}), "A: pass") == "not-exhausted"


def test_an_exhausted_player_wins_with_the_last_crapaud_card() -> None:
    state = table({"R3": "3S", "R4": "-"}, crapauds={"A": ["2H"], "B": ["6D"]}, **SPENT)

    over, events = told(state, "A: move from:my-crapaud to:R3")

    assert GAME.outcome(over) is not None
    assert events == [
        Moved(seat=0, cards=("2H",), source="my-crapaud", target="R3"),
        Remains(seat=0, hand=(), discard=(), crapaud=()),
        Remains(seat=1, hand=("3D",), discard=("5C",), crapaud=("6D",)),
        GameEnded(end="out", winners=(0,)),
    ]


def test_r23_a_win_counts_no_points() -> None:
    over = after(
        table({"R3": "3S", "R4": "-"}, crapauds={"A": ["2H"], "B": ["6D"]}, **SPENT),
        "A: move from:my-crapaud to:R3",
    )

    assert GAME.active(over) == (0, 1)
    assert (over.winners, over.end, GAME.legal(over, 0), GAME.clock(over)) == ((0,), "out", [], None)


def test_only_the_mover_can_run_out_of_cards() -> None:
    state = table(
        {"R4": "4H"},
        hands={"A": ["3C"], "B": ["3D"]},
        discards={"A": [], "B": ["5C"]},
        crapauds={"A": [], "B": ["6D"]},
    )

    assert after(state, "A: flip", "A: put to:my-discard").end is None
    assert after(state, "A: flip", "A: put to:R4").winners == (0,)
