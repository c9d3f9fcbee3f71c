"""Moves as values, with a text form that uses the words of the slash commands and can be read back."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.engine.chance import seat_letter

CardText = Annotated[str, Meta(extra={"kind": "card"})]
"""A move's option for one card, as typed. The engine reads it and refuses anything that isn't a card."""
CardsText = Annotated[str, Meta(extra={"kind": "cards"})]
"""A move's option for several cards, as typed, separated by blanks or commas."""


_UNQUOTED = re.compile(r"[^\s\"'\\]+")


def kebab(name: str) -> str:
    """Return a class name as a command word: `call-bluff` for `CallBluff`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Move(msgspec.Struct, frozen=True, tag_field="verb", tag=kebab, omit_defaults=True):
    """A player's action. Its verb is the name of its class, and its fields are the command's options."""

    @property
    def verb(self) -> str:
        """The command word, `call-bluff`."""
        return verb_of(type(self))

    def __str__(self) -> str:
        """Return the move in the notation: `acquire rank:K`, lists of cards with commas."""
        return move_text(self)


class Leave(Move, frozen=True):
    """Leave the game for good. Every game has this move."""


def verb_of(kind: type[Move]) -> str:
    """Return the command word of a kind of move."""
    return str(kind.__struct_config__.tag)


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a struct. They're cached because looking them up is slow."""
    return msgspec.structs.fields(kind)


def option_texts(move: Move) -> dict[str, str]:
    """Return the options of a move that differ from their defaults, as the notation writes them."""
    texts: dict[str, str] = {}
    for field in fields_of(type(move)):
        value = getattr(move, field.name)
        if value != field.default:
            texts[field.encode_name] = _option_text(field.type, value)
    return texts


def move_text(move: Move) -> str:
    """Return a move in the notation: `acquire rank:K`, `vote choice:yes`, `line moves:"R4-F D-L1"`."""
    return " ".join([move.verb, *(f"{name}:{_quote(text)}" for name, text in option_texts(move).items())])


def kind_of(annotation: Any) -> str | None:
    """Return `seat`, `card` or `cards` for an option that takes one, None for any other."""
    for meta in _metas(annotation):
        if meta.extra and "kind" in meta.extra:
            return str(meta.extra["kind"])
    return None


def option_kinds(kind: type[Move]) -> dict[str, str]:
    """Return the kind of every option of a move by its name. One without a kind has its name instead."""
    return {field.encode_name: kind_of(field.type) or field.encode_name for field in fields_of(kind)}


def _metas(annotation: Any) -> Iterator[Meta]:
    """Yield the annotations of a type, including those of a union's members."""
    for meta in getattr(annotation, "__metadata__", ()):
        if isinstance(meta, Meta):
            yield meta
    for part in getattr(annotation, "__args__", ()):
        yield from _metas(part)


def has_options(move: Move, given: Mapping[str, Any]) -> bool:
    """Whether a move has these options. One that the move leaves open (None) may be anything."""
    for field in fields_of(type(move)):
        own = getattr(move, field.name)
        if own is None or field.encode_name not in given:
            continue
        if _option_text(field.type, own) != _option_text(field.type, given[field.encode_name]):
            return False
    return True


def _option_text(annotation: Any, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and kind_of(annotation) == "seat":
        return seat_letter(value)
    return str(value)


def _quote(text: str) -> str:
    """Return the text as one word of the notation, in quotes unless it's plain."""
    if _UNQUOTED.fullmatch(text):
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
