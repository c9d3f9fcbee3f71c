"""All of Discord that a bot needs from its start to its end, on this machine: requests, gateway, interactions."""

import asyncio
import itertools
import json
import time
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.courier.loopback import APPLICATION, BOT, Loopback, _json, _message, texts

DISPATCH, HEARTBEAT, IDENTIFY, HELLO, ACKNOWLEDGED = 0, 1, 2, 10, 11
COMMAND, COMPONENT = 2, 3
FIRST_MOMENT = 1_420_070_400_000
"""The milliseconds at which Discord's ids begin to count."""
GUILD, CHANNEL = 1, 10


class StandIn(Loopback):
    """A Discord with one server and one channel. `awaits(...)` waits until something has happened."""

    def __init__(self) -> None:
        super().__init__()
        self.token_is_known = True
        self.revokes = False
        """Whether the gateway refuses the token, which is still good for requests."""
        self.logins = 0
        self.identified = 0
        self.answers: dict[int, str] = {}
        """What interactions were answered with, by their id."""
        self.shows = asyncio.Event()
        """While it is not set, no message gets through."""
        self.shows.set()
        self._happened = asyncio.Condition()
        self._gateway: web.WebSocketResponse | None = None
        self._numbers = itertools.count(1)

    def _app(self) -> web.Application:
        app = super()._app()
        app.router.add_get("/", self._connect)
        app.router.add_get("/gateway/bot", self._where)
        app.router.add_put("/applications/{application}/commands", self._nothing)
        app.router.add_post("/interactions/{id}/{token}/callback", self._answer)
        app.middlewares.append(self._tell)
        return app

    @web.middleware
    async def _tell(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Let waiting tests look again after each request."""
        if "messages" in request.path:
            await self.shows.wait()
        try:
            response: web.StreamResponse = await handler(request)
            return response
        finally:
            await self._notify()

    async def _notify(self) -> None:
        async with self._happened:
            self._happened.notify_all()

    async def awaits(self, is_so: Callable[[], bool]) -> None:
        """Wait until this is so."""
        async with self._happened:
            await self._happened.wait_for(is_so)

    async def _me(self, request: web.Request) -> web.Response:
        self.logins += 1
        if self.token_is_known:
            return await super()._me(request)
        return _json({"code": 0, "message": "401: Unauthorized"}, 401)

    async def _where(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        url = f"ws://{request.host}/"
        return _json({"url": url, "shards": 1, "session_start_limit": limit})

    async def _nothing(self, _request: web.Request) -> web.Response:
        return _json([])

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        """The gateway."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        async for message in socket:
            op = json.loads(message.data)["op"]
            if op == HEARTBEAT:
                await socket.send_json({"op": ACKNOWLEDGED})
            elif op == IDENTIFY:
                self.identified += 1
                await self._welcome(socket)
        return socket

    async def _welcome(self, socket: web.WebSocketResponse) -> None:
        if self.revokes:
            await socket.close(code=4004, message=b"Authentication failed.")
        else:
            self._gateway = socket
            await self._dispatch("READY", ready("ws://127.0.0.1/"))
        await self._notify()

    async def _dispatch(self, event: str, data: dict[str, Any]) -> None:
        assert self._gateway is not None
        number = next(self._numbers)
        await self._gateway.send_json({"op": DISPATCH, "t": event, "s": number, "d": data})

    async def slash(self, user_id: int, command: str) -> int:
        """A user types a command without options; gives the interaction's id."""
        return await self._interact(COMMAND, user_id, {"id": "5", "name": command, "type": 1})

    async def press(self, user_id: int, body: dict[str, Any], custom_id: str) -> int:
        """A user presses a button of a page that may have changed since; gives the interaction's id."""
        message = _message(CHANNEL, 1, body) | {"flags": body["flags"]}
        data = {"custom_id": custom_id, "component_type": 2}
        return await self._interact(COMPONENT, user_id, data, message=message)

    async def _interact(self, kind: int, user_id: int, data: dict[str, Any], **more: Any) -> int:
        number = (int(time.time() * 1000) - FIRST_MOMENT << 22) + next(self._numbers)
        payload = interaction(number, kind, user_id) | {"data": data, **more}
        await self._dispatch("INTERACTION_CREATE", payload)
        return number

    async def _answer(self, request: web.Request) -> web.Response:
        body = await request.json()
        number = request.match_info["id"]
        self.answers[int(number)] = "\n".join(texts(body.get("data", {}).get("components", [])))
        return _json({"interaction": {"id": number, "type": 2}})


def ready(url: str) -> dict[str, Any]:
    """The first thing that a bot is told."""
    return {
        "v": 10,
        "user": BOT,
        "guilds": [],
        "session_id": "session",
        "resume_gateway_url": url,
        "shard": [0, 1],
        "application": {"id": APPLICATION["id"], "flags": 0},
    }


def interaction(number: int, kind: int, user_id: int) -> dict[str, Any]:
    """What every interaction in the channel says of itself."""
    return {
        "id": str(number),
        "type": kind,
        "token": f"token of {number}",
        "version": 1,
        "application_id": APPLICATION["id"],
        "guild_id": str(GUILD),
        "guild": {"id": str(GUILD), "features": []},
        "channel_id": str(CHANNEL),
        "channel": {"id": str(CHANNEL), "type": 0, "name": "cards", "position": 0, "permissions": "0"},
        "member": member(user_id),
        "entitlements": [],
        "attachment_size_limit": 10_000_000,
        "authorizing_integration_owners": {},
        "context": 0,
        "app_permissions": "8",
    }


def member(user_id: int) -> dict[str, Any]:
    """A user of the server."""
    return {
        "user": {**BOT, "id": str(user_id), "username": f"user-{user_id}"},
        "roles": [],
        "permissions": "0",
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
