"""Pictures of Skrap's events on the stage, each with a line about its outcome."""

from typing import Final

from bot.engine.cards import JOKER
from bot.games.skrap.battle import BotPlayed, Passed
from bot.games.skrap.dealing import Dealt
from bot.games.skrap.opening import Called, Opens, RoundVoid
from bot.games.skrap.scoring import Champion
from bot.games.skrap.surging import SurgeRevealed
from bot.games.skrap.throwing import AskedToThrow
from bot.rendering import plates, words
from bot.rendering.art.dramas import Drama, Portrait, Shared
from bot.rendering.catalog import say
from bot.rendering.scene import Scene
from bot.rendering.skrap.asking import takes_heads
from bot.rendering.skrap.hands import falls_to_joker, needed, owner_of_bot, view_of
from bot.rendering.telling import About, By, Either, Moment, Tell, TellCount, silent

MAX_LINE_CHARACTERS: Final = 22
"""How much of a line fits above the heads that were won."""


def _champion(event: Champion, moment: Moment) -> Drama | None:
    """Return the champion with both cards, unless the stage shows the bot anyway."""
    if view_of(moment.scene).field:
        return None
    burst = f"+{event.heads}" if event.heads and not event.lost else ""
    cards = (event.weapon, event.armour)
    return Portrait(plates.faces(moment, event.seat), cards, "champion", burst)


def _opens(event: Opens | AskedToThrow, moment: Moment) -> Drama | None:
    """Return everyone's surge card once they're turned up, those of whoever opens or throws marked."""
    if view_of(moment.scene).field:
        return None
    seats = (event.seat,) if isinstance(event, Opens) else event.seats
    shown = moment.first(SurgeRevealed)
    if shown is None:
        return Portrait(plates.faces(moment, seats[0])) if len(seats) == 1 else None
    avatars = plates.faces(moment, *shown.seats)
    return Shared(
        avatars, shown.cards, tuple(shown.seats.index(seat) for seat in seats if seat in shown.seats)
    )


def _surge(called: Called, moment: Moment) -> str:
    """Return the surge card that decided the first player, once it's turned up."""
    shown = moment.first(SurgeRevealed)
    cards = dict(zip(shown.seats, shown.cards, strict=True)) if shown else {}
    return words.card(cards[called.seat]) if called.seat in cards else ""


def _wins(event: Champion, moment: Moment) -> str:
    """Return the winner of the newest round, after which the next one may have been dealt."""
    return _won(moment.name(event.seat), view_of(moment.scene).round - moment.has(Dealt))


def _won(player: str, number: int) -> str:
    """Return who has won a round, with its number where that fits one line."""
    whole = say("{player} wins round {number}", player=player, number=number)
    return whole if len(whole) <= MAX_LINE_CHARACTERS else say("{player} wins it", player=player)


def standing(scene: Scene) -> str:
    """Return what wrecks the bot on the field, or who has won the round."""
    view = view_of(scene)
    if view.phase == "scavenge":
        owner = plates.short_name(scene, owner_of_bot(scene))
        return (
            _won(owner, view.round)
            if takes_heads(scene)
            else say("No heads in round {number}", number=view.round)
        )
    if view.phase != "battle":
        return ""
    if falls_to_joker(scene):
        return say("Only a joker destroys it.").removesuffix(".")
    return say("A weapon of {number} or more destroys it.", number=needed(scene)).removesuffix(".")


def _how(event: BotPlayed, _moment: Moment) -> str:
    """Return what is remarkable about a bot."""
    if event.weapon == JOKER:
        return "joker"
    return "" if event.victim is None else "wrecks"


DRAMAS: Final[plates.Dramas] = {
    RoundVoid: (plates.undrawn, Tell("Nobody can build a bot")),
    Champion: (
        _champion,
        Either(
            lambda event, _: event.heads and not event.lost,
            _wins,
            Tell("No heads in round {number}", number=lambda _, moment: view_of(moment.scene).round),
        ),
    ),
    Dealt: (plates.undrawn, TellCount("A card each", "{number} cards each", ("sizes", max))),
    Opens: (
        _opens,
        About(
            Called,
            By(
                "by",
                {
                    "highest": Either(_surge, Tell("{card} is the highest surge card", card=_surge)),
                    "lowest": Either(_surge, Tell("A tie: {card} is the lowest surge card", card=_surge)),
                    "throw": silent,
                    "chance": Tell("Drawn at random"),
                },
            ),
        ),
    ),
    AskedToThrow: (_opens, silent),
    BotPlayed: (
        plates.undrawn,  # the bot on the stage is the picture
        By(
            _how,
            {
                "joker": Tell("The joker takes the field"),
                "wrecks": Tell(
                    "{weapon} against armour {armour}", weapon="weapon_value", armour="victim_armour"
                ),
            },
        ),
    ),
    Passed: (plates.undrawn, Either("final", Tell("Out of this round"))),
}
"""By event: its picture, and its consequence."""
