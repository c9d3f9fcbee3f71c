"""Pictures of Craits' events on the stage, each with a line about its outcome."""

from typing import Any, Final

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.craits.count import CountRaised
from bot.games.craits.dealing import Dealt, SuitNamed, TurnedUp
from bot.games.craits.drawing import Drew
from bot.games.craits.ending import HandEnded, PlayerScored
from bot.games.craits.functions import Reversed
from bot.games.craits.one_card import Caught, Declared
from bot.games.craits.playing import Played
from bot.games.craits.turns import PENALTY_CARDS, Skipped, TurnStarted
from bot.rendering import plates
from bot.rendering.art.dramas import Counted, Drama, Portrait, Turned
from bot.rendering.art.plan import BACK
from bot.rendering.craits.hands import view_of
from bot.rendering.craits.headlines import effect, hit, out
from bot.rendering.telling import About, By, Either, Moment, Tell, TellCount, always, silent
from bot.rendering.widths import number

MAX_COUNT_CARDS: Final = 5
"""How many cards of a count are drawn, the last ones."""


def _out(event: HandEnded, moment: Moment) -> Drama | None:
    """Return whoever went out with their last card."""
    seats = out(event, moment)
    if len(seats) != 1:
        return None
    past = (one for told in reversed(moment.scene.recent) for one in reversed(told.events))
    last = next((one.card for one in past if isinstance(one, Played) and one.seat == seats[0]), None)
    return Portrait(plates.faces(moment, seats[0]), () if last is None else (last,), "out")


def _dearest(_event: HandEnded, moment: Moment) -> PlayerScored:
    """Return the result of whoever had the most cost."""
    return max(moment.all(PlayerScored), key=lambda one: one.points + one.pressure)


def _played(event: Played, moment: Moment) -> Drama:
    """Return the card with whoever it is about: its player, whoever draws, or the skipped player."""
    scene = moment.scene
    match effect(event, moment):
        case "raised":
            cards = _counted(moment)
            return Counted(cards, str(moment.the(CountRaised).value))
        case "turns":
            return Turned(
                plates.faces(moment, *scene.active),
                event.card,
                "clockwise" if moment.the(Reversed).clockwise else "anticlockwise",
            )
        case "hit":
            drew = hit(event, moment)
            assert drew is not None
            return Portrait(plates.faces(moment, drew.seat), (event.card,), burst=f"+{drew.count}")
        case "skipped":
            skipped = moment.the(Skipped).seat
            return Portrait(plates.faces(moment, skipped), (event.card,), "skipped")
    return Portrait(plates.faces(moment, event.seat), (event.card,), suit=event.suit)


def _counted(moment: Moment) -> tuple[Card, ...]:
    """Return the cards of the running count, the last ones if there are many."""
    cards: list[Card] = []
    for past in moment.scene.recent:
        for event in past.events:
            match event:
                case Drew(why="count") | Dealt():
                    cards = []
                case TurnedUp(card=card):
                    cards = [card]
                case Played(card=card) if any(isinstance(one, CountRaised) for one in past.events):
                    cards.append(card)
                case Played():
                    cards = []
    return tuple(cards[-MAX_COUNT_CARDS:])


def _drew(event: Drew, moment: Moment) -> Drama:
    return Portrait(plates.faces(moment, event.seat), (BACK,), burst=f"+{event.count}")


def _named(event: SuitNamed, moment: Moment) -> Drama:
    top = view_of(moment.scene).top
    cards = () if top is None else (top,)
    return Portrait(plates.faces(moment, event.seat), cards, suit=event.suit)


def _next(_event: Any, moment: Moment) -> Seat | None:
    """Return whoever is on turn after a card."""
    started = moment.last(TurnStarted)
    return None if started is None else started.seat


def _comes(event: Played, moment: Moment) -> str:
    """Return the kind of a card's outcome: its effect, or that more cards must follow."""
    started, kind = moment.last(TurnStarted), effect(event, moment)
    if kind != "plain" or started is None:
        return kind
    return {"play-again": "again", "king-run": "king"}.get(started.phase, kind)


def _steps(_event: Played, moment: Moment) -> int:
    """Return how many more cards a king asks for."""
    return moment.the(TurnStarted).king_steps


PLAYS: Final = Tell("{player} plays {card}")
DRAMAS: Final[plates.Dramas] = {
    HandEnded: (
        _out,
        Tell(
            "Costliest hand: {player}, {points}",
            player=lambda event, moment: moment.name(_dearest(event, moment).seat),
            points=lambda event, moment: number(
                _dearest(event, moment).points + _dearest(event, moment).pressure
            ),
        ),
    ),
    Caught: (
        lambda event, moment: Portrait(
            plates.faces(moment, event.seat), (BACK,), "idiot", burst=f"+{PENALTY_CARDS}"
        ),
        Tell("{player} caught it: {number} cards, no turn", player="caller", number=always(PENALTY_CARDS)),
    ),
    Dealt: (plates.undrawn, About(TurnedUp, Tell("{card} is turned up"))),
    Played: (
        _played,
        By(
            _comes,
            {
                "raised": About(CountRaised, Tell("An ace or a 2, or draw {number}", number="value")),
                "turns": Either(
                    lambda event, moment: _next(event, moment) is not None,
                    Tell(
                        "{player} is next",
                        player=lambda event, moment: moment.name(_next(event, moment) or 0),
                    ),
                ),
                "five": Tell("Everyone else draws a card"),
                "again": Tell("One more on the 6"),
                "king": Either(
                    lambda event, moment: _steps(event, moment) > 1,
                    Tell("{number} more: only the last one works", number=_steps),
                    Tell("One more, and it works"),
                ),
                "plain": TellCount("A card left", "{number} cards left", "hand"),
                **dict.fromkeys(("hit", "skipped", "suit", "declared"), PLAYS),
            },
        ),
    ),
    Drew: (
        _drew,
        By(
            "why",
            {
                "unable": Tell("Nothing fits"),
                "count": Tell("The count is over"),
                "penalty": Tell("The price of a forgotten “one card”"),
                **dict.fromkeys(("six", "king"), Tell("Nothing follows")),
            },
        ),
    ),
    SuitNamed: (_named, silent),
    Declared: (
        lambda event, moment: Portrait(plates.faces(moment, event.seat), (BACK,)),
        silent,
    ),
}
"""By event: its picture, and its consequence."""
