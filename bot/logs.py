"""Logs: how they are set up, and that no card and no token ever stands in one."""

import logging
import re
import sys
from collections.abc import MutableMapping

import discord
import structlog

from bot.config import Settings

SECRET = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b|\bJK\b|[\w.-]{50,}")
"""What no log line shows: cards, and words as long as tokens."""


def set_up_logs(settings: Settings) -> None:
    """Structured logs to standard error; libraries never below INFO, their debug lines hold secrets."""
    level = logging.getLevelNamesMapping()[settings.log_level]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            *renderers(settings.log_format),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),  # whatever it is by then
    )
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks
    logging.basicConfig(
        level=max(level, logging.INFO), stream=sys.stderr, format="%(levelname)s %(name)s %(message)s"
    )


def renderers(log_format: str) -> list[structlog.types.Processor]:
    """The last steps of a log line. Tracebacks come without local variables: those hold cards."""
    as_json = structlog.processors.JSONRenderer()
    for_people = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    return [structlog.processors.format_exc_info, redacted, as_json if log_format == "json" else for_people]


def redacted(_logger: object, _method: str, line: MutableMapping[str, object]) -> MutableMapping[str, object]:
    """The log line without cards and tokens, wherever they came from."""
    for name, value in line.items():
        if isinstance(value, str):
            line[name] = SECRET.sub("▮", value)
    return line
