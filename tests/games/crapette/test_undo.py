"""Taking back (section 5.5)."""

from bot.games.crapette.undoing import TakenBack
from tests.games.crapette.play import after, code, refused, shown, table, told

RUNS = {"R2": "9S", "R3": "9C 8H", "R4": "-"}


def test_r15_house_moves_gifts_and_plays_to_finish_can_be_taken_back() -> None:
    state = table({"R1": "5H", "R3": "6C", "R4": "-"}, finish={"H": [4, 0]})

    played = after(state, "A: move from:R3 to:their-discard", "A: move from:R1 to:finish")
    back, events = told(played, "A: undo steps:2")

    assert back.piles == state.piles
    assert (played.progress, back.progress) == (1, 0)
    assert events == [
        TakenBack(seat=0, cards=("5H",), source="R1", target="finish"),
        TakenBack(seat=0, cards=("6C",), source="R3", target="their-discard"),
    ]


def test_a_card_comes_back_from_the_finishing_pile_it_went_to() -> None:
    state = table({"R2": "4S", "R3": "4S"}, finish={"S": [3, 3]}, discards={"B": ["5C"]})

    played = after(state, "A: move from:R2 to:finish", "A: move from:R3 to:finish")

    assert shown(after(played, "A: undo"))["finish"]["S"] == [4, 3]
    assert shown(after(played, "A: undo steps:2"))["finish"]["S"] == [3, 3]


def test_a_stack_comes_back_in_one_step() -> None:
    state = table({"R2": "10D", "R3": "9C 8H", "R4": "-"})

    moved = after(state, "A: move from:R3 to:R2")

    assert after(moved, "A: undo").piles == state.piles


def test_r15_option_off_when_taking_back_is_switched_off() -> None:
    state = after(table(RUNS, {"undo": False}), "A: move from:R3 to:R2")

    assert refused(state, "A: undo steps:30").facts == {"option": "undo"}
    assert state.undo == ()


def test_bad_count_is_checked_before_everything_else_about_undo() -> None:
    assert code(table(options={"undo": False}), "A: undo steps:0") == "bad-count"


def test_nothing_to_undo_says_how_many_moves_can_be_taken_back() -> None:
    state = after(table(RUNS), "A: move from:R3 to:R2")

    assert refused(state, "A: undo steps:2").facts == {"possible": 1}
    assert code(state, "A: undo steps:2") == "nothing-to-undo"


def test_undo_limit_is_twenty_steps_in_a_turn() -> None:
    state = after(table(RUNS, undo_used=18), "A: move from:R3 to:R4", "A: move from:R4 to:R2", "A: undo")

    assert refused(state, "A: undo steps:2").facts == {"limit": 20, "left": 1}
    assert code(after(state, "A: undo"), "A: undo") == "undo-limit"


def test_lifting_and_putting_are_barriers() -> None:
    state = after(table({"R1": "4H", **RUNS}), "A: move from:R3 to:R2", "A: flip", "A: put to:R1")

    assert code(state, "A: undo") == "nothing-to-undo"


def test_an_uncovered_card_is_a_barrier_even_if_it_was_seen_before() -> None:
    state = table(RUNS, crapauds={"A": ["9H", "2H"], "B": ["6D"]}, crapaud_unseen={"A": 0})

    assert code(after(state, "A: move from:my-crapaud to:R4"), "A: undo") == "nothing-to-undo"


def test_r16_only_a_crapaud_card_never_seen_before_is_progress() -> None:
    crapauds = {"A": ["9H", "2H"], "B": ["6D"]}
    seen = table(RUNS, crapauds=crapauds, crapaud_unseen={"A": 0})
    unseen = table(RUNS, crapauds=crapauds)

    assert after(seen, "A: move from:my-crapaud to:R4").progress == 0
    assert after(unseen, "A: move from:my-crapaud to:R4").progress == 1


def test_r16_a_card_covered_by_a_gift_is_no_news_when_it_turns_up_again() -> None:
    state = table({"R2": "6D", "R3": "-", "R4": "-"}, crapauds={"A": ["2H"], "B": ["QD", "5D"]})

    state = after(state, "A: move from:R2 to:their-crapaud", "A: flip", "A: put to:my-discard")
    state = after(state, "B: move from:my-crapaud to:R2")

    assert (state.progress, shown(state)["crapaud_unseen"]["B"]) == (0, 1)
    assert after(state, "B: move from:my-crapaud to:R3").progress == 1


def test_the_only_card_of_crapaud_or_discard_pile_can_be_taken_back() -> None:
    state = table(RUNS, crapauds={"A": ["2H"], "B": ["6D"]})

    for pile in ("my-crapaud", "my-discard"):
        assert after(state, f"A: move from:{pile} to:R4", "A: undo").piles == state.piles


def test_undo_keeps_the_clock_and_the_counters_and_cancels_an_offer() -> None:
    state = after(table(RUNS, used={"A": 7}), "A: move from:R3 to:R2", "B: offer-draw", "A: undo")

    assert (state.used, state.house_moves, state.undo_used, state.offer) == ((7, 0), 1, 1, None)


def test_undo_is_no_card_action() -> None:
    state = table({"R2": "9S 8H", "R3": "9C"}, timeouts={"A": 2}, undo=["8H R3-R2"])

    assert after(state, "A: undo").timeouts == (2, 0)


def test_undo_of_a_move_that_never_was_keeps_all_cards() -> None:
    state = table(undo=["AS R3-F", "8H 7C L1-L2"])

    assert after(state, "A: undo steps:2").pack == state.pack
