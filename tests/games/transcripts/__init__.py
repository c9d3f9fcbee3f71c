"""Golden transcripts: one whole game of each kind as text, now and then with every player's view.

`python -m tests.games.transcripts` writes them again. The diff shows the effect of a changed rule.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import AnyGame
from bot.engine.notation import letters
from tests.helpers.walks import Turn, Walk, event_line

FOLDER = Path(__file__).parent
VIEWS_EVERY = 20
"""The number of moves between two prints of everyone's view."""


CHOSEN = {"crap": 153, "skrap": 58, "craits": 229, "crazy-rummy": 227, "crapette": 146}
"""The seed of the random game in each transcript, chosen for its many kinds of events."""


def path_of(game: AnyGame) -> Path:
    """Return the path of a game's transcript."""
    return FOLDER / f"{game.id}.txt"


def transcript(game: AnyGame) -> str:
    """Return a game's transcript from the deal on, move by move."""
    walk = Walk(game, CHOSEN.get(game.id, 0))
    return "\n".join([*_lines(walk), ""])


def _lines(walk: Walk) -> Iterator[str]:
    game = walk.game
    yield f"{game.name}, {walk.seats} players, {msgspec.json.encode(walk.options).decode()}"
    yield ""
    yield "deal"
    yield from (f"  {event_line(event)}" for event in walk.dealt.events)
    yield from _standing(walk)
    yield from _views(walk)
    for number, turn in enumerate(walk.turns(), start=1):
        yield from _step(number, turn)
        yield from _standing(walk)
        if number % VIEWS_EVERY == 0 or game.outcome(walk.state) is not None:
            yield from _views(walk)


def _step(number: int, turn: Turn) -> Iterator[str]:
    yield f"{number}. {turn}"
    yield from (f"  {event_line(event)}" for event in turn.step.events)


def _standing(walk: Walk) -> Iterator[str]:
    """Yield the phase and the deciders, or the winners."""
    outcome = walk.game.outcome(walk.state)
    if outcome is None:
        yield f"  = {walk.game.phase(walk.state)}, awaits {' '.join(letters(walk.game.deciders(walk.state)))}"
    else:
        yield f"  = over by {outcome.end}, won by {' '.join(letters(outcome.winners)) or 'nobody'}"
    yield ""


def _views(walk: Walk) -> Iterator[str]:
    """Yield a spectator's view, and what is different in each player's."""
    public = _sheet(walk, None)
    yield "  everybody sees"
    yield from _fields(public)
    for seat in range(walk.seats):
        own = {name: value for name, value in _sheet(walk, seat).items() if value != public[name]}
        yield f"  {seat_letter(seat)} sees {'also' if own else 'no more'}"
        yield from _fields(own)
    yield ""


def _fields(sheet: dict[str, Any]) -> Iterator[str]:
    return (f"    {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in sheet.items())


def _sheet(walk: Walk, viewer: Seat | None) -> dict[str, Any]:
    sheet: dict[str, Any] = walk.game.view(walk.state, viewer)
    return sheet
