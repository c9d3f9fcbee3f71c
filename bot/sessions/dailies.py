"""Dailies: tables for one person and computers, without a channel, with the cards of the day.

A table is stored together with its try in one transaction, and dealt in the next. The deal follows from the
day, so a crash in between changes nothing. Computers move before a click is answered, with dice that depend
only on the place in the game. So the same moves lead to the same result anywhere.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from statistics import median
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal
from bot.fair import daily as days
from bot.fair.daily import ResultLine, Source
from bot.fair.deal import Beacon
from bot.players import daily as plays
from bot.players.computers import computer_of
from bot.players.daily import PERSON, Daily
from bot.players.player import choose
from bot.players.policies import POLICIES
from bot.players.policy import EDITION
from bot.players.search_worker import ComputerMove
from bot.rendering.scene import DailyRecord, DailyStanding
from bot.sessions import frame, lobby, play
from bot.sessions.agenda import in_thread
from bot.sessions.clocks import Instant
from bot.sessions.computers import Make, computer_change, ensure_notes, seen
from bot.sessions.memory import Memory
from bot.sessions.session import Session, read_events
from bot.sessions.view import Change
from bot.storage import analysis, dailies, rows
from bot.storage.dailies import Chain, StoredDaily, chain_of
from bot.storage.records import LIVE, DailyEnd, Played, Record
from bot.storage.replay import states

log = structlog.get_logger(__name__)

World = Callable[[float], Awaitable[Beacon | None]]
"""A function that asks a public beacon for its first answer at or after a time. None if that fails."""
ASK_AGAIN_SECONDS: Final = 5.0
"""The time for which a failed beacon isn't asked again, however many users wait for their cards."""
ANCHOR_LEAD: Final = timedelta(days=30)
"""The time before the end of a chain from which the next one's anchor is public."""
LIST_DAYS: Final = 1
"""The number of days for which a list stays open after its own."""
MIN_COMPARED: Final = 3
"""The least number of users who have to finish before places are shown."""


class Verdict(NamedTuple):
    """The result of checking a line."""

    kind: str
    """A key of `VERDICTS` in `rendering/daily.py`."""
    facts: Mapping[str, Any] = {}


class ListRow(NamedTuple):
    """A row of a list. Its numbers are None until the player has finished."""

    user_id: int
    lead: int | None
    moves: int | None
    place: int | None
    is_best_played: bool = False


