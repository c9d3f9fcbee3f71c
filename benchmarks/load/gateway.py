"""The websocket through which the bot hears what happens."""

import asyncio
import json
import zlib
from collections.abc import Sequence
from typing import Any

from aiohttp import web

from benchmarks.load import wire
from benchmarks.load.wire import Json

HEARTBEAT_MS = 41_250
ACKNOWLEDGED = 0.05
"""After so many seconds."""


class Gateway:
    """One connection of the bot, compressed as the library asks for it."""

    def __init__(self, guilds: Sequence[Json]) -> None:
        self._guilds = guilds
        self._socket: web.WebSocketResponse | None = None
        self._deflate: Any = None
        self._sequence = 0
        self.is_ready = asyncio.Event()

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """Talk to the bot until it goes."""
        self._deflate = zlib.compressobj(6) if request.query.get("compress") == "zlib-stream" else None
        socket = self._socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await self._send({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        async for received in socket:
            said = json.loads(received.data)
            if said["op"] == 1:
                await asyncio.sleep(ACKNOWLEDGED)  # the library takes an answer at once for a late one
                await self._send({"op": 11})
            elif said["op"] == 2:
                await self._welcome(said["d"].get("shard", [0, 1]), str(request.url.origin()))
        return socket

    async def tell(self, event: str, data: Json) -> None:
        """Let the bot know of something, if it listens."""
        if self._socket is None or self._socket.closed:
            return
        self._sequence += 1
        await self._send({"op": 0, "t": event, "s": self._sequence, "d": data})

    async def _welcome(self, shard: list[int], address: str) -> None:
        """What follows a login: all servers, none of them new."""
        away = [{"id": guild["id"], "unavailable": True} for guild in self._guilds]
        ready = {
            "v": 10,
            "user": wire.BOT,
            "guilds": away,
            "session_id": "load",
            "resume_gateway_url": f"{address}/gateway".replace("http", "ws"),
            "shard": shard,
            "application": {"id": wire.APPLICATION["id"], "flags": 0},
        }
        await self.tell("READY", ready)
        for guild in self._guilds:
            await self.tell("GUILD_CREATE", guild)
        self.is_ready.set()

    async def _send(self, said: Json) -> None:
        assert self._socket is not None
        raw = wire.dump(said)
        if self._deflate is None:
            await self._socket.send_str(raw.decode())
        else:
            await self._socket.send_bytes(
                self._deflate.compress(raw) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            )
