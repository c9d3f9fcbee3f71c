"""Keeps a processor busy for so many seconds: `python -m benchmarks.load.loop SECONDS`.

It ends as well when the process that has started it has ended.
"""

import os
import sys
import time


def loop(seconds: float) -> None:
    """Work for nothing."""
    parent, end = os.getppid(), time.monotonic() + seconds
    while os.getppid() == parent and time.monotonic() < end:
        sum(range(10_000))


if __name__ == "__main__":
    loop(float(sys.argv[1]))
