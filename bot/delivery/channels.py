"""A table's messages in its channel: the table, the line about absent players, and mentions."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress

import msgspec

from bot.delivery import wanted
from bot.delivery.breaker import Dms
from bot.delivery.errors import Forbidden, MessageGone, Transport, Unfit, Vanished
from bot.delivery.messages import Call, Messages, Queue
from bot.delivery.page_rendering import rendered
from bot.delivery.posts import Post, Posts
from bot.delivery.wanted import NEVER, Look, Looks, Player
from bot.engine.chance import Seat
from bot.rendering import calls, elsewhere, pages
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions import fault_points
from bot.sessions.clocks import Clock
from bot.sessions.session import Session
from bot.sessions.view import AbsentAt, MentionAt, TableAt, spots_of
from bot.storage.records import Rang, ShownMessage
from bot.timings import Timings


class Tables:
    """The table messages, and the lines about absent players. `pace` is the time between a table's edits."""

    def __init__(
        self,
        transport: Transport,
        posts: Posts,
        looks: Looks,
        *,
        clock: Clock,
        pace: float,
        own_pages: Callable[[Session, Seat], Awaitable[None]],
    ) -> None:
        self._transport = transport
        self._posts = posts
        self._looks = looks
        self._clock = clock
        self._pace = pace
        self._own_pages = own_pages
        self._below: dict[int, int] = {}

    def note_message(self, channel_id: int) -> None:
        """Note a message in a channel, below the pages that are there."""
        if channel_id in self._below:
            self._below[channel_id] += 1

    def mark_last_in(self, channel_id: int) -> None:
        """Note that a table is the last message of its channel."""
        self._below[channel_id] = 0

    def lasting_message(self, session: Session, messages: Messages) -> int | None:
        """Return the id of the table's message. None if it hasn't been posted, or another will replace it."""
        shown = messages.current(TableAt())
        if shown is None or shown.channel_id != session.record.channel_id:
            return None
        is_leaving = messages.is_due(TableAt()) and self._moves_down(session, shown)
        return None if is_leaving else shown.message_id

    def wait(self, look: Look, _queue: Queue) -> float:
        """Return the seconds until there's something to do for a table."""
        messages = look.messages
        is_due = messages.is_due(TableAt()) or messages.is_due(AbsentAt())
        if is_due or messages.next_old() is not None or messages.left:
            return 0.0
        is_rung = messages.reminded_for == look.session.record.starts_at
        return NEVER if is_rung else wanted.reminder_in(look.session, look.now)

    async def step(self, look: Look, _queue: Queue, request: int) -> bool:
        """Do the next thing for a table, and note it as of `request`. Return False if nothing is left."""
        session, messages = look.session, look.messages
        if not wanted.reminder_in(session, look.now) and messages.reminded_for != session.record.starts_at:
            messages.reminded_for = session.record.starts_at
            messages.mark_shown((AbsentAt(),), 0)  # so that it's due, though nothing has changed
        elif messages.current(AbsentAt()) is None and wanted.absent_line(session, None, look.now) is None:
            messages.mark_shown((AbsentAt(),), request)
        with speaking(session.language()):
            for spot, show in ((TableAt(), self._show_table), (AbsentAt(), self._show_absent)):
                if messages.is_due(spot):
                    await show(session, messages)
                    messages.mark_shown((spot,), request)
                    return True
            return await self._remove_old(session, messages)

    async def _show_table(self, session: Session, messages: Messages) -> None:
        if session.record.is_in_dm and session.record.players[:1] == (0,):
            return  # only a forgotten user would see it
        messages.check_doubt(TableAt())
        if wanted.is_undealt(session):
            messages.leave(TableAt())
            return
        if (person := session.record.lone_seat) is not None:  # they see it on their own pages, too
            await self._own_pages(session, person)
        scene, shown, channel_id = session.table(), messages.current(TableAt()), session.record.channel_id
        is_over = session.record.status in ("over", "cancelled")
        if shown is None and is_over and session.record.is_line:
            return  # nobody needs the line of a game that's over
        if shown is not None and messages.shows(TableAt(), scene):
            is_posted_anew = wanted.moves_down(session, shown, shown.posted_at, 0)  # its age doesn't count
            if not is_posted_anew:
                return
        if await self._keep_pace(messages):
            scene = session.table()
        page = await rendered(pages.table_message, scene)
        messages.note_made(TableAt(), scene, page)
        number = wanted.number_of(session, TableAt())
        post = Post(TableAt(), page, "table", session.record.revision, number, is_quiet=True)
        shown = messages.current(TableAt())
        if shown is not None and not self._moves_down(session, shown):
            with suppress(MessageGone):
                if await self._posts.edit(messages, post):
                    messages.edited_at = self._clock.elapsed
                return
        await self._post(session, messages, post)
        self.mark_last_in(channel_id)
        messages.edited_at = self._clock.elapsed

    async def _post(self, session: Session, messages: Messages, post: Post) -> None:
        """Post a table. At the deal it also calls deciders who may never see our DMs."""
        scene, players = session.scene(None), self._looks.at(session, messages).players.values()
        called = [one for one in players if scene.is_first_decision and one.seat in scene.unseen]
        called = [one for one in called if _is_called(one)]
        pings = tuple(player.user_id for player in called)
        page = msgspec.structs.replace(post.page, pings=pings)
        rang = {**messages.calls(TableAt()), **{player.seat: player.calls_after() for player in called}}
        post = msgspec.structs.replace(post, page=page, rang=rang, is_quiet=not called)
        with naming(called):
            await self._posts.post(messages, post, session.record.channel_id)

    def _moves_down(self, session: Session, shown: ShownMessage) -> bool:
        below = self._below.get(shown.channel_id, 0)
        return wanted.moves_down(session, shown, self._clock(), below)

    async def _show_absent(self, session: Session, messages: Messages) -> None:
        """Post the line about absent players for a new question, or else edit or remove it."""
        spot = AbsentAt()
        messages.check_doubt(spot)
        shown = messages.current(spot)
        page = wanted.absent_line(session, shown, self._clock())
        if page is None:
            messages.leave(spot)
            return
        number = wanted.number_of(session, spot)
        post = Post(spot, page, "absent line", session.record.revision, number)
        is_here = shown is not None and shown.channel_id == session.record.channel_id
        if shown is not None and is_here and shown.post >= number:  # it's about the question that's asked now
            with suppress(MessageGone):
                await self._posts.edit(messages, post)
                return
        await self._posts.post(messages, post, session.record.channel_id)
        self.note_message(session.record.channel_id)

    async def _remove_old(self, session: Session, messages: Messages) -> bool:
        """Remove an old table message. A game's last table stays above the result, without controls."""
        if (old := messages.next_old()) is None:
            return False
        with removing(messages, old):
            if not await self._show_end(session, messages, old):
                await self._remove(session, messages, old)
        return True

    async def _show_end(self, session: Session, messages: Messages, old: ShownMessage) -> bool:
        """Edit an old table into its last state. False if the game goes on, or Discord refuses the edit."""
        record = session.record
        if record.status not in ("over", "cancelled") or session.state is None or record.is_alone:
            return False
        if old.channel_id != record.channel_id:
            return False
        return await self._edit_old(messages, old, await rendered(pages.final_table, session.scene(None)))

    async def _remove(self, session: Session, messages: Messages, old: ShownMessage) -> None:
        """Delete an old table message. If that's refused, edit it to say what has become of the table."""
        try:
            await self._transport.delete(old.channel_id, old.message_id)
        except (Forbidden, Unfit):
            scene = session.scene(None)
            is_undealt = wanted.is_undealt(session)
            page = pages.table(scene) if is_undealt else elsewhere.moved_line(scene, old.channel_id)
            if not await self._edit_old(messages, old, page):
                raise  # otherwise its controls would stay there for ever

    async def _edit_old(self, messages: Messages, old: ShownMessage, page: Page) -> bool:
        """Edit an old table message. Return False if Discord refuses that."""
        await self._keep_pace(messages)
        try:
            await self._transport.edit(old.channel_id, old.message_id, page, purpose="old table")
        except (MessageGone, Unfit):
            return False
        finally:
            messages.edited_at = self._clock.elapsed
        return True

    async def _keep_pace(self, messages: Messages) -> bool:
        """Wait until the last edit of this table is `pace` seconds old. Return whether that took any time."""
        left = messages.edited_at + self._pace - self._clock.elapsed
        if not self._pace or left <= 0:
            return False
        await asyncio.sleep(left)
        return True


