"""A seat's notes in Craits, and states sampled from them."""

import random
from typing import Any

from bot.engine.cards import ORDER, Card
from bot.engine.events import visible_to
from bot.games.craits import GAME
from bot.games.craits.notes import CraitsNotes, groups_of
from bot.games.craits.state import State
from bot.players.random_chance import RandomChance
from tests.games.driver import Driver


def remembered(game: Driver[State], seat: int, **known: Any) -> CraitsNotes:
    """Return a seat's notes after a game from a position. `known` holds what it had noted before."""
    notes: CraitsNotes = GAME.observe(CraitsNotes(seat=seat, **known), visible_to(game.events, seat))
    return notes


def worlds(game: Driver[State], notes: CraitsNotes, number: int = 40) -> list[State]:
    """Return sampled states that look like this game to the seat of the notes."""
    seen = GAME.veil(game.state, notes.seat)
    luck = RandomChance(random.Random(1))
    return [GAME.determinize(seen, notes, luck) for _ in range(number)]


def lacking(notes: CraitsNotes, seat: int) -> set[Card]:
    """Return the cards that a seat can't hold, according to the notes."""
    groups = groups_of(notes, seat)
    return {card for card, place in ORDER.items() if all(group.lacks >> place & 1 for group in groups)}
