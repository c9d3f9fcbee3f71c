"""Reasons why a player can't use a command now, found by trying it, so that no rule is written twice."""

from typing import Any

import msgspec

from bot.engine.chance import Seat, SeededChance, seat_letter
from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal
from bot.engine.moves import Move, fields_of, kind_of, verb_of


def why_not(game: AnyGame, state: Any, seat: Seat) -> dict[str, Refusal]:
    """Return the refusal of every command that this seat can't use now, by verb.

    A command with options is tried with sample values. Nothing changes.
    """
    legal_verbs = {move.verb for move in game.legal(state, seat)}
    refusals: dict[str, Refusal] = {}
    for kind in game.moves:
        move = None if verb_of(kind) in legal_verbs else _sample_move(game, state, seat, kind)
        step = None if move is None else game.apply(state, seat, move, SeededChance(b""))
        if isinstance(step, Refusal):
            refusals[verb_of(kind)] = step
    return refusals


def _sample_move(game: AnyGame, state: Any, seat: Seat, kind: type[Move]) -> Move | None:
    """Return a well-formed move of this kind with sample options. None if they don't suit it."""
    required = [field for field in fields_of(kind) if field.required]
    given = {field.encode_name: _sample_value(game, state, seat, field.type) for field in required}
    try:
        return msgspec.convert({"verb": verb_of(kind), **given}, kind)
    except msgspec.ValidationError:
        return None


def _sample_value(game: AnyGame, state: Any, seat: Seat, annotation: Any) -> Any:
    """Return a sample option: another seat, a card of the hand, the first choice, or any number or text."""
    kind = kind_of(annotation)
    if kind == "seat":
        return next((other for other in game.active(state) if other != seat), seat)
    if kind in ("card", "cards"):
        own = game.dump(state).get("hands", {}).get(seat_letter(seat)) or ["AS"]
        return own[0]
    if choices := getattr(annotation, "__args__", ()):
        return choices[0]
    return 1 if annotation is int else "-"
