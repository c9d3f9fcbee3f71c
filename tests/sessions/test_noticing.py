"""Computers notice players who haven't said "one card": after a while, by chance, from their own view."""

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from bot.engine.chance import SeededChance
from bot.games.craits.notes import CraitsNotes
from bot.games.craits.one_card import Idiot
from bot.players.computers import LEVELS
from bot.players.player import Level
from bot.sessions import computers
from bot.sessions.computers import NOTICE_SHARES
from bot.sessions.lobby import AddComputer, Join, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from tests.sessions.rig import CHANNEL, PLAYERS, Rig

ANN, BEN = PLAYERS[:2]


@pytest.fixture(autouse=True)
def _notice_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "CALL_MIN_SECONDS", 0.0)
    monkeypatch.setattr(computers, "CALL_MAX_SECONDS", 0.0)


async def ann_has_said_nothing(rig: Rig, level: Level = "hard", *, noted: bool = True) -> Session:
    """Return a game in which Ann holds one card and hasn't said so. Ben is on turn, a computer watches."""
    session = await rig.sessions.open("craits", {}, guild_id=1, channel_id=CHANNEL, host_id=ANN)
    assert isinstance(session, Session)
    assert await rig.sessions.act(session, BEN, Join()) is None
    assert await rig.sessions.act(session, ANN, AddComputer(level)) is None
    assert await rig.sessions.act(session, ANN, Start()) is None
    game, seats = session.game, len(session.record.players)
    dealt = game.dump(game.deal(seats, session.options, SeededChance.from_text("noticed")).state)
    hand = dealt["hands"]["A"]
    position = {
        **dealt,
        "phase": "turn",
        "turn": "B",
        "suit": dealt["suit"] or "CDHS"["CDHS".index(dealt["top"][-1])],
        "hands": {**dealt["hands"], "A": hand[:1]},
        "stock": [*dealt["stock"], *hand[1:]],
        "undeclared": ["A"],
    }
    session.state = game.load(position, seats, session.options)
    session.record = msgspec.structs.replace(session.record, position=game.dump(session.state))
    session.notes[2] = CraitsNotes(seat=2, undeclared=(0,) if noted else ())
    return session


def is_calling(rig: Rig, session: Session) -> bool:
    """Whether the computer is about to say something."""
    return ("interrupt", session.record.id, 2) in rig.sessions.agenda


def is_caught(session: Session) -> bool:
    return 0 not in session.state.undeclared


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0)


async def test_computer_calls_though_it_is_not_its_turn(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NOTICE_SHARES, "hard", 1.0)
    session = await ann_has_said_nothing(rig)

    rig.sessions.computers.look(session)
    await until(lambda: is_caught(session))

    [*_, last] = await rig.store.history(session.record.id)
    assert (last.seat, last.move) == (2, "idiot player:A")
    await rig.quiet()


async def test_it_calls_nobody_whom_it_has_not_seen(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NOTICE_SHARES, "hard", 1.0)
    session = await ann_has_said_nothing(rig, noted=False)

    rig.sessions.computers.look(session)

    assert not is_calling(rig, session)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
async def test_every_occasion_has_one_throw_of_the_dice(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, level: Level
) -> None:
    monkeypatch.setitem(NOTICE_SHARES, level, 0.0)
    session = await ann_has_said_nothing(rig, level)
    rig.sessions.computers.look(session)
    monkeypatch.setitem(NOTICE_SHARES, level, 1.0)

    rig.sessions.computers.look(session)

    assert not is_calling(rig, session)


async def test_first_caller_silences_others(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NOTICE_SHARES, "hard", 1.0)
    monkeypatch.setattr(computers, "CALL_MIN_SECONDS", 1000.0)
    monkeypatch.setattr(computers, "CALL_MAX_SECONDS", 1000.0)
    session = await ann_has_said_nothing(rig)
    rig.sessions.computers.look(session)
    assert is_calling(rig, session)

    assert await rig.sessions.act(session, BEN, MakeMove(Idiot(0))) is None

    assert not is_calling(rig, session)
    await rig.quiet()


def test_the_stronger_notice_more_often() -> None:
    assert [NOTICE_SHARES[level] for level in LEVELS] == [0.3, 0.6, 0.9]
