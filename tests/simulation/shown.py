"""What stands in Discord when all is calm: each page once, and as the last revision is."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page, Text
from bot.rendering.scene import Scene
from bot.sessions.posts import reminded
from bot.sessions.publisher import HERE_SECONDS, REMIND_SECONDS
from bot.sessions.session import Session
from tests.simulation.discord import DM_BASE, Message
from tests.simulation.house import House
from tests.simulation.people import People

TABLE: Final = re.compile(r"\btable (\d+)\b")
NOTICE: Final = re.compile(r"I cannot show|The channel of")
TIME: Final = re.compile(r"<t:(\d+):R>")
SOON: Final = 15.0
"""Within so many seconds everything is shown when all is calm."""
MOST_SHIFTED: Final = 180
"""Deadlines that moved by less than a minute, perhaps a few times, are not shown anew."""


async def check(house: House, people: People) -> None:
    """Compare everything that is shown with what a fresh page would say."""
    for table in people.tables:
        session = None if table.session_id is None else await house.hall.get(table.session_id)
        if session is None:
            continue
        if await house.store.load(session.record.id) != session.record:
            house.world.wrong("P5", f"what is in memory of table {session.record.id} is not what is saved")
        for row in await house.store.pending(session.record.id):
            if row.place.startswith("remind:") and reminded(row.place)[1] > house.hall.clock() - SOON:
                continue
            house.world.wrong("P6", f"{row.place} of revision {row.revision} is still to be shown")
        look = Look(house, session)
        for what in (*look.at_the_table(), *look.at_the_hands()):
            house.world.wrong("P7", what)
        for what in look.at_the_calls():
            house.world.wrong("P6", what)


class Look:
    """A look at all that Discord shows of a session."""

    def __init__(self, house: House, session: Session) -> None:
        self.discord = house.discord
        self.session = session
        self.record = session.record
        self.saved = [one for one in house.database.saved if one.change.record.id == session.record.id]
        self.now = house.world.now
        self.always_open = house.world.weather.closing == "none"

    def at_the_table(self) -> Iterator[str]:
        """One message shows the table as it is; older ones only say that it has moved."""
        if self.record.channel_id in self.discord.vanished:
            return
        scene = named(self.session.scene(None))
        here = [m for m in self._in(self.record.channel_id) if not m.page.pings]
        tables = [m for m in here if " has moved " not in m.page.text]
        if not tables and self.discord.deleted_at > self.saved[-1].at:
            return  # somebody has deleted it: the next change posts it again
        if len(tables) != 1:
            yield f"table {self.record.id} stands {len(tables)} times: {[m.number for m in tables]}"
        elif not same(tables[0].page, pages.table(scene)):
            yield f"table {self.record.id} does not show revision {self.record.revision}"
        elif tables[0].at < self._last("deal", "result"):
            yield f"table {self.record.id} was not posted anew"

    def at_the_hands(self) -> Iterator[str]:
        """Nobody has two hands of a table, and each is as it is now."""
        for seat, user in enumerate(self.record.players):
            scene = named(self.session.scene(seat))
            hands = [m for m in self._in(DM_BASE + user) if not NOTICE.search(m.page.text)]
            if len(hands) > 1:
                yield f"{user} has hands {[m.number for m in hands]} of table {self.record.id}"
            if user in self.discord.closed or not pages.has_hand(scene):
                continue
            if hands and not same(hands[0].page, pages.hand(scene)):
                yield f"the hand of {user} at table {self.record.id} is not revision {self.record.revision}"
            if not hands and self.record.status == "playing" and self.always_open:
                yield f"{user} at table {self.record.id} sees no hand"

    def at_the_calls(self) -> Iterator[str]:
        """Whoever is awaited has been told so since then."""
        for seat in self.session.scene(None).deciders:
            if not self._is_called(seat):
                yield f"{self.record.players[seat]} at table {self.record.id} was not called"

    def _is_called(self, seat: Seat) -> bool:
        user, here = self.record.players[seat], self.record.channel_id
        since = self._last(f"call:{seat}")
        for message in self.discord.messages:
            is_for_them = message.channel_id == DM_BASE + user or user in message.page.pings
            is_there = message.is_lost or not message.is_deleted
            if not (is_for_them and is_there and self._is_mine(message)):
                continue
            if message.at >= since or self._was_seen(seat, message, since):
                return True
        return since == 0 or (here in self.discord.vanished and not self.always_open)

    def _was_seen(self, seat: Seat, message: Message, since: float) -> bool:
        """Whether a player who acted just before has seen a message change, and not been silent since."""
        acted = [one.at for one in self.saved if one.change.played and one.change.played.seat == seat]
        if any(at > since for at in acted):
            return True
        is_here = any(since - HERE_SECONDS - SOON <= at <= message.edited_at for at in acted)
        is_fresh = self.now - message.edited_at < REMIND_SECONDS + SOON
        return is_here and is_fresh and message.edited_at >= since

    def _last(self, *places: str) -> float:
        """When one of these was last to be shown; 0 for never."""
        return max((one.at for one in self.saved if {*places} & {*one.change.places}), default=0.0)

    def _in(self, channel_id: int) -> list[Message]:
        return [m for m in self.discord.standing(channel_id) if self._is_mine(m)]

    def _is_mine(self, message: Message) -> bool:
        return str(self.record.id) in TABLE.findall(message.page.text)


def named(scene: Scene) -> Scene:
    """The scene with everybody's name, as sessions learn them before they are shown."""
    return msgspec.structs.replace(scene, names=tuple(f"User {user}" for user in scene.players))


def same(one: Page, other: Page) -> bool:
    """Whether two pages say the same, but for small differences of deadlines."""
    told, due = _times(one), _times(other)
    near = len(told) == len(due) and all(abs(a - b) <= MOST_SHIFTED for a, b in zip(told, due, strict=True))
    return near and _bare(one).digest() == _bare(other).digest()


def _times(page: Page) -> list[int]:
    return [int(text) for text in TIME.findall(page.text)]


def _bare(page: Page) -> Page:
    blocks = tuple(Text(TIME.sub("then", b.text)) if isinstance(b, Text) else b for b in page.blocks)
    return msgspec.structs.replace(page, blocks=blocks)
