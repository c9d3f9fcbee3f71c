"""How a turn ends, the next one begins and the game is over (rules, sections 4 and 6)."""

from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.crapette.history import remembered
from bot.games.crapette.table import CRAPAUD, DISCARD, HAND, PLAYERS, End, Pile, Table

Log: TypeAlias = list[Event]
"""What has happened so far in the course of one command; the functions that do something add to it."""
EndOfTurn: TypeAlias = Literal["discarded", "spent", "passed"]

WARNING_TURNS: Final = 20
"""How many turns before the draw by no progress the players are warned."""


class TurnStarted(Event, frozen=True):
    """A turn began; `exhausted` says that it began without hand and discard pile (R9)."""

    seat: Seat
    turn_number: int
    exhausted: bool


class TurnEnded(Event, frozen=True):
    """A turn ended: a card was discarded, hand and discard pile were spent, or the player passed."""

    seat: Seat
    why: EndOfTurn


class PositionRepeated(Event, frozen=True):
    """The position at the start of this turn was there before; the limit makes a draw."""

    occurrence: int
    limit: int


class NoProgress(Event, frozen=True):
    """So many turns in a row were without progress; the limit makes a draw."""

    turns: int
    limit: int


class Remains(Event, frozen=True):
    """What a player had left when the game ended, face-down cards included, bottom to top."""

    seat: Seat
    hand: Pile
    discard: Pile
    crapaud: Pile
    lifted: Card | None = None


class GameEnded(Event, frozen=True):
    """The game is over; no winners in a draw."""

    end: End
    winners: tuple[Seat, ...]


def settle(table: Table, *, was_exhausted: bool, log: Log) -> Table:
    """After a card has moved: the mover may have won, or have nothing left to end a turn with (R9)."""
    if table.hand or table.discard:
        return table
    if not table.crapaud:
        return end_game(table, "out", (table.turn,), log)
    return table if was_exhausted else end_turn(table, "spent", log)


def end_turn(table: Table, why: EndOfTurn, log: Log) -> Table:
    """The other player's turn starts; then the automatic draws are looked for (R18)."""
    log.append(TurnEnded(seat=table.turn, why=why))
    table = replace(
        table,
        turn=1 - table.turn,
        turn_number=table.turn_number + 1,
        used=table.used if table.options.has_chess_clock else (0, 0),
        house_moves=0,
        undo=(),
        undo_used=0,
        progress=0,
        idle_turns=0 if table.progress > 0 else table.idle_turns + 1,
        offer=None,
        offered=(),
    )
    table = replace(table, history=remembered(table))
    drawn = _drawn(table, log)
    if drawn is None:
        log.append(start_of_turn(table))
    return drawn or table


def end_game(table: Table, end: End, winners: tuple[Seat, ...], log: Log) -> Table:
    """The game is over; nothing can be taken back or answered any more, everything else stays."""
    for seat in PLAYERS:
        log.append(
            Remains(
                seat=seat,
                hand=table.piles[HAND + seat],
                discard=table.piles[DISCARD + seat],
                crapaud=table.piles[CRAPAUD + seat],
                lifted=table.lifted if seat == table.turn else None,
            )
        )
    log.append(GameEnded(end=end, winners=winners))
    return replace(table, end=end, winners=winners, undo=(), offer=None)


def _drawn(table: Table, log: Log) -> Table | None:
    """The game as drawn by repetition or for want of progress; None when it goes on."""
    options = table.options
    occurrence = table.history.count(table.history[-1])
    if options.repetition and occurrence > 1:
        log.append(PositionRepeated(occurrence=occurrence, limit=options.repetition))
        if occurrence >= options.repetition:
            return end_game(table, "repetition", (), log)
    limit = options.no_progress_turns
    if table.idle_turns == limit - WARNING_TURNS:
        log.append(NoProgress(turns=table.idle_turns, limit=limit))
    return end_game(table, "no-progress", (), log) if table.idle_turns >= limit else None


def start_of_turn(table: Table) -> TurnStarted:
    """The event that opens the present turn."""
    return TurnStarted(seat=table.turn, turn_number=table.turn_number, exhausted=table.is_exhausted)
