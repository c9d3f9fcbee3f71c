"""A process for one function, as the bot sees it."""

import os
import select
import subprocess
import sys
from collections.abc import Callable
from typing import IO

from bot.apart.frames import Ended, framed, received
from bot.shipped import HOME

Function = Callable[[bytes], bytes]
"""A function that another process can import: encoded plans to PNG files, what is seen to moves."""
Wait = Callable[[IO[bytes], float], bool]
"""Waits until there is something to be read, at most so many seconds; whether there is."""


class Stuck(Exception):
    """The process does not answer, or is gone."""


class Failed(Exception):
    """The function has failed; the process is well."""


def readable(pipe: IO[bytes], seconds: float) -> bool:
    """Wait by the usual clock."""
    waiting = select.poll()
    waiting.register(pipe, select.POLLIN)
    return bool(waiting.poll(1000 * seconds))


class Process:
    """A process of its own for one function, which is called for one thing at a time."""

    def __init__(self, function: Function, wait: Wait = readable) -> None:
        command = (
            *(sys.executable, "-m", "bot.apart"),
            f"{function.__module__}:{function.__qualname__}",
        )
        self._wait = wait
        self._process = subprocess.Popen(  # noqa: S603 # our own program, and nothing that anybody has written
            command, cwd=HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

    @property
    def number(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def call(self, given: bytes, seconds: float) -> bytes:
        """What the function makes of it; raises Stuck when nothing comes for so many seconds, and Failed."""
        asks, answers = self._process.stdin, self._process.stdout
        assert asks is not None
        assert answers is not None

        def read(length: int) -> bytes:
            if not self._wait(answers, seconds):
                raise Stuck
            return os.read(answers.fileno(), length)

        try:
            asks.write(framed(given))
            went_well, body = received(read)
        except (Ended, OSError, ValueError) as fault:  # the last: the pipes were closed meanwhile
            raise Stuck from fault
        if not went_well:
            raise Failed(body.decode())
        return body

    def kill(self) -> None:
        """End it at once, also when it stands still."""
        self._process.kill()

    def end(self) -> None:
        """Kill it and let go of all that it holds."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
