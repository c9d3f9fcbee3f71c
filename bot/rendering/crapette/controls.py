"""What the players of Crapette may try by control.

Which card fits where is never said by a control, for noticing moves is the game (R5). So every card may be
tried on every pile; left out is only what all can see, an empty pile. All else is offered when it is legal.
"""

from typing import Final

from bot.engine.moves import Move
from bot.games.crapette.leaving import Resign
from bot.games.crapette.lifting import PUT_TARGETS, Put
from bot.games.crapette.moving import MoveCards
from bot.games.crapette.offers import AcceptDraw, OfferDraw
from bot.games.crapette.sheet import CrapetteSheet
from bot.games.crapette.state import NAMES, SOURCES, TARGETS
from bot.rendering.crapette.piles import pile_top
from bot.rendering.crapette.table import on_turn, sheet_of
from bot.rendering.scene import Scene

MOVES: Final = tuple(
    MoveCards(NAMES[source], NAMES[target]) for source in SOURCES for target in TARGETS if source != target
)
PUTS: Final = tuple(Put(NAMES[target]) for target in PUT_TARGETS)
LOADS: Final = (NAMES["OD"], NAMES["OC"])
"""Piles that take nothing while they are empty (R21)."""


def controls(scene: Scene) -> tuple[Move, ...]:
    """Everything that the viewer may try now, likeliest first, giving up last."""
    if scene.viewer is None or scene.status != "playing":
        return ()
    tried = _card_moves(sheet_of(scene)) if scene.viewer == on_turn(scene) else ()
    return (*tried, *_certain(scene.legal), Resign())


def _card_moves(sheet: CrapetteSheet) -> tuple[Move, ...]:
    """The moves of single cards that the player on turn may try."""
    if sheet.lifted is not None:
        return tuple(put for put in PUTS if _can_take(sheet, put.target))
    return tuple(
        move for move in MOVES if pile_top(sheet, move.source) is not None and _can_take(sheet, move.target)
    )


def _can_take(sheet: CrapetteSheet, target: str) -> bool:
    return target not in LOADS or pile_top(sheet, target) is not None


def _certain(legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """The legal moves that do not depend on which card fits; an offer by the opponent is to be answered."""
    may_answer = AcceptDraw() in legal
    left_out = (MoveCards, Put, OfferDraw) if may_answer else (MoveCards, Put)
    return tuple(move for move in legal if not isinstance(move, left_out))
