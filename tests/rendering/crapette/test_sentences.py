"""What happens in Crapette, in sentences."""

import re
from typing import Any, get_args

import pytest

from bot.engine.events import TimedOut
from bot.games.crapette import GAME
from bot.games.crapette.dealing import Compared
from bot.games.crapette.state import End, State
from bot.games.crapette.turns import NoProgress
from bot.rendering.crapette.sentences import ENDS, SENTENCES
from tests.rendering.crapette.sessions import (
    DIAGRAM,
    FACE,
    WALKS,
    fault,
    plain,
    sample,
    session_of,
    state_at,
    told,
    walk,
)  # fmt: skip
from tests.rendering.spoken import do


def test_every_event_and_every_end_has_its_words() -> None:
    assert {TimedOut, *SENTENCES} == set(GAME.events)
    assert set(ENDS) == set(get_args(End))


@pytest.mark.parametrize(("seed", "options"), WALKS)
def test_what_happens_in_a_game_is_told_in_whole_sentences(seed: int, options: dict[str, Any]) -> None:
    heard = set()
    for session in walk(seed, **options):
        for event in session.recent[-1].events:
            text = FACE.sentence(event, session.scene(event.to[0] if event.to else None))
            heard.add(type(event))
            if text or getattr(event, "why", None) != "discarded":
                assert fault(text) is None
    assert len(heard) > 10


def test_the_deal_and_the_choice_of_the_first_player_are_told() -> None:
    session = next(walk(1))

    said = told(session)

    assert re.match(
        r"The cards are dealt, 35 to each hand\. Crapauds: @A \S+, @B \S+\. Houses: (\S+ ){7}\S+\. ", said
    )
    assert re.search(r"The lower crapaud begins: @A \S+, @B \S+\. \*\*Turn 1\*\* is @[AB]'s\.$", said)


def test_equal_crapauds_are_decided_by_the_hands() -> None:
    scene = sample().scene(None)
    first, second = (Compared(cards=("9C", "4D"), place=place) for place in (1, 2))

    assert plain(FACE.sentence(first, scene)) == (
        "The same card twice; the hands' cards at the bottom decide: @A 9♣, @B 4♦."
    )
    assert "in place 2 from the bottom decide" in FACE.sentence(second, scene)


TOLD: list[tuple[State, list[str], str]] = [
    (DIAGRAM, ["A: move from:R4 to:finish"], "@A: 8♥ R4 → finish."),
    (DIAGRAM, ["A: move from:my-discard to:L1"], "@A: 10♥ own discard pile → L1. @A's discard pile shows"),
    (state_at({"R4": "-"}),
     ["A: move from:my-crapaud to:R4"], "@A: 2♥ own crapaud → R4. @A's crapaud shows 9♥ (1 left)."),
    (DIAGRAM, ["A: move from:R4 to:their-discard"], "@A: 8♥ R4 → @B's discard pile."),
    (state_at({"R2": "9C 8H 7C", "R3": "-", "R1": "-", "R4": "10H"}), ["A: move from:R2 to:R4"],
     "@A: 9♣ 8♥ 7♣ R2 → R4."),
    (DIAGRAM, ["A: move from:R4 to:finish", "A: undo"], "@A takes back 8♥ R4 → finish."),
    (DIAGRAM, ["A: flip"], "@A lifts 3♣."),
    (state_at({"R4": "4H"}), ["A: flip", "A: put to:R4"], "@A: 3♣ → R4."),
    (state_at(), ["A: flip", "A: put to:my-discard"], "@A discards 3♣. **Turn 2** is @B's."),
    (state_at(hands={"A": [], "B": ["3D"]}, discards={"A": ["5H", "2C"], "B": []}), ["A: turn-over"],
     "@A turns the discard pile over (2 cards). @A lifts 5♥."),
    (state_at({"R4": "-"}, hands={"A": [], "B": []}, discards={"A": ["5H"], "B": []}),
     ["A: move from:my-discard to:R4"],
     "@A: 5♥ own discard pile → R4. @A has no hand and no discard pile left, which ends the turn. **Turn 2**"),
    (state_at(hands={"A": [], "B": ["3D"]}, discards={"A": [], "B": []}), ["A: pass"],
     "@A passes. **Turn 2** is @B's."),
    (state_at(hands={"A": [], "B": []}, discards={"A": [], "B": []}), ["A: pass"],
     "@A passes. **Turn 2** is @B's, without hand and discard pile: `/pass` ends it."),
    (DIAGRAM, ["B: offer-draw"], "@B offers a draw."),
    (DIAGRAM, ["B: offer-draw", "A: decline-draw"], "@A declines the draw."),
    (DIAGRAM, ["B: offer-draw", "A: flip"], "@B's offer of a draw has lapsed. @A lifts 3♣."),
    (DIAGRAM, ["*: wait"],
     "Time is up for @A. That makes 1 timeout in a row; 3 lose the game. @A lifts 3♣. @A discards 3♣. **Turn 18** is @B's."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "commands", "said"), TOLD)
def test_what_happens_is_told(state: State, commands: list[str], said: str) -> None:
    assert told(do(session_of(state), *commands, after=90_000)).startswith(said)


def test_the_end_is_told_with_what_is_left() -> None:
    agreed = do(session_of(state_at()), "A: flip", "B: offer-draw", "A: offer-draw")
    resigned = do(session_of(state_at(discards={"A": [], "B": []})), "B: leave")

    assert told(agreed) == (
        "@A accepts the draw. "
        "@A has left: 1 in the hand, 1 discarded, 2 in the crapaud and the lifted 3♣. "
        "@B has left: 2 in the hand, 1 discarded and 2 in the crapaud. "
        "The game is over, a draw: both players agreed on a draw."
    )
    assert told(resigned).startswith(
        "@B resigns. @A has left: 2 in the hand and 2 in the crapaud. @B has left"
    )
    assert told(resigned).endswith("The game is over, @A wins: the opponent has resigned.")


def test_a_long_time_without_progress_is_told() -> None:
    event = NoProgress(turns=100, limit=120)

    assert (
        FACE.sentence(event, sample().scene(None)) == "100 turns in a row without progress; 120 make a draw."
    )


LINES: list[tuple[State, str, str]] = [
    (DIAGRAM, "R4-F R3-OC D-L1 R2-R3",
     "Your line stopped because a card was uncovered; `R2-R3` was not done."),
    (DIAGRAM, "R4-F R3-F D-L1",
     "Your line stopped before `R3-F D-L1`. 7♠ cannot finish yet: no finishing pile shows 6♠."),
    (state_at({"R4": "-"}, hands={"A": [], "B": []}, discards={"A": ["5H"], "B": []}), "D-R4 R4-R3",
     "Your line stopped because the turn is over; `R4-R3` was not done."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "moves", "said"), LINES)
def test_a_line_that_stops_says_why_to_its_player(state: State, moves: str, said: str) -> None:
    session = do(session_of(state), f'A: line moves:"{moves}"')

    assert said in told(session, 0)
    assert "line" not in told(session, 1) + told(session)
