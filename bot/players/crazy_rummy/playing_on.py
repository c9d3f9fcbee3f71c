"""Playing out a hand of Crazy Rummy by sensible moves, with ranks alone.

The results equal those of the game itself, in a tenth of the time, because no suits are kept and no
events made. A test plays both side by side.
"""

from operator import mul

from bot.engine.chance import Chance, Seat
from bot.games.crazy_rummy.cards import PLAYED_RANKS
from bot.games.crazy_rummy.state import State, lock_limit
from bot.players.crazy_rummy.sense import (
    CARD_RANK,
    PLACE,
    RANKS,
    mask,
    next_set,
    tally,
    values,
    wants,
    worst_rank,
)


class RestOfHand:
    """The rest of a hand of the game. Playing changes it."""

    def __init__(self, state: State) -> None:
        self.wild = PLACE[state.wild]
        self.values = values(self.wild)
        self.stock = [CARD_RANK[card] for card in state.stock[::-1]]
        self.pile = [CARD_RANK[card] for card in state.discard]
        self.buried = tally(state.discard)
        self.hands = list(map(tally, state.hands))
        self.sizes = [len(hand) for hand in state.hands]
        self.boards = list(map(state.board_points, range(len(state.hands))))
        self.opened = mask(state.opened)
        self.has_begun = [seat in state.first_play_done for seat in range(len(state.hands))]
        self.turn = state.mover
        seats = state.active
        self.after = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
        self.lock, self.limit = state.lock_count, lock_limit(len(seats))
        self.rebuilds = state.options.reshuffles - state.rebuilds
        self.opened_before = [0] * len(state.hands)
        """The open ranks when each seat last laid all it could. 0 before that."""
        self.is_settled = [False] * len(state.hands)

    def scores(self) -> list[int]:
        """Return every seat's score of this hand."""
        points = self.values.points
        return [
            board - sum(map(mul, hand, points)) for board, hand in zip(self.boards, self.hands, strict=True)
        ]

    def play(self, state: State, chance: Chance) -> None:
        """Play from `state` to the end of the hand."""
        if state.phase == "play":
            taken = -1 if state.taken is None else CARD_RANK[state.taken]
            if self._lay_and_discard(self.turn, taken, taken, state.laid):
                return
        while self._has_stock(chance):
            seat, taken = self.turn, -1
            hand = self.hands[seat]
            if self.pile and self.lock < self.limit and wants(self.pile[-1], hand, self.wild, self.opened):
                drawn = taken = self.pile.pop()
                self.buried[drawn] -= 1
            else:
                drawn = self.stock.pop()
            hand[drawn] += 1
            self.sizes[seat] += 1
            if self._lay_and_discard(seat, drawn, taken, False):
                return

    def _has_stock(self, chance: Chance) -> bool:
        """Reshuffle an empty stock if that's allowed. Return whether there's a card to draw."""
        if not self.stock:
            if not self.rebuilds or len(self.pile) < 2:
                return False
            self.rebuilds -= 1
            top = self.pile.pop()
            self.stock = [PLACE[rank] for rank in chance.shuffle([PLAYED_RANKS[rank] for rank in self.pile])]
            self.pile, self.buried = [top], [int(rank == top) for rank in RANKS]
        return True

    def _lay_and_discard(self, seat: Seat, drawn: int, taken: int, has_laid: bool) -> bool:
        """Play the second half of a turn. Return whether it ended the hand."""
        hand, is_first = self.hands[seat], not self.has_begun[seat]
        if not self._has_nothing_to_lay(seat, drawn):
            before = self.sizes[seat]
            while (self.opened and self._feed(seat, hand)) or self._lay_set(seat, hand, is_first):
                pass
            self.opened_before[seat], self.is_settled[seat] = self.opened, True
            if not self.sizes[seat]:
                return True
            has_laid = has_laid or self.sizes[seat] < before
        banned = taken if taken >= 0 and hand[taken] == 1 and self.sizes[seat] > 1 else -1
        rank = worst_rank(hand, self.values.keep, self.buried, banned)
        hand[rank] -= 1
        self.sizes[seat] -= 1
        self.pile.append(rank)
        self.buried[rank] += 1
        self.lock = self.lock + 1 if taken >= 0 and not has_laid else 0
        self.has_begun[seat] = self.has_begun[seat] or has_laid
        self.turn = self.after[seat]
        return not self.sizes[seat]

    def _has_nothing_to_lay(self, seat: Seat, drawn: int) -> bool:
        """Whether a hand that had laid all it could still can't lay anything after this draw."""
        return (
            self.is_settled[seat]
            and self.opened_before[seat] == self.opened
            and not self.opened >> drawn & 1
            and drawn != self.wild
            and self.hands[seat][drawn] == 1
        )

    def _feed(self, seat: Seat, hand: list[int]) -> bool:
        """Feed all naturals that can be fed. Return whether there were any."""
        size = self.sizes[seat]
        opened, wild = self.opened, self.wild
        for rank, number in enumerate(hand):
            if number and opened >> rank & 1 and rank != wild:
                self._put_down(seat, hand, rank, number)
        return self.sizes[seat] < size

    def _lay_set(self, seat: Seat, hand: list[int], is_first: bool) -> bool:
        """Lay a set, or feed wilds if there's none. Return whether anything was laid."""
        found = next_set(hand, self.wild, is_first)
        if found is not None:
            self._put_down(seat, hand, found.rank, found.naturals)
            self._put_down(seat, hand, self.wild, found.wilds)
            self.opened |= 1 << found.rank
            return True
        wilds = hand[self.wild] if self.opened >> self.wild & 1 else 0
        self._put_down(seat, hand, self.wild, wilds)
        return wilds > 0

    def _put_down(self, seat: Seat, hand: list[int], rank: int, number: int) -> None:
        hand[rank] -= number
        self.sizes[seat] -= number
        self.boards[seat] += number * self.values.points[rank]
