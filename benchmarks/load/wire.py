"""The people and places of the load bench, and how somebody presses what no page shows."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tests.discord_http.ids import dm_of
from tests.discord_http.payloads import BUTTON, ROW, Json, walk

USERS: Final = 2 * 10**17
CHANNELS: Final = 3 * 10**17
GUILDS: Final = 5 * 10**17
"""Where the numbers of each kind begin."""
DMS: Final = dm_of(USERS)
"""Where those of the DM channels begin; the one of a user has the same place as the user."""
OLD_MESSAGE: Final = 1
"""Stands in every channel from the beginning; so does a newer one whose number is that of its channel."""


class Control(NamedTuple):
    """What the controls of a page are about."""

    session_id: int
    revision: int


def control_of(components: Sequence[Json]) -> Control | None:
    """What the first control of a page is about; nothing when it has none."""
    for component in walk(components):
        if custom_id := component.get("custom_id"):
            _, session_id, revision, _ = custom_id.split(":", 3)
            return Control(int(session_id), int(revision))
    return None


def with_control(on: Json, custom_id: str) -> Json:
    """A message with one more button below what it shows."""
    control = {"type": BUTTON, "style": 1, "label": "Move", "custom_id": custom_id}
    return {**on, "components": [*on["components"], {"type": ROW, "components": [control]}]}
