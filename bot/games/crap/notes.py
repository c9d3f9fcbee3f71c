"""A seat's memory of other players' cards, missing ranks and bluffs, built up from events."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.engine.cards import RANK_OF, RANKS, Card, Cards, Rank
from bot.engine.chance import Seat
from bot.engine.contract import Heard, Notes
from bot.engine.draft import put
from bot.games.crap import acquiring, challenging, cooperating, dealing, departure, drawing, laying, recycling
from bot.games.crap.scoring import ScoringRound
from bot.games.crap.turns import TurnStarted

CLAIMED_CARDS: Final = 1
"""The cards of the rank that an acquirer probably holds if nobody called."""
DEFENDED_CARDS: Final = 3
"""The cards of the rank that a player probably holds after rightly calling a bluff."""
PRIOR_HONEST: Final = 4
PRIOR_BLUFFS: Final = 1
"""Honest acquires and bluffs that each player is assumed to have made before anything is known."""
TEMPTED_BLUFFS: Final = 2
"""Assumed bluffs instead of `PRIOR_BLUFFS` for a rank that another player is known to hold."""
KNOWN_CHANCE: Final = 0.98
"""The probability that a player still holds a card known to be theirs. It may have gone unnoticed."""


class Known(msgspec.Struct, frozen=True):
    """The facts about one player. Cards count wherever they're held, in the hand or protected."""

    cards: Cards = ()
    """Cards that the player certainly holds."""
    ranks: dict[Rank, int] = {}
    """The number of further cards of each rank that they certainly hold, suits unknown."""
    fresh: dict[Rank, int] = {}
    """Ranks of which the hand had no unknown cards, and the number of unseen cards it got since."""
    likely: dict[Rank, int] = {}
    """The number of further cards they probably hold, by rank, after an uncalled acquire or a call."""
    honest: int = 0
    """The number of acquires that turned out to be honest."""
    bluffs: int = 0
    """The number of acquires that turned out to be bluffs."""

    def count(self, rank: Rank) -> int:
        """Return the number of cards of a rank that they certainly hold."""
        return self.ranks.get(rank, 0) + sum(RANK_OF.get(card) == rank for card in self.cards)

    def honesty(self, bluffs: int = PRIOR_BLUFFS) -> float:
        """Return the share of honest acquires, counting this many assumed bluffs."""
        honest = PRIOR_HONEST + self.honest
        return honest / (honest + bluffs + self.bluffs)


class Asking(msgspec.Struct, frozen=True):
    """An acquire whose outcome isn't fully known yet."""

    seat: Seat
    rank: Rank
    others: tuple[Seat, ...]
    is_found: bool = False
    is_proven: bool = False
    is_caught: bool = False


class CrapNotes(Notes, frozen=True, kw_only=True):
    """The notes of a seat. The entry for its own seat holds what the others can know of it."""

    players: tuple[Known, ...] = ()
    """The facts by seat. Nothing is known of seats past the end."""
    asking: Asking | None = None

    def of(self, seat: Seat) -> Known:
        """Return the known facts about a player."""
        return self.players[seat] if seat < len(self.players) else _UNKNOWN

    def honesty(self, seat: Seat, rank: Rank) -> float:
        """Return the probability that a player holds the rank they ask for, judging by known cards."""
        known = self.of(seat)
        if known.count(rank):
            return KNOWN_CHANCE
        is_tempting = any(one.count(rank) for other, one in enumerate(self.players) if other != seat)
        return known.honesty(TEMPTED_BLUFFS if is_tempting else PRIOR_BLUFFS)


def _with(notes: CrapNotes, seat: Seat, known: Known) -> CrapNotes:
    missing = seat + 1 - len(notes.players)
    players = notes.players + (_UNKNOWN,) * missing
    return replace(notes, players=put(players, seat, known))


def _minus_cards(known: Known, cards: Iterable[Card]) -> Known:
    """Return the facts without these cards, which everyone has seen leave the player."""
    exact, ranks = list(known.cards), dict(known.ranks)
    for card in cards:
        if card in exact:
            exact.remove(card)
        elif (rank := RANK_OF.get(card)) in ranks:
            ranks[rank] -= 1
    return replace(known, cards=tuple(exact), ranks=_positive(ranks))


def _plus_cards(known: Known, cards: Cards) -> Known:
    """Return the facts with these shown cards, some of which may have been known already."""
    exact = Counter(known.cards) | Counter(cards)
    by_rank = Counter(map(RANK_OF.get, exact.elements()))
    ranks = {rank: known.count(rank) - by_rank[rank] for rank in known.ranks}
    return replace(known, cards=tuple(exact.elements()), ranks=_positive(ranks))


def _positive(ranks: Mapping[Rank, int]) -> dict[Rank, int]:
    return {rank: count for rank, count in ranks.items() if count > 0}


def _without_rank(known: Known, rank: Rank, *, kept: int = 0) -> Known:
    """Return the facts of a hand that has lost all known cards of the rank. `kept` ones are protected."""
    return replace(
        known,
        cards=tuple(card for card in known.cards if RANK_OF.get(card) != rank),
        ranks=_positive({**known.ranks, rank: kept}),
        fresh={**known.fresh, rank: 0},
        likely=_positive({**known.likely, rank: 0}),
    )


def _grow(known: Known, count: int) -> Known:
    """Return the facts after this many unknown cards came into the hand."""
    fresh = {rank: since + count for rank, since in known.fresh.items()}
    return replace(known, fresh=fresh)


