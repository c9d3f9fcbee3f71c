"""Dailies of many days: every checker accepts their proofs, and no key of a running day gets out."""

import random
from typing import Any

import pytest

from bot.engine.chance import Seat
from bot.engine.draft import Step
from bot.engine.moves import Move
from bot.engine.notation import read_options
from bot.engine.recording import RecordingChance
from bot.fair.proof import ProofStep, proof
from bot.games import GAMES
from bot.players.daily import Daily, Play, daily_of
from tests.fair.checkers import Verdict, bots, opened_page, pages, scripts
from tests.players.test_daily import SOURCE, day_of

pytestmark = pytest.mark.no_cover


class Told(Play):
    """A play that remembers everyone's moves."""

    def __init__(self, of_day: Daily) -> None:
        self.told: list[tuple[Seat, Move]] = []
        super().__init__(of_day)

    def _apply(self, seat: Seat, move: Move) -> None:
        self.told.append((seat, move))
        super()._apply(seat, move)


def proof_of(of_day: Daily, rng: Any) -> str:
    """Return the proof of a play by sensible moves."""
    play, game = Told(of_day), of_day.game
    while play.legal:
        play.make(play.sensible_move(rng))
    chance = RecordingChance(of_day.key)
    state = game.deal(1 + len(of_day.computers), read_options(game, of_day.options), chance).state
    made = [ProofStep(None, "deal", chance.take(), game.dump(state))]
    for seat, move in play.told:
        step = game.apply(state, seat, move, chance)
        assert isinstance(step, Step)
        state = step.state
        made.append(ProofStep(seat, str(move), chance.take(), game.dump(state)))
    return proof(of_day.deal.number(0), of_day.deal, (0, *of_day.computers), made, "over")


async def verdicts(texts: list[str], chromium: Any) -> list[tuple[Verdict, ...]]:
    """Return the verdicts of all three checkers on each file."""
    async with opened_page(chromium) as page:
        seen = await pages(page, texts)
    return list(zip(map(bots, texts), map(scripts, texts), seen, strict=True))


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
async def test_all_checkers_take_dailies_of_many_days(chromium: Any, times: int) -> None:
    texts = [
        proof_of(daily_of(game, day_of(number), SOURCE), random.Random(number))
        for game in GAMES.values()
        for number in range(2 * times)
    ]
    spoilt = texts[0].replace('"table":2026', '"table":2027')

    assert await verdicts(texts, chromium) == [(Verdict(),) * 3] * len(texts)
    assert Verdict() not in (await verdicts([spoilt], chromium))[0]
