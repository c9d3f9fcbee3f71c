"""The ratings of a table: whether its game is rated, and in which order its players finished."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
import structlog

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.ratings.conditions import ranks
from bot.ratings.ledger import RatingRecord
from bot.rendering.faces import FACES
from bot.sessions.session import Session, read_events
from bot.sessions.view import Change
from bot.storage import ratings
from bot.storage.records import Finish, Played, Record
from bot.storage.store import Store

log = structlog.get_logger(__name__)

LEFT_TAG: Final = "player-left"
"""The tag of the event, in every game, that says that someone has left it for good."""


async def rated_games(store: Store, guild_id: int) -> list[str]:
    """Return the games for which a server has ratings."""
    return await store.read(ratings.games_in, guild_id)


async def standings_of(store: Store, guild_id: int, game: str) -> tuple[int, dict[int, RatingRecord]]:
    """Return the present season of a server's game, and its standings by user id."""
    return await store.read(ratings.present_season, (guild_id, game))


async def new_season(store: Store, guild_id: int, game: str, ended: int, at: float) -> bool:
    """End a season. False when it isn't the present one any more."""
    return await store.write(ratings.new_season, (guild_id, game), ended, at)


async def begins_rated(session: Session, dealt: Record) -> bool:
    """Whether a dealt game counts for ratings."""
    if not session.may_be_rated:
        return False
    await session.learn_choices()
    return session.why_unrated(dealt) is None


async def finish(session: Session, made: Change, store: Store) -> Finish | None:
    """Return the end of a game that a change has finished. None if that wasn't by its rules."""
    if (outcome := session.game.outcome(made.state)) is None:
        return None
    after = session.after(made)
    if not session.game.has_whole_round(made.state, after.scores):
        return Finish(outcome.winners)
    gone: list[Seat] = []
    if len(session.game.active(made.state)) < len(made.record.players):
        history = await store.history(session.record.id)
        gone = departures(session.game, [*history, *([made.played] if made.played else [])])
    try:
        return Finish(outcome.winners, _ranks(after, outcome.winners, gone))
    except Exception:
        log.exception("not_ranked", session=session.record.id)  # the game is over all the same
        return Finish(outcome.winners)


def departures(game: AnyGame, history: Iterable[Played]) -> list[Seat]:
    """Return the seats that have left a game, in the order in which they left."""
    found: list[Seat] = []
    for played in history:
        if LEFT_TAG.encode() in played.events:
            events = map(msgspec.to_builtins, read_events(game, played.events))
            found += [event["seat"] for event in events if event["event"] == LEFT_TAG]
    return found


def _ranks(after: Session, winners: Sequence[Seat], gone: Sequence[Seat]) -> tuple[int, ...]:
    """Return the ranks of all seats: as in the result, with absent players and leavers behind the others."""
    standings = FACES[after.game.id].ending(after.scene(None)).standings
    places = dict.fromkeys(range(len(after.record.players)), 1) | {one.seat: one.place for one in standings}
    absent = [one.seat for one in after.record.attendance.stand_ins if one.until is None]
    return ranks(places, winners, absent=absent, gone=gone)
