"""The health check from another process. Made every minute, so it loads no more than it needs."""

import time
from collections.abc import Callable

from bot.config import BadSettings, read_settings, unwritable
from bot.status import pulse
from bot.status.vitals import line


def health(now: Callable[[], float] = time.time) -> tuple[int, str]:
    """The exit code, 0 when all is well, and one line about the bot that runs on our database."""
    try:
        file = read_settings().pulse
    except BadSettings as error:
        return 2, f"NOT healthy: settings: {error}"
    try:
        vitals = pulse.read(file)
    except OSError as error:
        return 1, f"NOT healthy: {unwritable(file.parent) or f'{file}: {error.strerror}'}"
    if vitals is None or not pulse.is_running(vitals.process):
        return 1, "NOT healthy: no bot runs on this database"
    is_well, words = line(vitals, now())
    return (0 if is_well else 1), words
