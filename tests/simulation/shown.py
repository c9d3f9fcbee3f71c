"""Checks of the messages in Discord when all is calm: each page once, and at the last revision."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

import msgspec

from bot.delivery.breaker import FORMS, RETRY_DM_SECONDS
from bot.delivery.wanted import HERE_SECONDS, REMIND_SECONDS, Paces
from bot.engine.chance import Seat
from bot.rendering import absence, calls, pages
from bot.rendering.page import Block, Page, Text
from bot.rendering.scene import Scene
from bot.sessions import orders
from bot.sessions.session import Session
from bot.storage.records import Commit, Record
from tests.simulation.calls import PROMPT, Table
from tests.simulation.discord import marks
from tests.simulation.people import People
from tests.simulation.rig import Rig
from tests.simulation.server import Message
from tests.simulation.world import DM_BASE

LINE: Final = "post absent line"
TABLE: Final = re.compile(r"\btable (\d+)\b")
TROUBLE: Final = re.compile(r"I can't show (table \d+ .*): (.*?)\. The game goes on")
NOTICE: Final = re.compile(r"I can't show|I can't send pictures|The channel of|, table \d+, is closed\.")
TABLES: Final = re.compile(r"\A### (?:\w+ tables wait for you$|.* left at .*\nTable \d+ in )", re.MULTILINE)
"""The start of a message in a DM that names tables waiting for a player."""
TIME: Final = re.compile(r"<t:(\d+):R>")
SOON: Final = 15.0
"""Everything is shown within this many seconds when all is calm."""
SMALL_JUMP: Final = 20.0
"""A clock set back by this many seconds delays a reminder. Set back by more, it makes it come at once."""
SENT: Final = 2.0
"""A queue has sent what waited for a request within this many seconds."""
MAX_LOOKS: Final = 40
"""The most checks of everything, repeated while something happens. Two tables with half a minute for a move
are never calm together before one of them is idle."""
MAX_SHIFTED: Final = 180
"""The most seconds by which a shown deadline may be off, because small moves don't change a message."""


async def check(rig: Rig, people: People) -> None:
    """Compare everything shown with fresh pages."""
    found: list[tuple[str, str]] = []
    for _ in range(MAX_LOOKS):
        before = _progress(rig)
        found = [one for table in people.tables for one in await _breaches(rig, people, table)]
        saved = rig.database.saved
        is_calm = rig.world.now - saved[-1].at > Paces().choice if saved else True
        if _progress(rig) == before and not rig.publisher.is_busy and is_calm:
            break
        await asyncio.sleep(SOON)  # A clock or a reminder has just fallen due.
    for promise, what in found:
        rig.world.fail(promise, what)


def _progress(rig: Rig) -> tuple[int, int]:
    """Return the numbers of saved changes and of requests to Discord so far."""
    return len(rig.database.saved), rig.discord.requests


async def check_prompt(rig: Rig, people: People) -> None:
    """Check that neither tables nor players wait for slow channels, if nothing else is wrong."""
    for table in people.tables:
        session = None if table.session_id is None else await rig.sessions.get(table.session_id)
        if session is None:
            continue
        look = Look(rig, session, people)
        if look.now - look.saved[-1].at > PROMPT:
            for what in look.check_reached():
                rig.world.fail("P7", f"{what}, {PROMPT:.0f} s after the last move")


async def _breaches(rig: Rig, people: People, table: Table) -> list[tuple[str, str]]:
    """Return everything wrong at a table, with the broken promise."""
    session = None if table.session_id is None else await rig.sessions.get(table.session_id)
    if session is None:
        return []
    # Loads them like showing does, because the session may have left the memory.
    await session.learn_choices()
    look, found = Look(rig, session, people), []
    if await rig.store.load(session.record.id) != session.record:
        found.append(("P5", f"what is in memory of table {session.record.id} is not what is saved"))
    found += [("P6", what) for what in look.check_left()]
    found += [("P7", what) for what in (*look.check_table(), *look.check_hands(), *look.check_absent_line())]
    found += [("P6", what) for what in look.check_calls()]
    return found + [("P17", what) for what in look.check_notes()]


