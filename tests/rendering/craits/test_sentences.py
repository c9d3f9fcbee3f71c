"""What is told of Craits, and how points of any size are written."""

import pytest

from bot.engine.chance import Seat
from bot.games.craits import dealing, drawing, ending
from bot.rendering import pages
from bot.rendering.craits.sentences import amount, points
from tests.rendering.craits.sessions import FACE, STOCK, at, labels, sentence_fault, session_of, table
from tests.rendering.spoken import do, plain, told

FACES_ON = {"faces": True}


def test_a_count_is_told_and_shown() -> None:
    session = at("2S KD QD / AH 5C / KC QC", top="9S", stock=STOCK)

    do(session, "A: play card:2S")
    assert told(session) == (
        "A plays 2♠, 2 cards left. The count stands at **2**. "
        "B must answer the count with an ace or a two, or draw it."
    )
    do(session, "B: play card:AH declare:true")
    assert told(session).startswith(
        "B plays A♥, 1 card left, and says “one card”. The count stands at **3**."
    )
    assert table(session) == [
        "Top card **A♥** · suit **hearts ♥** · direction ↓ clockwise",
        "The count stands at **3**: an ace or a two answers it.",
        "Stock **6 cards** · discard pile 3 cards · plays and draws: 2 of at most 1,000",
        "A: **2 cards** · total **0** · dealer",
        "B: **1 card** · total **0** · has said “one card”",
        "▶ C: **2 cards** · total **0**",
    ]
    do(session, "C: draw")
    assert told(session) == "C cannot answer the count and draws 3 cards. A is to play."
    assert told(session, 2).startswith(
        "C cannot answer the count and draws 3 cards. You drew 10♣ J♣ 10♦ and hold 10♣ J♣ Q♣ K♣ 10♦."
    )


def test_a_named_suit_counts_for_all() -> None:
    session = do(at("8H 9D KC / KD 4C", top="KS"), "A: play card:8H suit:C")

    assert told(session).startswith("A plays 8♥ and names clubs, 2 cards left.")
    assert table(session)[0] == "Top card **8♥** · suit **clubs ♣** · direction ↓ clockwise"
    assert FACE.asked(session.scene(1)) == "It is your turn: clubs, 8s and 9s fit."


def test_who_forgets_to_declare_is_an_idiot() -> None:
    session = do(
        at("KC 7D / KD 4C 4H / QD QC", top="KS", stock=STOCK), "A: play card:KC", "C: idiot player:A"
    )

    assert told(session) == (
        "C calls A an **idiot** for not saying “one card”: 2 cards instead of the next turn."
    )
    assert "owes the idiot penalty (2 cards instead of the next turn)" in table(session)[2]
    do(session, "B: play card:4C")
    assert told(session) == (
        "B plays 4♣, 2 cards left. C is skipped. A pays the idiot penalty and draws 2 cards. B is to play."
    )


def test_who_is_caught_on_turn_draws_at_once() -> None:
    session = at("6S 4S / 2H 3H / KH QH", top="KS", stock=STOCK)

    do(session, "A: play card:6S")
    assert told(session) == "A plays 6♠, 1 card left. A must play another card."
    do(session, "B: idiot player:A")
    assert told(session) == (
        "B calls A an **idiot** for not saying “one card”: 2 cards at once, and the turn is lost. "
        "A pays the idiot penalty and draws 2 cards. B is to play."
    )


def test_a_late_declaration_is_told() -> None:
    session = do(at("KC 7D / KD 4C 4H", top="KS"), "A: play card:KC", "A: one-card")

    assert told(session) == "A says “one card”."


def test_an_empty_stock_presses() -> None:
    session = do(at("KC QC / AD 9C", top="5H", under="QH"), "A: draw")

    assert told(session) == (
        "The stock is empty: shuffle pressure number 1 for A, +5 points. "
        "1 card of the discard pile is shuffled into a new stock. "
        "A cannot play and draws 1 card. B is to play."
    )
    assert table(session)[2] == "A: **3 cards** · total **5** · 1 shuffle pressure (1 in this hand) · dealer"


