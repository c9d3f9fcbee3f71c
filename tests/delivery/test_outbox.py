"""What an outbox stores soon, and what can wait for other facts."""

from unittest.mock import patch

import pytest

from bot.delivery.lanes import Lane, Row
from bot.delivery.notebook import Notebook
from bot.delivery.outbox import Outbox
from bot.sessions.places import Call, Remind, Remove, Table, TableAt, Task
from bot.sessions.session import Session
from bot.storage import outbox as stored_outbox
from bot.storage.records import Commit, Delivered, Pending, Shown
from bot.storage.store import Store
from tests.helpers.records import following
from tests.storage.games import fill


class Listening(Notebook):
    """A notebook that keeps what it was told, and stores nothing."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, lambda _fact: None, collect=60.0)
        self.urgent: list[bool] = []
        self.facts: list[Delivered] = []

    def add(self, fact: Delivered, *, soon: bool = False) -> None:
        self.urgent.append(soon)
        self.facts.append(fact)


@pytest.mark.parametrize(("task", "is_urgent"), [(Remove(5, 6), True), (Table(), False)])
async def test_a_removal_is_stored_soon_so_that_a_restart_does_not_repeat_it(
    store: Store, task: Task, is_urgent: bool
) -> None:
    _, session, *_ = await fill(store)
    notebook = Listening(store)
    outbox = Outbox(session.record, store, notebook)
    lane = Lane("table") if task == Table() else Lane("channel", 5)

    outbox.done(Row(1, session.record.id, 1, task), frozenset((task,)), session, lane)

    assert notebook.urgent == [is_urgent]


@pytest.mark.parametrize(("then", "is_urgent"), [(Remind(0, 75), False), (Remove(5, 6), True)])
async def test_a_reminder_is_stored_with_much_else_because_it_is_due_much_later(
    store: Store, then: Task, is_urgent: bool
) -> None:
    _, session, *_ = await fill(store)
    notebook = Listening(store)
    outbox = Outbox(session.record, store, notebook)
    page = Shown("hand:0", 800, message_id=900, revision=3, digest="d", posted_at=1.0)
    outbox.note_shown(page)
    row = Row(1, session.record.id, 3, Call(0))

    outbox.show(row, page, ends=frozenset((Call(0),)), then=(then,))

    assert notebook.urgent[-1] is is_urgent


async def test_only_a_message_that_is_not_stored_yet_is_new(store: Store) -> None:
    _, session, *_ = await fill(store)
    notebook = Listening(store)
    outbox = Outbox(session.record, store, notebook)
    page = Shown("table", session.record.channel_id, message_id=900, revision=3, digest="d", posted_at=1.0)

    outbox.note_shown(page)
    assert outbox.is_new(TableAt())
    outbox.stored(notebook.facts[0])
    assert not outbox.is_new(TableAt())
    outbox.note_shown(page)
    assert not outbox.is_new(TableAt())


async def change(session: Session, store: Store) -> list[Pending]:
    """Somebody changes a table; the rows that come of it."""
    record = following(session.record)
    queued = await store.commit(Commit(record=record, places=("table", "hands")))
    session.record = record
    return queued


async def is_read(outbox: Outbox, session: Session, store: Store) -> bool:
    """Whether rows are read when somebody wants to know them; they are the stored ones in any case."""
    read = store.outbox
    times = 0

    async def counted(session_id: int) -> tuple[list[Pending], dict[str, Shown]]:
        nonlocal times
        times += 1
        return await read(session_id)

    with patch.object(store, "outbox", counted):
        await outbox.refresh(session)
    assert outbox.rows == [Row.of(one) for one in (await read(session.record.id))[0]]
    return bool(times)


async def test_rows_of_a_change_that_was_just_stored_need_not_be_read(store: Store) -> None:
    _, session, *_ = await fill(store)
    outbox = Outbox(session.record, store, Listening(store))
    assert await is_read(outbox, session, store)

    outbox.learn(session, await change(session, store))

    assert not await is_read(outbox, session, store)


async def test_rows_are_read_when_another_change_has_brought_some_that_nobody_told_of(store: Store) -> None:
    _, session, *_ = await fill(store)
    outbox = Outbox(session.record, store, Listening(store))
    await outbox.refresh(session)
    await change(session, store)

    outbox.learn(session, await change(session, store))

    assert await is_read(outbox, session, store)


async def test_rows_are_read_when_somebody_asks_for_pages_without_a_change(store: Store) -> None:
    _, session, *_ = await fill(store)
    outbox = Outbox(session.record, store, Listening(store))
    await outbox.refresh(session)
    await store.write(stored_outbox.queue, session.record, ("table",))

    outbox.learn(session, ())

    assert await is_read(outbox, session, store)
