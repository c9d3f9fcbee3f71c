"""The server: it keeps messages, refuses requests that break a rule, and fails when a test wants it to."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from aiohttp import web

from tests.discord_http import interactions, payloads
from tests.discord_http.answers import ANSWERS, Answer
from tests.discord_http.channels import Channels, Refused
from tests.discord_http.gateway import Gateway
from tests.discord_http.ids import new_id
from tests.discord_http.interactions import Interaction
from tests.discord_http.payloads import COMMAND, Json, text_of
from tests.discord_http.rates import Rates
from tests.discord_http.requests import Kind, Request, read
from tests.discord_http.responses import drop, refusal, success
from tests.discord_http.rules import broken_rules

EVENTS: Final = {"post": "MESSAGE_CREATE", "edit": "MESSAGE_UPDATE", "delete": "MESSAGE_DELETE"}
RECORDED: Final = frozenset(("post", "find", "edit", "delete", "dm", "user"))
"""The kinds of requests that are recorded and that a test can make fail."""
EMPTY: Final[Mapping[str, Any]] = {"commands": [], "emojis": {"items": []}}
"""Answers that are empty lists."""
SESSIONS: Final = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}

Script = Callable[[Kind, int], Answer | None]
"""A function that returns the failure for a kind of request in a channel, or None to let it succeed."""


class RuleBroken(Exception):
    """An error: the bot has sent a request that Discord doesn't allow."""


