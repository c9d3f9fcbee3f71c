"""What we hand to the one who thinks for a seat: the seat's view, and what it remembers of the game."""

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Notes
from bot.engine.events import told
from bot.players.player import Level, Seen, seen_by
from bot.players.policies import POLICIES
from bot.players.policy import PLAIN, PlayStyle
from bot.sessions.session import Session, read_events
from bot.storage.records import Played
from bot.storage.store import Store


async def remember(session: Session, seat: Seat, store: Store) -> None:
    """See to it that the notes of a seat are there. From then on the session keeps them up to date."""
    if seat in session.notes:
        return
    async with session.lock:
        past = await store.history(session.record.id)
        session.notes[seat] = await asyncio.to_thread(_remembered, session.game, seat, past)


def seen(session: Session, seat: Seat, *, level: Level, revision: int, play_style: PlayStyle = PLAIN) -> Seen:
    """No more than a seat may know now. The dice are those of its decision at this revision."""
    handed = seen_by(
        session.game,
        session.state,
        session.notes[seat],
        level=level,
        seed=session.chance.seed_of_player(seat, revision),
    )
    thoughts = POLICIES[session.game.id].thoughts if level == "hard" else 0
    return msgspec.structs.replace(handed, play_style=play_style, thoughts=thoughts)


def _remembered(game: AnyGame, seat: Seat, past: Iterable[Played]) -> Notes:
    """Return what a seat remembers of a game, from its stored moves."""
    assert game.notes is not None, f"nobody thinks ahead in {game.id}"
    notes: Any = game.notes(seat=seat)
    for played in past:
        notes = game.noted(notes, told(read_events(game, played.events), seat))
    remembered: Notes = notes
    return remembered
