"""Sets, feeding and the discard (sections 4 and 5)."""

import pytest

from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.ending import WentOut
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from tests.games.crazy_rummy.table import deck, legal, play, refused, table, tell

FIVES = {"B": [["5C", "5D", "5H"]]}


@pytest.mark.parametrize("text", ["XX", "2H", "JK", '"4C 5C 2C"', '""', '","'])
def test_bad_card(text: str) -> None:
    state = table("4C 9D / KS")

    for command in ("meld cards", "feed cards", "discard card"):
        assert refused(state, f"A: {command}:{text}").code == "bad-card"


def test_bad_card_for_two_cards_where_one_is_asked() -> None:
    assert refused(table("4C 9D / KS"), "A: discard card:4C,9D").code == "bad-card"


def test_bad_card_comes_before_not_in_hand() -> None:
    assert refused(table("4C 9D / KS"), "A: feed cards:KS,2H").facts == {"text": "2H"}


def test_not_in_hand_counts_copies() -> None:
    refusal = refused(table("JS JH 6C 4C / KS"), "A: meld cards:JS,JS,6C")

    assert refusal.code == "not-in-hand"
    assert refusal.facts == {"cards": ("JS",)}


def test_cards_may_be_typed_in_any_case_with_blanks_or_commas() -> None:
    state = play(table("10S 10H 6C 4C / KS"), 'A: meld cards:"ts, 10h 6c"')

    assert state.sets[0] == (("10S", "10H", "6C"),)


def test_set_too_small() -> None:
    assert refused(table("JS JH 4C / KS"), "A: meld cards:JS,JH").code == "set-too-small"


def test_r6_a_run_has_mixed_ranks() -> None:
    assert refused(table("7S 8S 9S 4C / KS"), "A: meld cards:7S,8S,9S").code == "mixed-ranks"


def test_mixed_ranks_comes_before_too_many_wilds() -> None:
    state = table("JS 9S 6S 6C 4C / KS", first_play_done=["A"], fed={"A": ["5S"]}, sets=FIVES)

    assert refused(state, "A: meld cards:JS,9S,6S,6C").code == "mixed-ranks"


def test_a_set_is_told_with_its_rank_and_points() -> None:
    _, events = tell(table("6C JS JH 4C / KS"), "A: meld cards:6C,JS,JH")

    assert events == [SetLaid(0, ("6C", "JS", "JH"), "J", 120, 1)]


def test_r7_every_set_of_the_first_turn_with_cards_may_hold_many_wilds() -> None:
    state = table("JS 6S 6C KS 6D 6H 4C / 3D")

    assert play(state, "A: meld cards:JS,6S,6C", "A: meld cards:KS,6D,6H").hands[0] == ("4C",)


def test_r7_a_feed_on_an_earlier_turn_uses_up_the_first_play() -> None:
    state = table("5S JS 6S 6C 4C / KS 3D", sets=FIVES, first_play_done=["B"])

    fed = play(state, "A: feed cards:5S")
    again = play(fed, "A: discard card:4C", "B: draw", "B: discard card:3D", "A: draw")

    assert play(fed, "A: meld cards:JS,6S,6C").hands[0] == ("4C",)
    assert again.first_play_done == (0, 1)
    assert refused(again, "A: meld cards:JS,6S,6C").code == "too-many-wilds"


def test_r7_waiting_keeps_the_right() -> None:
    state = table("JS 6S 6C 4C 3C / KS 3D")

    later = play(state, "A: discard card:4C", "B: draw", "B: discard card:3D", "A: draw")

    assert play(later, "A: meld cards:JS,6S,6C").first_play_done == ()


def test_r8_one_wild_per_set_after_the_first_play() -> None:
    state = table("JS JH JD 6S 6C 4C / KS", sets={"A": [["5C", "5D", "5H"]]})

    refusal = refused(state, "A: meld cards:JS,JH,JD,6S,6C")

    assert refusal.code == "too-many-wilds"
    assert refusal.facts == {"wilds": 2, "most": 1, "wild": "6"}
    assert play(state, "A: meld cards:JS,JH,JD,6S").hands[0] == ("6C", "4C")


