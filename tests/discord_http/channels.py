"""The messages in channels, and the nonces under which they were posted."""

from typing import Final

from tests.discord_http.answers import ANSWERS, Answer
from tests.discord_http.ids import new_id
from tests.discord_http.payloads import Json, message
from tests.discord_http.requests import Request

DEFAULT_FOUND: Final = 50
"""How many messages come when the request names no number."""


class Refused(Exception):
    """A request that's answered with no."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.name)
        self.answer = answer


class Channels:
    """Messages by channel and id, each as the bot gets to see it."""

    def __init__(self) -> None:
        self.messages: dict[int, dict[int, Json]] = {}
        self._nonces: dict[tuple[int, str], int] = {}

    def put(self, channel_id: int, message_id: int) -> None:
        """A message that's already there, of which nothing is known."""
        self.messages.setdefault(channel_id, {})[message_id] = message(message_id, channel_id, [])

    def post(self, asked: Request) -> Json:
        """Post, or give the message that this nonce has made before, also when it was deleted since."""
        key = (asked.channel_id, asked.nonce)
        number = self._nonces.get(key)
        if number is None:
            number = self._nonces[key] = new_id()
            return self._written(asked, number)
        return self.messages[asked.channel_id].get(number) or message(number, asked.channel_id, [])

    def find(self, asked: Request) -> list[Json]:
        """The last messages, the newest first."""
        limit = int(asked.body.get("limit", DEFAULT_FOUND))
        return list(self.messages.get(asked.channel_id, {}).values())[::-1][:limit]

    def edit(self, asked: Request) -> Json:
        """Replace what a message says."""
        self._check(asked)
        return self._written(asked, asked.number)

    def delete(self, asked: Request) -> Json:
        """Remove a message and give it."""
        self._check(asked)
        return self.messages[asked.channel_id].pop(asked.number)

    def _check(self, asked: Request) -> None:
        if asked.number not in self.messages.get(asked.channel_id, ()):
            raise Refused(ANSWERS["message gone"])

    def _written(self, asked: Request, number: int) -> Json:
        shown = message(number, asked.channel_id, asked.components, list(asked.files))
        self.messages.setdefault(asked.channel_id, {})[number] = shown
        return shown
