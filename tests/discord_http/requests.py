"""Requests as they arrive, with their kind, JSON and files."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tests.discord_http.ids import dm_of
from tests.discord_http.payloads import Json, number_of, text_of

Kind = Literal["post", "find", "edit", "delete", "dm", "user"]
"""Requests about messages or users. Answers to interactions aren't among them."""
Other = Literal[
    "login",
    "application",
    "gateway",
    "commands",
    "guild",
    "emojis",
    "answer",
    "follow-up",
    "late edit",
    "late delete",
    "unknown",
]  # The other requests of a bot.

_NAME = re.compile(rb' name="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it arrived. `number` is the id of its message, user, interaction or server, or 0."""

    kind: Kind | Other
    channel_id: int = 0
    number: int = 0
    body: Json = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    route: str = ""

    @property
    def page(self) -> Json:
        """Return the part of the body that describes a message."""
        page: Json = self.body.get("data", self.body) if self.kind == "answer" else self.body
        return page

    @property
    def components(self) -> list[Json]:
        """Return the components that the request wants to show."""
        components: list[Json] = self.page.get("components", [])
        return components

    @property
    def nonce(self) -> str:
        nonce: str = self.body["nonce"]
        return nonce

    @property
    def text(self) -> str:
        """Return all text that the request wants to show."""
        return text_of(self.components)


def read(method: str, path: str, content_type: str, raw: bytes, query: Mapping[str, str]) -> Request:
    """Return the request in an HTTP call. Without a body, its query counts as the body."""
    body, files = read_body(content_type, raw) if raw else (dict(query), {})
    place = path.strip("/").split("/")
    kind, channel_id, number = _parse(method, place, body)
    return Request(kind, channel_id, number, body, files, f"{method} {place[0]} {len(place)}")


def _parse(method: str, place: Sequence[str], body: Json) -> tuple[Kind | Other, int, int]:
    """Return the kind of a request, its channel and its number."""
    match method, *place:
        case "POST", "channels", channel, "messages":
            return "post", int(channel), 0
        case "GET", "channels", channel, "messages":
            return "find", int(channel), 0
        case "PATCH", "channels", channel, "messages", message:
            return "edit", int(channel), int(message)
        case "DELETE", "channels", channel, "messages", message:
            return "delete", int(channel), int(message)
        case "POST", "interactions", number, _, "callback":
            return "answer", 0, int(number)
        case "POST", "webhooks", _, _:
            return "follow-up", 0, 0
        case "PATCH", "webhooks", _, token, "messages", _:
            return "late edit", 0, number_of(token)
        case "DELETE", "webhooks", _, _, "messages", _:
            return "late delete", 0, 0
        case "POST", "users", "@me", "channels":
            user_id = int(body["recipient_id"])
            return "dm", dm_of(user_id), user_id
    return _parse_other(method, place)


def _parse_other(method: str, place: Sequence[str]) -> tuple[Kind | Other, int, int]:
    match method, *place:
        case "GET", "users", "@me":
            return "login", 0, 0
        case ("GET", "users", user) | ("GET", "guilds", _, "members", user):
            return "user", dm_of(int(user)), int(user)
        case "GET", "oauth2", "applications", "@me":
            return "application", 0, 0
        case "GET", "gateway", "bot":
            return "gateway", 0, 0
        case ("PUT", "applications", _, "commands") | ("PUT", "applications", _, "guilds", _, "commands"):
            return "commands", 0, 0
        case ("GET", "applications", _, "commands") | ("GET", "applications", _, "guilds", _, "commands"):
            return "commands", 0, 0
        case "GET", "guilds", guild:
            return "guild", 0, int(guild)
        case "GET", "applications", _, "emojis":
            return "emojis", 0, 0
    return "unknown", 0, 0


def read_body(content_type: str, body: bytes) -> tuple[Json, dict[str, bytes]]:
    """Return the JSON of a request, and its files by name."""
    if not body:
        return {}, {}
    kind, _, boundary = content_type.partition("boundary=")
    if not kind.startswith("multipart/"):
        return {"commands": said} if isinstance(said := json.loads(body), list) else said, {}
    found: Json = {}
    files: dict[str, bytes] = {}
    for part in body.split(b"--" + boundary.strip('"').encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        name = _NAME.search(head)
        if name and name[1] == b"payload_json":
            found = json.loads(content[:-2])
        elif name and name[1].startswith(b"files"):
            files[head.partition(b'filename="')[2].partition(b'"')[0].decode()] = content[:-2]
    return found, files
