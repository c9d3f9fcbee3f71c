"""Computers stand in for absent people, who take their seat back by any act."""

import asyncio
from collections.abc import Iterator, Sequence

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.engine.moves import Leave
from bot.players.computers import computer_of
from bot.players.player import Seen
from bot.players.policies import POLICIES
from bot.players.search_worker import ComputerMove, quick_move
from bot.rendering.catalog import speaking
from bot.rendering.face import Face
from bot.rendering.faces import FACES
from bot.rendering.languages import NAMES
from bot.rendering.scene import Scene, SeenMove
from bot.sessions import absence, computers, deadlines
from bot.sessions.absence import ComeBack, Resume, SitIn
from bot.sessions.alone import PlayAlone
from bot.sessions.frame import End
from bot.sessions.lobby import Join, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage import privacy
from bot.storage.store import Store
from tests.helpers.guild import QUICK, SLOW
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, code, dm, reloaded, settled

ANN, BEN, CYD = PLAYERS
TURNS = 6
"""The number of times that Ben steps out and comes back."""


pytestmark = pytest.mark.quick_computers


def sensible(session: Session, seat: int) -> MakeMove:
    return MakeMove(POLICIES[session.game.id].candidates(session.state, seat)[0])


async def play_without(rig: Rig, session: Session, absent: int, most: int) -> None:
    """Make moves for everyone but the absent seat, which only its computer plays."""
    for _ in range(most):
        await settled(rig, session)
        if session.record.status != "playing":
            return
        seat = next(one for one in session.game.deciders(session.state) if one != absent)
        assert await rig.sessions.act(session, PLAYERS[seat], sensible(session, seat)) is None


async def short_of(rig: Rig, game: str, others: Sequence[int]) -> Session:
    """Start a short game of Ann and others."""
    options, length = ({"threshold": 50}, None) if game == "crap" else ({}, "short")
    opened = await rig.sessions.open(
        game, options, guild_id=1, channel_id=CHANNEL, host_id=ANN, length=length
    )
    assert isinstance(opened, Session)
    for player in others:
        await rig.sessions.act(opened, player, Join())
    assert await rig.sessions.act(opened, ANN, Start()) is None
    return opened


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.night] * (game == "crap")) for game in POLICIES]
)
async def test_game_is_played_to_end_with_stand_in(rig: Rig, game: str) -> None:
    session = await short_of(rig, game, PLAYERS[1:2] if game == "crapette" else PLAYERS[1:])

    assert await rig.sessions.act(session, BEN, SitIn()) is None
    await play_without(rig, session, 1, 4000)

    assert session.record.status == "over"
    assert session.record.players[1] == BEN
    assert any(played.seat == 1 for played in await rig.store.history(session.record.id))


async def test_seat_keeps_owner_while_medium_computer_plays(rig: Rig) -> None:
    session = await rig.table("craits")

    assert await rig.sessions.act(session, BEN, SitIn()) is None
    await rig.quiet()

    sitting = computer_of(session.record.at_play[1])
    assert session.record.players == PLAYERS
    assert sitting is not None
    assert sitting.level == "medium"
    scene = session.scene(None)
    assert scene.name(1).endswith(" for User 101")
    assert scene.signed(1).startswith("⚙ ")
    assert scene.mention(1) == scene.name(1)


async def test_owners_move_counts_and_returns_seat(rig: Rig) -> None:
    rig.sessions.computers.timings = SLOW
    session = await rig.table("craits")
    (seat,) = session.game.deciders(session.state)
    await rig.sessions.act(session, PLAYERS[seat], SitIn())

    assert await rig.sessions.act(session, PLAYERS[seat], sensible(session, seat)) is None

    assert session.record.at_play == PLAYERS
    assert session.record.acted[seat] == session.record.revision


