"""Whether every clock ran fairly: it charges only time in which people could play, and all of that."""

from collections.abc import Iterator

from tests.simulation.database import Saved
from tests.simulation.line import Line

EARLIEST = 2.0
"""Games that count whole seconds may be so much early."""
LATEST = 6.0
"""A fallback must come within so many seconds, trouble apart."""


def check(line: Line) -> Iterator[str]:
    """Fallbacks that came too early, and moves or fallbacks that came after their time."""
    begun: Saved | None = None
    for one in line.saved:
        if begun is not None and one.change.played is not None:
            yield from _judge(line, begun, one)
        before = None if begun is None else begun.change.record
        record = one.change.record
        if record.status != "playing" or record.clock_key is None or record.is_idle:
            begun = None
        elif before is None or before.clock_key != record.clock_key:
            begun = one


def _judge(line: Line, begun: Saved, one: Saved) -> Iterator[str]:
    record, played = begun.change.record, one.change.played
    clock = line.game.clock(line.states[record.revision])
    assert clock is not None
    usual = record.turn_seconds if clock.kind == "turn" else record.response_seconds
    seconds = usual if clock.seconds is None else clock.seconds
    passed = one.played_time - begun.played_time
    at = one.change.record.revision
    if played is not None and played.seat is None and passed < seconds - EARLIEST:
        yield f"the clock of {seconds} s ran out after {passed:.1f} s at {at}"
    if passed > seconds + LATEST + one.grace - begun.grace:
        yield f"the clock of {seconds} s had not run out after {passed:.1f} s at {at}"
