"""What moves tell of a hand: the cards that a player would have used, had they held them.

Nothing here is proof, and people bluff: who samples a table believes it more or less often.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, FULL_PACK, WEAPONS, SurgedKing, needed_against
from bot.games.skrap.state import PlayedBot

Likely = tuple[frozenset[Card], ...]
"""By seat: the cards that it may well hold."""

_ALL: Final = frozenset(FULL_PACK)
_FEW: Final = 3
"""Up to how many players make no large pots."""


class Pots(NamedTuple):
    """From how many destroyed bots on a player wants what."""

    join: int
    """Destroys though others may do so first. With fewer it leaves that to them."""
    stay: int
    """Builds the strongest armour, to be the champion. With fewer the weakest, so that the pot grows."""


def usual_pots(seats: int) -> Pots:
    """Return how most people play at a table of this many: the more there are, the larger pots become."""
    return Pots(3, 4) if seats <= _FEW else Pots(4, 5)


@lru_cache(maxsize=64)
def likely_cards(
    field: tuple[PlayedBot, ...],
    passes: tuple[tuple[Seat, int], ...],
    surge: tuple[Card | None, ...],
    king: SurgedKing,
) -> Likely:
    """Return a seat's possible hands after the bots of a round, and after the bot it passed on."""
    lacks: list[set[Card]] = [set() for _ in surge]
    pots = usual_pots(len(surge))
    needed = [0, *(needed_against(bot.armour_value, king) for bot in field)]
    for destroyed, bot in enumerate(field):
        lacks[bot.owner].update(
            _cheaper(bot, needed[destroyed], EFFECTIVE[surge[bot.owner]], destroyed, pots)
        )
    for seat, number in passes:
        if pots.join <= number <= len(field):
            values = EFFECTIVE[surge[seat]]
            lacks[seat].update(card for card in WEAPONS if values[card] >= needed[number])
    return tuple([_ALL - lack for lack in lacks])


def _cheaper(bot: PlayedBot, needed: int, values: Mapping[Card, int], pot: int, pots: Pots) -> Iterator[Card]:
    """Cards that would have made the same bot cheaper: a weaker weapon that is enough, a fitter armour."""
    yield from (card for card in WEAPONS if needed <= values[card] < bot.weapon_value)
    if pot < pots.join:
        yield from (card for card in ARMOURS if values[card] < bot.armour_value)
    elif pot >= pots.stay:
        yield from (card for card in ARMOURS if values[card] > bot.armour_value)
