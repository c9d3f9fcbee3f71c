"""The places of the program that ask something of Discord or the database, and the faults that each can meet."""

import sys
from typing import Final

from bot.delivery.errors import DeliveryError
from tests.discord_http.answers import ANSWERS

WAYS: Final = (
    ("post", ("tell",), "post trouble note"),
    ("post", ("dm", "remind"), "post reminder"),
    ("post", ("dm", "last_call"), "post last call"),
    ("post", ("dm", "_call"), "post call"),
    ("post", ("dm", "_hand"), "post first hand"),
    ("post", ("dm",), "post gone note"),
    ("post", ("_summon",), "post mention"),
    ("post", ("_table",), "post table"),
    ("post", ("_absent",), "post absent line"),
    ("edit", ("_tidy",), "strip old table"),
    ("edit", ("_touch",), "edit hand to call"),
    ("edit", ("_drop",), "edit last call"),
    ("edit", ("_name_the_rest",), "edit mention"),
    ("edit", ("_hand",), "edit hand"),
    ("edit", ("_table",), "edit table"),
    ("edit", ("_absent",), "edit absent line"),
    ("delete", ("_tidy",), "delete old message"),
    ("find", ("_look",), "find lost post"),
    ("open", ("tell",), "open DM for trouble note"),
    ("open", ("_may_stand",), "open DM to look for a post"),
    ("open", ("remind",), "open DM for reminder"),
    ("open", ("last_call",), "open DM for last call"),
    ("open", ("_call",), "open DM for call"),
    ("open", ("_hand",), "open DM for first hand"),
    ("open", ("dm",), "open DM for gone note"),
    ("names", ("_ask",), "learn names"),
)
"""What is asked, the functions that are under way then, and what that place is called; the first that fits."""

LOST: Final = ("F16 lost before", "F16 late", "F16 lost after", "F15 banned")
BODY: Final = ("F11 filtered", "F12 unfit", "F12 unfit in every form")
IN_DM: Final = ("F6 forbidden", "F23 account gone")
IN_CHANNEL: Final = ("F6 forbidden", "F8 channel gone")
MESSAGE: Final = ("F7 deleted", "F10 too old")

COURIER: Final[dict[str, tuple[str, ...]]] = {
    "post table": (*LOST, *BODY, *IN_CHANNEL),
    "post mention": (*LOST, *BODY, *IN_CHANNEL),
    "post absent line": (*LOST, *BODY, *IN_CHANNEL),
    **{
        f"post {page}": (*LOST, *BODY, *IN_DM, "F4 closed")
        for page in ("first hand", "call", "reminder", "last call", "gone note", "trouble note")
    },
    "edit mention": (*LOST, *BODY, *IN_CHANNEL, *MESSAGE),
    "edit table": (*LOST, *BODY, *IN_CHANNEL, *MESSAGE),
    "edit absent line": (*LOST, *BODY, *IN_CHANNEL, *MESSAGE),
    "edit hand": (*LOST, *BODY, *IN_DM, "F4 closed", "F10 too old"),
    "edit hand to call": (*LOST, *BODY, *IN_DM, "F4 closed", "F10 too old"),
    "edit last call": (*LOST, *BODY, *IN_DM, "F4 closed", "F10 too old"),
    "strip old table": (*LOST, *BODY, *IN_CHANNEL, *MESSAGE),
    "delete old message": (*LOST, "F6 forbidden", "F7 deleted"),
    "find lost post": ("F16 lost before", "F15 banned", "F6 forbidden", "F8 channel gone"),
    **{
        f"open DM {why}": ("F16 lost before", "F15 banned", *IN_DM, "F5 opening refused", "F5 held")
        for why in (
            "for first hand",
            "for call",
            "for reminder",
            "for last call",
            "for gone note",
            "for trouble note",
            "to look for a post",
        )
    },
    "learn names": ("F16 lost before", "F15 banned", "F22 not found"),
}
"""What Discord and the network can say there; slow mode and limits of a route reach us as F16."""

SAID: Final[dict[str, str]] = {
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
"""What Discord or the network answers then."""

WRITES: Final = (
    "commit",
    "new",
    "pause",
    "resume",
    "extend_deadlines",
    "delivered",
    "queue",
    "keep_dm_closed",
    "keep_dm_channel",
    "keep_note",
)
READS: Final = (
    "load",
    "live_in",
    "history",
    "waking",
    "pauses",
    "outbox",
    "unpublished",
    "dm_closed_at",
    "dm_channel",
    "preferences",
    "note",
    "in_guild",
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


def raised(fault: str) -> DeliveryError:
    """What the courier makes of a fault that Discord or the network can cause."""
    return ANSWERS[SAID[fault]].raised()


def place_of(what: str) -> str:
    """The place from which this is asked at present."""
    under_way = set(_under_way())
    for asked, functions, place in WAYS:
        if asked == what and under_way.issuperset(functions):
            return place
    raise AssertionError(f"nobody has named the place from which {what} is asked: {sorted(under_way)}")


def statement() -> str:
    """The function of the store that is under way."""
    return next(name for name in _under_way() if not name.startswith("_"))


def _under_way() -> list[str]:
    """The functions that are under way, that which asks for it first."""
    names, frame = [], sys._getframe(2).f_back
    while frame is not None:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return names
