"""Private messages that answers change, and players' own pages in them: each one follows its table.

In the end a message shows the newest page wanted there. Every change begins a new version, which ends all
that was wanted before. A message is edited by one request at a time. Only a first answer doesn't wait, so an
older edit can cross it. In that case it's repeated.

A newer page supersedes the older ones, which are deleted once they're outdated. Discord lets an answer be
edited for a quarter of an hour. Shortly before the end its page is closed, so that it can't become wrong. Its
button opens a new one.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, NamedTuple

import msgspec
import structlog

from bot.delivery.background import Background
from bot.delivery.page_rendering import rendered
from bot.delivery.publisher import Publisher
from bot.door.press import answered
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.agenda import Agenda
from bot.sessions.session import Session
from bot.sessions.view import own_spot
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

MARGIN_SECONDS: Final = 30.0
"""A page is closed this long before Discord takes no more edits of it."""

Key = tuple[int, Seat]
Edit = Callable[[Page], Awaitable[object]]


class HandInDm:
    """A hand answered in its DM, which the publisher edits as well."""

    def __init__(self, publisher: Publisher, session: Session, view: "HandView", message_id: int) -> None:
        self._publisher = publisher
        self._session = session
        self._seat = view.scene.seat
        self._view = view
        self._message_id = message_id
        self._mark = publisher.mark(session, self._seat)
        self._revision = session.record.revision

    def is_newest(self) -> bool:
        """Whether neither the game nor the publisher has changed anything since."""
        return self._is_ours() and self._session.record.revision == self._revision

    def _is_ours(self) -> bool:
        return self._mark is not None and self._mark == self._publisher.mark(self._session, self._seat)

    async def shown(self, page: Page) -> None:
        """Spare the publisher the edit of a hand that reads like this page, or is part of it."""
        is_usual = self._view.is_usual
        if is_usual:
            await self._publisher.note_answer(self._session, self._seat, self._message_id, page, self._mark)
        self._publisher.note_made(self._session, self._view.scene, page if is_usual else None)

    async def edited(self, edit: Edit, page: Page) -> None:
        """Note the page of an edited hand. If the publisher has edited it as well, show the present one."""
        if self._is_ours():
            await self.shown(page)
            return
        newer = await rendered(pages.hand, self._session.scene(self._seat))
        if await answered(partial(edit, newer), lost="answer_not_edited") != "given":
            await self._publisher.show_again(self._session, own_spot(self._session.record, self._seat))


class Message:
    """The only owner of a private message. It can be changed once it has answered something."""

    id: int
    edit: Edit
    """A request that puts a page there."""
    delete: Callable[[], Awaitable[object]]
    is_expired: Callable[[], bool]
    """Whether Discord takes no more edits of it."""
    until: float
    """The end of the time for edits, in seconds of the event loop."""

    def __init__(self) -> None:
        self.version = 0
        self.changing = asyncio.Lock()
        """Held by the edit that's on its way."""
        self.on_new_version: Callable[[], None] | None = None
        """Called once, when the next version begins."""

    def begin(self) -> int:
        """Begin a new version and return its number."""
        self.version += 1
        on_new_version, self.on_new_version = self.on_new_version, None
        if on_new_version is not None:
            on_new_version()
        return self.version

    async def say(
        self, version: int, page: Page, hand: HandInDm | None = None, *, lost: str = "answer_not_edited"
    ) -> bool:
        """Edit the message into a page unless it's outdated. Returns False only if the edit fails."""
        async with self.changing:
            if version != self.version or not (hand is None or hand.is_newest()):
                return True
            if await answered(partial(self.edit, page), lost=lost) != "given":
                return False
            if hand is not None:
                await hand.edited(self.edit, page)
            return True

    async def complete(
        self, version: int, page: Page, hand: HandInDm | None, background: Background, *, is_crossed: bool
    ) -> None:
        """Add the pictures of an answer that are there by now, and repeat it if an older edit crosses it."""
        await background.step()
        page = page.finished()
        if self.is_expired() or not (page.pictures or is_crossed):
            return
        try:
            await self.say(version, page, hand, lost="picture_lost")
        except StoreError as error:
            log.warning("picture_not_noted", error=str(error))


def after_pictures(page: Page, then: Callable[[], object]) -> None:
    """Call something once all pictures of a page have arrived or failed."""
    orders = [asyncio.wrap_future(order) for order in page.pending]
    asyncio.gather(*orders, return_exceptions=True).add_done_callback(lambda _: then())


