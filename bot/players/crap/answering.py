"""How to answer others: believe or doubt an acquire, vote."""

from typing import Final

from bot.engine.cards import RANKS
from bot.engine.moves import Move
from bot.games.crap import acquiring, voting
from bot.games.crap.state import State
from bot.players.crap.outlook import RANK, SHARE, outlook
from bot.players.policy import View

BLUFFING: Final = 0.2


def answer(state: State, view: View) -> Move:
    """Call when the cards to be lost are worth more than the one to be paid."""
    place = RANKS.index(state.acquisition.rank)
    acquirer = state.turn
    hand = state.hands[view.seat]
    own = sum(RANK[card] == place for card in hand)
    bluff = BLUFFING
    if view.notes is not None or own:
        seen = outlook(state, view.seat, view.notes)  # type: ignore[arg-type]
        if seen.known[acquirer][place] >= 1:
            bluff = 0.02
        elif seen.left[place] == 0:
            bluff = 1.0
        elif view.notes is not None:
            of = view.notes.of(acquirer)  # type: ignore[attr-defined]
            bluff = (1 + of.bluffs) / (5 + of.bluffs + of.honest)
        price = seen.prices[place]
    else:
        price = 70.0
    others = len(state.others(view.seat))
    saved = price * SHARE[own] + 0.5 / others * 8
    gain = bluff * saved - (1 - bluff) * 8
    return acquiring.CALL_BLUFF if gain + 3 * (view.rng.random() - 0.5) > 0 else acquiring.BELIEVE


def vote(state: State, view: View) -> Move:
    """Against the biggest hand."""
    return voting.BALLOTS[0] if view.rng.random() < 0.5 else voting.BALLOTS[1]
