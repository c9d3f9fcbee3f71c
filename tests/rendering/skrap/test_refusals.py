"""Why a move was refused, and what would be right."""

from typing import Any

import pytest

from bot.engine.draft import Refusal
from bot.engine.notation import seat_of
from bot.rendering.skrap.refusals import REFUSALS
from tests.games.skrap.positions import battling, scavenging
from tests.rendering.skrap.sessions import (
    BATTLE,
    FACE,
    ROUND,
    SCAVENGE,
    SURGE,
    WEAK,
    sentence_fault,
    session_of,
)
from tests.rendering.spoken import move, plain

REFUSED: list[tuple[str, Any, str, str]] = [
    ("wrong-phase", BATTLE, "A: surge card:2S", "B may destroy the current bot or pass (`/bot` or `/pass`)."),
    ("not-your-turn", BATTLE, "C: pass", "It is not your turn: the table waits for B."),
    (
        "already-done",
        SURGE | {"surge": {"A": "9D"}},
        "A: surge card:2S",
        "Now B and C must place a surge card.",
    ),
    (
        "bad-card",
        SURGE,
        "A: surge card:11H",
        "“11H” is not a card here: write cards like 7S, 10H or KD, a joker as JK.",
    ),
    ("bad-card", SURGE, f"A: surge card:{'x' * 6000}", f"“{'x' * 29}…” is not a card here"),
    ("not-in-hand", SURGE, "A: surge card:QC", "You do not hold Q♣; name only cards of your hand."),
    ("not-in-hand", BATTLE, "B: bot weapon:10S armour:8H", "10♠ is your surge card and stays where it is"),
    ("not-in-hand", SCAVENGE, "B: scavenge first:2S second:2S", "You have named 2♠ twice and hold one only"),
    (
        "joker-only-weapon",
        SURGE,
        "A: surge card:JK",
        "A joker is a weapon and nothing else. Place another card.",
    ),
    ("joker-only-weapon", BATTLE, "B: bot weapon:7S armour:JK", "Armour is a red card. Yours: 7♥ 8♥."),
    ("joker-only-weapon", SCAVENGE, "B: scavenge first:JK second:2S", "You could play 2♥ 2♠."),
    (
        "weapon-not-black",
        BATTLE,
        "B: bot weapon:7H armour:8H",
        "7♥ is red; a weapon is a black card or a joker.",
    ),
    (
        "armour-not-red",
        BATTLE,
        "B: bot weapon:7S armour:4C",
        "4♣ is black; armour is a red card. Yours: 7♥ 8♥.",
    ),
    (
        "too-weak",
        BATTLE,
        "B: bot weapon:4C armour:7H",
        "destroy armour of 5, that takes 5 or more. You could use 7♠ (8), 8♠ (9) or joker (15).",
    ),
    ("too-weak", WEAK, "B: bot weapon:4C armour:8H", "that takes 5 or more. No bot of yours does, so pass."),
    (
        "must-open",
        ROUND,
        "A: pass",
        "The opener cannot pass: play a bot of a weapon and an armour with `/bot`.",
    ),
    ("not-a-pair", SCAVENGE, "B: scavenge first:2S second:5C", "2♠ and 5♣ are of different ranks"),
    ("not-a-pair", SCAVENGE, "C: scavenge first:7S second:8H", "You have no such two cards, so pass."),
    (
        "champion-no-scavengers",
        SCAVENGE,
        "A: pass",
        "You collected heads in this round, so you play no scavengers: B and C may play scavengers",
    ),
]


@pytest.mark.parametrize(("code", "position", "command", "words_of_it"), REFUSED)
def test_a_refusal_says_what_would_be_right(code: str, position: Any, command: str, words_of_it: str) -> None:
    session = session_of(3, position)
    who, what = command.split(": ")
    refused = move(session, who, what)
    assert isinstance(refused, Refusal)
    said = plain(FACE.refusal(refused, session.scene(seat_of(who, 3))))

    assert (refused.code, sentence_fault(said)) == (code, None)
    assert words_of_it in said


def test_a_king_that_only_a_joker_destroys_is_named_in_the_refusal() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S", B="KC JK 8D") | {"surge": {"A": "5H", "B": "QC"}}
    session = session_of(2, position)
    refused = move(session, "B", "bot weapon:KC armour:8D")

    assert isinstance(refused, Refusal)
    assert FACE.refusal(refused, session.scene(1)) == (
        "Only a joker destroys a red king with the surge bonus (armour 14). You could use joker (15)."
    )


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (5, {}, "With 5 players the pack has too few cards for the champion's owner to scavenge"),
        (4, {"edition": 1}, "The champion is yours, so scavengers are for the others"),
    ],
)
def test_a_champions_owner_without_heads_hears_why_they_play_no_scavengers(
    seats: int, options: Any, why: str
) -> None:
    hands = {"A": "4S 4H", "B": "2S 2H"}
    session = session_of(seats, scavenging("A", 0, **hands), options=options)
    refused = move(session, "A", "pass")

    assert isinstance(refused, Refusal)
    assert plain(FACE.refusal(refused, session.scene(0))) == f"{why}: B may play scavengers or pass."


def test_every_refusal_of_the_game_is_among_those_tried() -> None:
    assert {code for code, *_ in REFUSED} == {*REFUSALS, "not-your-turn"}
