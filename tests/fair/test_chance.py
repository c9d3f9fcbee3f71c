"""Sealed keys bring every card to the top equally often, and the documents say how they're made."""

import random
import re
from collections import Counter
from math import sqrt

import pytest

from bot.engine.contract import AnyGame
from bot.engine.notation import read_options
from bot.engine.recording import RecordingChance
from bot.fair import deal as deals
from bot.fair.deal import Deal, Share
from bot.games import GAMES
from tests.conventions.docs import text_of
from tests.helpers.figures import Figure

DEALS = 10_000
FEW_DEALS = 600


def z_of(tops: Counter[str], pack: Counter[str]) -> float:
    """Return how unfair the tops are: chi squared of cards with several copies, in standard deviations."""
    share = sum(tops.values()) / sum(pack.values())
    squares = sum((tops[card] - share * copies) ** 2 / (share * copies) for card, copies in pack.items())
    freedom = len(pack) - 1
    return (squares - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_card_is_on_top_equally_often(game: AnyGame, times: int, figure: Figure) -> None:
    many = DEALS if times > 1 else FEW_DEALS
    rng = random.Random(f"deals of {game.id}")
    options = read_options(game, {})
    tops: Counter[str] = Counter()
    pack: Counter[str] = Counter()
    for number in range(many):
        deal = Deal(rng.randbytes(32), (Share(1, rng.getrandbits(63)), Share(2, rng.getrandbits(63))))
        text = deals.transcript_of(deal, table=number + 1, game=game.id, options={}, seats=[1, 2])
        chance = RecordingChance(deals.key(deal.secret, text))
        game.deal(game.seats.start, options, chance)
        shuffled = next(one for one in chance.take() if one.kind == "shuffle")
        tops[str(shuffled.outcome[0])] += 1
        pack = pack or Counter(map(str, shuffled.of))

    z = z_of(tops, pack)
    assert abs(z) < 3
    figure("P25", deals=many, beyond_three=0)


def test_documented_seals_match_the_program() -> None:
    text = text_of("docs/chance.md")
    example = re.search(r"```\n(cardcrate deal 1\n.*?)```", text, re.DOTALL)
    assert example is not None
    secret = bytes(range(32))

    assert f"`{deals.seal(12, secret)}`" in text
    assert f"`{Share(1, 2, 'seven').digest}`" in text
    assert f"`{deals.key(secret, example[1]).hex()}`" in text
