"""The websocket through which the bot hears what happens."""

import asyncio
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from aiohttp import web

from tests.discord_http import payloads
from tests.discord_http.payloads import Json

DISPATCH, HEARTBEAT, IDENTIFY, HELLO, ACKNOWLEDGED = 0, 1, 2, 10, 11
HEARTBEAT_MS: Final = 41_250
GOING_AWAY: Final = 1001
ACKNOWLEDGED_SECONDS: Final = 0.05
AUTHENTICATION_FAILED: Final = 4004


class Gateway:
    """One connection of the bot, compressed if the library asks for it. `happened` is called at each change."""

    def __init__(self, guilds: Sequence[Json], happened: Callable[[], None]) -> None:
        self._guilds = guilds
        self._happened = happened
        self._socket: web.WebSocketResponse | None = None
        self._deflate: Any = None
        self._sequence = 0
        self.identified = 0
        """How often a bot has given its token here."""
        self.revokes = False
        """Whether the token is refused here, which is still good for requests."""
        self.connections = 0
        """How often a bot has come here."""
        self.is_silent = False
        """Whether it says nothing to a bot that comes."""
        self.is_ready = asyncio.Event()
        """Set while a bot is here that has been told of its servers."""
        self.guild_of: Mapping[int, str] = {
            int(channel["id"]): guild["id"] for guild in guilds for channel in guild["channels"]
        }
        """The server of each channel."""

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """Talk to the bot until it goes."""
        self._deflate = zlib.compressobj(6) if request.query.get("compress") == "zlib-stream" else None
        socket = self._socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self.connections += 1
        self._happened()
        if not self.is_silent:
            await self._send({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        try:
            await self._listen(socket, str(request.url.origin()))
        finally:
            if self._socket is socket:  # else the bot has come again by now
                self.is_ready.clear()
        return socket

    async def _listen(self, socket: web.WebSocketResponse, address: str) -> None:
        async for received in socket:
            said = json.loads(received.data)
            if said["op"] == HEARTBEAT:
                await asyncio.sleep(
                    ACKNOWLEDGED_SECONDS
                )  # the library takes an answer at once for a late one
                await self._send({"op": ACKNOWLEDGED})
            elif said["op"] == IDENTIFY:
                await self._identify(said["d"].get("shard", [0, 1]), address)

    async def hang_up(self) -> None:
        """Break the connection off; the bot comes again."""
        assert self._socket is not None
        await self._socket.close(code=GOING_AWAY)

    async def tell(self, event: str, data: Json) -> bool:
        """Let the bot know of something, if it listens; whether it does."""
        if self._socket is None or self._socket.closed:
            return False
        self._sequence += 1
        await self._send({"op": DISPATCH, "t": event, "s": self._sequence, "d": data})
        return True

    async def tell_of_message(self, event: str, shown: Json) -> None:
        """Let the bot know of a message, if it is one of a server it is in."""
        guild_id = self.guild_of.get(int(shown["channel_id"]))
        if guild_id is not None:
            await self.tell(event, {**shown, "guild_id": guild_id})

    async def _identify(self, shard: Sequence[int], address: str) -> None:
        self.identified += 1
        if self.revokes:
            assert self._socket is not None
            await self._socket.close(code=AUTHENTICATION_FAILED, message=b"Authentication failed.")
        else:
            await self._welcome(shard, address)
        self._happened()

    async def _welcome(self, shard: Sequence[int], address: str) -> None:
        """What follows a login: all servers, none of them new."""
        url = f"{address}/gateway".replace("http", "ws")
        await self.tell("READY", payloads.ready(url, self._guilds, shard))
        for guild in self._guilds:
            await self.tell("GUILD_CREATE", guild)
        self.is_ready.set()

    async def _send(self, said: Json) -> None:
        assert self._socket is not None
        raw = payloads.dump(said)
        if self._deflate is None:
            await self._socket.send_str(raw.decode())
        else:
            await self._socket.send_bytes(
                self._deflate.compress(raw) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            )
