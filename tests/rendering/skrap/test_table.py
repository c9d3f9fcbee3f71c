"""The table and the hands of Skrap as text."""

from bot.rendering import pages
from tests.games.skrap.positions import battling, scavenging
from tests.rendering.skrap.sessions import BATTLE, FACE, ROUND, TIE, session_of
from tests.rendering.spoken import do


def test_the_table_shows_the_battle() -> None:
    session = do(session_of(3, ROUND), "A: bot weapon:3S armour:10D", "B: bot weapon:KS armour:QD", "C: pass")

    assert FACE.table(session.scene(None)).splitlines() == [
        "▶ **A** 3 heads · 4 of 10 cards · surge K♦ · lost a bot",
        "**B** 0 heads · 6 of 10 cards · surge 6♥",
        "**C** 6 heads · 6 of 10 cards · surge 5♠ · passes · ahead",
        "**B's bot:** weapon K♠ (13), armour Q♦ (12)",
        "It falls to a weapon of 12 or more.",
        "Bots wrecked this round: 1.",
        "-# Round 1 of at most 60. Not dealt: 0.",
    ]


def test_r11_the_table_says_what_a_surged_king_falls_to() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S", B="KC JK 8D") | {"surge": {"A": "5H", "B": "QC"}}

    assert "It falls to a joker only." in FACE.table(session_of(2, position).scene(None))
    equal = session_of(2, position, options={"surged-king": "equal"})
    assert "It falls to a weapon of 14 or more." in FACE.table(equal.scene(None))


def test_the_table_says_who_throws_and_how_often_it_was_undecided() -> None:
    text = FACE.table(session_of(3, TIE | {"undecided": 1, "throws": {"A": "rock"}}).scene(None))

    assert "A and B throw: who loses opens.\nUndecided 1 of 3 times; then a lot decides." in text
    assert "**A** 0 heads · 2 of 10 cards · surge 5♣ · has thrown" in text
    assert "rock" not in text


def test_the_table_shows_the_champion_and_the_pairs() -> None:
    position = scavenging("A", A="4S 5H", B="2S 2H JK", C="7S 8H")
    text = FACE.table(do(session_of(3, position), "B: scavenge first:2S second:2H").scene(None))

    assert "**A's champion:** weapon 3♠ (3), armour 3♥ (3)" in text
    assert "shows 2♥ 2♠" in text


def test_a_final_pass_is_told_as_final() -> None:
    session = do(session_of(3, BATTLE, options={"pass-rule": "final"}), "B: pass")

    assert "out of this round" in FACE.table(session.scene(None))


def test_a_hand_tells_what_cards_count_once_the_surge_is_placed() -> None:
    session = session_of(3, ROUND)

    assert FACE.hand(session.scene(0)).splitlines() == [
        "Your hand (6)",
        "Weapons: 3♠ (3) · 5♣ (5) · Q♠ (12)",
        "Armour: 2♥ (2) · 9♦ (10) · 10♦ (11)",
        "Surge K♦: diamonds +1",
    ]


def test_who_has_left_sees_no_cards() -> None:
    session = do(session_of(3, BATTLE), "C: leave")

    assert FACE.hand(session.scene(2)) == "You have left this game and hold no cards."
    assert FACE.table(session.scene(None)).splitlines()[2] == "**C** 0 heads · has left"


def test_the_head_of_the_table_says_which_way_heads_are_good() -> None:
    assert pages.table(session_of(3, BATTLE).scene(None)).text.startswith(
        "**Skrap** · table 123456789 · first to 10 heads"
    )
