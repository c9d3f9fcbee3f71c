"""Discord's JSON, as far as the bot gets to see it here, and how its requests are read."""

import json
import re
import time
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Final

EPOCH_MS: Final = 1_420_070_400_000
"""When Discord's ids begin."""
USERS: Final = 2 * 10**17
CHANNELS: Final = 3 * 10**17
DMS: Final = 4 * 10**17
GUILDS: Final = 5 * 10**17
"""Where the numbers of each kind begin; the DM channel of a user has the same place as the user."""
COMPONENTS_V2: Final = 1 << 15
EPHEMERAL: Final = 1 << 6
WHEN: Final = "2026-01-01T00:00:00.000000+00:00"

BOT: Final = {
    "id": "100000000000000001",
    "username": "cardcrate",
    "discriminator": "0",
    "avatar": None,
    "global_name": None,
    "bot": True,
}
APPLICATION: Final = {
    "id": BOT["id"],
    "name": "cardcrate",
    "description": "",
    "icon": None,
    "owner": BOT,
    "summary": "",
    "verify_key": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "flags": 0,
}

Json = dict[str, Any]
_NAME = re.compile(rb' name="([^"]+)"')
_numbers = count()


def new_id() -> int:
    """An id of this moment, as Discord makes them: the bot reads the time out of it."""
    return (int(time.time() * 1000) - EPOCH_MS) << 22 | next(_numbers) % (1 << 22)


def dm_of(user_id: int) -> int:
    """The DM channel of a user."""
    return user_id - USERS + DMS


def user_of(channel_id: int) -> int:
    """The user of a DM channel."""
    return channel_id - DMS + USERS


def is_dm(channel_id: int) -> bool:
    """Whether a channel is somebody's DM channel."""
    return DMS <= channel_id < GUILDS


def user(user_id: int) -> Json:
    """A user."""
    name = f"player-{user_id % 100_000}"
    return {"id": str(user_id), "username": name, "discriminator": "0", "avatar": None, "global_name": name}


def member(user_id: int) -> Json:
    """A member of a server."""
    return {
        "user": user(user_id),
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": WHEN,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": "2248473465835073",
    }


def text_channel(channel_id: int) -> Json:
    """A text channel."""
    return {
        "id": str(channel_id),
        "type": 0,
        "name": f"cards-{channel_id % 1000}",
        "position": 0,
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
    }


def dm_channel(user_id: int) -> Json:
    """The DM channel of a user."""
    return {"id": str(dm_of(user_id)), "type": 1, "recipients": [user(user_id)]}


def guild(guild_id: int, channels: Sequence[int]) -> Json:
    """A server with its channels."""
    return {
        "id": str(guild_id),
        "name": f"Club {guild_id % 1000}",
        "owner_id": str(guild_id),
        "member_count": 50,
        "roles": [],
        "emojis": [],
        "features": [],
        "channels": [text_channel(channel) for channel in channels],
        "members": [{**member(USERS), "user": BOT}],
        "threads": [],
        "unavailable": False,
    }


def message(
    message_id: int, channel_id: int, components: list[Json], files: Sequence[str] = (), *, flags: int = 0
) -> Json:
    """A message of the bot."""
    address = f"https://cdn.invalid/attachments/{channel_id}/{message_id}"
    attachments = [
        {
            "id": str(message_id + place),
            "filename": name,
            "size": 20_000,
            "url": f"{address}/{name}",
            "proxy_url": f"{address}/{name}",
            "content_type": "image/png",
        }
        for place, name in enumerate(files)
    ]
    return {
        "id": str(message_id),
        "channel_id": str(channel_id),
        "author": BOT,
        "content": "",
        "timestamp": WHEN,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": attachments,
        "embeds": [],
        "components": components,
        "pinned": False,
        "type": 0,
        "flags": COMPONENTS_V2 | flags,
    }


def press(number: int, user_id: int, custom_id: str, on: Json, guild_id: int) -> Json:
    """Somebody presses a button of a message; it is put below what that message shows."""
    control = {"type": 2, "style": 1, "label": "Move", "custom_id": custom_id}
    shown = {**on, "components": [*on["components"], {"type": 1, "components": [control]}]}
    channel_id = int(on["channel_id"])
    if is_dm(channel_id):
        where: Json = {"user": user(user_id), "channel": dm_channel(user_id), "context": 1}
    else:
        channel = text_channel(channel_id)
        where = {"guild_id": str(guild_id), "member": member(user_id), "channel": channel, "context": 0}
    return {
        "id": str(number),
        "application_id": APPLICATION["id"],
        "type": 3,
        "token": f"token-{number}",
        "version": 1,
        "channel_id": on["channel_id"],
        "message": shown,
        "data": {"component_type": 2, "custom_id": custom_id},
        "attachment_size_limit": 10_485_760,
        "app_permissions": "274878024704",
        "entitlements": [],
        "locale": "en-US",
        **where,
    }


def answered(number: int, shown: Json) -> Json:
    """What the answer to an interaction is answered with."""
    callback = {"id": str(number), "type": 3, "response_message_id": shown["id"]}
    return {"interaction": callback, "resource": {"type": 4, "message": shown}}


def read_body(content_type: str, body: bytes) -> tuple[Json, dict[str, bytes]]:
    """The JSON of a request and its files by name."""
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


def dump(value: Mapping[str, Any] | Sequence[Any]) -> bytes:
    """JSON as it is sent."""
    return json.dumps(value, separators=(",", ":")).encode()
