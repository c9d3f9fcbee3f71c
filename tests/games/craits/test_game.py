"""Craits under the contract of all games: how many play, the examples, and what the first release stored."""

import pytest

from bot.engine.contract import Malformed
from bot.engine.events import Event
from bot.games.craits import GAME
from bot.games.craits.dealing import Dealt, Hand
from bot.games.craits.drawing import DrewCards
from bot.games.craits.turns import TurnStarted
from bot.sessions.session import read_events
from tests.games.craits.positions import table
from tests.helpers.cases import cases_of


def test_r1_two_to_seven_may_play() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("hands", ["KH", "KH / / / / / / / "])
def test_r1_nobody_plays_alone_and_no_more_than_seven_play(hands: str) -> None:
    with pytest.raises(Malformed, match="2 to 7 players"):
        table(hands, top="8H")


def test_every_worked_example_from_e1_to_e29_is_a_case() -> None:
    named = {case["id"].removeprefix("craits-").rstrip("abcdefghij") for case in cases_of("craits")}

    assert named >= {f"E{number}" for number in range(1, 30)}


@pytest.mark.parametrize(
    ("stored", "event"),
    [
        (
            b'{"event":"hand-dealt","hand_number":2,"size":7,"dealer":1}',
            Dealt(hand_number=2, size=7, dealer=1),
        ),
        (
            b'{"event":"held","seat":0,"cards":["KC","2H"],"to":[0]}',
            Hand(seat=0, cards=("KC", "2H"), to=(0,)),
        ),
        (
            b'{"event":"awaited","seat":2,"phase":"king-run","king_steps":3}',
            TurnStarted(seat=2, phase="king-run", king_steps=3),
        ),
        (
            b'{"event":"took","seat":0,"cards":["2H"],"hand":["QC","2H"],"to":[0]}',
            DrewCards(seat=0, cards=("2H",), hand=("QC", "2H"), to=(0,)),
        ),
    ],
)
def test_events_that_release_0_1_0_stored_can_still_be_read(stored: bytes, event: Event) -> None:
    assert read_events(GAME, b"[" + stored + b"]") == (event,)
