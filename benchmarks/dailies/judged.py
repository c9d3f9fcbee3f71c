"""The judge of finished games, tried on seats whose play is known: hard and easy ones, and planted moves.

Each game is a line of a file, so that an interrupted run goes on and more games can be added. A hard seat
should seldom be named, and then rightly. Luck should have mean 0 for every level. A planted move should be
found.
"""

import json
import math
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from benchmarks.dailies.figures import Figure, share
from benchmarks.strength.arena import Table
from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.games import GAMES
from bot.players.judging import COSTS, FRESH_WORLD, MIN_COST, Decision, Judgement, Question, answer_to, judge
from bot.players.player import Level, choose
from bot.players.policies import POLICIES
from bot.players.search import mean

Kind = Literal["hard", "easy", "planted"]
SEATS: Final = {"crap": 3, "skrap": 3, "craits": 3, "crazy-rummy": 3, "crapette": 2}
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "crap": {"threshold": 100},
    "skrap": {"target": 10},
    "craits": {"hands": 2},
    "crazy-rummy": {"max-hands": 2},
    "crapette": {},
}
COST_WORLDS: Final = 1000
"""The number of worlds, all new to the review, that tell the true cost of a move."""
PLANT_WORLDS: Final = 60
"""The number of such worlds that choose the move to plant."""
MAX_NAMED: Final = 0.03
MIN_TRUE, MIN_CALLED, MIN_BIG, MIN_CLEAR = 0.75, 0.95, 0.90, 0.75
BIG, CLEAR = 0.12, 0.05
MAX_Z: Final = 3.0
MAX_MEDIAN_SECONDS, MAX_SECONDS = 8.0, 20.0


class Trial(msgspec.Struct, frozen=True):
    """A reviewed game. `costs` has the class of each named move and its cost in fresh worlds."""

    game: str
    kind: Kind
    number: int
    looked_at: int
    seconds: float
    costs: tuple[tuple[str, float], ...] = ()
    luck: float | None = None
    planted: float | None = None
    """The true cost of the planted move."""
    is_named: bool = False
    """Whether the planted move is among those that are named."""


def run_trial(game_id: str, kind: Kind, number: int) -> Trial | None:
    """Play and judge a game. None if no move could be planted."""
    level: Level = "medium" if kind == "planted" else kind
    made, won = _played(game_id, level, number)
    cost, place = None, 0
    if kind == "planted":
        cost, place = _plant(game_id, made, number)
        if cost is None:
            return None
    began = time.process_time()
    judged = judge(made)
    seconds = time.process_time() - began
    costs = () if kind == "planted" else tuple(_costs(judged, made))
    luck = None if judged.skill is None else won - 1 / SEATS[game_id] - judged.skill
    is_named = any(one.decision == place for one in judged.named)
    return Trial(game_id, kind, number, judged.looked_at, seconds, costs, luck, cost, is_named)


def _played(game_id: str, level: Level, number: int) -> tuple[list[Decision], float]:
    """Return the decisions of the first seat among medium computers, and its share of the win."""
    game, rng = GAMES[game_id], random.Random(f"{game_id} {level} {number}")
    table = Table(game, OPTIONS[game_id], SEATS[game_id], f"judged {game_id} {number}")
    made = list(decisions(table, level, rng))
    outcome = game.outcome(table.state)
    winners = outcome.winners if outcome and outcome.winners else range(SEATS[game_id])
    return made, (1 / len(winners) if 0 in winners else 0.0)


def decisions(table: Table, level: Level, rng: random.Random) -> Iterator[Decision]:
    """Yield the decisions of the first seat among medium computers, to be judged as those of a hard one."""
    while deciders := table.game.deciders(table.state):
        seat = rng.choice(deciders)
        seen = table.seen(seat, level if seat == 0 else "medium", rng.randbytes(16))
        move = choose(seen)
        if seat == 0:
            yield msgspec.structs.replace(seen, level="hard"), move
        table.make(seat, move)


