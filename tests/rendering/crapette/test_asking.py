"""Requests to the players of Crapette, and the effects of silence."""

from typing import Any

import pytest

from bot.rendering import pages
from tests.rendering.crapette.sessions import FACE, plain, session_of, state_at
from tests.rendering.spoken import NOW

EMPTY: dict[str, Any] = {"discards": {"A": [], "B": ["5C"]}}
SILENCES: list[tuple[dict[str, Any], dict[str, str], str]] = [
    ({}, {}, "@A, your turn. Next card lifted and discarded {time}."),
    ({"lifted": "9C"}, {}, "@A lifted 9♣. Discarded {time}."),
    ({"timeouts": {"A": 2}}, {}, "@A, your turn. Ann loses {time}, the third time in a row."),
    ({"hands": {"A": [], "B": ["3D"]}}, {}, "@A, your turn. Discard turned over, its first card discarded {time}."),
    ({"hands": {"A": [], "B": ["3D"]}, "discards": {"A": ["2S", "4S"], "B": []}}, {"R4": "-"},
     "@A, your turn. Empty houses filled, then a card discarded {time}."),
    ({"hands": {"A": [], "B": ["3D"]}}, {"R4": "-"}, "@A, your turn. Discard laid into the empty houses {time}."),
    ({"hands": {"A": [], "B": ["3D"]}, **EMPTY}, {}, "@A, your turn. Turn ended {time}."),
    ({"options": {"clock-minutes": 15}, "used": {"B": 61}}, {}, "@A, your turn. Ann loses {time}. Ben has 13:59 left."),
    ({"offer": "B"}, {}, "@A, your turn.\nBen offers a draw.\n-# Next card lifted and discarded {time}."),
    ({"offer": "A"}, {}, "@A, your turn.\n@B, Ann offers a draw.\n-# Next card lifted and discarded {time}."),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "houses", "said"), SILENCES)
def test_the_table_says_who_must_act_and_what_silence_does(fields: Any, houses: Any, said: str) -> None:
    scene = session_of(state_at(houses, **fields)).scene(None)

    assert plain(pages.next_line(scene, FACE)) == said.format(time=f"<t:{int(NOW) + 3600}:R>")


def test_players_read_of_their_own_silence_in_the_second_person() -> None:
    clocked = session_of(state_at(options={"clock-minutes": 15}, used={"B": 61}))
    time = f"<t:{int(NOW) + 3600}:R>"

    assert f"-# You lose {time}. Ben has 13:59 left." in pages.hand(clocked.scene(0)).text
    third = session_of(state_at(timeouts={"A": 2})).scene(0)
    assert f"-# You lose {time}, for the third time in a row." in pages.hand(third).text
