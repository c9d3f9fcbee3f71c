"""The policy of Skrap."""

import math
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.engine.seats import from_left_of
from bot.games.skrap import GAME
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, MIN_CARDS_TO_ANSWER, VALUE, WEAPONS, needed_against
from bot.games.skrap.guessing import Pots, usual_pots
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import scavenge_moves, yet_to_scavenge
from bot.games.skrap.state import State
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import THROWS
from bot.players.policy import PLAIN, Policy, View

_PASS: Final = Pass()

_PATIENCE: Final = 2
"""The number of further destroyed bots a searcher waits for, which pays against the others' habits."""

_HEAD_WORTH: Final = 0.38
"""The worth of a head in log odds of winning, before division by the root of the heads needed."""
_PAIR_WORTH: Final = 0.3
"""The worth of scavengers in log odds of winning."""


class SkrapPolicy(Policy[State]):
    """A policy of cheap bots while the pot is small, and the strongest ones once it's large."""

    game = GAME
    search_effort = 600
    tells_luck = True

    def choose(self, state: State, view: View) -> Move:
        """Return a sensible move in the character's play style."""
        pots = usual_pots(len(state.active))
        return _pick(state, view, pots if view.play_style == PLAIN else _styled_pots(pots, state, view))

    def rollout_move(self, state: State, view: View, searcher: Seat) -> Move:
        """Return the usual move, except that the searcher waits for larger pots."""
        join, stay = usual_pots(len(state.active))
        patience = _PATIENCE if view.seat == searcher else 0
        return _pick(state, view, Pots(join + patience, stay + patience))

    def candidates(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return all moves, or just the first pair of scavengers: it's free, and any pair will do."""
        moves: Sequence[Move] = self.game.legal(state, seat)
        return moves[:1] if state.phase == "scavenge" else moves

    def is_cutoff(self, start: State, state: State, moves: int) -> bool:
        """Whether the battle of the round is over."""
        return state.phase in ("scavenge", "over") or state.round != start.round

    def evaluate(self, state: State, seat: Seat) -> float:
        """Return the estimated probability that the seat wins the game."""
        if state.phase == "over":
            winners = state.winners or state.active
            return 1 / len(winners) if seat in winners else 0.0
        scale = _HEAD_WORTH / math.sqrt(state.options.target)
        asked = yet_to_scavenge(state) if state.phase == "scavenge" else ()
        odds = {
            other: math.exp(
                scale * state.heads[other] + _PAIR_WORTH * (other in asked and _has_pair(state.hands[other]))
            )
            for other in state.active
        }
        return odds.get(seat, 0.0) / sum(odds.values())


def _styled_pots(pots: Pots, state: State, view: View) -> Pots:
    """Return a character's thresholds, with random shifts so balanced that none wins more than another."""
    play_style, rng = view.play_style, view.rng
    bold, haste = _shift(play_style.bold / 2, rng), _shift(play_style.haste / 2, rng)
    spite = 0
    if state.phase == "battle" and play_style.spite:
        is_leader = _is_leader(state, view.seat)
        spite = 2 * _shift(play_style.spite, rng) if is_leader else -_shift(play_style.spite / 2, rng)
    return Pots(pots.join - bold - spite, pots.stay + bold - haste)


def _shift(likelihood: float, rng: random.Random) -> int:
    """Return 1 or -1, by the sign of the likelihood, with its probability. Else 0."""
    return int(math.copysign(rng.random() < abs(likelihood), likelihood))


def _is_leader(state: State, seat: Seat) -> bool:
    """Whether the current bot belongs to a leader with more heads than this seat."""
    heads = state.heads[state.champion_owner]
    return heads == max(state.heads) and heads > state.heads[seat]


def _pick(state: State, view: View, pots: Pots) -> Move:
    hand, values = state.hands[view.seat], EFFECTIVE[state.surge[view.seat]]
    match state.phase:
        case "surge":
            return Surge(min([card for card in hand if card != JOKER], key=VALUE.__getitem__))
        case "throw":
            return view.rng.choice(THROWS)
        case "open":
            return Bot(_weakest(WEAPONS, hand, values), _weakest(ARMOURS, hand, values))
        case "battle":
            return _battle_move(state, view, pots)
        case _:
            # Any pair will do, because the hand goes back into the pack.
            return next(iter(scavenge_moves(state, view.seat)), _PASS)


def _battle_move(state: State, view: View, pots: Pots) -> Move:
    """Return a bot with the weakest weapon that's enough, or a pass."""
    seat, destroyed = view.seat, len(state.field)
    hand, values = state.hands[seat], EFFECTIVE[state.surge[seat]]
    needed = needed_against(state.field[-1].armour_value, state.options.surged_king)
    weapons = [card for card in hand if card in WEAPONS and values[card] >= needed]
    armours = [card for card in hand if card in ARMOURS]
    if not weapons or not armours or (destroyed < pots.join and _may_wait(state, seat)):
        return _PASS
    weapon = min(weapons, key=values.__getitem__)
    if weapon == JOKER and view.play_style.hoard > 0 and destroyed <= pots.join:
        return _PASS
    choose = max if destroyed >= pots.stay else min
    return Bot(weapon, choose(armours, key=values.__getitem__))


def _may_wait(state: State, seat: Seat) -> bool:
    """Whether others will be asked about this bot if the seat passes, and it can still play later."""
    return not state.options.passes_are_final and _others_may_answer(state, seat)


def _weakest(kind: Collection[Card], hand: Iterable[Card], values: Mapping[Card, int]) -> Card:
    return min([card for card in hand if card in kind], key=values.__getitem__)


def _others_may_answer(state: State, seat: Seat) -> bool:
    """Whether someone is asked about the current bot after this seat passes."""
    owner = state.champion_owner
    for other in from_left_of(seat, state.active)[:-1]:
        if other == owner:
            return False
        is_asked = other not in state.passed and other not in state.unable
        if is_asked and len(state.hands[other]) >= MIN_CARDS_TO_ANSWER:
            return True
    return False


def _has_pair(hand: Iterable[Card]) -> bool:
    ranks = [RANK_OF[card] for card in hand if card != JOKER]
    return len(set(ranks)) < len(ranks)


POLICY: Final = SkrapPolicy()
