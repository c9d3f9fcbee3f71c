"""Sampling a state that one seat can't tell from the real one."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from bot.engine.cards import DECK, Card
from bot.engine.chance import Chance, Seat
from bot.engine.view import BACK
from bot.games.crapette.history import extended_history, position_text
from bot.games.crapette.notes import CrapetteNotes, Piles, positions
from bot.games.crapette.state import Pile, State


def determinize(seen: State, notes: CrapetteNotes, chance: Chance) -> State:
    """Return a random state with this view. Cards that are neither shown nor remembered are dealt.

    Notes that don't agree with the view are ignored.
    """
    remembers = bool(notes.piles) and _agrees(notes.piles, seen.piles)
    piles = _deal(notes.piles if remembers else seen.piles, seen.lifted, chance)
    state = replace(seen, piles=piles)
    state = replace(state, pack=state.all_cards)
    if remembers:
        return replace(state, history=_history(seen.turn, notes, piles))
    return replace(state, history=extended_history(state)) if state.phase == "play" else state


def _agrees(remembered: Piles, seen: Piles) -> bool:
    """Whether the remembered piles agree with those in the view."""
    return all(pile == other or _matches(pile, other) for pile, other in zip(remembered, seen, strict=True))


def _matches(pile: Pile, other: Pile) -> bool:
    """Whether two piles of equal size agree, except where the second shows a back."""
    return len(pile) == len(other) and all(card in (BACK, own) for own, card in zip(pile, other, strict=True))


def _deal(known: Piles, lifted: Card | None, chance: Chance) -> Piles:
    """Return the piles with every unknown card dealt from those that aren't visible anywhere."""
    seen = Counter(card for pile in known for card in pile)
    unseen = [card for card in DECK for _ in range(2 - seen[card] - (card == lifted))]
    cards = iter(chance.shuffle(unseen))
    return tuple(_fill(pile, cards) if BACK in pile else tuple(pile) for pile in known)


def _fill(pile: Pile, cards: Iterator[Card]) -> Pile:
    return tuple(next(cards) if card == BACK else card for card in pile)


def _history(turn: Seat, notes: CrapetteNotes, piles: Piles) -> tuple[str, ...]:
    """Return the texts of the positions that can recur. Cards never seen haven't moved since the deal."""
    starts = positions(notes)
    first = turn - (len(starts) - 1)
    return tuple(position_text((first + number) % 2, _past(row, piles)) for number, row in enumerate(starts))


def _past(row: Piles, piles: Piles) -> Piles:
    """Return former piles with unknown cards as sampled now. Below an unknown card, none has moved."""
    return tuple(
        (*now[: _unknown_depth(pile)], *pile[_unknown_depth(pile) :]) if BACK in pile else pile
        for pile, now in zip(row, piles, strict=True)
    )


def _unknown_depth(pile: Pile) -> int:
    """Return the number of cards up to and including the topmost unknown one."""
    return len(pile) - pile[::-1].index(BACK)
