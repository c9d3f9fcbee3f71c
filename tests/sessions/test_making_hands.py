"""The publisher makes a hand when its player may see something new, and not at every look."""

from collections.abc import Callable

import pytest

from bot.rendering import pages
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.view import HandAt
from tests.sessions.rig import PLAYERS, Rig


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Return a list that gets the viewer of every hand made in this test."""
    viewers: list[int | None] = []
    make: Callable[[Scene], Page] = pages.hand

    def noted(scene: Scene) -> Page:
        viewers.append(scene.viewer)
        return make(scene)

    monkeypatch.setattr(pages, "hand", noted)
    return viewers


async def test_unchanged_hand_is_not_made_again(rig: Rig, made: list[int | None]) -> None:
    session = await rig.table()
    await rig.quiet()
    assert made
    made.clear()

    await rig.sessions.look_again(session)
    await rig.quiet()

    assert made == []


async def test_new_name_or_language_remakes_hand(rig: Rig, made: list[int | None]) -> None:
    session = await rig.table()
    await rig.quiet()
    made.clear()

    rig.publisher.names.note_name(session, PLAYERS[0], "Nora", is_member=True)
    await rig.sessions.look_again(session)
    await rig.quiet()
    assert set(made) == set(range(len(PLAYERS)))
    made.clear()

    await rig.sessions.choices.set_user(PLAYERS[0], language="de")
    await rig.sessions.look_again(session)
    await rig.quiet()
    assert set(made) == {session.seat_of(PLAYERS[0])}


async def test_possibly_lost_hand_is_made_again(rig: Rig, made: list[int | None]) -> None:
    session = await rig.table()
    await rig.quiet()
    made.clear()

    await rig.publisher.show_again(session, HandAt(1))
    await rig.quiet()

    assert made == [1]
