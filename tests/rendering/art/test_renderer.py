"""Another process renders the pictures. Nobody waits for it, and it's replaced when it hangs or dies."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future

import pytest
from msgspec.structs import replace

from bot.rendering.art import renderer as renderer_module
from bot.rendering.art.pictures import WARM_UP, key, png, render
from bot.rendering.art.renderer import MAX_WAITING, Renderer
from bot.subprocesses import frames
from bot.subprocesses.frames import GaveWay
from tests.helpers.elsewhere import BAD, DEADLY, LONG, where
from tests.helpers.renderers import Patience
from tests.rendering.art.samples import CRAP_TABLE

GIVE_UP = 30
"""The seconds after which a test fails."""


class Place:
    """A renderer, the pictures that it has kept, and control over its patience."""

    def __init__(self) -> None:
        self.patience = Patience()
        self.kept: dict[bytes, bytes] = {}
        self.rendered: list[bytes] = []
        self.now = 0.0
        self.renderer = Renderer(where, b"first", self._keep, self.patience, lambda: self.now)

    def _keep(self, board: bytes, png: bytes) -> None:
        self.rendered.append(board)
        self.kept[board] = png

    def got(self, board: bytes) -> bytes | None:
        return self.renderer.order(board).result(GIVE_UP)

    def stopped(self) -> int:
        """Stop the process after it has rendered one board, and return its id."""
        process = int(self.got(b"board") or 0)
        os.kill(process, signal.SIGSTOP)
        stands_still(process)
        return process

    def is_at_work(self) -> None:
        """Wait until the process has begun the ordered board."""
        until = time.monotonic() + GIVE_UP
        while self.renderer._began_at is None:
            assert time.monotonic() < until
            time.sleep(0.001)

    def lose_patience(self) -> None:
        """Make the pool give up the present process, and wait until there's another."""
        before = self.renderer.process
        self.patience.is_over.set()
        until = time.monotonic() + GIVE_UP
        while self.renderer.process in (before, None):
            assert time.monotonic() < until
            time.sleep(0.001)


@pytest.fixture
def place() -> Iterator[Place]:
    made = Place()
    with made.renderer.open():
        yield made


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def stands_still(process: int | None) -> None:
    """Wait until a process has stopped."""
    assert process is not None
    os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOWAIT)


def test_picture_comes_from_another_process_and_is_kept(place: Place) -> None:
    answer = place.got(b"board")

    assert answer == str(place.renderer.process).encode() != str(os.getpid()).encode()
    assert place.kept == {b"board": answer}


def test_picture_is_same_wherever_it_is_rendered() -> None:
    renderer = Renderer(render, key(WARM_UP), lambda _board, _png: None)

    with renderer.open():
        assert renderer.order(key(CRAP_TABLE)).result(GIVE_UP) == png(CRAP_TABLE)


def test_renderer_is_ready_when_first_board_is_rendered(place: Place) -> None:
    place.renderer.ready.result(GIVE_UP)

    assert place.renderer.process is not None
    assert place.kept == {}


def test_killed_process_is_replaced_without_loss(place: Place) -> None:
    first = int(place.got(b"board") or 0)
    os.kill(first, signal.SIGKILL)

    assert place.got(b"other") == str(place.renderer.process).encode() != str(first).encode()


def test_stopped_process_delays_nobody_and_continues(place: Place) -> None:
    first = int(place.got(b"board") or 0)
    os.kill(first, signal.SIGSTOP)
    order = place.renderer.order(b"other")
    assert not order.done()

    os.kill(first, signal.SIGCONT)

    assert order.result(GIVE_UP) == str(first).encode()


def test_late_process_is_killed_and_replaced(place: Place) -> None:
    first = int(place.got(b"board") or 0)
    os.kill(first, signal.SIGSTOP)
    orders = [place.renderer.order(board) for board in (b"one", b"other")]
    place.lose_patience()

    assert {order.result(GIVE_UP) for order in orders} == {str(place.renderer.process).encode()}
    assert not is_alive(first)


def test_board_sticking_twice_is_not_retried(place: Place) -> None:
    place.renderer.ready.result(GIVE_UP)
    order = place.renderer.order(DEADLY)
    stands_still(place.renderer.process)
    place.lose_patience()
    stands_still(place.renderer.process)
    assert not order.done()
    place.lose_patience()
    assert order.result(GIVE_UP) is None
    process = place.renderer.process

    assert place.got(DEADLY) is None
    assert place.got(b"board") == str(process).encode()


def test_those_who_ask_for_same_board_share_order(place: Place) -> None:
    first = int(place.got(b"board") or 0)
    os.kill(first, signal.SIGSTOP)

    orders = [place.renderer.order(board) for board in (b"one", b"two", b"one")]

    assert orders[0] is orders[2] is not orders[1]
    os.kill(first, signal.SIGCONT)
    assert all(order.result(GIVE_UP) for order in orders)


def test_failing_board_has_no_picture_and_harms_none(place: Place) -> None:
    process = place.got(b"board")

    assert place.got(BAD) is None
    assert place.got(b"other") == process


