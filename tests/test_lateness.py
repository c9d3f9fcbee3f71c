"""Interactions that arrive too late are not carried out, however wrong our own clock is."""

import pytest

from bot.process.lateness import LATE_SECONDS, Lateness


@pytest.mark.parametrize("skew", [0.0, 3600.0, -3600.0])
def test_lateness_is_judged_by_discords_clock(skew: float) -> None:
    lateness = Lateness()
    for sent_at in (100.0, 101.0, 102.0):
        assert lateness.lag(sent_at, sent_at + skew + 0.2) <= LATE_SECONDS

    assert lateness.lag(110.0, 110.0 + skew + 3.0) > LATE_SECONDS
    assert lateness.lag(120.0, 120.0 + skew + 2.0) <= LATE_SECONDS


def test_the_first_interaction_is_taken_as_the_measure() -> None:
    assert Lateness().lag(100.0, 500.0) == 0


def test_a_clock_that_is_set_does_not_look_like_lateness_for_long() -> None:
    lateness = Lateness()
    assert lateness.lag(100.0, 100.1) <= LATE_SECONDS
    assert lateness.lag(101.0, 101.1 - 3600) <= LATE_SECONDS

    assert lateness.lag(102.0, 102.1) <= LATE_SECONDS
    assert lateness.lag(103.0, 103.1) <= LATE_SECONDS
    assert lateness.lag(104.0, 107.1) > LATE_SECONDS
