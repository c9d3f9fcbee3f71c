"""The setup of logs, and the filter that keeps every card and token out."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Final

import discord
import structlog

from bot.config import Settings

SECRET = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b|\bJK\b|[\w.-]{50,}")
"""The words that no log line shows: cards, and anything as long as a token."""
FIRST_STEPS: Final[list[structlog.types.Processor]] = [
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
]
"""The first steps of a log line, ours or a library's."""


def set_up_logs(settings: Settings) -> None:
    """Set up logs to standard error. Libraries only log warnings, because their debug lines hold secrets.

    If DEBUG is set, they also log at INFO.
    """
    level = logging.getLevelNamesMapping()[settings.log_level]
    last = renderers(settings.log_format)
    structlog.configure(
        processors=[*FIRST_STEPS, *last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),  # `sys.stderr` may change.
    )
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # The bot doesn't use voice.
    libraries = logging.StreamHandler()
    libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *FIRST_STEPS],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    lowest = logging.INFO if level < logging.INFO else logging.WARNING
    logging.basicConfig(level=max(level, lowest), handlers=[libraries])
    logging.captureWarnings(True)


def renderers(log_format: str) -> list[structlog.types.Processor]:
    """Return the last steps of a log line. Tracebacks omit local variables, because those hold cards."""
    as_json = structlog.processors.JSONRenderer()
    for_people = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    return [structlog.processors.format_exc_info, redact, as_json if log_format == "json" else for_people]


def redact(_logger: object, _method: str, line: MutableMapping[str, object]) -> MutableMapping[str, object]:
    """Return the log line without cards and tokens, wherever they came from."""
    for name, value in line.items():
        if isinstance(value, str):
            line[name] = SECRET.sub("▮", value)
    return line
