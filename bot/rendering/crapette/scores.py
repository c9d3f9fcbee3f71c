"""The end of a game of Crapette: its reason, the cards left, and a highlight."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.engine.cards import SUITS, Card
from bot.engine.chance import Seat
from bot.games.crapette.ending import Remains
from bot.games.crapette.moving import Moved
from bot.games.crapette.state import CRAPAUD, PLAYERS
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count, say_count_as
from bot.rendering.crapette.piles import options_of, view_of
from bot.rendering.endings import winners_line
from bot.rendering.scene import Scene
from bot.rendering.score_sheet import Ending, Standing
from bot.rendering.telling import Moment

ENDS: Final[Mapping[str, str]] = {
    "out": message("Out of cards."),
    "resign": message("{player} resigned."),
    "clock": message("{player}'s time ran out."),
    "timeouts": message("{player} missed three turns."),
    "agreed": message("Agreed draw."),
    "repetition": message("The same position {number} times."),
    "no-progress": message("{number} turns without progress."),
    "turns": message("{number} turns each: fewer cards left wins."),
}
"""The reasons why a game is over. The player is the one who lost."""


def why_over(end: str, winners: Sequence[Seat], scene: Scene) -> str:
    """Return why the game ended."""
    options = options_of(scene)
    losers = [1 - seat for seat in winners]
    numbers = {"repetition": options.repetition, "turns": options.turns}
    number = words.copies(numbers.get(end, options.no_progress_turns))
    return words.capitalised(say(ENDS[end], player=words.names(scene, losers), number=number))


def ending(scene: Scene) -> Ending:
    """Return the winner, the reason, the number of cards left, and what the log proves."""
    outcome = scene.outcome
    winners = outcome.winners if outcome else ()
    events = scene.recent[-1].events if scene.recent else ()
    left = [_piles_left(event, Moment(scene)) for event in events if isinstance(event, Remains)]
    is_short = outcome is not None and outcome.end == "turns"  # The reason has that number.
    return Ending(
        title=winners_line(scene, winners) if winners else say("A draw"),
        why=why_over(outcome.end, winners, scene) if outcome else "",
        length="" if is_short else say_count_as("of many moves", "one turn", "{number} turns", _turns(scene)),
        standings=_standings(scene, winners),
        cards=_last_finished(scene) if winners else (),
        highlights=tuple(_highlights(scene)),
        notes=tuple(filter(None, left)),
    )


def _turns(scene: Scene) -> int:
    """Return the number of turns played. A short game ends as the next one would begin."""
    short = options_of(scene).turns * len(PLAYERS)
    number = view_of(scene).turn_number
    return min(number, short) if short else number


def _standings(scene: Scene, winners: Sequence[Seat]) -> tuple[Standing, ...]:
    """Return both players with the number of cards they have left, the winner first."""
    view = view_of(scene)
    standings = []
    for seat in sorted(PLAYERS, key=lambda one: one not in winners):
        hand, discard, crapaud = map(len, view.own(seat))
        lifted = seat == view.turn and view.lifted is not None
        standings.append(
            Standing(
                seat,
                2 if winners and seat not in winners else 1,
                shown=say("{number} left", number=hand + discard + crapaud + lifted),
                note=say("{number} in the crapaud", number=crapaud) if crapaud else "",
            )
        )
    return tuple(standings)


def _last_finished(scene: Scene) -> tuple[Card, ...]:
    """Return the highest cards of the finishing piles, one for each suit."""
    view = view_of(scene)
    tops = [pile[-1] for suit in SUITS for pile in view.finished(suit)[:1] if pile]
    return tuple(tops)


def remains(event: Remains, moment: Moment) -> str:
    """Return the number of cards that a player had left, and their piles. Empty if there weren't any."""
    count = len(event.hand) + len(event.discard) + len(event.crapaud) + (event.lifted is not None)
    if not count:
        return ""
    return say_count(
        "{player} had one card left: {piles}.",
        "{player} had {number} cards left: {piles}.",
        count,
        player=moment.name(event.seat),
        piles=_piles(event),
    )


def _piles_left(event: Remains, moment: Moment) -> str:
    """Return the piles in which a player had cards left. The ranking above has their number."""
    piles = _piles(event)
    return words.told_of(moment.name(event.seat), f"{piles}.") if piles else ""


def _piles(event: Remains) -> str:
    return ", ".join(
        say(text, number=len(cards))
        for text, cards in (
            (message("{number} in hand"), event.hand),
            (message("{number} in the discard pile"), event.discard),
            (message("{number} in the crapaud"), event.crapaud),
            (message("{number} lifted"), () if event.lifted is None else (event.lifted,)),
        )
        if cards
    )


def _highlights(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the player who was first without a crapaud."""
    emptied_at = {
        event.seat: place
        for place, event in enumerate(scene.scores)
        if isinstance(event, Moved) and event.source == "my-crapaud"
    }
    view = view_of(scene)
    emptied = [seat for seat in emptied_at if not view.piles[CRAPAUD + seat]]
    if emptied:
        first = min(emptied, key=lambda seat: emptied_at[seat])
        yield say("First without a crapaud"), say("{player}.", player=words.name(scene, first))
