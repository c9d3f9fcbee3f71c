"""Time-outs at slow tables: the others choose what happens to the late player's turn."""

import pytest

from bot.delivery.errors import DeliveryError, Forbidden, Unknown
from bot.games.crap.acquiring import Acquire, CallBluff
from bot.players.policies import POLICIES
from bot.sessions import absence, deadlines
from bot.sessions.absence import Choose, ComeBack, SitIn
from bot.sessions.frame import End
from bot.sessions.lobby import Join, SetOptions, SetPace, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.view import Click
from bot.storage import pauses
from bot.storage.records import SECONDS, PaceName
from tests.helpers.behind import extend
from tests.helpers.seen import see_dms
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, code, no_fault, reloaded, settled

ANN, BEN, CYD = PLAYERS
DAY = 86400
HOURS = 3600


pytestmark = pytest.mark.quick_computers


async def slow_table(
    rig: Rig, game: str = "crazy-rummy", pace: PaceName = "slow-1", players: int = 3
) -> Session:
    opened = await rig.sessions.open(
        game, {}, guild_id=1, channel_id=CHANNEL, host_id=ANN, length="short", pace=pace
    )
    assert isinstance(opened, Session)
    await see_dms(rig.sessions.choices, *PLAYERS)
    for player in PLAYERS[1:players]:
        assert await rig.sessions.act(opened, player, Join()) is None
    assert await rig.sessions.act(opened, ANN, Start()) is None
    return await named(rig, opened)


async def named(rig: Rig, session: Session) -> Session:
    """Return the session once the names of its players are known."""
    await rig.quiet()
    await rig.publisher.names.learn(session)
    await rig.quiet()
    return session


def pace(session: Session) -> str | None:
    """Return the chosen pace."""
    return session.record.attendance.pace


def on_turn(session: Session) -> int:
    """Return the only seat that decides."""
    (seat,) = session.game.deciders(session.state)
    return seat


def another(session: Session) -> int:
    """Return a player who isn't deciding."""
    return next(user for seat, user in enumerate(PLAYERS) if seat != on_turn(session))


def sensible(session: Session) -> MakeMove:
    return MakeMove(POLICIES[session.game.id].candidates(session.state, on_turn(session))[-1])


async def asked(rig: Rig, session: Session) -> int:
    """Let the time of the deciding seat run out, and return that seat."""
    seat = on_turn(session)
    await rig.run_out(session)
    return seat


async def moves(rig: Rig, session: Session) -> list[str]:
    return [played.move for played in await rig.store.history(session.record.id)]


async def line(rig: Rig) -> str:
    """Return the newest message of the channel."""
    await rig.quiet()
    return rig.transport.in_channel(CHANNEL)[-1].text


async def test_others_are_asked_and_nothing_is_played_meanwhile(rig: Rig) -> None:
    session = await slow_table(rig)

    seat = await asked(rig, session)

    assert await moves(rig, session) == ["deal"]
    question = session.record.attendance.question
    assert question is not None
    assert (question.seats, question.chosen) == ((seat,), "open")
    assert session.record.deadline == rig.time + deadlines.CHOICE_SECONDS
    text = await line(rig)
    assert text.startswith(f"**User {PLAYERS[seat]}'s day is over.** ")
    assert f"<@{PLAYERS[seat]}>" not in text
    assert text.count("<@") == 2


async def test_unsearchable_line_goes_when_allowed_again(rig: Rig) -> None:
    session = await slow_table(rig)
    answers: list[DeliveryError | None] = [Unknown("the answer is lost"), None]

    def fault(what: str, channel_id: int) -> DeliveryError | None:
        if channel_id != CHANNEL or what not in ("post", "find"):
            return None
        return answers.pop() if what == "post" and answers else Forbidden("View Channel")

    rig.transport.executes, rig.transport.fault = True, fault
    seat = await asked(rig, session)
    assert "day is over" in await line(rig)

    assert await rig.sessions.act(session, PLAYERS[seat], sensible(session)) is None
    await rig.quiet()
    rig.transport.fault = no_fault
    await rig.sessions.show_again()
    await rig.quiet()

    assert not [page for page in rig.transport.in_channel(CHANNEL) if "day is over" in page.text]
    assert not await rig.is_left(session)


