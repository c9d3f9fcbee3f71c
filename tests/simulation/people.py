"""The people of a run: they join, move, guess wrong, click twice and too late, leave, and vote."""

import asyncio
from collections import Counter
from collections.abc import Awaitable

import msgspec

from bot.engine.contract import AnyGame, Malformed
from bot.engine.draft import Refusal
from bot.engine.moves import Leave, Move
from bot.engine.notation import parse_move
from bot.engine.options import option_infos
from bot.fair.deal import seal
from bot.sessions.absence import Resume
from bot.sessions.frame import End, Relocate
from bot.sessions.lobby import GiveUpSeat, Join, SetOptions, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.view import Click, TableAt
from bot.storage.errors import NotSaved, SeenBefore, Stale
from tests.helpers.nonsense import any_move
from tests.helpers.walks import HASTY, SHORT
from tests.simulation.calls import DONE, FASTER, PROMPT, SEEN, UNSAVED, Call, Table
from tests.simulation.computers import Company
from tests.simulation.rig import GUILD, Rig
from tests.simulation.world import BEAT, SELDOM, World


class People:
    """Everyone who may click. They outlive the bot, and so do their unanswered clicks."""

    def __init__(self, world: World, tables: list[Table]) -> None:
        self.world = world
        self.tables = tables
        self.calls: list[Call] = []
        self.patience = world.chance.randint(100, 300)
        """The number of times that people look at a table before all go home."""
        self._company = Company(world)
        self._between = 1.0
        """The average time between two looks in seconds, which is long at slow tables."""
        self._pending: dict[int, tuple[float, Call]] = {}
        self._unanswered: Counter[int] = Counter()
        """The number of unanswered calls of each table."""
        self._interactions = 0

    async def act(self, rig: Rig) -> None:
        """Click as long as the bot lives."""
        for number in list(self._pending):
            self._spawn(rig, number)
        while True:
            is_quiet = rig.is_cut_off or self.patience <= 0
            await asyncio.sleep(self.world.chance.expovariate(1 / 600 if is_quiet else 1 / self._between))
            if self.world.weather.slow and self.world.chance.random() < 0.1:
                await asyncio.sleep(90)
            if not self.world.stormy or rig.is_cut_off:
                continue
            if self.patience > 0:
                await self._click(rig, self.world.chance.choice(self.tables))
            else:
                await self._go_home(rig)

    async def _click(self, rig: Rig, table: Table) -> None:
        if table.session_id is None:
            await self._open(rig, table)
            return
        self.patience -= 1
        if self.world.chance.random() < 0.3:
            rig.publisher.tables.note_message(table.channel_id)
        try:
            session = await rig.sessions.get(table.session_id)
        except NotSaved:
            return
        if session is not None:
            table.channel_id = session.record.channel_id
        self._company.leave_at_random(table)
        self._between = self._company.between_looks(table, session)
        self.world.heartbeat = BEAT if self._between < BEAT else SELDOM
        call = None if session is None else self._choose(rig, table, session)
        if call is None or rig.discord.has_left(call.user) or self._company.is_away(call.user):
            return
        chance = self.world.chance
        for _ in range(chance.randint(2, 3) if self.world.happens(self.world.weather.twice) else 1):
            is_again = call.interaction_id in self._pending_ids()
            self._send(rig, call, chance.choice((0.1, 0.1, 30, 600)) if is_again else 0.1)

    async def _go_home(self, rig: Rig) -> None:
        """End the games as their hosts if the weather allows it. Otherwise the clocks have to."""
        self.world.heartbeat = SELDOM  # Nothing else happens now, and every step takes time.
        await asyncio.sleep(3600)
        for table in self.tables:
            may_end = self.world.weather.ended or rig.database.status(table.session_id) == "lobby"
            record = rig.database.frame(table.session_id) if may_end else None
            if record is not None and not rig.discord.has_left(record.host_id):
                self._send(rig, Call(self._next_id(), record.host_id, record.id, "end"))

    def _send(self, rig: Rig, call: Call, late: float = 0.1) -> None:
        """Deliver a copy of a call soon."""
        self._interactions += 1
        due = self.world.now + self.world.chance.random() * late
        self._pending[self._interactions] = (due, msgspec.structs.replace(call))
        self._spawn(rig, self._interactions)

    def _pending_ids(self) -> set[int]:
        return {call.interaction_id for _, call in self._pending.values()}

    async def _open(self, rig: Rig, table: Table) -> None:
        call = Call(self._next_id(), table.users[0], 0, "open")
        self.calls.append(call)
        try:
            opened = await rig.sessions.open(
                table.game.id,
                table.options,
                guild_id=GUILD,
                channel_id=table.channel_id,
                host_id=call.user,
                interaction_id=call.interaction_id,
            )
        except NotSaved:
            return
        if isinstance(opened, Session):
            table.session_id = call.session_id = opened.record.id
            call.answer = DONE
        else:
            call.answer = opened.code
            table.session_id = rig.database.live_in(table.channel_id)

    def _choose(self, rig: Rig, table: Table, session: Session) -> Call | None:
        chance, record = self.world.chance, session.record
        user = chance.choice((*table.users, 999)) if chance.random() < 0.1 else chance.choice(table.users)
        call = Call(self._next_id(), user, record.id, "move")
        if record.status == "lobby":
            call.asked = self._company.lobby_request(table, session, user)
            call.door = "company" if call.asked else self._lobby_door(table, session, user)
            if call.door == "options":
                short = SHORT.get(session.game.id, {})  # An option that keeps games short doesn't change.
                option = chance.choice([o for o in option_infos(session.game.options) if o.name not in short])
                call.options = {option.name: chance.choice((*option.offered, "nonsense"))}
            return call if call.door else None
        if session.state is None:
            return None
        call.asked = self._company.play_request(session, user)
        if call.asked is not None:
            call.door, call.revision = "company", chance.choice((None, record.revision))
            return call
        is_lost = record.id in rig.sessions.clocks.paused
        if chance.random() < (0.3 if is_lost else 0.01):
            call.door, call.channel_id = "carry", record.channel_id + chance.choice((0, 10))
            return call
        if chance.random() < (0.3 if record.is_idle else 0.01):
            call.door = "wake"
            return call
        if self.world.weather.ended and chance.random() < 0.02:
            call.door = "end"
            return call
        if chance.random() < 0.02:
            call.door = chance.choice(("join", "leave", "deal"))
            return call
        return self._move(call, session)

    def _lobby_door(self, table: Table, session: Session, user: int) -> str:
        chance, record = self.world.chance, session.record
        if chance.random() < 0.12:
            return chance.choice(("join", "leave", "deal", "options"))
        if user not in record.players:
            return "join" if user in table.users else ""
        is_full = len(record.players) >= len(table.users)  # A user may also play alone.
        return "deal" if user == record.host_id and is_full else ""

    def _move(self, call: Call, session: Session) -> Call | None:
        """Choose a move: mostly a legal one of an active player, sometimes anything by anyone."""
        chance, game, state = self.world.chance, session.game, session.state
        players = session.record.players
        deciders = [s for s in game.deciders(state) if players[s] > 0 and not self._is_absent(s, players[s])]
        if chance.random() < 0.75 and deciders and session.record.status == "playing":
            call.user = players[chance.choice(deciders)]
        seat = session.seat_of(call.user)
        if seat is not None and self._is_absent(seat, call.user):
            return None
        legal = [] if seat is None else [m for m in game.legal(state, seat) if m.verb not in HASTY]
        if chance.random() < 0.12 or not legal:
            if chance.random() < 0.6 and seat not in deciders:
                return None
            call.move = any_move(game, len(session.record.players), chance)
        else:
            call.move = legal[min(chance.randrange(len(legal)), chance.randrange(len(legal)))]
        if chance.random() < 0.01:
            call.move = Leave()
        call.revision = chance.choice((None, None, session.record.revision, session.record.revision))
        if chance.random() < 0.1:
            call.revision = chance.randint(1, session.record.revision)
        return call if readable(game, call.move, len(session.record.players)) else None

    def _is_absent(self, seat: int, user: int) -> bool:
        """Whether a player does nothing at the table, permanently or temporarily."""
        return seat == self.world.weather.silent or self._company.is_away(user)

    def _next_id(self) -> int:
        self._interactions += 1
        return self._interactions

    def _spawn(self, rig: Rig, number: int) -> None:
        """Deliver a click at its time. Its caller may go away meanwhile."""
        task = rig.spawn(self._deliver(rig, number))
        if self.world.happens(self.world.weather.cancelled):
            delay = max(0.0, self._pending[number][0] - self.world.now) + self.world.chance.random() * 0.1
            rig.after(delay, lambda: self._cancel(task))

    def _cancel(self, task: "asyncio.Task[None]") -> None:
        if task.cancel():
            self.world.meet("click", "cancelled")

    async def _deliver(self, rig: Rig, number: int) -> None:
        due, call = self._pending[number]
        await asyncio.sleep(max(0.0, due - self.world.now))
        del self._pending[number]
        if rig.is_cut_off:
            self.world.meet("click", "F18 lost")
            return
        self._count(rig, call)
        call.began, call.first = rig.sessions.clock(), rig.database.revision(call.session_id)
        call.played_time, call.grace = self.world.played_time, self.world.grace
        call.grace += self.world.waited(call.session_id)
        self.calls.append(call)
        self.world.note(f"call {call}")
        self._unanswered[call.session_id] += 1
        asked_at = self.world.now
        try:
            call.answer = await self._answer(rig, call)
        finally:
            self._unanswered[call.session_id] -= 1
        if call.answer == "stale":
            self.world.meet("click", "F26 old control")
        call.ended, call.last = rig.sessions.clock(), rig.database.revision(call.session_id)
        self.world.note(f"answer {call.answer} [{call.interaction_id}]")
        if self.world.weather.only_drags and self.world.now - asked_at > PROMPT:
            self.world.fail("P18", f"{call} was answered after {self.world.now - asked_at:.0f} s")
        if call.answer == DONE and not rig.database.has_seen(call.interaction_id):
            self.world.fail("P2", f"{call} was answered and is not saved")

    def _count(self, rig: Rig, call: Call) -> None:
        """Count the special properties of an arriving click."""
        record = rig.database.frame(call.session_id)
        if any(call.interaction_id == before.interaction_id for before in self.calls):
            self.world.meet("click", "F24 delivered again")
        if record is not None and record.deadline is not None and record.deadline <= rig.sessions.clock():
            self.world.meet("click", "F27 after the deadline")
        if self._unanswered[call.session_id]:
            self.world.meet("click", "F25 two at once")

    async def _answer(self, rig: Rig, call: Call) -> str:
        try:
            session = await rig.sessions.get(call.session_id)
            assert session is not None
            # A committed change that the bot doesn't know yet may or may not count.
            call.first = min(call.first, session.record.revision)
            refusal = await self._send_request(rig, session, call)
        except SeenBefore:
            return SEEN
        except Stale:
            return FASTER
        except NotSaved:
            return UNSAVED
        if session.record.revision > rig.database.revision(call.session_id):
            self.world.fail("P2", f"memory is ahead of what is saved at {session.record.revision}")
        return DONE if refusal is None else refusal.code

    async def _join(self, rig: Rig, session: Session, user: int, click: Click) -> Refusal | None:
        """Join a table. Without a visible lobby, that needs a seal seen on a private page."""
        is_shown = await rig.publisher.current_message(session, TableAt()) is not None
        deal = session.record.deal
        if is_shown and session.record.status == "lobby" and deal is not None:
            sealed = seal(session.record.id, deal.secret)
            # After two refused edits, a message has only its first line.
            pages = [page for message in rig.discord.messages for page in (message.first, message.page)]
            if not any(sealed in page.text for page in pages):
                self.world.fail("P25", f"table {session.record.id} counts as shown, but nobody saw its seal")
        return await rig.sessions.act(session, user, Join(), click)

    def _send_request(self, rig: Rig, session: Session, call: Call) -> Awaitable[Refusal | None]:
        sessions, user, number = rig.sessions, call.user, call.interaction_id
        if call.asked is not None:
            return sessions.act(session, user, call.asked, Click(id=number, revision=call.revision))
        match call.door:
            case "join":
                return self._join(rig, session, user, Click(id=number))
            case "leave":
                return sessions.act(session, user, GiveUpSeat(), Click(id=number))
            case "deal":
                return sessions.act(session, user, Start(), Click(id=number))
            case "end":
                return sessions.act(session, user, End(), Click(id=number))
            case "carry":
                return rig.pauses.relocate(session, user, Relocate(call.channel_id), Click(id=number))
            case "wake":
                return sessions.act(session, user, Resume(), Click(id=number))
            case "options":
                return sessions.act(session, user, SetOptions(call.options), Click(id=number))
        assert call.move is not None
        act = "" if call.revision is None else str(call.move)
        click = Click(id=number, revision=call.revision, act=act)
        return sessions.act(session, user, MakeMove(call.move), click)


def readable(game: AnyGame, move: Move, seats: int) -> bool:
    """Whether Discord and the notation would accept these options."""
    try:
        return parse_move(game, str(move), seats) == move
    except Malformed:
        return False