class StandIn:
    """A Discord for one bot with some servers. `network` is how many seconds a request takes on its way.

    It calls `fault(kind, channel id)` before requests in `RECORDED`. It refuses requests that break a rule, and
    lists the rules in `broken`, for which `serving` raises RuleBroken at the end.
    """

    def __init__(
        self, *, guilds: Sequence[Json] = (), network: float = 0.0, rates: Rates | None = None
    ) -> None:
        self.network = network
        self.rates = rates or Rates()
        self.gateway = Gateway(guilds, self.wake_waiters)
        self.channels = Channels()
        self.fault: Script = _no_fault
        self.gate = asyncio.Event()
        """Requests about messages wait while it isn't set."""
        self.gate.set()
        self.requests: list[Request] = []
        self.refused = 0
        """The number of requests refused for a rate limit or a fault at the start."""
        self.broken: list[str] = []
        self.interactions: dict[int, Interaction] = {}
        self.follow_ups = 0
        self.token_is_known = True
        self.start_faults: dict[str, Answer] = {}
        """The failures for a starting bot, by the kind of its request."""
        self.application: Json = {}
        """Differences between the token's application and the usual one."""
        self.logins = 0
        self.in_flight = 0
        self.last_at = time.monotonic()
        self._waiting: list[asyncio.Future[None]] = []
        self._runner = web.ServerRunner(web.Server(self._handle))
        self.address = ""

    async def start(self) -> str:
        """Start listening, and return the address."""
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self.address

    async def close(self) -> None:
        """Stop listening. Requests that wait at the gate get through."""
        self.gate.set()
        await self._runner.cleanup()

    # A test controls the server with these.

    def once(self, kind: Kind, *answers: Answer, channel_id: int | None = None) -> None:
        """Make the next requests of a kind fail, with one of these answers each."""
        left = list(answers)

        def fault(what: Kind, channel: int) -> Answer | None:
            is_meant = what == kind and channel_id in (None, channel)
            return left.pop(0) if left and is_meant else None

        self.fault = fault

    def always(self, kind: Kind, answer: Answer, channel_id: int | None = None) -> None:
        """Make every request of a kind fail."""
        self.fault = lambda what, channel: answer if what == kind and channel_id in (None, channel) else None

    def clear_fault(self) -> None:
        """Make all requests succeed after this."""
        self.fault = _no_fault

    async def slash(self, user_id: int, channel_id: int, command: str, guild_id: int) -> Interaction:
        """Let a user type a command without options."""
        action = Interaction(new_id(), user_id, channel_id)
        data = {"id": "5", "name": command, "type": 1}
        said = payloads.interaction(action.number, COMMAND, user_id, channel_id, guild_id, data=data)
        return await self._deliver(action, said)

    async def press(self, user_id: int, on: Json, custom_id: str, guild_id: int) -> Interaction:
        """Let a user press a button of a page, which may have changed since."""
        action = Interaction(new_id(), user_id, int(on["channel_id"]), on)
        said = interactions.press(action.number, user_id, on, custom_id, guild_id)
        return await self._deliver(action, said)

    async def _deliver(self, action: Interaction, said: Json) -> Interaction:
        self.interactions[action.number] = action
        if not await self.gateway.send_event("INTERACTION_CREATE", said):
            action.fail_wait()
        return action

    # A test checks the server with these.

    @property
    def messages(self) -> dict[int, dict[int, Json]]:
        """Return the present messages, by channel and id."""
        return self.channels.messages

    def counted(self) -> Counter[str]:
        """Return how many requests there were of each kind."""
        return Counter(request.kind for request in self.requests)

    def posts(self, channel_id: int) -> list[Request]:
        """Return the posts to a channel, even those that failed."""
        return [r for r in self.requests if r.kind == "post" and r.channel_id == channel_id]

    def shown(self, channel_id: int) -> list[str]:
        """Return the texts in a channel, oldest first."""
        return [text_of(shown["components"]) for shown in self.messages.get(channel_id, {}).values()]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition is true."""
        while not condition():
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting

    def wake_waiters(self) -> None:
        """Make everyone in `until` check their condition."""
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    # A subclass can override these to keep its own records.

    def delay_of(self, asked: Request) -> float:
        """Return how many seconds a request takes on its way."""
        return self.network

    def on_request(self, asked: Request) -> None:
        """Record a request before it's answered."""
        self.requests.append(asked)

    def on_answer(self, click: Interaction, shown: Json, asked: Request) -> None:
        """Take note that an answer to an interaction is shown or changed."""

    def on_change(self, asked: Request, shown: Json) -> None:
        """Take note that a message was posted, edited or deleted."""

    # The server answers requests with these.

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path == "/gateway":
            return await self.gateway.serve(request)
        self.last_at = time.monotonic()
        self.in_flight += 1
        self.wake_waiters()
        try:
            content_type = request.headers.get("Content-Type", "")
            raw = await request.read()
            asked = read(request.method, request.path, content_type, raw, request.query)
            return await self._rate_limit(request, asked)
        finally:
            self.last_at = time.monotonic()
            self.in_flight -= 1
            self.wake_waiters()

    async def _rate_limit(self, request: web.BaseRequest, asked: Request) -> web.StreamResponse:
        """Answer a request, unless it exceeds a rate limit."""
        taken = self.rates.take(asked)
        if taken.refusal:
            self.refused += 1
            return refusal(taken.refusal, taken.headers)
        try:
            said = await self._respond(request, asked)
        except Refused as no:
            return refusal(no.answer, taken.headers)
        if isinstance(said, web.StreamResponse):
            return said
        if delay := self.delay_of(asked):
            await asyncio.sleep(delay)
        if asked.kind == "answer":
            self.interactions[asked.number].acknowledge()
        return success(said, taken.headers)

    async def _respond(self, request: web.BaseRequest, asked: Request) -> Any:
        """Answer as the test wants it, or else as Discord would."""
        if (fault := self.start_faults.get(asked.kind)) is not None:
            self.refused += 1
            raise Refused(fault)
        if asked.kind not in RECORDED:
            return self._answer_other(asked)
        if asked.channel_id and asked.kind in ("post", "find", "edit", "delete"):
            await self.gate.wait()
        self.on_request(asked)
        answer = self.fault(asked.kind, asked.channel_id)  # type: ignore[arg-type] # ASKED are the kinds
        if answer is None:
            return await self._carry_out(asked)
        if answer.executes:
            with suppress(Refused):  # the injected answer is sent, whatever the real one is
                await self._carry_out(asked)
        return drop(request, resets=answer.ends == "reset") if answer.ends else refusal(answer, {})

    async def _carry_out(self, asked: Request) -> Any:
        self._check(asked)
        match asked.kind:
            case "dm":
                return payloads.dm_channel(asked.number)
            case "user" if asked.route.startswith("GET guilds"):
                return payloads.member(asked.number)
            case "user":
                return payloads.user(asked.number)
            case "find":
                return self.channels.find(asked)
            case "post":
                return await self._announce(asked, self.channels.post(asked))
            case "edit":
                return await self._announce(asked, self.channels.edit(asked))
        await self._announce(asked, self.channels.delete(asked))
        return None

    async def _announce(self, asked: Request, shown: Json) -> Json:
        self.on_change(asked, shown)
        await self.gateway.send_message_event(EVENTS[asked.kind], shown)
        return shown

    def _check(self, asked: Request) -> None:
        """Refuse a request that breaks a rule, and remember the rule."""
        found = [f"{asked.kind}: {rule}" for rule in broken_rules(asked)]
        if found:
            self.broken += found
            raise Refused(ANSWERS["body malformed"])

    def _answer_other(self, asked: Request) -> Any:
        """Return the answer to a request that a start or an interaction needs."""
        if asked.kind in EMPTY:
            return EMPTY[asked.kind]
        match asked.kind:
            case "answer":
                return self._answer(asked)
            case "follow-up":
                self.follow_ups += 1
                return payloads.message(new_id(), 0, asked.components)
            case "late edit":
                return self._change_answer(asked)
            case "late delete":
                return {}
            case "login":
                return self._login()
            case "application":
                servers = {"approximate_guild_count": self.gateway.servers}
                return {**payloads.APPLICATION, **servers, **self.application}
            case "gateway":
                url = f"{self.address}/gateway".replace("http", "ws")
                return {"url": url, "shards": 1, "session_start_limit": SESSIONS}
            case "guild":
                return self.gateway.guild(asked.number)
        self.broken.append(f"no such route here: {asked.route}")
        raise Refused(ANSWERS["not found, new code"])

    def _login(self) -> Json:
        self.logins += 1
        if not self.token_is_known:
            raise Refused(ANSWERS["token unknown"])
        return payloads.BOT

    def _answer(self, asked: Request) -> Json:
        click = self._click(asked)
        shown = click.answer(asked)
        if shown is not None:
            self.on_answer(click, shown, asked)
        return payloads.answered(click.number, shown)

    def _change_answer(self, asked: Request) -> Json:
        """Change the answer to an interaction."""
        click = self._click(asked)
        shown = click.show(asked)
        self.on_answer(click, shown, asked)
        return shown

    def _click(self, asked: Request) -> Interaction:
        """Return the interaction that a request answers. Raises Refused for an unknown one."""
        self._check(asked)
        click = self.interactions.get(asked.number)
        if click is None:
            raise Refused(ANSWERS["interaction gone"])
        return click


@asynccontextmanager
async def serving(server: StandIn) -> AsyncIterator[str]:
    """Run a server and yield its address. Raises RuleBroken at the end if the bot has broken a rule."""
    address = await server.start()
    try:
        yield address
    finally:
        await server.close()
    if server.broken:
        raise RuleBroken("; ".join(sorted(set(server.broken))))


def _no_fault(_kind: Kind, _channel_id: int) -> None:
    """Let every request succeed."""
