"""The PostgreSQL servers that an address names, and the mistakes that it may have.

After a failover, several may accept writes, but only one is the right one.
"""

import asyncio
import os
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import asyncpg
import structlog

from bot.config import Problem, Server
from bot.storage.errors import REJOIN, START_IT
from bot.storage.health import HostRole, HostState

log = structlog.get_logger(__name__)

CONNECT_SECONDS: Final = 2.0
LOSS_ERRORS: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.ReadOnlySQLTransactionError,  # It has become a standby, and another server accepts writes.
)
_NAME_PRIMARY: Final = (
    "name the server that does, or all of them with commas between and target_session_attrs=read-write"
)
_STATE: Final = (
    "SELECT (SELECT system_identifier FROM pg_control_system()), pg_postmaster_start_time(), "
    "CASE WHEN NOT pg_is_in_recovery() THEN pg_walfile_name(pg_current_wal_lsn()) END"
)
_TIMELINES: Final[dict[int, int]] = {}
"""The newest timeline of each cluster this process has worked with. It never goes back to an older one."""
SSLMODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_FILES: Final = ("sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile")
_DEFAULT_ROOT: Final = Path(".postgresql", "root.crt")


class Lost(Exception):
    """A connection that was lost or can't be made. The message is the reason."""

    def __init__(self, words: str, cure: str = START_IT) -> None:
        super().__init__(words)
        self.cure = cure


class Host(NamedTuple):
    """A server that answers, and the connection to it."""

    place: str
    connection: "asyncpg.Connection[Any]"
    cluster: int = 0
    """The identifier that a primary shares with its standbys."""
    started: object = None
    """The time it was started, which is the same for two names of one server."""
    timeline: int = 1
    """Increases whenever a standby takes over. 0 for a standby."""


class Absent(NamedTuple):
    """A server that can't be used, and why."""

    place: str
    fault: Exception


async def open_primary(server: Server, **options: Any) -> "asyncpg.Connection[Any]":
    """Connect to the server that accepts writes. Raises Lost if there's none, or if two claim to be it."""
    found = await _ask_all(server, **options)
    hosts = [one for one in found if isinstance(one, Host)]
    chosen: Host | None = None
    try:
        if not hosts:
            faults = [one.fault for one in found if isinstance(one, Absent)]
            raise next((fault for fault in faults if not isinstance(fault, LOSS_ERRORS)), faults[0])
        chosen = _choose(hosts)
        _TIMELINES[chosen.cluster] = chosen.timeline
        return chosen.connection
    finally:
        await _disconnect([host for host in hosts if host is not chosen])


def _choose(hosts: Sequence[Host]) -> Host:
    roles = {host: _role(host, hosts) for host in hosts}
    for host in (host for host in hosts if roles[host] == "old primary"):
        log.warning("old_primary", place=host.place, timeline=host.timeline, cure=REJOIN)
    if rivals := [host.place for host in hosts if roles[host] == "second primary"]:
        raise Lost(f"{' and '.join(rivals)} both take moves", REJOIN)
    if right := [host for host in hosts if roles[host] == "primary"]:
        return right[0]
    if old := [host.place for host in hosts if roles[host] == "old primary"]:
        words = f"{' and '.join(old)} lacks games that went on elsewhere after a failover"
        raise Lost(words, REJOIN)
    raise Lost("it's a standby, which doesn't take moves", _NAME_PRIMARY)


def _role(host: Host, hosts: Sequence[Host]) -> HostRole:
    """Return the role of a server among those that answer, given the timelines this process has seen."""
    if not host.timeline:
        return "standby"
    if host.timeline < _newest(host.cluster, hosts):
        return "old primary"
    as_new = {one.started for one in hosts if one.timeline and one.timeline == _newest(one.cluster, hosts)}
    return "second primary" if len(as_new) > 1 else "primary"


def _newest(cluster: int, hosts: Sequence[Host]) -> int:
    return max(_TIMELINES.get(cluster, 0), *(host.timeline for host in hosts if host.cluster == cluster))


async def host_states(server: Server) -> tuple[HostState, ...]:
    """Return the role of each server an address names, or nothing if it names only one."""
    if len(addresses(server)) == 1:
        return ()
    found = await _ask_all(server, target_session_attrs="any")
    hosts = [one for one in found if isinstance(one, Host)]
    await _disconnect(hosts)
    return tuple(
        HostState(one.place, _role(one, hosts), one.timeline)
        if isinstance(one, Host)
        else HostState(one.place, "away", fault=reason(one.fault))
        for one in found
    )


