"""Sessions of Craits for tests of its face: commands in the notation go in, pages and sentences come out."""

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Leave, Refusal
from bot.engine.notation import parse_move, read_options, seat_of
from bot.games.craits import GAME
from bot.rendering import pages
from bot.rendering.craits.face import CraitsFace
from bot.rendering.page import Buttons, Page, Select
from bot.rendering.scene import Scene
from bot.sessions import play
from bot.sessions.session import Change, Session
from bot.storage.records import Record

FACE = CraitsFace()
NOW = 1_700_000_000.0
STOCK = "JC 10D 10C 6D 6C 6H"
"""Cards to draw, where it does not matter which."""
PLAYERS = tuple(1_000_000_000_000_000_001 + seat for seat in range(7))
"""User ids of the length that Discord's have, because they count in texts."""


def session_of(seats: int, position: Any = None, *, key: str = "k", **options: Any) -> Session:
    """A session of Craits, in the lobby or from a position; options by their Python names."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    record = Record(
        id=123_456_789,
        game="craits",
        options=msgspec.to_builtins(read_options(GAME, given)),
        guild_id=1,
        channel_id=2,
        host_id=PLAYERS[0],
        status="lobby" if position is None else "playing",
        revision=1,
        turn_seconds=600,
        response_seconds=120,
        players=PLAYERS[:seats],
        end_votes=(),
        position=position,
        chance_key=key.encode() * 8,
        chance_counts={},
        acted=(0,) * seats,
        since=1,
        clock_key=None,
        deadline=NOW,
        measured_at=None,
        created_at=NOW,
        updated_at=NOW,
    )
    return Session(GAME, record)


def at(hands: str, *, options: Any = None, **position: Any) -> Session:
    """A session in a position with the hands as `KS QD / 4C`, seat by seat, and the piles as text."""
    given = placed(hands, **position)
    return session_of(len(given["hands"]), given, **(options or {}))


def placed(hands: str, **position: Any) -> dict[str, Any]:
    """The position itself."""
    held = {seat_letter(seat): hand.split() for seat, hand in enumerate(hands.split("/"))}
    piles: dict[str, Any] = {
        name: position.pop(name).split() for name in ("stock", "under") if name in position
    }
    return {"hands": held, **piles, **position}


def do(session: Session, *commands: str) -> Session:
    """Carry out commands that must be accepted."""
    for command in commands:
        who, what = command.split(": ")
        made = play.expired(session, NOW) if who == "*" else move(session, who, what)
        assert isinstance(made, Change), made
        session.adopt(made)
    return session


def move(session: Session, who: str, what: str) -> Change | Refusal:
    seats = len(session.record.players)
    return play.moved(session, seat_of(who, seats), parse_move(GAME, what, seats), NOW)


def walk(seed: int, seats: int, **options: Any) -> Iterator[Session]:
    """A random game with side calls, timeouts and leavers: the session after every step."""
    chooser = random.Random(seed)
    session = session_of(seats, key=f"{seed:04}", **options)
    made: Change | Refusal = play.dealt(session, NOW)
    while isinstance(made, Change):
        session.adopt(made)
        yield session
        made = random_change(session, chooser) if session.record.status == "playing" else Refusal("game-over")


def random_change(session: Session, chooser: random.Random) -> Change | Refusal:
    state, what = session.state, chooser.random()
    if what < 0.03:
        return play.expired(session, NOW)
    if what < 0.033:
        return play.moved(session, chooser.choice(GAME.active(state)), Leave(), NOW)
    seats = GAME.active(state) if what < 0.3 else GAME.deciders(state)
    seat = chooser.choice([one for one in seats if GAME.legal(state, one)] or GAME.deciders(state))
    return play.moved(session, seat, chooser.choice(GAME.legal(state, seat)), NOW)


def scenes(session: Session) -> list[Scene]:
    """What the public and every seat may see."""
    return [session.scene(viewer) for viewer in (None, *range(len(session.record.players)))]


def told(session: Session, viewer: Seat | None = None) -> str:
    """The sentences of the last move for one viewer, players as letters."""
    scene = session.scene(viewer)
    return plain(" ".join(FACE.sentence(event, scene) for event in scene.recent[-1].events))


def table(session: Session) -> list[str]:
    """The lines of the public table, players as letters."""
    return plain(FACE.table(session.scene(None))).splitlines()


def plain(text: str) -> str:
    """The text with players as letters."""
    return re.sub(r"<@(\d+)>", lambda found: seat_letter(PLAYERS.index(int(found[1]))), text)


def sentence_fault(text: str) -> str | None:
    """What is wrong with a text that should be a sentence for people."""
    if not re.fullmatch(r"[A-Z0-9<“*].*[.!?]", text):
        return f"no sentence: {text!r}"
    raw = text.replace("7S, 10H or QD", "")
    wrong = re.search(r"None|True|\{|\[|  |\bJK\b|\b(10|[2-9AJQK])[CDHS]\b", raw)
    return f"{wrong[0]!r} in {text!r}" if wrong else None


def page_fault(page: Page) -> str | None:
    """Which of Discord's limits a page breaks."""
    buttons = [button for block in page.blocks if isinstance(block, Buttons) for button in block.buttons]
    selects = [block for block in page.blocks if isinstance(block, Select)]
    ids = [b.action.custom_id("b") for b in buttons] + [s.action.custom_id("s") for s in selects]
    values = [[choice.value for choice in select.choices] for select in selects]
    labels = [b.label for b in buttons] + [c.label for s in selects for c in s.choices]
    limits = {
        "text": len(page.text) <= 4000,
        # A row of buttons is a component itself, and so is the row around each select.
        "components": 1 + len(page.blocks) + len(buttons) + len(selects) <= 40,
        "ids": len(set(ids)) == len(ids) and all(len(one) <= 100 for one in ids),
        "labels": all(0 < len(label) <= 80 for label in labels),
        "choices": all(0 < len(some) <= 25 and len(set(some)) == len(some) for some in values),
        "values": all(len(value) <= 100 for some in values for value in some),
        "rows": all(len(block.buttons) <= 5 for block in page.blocks if isinstance(block, Buttons)),
    }
    return next((limit for limit, kept in limits.items() if not kept), None)


def reached(scene: Scene, form: str | None = None) -> list[str]:
    """Every move that the hand page leads to, through its forms, checking the limits of each page."""
    page = pages.hand(scene, form=form)
    assert page_fault(page) is None
    found: list[str] = []
    for act in acts(page):
        word, _, rest = act.partition(" ")
        if word == "move":
            found.append(rest)
        elif word == "form":
            found += reached(scene, rest)
    return found


def acts(page: Page) -> Iterator[str]:
    """What every control of a page does, a line for each choice of a select."""
    for block in page.blocks:
        if isinstance(block, Buttons):
            yield from (button.action.act for button in block.buttons)
        elif isinstance(block, Select):
            for choice in block.choices:
                act = block.action.act
                yield f"move {choice.value}" if act.startswith("move ") else act.replace("*", choice.value)


def labels(page: Page) -> list[str]:
    """What the controls of a page say, but for the way to the reasons."""
    buttons = [b for block in page.blocks if isinstance(block, Buttons) for b in block.buttons]
    said = [button.label for button in buttons if button.action.act != "why"]
    return said + [c.label for block in page.blocks if isinstance(block, Select) for c in block.choices]
