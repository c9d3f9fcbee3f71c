"""What happens in Craits, a sentence an event, for the complete log."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.engine.events import Event
from bot.games.craits import count, dealing, drawing, ending, functions, playing, turns
from bot.rendering import words
from bot.rendering.catalog import message, message_count, say, say_count
from bot.rendering.craits import story
from bot.rendering.craits.table import amount, cost_text
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene

HAND_ENDS: Final[Mapping[ending.HandEnd, str]] = {
    "out": message("**Hand {number} is over**: a last card has been played."),
    "count": message("**Hand {number} is over**: the count has ended and a hand is empty."),
    "nothing-left": message("**Hand {number} is over**: nothing is left to draw."),
    "cap": message("**Hand {number} is over**: enough has been played and drawn."),
}
ENDS: Final[Mapping[ending.GameEnd, tuple[str, str]]] = {
    "lowest-total": message_count(
        "The game is over: {players} wins with the lowest total.",
        "The game is over: {players} share the win with the lowest total.",
    ),
    "last-player": message_count(
        "The game is over: {players} wins, as all others have left.",
        "The game is over: {players} win, as all others have left.",
    ),
}
"""Why the winners have won, for one of them and for more."""
DRAWN_FOR: Final[Mapping[drawing.DrawReason, tuple[str, str]]] = {
    **story.DRAWS,
    "five": message_count("{player} draws one for the five.", "{player} draws {number} for the five."),
    "seven": message_count("{player} draws one for the seven.", "{player} draws {number} for the seven."),
    "jack": message_count("{player} draws one for the jack.", "{player} draws {number} for the jack."),
    "queen": message_count(
        "{player} draws one for the queen of spades.", "{player} draws {number} for the queen of spades."
    ),
}


def _dealer_drawn(event: dealing.DealerDrawn, scene: Scene) -> str:
    rounds = [
        ", ".join(f"{words.name(scene, seat)} {words.card(card)}" for seat, card in drawn)
        for drawn in event.rounds
    ]
    facts = {"drawn": rounds[0], "more": "; ".join(rounds[1:]), "player": words.name(scene, event.dealer)}
    if len(rounds) > 1:
        return say("The lowest card deals: {drawn}; tied, so again: {more}. {player} deals.", **facts)
    return say("The lowest card deals: {drawn}. {player} deals.", **facts)


def _hand(event: dealing.Hand, _scene: Scene) -> str:
    return (
        say("You hold {cards}.", cards=words.cards(event.cards)) if event.cards else say("You hold no card.")
    )


def _played(event: playing.Played, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "card": words.card(event.card)}
    told = [_with_suit(event, facts)]
    if event.left:
        told.append(say_count("One card left.", "{number} cards left.", event.left))
    else:
        told.append(say("That was the last card."))
    if event.declared:
        told.append(say("{player} says **“one card”**.", **facts))
    return " ".join(told)


def _with_suit(event: playing.Played, facts: Mapping[str, str]) -> str:
    if event.suit:
        return say("{player} plays {card} and names {suit}.", **facts, suit=words.suit_name(event.suit))
    if event.idle:
        return say("{player} plays {card}, no effect.", **facts)
    return say("{player} plays {card}.", **facts)


def _drew(event: drawing.Drew, scene: Scene) -> str:
    one, many = DRAWN_FOR[event.why]
    return say_count(one, many, event.number, player=words.name(scene, event.seat))


def _pressured(event: drawing.Pressured, scene: Scene) -> str:
    return say(
        "The stock is empty: {player}'s reshuffle penalty {number} costs {points}.",
        player=words.name(scene, event.seat),
        number=event.number,
        points=amount(event.points),
    )


def _scored(event: ending.PlayerScored, scene: Scene) -> str:
    facts = {
        "player": words.name(scene, event.seat),
        "cost": cost_text(event.points, event.pressure),
        "total": amount(event.total),
    }
    if not event.cards:
        return say("{player} is out: {cost}, total **{total}**.", **facts)
    return say(
        "{player} holds {cards}: {cost}, total **{total}**.", **facts, cards=words.by_rank(event.cards)
    )


def _ended(event: ending.GameEnded, scene: Scene) -> str:
    one, many = ENDS[event.why]
    return say_count(one, many, len(event.winners), players=words.names(scene, event.winners))


def _turn_started(event: turns.TurnStarted, scene: Scene) -> str:
    """What is asked, where it is no ordinary turn."""
    facts = {"player": words.name(scene, event.seat)}
    match event.phase:
        case "count":
            return say("{player} must answer the count.", **facts)
        case "play-again":
            return say("{player} plays again.", **facts)
        case "king-run":
            return say_count(
                "{player} plays one more.", "{player} plays {number} more.", event.king_steps, **facts
            )
    return ""


def _of(text: str, **more: Callable[[Any, Scene], object]) -> Sentence:
    """A sentence about one player, with more facts of the event."""
    return lambda event, scene: say(
        text,
        player=words.name(scene, event.seat),
        **{name: fact(event, scene) for name, fact in more.items()},
    )


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **story.LINES,
    dealing.DealerDrawn: _dealer_drawn,
    dealing.TurnedUp: lambda e, _: say(
        "{card} is turned up and counts as the dealer's play.", card=words.card(e.card)
    ),
    dealing.Hand: _hand,
    playing.Played: _played,
    count.CountRaised: lambda e, _: say("The count is {number}.", number=e.value),
    functions.Reversed: lambda e, _: (
        say("The direction turns: clockwise now.")
        if e.clockwise
        else say("The direction turns: anticlockwise now.")
    ),
    turns.Skipped: _of(message("{player} is skipped.")),
    turns.TurnStarted: _turn_started,
    drawing.Drew: _drew,
    drawing.DrewCards: lambda e, _: say(
        "You draw {cards} and hold {hand}.", cards=words.cards(e.cards), hand=words.cards(e.hand)
    ),
    drawing.Pressured: _pressured,
    drawing.Reshuffled: lambda e, _: say_count(
        "One card of the discard pile is the new stock.",
        "{number} cards of the discard pile are shuffled into a new stock.",
        e.cards,
    ),
    ending.HandEnded: lambda e, _: say(HAND_ENDS[e.why], number=e.hand_number),
    ending.PlayerScored: _scored,
    ending.GameEnded: _ended,
}
