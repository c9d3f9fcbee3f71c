"""The phrasebooks hold every message, and every table fits its events.

After an intended change, run `python -m tests.rendering.phrasebook`.
"""

from types import NoneType
from typing import Any, get_args, get_origin

import msgspec
import pytest

from bot.engine.events import TimedOut
from bot.engine.moves import fields_of, kind_of, verb_of
from bot.games import GAMES
from bot.rendering.faces import FACES
from bot.rendering.telling import Moment, Tell
from tests.helpers.walks import USUAL
from tests.rendering.phrasebook import entries, path_of, phrasebook, tables
from tests.rendering.twin.moments import moments

SAMPLE: dict[str, Any] = {"seat": 1, "card": "7H", "cards": "7H"}

each_game = pytest.mark.parametrize("game_id", GAMES)


def sample(kind: Any) -> Any:
    """Return an event or a move with some value in every field."""
    return kind(**{field.name: value(field.type) for field in fields_of(kind) if field.name != "to"})


def value(annotation: Any) -> Any:
    """Return some value of a type."""
    if get_origin(annotation) is tuple:
        one, *more = get_args(annotation)
        return (value(one), value(one if more == [...] else more[0])) if more else (value(one),)
    if kind := kind_of(annotation):
        return SAMPLE[kind]
    if options := [one for one in get_args(annotation) if one is not NoneType]:
        return options[0] if isinstance(options[0], str) else value(options[0])
    return {int: 2, bool: True, str: "K"}.get(annotation)


@each_game
def test_phrasebook_holds_every_message(game_id: str) -> None:
    written = path_of(game_id).read_text(encoding="utf-8")

    assert phrasebook(game_id).splitlines() == written.splitlines()


@each_game
def test_every_table_fits_its_events(game_id: str) -> None:
    moment = Moment(next(moments(GAMES[game_id], 3, USUAL, 1)).scene(0))
    formatted = 0
    for _, table in tables(game_id):
        for kind, tell in entries(table):
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and has_fields_only(tell):
                assert "{" not in (text := tell(sample(kind), moment)), text
                formatted += 1
    assert formatted > 40


@each_game
def test_every_event_and_move_has_words(game_id: str) -> None:
    game, face = GAMES[game_id], FACES[game_id]

    assert {TimedOut, *face.sentences} == {TimedOut, *game.events}
    assert {verb_of(kind) for kind in game.moves} == face.verbs.keys()


def has_fields_only(tell: Tell) -> bool:
    """Whether a message needs nothing but its own event."""
    return all(isinstance(fact, str | tuple) for fact in tell.facts.values())
