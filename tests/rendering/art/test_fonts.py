"""Pictures draw the text that their fonts can, and never wider than its room."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.rendering.art import fonts
from bot.rendering.art.fonts import FOLDER, has_glyph, printable, printable_name
from bot.rendering.art.kit.writing import cut, fitted, width, wrapped
from tests.rendering.art.cards import LONG_NAME


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ann", "Ann"),
        ("Олег Ωμέγα Šímon Þór Nguyễn", "Олег Ωμέγα Šímon Þór Nguyễn"),
        ("Ann 🔥🔥 Lee", "Ann Lee"),
        ("𝕬𝖓𝖓", "Ann"),
        ("Ａｎｎ　Ｌｅｅ", "Ann Lee"),
        ("a\u200bb\u202ec\x00d\ne", "abcd e"),
        ("Z̷a̴l̸g̶o̷", "Zalgo"),
        ("田中", ""),
        ("田中 (kenji)", "kenji"),
        ("Ann (she)", "Ann (she)"),
        ("👨‍👩‍👧‍👦", ""),
        ("", ""),
    ],
)
def test_a_name_loses_only_what_cannot_be_drawn(name: str, drawn: str) -> None:
    assert printable(name) == drawn


def test_player_with_undrawable_name_is_seat() -> None:
    assert printable_name("田中", 5) == "Seat 5"
    assert printable_name("Ann", 5) == "Ann"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield an empty font folder in place of the machine's."""
    caches = fonts.east_asian_file, fonts.east_asian_font, fonts.has_glyph
    for one in caches:
        one.cache_clear()
    monkeypatch.setattr(fonts, "FONT_FOLDERS", (tmp_path,))
    yield tmp_path
    for one in caches:
        one.cache_clear()


def test_best_east_asian_font_is_found(machine: Path) -> None:
    shipped = (FOLDER / "RobotoCondensed-Bold.ttf").read_bytes()
    for name in ("wqy-zenhei.ttc", "opentype/NotoSansCJK-Bold.ttc"):
        (machine / name).parent.mkdir(exist_ok=True)
        (machine / name).write_bytes(shipped)

    assert fonts.east_asian_file() == machine / "opentype" / "NotoSansCJK-Bold.ttc"
    assert fonts.east_asian_font(20) is not None
    assert printable_name("田中", 5) == "Seat 5"  # The file is a copy of the shipped font.


def test_broken_font_of_the_machine_is_passed_over(machine: Path) -> None:
    (machine / "wqy-zenhei.ttc").write_bytes(b"no font")

    assert fonts.east_asian_font(20) is None
    assert printable_name("田中", 5) == "Seat 5"


@pytest.mark.parametrize("sign", "·×−…“”’0AZÀž")
def test_the_font_has_the_signs_that_pictures_use(sign: str) -> None:
    assert has_glyph(sign)


def test_font_is_asked_and_does_not_claim_everything() -> None:
    assert not has_glyph("田")
    assert not has_glyph("🔥")


@pytest.mark.parametrize("room", [0, 20, 100, 300, 2000])
def test_text_is_cut_to_its_room(room: int) -> None:
    text = cut(LONG_NAME, room, 40)

    assert width(text, 40) <= max(room, width("…", 40))
    assert text.endswith("…") == (room < 2000)


def test_fitting_text_is_not_cut() -> None:
    assert cut("Ann", 300, 40) == "Ann"


def test_short_text_keeps_all_words_in_lines() -> None:
    lines = wrapped("Waiting for Ann to guess.", 200, 32)

    assert " ".join(lines) == "Waiting for Ann to guess."
    assert all(width(line, 32) <= 200 for line in lines)


def test_oversized_text_is_cut_in_smallest_size() -> None:
    size, lines = fitted("word " * 200, 300, (32, 24), "Bold", 4)

    assert (size, len(lines)) == (24, 4)
    assert all(width(line, 24) <= 300 for line in lines)
    assert lines[-1].endswith("…")


def test_words_of_a_call_stay_together() -> None:
    assert wrapped("Hare: “One card!”", width("Hare: “One", 32) + 1, 32) == ["Hare:", "“One card!”"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("The count is 4", ["The count", "is 4"]),
        ("Hare draws a card", ["Hare draws", "a card"]),
        ("An extraordinarily long word, or two", ["An extraordinarily", "long word, or two"]),
    ],
)
def test_last_line_gets_its_share_of_words(text: str, lines: list[str]) -> None:
    room = width(text.rsplit(" ", 1)[0], 32)

    assert fitted(text, room, (32,), "Bold", 2) == (32, lines)


def test_text_that_fits_in_no_size_takes_a_spare_line() -> None:
    text = "Katharina challenges Maximilian"
    room = width("Maximilian", 32) + 1

    assert fitted(text, room, (40, 32), "Bold", 2, spare=1) == (32, text.split())


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Ann draws 2 cards", ["Ann draws", "2 cards"]),
        ("Both match: Wasp 3, Ann 2", ["Both match:", "Wasp 3,", "Ann 2"]),
        ("Payday! Ann +140", ["Payday!", "Ann +140"]),
    ],
)
def test_number_stays_with_what_it_counts(text: str, lines: list[str]) -> None:
    room = max(width(line, 32) for line in lines) + 1

    assert wrapped(text, room, 32) == lines


def test_nothing_makes_no_lines() -> None:
    assert wrapped("", 300, 32) == []


def test_words_joined_by_slash_share_a_line() -> None:
    room = width("Benjamin builds 14 /", 32, "Bold")

    assert wrapped("Benjamin builds 14 / 7", room, 32) == ["Benjamin builds", "14 / 7"]


def test_fonts_are_small_and_come_with_their_licence() -> None:
    files = list(FOLDER.glob("*.ttf"))

    assert sum(path.stat().st_size for path in files) < 800_000
    assert len(files) == 2
    assert "Apache License" in (FOLDER / "RobotoCondensed-LICENSE.txt").read_text(encoding="utf-8")
    assert all(path.name in (FOLDER / "README.md").read_text(encoding="utf-8") for path in files)
