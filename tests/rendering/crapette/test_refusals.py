"""The refusals of Crapette, in sentences."""

import pytest

from bot.engine.draft import Refusal
from bot.games.crapette.state import State
from bot.rendering.crapette.refusals import REFUSALS
from tests.rendering.crapette.sessions import (
    DIAGRAM,
    diagram,
    refused,
    session_of,
    state_at,
)  # fmt: skip
from tests.rendering.spoken import move

FREE = state_at({"R4": "-"})
REFUSED: list[tuple[State, str, str]] = [
    (DIAGRAM, "B: flip", "It's Ann's turn."),
    (DIAGRAM, "A: put to:R4", "You haven't lifted a card. Lift one from your hand first."),
    (diagram("A: flip"), "A: undo", "Put 3♣ down first."),
    (DIAGRAM, "A: line moves:R4-X", "“R4-X” isn't a move. Write `R4-F R3-OC D-L1 R2x3-L1`."),
    (DIAGRAM, 'A: line moves:" "', "You didn't write a move. Write `R4-F"),
    (DIAGRAM, f'A: line moves:"{"R4-F " * 31}"', "At most 30 moves and 200 characters a line."),
    (DIAGRAM, "A: move from:hand to:R4", "You can only take cards from houses, your crapaud and your discard pile."),
    (DIAGRAM, "A: undo steps:0", "Move at least one card."),
    (FREE, "A: move from:R4 to:finish", "R4 is empty."),
    (state_at(discards={"A": [], "B": []}), "A: move from:my-discard to:L1", "Your discard pile is empty."),
    (DIAGRAM, "A: move from:R4 to:R4", "It's already there."),
    (DIAGRAM, "A: move from:R2 to:finish count:2", "You can only move several cards at once between houses."),
    (state_at(options={"undo": False}), "A: undo", "You can't take anything back at this table."),
    (state_at(options={"stack-moves": False}), "A: move from:R4 to:R3 count:2", "You move one card at a time at this table."),
    (DIAGRAM, "A: move from:R4 to:L1 count:2", "That house has only one card. You chose 2."),
    (DIAGRAM, "A: move from:R2 to:L3 count:2", "Without another empty house you can take one card. You chose 2."),
    (state_at({"R2": "9C 8H 7C", "R3": "-"}), "A: move from:R2 to:R3 count:2",
     "Without another empty house you can take one card"),
    (state_at({"R2": "9C 8H 7C 6H 5C", "R3": "-", "R1": "10H"}), "A: move from:R2 to:R1",
     "One more empty house lets you take 2 cards. You chose 5."),
    (DIAGRAM, "A: move from:R3 to:their-crapaud",
     "That needs an empty house first."),
    (DIAGRAM, "A: move from:my-crapaud to:R4", "That needs an empty house first."),
    (state_at(discards={"A": ["2S"], "B": []}), "A: move from:R4 to:their-discard",
     "Ben's discard pile is empty, so you can't load it."),
    (DIAGRAM, "A: move from:R3 to:finish", "7♠ can't finish yet: 6♠ isn't there."),
    (DIAGRAM, "A: move from:R3 to:L1", "7♠ doesn't go on L1. Only 10♦ or 10♥ can go on J♠."),
    (DIAGRAM, "A: move from:R3 to:their-discard",
     "7♠ doesn't go on Ben's discard pile. Only 8♥ or 10♥ can go on 9♥."),
    (state_at({"R4": "AS"}), "A: move from:R3 to:R4", "K♣ doesn't go on R4. Nothing can go on A♠."),
    (state_at({"R4": "-"}, house_moves=60), "A: move from:R3 to:R4", "60 house moves in a row. Time to lift a card."),
    (state_at(hands={"A": [], "B": []}), "A: flip", "Your hand is empty. Turn your discard pile over."),
    (state_at(hands={"A": [], "B": []}, discards={"A": [], "B": []}), "A: flip",
     "Your hand is empty, and so is your discard pile. End your turn."),
    (DIAGRAM, "A: turn-over", "Your hand still has 20 cards."),
    (state_at(hands={"A": [], "B": []}, discards={"A": [], "B": []}), "A: turn-over",
     "Your discard pile is empty, so end your turn."),
    (state_at({"R4": "-", "L1": "-"}, hands={"A": [], "B": []}), "A: turn-over",
     "Fill L1 and R4 first, then turn your discard pile over."),
    (DIAGRAM, "A: pass", "Discard to end your turn."),
    (state_at(undo_used=19), "A: undo steps:2", "You can take back 20 moves a turn. One is left."),
    (DIAGRAM, "A: undo", "There's nothing to take back. Your turn just began"),
    (diagram("A: move from:R4 to:finish"), "A: undo steps:2", "Only one move can be taken back."),
    (diagram("B: offer-draw"), "B: offer-draw", "You've already offered a draw."),
    (diagram("B: offer-draw", "A: decline-draw"), "B: offer-draw", "You can offer a draw once a turn."),
    (DIAGRAM, "A: accept-draw", "Nobody has offered you a draw."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "command", "said"), REFUSED)
def test_a_refusal_says_what_would_be_right(state: State, command: str, said: str) -> None:
    assert refused(session_of(state), command).startswith(said)


def test_every_refusal_was_tried() -> None:
    tried = {code(state, command) for state, command, _ in REFUSED}

    assert tried == {"not-your-turn", *REFUSALS}


def code(state: State, command: str) -> str:
    """Return the error code that refuses a command."""
    why = move(session_of(state), *command.split(": ", 1))
    assert isinstance(why, Refusal), why
    return why.code


def test_the_portuguese_order_changes_what_fits() -> None:
    state = state_at({"R4": "KH", "R3": "QC"}, options={"court-order": "KJQ"})
    session = session_of(state)

    assert refused(session, "A: move from:R3 to:R4") == "Q♣ doesn't go on R4. Only J♣ or J♠ can go on K♥."
    assert refused(session, "A: move from:R3 to:finish") == "Q♣ can't finish yet: 10♣ isn't there."
