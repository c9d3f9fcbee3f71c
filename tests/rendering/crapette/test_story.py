"""The last moves at a Crapette table: this turn and the one before, each in one line."""

from itertools import islice
from typing import Any

import pytest

from bot.games.crapette.dealing import Compared
from bot.games.crapette.state import State
from bot.games.crapette.turns import NoProgress, PositionRepeated, TurnEnded
from bot.rendering import pages
from bot.rendering.crapette.story import PLAYS_FIRST
from bot.rendering.story import story
from bot.rendering.telling import Moment
from bot.sessions.session import Session
from tests.rendering.art.games import headline
from tests.rendering.crapette.sessions import DIAGRAM, FACE, GAMES, sample, session_of, state_at, walk
from tests.rendering.spoken import do


def told(session: Session) -> tuple[list[str], str]:
    """Return the table's lines of the past, and the newest one."""
    return story(session.scene(None), FACE)


EMPTY: dict[str, Any] = {"A": [], "B": []}
TOLD: list[tuple[State, list[str], list[str], str, str]] = [
    (DIAGRAM, ["A: move from:R4 to:finish"], [], "Ann: 8♥ from R4 to the finishing pile.", "8♥ is finished"),
    (DIAGRAM, ["A: move from:R4 to:L3", "A: move from:R2 to:L3"], ["Ann: 8♥ from R4 to L3."],
     "Ann: 7♣ from R2 to L3.", "Ann: 7♣ from R2 to L3"),
    (DIAGRAM, ["A: move from:my-discard to:L1"], [], "Ann: 10♥ from the discard pile to L1.", "Ann: 10♥ from discard pile to L1"),
    (state_at({"R4": "-"}), ["A: move from:my-crapaud to:R4"], [],
     "Ann: 2♥ from the crapaud to R4. Ann's crapaud shows 9♥, 1 left.", "Ann: 2♥ from crapaud to R4"),
    (state_at({"R4": "-", "R3": "-"}, crapauds={"A": ["2H"], "B": ["2C"]}),
     ["A: move from:my-crapaud to:R4", "A: move from:R4 to:R3"],
     ["Ann: 2♥ from the crapaud to R4. Ann's crapaud is empty."], "Ann: 2♥ from R4 to R3.", "Ann: 2♥ from R4 to R3"),
    (DIAGRAM, ["A: move from:R4 to:their-discard"], [], "Ann loads 8♥ on Ben's discard pile.", "Ann loads 8♥ on Ben"),
    (state_at({"R2": "9C 8H 7C", "R3": "-", "R1": "-", "R4": "10H"}), ["A: move from:R2 to:R4"], [],
     "Ann: 9♣ 8♥ 7♣ from R2 to R4.", "Ann: 3 cards from R2 to R4"),
    (DIAGRAM, ["A: flip"], [], "Ann lifts 3♣.", "Ann lifts 3♣"),
    (state_at({"R4": "4H"}), ["A: flip", "A: put to:R4"], [], "Ann lifts 3♣ and puts it on R4.", "Ann puts 3♣ on R4"),
    (state_at(), ["A: flip", "A: put to:my-discard"], [], "Ann lifts 3♣ and discards it.", "Ann discards 3♣"),
    (state_at(), ["A: flip", "A: put to:my-discard", "B: flip"], ["Ann lifts 3♣ and discards it."],
     "Ben lifts 7♦.", "Ben lifts 7♦"),
    (state_at(hands={"A": [], "B": ["3D"]}, discards={"A": ["5H", "2C"], "B": []}), ["A: turn-over"], [],
     "Ann turns the discard pile over (2) and lifts 5♥.", "Ann lifts 5♥"),
    (state_at(hands={"A": [], "B": ["3D"]}, discards={"A": ["5H", "2C"], "B": []}),
     ["A: turn-over", "A: put to:my-discard"], [],
     "Ann turns the discard pile over (2), lifts 5♥ and discards it.", "Ann discards 5♥"),
    (state_at({"R4": "-"}, hands=EMPTY, discards={"A": ["5H"], "B": []}), ["A: move from:my-discard to:R4"], [],
     ("Ann: 5♥ from the discard pile to R4. Ann has only the crapaud left, so the turn " "ends. Ben's hand is empty."),
     "Ann: 5♥ from discard pile to R4"),
    (state_at(hands={"A": [], "B": ["3D"]}, discards=EMPTY), ["A: pass"], [], "Ann ends the turn.", "Ann ends the turn"),
    (DIAGRAM, ["B: offer-draw"], [], "Ben offers a draw.", "Ben offers a draw"),
    (DIAGRAM, ["B: offer-draw", "A: decline-draw"], ["Ben offers a draw."], "Ann declines the draw.",
     "Ann declines the draw"),
    (DIAGRAM, ["B: offer-draw", "A: flip"], ["Ben offers a draw."], "Ann lifts 3♣.", "Ann lifts 3♣"),
    (DIAGRAM, ["*: wait"], [], "Ann runs out of time. Ann lifts 3♣ and discards it.", "Ann discards 3♣"),
    (state_at(timeouts={"A": 1}), ["*: wait"], [],
     "Ann runs out of time. Once more and Ann loses. Ann lifts 3♣ and discards it.", "Ann discards 3♣"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "commands", "before", "newest", "large"), TOLD)
