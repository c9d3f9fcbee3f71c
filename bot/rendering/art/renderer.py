"""A renderer in a process of its own, which nobody has to wait for and which is replaced if it hangs."""

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import structlog

from bot.subprocesses.frames import GaveWay
from bot.subprocesses.process import Failed, Function, Process, Stuck, Wait, wait_readable

log = structlog.get_logger(__name__)

RENDER_SECONDS: Final = 5.0
"""The time without an answer after which a process is replaced."""
START_SECONDS: Final = 60.0
"""The same for a process that starts and renders its first board."""
PAUSE_SECONDS: Final = 1.0
"""The pause after a failed start, doubled each time."""
MAX_PAUSE_SECONDS: Final = 60.0
MAX_KILLS: Final = 2
"""The number of times that a board may hang the process before it's given up."""
MAX_BLAMED: Final = 256
"""The number of boards to remember because the process hung on them."""
MAX_WAITING: Final = 200
"""The number of boards that may wait. Beyond that the oldest order is given up."""

Order = Future[bytes | None]
"""A picture to come. Its result is None if the order was given up."""


class _Pending(NamedTuple):
    """An order, the time at which it was placed or became urgent, and whether someone waits for it."""

    order: Order
    at: float
    is_urgent: bool


class Renderer:
    """A process that renders boards (encoded plans) while it's `open`, each once for everyone who asks.

    `first` is rendered at every start, so that the process has everything loaded for the first order.
    `keep` gets every picture before its order is done. Orders may come from any thread. `clock` is in
    seconds.
    """

    def __init__(
        self,
        render: Function,
        first: bytes,
        keep: Callable[[bytes, bytes], None],
        wait: Wait = wait_readable,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._render = render
        self._first = first
        self._keep = keep
        self._wait = wait
        self._clock = clock
        self._condition = threading.Condition()
        self._orders: OrderedDict[bytes, _Pending] = OrderedDict()
        self._urgent: dict[bytes, None] = {}
        """The boards to render before all that aren't urgent, in order."""
        self._current: bytes | None = None
        """The board that the process is rendering."""
        self._began_at: float | None = None
        """The time at which it began with that board."""
        self._can_yield = False
        """Whether the board at work can give way to an urgent one and hasn't been told to yet."""
        self._usual_seconds = 0.0
        self._kills: Counter[bytes] = Counter()
        self._renderer: Process | None = None
        self.is_open = False
        self.ready: Future[None] = _future()
        """Done when the process has rendered its first board."""

    @contextmanager
    def open(self) -> Iterator[None]:
        """Run the process for the duration of this context."""
        self.ready, self.is_open = _future(), True
        thread = threading.Thread(target=self._run, name="renderer", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._close()
            thread.join()

    @property
    def process(self) -> int | None:
        """The id of the running process."""
        return None if self._renderer is None else self._renderer.number

    @property
    def waiting(self) -> int:
        """Return the number of unfinished boards."""
        return len(self._orders)

    @property
    def seconds(self) -> float:
        """The seconds that an urgent picture is likely to take.

        This is the average of the last ones or the longest wait so far, whichever is longer.
        """
        with self._condition:
            now = self._clock()
            since = [ordered.at for ordered in self._orders.values() if ordered.is_urgent]
            began = [] if self._began_at is None else [self._began_at]
            return max(self._usual_seconds, now - min((*since, *began), default=now))

    def order(self, board: bytes, *, is_urgent: bool = False) -> Order:
        """Order a board. Everyone who asks for the same board before it's finished shares the order.

        It's urgent if someone waits for it. Urgent orders come before all others.
        """
        order: Order = _future()
        dropped: Order | None = order
        with self._condition:
            if board in self._orders:
                order, dropped = self._orders[board].order, None
                self._make_urgent(board, is_urgent=is_urgent)
            elif self.is_open and self._kills[board] < MAX_KILLS:
                self._orders[board] = _Pending(order, self._clock(), is_urgent=False)
                self._make_urgent(board, is_urgent=is_urgent)
                dropped = self._drop_oldest()
                self._condition.notify()
        if dropped is not None:
            dropped.set_result(None)
        return order

    def _make_urgent(self, board: bytes, *, is_urgent: bool) -> None:
        """Make the order of a board urgent if someone waits for it."""
        ordered = self._orders[board]
        if is_urgent and not ordered.is_urgent:
            self._orders[board] = _Pending(ordered.order, self._clock(), is_urgent=True)
            if board != self._current:
                self._urgent[board] = None
                self._interrupt()
            else:
                self._can_yield = False

    def _interrupt(self) -> None:
        """Interrupt a board that nobody waits for, because something urgent has come."""
        if self._can_yield and self._renderer is not None:
            self._renderer.hurry()
            self._can_yield = False

    def _drop_oldest(self) -> Order | None:
        """Remove and return the oldest order if too many wait. It's an urgent one only if all are."""
        if len(self._orders) <= MAX_WAITING:
            return None
        waiting = (board for board, ordered in self._orders.items() if not ordered.is_urgent)
        board = next(waiting, next(iter(self._orders)))
        self._urgent.pop(board, None)
        return self._orders.pop(board).order

    def _close(self) -> None:
        with self._condition:
            self.is_open = False
            if self._renderer is not None:
                self._renderer.kill()
            orders = list(self._orders.values())
            self._orders.clear()
            self._urgent.clear()
            self._condition.notify()
        for ordered in orders:
            ordered.order.set_result(None)

    def _run(self) -> None:
        """Run one process after another, in a thread that does little but wait for them."""
        pause = PAUSE_SECONDS
        while self.is_open:
            try:
                with self._running() as renderer:
                    pause = PAUSE_SECONDS
                    self._serve(renderer)
            except (Stuck, Failed, OSError) as fault:
                self._pause(fault, pause)
                pause = min(2 * pause, MAX_PAUSE_SECONDS)

    @contextmanager
    def _running(self) -> Iterator[Process]:
        """Start a process, and yield it once its first board is rendered. Raise Stuck, Failed or OSError."""
        renderer = Process(self._render, self._wait)
        try:
            with self._condition:
                self._renderer = renderer
            if self.is_open:  # After closing, nobody may be left to kill it.
                renderer.call(self._first, START_SECONDS)
                self._set_ready()
            yield renderer
        finally:
            self._renderer = None
            renderer.end()

    def _set_ready(self) -> None:
        if not self.ready.done():
            self.ready.set_result(None)

    def _pause(self, fault: Exception, seconds: float) -> None:
        """Wait before the next start, unless the render pool is being closed."""
        with self._condition:
            if self.is_open:
                log.error("renderer_failed", fault=repr(fault), seconds=seconds)
                self._condition.wait_for(lambda: not self.is_open, seconds)

    def _serve(self, renderer: Process) -> None:
        """Carry out orders until the process is gone or stuck, or the render pool is closed."""
        while (board := self._next()) is not None:
            if renderer.is_gone:
                self._put_back(board)
                return
            try:
                renderer.ask(board)
                self._note_asked(board)
                png = renderer.answer(RENDER_SECONDS)
            except GaveWay:
                self._put_back(board)
            except Failed as fault:
                log.error("picture_failed", fault=str(fault))  # noqa: TRY400 # The process has the traceback.
                self._finish(board, None)
            except Stuck:
                self._blame(board)
                return
            else:
                self._keep(board, png)
                self._finish(board, png)

    def _next(self) -> bytes | None:
        """Return the next board to render, as soon as there's one. None once the render pool is closed."""
        with self._condition:
            self._condition.wait_for(lambda: self._orders or not self.is_open)
            board = next(iter(self._urgent), None) or next(iter(self._orders), None)
            self._current, self._began_at = board, None if board is None else self._clock()
            self._can_yield = False
            if board is not None:
                self._urgent.pop(board, None)
            return board

    def _put_back(self, board: bytes) -> None:
        """Put an unfinished board back. An urgent one comes before those nobody waits for."""
        with self._condition:
            self._current, self._can_yield = None, False
            if board in self._orders and self._orders[board].is_urgent:
                self._urgent[board] = None

    def _note_asked(self, board: bytes) -> None:
        """Note that the process has got a board. Interrupt it if something urgent has come meanwhile."""
        with self._condition:
            ordered = self._orders.get(board)
            self._can_yield = ordered is None or not ordered.is_urgent
            if self._urgent:
                self._interrupt()

    def _finish(self, board: bytes, png: bytes | None) -> None:
        with self._condition:
            self._urgent.pop(board, None)
            ordered, self._current, self._began_at = self._orders.pop(board, None), None, None
            self._can_yield = False
            if ordered is not None and ordered.is_urgent:
                self._usual_seconds = (self._usual_seconds + self._clock() - ordered.at) / 2
        if ordered is not None:
            ordered.order.set_result(png)

    def _blame(self, board: bytes) -> None:
        """Put a board on which the process hung behind the others. Give it up after the second time."""
        if not self.is_open:
            return
        with self._condition:
            if len(self._kills) >= MAX_BLAMED:
                self._kills.clear()
            self._kills[board] += 1
            if board in self._orders:
                self._orders.move_to_end(board)
        self._put_back(board)
        log.warning("renderer_replaced", times=self._kills[board])
        if self._kills[board] >= MAX_KILLS:
            self._finish(board, None)


def _future() -> Future[Any]:
    """Return a future that nobody can cancel, because others wait for it as well."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    return future
