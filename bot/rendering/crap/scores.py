"""The ending of a game of C.R.A.P.: title, ranking and highlights."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.engine.cards import Card, in_order
from bot.engine.chance import Seat
from bot.games.crap.acquiring import BluffCalled
from bot.games.crap.cards import SINGLE, LaidSet, points
from bot.games.crap.laying import SetLaid, laid_set
from bot.games.crap.scoring import FinalCount, ScoringRound
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crap.hands import view_of
from bot.rendering.endings import winners_line
from bot.rendering.numbers import short
from bot.rendering.scene import Scene
from bot.rendering.score_sheet import Ending, gains_by_seat, ranking

ENDS: Final[Mapping[str, str]] = {
    "turn-limit": message("The last turn was played."),
    "forfeit": message("Everyone else had left."),
    "abandoned": message("Nobody moved for too long."),
}
"""Sentences on why a game ended, by kind of end. A total over the threshold needs none."""


def ending(scene: Scene) -> Ending:
    """Return the winner, everyone's points by scoring round, and up to two highlights."""
    view = view_of(scene)
    amount = short(view.totals[view.winners[0]]) if view.winners else ""
    rounds = [event.gained for event in scene.scores if isinstance(event, ScoringRound | FinalCount)]
    gains = gains_by_seat(scene, (pair for one in rounds for pair in enumerate(one)))
    return Ending(
        title=winners_line(scene, view.winners, amount),
        why=say(ENDS[view.end]) if view.end and view.end in ENDS else "",
        length=say_count("one turn", "{number} turns", view.turn_number),
        standings=ranking(view.totals, gains, left=view.left),
        cards=_winning_cards(scene),
        best=_best_of_others(scene),
        highlights=tuple(_highlights(scene)),
    )


def _sets(scene: Scene) -> list[LaidSet]:
    return [laid_set(event) for event in scene.scores if isinstance(event, SetLaid)]


def _winning_cards(scene: Scene) -> tuple[Card, ...]:
    """Return up to four cards of the biggest set that a winner scored. Empty if they scored none."""
    sets = [one for one in _sets(scene) if one.owner in view_of(scene).winners]
    return _first_cards(max(sets, key=points)) if sets else ()


def _best_of_others(scene: Scene) -> tuple[Card, ...]:
    """Return up to four cards of the game's biggest set, unless a winner scored it."""
    best = max(_sets(scene), key=points, default=None)
    return () if best is None or best.owner in view_of(scene).winners else _first_cards(best)


def _first_cards(one: LaidSet) -> tuple[Card, ...]:
    return in_order(one.cards)[:SINGLE]


def _highlights(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the biggest set, and the player who caught the most bluffs. The first one wins a tie."""
    sets = _sets(scene)
    if sets:
        best = max(sets, key=points)
        facts = {
            "player": words.name(scene, best.owner),
            "copies": words.numeral(len(best.cards)),
            "ranks": words.ranks_name(best.rank),
            "points": short(points(best)),
        }
        yield say("Biggest set"), say("{player}'s {copies} {ranks}, {points}.", **facts)
    caught: dict[Seat, int] = {}
    for event in scene.scores:
        if isinstance(event, BluffCalled) and event.proof is None:
            caught[event.seat] = caught.get(event.seat, 0) + 1
    if caught:
        seat = max(caught, key=lambda one: caught[one])
        yield (
            say("Bluffs caught"),
            say_count(
                "{player}, once.", "{player}, {number} times.", caught[seat], player=words.name(scene, seat)
            ),
        )
