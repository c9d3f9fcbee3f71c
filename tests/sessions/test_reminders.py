"""Reminders are due when they should be, however the clock is set."""

from types import SimpleNamespace
from typing import cast

import pytest

from bot.delivery.lanes import Row
from bot.delivery.reminders import REMIND_SECONDS, Reminders
from bot.delivery.timing import Timing
from bot.sessions.clocks import Clocks as TableClocks
from bot.sessions.places import Call, Hands, Remind, Table, Task
from bot.sessions.session import Session
from tests.helpers.clocks import SetClock
from tests.helpers.guild import SimGuild
from tests.helpers.tables import started

SESSION = cast("Session", SimpleNamespace(record=SimpleNamespace(id=1)))


class Clocks:
    """The time, which can be set, and a clock that cannot."""

    def __init__(self) -> None:
        self.time, self.elapsed = 1000.0, 0.0
        self.now = SetClock(lambda: self.time, lambda: self.elapsed)
        self.reminders = Reminders(self.now)
        self.timing = Timing(self.reminders, TableClocks(lambda: self.time), self.now)

    def is_due(self, row: Row) -> bool:
        return self.timing.is_begun(SESSION, row)


def row(task: Task) -> Row:
    return Row(id=1, session_id=1, revision=1, task=task)


@pytest.mark.parametrize("drift", [-3600, 3600])
def test_a_reminder_of_this_process_comes_in_time_however_the_clock_is_set(drift: int) -> None:
    clocks = Clocks()
    planned = row(clocks.reminders.plan(1, 0))

    clocks.time += drift
    clocks.elapsed += REMIND_SECONDS - 1
    assert not clocks.is_due(planned)
    clocks.elapsed += 1
    assert clocks.is_due(planned)


def test_a_reminder_of_another_process_does_not_wait_longer_because_the_clock_was_set_back() -> None:
    clocks = Clocks()
    found = row(Remind(0, int(clocks.time + 60)))

    assert not clocks.is_due(found)
    clocks.time -= 3600
    assert clocks.is_due(found)


def test_a_reminder_that_is_a_rounding_error_away_is_due() -> None:
    clocks = Clocks()
    planned = row(clocks.reminders.plan(1, 0))

    clocks.elapsed += REMIND_SECONDS - 1e-7

    assert clocks.is_due(planned)


def test_nothing_is_remembered_of_reminders_that_are_done_or_forgotten() -> None:
    clocks = Clocks()
    done, forgotten = row(clocks.reminders.plan(1, 0)), row(clocks.reminders.plan(1, 1))

    clocks.reminders.done(done)
    clocks.reminders.forget(1)
    clocks.time -= 3600

    assert clocks.is_due(done)
    assert clocks.is_due(forgotten)


def test_no_other_row_waits() -> None:
    assert all(Clocks().is_due(row(task)) for task in (Table(), Call(1), Hands()))


def test_a_call_of_before_the_clock_was_set_back_makes_no_reminder_needless() -> None:
    clocks = Clocks()
    clocks.timing.called(1, 0)
    planned = row(clocks.reminders.plan(1, 0))

    clocks.time -= 3600
    clocks.elapsed += REMIND_SECONDS + 1
    assert not clocks.timing.is_needless(SESSION, planned, 0)
    clocks.timing.called(1, 0)
    assert clocks.timing.is_needless(SESSION, planned, 0)


@pytest.mark.parametrize("stays", [True, False])
async def test_a_reminder_that_is_looked_at_again_is_not_taken_for_one_of_another_process(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch, *, stays: bool
) -> None:
    """Else a clock that is set meanwhile makes it seem due before its player was last called."""
    session = await started(guild)
    publisher = guild.bot.publisher
    presenter, outbox, turn = publisher._presenter, publisher._outbox_of(session), session.state.turn
    reminders = presenter._timing.reminders
    planned = Row(1, session.record.id, session.record.revision, reminders.plan(session.record.id, turn))

    async def waits_for_the_table(*_given: object) -> bool:
        return True

    monkeypatch.setattr(presenter._calls, "remind", waits_for_the_table)
    outbox.rows[:] = [planned] if stays else []
    await presenter.deliver(session, outbox, planned, turn)

    assert (planned.task in reminders._due[session.record.id]) is stays
