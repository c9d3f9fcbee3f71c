"""Compare what people see with its recordings, or make new recordings.

python -m tests.recordings faces                      compare all. The exit status is 1 if anything differs
python -m tests.recordings evenings --write           record all
python -m tests.recordings faces --only crap,craits --seeds 0,3-5
python -m tests.recordings faces --show crap/07/0123/A/en/hand
                                                      print the texts of all digests whose keys begin so:
                                                      run it on two commits and compare the outputs
"""

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from tests.recordings.kinds import KINDS, Kind, Task, recorded_task
from tests.recordings.recording import KEPT, Recording, differences, only, read, write

MAX_TOLD: Final = 12
"""The most differences of one walk or evening to print. The first is the one that counts."""


def main() -> int:
    """Compare or record, as the arguments say. Return 1 if anything differs."""
    given = arguments()
    kind = KINDS[given.kind]
    if given.show:
        return shown(kind, given.show)
    tasks = [(part, seed) for part in given.only or kind.PARTS for seed in given.seeds or range(kind.SEEDS)]
    began, made = time.monotonic(), dict[str, Recording]()
    for (part, _), recording in recorded(given.kind, tasks, given.workers):
        made.setdefault(part, Recording()).add(recording)
    number = sum(len(one.digests) for one in made.values())
    print(f"{len(tasks)} of {given.kind}, {number} digests, in {time.monotonic() - began:.0f} s")
    if given.write:
        for part, recording in made.items():
            write(file_of(given.kind, part), recording)
        return 0
    return int(sum(compared(given.kind, part, one, tasks) for part, one in made.items()) > 0)


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m tests.recordings", description=__doc__, formatter_class=formatter
    )
    parser.add_argument("kind", choices=list(KINDS))
    parser.add_argument("--write", action="store_true", help="keep what is shown now as what is right")
    parser.add_argument(
        "--only", type=lambda text: text.split(","), help="these parts: games, or kinds of evenings"
    )
    parser.add_argument("--seeds", type=numbers, help="these seeds: `0,3-5`")
    parser.add_argument("--show", metavar="KEY", help="print what is behind the digests whose keys begin so")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="so many processes")
    given = parser.parse_args()
    if given.only and (unknown := set(given.only) - set(KINDS[given.kind].PARTS)):
        parser.error(
            f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(KINDS[given.kind].PARTS)}"
        )
    if given.write and given.seeds:
        parser.error("--write keeps whole files: leave --seeds out")
    return given


def numbers(text: str) -> list[int]:
    """Return the numbers in a text such as `0,3-5`."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def file_of(kind: str, part: str) -> Path:
    """Return the file that keeps a part."""
    return KEPT / kind / f"{part}.xz"


def recorded(kind: str, tasks: Sequence[Task], workers: int) -> Iterator[tuple[Task, Recording]]:
    """Yield the recordings of all tasks, in order."""
    work = partial(recorded_task, kind)
    if workers < 2 or len(tasks) < 2:
        yield from zip(tasks, map(work, tasks), strict=True)
        return
    with get_context("spawn").Pool(min(workers, len(tasks))) as pool:
        yield from zip(tasks, pool.imap(work, tasks), strict=True)


def compared(kind: str, part: str, made: Recording, tasks: Iterable[Task]) -> bool:
    """Print how a part differs from its kept recording. Return whether it does."""
    path = file_of(kind, part)
    kept = read(path) if path.exists() else Recording()
    found = False
    for start in (f"{name}/{seed:02}/" for name, seed in tasks if name == part):
        wrong = list(differences(only(kept, start), only(made, start)))
        found = found or bool(wrong)
        for key, how in islice(wrong, MAX_TOLD):
            print(f"{key}: {how}")
        if len(wrong) > MAX_TOLD:
            print(f"{start}: and {len(wrong) - MAX_TOLD} more")
    return found


def shown(kind: Kind, wanted: str) -> int:
    """Print the texts of all digests whose keys begin like this. Return the exit status."""
    part, _, rest = wanted.partition("/")
    number = rest.partition("/")[0]
    if part not in kind.PARTS or not number.isdecimal():
        print(
            f"a key begins with one of {', '.join(kind.PARTS)}, and with the number of a seed",
            file=sys.stderr,
        )
        return 2
    recording = kind.record(part, int(number), with_texts=True)
    for key, text in (recording.texts or {}).items():
        if key.startswith(wanted):
            at = f" at {recording.times[key]} s" if key in recording.times else ""
            print(f"== {key}{at}\n{text}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
