"""The refusals of Skrap say what is wrong with a move and what would be right."""

from typing import Any

import pytest

from bot.engine.draft import Refusal
from bot.engine.notation import read_seat
from bot.rendering.skrap.refusals import REFUSALS
from tests.games.skrap.positions import battling, scavenging
from tests.rendering.skrap.sessions import BATTLE, FACE, ROUND, SCAVENGE, SURGE, WEAK, session_of
from tests.rendering.spoken import move, plain, sentence_fault

REFUSED: list[tuple[str, Any, str, str]] = [
    ("wrong-phase", BATTLE, "A: surge card:2S", "It's B's turn."),
    ("wrong-phase", BATTLE, "B: surge card:2S", "Destroy the bot or pass."),
    ("wrong-phase", SURGE, "A: pass", "Choose your surge card first."),
    ("not-your-turn", BATTLE, "C: pass", "It's B's turn."),
    (
        "already-done",
        SURGE | {"surge": {"A": "9D"}},
        "A: surge card:2S",
        "You've answered. You can't change it.",
    ),
    ("bad-card", SURGE, "A: surge card:11H", "“11H” isn't a card I know. Cards look like 7S, 10H or JK."),
    ("bad-card", SURGE, f"A: surge card:{'x' * 6000}", f"“{'x' * 29}…” isn't a card I know."),
    ("not-in-hand", SURGE, "A: surge card:QC", "You don't have Q♣."),
    ("not-in-hand", BATTLE, "B: bot weapon:10S armour:8H", "10♠ is your surge card, so you can't play it."),
    ("not-in-hand", SCAVENGE, "B: scavenge first:2S second:2S", "You hold 2♠ once."),
    ("joker-only-weapon", SURGE, "A: surge card:JK", "A joker can only be a weapon."),
    ("joker-only-weapon", BATTLE, "B: bot weapon:7S armour:JK", "A joker can only be a weapon."),
    ("weapon-not-black", BATTLE, "B: bot weapon:7H armour:8H", "7♥ is red. A weapon is black."),
    ("armour-not-red", BATTLE, "B: bot weapon:7S armour:4C", "4♣ is black. Armour is red."),
    (
        "too-weak",
        BATTLE,
        "B: bot weapon:4C armour:7H",
        "4 doesn't reach armour 5. You can use 7♠ (8), 8♠ (9) or joker (15).",
    ),
    (
        "too-weak",
        WEAK,
        "B: bot weapon:4C armour:8H",
        "4 doesn't reach armour 5. Nothing you hold does. Pass.",
    ),
    ("must-open", ROUND, "A: pass", "Whoever plays first can't pass. Build any bot."),
    (
        "not-a-pair",
        SCAVENGE,
        "B: scavenge first:2S second:5C",
        "2♠ and 5♣ aren't a pair. You could play 2♥ 2♠.",
    ),
    (
        "not-a-pair",
        SCAVENGE,
        "C: scavenge first:7S second:8H",
        "7♠ and 8♥ aren't a pair, and you don't have one.",
    ),
    ("champion-no-scavengers", SCAVENGE, "A: pass", "You took the heads, so no scavengers for you."),
]


@pytest.mark.parametrize(("code", "position", "command", "words_of_it"), REFUSED)
def test_a_refusal_says_what_would_be_right(code: str, position: Any, command: str, words_of_it: str) -> None:
    session = session_of(3, position)
    who, what = command.split(": ")
    refused = move(session, who, what)
    assert isinstance(refused, Refusal)
    said = plain(FACE.refusal(refused, session.scene(read_seat(who, 3))))

    assert (refused.code, sentence_fault(said)) == (code, None)
    assert words_of_it in said


def test_refusal_names_king_that_needs_joker() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S", B="KC JK 8D") | {"surge": {"A": "5H", "B": "QC"}}
    session = session_of(2, position)
    refused = move(session, "B", "bot weapon:KC armour:8D")

    assert isinstance(refused, Refusal)
    said = FACE.refusal(refused, session.scene(1))
    assert said == "Only a joker destroys armour 14. You can use joker (15)."


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (5, {}, "With five players, the champion can't play scavengers."),
        (4, {"edition": 1}, "The champion is yours, so no scavengers for you."),
    ],
)
def test_champions_owner_without_heads_reads_why_not_asked(seats: int, options: Any, why: str) -> None:
    hands = {"A": "4S 4H", "B": "2S 2H"}
    session = session_of(seats, scavenging("A", 0, **hands), options=options)
    refused = move(session, "A", "pass")

    assert isinstance(refused, Refusal)
    assert plain(FACE.refusal(refused, session.scene(0))) == why


def test_every_refusal_of_game_is_among_those_tried() -> None:
    assert {code for code, *_ in REFUSED} == {*REFUSALS, "not-your-turn", "bad-card"}
