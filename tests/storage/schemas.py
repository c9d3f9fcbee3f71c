"""The tables of a database, described in words that both kinds of databases share."""

from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from bot.storage.driver import SqliteConnection, connect
from bot.storage.engine import Connection

TYPES: Final = {
    "INTEGER": "whole number",
    "bigint": "whole number",
    "REAL": "number",
    "double precision": "number",
    "BLOB": "bytes",
    "bytea": "bytes",
    "TEXT": "text",
    "text": "text",
}


class Drawn(msgspec.Struct, frozen=True):
    """A table: its columns in order, with type and nullability, and its indexes by their columns."""

    columns: tuple[tuple[str, str, bool], ...]
    indexes: frozenset[tuple[str, ...]]


def of_file(path: Path) -> dict[str, Drawn]:
    """Return the tables of a SQLite file."""
    with closing(connect(path)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        return {name: _drawn(connection, name) for (name,) in names.fetchall()}


def _drawn(connection: SqliteConnection, name: str) -> Drawn:
    rows = connection.execute(f"PRAGMA table_info({name})").fetchall()
    columns = tuple((row[1], TYPES[row[2]], not (row[3] or row[5])) for row in rows)
    key = tuple(column for _, column in sorted((row[5], row[1]) for row in rows if row[5]))
    indexes = [row[1] for row in connection.execute(f"PRAGMA index_list({name})")]
    indexed = {
        tuple(row[2] for row in connection.execute(f"PRAGMA index_info({index})")) for index in indexes
    }
    return Drawn(columns, frozenset({key, *indexed}))


def of_server(connection: Connection) -> dict[str, Drawn]:
    """Return the tables of a schema on PostgreSQL."""
    query = (
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), CAST(data_type AS TEXT), is_nullable = 'YES' "
        "FROM information_schema.columns WHERE table_schema = current_schema() "
        "ORDER BY table_name, ordinal_position"
    )
    columns: dict[str, list[tuple[str, str, bool]]] = {}
    for table, column, kind, is_nullable in connection.execute(query):
        columns.setdefault(table, []).append((column, TYPES.get(kind, kind), is_nullable))
    query = (
        "SELECT CAST(t.relname AS TEXT), ARRAY(SELECT CAST(a.attname AS TEXT) FROM unnest(i.indkey) "
        "WITH ORDINALITY AS k(number, place) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number "
        "ORDER BY k.place) FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid "
        "WHERE t.relnamespace = CAST(current_schema() AS regnamespace)"
    )
    indexes: dict[str, set[tuple[str, ...]]] = {}
    for table, names in connection.execute(query):
        indexes.setdefault(table, set()).add(tuple(names))
    return {table: Drawn(tuple(found), frozenset(indexes.get(table, ()))) for table, found in columns.items()}
