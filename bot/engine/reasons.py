"""Why a player may not do something now: each command tried on paper, so that no rule is written twice."""

from typing import Any

import msgspec

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame, Malformed
from bot.engine.draft import Refusal
from bot.engine.moves import Move, kind_of, verb_of
from bot.engine.notation import build_move


def why_not(game: AnyGame, state: Any, seat: Seat) -> dict[str, Refusal]:
    """The refusal of every command that is not open to this seat, by verb.

    A command with options is tried with the first ones that come to hand; nothing is changed by it.
    """
    open_now = {move.verb for move in game.legal(state, seat)}
    refused: dict[str, Refusal] = {}
    for kind in game.moves:
        move = None if verb_of(kind) in open_now else _sample(game, state, seat, kind)
        step = None if move is None else game.apply(state, seat, move, SeededChance(b""))
        if isinstance(step, Refusal):
            refused[verb_of(kind)] = step
    return refused


def _sample(game: AnyGame, state: Any, seat: Seat, kind: type[Move]) -> Move | None:
    """A move of this kind that is well formed; None where no options come to hand."""
    given: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.required:
            given[field.encode_name] = _value(game, state, seat, field.type)
    try:
        return build_move(kind, given, len(game.active(state)) + len(game.dump(state).get("left", ())))
    except Malformed:
        return None


def _value(game: AnyGame, state: Any, seat: Seat, annotation: Any) -> Any:
    kind = kind_of(annotation)
    if kind == "player":
        return next((other for other in game.active(state) if other != seat), seat)
    if kind in ("card", "cards"):
        own = game.dump(state).get("hands", {}).get(chr(ord("A") + seat)) or ["AS"]
        return own[0]
    choices = getattr(annotation, "__args__", ())
    return choices[0] if choices else 1 if annotation is int else "-"
