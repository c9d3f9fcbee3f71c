"""The ending of a game of Craits: title, ranking and highlights."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.craits.count import CountRaised
from bot.games.craits.ending import PlayerScored
from bot.games.craits.one_card import Caught
from bot.games.craits.playing import Played
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.craits.hands import view_of
from bot.rendering.endings import leavers_line, winners_line
from bot.rendering.numbers import short
from bot.rendering.scene import Scene
from bot.rendering.score_sheet import Ending, ranking

MAX_HIGHLIGHTS: Final = 2
LONG_COUNT: Final = 5
"""The lowest count that's a highlight."""


def ending(scene: Scene) -> Ending:
    """Return the winner, everyone's points by hand, and up to two highlights."""
    view = view_of(scene)
    winners = scene.outcome.winners if scene.outcome else ()
    amount = short(view.scores.totals[winners[0]]) if winners else ""
    hands = len(view.scores.record)
    left = [seat for seat in range(len(scene.players)) if seat not in scene.active]
    is_last = scene.outcome is not None and scene.outcome.end == "last-player"
    gains = [_gains(scene, seat) for seat in range(len(scene.players))]
    return Ending(
        title=winners_line(scene, winners, amount),
        why=say("Everyone else had left.") if is_last else leavers_line(scene, left),
        length=say_count("one hand · low score wins", "{number} hands · low score wins", hands)
        if hands
        else "",
        standings=ranking(view.scores.totals, gains, low=True, left=left),
        cards=_winning_card(scene, winners),
        highlights=tuple(_highlights(scene))[:MAX_HIGHLIGHTS],
    )


def _winning_card(scene: Scene, winners: Sequence[Seat]) -> tuple[Card, ...]:
    """Return the last card that a sole winner played. Empty if it isn't among the recent moves."""
    events = (event for past in reversed(scene.recent) for event in reversed(past.events))
    cards = (one.card for one in events if isinstance(one, Played) and [one.seat] == list(winners))
    return tuple(islice(cards, 1))


def _gains(scene: Scene, seat: Seat) -> tuple[int, ...]:
    """Return what each hand cost, with shuffle pressure. That of a hand that wasn't scored comes last."""
    view = view_of(scene)
    gains = [sum(cost) for hand in view.scores.record if (cost := hand.of(seat)) is not None]
    return (*gains, view.scores.totals[seat] - sum(gains))


def _highlights(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the best hand of 3s, the longest count, and the player called an idiot most often."""
    hands = [event for event in scene.scores if isinstance(event, PlayerScored) and event.points < 0]
    if hands:
        best = min(hands, key=lambda one: one.points)
        yield say("Best hand"), _hand_text(best, scene)
    counts = [event.value for event in scene.scores if isinstance(event, CountRaised)]
    if max(counts, default=0) >= LONG_COUNT:
        yield say("Longest count"), say("{number} cards to draw.", number=max(counts))
    caught = Counter(event.seat for event in scene.scores if isinstance(event, Caught))
    if caught:
        [(seat, times)] = caught.most_common(1)
        player = words.name(scene, seat)
        yield (
            say("Called an idiot"),
            say_count("{player}, once.", "{player}, {number} times.", times, player=player),
        )


def _hand_text(best: PlayerScored, scene: Scene) -> str:
    threes = len(best.cards)
    return say_count(
        "{player}, {points}, a 3.",
        "{player}, {points}, {copies} 3s.",
        threes,
        player=words.name(scene, best.seat),
        points=short(best.points),
        copies=words.numeral(threes),
    )
