"""The DMs of a seat's player: their hand, the calls to act, and news of a lost channel."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import msgspec

from bot.delivery import wanted
from bot.delivery.calling import NEVER, Calls, Due, Player, player_of
from bot.delivery.channels import Tables
from bot.delivery.dms import Dms
from bot.delivery.errors import Gone, Held, Overtaken, Purpose, Unfit
from bot.delivery.messages import Job
from bot.delivery.notices import Notices
from bot.delivery.offload import offloaded
from bot.delivery.pacing import Pacing, is_shown
from bot.delivery.posts import Post, Posts
from bot.engine.chance import Seat
from bot.rendering import calls, elsewhere, last_calls, pages
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.clocks import Clock, Clocks
from bot.sessions.session import Session
from bot.sessions.view import CallAt, GoneAt, HandAt, OfSeat, Spot, TableAt, spots_of
from bot.storage.records import Rang


class Seats:
    """Shows and calls. `clocks` are those of the tables."""

    def __init__(
        self,
        dms: Dms,
        posts: Posts,
        calls: Calls,
        pacing: Pacing,
        *,
        tables: Tables,
        notices: Notices,
        clock: Clock,
        clocks: Clocks,
        own_pages: Callable[[Session, Seat], Awaitable[None]],
    ) -> None:
        self._dms = dms
        self._posts = posts
        self._calls = calls
        self._pacing = pacing
        self._tables = tables
        self._notices = notices
        self._clock = clock
        self._clocks = clocks
        self._own_pages = own_pages

    def wait(self, job: Job) -> float:
        """For how many seconds a seat has nothing to do."""
        return min(self.waits(player_of(job)))

    def waits(self, player: Player) -> tuple[float, float]:
        """For how many seconds what a player is to see waits, and their next call. NEVER: there's none."""
        if not player.has_seat:
            return NEVER, NEVER
        return self._hand_waits(player), self._call_waits(player)

    async def step(self, job: Job, asked: int) -> bool:
        """Do the next thing for a seat, as `asked`. Return False when nothing is left."""
        player, messages = player_of(job), job.messages
        if not player.has_seat:
            return False
        with speaking(job.session.language(player.seat)):
            if not self._call_waits(player):
                due = self._calls.due(player)
                assert due is not None
                await self._call(player, due)
                return True
            if self._owes_note(player):
                with suppress(Overtaken):  # a message was found: it's looked at again
                    await self._tell_gone(player)
                    messages.brought_up((GoneAt(player.seat),), asked)
                return True
            if not self._hand_waits(player):
                with suppress(Overtaken):
                    await self._show(player)
                    messages.brought_up(spots_of(player.seat), asked)
                    is_shown(player)
                return True
        return False

    def _hand_waits(self, player: Player) -> float:
        if player.session.record.is_alone:
            return NEVER  # one message shows all of a table in a DM
        if self._owes_note(player):
            return 0.0
        if not any(player.messages.is_due(spot) for spot in (HandAt(player.seat), CallAt(player.seat))):
            return NEVER
        return 0.0 if player.is_nobody else self._pacing.left(player)

    def _call_waits(self, player: Player) -> float:
        if player.is_nobody or player.known.is_being_named:
            return NEVER
        due = self._calls.due(player)
        if due is None or player.known.unreached == due.call:
            return NEVER
        return self._pacing.left(player, is_call=True) if due.is_now else due.seconds

    async def _call(self, player: Player, due: Due) -> None:
        """Call a player by editing their hand, if they're here to see it, or by a new message."""
        session, messages, seat = player
        is_first = self._calls.rang(player).asked != session.record.owed_by(seat).asked
        purpose: Purpose = "last call" if due.call.is_last else "call" if is_first else "reminder"
        seen = self._calls.in_view(player) if purpose == "call" else None
        if player.reach == "channel" and seen is None:
            player.known.unreached = due.call
            return
        if player.has_hand:
            spot: OfSeat = HandAt(seat)
            make = partial(last_calls.with_hand, now=self._clock()) if due.call.is_last else pages.hand_by_dm
            page = await self._made(player, make)
        elif due.call.is_last:
            spot, page = CallAt(seat), last_calls.page(session.scene(seat), self._clock())
        else:
            spot, page = (
                CallAt(seat),
                calls.by_dm(player.session.scene(player.seat), self._tables.staying(session, messages)),
            )
        post = Post(spot, page, purpose, session.record.revision)
        if seen in (spot, TableAt()) and await self._is_seen(player, post):
            return
        await self._summon(player, due, post)

    async def _made(self, player: Player, make: Callable[[Scene], Page]) -> Page:
        """Make a hand."""
        scene = player.session.scene(player.seat)
        page = await offloaded(make, scene)
        player.messages.note_made(HandAt(player.seat), scene, page)
        return page

    async def _is_seen(self, player: Player, post: Post) -> bool:
        """Tell a player by what they have in view. False where that can't be changed."""
        spot: Spot = TableAt()
        if isinstance(post.spot, HandAt):
            spot = post.spot
            try:
                if not await self._change(player, post):
                    return False
            except Unfit:  # a new message, or else a mention, may be taken
                return False
            is_shown(player)
        told = self._calls.told(player, is_silent=True)
        player.messages.told(spot, {**player.messages.rang(spot), player.seat: told})
        return True

    async def _summon(self, player: Player, due: Due, post: Post) -> None:
        known = player.known

        def is_due() -> bool:
            now = self._calls.due(player)
            is_same = now is not None and now.is_now and now.call == due.call
            known.is_sending = is_same and not known.is_being_named
            return known.is_sending

        told = self._calls.told(player, is_last=due.call.is_last)
        post = msgspec.structs.replace(post, rang={player.seat: told})
        try:
            if player.reach == "dm" and await self._posts.dm(player, post, is_due=is_due):
                if not player.chosen.quiet_for(self._clock()):
                    is_shown(player)
                return
        except Overtaken:
            return
        except Unfit as error:  # a mention says less, and may be taken
            self._notices.complain(player.session, post.spot, error)
        finally:
            known.is_sending = False
        known.unreached = due.call

    async def _show(self, player: Player) -> None:
        """Bring everything of a player up to date but their calls."""
        spot = CallAt(player.seat)
        if not player.owes_still(player.messages.rang(spot).get(player.seat, Rang())):
            player.messages.leave(spot)  # a call that isn't true any more
        if player.is_nobody:
            return
        await self._own_pages(player.session, player.seat)
        await self._hand(player)

    async def _hand(self, player: Player) -> None:
        """Bring a hand up to date. Post it after the deal, and where it can't be edited any more.

        For a player who has left, their hand is replaced by a line about that, and later by the result.
        """
        session, messages, seat = player
        if session.state is None:
            has_stood = messages.after(TableAt()) != 0
            if wanted.is_told_of_no_deal(session, seat, has_stood=has_stood):
                await self._tell_of_no_deal(player)
            return
        spot = HandAt(seat)
        is_there = messages.standing(spot) is not None
        if wanted.has_closed_unseen(session) and not is_there:
            await self._tell_closed(player)
            return
        if (not player.has_hand and not is_there) or messages.says(spot, player.session.scene(player.seat)):
            return
        page = await self._made(player, pages.hand_by_dm)
        post = Post(spot, page, "hand", session.record.revision, is_quiet=True)
        if is_there and await self._change(player, post, has_failed_if_closed=False):
            return
        if wanted.is_hand_posted(player, is_there=is_there):
            await self._posts.dm(player, post)
        elif is_there:  # the page of a player who has left the game isn't posted again
            messages.lost(spot)

    async def _change(self, player: Player, post: Post, *, has_failed_if_closed: bool = True) -> bool:
        """Change a message where it stands. False when only a new one can show it."""
        user_id = player.user_id
        try:
            is_open = await self._dms.change(user_id, lambda: self._posts.edit(player.messages, post))
        except (Gone, Held):
            return False
        if not is_open:
            player.session.button_only.add(user_id)
        return is_open or not has_failed_if_closed

    def _owes_note(self, player: Player) -> bool:
        """Whether a player is still to be told by DM that the table's channel is gone."""
        paused, spot = self._clocks.paused.get(player.session.record.id), GoneAt(player.seat)
        if paused is None or paused.why != "channel" or player.is_nobody:
            return False
        return player.messages.is_due(spot) and player.messages.standing(spot) is None

    async def _tell_closed(self, player: Player) -> None:
        """Tell a player without a hand by DM that a table is closed at which nobody can look."""
        session, messages, seat = player
        spot, page = GoneAt(seat), elsewhere.closed(session.scene(None))
        if messages.standing(spot) is not None:
            post = Post(spot, page, "gone note", session.record.revision)
            with suppress(Gone, Held):
                await self._dms.change(player.user_id, lambda: self._posts.edit(messages, post))
                return
        if seat in session.scene(None).active and player.chosen.hand != "button":
            await self._post_note(player, page)

    async def _tell_of_no_deal(self, player: Player) -> None:
        """Tell a player quietly by DM that the table is closed at which they sat. Its message is gone."""
        if player.messages.standing(GoneAt(player.seat)) is None and player.chosen.hand != "button":
            await self._post_note(player, elsewhere.closed(player.session.scene(None)), is_quiet=True)

    async def _tell_gone(self, player: Player) -> None:
        """Tell a player by DM that the table's channel is gone. Their hand is shown though that's refused."""
        try:
            await self._post_note(player, elsewhere.gone(player.session.scene(None)))
        except Unfit as error:
            self._notices.complain(player.session, GoneAt(player.seat), error)

    async def _post_note(self, player: Player, page: Page, *, is_quiet: bool = False) -> None:
        is_quiet = is_quiet or bool(player.chosen.quiet_for(self._clock()))
        revision = player.session.record.revision
        post = Post(GoneAt(player.seat), page, "gone note", revision, is_quiet=is_quiet)
        await self._posts.dm(player, post)
