"""The values of an option or a setting, in a select that shows its name and its value while it's closed."""

from collections.abc import Iterable
from typing import Any

import msgspec

from bot.engine.options import option_text
from bot.rendering.catalog import say
from bot.rendering.page import Action, Choice, Select
from bot.rendering.words import first_large


class Value(msgspec.Struct, frozen=True):
    """One value in messages whose fact `number` is the value itself.

    `label` follows the name in the closed select and begins with a capital in the open list. `closed` is a
    whole text for the closed select, for wordings that differ too much, then `label` is for the list alone.
    `changed` is for the lobby and empty for the standard value. `hint` is below the entry of the list.
    """

    value: Any
    label: str
    changed: str = ""
    hint: str = ""
    closed: str = ""


def value_named(values: Iterable[Value], present: Any) -> Value | None:
    """Return the chosen one, if it has words."""
    return next((one for one in values if option_text(one.value) == option_text(present)), None)


def closed_text(name: str, value: Value) -> str:
    """Return the text of the closed select for a value. `name` is a marked message."""
    label = say(value.closed or value.label, number=value.value)
    return label if value.closed else say("{option}: {value}", option=say(name), value=label)


def select_of(name: str, values: Iterable[Value], present: Any, act: Action) -> Select:
    """Return the select of these values, closed with the present one."""
    values = tuple(values)
    chosen = value_named(values, present)
    closed = (
        closed_text(name, chosen)
        if chosen
        else say("{option}: {value}", option=say(name), value=option_text(present))
    )
    choices = tuple(
        Choice(
            closed if one is chosen else _entry(one),
            option_text(one.value),
            say(one.hint, number=one.value) if one.hint else None,
            chosen=one is chosen,
        )
        for one in values
    )
    return Select(closed, act, choices)


def _entry(value: Value) -> str:
    """Return the value in the open list."""
    label = say(value.label, number=value.value)
    return label if value.closed else first_large(label)
