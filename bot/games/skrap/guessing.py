"""What moves tell of a hand: the cards that a player would have used, had they held them.

Nothing here is proof, and people bluff: who imagines a table believes it more or less often.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, FULL_PACK, WEAPONS, SurgedKing, needed_against
from bot.games.skrap.state import PlayedBot

_WORTH_TAKING: Final = 3
"""From so many bots on, a player who can destroy the last one seldom passes."""
_WORTH_KEEPING: Final = 4
"""From so many destroyed bots on, a player builds to stay, with the strongest armour; before, with the weakest."""

Likely = tuple[frozenset[Card], ...]
"""By seat: the cards that it may well hold."""
_ALL: Final = frozenset(FULL_PACK)


@lru_cache(maxsize=64)
def likely_cards(
    field: tuple[PlayedBot, ...],
    passes: tuple[tuple[Seat, int], ...],
    surge: tuple[Card | None, ...],
    king: SurgedKing,
) -> Likely:
    """What each seat may hold after the bots of a round, and after it passed on the how manyth of them."""
    lacks: list[set[Card]] = [set() for _ in surge]
    needed = [0, *(needed_against(bot.armour_value, king) for bot in field)]
    for destroyed, bot in enumerate(field):
        lacks[bot.owner].update(_cheaper(bot, destroyed, needed[destroyed], surge))
    for seat, number in passes:
        if _WORTH_TAKING <= number <= len(field):
            values = EFFECTIVE[surge[seat]]
            lacks[seat].update(card for card in WEAPONS if values[card] >= needed[number])
    return tuple([_ALL - lack for lack in lacks])


def _cheaper(bot: PlayedBot, destroyed: int, needed: int, surge: Sequence[Card | None]) -> Iterator[Card]:
    """Cards that would have made the same bot cheaper: a weaker weapon that is enough, a fitter armour."""
    values = EFFECTIVE[surge[bot.owner]]
    yield from (card for card in WEAPONS if needed <= values[card] < bot.weapon_value)
    if destroyed < _WORTH_TAKING:
        yield from (card for card in ARMOURS if values[card] < bot.armour_value)
    elif destroyed >= _WORTH_KEEPING:
        yield from (card for card in ARMOURS if values[card] > bot.armour_value)
