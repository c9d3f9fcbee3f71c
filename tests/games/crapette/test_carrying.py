"""Where cards may go, and how many at once (sections 5.1 to 5.3)."""

import pytest

from bot.engine.cards import Card
from bot.engine.draft import Refusal
from bot.games.crapette import GAME
from bot.games.crapette.carrying import Moved, Shown
from bot.games.crapette.lifting import Flip
from bot.games.crapette.table import Table
from tests.games.crapette.play import CHANCE, after, attempt, code, house, refused, shown, table, told

LONG = "KS QH JS 10H 9S 8H 7S 6H 5S"


def test_the_game_is_over_is_checked_before_anything_else() -> None:
    over = after(table(), "B: resign")

    assert code(over, "B: move from:nowhere to:nowhere") == "game-over"


def test_only_the_two_seats_play() -> None:
    assert GAME.apply(table(), 2, Flip(), CHANCE) == Refusal("not-a-player")
    assert GAME.legal(table(), 2) == []


def test_the_player_on_turn_is_named_to_the_other_one() -> None:
    refusal = refused(table(), "B: move from:nowhere to:nowhere")

    assert (refusal.code, refusal.facts) == ("not-your-turn", {"turn": 0})


def test_a_lifted_card_must_be_put_down_first() -> None:
    lifted = after(table(), "A: flip")

    assert refused(lifted, "A: move from:nowhere to:L1").facts == {"phase": "put", "lifted": "3C"}
    assert code(lifted, "A: line moves:rubbish") == "wrong-phase"
    assert code(table(), "A: put to:nowhere") == "wrong-phase"


@pytest.mark.parametrize(
    "move",
    [
        "from:my-hand to:L1",
        "from:finish to:L1",
        "from:their-discard to:L1",
        "from:L1 to:my-crapaud",
        "from:L1 to:my-discard",
        "from:D to:L1",
        "from:L5 to:L1",
    ],
)
def test_bad_pile_is_one_outside_the_lists_of_the_command(move: str) -> None:
    assert code(table(), f"A: move {move} count:0") == "bad-pile"


def test_piles_are_read_in_any_case() -> None:
    assert house(after(table({"R4": "-"}), "A: move from:MY-Discard to:r4"), "R4") == "2S"


def test_the_checks_come_in_the_order_of_the_rules() -> None:
    state = table({"L2": "-"}, discards={"A": []}, hands={"A": ["2C"], "B": ["3D"]})

    assert code(state, "A: move from:L2 to:L2 count:0") == "bad-count"
    assert code(state, "A: move from:my-discard to:L1 count:2") == "source-empty"
    assert code(state, "A: move from:L2 to:L2 count:2") == "source-empty"
    assert code(state, "A: move from:L1 to:L1 count:9") == "same-pile"
    assert code(state, "A: move from:my-crapaud to:L1 count:2") == "count-not-allowed"
    assert code(state, "A: move from:L1 to:finish count:2") == "count-not-allowed"
    assert code(state, "A: move from:L1 to:L2 count:2") == "count-too-big"
    assert code(state, "A: move from:L1 to:L3") == "does-not-fit"


def test_size_and_limit_are_checked_before_the_fit() -> None:
    state = table({"L1": "9S 8H", "L2": "KC"})

    assert refused(state, "A: move from:L1 to:L2 count:3").facts == {"count": 3, "cards": 2, "empty": 0}
    assert code(state, "A: move from:L1 to:L2 count:2") == "count-too-big"
    assert code(state, "A: move from:L1 to:L2 count:1") == "does-not-fit"
    assert code(state, "A: move from:L1 to:L2") == "does-not-fit"


def test_loading_needs_a_neighbour_of_the_same_suit_on_a_pile_that_is_not_empty() -> None:
    def loading(card: Card, top: list[Card]) -> Table:
        return table({"R3": card, "R4": "-"}, discards={"B": top}, crapauds={"A": ["2H"], "B": top or ["3H"]})

    for pile in ("their-discard", "their-crapaud"):
        load = f"A: move from:R3 to:{pile}"
        assert after(loading("7H", ["6H"]), load).empty_houses == ["R3", "R4"]
        assert after(loading("7H", ["8H"]), load).empty_houses == ["R3", "R4"]
        assert code(loading("7H", ["8D"]), load) == "does-not-fit"
        assert code(loading("7H", ["5H"]), load) == "does-not-fit"


def test_r21_an_empty_pile_of_the_opponent_takes_nothing() -> None:
    state = table({"R4": "-"}, crapauds={"A": ["2H"], "B": []}, discards={"B": []})

    assert code(state, "A: move from:L1 to:their-discard") == "target-empty"
    assert code(state, "A: move from:L1 to:their-crapaud") == "target-empty"


def test_r6_the_crapaud_leaves_for_a_house_only_while_one_is_empty() -> None:
    state = table({"R3": "10H"}, crapauds={"A": ["2H", "9S"], "B": ["6D"]})
    with_room = table({"R3": "10H", "R4": "-"}, crapauds={"A": ["2H", "9S"], "B": ["6D"]})

    assert code(state, "A: move from:my-crapaud to:R3") == "needs-empty-house"
    assert house(after(with_room, "A: move from:my-crapaud to:R3"), "R3") == "10H 9S"


def test_needs_empty_house_is_checked_before_the_target_and_the_fit() -> None:
    state = table(crapauds={"A": ["2H"], "B": []}, discards={"B": []})

    assert code(state, "A: move from:L1 to:their-crapaud") == "needs-empty-house"
    assert code(state, "A: move from:my-crapaud to:their-discard") == "needs-empty-house"
    assert code(state, "A: move from:my-crapaud to:L1") == "needs-empty-house"


