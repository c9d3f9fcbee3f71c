"""Turns that all processes of a bot share: for requests, and for shards that identify themselves."""

from bot.storage.engine import Connection, Engine


class Turns:
    """The turns of everybody on one database. What a crash undoes of them costs a little time, no more."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def take(self, name: str, number: int, interval: float, ahead: float) -> float:
        """Take so many turns, `interval` seconds apart; gives in how many seconds the first one begins.

        After a rest turns of `ahead` seconds come at once: then that is less than nothing. Raises NotSaved.
        """
        return await self._engine.write_unsynced(lambda found: take(found, name, number, interval, ahead))

    async def identify(self, bucket: int, seconds: float) -> float:
        """Take the turn of a bucket, which is taken for so many seconds then, and give 0.

        Else gives how long to wait before asking again. Raises NotSaved.
        """
        return await self._engine.write_unsynced(lambda found: identify(found, bucket, seconds))


def take(connection: Connection, name: str, number: int, interval: float, ahead: float) -> float:
    """Take turns of a name: the algorithm of the throttle in memory, in a row."""
    now, length = connection.now, number * interval
    connection.execute(
        f"INSERT INTO rest_budget (name, free_at) VALUES (?, {now} - ? + ?) "  # noqa: S608 # only our own words
        f"ON CONFLICT (name) DO UPDATE SET free_at = ? + CASE WHEN rest_budget.free_at > {now} - ? "
        f"THEN rest_budget.free_at ELSE {now} - ? END",
        (name, ahead, length, length, ahead, ahead),
    )
    query = f"SELECT free_at - ? - {now} FROM rest_budget WHERE name = ?"  # noqa: S608
    [(wait,)] = connection.execute(query, (length, name))
    return float(wait)


def identify(connection: Connection, bucket: int, seconds: float) -> float:
    """Take the turn of a bucket, if it is free."""
    now = connection.now
    taken = connection.execute(
        f"INSERT INTO identify_turns (bucket, until) VALUES (?, {now} + ?) ON CONFLICT (bucket) "  # noqa: S608
        f"DO UPDATE SET until = excluded.until WHERE identify_turns.until <= {now}",
        (bucket, seconds),
    )
    if taken.rowcount:
        return 0.0
    query = f"SELECT until - {now} FROM identify_turns WHERE bucket = ?"  # noqa: S608
    [(wait,)] = connection.execute(query, (bucket,))
    return max(float(wait), 0.0) or seconds
