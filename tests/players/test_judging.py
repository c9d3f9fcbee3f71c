"""The judge of a finished game sees what the seat saw, and names moves that were surely costly."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from benchmarks.dailies.judged import decisions
from benchmarks.strength.arena import Table
from bot.engine.contract import AnyGame
from bot.engine.moves import Move
from bot.engine.notation import parse_move, read_options
from bot.games import GAMES
from bot.games.crap.acquiring import Acquire
from bot.players.judging import FRESH_WORLD, Decision, Question, answer_to, judge
from bot.players.player import Mind, Seen, seen_by
from tests.helpers.decisions import tables
from tests.helpers.walks import SHORT
from tests.helpers.worlds import twin

pytestmark = pytest.mark.no_cover  # Tracing sampled games would double their time.

SEATS = {"crap": 3, "skrap": 3, "craits": 2, "crazy-rummy": 3, "crapette": 2}
Judge = Callable[[Seen, Move, Any], Any]
PLANTED = ("crap", "skrap", "craits", "crazy-rummy")


def played(game: AnyGame, deal: str, level: Any = "medium", most: int = 12) -> list[Decision]:
    """Return the first decisions of the first seat in a game among computers of this level."""
    table = Table(game, SHORT[game.id], SEATS[game.id], deal)
    return list(islice(decisions(table, level, random.Random(deal)), most))


def worst(seen: Seen, made: Move) -> tuple[float, Move]:
    """Return the worst move that may be advised, after its cost in worlds that had no say in choosing it."""
    answer = answer_to(Question(seen, (str(made),), FRESH_WORLD * 2, 60, widens=True))
    if len(set(answer.moves)) < 2:
        return 0.0, made
    means = [sum(column) / len(column) for column in zip(*answer.chances, strict=True)]
    ranked = sorted(range(len(means)), key=means.__getitem__)
    pair = answer.moves[ranked[-1]], answer.moves[ranked[0]]
    again = answer_to(Question(seen, pair, FRESH_WORLD * 3, 200)).chances
    cost = sum(best - least for best, least in again) / len(again)
    return cost, parse_move(GAMES[seen.game], pair[1], SEATS[seen.game])


@pytest.fixture(params=sorted(SEATS))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Return each game that computers play."""
    return GAMES[request.param]


def test_same_decisions_are_judged_the_same_again(game: AnyGame) -> None:
    decisions = played(game, "again", "easy", 5)
    carried = [(msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=Seen), move) for s, move in decisions]

    assert judge(carried) == judge(decisions)
    assert judge(decisions).looked_at > 0 or game.id == "crap"


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_planted_move_is_named_with_better_one(name: str, times: int) -> None:
    game, found = GAMES[name], 0
    for deal in range(4 * times):
        decisions = played(game, f"planted {deal}")
        costs = [worst(seen, move) for seen, move in decisions]
        place = max(range(len(costs)), key=lambda one: costs[one][0])
        if costs[place][0] < 0.1:
            continue
        found += 1
        decisions[place] = decisions[place][0], costs[place][1]
        [named] = [one for one in judge(decisions).named if one.decision == place]
        assert named.cost in ("clear", "big")
        assert named.better != str(costs[place][1])
    assert found


def judged_in_twins(game: AnyGame, number: int, judge_of: Judge) -> Iterator[tuple[Any, Any]]:
    """Yield the judge's answers in pairs of worlds that look the same to the seat."""
    for place, (table, seat) in enumerate(tables(game, number)):
        options, rng = read_options(game, table.options), random.Random(place)
        pair = twin(game, table.state, seat, seats=len(table.notes), options=options, rng=rng)
        if place % 4 or pair is None:
            continue
        move = list(game.legal(table.state, seat))[-1]
        one, other = (
            judge_of(seen_by(game, state, table.notes[seat], level="hard", seed=b"seed"), move, state)
            for state in pair
        )
        yield one, other


def test_judge_tells_nothing_that_seat_could_not_know(game: AnyGame, times: int) -> None:
    pairs = list(judged_in_twins(game, 2 * times, lambda seen, move, _state: judge([(seen, move)])))

    assert [(one, other) for one, other in pairs if one != other] == []
    assert pairs


def test_judge_that_looks_at_true_position_is_noticed(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    def cheating(seen: Seen, move: Move, state: Any) -> Any:
        """Judge by the true state in place of all sampled ones."""
        with monkeypatch.context() as patch:
            patch.setattr(Mind, "determinize", lambda _mind, _rng: state)
            answer = answer_to(Question(seen, (str(move),), 0, 6, widens=True))
        return answer.moves, answer.chances

    assert any(one != other for one, other in judged_in_twins(game, 4, cheating))


def test_no_call_and_no_bluff_is_ever_advised(times: int) -> None:
    game, asked = GAMES["crap"], 0
    for table, seat in tables(game, 6 * times):
        seen = table.seen(seat, "hard", b"seed")
        [made, *_] = game.legal(table.state, seat)
        for text in answer_to(Question(seen, (str(made),), 0, 1, widens=True)).advised:
            move = parse_move(game, text, len(table.notes))
            assert table.state.phase == "turn", move
            if isinstance(move, Acquire):
                asked += 1
                assert table.state.naturals(seat, move.rank), move
    assert asked


def test_forced_moves_are_not_looked_at() -> None:
    game = GAMES["craits"]
    forced = [
        (table.seen(seat, "hard", b"seed"), moves[0])
        for table, seat in tables(game, 3)
        if len(moves := game.legal(table.state, seat)) == 1
    ]

    assert forced
    assert judge(forced).looked_at == 0


def test_sensible_seat_has_neither_skill_nor_luck() -> None:
    judged = judge(played(GAMES["crazy-rummy"], "sensible"))

    assert judged.skill == 0.0
    assert judge(played(GAMES["crap"], "sensible", most=3)).skill is None
