"""How a database is, for the doctor."""

from typing import Literal

import msgspec

from bot.storage.groups import Group


class Health(msgspec.Struct, frozen=True):
    """What was found in a database."""

    schema: int
    newest: int
    """The schema that this version of the program knows."""
    live: int
    """Running tables and open lobbies; not counted in another schema."""
    damage: tuple[str, ...]


class Standing(msgspec.Struct, frozen=True):
    """How a PostgreSQL server is set up, as far as it matters for games, and who is at work on it."""

    version: str
    ahead: float
    """By how many seconds its clock is ahead of ours."""
    has_checksums: bool
    """Whether it notices pages that a disk has changed."""
    is_durable: bool
    """Whether what it has confirmed outlives a loss of power."""
    synchronous_commit: str
    standbys: str
    """Which standbys confirm what is written (`synchronous_standby_names`); empty: none."""
    replicas: int
    """How many standbys are connected, as far as we may know."""
    processes: int
    """How many bots have the database open."""
    may_make_tables: bool = True
    """Whether its user may, which the first start needs, and many an upgrade."""
    groups: tuple[Group, ...] = ()
    changed_at: float | None = None
    """When a table was last changed, in seconds since the epoch."""
    size: int = 0
    """In bytes."""

    @property
    def confirms_on_standby(self) -> bool:
        """Whether a move is on another machine before it is answered."""
        return bool(self.standbys) and self.synchronous_commit in ("on", "remote_write", "remote_apply")


HostRole = Literal["primary", "second primary", "old primary", "standby", "away"]
"""The role of a server among those an address names."""


class HostStanding(msgspec.Struct, frozen=True):
    """How one of the servers is that an address names."""

    place: str
    role: HostRole
    timeline: int = 0
    fault: str = ""
    """Why it doesn't answer."""
