"""The tables of a user, and statistics of finished games: how often each was played, and winning streaks."""

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import mean
from typing import Final, NamedTuple

import msgspec

from bot.players.policy import EDITION
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage import analysis, people, queries
from bot.storage.records import PauseReason, Won
from bot.storage.store import Store

MAX_LAST_GAMES: Final = 5
"""The number of last games that are shown one by one."""
MAX_READ: Final = 20
"""The most games read to find those that may be shown."""
MIN_REVIEWED: Final = 10
"""The least number of reviewed games whose average tells how well someone plays."""
MAX_SHOWN: Final = 8
"""The most tables shown. A message has room for few more."""
MAX_ENDED: Final = 30
"""The most ended games that are counted."""
FIRST_LOOK_SECONDS: Final = 7 * 86400.0
"""The time before a user's first look in which ended games count."""


class Tally(msgspec.Struct, frozen=True):
    """One player's games in numbers."""

    games: int
    wins: int
    streak: int
    """A player's present winning streak."""
    best: int
    """The most they have ever won in a row."""


async def of_user(store: Store, user_id: int, game: str | None) -> list[Won]:
    """Return the finished games of a user, latest first."""
    return await store.read(queries.results_of_user, user_id, game)


async def in_server(store: Store, guild_id: int, game: str | None) -> list[Won]:
    """Return the finished games of a server, latest first."""
    return await store.read(queries.results_in_server, guild_id, game)


def most_played(games: Sequence[Won]) -> list[tuple[str, int]]:
    """Return how often each game was played, the one played most first."""
    counts = Counter(one.game for one in games)
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def tally(games: Sequence[Won], user_id: int) -> Tally:
    """Return the games of one player in numbers. `games` has the latest first."""
    won = [user_id in _winners(one) for one in games if user_id in one.players]
    runs, run = [0], 0
    for has_won in reversed(won):
        run = run + 1 if has_won else 0
        runs.append(run)
    return Tally(len(won), sum(won), runs[-1], max(runs))


def tallies(games: Sequence[Won]) -> dict[int, Tally]:
    """Return everyone's games in numbers, starting with whoever has played most. Computers don't count."""
    users = Counter(user for one in games for user in one.players if user > 0)
    return {user: tally(games, user) for user, _ in users.most_common()}


async def own_play(store: Store, games: Sequence[Won], user_id: int) -> tuple[float, int] | None:
    """Return a user's mean gain per game by play, and the number of games behind it. None if too few.

    The gain is in chance to win, compared with the sensible moves.
    """
    found = await store.read(analysis.reviews_of_user, user_id, EDITION)
    gains = [
        review.skill
        for one in games
        for review in found.get(one.session_id, ())
        if review.skill is not None and one.players[review.seat] == user_id
    ]
    return (mean(gains), len(gains)) if len(gains) >= MIN_REVIEWED else None


async def last_games(
    sessions: Sessions, games: Sequence[Won], may_look: Callable[[Session], bool] = lambda _session: True
) -> list[Session]:
    """Return the latest of these games, as far as they can be read and may be looked at."""
    found: list[Session] = []
    async for session in sessions.readable(one.session_id for one in games[:MAX_READ]):
        found += [session] if may_look(session) else []
        if len(found) == MAX_LAST_GAMES:
            break
    return found


def _winners(one: Won) -> set[int]:
    return {one.players[seat] for seat in one.winners if seat < len(one.players)}


class Tables(NamedTuple):
    """The tables of a user that are shown, and the number of those that aren't."""

    live: Sequence[tuple[Session, PauseReason | None]]
    """Live tables, those that wait for the user first, then those whose time runs out first. Each comes with
    the missing thing it waits for, if any."""
    ended: Sequence[Session]
    hidden: int

    @property
    def shown(self) -> list[Session]:
        """All tables that are shown."""
        return [*(session for session, _ in self.live), *self.ended]


async def look_at(sessions: Sessions, user_id: int) -> Tables:
    """Return a user's tables and the games ended since their last look, and note that they looked."""
    now, looked_at = sessions.clock(), await sessions.store.read(people.looked_at, user_id)
    since = now - FIRST_LOOK_SECONDS if looked_at is None else looked_at
    staying = await sessions.tables_of(user_id)
    live = sorted(staying, key=lambda one: (not is_turn(sessions, one, user_id), *_urgency(one)))
    numbers = await sessions.store.read(queries.ended_since, user_id, since, MAX_ENDED)
    await sessions.store.write(people.keep_look, user_id, now)
    ended = [one async for one in sessions.readable(numbers[: max(0, MAX_SHOWN - len(live))])]
    hidden = max(0, len(live) + len(numbers) - MAX_SHOWN)
    return Tables([(one, _missing(sessions, one)) for one in live[:MAX_SHOWN]], ended, hidden)


async def waiting_for(sessions: Sessions, user_id: int) -> list[Session]:
    """Return the tables that wait for a user's decision, most urgent first."""
    return sorted(
        (one for one in await sessions.tables_of(user_id) if is_turn(sessions, one, user_id)), key=_urgency
    )


def _missing(sessions: Sessions, session: Session) -> PauseReason | None:
    """Return the missing thing a table waits for."""
    paused = sessions.clocks.paused.get(session.record.id)
    return None if paused is None else paused.why


def _urgency(session: Session) -> tuple[bool, float, int]:
    """Return a sort key: the less time, the earlier. Lobbies and tables without a clock come last."""
    record = session.record
    has_clock = record.deadline is not None and session.state is not None and not record.is_idle
    return not has_clock, record.deadline or 0.0, record.id


def is_turn(sessions: Sessions, session: Session, user_id: int) -> bool:
    """Whether a user has to decide at a table that's neither idle nor paused."""
    if session.state is None or session.record.is_idle or _missing(sessions, session):
        return False
    return session.seat_of(user_id) in session.game.deciders(session.state)
