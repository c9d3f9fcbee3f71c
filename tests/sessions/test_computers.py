"""Computers at tables act on their turn, see only what their seat may see, and keep no table alive."""

import asyncio
import gc
from typing import Any

import pytest

from bot.delivery.errors import Unknown
from bot.engine.moves import Leave
from bot.engine.view import BACK
from bot.games import GAMES
from bot.players.computers import Computer
from bot.players.player import Seen
from bot.players.policies import POLICIES
from bot.players.search_worker import ComputerMove, quick_move
from bot.sessions import computers, memory
from bot.sessions.alone import PlayAlone
from bot.sessions.lobby import AddComputer, Join, RemoveComputer, Start
from bot.sessions.pauses import Pauses
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from tests.helpers.guild import QUICK, SLOW
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, code, dm, reloaded, settled

ANN = PLAYERS[0]
MAGPIE = Computer("magpie", "medium").id


pytestmark = pytest.mark.quick_computers


async def lobby_of(rig: Rig, game: str) -> Session:
    opened = await rig.sessions.open(game, {}, guild_id=1, channel_id=CHANNEL, host_id=ANN, length="short")
    assert isinstance(opened, Session)
    return opened


async def play_out(rig: Rig, session: Session) -> int:
    """Make a computer's first candidate moves for Ann until the game is over. Return their number."""
    for made in range(3000):
        await settled(rig, session)
        if session.record.status != "playing":
            return made
        move = POLICIES[session.game.id].candidates(session.state, 0)[0]
        assert await rig.sessions.act(session, ANN, MakeMove(move)) is None, move
    raise AssertionError("the game does not end")


@pytest.mark.slow
@pytest.mark.parametrize("game", POLICIES)
async def test_one_click_deals_and_game_is_played(rig: Rig, game: str) -> None:
    session = await lobby_of(rig, game)

    assert await rig.sessions.act(session, ANN, PlayAlone()) is None
    await play_out(rig, session)

    seats = len(session.record.players)
    assert seats == min(3, GAMES[game].seats.stop - 1)
    assert session.record.status == "over"
    assert all(user < 0 for user in session.record.players[1:])
    history = await rig.store.history(session.record.id)
    assert {played.seat for played in history} >= set(range(seats))


