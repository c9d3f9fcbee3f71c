"""A game played again from its key and its moves: to look at, compare, mend or unpack what is stored."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.engine.chance import Chance, SeededChance, seat_letter
from bot.engine.contract import AnyGame, Malformed
from bot.engine.draft import Refusal, Step
from bot.engine.notation import parse_move, stored_options
from bot.storage.checksums import checksum, to_json
from bot.storage.errors import Damaged
from bot.storage.records import Played, Record


class Mark(msgspec.Struct, frozen=True):
    """A game after one of its moves: the state, and how much chance had been used."""

    state: Any
    counts: Mapping[str, int]


def replayed(game: AnyGame, record: Record, history: Sequence[Played]) -> dict[str, Any] | None:
    """The position that follows from key, options and moves; None before the deal.

    Raises Damaged when the moves cannot be played, or use other chance than was counted.
    """
    last = deque(marks(game, record, history), maxlen=1)
    if not last:
        return None
    [mark] = last
    _check_chance(record, mark.counts)
    return game.dump(mark.state)


def rebuilt(
    games: Mapping[str, AnyGame], frame: Record, digest: str | None, history: Sequence[Played]
) -> str:
    """The position that was stored, as text, from the moves; raise Damaged when they lead to another."""
    if frame.game not in games:
        raise Damaged(f"session {frame.id} is of an unknown game, {frame.game}")
    position = to_json(replayed(games[frame.game], frame, history))
    if checksum(position) != digest:
        raise Damaged(f"the moves of session {frame.id} do not lead to the position that was stored")
    return position


def marks(
    game: AnyGame, record: Record, history: Sequence[Played], *, start: Mark | None = None
) -> Iterator[Mark]:
    """The game after each of these moves, the first of which is the deal unless it goes on from a mark.

    By the edition of the rules that the game stores. Raises Damaged when the moves cannot be played.
    """
    chance = SeededChance(record.chance_key, None if start is None else start.counts)
    for state in states(game, record, history, chance, start=None if start is None else start.state):
        yield Mark(state, dict(chance.counts))


def states(
    game: AnyGame, record: Record, history: Sequence[Played], chance: Chance, *, start: Any = None
) -> Iterator[Any]:
    """The state after each of these moves, with chance from elsewhere; see `marks`."""
    for step in _steps(game, record, history, chance, start=start):
        yield step.state


def steps(game: AnyGame, record: Record, history: Sequence[Played]) -> Iterator[Step[Any]]:
    """What came of each stored move, the deal first; events are not compared. Raises Damaged as above."""
    chance = SeededChance(record.chance_key)
    yield from _steps(game, record, history, chance)
    _check_chance(record, chance.counts)


def commands(game: AnyGame, played: Played) -> list[str]:
    """A stored move, with the time that passed before it, as commands for the referee; none for the deal."""
    if played.seat is None:
        return [] if played.is_first_deal else [f"*: {played.move}"]
    waited = [f"*: wait seconds:{played.waited}"] if game.measures_time else []
    return [*waited, f"{seat_letter(played.seat)}: {played.move}"]


def _steps(
    game: AnyGame, record: Record, history: Sequence[Played], chance: Chance, *, start: Any = None
) -> Iterator[Step[Any]]:
    seats, state = len(record.players), start
    try:
        for played in history:
            if state is None:
                step = game.deal(seats, stored_options(game, record.options), chance)
            else:
                step = _follow(game, state, played, seats, chance)
            state = step.state
            yield step
    except Malformed as error:
        raise Damaged(f"the moves of session {record.id} cannot be read: {error}") from error


def _check_chance(record: Record, counts: Mapping[str, int]) -> None:
    if counts != record.chance_counts:
        raise Damaged(f"the moves of session {record.id} use other chance than was counted")


def _follow(game: AnyGame, state: Any, played: Played, seats: int, chance: Chance) -> Step[Any]:
    if game.measures_time and played.seat is not None:
        state = game.wait(state, played.waited, chance).state
    step = _step(game, state, played, seats, chance)
    if isinstance(step, Refusal):
        raise Damaged(f"{played.move!r} at revision {played.revision} is refused now: {step.code}")
    return step


def _step(game: AnyGame, state: Any, played: Played, seats: int, chance: Chance) -> Step[Any] | Refusal:
    if played.seat is not None:
        return game.apply(state, played.seat, parse_move(game, played.move, seats), chance)
    if played.move == "timeout":
        return game.timeout(state, chance)
    return game.wait(state, int(played.move.removeprefix("wait seconds:")), chance)
