"""The newest event of Skrap on the stage: its headline, its picture, and a line about its outcome."""

from typing import Final

from bot.engine.cards import JOKER
from bot.games.skrap.battle import BotPlayed, Passed
from bot.games.skrap.dealing import Dealt
from bot.games.skrap.leaving import PlayerLeft
from bot.games.skrap.opening import Called, Opens, RoundVoid
from bot.games.skrap.scoring import Champion
from bot.games.skrap.surging import SurgeRevealed
from bot.games.skrap.throwing import AskedToThrow, ThrowShown
from bot.rendering import player_words, words
from bot.rendering.art.dramas import Drama, Portrait, Shared
from bot.rendering.catalog import say
from bot.rendering.player_words import News, avatars
from bot.rendering.scene import Scene
from bot.rendering.skrap import story
from bot.rendering.skrap.hands import falls_to_joker, needed_value, owner_of_bot, view_of
from bot.rendering.skrap.prompts import takes_heads
from bot.rendering.skrap.story import surge_of
from bot.rendering.telling import About, By, Either, Moment, Tell, TellCount, silent, varied


def under_way(scene: Scene) -> str:
    """Return the headline of a table without known moves: the round, its champion or its bot."""
    view = view_of(scene)
    if not view.field:
        return say("Round {number}", number=view.round)
    owner = player_words.short_name(scene, owner_of_bot(scene))
    if takes_heads(scene):
        return say("Champion!")
    return say("{player}'s bot survives", player=owner)


def _throw_result(_event: AskedToThrow, moment: Moment) -> str:
    """Return how the throw before this one ended, or `first` if there was none."""
    thrown = moment.first(ThrowShown)
    if thrown is None:
        return "first"
    if thrown.losers:
        return "losers"
    if len(set(thrown.shapes)) > 1:
        return "all_shapes"
    return "both" if len(thrown.seats) == 2 else "all"


def _shape_text(_event: AskedToThrow, moment: Moment) -> str:
    return words.shape_name(moment.the(ThrowShown).shapes[0])


def _has_lost(event: Opens, moment: Moment) -> bool:
    return any(one.losers == (event.seat,) for one in moment.all(ThrowShown))


MAX_LINE_CHARACTERS: Final = 22
"""The number of characters of a line that fit above the heads that were won."""


def _champion_picture(event: Champion, moment: Moment) -> Drama | None:
    """Return a portrait of the champion's owner with both cards. None while the stage shows the bot."""
    if view_of(moment.scene).field:
        return None
    burst = f"+{event.heads}" if event.heads and not event.lost else ""
    cards = (event.weapon, event.armour)
    return Portrait(avatars(moment, event.seat), cards, "champion", burst)


def _surge_picture(event: Opens | AskedToThrow, moment: Moment) -> Drama | None:
    """Return all surge cards when they're turned up, with those of the first player or throwers marked."""
    if view_of(moment.scene).field:
        return None
    seats = (event.seat,) if isinstance(event, Opens) else event.seats
    revealed = moment.first(SurgeRevealed)
    if revealed is None:
        return Portrait(avatars(moment, seats[0])) if len(seats) == 1 else None
    marked = tuple(revealed.seats.index(seat) for seat in seats if seat in revealed.seats)
    return Shared(avatars(moment, *revealed.seats), revealed.cards, marked)


def _winner_line(event: Champion, moment: Moment) -> str:
    """Return the line about the winner of a round. The same move may have dealt the next round."""
    return _win_text(moment.name(event.seat), view_of(moment.scene).round - moment.has(Dealt))


def _win_text(player: str, number: int) -> str:
    """Return the line about the winner of a round, with the round's number if that fits."""
    line = say("{player} wins round {number}", player=player, number=number)
    return line if len(line) <= MAX_LINE_CHARACTERS else say("{player} wins it", player=player)


def standing(scene: Scene) -> str:
    """Return the line below the headline: what destroys the bot in play, or who won the round."""
    view = view_of(scene)
    if view.phase == "scavenge":
        owner = player_words.short_name(scene, owner_of_bot(scene))
        return (
            _win_text(owner, view.round)
            if takes_heads(scene)
            else say("No heads in round {number}", number=view.round)
        )
    if view.phase != "battle":
        return ""
    if falls_to_joker(scene):
        return say("Only a joker destroys it.").removesuffix(".")
    return say("A weapon of {number} or more destroys it.", number=needed_value(scene)).removesuffix(".")


NEWS: Final = (
    News(RoundVoid, Tell("A new deal"), outcome=Tell("Nobody can build a bot")),
    News(
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
        _champion_picture,
        Either(
            lambda event, _: event.heads and not event.lost,
            _winner_line,
            Tell("No heads in round {number}", number=lambda _, moment: view_of(moment.scene).round),
        ),
    ),
    News(
        Dealt,
        Tell("Round {number}", number="round"),
        outcome=TellCount("One card each", "{number} cards each", ("sizes", max)),
    ),
    News(
        Opens,
        Either(_has_lost, Tell("{player} lost and plays first"), Tell("{player} plays first")),
        _surge_picture,
        About(
            Called,
            By(
                "by",
                highest=Either(surge_of, Tell("{card} is the highest surge card", card=surge_of)),
                lowest=Either(surge_of, Tell("A tie: {card} is the lowest surge card", card=surge_of)),
                throw=silent,
                chance=Tell("Drawn at random"),
            ),
        ),
    ),
    News(
        AskedToThrow,
        By(
            _throw_result,
            first=Tell("Rock, paper, scissors"),
            losers=Tell("The losers throw again"),
            all_shapes=Tell("All three shapes: throw again"),
            both=Tell("Both throw {shape}: throw again", shape=_shape_text),
            all=Tell("Everyone throws {shape}: again", shape=_shape_text),
        ),
        _surge_picture,
    ),
    News(
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
        outcome=Either(
            story.has_victim,
            Tell("{weapon} against armour {armour}", weapon="weapon_value", armour="victim_armour"),
        ),
    ),
    News(PlayerLeft, Tell("{player} leaves")),
    News(Passed, Tell("{player} passes"), outcome=Either("final", Tell("Out of this round"))),
)
