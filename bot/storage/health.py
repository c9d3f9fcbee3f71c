"""How a database is, for the doctor."""

import msgspec


class Health(msgspec.Struct, frozen=True):
    """What was found in a database."""

    schema: int
    newest: int
    """The schema that this version of the program knows."""
    live: int
    """Running tables and open lobbies; not counted in another schema."""
    damage: tuple[str, ...]


class Standing(msgspec.Struct, frozen=True):
    """How a PostgreSQL server is set up, as far as it matters for games."""

    version: str
    ahead: float
    """By how many seconds its clock is ahead of ours."""
    has_checksums: bool
    """Whether it notices pages that a disk has changed."""
    is_durable: bool
    """Whether what it has confirmed outlives a loss of power."""
    standbys: str
    """Which standbys confirm what is written; empty: none."""
