"""The circuit breaker keeps back requests that Discord has just refused."""

import asyncio

import pytest

from bot.delivery import breaker
from bot.delivery.breaker import CircuitBreaker
from bot.delivery.errors import (
    Banned,
    Closed,
    DeliveryError,
    Filtered,
    Forbidden,
    Held,
    Purpose,
    Unfit,
    Unknown,
    Vanished,
)
from bot.rendering.page import Page, Text
from tests.helpers.transports import MemoryTransport
from tests.sabotage.planting import sabotaged
from tests.sabotage.sessions import open_dms_in_spite_of_refusals
from tests.transport.rig import Clock

PAGE = Page((Text("first line\nsecond line"),))


class Sending:
    """A circuit breaker over a transport in memory, and the clock of the breaker."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.memory = MemoryTransport()
        self.transport = CircuitBreaker(self.memory, self.clock)

    def fails(self, what: str, *errors: DeliveryError) -> None:
        left = list(errors)
        self.memory.fault = lambda kind, _channel: left.pop(0) if kind == what and left else None

    @property
    def openings(self) -> int:
        return sum(what == "dm" for what, _ in self.memory.calls)


@pytest.fixture
def sending() -> Sending:
    return Sending()


@pytest.mark.parametrize("refusal", [Closed("code 40003"), Forbidden("needed here")])
async def test_refused_opening_pauses_all_new_dms(sending: Sending, refusal: DeliveryError) -> None:
    sending.fails("dm", refusal)
    with pytest.raises(type(refusal)):
        await sending.transport.dm_channel(1, purpose="hand")

    sending.clock.time += 599.9
    with pytest.raises(Held):
        await sending.transport.dm_channel(2, purpose="hand")
    assert sending.openings == 1

    sending.clock.time += 0.1
    assert await sending.transport.dm_channel(2, purpose="hand") == 1002
    sending.clock.time += 4.9
    with pytest.raises(Held):
        await sending.transport.dm_channel(3, purpose="hand")
    sending.clock.time += 0.1
    assert await sending.transport.dm_channel(3, purpose="hand") == 1003
    assert sending.openings == 3


async def test_slow_opening_keeps_nobody_waiting(sending: Sending, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaker, "OPENING_SECONDS", 0.0)
    real, may_open = sending.memory.dm_channel, asyncio.Event()

    async def open_dm(user_id: int, *, purpose: Purpose) -> int:
        if user_id == 1:
            await may_open.wait()
        return await real(user_id, purpose=purpose)

    monkeypatch.setattr(sending.memory, "dm_channel", open_dm)
    first = asyncio.ensure_future(sending.transport.dm_channel(1, purpose="hand"))

    assert [await sending.transport.dm_channel(user, purpose="hand") for user in (2, 3)] == [1002, 1003]
    assert not first.done()
    may_open.set()
    assert await first == 1001
    assert not sending.transport._opening.locked()


@sabotaged("P16", open_dms_in_spite_of_refusals)
async def test_second_refusal_closes_dms_for_ten_minutes_again(sending: Sending) -> None:
    sending.fails("dm", Closed("code 40003"), Closed("code 40003"))
    for _ in range(2):
        with pytest.raises(Closed):
            await sending.transport.dm_channel(1, purpose="hand")
        sending.clock.time += 600
    sending.clock.time -= 1

    with pytest.raises(Held):
        await sending.transport.dm_channel(1, purpose="hand")


@pytest.mark.parametrize("error", [Unknown("no answer"), Vanished("code 10013")])
async def test_other_faults_of_an_opening_stay_alone(sending: Sending, error: DeliveryError) -> None:
    sending.fails("dm", error)
    with pytest.raises(type(error)):
        await sending.transport.dm_channel(1, purpose="hand")

    assert await sending.transport.dm_channel(2, purpose="hand") == 1002


async def test_after_ban_nothing_is_sent_for_ten_minutes(sending: Sending) -> None:
    sending.fails("post", Banned("html"))
    with pytest.raises(Banned):
        await sending.transport.post(1, PAGE, nonce="n", purpose="table")
    sent = len(sending.memory.calls)
    sending.clock.time += 599

    with pytest.raises(Unknown):
        await sending.transport.post(1, PAGE, nonce="n", purpose="table")
    with pytest.raises(Unknown):
        await sending.transport.edit(1, 1, PAGE, purpose="table")
    with pytest.raises(Unknown):
        await sending.transport.delete(1, 1)
    with pytest.raises(Unknown):
        await sending.transport.dm_channel(1, purpose="hand")
    with pytest.raises(Unknown):
        await sending.transport.name(1, 1)
    assert len(sending.memory.calls) == sent

    sending.clock.time += 1
    await sending.transport.post(1, PAGE, nonce="n", purpose="table")
    assert sending.memory.in_channel(1) == [PAGE]


async def test_body_that_was_refused_is_not_sent_again(sending: Sending) -> None:
    sending.fails("post", Unfit("code 50035"))

    for nonce in ("n", "m"):
        await sending.transport.post(1, PAGE, nonce=nonce, purpose="table")

    assert len(sending.memory.calls) == 3
    assert all(page.text != PAGE.text for page in sending.memory.in_channel(1))


async def test_words_stopped_by_filter_skip_plain_form(sending: Sending) -> None:
    sending.fails("post", Filtered("code 200000"))

    await sending.transport.post(1, PAGE, nonce="n", purpose="table")

    assert len(sending.memory.calls) == 2
    assert "second line" not in sending.memory.in_channel(1)[0].text


async def test_a_page_refused_in_every_form_is_unfit(sending: Sending) -> None:
    sending.fails("post", *[Unfit("code 50035")] * 3)
    for _ in range(2):
        with pytest.raises(Unfit, match="every form"):
            await sending.transport.post(1, PAGE, nonce="n", purpose="table")

    assert len(sending.memory.calls) == 2  # whole and brief. The plain form of plain text is the same body
