"""The end and the start of turns, and the automatic draws (sections 4 and 6)."""

from bot.engine.contract import Outcome
from bot.games.crapette import GAME
from bot.games.crapette.turns import NoProgress, PositionRepeated
from tests.games.crapette.positions import STUCK, at


def passes(number: int, first: str = "A") -> list[str]:
    return [f"{'AB'[(turn + 'AB'.index(first)) % 2]}: pass" for turn in range(number)]


def test_r18_third_occurrence_of_position_is_draw() -> None:
    game = at(**STUCK).do(*passes(4))

    assert GAME.outcome(game.state) == Outcome((), "repetition")
    assert game.told(PositionRepeated) == [
        PositionRepeated(occurrence=2, limit=3),
        PositionRepeated(occurrence=2, limit=3),
        PositionRepeated(occurrence=3, limit=3),
    ]


def test_r18_repetition_can_be_switched_off() -> None:
    game = at(options={"repetition": 0}, **STUCK).do(*passes(12))

    assert game.state.end is None
    assert game.told(PositionRepeated) == []


def test_r18_turns_without_progress_end_in_draw() -> None:
    options = {"repetition": 0, "no-progress-turns": 60}
    game = at(options=options, idle_turns=39, **STUCK)

    assert game.do("A: pass").told(NoProgress) == [NoProgress(turns=40, limit=60)]
    assert game.do(*passes(19, "B")).state.end is None
    assert GAME.outcome(game.do("A: pass").state) == Outcome((), "no-progress")


def test_r18_repetition_comes_before_no_progress() -> None:
    game = at(options={"repetition": 2, "no-progress-turns": 60}, idle_turns=58, **STUCK)

    assert game.do(*passes(2)).state.end == "repetition"


def test_progress_in_a_turn_starts_the_count_again() -> None:
    assert at(idle_turns=30).do("A: flip", "A: put to:my-discard").state.idle_turns == 0


def test_finishing_taken_back_is_no_progress() -> None:
    game = at({"R3": "4S"}, finish={"S": [3, 0]}, idle_turns=5, **STUCK)

    assert game.do("A: move from:R3 to:finish", "A: undo", "A: pass").state.idle_turns == 6


def test_a_new_turn_starts_with_fresh_counters() -> None:
    state = (
        at({"R4": "-"})
        .do("B: offer-draw", "A: move from:R3 to:R4", "A: undo", "A: flip", "A: put to:my-discard")
        .state
    )

    assert (state.offered, state.offer, state.undo, state.undo_used) == ((), None, (), 0)
    assert (state.house_moves, state.progress) == (0, 0)
