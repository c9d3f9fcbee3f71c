"""The viewer's calls, and the bluffs they believed, in a finished game of C.R.A.P., for their review.

They're counted, not judged: whether a call is wise depends on the opponent's habits. A bluff is certain
only if the viewer could see every card of the rank.
"""

from collections.abc import Iterable

from bot.engine.cards import Rank
from bot.games.crap.acquiring import Acquire, Believe, CallBluff
from bot.players.crap.outlook import PLACE, left_in_play, tally
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.scene import PastMove, Scene

MAX_CERTAIN = 2


def looking_back(past: Iterable[PastMove], scene: Scene) -> list[str]:
    """Return a line that counts the viewer's calls and believed bluffs, then lines about certain bluffs."""
    seat, is_bluff = scene.viewer, False
    rank: Rank | None = None
    assert seat is not None
    believed = calls = right_calls = 0
    certain_lines: list[str] = []
    for one in past:
        match one.move:
            case Acquire(rank=asked) if one.seat is not None:
                rank = asked
                is_bluff = not one.before.naturals(one.seat, rank)
            case CallBluff() if one.seat == seat:
                calls, right_calls = calls + 1, right_calls + is_bluff
            case Believe() if one.seat == seat and rank is not None:
                believed += is_bluff
                if not _unseen_count(one, seat, rank):
                    certain_lines.append(_certain_line(one.number, rank))
    if not (believed or calls):
        return []
    if calls:
        facts = {"bluffs": believed, "right": right_calls, "calls": calls}
        line = say("Bluffs you believed: {bluffs}. Calls you got right: {right} of {calls}.", **facts)
    else:
        line = say("Bluffs you believed: {bluffs}. You didn't call any.", bluffs=believed)
    return [line, *certain_lines[:MAX_CERTAIN]]


def _unseen_count(one: PastMove, seat: int, rank: Rank) -> int:
    """Return how many cards of a rank were neither the viewer's nor face up on the table."""
    return left_in_play(one.before)[PLACE[rank]] - tally(one.before.holding(seat))[PLACE[rank]]


def _certain_line(number: int, rank: Rank) -> str:
    facts = {"number": number, "ranks": words.ranks_name(rank)}
    return say("Move {number}: there were no {ranks} left. That had to be a bluff.", **facts)
