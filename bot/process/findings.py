"""The doctor's findings, and its checks of this machine, backups, Discord's limits and PostgreSQL."""

import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import discord
import msgspec

from bot.config import Settings, folder_problem
from bot.process.health import read
from bot.process.refusals import clock_time
from bot.process.upkeep import retention_of
from bot.shipped import version
from bot.storage.backup import backups_in, why_no_room
from bot.storage.errors import GRANT_OWNER, REJOIN
from bot.storage.groups import Group
from bot.storage.health import HostState, ServerSetup

MAX_BEHIND_SECONDS: Final = 26 * 3600.0
"""The time by which a backup may be behind the database. The running bot makes one every hour."""
MAX_AHEAD_SECONDS: Final = 30.0
"""The largest allowed difference between our clock and Discord's. Players see deadlines to the minute."""
FEW_STARTS: Final = 50
CGROUPS = Path("/sys/fs/cgroup")
"""The folder in which Linux shows the processor limit of a container or a service."""
MAX_CLOCK_SECONDS: Final = 5.0
"""The largest allowed difference between the clocks of this machine and the server."""


class Finding(msgspec.Struct, frozen=True):
    """The result of one check, with advice if something is wrong or could be better."""

    subject: str
    words: str
    advice: str = ""
    is_urgent: bool = True
    """Whether the fault keeps the bot from working. Otherwise it's only a warning."""

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.advice and self.is_urgent)

    @property
    def verdict(self) -> str:
        """Return the result in one word."""
        if not self.advice:
            return "ok"
        return "ERROR" if self.is_urgent else "WARN"


def show(findings: Sequence[Finding], write: Callable[[str], object]) -> int:
    """Write a line for each finding and a summary, and return 1 if something is wrong, else 0."""
    width = max(len(finding.subject) for finding in findings)
    for finding in findings:
        cure = f" → {finding.advice}" if finding.advice else ""
        write(f"{finding.verdict:5}  {finding.subject:{width}}  {finding.words}{cure}")
    wrong = sum(not finding.is_good for finding in findings)
    if wrong:
        write(f"Errors: {wrong} in {len(findings)} checks.")
    else:
        has_advice = any(finding.advice for finding in findings)
        write("No errors. See the warnings." if has_advice else "All is well.")
    return 1 if wrong else 0


class Grants(msgspec.Struct, frozen=True):
    """Discord's limits for connections, its time, and the intents of the application."""

    shards: int
    starts: int
    starts_left: int
    wait: float = 0.0
    """The seconds that the next start would have to wait for enough of them."""
    clock_ahead: float | None = None
    """The seconds by which our clock is ahead of Discord's."""
    intents: tuple[str, ...] = ()
    """The privileged intents that are switched on for the application."""


def versions() -> Finding:
    """Return the versions of the programs that run here."""
    words = f"Cardcrate {version()}, discord.py {discord.__version__}, Python {platform.python_version()}"
    return Finding("versions", f"{words} on {platform.system()} {platform.machine()}")


def processors() -> Finding:
    """Check that the bot may use one whole processor, which containers and services often limit."""
    share = min(processor_limit() or inf, len(os.sched_getaffinity(0)))
    if share < 1:
        words = f"only {share:g} of one, so answers come late at busy times"
        cure = "allow the bot a whole one, or set PICTURES=false"
        return Finding("processor", words, cure, is_urgent=False)
    return Finding("processor", f"{share:g} {'is' if share == 1 else 'are'} there")


