"""Orders act once, when they're due, only for their owners, and nobody else notices."""

from collections.abc import Sequence

import msgspec
import pytest

from bot.engine.cards import RANK_OF, RANKS, Rank
from bot.engine.draft import Refusal
from bot.engine.moves import Leave
from bot.games.crap.acquiring import Acquire, Believe, CallBluff
from bot.games.crap.recycling import Recycle
from bot.games.crap.state import State
from bot.sessions import orders
from bot.sessions.absence import ComeBack, SitIn
from bot.sessions.frame import End
from bot.sessions.lobby import Join, Start
from bot.sessions.orders import Decide, TakeBack
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage.privacy import known_of
from bot.storage.records import PaceName
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, code, dm, reloaded

KEY = b""


async def table_of(
    rig: Rig, pace: PaceName = "slow-1", channel: int = CHANNEL, game: str = "crap"
) -> Session:
    """Start a table, slow unless told otherwise, and let an hour pass."""
    sessions = rig.sessions
    opened = await sessions.open(game, {}, guild_id=1, channel_id=channel, host_id=PLAYERS[0], pace=pace)
    assert isinstance(opened, Session)
    for player in PLAYERS[1:]:
        assert await sessions.act(opened, player, Join()) is None
    assert await sessions.act(opened, PLAYERS[0], Start()) is None
    await rig.quiet()
    rig.time += 3600
    return opened


def state_of(session: Session) -> State:
    """Return the state of a game of C.R.A.P."""
    state: State = session.state
    return state


async def decide(rig: Rig, session: Session, seat: int, kind: str, value: str) -> None:
    """Give an order for a seat."""
    assert await rig.sessions.act(session, PLAYERS[seat], Decide(kind, value)) is None


async def ordered(rig: Rig) -> tuple[Session, int]:
    """Return a table, and the seat after the one on turn with an order for its answer."""
    session = await table_of(rig)
    seat = (state_of(session).turn + 1) % 3
    await decide(rig, session, seat, "acquire", "4")
    return session, seat


async def acquire(rig: Rig, session: Session, rank: Rank = "7") -> int:
    """Acquire a rank for the player on turn. Return their seat."""
    seat = state_of(session).turn
    assert await rig.sessions.act(session, PLAYERS[seat], MakeMove(Acquire(rank))) is None
    return seat


async def act(rig: Rig, session: Session) -> None:
    """Let time pass until the next order is due, and carry it out."""
    first = orders.first_due(session, KEY)
    assert first is not None
    rig.time = first[0] + 0.1
    await rig.sessions.computers.carry_out(session.record.id, session.record.version, first[1])
    await rig.quiet()


def own(session: Session, seat: int) -> Sequence[tuple[str, str | None]]:
    """Return the kinds of a seat's orders, each with the reason for its end."""
    return [(one.kind, one.ended) for one in session.record.attendance.orders if one.seat == seat]


async def test_order_answers_in_the_time_it_has_drawn(rig: Rig) -> None:
    session = await table_of(rig)
    asker = state_of(session).turn
    one, other = (seat for seat in range(3) if seat != asker)
    await decide(rig, session, one, "acquire", "4")
    await acquire(rig, session)
    began = rig.time
    await act(rig, session)

    assert 5.0 <= rig.time - began <= 15.2
    assert state_of(session).acquisition.believed == (one,)
    assert session.game.deciders(session.state) == (other,)
    told = session.recent[-1]
    assert (told.seat, [event.__struct_config__.tag for event in told.events]) == (one, ["believed"])


async def test_with_nobody_there_it_takes_minutes(rig: Rig) -> None:
    session = await table_of(rig)
    asker = state_of(session).turn
    one = (asker + 1) % 3
    await decide(rig, session, one, "next", "recycle")
    await decide(rig, session, asker, "acquire", "2")
    assert await rig.sessions.act(session, PLAYERS[asker], MakeMove(Recycle())) is None
    rig.time += 1  # as if nobody had moved for long
    attendance = msgspec.structs.replace(session.record.attendance, pressed=())
    session.record = msgspec.structs.replace(session.record, attendance=attendance)

    first = orders.first_due(session, KEY)
    assert first is not None
    assert 120.0 <= first[0] - (rig.time - 1) <= 1200.0
    assert first[1] == one


async def test_time_is_the_same_whatever_the_order(rig: Rig) -> None:
    session = await table_of(rig)
    asker = state_of(session).turn
    one = (asker + 1) % 3
    await acquire(rig, session)
    times = set()
    for value in ("2", "3", "4"):
        await decide(rig, session, one, "acquire", value)
        first = orders.first_due(session, KEY)
        assert first is not None
        times.add(first)

    assert len(times) == 1


