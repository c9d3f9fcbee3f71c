"""What can go wrong with the database.

StoreError
├── Unusable      the file cannot be opened, or is not ours
│   ├── TooNew    it was written by a newer version
│   └── InUse     another process holds it
├── NotSaved      this change was not written; nothing happened
├── Stale         somebody else's change was first; nothing happened
├── SeenBefore    this interaction has had its effect already
└── Damaged       a stored row does not match its checksum
"""


class StoreError(Exception):
    """Base of all errors of the store; the message is one clear line."""


class Unusable(StoreError):
    """The database file cannot be opened or is no Cardcrate database."""


class TooNew(Unusable):
    """The database was written by a newer version of the program."""


class InUse(Unusable):
    """Another process has the database open."""


class NotSaved(StoreError):
    """The change could not be written (disk full, locked); the database is as before."""


class Stale(StoreError):
    """The session's revision is no longer the one the change was made from."""


class SeenBefore(StoreError):
    """The interaction was carried out before; it must not have a second effect."""


class Damaged(StoreError):
    """A row does not match its checksum."""
