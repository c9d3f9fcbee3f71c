"""Commands that are senseless or badly timed, as when players guess, mistype or come too late."""

import random
from typing import Any

import msgspec
from msgspec import inspect

from bot.engine.cards import DECK, JOKER
from bot.engine.contract import AnyGame
from bot.engine.moves import Move, kind_of

WORDS = (
    "",
    " ",
    "nonsense",
    "10",
    "A",
    "SA",
    "JK",
    "1S",
    "AS AS",
    ",",
    "♠",
    '"',
    "R4",
    "finish",
    "lifted",
    "F",
    "-1",
)


def any_move(game: AnyGame, seats: int, rng: random.Random) -> Move:
    """Return any command of the game with any options that Discord would accept."""
    kind = rng.choice(game.moves)
    fields = msgspec.structs.fields(kind)
    values = {
        field.name: any_value(field.type, seats, rng)
        for field in fields
        if field.required or rng.random() < 0.5
    }
    return kind(**values)


def any_value(annotation: Any, seats: int, rng: random.Random) -> Any:
    """Return a value of an option's type, within its limits."""
    match kind_of(annotation):
        case "seat":
            return rng.randrange(seats)
        case "card":
            return rng.choice((*DECK, JOKER, rng.choice(WORDS)))
        case "cards":
            return rng.choice((" ", ",")).join(rng.choices((*DECK, JOKER), k=rng.randint(0, 9)))
    return _of_type(inspect.type_info(annotation), rng)


def _of_type(kind: inspect.Type, rng: random.Random) -> Any:
    match kind:
        case inspect.UnionType(types):
            return _of_type(rng.choice(types), rng)
        case inspect.Metadata(inner):
            return _of_type(inner, rng)
        case inspect.LiteralType(values):
            return rng.choice(values)
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.IntType():
            low = -3 if kind.ge is None else kind.ge
            return rng.randint(low, 99 if kind.le is None else kind.le)
        case inspect.StrType():
            return rng.choice(WORDS)
    assert isinstance(kind, inspect.NoneType), f"no nonsense is known for {kind}"
    return None
