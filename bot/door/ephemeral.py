"""Players' own pages in channels, which only they can see: each one follows its table.

A newer page supersedes the older ones, which are deleted once they're outdated. Discord lets an answer be
edited for a quarter of an hour. Shortly before the end its page is closed, so that it can't become wrong. Its
button opens a new one.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, NamedTuple

import msgspec

from bot.delivery.offload import offloaded
from bot.door.message import Edit, Message, Wanted
from bot.door.press import answered
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from bot.sessions.work import Agenda

MARGIN_SECONDS: Final = 30.0
"""A page is closed this long before Discord takes no more edits of it."""

Key = tuple[int, Seat]


class Answered(NamedTuple):
    """An answer that can still be changed."""

    message_id: int
    message: Message
    edit: Edit
    delete: Callable[[], Awaitable[object]]
    until: float
    """When Discord takes no more edits, in seconds of the event loop."""


class HandView(NamedTuple):
    """A player's page, and everything it was made from."""

    scene: Scene
    page: Page
    note: str | None = None
    """The line above the hand."""
    dm: str | None = None
    """The address of the same hand in a DM, if it's there."""
    is_filling: bool = False
    """Whether it's more than the hand: a move is being made up on it, or it's a hint."""

    @property
    def is_usual(self) -> bool:
        """Whether the publisher would show the same page."""
        return self.note is None and not self.is_filling


class OwnPage:
    """A player's page as it was made: of which scene, and with which words."""

    def __init__(self, view: HandView) -> None:
        scene = view.scene
        assert scene.viewer is not None
        self.key: Key = scene.session_id, scene.viewer
        self.put_away = pages.put_away(scene)
        self.is_last = scene.status in pages.ENDED
        self._revision = scene.revision
        self._note = view.note
        self.dm = view.dm
        self._said = None if view.is_filling else view.page.without_pictures().digest()
        """A fingerprint of its words. The picture adds nothing to them."""

    def is_true(self, session: Session, scene: Scene) -> bool:
        """Whether it may stay, now that its player sees this scene."""
        is_old = self._revision < session.decision_of(self.key[1])
        if self._said is None:
            return scene.status == "playing" and not is_old
        now = pages.hand(msgspec.structs.replace(scene, pictures=False), note=self._note)
        return self._said == now.digest() and not (is_old and scene.asked)


class _Place(msgspec.Struct, eq=False):
    """A page in its message."""

    own: OwnPage
    answer: Answered


class OwnPages:
    """All pages that can still be edited. The `clock` counts seconds since the epoch."""

    def __init__(self, agenda: Agenda, clock: Callable[[], float]) -> None:
        self._agenda = agenda
        self._clock = clock
        self._places: dict[Key, list[_Place]] = {}
        """The pages of a seat."""
        self._newest: dict[Key, _Place] = {}
        """The page of a seat that follows its table. All others are superseded."""

    def follows(self, key: Key, message_id: int) -> bool:
        """Whether a message contains a page of this seat that follows its table."""
        return any(place.answer.message_id == message_id for place in self._places.get(key, ()))

    def follow(self, own: OwnPage, answer: Answered) -> None:
        """Keep a page up to date."""
        place = _Place(own, answer)
        seconds = answer.until - MARGIN_SECONDS - asyncio.get_running_loop().time()
        self._agenda.put(("page", place), seconds, partial(self._close, place))
        self._places.setdefault(own.key, []).append(place)
        self._newest[own.key] = place
        answer.message.released = lambda: self._leave(place)

    def supersede(self, key: Key) -> None:
        """Expect a newer page of a seat in another message."""
        self._newest.pop(key, None)

    def _is_newest(self, place: _Place) -> bool:
        return self._newest.get(place.own.key) is place

    def _leave(self, place: _Place) -> None:
        """Forget a page, because its message begins a new version."""
        self._agenda.drop(("page", place))
        key = place.own.key
        if self._is_newest(place):
            del self._newest[key]
        self._places[key].remove(place)
        if not self._places[key]:
            del self._places[key]

    async def update(self, session: Session, seat: Seat) -> None:
        """Edit the newest page of a seat if it's outdated, and delete outdated older ones."""
        for place in list(self._places.get((session.record.id, seat), ())):
            await self._update(session, place)

    async def _update(self, session: Session, place: _Place) -> None:
        key = place.own.key
        while place in self._places.get(key, ()):
            scene = session.scene(key[1])
            if place.own.is_true(session, scene):
                return
            if not self._is_newest(place):
                await self._delete(place)
                return
            page = await offloaded(pages.hand, scene)
            if self._is_newest(place):
                await self._replace(place, scene, page)
                return

    async def _delete(self, place: _Place) -> None:
        place.answer.message.begin()
        await answered(place.answer.delete, lost="answer_stays")

    async def _replace(self, place: _Place, scene: Scene, page: Page) -> None:
        """Edit a page. If the edit fails, its reader has dismissed it, and it's forgotten."""
        answer, message = place.answer, place.answer.message
        version = message.begin()
        self.follow(OwnPage(HandView(scene, page, dm=place.own.dm)), answer)
        page = pages.beside_dm(scene, page, place.own.dm)
        wanted = Wanted(pages.dated(scene, page, self._clock()), answer.edit)
        if not await message.say(version, wanted) and message.version == version:
            message.begin()

    async def _close(self, place: _Place) -> None:
        """Close a page while it can still be edited, except after the end of the game."""
        answer, is_newest = place.answer, self._is_newest(place)
        answer.message.begin()
        if place.own.is_last:
            return
        if is_newest:
            await answer.message.want(Wanted(place.own.put_away, answer.edit))
        else:
            await self._delete(place)