def processor_limit() -> float | None:
    """Return how many processors this container or service may use at a time. None without a limit."""
    for names in (("cpu.max",), ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")):
        try:
            quota, period = map(int, " ".join((CGROUPS / name).read_text() for name in names).split())
        except (OSError, ValueError):  # It has another kind of limit, or says that there isn't one.
            continue
        return quota / period if quota > 0 else None
    return None


def another_application(known: frozenset[int], present: int) -> Finding | None:
    """Return a finding if a database was used with another application than the token's.

    Once the bot has run with this token, it's only a warning, because the change may be intended.
    """
    others = known - {present}
    if not others:
        return None
    words = f"the token is of application {present}, but the games in the database are of another one"
    cure = f"copy the token of application {max(others)}, or name another database in DATABASE"
    return Finding("application", words, cure, is_urgent=present not in known)


def time_zones() -> Finding:
    """Check that this machine knows time zones, which quiet hours need."""
    try:
        ZoneInfo("Europe/Berlin")
    except (KeyError, OSError):
        words = "none are installed, so quiet hours in a city's time don't work"
        return Finding("time zones", words, "install tzdata (`apt install tzdata`) and restart the bot")
    return Finding("time zones", "installed")


def backups_of(settings: Settings) -> Finding:
    """Check the backups of a database in a file, which may not exist yet."""
    folder = settings.backups
    if is_empty(settings.file) or (folder is not None and folder_problem(folder)):
        return backups(settings, changed_at=None, size=0)
    return backups(settings, changed_at=_changed_at(settings.file), size=settings.file.stat().st_size)


def backups(settings: Settings, *, changed_at: float | None, size: int) -> Finding:
    """Check the age of the newest backup, the size of all, and the room for another."""
    folder = settings.backups
    if folder is None:
        return Finding("backups", "none are made: BACKUPS is empty")
    if wrong := folder_problem(folder):
        return Finding("backups", *wrong)
    now = datetime.now(UTC)
    try:
        files = backups_in(folder, now)
        all_together = sum(path.stat().st_size for path in files.values())
    except FileNotFoundError:
        files, all_together = {}, 0
    except OSError as error:
        return Finding("backups", f"{folder} can't be read: {error.strerror}", "let the bot's user read it")
    if not files and not _has_started(settings):  # The bot makes one when it starts.
        return Finding("backups", f"will be created in {folder}")
    if not files:
        advice = "run `cardcrate backup`, and look for `housekeeping_failed` in the log"
        return Finding("backups", f"there isn't one in {folder}", advice)
    newest = max(files)
    made = f"the newest of {newest:%Y-%m-%d %H:%M} UTC"
    words = f"{len(files)} in {folder}, {all_together // 1_000_000} MB, {made}"
    if changed_at is not None and changed_at - newest.timestamp() > MAX_BEHIND_SECONDS:
        advice = "it's over a day older than the database: look for `housekeeping_failed` in the log"
        return Finding("backups", words, advice)
    if lacks := why_no_room(folder, now, size, retention_of(settings).limits):
        return Finding("backups", words, f"make room, because another copy doesn't fit: {lacks}")
    return Finding("backups", words)


def _has_started(settings: Settings) -> bool:
    """Whether the bot has completed its start, even if it was killed since."""
    try:
        report = read(settings.heartbeat)
    except OSError:
        return False
    return report is not None and report.saved_at is not None


def is_empty(database: Path) -> bool:
    """Whether the database doesn't exist yet, or is an empty file left by a start on a full disk."""
    return not _nonempty_files(database)


def _changed_at(database: Path) -> float:
    """Return the time of the last write to the database."""
    return max(path.stat().st_mtime for path in _nonempty_files(database))


def _nonempty_files(database: Path) -> list[Path]:
    """Return the files of a database that aren't empty."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return [path for path in files if os.path.exists(path) and path.stat().st_size]  # noqa: PTH110 # pathlib's raises where we may not look


def grant_findings(grants: Grants, shards: int | None = None) -> Iterator[Finding]:
    """Check Discord's limits, intents and time. `shards` is the setting SHARDS."""
    words = f"{grants.starts_left} of {grants.starts} starts left today, {grants.shards} needed at once"
    if grants.wait:
        until = clock_time(time.time() + grants.wait)
        yield Finding("gateway", words, f"wait: a bot that starts now connects at {until}")
    elif grants.starts_left < FEW_STARTS:
        yield Finding(
            "gateway", words, "find out why the bot starts so often, or Discord will reset its token"
        )
    else:
        yield Finding("gateway", words)
    if shards is not None and shards < grants.shards:
        advice = f"leave SHARDS empty, or set it to {grants.shards}"
        yield Finding("shards", f"SHARDS is {shards}, Discord wants {grants.shards}", advice, is_urgent=False)
    yield intents(grants.intents)
    if grants.clock_ahead is None:
        return
    ahead = f"{abs(grants.clock_ahead):.0f} s {'ahead of' if grants.clock_ahead > 0 else 'behind'} Discord's"
    is_wrong = abs(grants.clock_ahead) > MAX_AHEAD_SECONDS
    yield Finding("clock", ahead, "turn on NTP on this machine" if is_wrong else "")


def intents(privileged: Sequence[str]) -> Finding:
    """Check that no privileged intents are on, because the bot needs none."""
    if not privileged:
        return Finding("intents", "no privileged ones (none needed)")
    words = f"{', '.join(privileged)} on, though the bot never uses that"
    cure = "turn off Privileged Gateway Intents on the page Bot of the Developer Portal"
    return Finding("intents", words, cure, is_urgent=False)


def host_findings(hosts: Sequence[HostState]) -> Iterator[Finding]:
    """Check which of several servers takes moves, and which one shouldn't."""
    if not hosts:
        return
    words, roles = "; ".join(map(_host, hosts)), {host.role for host in hosts}
    if roles & {"old primary", "second primary"}:
        yield Finding("hosts", words, REJOIN)
    elif "away" in roles:
        yield Finding("hosts", words, "start the missing server, or remove it from DATABASE", is_urgent=False)
    else:
        yield Finding("hosts", words)


def _host(host: HostState) -> str:
    about = f" ({host.fault})" if host.fault else f" (timeline {host.timeline})" if host.timeline else ""
    return f"{host.place}: {host.role}{about}"


def server_findings(setup: ServerSetup) -> Iterator[Finding]:
    """Check the server's setup, as far as games depend on it."""
    if not setup.may_make_tables:
        yield Finding("rights", "the user in DATABASE can't create tables there", GRANT_OWNER)
    if not setup.is_durable:
        words = "PostgreSQL reports writes before they reach disk (fsync or synchronous_commit is off)"
        yield Finding("durability", words, "turn both on, or a power failure loses moves")
    yield _clocks(setup.ahead)
    yield _replication(setup)
    if setup.groups:
        yield _shard_groups(setup)


def _clocks(ahead: float) -> Finding:
    words = f"the server's differs by {abs(ahead):.1f} s"
    wrong = "turn on NTP on both machines" if abs(ahead) > MAX_CLOCK_SECONDS else ""
    return Finding("clocks", words, wrong)


def _replication(setup: ServerSetup) -> Finding:
    """Check that answered moves survive the loss of the server."""
    checksums = "pages have checksums" if setup.has_checksums else "pages don't have checksums"
    mode = f"synchronous_commit is {setup.synchronous_commit}"
    if setup.confirms_on_standby:
        words = f"standbys that confirm: {setup.standbys}, {mode}, {checksums}"
        return Finding("replication", words)
    if not setup.replicas and not setup.standbys:
        words = f"one server, so losing it loses everything since the last backup, {mode}, {checksums}"
        return Finding("replication", words)
    words = f"no standby confirms moves, {mode}, {checksums}"
    advice = "set synchronous_standby_names, or a failover loses answered moves"
    return Finding("replication", words, advice, is_urgent=False)


def _shard_groups(setup: ServerSetup) -> Finding:
    """Show the holder of each shard group, and check that another process can take over."""
    groups, processes = setup.groups, setup.processes
    total, held = sum(group.shards for group in groups), sum(group.is_held for group in groups)
    words = f"{'; '.join(map(_group, groups))} ({total} shards in all, {_processes(processes)})"
    if processes and held < len(groups):
        advice = f"start a process for each free group ({len(groups) - held} more)"
        return Finding("shard groups", words, advice)
    if 0 < processes <= held and len(groups) > 1:
        advice = "start one more process: it takes over when another one goes"
        return Finding("shard groups", words, advice, is_urgent=False)
    return Finding("shard groups", words)


def _group(group: Group) -> str:
    shards = f"{group.first_shard}-{group.first_shard + group.shards - 1}"
    if not group.is_held:
        return f"{group.number} (shards {shards}) held by nobody"
    clocks = "clocks run" if group.stopped is None else f"clocks paused for {group.stopped:.0f} s"
    return f"{group.number} (shards {shards}) held by {group.holder}, {clocks}"


def _processes(number: int) -> str:
    return "1 process runs" if number == 1 else f"{number} processes run"
