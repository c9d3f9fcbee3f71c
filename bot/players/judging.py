"""Judging a finished game: a seat's costliest moves, and the worth of its play.

The judge gets the input of a computer on that seat (`Seen`), so it can't see more. It works in small
questions about sampled games, which another process may answer. `inquiry` asks them and draws the
conclusions. The costs found largest are overestimated by chance, so fresh games measure them again.
"""

import math
import random
from collections.abc import Generator, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.players.player import Mind, Seen, mind_of
from bot.players.policies import POLICIES
from bot.players.policy import Policy, View
from bot.players.search import compare, mean, standard_error

Cost = Literal["small", "clear", "big"]
Decision = tuple[Seen, Move]
"""The knowledge of a seat when it decided, and its move."""
COSTS: Final[Sequence[tuple[float, Cost]]] = ((0.12, "big"), (0.06, "clear"), (0.03, "small"))
"""The names of costs, by the least chance to win that a move gave away."""
MIN_COST: Final = 0.03
MAX_NAMED: Final = 3
SURE_ERRORS: Final = 2.0
"""The number of standard errors by which a cost must be above 0 to be named."""
HOPELESS_ERRORS: Final = 1.5
"""A second look ends when a cost higher by this many standard errors would still be below `MIN_COST`."""
SMALL_ERROR: Final = 0.01
"""A second look also ends when its standard error is this small."""
FIRST_WORLDS: Final = 24
"""The number of worlds after which only the made, the sensible and the best moves are played on."""
MAX_KEPT: Final = 3
MAX_FIRST_GAMES: Final = 12_000
"""The most games that all first looks together sample, about. In a long game each has fewer."""
MAX_ASKED: Final = 60
"""The most games in one question, about, so that moves never wait long for the process."""
MIN_FRESH: Final = 30
FRESH_WORLD: Final = 1_000_000
"""The number of a second look's first world. No first look reaches it."""


class Question(msgspec.Struct, frozen=True, tag=True):
    """A request for sampled games of one decision: these moves, from world number `first` on.

    `widens` adds the sensible move and all moves that may be advised.
    """

    seen: Seen
    moves: tuple[str, ...]
    first: int
    worlds: int
    widens: bool = False


class Answer(msgspec.Struct, frozen=True):
    """The moves of a question, and for each world the chance to win of each move."""

    moves: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    own: str = ""
    """The sensible move, if the question widens."""
    advised: tuple[str, ...] = ()


class CostlyMove(msgspec.Struct, frozen=True):
    """A costly move: the number of its decision, the better move, and its cost."""

    decision: int
    better: str
    cost: Cost


class Judgement(msgspec.Struct, frozen=True):
    """The judgement of a seat's play."""

    named: tuple[CostlyMove, ...] = ()
    looked_at: int = 0
    """The number of decisions with a choice that could be compared."""
    more: int = 0
    """The number of further costly moves, which aren't named."""
    skill: float | None = None
    """The chance to win that all decisions gained against the sensible moves, if luck can be told apart."""
    error: float = 0.0


class _FirstLook(NamedTuple):
    """A decision after its first look. `better` is the best move that may be advised."""

    number: int
    seen: Seen
    made: str
    better: str
    gain: float
    skill: float
    variance: float


Inquiry = Generator[Question, Answer, Judgement]


def judge(decisions: Sequence[Decision]) -> Judgement:
    """Return the judgement of these decisions, always the same for the same ones."""
    asking = inquiry(decisions)
    question = next(asking)
    while True:
        try:
            question = asking.send(answer_to(question))
        except StopIteration as stopped:
            judged: Judgement = stopped.value
            return judged


