"""The contents of the simulated Discord: permanent messages, nonces that expire, and permissions."""

from collections.abc import Callable, Collection
from contextlib import suppress

from bot.delivery.errors import DeliveryError, Found
from bot.rendering.page import Page
from tests.helpers.controls import revision_in
from tests.simulation.database import Database
from tests.simulation.refusals import Refusals
from tests.simulation.sites import error_for
from tests.simulation.world import DM_BASE, World

NONCE_SECONDS = 180.0
"""The time for which the same nonce returns the same message."""
MAX_SEARCHED = 20
"""The number of messages in a channel that a search covers."""


class Message:
    """A message of the bot."""

    def __init__(self, number: int, channel_id: int, page: Page, nonce: str, at: float) -> None:
        self.number = number
        self.channel_id = channel_id
        self.page = self.first = page
        self.nonce = nonce
        self.place = ""
        """The place of the program that posted it."""
        self.is_quiet = False
        self.at = at
        self.edited_at = at
        self.is_deleted = False
        self.is_lost = False
        """Whether someone else has deleted it."""
        self.is_too_old = False
        """Whether Discord no longer accepts edits of it."""


class Server:
    """The state of Discord, which outlives the bot."""

    def __init__(self, world: World, database: Database) -> None:
        self.world = world
        self.database = database
        self.messages: list[Message] = []
        self.closed: set[int] = set()
        self.nameless: set[int] = set()
        """Users whose names can't be found."""
        self.forbidden: set[int] = set()
        self.vanished: set[int] = set()
        self.has_forbidden = False
        """Whether a permission was ever missing."""
        self.is_away = False
        self.deleted_at = 0.0
        """The time when someone last deleted a message."""
        self.opens_dms = True
        self.refusals = Refusals(world)
        self.tell_banned: Callable[[], object] = lambda: None
        self.tell_permitted: Callable[[], object] = lambda: None
        self._nonces: dict[tuple[int, str], tuple[Message, float]] = {}

    def standing(self, channel_id: int) -> list[Message]:
        """Return the messages in a channel that haven't been deleted, oldest first."""
        return [m for m in self.messages if m.channel_id == channel_id and not m.is_deleted]

    def has_left(self, user: int) -> bool:
        """Whether a user's account is deleted."""
        return DM_BASE + user in self.vanished

    def post(self, channel_id: int, page: Page, nonce: str) -> int:
        if channel_id in self.vanished:
            raise error_for("F8 channel gone")  # a late post, begun before its channel was deleted
        known, until = self._nonces.get((channel_id, nonce), (None, 0.0))
        if known is not None and self.world.now < until:
            return known.number
        if known is not None and not known.is_deleted:
            self.world.fail("P6", f"#{known.number} in {channel_id} was posted again")
        message = Message(len(self.messages) + 1, channel_id, page, nonce, self.world.now)
        self.messages.append(message)
        self._nonces[channel_id, nonce] = (message, self.world.now + NONCE_SECONDS)
        self.world.note(f"post {channel_id} #{message.number} {page.digest()[:8]}")
        return message.number

    def find(self, channel_id: int, nonces: Collection[str]) -> Found | None:
        """Search the last messages. A very new one may not be visible yet."""
        found = None
        for message in self.standing(channel_id)[-MAX_SEARCHED:]:
            is_new = self.world.now - message.at < 0.2
            if message.nonce in nonces and not (is_new and self.world.happens(self.world.weather.lost)):
                page = message.first
                found = Found(message.number, message.is_quiet, frozenset(page.pings), revision_in(page))
        return found

    def names(self, user_ids: Collection[int]) -> dict[int, str]:
        known = [user for user in user_ids if user not in self.nameless]
        if len(known) < len(user_ids):
            self.world.meet("learn names", "F22 not found")
        return {user: f"User {user}" for user in known}

    def edit(self, channel_id: int, number: int, page: Page) -> None:
        message = self._find(channel_id, number)
        message.page, message.nonce, message.edited_at = page, "", self.world.now
        self.world.note(f"edit {channel_id} #{number} {page.digest()[:8]}")

    def delete(self, channel_id: int, number: int) -> None:
        self._find(channel_id, number).is_deleted = True
        self.world.note(f"delete {channel_id} #{number}")

    def _find(self, channel_id: int, number: int) -> Message:
        message = self.messages[number - 1]
        if message.is_deleted or message.channel_id != channel_id:
            raise error_for("F7 deleted")
        return message

    def arrive_late(self, execute: Callable[[], object]) -> None:
        """Let a request that was given up arrive after all."""
        with suppress(DeliveryError):
            execute()
