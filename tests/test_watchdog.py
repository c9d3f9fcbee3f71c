"""Silence is suspicious only where there was much before."""

from bot.process.watchdog import SILENCE_SECONDS, Watchdog


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    @property
    def elapsed(self) -> float:
        return self.time


def watched(every: float, times: int) -> tuple[Watchdog, Clock]:
    """A watchdog that has seen interactions at this interval."""
    clock = Clock()
    watchdog = Watchdog(clock)
    for _ in range(times):
        clock.time += every
        watchdog.saw()
    return watchdog, clock


def test_ten_silent_minutes_after_a_busy_hour_are_suspicious() -> None:
    watchdog, clock = watched(every=10, times=400)
    clock.time += SILENCE_SECONDS - 1
    assert not watchdog.is_alarmed

    clock.time += 1

    assert watchdog.is_alarmed


def test_silence_in_a_quiet_place_is_nothing_special() -> None:
    watchdog, clock = watched(every=300, times=100)
    clock.time += 3 * SILENCE_SECONDS

    assert not watchdog.is_alarmed


def test_a_bot_that_was_never_busy_is_not_suspicious() -> None:
    watchdog, clock = watched(every=1, times=10)
    clock.time += SILENCE_SECONDS

    assert not watchdog.is_alarmed


def test_after_an_alarm_the_usual_rate_is_measured_again() -> None:
    watchdog, clock = watched(every=10, times=400)
    clock.time += SILENCE_SECONDS
    watchdog.calm_down()
    clock.time += SILENCE_SECONDS

    assert not watchdog.is_alarmed
