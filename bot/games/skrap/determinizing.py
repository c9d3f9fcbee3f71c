"""Sampling a state that one seat can't tell from the real one, by dealing the hidden cards at random."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from msgspec.structs import replace

from bot.engine.cards import JOKER, Card, Cards, in_order, without
from bot.engine.chance import Chance
from bot.engine.view import BACK, is_covered, visible
from bot.games.skrap.cards import ARMOURS, FULL_DECK, VALUE, WEAPONS
from bot.games.skrap.forgotten import sample_field
from bot.games.skrap.guessing import Likely, likely_cards
from bot.games.skrap.notes import SkrapNotes
from bot.games.skrap.state import PlayedBot, State
from bot.games.skrap.unseen import Kind, Unseen

_ALL: Final[Kind] = frozenset(FULL_DECK)
_SURGES: Final[Kind] = _ALL - {JOKER}
_BELIEVING_ROLLS: Final = 4
"""In this many of six samples, the others' hands fit their moves, as if they played like most people."""


def determinize(seen: State, notes: SkrapNotes, chance: Chance) -> State:
    """Return a random state that agrees with the seat's view `seen` and with its notes."""
    king = seen.options.surged_king
    aside = [card for seat, card in notes.surge if seat in seen.left][: len(seen.aside)]
    revealed = tuple(None if card == BACK else card for card in seen.surge)
    field = _known_field(seen.field, notes)
    field_cards = [card for bot in field for card in (bot.weapon, bot.armour)]
    open_cards = visible((*chain(*seen.hands), *filter(None, seen.surge), *chain(*seen.scavengers)))
    unseen = Unseen([*open_cards, *field_cards, *aside], chance)
    likely = (_ALL,) * len(seen.hands)
    if len(field) < len(seen.field):
        owners = [bot.owner for bot in seen.field[:-1]]
        field = sample_field(owners, field[-1], unseen, revealed, king)
    elif chance.die() <= _BELIEVING_ROLLS:
        likely = likely_cards(field, notes.passes, revealed, king)
    hands, surge = _deal(seen, unseen, likely)
    state = replace(
        seen,
        pack=FULL_DECK,
        hands=hands,
        surge=surge,
        throws=tuple([chance.shape() if shape == BACK else shape for shape in seen.throws]),
        field=field,
        aside=(*aside, *unseen.deal(len(seen.aside) - len(aside))),
        stock=in_order(unseen.deal(len(seen.stock))),
    )
    # A game continued from a position may lack some cards of the pack.
    return replace(state, pack=state.all_cards) if unseen.cards else state


def _known_field(seen: tuple[PlayedBot, ...], notes: SkrapNotes) -> tuple[PlayedBot, ...]:
    """Return all bots on the field if the notes have them. Otherwise only the last, which everyone sees."""
    noted, last = tuple(PlayedBot(*bot) for bot in notes.bots), seen[-1:]
    return noted if len(noted) == len(seen) and noted[-1:] == last else last


def _deal(seen: State, unseen: Unseen, likely: Likely) -> tuple[tuple[Cards, ...], tuple[Card | None, ...]]:
    """Deal all hidden hands and surge cards, starting with the hands most is known about."""
    hands, surge = list(map(visible, seen.hands)), list(seen.surge)
    for seat in sorted(range(len(hands)), key=lambda seat: (seat not in seen.unable, len(likely[seat]))):
        held = len(seen.hands[seat])
        if surge[seat] == BACK and seat not in seen.unable:
            dealt = unseen.with_one_of(_SURGES, unseen.deal(held + 1))
            surge[seat] = placed = _likely_surge(dealt)
            hands[seat] = in_order(without(dealt, (placed,)))
        elif is_covered(seen.hands[seat]):
            cards = (
                _deal_one_colour(unseen, held) if seat in seen.unable else unseen.deal_of(likely[seat], held)
            )
            hands[seat] = in_order(cards)
    if seen.phase == "open" and seen.turn is not None:
        hands[seen.turn] = in_order(_make_able(unseen, hands[seen.turn]))
    return tuple(hands), tuple(surge)


def _make_able(unseen: Unseen, hand: Cards) -> list[Card]:
    """Return a hand that can build, exchanging cards for undealt ones if it lacks a weapon or an armour."""
    armed = unseen.with_one_of(WEAPONS, list(hand))
    return unseen.with_one_of(ARMOURS, armed[::-1])


def _deal_one_colour(unseen: Unseen, number: int) -> list[Card]:
    """Deal a hand that can't build: weapons alone, or armours alone."""
    is_red_next = unseen.cards[:1] != [] and unseen.cards[0] in ARMOURS
    first, second = (ARMOURS, WEAPONS) if is_red_next else (WEAPONS, ARMOURS)
    return unseen.deal_of(first if unseen.holds(first, number) else second, number)


def _likely_surge(hand: Sequence[Card]) -> Card:
    """Return the surge card that its owner most likely placed from these cards: the lowest."""
    return min((card for card in hand if card in _SURGES), key=VALUE.__getitem__, default=hand[0])
