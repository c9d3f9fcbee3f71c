"""The store of sessions: what the rest of the program may ask of the database, and nothing more."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import structlog

from bot.config import Server, Where
from bot.engine.contract import AnyGame
from bot.ratings.ledger import Standing
from bot.storage import (
    archive,
    deals,
    facts,
    hints,
    outbox,
    pauses,
    privacy,
    ratings,
    results,
    rows,
    startup_scan,
    thoughts,
    wishes,
)
from bot.storage.archive import PackedRow
from bot.storage.engine import Connection, Engine
from bot.storage.errors import Unusable
from bot.storage.records import (
    Commit,
    Hinted,
    Paused,
    Pending,
    Played,
    Rated,
    Record,
    Shown,
    Why,
    Won,
)
from bot.storage.replay import rebuilt
from bot.storage.shared import VISIBLE_SECONDS, Shared, move_clocks
from bot.storage.sqlite import SqliteEngine
from bot.storage.startup_scan import StartupScan
from bot.storage.upkeep import NO_GAMES, Games

log = structlog.get_logger(__name__)

T = TypeVar("T")

PATIENCE_SECONDS: Final = 2.0
"""How long a change waits for others: a click must be answered within three seconds."""


class Store(Shared):
    """The database, opened by this process.

    `patience` is how many seconds a change waits while somebody else holds what it needs. Before a migration
    a file is copied into the folder `backups`, else into its own. Only a server can be shared with others.
    """

    def __init__(
        self,
        where: Where,
        migrations: Path,
        games: Games = NO_GAMES,
        *,
        backups: Path | None = None,
        patience: float = PATIENCE_SECONDS,
        is_shared: bool = False,
    ) -> None:
        engine = engine_for(where, migrations, patience=patience, backups=backups, is_shared=is_shared)
        super().__init__(engine, games)
        self.where = where

    async def open(self) -> list[int]:
        """Open the database, making it when there is none, and migrate it.

        Gives the numbers of the migrations applied; raises Unusable with one clear line.
        """
        applied = await self.engine.open()
        try:
            self.inherited = await self._read(lambda connection: connection.newest("outbox"))
        except BaseException:
            await self.close()
            raise
        return applied

    async def close(self) -> None:
        """Let go of the database; harmless when it is not open."""
        await self.engine.close()

    @property
    def path(self) -> Path:
        """The file, where the database is one."""
        assert isinstance(self.where, Path)
        return self.where

    async def new(
        self, record: Record, places: Iterable[str] = (), interaction_id: int | None = None
    ) -> Record:
        """Store a new session (its id is ignored) and give it with its id; raise Stale or SeenBefore."""
        return await self._write(
            lambda connection: rows.insert(connection, record, tuple(places), interaction_id)
        )

    async def commit(self, change: Commit) -> list[Pending]:
        """Write one change whole; the rows that say what must be shown.

        Raise Stale, SeenBefore or NotSaved when nothing was written.
        """
        return await self._write(lambda connection: rows.commit(connection, change))

    async def load(self, session_id: int) -> Record | None:
        """A session by its id, packed or not; raise Damaged when it is not as it was stored."""
        found = await self._read(
            lambda connection: archive.packed_row(connection, session_id) or rows.load(connection, session_id)
        )
        return (await self._unpack(found)).record if isinstance(found, PackedRow) else found

    async def live_in(self, channel_id: int) -> int | None:
        """The id of the live session in a channel."""
        return await self._read(lambda connection: rows.live_in(connection, channel_id))

    async def live_of(self, user_id: int) -> list[int]:
        """The ids of the live sessions in which a user has a seat, latest first."""
        return await self._read(lambda connection: rows.live_of(connection, user_id))

    async def ended_in(self, channel_id: int) -> int | None:
        """The id of the game that ended last in a channel."""
        return await self._read(lambda connection: rows.ended_in(connection, channel_id))

    async def ended_of(self, user_id: int) -> int | None:
        """The id of the latest of a user's games that have ended."""
        return await self._read(lambda connection: rows.ended_of(connection, user_id))

    async def ended_since(self, user_id: int, at: float, most: int) -> list[int]:
        """The ids of a user's games that have ended since a time, latest first, so many at most."""
        return await self._read(lambda connection: rows.ended_since(connection, user_id, at, most))

    async def lobbies_of(self, user_id: int) -> list[tuple[int, int]]:
        """The lobbies whose host a user is: number and channel (0 for a DM) of each, latest first."""
        return await self._read(lambda connection: rows.lobbies_of(connection, user_id))

    async def running_of(self, user_id: int) -> int:
        """How many running games a user is the host of."""
        return await self._read(lambda connection: rows.running_of(connection, user_id))

    async def lobbies_in(self, guild_id: int) -> list[tuple[int, int]]:
        """The lobbies of a server: number and channel of each, latest first."""
        return await self._read(lambda connection: rows.lobbies_in(connection, guild_id))

    async def looked_at(self, user_id: int) -> float | None:
        """When a user last looked at their tables; None when they never did."""
        return await self._read(lambda connection: facts.looked_at(connection, user_id))

    async def keep_look(self, user_id: int, at: float) -> None:
        """A user has looked at their tables."""
        await self._write(lambda connection: facts.keep_look(connection, user_id, at))

    async def had_finished(self, user_id: int, game: str, at: float) -> bool:
        """Whether a user had played a game of this kind to its end by then, in seconds since the epoch."""
        return await self._read(lambda connection: rows.had_finished(connection, user_id, game, at))

    async def results_of(self, user_id: int, game: str | None = None) -> list[Won]:
        """The finished games of a user, latest first."""
        return await self._read(lambda connection: results.of_user(connection, user_id, game))

    async def results_in(self, guild_id: int, game: str | None = None) -> list[Won]:
        """The finished games of a server, latest first."""
        return await self._read(lambda connection: results.in_server(connection, guild_id, game))

    async def keep_results(self, won: Iterable[Won]) -> None:
        """Store who won games."""
        found = list(won)

        def write(connection: Connection) -> None:
            for one in found:
                results.keep(connection, one)

        await self._write(write)

    async def met_too_often(
        self, guild_id: int, game: str, users: Sequence[int], at: float
    ) -> tuple[int, ...]:
        """The places of two of these users who have met too often for a rated game now."""
        return await self._read(lambda connection: ratings.too_often(connection, (guild_id, game), users, at))

    async def rated_game(self, session_id: int) -> Rated | None:
        """What a game did to the ratings of its players; None where it was not rated."""
        return await self._read(lambda connection: ratings.rated_game(connection, session_id))

    async def ratings(self, guild_id: int, game: str) -> tuple[int, dict[int, Standing]]:
        """The present season of a server's game, and its standings by user id."""

        def read(connection: Connection) -> tuple[int, dict[int, Standing]]:
            place = (guild_id, game)
            return ratings.season_of(connection, place), ratings.table(connection, place)

        return await self._read(read)

    async def rated_kinds(self, guild_id: int) -> list[str]:
        """The games of which a server has ratings."""
        return await self._read(lambda connection: ratings.games_in(connection, guild_id))

    async def new_season(self, guild_id: int, game: str, ended: int, at: float) -> bool:
        """End a season; False when it is not the present one any more."""
        return await self._write(
            lambda connection: ratings.new_season(connection, (guild_id, game), ended, at)
        )

    async def rebuild_ratings(self) -> tuple[int, int, list[str]]:
        """Work out all ratings again: how many games and ratings there are, and what differed."""
        return await self._write(ratings.rebuild)

    async def in_guild(self, guild_id: int) -> list[Record]:
        """The live sessions of a server, latest first."""
        return await self._read(lambda connection: rows.in_guild(connection, guild_id))

    async def live_tables(self) -> dict[tuple[str, str], int]:
        """How many live sessions there are, by game and status."""
        return await self._read(facts.live_tables)

    async def live_guilds(self) -> list[int]:
        """The servers that have live sessions."""
        return await self._of_own(rows.live_guilds)

    async def history(self, session_id: int, last: int | None = None) -> list[Played]:
        """The moves of a session, packed or not, oldest first; only the `last` so many when given."""
        found = await self._read(
            lambda connection: (
                archive.packed_row(connection, session_id) or rows.history(connection, session_id, last)
            )
        )
        if not isinstance(found, PackedRow):
            return found
        history = (await self._unpack(found)).history
        return list(history if last is None else history[max(0, len(history) - last) :])

    async def hints(self, session_id: int) -> list[Hinted]:
        """The hints that were given in a session."""
        return await self._read(lambda connection: hints.given(connection, session_id))

    async def keep_hint(self, session_id: int, hinted: Hinted) -> None:
        """Store a hint; a later one for the same decision takes its place."""
        await self._write(lambda connection: hints.keep(connection, session_id, hinted))

    async def thoughts(self, session_id: int) -> dict[int, int]:
        """From which revisions on how many games hard computers have imagined for each of their moves."""
        return await self._read(lambda connection: thoughts.of(connection, session_id))

    async def sealed_for_long(self, before: float) -> tuple[int, int]:
        """How many deals of tables opened before then are sealed: of live tables, and of ended ones."""
        return await self._read(lambda connection: deals.sealed_for_long(connection, before))

    async def startup_scan(self, games: Collection[str] = ()) -> StartupScan:
        """What this process must know of its live tables before it can run them; see `startup_scan`."""
        found = await self._of_own(lambda connection, some: [startup_scan.scan(connection, some, games)])
        return StartupScan(
            [one for part in found for one in part.deadlines],
            [one for part in found for one in part.acting],
        )

    async def extend_deadlines(self, seconds: float, note: tuple[str, str]) -> None:
        """Move every running deadline and keep a note, both or neither; pages that are far out are queued."""
        moved = self._unshown[0] + seconds
        is_visible = abs(moved) >= VISIBLE_SECONDS

        def write(connection: Connection) -> None:
            move_clocks(connection, seconds, are_shown=is_visible)
            facts.keep_note(connection, *note)

        await self._write(write)
        self._unshown[0] = 0.0 if is_visible else moved

    async def pause(self, session_ids: Iterable[int], why: Why, at: float) -> dict[int, Paused]:
        """From now on these sessions wait; gives all that do."""

        def write(connection: Connection) -> dict[int, Paused]:
            for session_id in session_ids:
                pauses.pause(connection, session_id, why, at)
            return pauses.pauses(connection)

        return await self._write(write)

    async def pauses(self) -> dict[int, Paused]:
        """The sessions that wait."""
        return await self._read(pauses.pauses)

    async def resume(self, session_id: int, seconds: float) -> None:
        """A session waits no longer; its players get back the time it has waited."""
        await self._write(lambda connection: pauses.resume(connection, session_id, seconds))

    async def quarantine(self, session_id: int) -> None:
        """Freeze a session that is damaged; all that is left of it is kept."""
        await self._write(lambda connection: rows.quarantine(connection, session_id))

    async def rebuild(self, session_id: int, games: Mapping[str, AnyGame]) -> None:
        """Put a damaged position right by playing the moves again; raise Damaged when more is damaged."""
        frame, digest = await self._read(lambda connection: rows.frame(connection, session_id))
        history = await self.history(session_id)
        position = await asyncio.to_thread(rebuilt, games, frame, digest, history)
        await self._write(lambda connection: rows.alter(connection, session_id, position=position))

    async def outbox(self, session_id: int) -> tuple[list[Pending], dict[str, Shown]]:
        """What of a session must still be shown, in order, and where its pages stand, by place."""

        def read(connection: Connection) -> tuple[list[Pending], dict[str, Shown]]:
            return outbox.pending(connection, session_id), outbox.shown(connection, session_id)

        return await self._read(read)

    async def unpublished(self, guild_id: int | None = None, now: float = 0.0) -> list[int]:
        """The sessions, everywhere or in one server, that have something to show at this time."""
        return await self._of_own(
            lambda connection, some: outbox.unpublished(connection, guild_id, now, some)
        )

    async def before_the_end(self) -> list[tuple[int, float]]:
        """The sessions with a call that waits for the end of a clock, and when the first is due."""
        return await self._of_own(lambda connection, some: outbox.before_the_end(connection, None, some))

    async def queue(self, record: Record, places: tuple[str, ...]) -> None:
        """These pages of a session must be shown again, though nothing has happened at the table."""
        await self._write(lambda connection: outbox.queue(connection, record, places))

    async def forget_shown(self, session_id: int, place: str) -> None:
        """A page no longer stands anywhere."""
        await self._write(lambda connection: outbox.forget_shown(connection, session_id, place))

    async def leave_dm(self, session_id: int) -> None:
        """A table that stood in a user's DM stands nowhere."""
        await self._write(lambda connection: privacy.leave_dm(connection, session_id))

    async def dm_closed_at(self, user_id: int) -> float | None:
        """When a DM to this user was last refused; None while DMs are open as far as we know."""
        return await self._read(lambda connection: facts.dm_closed_at(connection, user_id))

    async def keep_dm_closed(self, user_id: int, at: float | None) -> None:
        """Remember that this user's DMs were found closed, or (None) open again."""
        await self._write(lambda connection: facts.keep_dm_closed(connection, user_id, at))

    async def dm_channel(self, user_id: int) -> int | None:
        """The DM channel of a user, if it was ever opened."""
        return await self._read(lambda connection: facts.dm_channel(connection, user_id))

    async def keep_dm_channel(self, user_id: int, channel_id: int | None) -> None:
        """Remember a user's DM channel, or (None) that it is there no more."""
        await self._write(lambda connection: facts.keep_dm_channel(connection, user_id, channel_id))

    async def wish(self, channel_id: int, user_id: int, at: float, most: int) -> bool:
        """This user wants to be mentioned when a table opens there; False where `most` others do."""
        return await self._write(lambda connection: wishes.wish(connection, channel_id, user_id, at, most))

    async def wishes_in(self, channel_id: int) -> list[int]:
        """Who wants to be mentioned when a table opens in a channel, longest first."""
        return await self._read(lambda connection: wishes.in_channel(connection, channel_id))

    async def end_wishes(self, channel_id: int, user_ids: Sequence[int]) -> list[int]:
        """Forget the wishes of these users in a channel; gives those who still had one."""
        return await self._write(lambda connection: wishes.end(connection, channel_id, user_ids))

    async def forget_wishes(self, before: float) -> None:
        """Forget the wishes that are older than this."""
        await self._write(lambda connection: wishes.forget_before(connection, before))

    async def preferences(self, owner: str, owner_id: int) -> dict[str, Any]:
        """What a user (`user`) or a server (`server`) has chosen; empty where nothing was."""
        return await self._read(lambda connection: facts.preferences(connection, owner, owner_id))

    async def change_preferences(
        self, owner: str, owner_id: int, change: Callable[[dict[str, Any]], dict[str, Any]]
    ) -> dict[str, Any]:
        """Replace the fields that `change` makes of what is stored then, and give all that was chosen."""
        return await self._write(
            lambda connection: facts.change_preferences(connection, owner, owner_id, change)
        )

    async def note(self, name: str) -> str | None:
        """A small fact about the bot itself."""
        return await self._read(lambda connection: facts.note(connection, name))

    async def keep_note(self, name: str, value: str) -> None:
        """Store a small fact about the bot itself."""
        await self._write(lambda connection: facts.keep_note(connection, name, value), is_news=False)

    async def note_once(self, name: str, value: str) -> str:
        """A small fact that only the first to come stores; gives what was stored."""
        return await self._write(lambda connection: facts.note_once(connection, name, value), is_news=False)

    async def forget_seen(self, before: float) -> None:
        """Forget interactions older than this; Discord repeats none after its token has died."""
        await self._write(lambda connection: rows.forget_seen(connection, before), is_news=False)
        if self.is_shared:
            await self.forget_claims()


def engine_for(
    where: Where, migrations: Path, *, patience: float, backups: Path | None, is_shared: bool
) -> Engine:
    """The engine of a database; raises Unusable where its driver is missing, or a file is to be shared."""
    if isinstance(where, Path):
        if is_shared:
            raise Unusable("several processes cannot share a file: name a PostgreSQL server in DATABASE")
        return SqliteEngine(where, migrations, patience=patience, backups=backups)
    check_driver(where)
    from bot.storage.postgres import PostgresEngine

    return PostgresEngine(where, migrations, patience=patience, is_shared=is_shared)


def check_driver(*databases: Where) -> None:
    """Raise Unusable where one of these is on a server whose driver is not installed."""
    if any(isinstance(where, Server) for where in databases) and find_spec("asyncpg") is None:
        raise Unusable("the driver for PostgreSQL is missing: install cardcrate[postgresql]")
