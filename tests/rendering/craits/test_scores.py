"""The ending of a Craits game: places, reasons and highlights."""

from typing import Any, Final

from bot.games.craits import count, ending, one_card
from bot.rendering import pages
from bot.rendering.craits.scores import ending as ended
from bot.sessions.session import Session
from tests.rendering.craits.sessions import STOCK, at
from tests.rendering.spoken import do

RECORD: Final[list[dict[str, Any]]] = [
    {"points": {"A": 37, "B": 0, "C": 3}, "pressure": {"A": 5, "B": 0, "C": 0}},
    {"points": {"A": -50, "B": 12}, "pressure": {"A": 0, "B": 5}},
]


def over(**position: Any) -> Session:
    """Return a game that ended with its third hand, after which B had the fewest points."""
    totals = {"A": -8, "B": 17, "C": 3, **position.pop("totals", {})}
    fields = {"hand_number": 3, "left": ["C"], "record": RECORD, "totals": totals, **position}
    session = at("4H QH / 3D / ", top="KH", turn="A", stock=STOCK, options={"hands": 3}, **fields)
    return do(session, "A: play card:4H declare:true", "A: play card:QH")


def test_lowest_total_is_first_and_leavers_last() -> None:
    scene = over().scene(None)
    standings = ended(scene).standings

    assert [(one.seat, one.place, one.total) for one in standings] == [(1, 1, -33), (0, 2, -8), (2, 3, 3)]
    assert [one.gains for one in standings] == [(17, -50), (42, -50), (3,)]


def test_the_result_tells_hands_and_who_has_left() -> None:
    text = pages.table(over().scene(None)).text

    assert text.startswith("## ♛ Seat 2 wins\n-# Craits · table 123456789 · 3 hands · low score wins")
    assert "Seat 3 has left." in text


def test_pressure_of_unscored_hand_counts_at_end() -> None:
    session = do(at("KH QH / KS", top="QD", totals={"A": 5, "B": 20}), "A: leave")
    end = ended(session.scene(None))

    assert (end.title, end.why, end.length) == ("Seat 2 wins with 20!", "Everyone else had left.", "")
    assert [(one.seat, one.place, one.gains) for one in end.standings] == [(1, 1, (20,)), (0, 2, (5,))]


def test_winner_is_shown_with_card_they_played_last() -> None:
    session = at("KH 3H / KS QD 2C / QS KD", top="QH", stock=STOCK, options={"hands": 1}, totals={"B": -90})
    do(session, "A: play card:KH declare:true", "B: play card:KS", "C: play card:QS declare:true")
    end = ended(do(session, "*: wait", "B: play card:QD declare:true", "C: play card:KD").scene(None))

    assert end.cards == ("QD",)


def test_equal_totals_share_the_win() -> None:
    session = at(
        "KH / KS QD / KD", top="QS", totals={"A": 212, "B": 177, "C": 187}, turn="B", options={"hands": 1}
    )
    end = ended(do(session, "B: play card:KS declare:true", "C: play card:KD").scene(None))

    assert end.title == "Seat 2 and Seat 3 share the win, 187!"
    assert [one.place for one in end.standings] == [1, 1, 3]


def test_the_events_that_the_highlights_need_are_remembered() -> None:
    assert ended(over().scene(None)).highlights == (("Best hand", "Seat 2, −50, a 3."),)


def test_at_most_two_highlights_begin_with_best_hand() -> None:
    session = over()
    session.scores += (
        count.CountRaised(value=11),
        count.CountRaised(value=7),
        one_card.Caught(caller=1, seat=0, at_once=False),
        ending.PlayerScored(seat=0, cards=("3C", "3S"), points=-100, pressure=0, total=0),
    )

    assert ended(session.scene(None)).highlights == (
        ("Best hand", "Seat 1, −100, two 3s."),
        ("Longest count", "11 cards to draw."),
    )


def test_short_counts_are_omitted_and_idiots_counted() -> None:
    session = do(at("KH QH / KS", top="QD", totals={"A": 5, "B": 20}), "A: leave")
    session.scores = (
        count.CountRaised(value=3),
        one_card.Caught(caller=1, seat=0, at_once=False),
        one_card.Caught(caller=1, seat=0, at_once=True),
    )

    assert ended(session.scene(None)).highlights == (("Called an idiot", "Seat 1, 2 times."),)
