"""Taking moves back (rules, section 5.5; R15)."""

from typing import Final

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.crapette.offers import lapsed
from bot.games.crapette.table import FINISHING, NAMES, Done, Pile, Place, Table
from bot.games.crapette.turns import Log

MOST_STEPS: Final = 20
"""How many moves may be taken back in one turn."""


class Undo(Move, frozen=True):
    """Take back one's newest moves, down to the last one that showed something new."""

    steps: int = 1


class TakenBack(Event, frozen=True):
    """A move was taken back: the cards, bottom to top, went back from `target` to `source`."""

    seat: Seat
    cards: Pile
    source: str
    target: str


def undo_refusal(table: Table, steps: int) -> Refusal | None:
    """Why so many moves may not be taken back now."""
    if steps < 1:
        return Refusal("bad-count", {"count": steps})
    if not table.options.undo:
        return Refusal("option-off", {"option": "undo"})
    left = MOST_STEPS - table.undo_used
    if steps > left:
        return Refusal("undo-limit", {"limit": MOST_STEPS, "left": left})
    possible = len(table.undo)
    return Refusal("nothing-to-undo", {"possible": possible}) if steps > possible else None


def undo(table: Table, move: Undo, log: Log) -> Table | Refusal:
    """Carry out an `/undo`, or say why not; counters of the turn and time spent stay as they are."""
    if refused := undo_refusal(table, move.steps):
        return refused
    table = lapsed(table, log)
    for _ in range(move.steps):
        table = _taken_back(table, log)
    return replace(table, undo_used=table.undo_used + move.steps)


def _taken_back(table: Table, log: Log) -> Table:
    *earlier, done = table.undo
    log.append(
        TakenBack(seat=table.turn, cards=done.cards, source=NAMES[done.source], target=NAMES[done.target])
    )
    start, goal, number = table.place(done.source), _went_to(table, done), len(done.cards)
    rest, cards = table.piles[goal][:-number], table.piles[goal][-number:]
    return replace(
        table,
        piles=table.relaid({start: table.piles[start] + cards, goal: rest}),
        undo=tuple(earlier),
        progress=table.progress - (done.target == "F"),
    )


def _went_to(table: Table, done: Done) -> Place:
    """Where the cards lie now."""
    if done.target != "F":
        return table.place(done.target)
    # The first pile is always filled before the second: of two equal ones the second was played on last.
    first, second = FINISHING[done.cards[0]]
    return second if table.piles[second][-1:] == done.cards else first
