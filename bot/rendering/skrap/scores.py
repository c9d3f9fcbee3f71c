"""The ending of a game of Skrap: title, ranking and highlights."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.skrap.battle import BotPlayed
from bot.games.skrap.scoring import Champion
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.endings import winners_line
from bot.rendering.scene import Scene
from bot.rendering.score_sheet import Ending, gained, ranked
from bot.rendering.skrap.hands import heads_text, view_of

ENDS: Final[Mapping[str, str]] = {
    "round-limit": message("The last round was played."),
    "last-player": message("Everyone else had left."),
}
"""Sentences on why a game ended, by kind of end. A reached target needs none."""


def ending(scene: Scene) -> Ending:
    """Return the winner, everyone's heads by round, and up to two highlights."""
    view, outcome = view_of(scene), scene.outcome
    winners = outcome.winners if outcome else ()
    won_with = view.heads[winners[0]] if winners else 0
    gains = gained(scene, ((event.seat, event.heads) for event in _champions(scene)))
    return Ending(
        title=winners_line(scene, winners, heads_text(won_with) if won_with else ""),
        why=say(ENDS[outcome.end]) if outcome and outcome.end in ENDS else "",
        length=say_count("one round", "{number} rounds", view.round),
        standings=ranked(view.heads, gains, left=view.left),
        cards=_winning_cards(scene, winners),
        highlights=tuple(_highlights(scene)),
    )


def _winning_cards(scene: Scene, winners: Sequence[Seat]) -> tuple[Card, ...]:
    """Return the weapon and armour of a winner's last champion. Empty if they had none."""
    bots = [event for event in _champions(scene) if event.seat in winners]
    return (bots[-1].weapon, bots[-1].armour) if bots else ()


def _champions(scene: Scene) -> list[Champion]:
    return [event for event in scene.scores if isinstance(event, Champion) and not event.lost]


def _highlights(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the champion with most heads and, unless it's a tie, the player who destroyed most bots."""
    best = max(_champions(scene), key=lambda one: one.heads, default=None)
    if best is not None and best.heads:
        player = words.name(scene, best.seat)
        text = say_count("{player}, one head.", "{player}, {number} heads.", best.heads, player=player)
        yield say("Biggest champion"), text
    played = [event for event in scene.scores if isinstance(event, BotPlayed)]
    destroyed = Counter(event.seat for event in played if event.victim is not None)
    if destroyed:
        (seat, most), *others = destroyed.most_common()
        if all(count < most for _, count in others):  # nobody gets it in a tie
            yield (
                say("Most bots destroyed"),
                say_count("{player}, one.", "{player}, {number}.", most, player=words.name(scene, seat)),
            )
