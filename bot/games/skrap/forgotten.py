"""Destroyed bots that a seat does not remember, because the game went on from a position."""

from collections.abc import Sequence

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, VALUE, WEAPONS, SurgedKing, needed_against
from bot.games.skrap.state import PlayedBot
from bot.games.skrap.unseen import Unseen


def drawn_bots(
    owners: Sequence[Seat], last: PlayedBot, unseen: Unseen, surge: Sequence[Card | None], king: SurgedKing
) -> tuple[PlayedBot, ...]:
    """Bots of these owners, each of them destroyed by the next, and the one that stands.

    Cards are taken as they come; where that leads nowhere, the strongest weapons and the weakest armours.
    """
    weapons = [card for card in unseen.cards if card in WEAPONS]
    armours = [card for card in unseen.cards if card in ARMOURS]
    found = _chain(owners, last, weapons, armours, surge, king)
    if found is None:
        weapons.sort(key=VALUE.__getitem__, reverse=True)
        armours.sort(key=VALUE.__getitem__)
        found = _chain(owners, last, weapons, armours, surge, king) or []
    unseen.take([card for bot in found for card in (bot.weapon, bot.armour)])
    return (*found, last)


def _chain(
    owners: Sequence[Seat],
    last: PlayedBot,
    weapons: Sequence[Card],
    armours: Sequence[Card],
    surge: Sequence[Card | None],
    king: SurgedKing,
) -> list[PlayedBot] | None:
    """The bots from the first to the one before `last`; None when no armour is left that is weak enough."""
    left, found, value = list(armours), list[PlayedBot](), last.weapon_value
    if len(weapons) < len(owners):
        return None
    for owner, weapon in zip(reversed(owners), weapons, strict=False):
        values = EFFECTIVE[surge[owner]]
        armour = next((card for card in left if needed_against(values[card], king) <= value), None)
        if armour is None:
            return None
        left.remove(armour)
        found.insert(0, PlayedBot(owner, weapon, armour, values[weapon], values[armour]))
        value = values[weapon]
    return found
