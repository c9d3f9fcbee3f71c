"""The stored data of a table is enough to repeat all moves of its computers."""

from typing import Any

import msgspec
import pytest

from bot.config import DATA
from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame
from bot.engine.events import visible_to
from bot.games import GAMES
from bot.players.computers import computer_of
from bot.players.player import Seen, choose, interrupt, seen_by
from bot.players.policies import POLICIES
from bot.players.search_worker import ComputerMove, answer_request, encode, quick_move
from bot.sessions.absence import SitIn
from bot.sessions.frame import End
from bot.sessions.lobby import AddComputer, Join, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session, read_events
from bot.storage import analysis
from bot.storage.archive import BEFORE_ALL
from bot.storage.records import Played, Record
from bot.storage.replay import states
from bot.storage.verify import verify
from tests.helpers.behind import file_of
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, settled

pytestmark = [pytest.mark.slow, pytest.mark.no_cover, pytest.mark.quick_computers]

ANN, BEN = PLAYERS[:2]
SEARCH_EFFORT = 12
TIRED = 3
MOVES = {"crapette": 4}
"""The number of Ann's moves in games whose turns have many moves."""


class Tired:
    """A search worker that thinks in this process, and answers every third request without thinking."""

    def __init__(self) -> None:
        self.asked = 0

    async def choose(self, seen: Seen) -> ComputerMove:
        if seen.level != "hard":
            return quick_move(seen)
        self.asked += 1
        if self.asked % TIRED == 0:
            return quick_move(seen)
        return ComputerMove(answer_request(encode(seen)).decode(), seen.search_effort)

    async def close(self) -> None: ...


@pytest.fixture(autouse=True)
def _tire(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rig.sessions.computers, "_search_worker", Tired())


async def played_by_computers(
    rig: Rig, game: str, monkeypatch: pytest.MonkeyPatch, moves: int
) -> tuple[Record, list[Played]]:
    """Make this many moves for Ann against computers, with a stand-in for Ben if there's a seat."""
    with monkeypatch.context() as patch:
        patch.setattr(type(POLICIES[game]), "search_effort", SEARCH_EFFORT)
        session = await rig.sessions.open(
            game, {}, guild_id=1, channel_id=CHANNEL, host_id=ANN, length="short"
        )
        assert isinstance(session, Session)
        for request in (AddComputer("hard"), AddComputer("easy"))[: GAMES[game].seats.stop - 2]:
            assert await rig.sessions.act(session, ANN, request) is None
        if GAMES[game].seats.stop > 4:
            assert await rig.sessions.act(session, BEN, Join()) is None
        assert await rig.sessions.act(session, ANN, Start()) is None
        await rig.sessions.act(session, BEN, SitIn())
        for _ in range(moves):
            await settled(rig, session)
            if session.record.status == "playing":
                move = POLICIES[game].candidates(session.state, 0)[0]
                assert await rig.sessions.act(session, ANN, MakeMove(move)) is None, move
        await settled(rig, session)
        if session.record.status == "playing":
            assert await rig.sessions.act(session, ANN, End()) is None
    return session.record, await rig.store.history(session.record.id)


def made_again(
    record: Record, history: list[Played], search_effort: dict[int, int]
) -> list[tuple[int, str, str]]:
    """Return the revision of each move by a computer, the stored move, and the one that it makes now."""
    game: AnyGame = GAMES[record.game]
    notes: dict[Seat, Any] = {}
    found: list[tuple[int, str, str]] = []
    before: Any = None
    chance = SeededChance(record.chance_key)
    for played, state in zip(history, states(game, record, history, chance), strict=True):
        if played.seat is not None and before is not None:
            known = notes.get(played.seat) or game.notes(seat=played.seat)  # type: ignore[misc]
            again = once_more(game, record, played, before, known, search_effort)
            found += [] if again is None else [(played.revision, played.move, again)]
        for seat in range(len(record.players)):
            known = notes.get(seat) or game.notes(seat=seat)  # type: ignore[misc]
            notes[seat] = game.observe(known, visible_to(read_events(game, played.events), seat))
        before = state
    return found


def once_more(
    game: AnyGame, record: Record, played: Played, state: Any, notes: Any, search_effort: dict[int, int]
) -> str | None:
    """Return the move that the computer on a seat makes in this state. None if a person moved."""
    assert played.seat is not None
    seat, revision = played.seat, played.revision
    who = computer_of(record.attendance.stand_in(seat, revision) or record.players[seat])
    if who is None:
        return None
    seed = SeededChance(record.chance_key).seed_of_player(seat, revision - 1)
    seen = seen_by(game, state, notes, level=who.level, seed=seed)
    seen = msgspec.structs.replace(seen, play_style=who.play_style, is_stand_in=record.players[seat] > 0)
    if seat not in game.deciders(state):
        return str(interrupt(seen))
    if who.level != "hard":
        return str(choose(seen))
    games = search_effort[max(first for first in search_effort if first <= revision)]
    return str(choose(msgspec.structs.replace(seen, search_effort=games))) if games else quick_move(seen).move


@pytest.mark.parametrize("game", POLICIES)
async def test_computers_make_their_moves_again(rig: Rig, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record, history = await played_by_computers(rig, game, monkeypatch, MOVES.get(game, 8))

    search_effort = await rig.store.read(analysis.search_effort_of, record.id)
    again = made_again(record, history, search_effort)

    assert [(revision, stored) for revision, stored, _ in again] == [
        (revision, move) for revision, _, move in again
    ]
    assert len(again) > 8
    assert {*search_effort.values()} == {0, SEARCH_EFFORT}


async def test_so_they_do_when_the_game_is_packed(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    record, history = await played_by_computers(rig, "skrap", monkeypatch, 8)
    search_effort = await rig.store.read(analysis.search_effort_of, record.id)

    assert await rig.store.pack_next(BEFORE_ALL, float("inf")) is not None
    packed = await rig.store.load(record.id)

    assert packed is not None
    assert await rig.store.history(record.id) == history
    assert await rig.store.read(analysis.search_effort_of, record.id) == search_effort
    again = made_again(packed, history, search_effort)
    assert all(stored == move for _, stored, move in again)
    assert any(stored != move for _, stored, move in made_again(packed, history, {0: 0}))


@pytest.mark.file
async def test_a_packed_game_of_computers_is_sound(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    await played_by_computers(rig, "skrap", monkeypatch, 8)

    assert await rig.store.pack_next(BEFORE_ALL, float("inf")) is not None

    assert verify(file_of(rig.store).path, DATA / "migrations", GAMES) == []
