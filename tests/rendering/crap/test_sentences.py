"""What the complete log of C.R.A.P. says of events, where it is not what the table tells."""

import pytest

from bot.engine.events import Event
from bot.games.crap.acquiring import BluffCalled, RandomDiscarded, Received, Surrendered
from bot.games.crap.dealing import HandRolled
from bot.games.crap.ending import GameEnded
from bot.games.crap.recycling import Recycled
from bot.games.crap.scoring import ScoringRound
from bot.games.crap.voting import VoteClosed
from bot.rendering.crap.face import CrapFace
from tests.rendering.crap.sessions import seen


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Surrendered(seat=1, acquirer=0, rank="K", count=2), "Ben gives Ann 2."),
        (
            BluffCalled(seat=1, acquirer=0, rank="K", proof=None),
            "Ben calls the bluff: Ann **was bluffing**.",
        ),
        (BluffCalled(seat=1, acquirer=0, rank="K", proof="KH"), "Ben calls the bluff: Ann shows K♥."),
        (RandomDiscarded(seat=1, card=None), "Ben has no card to lose."),
        (RandomDiscarded(seat=1, card="2C"), "Ben loses 2♣."),
        (
            VoteClosed(target=1, voters=(0, 2), votes=(True, None), passed=False),
            "Failed, 1 to 1. Yes: Ann. Silent: Cyd.",
        ),
        (
            ScoringRound(number=2, gained=(70, 0, 0), totals=(90, 0, 0), unprotected=(0, 2, 0)),
            "**Scoring round 2:** Ann +70. Ben takes back 2 protected cards.",
        ),
        (GameEnded(winners=(), end="abandoned", totals=(0, 0, 0)), "The game is over; nobody wins."),
        (GameEnded(winners=(0, 2), end="threshold", totals=(310, 0, 310)), "Ann and Cyd win."),
    ],
)
def test_an_event_is_one_sentence(event: Event, sentence: str) -> None:
    assert CrapFace().sentence(event, seen({})) == sentence


def test_giver_and_taker_read_the_same_cards_from_their_own_side() -> None:
    event = Received(to=(1, 0), seat=0, giver=1, cards=("KS", "KD"))

    assert CrapFace().sentence(event, seen({}, 0)) == "Ben gives you K♦ K♠."
    assert CrapFace().sentence(event, seen({}, 1)) == "You give Ann K♦ K♠."


def test_the_log_tells_dice_and_thrown_cards_that_the_table_leaves_out() -> None:
    thrown = Recycled(seat=0, cards=("2C", "3C", "4C", "5C", "6C"), dice=(4, 5))
    nothing = Recycled(seat=0, cards=(), dice=(4, 5))
    rolled = HandRolled(seat=1, dice=(2, 3))

    assert CrapFace().sentence(thrown, seen({})) == "Ann throws 2♣ 3♣ 4♣ 5♣ 6♣ away and rolls 4 + 5."
    assert CrapFace().sentence(nothing, seen({})) == "Ann recycles an empty hand and rolls 4 + 5."
    assert CrapFace().sentence(rolled, seen({})) == "Ben rolls 2 + 3."
