"""Drawing in a process of its own: in a thread it would hold up everybody else for the interpreter's lock."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process

import structlog

from bot.rendering.art.zones import Board

log = structlog.get_logger(__name__)

MAX_SECONDS = 10.0
"""A picture that takes longer is drawn here instead."""

Draw = Callable[[Board], bytes]


class Studio:
    """Draws here, or in another process while one is `open`."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._pool: ProcessPoolExecutor | None = None

    @contextmanager
    def open(self) -> Iterator[None]:
        """Draw in another process for as long as this lasts."""
        self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_serve)
        self._pool.submit(bool)  # it needs a second to start, in which nobody should wait
        try:
            yield
        finally:
            self._close()

    def draw(self, board: Board) -> bytes:
        """The board as PNG. To be called from a thread that may wait."""
        if self._pool is not None:
            try:
                return self._pool.submit(self._draw, board).result(MAX_SECONDS)
            except (BrokenExecutor, TimeoutError, RuntimeError) as fault:  # the last: it was closed meanwhile
                log.warning("studio_closed", fault=repr(fault))
                self._close()
        return self._draw(board)

    def _close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _serve() -> None:
    """In the other process: interrupts are for the bot, and when that dies, so do we."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
