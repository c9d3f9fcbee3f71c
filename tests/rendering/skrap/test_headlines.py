"""Headlines of the pictures of Skrap."""

from collections.abc import Sequence

import msgspec
import pytest

from bot.engine.events import Event
from bot.games.skrap import GAME
from bot.games.skrap.battle import BotPlayed, Passed
from bot.games.skrap.dealing import Dealt
from bot.games.skrap.leaving import PlayerLeft
from bot.games.skrap.opening import Called, Opens, RoundVoid
from bot.games.skrap.scoring import Champion
from bot.games.skrap.surging import SurgePlaced
from bot.games.skrap.throwing import AskedToThrow, ThrowShown
from bot.rendering.scene import SeenMove
from tests.rendering.art.games import headline, scene_at
from tests.rendering.skrap.sessions import ANSWERING


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([[Dealt(3, (10, 10, 10), 24)]], "Round 3"),
        ([[Dealt(3, (10, 10, 10), 24)], [SurgePlaced(0, 1, 3)]], "Round 3"),
        ([[Called(1, "highest"), Opens(1)]], "Ben plays first"),
        ([[AskedToThrow((0, 1), 0)]], "Rock, paper, scissors"),
        (
            [[ThrowShown((0, 1), ("rock", "rock"), ()), AskedToThrow((0, 1), 1)]],
            "Both throw rock: throw again",
        ),
        (
            [[ThrowShown((0, 1, 2), ("paper", "paper", "paper"), ()), AskedToThrow((0, 1, 2), 1)]],
            "Everyone throws paper: again",
        ),
        (
            [[ThrowShown((0, 1, 2), ("rock", "paper", "scissors"), ()), AskedToThrow((0, 1, 2), 1)]],
            "All three shapes: throw again",
        ),
        (
            [[ThrowShown((0, 1, 2), ("rock", "rock", "paper"), (0, 1)), AskedToThrow((0, 1), 0)]],
            "The losers throw again",
        ),
        (
            [[ThrowShown((0, 1), ("paper", "rock"), (1,)), Called(1, "throw"), Opens(1)]],
            "Ben lost and plays first",
        ),
        ([[ThrowShown((0, 1), ("rock", "rock"), ()), Called(1, "chance"), Opens(1)]], "Ben plays first"),
        ([[RoundVoid(1), Dealt(2, (10, 10, 10), 24)]], "A new deal"),
        ([[BotPlayed(1, "9S", "7H", 9, 7, 0)]], "Ben builds 9 / 7"),
        ([[BotPlayed(1, "9S", "7H", 9, 7, 1, 0, 5)]], "Ben destroys Wolfgang Am…'s bot"),
        ([[Passed(1, final=False)]], "Ben passes"),
        (
            [[Passed(1, final=False), Champion(0, "9S", "7H", 4, 9, lost=False)]],
            "Last bot standing: Wolfgang Am…'s!",
        ),
        ([[PlayerLeft(1, 9)]], "Ben leaves"),
        ([], "Wolfgang Am…'s bot survives"),
    ],
)
def test_the_newest_event_is_the_headline(moves: Sequence[Sequence[Event]], said: str) -> None:
    past = tuple(SeenMove(0, tuple(events), 0) for events in moves)

    assert headline(msgspec.structs.replace(scene_at(GAME, 3, ANSWERING), recent=past)) == said


def test_a_game_that_is_over_says_who_wins() -> None:
    over = {**ANSWERING, "phase": "over", "turn": None, "winners": ["B"]}

    assert headline(scene_at(GAME, 3, over)) == "Ben wins"