class HandView(NamedTuple):
    """A player's page, and everything it was made from."""

    scene: Scene
    page: Page
    note: str | None = None
    """The line above the hand."""
    dm: str | None = None
    """The address of the same hand in a DM, if it's there."""
    is_extended: bool = False
    """Whether it's more than the hand: a move is being made up on it, or it's a hint."""

    @property
    def is_usual(self) -> bool:
        """Whether the publisher would show the same page."""
        return self.note is None and not self.is_extended


class OwnPage:
    """A player's page in its message, with the scene it was made from and a digest of its words."""

    def __init__(self, view: HandView, message: Message) -> None:
        scene = view.scene
        assert scene.viewer is not None
        self.message = message
        self.key: Key = scene.session_id, scene.viewer
        self.closing_page = pages.closed_hand(scene)
        self.is_last = scene.status in pages.ENDED
        self._revision = scene.revision
        self._note = view.note
        self.dm = view.dm
        self._digest = None if view.is_extended else view.page.without_pictures().digest()
        """The digest of its words, to which the picture adds nothing. None for more than a hand."""

    def is_current(self, session: Session, scene: Scene) -> bool:
        """Whether it may stay, now that its player sees this scene."""
        is_old = self._revision < session.decision_of(self.key[1])
        if self._digest is None:
            return scene.status == "playing" and not is_old
        now = pages.hand(msgspec.structs.replace(scene, pictures=False), note=self._note)
        return self._digest == now.digest() and not (is_old and scene.asked)


class OwnPages:
    """All pages that can still be edited. The `clock` counts seconds since the epoch."""

    def __init__(self, agenda: Agenda, clock: Callable[[], float]) -> None:
        self._agenda = agenda
        self._clock = clock
        self._pages: dict[Key, list[OwnPage]] = {}
        """The pages of a seat."""
        self._newest: dict[Key, OwnPage] = {}
        """The page of a seat that follows its table. All others are superseded."""

    def follows(self, key: Key, message_id: int) -> bool:
        """Whether a message contains a page of this seat that follows its table."""
        return any(own.message.id == message_id for own in self._pages.get(key, ()))

    def follow(self, view: HandView, message: Message) -> None:
        """Keep a page up to date."""
        own = OwnPage(view, message)
        seconds = message.until - MARGIN_SECONDS - asyncio.get_running_loop().time()
        self._agenda.put(("page", own), seconds, partial(self._close, own))
        self._pages.setdefault(own.key, []).append(own)
        self._newest[own.key] = own
        message.on_new_version = partial(self._forget, own)

    def supersede(self, key: Key) -> None:
        """Expect a newer page of a seat in another message."""
        self._newest.pop(key, None)

    def _is_newest(self, own: OwnPage) -> bool:
        return self._newest.get(own.key) is own

    def _forget(self, own: OwnPage) -> None:
        """Forget a page, because its message begins a new version."""
        self._agenda.drop(("page", own))
        key = own.key
        if self._is_newest(own):
            del self._newest[key]
        self._pages[key].remove(own)
        if not self._pages[key]:
            del self._pages[key]

    async def update(self, session: Session, seat: Seat) -> None:
        """Edit the newest page of a seat if it's outdated, and delete outdated older ones."""
        for own in list(self._pages.get((session.record.id, seat), ())):
            await self._update(session, own)

    async def _update(self, session: Session, own: OwnPage) -> None:
        key = own.key
        while own in self._pages.get(key, ()):
            scene = session.scene(key[1])
            if own.is_current(session, scene):
                return
            if not self._is_newest(own):
                await self._delete(own)
                return
            page = await rendered(pages.hand, scene)
            if self._is_newest(own):
                await self._replace(own, scene, page)
                return

    async def _delete(self, own: OwnPage) -> None:
        own.message.begin()
        await answered(own.message.delete, lost="answer_stays")

    async def _replace(self, own: OwnPage, scene: Scene, page: Page) -> None:
        """Edit a page. If the edit fails, its reader has dismissed it, and it's forgotten."""
        message, version = own.message, own.message.begin()
        self.follow(HandView(scene, page, dm=own.dm), message)
        page = pages.with_time(scene, pages.with_dm_link(scene, page, own.dm), self._clock())
        if not await message.say(version, page) and message.version == version:
            message.begin()

    async def _close(self, own: OwnPage) -> None:
        """Close a page while it can still be edited, except after the end of the game."""
        is_newest, version = self._is_newest(own), own.message.begin()
        if own.is_last:
            return
        if is_newest:
            await own.message.say(version, own.closing_page)
        else:
            await self._delete(own)
