"""Carrying cards from pile to pile (rules, sections 5.1 and 5.2)."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.crapette.court import Court
from bot.games.crapette.offers import roused
from bot.games.crapette.table import (
    HOUSES,
    NAMES,
    SOURCES,
    TARGETS,
    Code,
    Done,
    Pile,
    Table,
    with_seat,
)
from bot.games.crapette.turns import Log, settle

MOST_HOUSE_MOVES: Final = 60
"""How many house-to-house moves may follow each other in a turn (R14)."""

_SOURCE_CODES: Final = {NAMES[code].lower(): code for code in SOURCES}
_TARGET_CODES: Final = {NAMES[code].lower(): code for code in TARGETS}


class MoveCards(Move, frozen=True, tag="move"):
    """`/move`: carry the top card of a pile, or several from house to house; pile names as in `NAMES`."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    count: int | None = None


class Carry(msgspec.Struct, frozen=True):
    """A move as read: the piles, and how many cards were asked for (None: the rules say how many)."""

    source: Code
    target: Code
    count: int | None = None

    def __str__(self) -> str:
        """The move as an item of a line: `R2x3-L1`."""
        count = "" if self.count is None else f"x{self.count}"
        return f"{self.source}{count}-{self.target}"

    @property
    def is_house_move(self) -> bool:
        """Whether it goes from house to house."""
        return self.source in HOUSES and self.target in HOUSES


class Moved(Event, frozen=True):
    """Cards went from pile to pile, named as the player on turn names them; bottom to top."""

    seat: Seat
    cards: Pile
    source: str
    target: str


class Shown(Event, frozen=True):
    """A card of a player's own pile was uncovered; `count` cards lie there, this one included."""

    seat: Seat
    card: Card
    pile: str
    count: int


def move_cards(table: Table, move: MoveCards, log: Log) -> Table | Refusal:
    """Carry out a `/move`, or say why not."""
    carry = _read(move)
    return carry if isinstance(carry, Refusal) else carried(table, carry, log)


def carried(table: Table, carry: Carry, log: Log) -> Table | Refusal:
    """Carry out one move of the player on turn, or say why not."""
    number = number_carried(table, carry)
    if isinstance(number, Refusal):
        return number
    return carry_out(roused(table, log), carry, number, log)


def _read(move: MoveCards) -> Carry | Refusal:
    """The move in short codes; a pile that is not in the command's lists is refused."""
    source = _SOURCE_CODES.get(move.source.lower())
    target = _TARGET_CODES.get(move.target.lower())
    if source is None:
        return Refusal("bad-pile", {"pile": move.source})
    if target is None:
        return Refusal("bad-pile", {"pile": move.target})
    if move.count is not None and move.count < 1:
        return Refusal("bad-count", {"count": move.count})
    return Carry(source, target, move.count)


def number_carried(table: Table, carry: Carry) -> int | Refusal:
    """How many cards the move carries, or why it may not be made: section 5.3 from `source-empty` on."""
    pile = table.pile(carry.source)
    if not pile:
        return Refusal("source-empty", {"pile": NAMES[carry.source]})
    if carry.source == carry.target:
        return Refusal("same-pile", {"pile": carry.source})
    number = _stack(table, carry, pile) if carry.is_house_move else _single(carry)
    if isinstance(number, Refusal):
        return number
    refused = misfit(table, pile[-number], carry.target, from_crapaud=carry.source == "C")
    if refused is None and carry.is_house_move and table.house_moves >= MOST_HOUSE_MOVES:
        refused = Refusal("shuffle-limit", {"limit": MOST_HOUSE_MOVES})
    return refused or number


def _single(carry: Carry) -> int | Refusal:
    return 1 if carry.count in (None, 1) else Refusal("count-not-allowed", {"count": carry.count})


