"""Interactions: the actions of users, and the bot's answers to them."""

import asyncio
import time

from tests.discord_http.answers import ANSWERS
from tests.discord_http.channels import Refused
from tests.discord_http.ids import new_id
from tests.discord_http.payloads import COMPONENT, EPHEMERAL, Json, interaction, message, text_of, walk
from tests.discord_http.requests import Request

THINKING, DEFERRED, UPDATE = 5, 6, 7
"""Kinds of answers. The first two announce a new page or an update of the pressed one, the last makes it."""


class NoBotConnected(Exception):
    """An error: no bot was connected to hear of an interaction."""


class Interaction:
    """A user's action: when, on which message, and when its answer was ready, shown and acknowledged.

    A deferred answer is ready, although it shows nothing until later.
    """

    def __init__(self, number: int, user_id: int, channel_id: int, on: Json | None = None) -> None:
        self.number = number
        self.user_id = user_id
        self.channel_id = channel_id
        self.on = None if on is None else {name: on[name] for name in ("id", "channel_id", "flags")}
        self.answers = 0
        """How often the bot has tried to answer."""
        self.text = ""
        """The text of the answer."""
        self.sent_at = time.monotonic()
        self.ready_at = self.shown_at = 0.0
        self.acknowledged: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    @property
    def is_awaited(self) -> bool:
        """Whether the answer is deferred and shows nothing yet."""
        return self.answers > 0 and not self.shown_at

    def answer(self, asked: Request) -> Json | None:
        """Take the bot's answer, and return the message if it shows one. Raises Refused for a second one."""
        self.answers += 1
        if self.answers > 1:
            raise Refused(ANSWERS["answered already"])
        self.ready_at = time.monotonic()
        kind = asked.body["type"]
        if kind not in (DEFERRED, UPDATE) or self.on is None:
            self.on = {"id": str(new_id()), "flags": EPHEMERAL}
        return None if kind in (THINKING, DEFERRED) else self.show(asked)

    def show(self, asked: Request) -> Json:
        """Take what the answer shows now, and return its message."""
        if not self.shown_at:
            self.shown_at = time.monotonic()
            self.text = text_of(asked.components)
        assert self.on is not None, "what is answered later was announced"
        number, flags = int(self.on["id"]), self.on["flags"]
        return message(number, self.channel_id, asked.components, list(asked.files), flags=flags)

    def fail_wait(self) -> None:
        """Fail the wait for an answer, as no bot heard of the action."""
        self.acknowledged.set_exception(NoBotConnected())
        self.acknowledged.exception()  # Without this, asyncio complains when nobody waits.

    def acknowledge(self) -> None:
        """Record that the answer has arrived."""
        if not self.acknowledged.done():
            self.acknowledged.set_result(time.monotonic())


def press(number: int, user_id: int, on: Json, custom_id: str, guild_id: int) -> Json:
    """Return the interaction of a user who presses a button on a message."""
    assert any(one.get("custom_id") == custom_id for one in walk(on["components"])), "it has no such button"
    data = {"component_type": 2, "custom_id": custom_id}
    return interaction(number, COMPONENT, user_id, int(on["channel_id"]), guild_id, message=on, data=data)