class Look:
    """A look at everything that Discord shows of a session."""

    def __init__(self, rig: Rig, session: Session, people: People) -> None:
        self.discord = rig.discord
        self.session = session
        self.record = session.record
        self.saved = [one for one in rig.database.saved if one.change.record.id == session.record.id]
        self.hands_at = max(self.saved[-1].at, rig.database.hands_at.get(self.record.id, 0.0))
        """The time when hands last had a reason to be shown."""
        self.people = people
        self.now, self.clock = rig.world.now, rig.sessions.clock()
        self.is_paused = session.record.id in rig.sessions.clocks.paused
        self.quiet = rig.database.quiet
        self.always_open = rig.world.weather.closing == "none"
        self.jumps = rig.world.weather.jumps
        self.reminded_in = REMIND_SECONDS + SOON + self.jumps * SMALL_JUMP

    def check_table(self) -> Iterator[str]:
        """Check that one message shows the present table with controls, and none a lobby that has closed."""
        if self.record.channel_id in self.discord.vanished:
            return
        scene = self._scene(None)
        whole = pages.table_message(scene)
        standing = self.discord.standing(self.record.channel_id)
        here = [m for m in standing if m.place not in (LINE, "post mention")]
        tables = [m for m in here if self._is_table(m, whole)]
        is_hopeless = self._was_hopeless() or self._is_refused(whole)
        is_over = self.record.status in ("over", "cancelled")
        is_put_away = is_over and (self.session.state is None or self.record.is_line)
        if not tables and (self._was_deleted(whole) or is_hopeless or is_put_away):
            return
        if self.discord.refused_at.get(self.record.channel_id, 0.0) > self.saved[-1].at:
            tables = tables[-1:]  # If an old one may not be removed, that's tried again with the next change.
        if len(tables) != 1:
            yield f"table {self.record.id} stands {len(tables)} times: {[m.number for m in tables]}"
        elif not self._matches(tables[0].page, whole):
            yield f"table {self.record.id} does not show revision {self.record.revision}"
        elif self.record.is_alone:
            return  # a solo game's line isn't posted again
        elif tables[0].at < self._news_at() and self.discord.refusals.hopeless_at < self._news_at():
            yield f"table {self.record.id} was not posted again"

    def check_reached(self) -> Iterator[str]:
        """Check the table and the notifications of waiting players, if no request has been slow."""
        is_table_reached = all(self._is_reached(one.change.record.channel_id) for one in self.saved)
        called_later = self._may_answer() | set(filter(self._is_reminded, range(len(self.record.players))))

        def is_asked(seat: Seat) -> bool:
            has_dm = pages.has_hand(self._scene(seat))  # Otherwise a mention below the table notifies them.
            is_reached = self._is_reached(DM_BASE + self.record.players[seat])
            return is_reached and (has_dm or is_table_reached) and seat not in called_later

        if is_table_reached:
            yield from self.check_table()
        yield from self.check_calls(is_asked)

    def _may_answer(self) -> set[Seat]:
        """Return the players who may answer at the table, whose hands follow later."""
        calls = [_asked(saved.change) for saved in self.saved]
        called = next((one for one in reversed(calls) if one), set())
        asked = self.session.scene(None).deciders
        return {seat for seats in (called, asked) if len(seats) > 1 for seat in seats}

    def _is_reached(self, channel_id: int) -> bool:
        """Whether slow requests there were over before the last move, and everything after them was sent."""
        return self.discord.dragged_until.get(channel_id, 0.0) + SENT < self.saved[-1].at

    def _is_table(self, message: Message, whole: Page) -> bool:
        """Whether a message is the table, which has controls, unlike a closed lobby."""
        if marks(whole):
            return self._is_own(message) and bool(marks(message.page))
        return bool(marks(message.page)) or self._matches(message.page, whole)

    def _was_deleted(self, page: Page) -> bool:
        """Whether someone deleted a table that hasn't changed visibly since, which would repost it."""
        lost = [m for m in self.discord.messages if m.is_lost and m.channel_id == self.record.channel_id]
        is_same = any(self._is_own(m) and self._matches(m.page, page) for m in lost)
        return self.discord.deleted_at > self.saved[-1].at or is_same

    def check_absent_line(self) -> Iterator[str]:
        """Check that the line about players without time is shown once and current, or not at all."""
        if self.record.channel_id in self.discord.vanished or self._was_hopeless():
            return
        standing = self.discord.standing(self.record.channel_id)
        whole, lines = absence.page(self._scene(None)), [one for one in standing if one.place == LINE]
        if len(lines) > 1 or (whole is None and lines):
            yield f"table {self.record.id} has too many lines about players: {[m.number for m in lines]}"
        elif whole is not None and lines and not self._matches(lines[0].page, whole):
            yield f"the line about players of table {self.record.id} is not revision {self.record.revision}"

    def check_hands(self) -> Iterator[str]:
        """Check that nobody has two hands of a table, and that each is current."""
        for seat, user in enumerate(self.record.players):
            if user <= 0:
                continue
            scene = self._scene(seat)
            hands = [m for m in self._own_messages(DM_BASE + user) if not is_beside(m.page)]
            is_known = not self.discord.has_left(user) and user not in self.discord.refusals.unseen
            if len(hands) > 1 and is_known:
                yield f"{user} has hands {[m.number for m in hands]} of table {self.record.id}"
            if self._is_unreached(user) or not pages.has_hand(scene):
                continue
            if self._is_fresh and seat not in scene.deciders:
                continue
            if hands and is_known and not self._is_one_of(hands, scene):
                yield f"the hand of {user} at table {self.record.id} is not revision {self.record.revision}"
            is_takeable = self.always_open and not self._is_refused(pages.dm_hand(scene))
            is_in_channel = self.record.is_alone and not self.record.is_in_dm
            if not hands and self.record.status == "playing" and is_takeable and not is_in_channel:
                yield f"{user} at table {self.record.id} sees no hand"

    def _is_one_of(self, hands: Sequence[Message], scene: Scene) -> bool:
        """Whether one of these shows the present hand."""
        # A clock that was set back makes a game that has just ended look like one that ended earlier.
        either = (scene.is_experienced, not scene.is_experienced) if self.jumps else (scene.is_experienced,)
        scenes = [msgspec.structs.replace(scene, is_experienced=one) for one in either]
        return any(self._is_hand(hand.page, one) for hand in hands for one in scenes)

    def _is_hand(self, page: Page, scene: Scene) -> bool:
        """Whether a page is the present hand, perhaps with the remaining time above it."""
        if self._matches(page, pages.dm_hand(scene)):
            return True
        first = page.blocks[0]
        if not isinstance(first, Text) or " left at " not in first.text:
            return False
        # Plain pages have all text in one block, and filtered ones only one line.
        lines = first.text.split("\n")
        heads = {"\n".join(lines[:number]) for number in (1, 2)} | set(self._refused_heads(lines[0]))
        return any(self._matches(page, with_head(pages.dm_hand(scene), Text(head))) for head in heads)

    def _refused_heads(self, line: str) -> Iterator[str]:
        """Yield the first texts of refused pages that begin with this line."""
        for body in self.discord.refusals.bodies:
            first = body.blocks[0]
            if isinstance(first, Text) and first.text.split("\n")[0] == line:
                yield first.text

    @cached_property
    def _is_fresh(self) -> bool:
        """Whether hands changed so recently that those of waiting players may be outdated.

        A late hand, held up by a slow request, counts from its arrival.
        """
        dms = [m.at for m in self.discord.messages if m.channel_id >= DM_BASE and self._is_own(m)]
        return self.now - max(self.hands_at, *dms, 0.0) < Paces().hand + SOON

    def check_notes(self) -> Iterator[str]:
        """Check that the host reads once about each problem that keeps the table from being shown."""
        told = Counter(
            found[2]
            for message in self.discord.messages
            if self._is_own(message) and (found := TROUBLE.search(message.page.text))
        )
        for about, number in told.items():
            if number > 1:
                yield f"the host of table {self.record.id} was told {number} times of {about}"

    def check_left(self) -> Iterator[str]:
        """Check that a completely shown table is calm, even for a new process."""
        look_at = self.discord.database.look_at(self.record.id)
        is_hindered = self.record.channel_id in (*self.discord.vanished, *self.discord.forbidden)
        is_nameless = not self.discord.nameless.isdisjoint(self.record.players)
        is_over = self.record.status not in ("lobby", "playing")
        if is_over and look_at is not None and not (self._is_fresh or is_hindered or is_nameless):
            yield f"table {self.record.id} is still to be shown"

    def _is_reminded(self, seat: Seat) -> bool:
        """Whether a player has just seen that it's their turn, and is notified only if they don't act."""
        user, last = self.record.players[seat], self.saved[-1].change
        is_deal = last.played is not None and last.played.move == "deal"
        if is_deal and last.interaction_id in self._sent_by(user) and not pages.has_hand(self._scene(seat)):
            return True
        in_dm = self._own_messages(DM_BASE + user)
        return any(self.now - message.edited_at <= self.reminded_in for message in in_dm)

    def _sent_by(self, user: int) -> set[int]:
        """Return the ids of a user's interactions."""
        return {call.interaction_id for call in self.people.calls if call.user == user}

    def check_calls(self, is_asked: Callable[[Seat], bool] = lambda _seat: True) -> Iterator[str]:
        """Check that active players were notified since they were asked, and nobody at an idle table."""
        if self.record.is_idle or self.record.is_alone:
            return
        for seat in self.session.scene(None).deciders:
            if self._is_decided(seat):
                continue
            if self.record.at_play[seat] > 0 and is_asked(seat) and not self._is_called(seat):
                yield f"{self.record.players[seat]} at table {self.record.id} was not called"

    def _is_decided(self, seat: Seat) -> bool:
        """Whether an order answers for a seat, or did until its player took it back, being there."""
        since, theirs = self._asked_at(seat), self._sent_by(self.record.players[seat])
        secret = [one for one in self.saved if one.change.is_secret and one.at >= since]
        is_there = any(one.change.interaction_id in theirs for one in secret)
        return is_there or orders.acting(self.session, seat) is not None

    def _is_called(self, seat: Seat) -> bool:
        user, here = self.record.players[seat], self.record.channel_id
        if self._is_quiet(seat):
            return True
        since = self._asked_at(seat)
        played = [one.change.played for one in self.saved if one.at > since]
        if any(one is not None and one.seat == seat for one in played):
            return True  # A player who has acted since doesn't need a notification, and theirs is deleted.
        if self._has_resumed(user, since):
            return True
        for message in self.discord.messages:
            is_for_them = message.channel_id == DM_BASE + user or self._calls(message, user, since)
            is_there = message.is_lost or not message.is_deleted
            if message.place == LINE or not (is_for_them and is_there and self._is_own(message)):
                continue
            if message.at >= since or self._was_seen(seat, message, since):
                return True
        was_reached = not self._is_unreached(user) and not self._is_unreached(user, since)
        has_dms = self.always_open and was_reached and pages.has_hand(self._scene(seat))
        is_out_of_reach = here in self.discord.vanished and not has_dms
        scene = self._scene(None)
        called = (msgspec.structs.replace(scene, button_only=frozenset(only)) for only in ((), (seat,)))
        is_refused = any(self._is_refused(calls.ping(one, (seat,), (seat,))) for one in called)
        return (
            since == 0
            or is_out_of_reach
            or is_refused
            or self.discord.refusals.hopeless_at >= self._asked_at(seat)
        )

    def _has_resumed(self, user: int, since: float) -> bool:
        """Whether a player has resumed an idle table since then, and so knows about it."""
        theirs = self._sent_by(user)
        return any(
            before.change.record.is_idle
            and not one.change.record.is_idle
            and one.at > since
            and one.change.interaction_id in theirs
            for before, one in pairwise(self.saved)
        )

    def _calls(self, message: Message, user: int, since: float) -> bool:
        """Whether a mention notifies a player, or names them in place of one that did."""
        if user in message.page.pings:
            return True
        was_called = any(user in one.page.pings and one.at >= since for one in self.discord.messages)
        return was_called and f"<@{user}>" in message.page.text

    def _was_seen(self, seat: Seat, message: Message, since: float) -> bool:
        """Whether a player who had just acted saw a message change, and hasn't been silent since."""
        acted = [one for one in self.saved if one.change.played and one.change.played.seat == seat]
        if any(one.at > since for one in acted):
            return True
        # By the bot's clock, which may have been set.
        edited = self.clock - (self.now - message.edited_at)
        is_here = any(
            since - HERE_SECONDS - SOON <= one.at <= message.edited_at
            or 0 <= edited - one.change.record.updated_at <= HERE_SECONDS + SOON
            for one in acted
        )
        is_fresh = self.now - message.edited_at < self.reminded_in
        return is_here and is_fresh and message.edited_at >= since

    def _matches(self, page: Page, whole: Page) -> bool:
        """Whether a page has the right content, completely or as simply as Discord accepts it."""
        forms = [form(whole) for form in FORMS.values()]
        refused = self._refused(whole)
        return all(refused) or any(same(page, form) and all(refused[:n]) for n, form in enumerate(forms))

    def _is_refused(self, page: Page) -> bool:
        """Whether Discord accepts no form of a page."""
        return all(self._refused(page))

    def _refused(self, page: Page) -> list[bool]:
        """Return for each form of a page whether Discord has refused it."""
        bodies = self.discord.refusals.bodies
        return [any(same(body, form(page)) for body in bodies) for form in FORMS.values()]

    def _was_hopeless(self) -> bool:
        """Whether Discord has refused every form of a page since something was last to be shown."""
        shown = [one.at for one in self.saved if one.change.shows]
        return self.discord.refusals.hopeless_at >= max(shown, default=0.0)

    def _is_unreached(self, user: int, at: float | None = None) -> bool:
        """Whether DMs don't reach a user, or recently didn't, so that the change at a time wasn't tried."""
        refusals, last = self.discord.refusals, self.saved[-1]
        passed = (last.at if at is None else at) - refusals.unreached.get(user, float("-inf"))
        seems = last.change.record.updated_at - refusals.stored.get(user, float("-inf"))
        is_tried = passed >= RETRY_DM_SECONDS and not 0 <= seems < RETRY_DM_SECONDS
        return user in self.discord.closed or self.discord.has_left(user) or not is_tried

    def _scene(self, viewer: Seat | None) -> Scene:
        """Return the scene with the names of all users that can be found, as sessions learn them."""
        scene = self.session.scene(viewer)
        known = {
            user: f"User {user}" for user in scene.players if user > 0 and user not in self.discord.nameless
        }
        owners = self.session.owners(known)
        return msgspec.structs.replace(scene, names=self.session.display_names(owners), owners=owners)

    def _is_quiet(self, seat: Seat) -> bool:
        """Whether a player is in their quiet hours, or has just left them."""
        hours = self.quiet.get(self.record.players[seat])
        return hours is not None and any(hours.left(self.clock - ago) > 0 for ago in (0, SOON, 2 * SOON))

    def _asked_at(self, seat: Seat) -> float:
        """Return when a seat's player was last asked for a decision, or 0."""
        return max((one.at for one in self.saved if seat in _asked(one.change)), default=0.0)

    def _news_at(self) -> float:
        """Return when the deal, the result or the table's arrival was last to be posted, or 0."""
        news, arrived = 0.0, dict[int, float]()
        for before, one in pairwise(self.saved):
            old, new = before.change.record, one.change.record
            is_deal = (old.position is None) != (new.position is None)
            if is_deal or (old.status != "over" and new.status == "over"):
                news = one.at
            is_taken_back = one.change.interaction_id is None and self._has_refused(old, arrived)
            is_back = is_taken_back or not self._has_stood(old, arrived)
            if old.channel_id != new.channel_id and not is_back:
                arrived[new.channel_id] = one.at
        return max(news, arrived.get(self.record.channel_id, 0.0))

    def _has_refused(self, left: Record, arrived: Mapping[int, float]) -> bool:
        """Whether a channel refused the table since it came. The bot takes it back, and edits its message."""
        channel = left.channel_id
        return self.discord.refused_at.get(channel, -1.0) >= arrived.get(channel, 0.0)

    def _has_stood(self, left: Record, arrived: Mapping[int, float]) -> bool:
        """Whether the table was ever posted in a channel since it came there."""
        channel = left.channel_id
        there = [m for m in self.discord.messages if m.channel_id == channel and self._is_own(m)]
        return any(message.at >= arrived.get(channel, 0.0) for message in there)

    def _own_messages(self, channel_id: int) -> list[Message]:
        return [m for m in self.discord.standing(channel_id) if self._is_own(m)]

    def _is_own(self, message: Message) -> bool:
        is_named = str(self.record.id) in TABLE.findall(message.page.text)
        return is_named or any(number == self.record.id for number, _ in marks(message.page))


