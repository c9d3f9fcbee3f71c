"""Taking moves back (section 5.5, R15)."""

from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal
from bot.engine.events import SeatEvent
from bot.engine.moves import Move
from bot.games.crapette.offers import cancel_offer
from bot.games.crapette.state import MAX_UNDO_STEPS, NAMES, MadeMove, Pile, Place, State, last_finished


class Undo(Move, frozen=True):
    """Take back your latest moves, up to the last one that revealed a card."""

    steps: int = 1


class TakenBack(SeatEvent, frozen=True):
    """A move was taken back: the cards, bottom to top, went back from `target` to `source`."""

    cards: Pile
    source: str
    target: str


def undo_refusal(state: State, steps: int) -> Refusal | None:
    """Return why this many moves can't be taken back now."""
    if steps < 1:
        return Refusal("bad-count", {"count": steps})
    if not state.options.undo:
        return Refusal("option-off", {"option": "undo"})
    left = MAX_UNDO_STEPS - state.undo_used
    if steps > left:
        return Refusal("undo-limit", {"limit": MAX_UNDO_STEPS, "left": left})
    possible = len(state.undo)
    return Refusal("nothing-to-undo", {"possible": possible}) if steps > possible else None


def undo(draft: Draft[State], seat: Seat, move: Undo) -> Refusal | None:
    """Take back this many moves. Of the counters, only the progress of finished cards is taken back."""
    if refusal := undo_refusal(draft.state, move.steps):
        return refusal
    cancel_offer(draft)
    for _ in range(move.steps):
        _take_back(draft)
    return None


def _take_back(draft: Draft[State]) -> None:
    state = draft.state
    *earlier, move = state.undo
    start, goal, number = state.place(move.source), _current_place(state, move), len(move.cards)
    rest, cards = state.piles[goal][:-number], state.piles[goal][-number:]
    draft.tell(
        TakenBack(seat=state.turn, cards=move.cards, source=NAMES[move.source], target=NAMES[move.target])
    )
    draft.change(
        piles=state.piles_with({start: state.piles[start] + cards, goal: rest}),
        undo=tuple(earlier),
        undo_used=state.undo_used + 1,
        progress=state.progress - (move.target == "F"),
    )


def _current_place(state: State, move: MadeMove) -> Place:
    """Return the place at which the cards of this move lie."""
    return last_finished(state.piles, move.cards[0]) if move.target == "F" else state.place(move.target)
