"""A user who presses every control there is, and reads everything in any language."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from simcord.backend.errors import BackendError, SetupError

from tests.helpers.guild import Player, Reply, SimGuild
from tests.helpers.random_presser import Control, controls

READ: Final = ("content", "label", "placeholder", "description", "title", "text")
"""The fields of Discord's JSON that hold words."""
UNASKED: Final = re.compile(
    r"[bs]:\d+:\d+:(end|forget|close|leave|move leave|move resign|thread|rematch|open|start|alone|learn \S+ play)"
)
"""Controls that would end the game that's being read, or begin something else."""


def words_sent(guild: SimGuild, since: int = 0) -> Iterator[str]:
    """Yield all words that the bot has sent to Discord since a request."""
    for request in guild.env.http_requests[since:]:
        if "/commands" not in request.path:
            yield from read(request.json)


def read(body: Any) -> Iterator[str]:
    """Yield the words in a part of Discord's JSON."""
    if isinstance(body, dict):
        for name, value in body.items():
            if name in READ and isinstance(value, str):
                yield value
            elif name == "name" and isinstance(value, str) and "value" in body:
                yield value  # A completion is read as well.
            else:
                yield from read(value)
    elif isinstance(body, list):
        for one in body:
            yield from read(one)


class Crawler:
    """A user who presses each kind of control once, or `each` times."""

    def __init__(self, player: Player, most: int, each: int = 1) -> None:
        self.player, self.most, self.each = player, most, each
        self.pressed: dict[str, int] = {}
        self._waiting: deque[tuple[Any, Control]] = deque()

    def look_at(self, message: Any) -> None:
        """Remember the controls of a message."""
        if message is not None:
            self._waiting.extend((message, one) for one in controls(message))

    async def go(self) -> int:
        """Press until nothing new appears, or `most` times. Return the number of presses."""
        made = 0
        while self._waiting and made < self.most:
            message, control = self._waiting.popleft()
            kind = _kind(control.custom_id)
            if self.pressed.get(kind, 0) >= self.each or UNASKED.match(control.custom_id):
                continue
            self.pressed[kind] = self.pressed.get(kind, 0) + 1
            made += 1
            reply = await self._use(message, control)
            self.look_at(reply.message if reply is not None else None)
        return made

    async def _use(self, message: Any, control: Control) -> Reply | None:
        hand = self.player._hand_on(message)
        try:
            if control.entries:
                values = [value for _, value in control.entries[: control.least]]
                action = hand.select(message, values, custom_id=control.custom_id)
            else:
                action = hand.click(message, custom_id=control.custom_id)
            return await self.player.guild.after(action)
        except (AssertionError, BackendError, SetupError):  # The page has gone or changed by now.
            return None


def _kind(custom_id: str) -> str:
    """Return the kind of a control: its id without tables, cards and numbers."""
    return re.sub(r"\d+|:[^ ]+", "", custom_id.split(":", 3)[-1])
