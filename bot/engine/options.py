"""Options as people type them: `threshold=300 jokers=on`."""

import re
from typing import Any

import msgspec
from msgspec import Meta

from bot.engine.contract import Malformed, Options

_SEPARATORS = re.compile(r"[\s,;]+")
_WORDS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class Described(msgspec.Struct, frozen=True):
    """One option of a game: its name, plain words, default, and values worth offering."""

    name: str
    words: str
    default: Any
    offered: tuple[Any, ...]


def described(kind: type[Options]) -> list[Described]:
    """Every option of a game that people choose, in order."""
    return [_describe(field) for field in msgspec.structs.fields(kind) if not _is_hidden(field)]


def parse_options(kind: type[Options], text: str) -> dict[str, Any]:
    """Read `name=value` pairs between blanks, commas or lines; raise Malformed naming what is wrong.

    Only the values' form is read here; limits are checked where the options are used.
    """
    known = {option.name: option for option in described(kind)}
    given: dict[str, Any] = {}
    for word in filter(None, _SEPARATORS.split(text)):
        name, sign, value = word.partition("=")
        if not sign or not value:
            raise Malformed(f"write {name}=value, for example {next(iter(known), 'name')}=...")
        if name not in known:
            raise Malformed(f"there is no option {name!r}; there are {', '.join(known)}")
        given[name] = _read(value, known[name])
    return given


def complete_options(kind: type[Options], typed: str) -> list[str]:
    """The typed text with its last word completed in every sensible way, best first."""
    done, last = _split(typed)
    used = {word.partition("=")[0] for word in done}
    name, sign, start = last.partition("=")
    found: list[str] = []
    for option in described(kind):
        if option.name in used or not option.name.startswith(name) or (sign and option.name != name):
            continue
        found += [
            " ".join([*done, f"{option.name}={value}"])
            for value in map(option_text, option.offered)
            if value.startswith(start)
        ]
    if sign and start and not found:
        found.append(typed.strip())  # a value of the player's own
    return found


def option_text(value: Any) -> str:
    """An option's value as people type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _split(typed: str) -> tuple[list[str], str]:
    words = [word for word in _SEPARATORS.split(typed) if word]
    if not words or typed[-1:] in " ,;\n":
        return words, ""
    return words[:-1], words[-1]


def _is_hidden(field: msgspec.structs.FieldInfo) -> bool:
    metas = getattr(field.type, "__metadata__", ())
    return any(isinstance(meta, Meta) and meta.extra and meta.extra.get("hidden") for meta in metas)


def _describe(field: msgspec.structs.FieldInfo) -> Described:
    metas = [meta for meta in getattr(field.type, "__metadata__", ()) if isinstance(meta, Meta)]
    words = next((meta.description for meta in metas if meta.description), field.encode_name)
    offered = next((tuple(meta.examples) for meta in metas if meta.examples), ()) or _values(field)
    return Described(name=field.encode_name, words=words, default=field.default, offered=offered)


def _values(field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    """What to offer where the option names no examples: the default and, for few values, the others."""
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


def _read(value: str, option: Described) -> Any:
    word = value.lower()
    if isinstance(option.default, bool):
        if word not in _WORDS:
            raise Malformed(f"{option.name} is on or off, not {value}")
        return _WORDS[word]
    if re.fullmatch(r"-?\d{1,9}", value):
        return int(value)
    return value
