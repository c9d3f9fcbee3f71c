"""The places of the program that use Discord or the database, and the faults that each can meet."""

from collections.abc import Callable
from typing import Final

from bot.delivery.errors import DeliveryError
from tests.discord_http.answers import ANSWERS

LOST: Final = ("F16 lost before", "F16 late", "F16 lost after", "F15 banned")
BODY: Final = ("F11 filtered", "F12 unfit", "F12 unfit in every form")
IN_DM: Final = ("F6 forbidden", "F23 account gone")
IN_CHANNEL: Final = ("F6 forbidden", "F8 channel gone")
MESSAGE: Final = ("F7 deleted", "F10 too old")

TRANSPORT: Final[dict[str, tuple[str, ...]]] = {
    "post table": (*LOST, *BODY, *IN_CHANNEL),
    "post mention": (*LOST, *BODY, *IN_CHANNEL),
    "post absent line": (*LOST, *BODY, *IN_CHANNEL),
    **{
        f"post {page}": (*LOST, *BODY, *IN_DM, "F4 closed")
        for page in ("hand", "call", "reminder", "last call", "gone note", "host alert", "warning")
    },
    "edit mention": (*LOST, *BODY, *IN_CHANNEL, *MESSAGE),
    "edit table": (*LOST, *BODY, *IN_CHANNEL, *MESSAGE),
    "edit absent line": (*LOST, *BODY, *IN_CHANNEL, *MESSAGE),
    "edit hand": (*LOST, *BODY, *IN_DM, "F4 closed", "F10 too old"),
    "edit call": (*LOST, *BODY, *IN_DM, "F4 closed", "F10 too old"),
    "edit old table": (*LOST, *BODY, *IN_CHANNEL, *MESSAGE),
    "delete old message": (*LOST, "F6 forbidden", "F7 deleted"),
    "find lost post": ("F16 lost before", "F15 banned", "F6 forbidden", "F8 channel gone"),
    **{
        f"open DM for {purpose}": ("F16 lost before", "F15 banned", *IN_DM, "F5 opening refused", "F5 held")
        for purpose in (
            "hand",
            "call",
            "reminder",
            "last call",
            "gone note",
            "host alert",
            "warning",
            "lost post",
        )
    },
    "learn names": ("F16 lost before", "F15 banned", "F22 not found"),
}
"""Possible answers of Discord and the network. Slow mode and route limits reach us as F16."""

ANSWER_NAMES: Final[dict[str, str]] = {
    "F4 closed": "DMs closed",
    "F5 opening refused": "opening DMs too fast",
    "F6 forbidden": "may not send",
    "F7 deleted": "message gone",
    "F8 channel gone": "channel gone",
    "F10 too old": "message too old to edit",
    "F11 filtered": "stopped by a filter",
    "F12 unfit": "body malformed",
    "F12 unfit in every form": "body malformed",
    "F15 banned": "shut out by the network",
    "F16 lost before": "connection dropped",
    "F16 late": "connection dropped",
    "F16 lost after": "connection dropped, executed",
    "F23 account gone": "account gone",
}
"""The answer of Discord or the network to each fault."""

WRITES: Final = (
    "rows.commit",
    "rows.insert",
    "pauses.pause_all",
    "pauses.resume",
    "pauses.extend_deadlines",
    "shown.write_all",
    "shown.look",
    "shown.retire",
    "people.keep_dm_closed",
    "people.keep_dm_channel",
    "facts.keep_note",
)
READS: Final = (
    "archive.load",
    "archive.history",
    "queries.live_in",
    "rows.in_guild",
    "queries.scan",
    "pauses.pauses",
    "shown.read",
    "shown.due",
    "people.dm_closed_at",
    "people.dm_channel",
    "people.preferences",
    "facts.note",
)
STORE: Final[dict[str, tuple[str, ...]]] = {
    **{f"write {name}": ("F29 locked", "F30 full", "F30 write error") for name in WRITES},
    **{f"read {name}": ("F30 read error",) for name in READS},
}
PEOPLE: Final[dict[str, tuple[str, ...]]] = {
    "click": (
        "F18 lost",
        "F24 delivered again",
        "F25 two at once",
        "F26 old control",
        "F27 after the deadline",
        "cancelled",
    ),
    "process": ("F18 outage", "F20 server away", "F28 clock set"),
}


def error_for(fault: str) -> DeliveryError:
    """Return the error that our client raises for a fault of Discord or the network."""
    return ANSWERS[ANSWER_NAMES[fault]].raised()


def name_of(function: Callable[..., object]) -> str:
    """Return the name of a function of the store with its module."""
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
