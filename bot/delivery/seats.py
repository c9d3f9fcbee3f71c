"""The DMs of a seat's player: their hand, the calls to act, and news of a lost channel."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import msgspec

from bot.delivery import wanted
from bot.delivery.breaker import Dms
from bot.delivery.channels import Tables
from bot.delivery.errors import Held, MessageGone, Overtaken, Unfit
from bot.delivery.messages import Call, Queue
from bot.delivery.notices import Notices
from bot.delivery.page_rendering import rendered
from bot.delivery.posts import Post, Posts
from bot.delivery.wanted import NEVER, Look, Looks, Player, note_shown
from bot.engine.chance import Seat
from bot.rendering import calls, elsewhere, pages
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from bot.sessions.view import CallAt, GoneAt, HandAt, OfSeat, Spot, TableAt, spots_of
from bot.storage.records import Rang


class Seats:
    """The hands and calls that players get by DM."""

    def __init__(
        self,
        dms: Dms,
        posts: Posts,
        looks: Looks,
        *,
        tables: Tables,
        notices: Notices,
        own_pages: Callable[[Session, Seat], Awaitable[None]],
    ) -> None:
        self._dms = dms
        self._posts = posts
        self._looks = looks
        self._tables = tables
        self._notices = notices
        self._own_pages = own_pages

    def wait(self, look: Look, queue: Queue) -> float:
        """Return the seconds until there's something to do for a seat."""
        player = look.players.get(queue.number)
        return NEVER if player is None else min(self._looks.hand_wait(player), self._looks.call_wait(player))

    async def step(self, look: Look, queue: Queue, request: int) -> bool:
        """Do the next thing for a seat, and note it as of `request`. Return False if nothing is left."""
        player, messages = look.players[queue.number], look.messages
        with speaking(look.session.language(player.seat)):
            if player.call is not None and not self._looks.call_wait(player):
                await self._call(player, player.call)
                return True
            if player.owes_note:
                with suppress(Overtaken):  # a message was found, so the seat is looked at again
                    await self._tell_gone(player)
                    messages.mark_shown((GoneAt(player.seat),), request)
                return True
            if not self._looks.hand_wait(player):
                with suppress(Overtaken):
                    await self._show(player)
                    messages.mark_shown(spots_of(player.seat), request)
                    note_shown(player)
                return True
        return False

    async def _call(self, player: Player, call: Call) -> None:
        """Call a player by editing their hand, if they're here to see it, or by a new message."""
        session, seat, now = player.session, player.seat, player.at.now
        purpose = player.purpose(call)
        in_view = player.in_view if purpose == "call" else None
        if player.reach == "channel" and in_view is None:
            player.known.unreached = call
            return
        spot: OfSeat = CallAt(seat)
        scene = session.scene(seat)
        if player.has_hand:
            spot = HandAt(seat)
            make = partial(calls.last_with_hand, now=now) if call.is_last else pages.dm_hand
            page = await self._make_page(player, scene, make)
        elif call.is_last:
            page = calls.last_page(scene, now)
        else:
            page = calls.dm_without_hand(scene, self._tables.lasting_message(session, player.messages))
        post = Post(spot, page, purpose, session.record.revision)
        if in_view in (spot, TableAt()) and await self._call_in_view(player, post):
            return
        await self._summon(player, call, post)

    async def _make_page(self, player: Player, scene: Scene, make: Callable[[Scene], Page]) -> Page:
        """Make the page of a hand, and note its scene."""
        page = await rendered(make, scene)
        player.messages.note_made(HandAt(player.seat), scene, page)
        return page

    async def _call_in_view(self, player: Player, post: Post) -> bool:
        """Call a player by the message that they have in view. False if that can't be changed."""
        spot: Spot = TableAt()
        if isinstance(post.spot, HandAt):
            spot = post.spot
            try:
                if not await self._edit(player, post):
                    return False
            except Unfit:  # Discord may take a new message, or else a mention
                return False
            note_shown(player)
        made = (self._looks.refreshed(player) or player).calls_after(is_silent=True)
        player.messages.note_calls(spot, {**player.messages.calls(spot), player.seat: made})
        return True

    async def _summon(self, player: Player, call: Call, post: Post) -> None:
        known, player = player.known, self._looks.refreshed(player) or player

        def is_due() -> bool:
            now = self._looks.refreshed(player)
            known.is_sending = now is not None and now.call == call and not known.is_being_named
            return known.is_sending

        post = msgspec.structs.replace(post, rang={player.seat: player.calls_after(is_last=call.is_last)})
        try:
            if player.reach == "dm" and await self._posts.dm(player, post, is_due=is_due):
                if not player.facts.quiet_for:
                    note_shown(player)
                return
        except Overtaken:
            return
        except Unfit as error:  # a mention says less, so Discord may take it
            self._notices.report_refusal(player.session, post.spot, error)
        finally:
            known.is_sending = False
        known.unreached = call
        known.given_up = call if player.at.has_lost_channel else None

    async def _show(self, player: Player) -> None:
        """Bring everything but a player's calls up to date."""
        spot = CallAt(player.seat)
        if not player.still_owes(player.messages.calls(spot).get(player.seat, Rang())):
            player.messages.leave(spot)  # its call isn't true any more
        if player.user_id <= 0:
            return
        await self._own_pages(player.session, player.seat)
        await self._show_hand(player)

    async def _show_hand(self, player: Player) -> None:
        """Bring a hand up to date. Post it after the deal, and whenever it can't be edited any more.

        Players who have left get a line about that in place of their hand, and later the result.
        """
        session, messages, seat, *_ = player
        if session.state is None:
            is_told = player.chosen.hand == "button" or messages.current(GoneAt(seat)) is not None
            has_stood = messages.last_id(TableAt()) != 0
            if not is_told and is_told_of_no_deal(session, seat, has_stood=has_stood):
                await self._post_note(player, elsewhere.closed_page(session.scene(None)), is_quiet=True)
            return
        spot = HandAt(seat)
        is_there = messages.current(spot) is not None
        if session.record.close_reason in wanted.LOST_REASONS and not is_there:
            await self._tell_closed(player)
            return
        if not player.has_hand and not is_there:
            return
        scene = session.scene(seat)
        if messages.shows(spot, scene):
            return
        page = await self._make_page(player, scene, pages.dm_hand)
        post = Post(spot, page, "hand", session.record.revision, is_quiet=True)
        if is_there and await self._edit(player, post, fails_if_closed=False):
            return
        wants_dm = player.chosen.hand != "button" and player.has_hand
        if wants_dm and (is_there or session.record.status == "playing"):
            await self._posts.dm(player, post)
        elif is_there:  # the page of players who have left isn't posted again
            messages.note_lost(spot)

    async def _edit(self, player: Player, post: Post, *, fails_if_closed: bool = True) -> bool:
        """Edit a message in place. False if only a new one can show the page."""
        user_id = player.user_id
        try:
            is_open = await self._dms.change(user_id, partial(self._posts.edit, player.messages, post))
        except (MessageGone, Held):
            return False
        if not is_open:
            player.session.button_only.add(user_id)
        return is_open or not fails_if_closed

    async def _tell_closed(self, player: Player) -> None:
        """Tell a player without a hand by DM that their table, which nobody can see any more, is closed."""
        session, messages, seat, *_ = player
        spot, page = GoneAt(seat), elsewhere.closed_page(session.scene(None))
        if messages.current(spot) is not None:
            post = Post(spot, page, "gone note", session.record.revision)
            with suppress(MessageGone, Held):
                await self._dms.change(player.user_id, partial(self._posts.edit, messages, post))
                return
        if seat in session.scene(None).active and player.chosen.hand != "button":
            await self._post_note(player, page)

    async def _tell_gone(self, player: Player) -> None:
        """Tell a player by DM that the table's channel is gone. Even if that's refused, show their hand."""
        try:
            await self._post_note(player, elsewhere.channel_gone(player.session.scene(None)))
        except Unfit as error:
            self._notices.report_refusal(player.session, GoneAt(player.seat), error)

    async def _post_note(self, player: Player, page: Page, *, is_quiet: bool = False) -> None:
        is_quiet = is_quiet or bool(player.chosen.quiet_for(player.at.now))
        revision = player.session.record.revision
        post = Post(GoneAt(player.seat), page, "gone note", revision, is_quiet=is_quiet)
        await self._posts.dm(player, post)


def is_told_of_no_deal(session: Session, seat: Seat, *, has_stood: bool) -> bool:
    """Whether a player is told that their table ended before the deal.

    The host already knows if they closed it, or if they read that its channel doesn't take tables.
    """
    record = session.record
    has_heard = record.close_reason == "host" or (record.close_reason == "channel" and not has_stood)
    knows = has_heard and record.players[seat] == record.host_id
    return wanted.is_undealt(session) and not (knows or record.is_alone)
