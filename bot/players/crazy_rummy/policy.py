"""How computers play Crazy Rummy."""

from collections.abc import Sequence
from typing import ClassVar, Final

from bot.engine.cards import RANK_OF, Card
from bot.engine.chance import Chance, Seat
from bot.engine.moves import Move
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import PLAYED_RANKS, by_rank
from bot.games.crazy_rummy.discarding import Discard, discards
from bot.games.crazy_rummy.drawing import Draw, draw_refusal, draws
from bot.games.crazy_rummy.laying import Feed, Meld, melds
from bot.games.crazy_rummy.state import State
from bot.players.crazy_rummy.playing_on import Hand
from bot.players.crazy_rummy.sense import NUMBER, PLACE, counted, mask, next_set, thrown, values, wants
from bot.players.crazy_rummy.standing import prospect
from bot.players.policy import Policy, View

STOCK: Final = Draw("stock")
DISCARD: Final = Draw("discard")


class CrazyRummyPolicy(Policy[State]):
    """Take what fits, lay all there is, throw lone cards away."""

    game = GAME
    thoughts: ClassVar[int] = 400
    most_moves: ClassVar[int] = 300

    def pick(self, state: State, view: View) -> Move:
        hand, wild, opened = state.hands[view.seat], PLACE[state.wild], mask(state.opened)
        counts = counted(hand)
        if state.phase == "draw":
            fits = draw_refusal(state, "discard") is None and wants(
                NUMBER[state.discard[-1]], counts, wild, opened
            )
            return DISCARD if fits else STOCK
        groups = by_rank(hand)
        return (
            _feed(groups, state, naturals=True)
            or _set(groups, counts, state)
            or _feed(groups, state, naturals=False)
            or _discard(groups, counts, state)
        )

    def worth(self, state: State, seat: Seat) -> float:
        """The chance to win with the totals of the last hand that has ended."""
        return prospect(state, state.totals, seat, state.hand_number - (state.phase != "over"))

    def shortcut(self, start: State, state: State, seat: Seat, chance: Chance) -> float | None:
        if self.is_far_enough(start, state, 0):
            return None
        hand = Hand(state)
        hand.play(state, chance)
        totals = [total + score for total, score in zip(state.totals, hand.scores(), strict=True)]
        return prospect(state, totals, seat, state.hand_number)

    def is_far_enough(self, start: State, state: State, moves: int) -> bool:
        """At the end of the hand."""
        return state.hand_number != start.hand_number or state.phase == "over" or moves >= self.most_moves

    def candidates(self, state: State, seat: Seat) -> Sequence[Move]:
        """Sets with all naturals of their rank, all that can be fed together, one discard of each rank."""
        if state.phase == "draw":
            return draws(state)
        groups = by_rank(state.hands[seat])
        sets = [move for move in melds(state, groups) if isinstance(move, Meld) and _is_whole(move, groups)]
        fed = _feed(groups, state, naturals=True) or _feed(groups, state, naturals=False)
        thrown_away = {
            RANK_OF[move.card]: move for move in discards(state, groups) if isinstance(move, Discard)
        }
        return [*sets, *([fed] if fed else ()), *thrown_away.values()]


def _feed(groups: dict[str, list[Card]], state: State, naturals: bool) -> Move | None:
    cards = [
        card
        for rank, group in groups.items()
        if rank in state.opened and (rank != state.wild) == naturals
        for card in group
    ]
    return Feed(",".join(cards)) if cards else None


def _set(groups: dict[str, list[Card]], counts: list[int], state: State) -> Move | None:
    found = next_set(counts, PLACE[state.wild], state.mover not in state.first_play_done)
    if found is None:
        return None
    naturals = groups[PLAYED_RANKS[found.rank]][: found.naturals]
    return Meld(",".join((*naturals, *groups.get(state.wild, ())[: found.wilds])))


def _discard(groups: dict[str, list[Card]], counts: list[int], state: State) -> Move:
    taken = -1 if state.taken is None else NUMBER[state.taken]
    hand = state.hands[state.mover]
    banned = taken if taken >= 0 and counts[taken] == 1 and len(hand) > 1 else -1
    rank = thrown(counts, values(PLACE[state.wild]).keep, counted(state.discard), banned)
    group = groups[PLAYED_RANKS[rank]]
    is_free = hand.count(group[0]) > 1 or len(group) == 1 or group[0] != state.taken
    return Discard(group[0] if is_free else group[1])


def _is_whole(move: Meld, groups: dict[str, list[Card]]) -> bool:
    """Whether a set has all its naturals, or no more wilds could join."""
    cards = move.cards.split(",")
    rank = RANK_OF[cards[0]]
    return sum(RANK_OF[card] == rank for card in cards) == len(groups[rank])
