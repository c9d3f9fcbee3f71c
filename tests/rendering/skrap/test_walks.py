"""The face of Skrap in random games: hands sorted by use, with values, and secret choices."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.chance import seat_letter
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, WEAPONS
from bot.rendering import pages, words
from bot.sessions.session import Session
from tests.games.skrap.positions import surging
from tests.helpers import views
from tests.rendering.skrap.sessions import FACE, TIE, session_of
from tests.rendering.spoken import do, played, random_change

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"pass-rule": "final", "max-rounds": 5},
    {"surged-king": "equal", "target": 5},
    {"tie-break": "random", "target": 30, "max-rounds": 5},
)
WALKS = range(10)


def walk(seed: int) -> Iterator[Session]:
    """Yield the session after every step of a random game with time-outs and leavers."""
    chooser = random.Random(seed)
    session = session_of(2 + seed % 4, key=f"{seed:04}", options=OPTIONS[seed // 4 % 4])
    return played(session, lambda session: random_change(session, chooser))


@pytest.mark.parametrize("seed", WALKS)
def test_hand_shows_cards_by_use_with_values(seed: int) -> None:
    for session in walk(seed):
        for scene in (session.scene(seat) for seat in session.game.active(session.state)):
            sheet = views.noted(scene)
            letter = seat_letter(scene.viewer or 0)
            hand, surge = sheet.hands[letter], sheet.surge[letter]
            lines = FACE.hand(scene).splitlines()
            for name, kind in (("Weapons", WEAPONS), ("Armour", ARMOURS)):
                (line,) = (one for one in lines if one.startswith(f"{name}: "))
                some = [
                    words.card(c) + (f" ({EFFECTIVE[surge][c]})" if surge else "") for c in hand if c in kind
                ]
                assert sorted(line.removeprefix(f"{name}: ").split(" · ")) == sorted(some or ["none"])
            assert f"Your hand ({len(hand)})" in lines
            assert not surge or any(one.startswith(f"Surge card {words.card(surge)}: ") for one in lines)
            assert letter not in sheet.throws or f"You throw {sheet.throws[letter]}." in lines


THREE = surging(A="KC 2S 2H", B="QC 3S 3H", C="4C 4S 4H")


@pytest.mark.parametrize(
    ("position", "commands"),
    [
        (THREE, ("A: surge card:KC", "A: surge card:2H")),
        (TIE, ("A: throw shape:rock", "A: throw shape:paper")),
    ],
)
def test_secret_choice_does_not_show_on_table(position: Any, commands: tuple[str, str]) -> None:
    one, other = (do(session_of(3, position), command) for command in commands)

    assert pages.table(one.scene(None)) == pages.table(other.scene(None))
    assert pages.hand(one.scene(0)) != pages.hand(other.scene(0))
