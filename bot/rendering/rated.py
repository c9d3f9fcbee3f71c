"""The lines about ratings at a table: whether its game will be rated, and how the game changed them."""

from bot.ratings.conditions import MAX_MEETINGS
from bot.ratings.ledger import ENOUGH_GAMES, Shift
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.numbers import signed
from bot.rendering.scene import Scene


def lobby_lines(scene: Scene) -> list[str]:
    """Return a line on whether the game will be rated, or why not. Empty in a server without ratings."""
    if not scene.may_be_rated:
        return []
    if scene.unrated is None:
        return [say("Rated")]
    match scene.unrated.why:
        case "computers":
            return [say("Not rated: computers play")]
        case "options":
            return [say("Not rated: custom rules")]
        case "hints":
            return [say("Not rated: hints are on")]
        case "met":
            return [say("Not rated: same players {times} times this week", times=words.numeral(MAX_MEETINGS))]
    return []


def result_line(scene: Scene) -> str:
    """Return how a finished game changed the ratings, in small type. Empty if it wasn't rated."""
    if not scene.shifts:
        return ""
    seats = sorted(range(len(scene.shifts)), key=lambda seat: -_gain(scene.shifts[seat]))
    changes = ", ".join(_change(scene, seat, scene.shifts[seat]) for seat in seats)
    return say("-# Rated: {changes}.", changes=changes)


def _gain(shift: Shift) -> int:
    if shift.before is None or shift.after is None:
        return 0
    return shift.after - shift.before


def _change(scene: Scene, seat: int, shift: Shift) -> str:
    """Return a game's effect on a player's rating: `Ben +14`, or at first `Cyd 3 of 10 games`."""
    player = words.name(scene, seat)
    if shift.after is None:
        if shift.games < ENOUGH_GAMES:
            return say(
                "{player} {games} of {needed} games", player=player, games=shift.games, needed=ENOUGH_GAMES
            )
        return say("{player} needs others to play with", player=player)
    if shift.before is None:
        return say("{player} begins with {rating}", player=player, rating=shift.after)
    gain = shift.after - shift.before
    return say("{player} {change}", player=player, change=signed(gain))
