"""Headlines of the pictures of C.R.A.P."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from bot.engine.events import Event
from bot.games import crap
from bot.games.crap.acquiring import (
    Believed,
    BluffCalled,
    NothingFound,
    RandomDiscarded,
    RankAsked,
    Surrendered,
)
from bot.games.crap.challenging import Rewarded
from bot.games.crap.drawing import Drew
from bot.games.crap.laying import SetLaid
from bot.games.crap.recycling import Recycled
from bot.games.crap.scoring import ScoringRound
from bot.games.crap.voting import VoteCalled, VoteClosed
from bot.rendering.scene import Scene, SeenMove
from tests.rendering.art.games import headline, scene_at


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([[RankAsked(0, "9", (1, 2))]], "Wolfgang Am…: “Acquire 9s!”"),
        ([[RankAsked(1, "9", (0, 2))], [Believed(0)]], "Ben: “Acquire 9s!”"),
        ([[BluffCalled(1, 0, "9", None), RandomDiscarded(0, "KH")]], "Busted, Wolfgang Am…!"),
        ([[BluffCalled(1, 0, "9", "9C"), Surrendered(2, 0, "9", 2)]], "No bluff: Wolfgang Am… had it!"),
        ([[Believed(2), Surrendered(0, 1, "9", 2), Surrendered(2, 1, "9", 1)]], "Ben gets 3 cards"),
        ([[Believed(2), NothingFound(1, "JD")]], "Ben discards J♦"),
        ([[SetLaid(1, "K", ("KC", "KD", "KH", "KS"), double=False, value=130)]], "Ben flaunts four kings!"),
        ([[Rewarded(1, 3), Rewarded(0, 0), Drew(1, 3, 20)]], "Ben draws 3"),
        ([[Rewarded(1, 0), Rewarded(0, 0)]], "No matches in the challenge"),
        ([[VoteCalled(0, 1, (1, 2), 2)]], "Must Ben recycle?"),
        (
            [[VoteClosed(1, (1, 2), (True, True), passed=True), Recycled(1, ("9C",), (1, 2))]],
            "Voted: Ben recycles",
        ),
        ([[VoteClosed(1, (1, 2), (True, None), passed=False)]], "Ben keeps the hand"),
        ([[ScoringRound(2, (0, 140, 70), (0, 140, 70), (0, 0, 0))]], "Payday! Ben +140"),
        ([], "The cards are dealt"),
    ],
)
def test_the_newest_event_is_the_headline(moves: Sequence[Sequence[Event]], said: str) -> None:
    past = tuple(SeenMove(0, tuple(events), 0) for events in moves)

    assert headline(msgspec.structs.replace(scene_at(crap.GAME, 3, {}), recent=past)) == said


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"phase": "over", "winners": ["A", "B"], "end": "threshold"}, "Wolfgang Am… and Ben win"),
        ({"phase": "over", "winners": ["B"], "end": "threshold"}, "Ben wins"),
        ({"phase": "over", "winners": [], "end": "abandoned"}, "Nobody wins"),
    ],
)
def test_a_game_that_is_over_says_who_wins(position: Any, said: str) -> None:
    assert headline(scene_at(crap.GAME, 3, position)) == said


def test_caught_bluff_has_a_wording_for_each_move() -> None:
    said = {headline(caught_in_move(number, later=0)) for number in range(3)}

    assert said == {"Ben catches Wolfgang Am…!", "Busted, Wolfgang Am…!", "Wolfgang Am… was bluffing!"}


def test_later_move_leaves_the_wording_as_it_was() -> None:
    assert headline(caught_in_move(5, later=0)) == headline(caught_in_move(5, later=1))


def caught_in_move(number: int, *, later: int) -> Scene:
    """Return a table that's edited `later` moves after a bluff was called in move `number`."""
    told = SeenMove(1, (BluffCalled(1, 0, "9", None),), 0.0, revision=number)
    scene = scene_at(crap.GAME, 3, {})
    return msgspec.structs.replace(scene, recent=(told,), revision=number + later)
