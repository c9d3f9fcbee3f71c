"""What stands of a table in its channel: the table, the line about absent players, and mentions."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress

import msgspec

from bot.delivery import wanted
from bot.delivery.calling import NEVER, Calls, Due, Player, players_of
from bot.delivery.dms import Dms
from bot.delivery.errors import Forbidden, Gone, Transport, Unfit, Vanished
from bot.delivery.messages import Job, Messages
from bot.delivery.offload import offloaded
from bot.delivery.posts import Post, Posts
from bot.engine.chance import Seat
from bot.rendering import calls, elsewhere, last_calls, pages
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions import work
from bot.sessions.clocks import Clock
from bot.sessions.session import Session
from bot.sessions.view import AbsentAt, MentionAt, TableAt, spots_of
from bot.storage.records import Rang, Shown
from bot.timings import Timings


class Tables:
    """Shows tables, and the lines about absent players. `pace` is the time between two edits of a table."""

    def __init__(
        self,
        transport: Transport,
        posts: Posts,
        calls: Calls,
        *,
        clock: Clock,
        pace: float,
        own_pages: Callable[[Session, Seat], Awaitable[None]],
    ) -> None:
        self._transport = transport
        self._posts = posts
        self._calls = calls
        self._clock = clock
        self._pace = pace
        self._own_pages = own_pages
        self._below: dict[int, int] = {}

    def someone_wrote(self, channel_id: int) -> None:
        """Note a message in a channel, below the pages that are there."""
        if channel_id in self._below:
            self._below[channel_id] += 1

    def is_last_in(self, channel_id: int) -> None:
        """Whether the table is the last message of its channel."""
        self._below[channel_id] = 0

    def staying(self, session: Session, messages: Messages) -> int | None:
        """The table's message. None where there's none yet, or another one is about to replace it."""
        shown = messages.standing(TableAt())
        if shown is None or shown.channel_id != session.record.channel_id:
            return None
        is_leaving = messages.is_due(TableAt()) and self._moves_down(session, shown)
        return None if is_leaving else shown.message_id

    def wait(self, job: Job) -> float:
        """For how many seconds a table has nothing to do."""
        messages = job.messages
        is_due = messages.is_due(TableAt()) or messages.is_due(AbsentAt())
        if is_due or messages.old() is not None or messages.left:
            return 0.0
        is_rung = messages.rang_for == job.session.record.starts_at
        return NEVER if is_rung else wanted.rings_in(job.session, self._clock())

    async def step(self, job: Job, asked: int) -> bool:
        """Do the next thing for a table, as `asked`. Return False when nothing is left."""
        session, messages, _ = job
        if not wanted.rings_in(session, self._clock()) and messages.rang_for != session.record.starts_at:
            messages.rang_for = session.record.starts_at
            messages.brought_up((AbsentAt(),), 0)  # so that it's due, though nothing has changed
        with speaking(session.language()):
            for spot, show in ((TableAt(), self._table), (AbsentAt(), self._absent)):
                if messages.is_due(spot):
                    await show(session, messages)
                    messages.brought_up((spot,), asked)
                    return True
            return await self._strip(session, messages)

    async def _table(self, session: Session, messages: Messages) -> None:
        if session.record.is_in_dm and session.record.players[:1] == (0,):
            return  # only someone who is forgotten would see it
        messages.check_sure(TableAt())
        if wanted.is_undealt(session):
            messages.leave(TableAt())
            return
        if (person := session.lone_seat) is not None:  # in a DM: what was typed is answered by a copy
            await self._own_pages(session, person)
        scene, shown, channel_id = session.table(), messages.standing(TableAt()), session.record.channel_id
        if shown is None and wanted.is_line_let_go(session):
            return
        if shown is not None and messages.says(TableAt(), scene):
            is_posted_anew = wanted.moves_down(session, shown, shown.posted_at, 0)  # without a change
            if not is_posted_anew:
                return
        await self._keep_pace(messages)
        scene = session.table()
        page = await offloaded(pages.posted, scene)
        messages.note_made(TableAt(), scene, page)
        number = wanted.number_of(session, TableAt())
        post = Post(TableAt(), page, "table", session.record.revision, number, is_quiet=True)
        shown = messages.standing(TableAt())
        if shown is not None and not self._moves_down(session, shown):
            with suppress(Gone):
                if await self._posts.edit(messages, post):
                    messages.edited_at = self._clock.elapsed
                return
        await self._post(session, messages, post)
        self._below[channel_id] = 0
        messages.edited_at = self._clock.elapsed

    async def _post(self, session: Session, messages: Messages, post: Post) -> None:
        """Post a table. It calls those whom the deal asks something and who may never see our DMs."""
        called = [player for player in players_of(session, messages) if self._is_called(player)]
        rang = {player.seat: self._calls.told(player) for player in called}
        pings = tuple(player.user_id for player in called)
        page = msgspec.structs.replace(post.page, pings=pings)
        rang = {**messages.rang(TableAt()), **rang}
        post = msgspec.structs.replace(post, page=page, rang=rang, is_quiet=not called)
        for player in called:
            player.known.is_being_named = True
        try:
            await self._posts.post(messages, post, session.record.channel_id)
        finally:
            for player in called:
                player.known.is_being_named = False

    def _is_called(self, player: Player) -> bool:
        """Whether a player's first call is the table that's posted for the deal."""
        scene = player.session.scene(None)
        if not scene.is_first_decision or player.seat not in scene.unseen:
            return False
        if player.reach == "dm" or not player.has_hand or not player.chosen.pings:
            return False
        due = self._calls.due(player)
        return due is not None and due.is_now and not due.call.is_last and self._calls.in_view(player) is None

    def _moves_down(self, session: Session, shown: Shown) -> bool:
        below = self._below.get(shown.channel_id, 0)
        return wanted.moves_down(session, shown, self._clock(), below)

    async def _absent(self, session: Session, messages: Messages) -> None:
        """Post the line about players who weren't in time for a new question, else edit or remove it."""
        spot = AbsentAt()
        messages.check_sure(spot)
        shown = messages.standing(spot)
        page = wanted.absent_line(session, shown, self._clock())
        if page is None:
            messages.leave(spot)
            return
        number = wanted.number_of(session, spot)
        post = Post(spot, page, "absent line", session.record.revision, number)
        if shown is not None and wanted.is_same_line(session, shown):
            with suppress(Gone):
                await self._posts.edit(messages, post)
                return
        await self._posts.post(messages, post, session.record.channel_id)
        self.someone_wrote(session.record.channel_id)

    async def _strip(self, session: Session, messages: Messages) -> bool:
        """Let an old table message go. The last table of a game stays above the result, without controls."""
        if (old := messages.old()) is None:
            return False
        with tidying(messages, old):
            if not await self._ends(session, messages, old):
                await self._remove(session, messages, old)
        return True

    async def _ends(self, session: Session, messages: Messages, old: Shown) -> bool:
        """Show how the table looked in the end. False where the game goes on, or the edit is refused."""
        record = session.record
        if record.status not in ("over", "cancelled") or session.state is None or record.is_alone:
            return False
        if old.channel_id != record.channel_id:
            return False
        return await self._change(messages, old, await offloaded(pages.last_table, session.scene(None)))

    async def _remove(self, session: Session, messages: Messages, old: Shown) -> None:
        """Delete an old table. One that can't be deleted says what became of it, if it can be edited."""
        try:
            await self._transport.delete(old.channel_id, old.message_id)
        except (Forbidden, Unfit):
            scene = session.scene(None)
            is_undealt = wanted.is_undealt(session)
            page = pages.table(scene) if is_undealt else elsewhere.moved_down(scene, old.channel_id)
            if not await self._change(messages, old, page):
                raise  # otherwise its controls would stay there for ever

    async def _change(self, messages: Messages, old: Shown, page: Page) -> bool:
        """Edit an old table message. Return False when Discord refuses such an edit."""
        await self._keep_pace(messages)
        try:
            await self._transport.edit(old.channel_id, old.message_id, page, purpose="old table")
        except (Gone, Unfit):
            return False
        finally:
            messages.edited_at = self._clock.elapsed
        return True

    async def _keep_pace(self, messages: Messages) -> None:
        """Wait until the last edit of this table is `pace` seconds old."""
        if (left := messages.edited_at + self._pace - self._clock.elapsed) > 0 and self._pace:
            await asyncio.sleep(left)


