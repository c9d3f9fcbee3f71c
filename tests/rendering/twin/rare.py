"""Moments that random games seldom reach: positions, and the moves played there."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.chance import SeededChance
from bot.engine.draft import Refusal
from bot.engine.notation import parse_move, read_options, read_seat
from bot.games import GAMES
from tests.rendering import positions
from tests.rendering.crazy_rummy.sessions import crowded
from tests.rendering.twin.moments import Moment, Step

HUGE: Final = 123_456_789 * 10**50 + 7

STOCK = [f"{rank}{suit}" for suit in "DS" for rank in (3, 4, 5, 6, 10)] * 2
SETS: list[dict[str, Any]] = [
    {"owner": "B", "rank": "7", "cards": ["7C", "7D", "7H", "7S", "7C", "7D", "7H"], "double": True},
    {"owner": "A", "rank": "4", "cards": ["4C", "4D", "4H", "JK"]},
    {"owner": "C", "rank": "A", "cards": ["AC", "AD", "AH", "AS"], "value": 90, "borrowed": "7S"},
]
VOTES = {
    "phase": "vote",
    "pending": {"action": "force-recycle", "target": "B", "votes": {"C": True, "D": False}},
}
ALLOWING = {"action": "allow-forcing", "votes": {"A": True, "B": False}}
FORCED = (
    "A: force-recycle player:B; C: vote choice:yes; D: vote choice:no; E: vote choice:yes; F: vote choice:yes"
)
KINGS = {"hands": {"A": ["KH", "5C"], "B": ["KS", "KD", "3H"], "C": ["9C", "2D"]}, "protected": {"C": ["KC"]}}
LEADER_WHO_LEAVES = {
    "phase": "bluff-window",
    "pending": {"action": "acquire", "rank": "K"},
    "leaving": ["B"],
    "totals": {"A": 50, "B": 100, "C": 10},
    "hands": {"A": ["2C"], "C": ["3C"], "D": ["4C"]},
}
DUEL = {
    "turn": "B",
    "hands": {"A": ["5C", "9S", "JH"], "B": ["2H", "2D", "KD", "8S", "8H", "8C", "8D", "9D"]},
}
BATTLE: dict[str, Any] = {
    "phase": "battle",
    "turn": "B",
    "round": 3,
    "heads": {"A": 3, "B": 1},
    "sizes": {"A": 11, "B": 10, "C": 10},
    "surge": {"A": "5S", "B": "6D", "C": "7C"},
    "hands": {"A": ["2S", "2H", "KS", "JK"], "B": ["3S", "3H"], "C": ["5D"]},
    "field": [
        {"owner": "B", "weapon": "4S", "armour": "4H"},
        {"owner": "D", "weapon": "6S", "armour": "7H"},
        {"owner": "A", "weapon": "9S", "armour": "10D"},
    ],
    "aside": ["QC"],
    "left": ["D"],
    "pack": ["AC", "2C"],
}
SCORED = [{"points": {"A": 37, "B": -50, "C": 120}, "pressure": {"A": 5, "B": 0, "C": 0}}]
CRAITS: dict[str, Any] = {**positions.CRAITS, "totals": {"A": HUGE, "B": -50}}
RUMMY: dict[str, Any] = {
    **positions.RUMMY,
    "turn": "A",
    "sets": {"B": [["6D", "JC", "JD"], ["6H", "6C", "6S"]]},
    "fed": {"A": ["JS", "JS", "6D"]},
    "last_hand": True,
    "laid": True,
    "taken": "3D",
}
CRAPETTE: dict[str, Any] = {
    "turn": "B",
    "houses": {"L1": ["QH", "JS"], "L2": ["KC"], "R4": ["8H"]},
    "finish": {"S": [8, 0], "H": [7, 7]},
    "hands": {"A": ["2C", "3C"], "B": ["2D"]},
    "discards": {"A": ["9H", "4D"], "B": ["KS"]},
    "crapauds": {"A": ["8S"], "B": ["5D", "6D"]},
}

POSITIONS: Final[Mapping[str, list[tuple[int, dict[str, Any], dict[str, Any], str]]]] = {
    "crap": [
        (6, {"jokers": True}, {"sets": SETS, "discard": ["2C", "JK", "JK"], "idle": {"A": 2}, "timeouts": 3}, ""),
        (6, {"force-recycle": True}, {**VOTES, "leaving": ["D"], "hands": {"E": ["5C"]}}, ""),
        (6, {"force-recycle": True}, {"protected": {"B": ["2C"]}, "stock": STOCK}, FORCED),
        (3, {}, KINGS, "A: acquire rank:K; B: believe; C: call-bluff"),
        (3, {}, {**KINGS, "turn": "C", "stock": ["3C", "4C"]}, "C: cooperate player:B"),
        (3, {}, {**DUEL, "stock": STOCK}, "B: challenge player:A; A: leave"),
        (3, {}, {**KINGS, "totals": {"A": 990}, "sets": SETS[::2], "stock": []}, "A: recycle"),
        (4, {}, {**KINGS, "forcing": True}, ""),
        (4, {}, {**KINGS, "phase": "vote", "pending": ALLOWING}, ""),
        (4, {}, KINGS, "A: allow-forcing; B: vote choice:yes; C: vote choice:yes; B: recycle"),
        (4, {}, LEADER_WHO_LEAVES, ""),
        (4, {}, {"left": ["B"], "totals": {"A": 50, "B": 100}, "sets": [{**SETS[0], "cards": SETS[0]["cards"][:4], "double": False}]}, ""),
    ],
    "skrap": [
        (4, {"surged-king": "joker-only"}, {**BATTLE, "scavengers": {"C": ["3C", "3D"]}, "passed": ["C"]}, ""),
        (4, {"pass-rule": "final"}, BATTLE, "B: pass"),
        (5, {}, {"phase": "open", "turn": "B", "unable": ["A"], "surge": {"A": "2C"}, "hands": {"B": ["3S", "3H"]}}, ""),
        (
            5,
            {},
            {
                "phase": "throw",
                "contenders": ["A", "C"],
                "undecided": 2,
                "surge": {"A": "5C", "C": "5D"},
                "hands": {"A": ["2S", "2H"], "C": ["3S", "3H"]},
            },
            "A: throw shape:rock",
        ),
        (3, {}, {**BATTLE, "field": BATTLE["field"][:1], "left": [], "phase": "scavenge", "turn": None}, ""),
    ],
    "craits": [
        (3, {"faces": True, "hand-cap": 1300}, {**CRAITS, "pressures": {"B": 3, "C": 1}, "hand_pressures": {"B": 2}, "actions": 1234}, ""),
        (3, {}, {"phase": "opening-suit", "dealer": "A", "top": "8S", "hands": {"A": ["4C", "5C"], "B": ["KH"]}}, ""),
        (3, {"faces": True}, {**CRAITS, "phase": "king-run", "king_steps": 2}, ""),
        (3, {"faces": True}, {**CRAITS, "top": "JS", "suit": "S", "jack_run": 2}, ""),
        (3, {"hands": 2}, {**CRAITS, "phase": "between-hands", "turn": None, "revealed": True, "record": SCORED}, ""),
    ],
    "crazy-rummy": [
        (3, {}, {**RUMMY, "first_play_done": ["B"], "aside": ["9C", "9D"], "left": ["C"]}, ""),
        (2, {}, {**RUMMY, "phase": "draw", "laid": False, "taken": None, "lock_count": 2}, ""),
        (2, {}, {**RUMMY, "phase": "draw", "laid": False, "taken": None, "lock_count": 4, "discard": []}, ""),
        (2, {}, {**RUMMY, "phase": "over", "turn": None, "laid": False, "taken": None, "winners": ["B"]}, ""),
    ],
    "crapette": [
        (2, {"clock-minutes": 15}, {**CRAPETTE, "used": {"A": 61, "B": 100}, "idle_turns": 110, "progress": 1}, ""),
        (2, {}, {**CRAPETTE, "timeouts": {"A": 1, "B": 2}, "house_moves": 45, "idle_turns": 101}, ""),
        (2, {"court-order": "KJQ"}, {**CRAPETTE, "houses": {}, "lifted": "7C", "undo_used": 17}, "B: offer-draw"),
        (2, {}, CRAPETTE, "B: offer-draw; A: decline-draw; B: move from:R4 to:finish"),
        (2, {}, CRAPETTE, "B: offer-draw; A: accept-draw"),
    ],
}  # fmt: skip


def rare_moments(name: str) -> list[Moment]:
    """Return the rare moments of one game."""
    return [
        moment(name, seats, options, position, line) for seats, options, position, line in POSITIONS[name]
    ]


def moment(name: str, seats: int, given: Mapping[str, Any], position: Mapping[str, Any], line: str) -> Moment:
    """Return the moment after some commands in a position, separated by semicolons."""
    game = GAMES[name]
    options = read_options(game, given)
    state, chance = game.load(position, seats, options), SeededChance(b"rare")
    past: list[Step] = []
    for command in filter(None, line.split("; ")):
        who, what = command.split(": ", 1)
        seat = read_seat(who, seats)
        made = game.apply(state, seat, parse_move(game, what, seats), chance)
        assert not isinstance(made, Refusal), (command, made)
        state = made.state
        past.append((seat, made.events))
    return Moment(game, state, seats, options, tuple(past))


def crowded_moments() -> list[Moment]:
    """Return ten players of Crazy Rummy with all cards of six decks, in a running and in a finished game."""
    sessions = [crowded("play"), crowded("over")]
    return [Moment(one.game, one.state, len(one.record.players), one.options) for one in sessions]
