"""Everything that one user of the simulated Discord sees, as data that can be compared."""

import base64
import hashlib
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import simcord

from bot.delivery.transport import mark_of
from tests.helpers.guild import RARE, Player, SimGuild, close, open_bot, settings_for

LINKED = re.compile(r"(?<=https://discord\.com/channels/@me/)\d+/\d+")
"""The ids in a link to a DM. They count the messages of all channels, whose order depends on threads."""


@asynccontextmanager
async def opened(database: Path, players: int) -> AsyncIterator[SimGuild]:
    """Open a guild of its own inside a test. Equal guilds give equal ids and nonces."""
    bot = await open_bot(settings_for(database), RARE)  # It mustn't act on its own.
    bot.publisher.queues._posts._key = b"equal in all worlds"
    try:
        async with simcord.run(bot) as env:
            yield SimGuild(env, bot, bot.settings, players)
    finally:
        await close(bot)


class Screen:
    """Everything that the bot has sent where one user can see it, since the last look."""

    def __init__(self, guild: SimGuild, player: Player) -> None:
        self.guild, self.player = guild, player
        self.sent = len(guild.env.http_requests)
        self.ids: dict[str, dict[str, str]] = {}

    async def look(self) -> dict[str, list[Any]]:
        """Return the requests with their bodies, in order and by place, then the files now on the screen.

        Places are kept apart, because threads decide whose queue sends first.
        """
        requests = self.guild.env.http_requests[self.sent :]
        self.sent += len(requests)
        seen: dict[str, list[Any]] = {}
        for request in requests:
            if place := self._place(request.path):
                if request.method == "DELETE":  # Deletions have a queue of their own.
                    place = f"{place}, removed"
                path = self._plain(place, request.path)
                body = (request.method, path, request.params, self._unmarked(place, request.json))
                seen.setdefault(place, []).append(body)
        files = [await _file(one) for message in self._messages() for one in message.attachments]
        return {**seen, "files": files}

    def _plain(self, place: str, path: str) -> str:
        """Return a path with this user's own numbers for messages and answers: real ids count everyone's."""
        ids = self.ids.setdefault(place, {})
        return re.sub(r"\d{15,}", lambda one: ids.setdefault(one[0], f"#{len(ids)}"), path)

    def _unmarked(self, place: str, body: Any) -> Any:
        """Return a body with numbers for its links, its nonce and the nonce's mark, which depend on ids."""
        ids = self.ids.setdefault(place, {})
        linked = LINKED.sub(lambda one: ids.setdefault(one[0], f"#{len(ids)}"), json.dumps(body))
        body = json.loads(linked)
        nonce = body.get("nonce") if isinstance(body, dict) else None
        if nonce is None:
            return body
        number = ids.setdefault(nonce, f"#{len(ids)}")
        marked = [
            {**one, "id": number} if one.get("id") == mark_of(nonce) else one
            for one in body.get("components", ())
        ]
        return {**body, "nonce": number, "components": marked}

    def _place(self, path: str) -> str | None:
        """Return the place where a request shows something to this user: a channel, or their answers."""
        kind, number, *rest = path.strip("/").split("/")
        if kind == "channels" and int(number) in (
            self.guild.channel.id,
            self.player.actor.user.dm_channel.id,
        ):
            return f"channel {number}"
        if kind in ("interactions", "webhooks"):
            interaction = self.guild.env.backend.interaction_by_token(rest[0])
            return "answers" if interaction.user_id == self.player.id else None
        return None

    def _messages(self) -> list[Any]:
        return [*self.guild.channel.history(viewer=self.player.actor), *self.player.dms]


async def _file(attachment: Any) -> tuple[str, str, str]:
    content = hashlib.sha256(await attachment.read()).digest()
    return attachment.filename, attachment.description or "", base64.b64encode(content).decode()
