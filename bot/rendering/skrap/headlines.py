"""What the picture of a Skrap table says in large: the newest event, and what is asked now."""

from collections.abc import Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.skrap.battle import BotPlayed, Passed
from bot.games.skrap.dealing import Dealt
from bot.games.skrap.leaving import PlayerLeft
from bot.games.skrap.opening import Opens, RoundVoid
from bot.games.skrap.scoring import Champion
from bot.games.skrap.throwing import AskedToThrow, ThrowShown
from bot.rendering import plates, words
from bot.rendering.catalog import say
from bot.rendering.face import worded
from bot.rendering.scene import Scene
from bot.rendering.skrap.asking import PHASES, takes_heads
from bot.rendering.skrap.table import owner_of_bot, view_of


def headline(scene: Scene) -> str:
    """The newest event that is worth a headline; how the game ended when it is over."""
    return plates.headline(scene, HEADLINES, _under_way)


def line(scene: Scene) -> str:
    """What is asked now; the players are named elsewhere."""
    over = plates.ending(scene)
    return over[1] if over else worded(PHASES[scene.phase].stage, scene)


def _under_way(scene: Scene) -> str:
    """How the round stands, where nothing is known of what has happened."""
    view = view_of(scene)
    if not view.field:
        return say("Round {number}", number=view.round)
    owner = plates.short_name(scene, owner_of_bot(scene))
    if takes_heads(scene):
        return say("Champion!")
    return say("{player}'s bot stands", player=owner)


def _name(scene: Scene, seat: Seat) -> str:
    return plates.short_name(scene, seat)


def _champion(event: Champion, _events: Sequence[Event], scene: Scene) -> str:
    if event.heads and not event.lost:
        return say("Champion!")
    return say("{player}'s bot stands", player=_name(scene, event.seat))


def _bot(event: BotPlayed, _events: Sequence[Event], scene: Scene) -> str:
    player = _name(scene, event.seat)
    if event.victim is not None:
        return say("{player} wrecks {other}'s bot", player=player, other=_name(scene, event.victim))
    return say(
        "{player} builds {weapon} / {armour}",
        player=player,
        weapon=event.weapon_value,
        armour=event.armour_value,
    )


def _asked_to_throw(_event: AskedToThrow, events: Sequence[Event], _scene: Scene) -> str:
    """What came of the throw before; nothing has come before the first one."""
    shown = next((one for one in events if isinstance(one, ThrowShown)), None)
    if shown is None:
        return say("Rock, paper, scissors")
    if shown.losers:
        return say("The losers throw again")
    if len(set(shown.shapes)) > 1:
        return say("All three shapes: again")
    shape = words.shape_name(shown.shapes[0])
    if len(shown.seats) == 2:
        return say("Both throw {shape}: again", shape=shape)
    return say("All throw {shape}: again", shape=shape)


def _opens(event: Opens, events: Sequence[Event], scene: Scene) -> str:
    player = _name(scene, event.seat)
    lost = any(isinstance(one, ThrowShown) and one.losers == (event.seat,) for one in events)
    return say("{player} lost and opens", player=player) if lost else say("{player} opens", player=player)


HEADLINES: Final[plates.Headlines] = (
    (RoundVoid, lambda _e, _a, _s: say("A new deal")),
    (Dealt, lambda e, _a, _s: say("Round {number}", number=e.round)),
    (Champion, _champion),
    (Opens, _opens),
    (AskedToThrow, _asked_to_throw),
    (BotPlayed, _bot),
    (PlayerLeft, lambda e, _a, s: say("{player} leaves", player=_name(s, e.seat))),
    (Passed, lambda e, _a, s: say("{player} passes", player=_name(s, e.seat))),
)
