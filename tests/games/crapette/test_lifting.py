"""Lifting, putting down, turning the pile over, passing (sections 4 and 5.3)."""

from bot.games.crapette.lifting import Lifted, PutDown, TurnedOver
from bot.games.crapette.state import State
from bot.games.crapette.turns import TurnEnded, TurnStarted
from tests.games.crapette.positions import NO_HAND, SPENT, at, house
from tests.games.driver import Driver


def test_r1_lifted_card_is_shown_to_everyone() -> None:
    game = at().do("A: flip")

    assert game.events == [Lifted(seat=0, card="3C", hand=1)]
    assert all(event.to is None for event in game.events)


def test_r7_a_lifted_card_allows_nothing_but_put() -> None:
    game = at({"R4": "-"}).do("A: flip")

    for words in ("move from:R3 to:R4", "line moves:R3-R4", "undo", "flip", "turn-over", "pass"):
        assert game.code(f"A: {words}") == "wrong-phase"
    assert {move.split()[0] for move in game.legal("A")} == {"put", "offer-draw"}


def test_the_lifted_card_goes_wherever_it_fits() -> None:
    game = at({"R4": "4H"}).do("A: flip")

    assert game.code("A: put to:L1") == "does-not-fit"
    assert game.code("A: put to:their-crapaud") == "needs-empty-house"
    assert game.code("A: put to:their-discard") == "does-not-fit"
    assert game.code("A: put to:my-crapaud") == "bad-pile"
    assert game.code("A: put to:my-hand") == "bad-pile"
    assert house(game.do("A: put to:r4"), "R4") == "4H 3C"


def test_a_lifted_card_may_load_the_opponent() -> None:
    game = at({"R4": "-"}, crapauds={"A": ["2H"], "B": ["2C"]})

    game.do("A: flip", "A: put to:their-crapaud")

    assert game.position["crapauds"]["B"] == ["2C", "3C"]


def test_discarding_ends_the_turn() -> None:
    game = at().do("A: flip", "A: put to:my-discard")

    assert (game.state.turn, game.state.turn_number, game.phase) == (1, 2, "play")
    assert game.events[1:] == [
        PutDown(seat=0, card="3C", target="my-discard"),
        TurnEnded(seat=0, why="discarded"),
        TurnStarted(seat=1, turn_number=2, exhausted=False),
    ]


def test_nothing_can_be_lifted_from_an_empty_hand() -> None:
    assert at(**NO_HAND).code("A: flip") == "hand-empty"


def test_r10_turned_pile_is_unshuffled_and_lifted_from() -> None:
    game = at(**NO_HAND, discards={"A": ["5H", "4C", "2S"], "B": ["5C"]}).do("A: turn-over")

    assert game.events == [TurnedOver(seat=0, cards=3), Lifted(seat=0, card="5H", hand=2)]
    assert game.position["hands"]["A"] == ["2S", "4C"]
    assert game.state.progress == 0


def test_r10_pile_may_be_turned_in_mid_turn() -> None:
    game = at({"R4": "6C", "R3": "5H"}, **NO_HAND, discards={"A": ["5D", "4C"], "B": ["5C"]})

    game.do("A: turn-over", "A: put to:R4", "A: flip", "A: put to:my-discard")

    assert (house(game, "R4"), game.position["discards"]["A"]) == ("6C 5D", ["4C"])


def test_turning_over_needs_empty_hand_and_pile() -> None:
    assert at().refused("A: turn-over").facts == {"cards": 2}
    assert at().code("A: turn-over") == "hand-not-empty"
    assert at(**SPENT).code("A: turn-over") == "discard-empty"


def test_r11_every_empty_house_must_be_filled_first() -> None:
    game = at({"L2": "-", "R4": "-"}, **NO_HAND)

    assert game.refused("A: turn-over").facts == {"houses": ["L2", "R4"]}
    assert game.code("A: turn-over") == "fill-house-first"


def test_r11_filling_house_with_last_discard_ends_turn() -> None:
    game = at({"R4": "-"}, **NO_HAND).do("A: move from:my-discard to:R4")

    assert game.events[1:] == [
        TurnEnded(seat=0, why="spent"),
        TurnStarted(seat=1, turn_number=2, exhausted=False),
    ]
    assert game.state.undo == ()


def test_r13_turning_and_discarding_single_card_changes_nothing() -> None:
    game = at(**NO_HAND, hand_unseen={"A": 0})
    piles = game.state.piles

    ended = game.do("A: turn-over", "A: put to:my-discard").state

    assert ended.piles == piles
    assert (ended.turn, ended.idle_turns) == (1, 1)


def test_r9_exhausted_turn_is_free_and_ends_by_passing() -> None:
    game = at({"R3": "3S", "R4": "-"}, **SPENT)
    assert game.state.is_exhausted

    game.do("A: move from:my-crapaud to:R3", "A: pass")

    assert house(game, "R3") == "3S 2H"
    assert game.events[-2] == TurnEnded(seat=0, why="passed")


def test_r9_exhausted_turn_may_be_passed_without_any_move() -> None:
    assert at(**SPENT).do("A: pass").state.turn == 1


def test_passing_is_for_exhausted_turns_only() -> None:
    assert at().code("A: pass") == "not-exhausted"
    assert at(**NO_HAND).code("A: pass") == "not-exhausted"


def test_only_the_mover_can_run_out_of_cards() -> None:
    def game() -> Driver[State]:
        piles = {"discards": {"A": [], "B": ["5C"]}, "crapauds": {"A": [], "B": ["6D"]}}
        return at({"R4": "4H"}, hands={"A": ["3C"], "B": ["3D"]}, **piles).do("A: flip")

    assert game().do("A: put to:my-discard").state.end is None
    assert game().do("A: put to:R4").state.winners == (0,)
