"""Checks of the invariants that every sound state keeps (section 10)."""

from collections.abc import Iterator
from itertools import chain

from bot.engine.cards import RANK_OF, Cards, without
from bot.engine.chance import Seat, seat_letter
from bot.engine.faults import card_faults, faults_in
from bot.games.crazy_rummy.cards import feedable, open_ranks
from bot.games.crazy_rummy.laying import MIN_SET_CARDS
from bot.games.crazy_rummy.state import State, lock_limit


def broken_invariants(state: State) -> list[str]:
    """Return the broken invariants, as sentences."""
    return faults_in(state, _cards, _turn, _boards, _seats, _limits)


def _cards(state: State) -> Iterator[str]:
    yield from card_faults(state.all_cards, state.pack, lambda _: state.packs)


def _turn(state: State) -> Iterator[str]:
    if (state.turn is None) != (state.phase == "over"):
        yield "until the game is over it is somebody's turn, and then nobody's"
        return
    if state.phase == "draw" and not state.stock:
        yield "there is no card to draw"
    hand = () if state.turn is None else state.hands[state.turn]
    if state.phase == "play" and not hand:
        yield "the player on turn has no card"
    if state.phase != "play" and state.laid:
        yield "cards were laid outside the playing half of a turn"
    if state.taken is not None and (state.phase != "play" or state.taken not in hand):
        yield f"{state.taken} was taken, but is not in the hand of the player on turn"


def _boards(state: State) -> Iterator[str]:
    for cards in chain(*state.sets):
        if len(cards) < MIN_SET_CARDS or len(_naturals(state, cards)) > 1:
            yield f"{' '.join(cards)} is no set"
    opened = open_ranks(chain(*state.sets), state.wild)
    if opened != state.opened:
        yield "the open ranks are not those of the sets"
    for card in without((fed := tuple(chain(*state.fed))), feedable(fed, opened)):
        yield f"{card} was fed to a rank that nobody has laid"


def _naturals(state: State, cards: Cards) -> set[str]:
    return {rank for card in cards if (rank := RANK_OF[card]) != state.wild}


def _seats(state: State) -> Iterator[str]:
    for seat in state.left:
        if state.hands[seat] or seat == state.turn:
            yield f"{seat_letter(seat)} has left and still holds cards or the turn"
    for seat in state.first_play_done:
        if seat in state.left or not _has_laid(state, seat):
            yield f"{seat_letter(seat)} cannot have made a first play"
    if state.laid and state.turn is not None and not _has_laid(state, state.turn):
        yield f"{seat_letter(state.turn)} is said to have laid cards, but there are none"
    if set(state.winners) - set(state.active) or (state.winners and state.phase != "over"):
        yield "only active players can win, and only at the end"


def _has_laid(state: State, seat: Seat) -> bool:
    return bool(state.sets[seat] or state.fed[seat])


def _limits(state: State) -> Iterator[str]:
    if state.hand_number > state.options.max_hands and not state.options.turns_for_all:
        yield "more hands were dealt than the game has"
    if state.rebuilds > state.options.reshuffles:
        yield "the stock was rebuilt too often"
    if state.lock_count > lock_limit(len(state.hands)):
        yield "the discards were taken for longer than the lock allows"
