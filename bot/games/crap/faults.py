"""Checks of the invariants that every sound state keeps (section 10)."""

from collections.abc import Iterator

from bot.engine.cards import JOKER, RANK_OF
from bot.engine.chance import seat_letter
from bot.engine.faults import card_faults, faults_in
from bot.games.crap.cards import DOUBLE, MAX_JOKERS, PACKS, SINGLE, LaidSet
from bot.games.crap.legal import who_decides
from bot.games.crap.state import MAX_PLACED, Ballot, Duel, State


def broken_invariants(state: State) -> list[str]:
    """Return the broken invariants, as sentences."""
    return faults_in(state, _cards, _flow, _seats, _sets)


def _cards(state: State) -> Iterator[str]:
    jokers = MAX_JOKERS if state.options.jokers else 0
    yield from card_faults(state.all_cards, state.pack, lambda card: jokers if card == JOKER else PACKS)
    for seat, cards in enumerate(state.placed):
        if len(cards) > MAX_PLACED:
            yield f"{seat_letter(seat)} has placed more than six cards"
    if any(state.placed) and not state.phase.startswith("challenge"):
        yield "cards are placed outside a challenge"
    for seat in state.left:
        if state.holding(seat):
            yield f"{seat_letter(seat)} has left and still holds cards"


def _flow(state: State) -> Iterator[str]:
    is_over = state.phase == "over"
    if not is_over and not who_decides(state):
        yield f"nobody decides in {state.phase}"
    if is_over != (state.end is not None):
        yield "a game has an end exactly when it is over"
    if (state.pending is None) != (state.phase in ("turn", "over")):
        yield "an action is under way exactly outside turn and over"
    if state.leaving and state.phase == "turn":
        yield "a leave waits although no action is under way"
    if state.turn_number > state.options.turn_limit:
        yield "the turn limit is passed"
    if len(state.others()) < 2 and not is_over:
        yield "the game goes on with one player"


def _seats(state: State) -> Iterator[str]:
    if state.phase != "over" and state.turn in state.left:
        yield f"it cannot be the turn of {seat_letter(state.turn)}, who has left"
    target = state.pending.target if isinstance(state.pending, Duel | Ballot) else None
    if target is not None and target in (state.turn, *state.left):
        yield f"{seat_letter(target)} cannot be the target"


def _sets(state: State) -> Iterator[str]:
    lent = sum(_size(laid) - len(laid.cards) for laid in state.sets)
    if lent != sum(laid.borrowed is not None for laid in state.sets):
        yield "not every card that a set lent lies across aces"
    for laid in state.sets:
        if not 0 <= _size(laid) - len(laid.cards) <= 1:
            yield f"a set of {laid.rank} has {len(laid.cards)} cards"
        if any(RANK_OF.get(card) != laid.rank for card in laid.cards if card != JOKER):
            yield f"a set of {laid.rank} holds another rank"
        if laid.borrowed and laid.rank != "A":
            yield f"a card lies across a set of {laid.rank}"


def _size(laid: LaidSet) -> int:
    return DOUBLE if laid.double else SINGLE
