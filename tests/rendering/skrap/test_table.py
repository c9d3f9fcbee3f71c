"""The table and the hands of Skrap as text."""

from tests.games.skrap.positions import battling
from tests.rendering.skrap.sessions import BATTLE, FACE, ROUND, session_of
from tests.rendering.spoken import do, plain


def test_the_table_shows_the_battle() -> None:
    session = do(session_of(3, ROUND), "A: bot weapon:3S armour:10D", "B: bot weapon:KS armour:QD", "C: pass")

    assert plain(FACE.table(session.scene(None))).splitlines() == [
        "▶ A: **3** of 10 heads · 4 of 10 cards in hand · surge card K♦ (diamonds +1) · 1 destroyed bot",
        "B: **0** of 10 heads · 6 of 10 cards in hand · surge card 6♥ (hearts +1)",
        "C: **6** of 10 heads · 6 of 10 cards in hand · surge card 5♠ (spades +1) · has passed",
        "**Current bot** of B: weapon K♠ (13), armour Q♦ (12)",
        "Destroyed this round: 1 bot",
        "The current bot falls to a weapon of 12 or more; if all pass: +1 head for its owner",
        "Undealt: 0 cards",
    ]


def test_r11_a_surged_king_falls_to_a_joker_unless_the_table_plays_otherwise() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S", B="KC JK 8D") | {"surge": {"A": "5H", "B": "QC"}}
    stands = "The bot of A has armour K♥ (14): destroy it with"

    for rule, needed in (({"surged-king": "equal"}, "a weapon of 14 or more"), ({}, "a joker")):
        scene = session_of(2, position, options=rule).scene(1)
        assert plain(FACE.asked(scene)) == f"{stands} {needed}, or pass."
        assert f"falls to {needed};" in FACE.table(scene)


def test_who_has_left_sees_no_cards() -> None:
    session = do(session_of(3, BATTLE), "C: leave")

    assert FACE.hand(session.scene(2)) == "You have left this game and hold no cards."
    assert plain(FACE.table(session.scene(None))).splitlines()[2] == "C: **0** of 10 heads · has left"
