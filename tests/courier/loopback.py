"""A small Discord on this machine's own address: it keeps messages, and fails where a test wants it to."""

import asyncio
import json
import socket
import struct
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, Self

from aiohttp import test_utils, web

Kind = Literal["post", "find", "edit", "delete", "dm", "user"]
KINDS: dict[tuple[str, str], Kind] = {
    ("POST", "messages"): "post",
    ("GET", "messages"): "find",
    ("PATCH", "messages"): "edit",
    ("DELETE", "messages"): "delete",
    ("POST", "@me"): "dm",
}
BOT = {"id": "1", "username": "cardcrate", "discriminator": "0", "avatar": None, "global_name": None}
APPLICATION = {
    "id": "1",
    "name": "cardcrate",
    "description": "",
    "icon": None,
    "owner": BOT,
    "summary": "",
    "verify_key": "",
    "bot_public": True,
    "bot_require_code_grant": False,
}
NO_LINGER = struct.pack("ii", 1, 0)


@dataclass(frozen=True)
class Fault:
    """How a request goes wrong: an answer, or an end of the connection after it was carried out or not."""

    status: int = 0
    body: dict[str, Any] | str = ""
    headers: dict[str, str] = field(default_factory=dict)
    ends: Literal["", "drop", "reset"] = ""
    executes: bool = False

    @classmethod
    def code(cls, status: int, code: int, **more: Any) -> Self:
        """Discord's usual way to say no."""
        return cls(status, {"code": code, "message": "no", **more})

    @classmethod
    def limit(cls, **more: Any) -> Self:
        """A rate limit, as Discord itself announces it."""
        body = {"message": "You are being rate limited.", "retry_after": 0.25, **more}
        return cls(429, body, {"Via": "1.1 google"})


@dataclass(frozen=True)
class Request:
    """One request as it arrived."""

    kind: Kind
    channel_id: int
    body: dict[str, Any]

    @property
    def nonce(self) -> str:
        nonce: str = self.body["nonce"]
        return nonce

    @property
    def text(self) -> str:
        """All text that it wants to show."""
        return "\n".join(texts(self.body.get("components", [])))


