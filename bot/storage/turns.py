"""The SQL of turns that all processes of a bot share: for requests, and for shards that identify."""

from bot.storage.engine import Connection


def take(connection: Connection, name: str, number: int, interval: float, ahead: float) -> float:
    """Take a number of turns, `interval` seconds apart, and return the seconds until the first one begins.

    After a rest turns of `ahead` seconds come at once: then that's less than nothing. The algorithm is that
    of the throttle in memory.
    """
    now, length = connection.now, number * interval
    connection.execute(
        f"INSERT INTO turns (name, free_at) VALUES (?, {now} - ? + ?) "
        f"ON CONFLICT (name) DO UPDATE SET free_at = ? + CASE WHEN turns.free_at > {now} - ? "
        f"THEN turns.free_at ELSE {now} - ? END",
        (name, ahead, length, length, ahead, ahead),
    )
    query = f"SELECT free_at - ? - {now} FROM turns WHERE name = ?"
    [(wait,)] = connection.execute(query, (length, name))
    return float(wait)


def identify(connection: Connection, bucket: int, seconds: float) -> float:
    """Take the turn of a bucket for some seconds and return 0, or else the seconds to wait for it."""
    now, name = connection.now, f"identify:{bucket}"
    taken = connection.execute(
        f"INSERT INTO turns (name, free_at) VALUES (?, {now} + ?) ON CONFLICT (name) "
        f"DO UPDATE SET free_at = excluded.free_at WHERE turns.free_at <= {now}",
        (name, seconds),
    )
    if taken.rowcount:
        return 0.0
    query = f"SELECT free_at - {now} FROM turns WHERE name = ?"
    [(wait,)] = connection.execute(query, (name,))
    return max(float(wait), 0.0) or seconds
