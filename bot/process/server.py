"""What the doctor sees of a PostgreSQL server, and of the processes that share a database on it."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.process.finding import Finding
from bot.storage.errors import OWNED, REJOIN
from bot.storage.groups import Group
from bot.storage.health import HostStanding, Standing

MAX_CLOCK_SECONDS: Final = 5.0
"""How far the clocks of this machine and the server may be apart."""


def host_findings(hosts: Sequence[HostStanding]) -> Iterator[Finding]:
    """Which of several servers takes moves, and which one should not."""
    if not hosts:
        return
    words, roles = "; ".join(map(_host, hosts)), {host.role for host in hosts}
    if roles & {"old primary", "second primary"}:
        yield Finding("hosts", words, REJOIN)
    elif "away" in roles:
        yield Finding("hosts", words, "start what is away, or take it out of DATABASE", is_urgent=False)
    else:
        yield Finding("hosts", words)


def _host(host: HostStanding) -> str:
    about = f" ({host.fault})" if host.fault else f" (timeline {host.timeline})" if host.timeline else ""
    return f"{host.place}: {host.role}{about}"


def server_findings(stands: Standing) -> Iterator[Finding]:
    """How the server is set up, as far as games depend on it."""
    if not stands.may_make_tables:
        yield Finding("rights", "the user of DATABASE may make no tables there", OWNED)
    if not stands.is_durable:
        advice = "set fsync and synchronous_commit to on: moves are lost when the power fails"
        yield Finding("durability", "the server confirms what is not on its disk yet", advice)
    yield _clocks(stands.ahead)
    yield _replication(stands)
    if stands.groups:
        yield _shared(stands)


def _clocks(ahead: float) -> Finding:
    words = f"the server's differs from ours by {abs(ahead):.1f} s"
    wrong = "let both machines set their clocks by NTP" if abs(ahead) > MAX_CLOCK_SECONDS else ""
    return Finding("clocks", words, wrong)


def _replication(stands: Standing) -> Finding:
    """Whether what was answered survives the loss of the server."""
    checksums = "pages have checksums" if stands.has_checksums else "pages have no checksums"
    mode = f"synchronous_commit is {stands.synchronous_commit}"
    if stands.confirms_on_standby:
        words = f"standbys that confirm: {stands.standbys}; {mode}; {checksums}"
        return Finding("replication", words)
    if not stands.replicas and not stands.standbys:
        words = f"one server: with it all is lost that is newer than the last backup; {mode}; {checksums}"
        return Finding("replication", words)
    words = f"no standby confirms moves; {mode}; {checksums}"
    advice = "set synchronous_standby_names: a failover to a standby loses moves that were answered"
    return Finding("replication", words, advice, is_urgent=False)


def _shared(stands: Standing) -> Finding:
    """Who holds which shard group, and whether somebody stands by."""
    groups, processes = stands.groups, stands.processes
    total, held = sum(group.shards for group in groups), sum(group.is_held for group in groups)
    words = f"{'; '.join(map(_group, groups))} ({total} shards in all, {_processes(processes)})"
    if processes and held < len(groups):
        advice = f"start a process more for each group that nobody holds: {len(groups) - held}"
        return Finding("shard groups", words, advice)
    if 0 < processes <= held and len(groups) > 1:
        advice = "start one process more: it stands by, and takes over when another one goes"
        return Finding("shard groups", words, advice, is_urgent=False)
    return Finding("shard groups", words)


def _group(group: Group) -> str:
    shards = f"{group.first_shard}-{group.first_shard + group.shards - 1}"
    if not group.is_held:
        return f"{group.number} (shards {shards}) held by nobody"
    clocks = "clocks run" if group.stopped is None else f"clocks stand still for {group.stopped:.0f} s"
    return f"{group.number} (shards {shards}) held by {group.holder}, {clocks}"


def _processes(number: int) -> str:
    return "1 process runs" if number == 1 else f"{number} processes run"