def test_a_houses_only_card_needs_another_empty_house_to_go_to_their_crapaud() -> None:
    state = table({"R3": "7D"})

    assert code(state, "A: move from:R3 to:their-crapaud") == "needs-empty-house"


def test_r22_ace_and_king_are_never_neighbours() -> None:
    state = table({"R1": "AH", "R3": "KC"}, discards={"B": ["KH"]})

    assert code(state, "A: move from:R1 to:their-discard") == "does-not-fit"
    assert code(state, "A: move from:R3 to:R1") == "does-not-fit"


def test_of_two_finishing_piles_that_qualify_the_first_is_taken() -> None:
    state = table({"R3": "4S", "R4": "4S"}, discards={}, finish={"S": [3, 3]})

    once = after(state, "A: move from:R3 to:finish")
    assert shown(once)["finish"]["S"] == [4, 3]
    assert shown(after(once, "A: move from:R4 to:finish"))["finish"]["S"] == [4, 4]


def test_an_ace_opens_the_second_pile_of_its_suit() -> None:
    state = table({"R3": "AS"}, discards={}, finish={"S": [3, 0]})

    assert shown(after(state, "A: move from:R3 to:finish"))["finish"]["S"] == [3, 1]


def test_does_not_fit_names_what_lies_there_for_all_to_see() -> None:
    assert refused(table({"R3": "QS"}), "A: move from:R3 to:L1").facts == {
        "card": "QS",
        "pile": "L1",
        "top": "KS",
    }


def test_r8_a_count_left_out_is_the_one_that_fits() -> None:
    state = table({"L1": LONG, "L2": "KC", "L3": "-", "L4": "-", "R1": "-"})

    assert house(after(state, "A: move from:L1 to:L2"), "L2") == "KC QH JS 10H 9S 8H 7S 6H 5S"


@pytest.mark.parametrize(("empty", "most"), [(1, 1), (2, 2), (3, 4)])
def test_r8_into_an_empty_house_half_as_many_cards_go(empty: int, most: int) -> None:
    state = table({"L1": LONG} | dict.fromkeys(("L3", "L4", "R1")[:empty], "-"))

    assert house(after(state, f"A: move from:L1 to:L3 count:{most}"), "L3") == " ".join(LONG.split()[-most:])
    assert code(state, f"A: move from:L1 to:L3 count:{most + 1}") == "count-too-big"
    assert house(after(state, "A: move from:L1 to:L3"), "L3") == "5S"


def test_option_off_when_stacks_are_switched_off() -> None:
    state = table({"L1": "9S 8H", "L2": "9C", "L3": "-"}, {"stack-moves": False})

    assert refused(state, "A: move from:L1 to:L2 count:2").facts == {"option": "stack-moves"}
    assert house(after(state, "A: move from:L1 to:L2"), "L2") == "9C 8H"
    assert code(state, "A: move from:L2 to:L1") == "does-not-fit"


def single_moves(number: int, source: str, target: str, resting: list[str]) -> list[str]:
    """A stack move written out card by card, with these houses to rest cards on."""
    if number == 1:
        return [f"A: move from:{source} to:{target} count:1"]
    rest, *others = resting
    lower = min(number - 1, 2 ** len(others))
    aside = single_moves(lower, source, rest, others)
    back = single_moves(lower, rest, target, others)
    return [*aside, *single_moves(number - lower, source, target, others), *back]


@pytest.mark.parametrize("number", range(1, 9))
def test_a_stack_move_is_short_for_single_moves(number: int) -> None:
    onto = ["6D", "7C", "8D", "9C", "10D", "JC", "QD", "KC"][number - 1]
    state = table({"L1": LONG, "L2": onto, "L3": "-", "L4": "-", "R1": "-"})

    at_once = after(state, f"A: move from:L1 to:L2 count:{number}")
    singly = after(state, *single_moves(number, "L1", "L2", ["L3", "L4", "R1"]))

    assert at_once.piles == singly.piles
    assert singly.house_moves <= 27


def test_r12_a_houses_only_card_may_go_to_another_empty_house() -> None:
    state = after(table({"R4": "-"}), "A: move from:R3 to:R4")

    assert (house(state, "R3"), house(state, "R4")) == ("", "KC")


def shuffled(times: int) -> Table:
    """A table where a card has gone to and fro so many times in this turn."""
    there, back = "A: move from:R3 to:R4", "A: move from:R4 to:R3"
    return after(table({"R4": "-"}), *((there, back)[number % 2] for number in range(times)))


def test_r14_after_sixty_house_moves_something_else_must_be_done() -> None:
    state = shuffled(60)

    assert refused(state, "A: move from:R3 to:R4").facts == {"limit": 60}
    assert code(state, "A: move from:R3 to:R4") == "shuffle-limit"
    assert code(state, "A: move from:R3 to:L1") == "does-not-fit"
    assert after(state, "A: move from:my-discard to:R4", "A: undo").house_moves == 0


def test_r14_moves_taken_back_still_count() -> None:
    assert after(shuffled(60), "A: undo steps:20").house_moves == 60


def test_moves_and_newly_shown_cards_are_told() -> None:
    state = table({"R4": "-"}, crapauds={"A": ["9H", "8S", "2H"], "B": ["6D"]})

    _, events = told(state, "A: move from:my-crapaud to:R4")

    assert events == [
        Moved(seat=0, cards=("2H",), source="my-crapaud", target="R4"),
        Shown(seat=0, card="8S", pile="my-crapaud", count=2),
    ]


def test_a_refused_command_is_no_step_at_all() -> None:
    state = table(offer="B")

    attempt(state, "A: move from:L1 to:L2")

    assert state == table(offer="B")
