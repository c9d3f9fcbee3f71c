"""What may be done now and why not: the error table of section 5, in its order, and the legal moves."""

from typing import Final

from bot.engine.cards import PACK, RANK_OF, Card, NotACard, Suit, parse_card
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.games.craits.matching import NAMEABLE, fitting
from bot.games.craits.moves import Deal, Draw, Idiot, NameSuit, OneCard, Play
from bot.games.craits.points import PREFERENCE
from bot.games.craits.state import PLAYING, Phase, State

_NAMING: Final[frozenset[Phase]] = frozenset(("opening-suit",))
_PAUSE: Final[frozenset[Phase]] = frozenset(("between-hands",))

_SILENT: Final[dict[Card, tuple[Play, ...]]] = {
    card: tuple(Play(card, suit) for suit in NAMEABLE.get(card, (None,))) for card in PACK
}
_DECLARED: Final[dict[Card, tuple[Play, ...]]] = {
    card: tuple(Play(play.card, play.suit, declare=True) for play in plays) for card, plays in _SILENT.items()
}


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """The moves open to a seat: plays as the auto-move prefers them, side calls last.

    The first move of the decider is the default of section 4.1. Calls of "idiot" stand at the very end:
    they are legal exactly when the flag that nobody is shown is set, so a menu should not list them.
    """
    if not state.is_active(seat):
        return []
    if state.phase in PLAYING:
        moves = _plays(state, seat) if seat == state.turn else []
        return moves + _calls(state, seat) if state.undeclared else moves
    if state.phase == "opening-suit" and seat == state.turn:
        return [NameSuit(suit) for suit in _nameable(state)]
    return [Deal()] if state.phase == "between-hands" else []


def playable(state: State, seat: Seat) -> list[Card]:
    """The different cards of a hand that fit, most points first (the order of the auto-move)."""
    return sorted(fitting(state).intersection(state.hands[seat]), key=PREFERENCE.__getitem__)


def _plays(state: State, seat: Seat) -> list[Move]:
    cards = playable(state, seat)
    if not cards:
        return [Draw()]
    moves: list[Move] = []
    for plays in (_DECLARED, _SILENT) if len(state.hands[seat]) == 2 else (_SILENT,):
        for card in cards:
            moves += plays[card]
    return moves


def _calls(state: State, seat: Seat) -> list[Move]:
    own: list[Move] = [OneCard()] if seat in state.undeclared else []
    return [*own, *(Idiot(other) for other in sorted(state.undeclared) if other != seat)]


def _nameable(state: State) -> tuple[Suit, ...]:
    """The suits the dealer may name for the turned-up card, the printed one first (R6)."""
    assert state.top is not None
    return NAMEABLE[state.top]


def refusal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """The first entry of the error table that applies to a move, None when it is legal."""
    if not state.is_active(seat):
        return Refusal("not-a-player")
    if state.phase == "over":
        return Refusal("game-over")
    match move:
        case Play():
            return _not_to_decide(state, seat, PLAYING) or _unplayable(state, seat, move)
        case Draw():
            return _not_to_decide(state, seat, PLAYING) or _must_play(state, seat)
        case NameSuit():
            return _not_to_decide(state, seat, _NAMING) or _wrong_suit(state.top, move.suit)
        case OneCard():
            return _not_now(state, PLAYING) or _nothing_to_declare(state, seat)
        case Idiot():
            return _not_now(state, PLAYING) or _no_idiot(state, seat, move.player)
        case Deal():
            return _not_now(state, _PAUSE)
    return None


def hand_refusal(state: State, seat: Seat) -> Refusal | None:
    """Why a seat may not look at its hand, None when it may."""
    if not state.is_active(seat):
        return Refusal("not-a-player")
    return Refusal("hand-hidden") if state.is_blind(seat) else None


def _not_now(state: State, phases: frozenset[Phase]) -> Refusal | None:
    if state.phase in phases:
        return None
    return Refusal("wrong-phase", {"phase": state.phase, "turn": state.turn})


def _not_to_decide(state: State, seat: Seat, phases: frozenset[Phase]) -> Refusal | None:
    if seat == state.turn and state.phase in phases:
        return None
    return _not_now(state, phases) or Refusal("not-your-turn", {"turn": state.turn})


def _unplayable(state: State, seat: Seat, move: Play) -> Refusal | None:
    try:
        card = parse_card(move.card)
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    hand = state.hands[seat]
    if card not in hand:
        return Refusal("not-in-hand", {"card": card})
    if card not in fitting(state):
        return _not_fitting(state, seat, card)
    return _wrong_suit(card, move.suit) or _needless(move, len(hand) - 1)


def _not_fitting(state: State, seat: Seat, card: Card) -> Refusal:
    if state.phase == "count":
        return Refusal("count-only", {"card": card, "count": state.count})
    playing_on = {"top": state.top, "suit": state.suit, "playable": playable(state, seat)}
    return Refusal("not-playable", {"card": card, **playing_on})


def _wrong_suit(card: Card | None, suit: Suit | None) -> Refusal | None:
    """Whether this suit may be named, or left out, with this card (R9)."""
    if card not in NAMEABLE:
        return Refusal("suit-not-allowed", {"card": card}) if suit else None
    if suit is None:
        return Refusal("suit-needed", {"card": card}) if RANK_OF[card] == "8" else None
    if suit in NAMEABLE[card]:
        return None
    return Refusal("wrong-colour", {"card": card, "suits": NAMEABLE[card]})


def _needless(move: Play, left: int) -> Refusal | None:
    return Refusal("not-one-card", {"left": left}) if move.declare and left != 1 else None


def _must_play(state: State, seat: Seat) -> Refusal | None:
    if fitting(state).isdisjoint(state.hands[seat]):
        return None
    return Refusal("must-play", {"playable": playable(state, seat)})


def _nothing_to_declare(state: State, seat: Seat) -> Refusal | None:
    return None if seat in state.undeclared else Refusal("nothing-to-declare")


def _no_idiot(state: State, caller: Seat, accused: Seat) -> Refusal | None:
    if accused == caller:
        return Refusal("self-call")
    return None if accused in state.undeclared else Refusal("no-idiot", {"player": accused})
