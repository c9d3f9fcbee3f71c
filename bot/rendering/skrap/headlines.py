"""The large words of a Skrap picture: the newest event, and the present question."""

from typing import Final

from bot.engine.cards import JOKER
from bot.games.skrap.battle import BotPlayed, Passed
from bot.games.skrap.dealing import Dealt
from bot.games.skrap.leaving import PlayerLeft
from bot.games.skrap.opening import Opens, RoundVoid
from bot.games.skrap.scoring import Champion
from bot.games.skrap.throwing import AskedToThrow, ThrowShown
from bot.rendering import plates, words
from bot.rendering.catalog import say
from bot.rendering.scene import Scene
from bot.rendering.skrap import story
from bot.rendering.skrap.asking import takes_heads
from bot.rendering.skrap.hands import owner_of_bot, view_of
from bot.rendering.telling import By, Either, Moment, Tell, varied


def headline(scene: Scene) -> str:
    """Return the newest event worth a headline. At the end, return the result."""
    return plates.headline(scene, HEADLINES, _under_way)


def _under_way(scene: Scene) -> str:
    """Return how the round stands, where nothing is known of what has happened."""
    view = view_of(scene)
    if not view.field:
        return say("Round {number}", number=view.round)
    owner = plates.short_name(scene, owner_of_bot(scene))
    if takes_heads(scene):
        return say("Champion!")
    return say("{player}'s bot survives", player=owner)


def _undecided(_event: AskedToThrow, moment: Moment) -> str:
    """Return what came of the throw before. Nothing has come before the first one."""
    shown = moment.first(ThrowShown)
    if shown is None:
        return "first"
    if shown.losers:
        return "losers"
    if len(set(shown.shapes)) > 1:
        return "all shapes"
    return "both" if len(shown.seats) == 2 else "all"


def _shape(_event: AskedToThrow, moment: Moment) -> str:
    return words.shape_name(moment.the(ThrowShown).shapes[0])


def _has_lost(event: Opens, moment: Moment) -> bool:
    return any(one.losers == (event.seat,) for one in moment.all(ThrowShown))


HEADLINES: Final[plates.Headlines] = (
    (RoundVoid, Tell("A new deal")),
    (
        Champion,
        Either(
            lambda event, _: event.heads and not event.lost,
            varied(
                Tell("{player} is champion!"),
                Tell("Last bot standing: {player}'s!"),
                Tell("All heads to {player}!"),
            ),
            Tell("{player}'s bot survives"),
        ),
    ),
    (Dealt, Tell("Round {number}", number="round")),
    (Opens, Either(_has_lost, Tell("{player} lost and plays first"), Tell("{player} plays first"))),
    (
        AskedToThrow,
        By(
            _undecided,
            {
                "first": Tell("Rock, paper, scissors"),
                "losers": Tell("The losers throw again"),
                "all shapes": Tell("All three shapes: throw again"),
                "both": Tell("Both throw {shape}: throw again", shape=_shape),
                "all": Tell("Everyone throws {shape}: again", shape=_shape),
            },
        ),
    ),
    (
        BotPlayed,
        Either(
            lambda event, _: event.weapon == JOKER,
            varied(
                Tell("{player}'s joker takes the field!"),
                Tell("Here comes {player}'s joker!"),
                Tell("A joker! {player} isn't joking."),
            ),
            Either(
                story.has_victim,
                Tell("{player} destroys {other}'s bot", other="victim"),
                Tell("{player} builds {weapon} / {armour}", weapon="weapon_value", armour="armour_value"),
            ),
        ),
    ),
    (PlayerLeft, Tell("{player} leaves")),
    (Passed, Tell("{player} passes")),
)
