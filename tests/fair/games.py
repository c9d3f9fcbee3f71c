"""Whole random games with sealed deals, and their proofs."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from bot.engine.chance import SeededChance
from bot.engine.contract import AnyGame
from bot.engine.recording import RecordingChance
from bot.fair import deal as deals
from bot.fair.deal import Deal, Share
from bot.fair.proof import ProofStep, proof
from tests.helpers.walks import Walk


class Sealed(NamedTuple):
    """A game played with a sealed deal, and its proof file."""

    deal: Deal
    key: bytes
    text: str


class SealedWalk(Walk):
    """A random game dealt from a key."""

    def __init__(self, game: AnyGame, seed: int, key: bytes) -> None:
        super().__init__(game, seed)
        self.chance: SeededChance = RecordingChance(key)
        self.dealt = game.deal(self.seats, self.options, self.chance)
        self.state = self.dealt.state


def sealed_game(game: AnyGame, seed: int, most: int | None = None) -> Sealed:
    """Play the game of this seed to its end, or cancel it after `most` moves."""
    rng = random.Random(f"sealed {game.id} {seed}")
    seats = game.seats[seed % len(game.seats)]
    users = [rng.getrandbits(63) for _ in range(seats - 1)]
    shares = tuple(Share(user, rng.getrandbits(63), rng.choice(("", "ünlucky", "a 7"))) for user in users)
    deal = Deal(rng.randbytes(deals.SECRET_BYTES), shares)
    sitting: list[int | str] = [*users, "hare medium"]
    options = {"edition": 1, "seed": seed}
    transcript = deals.transcript_of(deal, table=seed + 1, game=game.id, options=options, seats=sitting)
    deal = msgspec.structs.replace(deal, transcript=transcript)
    walk = SealedWalk(game, seed, deals.key(deal.secret, transcript))
    text = proof(seed + 1, deal, [*users, -1], _made(walk, most), "over" if most is None else "cancelled")
    return Sealed(deal, walk.chance.key, text)


def _made(walk: SealedWalk, most: int | None) -> Iterator[ProofStep]:
    assert isinstance(walk.chance, RecordingChance)
    yield ProofStep(None, "deal", walk.chance.take(), walk.game.dump(walk.dealt.state))
    for number, turn in enumerate(walk.turns(), 1):
        position = walk.game.dump(turn.step.state)
        yield ProofStep(turn.seat, str(turn.what), walk.chance.take(), position)
        if most is not None and number >= most:
            return
