"""Moves without a press: computers' moves and calls, the moves of orders, and forced moves.

A computer's move takes the same path as a person's, and counts only at the revision it was chosen for. It
comes some seconds after the last change, however long the computer thought and whatever it holds. All moves
of a turn are shown at once, or a few at a time in a game of long turns. Players with only one possible move
have it made for them in the same way. Each order is carried out when it's due, in a commit of its own.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Malformed, Notes
from bot.engine.draft import Refusal
from bot.engine.events import visible_to
from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.players.computers import computer_of
from bot.players.player import Level, Seen, interrupt, seen_by
from bot.players.policies import POLICIES
from bot.players.policy import PLAIN, PlayStyle
from bot.players.search_worker import ComputerMove, SearchWorker
from bot.sessions import orders, play
from bot.sessions.agenda import Agenda
from bot.sessions.clocks import Instant
from bot.sessions.memory import Memory
from bot.sessions.session import Session, read_events
from bot.sessions.view import Change, View
from bot.storage.errors import StoreError
from bot.storage.records import Played
from bot.storage.store import Store
from bot.timings import Timings

log = structlog.get_logger(__name__)

Changer = Callable[[Instant], Change | Refusal]
"""A function that makes a change at a instant, or refuses it."""
Make = Callable[[Session, Changer], Awaitable[Refusal | None]]
"""A function that carries out a change and stores it, but doesn't show it yet."""
NOTICE_SHARES: Final[dict[Level, float]] = {"easy": 0.3, "medium": 0.6, "hard": 0.9}
"""The share of possible calls that a computer of each level notices."""
CALL_MIN_SECONDS: Final = 3.0
CALL_MAX_SECONDS: Final = 10.0
"""The bounds of the time until a computer calls. People should have the chance to be first."""


