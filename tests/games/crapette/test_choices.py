"""What is offered to players, and what is listed for computers (sections 5.1 to 5.3; R5)."""

import pytest

from bot.engine.draft import Step
from bot.games.crapette import GAME
from bot.games.crapette.carrying import MoveCards
from bot.games.crapette.table import Table
from tests.games.crapette.play import CHANCE, after, house, table
from tests.helpers.cases import cases_of


def offered(state: Table, verb: str, option: str) -> list[str]:
    return GAME.complete(state, 0, verb, option, {option: ""})


@pytest.mark.parametrize(
    ("verb", "option", "number"),
    [
        ("move", "from", 10),
        ("move", "to", 11),
        ("move", "count", 13),
        ("put", "to", 12),
        ("undo", "steps", 20),
    ],
)
def test_r5_choices_never_depend_on_the_position(verb: str, option: str, number: int) -> None:
    states = [
        table(),
        table({"R4": "-", "L1": "9S 8H"}),
        after(table(), "A: flip"),
        after(table(), "A: resign"),
    ]

    assert len(offered(states[0], verb, option)) == number
    assert all(offered(state, verb, option) == offered(states[0], verb, option) for state in states)


def test_r5_choices_are_read_as_they_are_offered() -> None:
    state = table({"R4": "-"})

    for source in offered(state, "move", "from"):
        for target in offered(state, "move", "to"):
            step = GAME.apply(state, 0, MoveCards(source, target), CHANCE)
            assert isinstance(step, Step) or step.code != "bad-pile"


def test_a_command_without_options_is_offered_nothing() -> None:
    assert offered(table(), "flip", "what") == []


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


def test_a_play_to_the_finishing_piles_is_listed_before_lifting_and_shuffling() -> None:
    state = table({"R3": "9S 8H", "R2": "9C", "R1": "AS", "R4": "-"})

    verbs = [str(move) for move in GAME.legal(state, 0)]

    assert verbs.index("move from:R1 to:finish") < verbs.index("flip")
    assert verbs.index("flip") < verbs.index("move from:R3 to:R2")


def test_stack_moves_are_listed_with_their_counts() -> None:
    state = table({"R1": "10D", "R2": "9C 8H", "R3": "-", "R4": "-"})

    listed = [move for move in GAME.legal(state, 0) if isinstance(move, MoveCards) and move.source == "R2"]

    assert [(move.target, move.count) for move in listed] == [
        ("R3", None),
        ("R4", None),
        ("R1", 2),
        ("R3", 2),
        ("R4", 2),
    ]


def test_equal_commands_are_equal_moves() -> None:
    state = table({"R1": "10D", "R2": "9C 8H", "R3": "-"})

    assert house(after(state, "A: move from:R2 to:R1"), "R1") == "10D 9C 8H"
    assert after(state, "A: move from:R2 to:R1") == after(state, "A: move from:R2 to:R1 count:2")
