"""Sessions of Crazy Rummy to test its face with: just dealt, in a position, or in a random game."""

import random
import re
from collections.abc import Iterator
from typing import Any

from bot.engine.cards import without
from bot.engine.chance import Seat, seat_letter
from bot.engine.draft import Refusal
from bot.engine.moves import Leave
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import full_packs
from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.games.crazy_rummy.state import State
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from bot.sessions import play
from bot.sessions.clocks import Instant
from bot.sessions.session import Session
from bot.sessions.view import Change
from tests.helpers.records import MAX_ID, MAX_USER, at_table

FACE = FACES["crazy-rummy"]
NOW = 1_800_000_000.0
SHORT: dict[str, Any] = {"target": 1500, "max_hands": 3}
TABLES = [(2, 1), (4, 2), (10, 3)]
"""Numbers of players, each with the seed of a game."""


def session_of(
    seats: int, state: State | None = None, *, seed: int = 0, revision: int = 0, **given: Any
) -> Session:
    """Return a session of this many players, in a state or just before the deal."""
    return Session(
        GAME,
        at_table(
            GAME,
            tuple(MAX_USER + seat for seat in range(seats)),
            CrazyRummyOptions(**given) if state is None else state.options,
            id=MAX_ID,
            guild_id=MAX_USER,
            channel_id=MAX_USER,
            status="lobby" if state is None else "over" if state.phase == "over" else "playing",
            revision=revision,
            turn_seconds=300,
            response_seconds=60,
            end_votes=(MAX_USER,),
            position=None if state is None else GAME.dump(state),
            chance_key=str(seed).encode() * 32,
            since=0,
            deadline=NOW + 300,
            created_at=NOW,
            updated_at=NOW,
        ),
    )


def scene_of(state: State, viewer: Seat | None = None) -> Scene:
    """Return a viewer's scene of a state."""
    return session_of(len(state.hands), state).scene(viewer)


def walk(seats: int, seed: int, *, leaving: float = 0.001, **given: Any) -> Iterator[Session]:
    """Yield the session of a random game after the deal and after every move."""
    picks = random.Random(seed)
    session = session_of(seats, seed=seed, revision=MAX_ID // 2, **given)
    session.adopt(play.dealt(session, Instant.at(NOW)))
    yield session
    while session.record.status == "playing":
        session.adopt(_next(session, picks, leaving))
        yield session


def _next(session: Session, picks: random.Random, leaving: float) -> Change:
    state, roll = session.state, picks.random()
    if roll < leaving:
        change = play.moved(session, picks.choice(state.active), Leave(), Instant.at(NOW))
    elif roll < leaving + 0.02:
        change = play.expired(session, Instant.at(NOW))
    else:
        change = play.moved(
            session, state.mover, picks.choice(GAME.legal(state, state.mover)), Instant.at(NOW)
        )
    assert not isinstance(change, Refusal), change
    return change


def with_letters(text: str) -> str:
    """Return the text with seats for mentions: `@A`."""
    return re.sub(r"<@\d+(\d)>", lambda found: f"@{seat_letter(int(found[1]))}", text)


def crowded(phase: str) -> Session:
    """Return ten players with all 288 cards on boards or, after the game, half of them in open hands."""
    hand, stock, *rest = sorted(without(full_packs(6), ["10C"]), key=lambda card: card[:-1])
    laid = rest[: len(rest) // 6 * 3] if phase == "over" else rest
    held = rest[len(laid) :]
    seats = [seat_letter(seat) for seat in range(10)]
    position: dict[str, Any] = {
        "phase": phase,
        "turn": "A" if phase == "play" else None,
        "marker": "10C",
        "packs": 6,
        "hand_number": 100,
        "stock": [stock],
        "hands": {letter: [*held[seat::10], *([] if seat else [hand])] for seat, letter in enumerate(seats)},
        "sets": {
            letter: [laid[n : n + 3] for n in range(3 * seat, len(laid), 30)]
            for seat, letter in enumerate(seats)
        },
        "totals": dict.fromkeys(seats, -99999),
        "winners": seats if phase == "over" else [],
        "first_play_done": [],
    }
    return session_of(10, GAME.load(position, 10, CrazyRummyOptions(packs=6, max_hands=100)))
