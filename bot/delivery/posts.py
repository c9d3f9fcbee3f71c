"""Posts of new messages, exactly once each, whichever answer is lost and whenever the process dies.

The nonce of a message is made from the message that it follows at its spot, so every process knows it without
a note. A process searches for a follower once for each message that it hasn't posted itself, and after every
post whose answer was lost.
"""

import hashlib
import hmac
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgspec
import structlog

from bot.delivery.breaker import Dms
from bot.delivery.errors import (
    DeliveryError,
    Forbidden,
    Found,
    Held,
    MessageGone,
    Overtaken,
    Purpose,
    Transport,
    Unknown,
)
from bot.delivery.messages import Attempt, Messages
from bot.delivery.wanted import Looks, Player, calls_by, number_of
from bot.engine.chance import Seat
from bot.rendering.page import Page
from bot.sessions import fault_points
from bot.sessions.session import Session
from bot.sessions.view import OfSeat, Spot, spots_of
from bot.storage.records import Rang, ShownMessage

log = structlog.get_logger(__name__)


class Post(msgspec.Struct, frozen=True):
    """A page to be posted at a spot."""

    spot: Spot
    page: Page
    purpose: Purpose
    revision: int
    number: int = 0
    """A message with a different number is reposted, not edited."""
    rang: dict[Seat, Rang] | None = None
    """The calls that it makes. None: those of the message before."""
    is_quiet: bool = False


