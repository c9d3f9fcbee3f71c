"""Cases for the rules that decide when a player is called."""

import pytest

from bot.delivery.messages import Call
from bot.delivery.wanted import REMIND_SECONDS, Due, Facts, calls_after, calls_so_far, margin, next_call
from bot.storage.records import Owing, Rang

NOW = 100_000.0
OWING = Owing(asked=5, timed=5, seconds=120)
UNTIMED = Owing(asked=5)
TOLD = Rang(asked=5, at=NOW - 1000)
SEEN = Rang(asked=5, at=NOW - 10, is_silent=True)
"""The player's hand changed in front of them ten seconds ago."""
AWAKE = Facts(NOW)
NIGHT = Facts(NOW, quiet_for=3600.0)
ENDING = Facts(NOW, until_last=0.0)
FIRST = Call(OWING, is_last=False)
LAST = Call(OWING, is_last=True)


@pytest.mark.parametrize(
    ("owing", "rang", "facts", "due"),
    [
        pytest.param(Owing(), Rang(), AWAKE, None, id="nothing owed"),
        pytest.param(OWING, Rang(), AWAKE, Due(0.0, FIRST), id="not told"),
        pytest.param(OWING, Rang(asked=4, at=NOW), AWAKE, Due(0.0, FIRST), id="told of another"),
        pytest.param(OWING, TOLD, AWAKE, None, id="told"),
        pytest.param(OWING, Rang(), NIGHT, Due(3600.0, FIRST), id="asleep"),
        pytest.param(OWING, SEEN, AWAKE, Due(REMIND_SECONDS - 10, FIRST), id="seen lately"),
        pytest.param(OWING, SEEN, Facts(NOW + REMIND_SECONDS), Due(0.0, FIRST), id="seen long ago"),
        pytest.param(OWING, SEEN, Facts(NOW - 3600), Due(0.0, FIRST), id="seen later by the clock"),
        pytest.param(OWING, SEEN, NIGHT, Due(3600.0, FIRST), id="seen and asleep"),
        pytest.param(OWING, TOLD, Facts(NOW, until_last=500.0), Due(500.0, LAST), id="time left"),
        pytest.param(OWING, TOLD, ENDING, Due(0.0, LAST), id="time nearly over"),
        pytest.param(OWING, TOLD, Facts(NOW, 3600.0, until_last=-60.0), Due(3600.0, LAST), id="night"),
        pytest.param(OWING, TOLD, Facts(NOW, until_last=-120.0), None, id="time over"),
        pytest.param(OWING, Rang(5, 5, NOW), ENDING, None, id="told twice"),
        pytest.param(UNTIMED, TOLD, ENDING, None, id="no clock"),
        pytest.param(
            OWING, TOLD, Facts(NOW, until_last=0.0, takes_last=False), None, id="wants no last call"
        ),
        pytest.param(OWING, Rang(5, at=NOW - 20), ENDING, None, id="told just before"),
        pytest.param(OWING, Rang(5, at=NOW - 40), ENDING, Due(0.0, LAST), id="told well before"),
        pytest.param(OWING, SEEN, ENDING, Due(0.0, LAST), id="seen just before"),
        pytest.param(OWING, Rang(), ENDING, Due(0.0, LAST), id="both due"),
        pytest.param(OWING, Rang(), Facts(NOW, 3600.0, until_last=60.0), Due(3600.0, LAST), id="both asleep"),
    ],
)
def test_next_call_follows_what_was_told(owing: Owing, rang: Rang, facts: Facts, due: Due | None) -> None:
    assert next_call(owing, rang, facts) == due


@pytest.mark.parametrize(("seconds", "is_now"), [(0.0, True), (1e-7, True), (1.0, False)])
def test_rounding_error_holds_no_call_up(seconds: float, is_now: bool) -> None:
    assert Due(seconds, FIRST).is_now is is_now


@pytest.mark.parametrize(
    ("told", "result"),
    [
        ([], Rang()),
        ([Rang(4, 4, 50.0)], Rang(0, 0, 50.0)),
        ([Rang(4, 5, 50.0)], Rang(0, 5, 50.0)),
        ([Rang(5, 0, 60.0, is_silent=True)], Rang(5, 0, 60.0, is_silent=True)),
        ([Rang(5, 0, 60.0, is_silent=True), Rang(5, 0, 50.0)], Rang(5, 0, 60.0)),
        ([Rang(5, 0, 60.0, is_silent=True), Rang(4, 0, 70.0)], Rang(5, 0, 60.0, is_silent=True)),
        ([Rang(5, 0, 60.0), Rang(5, 5, 70.0)], Rang(5, 5, 70.0)),
    ],
    ids=["nothing", "another", "its time", "seen", "seen and told", "seen, another told", "told twice"],
)
def test_several_messages_tell_of_one_decision(told: list[Rang], result: Rang) -> None:
    assert calls_so_far(OWING, told) == result


@pytest.mark.parametrize(
    ("facts", "how", "result"),
    [
        (AWAKE, {"is_last": False}, Rang(5, 3, NOW)),
        (AWAKE, {"is_last": True}, Rang(5, 5, NOW)),
        (Facts(NOW, until_last=29.0), {"is_last": False}, Rang(5, 5, NOW)),
        (Facts(NOW, until_last=31.0), {"is_last": False}, Rang(5, 3, NOW)),
        (ENDING, {"is_last": False, "is_silent": True}, Rang(5, 3, NOW, is_silent=True)),
    ],
    ids=["first", "last", "first, nearly last", "first in time", "silent"],
)
def test_late_call_counts_as_the_last(facts: Facts, how: dict[str, bool], result: Rang) -> None:
    assert calls_after(OWING, Rang(0, 3, 1.0), facts, **how) == result


@pytest.mark.parametrize(("seconds", "share"), [(120, 30.0), (7200, 300.0)])
def test_last_call_is_early_by_a_share(seconds: int, share: float) -> None:
    assert margin(Owing(1, 1, seconds)) == share
