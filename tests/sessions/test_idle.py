"""Idle tables and lobbies: the bot stops calling their players, and nothing is lost."""

import pytest

from bot.games import GAMES
from bot.sessions import absence, deadlines
from bot.sessions.absence import Resume, SitIn
from bot.sessions.frame import End
from bot.sessions.lobby import BeHere, Join
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage import queries
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, code

USUAL = 600
"""Seconds that the player on turn has."""

WAITS = "Nobody has played for a while. The clock is paused"
SITS_IN = "sits in for"


async def left_alone(rig: Rig, game: str = "craits") -> Session:
    """Return a table at which nobody has acted until its clock stopped."""
    session = await rig.table(game)
    for _ in range(absence.max_silences(session) + 1):
        await rig.run_out(session)
    assert session.record.is_idle
    return session


def asked(session: Session) -> int:
    """Return the user who must act."""
    (seat,) = session.game.deciders(session.state)
    return session.record.players[seat]


@pytest.mark.parametrize("game", ["skrap", "craits", "crazy-rummy"])
async def test_clock_stops_after_three_lonely_rounds(rig: Rig, game: str) -> None:
    session = await left_alone(rig, game)
    moves = await rig.store.history(session.record.id)

    assert [played.move for played in moves] == ["deal", *["timeout"] * absence.max_silences(session)]
    assert WAITS in rig.transport.in_channel(CHANNEL)[-1].text


@pytest.mark.parametrize("game", [game for game in GAMES if game != "crapette"])
async def test_table_without_any_moves_stops_calling_its_players(rig: Rig, game: str) -> None:
    session = await rig.table(game)
    for _ in range(100):
        if session.record.status == "playing":
            await rig.run_out(session)

    assert session.record.status in ("over", "cancelled")
    assert len(await rig.store.history(session.record.id)) <= 2 + absence.max_silences(session)


async def test_one_who_plays_keeps_clock_running_for_all(rig: Rig) -> None:
    session = await rig.table("craits")
    for _ in range(30):
        if asked(session) == PLAYERS[0]:
            await rig.sessions.act(session, PLAYERS[0], MakeMove(session.game.legal(session.state, 0)[0]))
        else:
            await rig.run_out(session)

    assert not session.record.is_idle


async def test_any_move_carries_an_idle_table_on(rig: Rig) -> None:
    session = await left_alone(rig)
    seat = session.game.deciders(session.state)[0]
    rig.time += 86400

    assert (
        await rig.sessions.act(session, PLAYERS[seat], MakeMove(session.game.legal(session.state, seat)[0]))
        is None
    )

    assert not session.record.is_idle
    assert session.record.deadline is not None
    assert 0 < session.record.deadline - rig.time <= USUAL


async def test_resuming_an_idle_table_calls_its_decider(rig: Rig) -> None:
    session = await left_alone(rig)
    awaited = asked(session)
    other = next(player for player in PLAYERS if player != awaited)
    rig.time += 86400
    before = rig.transport.calls.count(("post", 1000 + awaited))

    assert await rig.sessions.act(session, other, Resume()) is None
    await rig.quiet()

    assert asked(session) == awaited
    assert session.record.deadline == rig.time + USUAL
    assert rig.transport.calls.count(("post", 1000 + awaited)) == before + 1
    assert WAITS not in rig.transport.in_channel(CHANNEL)[-1].text


async def test_resuming_owner_of_stood_in_seat_is_back(rig: Rig) -> None:
    session = await left_alone(rig)
    rested = next(player for player in PLAYERS if player != asked(session))
    await rig.sessions.act(session, rested, SitIn())
    await rig.quiet()
    assert any(SITS_IN in page.text for page in rig.transport.in_channel(CHANNEL))

    assert await rig.sessions.act(session, rested, Resume()) is None
    await rig.quiet()

    assert not any(SITS_IN in page.text for page in rig.transport.in_channel(CHANNEL))


