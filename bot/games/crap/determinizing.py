"""Sampling a state that one seat can't tell from the real one, guided by its notes (section 11)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec.structs import replace

from bot.engine.cards import RANK_OF, RANKS, SUITS, Card, Rank, in_order
from bot.engine.chance import Chance, Seat, seat_letter, seat_of
from bot.engine.view import BACK, visible
from bot.games.crap.cards import cards_of_sets, full_deck
from bot.games.crap.last_action import AnyLastAction, LastAcquire, LastCooperate
from bot.games.crap.notes import CLAIMED_CARDS, CrapNotes, Known
from bot.games.crap.state import Acquisition, Ballot, Pending, State
from bot.games.crap.voting import majority, still_to_vote, voters

PAIR_SHARE: Final = 0.5
"""The share of honest acquirers who hold a second card of the rank."""
MAX_OF_A_RANK: Final = 3
"""The most cards of a rank in a sampled hand. Players lay four when they can, so few hold as many."""


def determinize(seen: State, notes: CrapNotes, chance: Chance) -> State:
    """Return a random state that the seat of the notes can't tell from the real one."""
    deck = Deck(chance.shuffle(_unseen(seen)))
    zones = [list(map(visible, zone)) for zone in (seen.hands, seen.protected, seen.placed)]
    for seat in range(len(seen.hands)):
        if seat != notes.seat:
            sizes = [len(zone[seat]) for zone in (seen.hands, seen.protected, seen.placed)]
            held = _deal(deck, sum(sizes), notes.of(seat), _claims(seen, notes, seat), chance)
            for zone, part in zip(zones, _split(held, sizes, chance), strict=True):
                zone[seat] = tuple(part)
    hands, protected, placed = map(tuple, zones)
    state = replace(
        seen,
        hands=hands,
        protected=protected,
        placed=placed,
        stock=tuple(deck.cards[: len(seen.stock)]),
        pending=_sample_pending(seen, chance),
        last=_sample_last(seen.last),
    )
    return replace(state, pack=state.all_cards)


class Deck:
    """Undealt cards, in the order in which they're tried."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = list(cards)

    def take_some(self, cards: Iterable[Card], most: int) -> list[Card]:
        """Take up to `most` of these cards, if they're in the deck."""
        found: list[Card] = []
        for card in cards:
            if card in self.cards and len(found) < most:
                self.cards.remove(card)
                found.append(card)
        return found

    def take_ranks(self, ranks: Iterable[Rank], most: int) -> list[Card]:
        """Take one card for each of these ranks, if there's one, up to `most`."""
        found: list[Card] = []
        for rank in ranks:
            found += self.take_some(self._first(rank), most - len(found))
        return found

    def _first(self, rank: Rank) -> tuple[Card, ...]:
        return next(((card,) for card in self.cards if RANK_OF.get(card) == rank), ())

    def take_except(self, barred: Iterable[Rank | None]) -> Card:
        """Take the first card of a rank that isn't barred, or the first card if all are."""
        place = next((at for at, card in enumerate(self.cards) if RANK_OF.get(card) not in barred), 0)
        return self.cards.pop(place)


def _unseen(seen: State) -> tuple[Card, ...]:
    """Return the cards that the seat can't see, in canonical order."""
    held = chain(*seen.hands, *seen.protected, *seen.placed)
    unseen = list(full_deck(jokers=seen.options.jokers))
    for card in visible((*seen.discard, *cards_of_sets(seen.sets), *held)):
        unseen.remove(card)
    return in_order(unseen)


def _claims(seen: State, notes: CrapNotes, seat: Seat) -> dict[Rank, float]:
    """Return the rank that this player is acquiring now, with the probability that they hold it."""
    if not isinstance(seen.pending, Acquisition) or seen.turn != seat:
        return {}
    rank = seen.pending.rank
    return {rank: notes.honesty(seat, rank)}


def _deal(deck: Deck, size: int, known: Known, claims: Mapping[Rank, float], chance: Chance) -> list[Card]:
    """Deal a player the cards they're known to hold, then likely ones, then others that are possible.

    `claims` has the ranks they're asking for, with the probability that they hold them.
    """
    held = deck.take_some(known.cards, size)
    held += deck.take_ranks(
        chain.from_iterable([rank] * known.ranks[rank] for rank in known.ranks), size - len(held)
    )
    missing: set[Rank] = set()
    expected = known.likely | {rank: CLAIMED_CARDS for rank in claims if not known.count(rank)}
    for rank, count in expected.items():
        if _happens(claims.get(rank, known.honesty()), chance):
            extra = 1 if rank in claims and _happens(PAIR_SHARE, chance) else 0
            held += deck.take_ranks([rank] * (count + extra), size - len(held))
        else:
            missing.add(rank)
    return _fill_hand(deck, held, size, known.fresh, missing)


def _fill_hand(
    deck: Deck, held: list[Card], size: int, fresh: Mapping[Rank, int], missing: set[Rank]
) -> list[Card]:
    """Fill up a hand, oldest card first. A rank known to have been missing can only be among newer cards."""
    counts = dict.fromkeys(RANKS, 0)
    for card in held:
        if card in RANK_OF:
            counts[RANK_OF[card]] += 1
    for left in range(size - len(held), 0, -1):
        full = {rank for rank in RANKS if counts[rank] >= MAX_OF_A_RANK or left > fresh.get(rank, left)}
        card = deck.take_except(full | missing)
        held.append(card)
        if card in RANK_OF:
            counts[RANK_OF[card]] += 1
    return held


def _split(held: Sequence[Card], sizes: Sequence[int], chance: Chance) -> Iterator[list[Card]]:
    """Yield a player's cards, split at random into zones of these sizes."""
    order = iter(chance.shuffle(in_order(held)) if sizes[0] < len(held) else held)
    for size in sizes:
        yield [next(order) for _ in range(size)]


def _happens(share: float, chance: Chance) -> bool:
    """Whether a random event with this probability happens, in steps of 1/36."""
    first, second = chance.dice(2)
    return 6 * first + second - 6 <= 36 * share


def _sample_pending(seen: State, chance: Chance) -> Pending | None:
    """Return the action under way with values for hidden votes, chosen so that the vote is still open."""
    if not isinstance(seen.pending, Ballot):
        return seen.pending
    votes, asked = list(seen.pending.votes), voters(seen)
    needed = majority(asked) - votes.count(True)
    fewest = needed - len(still_to_vote(seen))
    hidden = [seat_letter(seat) for seat, vote in enumerate(votes) if vote == BACK]
    for place, letter in enumerate(chance.shuffle(hidden)):
        votes[seat_of(letter)] = place < fewest or (place < needed - 1 and _happens(0.5, chance))
    return replace(seen.pending, votes=tuple(votes))


def _sample_last(last: AnyLastAction | None) -> AnyLastAction | None:
    """Return the last action with arbitrary cards in place of backs. No rule reads them."""
    match last:
        case LastAcquire():
            return replace(last, gave=_without_backs(last.gave, last.rank + SUITS[0]))
        case LastCooperate():
            return replace(last, hands=_without_backs(last.hands, RANKS[0] + SUITS[0]))
    return last


def _without_backs(zones: Mapping[Seat, tuple[Card, ...]], card: Card) -> Mapping[Seat, tuple[Card, ...]]:
    return {seat: tuple(card if one == BACK else one for one in cards) for seat, cards in zones.items()}
