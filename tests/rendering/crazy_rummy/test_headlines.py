"""Headlines of the pictures of Crazy Rummy."""

import msgspec
import pytest

from bot.engine.events import Event
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, TookDiscard
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from bot.games.crazy_rummy.leaving import PlayerLeft
from bot.rendering.crazy_rummy.news import MAX_CHARACTERS
from bot.rendering.scene import SeenMove
from tests.games.crazy_rummy.positions import NEXT_DEAL, at
from tests.rendering.art.games import headline, scene_at
from tests.rendering.crazy_rummy.test_prompts import after
from tests.rendering.positions import RUMMY

LAID = SetLaid(1, ("9D", "9H", "9S"), "9", 30, 4)
WITH_WILD = SetLaid(1, ("QC", "QD", "6H"), "Q", 120, 4)
MANY = SetLaid(1, ("10D", "10H", "10S", "10S", "10C"), "10", 50, 4)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (LAID, "Ben lays 9♦ 9♥ 9♠"),
        (WITH_WILD, "Ben lays Q♣ Q♦ + wild 6♥"),
        (MANY, "Ben lays 10♣ 10♦ 10♥ 10♠ 10♠"),
        (SetLaid(0, MANY.cards, "10", 50, 4), "Wolfgang Am… lays five 10s"),
        (CardsFed(1, ("QH",), 10, 2), "Ben feeds Q♥"),
        (CardsFed(1, ("QH", "QD", "9S", "9D", "3C", "4C", "KD", "KS"), 65, 2), "Ben feeds 8 cards"),
        (Discarded(1, "JC", 3), "Ben discards J♣"),
        (TookDiscard(1, "4S", 3), "Ben takes 4♠"),
        (Drew(1, 40), "Ben draws"),
        (PlayerLeft(1, 4), "Ben leaves"),
    ],
)
def test_the_newest_event_is_the_headline(event: Event, said: str) -> None:
    scene = scene_at(GAME, 2, RUMMY)
    told = headline(msgspec.structs.replace(scene, recent=(SeenMove(1, (event,), 0),)))

    assert told == said
    assert len(told) <= MAX_CHARACTERS


def test_going_out_is_the_headline_before_a_deal() -> None:
    scene = after(at("4C / KS", chance=NEXT_DEAL), "A: discard card:4C", viewer=None)

    assert headline(scene).endswith(" goes out!")