async def test_choice_to_wait_restores_players_time(rig: Rig) -> None:
    session = await slow_table(rig)
    seat, user = await asked(rig, session), another(session)

    assert await rig.sessions.act(session, user, Choose("wait")) is None

    assert session.record.deadline == rig.time + DAY
    assert on_turn(session) == seat
    assert (await line(rig)).startswith(f"User {user} waits another day for User {PLAYERS[seat]}.")


async def test_nobody_waits_more_than_twice_for_one_decision(rig: Rig) -> None:
    session = await slow_table(rig)
    for _ in range(absence.MAX_WAITS):
        await asked(rig, session)
        assert await rig.sessions.act(session, another(session), Choose("wait")) is None
    seat = await asked(rig, session)

    assert code(await rig.sessions.act(session, another(session), Choose("wait"))) == "waited-enough"
    assert await rig.sessions.act(session, another(session), Choose("default")) is None
    assert on_turn(session) != seat


async def test_one_has_the_rules_go_on(rig: Rig) -> None:
    session = await slow_table(rig, "crap")
    seat, user = await asked(rig, session), another(session)

    assert await rig.sessions.act(session, user, Choose("default")) is None

    assert await moves(rig, session) == ["deal", "timeout"]
    assert await line(rig) == f"User {user} skipped User {PLAYERS[seat]}'s turn."
    assert session.record.deadline == rig.time + DAY, "the pace goes before the clock of the game"


async def test_one_lets_computer_play_until_player_is_back(rig: Rig) -> None:
    session = await slow_table(rig)
    seat, user = await asked(rig, session), another(session)

    assert await rig.sessions.act(session, user, Choose("computer")) is None
    await settled(rig, session)

    assert on_turn(session) != seat
    assert session.record.at_play[seat] < 0
    text = await line(rig)
    assert text.startswith(f"User {user} let a computer play for User {PLAYERS[seat]}: ")
    assert text.endswith(f" sits in until User {PLAYERS[seat]} is back.")


async def test_nobody_chooses_for_twelve_hours(rig: Rig) -> None:
    session = await slow_table(rig, "crap")
    seat = await asked(rig, session)
    began = rig.time

    await rig.run_out(session)

    assert rig.time - began == pytest.approx(12 * HOURS, abs=2)
    assert await moves(rig, session) == ["deal", "timeout"]
    await rig.quiet()
    told = [page.text for page in rig.transport.in_channel(CHANNEL)]
    assert f"Nobody chose, so User {PLAYERS[seat]}'s turn was skipped." in told


async def test_late_player_refusing_mentions_is_named_silently(rig: Rig) -> None:
    session = await slow_table(rig)
    seat = on_turn(session)
    quiet, called = (user for place, user in enumerate(PLAYERS) if place != seat)
    await rig.sessions.choices.set_user(quiet, pings=False)

    await asked(rig, session)

    assert f"<@{quiet}>" in await line(rig)
    assert rig.transport.in_channel(CHANNEL)[-1].pings == (called,)


async def test_sleeping_player_is_named_silently(rig: Rig) -> None:
    session = await slow_table(rig)
    seat = on_turn(session)
    asleep, awake = (user for place, user in enumerate(PLAYERS) if place != seat)
    await rig.sessions.choices.set_user(asleep, quiet={"start": 0, "end": 23, "zone": "UTC"})

    await asked(rig, session)

    assert f"<@{asleep}>" in await line(rig)
    assert rig.transport.in_channel(CHANNEL)[-1].pings == (awake,)


async def test_line_tells_new_time_after_outage(rig: Rig) -> None:
    session = await slow_table(rig)
    await asked(rig, session)
    before = await line(rig)

    await extend(rig.sessions, HOURS)
    await rig.sessions.show_again()

    assert str(round(deadlines.CHOICE_SECONDS + rig.time + HOURS)) in await line(rig)
    assert await line(rig) != before
    await rig.sessions.store.write(pauses.pause_all, [session.record.id], "server", rig.time)
    rig.sessions.clocks.paused = await rig.store.read(pauses.pauses)
    rig.time += HOURS
    await rig.sessions.end_pause(session.record.id)
    assert str(round(deadlines.CHOICE_SECONDS + rig.time + HOURS)) in await line(rig)