class Mentions:
    """Calls players whom no DM reaches: one message names all of them who have to act."""

    def __init__(
        self,
        transport: Transport,
        dms: Dms,
        posts: Posts,
        calls: Calls,
        tables: Tables,
        *,
        clock: Clock,
        timings: Timings,
    ) -> None:
        self._transport = transport
        self._dms = dms
        self._posts = posts
        self._calls = calls
        self._clock = clock
        self._tables = tables
        self._timings = timings

    def wait(self, job: Job) -> float:
        """Return for how many seconds no mention may be posted, changed or deleted."""
        may_be_lost = job.messages.needs_a_look(MentionAt())
        is_due = may_be_lost or self._called(job) or self._is_outdated(job)
        return 0.0 if is_due and not job.messages.spots[MentionAt()].is_refused else NEVER

    async def step(self, job: Job, _asked: int) -> bool:
        """Do the next thing for a table's mention. Return False when nothing is left."""
        if self._called(job):
            await self._others_tried(job)
            if not job.messages.table_is_idle.is_set():
                await job.messages.table_is_idle.wait()
                return True
        with speaking(job.session.language()):
            if called := self._called(job):
                await self._call(job, called)
                return True
            if self._is_outdated(job):
                await self._name_the_rest(job)
                return True
        return False

    def _called(self, job: Job) -> dict[Player, Due]:
        """The calls of one kind to be made now that no DM can make, and those that join them."""
        if not any(one.unreached for one in job.messages.seats.values()):
            return {}
        dues = {
            player: due
            for player in players_of(job.session, job.messages)
            if (due := self._calls.due(player)) is not None and due.is_now
            if player.chosen.pings
        }
        found = [due for player, due in dues.items() if player.known.unreached == due.call]
        if not found:
            return {}
        is_last = any(due.call.is_last for due in found)
        return {
            player: due
            for player, due in dues.items()
            if due.call.is_last == is_last
            if player.known.unreached == due.call or self._joins(player, due)
        }

    def _joins(self, player: Player, due: Due) -> bool:
        """Whether someone who'd hardly be reached by DM is named in a mention of others."""
        is_closed = player.user_id in player.session.button_only
        is_open = any(player.messages.spots[spot].is_open for spot in spots_of(player.seat))
        if is_open or player.known.is_sending or (player.reach == "dm" and not is_closed):
            return False
        return due.call.is_last or self._calls.in_view(player) is None

    async def _others_tried(self, job: Job) -> None:
        """Wait a moment for players whose DMs are being tried: one mention names all who have none."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timings.mention):
                for player in players_of(job.session, job.messages):
                    due = self._calls.due(player)
                    if due is not None and due.is_now:
                        await self._dms.is_tried(player.user_id)

    async def _call(self, job: Job, called: dict[Player, Due]) -> None:
        """Post a mention in the place of the one that stands. It names those whom that has called as well."""
        job.messages.check_sure(MentionAt())
        for player in called:
            player.known.is_being_named = True
        try:
            await self._post(job, called, self._named(job))
        except Unfit:
            if len(called) == 1 and not self._named(job):
                give_up(called)
                raise
            await self._call_alone(job, called)
        except Vanished:
            give_up(called)
            raise
        finally:
            for player in called:
                player.known.is_being_named = False

    async def _call_alone(self, job: Job, called: dict[Player, Due]) -> None:
        """Call one player after the other: a mention was refused, perhaps for another's name."""
        refused: Unfit | None = None
        for player, due in called.items():
            try:
                await self._post(job, {player: due}, {})
            except Unfit as error:
                give_up({player: due})
                refused = error
        if refused is not None:
            raise refused

    async def _post(self, job: Job, called: dict[Player, Due], others: Iterable[Seat]) -> None:
        """Post a mention that names these and others. It also keeps whom the one before has called."""
        scene, seats = self._scene(job.session), sorted(player.seat for player in called)
        named = sorted({*seats, *others})
        page = calls.ping(scene, named, seats)
        if any(due.call.is_last for due in called.values()):
            page = last_calls.ping(scene, named, seats, self._clock())
        rang = self._named(job)
        for player, due in called.items():
            rang[player.seat] = self._calls.told(player, is_last=due.call.is_last)
        record = job.session.record
        post = Post(MentionAt(), page, "mention", record.revision, rang=rang)
        await self._posts.post(job.messages, post, record.channel_id)
        self._tables.someone_wrote(record.channel_id)

    def _scene(self, session: Session) -> Scene:
        """Return what everyone sees, with those as unreachable whose DMs were tried a moment ago."""
        scene = session.scene(None)
        closed = (seat for seat in scene.button_only if self._dms.is_surely_closed(scene.players[seat]))
        return msgspec.structs.replace(scene, button_only=frozenset(closed))

    def _named(self, job: Job) -> dict[Seat, Rang]:
        """The players whom the mention that stands has called, and who are still waited for."""
        session, messages, _ = job
        rang = messages.rang(MentionAt())
        return {seat: told for seat, told in rang.items() if Player(session, messages, seat).owes_still(told)}

    def _is_outdated(self, job: Job) -> bool:
        if job.messages.standing(MentionAt()) is None:
            return False
        named = self._named(job)
        return not named or named.keys() != job.messages.rang(MentionAt()).keys()

    async def _name_the_rest(self, job: Job) -> None:
        """Let a mention name only players who still owe a move. If it can't be changed, leave it.

        It may stand where the table was before, and says nothing of whether that can be shown.
        """
        session, messages, _ = job
        named, spot = self._named(job), MentionAt()
        if not named:
            messages.leave(spot)
            return
        page = calls.ping(self._scene(session), sorted(named), sorted(named))
        post = Post(spot, page, "mention", session.record.revision, rang=named)
        with suppress(Gone, Vanished, Forbidden, Unfit):
            await self._posts.edit(messages, post)
        messages.told(spot, named)


def give_up(called: Mapping[Player, Due]) -> None:
    """Note that these calls are refused in every way."""
    for player, due in called.items():
        player.known.given_up = due.call


class OldMessages:
    """Deletes messages that were replaced, other than tables, in any channel."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def wait(self, job: Job) -> float:
        """Return for how many seconds nothing may be deleted in a channel."""
        return NEVER if job.messages.old(job.lane.number) is None else 0.0

    async def step(self, job: Job, _asked: int) -> bool:
        """Delete the next old message in a channel. False when there's none."""
        if (old := job.messages.old(job.lane.number)) is None:
            return False
        with tidying(job.messages, old):
            await self._transport.delete(old.channel_id, old.message_id)
        return True


@contextmanager
def tidying(messages: Messages, old: Shown) -> Iterator[None]:
    """Around what lets an old message go. One that we may not touch is tried again with the next change."""
    work.fault("before-tidy")
    try:
        with suppress(Gone, Vanished, Unfit):
            yield
    except Forbidden:
        messages.stuck.add(old.message_id)
        return
    work.fault("after-tidy")
    messages.tidied(old.message_id)
