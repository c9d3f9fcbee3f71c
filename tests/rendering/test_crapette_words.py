"""What happens in Crapette, and what is refused, in sentences."""

import random
import re
from typing import Any, get_args

import pytest

from bot.engine.draft import Refusal
from bot.games.crapette import GAME
from bot.games.crapette.dealing import Compared
from bot.games.crapette.table import End, Table
from bot.games.crapette.turns import NoProgress
from bot.rendering import pages, words
from bot.rendering.crapette.refusals import REFUSALS
from bot.rendering.crapette.sentences import ENDS, SENTENCES
from tests.games.crapette.play import after, code, table
from tests.helpers.nonsense import any_move
from tests.rendering.crapette_table import DIAGRAM, FACE, plain, refused, sample, session_of, told, walk
from tests.rendering.spoken import do

CODES = [
    "game-over",
    "not-a-player",
    "not-your-turn",
    "wrong-phase",
    "bad-line",
    "bad-pile",
    "bad-count",
    "source-empty",
    "same-pile",
    "count-not-allowed",
    "option-off",
    "count-too-big",
    "needs-empty-house",
    "target-empty",
    "does-not-fit",
    "shuffle-limit",
    "hand-empty",
    "hand-not-empty",
    "discard-empty",
    "fill-house-first",
    "not-exhausted",
    "undo-limit",
    "nothing-to-undo",
    "offer-open",
    "offer-limit",
    "no-offer",
]
"""Every error code of the rules."""
WALKS: list[tuple[int, dict[str, Any]]] = [
    (11, {"no_progress_turns": 60}),
    (12, {"no_progress_turns": 60, "stack_moves": False, "undo": False}),
    (13, {"clock_minutes": 120, "court_order": "KJQ"}),
]
"""Random games: the seed and the options of each."""
RAW = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b|None|[\[\]{}\n]|  |my-|their-")


def fault(sentence: str) -> str | None:
    """What is wrong with a text that should be a whole sentence for people; what is or was typed is left alone."""
    text = re.sub(r"`[^`]*`|“[^”]*”", "`typed`", sentence)
    if not (text[:1].isupper() or text[:1].isdigit() or text[:1] in "<*`") or text[-1:] != ".":
        return f"no sentence: {sentence!r}"
    raw = RAW.search(text)
    return f"{raw[0]!r} in {sentence!r}" if raw else None


def test_every_event_and_every_end_has_its_words() -> None:
    assert set(SENTENCES) == set(GAME.events)
    assert set(ENDS) == set(get_args(End))


def test_every_error_code_has_its_sentence() -> None:
    assert {code for code in CODES if words.host_refusal(Refusal(code, {"host": 1})) is None} == set(REFUSALS)


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


@pytest.mark.parametrize(("seed", "options"), WALKS)
def test_whatever_is_refused_is_refused_in_whole_sentences(seed: int, options: dict[str, Any]) -> None:
    chooser, codes = random.Random(seed), set()
    for session in walk(seed, **options):
        seat = session.state.turn if chooser.random() < 0.9 else 1 - session.state.turn
        why = GAME.apply(session.state, seat, any_move(GAME, 2, chooser), session.chance)
        if isinstance(why, Refusal):
            codes.add(why.code)
            assert fault(pages.refusal(session.scene(seat), why)) is None
    assert len(codes) > 8


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