def _is_called(player: Player) -> bool:
    """Whether a player's first call is the table that's posted for the deal."""
    if player.reach == "dm" or not player.has_hand or not player.chosen.pings:
        return False
    return player.call is not None and not player.call.is_last and player.in_view is None


@contextmanager
def naming(players: Collection[Player]) -> Iterator[None]:
    """Keep DMs from calling these players while a message in a channel does."""
    for player in players:
        player.known.is_being_named = True
    try:
        yield
    finally:
        for player in players:
            player.known.is_being_named = False


class Mentions:
    """The mentions of players whom DMs don't reach. One message names all of them who have to act."""

    def __init__(self, dms: Dms, posts: Posts, looks: Looks, tables: Tables, *, timings: Timings) -> None:
        self._dms = dms
        self._posts = posts
        self._looks = looks
        self._tables = tables
        self._timings = timings

    def wait(self, look: Look, _queue: Queue) -> float:
        """Return 0 if a mention has to be found, posted, changed or deleted, and NEVER otherwise."""
        may_be_lost = look.messages.needs_search(MentionAt())
        is_due = may_be_lost or _to_call(look) or _is_outdated(look)
        return 0.0 if is_due and not look.messages.spots[MentionAt()].is_refused else NEVER

    async def step(self, look: Look, _queue: Queue, _request: int) -> bool:
        """Do the next thing for a table's mention. Return False if nothing is left."""
        session, messages = look.session, look.messages
        if _to_call(look):
            await self._wait_for_others(look)
            if not messages.table_is_idle.is_set():
                return await messages.table_is_idle.wait()
            await messages.store(MentionAt())  # players may act meanwhile
            look = self._looks.at(session, messages)
        with speaking(session.language()):
            if players := _to_call(look):
                await self._call(look, players)
                return True
            if _is_outdated(look):
                await self._drop_names(look)
                return True
        return False

    async def _wait_for_others(self, look: Look) -> None:
        """Wait a moment for players whose DMs are being tried, so that one mention names all who need it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timings.mention):
                for player in look.players.values():
                    if player.call is not None:
                        await self._dms.wait_for_sends(player.user_id)

    async def _call(self, look: Look, players: list[Player]) -> None:
        """Post a mention in place of the present one. It also names players whom that one has called."""
        look.messages.check_doubt(MentionAt())
        others = _still_named(look)
        with naming(players):
            try:
                await self._post(look, players, others)
            except Unfit:
                if len(players) == 1 and not others:
                    give_up(players)
                    raise
                await self._call_singly(look, players)

    async def _call_singly(self, look: Look, players: list[Player]) -> None:
        """Call players one after the other, because a mention was refused, perhaps for another's name."""
        refused: Unfit | None = None
        for player in players:
            look = self._looks.at(look.session, look.messages)
            try:
                await self._post(look, [player], {})
            except Unfit as error:
                give_up([player])
                refused = error
        if refused is not None:
            raise refused

    async def _post(self, look: Look, players: list[Player], others: Iterable[Seat]) -> None:
        """Post a mention that names these players and others. It keeps the calls of the one before."""
        scene, seats = self._scene(look.session), sorted(player.seat for player in players)
        is_last = any(player.call is not None and player.call.is_last for player in players)
        names = sorted({*seats, *others})
        page = calls.last_ping(scene, names, seats, look.now) if is_last else calls.ping(scene, names, seats)
        rang = _still_named(look) | {player.seat: player.calls_after(is_last=is_last) for player in players}
        record = look.session.record
        post = Post(MentionAt(), page, "mention", record.revision, rang=rang)
        await self._posts.post(look.messages, post, record.channel_id)
        self._tables.note_message(record.channel_id)

    def _scene(self, session: Session) -> Scene:
        """Return the public scene, where only players whose DMs are surely closed count as unreachable."""
        scene = session.scene(None)
        closed = (seat for seat in scene.button_only if self._dms.is_surely_closed(scene.players[seat]))
        return msgspec.structs.replace(scene, button_only=frozenset(closed))

    async def _drop_names(self, look: Look) -> None:
        """Edit a mention so that it only names players who still owe a move. If that's refused, leave it.

        It may be where the table was before, so a refusal doesn't tell whether the table can be shown.
        """
        session, messages, *_ = look
        named, spot = _still_named(look), MentionAt()
        if not named:
            messages.leave(spot)
            return
        page = calls.ping(self._scene(session), sorted(named), sorted(named))
        post = Post(spot, page, "mention", session.record.revision, rang=named)
        with suppress(MessageGone, Vanished, Forbidden, Unfit):
            await self._posts.edit(messages, post)
        messages.note_calls(spot, named)


