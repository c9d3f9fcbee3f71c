"""The separate process: it receives bytes, answers with bytes, and ends when the bot is gone.

Its argument names its function, as `module:function`. A separate process doesn't compete for the bot's
interpreter lock, and starts quickly, because it loads only what its function needs.
"""

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from bot.subprocesses.frames import HURRY, EndOfStream, frame, listen, receive


def serve(function: Callable[[bytes], bytes]) -> None:
    """Answer each request with the function's result, or with the name of the error it raised."""
    answers = sys.stdout.buffer
    with open(0, "rb", buffering=0, closefd=False) as requests:  # `select` can't see what a buffer holds.
        listen(requests)
        while True:
            _, given = receive(requests.read)
            if given != HURRY:  # Otherwise the work to interrupt is done, or has just given way.
                answers.write(_answer(function, given))
                answers.flush()


def _answer(function: Callable[[bytes], bytes], given: bytes) -> bytes:
    try:
        return frame(function(given))
    except Exception as fault:  # noqa: BLE001 # its message could name a card
        return frame(type(fault).__name__.encode(), succeeded=False)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The bot handles interrupts.
    module, _, function = sys.argv[1].partition(":")
    with suppress(EndOfStream, BrokenPipeError):
        serve(getattr(import_module(module), function))
