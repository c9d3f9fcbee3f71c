"""Every error code, and the order of the checks (section 5)."""

import pytest

from bot.games.skrap import GAME
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, scavenging, surging

SURGE = surging(A="KC 2S 2H", B="QC 3S 3H JK", C="9C 9D")
THROW = {"phase": "throw", "contenders": ["A", "B"], "hands": {"A": ["2S", "2H"], "B": ["3S", "3H"]}}
OPEN = {"phase": "open", "turn": "A", "hands": {"A": ["2S", "2H", "JK"], "B": ["3S", "3H"]}}
BATTLE = battling("B", [("A", "3S", "5H")], A="2S 2H", B="7S 7H 4C JK 8S 8H", C="9S 9H")
SCAVENGE = scavenging("A", A="4S 4H", B="2S 2H JK 5C", C="7S")
OVER = SURGE | {"phase": "over", "left": ["A"], "winners": ["B"]}


@pytest.mark.parametrize("seat", ["A", "Z"])
def test_not_a_player(seat: str) -> None:
    assert Driver(GAME, 3, OVER).code(f"{seat}: leave") == "not-a-player"


@pytest.mark.parametrize("command", ["B: surge card:QC", "B: leave", "*: timeout"])
def test_game_over(command: str) -> None:
    assert Driver(GAME, 3, OVER).code(command) == "game-over"


@pytest.mark.parametrize(
    ("position", "commands"),
    [
        (SURGE, ["throw shape:rock", "bot weapon:2S armour:2H", "pass", "scavenge first:2S second:2H"]),
        (THROW, ["surge card:2S", "bot weapon:2S armour:2H", "pass", "scavenge first:2S second:2H"]),
        (OPEN, ["surge card:2S", "throw shape:rock", "scavenge first:2S second:2H"]),
        (BATTLE, ["surge card:2S", "throw shape:rock", "scavenge first:2S second:2H"]),
        (SCAVENGE, ["surge card:2S", "throw shape:rock", "bot weapon:2S armour:2H"]),
    ],
)
def test_wrong_phase(position: dict[str, object], commands: list[str]) -> None:
    game = Driver(GAME, 3, position)

    assert {game.code(f"A: {command}") for command in commands} == {"wrong-phase"}


def test_wrong_phase_names_question_and_players() -> None:
    assert Driver(GAME, 2, OPEN).refused("B: surge card:3S").facts == {"phase": "open", "seats": (0,)}


@pytest.mark.parametrize(
    ("position", "command"),
    [
        (OPEN, "B: bot weapon:3S armour:3H"),
        (OPEN, "B: pass"),
        (BATTLE, "C: pass"),
        (BATTLE, "A: bot weapon:2S armour:2H"),
        (THROW, "C: throw shape:rock"),
        (SCAVENGE, "C: pass"),
    ],
)
def test_not_your_turn(position: dict[str, object], command: str) -> None:
    assert Driver(GAME, 3, position).code(command) == "not-your-turn"


def test_not_your_turn_names_whom_all_wait_for() -> None:
    assert Driver(GAME, 3, BATTLE).refused("C: pass").facts == {"seats": (1,)}


@pytest.mark.parametrize(
    ("position", "command", "again"),
    [
        (SURGE, "A: surge card:KC", "A: surge card:2S"),
        (THROW, "A: throw shape:rock", "A: throw shape:paper"),
        (scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H"), "B: pass", "B: scavenge first:2S second:2H"),
        (scavenging("A", A="4S 4H", B="2S 2H", C="7S 8H"), "B: scavenge first:2S second:2H", "B: pass"),
    ],
)
def test_already_done(position: dict[str, object], command: str, again: str) -> None:
    assert Driver(GAME, 3, position).do(command).code(again) == "already-done"


def test_must_open() -> None:
    assert Driver(GAME, 2, OPEN).code("A: pass") == "must-open"


@pytest.mark.parametrize(
    ("position", "command", "refused"),
    [
        (SURGE, "A: surge card:11H", ("bad-card", {"text": "11H"})),
        (SURGE, 'A: surge card:"KC 2S"', ("bad-card", {"text": "KC 2S"})),
        (BATTLE, "B: bot weapon:KS armour:xx", ("bad-card", {"text": "xx"})),
        (SCAVENGE, "B: scavenge first:2S second:two", ("bad-card", {"text": "two"})),
        (SURGE, "A: surge card:qc", ("not-in-hand", {"cards": ("QC",)})),
        (BATTLE, "B: bot weapon:7H armour:KS", ("not-in-hand", {"cards": ("KS",)})),
        (SCAVENGE, "B: scavenge first:2S second:2S", ("not-in-hand", {"cards": ("2S",)})),
        (SCAVENGE, "B: scavenge first:JK second:JK", ("not-in-hand", {"cards": ("JK",)})),
    ],
)
def test_card_that_is_not_held(
    position: dict[str, object], command: str, refused: tuple[str, object]
) -> None:
    found = Driver(GAME, 3, position).refused(command)

    assert (found.code, found.facts) == refused


@pytest.mark.parametrize(
    ("position", "command"),
    [
        (SURGE, "B: surge card:JK"),
        (BATTLE, "B: bot weapon:7H armour:JK"),
        (SCAVENGE, "B: scavenge first:JK second:2S"),
        (SCAVENGE, "B: scavenge first:2S second:JK"),
    ],
)
def test_joker_only_weapon(position: dict[str, object], command: str) -> None:
    assert Driver(GAME, 3, position).code(command) == "joker-only-weapon"


def test_weapon_not_black_comes_before_the_armours_colour() -> None:
    refused = Driver(GAME, 3, BATTLE).refused("B: bot weapon:7H armour:7S")

    assert (refused.code, refused.facts) == ("weapon-not-black", {"card": "7H"})


def test_armour_not_red_comes_before_the_strength() -> None:
    refused = Driver(GAME, 3, BATTLE).refused("B: bot weapon:4C armour:7S")

    assert (refused.code, refused.facts) == ("armour-not-red", {"card": "7S"})


def test_too_weak_names_both_values() -> None:
    refused = Driver(GAME, 3, BATTLE).refused("B: bot weapon:4C armour:7H")

    assert (refused.code, refused.facts) == ("too-weak", {"weapon": 4, "armour": 5, "needed": 5})


def test_surged_king_withstands_everything_but_jokers() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S", B="KC 8D") | {"surge": {"A": "5H", "B": "QC"}}

    refused = Driver(GAME, 2, position, options={"surged-king": "joker-only"}).refused(
        "B: bot weapon:KC armour:8D"
    )

    assert refused.facts == {"weapon": 14, "armour": 14, "needed": 15}


def test_not_a_pair() -> None:
    refused = Driver(GAME, 3, SCAVENGE).refused("B: scavenge first:2S second:5C")

    assert (refused.code, refused.facts) == ("not-a-pair", {"first": "2S", "second": "5C"})


def test_champion_no_scavengers_comes_before_the_cards() -> None:
    assert Driver(GAME, 3, SCAVENGE).code("A: scavenge first:xx second:4H") == "champion-no-scavengers"


def test_unreadable_card_precedes_unheld_one() -> None:
    assert Driver(GAME, 3, BATTLE).code("B: bot weapon:KS armour:xx") == "bad-card"
