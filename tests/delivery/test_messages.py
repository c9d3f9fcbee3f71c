"""Facts about a table's messages: when they're read, and which are stored soon."""

from unittest.mock import AsyncMock

import pytest
import pytest_asyncio

from bot.cluster.cluster import Cluster
from bot.delivery.messages import Messages
from bot.delivery.write_behind import OnStored, WriteBehind
from bot.games import GAMES
from bot.sessions.agenda import Agenda
from bot.sessions.session import Session
from bot.sessions.view import AbsentAt, CallAt, GoneAt, HandAt, LeftAt, MentionAt, Spot, TableAt, spot_of
from bot.storage import shown
from bot.storage.records import Calm, Commit, Delivered, Rang, ShownMessage
from bot.storage.store import Store
from tests.helpers.records import LOBBY, following
from tests.sessions.rig import CHANNEL, before_messages_are_read


class RecordingBuffer(WriteBehind):
    """A write-behind buffer that keeps its facts for the test, and never stores them."""

    def __init__(self, store: Store) -> None:
        super().__init__(Cluster(store), Agenda(), collect=60.0)
        self.urgent: list[bool] = []
        self.facts: list[Delivered] = []
        self.writes = 0

    def add(self, fact: Delivered, on_stored: OnStored, *, soon: bool = False) -> None:
        self.urgent.append(soon)
        self.facts.append(fact)

    async def write(self) -> None:
        self.writes += 1


def posted(number: int, place: str = "table") -> ShownMessage:
    """Return a message with this number."""
    return ShownMessage(place, CHANNEL, number, 1, f"digest {number}", 1.0)


@pytest.fixture
def write_behind(store: Store) -> RecordingBuffer:
    return RecordingBuffer(store)


@pytest.fixture
def session() -> Session:
    return Session(GAMES["crap"], LOBBY)


@pytest_asyncio.fixture
async def messages(store: Store, write_behind: RecordingBuffer) -> Messages:
    """Return the messages of a lobby that hasn't been shown yet."""
    return Messages(await store.new(LOBBY), store, write_behind)


@pytest.mark.parametrize(
    ("spot", "stored"),
    [
        (TableAt(), "table"),
        (AbsentAt(), "absent"),
        (MentionAt(), "mention"),
        (HandAt(3), "hand:3"),
        (CallAt(0), "call:0"),
        (GoneAt(2), "gone:2"),
        (LeftAt(10**18), f"left:{10**18}"),
    ],
)
def test_stored_spot_reads_back(spot: Spot, stored: str) -> None:
    assert str(spot) == stored
    assert spot_of(stored) == spot


@pytest.mark.parametrize("stored", ["sparkle", "hand", "hand:x", "hand:1:2"])
def test_unknown_spot_is_none(stored: str) -> None:
    assert spot_of(stored) is None


def test_next_message_replaces_the_one_before(messages: Messages, write_behind: RecordingBuffer) -> None:
    messages.posted(TableAt(), posted(1))
    messages.posted(TableAt(), posted(2))

    assert (messages.last_id(TableAt()), set(messages.leaving)) == (2, {1})
    messages.note_removed(1)
    assert write_behind.facts[-1].forgotten == ("table", 1)


def test_deleted_message_is_still_followed(messages: Messages) -> None:
    messages.posted(TableAt(), posted(1))

    messages.note_lost(TableAt())

    assert (messages.current(TableAt()), messages.last_id(TableAt())) == (None, 1)


def test_new_messages_and_removals_are_stored_soon(messages: Messages, write_behind: RecordingBuffer) -> None:
    messages.posted(HandAt(0), posted(1, "hand:0"))
    messages.note_edited(HandAt(0), posted(1, "hand:0"))
    messages.note_calls(HandAt(0), {0: Rang(5, at=1.0)})
    messages.leave(HandAt(0))
    messages.note_removed(1)

    assert write_behind.urgent == [True, False, False, True, True]


async def test_new_message_is_stored_once(messages: Messages, write_behind: RecordingBuffer) -> None:
    messages.posted(TableAt(), posted(1))
    await messages.store(TableAt())
    assert write_behind.writes == 1

    messages.stored(write_behind.facts[0])
    messages.note_edited(TableAt(), posted(1))
    await messages.store(TableAt())

    assert write_behind.writes == 1


async def test_unstored_news_survives_reading(
    messages: Messages, write_behind: RecordingBuffer, session: Session
) -> None:
    messages.posted(TableAt(), posted(1))
    messages.posted(TableAt(), posted(2))

    await messages.refresh(session)

    assert messages.last_id(TableAt()) == 2
    assert set(messages.leaving) == {1}


@pytest.mark.parametrize(("reread", "times"), [(False, 1), (True, 2)])
async def test_messages_are_read_when_outdated(
    messages: Messages, store: Store, session: Session, *, reread: bool, times: int
) -> None:
    read = AsyncMock()
    with before_messages_are_read(store, read):
        await messages.refresh(session)
        messages.request_show(session, reread=reread)
        await messages.refresh(session)

    assert read.await_count == times


async def test_message_stored_as_calm_is_sure(messages: Messages, store: Store, session: Session) -> None:
    for fact in ({"message": posted(1)}, {"calm": Calm(1, None)}):
        await store.write(shown.write_all, [Delivered(messages.session_id, 1, **fact)])
        messages.request_show(session, reread=True)
        await messages.refresh(session)

    assert messages.spots[TableAt()].is_sure


async def test_change_meanwhile_outdates_calm(messages: Messages, store: Store) -> None:
    record = await store.load(messages.session_id)
    assert record is not None
    await store.commit(Commit(record=following(record)))

    await store.write(shown.write_all, [Delivered(record.id, 1, calm=Calm(record.version, None))])

    assert list(dict(await store.read(shown.due))) == [record.id]
