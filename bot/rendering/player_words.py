"""The words in pictures of every game: players' names and rows, headlines, the end."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.players.computers import computer_of
from bot.rendering import words
from bot.rendering.art.dramas import Drama
from bot.rendering.art.fonts import printable, printable_name
from bot.rendering.art.fonts import seat_name as unnamed_at
from bot.rendering.art.plan import Middle, Row, Stage
from bot.rendering.catalog import say, say_count
from bot.rendering.computers import SIGN, computer_name
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.telling import Moment, Sentence, silent

MANY: Final = 10
"""The number that chooses the plural for points shown as a sum or rounded."""
MAX_HEADLINE_NAME: Final = 12
"""The most characters of a name in a headline."""


def full_name(scene: Scene, seat: Seat) -> str:
    """Return a player's name for a picture. `Hare/Ben` while a computer sits in."""
    if seat not in scene.stand_ins:
        return plain_name(scene, seat)
    computer = computer_name(scene.stand_ins[seat])
    return say("{computer}/{player}", computer=computer, player=scene.owner(seat))


def plain_name(scene: Scene, seat: Seat) -> str:
    """Return the name of a seat's owner, without the sign of computers, because their avatars show it."""
    return scene.owner(seat).removeprefix(SIGN).strip()


def avatar(scene: Scene, seat: Seat) -> str:
    """Return a computer's character, or a name's first letter. The seat's number if that can't be drawn."""
    computer = computer_of(scene.players[seat])
    if computer is not None:
        return computer.character
    return printable(scene.owner(seat))[:1].upper()[:1] or str(seat + 1)


def avatars(moment: Moment, *seats: Seat) -> tuple[str, ...]:
    """Return the avatars of these players, for an event about them."""
    return tuple(avatar(moment.scene, seat) for seat in seats)


def row(
    scene: Scene, seat: Seat, *, left: bool, hand: int, points: str = "", leads: bool = False, note: str = ""
) -> Row:
    """Return a player's row. `left` means that they've left, which hides the hand. A game adds the rest."""
    return Row(
        name=full_name(scene, seat),
        place=seat + 1,
        avatar=avatar(scene, seat),
        unnamed=unnamed(scene, seat),
        acts=seat in scene.deciders,
        away=left,
        leads=leads,
        hand=None if left else hand,
        note=say("has left") if left else note,
        points=points,
        unit=points_word(points) if points else "",
        called=words.signed(scene, seat),
    )


def unnamed(scene: Scene, seat: Seat) -> str:
    """Return the substitute for a player's name that can't be drawn at all. Empty for any other name."""
    return unnamed_at(full_name(scene, seat), seat + 1)


def name(scene: Scene, seat: Seat) -> str:
    """Return a player's name as it can be drawn, or its substitute."""
    return printable_name(full_name(scene, seat), seat + 1)


def short_name(scene: Scene, seat: Seat) -> str:
    """Return a player's name for a headline. A long one is cut and ends in an ellipsis."""
    full = name(scene, seat)
    return full if len(full) <= MAX_HEADLINE_NAME else full[: MAX_HEADLINE_NAME - 1].rstrip() + "…"


def points_word(points: str) -> str:
    """Return the word below points as a picture shows them: `1`, `−50`, `12 + 30`, `≈10^45`."""
    digits = points.removeprefix("−")
    return say_count("point", "points", int(digits) if digits.isdecimal() else MANY)


def ending(scene: Scene) -> tuple[str, str] | None:
    """Return the headline and line about the end of a game, or its stop. None while it runs."""
    if scene.status == "cancelled":
        return say("The game was ended"), say("Nobody wins.")
    if scene.status == "frozen":
        return say("The game is stopped"), say("Everything is kept.")
    if scene.outcome is None:
        return None
    winners = [short_name(scene, seat) for seat in scene.outcome.winners]
    if not winners:
        return say("Nobody wins"), say("The game is over.")
    if len(winners) == 1:
        return say("{player} wins", player=winners[0]), say("The game is over.")
    return say("{players} win", players=words.listed(winners)), say("The game is over.")


def no_picture(_event: Event, _moment: Moment) -> None:
    """Return None, for an event without a picture."""


class News(NamedTuple):
    """A kind of event on the stage: its headline, perhaps a picture, and perhaps a line on its outcome."""

    kind: type[Event]
    headline: Sentence
    draw: Callable[[Any, Moment], Drama | None] = no_picture
    outcome: Sentence = silent


def stage(
    scene: Scene,
    middle: Sequence[Middle],
    news: Sequence[News],
    fallback: Callable[[Scene], str],
    line: str = "",
) -> Stage:
    """Return the stage with the game's end, or else with the newest event that has a headline.

    If a move has several such events, the first kind in `news` counts. `fallback` makes the headline if no
    move has any, and `line` is the text below a headline without an outcome.
    """
    if over := ending(scene):
        return Stage(*over, tuple(middle))
    for move in reversed(scene.recent):
        if found := _find_news(move, news, scene):
            one, event, moment, headline = found
            outcome, drama = one.outcome(event, moment), one.draw(event, moment)
            return Stage(headline, outcome or line, tuple(middle), drama=drama)
    return Stage(fallback(scene), line, tuple(middle))


def headline_of(
    move: SeenMove, news: Sequence[News], scene: Scene, name: Callable[[Scene, Seat], str] = short_name
) -> str:
    """Return the headline of a move, with the names of that time. Empty if it has none."""
    found = _find_news(move, news, scene, name)
    return found[3] if found else ""


def _find_news(
    move: SeenMove, news: Sequence[News], scene: Scene, name: Callable[[Scene, Seat], str] = short_name
) -> tuple[News, Event, Moment, str] | None:
    """Return the news of a move with its event, moment and headline. None if it doesn't have any."""
    moment = Moment(scene.as_of(move), move.events, name)
    for one in news:
        event = moment.last(one.kind)
        if event is not None and (text := one.headline(event, moment)):
            return one, event, moment, text
    return None


def leaders(scene: Scene, sums: Sequence[int]) -> frozenset[Seat]:
    """Return the seats with the highest sum, without players who have left. Empty while no sum is above 0."""
    most = max((sums[seat] for seat in scene.active), default=0)
    return frozenset(seat for seat in scene.active if sums[seat] == most) if most > 0 else frozenset()
