"""Placing and guessing in a challenge, both at random among good choices, so nobody can predict them."""

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
from bot.players.crap.outlook import PLACES, outlook_of
from bot.players.policy import View

SELECTION_SHARE: Final = 4
"""One in this many selections, the best ones, may be placed."""
HELD_WEIGHT: Final = 4.0
"""The weight for a suit of a card in the opponent's hand. A card elsewhere weighs -1 divided by this."""


def place(state: State, view: View) -> Move:
    """Return a random one of the selections with the lowest possible reward for a guess."""
    offers = duel_offers.place_moves(state, view.seat)
    return view.rng.choice(offers[: max(1, len(offers) // SELECTION_SHARE)])


def guess(state: State, view: View) -> Move:
    """Return a guess at the rank the opponent probably holds most of, and at the likeliest suit."""
    opponent = next(seat for seat in rivals(state) if seat != view.seat)
    outlook, random = outlook_of(state, view), view.rng.random
    known, share = outlook.known[opponent], 1 / len(state.others(view.seat))
    likely = [known[at] + share * outlook.unknown[at] + random() / 10 for at in PLACES]
    suits = _suits(state, view, opponent)
    suit = max(SUITS, key=lambda one: suits[one] + random())
    return Guess(RANKS[likely.index(max(likely))], suit)


def _suits(state: State, view: View, opponent: Seat) -> dict[str, float]:
    """Return a score for each suit, higher for cards the opponent is known to hold, lower for others."""
    elsewhere = Counter(map(SUIT_OF.get, state.holding(view.seat) + state.discard))
    notes = view.notes
    held = Counter(map(SUIT_OF.get, notes.of(opponent).cards if isinstance(notes, CrapNotes) else ()))
    return {suit: HELD_WEIGHT * held[suit] - elsewhere[suit] / HELD_WEIGHT for suit in SUITS}