async def two_late(rig: Rig) -> tuple[Session, int]:
    """Start a table of three at which two are late with their answers. Return it, and one of the two."""
    session = await slow_table(rig, "crap")
    seat = on_turn(session)
    assert await rig.sessions.act(session, PLAYERS[seat], MakeMove(Acquire("A"))) is None
    await rig.run_out(session)
    question = session.record.attendance.question
    assert question is not None
    assert len(question.seats) == 2
    return session, PLAYERS[question.seats[0]]


async def test_others_keep_time_when_one_of_several_returns(rig: Rig) -> None:
    session, player = await two_late(rig)
    until = session.record.deadline

    assert await rig.sessions.act(session, player, ComeBack()) is None

    assert until is not None
    assert session.record.attendance.question is not None
    assert session.record.deadline == until, "six hours to answer are less than the twelve to choose"


async def test_decided_question_is_not_asked_at_next_decision(rig: Rig) -> None:
    session, _ = await two_late(rig)
    question = session.record.attendance.question
    assert question is not None
    turn = next(seat for seat in range(3) if seat not in question.seats)
    then = (turn + 1) % 3

    assert await rig.sessions.act(session, PLAYERS[(turn + 2) % 3], MakeMove(CallBluff())) is None

    at_once = session.record.attendance.question
    assert session.game.deciders(session.state) == (then,), "who was late, too, and whose turn begins"
    assert at_once is None
    await rig.run_out(session)
    later = session.record.attendance.question
    assert later is not None, "the others choose for the turn that was missed"
    assert later.seats == (then,)


async def test_voter_for_ending_is_back_with_full_time(rig: Rig) -> None:
    session = await slow_table(rig, "crazy-rummy", "slow-3")
    while PLAYERS[on_turn(session)] == ANN:
        assert await rig.sessions.act(session, ANN, sensible(session)) is None
    player = PLAYERS[await asked(rig, session)]

    assert await rig.sessions.act(session, player, End()) is None

    assert session.record.attendance.question is None
    assert session.record.deadline == rig.time + 3 * DAY


async def test_late_move_still_counts_and_line_goes(rig: Rig) -> None:
    session = await slow_table(rig)
    before = len(rig.transport.in_channel(CHANNEL))
    seat = await asked(rig, session)
    await rig.quiet()
    assert len(rig.transport.in_channel(CHANNEL)) == before + 1

    assert await rig.sessions.act(session, PLAYERS[seat], sensible(session)) is None
    await rig.quiet()

    assert session.record.attendance.question is None
    assert session.record.deadline is not None
    assert len(rig.transport.in_channel(CHANNEL)) == before


async def test_the_first_press_counts(rig: Rig) -> None:
    session = await slow_table(rig)
    seat = await asked(rig, session)
    others = [user for place, user in enumerate(PLAYERS) if place != seat]

    first = await rig.sessions.act(session, others[0], Choose("wait"))
    second = await rig.sessions.act(session, others[1], Choose("default"))

    assert [code(first), code(second)] == [None, "chosen-already"]
    assert await moves(rig, session) == ["deal"]


async def test_a_button_of_an_earlier_question_does_nothing(rig: Rig) -> None:
    session = await slow_table(rig)
    await asked(rig, session)
    old = session.record.revision
    await rig.sessions.act(session, another(session), Choose("wait"), Click(revision=old))
    await asked(rig, session)

    refused = await rig.sessions.act(session, another(session), Choose("default"), Click(revision=old))

    assert code(refused) == "chosen-already"


async def test_late_player_and_strangers_do_not_choose(rig: Rig) -> None:
    session = await slow_table(rig)
    seat = await asked(rig, session)

    refused = [await rig.sessions.act(session, user, Choose("wait")) for user in (PLAYERS[seat], 999)]

    assert [*map(code, refused)] == ["others-choose", "not-a-player"]


async def test_without_another_person_rules_go_on_at_once(rig: Rig) -> None:
    session = await slow_table(rig)
    await rig.sessions.act(session, BEN, SitIn())
    await rig.sessions.act(session, CYD, SitIn())
    await settled(rig, session)
    assert on_turn(session) == 0

    await rig.run_out(session)

    assert session.record.attendance.question is None or session.record.attendance.question.chosen != "open"
    assert "timeout" in await moves(rig, session)


