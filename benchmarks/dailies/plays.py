"""Plays of many days by the sensible move with random slips: their length, luck, and proofs."""

import math
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from benchmarks.dailies.figures import Figure, share
from bot.engine.contract import AnyGame
from bot.fair import daily as days
from bot.fair.daily import Source
from bot.players.daily import Daily, Play, checked, daily_of, lead, line_of

SOURCE: Final = Source(bytes(range(32)))
FIRST: Final = date(2026, 11, 29)
SLIPS: Final = (0.0, 0.1, 0.2, 0.3)
DECISIONS: Final = (15, 35)
MAX_TIES: Final = 0.05
DEALS_SHARE: Final = {"crap": 0.3, "skrap": 0.45, "craits": 0.5, "crazy-rummy": 0.7, "crapette": 0.7}
"""The least share of the spread of leads that must come from the cards."""
MAX_CHECK_MS: Final = 50.0
SIGNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class Played(NamedTuple):
    """A play of a day."""

    of_day: Daily
    slips: float
    lead: int
    """Between equal leads, the play with fewer moves is better."""
    decisions: int
    """The decisions with a choice."""
    moves: tuple[str, ...]


def of_day(game: AnyGame, number: int, source: Source = SOURCE) -> Daily:
    """Return a game's daily for a day, counted from the first one."""
    return daily_of(game, str(FIRST + timedelta(days=number)), source)


def play_day(of_day: Daily, number: int, slips: float) -> Played:
    """Play a day with sensible moves, and with random ones in a share of the decisions."""
    play, rng, moves, decisions = Play(of_day), random.Random(number), [], 0
    while legal := play.legal:
        move = rng.choice(legal) if rng.random() < slips else play.sensible_move(rng)
        decisions += len(legal) > 1
        moves.append(str(move))
        play.make(move)
    return Played(of_day, slips, lead(play.game, play.state), decisions, tuple(moves))


def play_days(game: AnyGame, deals: int, plays: int) -> list[list[Played]]:
    """Return the plays of many days, by day."""
    return [
        [play_day(of_day(game, number), play, SLIPS[play % len(SLIPS)]) for play in range(plays)]
        for number in range(deals)
    ]


def play_figures(game: AnyGame, found: Sequence[Sequence[Played]]) -> Iterator[Figure]:
    """Yield the length of plays, the share of ties, and the share of a lead that comes from the cards."""
    middle = statistics.median(one.decisions for plays in found for one in plays if not one.slips)
    low, high = DECISIONS
    yield Figure(f"{game.id}: decisions", f"{low} to {high}", f"{middle:.0f}", low <= middle <= high)
    pairs = [
        (a, b) for plays in found for at, a in enumerate(plays) for b in plays[:at] if a.moves != b.moves
    ]
    ties = sum((one.lead, len(one.moves)) == (other.lead, len(other.moves)) for one, other in pairs)
    yield Figure(f"{game.id}: ties", "≤ 5 %", share(ties, len(pairs)), ties <= MAX_TIES * len(pairs))
    part, least = _part_of_deal([[one.lead for one in plays] for plays in found]), DEALS_SHARE[game.id]
    yield Figure(f"{game.id}: the deal's share", f"≥ {least}", f"{part:.2f}", part >= least)


def _part_of_deal(leads: Sequence[Sequence[int]]) -> float:
    """Return the spread between deals, without chance in their means, as a part of the whole spread.

    Spreads are standard deviations.
    """
    within = statistics.mean(statistics.variance(of_deal) for of_deal in leads)
    means = statistics.variance([statistics.mean(of_deal) for of_deal in leads])
    between = max(0.0, means - within / len(leads[0]))
    return math.sqrt(between / (between + within))


def line_figures(game: AnyGame, found: Sequence[Sequence[Played]], forgeries: int) -> Iterator[Figure]:
    """Yield the length of lines, the time to check one, and the number of altered ones that pass."""
    made = [(one, line_of(one.of_day, one.moves)) for plays in found for one in plays]
    whole = [(one, line) for one, line in made if line.moves != days.NO_MOVES]
    longest = max(len(str(line)) for _, line in made)
    held, took = 0, []
    for one, line in whole:
        began = time.process_time()
        held += checked(one.of_day, line).lead == one.lead
        took.append(1000 * (time.process_time() - began))
    yield Figure(f"{game.id}: longest line", f"≤ {days.MAX_LINE}", f"{longest}", longest <= days.MAX_LINE)
    yield Figure(f"{game.id}: lines that hold", "all", share(held, len(whole)), held == len(whole))
    slow = sorted(took)[int(0.99 * (len(took) - 1))]
    yield Figure(f"{game.id}: a check, 99 %", "≤ 50 ms", f"{slow:.1f} ms", slow <= MAX_CHECK_MS)
    rng = random.Random(game.id)
    outcomes = [_try_forgery(*rng.choice(whole), rng) for _ in range(forgeries)]
    passed = outcomes.count("forged")
    yield Figure(f"{game.id}: forgeries that pass", "0", share(passed, forgeries), not passed)
    yield Figure(f"{game.id}: other plays met by chance", "none", share(outcomes.count("other"), forgeries))


def _try_forgery(one: Played, line: days.ResultLine, rng: random.Random) -> str:
    """Alter a sign or the result of a line. Return `forged` if it passes with this play's moves.

    Return `other` if its moves are those of another play that really has the result.
    """
    place = rng.randrange(len(line.moves))
    sign = rng.choice((line.moves[place], rng.choice(SIGNS)))
    moves = line.moves[:place] + sign + line.moves[place + 1 :]
    altered = days.read_line(str(line._replace(moves=moves, lead=line.lead + rng.choice((0, 1, 5, 10)))))
    assert altered is not None
    if altered == line or checked(one.of_day, altered).lead != altered.lead:
        return ""
    return "forged" if altered.moves == line.moves else "other"
