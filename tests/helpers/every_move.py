"""All moves that a player could ask for, and a key that's equal for similar ones."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final

from msgspec import inspect

from bot.engine.cards import ORDER, RANK_OF, parse_cards
from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.engine.moves import Move, fields_of, kind_of, option_texts, verb_of
from tests.helpers.walks import UNLISTED

MAX_CARDS: Final = 4
"""The most cards of a hand that are combined."""
MAX_NUMBER: Final = 14
BOUNDED: Final = {"crap": {"place"}, "crazy-rummy": {"feed"}, "crapette": {"undo"}}
"""Verbs for which a game lists only some moves if there are many."""


def every_move(game: AnyGame, state: Any, seat: Seat) -> Iterator[Move]:
    """Yield all moves of a game, with few cards of the hand where several are named."""
    for kind in game.moves:
        if verb_of(kind) not in UNLISTED.get(game.id, ()):
            ways = [_values(game, state, seat, verb_of(kind), field) for field in fields_of(kind)]
            names = [field.name for field in fields_of(kind)]
            yield from (kind(**dict(zip(names, values, strict=True))) for values in product(*ways))


def _values(game: AnyGame, state: Any, seat: Seat, verb: str, field: Any) -> list[Any]:
    """Return the values that an option may have. Optional cards are left out."""
    default = [] if field.required else [field.default]
    match kind_of(field.type):
        case "seat":
            return [*range(len(state.hands))]
        case "card":
            return [*ORDER]
        case "cards":
            hand = sorted(state.hands[seat])
            sizes = range(1, MAX_CARDS + 1)
            return default or [",".join(cards) for size in sizes for cards in combinations(hand, size)]
    return default + (
        _of_type(inspect.type_info(field.type)) or game.complete(state, seat, verb, field.encode_name, {})
    )


def _of_type(kind: inspect.Type) -> list[Any]:
    match kind:
        case inspect.UnionType(types):
            return [value for one in types for value in _of_type(one)]
        case inspect.Metadata(inner):
            return _of_type(inner)
        case inspect.LiteralType(values):
            return [*values]
        case inspect.BoolType():
            return [False, True]
        case inspect.IntType():
            return [*range(MAX_NUMBER)]
    return []


def similarity_key(move: Move) -> tuple[Any, ...]:
    """Return a key that's equal for moves that differ only in the suits of their lists, or the order of a pair."""
    texts = option_texts(move)
    cards = parse_cards(texts.pop("cards", "JK"))
    pair = sorted(texts.pop(name) for name in ("first", "second") if name in texts)
    return move.verb, *pair, *sorted(texts.items()), *sorted(RANK_OF.get(card, "") for card in cards)
