"""The view of Crapette, and its piles in words."""

from collections.abc import Mapping
from typing import Final, cast

from bot.engine.cards import Card, Suit
from bot.engine.chance import Seat
from bot.engine.notation import stored_options
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.state import CODES, State
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.scene import Scene

SUITS_IN_ROW: Final[tuple[Suit, ...]] = ("S", "H", "D", "C")
"""The suits of the finishing piles from left to right."""

LOADABLE: Final = ("their-discard", "their-crapaud")
"""The opponent's piles, which take nothing while they're empty (R21)."""

OF_MOVER: Final[Mapping[str, str]] = {
    "my-discard": message("the discard pile"),
    "my-crapaud": message("the crapaud"),
    "finish": message("the finishing pile"),
}
"""Names of piles in the third person. Houses keep theirs, and the opponent's piles name their player."""
OF_OTHER: Final[Mapping[str, str]] = {
    "their-discard": message("{player}'s discard pile"),
    "their-crapaud": message("{player}'s crapaud"),
}
TO_MOVER: Final[Mapping[str, str]] = {
    "my-discard": message("your discard pile"),
    "my-crapaud": message("your crapaud"),
    "finish": message("the finishing pile"),
}
"""Names of piles for the player on turn."""


def view_of(scene: Scene) -> State:
    """Return the scene's view."""
    return cast("State", scene.view)


def options_of(scene: Scene) -> CrapetteOptions:
    """Return the options that the players have agreed on."""
    return cast("CrapetteOptions", stored_options(scene.game, scene.options))


def on_turn(scene: Scene) -> Seat:
    """Return the player on turn."""
    return view_of(scene).turn


def opponent(scene: Scene) -> Seat:
    """Return the player who isn't on turn."""
    return 1 - on_turn(scene)


def pile_top(view: State, pile: str) -> Card | None:
    """Return the top card of a pile, by its name for the player on turn. None for empty and other piles."""
    code = CODES.get(pile, "F")
    return None if code == "F" else view.top(code)


def pile_for_mover(pile: str, scene: Scene) -> str:
    """Return a pile's name for the player on turn: `your discard pile`, `Ben's crapaud`, `L1`."""
    if pile in OF_OTHER:
        return say(OF_OTHER[pile], player=words.name(scene, 1 - view_of(scene).turn))
    return say(TO_MOVER[pile]) if pile in TO_MOVER else pile


def public_pile(pile: str, mover: Seat, scene: Scene) -> str:
    """Return a pile's name for everyone, in a text about the mover: `the discard pile`, `Ben's crapaud`."""
    if pile in OF_OTHER:
        return say(OF_OTHER[pile], player=words.name(scene, 1 - mover))
    return say(OF_MOVER[pile]) if pile in OF_MOVER else pile
