"""The policy of Crazy Rummy: moves, candidates for a search, and the worth of a position."""

from collections.abc import Sequence
from typing import ClassVar, Final

from bot.engine.cards import RANK_OF, Card
from bot.engine.chance import Chance, Seat
from bot.engine.moves import Move
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import PLAYED_RANKS, by_rank
from bot.games.crazy_rummy.discarding import Discard, discard_moves, discard_refusal
from bot.games.crazy_rummy.drawing import Draw, draw_moves, draw_refusal
from bot.games.crazy_rummy.laying import Feed, Meld, meld_moves
from bot.games.crazy_rummy.state import State
from bot.players.crazy_rummy.leaning import keeps_wild, spiteful_counts, takes_risk, without_spare_wilds
from bot.players.crazy_rummy.playing_on import RestOfHand
from bot.players.crazy_rummy.sense import CARD_RANK, PLACE, mask, next_set, tally, values, wants, worst_rank
from bot.players.crazy_rummy.standing import prospect
from bot.players.policy import Policy, View

STOCK: Final = Draw("stock")
DISCARD: Final = Draw("discard")


class CrazyRummyPolicy(Policy[State]):
    """A policy that takes cards that fit, lays everything, and discards lone cards."""

    game = GAME
    search_effort: ClassVar[int] = 500
    tells_luck = True
    max_moves: ClassVar[int] = 1000

    def choose(self, state: State, view: View) -> Move:
        hand = tally(state.hands[view.seat])
        if state.phase == "draw":
            return DISCARD if _takes(state, view, hand) else STOCK
        groups = by_rank(state.hands[view.seat])
        return (
            _feed(groups, state, naturals=True)
            or _set(groups, hand, state, view)
            or _feed(groups, state, naturals=False)
            or _discard(groups, hand, state, view)
        )

    def evaluate(self, state: State, seat: Seat) -> float:
        """Return the chance to win with the totals after the last completed hand."""
        return prospect(state, state.totals, seat, state.hand_number - (state.phase != "over"))

    def shortcut(self, start: State, state: State, seat: Seat, chance: Chance) -> float | None:
        if self.is_cutoff(start, state, 0):
            return None
        hand = RestOfHand(state)
        hand.play(state, chance)
        totals = [total + score for total, score in zip(state.totals, hand.scores(), strict=True)]
        return prospect(state, totals, seat, state.hand_number)

    def is_cutoff(self, start: State, state: State, moves: int) -> bool:
        """Whether the hand is over."""
        return state.hand_number != start.hand_number or state.phase == "over" or moves >= self.max_moves

    def candidates(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return sets with all cards of their rank, one feed of all that fit, and a discard of each rank."""
        if state.phase == "draw":
            return draw_moves(state)
        groups = by_rank(state.hands[seat])
        sets = [one for one in meld_moves(state, groups) if isinstance(one, Meld) and _is_whole(one, groups)]
        fed = _feed(groups, state, naturals=True) or _feed(groups, state, naturals=False)
        discards = {
            RANK_OF[move.card]: move for move in discard_moves(state, groups) if isinstance(move, Discard)
        }
        return [*sets, *([fed] if fed else ()), *discards.values()]

    def blunder(self, state: State, view: View) -> Move:
        """Return any draw, any set or feed, or else any discard except a wild."""
        moves = self.candidates(state, view.seat)
        laid = [move for move in moves if not isinstance(move, Discard)]
        lone = [move for move in moves if isinstance(move, Discard) and RANK_OF[move.card] != state.wild]
        return view.rng.choice(laid or lone or moves)


def _takes(state: State, view: View, hand: Sequence[int]) -> bool:
    if draw_refusal(state, "discard") is not None:
        return False
    fits = wants(CARD_RANK[state.discard[-1]], hand, PLACE[state.wild], mask(state.opened))
    return fits or takes_risk(state, view, hand)


def _feed(groups: dict[str, list[Card]], state: State, naturals: bool) -> Move | None:
    cards = [
        card
        for rank, group in groups.items()
        if rank in state.opened and (rank != state.wild) == naturals
        for card in group
    ]
    return Feed(",".join(cards)) if cards else None


def _set(groups: dict[str, list[Card]], hand: Sequence[int], state: State, view: View) -> Move | None:
    found = next_set(hand, PLACE[state.wild], view.seat not in state.first_play_done)
    if found is None or keeps_wild(state, view, found):
        return None
    found = without_spare_wilds(view, found)
    naturals = groups[PLAYED_RANKS[found.rank]][: found.naturals]
    return Meld(",".join((*naturals, *groups.get(state.wild, ())[: found.wilds])))


def _discard(groups: dict[str, list[Card]], hand: Sequence[int], state: State, view: View) -> Move:
    taken = -1 if state.taken is None else CARD_RANK[state.taken]
    banned = taken if taken >= 0 and hand[taken] == 1 and sum(hand) > 1 else -1
    buried = spiteful_counts(state, view, tally(state.discard))
    rank = worst_rank(hand, values(PLACE[state.wild]).keep, buried, banned)
    group = groups[PLAYED_RANKS[rank]]
    return Discard(next((card for card in group if discard_refusal(state, card) is None), group[0]))


def _is_whole(move: Meld, groups: dict[str, list[Card]]) -> bool:
    """Whether a set has all of the hand's cards of its rank."""
    cards = move.cards.split(",")
    rank = RANK_OF[cards[0]]
    return sum(RANK_OF[card] == rank for card in cards) == len(groups[rank])
