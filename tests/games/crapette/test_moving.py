"""Where cards may go, and how many at once (sections 5.1 to 5.3)."""

import pytest

from bot.engine.cards import Card
from bot.games.crapette.moving import Moved, Shown
from bot.games.crapette.state import State
from tests.games.crapette.positions import at, house
from tests.games.driver import Driver

LONG = "KS QH JS 10H 9S 8H 7S 6H 5S"


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
def test_bad_pile_is_one_outside_lists_of_command(move: str) -> None:
    assert at().code(f"A: move {move} count:0") == "bad-pile"


def test_piles_are_read_in_any_case() -> None:
    assert house(at({"R4": "-"}).do("A: move from:MY-Discard to:r4"), "R4") == "2S"


def test_checks_come_in_order_of_rules() -> None:
    game = at({"L2": "-"}, discards={"A": []}, hands={"A": ["2C"], "B": ["3D"]})

    assert game.code("A: move from:L2 to:L2 count:0") == "bad-count"
    assert game.code("A: move from:my-discard to:L1 count:2") == "source-empty"
    assert game.code("A: move from:L2 to:L2 count:2") == "source-empty"
    assert game.code("A: move from:L1 to:L1 count:9") == "same-pile"
    assert game.code("A: move from:my-crapaud to:L1 count:2") == "count-not-allowed"
    assert game.code("A: move from:L1 to:finish count:2") == "count-not-allowed"
    assert game.code("A: move from:L1 to:L2 count:2") == "count-too-big"
    assert game.code("A: move from:L1 to:L3") == "does-not-fit"


def test_size_and_limit_are_checked_before_the_fit() -> None:
    game = at({"L1": "9S 8H", "L2": "KC"})

    assert game.refused("A: move from:L1 to:L2 count:3").facts == {"count": 3, "cards": 2, "empty": 0}
    assert game.code("A: move from:L1 to:L2 count:2") == "count-too-big"
    assert game.code("A: move from:L1 to:L2 count:1") == "does-not-fit"
    assert game.code("A: move from:L1 to:L2") == "does-not-fit"


@pytest.mark.parametrize("pile", ["their-discard", "their-crapaud"])
def test_loading_needs_neighbour_in_suit_on_pile(pile: str) -> None:
    def loading(card: Card, top: list[Card]) -> Driver[State]:
        return at({"R3": card, "R4": "-"}, discards={"B": top}, crapauds={"A": ["2H"], "B": top or ["3H"]})

    load = f"A: move from:R3 to:{pile}"
    assert loading("7H", ["6H"]).do(load).state.empty_houses == ["R3", "R4"]
    assert loading("7H", ["8H"]).do(load).state.empty_houses == ["R3", "R4"]
    assert loading("7H", ["8D"]).code(load) == "does-not-fit"
    assert loading("7H", ["5H"]).code(load) == "does-not-fit"


def test_r21_an_empty_pile_of_the_opponent_takes_nothing() -> None:
    game = at({"R4": "-"}, crapauds={"A": ["2H"], "B": []}, discards={"B": []})

    assert game.code("A: move from:L1 to:their-discard") == "target-empty"
    assert game.code("A: move from:L1 to:their-crapaud") == "target-empty"


def test_r6_crapaud_reaches_house_only_while_one_is_empty() -> None:
    game = at({"R3": "10H"}, crapauds={"A": ["2H", "9S"], "B": ["6D"]})
    with_room = at({"R3": "10H", "R4": "-"}, crapauds={"A": ["2H", "9S"], "B": ["6D"]})

    assert game.code("A: move from:my-crapaud to:R3") == "needs-empty-house"
    assert house(with_room.do("A: move from:my-crapaud to:R3"), "R3") == "10H 9S"


def test_r6_the_crapaud_may_always_finish() -> None:
    game = at(crapauds={"A": ["2H", "AD"], "B": ["6D"]})

    assert game.do("A: move from:my-crapaud to:finish").position["finish"]["D"] == [1, 0]


