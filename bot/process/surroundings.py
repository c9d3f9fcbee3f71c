"""What the doctor sees around the bot: versions, backups, the clock, and what Discord grants in a day."""

import os
import platform
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import discord
import msgspec

from bot.config import Settings, unwritable
from bot.process.finding import Finding
from bot.process.refusals import clock_time
from bot.process.upkeep import keeping
from bot.shipped import version
from bot.storage.backup import lacking, made_in

MAX_BEHIND_SECONDS: Final = 26 * 3600.0
"""How far a backup may be behind the database; the running bot makes one every hour."""
MAX_AHEAD_SECONDS: Final = 30.0
"""How far our clock may be from Discord's; players see deadlines to the minute."""
FEW_STARTS: Final = 50


class Grants(msgspec.Struct, frozen=True):
    """What Discord says about connections, and when it said so."""

    shards: int
    starts: int
    starts_left: int
    wait: float = 0.0
    """How many seconds the next start would have to wait for enough of them."""
    clock_ahead: float | None = None
    """By how many seconds our clock is ahead of Discord's."""
    intents: tuple[str, ...] = ()
    """The privileged intents that are switched on for the application."""


def versions() -> Finding:
    """The versions of what runs here."""
    words = f"Cardcrate {version()}, discord.py {discord.__version__}, Python {platform.python_version()}"
    return Finding("versions", f"{words} on {platform.system()} {platform.machine()}")


def time_zones() -> Finding:
    """Whether this machine knows the time zones of places, by which quiet hours are kept."""
    try:
        ZoneInfo("Europe/Berlin")
    except (KeyError, OSError):
        words = "this machine knows none, so quiet hours of places are not kept"
        return Finding("time zones", words, "install tzdata (`apt install tzdata`) and restart the bot")
    return Finding("time zones", "known to this machine")


def backups_of(settings: Settings) -> Finding:
    """The same for a database in a file, which may not be there yet."""
    folder = settings.backups
    if holds_nothing(settings.file) or (folder is not None and unwritable(folder)):
        return backups(settings, changed_at=None, size=0)
    return backups(settings, changed_at=_changed(settings.file), size=settings.file.stat().st_size)


def backups(settings: Settings, *, changed_at: float | None, size: int) -> Finding:
    """How old the newest backup is, how much they are, and whether there is room for another."""
    folder = settings.backups
    if folder is None:
        return Finding("backups", "none are made: BACKUPS is empty")
    if wrong := unwritable(folder):
        return Finding("backups", "none can be made", wrong)
    try:
        files = made_in(folder)
        all_together = sum(path.stat().st_size for path in files.values())
    except FileNotFoundError:
        files, all_together = {}, 0
    except OSError as error:
        return Finding("backups", f"{folder} cannot be read: {error.strerror}", "let the bot's user read it")
    if not files and not settings.pulse.exists():  # the bot, which does not run, makes one when it starts
        return Finding("backups", f"will be made in {folder}")
    if not files:
        advice = "make one: `backup`; the running bot makes one when it starts and every hour"
        return Finding("backups", f"there is none in {folder}", advice)
    newest = max(files)
    made = f"the newest of {newest:%Y-%m-%d %H:%M} UTC"
    words = f"{len(files)} in {folder}, {all_together // 1_000_000} MB, {made}"
    if changed_at is not None and changed_at - newest.timestamp() > MAX_BEHIND_SECONDS:
        return Finding("backups", words, "it is behind the database: look into the log for `housekeeping`")
    if lacks := lacking(folder, size, keeping(settings).limits):
        return Finding("backups", words, f"make room, since another copy does not fit: {lacks}")
    return Finding("backups", words)


def holds_nothing(database: Path) -> bool:
    """Whether there is no database yet: no file, or an empty one, which a start on a full disk leaves."""
    return not _written(database)


def _changed(database: Path) -> float:
    """When the database was written last."""
    return max(path.stat().st_mtime for path in _written(database))


def _written(database: Path) -> list[Path]:
    """The files of a database in which something stands."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return [path for path in files if os.path.exists(path) and path.stat().st_size]  # noqa: PTH110 # pathlib's raises where we may not look


def granted(grants: Grants, shards: int | None = None) -> Iterator[Finding]:
    """What Discord says about connections, intents and the time; `shards` is what SHARDS says."""
    words = f"{grants.starts_left} of {grants.starts} starts left today, {grants.shards} wanted at once"
    if grants.wait:
        until = clock_time(time.time() + grants.wait)
        yield Finding("gateway", words, f"wait: a bot that starts now connects at {until}")
    elif grants.starts_left < FEW_STARTS:
        yield Finding(
            "gateway", words, "find out why the bot starts so often before Discord resets its token"
        )
    else:
        yield Finding("gateway", words)
    if shards is not None and shards < grants.shards:
        advice = f"leave SHARDS empty, or set it to {grants.shards}"
        yield Finding("shards", f"SHARDS is {shards}, Discord wants {grants.shards}", advice, is_urgent=False)
    extra = ", ".join(grants.intents)
    yield Finding("intents", f"{extra} on, and not needed" if extra else "no privileged one is on or needed")
    if grants.clock_ahead is None:
        return
    ahead = f"{abs(grants.clock_ahead):.0f} s {'ahead of' if grants.clock_ahead > 0 else 'behind'} Discord's"
    is_wrong = abs(grants.clock_ahead) > MAX_AHEAD_SECONDS
    yield Finding("clock", ahead, "let this machine set its clock by NTP" if is_wrong else "")
