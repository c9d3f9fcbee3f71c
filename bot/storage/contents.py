"""The contents of a database as a sentence, for operators about to restore it."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from bot.storage.driver import reading
from bot.storage.statements import LIVE


class Contents(NamedTuple):
    """Numbers of tables and moves in a database, and its last change in seconds since the epoch."""

    live: int
    ended: int
    moves: int
    last: float | None

    def told(self, now: datetime) -> str:
        """Return the contents as a sentence."""
        what = f"Open tables: {self.live}. Ended ones: {self.ended}. Moves: {self.moves}."
        if self.last is None:
            return what
        at = datetime.fromtimestamp(self.last, UTC)
        return f"{what} The last change was on {at:%Y-%m-%d at %H:%M} UTC, {_age(now - at)} ago."


def contents(path: Path) -> Contents:
    """Count the games and moves in a database file of the present schema."""
    with closing(reading(path)) as connection:
        query = f"SELECT {LIVE}, count(*), max(updated_at) FROM sessions GROUP BY 1"  # noqa: S608
        found = {bool(is_live): (number, last) for is_live, number, last in connection.execute(query)}
        [single] = connection.execute("SELECT count(*) FROM moves").fetchone()
        [packed] = connection.execute("SELECT coalesce(sum(moves), 0) FROM packed").fetchone()
    (live, _), (ended, _) = (found.get(is_live, (0, None)) for is_live in (True, False))
    return Contents(live, ended, single + packed, max((last for _, last in found.values()), default=None))


def _age(age: timedelta) -> str:
    hours = int(age.total_seconds() // 3600)
    return f"{hours} hours" if hours < 48 else f"{hours // 24} days"
