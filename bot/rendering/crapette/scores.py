"""How a game of Crapette ended: why, what was left, and what was remarkable."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.games.crapette.ending import Remains
from bot.games.crapette.lifting import PutDown
from bot.games.crapette.moving import Moved
from bot.games.crapette.state import CRAPAUD, PLAYERS
from bot.games.crapette.undoing import TakenBack
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count, say_count_as
from bot.rendering.crapette.piles import LOADS, view_of
from bot.rendering.crapette.table import options_of
from bot.rendering.endings import won
from bot.rendering.face import Ending
from bot.rendering.scene import Scene
from bot.rendering.telling import Moment

ENDS: Final[Mapping[str, str]] = {
    "out": message("Out of cards."),
    "resign": message("{player} resigned."),
    "clock": message("{player}'s time ran out."),
    "timeouts": message("{player} missed three turns."),
    "agreed": message("By agreement."),
    "repetition": message("The same position {number} times."),
    "no-progress": message("{number} turns without progress."),
}
"""Why a game is over; the player is the one who lost."""


def why_over(end: str, winners: Sequence[Seat], scene: Scene) -> str:
    """Why the game ended."""
    options = options_of(scene)
    losers = [1 - seat for seat in winners]
    number = options.repetition if end == "repetition" else options.no_progress_turns
    return say(ENDS[end], player=words.names(scene, losers), number=words.copies(number))


def ending(scene: Scene) -> Ending:
    """Who won and why, how many cards were left, and what the log proves."""
    outcome = scene.outcome
    assert outcome is not None
    told = scene.recent[-1].events if scene.recent else ()
    left = [remains(event, Moment(scene)) for event in told if isinstance(event, Remains)]
    return Ending(
        title=won(scene, outcome.winners) if outcome.winners else say("A draw"),
        why=why_over(outcome.end, outcome.winners, scene),
        length=say_count_as("of many moves", "one turn", "{number} turns", view_of(scene).turn_number),
        highlights=tuple(_highlights(scene)),
        notes=tuple(filter(None, left)),
    )


def remains(event: Remains, moment: Moment) -> str:
    """How many cards a player had left, and where; nothing where there was none."""
    parts = [
        say(text, number=len(cards))
        for text, cards in (
            (message("{number} in hand"), event.hand),
            (message("{number} in the discard"), event.discard),
            (message("{number} in the crapaud"), event.crapaud),
            (message("{number} lifted"), () if event.lifted is None else (event.lifted,)),
        )
        if cards
    ]
    count = len(event.hand) + len(event.discard) + len(event.crapaud) + (event.lifted is not None)
    if not count:
        return ""
    return say_count(
        "{player} had one card left: {piles}.",
        "{player} had {number} cards left: {piles}.",
        count,
        player=moment.name(event.seat),
        piles=", ".join(parts),
    )


def _highlights(scene: Scene) -> Iterator[tuple[str, str]]:
    """How many cards each player loaded, and who was the first without a crapaud."""
    loaded = dict.fromkeys(PLAYERS, 0)
    for event in scene.scores:
        if isinstance(event, Moved | PutDown | TakenBack) and event.target in LOADS:
            loaded[event.seat] += -1 if isinstance(event, TakenBack) else 1
    best = sorted((seat for seat in PLAYERS if loaded[seat]), key=lambda seat: -loaded[seat])
    if best:
        counts = [f"{words.name(scene, seat)} {loaded[seat]}" for seat in best]
        yield say("Cards loaded"), say("{counts}.", counts=", ".join(counts))
    ends = {
        event.seat: place
        for place, event in enumerate(scene.scores)
        if isinstance(event, Moved) and event.source == "my-crapaud"
    }
    view = view_of(scene)
    through = [seat for seat in ends if not view.piles[CRAPAUD + seat]]
    if through:
        first = min(through, key=lambda seat: ends[seat])
        yield say("First without a crapaud"), say("{player}.", player=words.name(scene, first))
