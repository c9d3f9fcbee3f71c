"""Answering others: believe or call an acquire, vote for or against a forced recycle."""

from typing import Final

from bot.engine.cards import RANK_OF
from bot.engine.moves import Move
from bot.games.crap import acquiring, voting
from bot.games.crap.notes import PRIOR_BLUFFS, TEMPTED_BLUFFS, CrapNotes, Known
from bot.games.crap.state import State
from bot.players.crap.outlook import PLACE, SET_SHARE, outlook_of, standings
from bot.players.policy import View

MIN_OWN_CARDS: Final = 2
"""The number of own cards of a rank that makes a bluff likelier, because others mostly saw them come."""
WRONG_CALL_PRICE: Final = 8.0
"""The price of a wrong call, in points."""
CALL_NOISE: Final = 3.0
"""The width, in points, of the random part in the value of a call."""
BOLD_BONUS: Final = 2.0
"""The points by which the boldest character values a call higher."""


def answer(state: State, view: View) -> Move:
    """Return a call if the cards at stake are worth more than the penalty of a wrong call, else believe."""
    rank = state.acquisition.rank
    own = sum(RANK_OF.get(card) == rank for card in state.hands[view.seat])
    if not own and view.notes is None:
        return acquiring.BELIEVE  # Other seats in sampled games know too little to call.
    outlook, place = outlook_of(state, view), PLACE[rank]
    honesty = _honesty(state, view, own) if outlook.left[place] else 0.0
    saved = outlook.prices[place] * SET_SHARE[own] + WRONG_CALL_PRICE / 2 / len(state.others(view.seat))
    gain = (1 - honesty) * saved - honesty * WRONG_CALL_PRICE
    gain += CALL_NOISE * (view.rng.random() - 0.5) + BOLD_BONUS * view.play_style.bold
    return acquiring.CALL_BLUFF if gain > 0 else acquiring.BELIEVE


def is_bluff(state: State, view: View) -> bool:
    """Whether the acquirer is known to lack the rank, with no protected or new unseen cards."""
    known = view.notes.of(state.turn) if isinstance(view.notes, CrapNotes) else Known()
    rank = state.acquisition.rank
    return known.fresh.get(rank) == 0 and not known.count(rank) and not state.protected[state.turn]


def _honesty(state: State, view: View, own: int) -> float:
    """Return the probability that the acquirer holds the rank, as far as the seat can tell."""
    if isinstance(view.notes, CrapNotes):
        return view.notes.honesty(state.turn, state.acquisition.rank)
    return Known().honesty(TEMPTED_BLUFFS if own >= MIN_OWN_CARDS else PRIOR_BLUFFS)


def vote(state: State, view: View) -> Move:
    """Vote yes against a player who seems to be ahead of this seat, at random if it's close.

    A seat votes for allowing forced recycles unless its hand is the largest. A stand-in always votes
    no, because a missing vote counts as no.
    """
    if view.is_stand_in:
        return voting.BALLOTS[1]
    target, points = state.ballot.target, standings(state)
    if target is None:
        most = max(len(state.hands[other]) for other in state.others(view.seat))
        return voting.BALLOTS[0 if len(state.hands[view.seat]) < most else 1]
    cards = len(state.hands[target]) - len(state.hands[view.seat])
    ahead = points[target] - points[view.seat] + WRONG_CALL_PRICE * cards
    return voting.BALLOTS[0 if ahead > 10 * WRONG_CALL_PRICE * (view.rng.random() - 0.5) else 1]
