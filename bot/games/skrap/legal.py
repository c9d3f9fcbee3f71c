"""Section 5: which command is whose, in the order of its checks, and what it may say."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import NotACard, parse_card
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Leave, Move, option_texts
from bot.games.skrap.battle import Bot, Pass, bots, pass_bot, play_bot
from bot.games.skrap.leaving import leave
from bot.games.skrap.scavenging import Scavenge, decline, scavenge, scavenges
from bot.games.skrap.surging import Surge, place_surge, surges
from bot.games.skrap.table import Course, Phase, Shape, State, champion_owner, deciders
from bot.games.skrap.throwing import Throw, throw

MOVES: Final[tuple[type[Move], ...]] = (Surge, Throw, Bot, Pass, Scavenge)

_SHAPES: Final[tuple[Shape, ...]] = ("rock", "paper", "scissors")
_PHASES: Final[Mapping[type[Move], tuple[Phase, ...]]] = {
    Surge: ("surge",),
    Throw: ("throw",),
    Bot: ("open", "battle"),
    Pass: ("open", "battle", "scavenge"),
    Scavenge: ("scavenge",),
}


def legal(state: State, seat: Seat) -> Sequence[Move]:
    """Every move of a seat but leaving; two jokers are one choice."""
    if seat not in deciders(state):
        return []
    match state.phase:
        case "surge":
            return surges(state, seat)
        case "throw":
            return [Throw(shape) for shape in _SHAPES]
        case "open":
            return bots(state, seat)
        case "battle":
            return [*bots(state, seat), Pass()]
        case _:
            return [*scavenges(state, seat), Pass()]


def carry_out(state: State, seat: Seat, move: Move, course: Course) -> State | Refusal:
    """Make a move, or say why not; a refused one tells nothing and uses no chance."""
    refused = _out_of_turn(state, seat, move)
    if refused is not None:
        return refused
    match move:
        case Surge():
            return place_surge(state, seat, move, course)
        case Throw():
            return throw(state, seat, move, course)
        case Bot():
            return play_bot(state, seat, move, course)
        case Scavenge():
            return scavenge(state, seat, move, course)
        case Pass() if state.phase == "battle":
            return pass_bot(state, seat, course)
        case Pass():
            return decline(state, seat, course)
        case _:  # Leave: the check above knows no other
            return leave(state, seat, course)


def complete(state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]) -> list[str]:
    """The cards or shapes for one option that go with the other options given so far."""
    others = {name: _tidy(str(text)) for name, text in given.items() if name != option}
    fillings = _fillings(legal(state, seat), verb)
    return list(dict.fromkeys(texts[option] for texts in fillings if others.items() <= texts.items()))


def _out_of_turn(state: State, seat: Seat, move: Move) -> Refusal | None:
    """The checks that come before any card is looked at."""
    if not 0 <= seat < len(state.hands) or seat in state.left:
        return Refusal("not-a-player")
    if state.phase == "over":
        return Refusal("game-over")
    if isinstance(move, Leave):
        return None
    if state.phase not in _PHASES[type(move)]:
        return Refusal("wrong-phase", {"phase": state.phase, "seats": deciders(state)})
    if seat not in deciders(state):
        return _not_asked(state, seat)
    if state.phase == "open" and isinstance(move, Pass):
        return Refusal("must-open")
    return None


def _not_asked(state: State, seat: Seat) -> Refusal:
    if state.phase == "scavenge" and seat == champion_owner(state):
        return Refusal("champion-no-scavengers")
    if _has_answered(state, seat):
        return Refusal("already-done")
    return Refusal("not-your-turn", {"seats": deciders(state)})


def _has_answered(state: State, seat: Seat) -> bool:
    match state.phase:
        case "surge":
            return True
        case "throw":
            return state.throws[seat] is not None
        case "scavenge":
            return seat in state.passed or bool(state.scavengers[seat])
        case _:
            return False


def _fillings(moves: Sequence[Move], verb: str) -> Iterator[dict[str, str]]:
    """The options of these moves as texts; a pair of scavengers may be named either way round."""
    for move in moves:
        if move.verb == verb:
            yield option_texts(move)
            if isinstance(move, Scavenge):
                yield option_texts(Scavenge(move.second, move.first))


def _tidy(text: str) -> str:
    """A card as the engine writes it; any other text as it is."""
    try:
        return parse_card(text)
    except NotACard:
        return text