def inquiry(decisions: Sequence[Decision]) -> Inquiry:
    """Ask for sampled games, and return the judgement drawn from the answers."""
    if not decisions:
        return Judgement()
    policy = POLICIES[decisions[0][0].game]
    looks: list[_FirstLook] = []
    most = max(FIRST_WORLDS // 3, MAX_FIRST_GAMES // len(decisions))
    for number, (seen, made) in enumerate(decisions):
        look = yield from _first_look(policy, number, seen, str(made), most)
        if look is not None:
            looks.append(look)
    worst = sorted(looks, key=lambda look: -look.gain)[: policy.depth.second_looks]
    found: list[tuple[float, _FirstLook]] = []
    for look in worst:
        cost = (yield from _second_look(policy, look)) if look.gain > MIN_COST / 2 else 0.0
        if cost >= MIN_COST:
            found.append((cost, look))
    found.sort(key=lambda one: (-one[0], one[1].number))
    return Judgement(
        tuple(CostlyMove(look.number, look.better, _cost_name(cost)) for cost, look in found[:MAX_NAMED]),
        len(looks),
        max(0, len(found) - MAX_NAMED),
        sum(look.skill for look in looks) if policy.tells_luck else None,
        math.sqrt(sum(look.variance for look in looks)) if policy.tells_luck else 0.0,
    )


def answer_to(question: Question) -> Answer:
    """Play the sampled games of a question. The answer is empty if there's nothing to compare."""
    mind = mind_of(question.seen)
    game, seats = mind.policy.game, mind.policy.game.seats[-1]
    made = [parse_move(game, text, seats) for text in question.moves]
    own, advised = _choices(mind, question.seen) if question.widens else (None, [])
    moves = list(dict.fromkeys([*made, *advised, *([own] if own is not None and advised else [])]))
    if question.widens and (not advised or len(moves) < 2):
        return Answer((), ())
    chances = tuple(
        _chances(mind, question.seen, moves, number)
        for number in range(question.first, question.first + question.worlds)
    )
    return Answer(tuple(map(str, moves)), chances, "" if own is None else str(own), tuple(map(str, advised)))


def _choices(mind: Mind, seen: Seen) -> tuple[Move, list[Move]]:
    """Return the sensible move and the moves that may be advised."""
    policy, seat = mind.policy, mind.notes.seat
    rng = random.Random(seen.seed)  # noqa: S311 # repeatable on purpose
    state = mind.determinize(rng)
    view = View(seat, rng, notes=mind.notes)
    own = policy.choose(state, view)
    moves = dict.fromkeys((own, *policy.shortlist(state, view)))
    return own, [move for move in moves if policy.may_advise(state, seat, move)]


def _chances(mind: Mind, seen: Seen, moves: Sequence[Move], number: int) -> tuple[float, ...]:
    """Return the chance to win of each move in one world, each played on with the same luck."""
    rng = random.Random(seen.seed + number.to_bytes(4, "big"))  # noqa: S311 # repeatable on purpose
    worths = compare(mind.policy, mind.determinize(rng), mind.notes.seat, moves, rng)
    return tuple(mind.policy.win_chance(worth) if math.isfinite(worth) else 0.0 for worth in worths)


def _first_look(
    policy: Policy[Any], number: int, seen: Seen, made: str, most: int
) -> Generator[Question, Answer, _FirstLook | None]:
    """Compare the move made with all that may be advised. None if there was nothing to choose."""
    start = yield Question(seen, (made,), 0, 2, widens=True)
    if not start.moves:
        return None
    worlds = max(6, min(policy.depth.worlds, most // len(start.moves)))
    chances = yield from _sample(seen, start, min(FIRST_WORLDS, worlds))
    means = dict(zip(start.moves, map(mean, zip(*chances, strict=True)), strict=True))
    ranked = sorted(start.advised, key=lambda move: -means[move])
    kept = tuple(dict.fromkeys((made, start.own, *ranked[:MAX_KEPT])))
    places = [start.moves.index(move) for move in kept]
    chances = [tuple(one[place] for place in places) for one in chances]
    chances = yield from _sample(seen, Answer(kept, tuple(chances)), worlds)
    columns = dict(zip(kept, zip(*chances, strict=True), strict=True))
    skills = [one - other for one, other in zip(columns[made], columns[start.own], strict=True)]
    better = max((move for move in kept if move in start.advised), key=lambda move: mean(columns[move]))
    gain = mean(columns[better]) - mean(columns[made])
    return _FirstLook(number, seen, made, better, gain, mean(skills), standard_error(skills) ** 2)


def _sample(seen: Seen, known: Answer, worlds: int) -> Generator[Question, Answer, list[tuple[float, ...]]]:
    """Return the chances of these moves in a number of worlds, the first of which are known already."""
    chances = list(known.chances)
    part = max(1, MAX_ASKED // len(known.moves))
    while len(chances) < worlds:
        answer = yield Question(seen, known.moves, len(chances), min(part, worlds - len(chances)))
        chances += answer.chances
    return chances


def _second_look(policy: Policy[Any], look: _FirstLook) -> Generator[Question, Answer, float]:
    """Return the cost in fresh games, or 0 as soon as it can't be high enough."""
    costs: list[float] = []
    while len(costs) < policy.depth.fresh_worlds:
        question = Question(look.seen, (look.better, look.made), FRESH_WORLD + len(costs), MAX_ASKED // 2)
        costs += [better - made for better, made in (yield question).chances]
        cost, error = mean(costs), standard_error(costs)
        if cost + HOPELESS_ERRORS * error < MIN_COST:
            return 0.0
        if len(costs) > MIN_FRESH and error <= SMALL_ERROR:
            break
    return cost if cost - SURE_ERRORS * error > 0 else 0.0


def _cost_name(cost: float) -> Cost:
    return next(name for least, name in COSTS if cost >= least)
