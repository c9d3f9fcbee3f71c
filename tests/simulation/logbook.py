"""The program's log in a run, in which some lines report an unforeseen event."""

import traceback
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

import structlog

from tests.simulation.world import World

LOUD = frozenset(
    ("publishing_failed", "work_failed", "invariant_broken", "picture_failed", "session_damaged")
)

TRACED = frozenset(("session", "sessions", "place", "error"))
"""The facts of a log line that are traced."""


@contextmanager
def listening(world: World) -> Iterator[None]:
    """Listen inside the block, without printing anything."""

    def note(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> Any:
        facts = " ".join(f"{name}={value}" for name, value in line.items() if name in TRACED)
        world.note(f"log {line['event']} {facts}")
        if line["event"] == "deadlines_extended":
            world.troubles += 1
        if line["event"] in LOUD:
            world.fail("P17", f"{line['event']}: {line.get('faults') or traceback.format_exc(limit=-3)}")
        raise structlog.DropEvent

    before = structlog.get_config()["processors"]
    structlog.configure(processors=[note])
    try:
        yield
    finally:
        structlog.configure(processors=before)
