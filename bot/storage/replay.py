"""A game played again from its key and its stored moves: to compare, to mend or to unpack what is stored."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.chance import SeededChance
from bot.engine.contract import AnyGame, Malformed
from bot.engine.draft import Refusal, Step
from bot.engine.notation import parse_move, stored_options
from bot.storage.errors import Damaged
from bot.storage.records import Played, Record


def replayed(game: AnyGame, record: Record, history: Sequence[Played]) -> dict[str, Any] | None:
    """The position that follows from key, options and moves; None before the deal.

    Raises Damaged when the moves cannot be played, or use other chance than was counted.
    """
    last = None
    for step in steps(game, record, history):
        last = step
    return None if last is None else game.dump(last.state)


def steps(game: AnyGame, record: Record, history: Sequence[Played]) -> Iterator[Step[Any]]:
    """What came of each stored move, whose events are not looked at; raises Damaged as above."""
    if not history:
        return
    chance = SeededChance(record.chance_key)
    try:
        step = game.deal(len(record.players), stored_options(game, record.options), chance)
        yield step
        for played in history[1:]:
            step = _follow(game, step.state, played, len(record.players), chance)
            yield step
    except Malformed as error:
        raise Damaged(f"the moves of session {record.id} cannot be read: {error}") from error
    if chance.counts != record.chance_counts:
        raise Damaged(f"the moves of session {record.id} use other chance than was counted")


def _follow(game: AnyGame, state: Any, played: Played, seats: int, chance: SeededChance) -> Step[Any]:
    if game.measures_time and played.seat is not None:
        state = game.wait(state, played.waited, chance).state
    step = _step(game, state, played, seats, chance)
    if isinstance(step, Refusal):
        raise Damaged(f"{played.move!r} at revision {played.revision} is refused now: {step.code}")
    return step


def _step(game: AnyGame, state: Any, played: Played, seats: int, chance: SeededChance) -> Step[Any] | Refusal:
    if played.seat is not None:
        return game.apply(state, played.seat, parse_move(game, played.move, seats), chance)
    if played.move == "timeout":
        return game.timeout(state, chance)
    return game.wait(state, int(played.move.removeprefix("wait seconds:")), chance)
