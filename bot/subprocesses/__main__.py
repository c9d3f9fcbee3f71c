"""The process itself: is given bytes, answers with bytes, and ends when nobody is left to ask.

It's started with the name of its function, as `module:function`. A process of its own holds up nobody for
the interpreter's lock, and because it loads nothing but what its function needs, it's there in no time.
"""

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from bot.subprocesses.frames import HURRY, Ended, framed, listen, received


def serve(function: Callable[[bytes], bytes]) -> None:
    """Answer with the function's result, or with the name of its failure."""
    answers = sys.stdout.buffer
    with open(0, "rb", buffering=0, closefd=False) as asked:  # what a buffer held wouldn't be seen to come
        listen(asked)
        while True:
            _, given = received(asked.read)
            if given != HURRY:  # else what should have given way was done by then, or has just done so
                answers.write(_answer(function, given))
                answers.flush()


def _answer(function: Callable[[bytes], bytes], given: bytes) -> bytes:
    try:
        return framed(function(given))
    except Exception as fault:  # noqa: BLE001 # its message could name a card
        return framed(type(fault).__name__.encode(), went_well=False)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # interrupts are for the bot
    module, _, function = sys.argv[1].partition(":")
    with suppress(Ended, BrokenPipeError):
        serve(getattr(import_module(module), function))