async def test_faster_owner_drops_stand_ins_move(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, go_on = asyncio.Event(), asyncio.Event()

    class Slow:
        async def choose(self, seen: Seen) -> ComputerMove:
            thinking.set()
            await go_on.wait()
            return quick_move(seen)

        async def close(self) -> None: ...

    monkeypatch.setattr(rig.sessions.computers, "_search_worker", Slow())
    session = await rig.table("craits")
    (seat,) = session.game.deciders(session.state)
    await rig.sessions.act(session, PLAYERS[seat], SitIn())
    await thinking.wait()

    assert await rig.sessions.act(session, PLAYERS[seat], ComeBack()) is None
    go_on.set()
    await settled(rig, session)

    assert session.game.deciders(session.state) == (seat,)
    assert [played.move for played in await rig.store.history(session.record.id)] == ["deal"]


async def test_owner_back_before_choice_ends_stand_ins_turn(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go_on, real = asyncio.Event(), asyncio.Event(), computers.ensure_notes

    async def slowly(session: Session, seat: int, store: Store) -> None:
        reading.set()
        await go_on.wait()
        await real(session, seat, store)

    monkeypatch.setattr(computers, "ensure_notes", slowly)
    session = await rig.table("craits")
    (seat,) = session.game.deciders(session.state)
    with capture_logs() as log:
        await rig.sessions.act(session, PLAYERS[seat], SitIn())
        await reading.wait()
        assert await rig.sessions.act(session, PLAYERS[seat], ComeBack()) is None
        go_on.set()
        await settled(rig, session)

    assert [one for one in log if one["log_level"] == "error"] == []
    assert [played.move for played in await rig.store.history(session.record.id)] == ["deal"]


async def test_return_on_turn_moves_the_time_shown(rig: Rig) -> None:
    rig.sessions.computers.timings = SLOW
    session = await rig.table("craits")
    (seat,) = session.game.deciders(session.state)
    await rig.sessions.act(session, PLAYERS[seat], SitIn())
    await rig.quiet()
    rig.time += 100

    assert await rig.sessions.act(session, PLAYERS[seat], ComeBack()) is None
    await rig.quiet()

    assert session.record.deadline is not None
    table = next(page for page in rig.transport.in_channel(CHANNEL) if "Craits" in page.text)
    assert f"<t:{round(session.record.deadline)}:" in table.text


async def test_second_return_is_explained(rig: Rig) -> None:
    session = await rig.table("craits")
    await rig.sessions.act(session, BEN, SitIn())

    first, second = [await rig.sessions.act(session, BEN, ComeBack()) for _ in range(2)]

    assert [code(first), code(second)] == [None, "not-away"]


async def test_nobody_can_be_replaced_who_was_in_time(rig: Rig) -> None:
    session = await rig.table("craits")

    refused = [await rig.sessions.act(session, user, SitIn(2)) for user in (ANN, BEN)]
    stranger = await rig.sessions.act(session, 999, SitIn(2))

    assert [*map(code, refused), code(stranger)] == ["not-absent", "not-absent", "not-a-player"]
    assert absence.may_be_handed_over(session, ANN, rig.time) == (0,)


async def test_late_player_can_be_replaced_by_any_player(rig: Rig) -> None:
    session = await rig.table("craits")
    (late,) = session.game.deciders(session.state)
    await rig.run_out(session)
    other = next(seat for seat in range(3) if seat != late)

    assert late in absence.may_be_handed_over(session, PLAYERS[other], rig.time)
    assert await rig.sessions.act(session, PLAYERS[other], SitIn(late)) is None
    assert code(await rig.sessions.act(session, PLAYERS[other], SitIn(late))) == "sits-in-already"


async def test_the_host_need_not_wait_for_the_clock(rig: Rig) -> None:
    session = await rig.table("craits")
    while session.game.deciders(session.state) == (0,):
        await rig.sessions.act(session, ANN, sensible(session, 0))
    (late,) = session.game.deciders(session.state)
    rig.time += absence.HOST_MAY_SECONDS

    other = next(seat for seat in (1, 2) if seat != late)
    assert code(await rig.sessions.act(session, PLAYERS[other], SitIn(late))) == "not-absent"
    assert await rig.sessions.act(session, ANN, SitIn(late)) is None


async def test_the_last_person_cannot_hand_their_seat_over(rig: Rig) -> None:
    session = await rig.table("craits")
    for user in (BEN, CYD):
        assert await rig.sessions.act(session, user, SitIn()) is None

    assert code(await rig.sessions.act(session, ANN, SitIn())) == "nobody-else"


async def test_a_stand_in_goes_on_after_a_restart(rig: Rig) -> None:
    rig.sessions.computers.timings = SLOW
    session = await rig.table("crazy-rummy")
    (seat,) = session.game.deciders(session.state)
    await rig.sessions.act(session, PLAYERS[seat], SitIn())
    sitting = session.record.at_play[seat]
    again = await rig.restart()
    again.sessions.computers.timings = QUICK

    await again.sessions.start()
    found = await reloaded(again, session)

    await settled(again, found)
    assert found.record.at_play[seat] == sitting
    assert found.record.acted[seat] > 0
    assert found.game.deciders(found.state) != (seat,)


async def test_nobody_is_called_for_whom_a_computer_plays(rig: Rig) -> None:
    session = await rig.table("crazy-rummy")
    await rig.sessions.act(session, BEN, SitIn())
    await rig.quiet()
    posted = rig.transport.calls.count(("post", dm(BEN)))

    await play_without(rig, session, 1, 30)

    assert rig.transport.calls.count(("post", dm(BEN))) == posted


async def test_table_of_stand_ins_stops_and_ends(rig: Rig) -> None:
    session = await rig.table("craits")
    for user in (BEN, CYD):
        await rig.sessions.act(session, user, SitIn())
    await settled(rig, session)

    assert await rig.sessions.act(session, ANN, MakeMove(Leave())) is None
    await settled(rig, session)
    left_at = rig.time

    assert session.record.is_idle
    assert computers.deciding(session) == ()
    assert session.record.deadline == left_at + session.record.turn_seconds
    await rig.run_out(session)
    assert session.record.status == "cancelled"


async def test_stopped_table_continues_when_owner_returns(rig: Rig) -> None:
    session = await rig.table("craits")
    for user in (BEN, CYD):
        await rig.sessions.act(session, user, SitIn())
    await rig.sessions.act(session, ANN, MakeMove(Leave()))

    assert await rig.sessions.act(session, BEN, Resume()) is None
    await settled(rig, session)

    assert not session.record.is_idle
    assert deadlines.present(session) == (1,)


async def test_computers_end_game_without_returning_owners(rig: Rig) -> None:
    session = await rig.sessions.open(
        "craits", {}, guild_id=1, channel_id=CHANNEL, host_id=ANN, length="short"
    )
    assert isinstance(session, Session)
    await rig.sessions.act(session, ANN, PlayAlone())
    await settled(rig, session)

    assert code(await rig.sessions.act(session, ANN, SitIn())) == "nobody-else"
    assert await rig.sessions.act(session, ANN, MakeMove(Leave())) is None
    assert session.record.status == "cancelled"


async def test_leaver_has_no_stand_in(rig: Rig) -> None:
    session = await rig.table("craits")
    await rig.sessions.act(session, BEN, SitIn())

    assert await rig.sessions.act(session, BEN, MakeMove(Leave())) is None

    assert session.record.at_play == PLAYERS
    assert 1 not in session.game.active(session.state)


async def test_owners_vote_instead_of_stand_ins(rig: Rig) -> None:
    session = await rig.table("craits")
    await rig.sessions.act(session, CYD, SitIn())
    await rig.quiet()

    assert await rig.sessions.act(session, CYD, End()) is None
    assert session.record.at_play == PLAYERS
    assert session.record.end_votes == (CYD,)
    await rig.sessions.act(session, CYD, SitIn())
    assert await rig.sessions.act(session, BEN, End()) is None
    assert session.record.status == "cancelled"


async def test_owner_with_stand_in_leaves_by_being_forgotten(rig: Rig) -> None:
    session = await rig.table("craits")
    await rig.sessions.act(session, BEN, SitIn())

    await rig.sessions.forget(BEN)

    assert BEN not in session.record.players
    known = await rig.store.read_long(privacy.known_of, BEN)
    assert known["tables"] == []


async def test_stand_ins_do_not_keep_silent_persons_table(rig: Rig) -> None:
    session = await rig.table("craits")
    for user in (BEN, CYD):
        await rig.sessions.act(session, user, SitIn())
    for _ in range(4):
        await settled(rig, session)
        await rig.run_out(session)

    assert session.record.is_idle


@pytest.mark.slow
@pytest.mark.parametrize("game", POLICIES)
async def test_stand_ins_moves_are_told_in_every_language(rig: Rig, game: str) -> None:
    session = await short_of(rig, game, PLAYERS[1:2] if game == "crapette" else PLAYERS[1:])
    told: set[str] = set()

    for _ in range(TURNS):
        await rig.sessions.act(session, BEN, SitIn())
        await play_without(rig, session, 1, 1)
        await rig.sessions.act(session, BEN, ComeBack())
        for language in NAMES:
            with speaking(language):
                told |= {language for _ in told_of_the_computer(session.scene(1))}

    assert told == set(NAMES)


def told_of_the_computer(scene: Scene) -> Iterator[list[str]]:
    """Yield a hand's words about each move of Ben's stand-in. They mustn't read as if Ben had moved."""
    face = FACES[scene.game.id]
    nothing = own_side(face, scene, ())
    for place, past in enumerate(scene.recent):
        if past.seat != 1 or not past.stand_ins:
            continue
        own = own_side(face, scene, (msgspec.structs.replace(past, stand_ins={}),))
        if own == nothing:
            continue
        told = own_side(face, scene, scene.recent[: place + 1])
        assert not (set(own) - set(nothing)) & set(told)
        assert scene.as_of(past).name(1) in " ".join(told), (own, told)
        yield told


def own_side(face: Face, scene: Scene, recent: tuple[SeenMove, ...]) -> list[str]:
    """Return the lines of a hand about its player's last act and the outcome, after these moves."""
    scene = msgspec.structs.replace(scene, recent=recent)
    outcome = face.outcome(scene)
    return [line for line in (face.receipt(scene), "" if outcome is None else outcome.line) if line]


async def test_log_names_each_moves_maker(rig: Rig) -> None:
    session = await rig.table("craits")
    await rig.sessions.act(session, BEN, SitIn())
    await play_without(rig, session, 1, 6)
    await rig.sessions.act(session, BEN, ComeBack())

    told = session.recall(await rig.store.history(session.record.id), None)

    by = [(one.seat, one.stand_ins.get(one.seat)) for one in told if one.seat is not None]
    assert {computer is not None for seat, computer in by if seat == 1} == {True}
    assert {computer for seat, computer in by if seat != 1} == {None}