TOLD: list[tuple[Table, list[str], str]] = [
    (DIAGRAM, ["A: move from:R4 to:finish"], "@A: 8♥ R4 → finish."),
    (DIAGRAM, ["A: move from:my-discard to:L1"], "@A: 10♥ own discard pile → L1. @A's discard pile shows"),
    (table({"R4": "-"}),
     ["A: move from:my-crapaud to:R4"], "@A: 2♥ own crapaud → R4. @A's crapaud shows 9♥ (1 left)."),
    (DIAGRAM, ["A: move from:R4 to:their-discard"], "@A: 8♥ R4 → @B's discard pile."),
    (table({"R2": "9C 8H 7C", "R3": "-", "R1": "-", "R4": "10H"}), ["A: move from:R2 to:R4"],
     "@A: 9♣ 8♥ 7♣ R2 → R4."),
    (DIAGRAM, ["A: move from:R4 to:finish", "A: undo"], "@A takes back 8♥ R4 → finish."),
    (DIAGRAM, ["A: flip"], "@A lifts 3♣."),
    (table({"R4": "4H"}), ["A: flip", "A: put to:R4"], "@A: 3♣ → R4."),
    (table(), ["A: flip", "A: put to:my-discard"], "@A discards 3♣. **Turn 2** is @B's."),
    (table(hands={"A": [], "B": ["3D"]}, discards={"A": ["5H", "2C"], "B": []}), ["A: turn-over"],
     "@A turns the discard pile over (2 cards). @A lifts 5♥."),
    (table({"R4": "-"}, hands={"A": [], "B": []}, discards={"A": ["5H"], "B": []}),
     ["A: move from:my-discard to:R4"],
     "@A: 5♥ own discard pile → R4. @A has no hand and no discard pile left, which ends the turn. **Turn 2**"),
    (table(hands={"A": [], "B": ["3D"]}, discards={"A": [], "B": []}), ["A: pass"],
     "@A passes. **Turn 2** is @B's."),
    (table(hands={"A": [], "B": []}, discards={"A": [], "B": []}), ["A: pass"],
     "@A passes. **Turn 2** is @B's, without hand and discard pile: `/pass` ends it."),
    (DIAGRAM, ["B: offer-draw"], "@B offers a draw."),
    (DIAGRAM, ["B: offer-draw", "A: decline-draw"], "@A declines the draw."),
    (DIAGRAM, ["B: offer-draw", "A: flip"], "@B's offer of a draw has lapsed. @A lifts 3♣."),
    (DIAGRAM, ["*: wait"],
     "Time is up for @A (1 of 3 in a row). @A lifts 3♣. @A discards 3♣. **Turn 18** is @B's."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "commands", "said"), TOLD)
def test_what_happens_is_told(state: Table, commands: list[str], said: str) -> None:
    assert told(do(session_of(state), *commands, after=90_000)).startswith(said)


def test_the_end_is_told_with_what_is_left() -> None:
    agreed = do(session_of(table()), "A: flip", "B: offer-draw", "A: offer-draw")
    resigned = do(session_of(table(discards={"A": [], "B": []})), "B: leave")

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


LINES: list[tuple[Table, str, str]] = [
    (DIAGRAM, "R4-F R3-OC D-L1 R2-R3",
     "Your line stopped because a card was uncovered; `R2-R3` was not done."),
    (DIAGRAM, "R4-F R3-F D-L1",
     "Your line stopped before `R3-F D-L1`. 7♠ cannot finish yet: no finishing pile shows 6♠."),
    (table({"R4": "-"}, hands={"A": [], "B": []}, discards={"A": ["5H"], "B": []}), "D-R4 R4-R3",
     "Your line stopped because the turn is over; `R4-R3` was not done."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "moves", "said"), LINES)
def test_a_line_that_stops_says_why_to_its_player(state: Table, moves: str, said: str) -> None:
    session = do(session_of(state), f'A: line moves:"{moves}"')

    assert said in told(session, 0)
    assert "line" not in told(session, 1) + told(session)


