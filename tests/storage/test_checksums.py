"""A checksum is the same for ever, and is that of `json.dumps`, however it is worked out."""

import hashlib
import json
import math
from json import encoder
from typing import Any

import pytest

from bot.storage import checksums
from bot.storage.checksums import BRIEF, checksum, is_sound, with_brief_checksum, with_checksum

ROWS: list[tuple[Any, ...]] = [
    (),
    (None, 1, -(2**62), 0, True),
    (1.0, 0.1, 1e300, -0.0, 1_750_000_000.123, math.inf),
    ("", 'a"b\\c\n\t\x7f', "äöü 🂡 \u2028", "\udcff"),
    (b"", bytes(range(256)), '{"a":[1,2]}'),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
@pytest.mark.parametrize("has_one_in_c", [True, False])
def test_it_is_that_of_the_values_as_json(
    row: tuple[Any, ...], has_one_in_c: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_one_in_c:
        monkeypatch.setattr(encoder, "c_make_encoder", None)
        monkeypatch.setattr(checksums, "_written", checksums._writer())

    assert checksum(*row) == hashlib.sha256(json.dumps(row, default=bytes.hex).encode()).hexdigest()


def test_a_brief_one_is_the_beginning_of_it() -> None:
    [*_, whole], [*_, brief] = with_checksum(1, "a"), with_brief_checksum(1, "a")

    assert whole.startswith(brief)
    assert len(brief) == BRIEF
    assert is_sound((1, "a", whole))
    assert is_sound((1, "a", brief))


@pytest.mark.parametrize("length", [0, 1, BRIEF - 1, BRIEF + 1, 63])
def test_no_other_part_of_it_is_one(length: int) -> None:
    assert not is_sound((1, "a", checksum(1, "a")[:length]))


def test_what_has_changed_is_noticed() -> None:
    assert not is_sound((2, *with_brief_checksum(1, "a")[1:]))
