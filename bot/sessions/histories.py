"""What is remembered of finished games: how often each was played, who won how many in a row."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

import msgspec
import structlog

from bot.engine.contract import AnyGame, Malformed
from bot.engine.notation import stored_options
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage.errors import Damaged
from bot.storage.records import Record, Won
from bot.storage.store import Store

log = structlog.get_logger(__name__)

SHOWN: Final = 5
"""How many of the last games are shown one by one."""
LOOKED_THROUGH: Final = 20
"""How many are looked through for them at most."""
BATCH: Final = 50
"""How many games of earlier releases are noted at a time."""
MAX_ID: Final = 2**62
CAUGHT_UP: Final = "results"
"""The note that says below which table the results of earlier releases are still to be found."""


class Tally(msgspec.Struct, frozen=True):
    """One player's games in numbers."""

    games: int
    wins: int
    streak: int
    """How many they have won in a row until now."""
    best: int
    """The most they have ever won in a row."""


def most_played(games: Sequence[Won]) -> list[tuple[str, int]]:
    """How often each game was played, the one played most first."""
    counts = Counter(one.game for one in games)
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def tally(games: Sequence[Won], user_id: int) -> Tally:
    """The games of one player in numbers; `games` has the latest first."""
    won = [user_id in _winners(one) for one in games if user_id in one.players]
    runs, run = [0], 0
    for has_won in reversed(won):
        run = run + 1 if has_won else 0
        runs.append(run)
    return Tally(len(won), sum(won), runs[-1], max(runs))


def tallies(games: Sequence[Won]) -> dict[int, Tally]:
    """The games of everybody in numbers, who has played most first; computers are nobody."""
    users = Counter(user for one in games for user in one.players if user > 0)
    return {user: tally(games, user) for user, _ in users.most_common()}


async def last_games(
    sessions: Sessions, games: Sequence[Won], may_look: Callable[[Session], bool] = lambda _session: True
) -> list[Session]:
    """The latest of these games, as far as they can be read and may be looked at."""
    found: list[Session] = []
    for one in games[:LOOKED_THROUGH]:
        with suppress(Damaged):
            session = await sessions.get(one.session_id)
            found += [session] if session is not None and may_look(session) else []
        if len(found) == SHOWN:
            break
    return found


async def catch_up(store: Store, games: Mapping[str, AnyGame]) -> int:
    """Find out once who won the games that earlier releases have finished; how many those were.

    A note says how far it has come, the newest first; 0 is the end, for all games since then are noted.
    """
    noted, number = await store.note(CAUGHT_UP), 0
    below = MAX_ID if noted is None else int(noted)
    while below:
        found = await store.finished_before(below, BATCH)
        won = [await _result(store, games, session_id) for session_id in found]
        await store.keep_results(filter(None, won))
        number += len(found)
        below = found[-1] if found else 0
        await store.keep_note(CAUGHT_UP, str(below))
    if number:
        log.info("results_found", games=number)
    return number


async def _result(store: Store, games: Mapping[str, AnyGame], session_id: int) -> Won | None:
    """Who won a finished game; None where that cannot be read any more."""
    with suppress(Damaged):
        record = await store.load(session_id)
        return None if record is None else await asyncio.to_thread(_won, games, record)
    return None


def _won(games: Mapping[str, AnyGame], record: Record) -> Won | None:
    """Who won a finished game, from its last position."""
    game = games.get(record.game)
    if game is None or record.position is None:
        return None
    try:
        state = game.load(record.position, len(record.players), stored_options(game, record.options))
    except Malformed:
        return None
    outcome = game.outcome(state)
    winners = () if outcome is None else outcome.winners
    return Won(record.id, record.guild_id, record.game, record.updated_at, winners)


def _winners(one: Won) -> set[int]:
    return {one.players[seat] for seat in one.winners if seat < len(one.players)}
