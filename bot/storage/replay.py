"""Replay of a game from its chance key and its moves, to show, compare, repair or unpack it."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.engine.chance import Chance, SeededChance, seat_letter
from bot.engine.contract import AnyGame, Malformed
from bot.engine.draft import Refusal, Step
from bot.engine.notation import parse_move, stored_options
from bot.storage.errors import Damaged, NotInstalled
from bot.storage.records import Played, Record
from bot.storage.statements import checksum, to_json


class Checkpoint(msgspec.Struct, frozen=True):
    """A game after one of its moves: the state, and how much chance had been used."""

    state: Any
    counts: Mapping[str, int]


def replay(game: AnyGame, record: Record, history: Sequence[Played]) -> dict[str, Any] | None:
    """Return the position that follows from key, options and moves, or None before the deal.

    Raises Damaged if the moves can't be played, or use chance differently than recorded.
    """
    last = deque(checkpoints(game, record, history), maxlen=1)
    if not last:
        return None
    [checkpoint] = last
    _check_chance(record, checkpoint.counts)
    return game.dump(checkpoint.state)


def rebuild_position(
    games: Mapping[str, AnyGame], frame: Record, digest: str | None, history: Sequence[Played]
) -> str:
    """Rebuild the stored position from the moves, as text. Raises Damaged if they lead to another one."""
    if frame.game not in games:
        raise NotInstalled(frame)
    position = to_json(replay(games[frame.game], frame, history))
    if checksum(position) != digest:
        raise Damaged(f"the moves of session {frame.id} don't lead to the position that was stored")
    return position


def checkpoints(
    game: AnyGame, record: Record, history: Sequence[Played], *, start: Checkpoint | None = None
) -> Iterator[Checkpoint]:
    """Yield the game after each of these moves. The first one is the deal unless `start` is given.

    Uses the edition of the rules stored in the game. Raises Damaged if the moves can't be played.
    """
    chance = SeededChance(record.chance_key, None if start is None else start.counts)
    for state in states(game, record, history, chance, start=None if start is None else start.state):
        yield Checkpoint(state, dict(chance.counts))


def states(
    game: AnyGame, record: Record, history: Sequence[Played], chance: Chance, *, start: Any = None
) -> Iterator[Any]:
    """Yield the state after each of these moves, played with the given chance. Works like `checkpoints`."""
    for step in _steps(game, record, history, chance, start=start):
        yield step.state


def steps(game: AnyGame, record: Record, history: Sequence[Played]) -> Iterator[Step[Any]]:
    """Yield the step of each stored move, deal first, without comparing events. Raises Damaged."""
    chance = SeededChance(record.chance_key)
    yield from _steps(game, record, history, chance)
    _check_chance(record, chance.counts)


def commands(game: AnyGame, played: Played) -> list[str]:
    """Return a stored move and the time before it as commands for the referee. The deal needs none."""
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
        raise Damaged(f"the moves of session {record.id} can't be read: {error}") from error


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
