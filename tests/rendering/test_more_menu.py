"""The page behind *More*, which depends on its reader and on where they open it."""

import msgspec
import pytest

from bot.rendering import more_menu
from bot.rendering.faces import FACES
from tests.helpers.controls import labels, page_fault
from tests.rendering.crap.sessions import seen


def behind(
    viewer: int | None, *, of_hand: bool = False, may_end: bool = False, status: str = "playing"
) -> list[str]:
    scene = msgspec.structs.replace(seen({}, viewer), status=status)
    page = more_menu.page(scene, FACES["crap"], of_hand=of_hand, may_end=may_end)
    assert page_fault(page) is None
    return labels(page)


@pytest.mark.parametrize(
    ("viewer", "may_end", "shown"),
    [
        (None, False, ["As text", "Log"]),
        (None, True, ["As text", "Log", "End the game…"]),
        (1, True, ["As text", "Log", "Leave…", "End the game…"]),
    ],
)
def test_table_has_more_for_those_who_sit_there(viewer: int | None, may_end: bool, shown: list[str]) -> None:
    assert behind(viewer, may_end=may_end) == shown


def test_hand_explains_impossible_actions_and_ends_no_game() -> None:
    shown = behind(1, of_hand=True, may_end=True)

    assert shown[:4] == ["Why not…?", "As text", "Log", "Leave…"]
    assert "End the game…" not in shown


@pytest.mark.parametrize("of_hand", [False, True])
@pytest.mark.parametrize("status", ["over", "cancelled", "frozen"])
def test_finished_page_can_still_be_read(status: str, of_hand: bool) -> None:
    shown = behind(0, of_hand=of_hand, may_end=True, status=status)

    assert shown[:2] == ["As text", "Log"]
    assert not {"Leave…", "End the game…", "Why not…?"} & set(shown)


def test_leaver_cannot_leave_twice() -> None:
    scene = seen({"left": ["B"]}, 1)

    assert "Leave…" not in labels(more_menu.page(scene, FACES["crap"], of_hand=False, may_end=True))
