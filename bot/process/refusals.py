"""Reasons why Discord doesn't let the bot in, with cures and waiting times, for the start and the doctor."""

import asyncio
import os
import ssl
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final, Literal, TypeVar

import aiohttp
import discord
import msgspec
import structlog

log = structlog.get_logger(__name__)

T = TypeVar("T")

FAILURES: Final = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
"""The errors that a request to Discord may raise."""
PATIENT_SECONDS: Final = 30.0
"""The longest rate limit that discord.py may wait out silently at a start. It accepts no lower value."""
BLOCKED_SECONDS: Final = 1800.0
"""The wait after Discord has blocked our address. Each request makes the block longer."""
RETRY_SECONDS: Final = 60.0
TODAYS_LIMIT: Final = 30034
"""Discord's error code for too many new commands in a day."""
KEEP_RUNNING: Final = "leave the bot running"
"""The cure if only time helps. A restart would ask again, and each request makes the wait longer."""
CLOCK_CURE: Final = "set the clock of this machine, or let the bot past the proxy that reads its traffic"
NETWORK_CURE: Final = "check network, DNS, proxy and firewall of this machine: discord.com must be reachable"

Kind = Literal["token", "settings", "away"]


class NotDiscord(discord.DiscordException):
    """An answer from something else in Discord's place, such as a proxy."""


class Refusal(msgspec.Struct, frozen=True):
    """A reason why Discord doesn't let the bot in, and the cure."""

    words: str
    cure: str
    kind: Kind = "away"
    seconds: float | None = None
    """The seconds after which another try may help. None if waiting doesn't help or the time is unknown."""

    def __str__(self) -> str:
        return f"{self.words}: {self.cure}"


class Refused(Exception):
    """The error to raise when Discord doesn't let the bot in."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Wait(msgspec.Struct, frozen=True):
    """A wait before the bot asks Discord again, and its end in seconds since the epoch."""

    why: str
    until: float

    def __str__(self) -> str:
        return f"{self.why}: {KEEP_RUNNING}, it tries again at {clock_time(self.until)}"


def clock_time(at: float) -> str:
    """Return a time in seconds since the epoch as text for operators."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


NO_STARTS: Final = "the bot has used up its connections to Discord for today"
_BY_CLOSE_CODE: Final = {
    4004: Refusal(
        "Discord doesn't accept the token", "copy it again from the application's Bot page into .env", "token"
    ),
    4010: Refusal("Discord doesn't know this shard", "leave SHARDS empty, or correct it", "settings"),
    4011: Refusal(
        "Discord wants more shards than SHARDS allows", "leave SHARDS empty, or raise it", "settings"
    ),
    4012: Refusal(
        "Discord no longer speaks this version's protocol", "install a newer Cardcrate", "settings"
    ),
    4013: Refusal(
        "Discord doesn't know an intent that the bot asks for", "install a newer Cardcrate", "token"
    ),
    4014: Refusal("Discord refuses an intent of the bot", "install a newer Cardcrate", "token"),
}
"""The refusals, by the code with which Discord closes a connection."""


def refusal(error: BaseException) -> Refusal:
    """Return the refusal that explains an error of a request to Discord."""
    match error:
        case discord.LoginFailure():
            return _BY_CLOSE_CODE[4004]
        case discord.PrivilegedIntentsRequired():
            return _BY_CLOSE_CODE[4014]
        case discord.ConnectionClosed(code=code) if code in _BY_CLOSE_CODE:
            return _BY_CLOSE_CODE[code]
        case discord.GatewayNotFound(__cause__=BaseException() as cause):
            return refusal(cause)
        case discord.RateLimited():
            return Refusal("Discord limits this bot's requests", "wait", seconds=error.retry_after)
        case NotDiscord():
            words = "something else answers in Discord's place, such as a proxy"
            return Refusal(words, NETWORK_CURE, seconds=RETRY_SECONDS)
        case discord.HTTPException():
            return _status_refusal(error)
        case aiohttp.ClientConnectorCertificateError(certificate_error=ssl.SSLCertVerificationError() as why):
            return Refusal(f"Discord's certificate isn't trusted ({why.verify_message})", CLOCK_CURE)
    return Refusal(f"Discord can't be reached ({_reason(error)})", NETWORK_CURE)


