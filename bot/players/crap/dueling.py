"""What to place in a challenge, and what to guess."""

from bot.engine.cards import JOKER, RANKS, SUIT_OF, SUITS
from bot.engine.moves import Move
from bot.games.crap import duel_offers
from bot.games.crap.challenging import Guess
from bot.games.crap.state import State
from bot.players.crap.outlook import outlook
from bot.players.policy import View


def place(state: State, view: View) -> Move:
    """One of the selections from which a guess can earn the least."""
    offers = duel_offers.places(state, view.seat)
    return view.rng.choice(offers[: max(1, len(offers) // 4)])


def guess(state: State, view: View) -> Move:
    """The rank that the other holds most of, and the likeliest suit."""
    opponent = next(seat for seat in (state.turn, state.duel.target) if seat != view.seat)
    seen = outlook(state, view.seat, view.notes)  # type: ignore[arg-type]
    ranks = [
        seen.known[opponent][at] + seen.unknown[at] * 0.5 + 0.1 * view.rng.random()
        for at in range(len(RANKS))
    ]
    suits = dict.fromkeys(SUITS, 0.0)
    for card in state.holding(view.seat) + state.discard:
        if card != JOKER:
            suits[SUIT_OF[card]] -= 1
    if view.notes is not None:
        for card in view.notes.of(opponent).cards:  # type: ignore[attr-defined]
            if card != JOKER:
                suits[SUIT_OF[card]] += 5
    suit = max(SUITS, key=lambda one: suits[one] + view.rng.random())
    return Guess(RANKS[ranks.index(max(ranks))], suit)