def _on_bluff_called(notes: CrapNotes, event: acquiring.BluffCalled) -> CrapNotes:
    notes = _mark_asking(notes, is_proven=event.proof is not None, is_caught=event.proof is None)
    if event.proof is None:
        count = max(0, DEFENDED_CARDS - notes.of(event.seat).count(event.rank))
        return _with_likely(notes, event.seat, event.rank, count)
    return _with(notes, event.acquirer, _plus_cards(notes.of(event.acquirer), (event.proof,)))


def _mark_asking(notes: CrapNotes, **fields: bool) -> CrapNotes:
    if notes.asking is None:
        return notes
    return replace(notes, asking=replace(notes.asking, **fields))


def _on_surrendered(notes: CrapNotes, event: acquiring.Surrendered) -> CrapNotes:
    giver, acquirer = notes.of(event.seat), notes.of(event.acquirer)
    kept = max(0, giver.count(event.rank) - event.count)
    notes = _with(_mark_asking(notes, is_found=True), event.seat, _without_rank(giver, event.rank, kept=kept))
    ranks = {**acquirer.ranks, event.rank: acquirer.ranks.get(event.rank, 0) + event.count}
    return _with(notes, event.acquirer, replace(acquirer, ranks=ranks))


def _on_received(notes: CrapNotes, event: acquiring.Received) -> CrapNotes:
    known, rank = notes.of(event.seat), RANK_OF[event.cards[0]]
    ranks = _positive({**known.ranks, rank: known.ranks.get(rank, 0) - len(event.cards)})
    known = replace(known, cards=known.cards + event.cards, ranks=ranks)
    return _with(notes, event.seat, known)


def _on_set_laid(notes: CrapNotes, event: laying.SetLaid) -> CrapNotes:
    notes = _remove_cards(notes, event.seat, event.cards)
    return _with_likely(notes, event.seat, event.rank, 0)


def _remove_cards(notes: CrapNotes, seat: Seat, cards: Iterable[Card]) -> CrapNotes:
    return _with(notes, seat, _minus_cards(notes.of(seat), cards))


def _on_hand_shown(notes: CrapNotes, event: cooperating.HandShown) -> CrapNotes:
    known = _plus_cards(notes.of(event.seat), event.cards)
    return _with(notes, event.seat, replace(known, fresh=dict.fromkeys(RANKS, 0), likely={}))


def _on_recycled(notes: CrapNotes, event: recycling.Recycled) -> CrapNotes:
    """Forget a hand that was recycled. Known cards that weren't discarded are protected."""
    known = _minus_cards(notes.of(event.seat), event.cards)
    return _with(notes, event.seat, replace(known, fresh={}, likely={}))


def _on_scoring(notes: CrapNotes, event: ScoringRound) -> CrapNotes:
    """Note that protected cards went back to the hands unseen."""
    for seat, count in enumerate(event.unprotected):
        if count:
            notes = _with(notes, seat, _grow(notes.of(seat), count))
    return notes


def _on_turn_started(notes: CrapNotes, _: TurnStarted) -> CrapNotes:
    """Note an acquire's outcome. Unless it was a caught bluff, no other hand has a card of the rank."""
    asking = notes.asking
    if asking is None:
        return notes
    known, rank = notes.of(asking.seat), asking.rank
    if not asking.is_caught:
        for seat in asking.others:
            other = notes.of(seat)
            notes = _with(notes, seat, _without_rank(other, rank, kept=other.count(rank)))
    if asking.is_proven:
        known = replace(known, honest=known.honest + 1)
    elif asking.is_caught or not asking.is_found:
        known = replace(_without_rank(known, rank), bluffs=known.bluffs + 1)
    else:
        known = replace(known, likely={**known.likely, rank: CLAIMED_CARDS})
    return replace(_with(notes, asking.seat, known), asking=None)


def _with_likely(notes: CrapNotes, seat: Seat, rank: Rank, count: int) -> CrapNotes:
    known = notes.of(seat)
    return _with(notes, seat, replace(known, likely=_positive({**known.likely, rank: count})))


_UNKNOWN: Final = Known()
HEARD: Final[Heard[CrapNotes]] = {
    dealing.HandRolled: lambda notes, event: _with(notes, event.seat, _UNKNOWN),
    drawing.Drew: lambda notes, event: _with(notes, event.seat, _grow(notes.of(event.seat), event.count)),
    acquiring.RankAsked: lambda notes, event: replace(
        notes, asking=Asking(event.seat, event.rank, event.asked)
    ),
    acquiring.BluffCalled: _on_bluff_called,
    acquiring.Surrendered: _on_surrendered,
    acquiring.Received: _on_received,
    acquiring.NothingFound: lambda notes, event: _remove_cards(
        _mark_asking(notes, is_proven=True), event.seat, (event.card,)
    ),
    acquiring.RandomDiscarded: lambda notes, event: (
        notes if event.card is None else _remove_cards(notes, event.seat, (event.card,))
    ),
    laying.SetLaid: _on_set_laid,
    challenging.Flipped: lambda notes, event: _with(
        notes, event.seat, _plus_cards(notes.of(event.seat), event.cards)
    ),
    cooperating.HandShown: _on_hand_shown,
    recycling.Recycled: _on_recycled,
    departure.PlayerLeft: lambda notes, event: _with(notes, event.seat, _UNKNOWN),
    ScoringRound: _on_scoring,
    TurnStarted: _on_turn_started,
}