class Dailies:
    """The dailies: their days, their tables, their computers' moves and their results.

    With `world` the days come from a public beacon, not from a chain.
    """

    def __init__(
        self,
        memory: Memory,
        clock: Callable[[], float],
        *,
        make: Make,
        judge: Callable[[Session, Seat], object],
        world: World | None = None,
    ) -> None:
        self._memory, self._store = memory, memory.store
        self._games = {name: game for name, game in memory.games.items() if game.daily is not None}
        self._clock = clock
        self._make = make
        self._judge = judge
        self._world = world
        self._answers: dict[str, Beacon] = {}
        self._ask_again_at = 0.0
        self._chains: Sequence[Chain] = ()
        self._pars: dict[tuple[str, bytes], int] = {}
        self._opening, self._asking = asyncio.Lock(), asyncio.Lock()

    @property
    def is_world(self) -> bool:
        """Whether days come from a public beacon."""
        return self._world is not None

    @property
    def day(self) -> str:
        """The present day in UTC."""
        return str(datetime.fromtimestamp(self._clock(), UTC).date())

    @property
    def next_at(self) -> float:
        """The time at which the next day begins."""
        return _midnight(date.fromisoformat(self.day) + timedelta(days=1))

    @property
    def games(self) -> Sequence[str]:
        """The games of today, the game of the day first."""
        names = list(self._games)
        first = date.fromisoformat(self.day).toordinal() % len(names)
        return (*names[first:], *names[:first])

    async def begin(self) -> None:
        """Draw the chain at the first start, if days come from one."""
        if not self.is_world:
            await self.chain()

    async def chain(self, day: str | None = None) -> Chain | None:
        """Return the chain of a day, today by default. Draw today's first if there isn't one."""
        if chain_of(self._chains, self.day) is None:
            await self._draw(self.day)
        return chain_of(self._chains, day or self.day)

    async def next_chain(self) -> Chain | None:
        """Return the chain that follows the present one. None until the present one's end is near."""
        present = await self.chain()
        if present is None or present.key(str(date.fromisoformat(self.day) + ANCHOR_LEAD)) is not None:
            return None
        if chain_of(self._chains, present.end) is None:
            await self._draw(present.end)
        return chain_of(self._chains, present.end)

    async def anchors(self, day: str | None = None) -> list[tuple[str, str]]:
        """Return the anchors of the chain of a day and of the next one, with the days they begin."""
        if self.is_world:
            return []
        found = [await self.chain(day) or await self.chain(), await self.next_chain()]
        return [(one.first_day, one.anchor) for one in found if one is not None]

    async def _draw(self, first_day: str) -> None:
        """Draw a chain that begins on a day, unless one is stored."""
        drawn = Chain(first_day, secrets.token_bytes(days.KEY_BYTES))
        await self._store.write(dailies.begin_chain, drawn)
        self._chains = await self._store.read(dailies.chains)
        if drawn in self._chains:
            log.info("daily_chain_begun", first_day=first_day, anchor=drawn.anchor)

    async def source(self, day: str) -> Source | None:
        """Return the source of a day's cards. None if no chain has it, or the beacon hasn't answered yet."""
        if self._world is not None:
            answer = await self._answer_for(day, self._world)
            return None if answer is None else Source(days.key_of_beacon(answer), answer)
        chain = await self.chain(day)
        key = None if chain is None else chain.key(day)
        return None if key is None else Source(key)

    async def _answer_for(self, day: str, world: World) -> Beacon | None:
        """Return the beacon's answer for a day. It's asked once, or again a while after it failed."""
        async with self._asking:
            if day not in self._answers:
                answer = await self._store.read(dailies.world_day, day)
                if answer is None and self._clock() >= self._ask_again_at:
                    answer = await world(_midnight(date.fromisoformat(day)))
                    if answer is None:
                        self._ask_again_at = self._clock() + ASK_AGAIN_SECONDS
                    else:
                        await self._store.write(dailies.keep_world_day, day, answer)
                if answer is None:
                    return None
                self._answers[day] = answer
            return self._answers[day]

    async def today(self, game: str, day: str | None = None) -> Daily | None:
        """Return a game of a day, today by default. None until the source of its cards is known."""
        day = day or self.day
        source = await self.source(day)
        return None if source is None else plays.daily_of(self._games[game], day, source)

    async def tries(self, user_id: int) -> dict[str, StoredDaily]:
        """Return a user's tries of today, by game."""
        found = await self._store.read(dailies.of_day, self.day, user_id)
        return {one.game: one for one in found}

    async def begun(self, user_id: int) -> list[str]:
        """Return the games of today that a user is playing."""
        found: list[str] = []
        for tried in (await self.tries(user_id)).values():
            session = None if tried.session_id is None else await self._memory.get(tried.session_id)
            if session is not None and session.record.status in LIVE:
                found.append(tried.game)
        return found

    async def _next_game(self, user_id: int) -> str | None:
        """Return the first game of today that a user hasn't begun."""
        tries = await self.tries(user_id)
        return next((game for game in self.games if game not in tries), None)

    async def open(self, game: str, user_id: int, guild_id: int, interaction_id: int) -> Session | None:
        """Return a user's table of today, created and dealt if need be. None until there are cards."""
        async with self._opening:
            tried = (await self.tries(user_id)).get(game)
            if tried is None:
                of_day = await self.today(game)
                if of_day is None:
                    return None
                await self._insert(of_day, user_id, guild_id, interaction_id)
                tried = (await self.tries(user_id)).get(game)
        session = (
            None if tried is None or tried.session_id is None else await self._memory.get(tried.session_id)
        )
        if session is not None:
            await self.go_on(session)
        return session

    async def _insert(self, of_day: Daily, user_id: int, guild_id: int, interaction_id: int) -> None:
        record = self._record(of_day, user_id, -interaction_id)
        tried = StoredDaily(of_day.day, of_day.game.id, user_id, guild_id, None)
        stored = await self._store.write(rows.insert_daily, tried, record)
        if stored is not None:  # else the same user was faster in another process
            self._memory.keep_new(stored)

    def _record(self, of_day: Daily, user_id: int, channel_id: int) -> Record:
        record = lobby.new_lobby(
            of_day.game,
            of_day.options,
            guild_id=0,
            channel_id=channel_id,
            host_id=user_id,
            others=of_day.computers,
            pace=lobby.Pace(0, 0) if of_day.game.measures_time else "none",
            now=self._clock(),
            chance_key=of_day.key,
            deal=of_day.deal,
            hints="off",
        )
        return msgspec.structs.replace(record, options=of_day.options, deadline=None)

    async def go_on(self, session: Session) -> None:
        """Deal if that hasn't happened, and let computers move until the player has to."""
        if session.record.status == "lobby":
            await self._make(session, partial(_deal, session))
        while session.record.status == "playing" and session.deciders:
            seat = plays.first_to_move(session.deciders)
            if seat == PERSON:
                return
            await ensure_notes(session, seat, self._store)
            who = computer_of(session.record.players[seat])
            assert who is not None
            revision = session.record.revision
            handed = seen(session, seat, level="medium", revision=revision, play_style=who.play_style)
            change = computer_change(session, seat, ComputerMove(str(choose(handed))), revision)
            if await self._make(session, change) is not None:
                return

    async def result_of(self, session: Session, made: Change) -> DailyEnd:
        """Return the result of a daily that a change has ended."""
        record = session.record
        of_day = _game_of_day(session)
        history = [*await self._store.history(record.id), *([made.played] if made.played else [])]
        own = [played for played in history if played.seat == PERSON]
        number = sum(session.game.moves_in(read_events(session.game, played.events)) for played in own)
        result = plays.lead(session.game, made.state)
        line = await in_thread(partial(plays.line_of, of_day, [played.move for played in own]))
        if line.lead != result:
            log.error("daily_not_repeated", session=record.id)
            line = line._replace(lead=result, moves=days.NO_MOVES)
        is_listed = self._is_open(of_day.day)
        return DailyEnd(result, number, str(line), await self.par(of_day), is_listed=is_listed)

    def _is_open(self, day: str) -> bool:
        """Whether the list of a day still takes results."""
        return date.fromisoformat(self.day) <= date.fromisoformat(day) + timedelta(days=LIST_DAYS)

    def closes_at(self, day: str) -> float:
        """Return when the list of a day closes."""
        return _midnight(date.fromisoformat(day) + timedelta(days=1 + LIST_DAYS))

    async def days_played(self, user_id: int) -> int:
        """Return on how many days a user has finished a daily."""
        found = await self.record(user_id)
        return 0 if found is None else found.days

    async def record(self, user_id: int, game: str | None = None) -> DailyRecord | None:
        """Return the numbers of a user's dailies, in one game or in all. None if they have finished none."""
        tries = await self._store.read(dailies.of_user, user_id)
        done = [
            (one.day, one.lead, one.par)
            for one in tries
            if game in (None, one.game) and one.lead is not None and one.par is not None
        ]
        if not done:
            return None
        above = median(lead - par for _, lead, par in done)
        return DailyRecord(len({day for day, *_ in done}), max(lead for _, lead, _ in done), round(above))

    async def par(self, of_day: Daily) -> int:
        """Return par: the mean lead of a player who always makes the sensible move. It's worked out once."""
        asked = of_day.day, of_day.key
        known = self._pars.get(asked)
        if known is None:
            known = await in_thread(partial(plays.par, of_day))
            self._pars = {key: par for key, par in self._pars.items() if key[0] >= of_day.day}
            self._pars[asked] = known
        return known

    async def standing(self, session: Session) -> DailyStanding | None:
        """Return the facts shown below the result of a daily. None if it isn't finished."""
        record = session.record
        user_id = record.players[PERSON]
        own = await self._store.read(dailies.of_user, user_id)
        tried = next((one for one in own if one.session_id == record.id), None)
        if tried is None or tried.lead is None or tried.moves is None or tried.par is None:
            return None
        rows_of = await self.listed(tried.day, tried.game, tried.guild_id) if tried.guild_id else []
        finished = [one for one in rows_of if one.lead is not None]
        place = next((one.place for one in finished if one.user_id == tried.user_id), None)
        return DailyStanding(
            tried.lead,
            tried.moves,
            tried.par,
            place if len(finished) >= MIN_COMPARED else None,
            len(finished),
            await self.days_played(user_id),
            next_game=await self._next_game(user_id),
            may_verify=tried.day < self.day,
        )

    async def rounds(self, session: Session) -> list[int]:
        """Return the person's lead in each hand or round of a finished game."""
        history = await self._store.history(session.record.id)
        return await in_thread(partial(_leads, session.game, session.record, history))

    async def code(self, session: Session) -> str:
        """Return the line that proves a finished daily. Empty if there isn't one."""
        tries = await self._store.read(dailies.of_user, session.record.players[PERSON])
        return next((one.code or "" for one in tries if one.session_id == session.record.id), "")

    async def listed(self, day: str, game: str, guild_id: int) -> list[ListRow]:
        """Return a server's list of a day, best first. Equal leads in equally many moves share a place."""
        found = await self._store.read(dailies.listed, day, game, guild_id)
        results = [(one.lead, one.moves) for one in found]
        best = await self._best_played(found)
        return [
            ListRow(
                one.user_id,
                one.lead,
                one.moves,
                None if one.lead is None else 1 + results.index((one.lead, one.moves)),
                one.user_id in best,
            )
            for one in found
        ]

    async def _best_played(self, found: Sequence[StoredDaily]) -> Collection[int]:
        """Return the users who have played best, in whole percent, once all who finished have been judged.

        Until then nobody is returned, and the missing reviews are begun.
        """
        tables = [(one.session_id, one.user_id) for one in found if one.lead is not None and one.session_id]
        if len(tables) < MIN_COMPARED or not POLICIES[found[0].game].tells_luck:
            return ()
        skills: dict[int, int] = {}
        for session_id, user_id in tables:
            review = await self._store.read(analysis.review_of, session_id, PERSON, EDITION)
            if review is not None:
                skills[user_id] = round(100 * (review.skill or 0.0))
            elif (session := await self._memory.get(session_id)) is not None:
                self._judge(session, PERSON)
        if len(skills) < len(tables):
            return ()
        return [user for user, skill in skills.items() if skill == max(skills.values())]

    async def check(self, text: str, user_id: int) -> Verdict:
        """Check a line by replaying its moves."""
        line = days.read_line(text)
        if line is None or line.game not in self._games:
            return Verdict("damaged")
        if line.edition != EDITION:
            return Verdict("other-edition", {"edition": line.edition, "own": EDITION})
        day = self._latest_day(line.day)
        of_day = None if day is None else await self.today(line.game, day)
        if day is None or of_day is None:
            return Verdict("other-day")
        if day == self.day:
            tried = (await self.tries(user_id)).get(line.game)
            if tried is None or tried.lead is None:
                return Verdict("play-first", {"game": of_day.game.name})
        if line.moves == days.NO_MOVES:
            return Verdict("unwritten")
        return await in_thread(partial(_check_line, of_day, line))

    def _latest_day(self, month_and_day: str) -> str | None:
        """Return the latest day with this month and day, not later than today."""
        today = date.fromisoformat(self.day)
        for year in (today.year, today.year - 1):
            try:
                found = date(year, int(month_and_day[:2]), int(month_and_day[2:]))
            except ValueError:
                continue
            if found <= today:
                return str(found)
        return None


