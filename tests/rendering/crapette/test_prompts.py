"""The tasks of Crapette's players, and what happens when their time runs out."""

from typing import Any

import pytest

from bot.rendering import pages
from tests.rendering.crapette.sessions import FACE, plain, session_of, state_at
from tests.rendering.spoken import NOW

EMPTY: dict[str, Any] = {"discards": {"A": [], "B": ["5C"]}}
SILENCES: list[tuple[dict[str, Any], dict[str, str], str]] = [
    ({}, {}, "@A, your turn. Auto-play (lift the next card and discard it) {time}."),
    ({"lifted": "9C"}, {}, "@A lifted 9♣. Auto-discard {time}."),
    ({"timeouts": {"A": 2}}, {}, "@A, your turn. Third time-out in a row {time}: Ann loses."),
    ({"hands": {"A": [], "B": ["3D"]}}, {}, "@A, your turn. Auto-play (turn the pile over, discard its first card) {time}."),
    ({"hands": {"A": [], "B": ["3D"]}, "discards": {"A": ["2S", "4S"], "B": []}}, {"R4": "-"},
     "@A, your turn. Auto-play (fill the empty houses, then discard) {time}."),
    ({"hands": {"A": [], "B": ["3D"]}}, {"R4": "-"}, "@A, your turn. Auto-play (discard pile into the empty houses) {time}."),
    ({"hands": {"A": [], "B": ["3D"]}, **EMPTY}, {}, "@A, your turn. Auto-end of the turn {time}."),
    ({"options": {"clock-minutes": 15}, "used": {"B": 61}}, {}, "@A, your turn. Ann's clock runs out {time}. Ben has 13:59 left."),
    ({"offer": "B"}, {}, ("@A, your turn.\nBen offers a draw.\n-# Auto-play (lift the next card and discard it) " "{time}.")),
    ({"offer": "A"}, {}, ("@A, your turn.\n@B, Ann offers a draw.\n-# Auto-play (lift the next card and discard " "it) {time}.")),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "houses", "said"), SILENCES)
def test_table_tells_deciders_and_effect_of_silence(fields: Any, houses: Any, said: str) -> None:
    scene = session_of(state_at(houses, **fields)).scene(None)

    assert plain(pages.next_line(scene, FACE)) == said.format(time=f"<t:{int(NOW) + 3600}:R>")


def test_own_silence_is_told_in_second_person() -> None:
    clocked = session_of(state_at(options={"clock-minutes": 15}, used={"B": 61}))
    time = f"<t:{int(NOW) + 3600}:R>"

    assert f"-# Your clock runs out {time}. Ben has 13:59 left." in pages.hand(clocked.scene(0)).text
    third = session_of(state_at(timeouts={"A": 2})).scene(0)
    assert f"-# Third time-out in a row {time}: you lose." in pages.hand(third).text
