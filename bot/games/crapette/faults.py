"""Checks of the invariants that every sound state keeps (section 10)."""

from collections.abc import Iterator

from bot.engine.cards import SUITS
from bot.engine.chance import seat_letter
from bot.engine.faults import card_faults, faults_in
from bot.games.crapette.legal import card_actions
from bot.games.crapette.state import (
    CRAPAUD,
    FINISH,
    HAND,
    HOUSES,
    MAX_HOUSE_MOVES,
    MAX_UNDO_STEPS,
    PLAYERS,
    Pile,
    Place,
    State,
)

_ENDS_WITHOUT_LIFTED = ("out", "repetition", "no-progress", "turns")


def broken_invariants(state: State) -> list[str]:
    """Return the broken invariants, as sentences."""
    return faults_in(state, _piles, _unseen, _players, _turn, _end)


def _piles(state: State) -> Iterator[str]:
    """Check invariants 1 and 2: no card is lost, and houses and finishing piles are runs."""
    yield from card_faults(state.all_cards, state.pack, lambda _: 2)
    for house, pile in zip(HOUSES, state.houses, strict=True):
        if not state.court.is_run(pile):
            yield f"{house} is not a descending run of alternating colours"
    for suit, (first, second) in zip(SUITS, state.heights(), strict=True):
        at = FINISH + 2 * SUITS.index(suit)
        wanted = (state.court.suit_pile(suit, first), state.court.suit_pile(suit, second))
        if state.piles[at : at + 2] != wanted or first < second:
            yield f"the finishing piles of {suit} are not built up in order"


def _turn(state: State) -> Iterator[str]:
    """Check invariant 5: the limits of a turn, and no moves to take back where none can be."""
    if state.house_moves > MAX_HOUSE_MOVES:
        yield f"{state.house_moves} house moves in a row"
    if state.undo_used > MAX_UNDO_STEPS:
        yield f"{state.undo_used} moves were taken back in one turn"
    if state.undo and (state.phase != "play" or not state.options.undo):
        yield "there are moves to take back where none can be"


def _end(state: State) -> Iterator[str]:
    """Check invariants 3 and 4: the player on turn can act until the end, and the end fits the state."""
    if state.end is None and not card_actions(state):
        yield "the player on turn can do nothing"
    if state.end is None and state.winners:
        yield "somebody has won a game that is not over"
    if state.lifted and state.end in _ENDS_WITHOUT_LIFTED:
        yield f"a card is lifted after an end by {state.end}"


def _players(state: State) -> Iterator[str]:
    """Check that a player without any cards has won."""
    for seat in PLAYERS:
        if state.end is None and not state.has_cards(seat):
            yield f"seat {seat_letter(seat)} has no card left, but the game is not over"


def _unseen(state: State) -> Iterator[str]:
    """Check that the numbers of cards never shown are possible."""
    for zone, name, unseen in ((HAND, "hand", state.hand_unseen), (CRAPAUD, "crapaud", state.crapaud_unseen)):
        for seat, most in enumerate(most_unseen(state.piles, zone)):
            if not 0 <= unseen[seat] <= most:
                yield f"{unseen[seat]} of the {name} of seat {seat_letter(seat)} are unseen, {most} can be"


def most_unseen(piles: tuple[Pile, ...], zone: Place) -> tuple[int, int]:
    """Return, by seat, the most cards of a hand or crapaud that can be unseen: not a crapaud's top."""
    shown = 1 if zone == CRAPAUD else 0
    first, second = (max(len(pile) - shown, 0) for pile in piles[zone : zone + 2])
    return first, second