def _leads(game: AnyGame, record: Record, history: Sequence[Played]) -> list[int]:
    """Return the person's lead in each round, from the points before and after it."""
    tags = [str(kind.__struct_config__.tag).encode() for kind in game.rounds]
    chance, before, leads = SeededChance(record.chance_key), None, []
    for played, state in zip(history, states(game, record, history, chance), strict=True):
        if any(tag in played.events for tag in tags) and before is not None:
            own, *others = (new - old for new, old in zip(game.points(state), before, strict=True))
            leads.append(own - max(others))
            before = game.points(state)
        before = game.points(state) if before is None else before
    return leads


def _check_line(of_day: Daily, line: ResultLine) -> Verdict:
    found = plays.checked(of_day, line)
    if found.lead is None:
        return Verdict("no-end")
    facts = {"moves": found.moves, "lead": found.lead, "said": line.lead}
    return Verdict("holds" if found.lead == line.lead else "differs", facts)


def _game_of_day(session: Session) -> Daily:
    """Return the game of a day that a table plays, even if the day's key has changed since."""
    record = session.record
    assert record.deal is not None, "a daily is sealed"
    return Daily(session.game, record.day, dict(record.options), record.players[1:], record.deal)


def _midnight(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _deal(session: Session, instant: Instant) -> Change | Refusal:
    if session.record.status != "lobby":
        return frame.too_late(session.record)
    return play.dealt(session, instant)
