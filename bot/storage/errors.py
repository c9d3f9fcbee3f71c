"""What can go wrong with the database.

StoreError
├── Unusable      the database cannot be opened, or is not ours
│   ├── TooOld    it was written before the first release
│   ├── TooNew    it was written by a newer version
│   ├── Unreachable  its server does not answer, which may pass
│   └── InUse     another process holds it
├── NotSaved      this change was not written; nothing happened
├── Misarranged   shards cannot lie in groups as they are wanted
├── StillSeated   somebody who is to be forgotten still has a seat
├── Stale         somebody else's change was first; nothing happened
├── SeenBefore    this interaction has had its effect already
├── NotHolder     another process holds the table's shard group now; nothing happened
└── Damaged       a stored row does not match its checksum
"""

from typing import Final

OWNED: Final = "let the database belong to that user: createdb --owner=USER NAME"
"""What helps where the bot's user may not do in the database what it must."""
REJOIN: Final = (
    "stop PostgreSQL where the older games are, and make that server a standby of the other one "
    "(docs/operating.md, section 12)"
)
"""What helps where two servers of one address take moves."""


class StoreError(Exception):
    """Base of all errors of the store; the message is one clear line."""


class Unusable(StoreError):
    """The database cannot be opened or is not Cardcrate's."""


class TooOld(Unusable):
    """The database was written before the first release."""


class TooNew(Unusable):
    """The database was written by a newer version of the program."""


class Unreachable(Unusable):
    """The server of the database does not answer; it may do so later."""


class InUse(Unusable):
    """Another process has the database open."""


class NotSaved(StoreError):
    """The database could not be written, or read (disk full, locked); it is as before."""


class Stale(StoreError):
    """The session's revision is no longer the one the change was made from."""


class SeenBefore(StoreError):
    """The interaction was carried out before; it must not have a second effect."""


class NotHolder(StoreError):
    """Another process holds the shard group now; what this one has found out counts no more."""


class Misarranged(StoreError):
    """Shards cannot lie in groups like this, or not while the bot runs with others."""


class StillSeated(StoreError):
    """Somebody who is to be forgotten has a seat at a live table; nothing was forgotten."""

    def __init__(self, sessions: list[int]) -> None:
        super().__init__(f"still seated at {', '.join(f'table {session}' for session in sessions)}")
        self.sessions = sessions


class Damaged(StoreError):
    """What is stored does not match its checksum, or cannot be read at all."""
