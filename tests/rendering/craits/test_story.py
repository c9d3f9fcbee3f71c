"""The last moves at a Craits table: one line each, with names that notify nobody."""

from typing import Any

import pytest

from bot.engine.draft import Refusal
from bot.rendering import pages
from bot.sessions.session import Session
from tests.rendering import spoken
from tests.rendering.craits.sessions import FACE, STOCK, at, session_of
from tests.rendering.spoken import do

FACES_ON = {"options": {"faces": True}}
NAMES = ("Ann", "Ben", "Cyd", "Dan")


def lines(session: Session, *commands: str) -> list[str]:
    """Return the table's lines after these commands."""
    session.names = dict(zip(session.record.players, NAMES, strict=False))
    scene = do(session, *commands).scene(None)
    return FACE.lines(scene.recent, scene)


@pytest.mark.parametrize(
    ("hands", "command", "line"),
    [
        ("AS 2D 5H / 2C 3C / 4C 7C", "play card:AS", "Ann plays A♠."),
        ("2S 2D 5H / 2C 3C / 4C 7C", "play card:2S", "Ann plays 2♠ and starts a count at 2."),
        ("4S 2D 5H / 2C 3C / 4C 7C", "play card:4S", "Ann plays 4♠: Ben is skipped."),
        ("5S 2D 5H / 2C 3C / 4C 7C", "play card:5S", "Ann plays 5♠: everyone else draws a card."),
        ("5S 2D 5H / 2C 3C", "play card:5S", "Ann plays 5♠: Ben draws a card."),
        ("6S / 2C 3C / 4C 7C", "play card:6S", "Ann plays 6♠: nothing follows, so Ann draws a card."),
        ("7S 2D 5H / 2C 3C / 4C 7C", "play card:7S", "Ann plays 7♠: Ben draws a card."),
        ("8S 2D 5H / 2C 3C / 4C 7C", "play card:8S suit:H", "Ann plays 8♠ and names hearts."),
        ("8S 2D 5H / 2C 3C / 4C 7C", "play card:8S suit:S", "Ann plays 8♠ and names spades."),
        ("9S 2D 5H / 2C 3C / 4C 7C", "play card:9S", "Ann plays 9♠ and stays on spades."),
        ("9S 2D 5H / 2C 3C / 4C 7C", "play card:9S suit:C", "Ann plays 9♠ and names clubs."),
        ("10S 2D 5H / 2C 3C / 4C 7C", "play card:10S", "Ann plays 10♠: reverse."),
        ("JS 2D 5H / 2C 3C / 4C 7C", "play card:JS", "Ann plays J♠: Ben draws 2 and is skipped."),
        ("QS 2D 5H / 2C 3C / 4C 7C", "play card:QS", "Ann plays Q♠: Ben draws 5 and is skipped."),
        ("5S 5H / 2C 3C / 4C 7C", "play card:5S declare:true", "Ann plays 5♠: everyone else draws a card. **“One card!”**"),
        ("5S 5H / 2C 3C / 4C 7C", "play card:5S", "Ann plays 5♠: everyone else draws a card."),
        ("2H 3D / 2C 3C", "draw", "Ann can't play and draws a card."),
    ],
)  # fmt: skip
def test_card_is_one_line_with_what_it_does(hands: str, command: str, line: str) -> None:
    faces: Any = FACES_ON if "plays J" in line or "plays Q" in line else {}

    assert lines(at(hands, top="KS", stock=STOCK, **faces), f"A: {command}") == [line]


def test_a_count_is_told_card_by_card() -> None:
    session = at("2S KD QD / AH 5C 4C / KC QC", top="9S", stock=STOCK)

    assert lines(session, "A: play card:2S", "B: play card:AH", "C: draw") == [
        "Ann plays 2♠ and starts a count at 2.",
        "Ben plays A♥. The count is 3.",
        "Cyd can't answer and draws 3.",
    ]


def test_players_who_draw_one_after_another_share_line() -> None:
    session = at("KC QC / 3C 4C / KD QD", top="5S", stock=STOCK)
    told = lines(session, "A: draw", "B: draw")

    assert told == ["Ann and Ben draw a card each."]
    assert "**Ann and Ben draw a card each.**" in pages.table(session.scene(None)).text


def test_an_idiot_is_told_and_pays() -> None:
    session = at("KC 7D / KD 4C 4H / QD QC", top="KS", stock=STOCK)

    assert lines(session, "A: play card:KC", "C: idiot player:A", "B: play card:4C")[1:] == [
        "Cyd: **“Idiot!”** Ann draws 2 instead of the next turn.",
        "Ben plays 4♣: Cyd is skipped. Ann forgot “one card” and draws 2.",
    ]


