"""Interactions that arrive too late aren't carried out, however wrong our own clock is."""

import pytest

from bot.door.door import LATE_SECONDS, InteractionLag

HOUR = 3600


@pytest.mark.parametrize("skew", [0.0, 3600.0, -3600.0])
def test_interaction_lag_is_judged_by_discords_clock(skew: float) -> None:
    interaction_lag = InteractionLag()
    for sent_at in (100.0, 101.0, 102.0):
        assert interaction_lag.lag(sent_at, sent_at + skew + 0.2) <= LATE_SECONDS

    assert interaction_lag.lag(110.0, 110.0 + skew + 3.0) > LATE_SECONDS
    assert interaction_lag.lag(120.0, 120.0 + skew + 2.0) <= LATE_SECONDS


def test_the_first_interaction_is_taken_as_the_measure() -> None:
    assert InteractionLag().lag(100.0, 500.0) == 0


@pytest.mark.parametrize("late", [4.1, 90.0])
def test_late_presses_stay_late_however_many_come(late: float) -> None:
    interaction_lag = InteractionLag()
    interaction_lag.lag(0.0, 0.1)

    assert all(interaction_lag.lag(at, at + late) > LATE_SECONDS for at in range(1, 1000))
    assert interaction_lag.lag(1000.0, 1000.1) <= LATE_SECONDS


@pytest.mark.parametrize("drift", [1e-4, -1e-4])
def test_a_clock_that_drifts_makes_nobody_late(drift: float) -> None:
    interaction_lag = InteractionLag()

    minutes = range(0, 72 * HOUR, 60)
    assert all(interaction_lag.lag(at, at * (1 + drift) + 0.2) <= LATE_SECONDS for at in minutes)


def test_a_machine_that_slept_makes_nobody_late() -> None:
    interaction_lag = InteractionLag()
    interaction_lag.lag(100.0, 100.1)

    assert interaction_lag.lag(4000.0, 400.1) <= LATE_SECONDS
    assert interaction_lag.lag(4001.0, 401.1) <= LATE_SECONDS
    assert interaction_lag.lag(4002.0, 405.1) > LATE_SECONDS
