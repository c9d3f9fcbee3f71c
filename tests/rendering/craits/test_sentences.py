"""The complete log of Craits, a sentence for each event, and points of any size in words."""

import pytest

from bot.games.craits import dealing
from bot.rendering.craits.hands import amount
from tests.rendering.craits.sessions import FACE, STOCK, at, session_of
from tests.rendering.spoken import do, plain, told


def test_play_is_told_with_cards_left_and_effect() -> None:
    session = at("2S KD QD / AH 5C / KC QC", top="9S", stock=STOCK)

    do(session, "A: play card:2S")
    assert told(session) == ("Seat 1 plays 2♠. 2 cards left. The count is 2. Seat 2 must answer the count.")
    do(session, "B: play card:AH declare:true")
    assert told(session) == (
        "Seat 2 plays A♥. One card left. Seat 2 says **“One card!”**. The count is 3. Seat 3 "
        "must answer the count."
    )
    do(session, "C: draw")
    assert told(session) == "Seat 3 can't answer and draws 3. "
    assert told(session, 2) == (
        "Seat 3 can't answer and draws 3. You draw 10♣ J♣ 10♦ and hold 10♣ J♣ Q♣ K♣ 10♦. "
    )


def test_log_tells_time_out_once() -> None:
    scene = do(at("2S KD QD / AH 5C / KC QC", top="9S", stock=STOCK), "*: wait").scene(None)
    log = FACE.log(scene.recent[-1], scene)

    assert "Time's up for Seat 1." in log
    assert "out of time" not in log.casefold()


def test_end_of_hand_is_told_with_all_cards() -> None:
    position = {"totals": {"A": 1200, "B": -50}, "pressures": {"B": 2}, "hand_pressures": {"B": 1}}
    session = do(at("5S / KD QD / 3C", top="KS", stock="JC 8D 4D", **position), "A: play card:5S")

    assert told(session) == (
        "Seat 1 plays 5♠. That was the last card. Seat 2 draws a card for the 5. Seat 3 draws "
        "a card for the 5. **Hand 1 is over**: a last card has been played. Seat 1 went out: 0, "
        "total **1,200**. Seat 2 holds J ♣ · Q ♦ · K ♦: 30 + 10 shuffle pressure, total "
        "**−20**. Seat 3 holds 3 ♣ · 8 ♦: 53, total **53**."
    )


def test_empty_stock_is_told_with_what_it_costs() -> None:
    session = do(at("KC QC / AD 9C", top="5H", under="QH"), "A: draw")

    assert told(session).startswith(
        "The stock is empty. Seat 1's shuffle pressure 1 costs 5. One card of the discard "
        "pile becomes the new stock. Seat 1 can't play and draws a card."
    )


def test_the_first_dealer_is_drawn_for() -> None:
    drawn = (((0, "9H"), (1, "2D"), (2, "2S")), ((1, "AS"), (2, "4C")))
    scene = session_of(3, None).scene(None)

    assert plain(FACE.sentence(dealing.DealerDrawn(rounds=drawn, dealer=2), scene)) == (
        "The lowest card deals (aces are high): Seat 1 9♥, Seat 2 2♦, Seat 3 2♠. Tied, so again: Seat 2 A♠, "
        "Seat 3 4♣. Seat 3 deals."
    )


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-50, "−50"),
        (1234567, "1,234,567"),
        (10**45 - 1, ",".join(["999"] * 15)),
        (10**45, "1,000,000,000,…,000,000,000 (46 digits)"),
        (-(10**45), "−1,000,000,000,…,000,000,000 (46 digits)"),
        (123456789 * 10**6000 + 7, "123,456,789,000,…,000,000,007 (6,009 digits)"),
        (10**5000 - 1, "99,999,999,999,…,999,999,999 (5,000 digits)"),
        (10**5000, "100,000,000,000,…,000,000,000 (5,001 digits)"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value.bit_length()} bits",
)
def test_numbers_of_any_size_are_written(number: int, text: str) -> None:
    assert amount(number) == text
