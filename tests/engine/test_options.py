"""Options as people type them."""

from typing import Any

import pytest

from bot.engine.contract import AnyGame, Malformed
from bot.engine.notation import read_options, stored_options
from bot.engine.options import complete_options, option_faults, option_infos, option_text, parse_options
from bot.games import GAMES
from tests.engine.toy import ToyOptions

EVERY_OPTION = [(game, option) for game in GAMES.values() for option in option_infos(game.options)]


@pytest.mark.parametrize(
    "text",
    [
        "start=9 open-hands=on pace=fast",
        "start=9,open-hands=yes,pace=fast",
        "start=9\nopen-hands=TRUE\n\npace=fast ;",
    ],
)
def test_options_may_stand_between_blanks_commas_and_lines(text: str) -> None:
    assert parse_options(ToyOptions, text) == {"start": 9, "open-hands": True, "pace": "fast"}


@pytest.mark.parametrize(
    "text", ['"start=9"', "'start=9'", 'start="9"', "“start=9”", "„start=9“", "`start=9`"]
)
def test_quotes_around_options_count_for_nothing(text: str) -> None:
    assert parse_options(ToyOptions, text) == {"start": 9}
    assert complete_options(ToyOptions, f"{text} pace=f") == ["start=9 pace=fast"]


def test_without_a_text_nothing_is_chosen() -> None:
    assert parse_options(ToyOptions, "") == parse_options(ToyOptions, " ,\n") == {}


@pytest.mark.parametrize(
    ("word", "value"),
    [("on", True), ("Yes", True), ("true", True), ("OFF", False), ("no", False), ("false", False)],
)
def test_a_switch_takes_every_usual_word(word: str, value: bool) -> None:
    assert parse_options(ToyOptions, f"open-hands={word}") == {"open-hands": value}


@pytest.mark.parametrize(
    ("text", "named"), [("start", "start=value"), ("start=", "start=value"), ("start=3 nine", "nine=value")]
)
def test_unreadable_text_is_malformed_and_explains_form(text: str, named: str) -> None:
    with pytest.raises(Malformed, match=named):
        parse_options(ToyOptions, text)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("=9", ["there is no option ''"]),
        ("begin=9", ["there is no option 'begin'"]),
        ("open_hands=on", ["there is no option 'open_hands'"]),
        ("open-hands=perhaps", ["open-hands is on or off, not perhaps"]),
        ("open-hands=1", ["open-hands is on or off, not 1"]),
        ("start=lots pace=9", ["start is 1 to 99, not lots", "pace is slow or fast, not 9"]),
        ("start=9 pace=fast", []),
    ],
)
def test_impossible_choices_are_found_with_alternatives(text: str, faults: list[str]) -> None:
    assert list(map(str, option_faults(ToyOptions, parse_options(ToyOptions, text)))) == faults


def test_number_stays_word_when_it_is_none() -> None:
    assert parse_options(ToyOptions, "start=-4") == {"start": -4}
    assert parse_options(ToyOptions, "start=1e3") == {"start": "1e3"}
    assert parse_options(ToyOptions, "motto=go=home") == {"motto": "go=home"}


def test_option_is_described_with_what_is_worth_offering() -> None:
    start, hands, pace, motto = option_infos(ToyOptions)

    assert (start.name, start.default, start.offered) == ("start", 3, (3, 9))
    assert (hands.name, hands.offered) == ("open-hands", (True, False))
    assert pace.offered == ("slow", "fast")
    assert motto.offered == ("go",)


EVERYTHING = ["start=3", "start=9", "open-hands=on", "open-hands=off", "pace=slow", "pace=fast", "motto=go"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", EVERYTHING),
        ("p", ["pace=slow", "pace=fast"]),
        ("pace=f", ["pace=fast"]),
        ("start=3 pa", ["start=3 pace=slow", "start=3 pace=fast"]),
        ("pace=slow,\nopen-hands=", ["pace=slow open-hands=on", "pace=slow open-hands=off"]),
        ("start=3 start", []),
        ("zebra", []),
    ],
)
def test_the_last_word_is_completed(typed: str, offered: list[str]) -> None:
    assert complete_options(ToyOptions, typed) == offered


def test_after_blank_options_not_yet_named_are_offered() -> None:
    assert complete_options(ToyOptions, "pace=fast motto=go ") == [
        "pace=fast motto=go start=3",
        "pace=fast motto=go start=9",
        "pace=fast motto=go open-hands=on",
        "pace=fast motto=go open-hands=off",
    ]


def test_a_value_as_it_was_typed_comes_first() -> None:
    assert complete_options(ToyOptions, "start=42") == ["start=42"]
    assert complete_options(ToyOptions, "start=9") == ["start=9"]


@pytest.mark.parametrize(
    ("game", "option"), EVERY_OPTION, ids=lambda value: getattr(value, "id", getattr(value, "name", ""))
)
def test_every_option_is_read_back_as_offered(game: Any, option: Any) -> None:
    for value in option.offered:
        typed = parse_options(game.options, f"{option.name}={option_text(value)}")
        assert getattr(read_options(game, typed), option.name.replace("-", "_")) == value


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_players_cannot_choose_the_edition_of_the_rules(game: AnyGame) -> None:
    assert "edition" not in [option.name for option in option_infos(game.options)]
    [fault] = option_faults(game.options, parse_options(game.options, "edition=1"))
    assert str(fault) == "there is no option 'edition'"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_stored_game_keeps_edition_or_has_first(game: AnyGame) -> None:
    assert stored_options(game, {}).edition == 1
    assert stored_options(game, {"edition": 7}).edition == 7


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_length_is_playable_and_different(game: AnyGame) -> None:
    played = [read_options(game, options) for options in game.lengths.values()]

    assert list(game.lengths) == ["short", "normal", "long"]
    assert [game.problem(seats, options) for options in played for seats in game.seats] == [None] * (
        len(played) * len(game.seats)
    )
    assert len(set(map(str, played))) == len(played)
