"""The gateway, which sends events to bots: one websocket for each shard of each process."""

import asyncio
import json
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from aiohttp import web

from tests.discord_http import payloads
from tests.discord_http.answers import ANSWERS
from tests.discord_http.channels import Refused
from tests.discord_http.payloads import Json

DISPATCH, HEARTBEAT, IDENTIFY, HELLO, ACKNOWLEDGED = 0, 1, 2, 10, 11
HEARTBEAT_MS: Final = 41_250
GOING_AWAY: Final = 1001
ACKNOWLEDGED_SECONDS: Final = 0.05
AUTHENTICATION_FAILED: Final = 4004


class Wire:
    """A bot's connection, compressed if the library asks for it."""

    def __init__(self, socket: web.WebSocketResponse, *, is_compressed: bool) -> None:
        self.socket = socket
        self.shard: Sequence[int] | None = None
        """The number of its shard, and how many shards there are. None until the bot identifies."""
        self._deflate: Any = zlib.compressobj(6) if is_compressed else None
        self._sequence = 0

    def receives(self, guild_id: int) -> bool:
        """Whether this connection receives the events of a server (0: those of DMs)."""
        return self.shard is not None and (guild_id >> 22) % self.shard[1] == self.shard[0]

    async def send_event(self, event: str, data: Json) -> None:
        """Send an event to the bot."""
        self._sequence += 1
        await self.send({"op": DISPATCH, "t": event, "s": self._sequence, "d": data})

    async def send(self, said: Json) -> None:
        """Send a message in the gateway's protocol."""
        raw = payloads.dump(said)
        if self._deflate is None:
            await self.socket.send_str(raw.decode())
        else:
            packed = self._deflate.compress(raw) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(packed)


class Gateway:
    """All connections of the bot. It calls `happened` at each change."""

    def __init__(self, guilds: Sequence[Json], happened: Callable[[], None]) -> None:
        self._guilds = guilds
        self._happened = happened
        self._wires: list[Wire] = []
        self.identifies: list[tuple[int, float]] = []
        """The shards that have identified, each with the time in seconds of the steady clock."""
        self.refuses_with = 0
        """The code that closes the connection of a bot when it identifies. 0 lets the bot in."""
        self.connections = 0
        """The number of connections that bots have opened."""
        self.is_silent = False
        """Whether new connections get no greeting."""
        self.is_ready = asyncio.Event()
        """Set while a bot is connected that knows its servers."""
        self.guild_of: Mapping[int, str] = {
            int(channel["id"]): guild["id"] for guild in guilds for channel in guild["channels"]
        }
        """The server of each channel."""

    @property
    def servers(self) -> int:
        """Return how many servers the bot is in."""
        return len(self._guilds)

    def set_guilds(self, *others: Json) -> None:
        """Make these the only servers that the bot is in."""
        self._guilds = others

    def guild(self, guild_id: int) -> Json:
        """Return a server that the bot is in. Raises Refused if it isn't."""
        for guild in self._guilds:
            if guild["id"] == str(guild_id):
                return guild
        raise Refused(ANSWERS["server gone"])

    @property
    def identified(self) -> int:
        """Return how often a bot has identified."""
        return len(self.identifies)

    @property
    def shards(self) -> list[int]:
        """Return the connected shards, in order. A shard of two processes is in the list twice."""
        return sorted(wire.shard[0] for wire in self._wires if wire.shard is not None)

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """Serve a bot's connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        wire = Wire(socket, is_compressed=request.query.get("compress") == "zlib-stream")
        self._wires.append(wire)
        self.connections += 1
        self._happened()
        if not self.is_silent:
            await wire.send({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        try:
            await self._listen(wire, str(request.url.origin()))
        finally:
            self._wires.remove(wire)
            if not self.shards:
                self.is_ready.clear()
            self._happened()
        return socket

    async def _listen(self, wire: Wire, address: str) -> None:
        async for received in wire.socket:
            said = json.loads(received.data)
            if said["op"] == HEARTBEAT:
                await asyncio.sleep(
                    ACKNOWLEDGED_SECONDS
                )  # The library takes an immediate answer for a late one.
                await wire.send({"op": ACKNOWLEDGED})
            elif said["op"] == IDENTIFY:
                await self._identify(wire, said["d"].get("shard", [0, 1]), address)

    async def hang_up(self) -> None:
        """Close all connections. The bot reconnects."""
        for wire in list(self._wires):
            await wire.socket.close(code=GOING_AWAY)

    async def send_event(self, event: str, data: Json) -> bool:
        """Send an event to every connection for its server. Return whether any of them is open."""
        told = [wire for wire in self._wires if wire.receives(int(data.get("guild_id", 0)))]
        for wire in told:
            if not wire.socket.closed:
                await wire.send_event(event, data)
        return any(not wire.socket.closed for wire in told)

    async def send_message_event(self, event: str, shown: Json) -> None:
        """Send an event about a message, if its channel is in a server."""
        guild_id = self.guild_of.get(int(shown["channel_id"]))
        if guild_id is not None:
            await self.send_event(event, {**shown, "guild_id": guild_id})

    async def _identify(self, wire: Wire, shard: Sequence[int], address: str) -> None:
        self.identifies.append((shard[0], time.monotonic()))
        if self.refuses_with:
            await wire.socket.close(code=self.refuses_with)
        else:
            await self._welcome(wire, shard, address)
        self._happened()

    async def _welcome(self, wire: Wire, shard: Sequence[int], address: str) -> None:
        """Send the events that follow a login: the shard's servers, none of them new."""
        url = f"{address}/gateway".replace("http", "ws")
        wire.shard = shard
        guilds = [guild for guild in self._guilds if wire.receives(int(guild["id"]))]
        await wire.send_event("READY", payloads.ready(url, guilds, shard))
        for guild in guilds:
            await wire.send_event("GUILD_CREATE", guild)
        self.is_ready.set()