def test_r9_wilds_alone_are_a_set_of_their_rank_at_any_time() -> None:
    state = table("6S 6C 6D 4C 3C / KS 6H", sets={"A": [["5C", "5D", "5H"]]})

    laid = play(state, "A: meld cards:6S,6C,6D")
    fed = play(laid, "A: discard card:4C", "B: draw", "B: feed cards:6H")

    assert laid.opened == {"5", "6"}
    assert fed.fed[1] == ("6H",)


def test_r9_a_wild_inside_a_set_does_not_open_its_rank() -> None:
    state = play(table("JS JH 6S 6C 4C / KS"), "A: meld cards:JS,JH,6S")

    refusal = refused(state, "A: feed cards:6C")

    assert refusal.code == "wild-cannot-feed"
    assert refusal.facts == {"card": "6C", "wild": "6"}


def test_rank_not_open_comes_before_wild_cannot_feed() -> None:
    state = table("6C 9D 5S / KS", sets=FIVES)

    refusal = refused(state, "A: feed cards:6C,5S,9D")

    assert refusal.code == "rank-not-open"
    assert refusal.facts == {"card": "9D", "rank": "9"}
    assert refused(state, "A: feed cards:5S,6C").code == "wild-cannot-feed"


def test_r10_own_sets_can_be_fed_on_the_same_turn() -> None:
    _, events = tell(table("JS JH JD JC 4C / KS"), "A: meld cards:JS,JH,JD", "A: feed cards:JC")

    assert events[-1] == CardsFed(0, ("JC",), 10, 1)


def test_r10_a_player_without_a_set_can_feed_and_ranks_of_leavers_stay_open() -> None:
    state = table("5S 4C / KS / QS", sets=FIVES)

    assert play(state, "B: leave", "A: feed cards:5S").fed[0] == ("5S",)


def test_r11_the_card_just_taken_cannot_be_discarded() -> None:
    state = table("4C 7D / KS", taken="7D")

    assert refused(state, "A: discard card:7D").code == "returned-card"
    assert legal(state) == ["discard card:4C"]


def test_r11_it_can_as_the_last_card() -> None:
    state = table("JS JH JD 7D / KS", taken="7D")

    assert play(state, "A: meld cards:JS,JH,JD", "A: discard card:7D", chance=deck("")).totals == (30, -10)


def test_r11_it_can_when_another_identical_card_is_held() -> None:
    assert play(table("4C 7D 7D / KS", taken="7D"), "A: discard card:7D").hands[0] == ("4C", "7D")


def test_r11_it_can_when_that_face_was_laid_this_turn() -> None:
    state = table("4C 5S 5S / KS", taken="5S", discard="", sets=FIVES)

    fed = play(state, "A: feed cards:5S")

    assert fed.taken is None
    assert play(fed, "A: discard card:5S").hands[0] == ("4C",)


def test_r11_a_card_from_the_stock_may_be_discarded() -> None:
    state = table("4C 9D / KS", phase="draw", stock="7D 8C")

    assert play(state, "A: draw", "A: discard card:7D").discard[-1] == "7D"


def test_r16_laying_everything_goes_out_without_a_discard() -> None:
    state, events = tell(table("JS JH JD / KS"), "A: meld cards:JS,JH,JD", chance=deck(""))

    assert events[1] == WentOut(0)
    assert state.totals == (30, -10)


def test_r16_the_last_card_can_be_discarded_a_wild_too() -> None:
    state, events = tell(table("6S / KS"), "A: discard card:6S", chance=deck(""))

    assert events[:2] == [Discarded(0, "6S", 0), WentOut(0)]
    assert state.totals == (0, -10)


def test_r16_with_cards_left_only_a_discard_ends_the_turn() -> None:
    state = play(table("JS JH JD 4C / KS"), "A: meld cards:JS,JH,JD")

    assert (state.turn, legal(state)) == (0, ["discard card:4C"])
