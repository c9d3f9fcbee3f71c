"""A lesson that can't be played is refused in one line that names the place and the reason."""

from pathlib import Path

import pytest

from bot import texts
from bot.config import BadSettings
from bot.lessons.reading import read_lesson
from tests.helpers import recipe
from tests.helpers.guild import settings_for

WHOLE = recipe.read("data/lessons/highest.toml")


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ("[steps.right]", "[steps.right", "Expected"),
        ('computers = ["fox"]', "", "missing required field `computers`"),
        ('computers = ["fox"]', 'computers = ["wolf"]', "there is no computer 'wolf'; there are fox"),
        ('computers = ["fox"]', 'computers = ["fox", "fox"]', "each computer can sit at the table once"),
        ('computers = ["fox"]', "computers = []", "highest is for 2 to 6 players, not 1"),
        ('computers = ["fox"]', 'computers = ["fox"]\nlevel = "hard"', "unknown field `level`"),
        ('computers = ["fox"]', 'computers = ["fox"]\noptions = { cards = 9 }', "options: "),
        ("The highest card wins", "X" * 41, "step 1 (lay): a heading must have 1 to 40 characters, not 41"),
        ("All cards are turned up at once.", "", "step 1 (lay): a text must have 1 to 120 characters, not 0"),
        (
            'move = "lay card:KS"',
            'move = "lay card:2S"',
            "step 1 (lay): 'A: lay card:2S' is refused: not-in-hand",
        ),
        ('move = "lay card:KS"', 'move = "fly"', "step 1 (lay): highest has no command 'fly'"),
        (
            'move = "lay card:4C"',
            'move = "lay card:5C"',
            "the wrong press 'lay card:5C' is refused: not-in-hand",
        ),
        ('move = "lay card:4C"', 'move = "lay card:KS"', "step 1 (lay): two presses make the same move"),
        ('refused = "queen-first"\n', "", "step 2 (ladies first): the wrong press 'lay card:KS' is refused"),
        (
            'first = ["B: lay card:QD"]',
            'first = ["B: lay card:KD"]',
            "'B: lay card:KD' is refused: not-in-hand",
        ),
        ('first = ["B: lay card:QD"]', 'first = ["lay"]', "step 1 (lay): 'lay' is not a command"),
        ('first = ["B: lay card:QD"]', "chance = [{ die = 3 }]", "too long: 1 of it was not asked for"),
        ('hands = { A = ["KS", "9D", "4C"]', 'hand = { A = ["KS"]', "step 1 (lay): position: "),
    ],
)
def test_faulty_lesson_is_explained_in_one_line(there: str, instead: str, said: str) -> None:
    assert there in WHOLE

    with pytest.raises(ValueError, match=r"\S") as caught:
        read_lesson(recipe.GAME, WHOLE.replace(there, instead, 1))

    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([], "there are 0 steps; there must be 1 to 10"),
        ([0] * 11, "there are 11 steps; there must be 1 to 10"),
    ],
)
def test_lesson_length_is_limited(steps: list[int], said: str) -> None:
    head, first, _ = WHOLE.split("[[steps]]")
    text = head + "".join("[[steps]]" + first for _ in steps) if steps else f"{head}\nsteps = []"

    with pytest.raises(ValueError, match=said):
        read_lesson(recipe.GAME, text)


def test_the_first_step_needs_a_position() -> None:
    position = 'hands = { A = ["KS", "9D", "4C"], B = ["QD", "8C", "2H"] }'
    without = WHOLE.replace(f"[steps.position]\n{position}\n", "", 1)

    with pytest.raises(ValueError, match=r"step 1 \(lay\): the first step needs a position"):
        read_lesson(recipe.GAME, without)


def test_step_needs_a_wrong_button() -> None:
    head, wrong = WHOLE.split("[[steps.wrong]]", 1)
    without = head.replace('first = ["B: lay card:QD"]', "wrong = []") + wrong.partition("[steps.expect]")[2]

    with pytest.raises(ValueError, match=r"there are 0 wrong presses; there must be 1 to 3"):
        read_lesson(recipe.GAME, without.replace("over = true", "[steps.expect]\nover = true", 1))


def test_right_button_must_be_legal() -> None:
    with pytest.raises(ValueError, match="the right press cannot be one that is refused"):
        read_lesson(recipe.GAME, WHOLE.replace("[steps.right]", '[steps.right]\nrefused = "late"', 1))


def test_unreadable_lesson_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "crap.toml").write_text("steps = 3", encoding="utf-8")

    with pytest.raises(BadSettings, match=r"the lesson of crap can't be read from .*crap\.toml \("):
        texts.read_all_lessons(settings_for(tmp_path / "none.sqlite3", data_dir=tmp_path))