def _plant(game_id: str, made: list[Decision], number: int) -> tuple[float | None, int]:
    """Replace a decision's move with the worst advised one. Return its true cost and the decision."""
    rng = random.Random(number)
    for place in rng.sample(range(len(made)), min(8, len(made))):
        seen, move = made[place]
        answer = answer_to(Question(seen, (str(move),), FRESH_WORLD * 2, PLANT_WORLDS, widens=True))
        advised = [at for at, text in enumerate(answer.moves) if text in answer.advised]
        if len(advised) < 2:
            continue
        means = [mean(column) for column in zip(*answer.chances, strict=True)]
        best, worst = max(advised, key=means.__getitem__), min(advised, key=means.__getitem__)
        if means[best] - means[worst] < MIN_COST:
            continue
        cost = _cost(seen, answer.moves[best], answer.moves[worst])
        made[place] = seen, parse_move(GAMES[game_id], answer.moves[worst], SEATS[game_id])
        return cost, place
    return None, 0


def _costs(judged: Judgement, made: Sequence[Decision]) -> Iterator[tuple[str, float]]:
    """Yield the class of each named move, and its cost in fresh worlds."""
    for one in judged.named:
        seen, move = made[one.decision]
        yield one.cost, _cost(seen, one.better, move)


def _cost(seen: Any, better: str, worse: Move | str) -> float:
    chances = answer_to(Question(seen, (better, str(worse)), FRESH_WORLD * 3, COST_WORLDS)).chances
    return mean([one - other for one, other in chances])


def figures(found: Sequence[Trial]) -> Iterator[Figure]:
    """Yield the figures of one kind's games."""
    game, kind = found[0].game, found[0].kind
    name = f"{game}, {kind} ({len(found)} games)"
    took = [one.seconds for one in found]
    middle, most = statistics.median(took), max(took)
    fits = middle <= MAX_MEDIAN_SECONDS and most <= MAX_SECONDS
    yield Figure(f"{name}: a review", "≤ 8 s, ≤ 20 s at most", f"{middle:.1f} s, {most:.1f} s", fits)
    if kind == "planted":
        yield from _planted_figures(name, found)
    if kind == "hard":
        yield from _named_figures(name, found)
    lucks = [one.luck for one in found if one.luck is not None]
    if kind != "planted" and len(lucks) > 1:
        error = statistics.stdev(lucks) / math.sqrt(len(lucks))
        z = mean(lucks) / error if error else 0.0
        yield Figure(
            f"{name}: mean luck", "z within ± 3", f"{100 * mean(lucks):+.1f}, z {z:+.1f}", abs(z) < MAX_Z
        )


def _planted_figures(name: str, found: Sequence[Trial]) -> Iterator[Figure]:
    for least, wanted in ((BIG, MIN_BIG), (CLEAR, MIN_CLEAR)):
        those = [one for one in found if (one.planted or 0.0) >= least]
        named = sum(one.is_named for one in those)
        bar = f"≥ {100 * wanted:.0f} %"
        holds = named >= wanted * len(those)
        yield Figure(f"{name}: named, ≥ {100 * least:.0f} points", bar, share(named, len(those)), holds)


def _named_figures(name: str, found: Sequence[Trial]) -> Iterator[Figure]:
    costs, looked = [one for trial in found for one in trial.costs], sum(one.looked_at for one in found)
    holds = len(costs) <= MAX_NAMED * looked
    yield Figure(f"{name}: moves named", "≤ 3 %", share(len(costs), looked), holds)
    true = sum(cost > 0 for _, cost in costs)
    yield Figure(
        f"{name}: named ones that cost", "≥ 75 %", share(true, len(costs)), true >= MIN_TRUE * len(costs)
    )
    near = sum(_is_near(called, cost) for called, cost in costs)
    holds = near >= MIN_CALLED * len(costs)
    yield Figure(f"{name}: called right or one off", "≥ 95 %", share(near, len(costs)), holds)


def _is_near(called: str, cost: float) -> bool:
    """Whether a cost is in the class that the review gave it, or in the next one."""
    classes = ["", *(name for _, name in reversed(COSTS))]
    true = sum(cost >= least for least, _ in COSTS)
    return abs(classes.index(called) - true) <= 1


def read(file: Path) -> list[Trial]:
    """Return the games in a file, or nothing if it's missing."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [msgspec.convert(json.loads(line), Trial) for line in lines]


def append(file: Path, trial: Trial) -> None:
    """Add a game to a file."""
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(msgspec.to_builtins(trial)) + "\n")


def kinds(games: Sequence[str], asked: Sequence[Kind]) -> list[tuple[str, Kind]]:
    """Return the trials: each game with each kind."""
    return [(game, kind) for kind in asked for game in games if game in POLICIES]
