"""The messages in channels, and the nonces they were posted with."""

from typing import Final

from tests.discord_http.answers import ANSWERS, Answer
from tests.discord_http.ids import new_id
from tests.discord_http.payloads import Json, message
from tests.discord_http.requests import Request

DEFAULT_FOUND: Final = 50
"""The number of messages returned for a request that doesn't name one."""


class Refused(Exception):
    """An error that carries Discord's refusal of a request."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.name)
        self.answer = answer


class Channels:
    """Messages by channel and id, each as the bot receives it."""

    def __init__(self) -> None:
        self.messages: dict[int, dict[int, Json]] = {}
        self._nonces: dict[tuple[int, str], int] = {}

    def put(self, channel_id: int, message_id: int) -> None:
        """Add an empty message, as if it had been posted before."""
        self.messages.setdefault(channel_id, {})[message_id] = message(message_id, channel_id, [])

    def post(self, asked: Request) -> Json:
        """Post a message, or return the one that this nonce made before, even if it was deleted since."""
        key = (asked.channel_id, asked.nonce)
        number = self._nonces.get(key)
        if number is None:
            number = self._nonces[key] = new_id()
            return self._written(asked, number)
        return self.messages[asked.channel_id].get(number) or message(number, asked.channel_id, [])

    def find(self, asked: Request) -> list[Json]:
        """Return the latest messages, newest first."""
        limit = int(asked.body.get("limit", DEFAULT_FOUND))
        return list(self.messages.get(asked.channel_id, {}).values())[::-1][:limit]

    def edit(self, asked: Request) -> Json:
        """Replace the contents of a message and return it."""
        self._check(asked)
        return self._written(asked, asked.number)

    def delete(self, asked: Request) -> Json:
        """Remove a message and return it."""
        self._check(asked)
        return self.messages[asked.channel_id].pop(asked.number)

    def _check(self, asked: Request) -> None:
        if asked.number not in self.messages.get(asked.channel_id, ()):
            raise Refused(ANSWERS["message gone"])

    def _written(self, asked: Request, number: int) -> Json:
        shown = message(number, asked.channel_id, asked.components, list(asked.files))
        self.messages.setdefault(asked.channel_id, {})[number] = shown
        return shown