FREE = table({"R4": "-"})
REFUSED: list[tuple[Table, str, str]] = [
    (DIAGRAM, "B: flip", "It is @A's turn; wait until it has ended."),
    (DIAGRAM, "A: put to:R4", "You have no lifted card to put down. `/flip` lifts one"),
    (after(DIAGRAM, "A: flip"), "A: undo", "Put 3♣, the card you have lifted, down first, with `/put`."),
    (DIAGRAM, "A: line moves:R4-X", "“R4-X” is not a move. Write moves like `R4-F R3-OC D-L1 R2x3-L1`"),
    (DIAGRAM, 'A: line moves:" "', "You named no move. Write moves like"),
    (DIAGRAM, f'A: line moves:"{"R4-F " * 31}"', "A line has at most 30 moves and 200 characters; yours has 31 and 155."),
    (DIAGRAM, "A: move from:hand to:R4", "“hand” cannot be chosen here. Cards come from `my-discard`"),
    (DIAGRAM, "A: undo steps:0", "0 is too few; name 1 or more"),
    (FREE, "A: move from:R4 to:finish", "There is no card in R4; choose another pile."),
    (table(discards={"A": [], "B": []}), "A: move from:my-discard to:L1", "There is no card in your discard pile"),
    (DIAGRAM, "A: move from:R4 to:R4", "A card of R4 cannot go to R4 itself"),
    (DIAGRAM, "A: move from:R2 to:finish count:2", "Several cards go together only from house to house"),
    (table(options={"undo": False}), "A: undo", "Taking back is switched off at this table"),
    (table(options={"stack-moves": False}), "A: move from:R4 to:R3 count:2", "Stack moves are switched off"),
    (DIAGRAM, "A: move from:R4 to:L1 count:2", "That house has only 1 card; you asked for 2."),
    (DIAGRAM, "A: move from:R2 to:L3 count:2", "With no empty house beside the target, at most 1 card can go at once; you need 2."),
    (table({"R2": "9C 8H 7C", "R3": "-"}), "A: move from:R2 to:R3 count:2",
     "With no empty house beside the target, at most 1 card"),
    (table({"R2": "9C 8H 7C 6H 5C", "R3": "-", "R1": "10H"}), "A: move from:R2 to:R1",
     "With 1 empty house beside the target, at most 2 cards can go at once; you need 5."),
    (DIAGRAM, "A: move from:R3 to:their-crapaud",
     "7♠ may go to your opponent's crapaud only while a house is empty before the move; free a house first."),
    (DIAGRAM, "A: move from:my-crapaud to:R4", "5♦ may go to R4 only while a house is empty"),
    (table(discards={"A": ["2S"], "B": []}), "A: move from:R4 to:their-discard",
     "You cannot load your opponent's discard pile while it is empty."),
    (DIAGRAM, "A: move from:R3 to:finish", "7♠ cannot finish yet: no finishing pile shows 6♠."),
    (DIAGRAM, "A: move from:R3 to:L1", "7♠ does not fit on L1: onto J♠ goes only 10♦ or 10♥."),
    (DIAGRAM, "A: move from:R3 to:their-discard",
     "7♠ does not fit on your opponent's discard pile: onto 9♥ goes only 8♥ or 10♥."),
    (table({"R4": "AS"}), "A: move from:R3 to:R4", "K♣ does not fit on R4: nothing goes onto A♠."),
    (table({"R4": "-"}, house_moves=60), "A: move from:R3 to:R4", "You have made 60 moves from house to house"),
    (table(hands={"A": [], "B": []}), "A: flip", "Your hand is empty; `/turn-over` makes"),
    (table(hands={"A": [], "B": []}, discards={"A": [], "B": []}), "A: flip",
     "Your hand is empty, and so is your discard pile; `/pass` ends your turn."),
    (DIAGRAM, "A: turn-over", "Your hand has 20 cards left; `/flip` lifts the next one."),
    (table(hands={"A": [], "B": []}, discards={"A": [], "B": []}), "A: turn-over",
     "You have no discard pile to turn over; `/pass` ends your turn."),
    (table({"R4": "-", "L1": "-"}, hands={"A": [], "B": []}), "A: turn-over",
     "Occupy every empty house before you turn your discard pile over; L1 and R4 must be filled."),
    (DIAGRAM, "A: pass", "You may pass only in a turn that began without hand and discard pile"),
    (table(undo_used=19), "A: undo steps:2", "At most 20 moves can be taken back in a turn; 1 is left."),
    (DIAGRAM, "A: undo", "Nothing can be taken back now: you have moved no card since your turn began"),
    (after(DIAGRAM, "A: move from:R4 to:finish"), "A: undo steps:2", "Only 1 move can be taken back now."),
    (after(DIAGRAM, "B: offer-draw"), "B: offer-draw", "Your offer is still open"),
    (after(DIAGRAM, "B: offer-draw", "A: decline-draw"), "B: offer-draw", "You have offered a draw in this turn"),
    (DIAGRAM, "A: accept-draw", "There is no offer by your opponent to answer."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "command", "said"), REFUSED)
def test_a_refusal_says_what_would_be_right(state: Table, command: str, said: str) -> None:
    assert refused(session_of(state), command).startswith(said)


def test_every_refusal_was_tried() -> None:
    tried = {code(state, command) for state, command, _ in REFUSED}

    assert tried == set(REFUSALS)


def test_the_portuguese_order_changes_what_fits() -> None:
    state = table({"R4": "KH", "R3": "QC"}, options={"court-order": "KJQ"})
    session = session_of(state)

    assert refused(session, "A: move from:R3 to:R4") == "Q♣ does not fit on R4: onto K♥ goes only J♣ or J♠."
    assert (
        refused(session, "A: move from:R3 to:finish") == "Q♣ cannot finish yet: no finishing pile shows 10♣."
    )
