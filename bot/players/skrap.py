"""How computers play Skrap."""

from collections.abc import Sequence
from typing import ClassVar, Final

from bot.engine.cards import JOKER, Card
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games import GAMES
from bot.games.skrap.battle import Bot, bots
from bot.games.skrap.cards import EFFECTIVE, VALUE
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import scavenges
from bot.games.skrap.state import State
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import THROWS
from bot.players.policy import Policy, View


class SkrapPolicy(Policy[State]):
    game = GAMES["skrap"]
    thoughts = 600

    def pick(self, state: State, view: View) -> Move:
        seat = view.seat
        match state.phase:
            case "surge":
                return Surge(min((c for c in state.hands[seat] if c != JOKER), key=VALUE.__getitem__))
            case "throw":
                return view.rng.choice(THROWS)
            case "open":
                found = bots(state, seat)
                armour = min({b.armour for b in found}, key=EFFECTIVE[state.surge[seat]].__getitem__)
                return Bot(found[0].weapon, armour)
            case "battle":
                pot = len(state.field)
                found = bots(state, seat)
                if not found or (pot < 3 and others_to_answer(state, seat)):
                    return Pass()
                return found[0] if pot >= 4 else Bot(found[0].weapon, found[-1].armour)
            case _:
                pairs = scavenges(state, seat)
                return pairs[0] if pairs else Pass()

    def worth(self, state: State, seat: Seat) -> float:
        if state.phase == "over":
            return 100.0 * (seat in state.winners) / max(1, len(state.winners))
        others = [h for s, h in enumerate(state.heads) if s != seat and s not in state.left]
        return state.heads[seat] - max(others)

    def is_far_enough(self, start: State, state: State, moves: int) -> bool:
        return state.phase in ("scavenge", "over") or state.round != start.round


def others_to_answer(state: State, seat: Seat) -> bool:
    owner = state.field[-1].owner
    for other in state.left_of(seat):
        if other == owner:
            return False
        if other not in state.passed and other not in state.unable and len(state.hands[other]) >= 2:
            return True
    return False
