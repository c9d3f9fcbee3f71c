"""The people and places of the load bench, and clicks on controls that no page shows."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tests.discord_http.ids import dm_of
from tests.discord_http.payloads import BUTTON, ROW, Json, walk

USERS: Final = 2 * 10**17
CHANNELS: Final = 3 * 10**17
GUILDS: Final = 5 * 10**17
"""The first id of each kind."""
DMS: Final = dm_of(USERS)
"""The first id of DM channels, in the same order as their users."""
OLD_MESSAGE: Final = 1
"""The id of a message in every channel from the start. A newer one has the same id as its channel."""


class Control(NamedTuple):
    """The subject of the controls of a page."""

    session_id: int
    revision: int


def control_of(components: Sequence[Json]) -> Control | None:
    """Return the subject of a page's first control, or None without controls."""
    for component in walk(components):
        if custom_id := component.get("custom_id"):
            _, session_id, revision, _ = custom_id.split(":", 3)
            return Control(int(session_id), int(revision))
    return None


def with_control(on: Json, custom_id: str) -> Json:
    """Return a message with one more button."""
    control = {"type": BUTTON, "style": 1, "label": "Move", "custom_id": custom_id}
    return {**on, "components": [*on["components"], {"type": ROW, "components": [control]}]}