def test_the_end_of_a_hand_opens_all_hands() -> None:
    position = {"totals": {"A": 1200, "B": -50}, "pressures": {"B": 2}, "hand_pressures": {"B": 1}}
    session = at("5S / KD QD / 3C", top="KS", stock="JC 8D 4D", **position)
    do(session, "A: play card:5S")

    assert told(session) == (
        "A plays 5♠, the last card. B draws 1 card for the five. C draws 1 card for the five. "
        "**Hand 1 is over**: a last card has been played. A is out: 0 points, total **1,200**. "
        "B holds J ♣ · Q ♦ · K ♦: 30 points + 10 of pressure, total **−20**. "
        "C holds 3 ♣ · 8 ♦: 53 points, total **53**."
    )
    assert table(session)[2:] == [
        "A: **0 cards** · total **1,200** · dealer",
        "> no cards: 0 points",
        "B: **3 cards** · total **−20** · 2 shuffle pressures (1 in this hand)",
        "> J ♣ · Q ♦ · K ♦: 30 points + 10 of pressure",
        "C: **2 cards** · total **53**",
        "> 3 ♣ · 8 ♦: 53 points",
        "**Points by hand** (+ pressure), players from top to bottom:",
        "-# 1. 0 | 30 + 10 | 53",
    ]
    assert FACE.awaits(session.scene(None)) == "Hand 1 is over; any player may deal the next one."
    assert labels(pages.table(session.scene(None)))[0] == "Deal the next hand"


def test_a_new_hand_is_told() -> None:
    session = do(
        at(
            "5S / KD QD", top="KS", stock="JC 8D 4D " + " ".join(f"{r}H" for r in range(2, 11)), hand_number=5
        ),
        "A: play card:5S",
        "A: deal",
    )

    text = told(session)
    assert text.startswith("**Hand 6**: B deals 3 cards each. ")
    assert "is turned up and counts as the dealer's play." in text


def test_the_first_dealer_is_drawn_for() -> None:
    drawn = (((0, "9H"), (1, "2D"), (2, "2S")), ((1, "AS"), (2, "4C")))
    scene = session_of(3, None).scene(None)

    assert plain(FACE.sentence(dealing.DealerDrawn(rounds=drawn, dealer=2), scene)) == (
        "Lowest card deals: A 9♥, B 2♦, C 2♠; tied, so again: B A♠, C 4♣. C deals."
    )


def test_the_direction_turns() -> None:
    session = do(at("10S KC QC / KD 4C / 3D 4D", top="KS"), "A: play card:10S")

    assert told(session) == "A plays 10♠, 2 cards left. The direction turns: ↑ anticlockwise. C is to play."
    assert table(session)[0].endswith("direction ↑ anticlockwise")


def test_a_king_run_goes_on_without_effects() -> None:
    session = at("KS 2S 6S 7S QD / JH / JD", top="5S", stock=STOCK, options=FACES_ON)

    do(session, "A: play card:KS")
    assert told(session) == "A plays K♠, 4 cards left. A must play 3 more cards."
    assert "After the king: **3 more cards** to play; only the last one has its effect." in table(session)
    assert FACE.asked(session.scene(0)) == "You must play 3 more cards: spades, kings, 8s and 9s fit."
    do(session, "A: play card:2S")
    assert told(session).startswith("A plays 2♠ without its effect, 3 cards left. A must play 2 more cards.")
    do(session, "A: play card:6S")
    assert told(session).endswith("A must play 1 more card.")


def test_jacks_in_a_row_are_counted() -> None:
    session = do(at("JS 4C 4D / JH 5C / JD 5H", top="KS", stock=STOCK, options=FACES_ON), "A: play card:JS")

    assert told(session) == (
        "A plays J♠, 2 cards left. B draws 2 cards for the jack. B is skipped. C is to play."
    )
    assert "Jacks in a row: **1**; another one makes the next player draw 4." in table(session)
    assert FACE.heading(session.scene(None)).endswith("jacks, Q♠ and kings act too")


def test_leaving_and_silence_are_told() -> None:
    session = do(at("KC QC / KD QD / 2H 3H", top="5S", stock=STOCK), "C: leave")
    assert told(session) == (
        "C has left the game; players still in it: 2. Unseen under the top of the discard pile: 2 cards."
    )
    assert table(session)[-1] == "C: has left · total **0**"
    assert FACE.hand(session.scene(2)) == "You have left this game and hold no cards."

    do(session, "*: timeout")
    assert told(session) == "Time is up for A. A cannot play and draws 1 card. B is to play."


@pytest.mark.parametrize("seat", [0, 1])
def test_rare_events_have_sentences_too(seat: Seat) -> None:
    scene = session_of(2).scene(None)
    rare = [
        *(drawing.Drew(seat=seat, number=1, why=why) for why in ("six", "king", "queen", "seven")),
        *(ending.HandEnded(hand_number=seat + 1, why=why) for why in ("count", "nothing-left", "cap")),
        dealing.Hand(seat=seat, cards=(), to=(seat,)),
    ]
    said = [plain(FACE.sentence(event, scene)) for event in rare]

    assert [sentence_fault(text) for text in said] == [None] * len(rare)
    assert len(set(said)) == len(rare)


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


def test_one_point_is_no_points() -> None:
    assert (points(1), points(-1), points(1000)) == ("1 point", "−1 points", "1,000 points")
