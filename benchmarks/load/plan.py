"""The duration and the size of a whole run."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bot.games import GAMES

PARTS = ("answers", "visible", "work", "saturated", "limited", "played", "start")
ALL_PARTS = (*PARTS, "growth", "languages", "databases")
"""All parts, including those that run only on request, for half an hour, with two bots, or on a server."""


class Plan(NamedTuple):
    """The settings of a run. Times are in seconds."""

    seconds: float = 60.0
    warm_up: float = 120.0
    """A player who hasn't acted for two minutes is notified, so requests only settle once all have acted."""
    tables: int = 250
    rate: float = 17.0
    """Moves per second at all tables together."""
    clicks: int = 1000
    """A flooding user's clicks per minute."""
    together: int = 32
    """The number of clicks pending at a time when both bots work as fast as they can."""
    rounds: int = 5
    round_seconds: float = 6.0
    round_moves: int = 200
    """The number of moves in a round within Discord's limit."""
    limit: int = 50
    """Requests per second that Discord grants a bot, without answers to interactions."""
    sleeping: int = 10_000
    network: float = 0.05
    folder: Path | None = None
    server: str | None = None
    """The address of a PostgreSQL server on which a schema may be made."""
    games: tuple[str, ...] = tuple(GAMES)
    only: tuple[str, ...] = PARTS


def plan_of(arguments: Sequence[str] | None) -> Plan:
    """Return the plan that a command line asks for."""
    usual = Plan()
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load", description="The whole bot under load."
    )

    def setting(name: str, kind: type, about: str) -> None:
        default = getattr(usual, name.replace("-", "_"))
        parser.add_argument(f"--{name}", type=kind, default=default, help=f"{about} (default: {default})")

    setting("seconds", float, "how long moves are measured at a steady rate")
    setting("warm-up", float, "how long moves are made before that")
    setting("tables", int, "live tables")
    setting("rate", float, "moves a second of all tables together")
    setting("clicks", int, "clicks of one user in a minute of flood")
    setting("together", int, "clicks on their way at a time when saturated")
    setting("rounds", int, "rounds of our bot and the floor, in turns")
    setting("round-seconds", float, "length of such a round")
    setting("round-moves", int, "moves of such a round within Discord's limit")
    setting("limit", int, "requests a second that Discord takes")
    setting("sleeping", int, "sleeping tables at the start")
    setting("network", float, "seconds that Discord takes for an answer")
    parser.add_argument(
        "--folder", type=Path, help="where databases are written; it should be on a real disk"
    )
    parser.add_argument("--server", help="a PostgreSQL server for the part `databases`: postgresql://...")
    names(parser, "--games", tuple(GAMES), "which games are played")
    names(parser, "--only", ALL_PARTS, "what is measured; usually all but growth, languages and databases")
    given = vars(parser.parse_args(arguments))
    return Plan(**{name: value for name, value in given.items() if value is not None})


def names(parser: argparse.ArgumentParser, option: str, known: Sequence[str], about: str) -> None:
    """Add an option that takes some of the known names, separated by commas."""

    def chosen(text: str) -> tuple[str, ...]:
        if unknown := set(text.split(",")) - set(known):
            raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: not one of {', '.join(known)}")
        return tuple(text.split(","))

    parser.add_argument(option, type=chosen, help=f"{about} ({','.join(known)})")
