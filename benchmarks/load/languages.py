"""The cost of a language: the same moves in English and in another one, by two bots in turns."""

import math
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from benchmarks.load.answers import SLICE_SECONDS
from benchmarks.load.plan import Plan
from benchmarks.load.report import Target
from benchmarks.load.stage import Stage, staged
from benchmarks.load.stretch import Stretch, measured, p99_ms
from bot.config import DATA
from bot.rendering.languages import ENGLISH
from bot.sessions.preferences import Choices
from bot.storage.store import Store

OTHER: Final = "de"
"""The language compared with English. All others work in the same way."""
MAX_RATIO: Final = 1.05


class Languages(NamedTuple):
    """The same moves in English and in another language, in slices."""

    english: list[Stretch]
    other: list[Stretch]


async def languages(plan: Plan, folder: Path) -> Languages:
    """Let two bots at the same tables make moves in turns, so that other work affects both."""
    slices = math.ceil(plan.seconds / SLICE_SECONDS)
    found = Languages([], [])
    async with AsyncExitStack() as stack:
        both = []
        for tag, stretches in ((ENGLISH, found.english), (OTHER, found.other)):
            path = folder / f"{tag}.sqlite3"
            moves = plan.rate * (plan.warm_up + plan.seconds)
            stage = await stack.enter_async_context(staged(plan, path, moves=moves))
            await _set_language(stage, tag)
            subject = await stack.enter_async_context(stage.ours())
            await stage.warm_up()
            both.append((stage, subject, stretches))
        for _ in range(slices):
            for stage, subject, stretches in both:
                one = await measured(stage, subject, rate=plan.rate, seconds=plan.seconds / slices)
                stretches.append(one)
    return found


async def _set_language(stage: Stage, tag: str) -> None:
    """Make every user and every server use this language."""
    store = Store(stage.path, DATA / "migrations")
    await store.open()
    choices = Choices(store)
    for table in stage.tables:
        await choices.set_server(table.guild_id, language=tag)
        for user_id in table.players:
            await choices.set_user(user_id, language=tag)
    await store.close()


def processor_ms(stretches: list[Stretch]) -> float:
    """Return the main process's processor time per move."""
    moves = sum(len(one.moves) for one in stretches)
    return 1000 * sum(one.used.main for one in stretches) / max(1, moves)


def answered_ms(stretches: list[Stretch]) -> tuple[float, float]:
    """Return the median and the 99th percentile of the time until the bot acknowledged."""
    moves = [move for one in stretches for move in one.moves]
    return 1000 * median(move.answered for move in moves) if moves else math.inf, p99_ms(moves)


def languages_lines(found: Languages) -> Iterator[str]:
    """Yield both side by side. With a thousand moves, p99 is decided by ten and so by other work."""
    yield f"{'':8}{'moves':>8}{'ms/move':>10}{'p50, ms':>10}{'p99, ms':>10}"
    for tag, stretches in ((ENGLISH, found.english), (OTHER, found.other)):
        moves = sum(len(one.moves) for one in stretches)
        middle, slowest = answered_ms(stretches)
        yield f"{tag:8}{moves:8}{processor_ms(stretches):10.2f}{middle:10.1f}{slowest:10.1f}"


def languages_targets(found: Languages) -> Iterator[Target]:
    """Yield the targets."""
    ratio = processor_ms(found.other) / processor_ms(found.english)
    what = f"processor time of a move in another language at most {MAX_RATIO:g} x that in English"
    yield Target(what, ratio <= MAX_RATIO, f"{ratio:.2f} x")