def _reason(error: BaseException) -> str:
    """Return a few words about a failure of the network, never what was sent."""
    match error:
        case discord.DiscordException():
            return " ".join(str(error).split())
        case TimeoutError():
            return "no answer"
        case aiohttp.ClientSSLError():
            return "no encrypted connection"
        case aiohttp.ServerDisconnectedError() | aiohttp.ClientPayloadError():
            return "the connection broke off"
        case aiohttp.ClientResponseError():
            return "the answer isn't one of a web server"
        case OSError(errno=int() as number) if number > 0:
            return os.strerror(number)  # asyncio's own words are about sockets
    return getattr(error, "strerror", None) or "the connection failed"


def _status_refusal(error: discord.HTTPException) -> Refusal:
    """Explain an error status. HTML pages come from the network in front of Discord and aren't quoted."""
    if error.status == HTTPStatus.PROXY_AUTHENTICATION_REQUIRED:
        return refusal(NotDiscord())
    is_page = error.text.lstrip().startswith("<")
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        words = f"Discord is down (status {error.status})"
        return Refusal(words, "wait, and see https://discordstatus.com", seconds=RETRY_SECONDS)
    if error.status == HTTPStatus.TOO_MANY_REQUESTS or (is_page and error.status == HTTPStatus.FORBIDDEN):
        told = error.response.headers.get("Retry-After", "")
        seconds = float(told) if told.isdecimal() else BLOCKED_SECONDS
        words = f"Discord blocks this machine's address, not your bot (status {error.status})"
        return Refusal(words, "wait, because each try makes it longer", seconds=seconds)
    said = "a page" if is_page else " ".join(error.text.split())
    cure = "check DISCORD_API" if is_page or error.status == HTTPStatus.NOT_FOUND else "please report it"
    return Refusal(f"Discord answers with status {error.status} ({said})", cure)


def start_delay(limit: Mapping[str, Any], shards: int) -> float:
    """Return how many seconds to wait until this many shards may connect. Discord sets a limit per day."""
    if limit["remaining"] >= min(shards, limit["total"]):
        return 0.0
    return max(float(limit["reset_after"]) / 1000, RETRY_SECONDS)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise Refused, with the reason, in place of an error of a request to Discord."""
    try:
        yield
    except FAILURES as error:
        raise Refused(refusal(error)) from error


async def log_in(client: discord.Client, login: Callable[[], Awaitable[None]]) -> None:
    """Log a client in. Raises NotDiscord if something else answers, which the library doesn't check."""
    try:
        await login()
    except (TypeError, KeyError) as error:
        if client.application is not None:  # Discord has answered, and something went wrong after that.
            raise
        raise NotDiscord from error


class Patience:
    """The retries of requests to Discord that only time can help, no more often than Discord wants."""

    def __init__(
        self, clock: Callable[[], float], sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self.wait: Wait | None = None
        """The present wait, or None."""
        self._clock = clock
        self._sleep = sleep

    async def ask(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask until Discord answers, and return the answer. Raises an error that waiting can't cure."""
        while True:
            try:
                answer = await ask()
            except FAILURES as error:
                said = refusal(error)
                if said.seconds is None:
                    raise
                await self.rest(said.words, said.seconds)
            else:
                self.wait = None
                return answer

    async def rest(self, why: str, seconds: float) -> None:
        """Wait for this many seconds. A reason that repeats is logged once."""
        is_repeated = self.wait is not None and self.wait.why == why
        self.wait = Wait(why, self._clock() + seconds)
        if not is_repeated:
            log.error("discord_waits", why=why, cure=KEEP_RUNNING, until=clock_time(self.wait.until))
        await self._sleep(seconds)
