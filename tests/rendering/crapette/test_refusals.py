"""What is refused in Crapette, in sentences."""

import random
from typing import Any

import pytest

from bot.engine.draft import Refusal
from bot.games.crapette import GAME
from bot.games.crapette.state import State
from bot.rendering import pages, words
from bot.rendering.crapette.refusals import REFUSALS
from bot.rendering.refusals import COMMON
from tests.helpers.nonsense import any_move
from tests.rendering.crapette.sessions import (
    DIAGRAM,
    WALKS,
    diagram,
    fault,
    refused,
    session_of,
    state_at,
    walk,
)  # fmt: skip
from tests.rendering.spoken import move

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


def test_every_error_code_has_its_sentence() -> None:
    own = {code for code in CODES if words.host_refusal(Refusal(code, {"host": 1})) is None}

    assert own == {"not-your-turn", *REFUSALS}
    assert "not-your-turn" in COMMON


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


FREE = state_at({"R4": "-"})
REFUSED: list[tuple[State, str, str]] = [
    (DIAGRAM, "B: flip", "It is not your turn: the table waits for @A."),
    (DIAGRAM, "A: put to:R4", "You have no lifted card to put down. `/flip` lifts one"),
    (diagram("A: flip"), "A: undo", "Put 3♣, the card you have lifted, down first, with `/put`."),
    (DIAGRAM, "A: line moves:R4-X", "“R4-X” is not a move. Write moves like `R4-F R3-OC D-L1 R2x3-L1`"),
    (DIAGRAM, 'A: line moves:" "', "You named no move. Write moves like"),
    (DIAGRAM, f'A: line moves:"{"R4-F " * 31}"', "A line has at most 30 moves and 200 characters; yours has 31 and 155."),
    (DIAGRAM, "A: move from:hand to:R4", "“hand” cannot be chosen here. Cards come from `my-discard`"),
    (DIAGRAM, "A: undo steps:0", "0 is too few; name 1 or more"),
    (FREE, "A: move from:R4 to:finish", "There is no card in R4; choose another pile."),
    (state_at(discards={"A": [], "B": []}), "A: move from:my-discard to:L1", "There is no card in your discard pile"),
    (DIAGRAM, "A: move from:R4 to:R4", "A card of R4 cannot go to R4 itself"),
    (DIAGRAM, "A: move from:R2 to:finish count:2", "Several cards go together only from house to house"),
    (state_at(options={"undo": False}), "A: undo", "Taking back is switched off at this table"),
    (state_at(options={"stack-moves": False}), "A: move from:R4 to:R3 count:2", "Stack moves are switched off"),
    (DIAGRAM, "A: move from:R4 to:L1 count:2", "That house has only 1 card; you asked for 2."),
    (DIAGRAM, "A: move from:R2 to:L3 count:2", "With no empty house beside the target, at most 1 card can go at once; you need 2."),
    (state_at({"R2": "9C 8H 7C", "R3": "-"}), "A: move from:R2 to:R3 count:2",
     "With no empty house beside the target, at most 1 card"),
    (state_at({"R2": "9C 8H 7C 6H 5C", "R3": "-", "R1": "10H"}), "A: move from:R2 to:R1",
     "With 1 empty house beside the target, at most 2 cards can go at once; you need 5."),
    (DIAGRAM, "A: move from:R3 to:their-crapaud",
     "7♠ may go to your opponent's crapaud only while a house is empty before the move; free a house first."),
    (DIAGRAM, "A: move from:my-crapaud to:R4", "5♦ may go to R4 only while a house is empty"),
    (state_at(discards={"A": ["2S"], "B": []}), "A: move from:R4 to:their-discard",
     "You cannot load your opponent's discard pile while it is empty."),
    (DIAGRAM, "A: move from:R3 to:finish", "7♠ cannot finish yet: no finishing pile shows 6♠."),
    (DIAGRAM, "A: move from:R3 to:L1", "7♠ does not fit on L1: onto J♠ goes only 10♦ or 10♥."),
    (DIAGRAM, "A: move from:R3 to:their-discard",
     "7♠ does not fit on your opponent's discard pile: onto 9♥ goes only 8♥ or 10♥."),
    (state_at({"R4": "AS"}), "A: move from:R3 to:R4", "K♣ does not fit on R4: nothing goes onto A♠."),
    (state_at({"R4": "-"}, house_moves=60), "A: move from:R3 to:R4", "You have made 60 moves from house to house"),
    (state_at(hands={"A": [], "B": []}), "A: flip", "Your hand is empty; `/turn-over` makes"),
    (state_at(hands={"A": [], "B": []}, discards={"A": [], "B": []}), "A: flip",
     "Your hand is empty, and so is your discard pile; `/pass` ends your turn."),
    (DIAGRAM, "A: turn-over", "Your hand has 20 cards left; `/flip` lifts the next one."),
    (state_at(hands={"A": [], "B": []}, discards={"A": [], "B": []}), "A: turn-over",
     "You have no discard pile to turn over; `/pass` ends your turn."),
    (state_at({"R4": "-", "L1": "-"}, hands={"A": [], "B": []}), "A: turn-over",
     "Occupy every empty house before you turn your discard pile over; L1 and R4 must be filled."),
    (DIAGRAM, "A: pass", "You may pass only in a turn that began without hand and discard pile"),
    (state_at(undo_used=19), "A: undo steps:2", "At most 20 moves can be taken back in a turn; 1 is left."),
    (DIAGRAM, "A: undo", "Nothing can be taken back now: you have moved no card since your turn began"),
    (diagram("A: move from:R4 to:finish"), "A: undo steps:2", "Only 1 move can be taken back now."),
    (diagram("B: offer-draw"), "B: offer-draw", "Your offer is still open"),
    (diagram("B: offer-draw", "A: decline-draw"), "B: offer-draw", "You have offered a draw in this turn"),
    (DIAGRAM, "A: accept-draw", "There is no offer by your opponent to answer."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "command", "said"), REFUSED)
def test_a_refusal_says_what_would_be_right(state: State, command: str, said: str) -> None:
    assert refused(session_of(state), command).startswith(said)


def test_every_refusal_was_tried() -> None:
    tried = {code(state, command) for state, command, _ in REFUSED}

    assert tried == {"not-your-turn", *REFUSALS}


def code(state: State, command: str) -> str:
    """The error code with which a command is refused."""
    why = move(session_of(state), *command.split(": ", 1))
    assert isinstance(why, Refusal), why
    return why.code


def test_the_portuguese_order_changes_what_fits() -> None:
    state = state_at({"R4": "KH", "R3": "QC"}, options={"court-order": "KJQ"})
    session = session_of(state)

    assert refused(session, "A: move from:R3 to:R4") == "Q♣ does not fit on R4: onto K♥ goes only J♣ or J♠."
    assert (
        refused(session, "A: move from:R3 to:finish") == "Q♣ cannot finish yet: no finishing pile shows 10♣."
    )
