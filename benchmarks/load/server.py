"""A Discord on this machine: answers every request after a while, and passes on what people press."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from aiohttp import web

from benchmarks.load import wire
from benchmarks.load.gateway import Gateway
from benchmarks.load.wire import Json, is_dm

Kind = Literal["table edit", "table post", "hand edit", "hand post", "delete", "find", "open DM", "name"]
KINDS: Final[tuple[Kind, ...]] = Kind.__args__  # type: ignore[attr-defined]
EVENTS: Final = {"POST": "MESSAGE_CREATE", "PATCH": "MESSAGE_UPDATE", "DELETE": "MESSAGE_DELETE"}
UPDATE: Final = 7
"""The kind of answer that changes the page which was pressed on."""

HEADERS: Final = {
    "X-RateLimit-Limit": "100000",
    "X-RateLimit-Remaining": "99999",
    "X-RateLimit-Reset-After": "1.000",
    "Via": "1.1 bench",
}
"""The library reads and counts these at each answer; here they never make it wait."""


LIMITED: Final = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global", "Via": "1.1 bench"}


class Call(NamedTuple):
    """A request that counts against the bot's limit."""

    kind: Kind
    channel_id: int
    at: float
    message_id: int = 0


class Drawn(NamedTuple):
    """What a request wants to show."""

    components: list[Json]
    files: dict[str, bytes]


class Click:
    """One press of a button: when it was sent, and when its answer was ready and acknowledged."""

    def __init__(self, user_id: int, on: Json) -> None:
        self.user_id = user_id
        self.on = {name: on[name] for name in ("id", "channel_id", "flags")}
        self.answers = 0
        self.sent_at = time.monotonic()
        self.ready_at = 0.0
        self.acknowledged: asyncio.Future[float] = asyncio.get_running_loop().create_future()


