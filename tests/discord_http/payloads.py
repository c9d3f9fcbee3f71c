"""Discord's JSON, as far as the bot uses it here."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tests.discord_http.ids import dm_of, is_dm, user_of

Json = dict[str, Any]

COMPONENTS_V2: Final = 1 << 15
EPHEMERAL: Final = 1 << 6
COMMAND, COMPONENT = 2, 3
"""Kinds of interactions."""
ROW, BUTTON, SELECT, SECTION, TEXT, GALLERY, SEPARATOR, CONTAINER = 1, 2, 3, 9, 10, 12, 14, 17
"""Kinds of components."""
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


def user(user_id: int) -> Json:
    """Return a user."""
    name = f"player-{user_id % 100_000}"
    return {"id": str(user_id), "username": name, "discriminator": "0", "avatar": None, "global_name": name}


def member(user_id: int) -> Json:
    """Return a member of a server."""
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
    """Return a text channel."""
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
    """Return the DM channel of a user."""
    return {"id": str(dm_of(user_id)), "type": 1, "recipients": [user(user_id)]}


def guild(guild_id: int, channels: Sequence[int]) -> Json:
    """Return a server with its channels."""
    return {
        "id": str(guild_id),
        "name": f"SimGuild {guild_id % 1000}",
        "owner_id": str(guild_id),
        "member_count": 50,
        "roles": [],
        "emojis": [],
        "features": [],
        "channels": [text_channel(channel) for channel in channels],
        "members": [{**member(0), "user": BOT}],
        "threads": [],
        "unavailable": False,
    }


def message(
    message_id: int, channel_id: int, components: list[Json], files: Sequence[str] = (), *, flags: int = 0
) -> Json:
    """Return a message of the bot."""
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
        "attachments": [_attachment(message_id, channel_id, *file) for file in enumerate(files)],
        "embeds": [],
        "components": components,
        "pinned": False,
        "type": 0,
        "flags": COMPONENTS_V2 | flags,
    }


def _attachment(message_id: int, channel_id: int, place: int, name: str) -> Json:
    address = f"https://cdn.invalid/attachments/{channel_id}/{message_id}/{name}"
    return {
        "id": str(message_id + place),
        "filename": name,
        "size": 20_000,
        "url": address,
        "proxy_url": address,
        "content_type": "image/png",
    }


def interaction(number: int, kind: int, user_id: int, channel_id: int, guild_id: int, **more: Any) -> Json:
    """Return a user's interaction in a server or, if the channel is a DM channel, in the DM."""
    return {
        "id": str(number),
        "application_id": APPLICATION["id"],
        "type": kind,
        "token": token_of(number),
        "version": 1,
        "channel_id": str(channel_id),
        "attachment_size_limit": 10_485_760,
        "authorizing_integration_owners": {},
        "app_permissions": "274878024704",
        "entitlements": [],
        "locale": "en-US",
        **_where(user_id, channel_id, guild_id),
        **more,
    }


def token_of(number: int) -> str:
    """Return the token for answering an interaction and for changing its answer."""
    return f"token-{number}"


def number_of(token: str) -> int:
    """Return the interaction of a token, or 0 if the token is unknown."""
    number = token.removeprefix("token-")
    return int(number) if number.isdecimal() else 0


def _where(user_id: int, channel_id: int, guild_id: int) -> Json:
    if is_dm(channel_id):
        return {"user": user(user_id), "channel": dm_channel(user_of(channel_id)), "context": 1}
    return {
        "guild_id": str(guild_id),
        "guild": {"id": str(guild_id), "features": [], "locale": "en-US"},
        "member": member(user_id),
        "channel": text_channel(channel_id),
        "context": 0,
    }


def answered(number: int, shown: Json | None) -> Json:
    """Return Discord's reply to the bot's answer. A deferred answer doesn't show a message."""
    callback = {"id": str(number), "type": 3}
    if shown is None:
        return {"interaction": callback}
    callback["response_message_id"] = shown["id"]
    return {"interaction": callback, "resource": {"type": 4, "message": shown}}


def ready(address: str, guilds: Sequence[Json], shard: Sequence[int]) -> Json:
    """Return the first event after a login."""
    return {
        "v": 10,
        "user": BOT,
        "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
        "session_id": "session",
        "resume_gateway_url": address,
        "shard": list(shard),
        "application": {"id": APPLICATION["id"], "flags": 0},
    }


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Yield all components, at any depth."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        yield from walk([component["accessory"]] if "accessory" in component else [])


def text_of(components: Sequence[Json]) -> str:
    """Return all text in components."""
    return "\n".join(one["content"] for one in walk(components) if one["type"] == TEXT)


def dump(value: Mapping[str, Any] | Sequence[Any]) -> bytes:
    """Return a value as the JSON that's sent."""
    return json.dumps(value, separators=(",", ":")).encode()
