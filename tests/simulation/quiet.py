"""Notifications as Discord sees them: one for each reason, and none in quiet hours."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from bot.rendering.page import Page
from bot.sessions.times import QuietHours
from tests.simulation.database import Database
from tests.simulation.server import Message
from tests.simulation.world import DM_BASE, World

CALLING: Final = frozenset(("post call", "post reminder", "post last call", "post mention"))
"""The places of the program that notify people."""
TRANSIT_SECONDS: Final = 60.0
"""A message begun this many seconds before quiet hours may still arrive in them."""


class CallListener:
    """A listener for every message that notifies people."""

    def __init__(self, world: World, database: Database) -> None:
        self._world = world
        self._database = database
        self._calls: dict[tuple[int, int], Message] = {}
        """The messages that notified people, by user and number."""

    def check_page(self, channel_id: int, page: Page, *, quiet: bool) -> None:
        """Check that a page about to be posted notifies nobody in their quiet hours."""
        for user in _notified_users(channel_id, page, quiet=quiet):
            if user < 0:
                self._world.fail("P6", f"a computer is called: {user}")
            if self.is_night(user):
                self._world.fail("P6", f"{user} is called in their quiet hours")

    def record(self, message: Message, place: str, *, quiet: bool) -> None:
        """Record a message posted from a place of the program."""
        message.place, message.is_quiet = place, quiet
        if place in CALLING:
            called = _notified_users(message.channel_id, message.page, quiet=quiet)
            self._calls.update({(user, message.number): message for user in called})

    def is_night(self, user: int) -> bool:
        """Whether a user has been in quiet hours for a while, and will stay in them."""
        hours, now = self._database.quiet.get(user), self._world.bot_clock()
        return hours is not None and all(hours.left(at) > 0 for at in (now - TRANSIT_SECONDS, now, now + 1))

    def check(self, vanished: Collection[int]) -> Iterator[str]:
        """Check that nobody was notified without a reason. Messages in a deleted channel are lost."""
        reasons: Counter[int] = Counter()
        for one in self._database.saved:
            record = one.change.record
            if one.change.is_secret:
                continue  # what is owed was counted before
            for user, owing in zip(record.players, record.owing, strict=False):
                reasons[user] += (owing.asked == record.revision) + (owing.timed == record.revision)
        made = Counter(
            user
            for (user, _), message in self._calls.items()
            if not message.is_lost and message.channel_id not in vanished
        )
        for user, number in made.items():
            if number > reasons[user]:
                yield f"{user} was called {number} times for {reasons[user]} reasons"


def quiet_hours(world: World) -> QuietHours:
    """Return quiet hours that have begun, begin soon, or are far away."""
    start = int(world.now // 3600 + world.chance.choice((-1, 0, 1, 8))) % 24
    return QuietHours(start, (start + world.chance.choice((1, 2, 9))) % 24, "UTC")


def _notified_users(channel_id: int, page: Page, *, quiet: bool) -> tuple[int, ...]:
    """Return the users whom a message notifies."""
    if channel_id >= DM_BASE:
        return () if quiet else (channel_id - DM_BASE,)
    return page.pings