class Computers:
    """A scheduler of what computers and orders do at tables. `make` carries that out, `show` shows it.

    `key` is the database's, so that every process draws the same times for orders.
    """

    def __init__(
        self,
        memory: Memory,
        search_worker: SearchWorker,
        agenda: Agenda,
        *,
        make: Make,
        show: Callable[[Session], None],
        key: bytes,
        timings: Timings,
    ) -> None:
        self._memory, self._store, self._clocks = memory, memory.store, memory.clocks
        self._search_worker = search_worker
        self._agenda = agenda
        self._make = make
        self._show = show
        self.key = key
        self.timings = timings
        self._calls: dict[tuple[int, Seat], Move] = {}
        """The calls that computers may make now, by session and seat."""

    def look(self, session: Session) -> None:
        """Schedule what computers and orders have to do at a table. Returns at once."""
        if session.record.is_daily:
            return  # computers move before their player's click is answered
        for seat in possible_callers(session):
            self._look_for_call(session, seat)
        self._schedule_order(session)
        key = ("computer", session.record.id)
        self._agenda.drop(key)
        if not self._agenda.is_doing(*key) and (wait := _move_wait(session, self.timings)) is not None:
            self._agenda.put(key, wait, partial(self._act, session))

    @property
    def is_busy(self) -> bool:
        """Whether a computer is acting."""
        return self._agenda.is_doing("computer")

    def _after_move(self, session: Session) -> None:
        """Show what was done at a table, and schedule what comes next."""
        self._show(session)
        self.look(session)

    async def _act(self, session: Session) -> float | None:
        """Play one computer's turn. Return the seconds until the next one acts."""
        if not self._clocks.may_run(session.record.id):
            if (wait := _move_wait(session, self.timings)) is not None:
                self._agenda.hold(("computer", session.record.id), wait, partial(self._act, session))
            return None
        try:
            await self._play_turn(session)
        except Exception:
            self._after_move(session)  # some moves may have been made
            raise
        self._after_move(session)
        return _move_wait(session, self.timings)

    async def _play_turn(self, session: Session) -> None:
        acting: Seat | None = None
        for _ in range(session.game.moves_at_once):
            seats = _next_movers(session)
            if not seats or (acting is not None and seats != (acting,)):
                return
            revision = session.record.revision
            acting = _dice(session, revision).choice(seats)
            chosen = forced_move(session, acting)
            if chosen is None:
                await ensure_notes(session, acting, self._store)
                if session.record.revision != revision:  # such as when a stand-in's player has come back
                    return
                chosen = await self._search_worker.choose(_input_for(session, acting))
            if await self._make(session, computer_change(session, acting, chosen, revision)) is not None:
                return

    def _look_for_call(self, session: Session, seat: Seat) -> None:
        """Schedule a call if a computer may make one now. The dice are thrown once for each occasion."""
        key, call = (session.record.id, seat), interrupt_move(session, seat)
        if call == self._calls.get(key):
            return
        self._agenda.drop(("interrupt", *key))
        if call is None:
            del self._calls[key]
            return
        self._calls[key] = call
        if (wait := seconds_until_call(session, seat)) is not None:
            self._agenda.put(("interrupt", *key), wait, partial(self._call, session, seat, call))

    async def _call(self, session: Session, seat: Seat, call: Move) -> None:
        def change(instant: Instant) -> Change | Refusal:
            if interrupt_move(session, seat) != call:
                return Refusal("stale")
            return play.moved(session, seat, call, instant)

        try:
            refusal = await self._make(session, change)
        except StoreError as error:
            log.warning("call_not_stored", session=session.record.id, error=str(error))
        else:
            if refusal is None:
                self._after_move(session)

    def _schedule_order(self, session: Session) -> None:
        number = session.record.id
        self._agenda.drop(("order", number))
        if (first := orders.first_due(session, self.key)) is None:
            return
        at, seat = first
        work = partial(self.carry_out, number, session.record.version, seat)
        if self._clocks.may_run(number):
            self._agenda.put(("order", number), max(0.0, at - self._clocks.time_at(number)), work)
        else:
            self._agenda.hold(("order", number), 0.0, work)

    async def carry_out(self, number: int, version: int, seat: Seat) -> None:
        """Carry out a seat's order. If the table has changed, schedule its orders again instead."""
        session = await self._memory.get(number)
        if session is None:
            return

        def change(instant: Instant) -> Change | Refusal:
            if session.record.version != version or not self._is_due(session):
                return Refusal("stale")
            return by_order(session, seat, instant, self.key)

        if await self._make(session, change) is None:
            self._after_move(session)
        else:
            self._schedule_order(session)

    def _is_due(self, session: Session) -> bool:
        number, first = session.record.id, orders.first_due(session, self.key)
        if first is None or not self._clocks.may_run(number):
            return False
        return first[0] <= self._clocks.time_at(number) + 0.01


def by_order(table: View, seat: Seat, instant: Instant, key: bytes) -> Change | Refusal:
    """Return the change that a due order makes: its move, or its end if the move isn't possible any more."""
    found = orders.acting(table, seat)
    if found is None:
        return Refusal("stale")
    if isinstance(found.moves, Refusal):
        return orders.end_impossible(table, found.order)
    move = orders.pick_move(table, seat, found.moves, key)
    made = play.moved(table, seat, move, instant, by_owner=False)
    if isinstance(made, Refusal):
        return orders.end_impossible(table, found.order)
    return orders.after_move(made, found.order)


def deciding(session: Session) -> tuple[Seat, ...]:
    """Return the seats of computers that have to decide now, stand-ins included."""
    at_play = session.record.at_play
    return tuple(seat for seat in session.waited_for if at_play[seat] < 0)


def forced_move(session: Session, seat: Seat) -> ComputerMove | None:
    """Return the only move that the person on a seat can make. None if they have a choice."""
    move = session.game.forced(session.state, seat) if session.record.at_play[seat] > 0 else None
    return None if move is None else ComputerMove(str(move))


def _next_movers(session: Session) -> tuple[Seat, ...]:
    """Return the seats of computers that have to decide now, or else of people whose move is forced."""
    return deciding(session) or tuple(seat for seat in session.waited_for if forced_move(session, seat))