def test_missing_empty_house_precedes_target_and_fit() -> None:
    game = at(crapauds={"A": ["2H"], "B": []}, discards={"B": []})

    assert game.code("A: move from:L1 to:their-crapaud") == "needs-empty-house"
    assert game.code("A: move from:my-crapaud to:their-discard") == "needs-empty-house"
    assert game.code("A: move from:my-crapaud to:L1") == "needs-empty-house"


def test_houses_only_card_needs_another_for_their_crapaud() -> None:
    assert at({"R3": "7D"}).code("A: move from:R3 to:their-crapaud") == "needs-empty-house"


def test_r22_ace_and_king_are_never_neighbours() -> None:
    game = at({"R1": "AH", "R3": "KC"}, discards={"B": ["KH"]})

    assert game.code("A: move from:R1 to:their-discard") == "does-not-fit"
    assert game.code("A: move from:R3 to:R1") == "does-not-fit"


def test_r22_king_enters_house_only_if_it_is_empty() -> None:
    game = at({"R2": "AS", "R3": "KC", "R4": "-"})

    assert game.code("A: move from:R3 to:R2") == "does-not-fit"
    assert house(game.do("A: move from:R3 to:R4"), "R4") == "KC"


def test_first_of_two_qualifying_finishing_piles_is_taken() -> None:
    game = at({"R3": "4S", "R4": "4S"}, discards={}, finish={"S": [3, 3]})

    assert game.do("A: move from:R3 to:finish").position["finish"]["S"] == [4, 3]
    assert game.do("A: move from:R4 to:finish").position["finish"]["S"] == [4, 4]


def test_ace_opens_second_pile_of_its_suit() -> None:
    game = at({"R3": "AS"}, discards={}, finish={"S": [3, 0]})

    assert game.do("A: move from:R3 to:finish").position["finish"]["S"] == [3, 1]


def test_misfit_names_card_for_everyone() -> None:
    assert at({"R3": "QS"}).refused("A: move from:R3 to:L1").facts == {
        "card": "QS",
        "pile": "L1",
        "top": "KS",
    }


def test_r8_count_left_out_is_one_that_fits() -> None:
    game = at({"L1": LONG, "L2": "KC", "L3": "-", "L4": "-", "R1": "-"})

    assert house(game.do("A: move from:L1 to:L2"), "L2") == "KC QH JS 10H 9S 8H 7S 6H 5S"


@pytest.mark.parametrize(("empty", "most"), [(1, 1), (2, 2), (3, 4)])
def test_r8_into_empty_house_half_as_many_cards_go(empty: int, most: int) -> None:
    def game() -> Driver[State]:
        return at({"L1": LONG} | dict.fromkeys(("L3", "L4", "R1")[:empty], "-"))

    moved = game().do(f"A: move from:L1 to:L3 count:{most}")
    assert house(moved, "L3") == " ".join(LONG.split()[-most:])
    assert game().code(f"A: move from:L1 to:L3 count:{most + 1}") == "count-too-big"
    assert house(game().do("A: move from:L1 to:L3"), "L3") == "5S"


def test_option_off_when_stacks_are_switched_off() -> None:
    game = at({"L1": "9S 8H", "L2": "9C", "L3": "-"}, {"stack-moves": False})

    assert game.refused("A: move from:L1 to:L2 count:2").facts == {"option": "stack-moves"}
    assert game.code("A: move from:L2 to:L1") == "does-not-fit"
    assert house(game.do("A: move from:L1 to:L2"), "L2") == "9C 8H"


def single_moves(number: int, source: str, target: str, resting: list[str]) -> list[str]:
    """Return a stack move as single moves, with these houses to rest cards on."""
    if number == 1:
        return [f"A: move from:{source} to:{target} count:1"]
    rest, *others = resting
    lower = min(number - 1, 2 ** len(others))
    aside = single_moves(lower, source, rest, others)
    back = single_moves(lower, rest, target, others)
    return [*aside, *single_moves(number - lower, source, target, others), *back]


