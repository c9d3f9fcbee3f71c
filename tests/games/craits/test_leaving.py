"""R40 and R41: players who leave, and the clock."""

import pytest

from bot.engine.contract import Outcome
from bot.games.craits import GAME
from bot.games.craits.events import Awaited, GameEnded, HandEnded, PlayerLeft, SuitNamed, TimedOut
from tests.games.craits.table import options, table

DECK = "KC KD KH 8S QC QD"


def test_r40_the_leavers_cards_go_under_the_pile_unseen() -> None:
    sitting = table("KH QH / QD 5C / 4D", top="JH", under="2C", owes=["C"], declared=["C"]).do("C: leave")

    now = sitting.now
    assert (now["top"], now["under"], now["hands"]["C"]) == ("JH", ["2C", "4D"], [])
    assert (now["left"], now["owes"], now["declared"]) == (["C"], [], [])
    assert sitting.told(PlayerLeft) == [PlayerLeft(seat=2, cards=1, players=2)]
    assert (sitting.awaited, sitting.told(Awaited)) == (("turn", "A"), [])


@pytest.mark.parametrize("phase", ["turn", "play-again", "king-run"])
def test_r40_when_the_decider_leaves_the_turn_passes(phase: str) -> None:
    sitting = table("KH QH / QD 5C / 4D", top="JH", phase=phase).do("A: leave")

    assert (sitting.awaited, sitting.now["king_steps"]) == (("turn", "B"), 0)


def test_r40_the_count_goes_on_unchanged_with_the_next_player() -> None:
    sitting = table("KH QH / QD 5C / 4D", top="2H", phase="count", count=3).do("A: leave")

    assert (sitting.awaited, sitting.now["count"]) == (("count", "B"), 3)


def test_r40_an_opening_suit_is_then_the_printed_one() -> None:
    sitting = table("KH / QD / 4D", top="8S", phase="opening-suit").do("A: leave")

    assert (sitting.awaited, sitting.now["suit"]) == (("turn", "B"), "S")
    assert sitting.told(SuitNamed) == [SuitNamed(seat=0, suit="S")]


def test_r40_seats_that_left_are_passed_over() -> None:
    sitting = table("KH QH JD / / 4D 5D / ", top="JH", left=["B", "D"])

    assert sitting.do("A: play card:KH").awaited == ("turn", "C")
    assert sitting.legal("B") == []


def test_r40_the_last_player_wins_at_once_and_the_hand_is_not_scored() -> None:
    sitting = table("KH QH / QD 5C", top="2H", phase="count", count=3, totals={"A": 9}).do("A: leave")

    assert GAME.outcome(sitting.state) == Outcome((1,), "last-player")
    assert (sitting.told(HandEnded), sitting.told(GameEnded)) == (
        [],
        [GameEnded(winners=(1,), why="last-player")],
    )
    assert (sitting.now["record"], sitting.now["revealed"], sitting.now["totals"]["A"]) == ([], False, 9)


def test_r40_between_hands_the_next_to_deal_is_found_when_the_cards_are_dealt() -> None:
    sitting = table(
        "/ / / ",
        "KC KD KH 4S QC QD",
        phase="between-hands",
        hand_number=7,
        dealer="A",
        stock="KC KD KH 4S QC QD",
    )

    sitting.do("B: leave", "D: deal")

    assert (sitting.now["dealer"], sitting.now["hands"]["B"]) == ("C", [])
    assert sitting.awaited == ("turn", "A")


def test_r40_the_dealer_who_left_is_still_the_last_dealer() -> None:
    sitting = table(
        "/ / ", "KC KD 3S QC", phase="between-hands", hand_number=7, dealer="B", stock="KC KD 3S QC"
    )

    assert sitting.do("B: leave", "A: deal").now["dealer"] == "C"


def test_r40_nobody_who_left_comes_back() -> None:
    sitting = table("KH QH / QD 5C / 4D", top="JH").do("C: leave")

    for command in ("C: leave", "C: draw", "C: play card:4D", "C: one-card", "C: idiot player:A", "C: deal"):
        assert sitting.code(command) == "not-a-player"


def test_r41_the_auto_move_plays_the_dearest_card_and_declares() -> None:
    sitting = table("JH 6H / QD 5C", top="5H").do("*: timeout")

    assert (sitting.now["top"], sitting.awaited) == ("6H", ("play-again", "A"))
    assert (sitting.now["declared"], sitting.told(TimedOut)) == (["A"], [TimedOut(seats=(0,))])


@pytest.mark.parametrize(
    ("hand", "played"),
    [
        ("KH QH JH", "JH"),  # equal points: the lowest rank
        ("5D 5S 9S 9C", "5D"),  # equal ranks: C D H S
        ("3H AH", "3H"),  # a three counts three
    ],
)
def test_r41_ties_go_to_the_lowest_rank_and_then_the_suits_in_order(hand: str, played: str) -> None:
    assert table(f"{hand} / QD 4C", top="5H", stock="AC").do("*: timeout").now["top"] == played


def test_r41_eights_and_nines_keep_their_printed_suit() -> None:
    assert table("8C QC / QD 5C", top="5H").do("*: timeout").now["suit"] == "C"
    assert table("9C QC / QD 5C", top="5H").do("*: timeout").now["suit"] == "C"


def test_r41_only_without_a_playable_card_the_clock_draws() -> None:
    sitting = table("KC QC / QD 5C", top="5H", stock="3C").do("*: timeout")

    assert (sitting.hand("A"), sitting.now["actions"]) == (["3C", "QC", "KC"], 1)


def test_the_clock_names_the_printed_suit_and_deals() -> None:
    sitting = table("/ / ", DECK, phase="between-hands", hand_number=7, dealer="C", stock=DECK)

    sitting.do("*: timeout", "*: timeout")

    assert sitting.told(TimedOut) == [TimedOut(seats=(0, 1, 2)), TimedOut(seats=(0,))]
    assert (sitting.now["suit"], sitting.awaited) == ("S", ("turn", "B"))


def test_a_hand_stopped_on_the_way_still_counts_as_timed_out() -> None:
    sitting = table("KC QC / QD 5C", top="5H", actions=99, stock="3C", given=options(hand_cap=100))

    assert sitting.do("*: timeout").awaited[0] == "between-hands"
