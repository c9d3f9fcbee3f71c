"""All uses of SimCord's internals. Other code uses only its documented interface."""

from typing import Any, Final

import discord
import simcord
from simcord import interactions

MAX_PRIVATE = 40
"""The number of private answers a channel keeps. A real client forgets all of them when it restarts."""
MAX_MESSAGES = 300
CUT: Final[dict[str, Any]] = {
    "method": "*",
    "path": "*",
    "status": 503,
    "code": 0,
    "message": "The bot is not connected",
    "times": None,
}
"""An injected fault that lets no request through."""


def set_locale(env: simcord.Env, user_id: int, locale: str) -> None:
    """Set the language of a user's Discord for their next interactions."""
    _locales(env.backend)[user_id] = locale


def _locales(backend: Any) -> dict[int, str]:
    """Return the languages of users by id, stored with SimCord's other data about them."""
    known: dict[int, str] = vars(backend).setdefault("cardcrate_locales", {})
    return known


_base_payload = interactions.base_payload


def _with_locale(backend: Any, *given: Any, **named: Any) -> Any:
    """Return an interaction with its user's language, where SimCord would put `en-US`."""
    record, payload = _base_payload(backend, *given, **named)
    user = payload["member"]["user"] if "member" in payload else payload["user"]
    payload["locale"] = _locales(backend).get(int(user["id"]), payload["locale"])
    return record, payload


interactions.base_payload = _with_locale


def poll_often() -> None:
    """Make SimCord check every 2 instead of 50 ms whether the bot is idle, so that an hour takes a second."""
    defaults = simcord.Env._settle_internal.__kwdefaults__  # noqa: SLF001
    assert defaults is not None
    defaults["idle"] = 0.002


LONG_SECONDS: Final = 10.0
_schedule_timer = simcord.Env._schedule_timer  # noqa: SLF001


def _schedule_short_timer(env: Any, record: Any, *given: Any) -> None:
    """Run a timer by the real clock as well, unless it's long."""
    if record.when - env._virtual_time < LONG_SECONDS:  # noqa: SLF001
        _schedule_timer(env, record, *given)


def stop_long_real_timers() -> None:
    """Make long timers follow only the server's clock, so that a slow test doesn't meet a heartbeat."""
    simcord.Env._schedule_timer = _schedule_short_timer  # type: ignore[assignment, method-assign]  # noqa: SLF001


def stop_real_timers(env: simcord.Env) -> None:
    """Make time pass only on the server's clock, from the next start on.

    SimCord would also run timers by the real clock, and every click would wait for those due within five
    seconds. Computers at a table always have one.
    """
    env._schedule_timer = lambda *_: None  # type: ignore[method-assign]  # noqa: SLF001


def set_clock(env: simcord.Env, seconds: float) -> None:
    """Move the clock forward to this time since the epoch, before the bot can notice."""
    env.backend.advance_clock(max(0.0, seconds - env.now().timestamp()))


def name_bot(env: simcord.Env, name: str) -> None:
    """Set the name of the bot's account."""
    env.backend.edit_bot_profile(name)


def reopen_dms(env: simcord.Env, channel: simcord.ChannelHandle) -> None:
    """Remove the fault that closes this DM channel."""
    path = dm_path(channel)
    env.backend.faults[:] = [fault for fault in env.backend.faults if fault["path"] != path]


def dm_path(channel: simcord.ChannelHandle) -> str:
    """Return the path under which the bot posts into this channel."""
    return f"/channels/{channel.id}/messages"


def block_requests(env: simcord.Env) -> None:
    """Block all requests of the bot."""
    env.backend.faults.insert(0, CUT)


def unblock_requests(env: simcord.Env) -> None:
    """Unblock the requests of the next bot."""
    env.backend.faults.remove(CUT)


def cancel_tasks(env: simcord.Env) -> None:
    """Cancel all tasks the bot has started."""
    for task in env._work.tasks:  # noqa: SLF001
        task.cancel()


def remove_message(env: simcord.Env, message: discord.Message) -> None:
    """Remove a message. Discord sends no event about a private answer."""
    env.backend.delete_message(message.channel.id, message.id)


def uploaded(env: simcord.Env, url: str) -> bytes | None:
    """Return what was uploaded to an address of Discord's, while a message shows it."""
    return env.backend.cdn.get(url)


def requests_made(env: simcord.Env) -> int:
    """Return how many requests the bot has made since `forget`."""
    return len(env.backend.http_requests)


def forget(env: simcord.Env, channels: list[simcord.ChannelHandle]) -> bool:
    """Forget old data, so that hours of play need no more memory. Returns whether the bot did anything."""
    was_busy = bool(env.backend.http_requests)
    env.backend.http_requests.clear()
    env.backend.transcript.clear()
    if was_busy:
        _forget_messages(env, channels)
        _forget_files(env)
    return was_busy


def _forget_messages(env: simcord.Env, channels: list[simcord.ChannelHandle]) -> None:
    for channel in channels:
        messages = env.backend.messages.get(channel.id, {})
        private = [number for number, message in messages.items() if message.is_ephemeral]
        for number in {*sorted(private)[:-MAX_PRIVATE], *sorted(messages)[:-MAX_MESSAGES]}:
            del messages[number]


def _forget_files(env: simcord.Env) -> None:
    """Forget the files of edited and deleted messages."""
    every = (message for some in env.backend.messages.values() for message in some.values())
    shown = {file["url"] for message in every for file in message.attachments}
    files = env.backend.cdn._blobs  # noqa: SLF001
    for url in files.keys() - shown:
        del files[url]
