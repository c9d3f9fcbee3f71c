"""Destroyed bots that a seat's notes lack because the game continued from a position."""

from collections.abc import Sequence

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, VALUE, WEAPONS, SurgedKing, needed_against
from bot.games.skrap.state import PlayedBot
from bot.games.skrap.unseen import Unseen


def sample_field(
    owners: Sequence[Seat], last: PlayedBot, unseen: Unseen, surge: Sequence[Card | None], king: SurgedKing
) -> tuple[PlayedBot, ...]:
    """Return a random field: bots of these owners, each destroyed by the next, then `last`.

    The unseen cards are tried in their random order first. If that fails, the strongest weapons are used
    first, each against the strongest armour it destroys, which leaves weak armour for weak weapons.
    """
    found = _chain(owners, last.weapon_value, unseen.cards, surge, king)
    if found is None:
        strongest = sorted(unseen.cards, key=lambda card: -VALUE[card])
        found = _chain(owners, last.weapon_value, strongest, surge, king) or []
    unseen.take([card for bot in found for card in (bot.weapon, bot.armour)])
    return (*found, last)


def _chain(
    owners: Sequence[Seat], value: int, cards: Sequence[Card], surge: Sequence[Card | None], king: SurgedKing
) -> list[PlayedBot] | None:
    """Return bots from the first cards that fit, the last destroyed by `value`. None if cards are lacking."""
    weapons = [card for card in cards if card in WEAPONS]
    armours = [card for card in cards if card in ARMOURS]
    found: list[PlayedBot] = []
    for owner, weapon in zip(reversed(owners), weapons, strict=False):
        values = EFFECTIVE[surge[owner]]
        armour = next((card for card in armours if needed_against(values[card], king) <= value), None)
        if armour is None:
            return None
        armours.remove(armour)
        found.insert(0, PlayedBot(owner, weapon, armour, values[weapon], values[armour]))
        value = values[weapon]
    return found if len(found) == len(owners) else None
