"""Conversion between states and the position notation by the types of their fields.

Seats become letters, zones lists or numbers of cards, values by seat objects. A game adds the rest:
defaults that depend on other fields, and fields that the notation writes in another way.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, UnsetType, ValidationError

from bot.engine.cards import Card
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Malformed
from bot.engine.moves import fields_of
from bot.engine.notation import by_letter, by_seat, letters, read_card, read_cards, read_seat
from bot.engine.view import BACK, zone_value

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)
Count = Annotated[int, Meta(ge=0)]
"""A number of things, 0 or more."""
BySeat: TypeAlias = Annotated[tuple[T, ...], Meta(extra={"form": "by-seat"})]
"""A value for every seat, including players who left. A seat missing from a position has none, or 0."""
Sparse: TypeAlias = Annotated[tuple[T, ...], Meta(extra={"form": "some"})]
"""A value for every seat. None and empty values aren't written."""
Pairs: TypeAlias = Annotated[tuple[tuple[Seat, T], ...], Meta(extra={"form": "pairs"})]
"""A value for some seats, in seat order: a mapping that can be hashed."""
Inline: TypeAlias = Annotated[T, Meta(extra={"form": "inline"})]
"""A part whose fields are written as fields of the whole."""
Unwritten: TypeAlias = Annotated[T, Meta(extra={"form": "unwritten"})]
"""A field left out of positions, because the rest implies it."""


class Codec(NamedTuple):
    """Functions that write and read a value, and the value of a missing seat."""

    write: Callable[[Any], Any]
    read: Callable[[Any, int], Any]
    empty: Any = None


class _Field(NamedTuple):
    name: str
    attribute: str
    codec: Codec
    inline: type[msgspec.Struct] | None