async def test_resumed_table_has_its_clock_again(rig: Rig) -> None:
    session = await left_alone(rig)
    awaited = asked(session)
    await rig.sessions.act(session, PLAYERS[0], Resume())

    await rig.run_out(session)

    assert not session.record.is_idle
    assert asked(session) != awaited


async def test_only_players_carry_table_on_and_only_once(rig: Rig) -> None:
    session = await left_alone(rig)

    refused = await rig.sessions.act(session, 999, Resume())
    first = await rig.sessions.act(session, PLAYERS[0], Resume())
    second = await rig.sessions.act(session, PLAYERS[1], Resume())

    assert code(refused) == "not-a-player"
    assert first is None
    assert code(second) == "not-idle"


async def test_resuming_needs_a_running_game(rig: Rig) -> None:
    opened = await rig.sessions.open("craits", {}, guild_id=1, channel_id=20, host_id=PLAYERS[0])
    assert isinstance(opened, Session)
    early = await rig.sessions.act(opened, PLAYERS[0], Resume())
    await rig.sessions.act(opened, PLAYERS[0], End())
    late = await rig.sessions.act(opened, PLAYERS[0], Resume())

    assert [refusal and refusal.code for refusal in (early, late)] == ["not-started", "game-over"]


async def test_idle_table_ends_after_thirty_days(rig: Rig) -> None:
    session = await left_alone(rig)
    fell_idle_at = session.record.updated_at

    await rig.run_out(session)

    assert session.record.status == "cancelled"
    assert rig.time - fell_idle_at == pytest.approx(30 * 86400, abs=2)
    assert await rig.sessions.at(CHANNEL) is None


async def opened_lobby(rig: Rig) -> Session:
    opened = await rig.sessions.open("craits", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(opened, Session)
    return opened


async def test_lonely_lobby_closes_after_silent_hour(rig: Rig) -> None:
    opened = await opened_lobby(rig)
    began = rig.time
    await rig.run_out(opened)
    assert opened.record.is_host_away
    assert opened.record.deadline == began + deadlines.ALONE_SECONDS

    await rig.run_out(opened)

    assert opened.record.status == "cancelled"
    assert rig.transport.in_channel(CHANNEL) == []
    assert isinstance(
        await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[2]), Session
    )


async def test_lobby_in_which_others_sit_waits_for_day(rig: Rig) -> None:
    opened = await opened_lobby(rig)
    rig.time += 60
    assert await rig.sessions.act(opened, PLAYERS[1], Join()) is None
    joined_at = rig.time
    await rig.run_out(opened)
    assert opened.record.deadline == joined_at + deadlines.LOBBY_SECONDS

    await rig.run_out(opened)

    assert opened.record.status == "cancelled"
    assert rig.transport.in_channel(CHANNEL) == []


async def test_lobby_silent_for_too_long_admits_nobody(rig: Rig) -> None:
    opened = await opened_lobby(rig)
    rig.time += deadlines.ALONE_SECONDS + 1

    refused = await rig.sessions.act(opened, PLAYERS[1], Join())

    assert code(refused) == "game-over"
    assert opened.record.status == "cancelled"


async def test_a_host_who_presses_something_is_there_again(rig: Rig) -> None:
    opened = await opened_lobby(rig)
    await rig.run_out(opened)
    assert "host, away for 5 minutes" in rig.transport.in_channel(CHANNEL)[-1].text

    assert await rig.sessions.act(opened, PLAYERS[0], BeHere()) is None

    assert not opened.record.is_host_away
    assert opened.record.deadline == rig.time + deadlines.GRACE_SECONDS


async def test_after_deal_clock_of_lobby_is_forgotten(rig: Rig) -> None:
    session = await rig.table("craits")

    assert session.record.deadline is not None
    assert session.record.deadline - rig.time <= USUAL


async def test_lobby_closes_after_restart_without_charging_downtime(rig: Rig) -> None:
    opened = await opened_lobby(rig)

    await rig.store.extend_deadlines(3600, ("heartbeat", "0"))

    assert (await rig.store.read(queries.scan))[0].deadlines == [
        (opened.record.id, opened.record.created_at + deadlines.GRACE_SECONDS + 3600)
    ]
