"""Checks of the invariants that every sound state keeps (section 10)."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from bot.engine.cards import JOKER
from bot.engine.chance import seat_letter
from bot.engine.faults import card_faults, faults_in
from bot.games.skrap.cards import (
    ARMOURS,
    FULL_DECK,
    HAND_SIZE,
    LARGE_HAND_SIZE,
    MIN_CARDS_TO_ANSWER,
    WEAPONS,
    needed_against,
)
from bot.games.skrap.legal import legal_moves, who_decides
from bot.games.skrap.scavenging import is_pair
from bot.games.skrap.state import State

_MAX_BOTS: Final = 24
_MAX_CONTENDERS: Final = 4


def broken_invariants(state: State) -> list[str]:
    """Return the broken invariants, as sentences."""
    return faults_in(state, _conservation, _sizes, _decisions, _bots, _heads, _limits, _winners)


def _conservation(state: State) -> Iterator[str]:
    """Check invariant 1: every card is in exactly one place."""
    yield from card_faults(state.all_cards, state.pack, FULL_DECK.count)


def _sizes(state: State) -> Iterator[str]:
    """Check invariant 2, the sizes of the hands dealt, and that scavengers are pairs."""
    if sum(state.sizes) > len(FULL_DECK):
        yield f"{sum(state.sizes)} cards were dealt"
    for seat, size in enumerate(state.sizes):
        allowed = (0,) if seat in state.left else (HAND_SIZE, LARGE_HAND_SIZE)
        if size not in allowed:
            yield f"{seat_letter(seat)} was dealt {size} cards"
    for seat, pair in enumerate(state.scavengers):
        if pair and (len(pair) != MIN_CARDS_TO_ANSWER or not is_pair(*pair)):
            yield f"the scavengers of {seat_letter(seat)} aren't a pair"


def _decisions(state: State) -> Iterator[str]:
    """Check invariant 3: someone has to decide until the game is over, and only players still in it."""
    deciders = who_decides(state)
    if bool(deciders) != (state.phase != "over"):
        yield f"{len(deciders)} players have to decide in {state.phase}"
    for seat in deciders:
        if seat in state.left:
            yield f"{seat_letter(seat)} has to decide but has left"
        elif not legal_moves(state, seat):
            yield f"{seat_letter(seat)} has to decide but can do nothing"


def _bots(state: State) -> Iterator[str]:
    """Check invariant 4: each bot is a weapon and an armour, and destroyed another player's bot."""
    for bot in state.field:
        if bot.weapon not in WEAPONS or bot.armour not in ARMOURS:
            yield f"{bot.weapon} and {bot.armour} are no bot"
    for old, new in pairwise(state.field):
        if new.weapon_value < needed_against(old.armour_value, state.options.surged_king):
            yield f"{new.weapon} ({new.weapon_value}) destroyed armour {old.armour_value}"
        if new.owner == old.owner:
            yield f"{seat_letter(new.owner)} destroyed their own bot"


def _heads(state: State) -> Iterator[str]:
    """Check invariant 5: any player who reaches the target has won."""
    for seat in state.active:
        if state.heads[seat] >= state.options.target and seat not in state.winners:
            yield f"{seat_letter(seat)} has {state.heads[seat]} heads and has not won"


def _limits(state: State) -> Iterator[str]:
    """Check invariant 6, the limits of a game and a round, and that only throws have contenders."""
    if state.round > state.options.max_rounds:
        yield f"round {state.round} was dealt"
    if len(state.field) > _MAX_BOTS:
        yield f"{len(state.field)} bots were played"
    if JOKER in state.surge:
        yield "a joker is a surge card"
    if (state.phase == "throw") != bool(state.contenders) or len(state.contenders) > _MAX_CONTENDERS:
        yield f"{len(state.contenders)} contenders in {state.phase}"


def _winners(state: State) -> Iterator[str]:
    """Check that the game has winners exactly when it's over, or none without heads at the limit (R18)."""
    if (state.phase == "over") != bool(state.winners) and not _nothing_was_won(state):
        yield f"{len(state.winners)} winners in {state.phase}"


def _nothing_was_won(state: State) -> bool:
    is_last = state.phase == "over" and state.round == state.options.max_rounds
    return is_last and state.options.edition > 1 and not any(state.heads[seat] for seat in state.active)
