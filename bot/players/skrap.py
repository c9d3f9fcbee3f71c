"""How computers play Skrap."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games import GAMES
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, MIN_CARDS_TO_ANSWER, VALUE, WEAPONS, needed_against
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import yet_to_scavenge
from bot.games.skrap.state import State
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import THROWS
from bot.players.policy import Policy, Temper, View

_PASS: Final = Pass()


class Style(NamedTuple):
    """From how many destroyed bots on a player wants what."""

    join: int = 3
    """Destroys though others may do so first; with fewer it leaves that to them."""
    stay: int = 4
    """Builds the strongest armour, to be the champion; with fewer it wants to be destroyed for a larger pot."""


_USUAL: Final = Style()
_PATIENT: Final = Style(join=5, stay=6)
"""How a thinker goes on: against players of the usual style it pays to wait."""

_HEAD: Final = 0.38
"""What a head is worth, as a share of the square root of the heads needed, in log odds of winning."""
_PAIR: Final = 0.3
"""What scavengers are worth, in log odds of winning."""


class SkrapPolicy(Policy[State]):
    """Skrap: cheap bots while the pot is small, and the strongest when it is worth staying."""

    game = GAMES["skrap"]
    thoughts = 300

    def pick(self, state: State, view: View) -> Move:
        """A move by the style of a character."""
        return _move(state, view, _style(view.temper))

    def foreseen(self, state: State, view: View, thinker: Seat) -> Move:
        """The others play in the usual style; who thinks ahead can wait for larger pots."""
        return _move(state, view, _PATIENT if view.seat == thinker else _USUAL)

    def candidates(self, state: State, seat: Seat) -> Sequence[Move]:
        """All moves, but scavengers wherever there is a pair: it costs nothing, and any pair will do."""
        moves: Sequence[Move] = self.game.legal(state, seat)
        return moves[:1] if state.phase == "scavenge" else moves

    def is_far_enough(self, start: State, state: State, moves: int) -> bool:
        """At the end of the round."""
        return state.phase in ("scavenge", "over") or state.round != start.round

    def worth(self, state: State, seat: Seat) -> float:
        """About how likely the seat wins the game."""
        if state.phase == "over":
            winners = state.winners or state.active
            return 1 / len(winners) if seat in winners else 0.0
        scale = _HEAD / math.sqrt(state.options.target)
        asked = yet_to_scavenge(state) if state.phase == "scavenge" else ()
        odds = {
            other: math.exp(
                scale * state.heads[other] + _PAIR * (other in asked and _has_pair(state.hands[other]))
            )
            for other in state.active
        }
        return odds.get(seat, 0.0) / sum(odds.values())


def _style(temper: Temper) -> Style:
    return _USUAL


def _move(state: State, view: View, style: Style) -> Move:
    hand, values = state.hands[view.seat], EFFECTIVE[state.surge[view.seat]]
    match state.phase:
        case "surge":
            return Surge(min([card for card in hand if card != JOKER], key=VALUE.__getitem__))
        case "throw":
            return view.rng.choice(THROWS)
        case "open":
            return Bot(_weakest(WEAPONS, hand, values), _weakest(ARMOURS, hand, values))
        case "battle":
            return _answer(state, view.seat, style)
        case _:
            return _scavengers(state, view.seat)


def _answer(state: State, seat: Seat, style: Style) -> Move:
    """Destroy with the weakest weapon that is enough, or pass."""
    hand, values, destroyed = state.hands[seat], EFFECTIVE[state.surge[seat]], len(state.field)
    needed = needed_against(state.field[-1].armour_value, state.options.surged_king)
    weapons = [card for card in hand if card in WEAPONS and values[card] >= needed]
    armours = [card for card in hand if card in ARMOURS]
    if not weapons or not armours or (destroyed < style.join and _others_may_answer(state, seat)):
        return _PASS
    choose = max if destroyed >= style.stay else min
    return Bot(min(weapons, key=values.__getitem__), choose(armours, key=values.__getitem__))


def _weakest(kind: Collection[Card], hand: Iterable[Card], values: Mapping[Card, int]) -> Card:
    return min([card for card in hand if card in kind], key=values.__getitem__)


def _others_may_answer(state: State, seat: Seat) -> bool:
    """Whether somebody is asked about the current bot after this seat passes."""
    owner = state.champion_owner
    for other in state.left_of(seat):
        if other == owner:
            return False
        is_asked = other not in state.passed and other not in state.unable
        if is_asked and len(state.hands[other]) >= MIN_CARDS_TO_ANSWER:
            return True
    return False


def _has_pair(hand: Iterable[Card]) -> bool:
    ranks = [RANK_OF[card] for card in hand if card != JOKER]
    return len(set(ranks)) < len(ranks)


def _scavengers(state: State, seat: Seat) -> Move:
    """Any pair will do: the hand goes back into the pack."""
    moves: Sequence[Move] = GAMES["skrap"].legal(state, seat)
    return moves[0]
