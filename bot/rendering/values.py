"""The values of an option or setting, in a select that shows name and value while it's closed."""

from collections.abc import Iterable
from typing import Any

import msgspec

from bot.engine.options import option_text
from bot.rendering.catalog import say
from bot.rendering.page import Action, Choice, Select
from bot.rendering.words import capitalised


class Value(msgspec.Struct, frozen=True):
    """The words for one value, as messages in which the fact `number` is the value itself.

    `label` follows the name in the closed select and gets a capital in the open list. If the two need
    different words, `closed` is the whole text of the closed select and `label` is for the list alone.
    `changed` is the lobby's text, empty for the standard value. `hint` is below the entry in the list.
    """

    value: Any
    label: str
    changed: str = ""
    hint: str = ""
    closed: str = ""


def find_value(values: Iterable[Value], present: Any) -> Value | None:
    """Return the words for the present value, or None if it has none."""
    return next((one for one in values if option_text(one.value) == option_text(present)), None)


def closed_text(name: str, value: Value) -> str:
    """Return the text of the closed select for a value. `name` is a marked message."""
    label = say(value.closed or value.label, number=value.value)
    return label if value.closed else say("{option}: {value}", option=say(name), value=label)


def select_of(name: str, values: Iterable[Value], present: Any, act: Action) -> Select:
    """Return the select of these values, which shows the present one while it's closed."""
    values = tuple(values)
    chosen = find_value(values, present)
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
    """Return a value's label in the open list."""
    label = say(value.label, number=value.value)
    return label if value.closed else capitalised(label)
