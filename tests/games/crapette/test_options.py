"""The options (section 7)."""

from typing import Any

import pytest

from bot.engine.contract import Malformed
from tests.games.crapette.positions import at


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("clock-minutes", 121),
        ("turn-hours", 0),
        ("repetition", 1),
        ("no-progress-turns", 59),
        ("court-order", "QKJ"),
    ],
)
def test_options_out_of_their_limits_are_malformed(name: str, value: Any) -> None:
    with pytest.raises(Malformed, match="options"):
        at(options={name: value})


@pytest.mark.parametrize("minutes", [1, 4])
def test_a_chess_clock_has_at_least_five_minutes(minutes: int) -> None:
    with pytest.raises(Malformed, match="clock-minutes must be 0 for none, or 5 to 120"):
        at(options={"clock-minutes": minutes})


def test_chess_clock_has_five_minutes_or_none() -> None:
    chess, none = (at(options={"clock-minutes": minutes}).state.options for minutes in (5, 0))

    assert (chess.has_chess_clock, chess.allowance_seconds) == (True, 300)
    assert (none.has_chess_clock, none.allowance_seconds) == (False, 24 * 3600)