def _to_call(look: Look) -> list[Player]:
    """Return the players to call now, in one kind of call: those whom no DM reaches, and those who join."""
    if not any(one.unreached for one in look.messages.seats.values()):
        return []
    due = [(player, player.call) for player in look.players.values() if player.chosen.pings]
    found = [call for player, call in due if call is not None and player.known.unreached == call]
    if not found:
        return []
    is_last = any(call.is_last for call in found)
    return [
        player
        for player, call in due
        if call is not None and call.is_last == is_last
        if player.known.unreached == call or _may_join(player, call)
    ]


def _may_join(player: Player, call: Call) -> bool:
    """Whether someone whom a DM would hardly reach is named in a mention of others."""
    is_closed = player.user_id in player.session.button_only
    if player.known.is_sending or (player.reach == "dm" and not is_closed):
        return False
    is_open = any(player.messages.spots[spot].is_open for spot in spots_of(player.seat))
    return not is_open and (call.is_last or player.in_view is None)


def _still_named(look: Look) -> dict[Seat, Rang]:
    """Return the players whom the present mention has called, and who are still waited for."""
    rang, players = look.messages.calls(MentionAt()), look.players
    return {seat: made for seat, made in rang.items() if seat in players and players[seat].still_owes(made)}


def _is_outdated(look: Look) -> bool:
    """Whether a mention names anyone who isn't waited for any more, or nobody."""
    if look.messages.current(MentionAt()) is None:
        return False
    named = _still_named(look)
    return not named or named.keys() != look.messages.calls(MentionAt()).keys()


