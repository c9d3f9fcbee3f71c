"""The functions of the ranks (section 4.3)."""

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, TypeAlias

from bot.engine.cards import DECK, RANK_OF, Card, Rank
from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import Event
from bot.games.craits.cards import KING_STEPS
from bot.games.craits.count import raise_count
from bot.games.craits.drawing import DrawReason, draw_cards
from bot.games.craits.ending import end_hand
from bot.games.craits.state import Phase, State
from bot.games.craits.turns import ask, pass_turn

Function: TypeAlias = Callable[[Draft[State], Seat], None]
"""A function that carries out a card for the seat that played it, and asks the next player."""

Effect = Literal["none", "count", "skip", "five", "again", "seven", "turn", "jack", "queen", "king", "step"]
"""The effect of a card. `step`: none, because it's one of the first cards after a king."""

QUEEN_CARDS: Final = 5
"""The number of cards the queen of spades makes the next player draw (R36)."""


class Reversed(Event, frozen=True):
    """A ten reversed the direction."""

    clockwise: bool


def carry_out(draft: Draft[State], seat: Seat, card: Card) -> None:
    """Carry out the card just played. A turned-up one counts as the dealer's play (R5)."""
    state = draft.state
    effect = effect_of(card, phase=state.phase, king_steps=state.king_steps, faces=state.options.faces)
    if state.jack_run and effect != "jack":
        draft.change(jack_run=0)
    _FUNCTIONS[effect](draft, seat)


def draw_and_pass(draft: Draft[State], seat: Seat, why: DrawReason) -> None:
    """Make a player draw one card, then pass the turn."""
    draw_cards(draft, seat, 1, why)
    pass_turn(draft, seat)


def is_idle(state: State) -> bool:
    """Whether the next card played doesn't have a function: the first or second one after a king (R37)."""
    return state.king_steps > 1


def jack_cards(run: int) -> int:
    """Return the cards that the last of `run` jacks in a row makes the next player draw (R35)."""
    return 2 * run


def effect_of(card: Card, *, phase: Phase, king_steps: int, faces: bool) -> Effect:
    """Return the effect of a card played in this phase."""
    if phase == "count":
        return "count"
    if king_steps > 1:
        return "step"
    return (_WITH_FACES if faces else _PLAIN)[card]


def seven_distance(players: int) -> int:
    """Return the distance to the player whom a seven makes draw: 2, or 1 at a table of up to three (R17)."""
    return 2 if players > 3 else 1


def _finish_card(draft: Draft[State], seat: Seat, *, skip: bool = False) -> None:
    """Finish a card's function: end the hand if its player has gone out, else pass the turn (R20)."""
    if not draft.state.hands[seat]:
        end_hand(draft, "out")
    pass_turn(draft, seat, skip=skip)


def _five(draft: Draft[State], seat: Seat) -> None:
    """Make everyone else draw one card, starting with the next player (R16)."""
    other = draft.state.next_seat(seat)
    while other != seat:
        draw_cards(draft, other, 1, "five")
        other = draft.state.next_seat(other)
    _finish_card(draft, seat)


def _six(draft: Draft[State], seat: Seat) -> None:
    """Ask for another card. A player can't go out on a six, and draws instead (R15)."""
    if draft.state.hands[seat]:
        ask(draft, seat, "play-again")
    else:
        draw_and_pass(draft, seat, "six")


def _seven(draft: Draft[State], seat: Seat) -> None:
    """Make the second player from here draw a card, or the next one at a small table."""
    drawer = seat
    for _ in range(seven_distance(len(draft.state.active))):
        drawer = draft.state.next_seat(drawer)
    draw_cards(draft, drawer, 1, "seven")
    _finish_card(draft, seat)


def _ten(draft: Draft[State], seat: Seat) -> None:
    draft.change(direction=-draft.state.direction)
    draft.tell(Reversed(draft.state.direction > 0))
    _finish_card(draft, seat)


def _jack(draft: Draft[State], seat: Seat) -> None:
    """Make the next player draw, two more for each jack directly on another (R35), and skip them."""
    draft.change(jack_run=draft.state.jack_run + 1)
    draw_cards(draft, draft.state.next_seat(seat), jack_cards(draft.state.jack_run), "jack")
    _finish_card(draft, seat, skip=True)


def _queen_of_spades(draft: Draft[State], seat: Seat) -> None:
    draw_cards(draft, draft.state.next_seat(seat), QUEEN_CARDS, "queen")
    _finish_card(draft, seat, skip=True)


def _ask_for_more(draft: Draft[State], seat: Seat, steps: int) -> None:
    """Ask for the cards still due after a king. A player with none left draws one instead (R38)."""
    if draft.state.hands[seat]:
        ask(draft, seat, "king-run", steps)
    else:
        draw_and_pass(draft, seat, "king")


_FUNCTIONS: Final[dict[Effect, Function]] = {
    "none": _finish_card,
    "count": raise_count,
    "skip": partial(_finish_card, skip=True),
    "five": _five,
    "again": _six,
    "seven": _seven,
    "turn": _ten,
    "jack": _jack,
    "queen": _queen_of_spades,
    "king": partial(_ask_for_more, steps=KING_STEPS),
    "step": lambda draft, seat: _ask_for_more(draft, seat, draft.state.king_steps - 1),
}
_BY_RANK: Final[dict[Rank, Effect]] = {
    "2": "count",
    "4": "skip",
    "5": "five",
    "6": "again",
    "7": "seven",
    "10": "turn",
}
_FACES: Final[dict[Rank, Effect]] = {"J": "jack", "K": "king"}

_PLAIN: Final[dict[Card, Effect]] = {card: _BY_RANK.get(RANK_OF[card], "none") for card in DECK}
_WITH_FACES: Final[dict[Card, Effect]] = {
    **{card: _FACES.get(RANK_OF[card], effect) for card, effect in _PLAIN.items()},
    "QS": "queen",
}
