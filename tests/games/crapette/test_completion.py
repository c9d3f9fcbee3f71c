"""The completions of commands' options (R5, section 5.3)."""

import pytest

from bot.engine.draft import Step
from bot.games.crapette import GAME
from bot.games.crapette.moving import MoveCards
from bot.games.crapette.state import HOUSES, State
from tests.games.crapette.positions import at


def offered(state: State, verb: str, option: str, text: str = "") -> list[str]:
    return GAME.complete(state, 0, verb, option, {option: text})


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
    games = [at(), at({"R4": "-", "L1": "9S 8H"}), at().do("A: flip"), at().do("A: resign")]
    first, *others = [offered(game.state, verb, option) for game in games]

    assert len(first) == number
    assert others == [first] * 3


def test_r5_choices_are_read_as_they_are_offered() -> None:
    game = at({"R4": "-"})

    for source in offered(game.state, "move", "from"):
        for target in offered(game.state, "move", "to"):
            step = GAME.apply(game.state, 0, MoveCards(source, target), game.chance)
            assert isinstance(step, Step) or step.code != "bad-pile"


def test_a_command_without_options_is_offered_nothing() -> None:
    assert offered(at().state, "flip", "what") == []


def test_r5_line_is_continued_alike_in_every_position() -> None:
    def line(text: str) -> list[str]:
        found = offered(at().state, "line", "moves", text)
        assert found == offered(at({"R4": "-"}).do("A: flip").state, "line", "moves", text)
        return found

    assert line("") == ["D-", "C-", *(f"{house}-" for house in HOUSES)]
    assert line("R1-R2 l") == ["R1-R2 L1-", "R1-R2 L2-", "R1-R2 L3-", "R1-R2 L4-"]
    assert line("R1-O") == ["R1-OD", "R1-OC"]
    assert line("R1-OD") == ["R1-OD"]
    assert line("R1-OD,") == ["R1-OD,", *(f"R1-OD,{start}" for start in line(""))]
    assert len(line("R1")) == 11
    assert line("R1x1") == ["R1x10-", "R1x11-", "R1x12-", "R1x13-"]
    assert "R1x3-L2" in line("R1x3-")
    assert line("rubbish") == []
    assert line("R1-R2 " * 34) == []
