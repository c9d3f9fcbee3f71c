"""The end of a hand, the record, and the end of the game (sections 4.7 and 6)."""

from bot.engine.contract import Outcome
from bot.games.craits import GAME
from bot.games.craits.ending import GameEnded, HandEnded, PlayerScored
from tests.games.craits.positions import asked, table


def test_r33_threes_count_alike_when_nothing_is_left() -> None:
    game = table("KC / 3C 3D", top="2H").do("A: draw")

    assert game.position["record"][0]["points"] == {"A": 10, "B": -100}


def test_hands_end_opens_hands_and_drops_debts() -> None:
    game = table("KH / QD 5C / 4D", top="JH", owes=["C"], undeclared=["A"], declared=["C"])

    game.do("A: play card:KH")

    now = game.position
    assert (now["revealed"], now["undeclared"], now["declared"], now["owes"]) == (True, [], [], [])
    assert game.told(HandEnded) == [HandEnded(hand_number=1, why="out")]
    assert game.told(PlayerScored)[1:] == [
        PlayerScored(seat=1, cards=("QD", "5C"), points=40, pressure=0, total=40),
        PlayerScored(seat=2, cards=("4D",), points=15, pressure=0, total=15),
    ]


def test_direction_and_cards_stay_until_the_next_deal() -> None:
    game = table("KH / QD 5C / 4D", top="JH", under="2C", direction="anticlockwise").do("A: play card:KH")

    now = game.position
    assert (now["direction"], now["top"], now["under"]) == ("anticlockwise", "KH", ["2C", "JH"])


def test_r34_the_lowest_total_wins_and_is_shared() -> None:
    game = table("KH / QD / JD / 4D", top="JH", hand_number=15, totals={"A": 5, "B": -5, "C": -5})

    game.do("A: play card:KH")

    assert GAME.outcome(game.state) == Outcome((0, 1, 2), "lowest-total")
    assert game.told(GameEnded) == [GameEnded(winners=(0, 1, 2), end="lowest-total")]


def test_a_shorter_game_ends_after_so_many_hands() -> None:
    game = table("KH / QD", top="JH", options={"hands": 1}).do("A: play card:KH")

    assert asked(game) == ("over", "")


def test_a_player_who_left_cannot_win() -> None:
    game = table("KH / QD / ", top="JH", hand_number=15, left=["C"], totals={"C": -500})

    assert GAME.outcome(game.do("A: play card:KH").state) == Outcome((0,), "lowest-total")


def test_r45_face_cards_are_in_deck_without_partners() -> None:
    game = table("KH / QD 5C / 3D KS / 4D", top="JH").do("A: play card:KH")

    assert game.position["totals"] == {"A": 0, "B": 40, "C": 3, "D": 15}