class Loopback:
    """Messages by channel. `fault(kind, channel id)` is asked before every request."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.messages: dict[int, dict[int, dict[str, Any]]] = {}
        self.fault: Callable[[Kind, int], Fault | None] = lambda _kind, _channel: None
        self._nonces: dict[tuple[int, str], int] = {}
        self._last_id = 1000
        self._server = test_utils.TestServer(self._app(), host="127.0.0.1")

    def _app(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/users/@me", self._me)
        app.router.add_get("/oauth2/applications/@me", self._application)
        app.router.add_get("/users/{user}", self._do)
        app.router.add_post("/users/@me/channels", self._do)
        app.router.add_post("/channels/{channel}/messages", self._do)
        app.router.add_get("/channels/{channel}/messages", self._do)
        app.router.add_patch("/channels/{channel}/messages/{message}", self._do)
        app.router.add_delete("/channels/{channel}/messages/{message}", self._do)
        return app

    async def start(self) -> str:
        """Listen, and give the address."""
        await self._server.start_server()
        return str(self._server.make_url("")).rstrip("/")

    async def close(self) -> None:
        await self._server.close()

    def once(self, kind: Kind, *faults: Fault, channel_id: int | None = None) -> None:
        """Let the next requests of a kind go wrong, one fault each."""
        left = list(faults)

        def fault(what: Kind, channel: int) -> Fault | None:
            is_meant = what == kind and channel_id in (None, channel)
            return left.pop(0) if left and is_meant else None

        self.fault = fault

    def always(self, kind: Kind, fault: Fault, channel_id: int | None = None) -> None:
        """Let every request of a kind go wrong."""
        self.fault = lambda what, channel: fault if what == kind and channel_id in (None, channel) else None

    def counted(self) -> Counter[Kind]:
        return Counter(request.kind for request in self.requests)

    def posts(self, channel_id: int) -> list[Request]:
        return [r for r in self.requests if r.kind == "post" and r.channel_id == channel_id]

    def shown(self, channel_id: int) -> list[str]:
        """The texts that stand in a channel, oldest first."""
        return ["\n".join(texts(body["components"])) for body in self.messages.get(channel_id, {}).values()]

    async def _me(self, _request: web.Request) -> web.Response:
        return _json(BOT)

    async def _application(self, _request: web.Request) -> web.Response:
        return _json(APPLICATION)

    async def _do(self, request: web.Request) -> web.StreamResponse:
        channel_id = int(request.match_info.get("channel", 0))
        body = await _body(request)
        kind = KINDS.get((request.method, request.path.split("/")[3 if channel_id else 2]), "user")
        self.requests.append(Request(kind, channel_id, body))
        fault = self.fault(kind, channel_id)
        if fault is None or fault.executes:
            answer = self._carried_out(kind, channel_id, request, body)
        if fault is None:
            return answer
        if fault.ends:
            return _ended(request, resets=fault.ends == "reset")
        if isinstance(fault.body, str):
            return web.Response(
                status=fault.status, text=fault.body, content_type="text/html", headers=fault.headers
            )
        return _json(fault.body, fault.status, fault.headers)

    def _carried_out(
        self, kind: Kind, channel_id: int, request: web.Request, body: dict[str, Any]
    ) -> web.Response:
        if kind == "user":
            return _json({**BOT, "id": request.match_info["user"]})
        if kind == "dm":
            user_id = int(body["recipient_id"])
            recipient = {**BOT, "id": str(user_id)}
            return _json({"id": str(1000 + user_id), "type": 1, "recipients": [recipient]})
        if kind == "post":
            return self._post(channel_id, body)
        standing = self.messages.get(channel_id, {})
        if kind == "find":
            newest = [_message(channel_id, number, body) for number, body in standing.items()][::-1]
            return _json(newest)
        message_id = int(request.match_info["message"])
        if message_id not in standing:
            return _json({"code": 10008, "message": "Unknown Message"}, 404)
        if kind == "delete":
            del standing[message_id]
            return web.Response(status=204)
        standing[message_id] = body
        return _json(_message(channel_id, message_id))

    def _post(self, channel_id: int, body: dict[str, Any]) -> web.Response:
        """Post, or give the message that this nonce has made before, also when it was deleted since."""
        key = (
            (channel_id, body["nonce"]) if body.get("enforce_nonce") else (channel_id, str(self._last_id + 1))
        )
        if key not in self._nonces:
            self._last_id += 1
            self._nonces[key] = self._last_id
            self.messages.setdefault(channel_id, {})[self._last_id] = body
        return _json(_message(channel_id, self._nonces[key]))


def texts(components: list[dict[str, Any]]) -> list[str]:
    """The text displays among components, at any depth."""
    found: list[str] = []
    for component in components:
        if component["type"] == 10:
            found.append(component["content"])
        found += texts(component.get("components", []))
    return found


async def _body(request: web.Request) -> dict[str, Any]:
    """The JSON of a request, which stands in the first part when files come with it."""
    if request.content_type == "multipart/form-data":
        form = await request.post()
        files = {name: part.file.read() for name, part in form.items() if isinstance(part, web.FileField)}
        return {**json.loads(str(form["payload_json"])), "files": files}
    return dict(json.loads(await request.text() or "{}"))


def _ended(request: web.Request, *, resets: bool) -> web.StreamResponse:
    """End the connection without an answer, in order or with a reset."""
    transport = request.transport
    assert isinstance(transport, asyncio.Transport)
    if resets:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        transport.abort()
    else:
        transport.close()
    return web.Response()


def _json(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON as Discord labels it: discord.py looks for exactly this type."""
    return web.Response(
        status=status,
        body=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **(headers or {})},
    )


def _message(
    channel_id: int, message_id: int, body: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    return {
        "id": str(message_id),
        "channel_id": str(channel_id),
        "author": BOT,
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": body.get("components", []),
        "pinned": False,
        "type": 0,
    }