def test_an_idiot_on_turn_is_told_once() -> None:
    session = at("6S 4S / 2H 3H / KH QH", top="KS", stock=STOCK)

    assert lines(session, "A: play card:6S", "B: idiot player:A")[1:] == [
        "Ben: **“Idiot!”** Ann draws 2 and loses the turn."
    ]


def test_a_late_declaration_is_told() -> None:
    session = at("KC 7D / KD 4C 4H", top="KS")

    assert lines(session, "A: play card:KC", "A: one-card")[1:] == ["Ann says **“One card!”**."]


def test_empty_stock_is_told_with_what_it_costs() -> None:
    first = at("KC QC / AD 9C", top="5H", under="QH")
    again = at("KC QC / AD 9C", top="5H", under="QH", pressures={"A": 1})
    last = at("KC QC / AD 9C", top="5H")

    assert lines(first, "A: draw")[0].startswith(
        "Stock empty: shuffle pressure costs Ann 5, and the next one doubles."
    )
    assert lines(again, "A: draw")[0].startswith("Stock empty: shuffle pressure costs Ann 10. ")
    assert lines(last, "A: draw")[0].startswith(
        "Having nothing left to draw costs Ann 5. **Nothing left to draw: the hand ends.**"
    )


def test_end_of_hand_is_one_line_best_first() -> None:
    position = {"totals": {"B": -50}, "pressures": {"B": 2}, "hand_pressures": {"B": 1}}
    session = at("3S / KD QD / 3C 3D", top="KS", stock=STOCK, **position)

    assert lines(session, "A: play card:3S") == [
        ("Ann plays 3♠. **Ann goes out!** Cyd −100 (two 3s), Ann 0, Ben 20 + 10 shuffle pressure.")
    ]


def test_count_that_ends_hand_says_who_is_out() -> None:
    session = at("AS / KD QD / 7C 7H", top="2H", phase="count", count=2, stock=STOCK)

    assert lines(session, "A: play card:AS", "B: draw") == [
        "Ann plays A♠. The count is 3. Ann is out of cards.",
        ("Ben can't answer and draws 3. **The count ends, and Ann goes out!** Ann 0, Cyd 40, Ben 80."),
    ]


def test_timed_out_player_is_told_with_effect() -> None:
    plays = at("KH QH / KD 2C", top="3H", stock=STOCK)
    draws = at("KC QC / KD 2C", top="3H", stock=STOCK)

    assert lines(plays, "*: timeout") == ["Ann, out of time, plays Q♥. **“One card!”**"]
    assert lines(draws, "*: timeout") == ["Ann, out of time, can't play and draws a card."]


def test_leaver_is_told_with_their_cards() -> None:
    session = at("KC QC / KD QD / 2H 3H", top="5S", stock=STOCK)

    assert lines(session, "C: leave") == ["Cyd leaves, and 2 cards go under the pile."]


def test_a_king_run_goes_on_without_effects() -> None:
    session = at("KS 2S 5S 7S QD / JH / JD", top="3S", stock=STOCK, **FACES_ON)

    assert lines(session, "A: play card:KS", "A: play card:2S", "A: play card:5S") == [
        "Ann plays K♠.",
        "Ann plays 2♠, no effect.",
        "Ann plays 5♠, no effect.",
    ]


@pytest.mark.parametrize(
    ("hands", "moves", "line"),
    [
        ("KS 8S / JH / JD", ("play card:KS", "play card:8S suit:D"), "Ann plays 8♠ and names diamonds."),
        ("KS 2S / JH / JD", ("play card:KS", "play card:2S"), "Ann plays 2♠, no effect."),
    ],
)
def test_player_without_follower_is_said_to_draw(hands: str, moves: tuple[str, str], line: str) -> None:
    session = at(hands, top="3S", stock=STOCK, **FACES_ON)

    [_, told] = lines(session, *(f"A: {move}" for move in moves))

    assert told == f"{line} Ann can't follow the king and draws a card."


def test_new_hand_is_one_line_with_turned_card() -> None:
    for key in "0123456789":
        session = next(spoken.played(session_of(3, key=key, hands=3), lambda _: Refusal("enough")))
        scene = session.scene(None)
        [line] = FACE.lines(scene.recent, scene)
        assert line.count("**Hand 1 of 3:**") == 1
        assert " draws the lowest card, " in line
        assert line.count(" is turned up") == 1
