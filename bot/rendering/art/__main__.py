"""The renderer's process: reads boards, answers with pictures, and ends when nobody is left to ask.

It is started with the name of the function that renders, as `module:function`. A process of its own holds up
nobody for the interpreter's lock; and because it loads nothing but what renders, it is there in no time.
"""

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from bot.rendering.art.frames import Ended, framed, received


def serve(render: Callable[[bytes], bytes]) -> None:
    """Answer boards with pictures; one that cannot be rendered with the name of what went wrong."""
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        _, board = received(asked.read)
        answers.write(_answer(render, board))
        answers.flush()


def _answer(render: Callable[[bytes], bytes], board: bytes) -> bytes:
    try:
        return framed(render(board))
    except Exception as fault:  # noqa: BLE001 # its message could name a card
        return framed(type(fault).__name__.encode(), went_well=False)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # interrupts are for the bot
    module, _, function = sys.argv[1].partition(":")
    with suppress(Ended, BrokenPipeError):
        serve(getattr(import_module(module), function))
