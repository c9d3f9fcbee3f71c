"""Errors of the database.

StoreError
├── Unusable      the database can't be opened, or isn't ours
│   ├── Incomplete  the program's own migrations are missing
│   ├── TooOld    it was written before the first release
│   ├── TooNew    it was written by a newer version
│   ├── Unreachable  its server doesn't answer, which may pass
│   └── InUse     another process holds it
├── NotSaved      this change wasn't written
├── Misarranged   shards can't be arranged in groups like this
├── StillSeated   a user to be forgotten still has a seat
├── Stale         another change was first, so this one wasn't written
├── SeenBefore    this interaction was carried out before
├── NotHolder     another process holds the table's shard group now, so nothing was written
└── Unreadable    a session can't be shown or played
    ├── Damaged       a stored row doesn't match its checksum
    └── NotInstalled  its game isn't installed here
"""

from typing import Final

from bot.storage.records import Record

STOP_IT: Final = "stop that one first"
"""Advice if another process has the database open."""
NAME_ANOTHER: Final = "name another file in DATABASE, or restore a backup"
"""Advice if the file in DATABASE isn't a sound database."""
NAME_NEW: Final = "keep it, and name a new file in DATABASE"
"""Advice if the database is from before the first release."""
UNDO_IT: Final = "drop everything added by hand, or restore a backup"
"""Advice if the database's schema was changed."""
CHOOSE_ANOTHER: Final = "choose another file"
"""Advice if a file that a command is given isn't a sound database."""
START_ONCE: Final = "start the bot once, or correct DATABASE"
"""Advice if there isn't a database yet."""
NEEDS_GAMES: Final = "choose a file with games in it"
"""Advice if a database is empty."""
EMPTY_IT: Final = "a copy needs an empty database"
"""Advice if a database to copy into has rows."""
UPDATE_IT: Final = "start this version of Cardcrate with it once"
"""Advice if a database is of an older version."""
GRANT_OWNER: Final = "give the database to that user: createdb --owner=USER NAME"
"""Advice if the bot's user lacks rights in the database."""
START_IT: Final = (
    "start PostgreSQL, or correct DATABASE (if it doesn't start, its log says why: a new major version can't "
    "read the files of an old one)"
)
"""Advice if no server answers."""
REJOIN: Final = (
    "stop PostgreSQL where the older games are, and make that server a standby of the other one "
    "(docs/operating/postgresql.md)"
)
"""Advice if two servers of one address accept moves."""


class StoreError(Exception):
    """The base of all errors of the store. The message is one clear line."""


class Unusable(StoreError):
    """A database that can't be opened, or isn't Cardcrate's, and the cure."""

    def __init__(self, words: str, cure: str) -> None:
        super().__init__(f"{words}: {cure}")
        self.words = words
        self.cure = cure


class Incomplete(Unusable):
    """A program without its migrations, which can't tell whether the database is sound."""


class TooOld(Unusable):
    """A database written before the first release."""


class TooNew(Unusable):
    """A database written by a newer version of the program."""


class Unreachable(Unusable):
    """A database server that doesn't answer, but may do so later."""


class InUse(Unusable):
    """A database that another process has open."""


class NotSaved(StoreError):
    """A failed write or read (disk full, locked). The database is unchanged."""


class Stale(StoreError):
    """A change made from an outdated revision of the session."""


class SeenBefore(StoreError):
    """A repeated interaction, which can't have a second effect."""


class NotHolder(StoreError):
    """A change that no longer counts, because another process may hold the shard group."""


class Misarranged(StoreError):
    """An impossible arrangement of shards in groups, or a different one while a process holds a group."""


class StillSeated(StoreError):
    """A user to be forgotten who has a seat at a live table. Nothing was forgotten."""

    def __init__(self, sessions: list[int]) -> None:
        super().__init__(f"still seated at {', '.join(f'table {session}' for session in sessions)}")
        self.sessions = sessions


class Unreadable(StoreError):
    """A session that can't be shown or played. Its stored data doesn't change."""


class NotInstalled(Unreadable):
    """A session of a game that isn't installed here."""

    def __init__(self, record: Record) -> None:
        super().__init__(f"session {record.id} plays {record.game}, which isn't installed")
        self.record = record


class Damaged(Unreadable):
    """Stored data that doesn't match its checksum, or can't be read at all."""
