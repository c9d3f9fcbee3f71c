"""Players who leave (R40)."""

import pytest

from bot.engine.contract import Outcome
from bot.games.craits import GAME
from bot.games.craits.dealing import SuitNamed
from bot.games.craits.ending import GameEnded, HandEnded
from bot.games.craits.leaving import PlayerLeft
from bot.games.craits.turns import TurnStarted
from tests.games.craits.positions import asked, table


def test_r40_the_leavers_cards_go_under_the_pile_unseen() -> None:
    game = table("KH QH / QD 5C / 4D", top="JH", under="2C", owes=["C"], declared=["C"]).do("C: leave")

    now = game.position
    assert (now["top"], now["under"], now["hands"]["C"]) == ("JH", ["2C", "4D"], [])
    assert (now["left"], now["owes"], now["declared"]) == (["C"], [], [])
    assert game.told(PlayerLeft) == [PlayerLeft(seat=2, count=1, players=2)]
    assert (asked(game), game.told(TurnStarted)) == (("turn", "A"), [])


@pytest.mark.parametrize("phase", ["turn", "play-again", "king-run"])
def test_r40_when_the_decider_leaves_the_turn_passes(phase: str) -> None:
    game = table("KH QH / QD 5C / 4D", top="JH", phase=phase).do("A: leave")

    assert (asked(game), game.position["king_steps"]) == (("turn", "B"), 0)


def test_r40_count_goes_on_unchanged_with_next_player() -> None:
    game = table("KH QH / QD 5C / 4D", top="2H", phase="count", count=3).do("A: leave")

    assert (asked(game), game.position["count"]) == (("count", "B"), 3)


def test_r40_an_opening_suit_is_then_the_printed_one() -> None:
    game = table("KH / QD / 4D", top="8S", phase="opening-suit").do("A: leave")

    assert (asked(game), game.position["suit"]) == (("turn", "B"), "S")
    assert game.told(SuitNamed) == [SuitNamed(seat=0, suit="S")]


def test_r40_seats_that_left_are_passed_over() -> None:
    game = table("KH QH JD / / 4D 5D / ", top="JH", left=["B", "D"])

    assert asked(game.do("A: play card:KH")) == ("turn", "C")
    assert game.legal("B") == []


def test_r40_last_player_wins_and_hand_is_unscored() -> None:
    game = table("KH QH / QD 5C", top="2H", phase="count", count=3, totals={"A": 9}).do("A: leave")

    assert GAME.outcome(game.state) == Outcome((1,), "last-player")
    assert (game.told(HandEnded), game.told(GameEnded)) == ([], [GameEnded(winners=(1,), end="last-player")])
    assert (game.position["record"], game.position["revealed"], game.position["totals"]["A"]) == (
        [],
        False,
        9,
    )


def test_r40_next_dealer_is_found_at_the_deal() -> None:
    game = table(
        "/ / / ",
        "KC KD KH 4S QC QD",
        phase="between-hands",
        hand_number=7,
        dealer="A",
        stock="KC KD KH 4S QC QD",
    )

    game.do("B: leave", "D: deal")

    assert (game.position["dealer"], game.position["hands"]["B"]) == ("C", [])
    assert asked(game) == ("turn", "A")


def test_r40_dealer_who_left_is_still_last_dealer() -> None:
    game = table("/ / ", "KC KD 3S QC", phase="between-hands", hand_number=7, dealer="B", stock="KC KD 3S QC")

    assert game.do("B: leave", "A: deal").position["dealer"] == "C"


def test_r40_nobody_who_left_comes_back() -> None:
    game = table("KH QH / QD 5C / 4D", top="JH").do("C: leave")

    for command in ("C: leave", "C: draw", "C: play card:4D", "C: one-card", "C: idiot player:A", "C: deal"):
        assert game.code(command) == "not-a-player"
