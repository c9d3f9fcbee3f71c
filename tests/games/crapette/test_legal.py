"""The decider, the commands of each phase, and the moves listed for computers (sections 4 and 5)."""

import pytest

from bot.engine.draft import Refusal
from bot.engine.moves import Leave
from bot.games.crapette import GAME
from bot.games.crapette.lifting import Flip
from bot.games.crapette.moving import MoveCards
from tests.games.crapette.positions import at, house
from tests.helpers.cases import cases_of


def test_game_is_over_is_checked_before_anything_else() -> None:
    over = at().do("B: resign")

    assert over.code("B: move from:nowhere to:nowhere") == "game-over"
    assert GAME.precheck(over.state, 2, Flip) == Refusal("game-over")


def test_only_the_two_seats_play() -> None:
    game = at()

    assert GAME.apply(game.state, 2, Flip(), game.chance) == Refusal("not-a-player")
    assert GAME.legal(game.state, 2) == []


def test_player_on_turn_is_named_to_other_one() -> None:
    refusal = at().refused("B: move from:nowhere to:nowhere")

    assert (refusal.code, refusal.facts) == ("not-your-turn", {"seats": (0,)})


def test_a_lifted_card_must_be_put_down_first() -> None:
    lifted = at().do("A: flip")

    assert lifted.refused("A: move from:nowhere to:L1").facts == {"phase": "put", "seats": (0,)}
    assert lifted.code("A: line moves:rubbish") == "wrong-phase"
    assert at().code("A: put to:nowhere") == "wrong-phase"


def test_not_your_turn_is_checked_before_the_phase() -> None:
    assert at().code("B: put to:nowhere") == "not-your-turn"


@pytest.mark.parametrize("commands", [["A: offer-draw"], ["A: flip", "A: offer-draw"]])
def test_answerer_of_offer_is_not_on_turn(commands: list[str]) -> None:
    game = at().do(*commands)

    assert game.deciders == "AB"
    for move in ("move from:R3 to:R4", "flip", "put to:my-discard", "undo"):
        assert game.refused(f"B: {move}") == Refusal("not-your-turn", {"seats": (0,)})


def test_offerer_in_others_turn_owes_no_decision() -> None:
    assert at().do("B: offer-draw").deciders == "A"


@pytest.mark.parametrize("kind", [kind for kind, action in GAME.actions.items() if action.unasked])
def test_offers_and_resigning_are_possible_in_every_phase(kind: type) -> None:
    for game in (at(), at().do("A: flip")):
        assert [GAME.precheck(game.state, seat, kind) for seat in (0, 1)] == [None, None]
    assert len([action for action in GAME.actions.values() if action.unasked]) == 5
    assert Leave in GAME.actions


def test_r24_the_reconstructed_diagram_has_exactly_its_twelve_moves() -> None:
    case = next(case for case in cases_of("crapette") if case["id"] == "crapette-E6-view")
    state = GAME.load(case["position"], 2, GAME.options())

    moves = {(move.source, move.target) for move in GAME.legal(state, 0) if isinstance(move, MoveCards)}

    assert moves == {
        ("my-discard", "their-discard"),
        ("my-discard", "L1"),
        ("L1", "R1"),
        ("L2", "R2"),
        ("R2", "R4"),
        ("R2", "finish"),
        ("R3", "R4"),
        ("R4", "their-discard"),
        ("R4", "finish"),
        ("L2", "R3"),
        ("L3", "finish"),
        ("R4", "L3"),
    }


def test_finishing_play_is_listed_before_lifting() -> None:
    moves = at({"R3": "9S 8H", "R2": "9C", "R1": "AS", "R4": "-"}).legal("A")

    assert moves.index("move from:R1 to:finish") < moves.index("flip")
    assert moves.index("flip") < moves.index("move from:R3 to:R2")


def test_stack_moves_are_listed_with_their_counts() -> None:
    game = at({"R1": "10D", "R2": "9C 8H", "R3": "-", "R4": "-"})

    moves = [move for move in GAME.legal(game.state, 0) if isinstance(move, MoveCards)]

    assert [(move.target, move.count) for move in moves if move.source == "R2"] == [
        ("R3", None),
        ("R4", None),
        ("R1", 2),
        ("R3", 2),
        ("R4", 2),
    ]


def test_equal_commands_are_equal_moves() -> None:
    houses = {"R1": "10D", "R2": "9C 8H", "R3": "-"}

    at_once = at(houses).do("A: move from:R2 to:R1")

    assert house(at_once, "R1") == "10D 9C 8H"
    assert at_once.state == at(houses).do("A: move from:R2 to:R1 count:2").state
