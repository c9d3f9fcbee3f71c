"""Sessions of Crapette to test its face with: commands in the notation go in, sentences come out."""

import random
import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from bot.engine.cards import DECK, RANKS, without
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.engine.notation import read_options
from bot.games.crapette import GAME
from bot.games.crapette.lines import Line
from bot.games.crapette.offers import AcceptDraw, OfferDraw
from bot.games.crapette.state import HOUSES, State
from bot.rendering.faces import FACES
from bot.sessions import play
from bot.sessions.clocks import Instant
from bot.sessions.session import Session
from bot.sessions.view import Change
from tests.games.crapette.positions import at
from tests.games.driver import Driver
from tests.helpers.records import MAX_ID, MAX_USER, at_table
from tests.rendering.spoken import NOW, move

FACE = FACES["crapette"]
PLAYERS = (MAX_USER, MAX_USER + 1)
GAMES: list[tuple[int, dict[str, Any]]] = [
    (1, {"no_progress_turns": 60}),
    (2, {"no_progress_turns": 60, "court_order": "KJQ", "undo": False}),
    (3, {"clock_minutes": 120, "repetition": 2}),
]
"""Random games: the seed and the options of each."""

LYING = "QH JS / 9S 8D 7C 6H / 10H 9S / KD / QD / 9C 8H 7C / 7S / 8H"
FINISH = {"S": [8, 0], "H": [7, 0], "D": [2, 0], "C": [6, 0]}


def _diagram() -> dict[str, Any]:
    houses = [pile.split() for pile in LYING.split(" / ")]
    finished = [rank + suit for suit, (height, _) in FINISH.items() for rank in RANKS[:height]]
    rest = list(without(DECK * 2, [*chain(*houses), *finished, "10H", "5D", "9H", "8S"]))
    cards = iter(rest)
    return {
        "turn_number": 17,
        "houses": dict(zip(HOUSES, houses, strict=True)),
        "finish": FINISH,
        "hands": {"A": [*islice(cards, 20)], "B": [*islice(cards, 18)]},
        "discards": {"A": [*islice(cards, 5), "10H"], "B": [*islice(cards, 4), "9H"]},
        "crapauds": {"A": [*islice(cards, 7), "5D"], "B": [*islice(cards, 8), "8S"]},
    }


DIAGRAM_POSITION = _diagram()
"""The position of the rules' diagram (R24). Its covered and face-down cards are arbitrary."""


def diagram(*commands: str) -> State:
    """Return the state of the diagram after these commands."""
    return Driver(GAME, 2, DIAGRAM_POSITION).do(*commands).state


DIAGRAM = diagram()


def state_at(
    houses: dict[str, str] | None = None, options: dict[str, Any] | None = None, **fields: Any
) -> State:
    """Return the state of a position that's described as in the tests of the engine."""
    return at(houses, options, **fields).state


def session_of(state: State | None = None, *, seed: int = 0, **options: Any) -> Session:
    """Return a session of Ann and Ben, in a state or just before the deal. Options have Python names."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    record = at_table(
        GAME,
        PLAYERS,
        read_options(GAME, given) if state is None else state.options,
        id=MAX_ID,
        guild_id=MAX_USER,
        channel_id=MAX_USER,
        status="lobby" if state is None else "over" if state.end else "playing",
        revision=MAX_ID // 2,
        turn_seconds=300,
        response_seconds=60,
        position=None if state is None else GAME.dump(state),
        chance_key=f"{seed:032}".encode(),
        deadline=NOW + 3600,
        measured_at=NOW,
        created_at=NOW,
        updated_at=NOW,
    )
    session = Session(GAME, record)
    session.names = {PLAYERS[0]: "Ann", PLAYERS[1]: "Ben"}
    return session


def sample() -> Session:
    """Return a session in the position of the rules' diagram."""
    return session_of(DIAGRAM)


def refused(session: Session, command: str) -> str:
    """Return the sentence that refuses a command."""
    who, what = command.split(": ", 1)
    why = move(session, who, what)
    assert isinstance(why, Refusal), why
    return plain(FACE.refusal(why, session.scene("AB".index(who))))


def walk(seed: int, **options: Any) -> Iterator[Session]:
    """Yield the session after every step of a random game with lines, take-backs, draws and time-outs."""
    chooser, now = random.Random(seed), NOW
    session = session_of(seed=seed, **options)
    made: Change | Refusal = play.dealt(session, Instant.at(now))
    while isinstance(made, Change):
        session.adopt(made)
        yield session
        if session.record.status != "playing":
            return
        if chooser.random() < 0.01:
            now += 100_000
            made = play.expired(session, Instant.at(now))
        else:
            made = play.moved(session, *_chosen(session.state, chooser), Instant.at(now))


def _chosen(state: State, chooser: random.Random) -> tuple[Seat, Move]:
    """Return a seat and a legal move. Moves listed first are likelier, so that games make progress."""
    seat = 1 - state.turn if chooser.random() < 0.02 else state.turn
    agrees = (OfferDraw, AcceptDraw) if state.offer == 1 - seat else ()
    moves = [move for move in GAME.legal(state, seat) if not isinstance(move, agrees)]
    if not moves:
        return _chosen(state, chooser)
    place = min(chooser.randrange(len(moves)), chooser.randrange(len(moves)))
    chosen = moves[place]
    is_line = chosen.verb == "move" and chooser.random() < 0.2
    return seat, _as_line(chosen) if is_line else chosen


def _as_line(move: Any) -> Line:
    """Return a line that begins with a legal move and goes on with items that may be refused."""
    short = {"my-discard": "D", "my-crapaud": "C", "their-discard": "OD", "their-crapaud": "OC"}
    source, target = (short.get(name, name.replace("finish", "F")) for name in (move.source, move.target))
    count = f"x{move.count}" if move.count else ""
    return Line(f"{source}{count}-{target} R1-F C-OC")


def told(session: Session, viewer: Seat | None = None) -> str:
    """Return the sentences about the last move for one viewer, with letters for players."""
    scene = session.scene(viewer)
    events = scene.recent[-1].events
    return plain(" ".join(filter(None, (FACE.sentence(event, scene, events) for event in events))))


def plain(text: str) -> str:
    """Return the text with players as `@A` and `@B`."""
    return re.sub(r"<@(\d+)>", lambda found: f"@{'AB'[PLAYERS.index(int(found[1]))]}", text)