class Posts:
    """The posting and editing of pages, noted by spot. `key` makes the nonces of this database."""

    def __init__(
        self, transport: Transport, dms: Dms, looks: Looks, *, clock: Callable[[], float], key: bytes
    ) -> None:
        self._looks = looks
        self._transport = transport
        self._dms = dms
        self._clock = clock
        self._key = key

    async def post(
        self, messages: Messages, post: Post, channel_id: int, is_due: Callable[[], bool] = lambda: True
    ) -> None:
        """Post a page as the new message of a spot. Raises Overtaken if it isn't due any more."""
        await self._post(messages, post, channel_id, is_due)
        with suppress(MessageGone):
            if not messages.spots[post.spot].is_sure:
                await self.edit(messages, post)
            return
        await self._post(messages, post, channel_id, is_due)  # Discord answered with a deleted message

    async def _post(
        self, messages: Messages, post: Post, channel_id: int, is_due: Callable[[], bool]
    ) -> None:
        """Post a page. An earlier try may have arrived in its place, so the spot may not be sure of it."""
        await messages.store(post.spot)  # after a crash only one follower of a message is looked for
        if not is_due():  # players may have acted meanwhile
            raise Overtaken
        spot, after = post.spot, messages.last_id(post.spot)
        attempts = messages.spots[spot].attempts
        before = attempts.get(channel_id)
        digest = post.page.digest()
        is_same = before is None or before.after != after or before.digest == digest
        attempts[channel_id] = Attempt(after, digest if is_same else "", is_open=True, revision=post.revision)
        fault_points.reach("before-post")
        try:
            message_id = await self._transport.post(
                channel_id,
                post.page,
                nonce=self.nonce(messages.session_id, spot, after, channel_id),
                purpose=post.purpose,
                quiet=post.is_quiet,
            )
        except Unknown:
            attempts[channel_id] = attempts[channel_id]._replace(is_open=True)
            raise
        except DeliveryError:
            del attempts[channel_id]
            if before is not None:  # Discord may still return that try's message for the nonce
                attempts[channel_id] = before
            raise
        fault_points.reach("after-post")
        self._remember(messages, post, channel_id, message_id, digest=attempts[channel_id].digest)

    async def dm(self, player: Player, post: Post, *, is_due: Callable[[], bool] = lambda: True) -> bool:
        """Post a page by DM. False if DMs don't reach this player.

        Raises Overtaken if it isn't due any more once the DM is open, or an earlier post is found there.
        """
        user_id, messages, unreachable = player.user_id, player.messages, player.session.button_only

        async def send(channel_id: int) -> None:
            if messages.needs_search(post.spot) and await self._find(messages, post.spot, channel_id):
                raise Overtaken
            await self._post(messages, post, channel_id, is_due)

        try:
            is_open = await self._dms.deliver(user_id, send, purpose=post.purpose)
            if is_open and not messages.spots[post.spot].is_sure:
                is_open = await self._dms.change(user_id, partial(self.edit, messages, post))
        except Held:
            return False
        (unreachable.discard if is_open else unreachable.add)(user_id)
        return is_open

    async def edit(self, messages: Messages, post: Post) -> bool:
        """Edit the message at a spot into this page. False if it surely is that page."""
        known, shown = messages.spots[post.spot], messages.current(post.spot)
        assert shown is not None, "only what stands is edited"
        await messages.store(post.spot)  # else nobody would find it after a crash
        if known.is_sure and shown.digest == post.page.digest():
            return False
        known.is_sure, known.is_editing = False, True
        known.edits += 1
        try:
            fault_points.reach("before-edit")
            await self._transport.edit(shown.channel_id, shown.message_id, post.page, purpose=post.purpose)
            fault_points.reach("after-edit")
        finally:
            known.is_editing = False
        now = known.newest or shown  # it may have called someone meanwhile
        rang = now.rang if post.rang is None else post.rang
        said = msgspec.structs.replace(now, revision=post.revision, digest=post.page.digest(), rang=rang)
        messages.note_edited(post.spot, said)
        return True

    async def find(self, messages: Messages, session: Session, spot: Spot) -> bool:
        """Search for a post that arrived unnoticed. Return whether there was one."""
        known = messages.spots[spot]
        known.doubt = None
        channels = {channel for channel, one in known.attempts.items() if one.is_open}
        if not (known.has_searched or messages.is_new):
            channels |= await self._channels(messages, session, spot)
        found = [await self._find(messages, spot, channel_id) for channel_id in sorted(channels)]
        if channels:  # else the DM channel isn't known, and the next post searches it
            known.has_searched = known.doubt is None
        return any(found)

    async def _channels(self, messages: Messages, session: Session, spot: Spot) -> set[int]:
        """Return the channels in which an earlier process may have posted at a spot."""
        if not isinstance(spot, OfSeat):
            return {session.record.channel_id, *messages.left}
        newest = (messages.spots[one].newest for one in spots_of(spot.seat))
        known = {one.channel_id for one in newest if one is not None}
        players = session.record.players
        has_left = spot.seat >= len(players)  # the lobby, meanwhile
        dm = None if has_left else await self._dms.known_channel(players[spot.seat])
        return known | ({dm} if dm is not None else set())

    async def _find(self, messages: Messages, spot: Spot, channel_id: int) -> bool:
        """Take over the follower of a spot's last message, if a channel has it."""
        after = messages.last_id(spot)
        nonce = self.nonce(messages.session_id, spot, after, channel_id)
        try:
            found = await self._transport.find(channel_id, (nonce,))
        except Unknown:
            raise
        except DeliveryError as error:
            if isinstance(error, Forbidden) and channel_id not in messages.left:
                messages.spots[spot].doubt = error
                return False
            found = None
        messages.spots[spot].has_searched = True
        attempts = messages.spots[spot].attempts
        if found is None:
            if (attempt := attempts.get(channel_id)) is not None:
                attempts[channel_id] = attempt._replace(is_open=False)
            return False
        log.info("post_found", session=messages.session_id, spot=str(spot))
        self._take_over(messages, spot, channel_id, found)
        return True

    def _take_over(self, messages: Messages, spot: Spot, channel_id: int, found: Found) -> None:
        """Note a message of ours that was found. Its text isn't known for sure, but its calls are."""
        session = messages.session
        assert session is not None, "it's being shown"
        attempt = messages.spots[spot].attempts.get(channel_id)
        at = (found.revision or session.record.revision) if attempt is None else attempt.revision
        called = calls_by(self._looks.at(session, messages), spot, found, at)
        old = messages.spots[spot].newest
        rang = {**(old.rang if old is not None else {}), **called}
        post = Post(spot, Page(()), "lost post", session.record.revision, number_of(session, spot, at), rang)
        self._remember(messages, post, channel_id, found.message_id, digest="")

    def _remember(
        self, messages: Messages, post: Post, channel_id: int, message_id: int, *, digest: str
    ) -> None:
        """Note a new message at a spot."""
        fault_points.reach("before-note")
        old = messages.spots[post.spot].newest
        before = {} if old is None else old.rang
        messages.posted(
            post.spot,
            ShownMessage(
                place=str(post.spot),
                channel_id=channel_id,
                message_id=message_id,
                revision=post.revision,
                digest=digest,
                posted_at=self._clock(),
                post=post.number,
                rang=before if post.rang is None else post.rang,
            ),
        )
        fault_points.reach("after-note")

    def nonce(self, session_id: int, spot: Spot, after: int, channel_id: int) -> str:
        """Return the nonce of the message that follows another at a spot. It reveals nothing."""
        return nonce_of(f"{session_id}:{spot}:{after}:{channel_id}", self._key)


def nonce_of(text: str, key: bytes) -> str:
    """Return a post's nonce, made from a text that identifies the post and the database's key."""
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()[:24]
