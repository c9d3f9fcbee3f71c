"""Options as people type them: `threshold=300 jokers=on`."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Meta

from bot.engine.contract import Malformed, Options
from bot.engine.spelling import plain

_SEPARATORS = re.compile(r"[\s,;]+")
_QUOTES = re.compile("[\"'`“”„«»‘’]")
_BOOLEANS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class OptionInfo(msgspec.Struct, frozen=True):
    """One option of a game: its name, its default, and values worth offering.

    `least` and `most` are the limits of a number, None if only offered values can be chosen.
    """

    name: str
    default: Any
    offered: tuple[Any, ...]
    least: int | None = None
    most: int | None = None

    @property
    def allowed(self) -> str:
        """Return the allowed values as a phrase: `1 to 10`, `on or off`."""
        if self.least is not None:
            return f"{self.least} to {self.most}"
        *others, last = (option_text(value) for value in self.offered)
        return f"{', '.join(others)} or {last}" if others else last


class OptionFault(msgspec.Struct, frozen=True):
    """A value that an option can't have. `option` is None if the game doesn't have it."""

    name: str
    given: Any
    option: OptionInfo | None = None

    def __str__(self) -> str:
        if self.option is None:
            return f"there is no option {self.name!r}"
        return f"{self.name} is {self.option.allowed}, not {option_text(self.given)}"


def option_infos(kind: type[Options]) -> list[OptionInfo]:
    """Return the options of a game that people can choose, in order."""
    return [_option_info(field) for field in msgspec.structs.fields(kind) if not _is_hidden(field)]


def hidden_options(kind: type[Options]) -> frozenset[str]:
    """Return the names of the options that people can't choose."""
    return frozenset(one.encode_name for one in msgspec.structs.fields(kind) if _is_hidden(one))


def standard_options(kind: type[Options]) -> dict[str, Any]:
    """Return the standard value of every option."""
    return {one.name: one.default for one in option_infos(kind)}


def changes(kind: type[Options], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that aren't standard, in order."""
    chosen = ((one, options.get(one.name, one.default)) for one in option_infos(kind))
    return {one.name: value for one, value in chosen if option_text(value) != option_text(one.default)}


def options_text(kind: type[Options], options: Mapping[str, Any]) -> str:
    """Return the options that aren't standard as people type them."""
    return " ".join(f"{name}={option_text(value)}" for name, value in changes(kind, options).items())


def option_faults(kind: type[Options], given: Mapping[str, Any]) -> list[OptionFault]:
    """Return the given options that people can't choose, or not with that value, in order."""
    known = {option.name: option for option in option_infos(kind)}
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    return [
        OptionFault(name, value, known.get(name))
        for name, value in given.items()
        if name not in known or not _is_valid(value, types[name])
    ]


class NotAnOption(Malformed):
    """A word among options that isn't `name=value`. `example` is the name of an option."""

    def __init__(self, name: str, example: str) -> None:
        super().__init__(f"write {name}=value, for example {example}=...")
        self.name = name
        self.example = example


def parse_options(kind: type[Options], text: str) -> dict[str, Any]:
    """Return the `name=value` pairs in a text. Raise NotAnOption for a word that isn't such a pair.

    Quotes are ignored. Unknown names and bad values are kept as typed, for `option_faults` to find.
    """
    known = {option.name: option for option in option_infos(kind)}
    given: dict[str, Any] = {}
    for word in filter(None, _SEPARATORS.split(_QUOTES.sub("", text))):
        typed, sign, value = word.partition("=")
        if not sign or not value:
            raise NotAnOption(typed, next(iter(known), "name"))
        name = plain(typed) if plain(typed) in known else typed
        given[name] = _parse_value(value, known[name]) if name in known else value
    return given


def complete_options(kind: type[Options], typed: str) -> list[str]:
    """Return the typed text with its last word completed in every sensible way, best first."""
    done, last = _split_last(typed)
    used = {plain(word.partition("=")[0]) for word in done}
    name, sign, start = plain(last).partition("=")
    found: list[str] = []
    for option in option_infos(kind):
        if option.name in used or not option.name.startswith(name) or (sign and option.name != name):
            continue
        found += [
            " ".join([*done, f"{option.name}={value}"])
            for value in map(option_text, option.offered)
            if value.startswith(start)
        ]
    if sign and start and not found:
        found.append(typed.strip())  # A number that isn't offered can still be chosen.
    return found


def option_text(value: Any) -> str:
    """Return an option's value as people type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _split_last(typed: str) -> tuple[list[str], str]:
    words = [word for word in _SEPARATORS.split(_QUOTES.sub("", typed)) if word]
    if not words or typed[-1:] in " ,;\n":
        return words, ""
    return words[:-1], words[-1]


def _is_hidden(field: msgspec.structs.FieldInfo) -> bool:
    metas = getattr(field.type, "__metadata__", ())
    return any(isinstance(meta, Meta) and meta.extra and meta.extra.get("hidden") for meta in metas)


def _option_info(field: msgspec.structs.FieldInfo) -> OptionInfo:
    metas = [meta for meta in getattr(field.type, "__metadata__", ()) if isinstance(meta, Meta)]
    offered = next((tuple(meta.examples) for meta in metas if meta.examples), ()) or _values_to_offer(field)
    least = next((int(meta.ge) for meta in metas if meta.ge is not None), None)
    most = next((int(meta.le) for meta in metas if meta.le is not None), None)
    return OptionInfo(field.encode_name, field.default, offered, least, most)


def _is_valid(value: Any, annotation: Any) -> bool:
    try:
        msgspec.convert(value, annotation)
    except msgspec.ValidationError:
        return False
    return True


def _values_to_offer(field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    """Return the values to offer for an option without examples: all of a flag or choice, or the default."""
    if isinstance(field.default, bool):
        return (not field.default, field.default)
    literal = next(
        (part for part in (field.type, *getattr(field.type, "__args__", ())) if _is_literal(part)), None
    )
    if literal is not None:
        return tuple(literal.__args__)
    return (field.default,)


def _is_literal(annotation: Any) -> bool:
    return str(getattr(annotation, "__origin__", "")) == "typing.Literal"


def _parse_value(value: str, option: OptionInfo) -> Any:
    word = plain(value)
    if isinstance(option.default, bool):
        return _BOOLEANS.get(word, value)
    if re.fullmatch(r"-?\d{1,9}", word):
        return int(word)
    return word if word in option.offered else value
