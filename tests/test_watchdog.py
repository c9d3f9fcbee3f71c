"""Silence is suspicious only after a busy hour."""

from bot.process.watchdog import SILENCE_SECONDS, SilenceCheck, Watchdog


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    @property
    def elapsed(self) -> float:
        return self.time


def watched(every: float, times: int) -> tuple[Watchdog, Clock]:
    """Return a watchdog that has seen this many interactions at this interval."""
    clock = Clock()
    watchdog = Watchdog(clock)
    for _ in range(times):
        clock.time += every
        watchdog.note_arrival()
    return watchdog, clock


def test_ten_silent_minutes_after_busy_hour_are_suspicious() -> None:
    watchdog, clock = watched(every=10, times=400)
    clock.time += SILENCE_SECONDS - 1
    assert not watchdog.is_alarmed

    clock.time += 1

    assert watchdog.is_alarmed


def test_silence_in_a_quiet_place_is_nothing_special() -> None:
    watchdog, clock = watched(every=300, times=100)
    clock.time += 3 * SILENCE_SECONDS

    assert not watchdog.is_alarmed


def test_bot_that_was_never_busy_is_not_suspicious() -> None:
    watchdog, clock = watched(every=1, times=10)
    clock.time += SILENCE_SECONDS

    assert not watchdog.is_alarmed


def test_after_alarm_usual_rate_is_measured_again() -> None:
    watchdog, clock = watched(every=10, times=400)
    clock.time += SILENCE_SECONDS
    watchdog.restart()
    clock.time += SILENCE_SECONDS

    assert not watchdog.is_alarmed


def test_connection_without_events_is_renewed_once() -> None:
    hearing = SilenceCheck()
    looks: list[dict[int, int | None]] = [
        {0: 7, 1: 9},
        {0: 7, 1: 12},
        {0: 3, 1: 15},
        {0: 3, 1: 18},
        {0: 3, 1: 18},
    ]

    assert [hearing.newly_silent(look) for look in looks] == [[], [0], [], [], [1]]


def test_connection_that_heard_again_is_watched_again() -> None:
    hearing = SilenceCheck()

    deaf = [hearing.newly_silent({0: event}) for event in (7, 7, 2, 5, 5, 5)]

    assert deaf == [[], [0], [], [], [0], []]


def test_connection_that_is_still_coming_is_left_alone() -> None:
    hearing = SilenceCheck()

    assert [hearing.newly_silent({0: None}) for _ in range(3)] == [[], [], []]
