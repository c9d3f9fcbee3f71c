"""Guesses about a hand from its player's moves: it probably lacks any card they'd rather have used.

A guess can be wrong, because people bluff. The sampler follows the guesses in some samples only.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, FULL_DECK, WEAPONS, SurgedKing, needed_against
from bot.games.skrap.state import PlayedBot

Likely = tuple[frozenset[Card], ...]
"""The cards that each seat probably holds, by seat."""

_ALL: Final = frozenset(FULL_DECK)
_SMALL_TABLE: Final = 3
"""Tables of up to this many players make smaller pots."""


class Pots(NamedTuple):
    """The numbers of destroyed bots from which a player changes tactics."""

    join: int
    """From here they destroy a bot themselves. Below, they leave it to the others."""
    stay: int
    """From here they use their strongest armour, to be champion. Below, the weakest, so the pot grows."""


def usual_pots(seats: int) -> Pots:
    """Return the usual thresholds at a table of this size. More players make larger pots."""
    return Pots(3, 4) if seats <= _SMALL_TABLE else Pots(4, 5)


@lru_cache(maxsize=64)
def likely_cards(
    field: tuple[PlayedBot, ...],
    passes: tuple[tuple[Seat, int], ...],
    surge: tuple[Card | None, ...],
    king: SurgedKing,
) -> Likely:
    """Return the cards that each seat probably holds, after the bots it played and those it passed on."""
    lacks: list[set[Card]] = [set() for _ in surge]
    pots = usual_pots(len(surge))
    needed = [0, *(needed_against(bot.armour_value, king) for bot in field)]
    for destroyed, bot in enumerate(field):
        lacks[bot.owner].update(_better(bot, needed[destroyed], EFFECTIVE[surge[bot.owner]], destroyed, pots))
    for seat, number in passes:
        if pots.join <= number <= len(field):
            values = EFFECTIVE[surge[seat]]
            lacks[seat].update(card for card in WEAPONS if values[card] >= needed[number])
    return tuple([_ALL - lack for lack in lacks])


def _better(bot: PlayedBot, needed: int, values: Mapping[Card, int], pot: int, pots: Pots) -> Iterator[Card]:
    """Yield the cards a player would have used: a weaker weapon that's enough, an armour fitting the pot."""
    yield from (card for card in WEAPONS if needed <= values[card] < bot.weapon_value)
    if pot < pots.join:
        yield from (card for card in ARMOURS if values[card] < bot.armour_value)
    elif pot >= pots.stay:
        yield from (card for card in ARMOURS if values[card] > bot.armour_value)
