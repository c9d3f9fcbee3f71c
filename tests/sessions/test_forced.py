"""Forced moves: the bot makes them for their players, a moment after they come up."""

import asyncio

from bot.sessions.lobby import Join, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.view import Act, Click
from bot.storage import shown
from bot.timings import Timings
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, code, reloaded

BY_HAND = {"forced-draws": "by-hand"}


def is_forced(session: Session) -> bool:
    """Whether someone can't play a card and has to draw."""
    return any(session.game.legal(session.state, seat)[0].verb == "draw" for seat in asked(session))


def asked(session: Session) -> tuple[int, ...]:
    return session.game.deciders(session.state)


async def forced_table(rig: Rig, **options: str) -> Session:
    """Return a table of two people that has come to a forced draw."""
    rig.sessions.computers.timings = Timings(forced=1000.0)
    named = {name.replace("_", "-"): value for name, value in options.items()}
    session = await rig.sessions.open("craits", named, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    await rig.sessions.act(session, PLAYERS[1], Join())
    await rig.sessions.act(session, PLAYERS[0], Start())
    while not is_forced(session):
        (seat,) = asked(session)
        move = session.game.legal(session.state, seat)[0]
        assert await rig.sessions.act(session, PLAYERS[seat], MakeMove(move)) is None
    await rig.quiet()
    rig.sessions.computers.timings = Timings(forced=0.0)
    return session


async def breath(rig: Rig) -> None:
    """Wait until an automatic move has been made."""
    for _ in range(5):
        await asyncio.sleep(0)
    while rig.sessions.computers.is_busy:
        await asyncio.sleep(0)
    await rig.quiet()


async def test_stuck_player_draws_after_a_breath(rig: Rig) -> None:
    session = await forced_table(rig)
    (seat,), revision = asked(session), session.record.revision

    rig.sessions.computers.look(session)
    await breath(rig)

    played = (await rig.store.history(session.record.id))[-1]
    assert (played.seat, played.move, played.revision) == (seat, "draw", revision + 1)


async def test_press_after_automatic_event_is_no_double_click(rig: Rig) -> None:
    session = await forced_table(rig)
    (seat,), revision = asked(session), session.record.revision
    (draw, *_) = session.game.legal(session.state, seat)
    session.acts[seat] = Act(seat, "move draw", since=0)  # an earlier press of the same button
    rig.sessions.computers.look(session)
    await breath(rig)

    click = Click(revision=revision, act="move draw")
    refusal = await rig.sessions.act(session, PLAYERS[seat], MakeMove(draw), click)

    assert code(refusal) == "stale"


async def test_automatic_events_call_nobody(rig: Rig) -> None:
    session = await forced_table(rig)
    (seat,) = asked(session)
    messages, _ = await rig.store.read(shown.read, session.record.id)

    assert session.record.revision not in [one.rang[seat].asked for one in messages if seat in one.rang]


async def test_table_drawing_by_hand_waits_for_click(rig: Rig) -> None:
    session = await forced_table(rig, forced_draws="by-hand")
    revision = session.record.revision

    rig.sessions.computers.look(session)
    await breath(rig)

    assert session.record.revision == revision


async def test_a_forced_draw_is_made_after_a_restart(rig: Rig) -> None:
    session = await forced_table(rig)
    again = await rig.restart()

    await again.sessions.start()
    again.sessions.clocks.start()
    await breath(again)

    found = await reloaded(again, session)
    assert found.record.revision > session.record.revision


async def test_forced_draws_do_not_keep_silent_table(rig: Rig) -> None:
    session = await forced_table(rig)

    for _ in range(12):
        if session.record.is_idle:
            break
        rig.sessions.computers.look(session)
        await breath(rig)
        await rig.run_out(session)

    assert session.record.is_idle
