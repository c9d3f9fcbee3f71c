"""Moving cards between piles (sections 5.1 and 5.2)."""

from typing import Final

import msgspec

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.moves import Move
from bot.games.crapette.cards import Court
from bot.games.crapette.offers import begin_card_action
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.state import (
    HOUSES,
    MAX_HOUSE_MOVES,
    NAMES,
    SOURCES,
    TARGETS,
    Code,
    MadeMove,
    Pile,
    State,
)
from bot.games.crapette.turns import settle

MAX_CARDS: Final = 13
"""The most cards in a move: a whole house."""

_SOURCE_CODES: Final = {NAMES[code].lower(): code for code in SOURCES}
_TARGET_CODES: Final = {NAMES[code].lower(): code for code in TARGETS}


class MoveCards(Move, frozen=True, tag="move"):
    """Move the top card of a pile, or several between houses. Piles are named as in `NAMES`."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    count: int | None = None


class PileMove(msgspec.Struct, frozen=True):
    """A move as it was read. `count` is the number of cards, None to take the number that fits."""

    source: Code
    target: Code
    count: int | None = None

    def __str__(self) -> str:
        """Return the move as an item of a line: `R2x3-L1`."""
        count = "" if self.count is None else f"x{self.count}"
        return f"{self.source}{count}-{self.target}"

    @property
    def is_house_move(self) -> bool:
        """Whether the move is between houses."""
        return self.source in HOUSES and self.target in HOUSES


class Moved(SeatEvent, frozen=True):
    """A player moved cards, bottom to top. The piles are named as the player on turn names them."""

    cards: Pile
    source: str
    target: str


class Shown(SeatEvent, frozen=True):
    """A card of a player's own pile was uncovered. The pile has `count` cards, this one included."""

    card: Card
    pile: str
    count: int


def move_cards(draft: Draft[State], seat: Seat, command: MoveCards) -> Refusal | None:
    """Move cards, or return why not."""
    move = _read(command)
    return move if isinstance(move, Refusal) else make_move(draft, move)


def _read(command: MoveCards) -> PileMove | Refusal:
    """Return the move in short codes, or refuse an unknown pile or count."""
    source = _SOURCE_CODES.get(command.source.lower())
    target = _TARGET_CODES.get(command.target.lower())
    if source is None:
        return Refusal("bad-pile", {"source": command.source})
    if target is None:
        return Refusal("bad-pile", {"pile": command.target})
    if command.count is not None and command.count < 1:
        return Refusal("bad-count", {"count": command.count})
    return PileMove(source, target, command.count)


def make_move(draft: Draft[State], move: PileMove) -> Refusal | None:
    """Make a move for the player on turn, or return why not."""
    number = number_to_move(draft.state, move)
    if isinstance(number, Refusal):
        return number
    begin_card_action(draft)
    transfer(draft, move, number)
    return None


def number_to_move(state: State, move: PileMove) -> int | Refusal:
    """Return the number of cards a move takes, or its refusal, from `source-empty` on in section 5.3."""
    pile = state.pile(move.source)
    if not pile:
        return Refusal("source-empty", {"pile": NAMES[move.source]})
    if move.source == move.target:
        return Refusal("same-pile", {"pile": NAMES[move.source]})
    number = _stack_count(state, move, pile) if move.is_house_move else _single_count(move)
    if isinstance(number, Refusal):
        return number
    refusal = target_refusal(state, pile[-number], move.target, from_crapaud=move.source == "C")
    if refusal is None and move.is_house_move and state.house_moves >= MAX_HOUSE_MOVES:
        refusal = Refusal("shuffle-limit", {"limit": MAX_HOUSE_MOVES})
    return refusal or number


def _single_count(move: PileMove) -> int | Refusal:
    return 1 if move.count in (None, 1) else Refusal("count-not-allowed", {"count": move.count})