def _stack(table: Table, carry: Carry, pile: Pile) -> int | Refusal:
    """How many cards go from house to house; a count left out is the one that fits, if any does (R8)."""
    number, top = carry.count, table.top(carry.target)
    if not table.options.stack_moves:
        return 1 if number in (None, 1) else Refusal("option-off", {"option": "stack-moves"})
    if number is None:
        number = 1 if top is None else stack_size(table.court, pile, top) or 1
    empty = len(table.empty_houses)
    if number > min(len(pile), stack_limit(table, empty, onto_empty=top is None)):
        resting = empty - (top is None)
        return Refusal("count-too-big", {"count": number, "cards": len(pile), "empty": resting})
    return number


def stack_limit(table: Table, empty: int, *, onto_empty: bool) -> int:
    """How many cards may go from house to house at once while so many houses are empty (R8).

    A house that is itself the target can rest no card.
    """
    return 2 ** (empty - onto_empty) if table.options.stack_moves else 1


def stack_size(court: Court, pile: Pile, top: Card) -> int:
    """How many top cards of a house go onto this card together; 0 when no number does.

    Ranks fall by one, so at most one number does (R8).
    """
    number = court.value[top] - court.value[pile[-1]]
    fits = 0 < number <= len(pile) and top in court.homes[pile[-number]]
    return number if fits else 0


def misfit(table: Table, card: Card, target: Code, *, from_crapaud: bool) -> Refusal | None:
    """Why a card may not go there, by the two tables of section 5.1; None when it may."""
    if target == "F":
        return None if table.finishing(card) is not None else _no_fit(card, target, None)
    if (from_crapaud or target == "OC") and not table.empty_houses:
        # Even onto a sequence: the crapaud needs an empty house (R6).
        return Refusal("needs-empty-house", {"card": card, "pile": NAMES[target]})
    top = table.top(target)
    if target in HOUSES:
        return None if top in table.court.homes[card] else _no_fit(card, target, top)
    if top is None:
        return Refusal("target-empty", {"pile": NAMES[target]})
    return None if top in table.court.neighbours[card] else _no_fit(card, target, top)


def _no_fit(card: Card, target: Code, top: Card | None) -> Refusal:
    return Refusal("does-not-fit", {"card": card, "pile": NAMES[target], "top": top})


def uncovers(table: Table, carry: Carry) -> bool:
    """Whether the move would uncover a card of one's own discard pile or crapaud: a barrier (5.5)."""
    return carry.source not in HOUSES and len(table.pile(carry.source)) > 1


def carry_out(table: Table, carry: Carry, number: int, log: Log) -> Table:
    """Carry this many cards and settle what follows; the move must be legal."""
    start, goal = table.place(carry.source), table.goal(carry.target, table.pile(carry.source)[-number])
    rest, cards = table.piles[start][:-number], table.piles[start][-number:]
    log.append(Moved(seat=table.turn, cards=cards, source=NAMES[carry.source], target=NAMES[carry.target]))
    is_barrier = uncovers(table, carry)
    keeps = table.options.undo and not is_barrier
    after = replace(
        table,
        piles=table.relaid({start: rest, goal: table.piles[goal] + cards}),
        house_moves=table.house_moves + 1 if carry.is_house_move else 0,
        undo=(*table.undo, Done(cards, carry.source, carry.target)) if keeps else (),
        progress=table.progress + (carry.target == "F"),
    )
    if is_barrier:
        after = _show_top(after, carry.source, log)
    return settle(after, was_exhausted=table.is_exhausted, log=log)


def _show_top(table: Table, source: Code, log: Log) -> Table:
    """The new top of one's own pile is seen; a crapaud card that never was is progress (R16)."""
    seat, pile = table.turn, table.pile(source)
    log.append(Shown(seat=seat, card=pile[-1], pile=NAMES[source], count=len(pile)))
    if source != "C" or table.crapaud_unseen[seat] < len(pile):
        return table
    unseen = with_seat(table.crapaud_unseen, seat, len(pile) - 1)
    return replace(table, crapaud_unseen=unseen, progress=table.progress + 1)