def reason(error: BaseException) -> str:
    """Return in an operator's words why a server can't be reached."""
    if isinstance(error, TimeoutError):
        return "it doesn't answer"
    if isinstance(error, ConnectionError) and error.errno:  # The message of asyncio is about sockets.
        return os.strerror(error.errno)
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


async def _ask_all(server: Server, **options: Any) -> "Sequence[Host | Absent]":
    """Connect to every server an address names, and ask each for its role."""
    made: list[asyncpg.Connection[Any]] = []

    async def ask_one(place: str, address: str) -> Host | Absent:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                made.append(connection := await asyncpg.connect(address, **options))
                return await _state_of(place, connection)
        except (*LOSS_ERRORS, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as fault:
            return Absent(place, fault)

    found: Sequence[Host | Absent] = ()
    try:
        found = await asyncio.gather(*(ask_one(*one) for one in addresses(server)))
        return found
    finally:
        kept = [one.connection for one in found if isinstance(one, Host)]
        for connection in made:
            if connection not in kept:
                connection.terminate()


async def _state_of(place: str, connection: "asyncpg.Connection[Any]") -> Host:
    try:
        [(cluster, started, log_file)] = await connection.fetch(_STATE)
    except (asyncpg.InsufficientPrivilegeError, asyncpg.FeatureNotSupportedError):
        # A service that manages its own failovers reveals no more than this.
        return Host(place, connection, timeline=not await connection.fetchval("SELECT pg_is_in_recovery()"))
    return Host(place, connection, cluster, started, int(log_file[:8], 16) if log_file else 0)


async def _disconnect(hosts: Sequence[Host]) -> None:
    for host in hosts:
        host.connection.terminate()
    await asyncio.sleep(0)  # The loop closes sockets in its next round.


def addresses(server: Server) -> list[tuple[str, str]]:
    """Return each server that an address names, with an address of that one alone."""
    try:
        parts = urlsplit(server.address)
    except ValueError:  # Connecting reports the mistake.
        return [("", server.address)]
    user, at, places = parts.netloc.rpartition("@")
    asked = dict(parse_qsl(parts.query))
    if places:
        rest = server.address.partition(parts.netloc)[2]
        return [(place, f"{parts.scheme}://{user}{at}{place}{rest}") for place in places.split(",")]
    names, ports = asked.get("host", "").split(","), asked.get("port", "").split(",")
    if len(names) == 1 or len(names) % len(ports):
        return [(names[0], server.address)]
    ends = ({"host": name, "port": port} for name, port in zip(names, ports * len(names), strict=False))
    queries = (urlencode({name: value for name, value in {**asked, **end}.items() if value}) for end in ends)
    start = server.address.partition("?")[0]
    return [(name, f"{start}?{query}") for name, query in zip(names, queries, strict=True)]


def trust_problem(server: Server, error: ssl.SSLCertVerificationError) -> Problem:
    """Return why the server's certificate isn't accepted."""
    return Problem(
        f"the certificate of {server} can't be trusted ({error.verify_message})",
        "renew it on the server, or let sslrootcert in DATABASE name who signed it",
    )


def address_problem(server: Server) -> Problem | None:
    """Return what an operator has to change in DATABASE, or None if its files and words are right."""
    asked = {name: values[-1] for name, values in parse_qs(server.address.partition("?")[2]).items()}
    mode = asked.get("sslmode", "prefer")
    if mode not in SSLMODES:
        return Problem("sslmode in DATABASE isn't known to PostgreSQL", f"write one of {', '.join(SSLMODES)}")
    for name in _FILES:
        if name in asked and not _is_readable(Path(asked[name])):
            lost = "a file that isn't there or that the bot may not read"
            cure = "correct it, or let the bot's user read it"
            return Problem(f"{name} in DATABASE names {asked[name]}, {lost}", cure)
    if "passfile" in asked and Path(asked["passfile"]).stat().st_mode & 0o077:
        path = asked["passfile"]
        words = f"passfile in DATABASE names {path}, which isn't read while others may read it"
        return Problem(words, f"chmod 600 {path}")
    root = asked.get("sslrootcert")
    if root is not None and not _holds_certificates(root):
        return Problem(f"sslrootcert in DATABASE names {root}, a file without a certificate", "correct it")
    if mode.startswith("verify-") and root is None and not _is_readable(Path.home() / _DEFAULT_ROOT):
        words = f"sslmode={mode} in DATABASE needs to know who signs the server's certificate"
        return Problem(words, "add sslrootcert=FILE to DATABASE")
    return None


def _is_readable(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False


def _holds_certificates(path: str) -> bool:
    try:
        ssl.create_default_context(cafile=path)
    except ssl.SSLError:
        return False
    return True