def test_each_move_is_one_line(
    state: State, commands: list[str], before: list[str], newest: str, large: str
) -> None:
    session = do(session_of(state), *commands, after=90_000)

    assert told(session) == (before, newest)
    assert headline(session.scene(None)) == large
    assert len(large) <= 32


def test_log_says_emptied_once_nothing_is_below() -> None:
    session = do(session_of(state_at({"R4": "-"})), "A: move from:my-crapaud to:R4")
    scene = session.scene(None)
    log = FACE.log(scene.recent[-1], scene)

    assert "Ann's crapaud shows" in log
    assert "is empty" not in log


def test_deal_says_who_begins_and_by_which_card() -> None:
    session = next(walk(1))

    before, newest = told(session)

    assert before == []
    assert newest.startswith("Crapauds: Ann ")
    assert " plays first: " in newest
    assert headline(session.scene(None)).endswith(" plays first")


COMPARED: list[tuple[Compared, str]] = [
    (Compared(cards=("JC", "QH")), "Ann plays first: J♣ is lower than Q♥."),
    (Compared(cards=("JH", "JC")), "Ben plays first: clubs are lower."),
    (Compared(cards=("QD", "QD")), ""),
    (Compared(cards=("9C", "4D"), place=1),
     "The same card twice, so cards from the hands decide: 4♦ before 9♣. Ben plays first."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "said"), COMPARED)
def test_the_lower_crapaud_begins(event: Compared, said: str) -> None:
    assert PLAYS_FIRST(event, Moment(sample().scene(None))) == said


def test_many_moves_are_one_line_naming_newest() -> None:
    moves = [f"A: move from:{a} to:{b}" for a, b in (("R3", "R4"), ("R4", "R3")) * 3]
    session = do(session_of(state_at({"R3": "9C", "R4": "-"})), *moves)

    before, newest = told(session)

    assert before == [
        "Ann: one move, then 9♣ from R4 to R3, 9♣ from R3 to R4, 9♣ from R4 to R3, 9♣ from R3 to R4."
    ]
    assert newest == "Ann: 9♣ from R4 to R3."


def test_move_that_was_taken_back_is_not_told() -> None:
    session = do(sample(), "A: move from:R4 to:L3", "A: move from:R2 to:L3", "A: undo")

    assert told(session) == ([], "Ann: 8♥ from R4 to L3.")
    assert headline(session.scene(None)) == "Ann: 8♥ from R4 to L3"
    assert told(do(session, "A: undo")) == ([], "")


def test_ends_that_come_near_are_told_once() -> None:
    session = sample()
    scene = session.scene(None)

    assert (
        FACE.sentence(NoProgress(turns=100, limit=120), scene)
        == "No progress for 100 turns: 120 make a draw."
    )
    kings: Any = {"hands": EMPTY, "discards": EMPTY, "crapauds": {"A": ["9S"], "B": ["9D"]}}
    repeated = do(session_of(state_at(**kings)), "A: pass", "B: pass")
    assert told(repeated)[1] == (
        "Ben ends the turn. The same position again: once more, and it's a draw. Ann's hand is empty."
    )
    often = PositionRepeated(occurrence=2, limit=4)
    assert "has come up 2 times: 4 make a draw" in FACE.sentence(often, scene)


def test_log_tells_this_turn_and_the_last() -> None:
    session = do(session_of(state_at()), "A: flip", "A: put to:my-discard", "B: flip")
    past = list(session.recent)
    assert "lifts 3♣" in log_of(session, past)

    do(session, "B: put to:my-discard", "A: flip")
    past += list(session.recent)[3:]

    assert "3♣" not in log_of(session, past)
    assert log_of(session, past).startswith("**Turn 2** is Ben's. Ben lifts 7♦. Ben discards 7♦. **Turn 3**")
    assert "lifts 3♣" not in pages.table(session.scene(None)).text
    do(session, "B: resign")
    assert "lifts 3♣" in log_of(session, [*past, session.recent[-1]])


def log_of(session: Session, past: Any) -> str:
    """Return the complete log as a player reads it."""
    return " ".join(pages.log_lines(session.scene(0), past)).replace("-# ", "")


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_running_game_never_tells_over_two_turns(seed: int, options: dict[str, Any]) -> None:
    for session in islice(walk(seed, **options), 0, None, 3):
        scene = session.scene(0)
        kept = [event for past in FACE.remembered(scene.recent, scene) for event in past.events]
        ends = [event for event in kept if isinstance(event, TurnEnded)]
        assert len(ends) <= 1 or session.record.status == "over"
        before, newest = told(session)
        assert len(before) <= 4
        assert newest or not before or session.record.status == "over"
