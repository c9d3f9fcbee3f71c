"""How a game of Skrap ended: the ranking and what was remarkable."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from bot.engine.chance import Seat
from bot.games.skrap.battle import BotPlayed
from bot.games.skrap.scoring import Champion
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.endings import ranked, won
from bot.rendering.face import Ending, Standing
from bot.rendering.scene import Scene
from bot.rendering.skrap.hands import heads, view_of

ENDS: Final[Mapping[str, str]] = {
    "round-limit": message("The last round was played."),
    "last-player": message("Everybody else had left."),
}
"""Why a game ended where nobody reached the goal."""


def ending(scene: Scene) -> Ending:
    """Who won, everybody's heads by round, and two things that the log proves."""
    view, outcome = view_of(scene), scene.outcome
    assert outcome is not None
    winners = outcome.winners
    won_with = view.heads[winners[0]] if winners else 0
    return Ending(
        title=won(scene, winners, heads(won_with) if won_with else ""),
        why=say(ENDS[outcome.end]) if outcome.end in ENDS else "",
        length=say_count("one round", "{number} rounds", view.round),
        standings=_standings(scene),
        highlights=tuple(_highlights(scene)),
    )


def _standings(scene: Scene) -> tuple[Standing, ...]:
    """Those who played to the end by their heads, then those who have left."""
    view = view_of(scene)
    gains: dict[Seat, list[int]] = {seat: [] for seat in range(len(scene.players))}
    for event in scene.scores:
        if isinstance(event, Champion) and not event.lost:
            gains[event.seat].append(event.heads)
    totals = [(seat, view.heads[seat], tuple(gains[seat])) for seat in gains]
    return ranked(totals, left=view.left)


def _highlights(scene: Scene) -> Iterator[tuple[str, str]]:
    """The champion with most heads, and who wrecked most bots."""
    champions = [event for event in scene.scores if isinstance(event, Champion) and not event.lost]
    best = max(champions, key=lambda one: one.heads, default=None)
    if best is not None and best.heads:
        player = words.name(scene, best.seat)
        what = say_count("{player}, one head.", "{player}, {number} heads.", best.heads, player=player)
        yield say("Biggest champion"), what
    played = [event for event in scene.scores if isinstance(event, BotPlayed)]
    wrecked = Counter(event.seat for event in played if event.victim is not None)
    if wrecked:
        (seat, most), *others = wrecked.most_common()
        if all(count < most for _, count in others):  # a tie is nobody's
            yield (
                say("Most bots wrecked"),
                say_count("{player}, one.", "{player}, {number}.", most, player=words.name(scene, seat)),
            )