@pytest.mark.parametrize("number", range(1, 9))
def test_a_stack_move_is_short_for_single_moves(number: int) -> None:
    """R8, and invariant 9."""
    onto = ["6D", "7C", "8D", "9C", "10D", "JC", "QD", "KC"][number - 1]
    houses = {"L1": LONG, "L2": onto, "L3": "-", "L4": "-", "R1": "-"}

    at_once = at(houses).do(f"A: move from:L1 to:L2 count:{number}").state
    singly = at(houses).do(*single_moves(number, "L1", "L2", ["L3", "L4", "R1"])).state

    assert at_once.piles == singly.piles
    assert singly.house_moves <= 27


def test_r12_houses_only_card_may_move_to_empty_house() -> None:
    game = at({"R4": "-"}).do("A: move from:R3 to:R4")

    assert (house(game, "R3"), house(game, "R4")) == ("", "KC")


def shuffled(times: int) -> Driver[State]:
    """Return a game in which a card has been moved to and fro this many times this turn."""
    there, back = "A: move from:R3 to:R4", "A: move from:R4 to:R3"
    return at({"R4": "-"}).do(*((there, back)[number % 2] for number in range(times)))


def test_r14_sixty_house_moves_force_another_move() -> None:
    game = shuffled(60)

    assert game.refused("A: move from:R3 to:R4").facts == {"limit": 60}
    assert game.code("A: move from:R3 to:R4") == "shuffle-limit"
    assert game.code("A: move from:R3 to:L1") == "does-not-fit"
    assert game.do("A: move from:my-discard to:R4", "A: undo").state.house_moves == 0


def test_r14_moves_taken_back_still_count() -> None:
    assert shuffled(60).do("A: undo steps:20").state.house_moves == 60


def test_moves_and_newly_shown_cards_are_told() -> None:
    game = at({"R4": "-"}, crapauds={"A": ["9H", "8S", "2H"], "B": ["6D"]})

    game.do("A: move from:my-crapaud to:R4")

    assert game.events == [
        Moved(seat=0, cards=("2H",), source="my-crapaud", target="R4"),
        Shown(seat=0, card="8S", pile="my-crapaud", count=2),
    ]


@pytest.mark.parametrize(("unseen", "progress"), [(0, 0), (1, 1)])
def test_r16_only_crapaud_card_never_seen_before_is_progress(unseen: int, progress: int) -> None:
    game = at({"R4": "-"}, crapaud_unseen={"A": unseen})

    assert game.do("A: move from:my-crapaud to:R4").state.progress == progress


def test_r16_card_covered_by_gift_is_no_news_later() -> None:
    game = at({"R2": "6D", "R3": "-", "R4": "-"}, crapauds={"A": ["2H"], "B": ["QD", "5D"]})

    game.do("A: move from:R2 to:their-crapaud", "A: flip", "A: put to:my-discard")
    game.do("B: move from:my-crapaud to:R2")

    assert (game.state.progress, game.position["crapaud_unseen"]["B"]) == (0, 1)
    assert game.do("B: move from:my-crapaud to:R3").state.progress == 1


def test_a_refused_command_is_no_step_at_all() -> None:
    """Invariant 11: not even the draw offer is cancelled."""
    game = at(offer="B")

    game.refused("A: move from:L1 to:L2")

    assert game.state == at(offer="B").state


@pytest.mark.parametrize("count", ["", " count:1"])
def test_cards_outside_houses_move_singly(count: str) -> None:
    game = at({"L1": "KC QH"}, discards={"A": ["JS"], "B": ["5C"]})

    assert house(game.do(f"A: move from:my-discard to:L1{count}"), "L1") == "KC QH JS"
