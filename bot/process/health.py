"""The bot's health report and the verdict on it. Times are in seconds since the epoch."""

from pathlib import Path
from typing import Final

import msgspec

MAX_SILENCE_SECONDS: Final = 60.0
"""The longest that a healthy bot goes without a report or a save. It does both every ten seconds."""
MAX_DELAY_SECONDS: Final = 5.0
"""The longest delay of a healthy bot's event loop."""

MAX_LATE_SECONDS: Final = 7200.0
"""The longest delay of an hourly backup. A large one takes minutes."""


class Share(msgspec.Struct, frozen=True):
    """The shard groups of a bot with several processes, and the one that this process holds."""

    groups: int
    """The number of shard groups."""
    held: int
    """The number of groups that any process holds."""
    group: int | None = None
    """The group that this process holds. None if it holds none."""
    first_shard: int = 0
    shards: int = 0
    """The number of shards in its group, which follow one another."""
    total: int = 0
    """The number of shards of the whole bot."""


class HealthReport(msgspec.Struct, frozen=True):
    """The bot's health at one moment."""

    at: float
    process: int
    version: str
    saved_at: float | None = None
    """The time at which the database last stored a heartbeat. None before the first."""
    is_connected: bool = False
    """Whether all connections to Discord are up."""
    latency: float | None = None
    """Seconds between a heartbeat of the gateway and its answer, the slowest of all connections."""
    loop_delay: float = 0.0
    """The longest delay of the event loop since the report before, in seconds."""
    waits: str = ""
    """The reason the bot waits before it asks Discord again, and until when. Empty if it doesn't wait."""
    moved_at: float | None = None
    backed_up_at: float | None = None
    backup_due_at: float | None = None
    """The time of the next backup. None if there's nothing new to copy, or backups are off."""
    is_invited: bool = True
    """Whether anyone has invited the bot, so that people can reach it."""
    share: Share | None = None
    """None if this process serves the bot alone."""

    @property
    def is_standing_by(self) -> bool:
        """Whether the process waits for a free shard group and isn't connected to Discord yet."""
        return self.share is not None and self.share.group is None and not self.is_connected


def read(file: Path) -> HealthReport | None:
    """Return the last report, or None if the file is missing or malformed. Raises OSError."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=HealthReport)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def faults(health: HealthReport, now: float) -> list[str]:
    """Return what is wrong with the process itself, whether or not Discord can be reached."""
    found: list[str] = []
    if now - health.at > MAX_SILENCE_SECONDS:
        found.append(f"it hasn't reported for {span(now - health.at)}: restart it")
    if health.saved_at is not None and health.at - health.saved_at > MAX_SILENCE_SECONDS:
        found.append(
            f"the database hasn't taken anything for {span(now - health.saved_at)}: run `cardcrate doctor`"
        )
    if health.loop_delay > MAX_DELAY_SECONDS:
        found.append(f"the event loop was {span(health.loop_delay)} late: the processor is too busy")
    return found


def is_ready(health: HealthReport) -> bool:
    """Whether people can play, or a standby process is ready to take over."""
    return (health.is_standing_by or health.is_connected) and health.saved_at is not None


def verdict(health: HealthReport, now: float) -> tuple[bool, str]:
    """Return whether all is well, and a line about the bot's health."""
    wrong = faults(health, now)
    if health.waits:
        wrong.append(health.waits)
    elif not health.is_connected and not health.is_standing_by:
        wrong.append("it isn't connected to Discord")
    elif not health.is_invited:
        wrong.append("it isn't in any server: `cardcrate doctor` prints the invitation")
    if health.backup_due_at is not None and now - health.backup_due_at > MAX_LATE_SECONDS:
        late = span(now - health.backup_due_at)
        wrong.append(f"a backup is {late} late: look for `housekeeping_failed` in the log")
    if health.is_standing_by and health.saved_at is None:
        wrong.append("it can't take over yet")
    facts = ", ".join(_facts(health, now))
    return not wrong, f"NOT healthy: {'; '.join(wrong)} ({facts})" if wrong else f"healthy: {facts}"


def _facts(health: HealthReport, now: float) -> list[str]:
    if health.is_standing_by and health.share is not None:
        if health.saved_at is None:
            return ["starting"]
        held = f"{health.share.held} of {health.share.groups} shard groups held"
        return ["standing by", held, f"database asked {_ago(health.saved_at, now)}"]
    gateway = "connected" if health.latency is None else f"{1000 * health.latency:.0f} ms"
    return [
        *_group(health.share),
        f"heartbeat {_ago(health.saved_at, now)}",
        f"gateway {gateway if health.is_connected else 'none'}",
        f"event loop {1000 * health.loop_delay:.0f} ms late at most",
        f"last move {_ago(health.moved_at, now, none='none since the start')}",
        f"last backup {_ago(health.backed_up_at, now)}",
    ]


def _group(share: Share | None) -> list[str]:
    if share is None:
        return []
    if share.group is None:
        return ["no shard group held: another process has it, or the database is away"]
    last = share.first_shard + share.shards - 1
    return [f"shard group {share.group} with shards {share.first_shard}-{last} of {share.total}"]


def _ago(at: float | None, now: float, *, none: str = "none yet") -> str:
    return none if at is None else f"{span(max(0.0, now - at))} ago"


def span(seconds: float) -> str:
    """Return a duration in one unit, such as `3 hours`."""
    for unit, length in (("days", 86400), ("hours", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"