async def test_a_next_move_is_made_once(rig: Rig) -> None:
    session = await table_of(rig)
    asker = state_of(session).turn
    one = (asker + 1) % 3
    await decide(rig, session, one, "next", "recycle")
    assert await rig.sessions.act(session, PLAYERS[asker], MakeMove(Recycle())) is None
    await act(rig, session)

    assert state_of(session).turn == (asker + 2) % 3
    assert own(session, one) == [("next", "used")]
    scene = session.scene(one)
    assert [order.acted for order in scene.orders] == [session.record.acted[one]]
    assert orders.first_due(session, KEY) is None


async def test_touched_hand_ends_the_next_move(rig: Rig) -> None:
    session = await table_of(rig)
    asker = state_of(session).turn
    victim = (asker + 1) % 3
    rank = next(RANK_OF[card] for card in state_of(session).hands[victim] if card != "JK")
    await decide(rig, session, victim, "next", "recycle")
    await acquire(rig, session, rank)
    for seat in range(3):
        if seat != asker:
            assert await rig.sessions.act(session, PLAYERS[seat], MakeMove(Believe())) is None

    assert own(session, victim) == [("next", "touched")]
    assert session.game.deciders(session.state) == (victim,)
    assert orders.first_due(session, KEY) is None


async def test_gains_of_own_last_move_end_no_plan(rig: Rig) -> None:
    session = await table_of(rig)
    asker = state_of(session).turn
    others = [seat for seat in range(3) if seat != asker]
    rank = next(RANK_OF[card] for card in state_of(session).hands[others[0]] if card != "JK")
    before = len(state_of(session).hands[asker])
    await acquire(rig, session, rank)
    await decide(rig, session, asker, "next", "recycle")
    for seat in others:
        assert await rig.sessions.act(session, PLAYERS[seat], MakeMove(Believe())) is None

    assert len(state_of(session).hands[asker]) > before
    assert own(session, asker) == [("next", None)]
    for seat in others:
        assert await rig.sessions.act(session, PLAYERS[seat], MakeMove(Recycle())) is None
    await act(rig, session)
    assert own(session, asker) == [("next", "used")]


async def test_card_lost_after_own_move_ends_plan(rig: Rig) -> None:
    session = await table_of(rig)
    asker = state_of(session).turn
    held = {RANK_OF[card] for card in state_of(session).hands[asker] if card != "JK"}
    await acquire(rig, session, next(rank for rank in RANKS if rank not in held))
    await decide(rig, session, asker, "next", "recycle")
    caller = (asker + 1) % 3
    assert await rig.sessions.act(session, PLAYERS[caller], MakeMove(CallBluff())) is None

    assert own(session, asker) == [("next", "touched")]


async def test_the_owner_may_answer_first(rig: Rig) -> None:
    session, one = await ordered(rig)
    await acquire(rig, session)
    assert await rig.sessions.act(session, PLAYERS[one], MakeMove(Believe())) is None

    assert own(session, one) == [("acquire", None)]
    assert orders.first_due(session, KEY) is None


async def test_an_order_that_was_taken_back_never_acts(rig: Rig) -> None:
    session, one = await ordered(rig)
    await acquire(rig, session)
    version = session.record.version
    assert await rig.sessions.act(session, PLAYERS[one], TakeBack("acquire")) is None
    rig.time += 2000
    await rig.sessions.computers.carry_out(session.record.id, version, one)

    assert state_of(session).acquisition.believed == ()


async def test_time_out_ends_the_orders_of_the_late(rig: Rig) -> None:
    session = await table_of(rig)
    turn = state_of(session).turn
    other = (turn + 1) % 3
    await decide(rig, session, turn, "acquire", "3")
    await decide(rig, session, other, "acquire", "3")
    await rig.run_out(session)

    assert own(session, turn) == [("acquire", "time")]
    assert own(session, other) == [("acquire", None)]


async def test_a_computer_that_sits_in_follows_no_order(rig: Rig) -> None:
    session, one = await ordered(rig)
    assert await rig.sessions.act(session, PLAYERS[one], SitIn()) is None

    assert own(session, one) == []
    assert await rig.sessions.act(session, PLAYERS[one], ComeBack()) is None
    assert session.scene(one).orders == ()


