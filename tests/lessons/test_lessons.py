"""Every lesson played to its end with every wrong button: its texts, pictures and controls are right."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest

from bot.engine.cards import RANKS
from bot.engine.notation import result
from bot.games import GAMES
from bot.lessons.lesson import MAX_LABEL_CHARACTERS, Snapshot, Step, Texts
from bot.rendering import computers, lessons
from bot.rendering.page import Button, Buttons, Page
from tests.helpers import recipe
from tests.helpers.cases import differences
from tests.helpers.recipe import EVERY_GAME
from tests.lessons.lessons import ANN, lesson_of

TAUGHT: Final = {
    "crap": {"score", "acquire", "believe", "bluff", "call", "challenge", "protect", "scoring round"},
    "skrap": {"surge", "play first", "destroy", "pass", "champion", "scavengers"},
    "craits": {"match", "eight", "two and the count", "six", "one card", "threes"},
    "crazy-rummy": {"draw", "lay", "wild", "feed", "discard", "go out"},
    "crapette": {"finish", "house", "lift", "load", "empty house", "crapaud", "turn over"},
}
"""The kinds of moves that players must have tried once to play a game."""
SIGNS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
CARD: Final = re.compile(r"(10|[2-9AJQK])([♣♦♥♠])")

each_game = pytest.mark.parametrize("game_id", EVERY_GAME)
STEPS: Final = [(game, number) for game in EVERY_GAME for number in range(1, 1 + len(lesson_of(game).steps))]
each_step = pytest.mark.parametrize(("game_id", "number"), STEPS)


@pytest.fixture(autouse=True)
def _with_the_game_of_the_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe.make_known(monkeypatch)


def at(game_id: str, number: int) -> Step:
    return lesson_of(game_id).steps[number - 1]


def before(game_id: str, number: int) -> Page:
    lesson = lesson_of(game_id)
    return lessons.before_page(lesson, number, lessons.scene_of(lesson, at(game_id, number).before, ANN))


def wrong(game_id: str, number: int, place: int) -> Page:
    lesson = lesson_of(game_id)
    return lessons.miss_page(lesson, number, place, lessons.scene_of(lesson, at(game_id, number).before, ANN))


def after(game_id: str, number: int) -> Page:
    lesson = lesson_of(game_id)
    return lessons.after_page(lesson, number, lessons.scene_of(lesson, at(game_id, number).after, ANN))


def end(game_id: str, skipped_at: int = 0) -> Page:
    lesson = lesson_of(game_id)
    scene = lessons.scene_of(lesson, lesson.steps[-1].after, ANN)
    return lessons.end_page(lesson, scene, skipped_at=skipped_at)


def pages_of(game_id: str, number: int) -> list[Page]:
    """Return all pages of a step."""
    others = [wrong(game_id, number, place) for place in range(len(at(game_id, number).wrong))]
    return [before(game_id, number), *others, after(game_id, number)]


def buttons(page: Page) -> list[Button]:
    return [button for row in page.blocks if isinstance(row, Buttons) for button in row.buttons]


def acts(page: Page) -> dict[str, str]:
    return {button.label: button.action.act for button in buttons(page)}


def written(step: Step) -> list[Texts]:
    return [step.written, step.written.right, *step.written.wrong]


def cards_in(moment: Snapshot, game_id: str) -> set[str]:
    """Return every card of a moment, including those under others on a finishing pile."""
    position: dict[str, Any] = EVERY_GAME[game_id].dump(moment.state)
    heights = position.get("finish", {})
    finished = {rank + suit for suit, both in heights.items() for rank in RANKS[: max(both)]}
    return set(_texts(position)) | finished


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("game_id", GAMES)
def test_six_to_ten_steps_teach_every_move(game_id: str) -> None:
    taught = [step.written.teaches for step in lesson_of(game_id).steps]

    assert 6 <= len(taught) <= 10
    assert TAUGHT[game_id] <= {*taught}
    assert len({*taught}) == len(taught)


@each_step
def test_final_text_of_a_step_is_true(game_id: str, number: int) -> None:
    step = at(game_id, number)
    now = result(EVERY_GAME[game_id], step.after.state, 1 + len(lesson_of(game_id).computers))

    assert step.written.expect
    assert differences({"game": game_id, "expect": step.written.expect}, now) == []


@each_step
def test_cards_named_in_a_step_exist(game_id: str, number: int) -> None:
    step = at(game_id, number)
    there = cards_in(step.before, game_id) | cards_in(step.after, game_id)
    text = " ".join(f"{said.heading} {said.text}" for said in written(step))
    labels = " ".join(press.label for press in (step.written.right, *step.written.wrong))

    assert {rank + SIGNS[sign] for rank, sign in CARD.findall(f"{text} {labels}")} <= there


@each_step
def test_named_characters_sit_at_the_table(game_id: str, number: int) -> None:
    away = [computers.NAMES[one] for one in computers.NAMES if one not in lesson_of(game_id).computers]
    text = " ".join(f"{said.heading} {said.text}" for said in written(at(game_id, number)))

    assert [name for name in away if re.search(rf"\b{name}\b", text)] == []


@each_step
def test_at_most_the_right_button_is_blue(game_id: str, number: int) -> None:
    step = at(game_id, number)
    shown = buttons(before(game_id, number))
    learn = f"learn {game_id} {number}"

    blue = [button.action.act for button in shown if button.style == "blue"]
    assert blue == ([] if number > len(lesson_of(game_id).steps) - lessons.TEST_STEPS else [f"{learn} right"])
    wanted = [f"{learn} right", *(f"{learn} {place}" for place in range(1, 1 + len(step.wrong)))]
    assert sorted(button.action.act for button in shown[: len(wanted)]) == sorted(wanted)
    assert {"Back", "Skip"} <= {button.label for button in shown}


@each_step
def test_wrong_button_offers_right_one_and_navigation(game_id: str, number: int) -> None:
    step = at(game_id, number)
    for place, press in enumerate(step.written.wrong):
        page = wrong(game_id, number, place)

        assert page.text.endswith(f"### {press.heading}\n{press.text}")
        right, back, skip = buttons(page)
        assert right in buttons(before(game_id, number))
        assert right.action.act == f"learn {game_id} {number} right"
        assert (back.action.act, skip.action.act) == (
            f"learn {game_id} {number}",
            f"learn {game_id} end {number}",
        )


@each_step
def test_every_page_fits_message_and_phone(game_id: str, number: int) -> None:
    for page in pages_of(game_id, number):
        ids = [button.action.custom_id("b") for button in buttons(page)]

        assert len(page.text) < 2000
        assert max(map(len, ids)) <= 100
        assert [one for one, count in Counter(ids).items() if count > 1] == []
        assert all(0 < len(button.label) <= MAX_LABEL_CHARACTERS for button in buttons(page))


@pytest.mark.parametrize(("game_id", "number"), [one for one in STEPS if one[0] in GAMES])
def test_every_step_shows_cards_before_and_after(game_id: str, number: int) -> None:
    lesson, pictured = lesson_of(game_id), msgspec.structs.replace(ANN, pictures=True)
    step = at(game_id, number)
    for make, moment in ((lessons.before_page, step.before), (lessons.after_page, step.after)):
        page = make(lesson, number, lessons.scene_of(lesson, moment, pictured))

        assert len(page.pictures) == (2 if moment.view == "both" else 1)
        assert (
            page.without_pictures().text == make(lesson, number, lessons.scene_of(lesson, moment, ANN)).text
        )


@each_game
def test_steps_lead_to_the_end_and_back(game_id: str) -> None:
    last = len(lesson_of(game_id).steps)
    for number in range(1, 1 + last):
        on = "end" if number == last else str(number + 1)

        assert acts(after(game_id, number))["Next"] == f"learn {game_id} {on}"
        assert acts(after(game_id, number))["Back"] == f"learn {game_id} {number}"
        assert acts(before(game_id, number))["Back"] == f"learn {game_id} {number - 1}"
    assert [one.label for one in buttons(before(game_id, 1)) if one.disabled] == ["Back"]
    assert acts(end(game_id))["Again"] == f"learn {game_id} 1"
    assert acts(end(game_id, 2))["Back"] == f"learn {game_id} 2"


@pytest.mark.parametrize("game_id", GAMES)
def test_end_offers_a_game_with_its_duration(game_id: str) -> None:
    page = end(game_id)

    assert page.text.startswith(f"### That's all of {GAMES[game_id].name}\n")
    assert re.search(r"A short game against (a|two) computers? takes about \d+ minutes\.$", page.text)
    play, following, *rest = acts(page)
    assert (play, rest) == ("Play it now", ["Rules", "Again"])
    assert following.startswith("Next: ")


def test_lesson_without_computers_offers_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(recipe.GAME), "notes", None)

    assert list(acts(end(recipe.GAME.id)))[1:] == ["Rules", "Again"]
