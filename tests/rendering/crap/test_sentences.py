"""What C.R.A.P. says of events, where one sentence has several forms."""

import pytest

from bot.engine.events import Event, TimedOut
from bot.games.crap.acquiring import BluffCalled, RandomDiscarded, Received, Surrendered
from bot.games.crap.departure import PlayerLeft
from bot.games.crap.ending import GameEnded
from bot.games.crap.laying import SetLaid
from bot.games.crap.scoring import ScoringRound
from bot.games.crap.voting import VoteClosed
from bot.rendering.crap.face import CrapFace
from tests.rendering.crap.sessions import seen

SEVENS = ("7C", "7D", "7H", "7S")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (TimedOut(seats=(0, 2)), "Time is up for <@100> and <@102>."),
        (Surrendered(seat=1, acquirer=0, rank="K", count=1), "<@101> gives <@100> one king."),
        (Surrendered(seat=1, acquirer=0, rank="K", count=2), "<@101> gives <@100> 2 kings."),
        (
            BluffCalled(seat=1, acquirer=0, rank="K", proof=None),
            "<@101> calls the bluff: <@100> **was bluffing**.",
        ),
        (
            BluffCalled(seat=1, acquirer=0, rank="K", proof="KH"),
            "<@101> calls the bluff: <@100> shows K♥.",
        ),
        (RandomDiscarded(seat=1, card=None), "<@101> has no card to lose."),
        (
            SetLaid(seat=0, rank="7", cards=SEVENS, double=False, value=70),
            "<@100> lays a set of 7s worth 70: 7♣ 7♦ 7♥ 7♠.",
        ),
        (
            SetLaid(seat=0, rank="7", cards=SEVENS * 2, double=True, value=80),
            "<@100> lays a double set of 7s worth 2 × 80: 7♣ 7♣ 7♦ 7♦ 7♥ 7♥ 7♠ 7♠.",
        ),
        (
            VoteClosed(target=1, voters=(2,), votes=(None,), passed=False),
            "It fails: <@102> silent.",
        ),
        (
            PlayerLeft(seat=1, cards=("2C",), idle=True),
            "<@101> has left after letting too many turns run out; discarded: 2 ♣.",
        ),
        (
            ScoringRound(number=2, gained=(70, 0, 0), totals=(90, 0, 0), unprotected=(0, 1, 0)),
            "The stock is empty: **scoring round 2**: <@100> +70 = 90. <@101> takes back 1 protected card.",
        ),
        (GameEnded(winners=(), end="abandoned", totals=(0, 0, 0)), "The game is over; nobody wins."),
    ],
)
def test_an_event_is_one_sentence(event: Event, sentence: str) -> None:
    assert CrapFace().sentence(event, seen({})) == sentence


def test_giver_and_acquirer_read_the_same_cards_from_their_own_side() -> None:
    event = Received(to=(1, 0), seat=0, giver=1, cards=("KS", "KD"))

    assert CrapFace().sentence(event, seen({}, 0)) == "<@101> gave you K♦ K♠."
    assert CrapFace().sentence(event, seen({}, 1)) == "You gave <@100> K♦ K♠."
