"""What happens in C.R.A.P., a sentence an event, for the complete log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import RANK_OF
from bot.engine.events import Event
from bot.games.crap import (
    acquiring,
    challenging,
    clock,
    cooperating,
    dealing,
    drawing,
    ending,
    protecting,
    recycling,
    scoring,
    turns,
    voting,
)
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crap import story
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene


def _takes_back(event: scoring.ScoringRound, scene: Scene) -> str:
    """Who took protected cards back."""
    back = [
        say_count(
            "{player} takes back a protected card.",
            "{player} takes back {number} protected cards.",
            count,
            player=words.name(scene, seat),
        )
        for seat, count in enumerate(event.unprotected)
        if count
    ]
    return " ".join([story.LINES[scoring.ScoringRound](event, scene), *back])


def _bluff_called(event: acquiring.BluffCalled, scene: Scene) -> str:
    facts = {"caller": words.name(scene, event.seat), "player": words.name(scene, event.acquirer)}
    if event.proof is None:
        return say("{caller} calls the bluff: {player} **was bluffing**.", **facts)
    return say("{caller} calls the bluff: {player} shows {card}.", **facts, card=words.card(event.proof))


def _lost(event: acquiring.RandomDiscarded, scene: Scene) -> str:
    player = words.name(scene, event.seat)
    if event.card is None:
        return say("{player} has no card to lose.", player=player)
    return say("{player} loses {card}.", player=player, card=words.card(event.card))


def _received(event: acquiring.Received, scene: Scene) -> str:
    cards = words.cards(event.cards)
    if scene.viewer == event.seat:
        return say("{player} gives you {cards}.", player=words.name(scene, event.giver), cards=cards)
    return say("You give {player} {cards}.", player=words.name(scene, event.seat), cards=cards)


def _placed(event: challenging.PlacedCards, scene: Scene) -> str:
    """For the player of the seat, who need not have done it themselves."""
    cards = words.cards(event.cards)
    if computer := words.stand_in(scene):
        return say("{player} hides {cards}.", player=computer, cards=cards)
    return say("You hide {cards}.", cards=cards)


def _protected(event: protecting.ProtectedCard, scene: Scene) -> str:
    """The same of a card put under protection."""
    card = words.card(event.card)
    if computer := words.stand_in(scene):
        return say("{player} protects {card}.", player=computer, card=card)
    return say("You protect {card}.", card=card)


def _vote_closed(event: voting.VoteClosed, scene: Scene) -> str:
    yes, no = sum(vote is True for vote in event.votes), sum(vote is not True for vote in event.votes)
    outcome = (
        say("Passed, {yes} to {no}.", yes=yes, no=no)
        if event.passed
        else say("Failed, {yes} to {no}.", yes=yes, no=no)
    )
    named = [
        say(text, players=_voters(event, vote, scene))
        for vote, text in (
            (True, message("Yes: {players}.")),
            (False, message("No: {players}.")),
            (None, message("Silent: {players}.")),
        )
        if vote in event.votes
    ]
    return " ".join([outcome, *named])


def _voters(event: voting.VoteClosed, vote: bool | None, scene: Scene) -> str:
    cast = zip(event.voters, event.votes, strict=True)
    return words.names(scene, [seat for seat, one in cast if one is vote])


def _game_ended(event: ending.GameEnded, scene: Scene) -> str:
    if not event.winners:
        return say("The game is over; nobody wins.")
    players = words.names(scene, event.winners)
    return say_count("{players} wins.", "{players} win.", len(event.winners), players=players)


def _recycled(event: recycling.Recycled, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "dice": _dice(event.dice)}
    if not event.cards:
        return say("{player} recycles an empty hand and rolls {dice}.", **facts)
    return say("{player} throws {cards} away and rolls {dice}.", **facts, cards=words.cards(event.cards))


def _dice(dice: Sequence[int]) -> str:
    return " + ".join(map(str, dice))


def _of(text: str, **more: Callable[[Any, Scene], object]) -> Sentence:
    """A sentence about one player, with more facts of the event."""
    return lambda event, scene: say(
        text,
        player=words.name(scene, event.seat),
        **{name: fact(event, scene) for name, fact in more.items()},
    )


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **story.LINES,
    dealing.HandRolled: _of(message("{player} rolls {dice}."), dice=lambda e, _: _dice(e.dice)),
    dealing.Hand: lambda e, _: say("You are dealt {cards}.", cards=words.cards(e.cards)),
    turns.TurnStarted: lambda _e, _s: "",
    drawing.Drew: _of(message("{player} draws {number}."), number=lambda e, _: e.count),
    drawing.DrewCards: lambda e, _: say("You draw {cards}.", cards=words.cards(e.cards)),
    scoring.ScoringRound: _takes_back,
    scoring.Reshuffled: lambda e, _: say_count(
        "One card is the new stock.", "{number} cards are shuffled into a new stock.", e.count
    ),
    recycling.Recycled: _recycled,
    acquiring.Believed: _of(message("{player} believes it.")),
    acquiring.BluffCalled: _bluff_called,
    acquiring.Surrendered: lambda e, s: say(
        "{giver} gives {player} {number}.",
        giver=words.name(s, e.seat),
        player=words.name(s, e.acquirer),
        number=e.count,
    ),
    acquiring.Received: _received,
    acquiring.RandomDiscarded: _lost,
    acquiring.NothingFound: lambda e, s: say(
        "Nobody has {ranks}, so {player} discards {card}.",
        ranks=words.ranks_name(RANK_OF[e.card]),
        player=words.name(s, e.seat),
        card=words.card(e.card),
    ),
    challenging.Challenged: _of(
        message("{player} challenges {other} and rolls {die}: {player} hides {mine}, {other} {theirs}."),
        other=lambda e, s: words.name(s, e.target),
        die=lambda e, _: e.die,
        mine=lambda e, _: e.counts[0],
        theirs=lambda e, _: e.counts[1],
    ),
    challenging.Placed: _of(message("{player} hides {number}."), number=lambda e, _: e.count),
    challenging.PlacedCards: _placed,
    challenging.Flipped: _of(message("{player} hid {cards}."), cards=lambda e, _: words.cards(e.cards)),
    challenging.Rewarded: _of(message("{player} earns {number}."), number=lambda e, _: e.count),
    protecting.ProtectedCard: _protected,
    cooperating.HandShown: _of(
        message("{player} shows you {cards}."), cards=lambda e, _: words.ranked(e.cards)
    ),
    voting.Voted: _of(message("{player} has voted.")),
    voting.VoteClosed: _vote_closed,
    clock.Skipped: _of(
        message("{player} is skipped: {number} in a row, {most} and they are out."),
        number=lambda e, _: e.idle,
        most=lambda e, _: e.idle_limit,
    ),
    ending.GameEnded: _game_ended,
}
