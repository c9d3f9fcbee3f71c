"""The end of a game of Crazy Rummy: the ranking and the highlights."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.engine.cards import RANK_OF, Card, in_order
from bot.games.crazy_rummy.ending import HandScored
from bot.games.crazy_rummy.laying import SetLaid
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crazy_rummy.hands import copies, view_of
from bot.rendering.endings import leavers_line, winners_line
from bot.rendering.numbers import short, signed
from bot.rendering.scene import Scene
from bot.rendering.score_sheet import Ending, gains_by_seat, ranking

ENDS: Final[Mapping[str, str]] = {
    "max-hands": message("The last hand was played."),
    "last-player": message("Everyone else had left."),
}
"""The reasons for an end at which nobody reached the goal alone."""
MAX_CARDS: Final = 4
"""The most cards of the winning set in the picture."""


def ending(scene: Scene) -> Ending:
    """Return the winner, everyone's points by hand, and two highlights that the log proves."""
    view = view_of(scene)
    sets = [event for event in scene.scores if isinstance(event, SetLaid)]
    cards, wild = _best([one for one in sets if one.seat in view.winners])
    best, best_wild = _best(sets)
    amount = short(view.totals[view.winners[0]]) if view.winners else ""
    end = scene.outcome.end if scene.outcome else ""
    scored = [event for event in scene.scores if isinstance(event, HandScored)]
    gains = gains_by_seat(scene, ((event.seat, event.score) for event in scored))
    return Ending(
        title=winners_line(scene, view.winners, amount),
        why=say(ENDS[end]) if end in ENDS else leavers_line(scene, view.left),
        length=say_count("one hand", "{number} hands", view.hand_number),
        standings=ranking(view.totals, gains, left=view.left),
        cards=cards,
        wild=wild,
        best=best if best != cards else (),
        best_wild=best_wild,
        highlights=tuple(_highlights(scene.scores, scene)),
    )


def _best(sets: Sequence[SetLaid]) -> tuple[tuple[Card, ...], frozenset[Card]]:
    """Return at most four cards of the biggest set, and which of them are wild."""
    best = max(sets, key=lambda one: one.points, default=None)
    cards = in_order(best.cards)[:MAX_CARDS] if best else ()
    return cards, frozenset(card for card in cards if best and RANK_OF[card] != best.rank)


def _highlights(scores: Sequence[object], scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the biggest set, and the best hand."""
    sets = [event for event in scores if isinstance(event, SetLaid)]
    if sets:
        best = max(sets, key=lambda one: one.points)
        facts = {"player": words.name(scene, best.seat), "points": short(best.points)}
        wilds = sum(RANK_OF[card] != best.rank for card in best.cards)
        facts["cards"] = _set_name(len(best.cards) - wilds, best.rank)
        yield say("Biggest set"), _with_wilds(wilds, facts)
    hands = [event for event in scores if isinstance(event, HandScored)]
    if hands:
        top = max(hands, key=lambda one: one.score)
        name = words.name(scene, top.seat)
        yield say("Best hand"), say("{player}, {points}.", player=name, points=signed(top.score))


def _set_name(count: int, rank: str) -> str:
    if count == 1:
        return words.rank_name(rank)
    return say("{copies} {ranks}", copies=copies(count), ranks=words.ranks_name(rank))


def _with_wilds(wilds: int, facts: Mapping[str, object]) -> str:
    if not wilds:
        return say("{player}'s {cards}, {points}.", **facts)
    return say_count(
        "{player}'s {cards} with a wild card, {points}.",
        "{player}'s {cards} with {number} wild cards, {points}.",
        wilds,
        **facts,
    )
