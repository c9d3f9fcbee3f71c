"""The only sender: turns pages into Discord messages and Discord's errors into a few of our own."""

import asyncio
import hashlib
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from contextvars import ContextVar
from typing import Any, Final, TypeVar

import aiohttp
import discord
import structlog
from discord.http import Ratelimit, handle_message_parameters

from bot.cluster.cluster import Cluster
from bot.cluster.throttle import Throttle
from bot.delivery.errors import (
    DeliveryError,
    Forbidden,
    Found,
    MessageGone,
    Purpose,
    Unfit,
    Unknown,
    Vanished,
    delivery_error,
)
from bot.delivery.layouts import PLAIN, Signs, laid_out
from bot.delivery.names import printable_name
from bot.rendering.page import Page
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

T = TypeVar("T")

NEEDED: Final[Mapping[str, str]] = {"view_channel": "View Channel", "send_messages": "Send Messages"}
NEEDED_IN_THREADS: Final[Mapping[str, str]] = {
    "view_channel": "View Channel",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""The permissions without which not even text can be sent."""
MAX_IN_LIST_MINUTES: Final = 10080
"""Minutes without a message after which a thread leaves the list of channels. Discord has nothing longer."""
MAX_SEARCHED: Final = 25
"""The number of messages that are searched for one whose answer was lost."""
MAX_MARKS: Final = 2**31 - 1
"""The highest id of a component: ids are positive 32-bit numbers."""

OPENED_PER_SECOND: Final = 1.25
OPENED_AT_ONCE: Final = 4
"""The pace at which DM channels are opened: five at first, then one a second, like posts in a channel."""

FILES_SECONDS: Final = 600.0
"""The time for which a channel gets pages as text once it has refused our pictures."""

REFUSAL_STATUSES: Final = frozenset((401, 403, 429))
REFUSALS_SECONDS: Final = 600.0
MANY_REFUSALS: Final = 5000
"""The refusals in ten minutes that raise an alarm. After 10,000 Discord shuts out an address."""

SCAN_SECONDS: Final = 60.0
"""The least time between the library's searches for unused limits. Without this it searches for every new
channel, which blocks the event loop if there are thousands."""


class RefusalCounter:
    """A counter of the answers that Discord holds against us, with an alarm while there's still time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: deque[float] = deque(maxlen=MANY_REFUSALS)
        self._alarmed_at = -REFUSALS_SECONDS

    def note(self, status: int, scope: str | None = None) -> None:
        """Note an answer. Limits shared with others aren't held against us."""
        if status not in REFUSAL_STATUSES or scope == "shared":
            return
        now = self._clock()
        self._times.append(now)
        is_full = len(self._times) == MANY_REFUSALS and now - self._times[0] <= REFUSALS_SECONDS
        if is_full and now - self._alarmed_at >= REFUSALS_SECONDS:
            self._alarmed_at = now
            log.error("many_refusals", count=MANY_REFUSALS, seconds=round(now - self._times[0]))

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace for the client that notes every answer, even those that the library deals with."""

        async def on_end(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
            self.note(end.response.status, end.response.headers.get("X-RateLimit-Scope"))

        config = aiohttp.TraceConfig()
        config.on_request_end.append(on_end)
        return config


class Files:
    """Channels in which Discord refused files: pages go there as text until another try is worthwhile.

    `clock` is monotonic, in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._refused: dict[int, float] = {}
        self._changed: Callable[[int, bool], None] | None = None

    def watch(self, changed: Callable[[int, bool], None]) -> None:
        """Report each channel in which files are refused (False), or are worth a try again (True)."""
        self._changed = changed

    def are_allowed(self, channel_id: int | None) -> bool:
        """Whether files are worth a try in this channel."""
        at = self._refused.get(channel_id or 0)
        return at is None or self._clock() - at >= FILES_SECONDS

    def refuse(self, channel_id: int) -> None:
        """Note that files were refused in this channel."""
        log.warning("pictures_refused", seconds=FILES_SECONDS)
        now = self._clock()
        self._refused = {one: at for one, at in self._refused.items() if now - at < FILES_SECONDS}
        self._refused[channel_id] = now
        self._report(channel_id, is_allowed=False)

    def try_again(self) -> None:
        """Try files everywhere again, because permissions have changed somewhere."""
        refused, self._refused = self._refused, {}
        for channel_id in refused:
            self._report(channel_id, is_allowed=True)

    def _report(self, channel_id: int, *, is_allowed: bool) -> None:
        if self._changed is not None:
            self._changed(channel_id, is_allowed)


class LastCheck:
    """A last check of the lease, which only lets requests through that end before it does.

    Between the decision to send and the socket a process may sleep for any time, and wake up when another one
    has shown something newer.

    Answers to interactions always pass, because the process that claimed one may answer it without a lease.
    So do requests that only ask for something, such as a name.
    """

    def __init__(self, cluster: Cluster, trace: aiohttp.TraceConfig) -> None:
        self._cluster = cluster
        self._is_guarded: ContextVar[bool] = ContextVar("asks", default=False)
        trace.on_connection_reuseconn.append(self._on_connection)
        trace.on_connection_create_end.append(self._on_connection)

    @asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Guard one try to send. Raises Unknown if it comes too late, TimeoutError if it takes too long."""
        self._look()
        before = self._is_guarded.set(True)
        try:
            async with asyncio.timeout(self._cluster.try_seconds):
                yield
        finally:
            self._is_guarded.reset(before)

    async def _on_connection(self, *_args: object) -> None:
        """Check again, because the library now has a connection and sends."""
        if self._is_guarded.get():
            self._look()

    def _look(self) -> None:
        if not self._cluster.may_send:
            raise Unknown("the lease of a shard group ends too soon")


class DiscordTransport:
    """A transport through a discord.py client that isn't logged in yet, so that all answers are counted.

    `granted` is the number of requests a second that Discord grants the bot, or 0 for no limit.
    """

    def __init__(
        self,
        client: discord.Client,
        *,
        clock: Callable[[], float] = time.monotonic,
        granted: float = 0.0,
        cluster: Cluster,
        signs: Signs = PLAIN,
    ) -> None:
        self._client = client
        self._throttle = Throttle("requests", granted, cluster.take_turns)
        opened = OPENED_PER_SECOND if granted else 0.0
        self._openings = Throttle("openings", opened, cluster.take_turns, burst=OPENED_AT_ONCE)
        client.http.http_trace = trace = RefusalCounter(clock).trace()
        self._last_check = LastCheck(cluster, trace)
        patch_limits(client.http, clock)
        self.signs = signs
        self.files = Files(clock)

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        """Post a page. See the Transport protocol for errors.

        This process posts answers to presses, even when another one shows the table.
        """
        channel, mentions = self._client.get_partial_messageable(channel_id), allowed_mentions(page)

        async def post(body: Page) -> int:
            with laid_out(body, self.signs, mark=mark_of(nonce)) as (view, files):
                async with self._request(shows=purpose != "answer"):
                    message = await channel.send(
                        view=view, files=files, nonce=nonce, silent=quiet, allowed_mentions=mentions
                    )
                    return message.id

        try:
            return await self._send_page(channel_id, page, post)
        except MessageGone as error:
            raise Vanished(f"nothing can be posted: {error}") from error

    async def edit(self, channel_id: int, message_id: int, page: Page, *, purpose: Purpose) -> None:
        """Replace a message by a page."""
        mentions = allowed_mentions(page)

        async def edit(body: Page) -> None:
            # `PartialMessage.edit` would make a message of the answer, which nobody reads.
            with laid_out(body, self.signs) as (view, files):
                async with self._request():
                    with handle_message_parameters(
                        view=view, attachments=files, allowed_mentions=mentions
                    ) as params:
                        await self._client.http.edit_message(channel_id, message_id, params=params)

        await self._send_page(channel_id, page, edit)

    async def _send_page(self, channel_id: int, page: Page, send: Callable[[Page], Awaitable[T]]) -> T:
        """Send a page, without pictures if the channel refuses them. Forbidden names what's missing."""
        has_files = bool(page.pictures) and self.files.are_allowed(channel_id)
        try:
            return await send(page if has_files else page.without_pictures())
        except Forbidden as error:
            if (lacking := missing(self._client.get_channel(channel_id))) is not None:
                raise Forbidden(lacking) from error
            if not has_files:
                raise
        sent = await send(page.without_pictures())
        self.files.refuse(channel_id)
        return sent

    async def find(self, channel_id: int, nonces: Collection[str]) -> Found | None:
        """Return a message among a channel's last ones that was posted under one of these nonces.

        An edited message isn't found.
        """
        channel, marks = self._client.get_partial_messageable(channel_id), set(map(mark_of, nonces))
        async with self._request():
            async for message in channel.history(limit=MAX_SEARCHED):
                for component in message.components:
                    if isinstance(component, discord.Container) and component.id in marks:
                        pinged = frozenset(user.id for user in message.mentions)
                        quiet, revision = message.flags.suppress_notifications, revision_in(component)
                        return Found(message.id, quiet, pinged, revision)
        return None

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        async with self._request():
            await message.delete()

    async def dm_channel(self, user_id: int, *, purpose: Purpose) -> int:
        """Open the DM channel of a user in turn, and return its id."""
        user = discord.Object(user_id)
        try:
            async with self._request(opens=True):
                return (await self._client.create_dm(user)).id
        except (MessageGone, Unfit) as error:
            raise Vanished(f"nobody to write to: {error}") from error

    async def open_thread(self, channel: discord.TextChannel, name: str) -> discord.Thread:
        """Open a public thread."""
        kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
        async with self._request(shows=False):
            return await channel.create_thread(
                name=name, type=kind, auto_archive_duration=MAX_IN_LIST_MINUTES
            )

    async def remove_thread(self, thread: discord.Thread) -> None:
        """Delete a thread of ours, or archive it if that's refused. Do nothing if both are."""
        try:
            async with self._request(shows=False):
                await thread.delete()
        except DeliveryError:
            with suppress(DeliveryError):
                async with self._request(shows=False):
                    await thread.edit(archived=True)

    async def name(self, guild_id: int, user_id: int) -> str | None:
        """Return a member's display name, None if there's nobody. Raise Unknown if Discord can't be asked."""
        guild = self._client.get_guild(guild_id)
        try:
            async with self._request(shows=False):
                member = None if guild is None else guild.get_member(user_id)
                found = member or await (guild.fetch_member if guild else self._client.fetch_user)(user_id)
                return printable_name(found.display_name, found.name)
        except Unknown:
            raise
        except DeliveryError:
            return None

    @asynccontextmanager
    async def _request(self, *, shows: bool = True, opens: bool = False) -> AsyncIterator[None]:
        """Guard one request: wait for its turn, and turn anything that goes wrong into a DeliveryError.

        A request that `shows` something raises Unknown without a lease. One that `opens` a DM first waits for
        a turn to do that.
        """
        try:
            for throttle in (self._openings, self._throttle) if opens else (self._throttle,):
                await throttle.turn()
            async with self._last_check.sending() if shows else nullcontext():
                yield
        except StoreError as error:
            raise Unknown(f"no turn could be taken: {error}") from error
        except discord.HTTPException as error:
            raise delivery_error(error) from error
        except discord.RateLimited as error:
            raise Unknown(f"rate limited for {error.retry_after:.0f} s") from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Unknown(f"no answer: {type(error).__name__}") from error


def allowed_mentions(page: Page) -> discord.AllowedMentions:
    """Return mentions that let only the page's own pings notify anyone, whatever its text contains."""
    users = [discord.Object(user_id) for user_id in page.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def mark_of(nonce: str) -> int:
    """Return the id of a post's outermost component. Messages keep it, but they don't keep their nonce."""
    return 1 + int.from_bytes(hashlib.sha256(nonce.encode()).digest()[:4]) % MAX_MARKS


def revision_in(component: Any) -> int:
    """Return the newest revision that the controls in a component name. 0 if they don't name any."""
    parts = (*getattr(component, "children", ()), getattr(component, "accessory", None))
    custom_id = getattr(component, "custom_id", None) or "::0:"  # a link doesn't have one
    return max([int(custom_id.split(":", 3)[2]), *map(revision_in, filter(None, parts))])


def missing(channel: Any) -> str | None:
    """Return the first permission for text in a channel that the bot lacks. None if none is known."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    needed = NEEDED_IN_THREADS if isinstance(channel, discord.Thread) else NEEDED
    held = channel.permissions_for(channel.guild.me)
    return next((name for flag, name in needed.items() if not getattr(held, flag)), None)


class Limit(Ratelimit):
    """A rate limit that stays open if a request is cancelled on its way out.

    The library closes a limit for each request and opens it a step later. If the request is cancelled in that
    step as well, as after a process has slept, the library would leave the limit closed. Every later request
    would wait for 30 seconds, which is longer than any try of ours lasts.
    """

    __slots__ = ()

    async def _refresh(self) -> None:
        try:
            await super()._refresh()
        except asyncio.CancelledError:
            if self.expires is None:  # Discord hasn't said that it's used up
                self.reset()  # type: ignore[no-untyped-call]
            self._wake(len(self._pending_requests))  # so that they check again how long to wait
            raise


def patch_limits(http: Any, clock: Callable[[], float]) -> None:
    """Make the library's HTTP client use `Limit`, and search for unused limits less often.

    There's no public way to do either. These are the names of discord.py 2.7.
    """
    last = float("-inf")

    def get_ratelimit(key: str) -> Ratelimit:
        nonlocal last
        limits: dict[str, Ratelimit] = http._buckets  # noqa: SLF001
        if (found := limits.get(key)) is not None:
            return found
        made = limits[key] = Limit(http.max_ratelimit_timeout)
        if clock() - last >= SCAN_SECONDS:
            last = clock()
            http._try_clear_expired_ratelimits()  # noqa: SLF001
        return made

    http.get_ratelimit = get_ratelimit