async def test_nothing_is_decided_while_a_computer_sits_in(rig: Rig) -> None:
    session = await table_of(rig)
    one = (state_of(session).turn + 1) % 3
    assert await rig.sessions.act(session, PLAYERS[one], SitIn()) is None
    refused = await rig.sessions.act(session, PLAYERS[one], Decide("acquire", "4"))

    assert isinstance(refused, Refusal)
    assert own(session, one) == []
    assert session.scene(one).plans == {}
    assert await rig.sessions.act(session, PLAYERS[one], ComeBack()) is None
    assert "acquire" in session.scene(one).plans


async def test_orders_go_with_their_owner(rig: Rig) -> None:
    session = await table_of(rig)
    await decide(rig, session, 1, "acquire", "4")
    assert await rig.sessions.act(session, PLAYERS[1], MakeMove(Leave())) is None

    assert own(session, 1) == []


async def test_an_order_changes_no_revision(rig: Rig) -> None:
    session = await table_of(rig)
    before, table = session.record, session.scene(None)
    await decide(rig, session, 1, "acquire", "4")

    assert session.record.revision == before.revision
    assert session.record.version == before.version + 1
    assert session.scene(None) == table
    assert session.scene(2).orders == ()


async def test_an_order_is_no_presence(rig: Rig) -> None:
    session, one = await ordered(rig)
    await acquire(rig, session)
    pressed = session.record.attendance.pressed
    await act(rig, session)

    assert session.record.attendance.pressed == pressed
    assert pressed[one] == 0.0


async def test_orders_survive_a_restart(rig: Rig) -> None:
    session, _ = await ordered(rig)
    await acquire(rig, session)
    before = orders.first_due(session, KEY)
    again = await rig.restart()
    await again.sessions.start()
    found = await reloaded(again, session)

    assert orders.first_due(found, KEY) == before
    assert ("order", session.record.id) in again.sessions.agenda._due


async def test_nobody_is_called_whom_an_order_answers(rig: Rig) -> None:
    session = await table_of(rig)
    asker = state_of(session).turn
    one, other = (seat for seat in range(3) if seat != asker)
    await decide(rig, session, one, "acquire", "4")
    before = len(rig.transport.in_channel(dm(PLAYERS[one])))
    await acquire(rig, session)
    await rig.quiet()

    assert session.game.deciders(session.state) == (one, other)
    assert len(rig.transport.in_channel(dm(PLAYERS[one]))) == before


@pytest.mark.parametrize(
    ("pace", "kind", "value", "refusal"),
    [
        ("live", "acquire", "3", "not-slow"),
        ("slow-1", "acquire", "1", "stale"),
        ("slow-1", "count", "low", "stale"),
        ("slow-1", "next", "believe", "stale"),
    ],
)
async def test_request_no_page_offers_is_refused(
    rig: Rig, pace: PaceName, kind: str, value: str, refusal: str
) -> None:
    session = await table_of(rig, pace)
    refused = await rig.sessions.act(session, PLAYERS[1], Decide(kind, value))

    assert code(refused) == refusal
    assert session.record.attendance.orders == ()


async def test_the_download_has_the_own_orders_alone(rig: Rig) -> None:
    session = await table_of(rig)
    await decide(rig, session, 0, "acquire", "4")
    await decide(rig, session, 1, "acquire", "2")
    known = await rig.store.read(known_of, PLAYERS[0])

    assert known["tables"][0]["orders"] == [{"kind": "acquire", "value": "4"}]


async def test_no_order_outlives_its_table(rig: Rig) -> None:
    session = await table_of(rig)
    await decide(rig, session, 1, "acquire", "4")
    await acquire(rig, session)
    assert await rig.sessions.act(session, PLAYERS[0], End()) is None

    attendance = session.record.attendance
    assert (session.record.status, attendance.orders, attendance.pressed) == ("cancelled", (), ())


@pytest.mark.parametrize("game", ["crap", "craits", "skrap"])
async def test_standing_orders_keep_no_absent_table_awake(rig: Rig, game: str) -> None:
    without = await left_alone(rig, game, 1, decides=False)

    assert await left_alone(rig, game, 2, decides=True) == without


async def left_alone(rig: Rig, game: str, channel: int, *, decides: bool) -> tuple[int, str, Sequence[int]]:
    """Leave a table alone until it stops. Return its time-outs, its status, and its players' silences."""
    table, late = await table_of(rig, channel=channel, game=game), 0
    for seat in range(3 if decides else 0):
        for kind, values in orders.plans(table, seat).items():
            if kind != orders.NEXT:
                await decide(rig, table, seat, kind, values[-1])
    while table.record.status == "playing" and not table.record.is_idle:
        if orders.first_due(table, KEY) is not None:
            await act(rig, table)
        else:
            late += 1
            await rig.run_out(table)
    return late, table.record.status, table.record.attendance.silences
