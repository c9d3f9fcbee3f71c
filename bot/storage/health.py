"""The health of a database, for the doctor."""

from typing import Literal

import msgspec

from bot.storage.groups import Group


class Health(msgspec.Struct, frozen=True):
    """The findings of a database check."""

    schema: int
    newest: int
    """The newest schema that this version of the program knows."""
    live: int
    """Running tables and open lobbies. Not counted if the database has another schema."""
    damage: tuple[str, ...]


class ServerSetup(msgspec.Struct, frozen=True):
    """The setup of a PostgreSQL server as far as games depend on it, and the bots that use it."""

    version: str
    ahead: float
    """The seconds by which the server's clock is ahead of ours."""
    has_checksums: bool
    """Whether the server detects pages changed by a disk."""
    is_durable: bool
    """Whether confirmed writes survive a power failure."""
    synchronous_commit: str
    standbys: str
    """The standbys that confirm writes (`synchronous_standby_names`). Empty if there are none."""
    replicas: int
    """The number of connected standbys, as far as our user may see them."""
    processes: int
    """The number of bots that have the database open."""
    may_make_tables: bool = True
    """Whether the bot's user may create tables. The first start and many upgrades need that."""
    groups: tuple[Group, ...] = ()
    changed_at: float | None = None
    """The time of the last change to a session, in seconds since the epoch."""
    size: int = 0
    """The size of the database in bytes."""

    @property
    def confirms_on_standby(self) -> bool:
        """Whether a move is stored on a second machine before it's answered."""
        return bool(self.standbys) and self.synchronous_commit in ("on", "remote_write", "remote_apply")


HostRole = Literal["primary", "second primary", "old primary", "standby", "away"]
"""The role of a server among those an address names."""


class HostState(msgspec.Struct, frozen=True):
    """The state of one of the servers that an address names."""

    place: str
    role: HostRole
    timeline: int = 0
    fault: str = ""
    """The reason it doesn't answer."""
