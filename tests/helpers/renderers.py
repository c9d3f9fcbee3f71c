"""A real renderer that a test stops, continues, kills, or declares to be stuck."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import pytest

from bot.delivery import page_rendering
from bot.rendering.art import pictures
from bot.rendering.art.cache import PictureCache
from bot.rendering.art.renderer import Renderer
from bot.subprocesses.process import wait_readable

START_SECONDS = 60.0
"""The maximum time for a process to start on a busy machine."""


class Patience:
    """A wait for the process that ends when a test says so."""

    def __init__(self) -> None:
        self.is_over = threading.Event()

    def __call__(self, pipe: IO[bytes], _seconds: float) -> bool:
        while not self.is_over.is_set():
            if wait_readable(pipe, 0.01):
                return True
        self.is_over.clear()
        return False


class Rendering:
    """The renderer that the bot uses meanwhile. While its process is stopped, no page waits for a picture."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, real: Renderer, patience: Patience) -> None:
        self._monkeypatch = monkeypatch
        self._patience = patience
        self.real = real
        real._kills.clear()  # Other tests got it stuck on the same boards.
        monkeypatch.setattr(pictures, "RENDERER", real)
        self._forget()
        self._wait(START_SECONDS)

    def _forget(self) -> None:
        """Forget all pictures, so that each one has to be rendered from scratch."""
        self._monkeypatch.setattr(pictures, "DRAWN", PictureCache(max_bytes=2**24))

    def _wait(self, seconds: float) -> None:
        for name in ("SOON_SECONDS", "ANSWER_SECONDS", "TABLE_SECONDS"):
            self._monkeypatch.setattr(page_rendering, name, seconds)

    def _signal(self, number: signal.Signals) -> None:
        assert self.real.process is not None
        os.kill(self.real.process, number)

    def stop(self) -> None:
        """Stop the process. No page waits for it."""
        self._signal(signal.SIGSTOP)
        self._wait(0.0)
        self._forget()

    def go_on(self) -> None:
        """Let it render the pending orders. Pages resume waiting for it."""
        self._signal(signal.SIGCONT)
        self._wait(START_SECONDS)

    def kill(self) -> None:
        """Kill the process. No page waits for another one."""
        self._signal(signal.SIGKILL)
        self._wait(0.0)
        self._forget()

    def get_stuck(self) -> None:
        """Declare that nothing has come for too long."""
        self._patience.is_over.set()


@contextmanager
def opened_renderer() -> Iterator[tuple[Renderer, Patience]]:
    """Yield a renderer for many tests in sequence, ready from the start."""
    patience = Patience()
    real = Renderer(pictures.render, pictures.key(pictures.WARM_UP), pictures.keep, patience)
    with real.open():
        real.ready.result(START_SECONDS)
        yield real, patience


@contextmanager
def rendering(monkeypatch: pytest.MonkeyPatch, real: Renderer, patience: Patience) -> Iterator[Rendering]:
    """Yield control of this renderer. At the end it works and has nothing pending."""
    yield Rendering(monkeypatch, real, patience)
    if real.process is not None:
        os.kill(real.process, signal.SIGCONT)
    real.order(pictures.key(pictures.WARM_UP)).result(START_SECONDS)


def environment(_given: bytes) -> bytes:
    """Return the environment of the process instead of a picture."""
    return "\n".join(os.environ).encode()
