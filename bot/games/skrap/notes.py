"""A seat's memory of facts its view no longer shows: face-down bots, passes, surge cards."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.contract import Notes
from bot.engine.events import Event, TimedOut
from bot.games.skrap.battle import BotPlayed, Passed
from bot.games.skrap.dealing import Dealt
from bot.games.skrap.surging import SurgeRevealed

SeenBot: TypeAlias = tuple[Seat, Card, Card, int, int]
"""Owner, weapon, armour, then the effective values of both when the bot was played."""


class SkrapNotes(Notes, frozen=True, kw_only=True):
    """The facts of this round that the view no longer shows. The next deal clears them."""

    bots: tuple[SeenBot, ...] = ()
    """Every bot of this round, in the order played."""
    surge: tuple[tuple[Seat, Card], ...] = ()
    """The revealed surge cards. A leaver's card stays set aside."""
    passes: tuple[tuple[Seat, int], ...] = ()
    """Each chosen pass: the seat, and the number of the bot it passed on. A time-out isn't a choice."""


def observe(notes: SkrapNotes, events: Sequence[Event]) -> SkrapNotes:
    """Return the notes after these events, all of which the seat may learn of."""
    timed_out: tuple[Seat, ...] = ()
    for event in events:
        match event:
            case Dealt():
                notes = SkrapNotes(seat=notes.seat)
            case SurgeRevealed():
                notes = replace(notes, surge=tuple(zip(event.seats, event.cards, strict=True)))
            case BotPlayed():
                bot = (event.seat, event.weapon, event.armour, event.weapon_value, event.armour_value)
                notes = replace(notes, bots=(*notes.bots, bot))
            case TimedOut():
                timed_out = event.seats
            case Passed() if event.seat not in timed_out:
                notes = replace(notes, passes=(*notes.passes, (event.seat, len(notes.bots))))
    return notes