def dump(value: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a state, or of a part of it, as plain JSON values."""
    config = value.__struct_config__
    fields: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    for field in _fields(type(value)):
        part = getattr(value, field.attribute)
        if field.inline:
            fields |= dump(part)
        elif part is not UNSET:
            fields[field.name] = part if field.codec.write is _unchanged else field.codec.write(part)
    return fields


def read_fields(position: Mapping[str, Any], kind: type[msgspec.Struct], seats: int) -> dict[str, Any]:
    """Return the fields of a position for `state_of`. Raise Malformed with the name of a bad one."""
    try:
        return _read_part(kind, position, seats)
    except ValidationError as error:
        raise Malformed(f"position: {error}") from error


def state_of(kind: type[S], fields: Mapping[str, Any]) -> S:
    """Return the state of these fields. Raise Malformed with the name of a bad one."""
    try:
        return msgspec.convert(fields, kind)
    except ValidationError as error:
        raise Malformed(f"position: {error}") from error


def _read_part(kind: type[msgspec.Struct], given: Any, seats: int) -> dict[str, Any]:
    left = dict(_expect(dict, given))
    tag = kind.__struct_config__.tag_field
    fields = {tag: left.pop(tag)} if tag else {}
    for field in _fields(kind):
        if field.inline:
            own = {part.name: left.pop(part.name) for part in _fields(field.inline) if part.name in left}
            fields[field.name] = _read_part(field.inline, own, seats)
        elif field.name in left:
            fields[field.name] = _read_field(field.name, field.codec, left.pop(field.name), seats)
        elif field.codec.empty == {}:
            fields[field.name] = field.codec.read({}, seats)
    if left:
        raise ValidationError(f"Object contains unknown field `{next(iter(left))}`")
    return fields


def _read_field(name: str, codec: Codec, given: Any, seats: int) -> Any:
    """Return the value of a field. Raise ValidationError with the field's name if its form is wrong."""
    try:
        return codec.read(given, seats)
    except ValidationError as error:
        raise ValidationError(f"{error} in `{name}`") from error


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[_Field, ...]:
    found = []
    for field in fields_of(kind):
        mark, bare = _mark_and_type(field.type)
        if mark != "unwritten":
            inline = bare if mark == "inline" else None
            found.append(_Field(field.encode_name, field.name, _codec_of(field.type), inline))
    return tuple(found)


def _mark_and_type(annotation: Any) -> tuple[str, Any]:
    """Return the form or kind that a type is marked with, empty for none, and the bare type."""
    if get_origin(annotation) is not Annotated:
        return "", annotation
    bare, *metas = get_args(annotation)
    extras = [meta.extra for meta in metas if isinstance(meta, Meta) and meta.extra]
    return next((str(extra.get("form") or extra.get("kind")) for extra in extras), ""), bare


def _codec_of(annotation: Any) -> Codec:
    """Return the form in which values of a type are written and read."""
    mark, bare = _mark_and_type(annotation)
    if mark in _CODECS:
        return _CODECS[mark](bare)
    origin, parts = get_origin(bare), get_args(bare)
    if origin in (Union, UnionType):
        return _union_codec(parts)
    if origin is tuple:
        return _tuple_codec(parts)
    if origin is frozenset:
        return Codec(lambda seats: letters(sorted(seats)), _list_of(_codec_of(parts[0])), [])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_codec(_codec_of(parts[0]), _codec_of(parts[1]))
    if isinstance(bare, type) and issubclass(bare, msgspec.Struct):
        return Codec(dump, partial(_read_part, bare))
    return Codec(_unchanged, _as_given, 0 if bare is int else None)


def _expect(kind: type[T], given: Any) -> T:
    """Return the argument if it has this type. Raise ValidationError otherwise."""
    if not isinstance(given, kind):
        raise ValidationError(f"Expected `{kind.__name__}`, got `{type(given).__name__}`")
    return given


def _expect_list(given: Any) -> list[Any] | tuple[Any, ...]:
    """Return the argument if it's a list. Raise ValidationError otherwise."""
    return given if isinstance(given, tuple) else _expect(list, given)


def _unchanged(value: Any) -> Any:
    return value


def _as_given(given: Any, _: int) -> Any:
    return given


def _or_one(value: Any) -> Any:
    """Return a card or a throw, or 1 for a hidden one."""
    return 1 if value == BACK else value


def _seat_codec(_: Any) -> Codec:
    return Codec(seat_letter, lambda letter, seats: read_seat(_expect(str, letter), seats))


def _card_codec(_: Any) -> Codec:
    return Codec(_or_one, lambda text, _: read_card(_expect(str, text)))


def _union_codec(parts: tuple[Any, ...]) -> Codec:
    """Return the form of a union: an optional or hidden value, or one of several structs."""
    kinds = [part for part in parts if part not in (type(None), UnsetType)]
    if all(isinstance(kind, type) and issubclass(kind, msgspec.Struct) for kind in kinds):
        tagged = {kind.__struct_config__.tag: kind for kind in kinds}
        inner = Codec(dump, partial(_read_union, tagged) if len(kinds) > 1 else partial(_read_part, kinds[0]))
    elif any(get_args(kind) == (BACK,) for kind in kinds):
        inner = Codec(_or_one, _as_given)
    else:
        inner = _codec_of(kinds[0])
    return Codec(
        lambda value: None if value is None else inner.write(value),
        lambda given, seats: None if given is None else inner.read(given, seats),
    )


def _read_union(kinds: Mapping[Any, type[msgspec.Struct]], given: Any, seats: int) -> dict[str, Any]:
    tag_field = next(iter(kinds.values())).__struct_config__.tag_field or ""
    tag = str(_expect(dict, given).get(tag_field))
    if tag not in kinds:
        raise ValidationError(f"Invalid value {tag!r} of `{tag_field}`")
    return _read_part(kinds[tag], given, seats)


def _tuple_codec(parts: tuple[Any, ...]) -> Codec:
    """Return the form of a tuple: a zone of cards, a list of seats, or other things in order."""
    if Ellipsis not in parts:
        return Codec(list, _as_given)
    mark, codec = _mark_and_type(parts[0])[0], _codec_of(parts[0])
    if mark == "card":
        return Codec(zone_value, _read_zone, [])
    if mark == "seat":
        return Codec(letters, _list_of(codec), [])
    return Codec(lambda values: [codec.write(value) for value in values], _list_of(codec), [])


def _read_zone(given: Any, _: int) -> tuple[Card, ...]:
    return read_cards([_expect(str, text) for text in _expect_list(given)])


def _list_of(codec: Codec) -> Callable[[Any, int], list[Any]]:
    return lambda given, seats: [codec.read(one, seats) for one in _expect_list(given)]


def _mapping_codec(key: Codec, codec: Codec) -> Codec:
    """Return the form of values under names, or under the letters of some seats."""
    return Codec(
        lambda values: {key.write(name): codec.write(value) for name, value in values.items()},
        lambda given, seats: {
            key.read(name, seats): codec.read(one, seats) for name, one in _expect(dict, given).items()
        },
    )


def _by_seat_codec(bare: Any) -> Codec:
    codec = _codec_of(get_args(bare)[0])

    def read(given: Any, seats: int) -> list[Any]:
        values = by_seat(_expect(dict, given), seats, codec.empty)
        return [codec.read(value, seats) for value in values]

    if codec.write is _unchanged:
        return Codec(by_letter, read, {})
    return Codec(lambda values: by_letter([*map(codec.write, values)]), read, {})


def _sparse_codec(bare: Any) -> Codec:
    codec = _codec_of(get_args(bare)[0])

    def write(values: tuple[Any, ...]) -> dict[str, Any]:
        some = [(seat, value) for seat, value in enumerate(values) if value not in _EMPTY]
        return {seat_letter(seat): codec.write(value) for seat, value in some}

    return Codec(write, _by_seat_codec(bare).read, {})


def _pairs_codec(bare: Any) -> Codec:
    codec = _mapping_codec(*map(_codec_of, get_args(get_args(bare)[0])))
    return Codec(
        lambda pairs: codec.write(dict(pairs)), lambda given, seats: sorted(codec.read(given, seats).items())
    )


_EMPTY: Final = (None, ())
_CODECS: Final[Mapping[str, Callable[[Any], Codec]]] = {
    "seat": _seat_codec,
    "card": _card_codec,
    "by-seat": _by_seat_codec,
    "some": _sparse_codec,
    "pairs": _pairs_codec,
}
