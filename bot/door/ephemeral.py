"""Players' own pages that stand in channels, for their eyes alone: each follows its table.

A newer one takes the place of those before, which go when they are not true any more. An answer can be edited
for a quarter of an hour; shortly before that is over its page is closed, so that nothing goes on standing
there that has ceased to be so. A button on it shows how the table stands.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from bot.delivery.offload import offloaded
from bot.door.message import Edit, Following, LaterPictures
from bot.door.press import answered
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.requests import is_stale
from bot.sessions.session import Session
from bot.sessions.tasks import Tasks

MARGIN_SECONDS: Final = 30.0
"""How long before it can be edited no more a page is closed."""

Delete = Callable[[], Awaitable[object]]


class OwnPage:
    """The page of a scene; `filling`: a move is being filled in on it, `note` stands above it."""

    def __init__(
        self, among: "OwnPages", scene: Scene, page: Page, *, filling: bool = False, note: str | None = None
    ) -> None:
        assert scene.viewer is not None
        self.key = scene.session_id, scene.viewer
        self.put_away = pages.put_away(scene)
        self.is_last = scene.status in pages.ENDED
        self._among = among
        self._revision = scene.revision
        self._note = note
        self._said = None if filling else page.without_pictures().digest()
        """A fingerprint of what it says; its picture says nothing else."""

    def is_newest(self) -> bool:
        """Whether it still stands there, as it was made."""
        return self._among.has(self)

    async def shown(self, _page: Page) -> None:
        """It says what it was made to say."""

    async def edited(self, _page: Page, _edit: Edit) -> None:
        """It has come, or its picture; it says the same."""

    def stands(self, answer: Following, seconds: float, delete: Delete) -> None:
        """It stands there, and can be edited or deleted for so many seconds."""
        self._among.follow(self, answer, seconds, delete)

    def is_true(self, session: Session, scene: Scene) -> bool:
        """Whether it may stay as it is, now that its player sees this scene."""
        is_old = is_stale(session, self.key[1], self._revision)
        if self._said is None:
            return scene.status == "playing" and not is_old
        now = pages.hand(msgspec.structs.replace(scene, pictures=False), note=self._note)
        return self._said == now.digest() and not (is_old and scene.asked)


class _Place(msgspec.Struct):
    """Where a page stands, how it goes, and what closes it."""

    own: OwnPage
    answer: Following
    delete: Delete
    alarm: asyncio.TimerHandle
    is_superseded: bool = False
    """Whether a newer page of the same seat stands elsewhere, or is about to."""


class OwnPages:
    """Those that can still be edited; `clock` is in seconds since the epoch."""

    def __init__(self, later: LaterPictures, clock: Callable[[], float]) -> None:
        self._later = later
        self._clock = clock
        self._places: dict[int, _Place] = {}
        """By message."""
        self._of: dict[tuple[int, Seat], set[int]] = {}
        """The messages of a seat, by session and seat."""
        self._closing = Tasks()

    def has(self, own: OwnPage) -> bool:
        """Whether this page still stands as it was made."""
        return any(self._places[message].own is own for message in self._of.get(own.key, ()))

    def follows(self, message_id: int) -> bool:
        """Whether a page stands there that is kept true."""
        return message_id in self._places

    def follow(self, own: OwnPage, answer: Following, seconds: float, delete: Delete) -> None:
        """Keep a page true that can be edited for so many seconds."""
        self.leave(answer.message_id)
        self.supersede(*own.key)
        loop = asyncio.get_running_loop()
        alarm = loop.call_later(max(0.0, seconds - MARGIN_SECONDS), self._close, answer.message_id)
        self._places[answer.message_id] = _Place(own, answer, delete, alarm)
        self._of.setdefault(own.key, set()).add(answer.message_id)

    def supersede(self, session_id: int, seat: Seat) -> None:
        """A newer page of a seat takes the place of those that stand there."""
        for message_id in self._of.get((session_id, seat), ()):
            self._places[message_id].is_superseded = True

    def leave(self, message_id: int) -> None:
        """Something else is about to stand there."""
        place = self._places.pop(message_id, None)
        if place is None:
            return
        place.alarm.cancel()
        messages = self._of[place.own.key]
        messages.discard(message_id)
        if not messages:
            del self._of[place.own.key]

    async def update(self, session: Session, seat: Seat) -> None:
        """Edit the pages of a seat that are not true any more."""
        for message_id in sorted(self._of.get((session.record.id, seat), ())):
            await self._update(session, message_id)

    async def _update(self, session: Session, message_id: int) -> None:
        while (place := self._places.get(message_id)) is not None:
            scene = session.scene(place.own.key[1])
            if place.own.is_true(session, scene):
                return
            if place.is_superseded:
                self.leave(message_id)
                await answered(place.delete, lost="answer_stays")
                return
            page = await offloaded(pages.hand, scene)
            if self._places.get(message_id) is place:  # else something else stands there meanwhile
                own = OwnPage(self, scene, page)
                await self._replace(place, own, pages.dated(scene, page, self._clock()))
                return

    async def _replace(self, place: _Place, own: OwnPage, page: Page) -> None:
        """Edit a page; one that has been dismissed is left alone from then on."""
        answer = msgspec.structs.replace(place.answer, page=page, is_newest=own.is_newest)
        seconds = place.alarm.when() - asyncio.get_running_loop().time() + MARGIN_SECONDS
        self.follow(own, answer, seconds, place.delete)
        if not await self._later.say(answer) and own.is_newest():
            self.leave(answer.message_id)

    def _close(self, message_id: int) -> None:
        """Say how the page can be seen again, as long as anything can be said there; an end stays true."""
        place = self._places[message_id]
        self.leave(message_id)
        if place.own.is_last:
            return
        self._closing.begin(self._closed(place))

    async def _closed(self, place: _Place) -> None:
        if place.is_superseded:
            await answered(place.delete, lost="answer_stays")
            return
        message_id = place.answer.message_id
        answer = msgspec.structs.replace(
            place.answer, page=place.own.put_away, is_newest=lambda: message_id not in self._places
        )
        await self._later.say(answer)

    def close(self) -> None:
        """Change nothing from now on."""
        for message_id in list(self._places):
            self.leave(message_id)
        self._closing.cancel()
