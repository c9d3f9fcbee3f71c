"""A busy loop for some seconds: `python -m benchmarks.load.loop SECONDS`.

It also ends when the process that started it has ended.
"""

import os
import sys
import time


def loop(seconds: float) -> None:
    """Keep a processor busy."""
    parent, end = os.getppid(), time.monotonic() + seconds
    while os.getppid() == parent and time.monotonic() < end:
        sum(range(10_000))


if __name__ == "__main__":
    loop(float(sys.argv[1]))
