"""Players with a little sense: from a list of legal moves they take what most people would.

They only serve to measure how long games are; they look at their own hand and at what lies on the table.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import RANK_OF
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.craits.cards import hand_points
from bot.games.craits.one_card import Idiot, OneCard
from bot.games.craits.playing import Play
from bot.games.crap.acquiring import Acquire, Believe, CallBluff
from bot.games.crap.challenging import Challenge
from bot.games.crap.cooperating import Cooperate
from bot.games.crap.laying import Score
from bot.games.crap.recycling import Recycle
from bot.games.crazy_rummy.discarding import Discard
from bot.games.crazy_rummy.drawing import Draw
from bot.games.crazy_rummy.laying import Feed, Meld
from bot.games.skrap.battle import Bot
from bot.games.skrap.passing import Pass

Choose = Callable[[Any, Seat, Sequence[Move], random.Random], Move]
"""One of the legal moves of a seat."""

BLUFFS_CALLED: Final = 0.2
BLUFFS: Final = 0.3
ASKS: Final = 0.7
SMALL_HAND: Final = 5
BOTS_BUILT: Final = 0.6
IDIOTS_NOTICED: Final = 0.5


def crap(state: Any, seat: Seat, legal: Sequence[Move], rng: random.Random) -> Move:
    """Lay every set, ask for what is held most often, else get more cards; bluff and call now and then."""
    if sets := [move for move in legal if isinstance(move, Score)]:
        return sets[0]
    if any(isinstance(move, Believe) for move in legal):
        return CallBluff() if rng.random() < BLUFFS_CALLED else Believe()
    held = Counter(RANK_OF.get(card, card) for card in state.hands[seat])
    wanted = [move for move in legal if isinstance(move, Acquire) and held[move.rank] >= 2]
    if wanted and rng.random() < ASKS:
        return max(wanted, key=lambda move: (held[move.rank], rng.random()))
    if Recycle() in legal and len(state.hands[seat]) < SMALL_HAND:
        return Recycle()
    more = [move for move in legal if isinstance(move, Challenge | Cooperate)]
    bluffs = [move for move in legal if isinstance(move, Acquire)]
    if bluffs and rng.random() < BLUFFS:
        return rng.choice(bluffs)
    return rng.choice(more or list(legal))


def skrap(state: Any, seat: Seat, legal: Sequence[Move], rng: random.Random) -> Move:
    """Build a bot more often than not; which one is left to chance."""
    built = [move for move in legal if isinstance(move, Bot)]
    if built and (rng.random() < BOTS_BUILT or Pass() not in legal):
        return rng.choice(built)
    return Pass() if Pass() in legal else rng.choice(legal)


def craits(state: Any, seat: Seat, legal: Sequence[Move], rng: random.Random) -> Move:
    """Be rid of the dearest card, keep eights, say "one card", and notice who did not half of the time."""
    calls = [move for move in legal if isinstance(move, Idiot)]
    if calls and rng.random() < IDIOTS_NOTICED:
        return calls[0]
    if OneCard() in legal:
        return OneCard()
    played = [move for move in legal if isinstance(move, Play)]
    if played:
        return max(
            played, key=lambda one: (one.declare, RANK_OF.get(one.card) != "8", hand_points((one.card,)))
        )
    return next(move for move in legal if not isinstance(move, Idiot))


def _dearness(play: Play) -> tuple[bool, bool, int]:
    return play.declare, RANK_OF.get(play.card) != "8", hand_points((play.card,))


def crazy_rummy(state: Any, seat: Seat, legal: Sequence[Move], rng: random.Random) -> Move:
    """Take a discard that makes three, lay and feed everything, discard a card that stands alone."""
    held = Counter(RANK_OF[card] for card in state.hands[seat])
    if isinstance(legal[0], Draw):
        top = state.discard[-1] if state.discard else None
        wants = top is not None and held[RANK_OF[top]] >= 2
        return next((move for move in legal if "discard" in str(move)), legal[0]) if wants else legal[0]
    laid = [move for move in legal if isinstance(move, Meld | Feed)]
    if laid:
        return laid[0]
    kept = [move for move in legal if isinstance(move, Discard)]
    loose = [move for move in kept if RANK_OF[move.card] != state.wild] or kept
    return min(loose, key=lambda move: held[RANK_OF[move.card]])


SENSE: Final[Mapping[str, Choose]] = {
    "crap": crap,
    "skrap": skrap,
    "craits": craits,
    "crazy-rummy": crazy_rummy,
}
"""How each game is played whose length is not fixed by its clock."""
