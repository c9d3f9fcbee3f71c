"""What the players of Crapette may try by control.

Left out is only what the piles rule out for everybody to see: an empty pile, a used-up offer. Which card
fits where is never said by a control, for noticing moves is the game (R5).
"""

from collections.abc import Iterator
from typing import Final

from bot.engine.chance import seat_letter
from bot.engine.moves import Move
from bot.games.crapette.carrying import MoveCards
from bot.games.crapette.lifting import PUT_TARGETS, Flip, Pass, Put, TurnOver
from bot.games.crapette.offers import AcceptDraw, DeclineDraw, OfferDraw, Resign
from bot.games.crapette.table import NAMES, SOURCES, TARGETS
from bot.games.crapette.undoing import MOST_STEPS, Undo
from bot.rendering.crapette.piles import SIDES, on_turn, pile_top, sheet_of
from bot.rendering.scene import Scene

MOVES: Final = tuple(
    MoveCards(NAMES[source], NAMES[target]) for source in SOURCES for target in TARGETS if source != target
)
PUTS: Final = tuple(Put(NAMES[target]) for target in PUT_TARGETS)
LOADS: Final = ("their-discard", "their-crapaud")
"""Piles that take nothing while they are empty."""


def controls(scene: Scene) -> tuple[Move, ...]:
    """Everything that the viewer may try now, likeliest first, giving up last."""
    if scene.viewer is None or scene.status != "playing":
        return ()
    own = _card_actions(scene) if scene.viewer == on_turn(scene) else ()
    return (*own, *_draws(scene), Resign())


def _card_actions(scene: Scene) -> tuple[Move, ...]:
    """What may be tried with cards by the player on turn."""
    if sheet_of(scene).lifted is not None:
        return tuple(put for put in PUTS if _can_take(scene, put.target))
    moves = [
        move for move in MOVES if pile_top(scene, move.source) is not None and _can_take(scene, move.target)
    ]
    return (*moves, *_hand_actions(scene))


def _can_take(scene: Scene, target: str) -> bool:
    return target not in LOADS or pile_top(scene, target) is not None


def _hand_actions(scene: Scene) -> Iterator[Move]:
    """Lifting, turning over or passing, as hand and discard pile are; and taking back."""
    sheet = sheet_of(scene)
    if sheet.hands[sheet.turn]:
        yield Flip()
    elif not sheet.discards[sheet.turn]:
        yield Pass()
    elif all(sheet.houses.values()):
        yield TurnOver()
    if sheet.undo and sheet.undo_used < MOST_STEPS:
        yield Undo()


def _draws(scene: Scene) -> tuple[Move, ...]:
    """Answering the opponent's offer, or making one where that is still open in this turn."""
    sheet = sheet_of(scene)
    if sheet.offer is not None and SIDES[sheet.offer] != scene.viewer:
        return (AcceptDraw(), DeclineDraw())
    assert scene.viewer is not None
    return () if seat_letter(scene.viewer) in sheet.offered else (OfferDraw(),)