def _stack_count(state: State, move: PileMove, pile: Pile) -> int | Refusal:
    """Return the number of cards of a move between houses. By default it's the one that fits, if any (R8)."""
    number, top = move.count, state.top(move.target)
    if not state.options.stack_moves:
        return 1 if number in (None, 1) else Refusal("option-off", {"option": "stack-moves"})
    if number is None:
        number = 1 if top is None else stack_size(state.court, pile, top) or 1
    empty = len(state.empty_houses) - (top is None)
    if number > min(len(pile), stack_limit(state.options, empty)):
        return Refusal("count-too-big", {"count": number, "cards": len(pile), "empty": empty})
    return number


def stack_limit(options: CrapetteOptions, empty: int) -> int:
    """Return the most cards to move between houses at once, given the other empty houses (R8)."""
    return 2**empty if options.stack_moves else 1


def stack_size(court: Court, pile: Pile, top: Card) -> int:
    """Return the only number of a house's top cards that fits onto this card. 0 if there's none (R8)."""
    number = court.value[top] - court.value[pile[-1]]
    fits = 0 < number <= len(pile) and top in court.house_tops[pile[-number]]
    return number if fits else 0


def target_refusal(state: State, card: Card, target: Code, *, from_crapaud: bool) -> Refusal | None:
    """Return why a card can't go on a pile, by the two tables of section 5.1. None if it can."""
    if target == "F":
        return None if state.finishing(card) is not None else _misfit(card, target, None)
    if (from_crapaud or target == "OC") and not state.empty_houses:
        # Without an empty house no crapaud card can be played and no crapaud loaded, whatever fits (R6).
        return Refusal("needs-empty-house", {"card": card, "pile": NAMES[target]})
    top = state.top(target)
    if target in HOUSES:
        return None if top in state.court.house_tops[card] else _misfit(card, target, top)
    if top is None:
        return Refusal("target-empty", {"pile": NAMES[target]})
    return None if top in state.court.load_tops[card] else _misfit(card, target, top)


def _misfit(card: Card, target: Code, top: Card | None) -> Refusal:
    return Refusal("does-not-fit", {"card": card, "pile": NAMES[target], "top": top})


def uncovers(state: State, move: PileMove) -> bool:
    """Whether the move reveals a card of the mover's discard pile or crapaud, a barrier (section 5.5)."""
    return move.source not in HOUSES and len(state.pile(move.source)) > 1


def transfer(draft: Draft[State], move: PileMove, number: int) -> None:
    """Make a legal move of this many cards, with its consequences."""
    state = draft.state
    start, goal = state.place(move.source), state.goal(move.target, state.pile(move.source)[-number])
    rest, cards = state.piles[start][:-number], state.piles[start][-number:]
    is_barrier = uncovers(state, move)
    is_undoable = state.options.undo and not is_barrier
    draft.tell(Moved(seat=state.turn, cards=cards, source=NAMES[move.source], target=NAMES[move.target]))
    draft.change(
        piles=state.piles_with({start: rest, goal: state.piles[goal] + cards}),
        house_moves=state.house_moves + 1 if move.is_house_move else 0,
        undo=(*state.undo, MadeMove(cards, move.source, move.target)) if is_undoable else (),
        progress=state.progress + (move.target == "F"),
    )
    if is_barrier:
        _show_top(draft, move.source)
    settle(draft, was_exhausted=state.is_exhausted)


def _show_top(draft: Draft[State], source: Code) -> None:
    """Show the new top of a player's own pile. A crapaud card seen for the first time is progress (R16)."""
    state = draft.state
    seat, pile = state.turn, state.pile(source)
    draft.tell(Shown(seat=seat, card=pile[-1], pile=NAMES[source], count=len(pile)))
    if source == "C" and state.crapaud_unseen[seat] == len(pile):
        unseen = put(state.crapaud_unseen, seat, len(pile) - 1)
        draft.change(crapaud_unseen=unseen, progress=state.progress + 1)
