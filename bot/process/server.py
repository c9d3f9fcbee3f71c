"""The doctor's checks of a PostgreSQL server, and of the processes that share a database on it."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.process.finding import Finding
from bot.storage.errors import OWNED, REJOIN
from bot.storage.groups import Group
from bot.storage.health import HostState, ServerSetup

MAX_CLOCK_SECONDS: Final = 5.0
"""The largest allowed difference between the clocks of this machine and the server."""


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


def server_findings(stands: ServerSetup) -> Iterator[Finding]:
    """Check the server's setup, as far as games depend on it."""
    if not stands.may_make_tables:
        yield Finding("rights", "the user in DATABASE can't create tables there", OWNED)
    if not stands.is_durable:
        words = "PostgreSQL reports writes before they reach disk (fsync or synchronous_commit is off)"
        yield Finding("durability", words, "turn both on, or a power failure loses moves")
    yield _clocks(stands.ahead)
    yield _replication(stands)
    if stands.groups:
        yield _shared(stands)


def _clocks(ahead: float) -> Finding:
    words = f"the server's differs by {abs(ahead):.1f} s"
    wrong = "turn on NTP on both machines" if abs(ahead) > MAX_CLOCK_SECONDS else ""
    return Finding("clocks", words, wrong)


def _replication(stands: ServerSetup) -> Finding:
    """Check that answered moves survive the loss of the server."""
    checksums = "pages have checksums" if stands.has_checksums else "pages don't have checksums"
    mode = f"synchronous_commit is {stands.synchronous_commit}"
    if stands.confirms_on_standby:
        words = f"standbys that confirm: {stands.standbys}, {mode}, {checksums}"
        return Finding("replication", words)
    if not stands.replicas and not stands.standbys:
        words = f"one server, so losing it loses everything since the last backup, {mode}, {checksums}"
        return Finding("replication", words)
    words = f"no standby confirms moves, {mode}, {checksums}"
    advice = "set synchronous_standby_names, or a failover loses answered moves"
    return Finding("replication", words, advice, is_urgent=False)


def _shared(stands: ServerSetup) -> Finding:
    """Show the holder of each shard group, and check that another process can take over."""
    groups, processes = stands.groups, stands.processes
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
