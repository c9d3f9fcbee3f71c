"""Drawing, the stock, the lock and the clock (section 4)."""

from typing import Any

import pytest

from bot.engine.contract import Clock
from bot.engine.events import TimedOut
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, DrewCards, TookDiscard
from bot.games.crazy_rummy.ending import HandBlocked
from bot.games.crazy_rummy.turns import Reshuffled, TurnStarted
from tests.games.crazy_rummy.table import deck, legal, options, play, refused, table, tell


def test_only_the_drawer_learns_the_card_from_the_stock() -> None:
    state, events = tell(table("4C 9D / KS", phase="draw"), "A: draw")

    assert events == [Drew(0, 3), DrewCards(0, "10C", to=(0,))]
    assert state.hands[0] == ("4C", "9D", "10C")


def test_everybody_sees_a_discard_taken() -> None:
    state, events = tell(table("4C 9D / KS", phase="draw", discard="5S 7D"), "A: draw from:discard")

    assert events == [TookDiscard(0, "7D", 1)]
    assert state.taken == "7D"


def test_not_a_player_comes_before_all_other_errors() -> None:
    state = table("10S / AS", phase="over", turn=None, left=["A"])

    assert refused(state, "A: draw").code == "not-a-player"
    assert refused(state, "A: leave").code == "not-a-player"


def test_game_over_ends_all_commands() -> None:
    state = table("10S / AS", phase="over", turn=None, winners=["A"])

    for command in (
        "A: draw",
        "B: meld cards:XX",
        "A: feed cards:10S",
        "A: discard card:10S",
        "A: leave",
        "*: timeout",
    ):
        assert refused(state, command).code == "game-over"


def test_not_your_turn_names_whom_all_wait_for() -> None:
    refusal = refused(table("4C 9D / KS"), "B: discard card:XX")

    assert refusal.code == "not-your-turn"
    assert refusal.facts == {"seats": (0,)}


@pytest.mark.parametrize("command", ["meld cards:XX", "feed cards:XX", "discard card:XX"])
def test_wrong_phase_before_the_draw(command: str) -> None:
    assert refused(table("4C 9D / KS", phase="draw"), f"A: {command}").code == "wrong-phase"


def test_wrong_phase_for_a_second_draw() -> None:
    assert refused(table("4C 9D / KS"), "A: draw").code == "wrong-phase"


def test_discard_empty() -> None:
    state = table("4C 9D / KS", phase="draw", discard="")

    assert refused(state, "A: draw from:discard").code == "discard-empty"
    assert legal(state) == ["draw"]


def test_r12_the_discards_but_the_top_one_become_the_stock_once() -> None:
    state = table("4C 9D 10C / KS KD", stock="", discard="5S 7D 8C")

    rebuilt, events = tell(state, "A: discard card:10C", chance=deck("8C"))

    assert events == [Discarded(0, "10C", 2), Reshuffled(3, "10C", 0), TurnStarted(1)]
    assert rebuilt.stock == ("8C", "7D", "5S")
    assert rebuilt.discard == ("10C",)
    assert rebuilt.rebuilds == 1


def test_r12_without_a_rebuild_left_the_hand_is_blocked() -> None:
    state = table("4C 9D 10C / KS KD", stock="", discard="5S 7D 8C", given=options(reshuffles=0))

    blocked, events = tell(state, "A: discard card:10C", chance=deck(""))

    assert events[1] == HandBlocked(1)
    assert blocked.totals == (-15, -20)


def test_r12_a_pile_of_one_card_cannot_be_rebuilt() -> None:
    state = table("4C 10C / KS", stock="", discard="", given=options(reshuffles=3))

    blocked, events = tell(state, "A: discard card:10C", chance=deck(""))

    assert HandBlocked(1) in events
    assert blocked.hand_number == 2


def test_r12_the_option_allows_more_rebuilds() -> None:
    state = table("4C 10C / KS", stock="", rebuilds=2, given=options(reshuffles=3))

    assert play(state, "A: discard card:10C", chance=deck("")).rebuilds == 3


def locked(count: int) -> dict[str, Any]:
    return {"phase": "draw", "lock_count": count}


def test_r13_turns_that_only_took_discards_lock_the_pile() -> None:
    state = table("4C 9D / KS 3D", **locked(3))

    state, events = tell(state, "A: draw from:discard", "A: discard card:9D")

    assert events[-1] == TurnStarted(1, locked=True)
    assert refused(state, "B: draw from:discard").code == "discard-locked"
    assert legal(state) == ["draw"]


def test_r13_a_draw_from_the_stock_opens_the_pile_again() -> None:
    state = play(table("4C 9D / KS 3D", **locked(4)), "A: draw", "A: discard card:9D")

    assert state.lock_count == 0
    assert legal(state) == ["draw", "draw from:discard"]


def test_r13_laying_a_card_resets_the_count() -> None:
    state = table("4C KS / KD 3D", sets={"B": [["5C", "5D", "5H"]]}, **locked(3))

    assert play(state, "A: draw from:discard", "A: feed cards:5S", "A: discard card:4C").lock_count == 0


def test_r13_the_count_is_held_against_those_still_playing() -> None:
    state = table("4C 9D / KS / QS", **locked(4))

    assert refused(play(state, "C: leave"), "A: draw from:discard").code == "discard-locked"


def test_r14_nothing_must_be_laid() -> None:
    state = table("JS JH JD KS / QS", sets={"B": [["KC", "KD", "KH"]]})

    assert play(state, "A: discard card:JS").turn == 1


def test_a_timeout_after_drawing_only_discards() -> None:
    state, events = tell(table("KD 8C 4C 3D / KS", stock="7H"), "*: timeout")

    assert events == [TimedOut(seats=(0,)), Discarded(0, "3D", 3), TurnStarted(1)]
    assert state.stock == ("7H",)


def test_a_timeout_spares_what_may_not_be_discarded() -> None:
    assert play(table("3D 4C / KS", taken="3D"), "*: timeout").discard[-1] == "4C"


def test_a_timeout_discards_the_lower_rank_and_then_the_first_suit_of_equal_points() -> None:
    assert play(table("KD 10S 10C / KS"), "*: timeout").discard[-1] == "10C"
    assert play(table("AD 6S / KS"), "*: timeout").discard[-1] == "6S"


def test_a_timeout_can_go_out() -> None:
    assert play(table("3D / KS"), "*: timeout", chance=deck("")).totals == (0, -10)


def test_one_clock_runs_for_draw_and_play_and_a_new_one_for_the_next_turn() -> None:
    start = table("4C 9D / KS / QS", phase="draw")
    drawn = play(start, "A: draw", "C: leave")
    passed = play(drawn, "A: discard card:4C")

    assert GAME.clock(start) == GAME.clock(drawn) == Clock("1A")
    assert GAME.clock(passed) == Clock("1B")


def test_a_new_hand_starts_a_new_clock() -> None:
    state = play(table("4C / KS", dealer="A"), "A: discard card:4C", chance=deck(""))

    assert state.turn == 0
    assert GAME.clock(state) == Clock("2A")


def test_no_clock_runs_when_the_game_is_over() -> None:
    assert GAME.clock(table("4C / KS", phase="over", turn=None)) is None