def give_up(players: Iterable[Player]) -> None:
    """Note that the calls of these players are refused in every way."""
    for player in players:
        player.known.given_up = player.call


def give_up_mention(look: Look) -> None:
    """Note that a table's channel is gone. Players are called by DM now, unless that was tried."""
    for player in _to_call(look):
        player.known.unreached = None
        if player.chosen.sees_dms or player.reach == "channel":
            give_up([player])


class OldMessages:
    """The deletion of replaced messages in any channel, except tables."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def wait(self, look: Look, queue: Queue) -> float:
        """Return 0 if there's an old message to delete in a channel, and NEVER otherwise."""
        return NEVER if look.messages.next_old(queue.number) is None else 0.0

    async def step(self, look: Look, queue: Queue, _request: int) -> bool:
        """Delete the next old message in a channel. False if there isn't one."""
        if (old := look.messages.next_old(queue.number)) is None:
            return False
        with removing(look.messages, old):
            await self._transport.delete(old.channel_id, old.message_id)
        return True


@contextmanager
def removing(messages: Messages, old: ShownMessage) -> Iterator[None]:
    """Guard the removal of an old message. If it's forbidden, it's tried again with the next change."""
    fault_points.reach("before-remove")
    try:
        with suppress(MessageGone, Vanished, Unfit):
            yield
    except Forbidden:
        messages.stuck.add(old.message_id)
        return
    fault_points.reach("after-remove")
    messages.note_removed(old.message_id)