def is_beside(page: Page) -> bool:
    """Whether a message in a DM is a notice or a list of waiting tables instead of a hand."""
    return any(kind.search(page.text) for kind in (NOTICE, TABLES))


def with_head(page: Page, head: Block) -> Page:
    """Return a page with another first block."""
    return msgspec.structs.replace(page, blocks=(head, *page.blocks[1:]))


def same(one: Page, other: Page) -> bool:
    """Whether two pages are equal, apart from small differences of deadlines."""
    told, due = _times(one), _times(other)
    near = len(told) == len(due) and all(abs(a - b) <= MAX_SHIFTED for a, b in zip(told, due, strict=True))
    return near and _without_times(one).digest() == _without_times(other).digest()


def _times(page: Page) -> list[int]:
    return [int(text) for text in TIME.findall(page.text)]


def _without_times(page: Page) -> Page:
    blocks = tuple(Text(TIME.sub("then", b.text)) if isinstance(b, Text) else b for b in page.blocks)
    return msgspec.structs.replace(page, blocks=blocks)


def _asked(change: Commit) -> set[Seat]:
    """Return the seats whose players have just been asked for a decision. What's secret asks nobody."""
    at = None if change.is_secret else change.record.revision
    return {seat for seat, owing in enumerate(change.record.owing) if owing.asked == at}