def _move_wait(session: Session, timings: Timings) -> float | None:
    """Return the seconds until a computer's or a forced move, whatever the cards. None if nobody moves."""
    computers, asked = deciding(session), session.waited_for
    if not computers:
        return timings.forced if any(forced_move(session, seat) for seat in asked) else None
    are_people_asked = len(computers) < len(asked)
    seconds = timings.computer_answer if are_people_asked else timings.computer
    return seconds * _dice(session, session.record.revision).uniform(0.75, 1.25)


def _dice(session: Session, revision: int) -> random.Random:
    """Return the dice for when and in which order computers act. They betray nothing about cards."""
    return random.Random(f"{session.record.id} {revision}")  # noqa: S311 # no secret depends on it


def computer_change(session: Session, seat: Seat, chosen: ComputerMove, revision: int) -> Changer:
    """Return the change for a computer's move. It's refused at any but the revision it was chosen for."""

    def change(instant: Instant) -> Change | Refusal:
        if session.record.revision != revision:
            return Refusal("stale")
        try:
            move = parse_move(session.game, chosen.move, len(session.record.players))
        except Malformed:
            return Refusal("stale")
        made = play.moved(session, seat, move, instant, by_owner=False)
        return (
            made if isinstance(made, Refusal) else msgspec.structs.replace(made, search_effort=chosen.games)
        )

    return change


def possible_callers(session: Session) -> list[Seat]:
    """Return the seats of computers that may call while others decide. A call needs the seat's notes."""
    policy = POLICIES.get(session.game.id)
    if policy is None or not policy.interrupts:
        return []
    return [seat for seat, user in enumerate(session.record.players) if user < 0 and seat in session.notes]


def seconds_until_call(session: Session, seat: Seat) -> float | None:
    """Return how long a computer takes to call, or None if it notices nothing."""
    computer = computer_of(session.record.players[seat])
    dice = random.Random(f"{session.record.id} {session.record.revision} {seat}")  # noqa: S311
    if computer is None or dice.random() >= NOTICE_SHARES[computer.level]:
        return None
    return dice.uniform(CALL_MIN_SECONDS, CALL_MAX_SECONDS)


def interrupt_move(session: Session, seat: Seat) -> Move | None:
    """Return the call that a seat's computer may make while others decide, from what the seat may know."""
    record = session.record
    if record.status != "playing" or record.is_idle or seat not in session.game.active(session.state):
        return None
    if seat in session.game.deciders(session.state):
        return None  # a decider makes this call with its move
    return interrupt(seen(session, seat, level="hard", revision=record.revision))


async def ensure_notes(session: Session, seat: Seat, store: Store) -> None:
    """Ensure that a session has the notes of a seat. From then on it keeps them up to date."""
    if seat in session.notes:
        return
    async with session.lock:
        past = await store.history(session.record.id)
        session.notes[seat] = await asyncio.to_thread(_notes_of, session.game, seat, past)


def _input_for(session: Session, seat: Seat) -> Seen:
    """Return the input of a seat's computer: no more than the seat may know."""
    record = session.record
    who = computer_of(record.at_play[seat])
    assert who is not None, "only computers are handed anything"
    made = seen(session, seat, level=who.level, revision=record.revision, play_style=who.play_style)
    return msgspec.structs.replace(made, is_stand_in=record.players[seat] > 0)


def seen(session: Session, seat: Seat, *, level: Level, revision: int, play_style: PlayStyle = PLAIN) -> Seen:
    """Return what a seat may know now, and no more, with the dice of its decision at this revision."""
    handed = seen_by(
        session.game,
        session.state,
        session.notes[seat],
        level=level,
        seed=session.chance.seed_of_player(seat, revision),
    )
    search_effort = POLICIES[session.game.id].search_effort if level == "hard" else 0
    return msgspec.structs.replace(handed, play_style=play_style, search_effort=search_effort)


def _notes_of(game: AnyGame, seat: Seat, past: Iterable[Played]) -> Notes:
    """Return what a seat remembers of a game, from its stored moves."""
    assert game.notes is not None, f"nobody thinks ahead in {game.id}"
    notes: Any = game.notes(seat=seat)
    for played in past:
        notes = game.observe(notes, visible_to(read_events(game, played.events), seat))
    remembered: Notes = notes
    return remembered
