"""What seats remember of games that are played in the notation."""

import random
from typing import Any

from bot.engine.cards import ORDER, Card
from bot.engine.events import told
from bot.games.craits import GAME
from bot.games.craits.notes import CraitsNotes, groups_of
from bot.games.craits.state import State
from bot.players.random_chance import RandomChance
from tests.games.driver import Driver


def remembered(game: Driver[State], seat: int, **known: Any) -> CraitsNotes:
    """The notes of a seat after a game from a position. `known` is what it had noted before."""
    notes: CraitsNotes = GAME.noted(CraitsNotes(seat=seat, **known), told(game.events, seat))
    return notes


def worlds(game: Driver[State], notes: CraitsNotes, number: int = 40) -> list[State]:
    """Tables that look to the seat of the notes as they do in this game."""
    seen = GAME.veil(game.state, notes.seat)
    luck = RandomChance(random.Random(1))
    return [GAME.determinize(seen, notes, luck) for _ in range(number)]


def lacking(notes: CraitsNotes, seat: int) -> set[Card]:
    """The cards that none of a hand's cards can be, by what was noted."""
    groups = groups_of(notes, seat)
    return {card for card, place in ORDER.items() if all(group.lacks >> place & 1 for group in groups)}