def test_renderer_knows_how_long_recent_pictures_took(place: Place) -> None:
    place.got(b"first of all")
    assert place.renderer.seconds == 0
    process = place.renderer.process
    assert process is not None
    os.kill(process, signal.SIGSTOP)
    stands_still(process)

    order = place.renderer.order(b"late", is_urgent=True)
    place.now += 4

    assert place.renderer.seconds == 4, "the order that waits has taken as long already"
    os.kill(process, signal.SIGCONT)
    order.result(GIVE_UP)
    assert place.renderer.seconds == 2
    place.got(b"nobody waits")
    assert place.renderer.seconds == 2
    for board in (b"in", b"time", b"again"):
        place.renderer.order(board, is_urgent=True).result(GIVE_UP)
    assert place.renderer.seconds == 0.25


def test_long_board_delays_urgent_ones(place: Place) -> None:
    process = place.stopped()
    order = place.renderer.order(b"nobody waits")
    place.is_at_work()
    place.now += 3

    assert place.renderer.seconds == 3
    os.kill(process, signal.SIGCONT)
    order.result(GIVE_UP)
    assert place.renderer.seconds == 0


def test_awaited_boards_come_first_in_order(place: Place) -> None:
    process = place.stopped()
    orders = [place.renderer.order(b"at work")]
    place.is_at_work()
    orders += [place.renderer.order(board) for board in (b"table", b"hand")]
    orders += [place.renderer.order(board, is_urgent=True) for board in (b"answer", b"hand", b"other answer")]

    os.kill(process, signal.SIGCONT)

    assert all(order.result(GIVE_UP) for order in orders)
    boards = [b"board", b"at work", b"answer", b"hand", b"other answer", b"table"]
    assert list(place.kept) == boards


def test_unawaited_board_gives_way_to_awaited_one(place: Place) -> None:
    place.got(b"board")
    order = place.renderer.order(LONG)
    place.is_at_work()
    answers = [place.renderer.order(board, is_urgent=True) for board in (b"answer", b"other answer")]

    assert all(one.result(GIVE_UP) for one in (*answers, order))
    assert place.rendered == [b"board", b"answer", b"other answer", LONG]


def test_waiter_for_stuck_board_comes_before_others(place: Place) -> None:
    place.stopped()
    orders = [place.renderer.order(b"hand", is_urgent=True)]
    place.is_at_work()
    orders += [place.renderer.order(b"table"), place.renderer.order(b"answer", is_urgent=True)]

    place.lose_patience()

    assert all(order.result(GIVE_UP) for order in orders)
    assert place.rendered == [b"board", b"answer", b"hand", b"table"]


def test_waiter_comes_first_after_idle_process_died(place: Place) -> None:
    process = int(place.got(b"board") or 0)
    os.kill(process, signal.SIGKILL)
    os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
    with place.renderer._condition:  # The renderer must find both orders when it looks for one.
        orders = [place.renderer.order(b"table"), place.renderer.order(b"hand", is_urgent=True)]

    assert all(order.result(GIVE_UP) for order in orders)
    assert place.rendered == [b"board", b"hand", b"table"]


def test_board_becoming_urgent_is_rendered_once(place: Place) -> None:
    process = place.stopped()
    order = place.renderer.order(b"hand")
    place.is_at_work()
    assert place.renderer.order(b"hand", is_urgent=True) is order

    os.kill(process, signal.SIGCONT)

    assert order.result(GIVE_UP)
    assert place.got(b"other")
    assert place.rendered == [b"board", b"hand", b"other"]


def test_interrupted_picture_ends_up_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    unseen = replace(CRAP_TABLE, foot="Nobody has seen this foot so far")
    reads, writes = os.pipe()
    os.write(writes, b"something urgent")
    with os.fdopen(reads, "rb", buffering=0) as asked, monkeypatch.context() as elsewhere:
        elsewhere.setattr(frames, "_REQUESTS", [asked])
        with pytest.raises(GaveWay):
            png(unseen)
        asked.read(100)
        after = png(unseen)
    os.close(writes)

    renderer = Renderer(render, key(WARM_UP), lambda _board, _png: None)
    with renderer.open():
        assert after == renderer.order(key(unseen)).result(GIVE_UP)


def test_oldest_order_is_dropped_when_too_many_wait(place: Place) -> None:
    first = int(place.got(b"board") or 0)
    os.kill(first, signal.SIGSTOP)
    orders: list[Future[bytes | None]] = [
        place.renderer.order(str(number).encode()) for number in range(MAX_WAITING + 1)
    ]

    assert orders[0].result(GIVE_UP) is None
    assert not any(order.done() for order in orders[1:])


def test_urgent_order_is_kept_before_others(place: Place) -> None:
    first = int(place.got(b"board") or 0)
    os.kill(first, signal.SIGSTOP)
    urgent = place.renderer.order(b"answer", is_urgent=True)
    orders = [place.renderer.order(str(number).encode()) for number in range(MAX_WAITING)]

    assert orders[0].result(GIVE_UP) is None
    assert not urgent.done()


def test_closing_ends_even_a_stuck_process() -> None:
    made = Place()
    with made.renderer.open():
        process = int(made.got(b"board") or 0)
        os.kill(process, signal.SIGSTOP)
        order = made.renderer.order(b"other")

    assert order.result(0) is None
    assert made.got(b"late") is None
    assert not is_alive(process)


def test_start_that_fails_is_tried_again_after_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer_module, "PAUSE_SECONDS", 0.0)
    made = Place()
    made.renderer._first = BAD

    with made.renderer.open():
        before = made.renderer.process
        order = made.renderer.order(b"board")
        until = time.monotonic() + GIVE_UP
        while made.renderer.process in (before, None):
            assert time.monotonic() < until
            time.sleep(0.001)
        made.renderer._first = b"first"

        assert order.result(GIVE_UP)
