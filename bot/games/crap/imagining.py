"""A table as it may be: what a seat cannot see is dealt, as far as its notes allow (section 11)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from bot.engine.cards import RANK_OF, RANKS, SUITS, Card, Rank, in_order
from bot.engine.chance import Chance, seat_letter
from bot.games.crap.cards import full_pack
from bot.games.crap.notes import CLAIMED, CrapNotes, Known
from bot.games.crap.options import CrapOptions
from bot.games.crap.position import from_position
from bot.games.crap.state import State
from bot.games.crap.voting import majority

HONEST: Final = 4
BLUFFS: Final = 1
"""How players are believed to acquire before anything is known of them: four times of five honestly."""
PAIRED: Final = 0.5
"""How often an honest acquirer holds a second card of the rank."""
MAX_OF_A_RANK: Final = 3
"""Players lay four of a rank when they can, so that few hold as many."""


def imagine(sheet: Mapping[str, Any], notes: CrapNotes, options: CrapOptions, chance: Chance) -> State:
    """A table that looks like the sheet to the seat of the notes."""
    own, seats = seat_letter(notes.seat), len(sheet["hands"])
    deck = Deck(chance.shuffle(_unseen(sheet, own, options)))
    zones = {zone: dict(sheet[zone]) for zone in ("hands", "protected", "placed")}
    for seat in range(seats):
        letter = seat_letter(seat)
        sizes = [zones[zone][letter] for zone in ("hands", "protected", "placed")]
        if letter != own:
            held = _dealt(deck, sum(sizes), notes.of(seat), _claims(sheet, letter), chance)
            parts = _parted(held, sizes, chance)
            for zone, part in zip(zones.values(), parts, strict=True):
                zone[letter] = part
    guessed = {
        "stock": deck.cards[: sheet["stock"]],
        "pending": sheet["pending"] and _pending(sheet["pending"], seats - len(sheet["left"]), chance),
        "last": sheet["last"] and _last(sheet["last"]),
    }
    return from_position({**sheet, **zones, **guessed}, seats, options)


class Deck:
    """Cards that may lie anywhere, in the order in which they are tried."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = list(cards)

    def take_some(self, cards: Iterable[Card], most: int) -> list[Card]:
        """Those of these cards that are there."""
        found: list[Card] = []
        for card in cards:
            if card in self.cards and len(found) < most:
                self.cards.remove(card)
                found.append(card)
        return found

    def take_ranks(self, ranks: Iterable[Rank], most: int) -> list[Card]:
        """A card of each of these ranks that is there."""
        found: list[Card] = []
        for rank in ranks:
            found += self.take_some(self._first(rank), most - len(found))
        return found

    def _first(self, rank: Rank) -> tuple[Card, ...]:
        return next(((card,) for card in self.cards if RANK_OF.get(card) == rank), ())

    def take_but(self, barred: Iterable[Rank | None]) -> Card:
        """A card of another rank; any card where there is none."""
        place = next((at for at, card in enumerate(self.cards) if RANK_OF.get(card) not in barred), 0)
        return self.cards.pop(place)


def _unseen(sheet: Mapping[str, Any], own: str, options: CrapOptions) -> tuple[Card, ...]:
    """The cards that the seat cannot see, in canonical order."""
    laid = chain.from_iterable([*one["cards"], one["borrowed"]] for one in sheet["sets"])
    mine = chain.from_iterable(sheet[zone][own] for zone in ("hands", "protected", "placed"))
    unseen = list(full_pack(jokers=options.jokers))
    for card in chain(sheet["discard"], laid, mine):
        if card is not None:
            unseen.remove(card)
    return in_order(unseen)


def _claims(sheet: Mapping[str, Any], letter: str) -> tuple[Rank, ...]:
    """The rank that this player is asking for now."""
    pending = sheet["pending"]
    is_asking = pending and pending["action"] == "acquire" and sheet["turn"] == letter
    return (pending["rank"],) if is_asking else ()


def honesty(known: Known) -> float:
    """How often a player acquires honestly, as far as that came out."""
    honest = HONEST + known.honest
    return honest / (honest + BLUFFS + known.bluffs)


def _dealt(deck: Deck, size: int, known: Known, claims: tuple[Rank, ...], chance: Chance) -> list[Card]:
    """The cards of a player: those that are known, those that are likely, and others that are possible."""
    held = deck.take_some(known.cards, size)
    held += deck.take_ranks(
        chain.from_iterable([rank] * known.ranks[rank] for rank in known.ranks), size - len(held)
    )
    none: set[Rank] = set()
    expected = known.likely | {rank: CLAIMED for rank in claims if not known.count(rank)}
    for rank, count in expected.items():
        if _happens(honesty(known), chance):
            more = 1 if rank in claims and _happens(PAIRED, chance) else 0
            held += deck.take_ranks([rank] * (count + more), size - len(held))
        else:
            none.add(rank)
    return _filled(deck, held, size, known.fresh, none)


def _filled(
    deck: Deck, held: list[Card], size: int, fresh: Mapping[Rank, int], none: set[Rank]
) -> list[Card]:
    """With further cards, the oldest first: what a hand had none of can only have come later."""
    counts = dict.fromkeys(RANKS, 0)
    for card in held:
        if card in RANK_OF:
            counts[RANK_OF[card]] += 1
    for left in range(size - len(held), 0, -1):
        full = {rank for rank in RANKS if counts[rank] >= MAX_OF_A_RANK or left > fresh.get(rank, left)}
        card = deck.take_but(full | none)
        held.append(card)
        if card in RANK_OF:
            counts[RANK_OF[card]] += 1
    return held


def _parted(held: Sequence[Card], sizes: Sequence[int], chance: Chance) -> Iterator[list[Card]]:
    """The cards of a player by zone, at random."""
    order = iter(chance.shuffle(in_order(held)) if sizes[0] < len(held) else held)
    for size in sizes:
        yield [next(order) for _ in range(size)]


def _happens(share: float, chance: Chance) -> bool:
    """Whether something comes true that does so in this share of all cases."""
    first, second = chance.dice(2)
    return 6 * first + second - 6 <= 36 * share


def _pending(pending: Mapping[str, Any], players: int, chance: Chance) -> Mapping[str, Any]:
    """With the votes that are cast but not shown, so that the outcome is still open."""
    if "votes" not in pending:
        return pending
    votes: dict[str, bool | None] = dict(pending["votes"])
    voters = players - 2 if "target" in pending else players
    needed = majority(range(voters)) - list(votes.values()).count(True)
    fewest = needed - (voters - len(votes))
    hidden = [letter for letter, vote in votes.items() if vote is None]
    for place, letter in enumerate(chance.shuffle(hidden)):
        votes[letter] = place < fewest or (place < needed - 1 and _happens(0.5, chance))
    return {**pending, "votes": votes}


def _last(last: Mapping[str, Any]) -> Mapping[str, Any]:
    """With cards where the sheet has numbers; no rule looks at which they are."""
    for name in ("gave", "hands"):
        if name in last:
            any_card = last.get("rank", RANKS[0]) + SUITS[0]
            shown = {
                letter: [any_card] * cards if isinstance(cards, int) else cards
                for letter, cards in last[name].items()
            }
            return {**last, name: shown}
    return last
