"""Checksums that never change."""

from typing import Any

import pytest

from bot.storage.statements import checksum

# Calculated once, because rows of every release have them.
ROWS: list[tuple[tuple[Any, ...], str]] = [
    ((), "4f53cda18c2baa0c0354bb5f9a3ecbe5"),
    ((None, 1, -(2**62), 0, True), "781a8e5e96f7eb505890f05f1a4e2903"),
    ((1.0, 0.1, 1e300, -0.0, 1_750_000_000.123), "76c3b6bc0a90281b850d87c646379d71"),
    (("", 'a"b\\c\n\t\x7f', "äöü 🂡 \u2028", "\udcff"), "5630c5e137361e332ced35d0ed25ae63"),
    ((b"", bytes(range(256)), '{"a":[1,2]}'), "f7d3c8f51b19901fdfefe6e018c8eb02"),
]


@pytest.mark.parametrize(("row", "begins"), ROWS, ids=str)
def test_checksum_is_the_same_in_every_release(row: tuple[Any, ...], begins: str) -> None:
    assert checksum(*row).startswith(begins)
