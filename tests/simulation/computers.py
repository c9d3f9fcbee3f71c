"""People around computers and absences: they seat computers, leave, return, and answer for others."""

import asyncio
from collections.abc import Collection
from typing import Final, get_args

from bot.engine.chance import Seat
from bot.players.computers import LEVELS, people
from bot.players.judging import Answer, Question, answer_to
from bot.players.player import Seen
from bot.players.search_worker import ComputerMove, quick_move
from bot.sessions import deadlines, orders
from bot.sessions.absence import Choice, Choose, ComeBack, SitIn
from bot.sessions.alone import PlayAlone
from bot.sessions.lobby import AddComputer, RemoveComputer, SetPace
from bot.sessions.orders import Decide, TakeBack
from bot.sessions.session import Session
from bot.sessions.sessions import Request
from bot.storage.records import SECONDS, SLOW, PaceName
from tests.simulation.calls import Table
from tests.simulation.world import World

MAX_THOUGHT_SECONDS: Final = 2.0
"""The maximum time that a computer thinks, in seconds."""
LOOKS: Final = 8
"""The number of times that players look at a slow table during one of its turns."""
CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)
PACES: Final[tuple[PaceName, ...]] = get_args(PaceName)
USUAL_SECONDS: Final = 600.0
"""The time of a turn if the table doesn't name a pace."""


class SimulatedSearch:
    """A search that takes simulated time, and records its results for the judge."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def choose(self, seen: Seen) -> ComputerMove:
        """Return the first move that comes to mind. Its seed identifies the decision."""
        thought = quick_move(seen)
        await asyncio.sleep(self._world.chance.random() ** 3 * MAX_THOUGHT_SECONDS)
        self._world.search_effort[seen.seed] = thought.move
        return thought

    async def judge(self, question: Question) -> Answer:
        """Return sampled games. Nobody reviews here."""
        return answer_to(question)

    async def close(self) -> None:
        """Do nothing, because there's nothing to close."""


class Company:
    """The absent users, and people's requests about computers, absent players and paces."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._back_at: dict[int, float] = {}

    def is_away(self, user: int) -> bool:
        """Whether a user is now away from Discord."""
        return self._back_at.get(user, 0.0) > self._world.now

    def leave_at_random(self, table: Table) -> None:
        """Let a user go away at random, perhaps for longer than a turn or a choice."""
        chance, pace = self._world.chance, table.pace
        if self._world.weather.absent and chance.random() < 0.03:
            turn = SECONDS[pace][0] if pace else 0
            seconds = (turn or USUAL_SECONDS) * chance.choice((0.3, 1.5, 4.0))
            user = chance.choice(table.users)
            self._back_at[user] = self._world.now + seconds
            self._world.note(f"{user} is away for {seconds:.0f} s")

    def between_looks(self, table: Table, session: Session | None) -> float:
        """Return the average time between two looks at a table, in seconds."""
        if table.pace is None or session is None or session.record.status != "playing":
            return 1.0
        return max(1.0, SECONDS[table.pace][0] / LOOKS) if table.pace in SLOW else 1.0

    def lobby_request(self, table: Table, session: Session, user: int) -> Request | None:
        """Return a request of a seated player that's possible before the deal."""
        chance, players = self._world.chance, session.record.players
        computers = [one for one in players if one < 0]
        if table.computers and people(players) == [user] and chance.random() < 0.2:
            return PlayAlone()
        if computers and (len(computers) > table.computers or chance.random() < 0.05):
            return RemoveComputer(chance.choice(computers))
        if len(computers) < table.computers and {*table.users} <= {*players}:
            return AddComputer(chance.choice(LEVELS))
        if user == session.record.host_id and table.pace not in (None, session.record.attendance.pace):
            measured = session.game.measures_time
            return None if measured or table.pace is None else SetPace(table.pace)
        return None

    def play_request(self, session: Session, user: int) -> Request | None:
        """Return a request of a present player, about their next decisions, their seat or an absent player's."""
        chance, record, seat = self._world.chance, session.record, session.seat_of(user)
        plans = {} if seat is None else orders.plans(session, seat)
        if plans and chance.random() < 0.15:
            kind = chance.choice(list(plans))
            value = chance.choice((None, *plans[kind]))
            return TakeBack(kind) if value is None else Decide(kind, value)
        if not self._world.weather.absent:
            return None
        if seat is not None and deadlines.is_away(record, seat) and chance.random() < 0.3:
            return ComeBack()
        question = record.attendance.question
        if question is not None and question.chosen == "open" and chance.random() < 0.4:
            return Choose(chance.choice(CHOICES))
        if chance.random() < (0.15 if any(record.attendance.silences) else 0.01):
            seats: Collection[Seat | None] = (None, *range(len(record.players)))
            return SitIn(chance.choice(list(seats)))
        if chance.random() < 0.01:
            return chance.choice((ComeBack(), Choose(chance.choice(CHOICES)), SetPace(chance.choice(PACES))))
        return None


def is_played(request: Request | None) -> bool:
    """Whether a request advances the game like a move does."""
    return request in (PlayAlone(), Choose("default"))