async def test_a_computer_is_handed_nothing_but_its_seat(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[Seen] = []

    class Watched:
        async def choose(self, seen: Seen) -> ComputerMove:
            handed.append(seen)
            return quick_move(seen)

        async def close(self) -> None: ...

    monkeypatch.setattr(rig.sessions.computers, "_search_worker", Watched())
    session = await lobby_of(rig, "skrap")
    await rig.sessions.act(session, ANN, PlayAlone())
    await settled(rig, session)

    assert handed
    for seen in handed:
        own = seen.notes["seat"]
        assert all((BACK in hand) == (seat != own) for seat, hand in enumerate(seen.view["hands"]) if hand)
        assert session.record.chance_key not in (seen.seed, *seen.view["options"].values())


async def test_computers_are_not_written_to(rig: Rig) -> None:
    session = await lobby_of(rig, "craits")
    await rig.sessions.act(session, ANN, PlayAlone())
    await settled(rig, session)

    assert {channel for _, channel in rig.transport.calls} <= {CHANNEL, ANN, dm(ANN), session.record.guild_id}


async def test_recovering_process_does_not_write_to_computers(rig: Rig) -> None:
    rig.sessions.computers.timings = SLOW
    session = await lobby_of(rig, "craits")
    rig.transport.fault = lambda _what, _channel: Unknown("a lost connection")
    await rig.sessions.act(session, ANN, PlayAlone())
    again = await rig.restart()
    again.transport.fault = lambda _what, _channel: None
    again.transport.calls.clear()

    await again.sessions.start()
    found = await reloaded(again, session)
    again.publisher.show(found)
    await again.quiet()

    opened = [channel for what, channel in again.transport.calls if what == "dm"]
    assert opened == []


async def test_a_computer_goes_on_after_a_restart(rig: Rig) -> None:
    session = await lobby_of(rig, "crazy-rummy")
    rig.sessions.computers.timings = SLOW
    await rig.sessions.act(session, ANN, PlayAlone())
    while session.game.deciders(session.state) == (0,):
        move = POLICIES["crazy-rummy"].candidates(session.state, 0)[-1]
        await rig.sessions.act(session, ANN, MakeMove(move))
    revision = session.record.revision
    again = await rig.restart()
    again.sessions.computers.timings = QUICK
    await again.sessions.start()
    found = await reloaded(again, session)

    await settled(again, found)
    assert found.record.revision > revision


async def on_turn(rig: Rig) -> Session:
    """Return a table at which a computer has to act but hasn't begun to."""
    session = await lobby_of(rig, "crazy-rummy")
    rig.sessions.clocks.stop()
    await rig.sessions.act(session, ANN, PlayAlone())
    while session.game.deciders(session.state) == (0,):
        move = POLICIES["crazy-rummy"].candidates(session.state, 0)[-1]
        await rig.sessions.act(session, ANN, MakeMove(move))
    for _ in range(3):
        await asyncio.sleep(0)
    assert computers.deciding(session)
    assert not rig.sessions.computers.is_busy
    return session


async def test_computer_goes_on_when_its_server_is_back(rig: Rig) -> None:
    session, pauses = await on_turn(rig), Pauses(rig.sessions)
    revision = session.record.revision
    await pauses.server_gone(1)
    rig.sessions.clocks.start()
    await rig.quiet()

    await pauses.server_back(1)
    await settled(rig, session)

    assert session.record.revision > revision


async def test_computers_go_on_with_the_clocks(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MAX_SESSIONS", 0)
    session = await on_turn(rig)
    number, revision = session.record.id, session.record.revision
    await rig.quiet()
    await rig.sessions.get(number + 1)
    del session
    gc.collect()

    rig.sessions.clocks.start()
    session = await found(rig, number)
    await settled(rig, session)

    assert session.record.revision > revision


async def found(rig: Rig, number: int) -> Session:
    """Give the bot a moment to load this table and let its computers act, then return the table."""
    for _ in range(50):
        await asyncio.sleep(0.001)
    session = await rig.sessions.get(number)
    assert session is not None
    return session


async def test_joiner_of_full_table_replaces_computer(rig: Rig) -> None:
    session = await lobby_of(rig, "craits")
    for _ in range(6):
        assert await rig.sessions.act(session, ANN, AddComputer("easy")) is None
    full = await rig.sessions.act(session, ANN, AddComputer("easy"))
    last = session.record.players[-1]

    assert code(full) == "table-full"
    assert len(set(session.record.players)) == 7
    assert await rig.sessions.act(session, PLAYERS[1], Join()) is None
    assert session.record.players[-1] == PLAYERS[1]
    assert last not in session.record.players


async def test_a_computer_is_sent_home_once(rig: Rig) -> None:
    session = await lobby_of(rig, "craits")
    await rig.sessions.act(session, ANN, AddComputer("medium", "magpie"))

    assert [*session.record.players] == [ANN, MAGPIE]
    assert await rig.sessions.act(session, ANN, RemoveComputer(MAGPIE)) is None
    assert [*session.record.players] == [ANN]
    unknown = await rig.sessions.act(session, ANN, RemoveComputer(MAGPIE))
    assert code(unknown) == "no-such-computer"


async def test_table_that_only_computers_are_left_at_ends(rig: Rig) -> None:
    session = await lobby_of(rig, "craits")
    await rig.sessions.act(session, ANN, PlayAlone())
    await settled(rig, session)

    assert await rig.sessions.act(session, ANN, MakeMove(Leave())) is None
    assert session.record.status == "cancelled"


async def test_silent_persons_table_is_not_kept_by_computers(rig: Rig) -> None:
    session = await lobby_of(rig, "craits")
    await rig.sessions.act(session, ANN, AddComputer("hard", "wasp"))
    await rig.sessions.act(session, PLAYERS[1], Join())
    await rig.sessions.act(session, ANN, Start())
    for _ in range(7):
        await settled(rig, session)
        await rig.run_out(session)

    assert session.record.is_idle


@pytest.mark.parametrize("seats", [2, 3])
async def test_people_and_computers_start_a_table_together(rig: Rig, seats: int) -> None:
    session = await lobby_of(rig, "skrap")
    await rig.sessions.act(session, ANN, AddComputer("hard", "wasp"))
    for player in PLAYERS[1:seats]:
        await rig.sessions.act(session, player, Join())

    assert await rig.sessions.act(session, ANN, Start()) is None
    await settled(rig, session)
    scene: Any = session.scene(None)
    assert scene.names[1] == "⚙ Wasp"
