"""The table of Craits as text: never too long for a message, whatever the totals."""

from typing import Any

import msgspec
import pytest

from bot.rendering import pages
from bot.rendering.craits.table import amount
from tests.helpers.controls import page_fault
from tests.rendering.craits.sessions import at, table
from tests.rendering.spoken import do

HANDS = " / ".join(
    ["AC 2C 3C 4C 5C 6C 7C 8D 9D 10D JD QH KH AS"] * 2 + ["2H 4H 6H 8H"] * 2 + ["3S", "3H", "3D"]
)


@pytest.mark.parametrize("digits", [1, 12, 45, 46, 6000])
@pytest.mark.parametrize("phase", ["turn", "between-hands", "over"])
def test_a_table_of_seven_with_huge_totals_fits_into_a_message(digits: int, phase: str) -> None:
    size = 10**digits - 1
    everybody: dict[str, Any] = dict.fromkeys("ABCDEFG", size)
    record = [{"points": dict.fromkeys("ABCDEFG", 1016), "pressure": everybody}] * 14
    numbers = {"pressures": dict.fromkeys("ABCDEFG", 150), "hand_pressures": dict.fromkeys("ABCDEFG", 12)}
    fields = {"totals": everybody, "record": record, "hand_number": 14, **numbers}
    session = at(HANDS, top="KS", phase=phase, **fields)
    status = "over" if phase == "over" else "playing"
    page = pages.table(msgspec.structs.replace(session.scene(None), status=status))

    assert page_fault(page) is None
    assert page.text.count(f" {amount(size)} · ") == 7 or phase == "over"
    assert all(page_fault(pages.hand(session.scene(seat))) is None for seat in range(7))


def test_the_latest_hands_stay_in_a_record_that_is_too_long() -> None:
    record = [
        {"points": dict.fromkeys("ABCDEFG", place), "pressure": dict.fromkeys("ABCDEFG", 10**30)}
        for place in range(14)
    ]
    lines = table(at(HANDS, top="KS", phase="between-hands", hand_number=14, record=record))
    shown = [line for line in lines if line.startswith("-# ")][1:]

    assert shown[0].startswith("-# Hands 1 to ")
    assert shown[0].endswith("are in the log.")
    assert shown[-1].startswith("-# 14. 13 + 1,000,000")
    assert len("\n".join(lines)) < 2700


def test_the_end_of_a_hand_with_huge_pressures_fits_into_the_log() -> None:
    everybody = dict.fromkeys("ABCDEFG", 10**45 - 1)
    numbers = {
        "totals": everybody,
        "pressures": dict.fromkeys("ABCDEFG", 140),
        "hand_pressures": dict.fromkeys("ABCDEFG", 12),
    }
    hands = " / ".join(
        ["5S", *["AC 2C 3C 4C 5C 6C 7C 8D 9D 10D"] * 2, *["JD QH KH AS 2H"] * 2, "4H 6H", "3S"]
    )
    session = do(at(hands, top="KS", stock="JC 8C 4D 7D 9S 10S QC", **numbers), "A: play card:5S")

    (line,) = pages.log_lines(session.scene(None), session.scene(None).recent)
    assert "**Hand 1 is over**" in line
    assert len(line) < 3600
    assert page_fault(pages.table(session.scene(None))) is None
