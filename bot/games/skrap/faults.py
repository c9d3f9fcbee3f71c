"""Section 10: the invariants that can be judged on one state."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from bot.engine.cards import JOKER, in_order
from bot.engine.chance import seat_letter
from bot.games.skrap.commands import legal
from bot.games.skrap.table import HAND_SIZE, LARGE_HAND_SIZE, State, active, all_cards, deciders
from bot.games.skrap.values import ARMOURS, FULL_PACK, WEAPONS

_MOST_BOTS: Final = 24
_MOST_CONTENDERS: Final = 4


def faults(state: State) -> list[str]:
    """The broken invariants, as sentences; each check is named by its number in the rules."""
    checks = (_conservation, _sizes, _decisions, _bots, _heads, _limits)
    return [fault for check in checks for fault in check(state)]


def _conservation(state: State) -> Iterator[str]:
    """Invariant 1."""
    if in_order(all_cards(state)) != state.cards:
        yield "a card was lost or doubled"


def _sizes(state: State) -> Iterator[str]:
    """Invariant 2."""
    if sum(state.sizes) > len(FULL_PACK):
        yield f"{sum(state.sizes)} cards were dealt"
    for seat, size in enumerate(state.sizes):
        allowed = (0,) if seat in state.left else (HAND_SIZE, LARGE_HAND_SIZE)
        if size not in allowed:
            yield f"{seat_letter(seat)} was dealt {size} cards"


def _decisions(state: State) -> Iterator[str]:
    """Invariant 3, and that only players still in the game are awaited."""
    awaited = deciders(state)
    if bool(awaited) != (state.phase != "over"):
        yield f"{len(awaited)} players are awaited in {state.phase}"
    for seat in awaited:
        if seat in state.left:
            yield f"{seat_letter(seat)} is awaited but has left"
        elif not legal(state, seat):
            yield f"{seat_letter(seat)} is awaited but can do nothing"


def _bots(state: State) -> Iterator[str]:
    """Invariant 4."""
    for bot in state.field:
        if bot.weapon not in WEAPONS or bot.armour not in ARMOURS:
            yield f"{bot.weapon} and {bot.armour} are no bot"
    for old, new in pairwise(state.field):
        if new.weapon_value < old.armour_value:
            yield f"{new.weapon} ({new.weapon_value}) destroyed armour {old.armour_value}"
        if new.owner == old.owner:
            yield f"{seat_letter(new.owner)} destroyed their own bot"


def _heads(state: State) -> Iterator[str]:
    """Invariant 5: who reaches the target has won."""
    for seat in active(state):
        if state.heads[seat] >= state.options.target and seat not in state.winners:
            yield f"{seat_letter(seat)} has {state.heads[seat]} heads and has not won"


def _limits(state: State) -> Iterator[str]:
    """Invariant 6, and what may only be there in some phases."""
    if state.round > state.options.max_rounds:
        yield f"round {state.round} was dealt"
    if len(state.field) > _MOST_BOTS:
        yield f"{len(state.field)} bots were played"
    if JOKER in state.surge:
        yield "a joker is a surge card"
    if (state.phase == "throw") != bool(state.contenders) or len(state.contenders) > _MOST_CONTENDERS:
        yield f"{len(state.contenders)} contenders in {state.phase}"
    if (state.phase == "over") != bool(state.winners):
        yield f"{len(state.winners)} winners in {state.phase}"
