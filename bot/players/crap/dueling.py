"""What to place in a challenge, and what to guess: both mixed, so that they can't be foreseen."""

from collections import Counter
from typing import Final

from bot.engine.cards import RANKS, SUIT_OF, SUITS
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crap import duel_offers
from bot.games.crap.challenging import Guess
from bot.games.crap.duel import rivals
from bot.games.crap.notes import CrapNotes
from bot.games.crap.state import State
from bot.players.crap.outlook import PLACES, outlook
from bot.players.policy import View

SELECTIONS: Final = 4
"""One in this many selections is good enough to be placed."""
SEEN: Final = 4.0
"""The weight of a suit's card in the opponent's hand, against one that's elsewhere."""


def place(state: State, view: View) -> Move:
    """Return one of the selections from which a guess can earn the least."""
    offers = duel_offers.places(state, view.seat)
    return view.rng.choice(offers[: max(1, len(offers) // SELECTIONS)])


def guess(state: State, view: View) -> Move:
    """Return the rank that the opponent probably holds most of, and the likeliest suit."""
    opponent = next(seat for seat in rivals(state) if seat != view.seat)
    seen, random = outlook(state, view), view.rng.random
    known, share = seen.known[opponent], 1 / len(state.others(view.seat))
    likely = [known[at] + share * seen.unknown[at] + random() / 10 for at in PLACES]
    suits = _suits(state, view, opponent)
    suit = max(SUITS, key=lambda one: suits[one] + random())
    return Guess(RANKS[likely.index(max(likely))], suit)


def _suits(state: State, view: View, opponent: Seat) -> dict[str, float]:
    """Return each suit's likelihood: high if the opponent is known to hold many, low if they're elsewhere."""
    elsewhere = Counter(map(SUIT_OF.get, state.holding(view.seat) + state.discard))
    notes = view.notes
    held = Counter(map(SUIT_OF.get, notes.of(opponent).cards if isinstance(notes, CrapNotes) else ()))
    return {suit: SEEN * held[suit] - elsewhere[suit] / SEEN for suit in SUITS}
