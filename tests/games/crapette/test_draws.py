"""Draws and resigning (sections 4 and 6)."""

from typing import Any

import pytest

from bot.engine.contract import Outcome
from bot.engine.draft import Step
from bot.engine.moves import Leave
from bot.games.crapette import GAME
from bot.games.crapette.offers import DrawAgreed, DrawDeclined, DrawOffered, OfferLapsed, Resigned
from bot.games.crapette.table import Table
from bot.games.crapette.turns import GameEnded, NoProgress, PositionRepeated
from tests.games.crapette.play import CHANCE, after, code, shown, table, told

STUCK: dict[str, Any] = {
    "hands": {"A": [], "B": []},
    "discards": {"A": [], "B": []},
    "crapauds": {"A": ["9S"], "B": ["9D"]},
}


def passes(number: int, first: str = "A") -> list[str]:
    return [f"{'AB'[(turn + 'AB'.index(first)) % 2]}: pass" for turn in range(number)]


def test_r17_an_offer_may_be_made_in_either_turn_and_answered() -> None:
    state, events = told(table(), "B: offer-draw", "A: decline-draw", "A: offer-draw", "B: accept-draw")

    assert GAME.outcome(state) == Outcome((), "agreed")
    assert events[:3] == [DrawOffered(seat=1), DrawDeclined(seat=0), DrawOffered(seat=0)]
    assert (events[3], events[-1]) == (DrawAgreed(seat=1), GameEnded(end="agreed", winners=()))


def test_r17_one_offer_per_player_and_turn() -> None:
    state = after(table(), "B: offer-draw")

    assert code(state, "B: offer-draw") == "offer-open"
    assert code(after(state, "A: decline-draw"), "B: offer-draw") == "offer-limit"
    assert after(state, "A: flip", "A: put to:my-discard", "B: offer-draw").offer == 1


def test_r17_offering_while_the_opponents_offer_is_open_accepts_it() -> None:
    state = after(table(), "A: offer-draw", "B: decline-draw", "B: offer-draw")

    assert after(state, "A: offer-draw").end == "agreed"


@pytest.mark.parametrize("words", ["flip", "move from:R3 to:R4", 'line moves:"R3-R4"'])
def test_r17_a_card_action_cancels_the_offer(words: str) -> None:
    state, events = told(table({"R4": "-"}), "A: offer-draw", f"A: {words}")

    assert state.offer is None
    assert events[1] == OfferLapsed(seat=0)
    assert code(state, "B: accept-draw") == "no-offer"


def test_there_is_nothing_to_answer_without_an_offer_by_the_opponent() -> None:
    for word in ("accept-draw", "decline-draw"):
        assert code(table(), f"A: {word}") == "no-offer"
        assert code(after(table(), "A: offer-draw"), f"A: {word}") == "no-offer"


def test_an_offer_can_be_answered_while_a_card_is_lifted() -> None:
    state = after(table(), "A: flip", "A: offer-draw")

    assert GAME.deciders(state) == (0, 1)
    assert after(state, "B: accept-draw").lifted == "3C"


def test_draw_commands_are_offered_last_and_resigning_never() -> None:
    state = after(table(), "B: offer-draw")

    assert [move.verb for move in GAME.legal(state, 0)][-3:] == ["offer-draw", "accept-draw", "decline-draw"]
    assert GAME.legal(state, 1) == []


def test_resigning_and_leaving_lose() -> None:
    over, events = told(table(), "B: resign")
    left = GAME.apply(table(), 0, Leave(), CHANCE)

    assert GAME.outcome(over) == Outcome((0,), "resign")
    assert events[0] == Resigned(seat=1)
    assert isinstance(left, Step)
    assert GAME.outcome(left.state) == Outcome((1,), "resign")
    assert GAME.active(left.state) == (1,)
    assert code(over, "B: leave") == "game-over"


def test_r18_the_third_occurrence_of_a_position_is_a_draw() -> None:
    state, events = told(table(**STUCK), *passes(4))

    assert GAME.outcome(state) == Outcome((), "repetition")
    assert [event for event in events if isinstance(event, PositionRepeated)] == [
        PositionRepeated(occurrence=2, limit=3),
        PositionRepeated(occurrence=2, limit=3),
        PositionRepeated(occurrence=3, limit=3),
    ]


def test_r18_houses_are_interchangeable_when_positions_are_compared() -> None:
    state = table({"R3": "KC", "R4": "-"}, **STUCK)

    shuffled = after(state, "A: move from:R3 to:R4", "A: pass", "B: pass")

    assert len(set(shuffled.history)) == 2
    assert shown(shuffled)["houses"]["R3"] == []


def test_r18_other_finishing_heights_empty_the_history() -> None:
    stuck = table({"R3": "4S"}, finish={"S": [3, 0]}, **STUCK)

    state = after(stuck, "A: pass", "B: move from:R3 to:finish", "B: pass")

    assert len(state.history) == 1


def test_r18_repetition_can_be_switched_off() -> None:
    state, events = told(table(options={"repetition": 0}, **STUCK), *passes(12))

    assert state.end is None
    assert not [event for event in events if isinstance(event, PositionRepeated)]


def test_r18_turns_without_progress_are_announced_and_end_in_a_draw() -> None:
    options = {"repetition": 0, "no-progress-turns": 60}
    state = table(options=options, idle_turns=39, **STUCK)

    warned, events = told(state, "A: pass")
    assert [event for event in events if isinstance(event, NoProgress)] == [NoProgress(turns=40, limit=60)]
    assert GAME.outcome(after(warned, *passes(20, "B"))) == Outcome((), "no-progress")
    assert after(warned, *passes(19, "B")).end is None


def test_r18_repetition_comes_before_no_progress() -> None:
    state = table(options={"repetition": 2, "no-progress-turns": 60}, idle_turns=58, **STUCK)

    assert after(state, *passes(2)).end == "repetition"


def test_progress_in_a_turn_starts_the_count_anew() -> None:
    state = table(idle_turns=30)

    assert after(state, "A: flip", "A: put to:my-discard").idle_turns == 0


def test_a_play_to_finish_that_was_taken_back_is_no_progress() -> None:
    state: Table = table({"R3": "4S"}, finish={"S": [3, 0]}, idle_turns=5, **STUCK)

    state = after(state, "A: move from:R3 to:finish", "A: undo", "A: pass")

    assert state.idle_turns == 6


def test_a_new_turn_starts_with_fresh_counters() -> None:
    state = after(
        table({"R4": "-"}),
        "B: offer-draw",
        "A: move from:R3 to:R4",
        "A: undo",
        "A: flip",
        "A: put to:my-discard",
    )

    assert (state.offered, state.offer, state.undo, state.undo_used) == ((), None, (), 0)
    assert (state.house_moves, state.progress) == (0, 0)