async def test_three_time_outs_shorten_turns_until_player_moves(rig: Rig) -> None:
    session = await slow_table(rig)
    for _ in range(2):
        await asked(rig, session)
        await rig.sessions.act(session, another(session), Choose("wait"))
    seat = await asked(rig, session)
    user = PLAYERS[seat]
    text = await line(rig)
    assert f"**Time's up for User {user}, the third time in a row.**" in text
    assert f"Until User {user} moves, User {user}'s turns last 6 hours." in text
    await rig.sessions.act(session, another(session), Choose("default"))
    while on_turn(session) != seat:
        await rig.sessions.act(session, PLAYERS[on_turn(session)], sensible(session))

    assert session.record.deadline == rig.time + 6 * HOURS
    while on_turn(session) == seat:
        await rig.sessions.act(session, user, sensible(session))
    while on_turn(session) != seat:
        await rig.sessions.act(session, PLAYERS[on_turn(session)], sensible(session))
    assert session.record.deadline == rig.time + DAY


async def test_a_question_survives_a_restart(rig: Rig) -> None:
    session = await slow_table(rig, "crap")
    seat, user = await asked(rig, session), another(session)
    again = await rig.restart()
    await again.sessions.start()

    found = await reloaded(again, session)
    await named(again, found)
    assert found.record == session.record
    assert await again.sessions.act(found, user, Choose("default")) is None
    assert await line(again) == f"User {user} skipped User {PLAYERS[seat]}'s turn."


async def test_question_that_nobody_saw_through_restart_runs_out(rig: Rig) -> None:
    session = await slow_table(rig, "crap")
    await asked(rig, session)
    again = await rig.restart()
    found = await reloaded(again, session)

    await again.run_out(found)

    assert "timeout" in [played.move for played in await again.store.history(found.record.id)]


async def test_silent_slow_table_stops_before_it_plays_itself(rig: Rig) -> None:
    session = await slow_table(rig)
    began = rig.time
    for _ in range(40):
        if not session.record.is_idle:
            await rig.run_out(session)

    assert session.record.is_idle
    assert session.record.attendance.question is None
    assert rig.time - began < 3 * 3 * 2 * DAY


async def test_live_table_plays_rules_default_at_once(rig: Rig) -> None:
    session = await slow_table(rig, pace="live")
    assert session.record.deadline == rig.time + 60

    await rig.run_out(session)

    assert await moves(rig, session) == ["deal", "timeout"]


async def test_table_without_clock_hurries_nobody_and_falls_idle(rig: Rig) -> None:
    session = await slow_table(rig, pace="none")

    assert session.scene(None).deadline is None
    await rig.run_out(session)

    assert session.record.is_idle
    assert await moves(rig, session) == ["deal"]
    assert session.scene(None).deadline == session.record.deadline


async def test_the_host_chooses_the_pace_in_the_lobby(rig: Rig) -> None:
    opened = await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=ANN)
    assert isinstance(opened, Session)
    await rig.sessions.act(opened, BEN, Join())

    assert code(await rig.sessions.act(opened, BEN, SetPace("live"))) == "not-host"
    assert await rig.sessions.act(opened, ANN, SetPace("slow-2")) is None
    assert pace(opened) == "slow-2"
    assert (opened.record.turn_seconds, opened.record.response_seconds) == SECONDS["slow-2"]
    assert await rig.sessions.act(opened, ANN, SetOptions({"turn-timeout": 90})) is None
    assert pace(opened) is None, "who writes seconds means those"


async def test_typed_seconds_precede_servers_pace(rig: Rig) -> None:
    await rig.sessions.choices.set_server(1, pace="slow-3")
    opened = [
        await rig.sessions.open("crap", options, guild_id=1, channel_id=CHANNEL + place, host_id=ANN)
        for place, options in enumerate(({}, {"turn-timeout": 60}))
    ]

    assert [one.record.attendance.pace for one in opened if isinstance(one, Session)] == ["slow-3", None]


async def test_a_game_that_measures_time_keeps_its_clock(rig: Rig) -> None:
    opened = await rig.sessions.open(
        "crapette", {}, guild_id=1, channel_id=CHANNEL, host_id=ANN, length="short", pace="live"
    )
    assert isinstance(opened, Session)

    assert opened.record.attendance.pace is None
    assert code(await rig.sessions.act(opened, ANN, SetPace("slow-1"))) == "own-clock"
    await rig.sessions.act(opened, BEN, Join())
    await rig.sessions.act(opened, ANN, Start())
    assert opened.record.deadline == rig.time + 600
