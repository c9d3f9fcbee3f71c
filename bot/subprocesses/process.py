"""The bot's side of a separate process for one function."""

import os
import select
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from bot.config import worker_environment
from bot.shipped import HOME
from bot.subprocesses.frames import GAVE_WAY, HURRY, EndOfStream, GaveWay, frame, receive

Function = Callable[[bytes], bytes]
"""A function that another process can import, such as one from encoded plans to PNG files."""
Wait = Callable[[IO[bytes], float], bool]
"""A function that waits at most this many seconds for something to read, and returns whether there is."""


class Stuck(Exception):
    """The error for a process that doesn't answer or is gone."""


class Failed(Exception):
    """The error for a function that failed in a process that still works."""


def wait_readable(pipe: IO[bytes], seconds: float) -> bool:
    """Wait in real time for something to read, and return whether there is."""
    waiting = select.poll()
    waiting.register(pipe, select.POLLIN)
    return bool(waiting.poll(1000 * seconds))


class Process:
    """A separate process for one function, which handles one request at a time."""

    def __init__(self, function: Function, wait: Wait = wait_readable) -> None:
        command = (
            *(sys.executable, "-m", "bot.subprocesses"),
            f"{function.__module__}:{function.__qualname__}",
        )
        self._wait = wait
        self._process = subprocess.Popen(  # noqa: S603 # our own program, and no text of users
            command,
            cwd=HOME,
            env=worker_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )

    @property
    def number(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def call(self, given: bytes, seconds: float) -> bytes:
        """Send a request and return the function's result. Raises what `ask` and `answer` raise."""
        self.ask(given)
        return self.answer(seconds)

    def ask(self, given: bytes) -> None:
        """Send a request to the function. Raises Stuck."""
        try:
            self._write(given)
        except (OSError, ValueError) as fault:  # ValueError means that the pipes were closed meanwhile.
            raise Stuck from fault

    def hurry(self) -> None:
        """Make the present request give way. No other request may be sent at the same time."""
        with suppress(OSError, ValueError):  # The call that waits for an answer notices a lost process.
            self._write(HURRY)

    def answer(self, seconds: float) -> bytes:
        """Return the answer to the last request. Raises Stuck if nothing arrives for this many seconds.

        Raises Failed if the function failed, and GaveWay if it gave way and has to be repeated.
        """
        answers = self._process.stdout
        assert answers is not None

        def read(length: int) -> bytes:
            if not self._wait(answers, seconds):
                raise Stuck
            return os.read(answers.fileno(), length)

        try:
            succeeded, body = receive(read)
        except (EndOfStream, OSError, ValueError) as fault:
            raise Stuck from fault
        if not succeeded:
            raise GaveWay if body == GAVE_WAY else Failed(body.decode())
        return body

    def _write(self, body: bytes) -> None:
        requests = self._process.stdin
        assert requests is not None
        requests.write(frame(body))

    def kill(self) -> None:
        """Kill the process, even while it hangs."""
        self._process.kill()

    def end(self) -> None:
        """Kill the process, wait for its end, and close its pipes."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