class Server:
    """Discord for one bot. `network` is how long a request takes, in seconds.

    Of requests that are no answers to interactions it takes at most `limit` a second (0: all) and refuses
    the others with 429. It keeps the page that each user would press on next. Requests are listed in
    `calls`; what they show is kept in `drawn` only while that is a list.
    """

    def __init__(self, guilds: Sequence[Json], network: float = 0.05, limit: int = 0) -> None:
        self.network = network
        self.refused = 0
        self._recent: deque[float] | None = deque(maxlen=limit) if limit else None
        self.calls: list[Call] = []
        self.drawn: list[tuple[Call | None, Drawn]] | None = None
        self.follow_ups = 0
        self.in_flight = 0
        self.last_at = time.monotonic()
        self.gateway = Gateway(guilds)
        self.tables: dict[int, Json] = {}
        self.pages: dict[int, Json] = {}
        self._clicks: dict[int, Click] = {}
        self._runner = web.ServerRunner(web.Server(self._handle))
        self._address = ""

    async def start(self) -> str:
        """Listen, and give the address."""
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self._address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self._address

    async def close(self) -> None:
        """Hang up."""
        await self._runner.cleanup()

    async def press(self, user_id: int, custom_id: str, on: Json, guild_id: int) -> Click:
        """Let a user press a button of a message."""
        number = wire.new_id()
        payload = wire.press(number, user_id, custom_id, on, guild_id)
        click = self._clicks[number] = Click(user_id, on)
        await self.gateway.tell("INTERACTION_CREATE", payload)
        return click

    def forget(self) -> None:
        """Begin to count anew."""
        self.calls.clear()
        self.refused = 0

    async def quiet(self, seconds: float) -> None:
        """Wait until so long nothing was asked for."""
        while self.in_flight or time.monotonic() - self.last_at < seconds:  # noqa: ASYNC110 # nothing tells
            await asyncio.sleep(seconds / 20)

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        place = request.path.strip("/").split("/")
        if place == ["gateway"]:
            return await self.gateway.serve(request)
        self.last_at = time.monotonic()
        self.in_flight += 1
        try:
            body, files = wire.read_body(request.headers.get("Content-Type", ""), await request.read())
            return await self._answer(request.method, place, body, files)
        finally:
            self.last_at = time.monotonic()
            self.in_flight -= 1

    async def _answer(
        self, method: str, place: list[str], body: Json, files: dict[str, bytes]
    ) -> web.StreamResponse:
        drawn = Drawn(body.get("data", body).get("components", []), files)
        if place[0] == "interactions":
            return await self._callback(int(place[1]), body["type"], drawn)
        if self._is_too_much():
            self.refused += 1
            why = wire.dump({"message": "You are being rate limited.", "retry_after": 1.0, "global": True})
            return web.Response(status=429, headers=LIMITED, body=why, content_type="application/json")
        if place[0] == "channels" and place[2] == "messages" and method != "GET":
            said = await self._message(
                method, int(place[1]), int(place[3]) if place[3:] else wire.new_id(), drawn
            )
        else:
            said = self._fact(place, body)
        await asyncio.sleep(self.network)
        return _json(said, limit=f"{method} {place[0]} {len(place)}")

    def _is_too_much(self) -> bool:
        """Whether this request is one more than may be made within a second."""
        if self._recent is None:
            return False
        now = time.monotonic()
        if len(self._recent) == self._recent.maxlen and now - self._recent[0] < 1:
            return True
        self._recent.append(now)
        return False

    async def _callback(self, number: int, kind: int, drawn: Drawn) -> web.StreamResponse:
        """An interaction is answered."""
        now = time.monotonic()
        click = self._clicks[number]
        click.answers += 1
        click.ready_at = click.ready_at or now
        on = click.on
        if kind == UPDATE:
            shown = wire.message(int(on["id"]), int(on["channel_id"]), *_parts(drawn), flags=on["flags"])
        else:
            flags = wire.EPHEMERAL
            shown = wire.message(wire.new_id(), int(on["channel_id"]), *_parts(drawn), flags=flags)
        self.pages.setdefault(click.user_id, shown)
        if self.pages[click.user_id]["id"] == shown["id"]:
            self.pages[click.user_id] = shown
        self._keep(None, drawn)
        await asyncio.sleep(self.network)
        if not click.acknowledged.done():
            click.acknowledged.set_result(time.monotonic())
        return _json(wire.answered(number, shown))

    async def _message(self, method: str, channel_id: int, message_id: int, drawn: Drawn) -> Json | None:
        """A message is posted, edited or deleted; those in servers come back as events."""
        where = "hand" if is_dm(channel_id) else "table"
        what: Kind = "delete" if method == "DELETE" else f"{where} {'post' if method == 'POST' else 'edit'}"  # type: ignore[assignment]
        self._count(what, channel_id, drawn, message_id)
        shown = wire.message(message_id, channel_id, *_parts(drawn))
        if method != "DELETE":
            self._show(channel_id, shown, is_new=method == "POST")
        if not is_dm(channel_id):
            await self.gateway.tell(EVENTS[method], {**shown, "guild_id": str(wire.GUILDS)})
        return None if method == "DELETE" else shown

    def _show(self, channel_id: int, shown: Json, *, is_new: bool) -> None:
        shelf, owner = (
            (self.pages, wire.user_of(channel_id)) if is_dm(channel_id) else (self.tables, channel_id)
        )
        if is_new or shelf.get(owner, shown)["id"] == shown["id"]:
            shelf[owner] = shown

    def _fact(self, place: list[str], body: Json) -> Any:
        """Whatever else the bot wants to know."""
        match place:
            case ["users", "@me"]:
                return wire.BOT
            case ["oauth2", *_]:
                return wire.APPLICATION
            case ["gateway", "bot"]:
                limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
                url = f"{self._address}/gateway".replace("http", "ws")
                return {"url": url, "shards": 1, "session_start_limit": limit}
            case ["users", "@me", "channels"]:
                self._count("open DM", wire.dm_of(int(body["recipient_id"])))
                return wire.dm_channel(int(body["recipient_id"]))
            case ["guilds", _, "members", user_id]:
                self._count("name", wire.dm_of(int(user_id)))
                return wire.member(int(user_id))
            case ["users", user_id]:
                self._count("name", wire.dm_of(int(user_id)))
                return wire.user(int(user_id))
            case ["channels", channel_id, "messages"]:
                self._count("find", int(channel_id))
                return []
            case ["webhooks", *_]:
                self.follow_ups += 1
                return wire.message(wire.new_id(), wire.CHANNELS, [])
        return []

    def _count(self, kind: Kind, channel_id: int, drawn: Drawn | None = None, message_id: int = 0) -> None:
        call = Call(kind, channel_id, time.monotonic(), message_id)
        self.calls.append(call)
        self._keep(call, drawn or Drawn([], {}))

    def _keep(self, call: Call | None, drawn: Drawn) -> None:
        if self.drawn is not None:
            self.drawn.append((call, drawn))


def _json(said: Any, limit: str = "callback") -> web.Response:
    """An answer to a request that counts for the rate limit of this name; 204 where nothing is said."""
    headers = {**HEADERS, "X-RateLimit-Bucket": limit}
    if said is None:
        return web.Response(status=204, headers=headers)
    return web.Response(body=wire.dump(said), content_type="application/json", headers=headers)


def _parts(drawn: Drawn) -> tuple[list[Json], list[str]]:
    return drawn.components, list(drawn.files)
