"""The newest event of Craits on the stage: its headline, its picture, and a line about its outcome."""

from typing import Any, Final

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.craits.count import CountRaised
from bot.games.craits.dealing import Dealt, SuitNamed, TurnedUp
from bot.games.craits.drawing import Drew, Pressured
from bot.games.craits.ending import HandEnded, PlayerScored
from bot.games.craits.functions import Reversed
from bot.games.craits.leaving import PlayerLeft
from bot.games.craits.one_card import Caught, Declared
from bot.games.craits.playing import Played
from bot.games.craits.turns import PENALTY_CARDS, Skipped, TurnStarted
from bot.rendering import words
from bot.rendering.art.dramas import Counted, Drama, Portrait, Shared, Turned
from bot.rendering.art.plan import BACK
from bot.rendering.catalog import say
from bot.rendering.craits import story
from bot.rendering.craits.hands import view_of
from bot.rendering.numbers import short
from bot.rendering.player_words import News, avatars
from bot.rendering.scene import Scene
from bot.rendering.telling import About, By, Either, Moment, Tell, TellCount, always, varied

LARGE_COUNT: Final = 6
"""The lowest count that's worth an exclamation mark."""


def under_way(scene: Scene) -> str:
    """Return the headline of a table without known moves: the hand that's being played, or is over."""
    view = view_of(scene)
    if view.phase == "between-hands":
        return say("Hand {number} is over", number=view.hand_number)
    return say("Hand {number}", number=view.hand_number)


def effect(event: Played, moment: Moment) -> str:
    """Return the most important effect of a played card, which its headline tells."""
    if event.declared:
        return "declared"
    if event.suit:
        return "suit"
    if hit_draw(event, moment):
        return "hit"
    if any(one.why == "five" for one in moment.all(Drew)):
        return "five"
    kinds = {"skipped": Skipped, "turns": Reversed, "raised": CountRaised}
    return next((name for name, kind in kinds.items() if moment.has(kind)), "plain")


def hit_draw(_event: Played, moment: Moment) -> Drew | None:
    """Return the draw that a 7, a jack or a queen of spades caused, if any."""
    return next((one for one in moment.all(Drew) if one.why in ("seven", "jack", "queen")), None)


def _out_names(event: HandEnded, moment: Moment) -> str:
    return moment.names(story.went_out(event, moment))


DREW: Final = TellCount("{player} draws a card", "{player} draws {number}", "number")
SUIT_NAMED: Final = Tell(
    "{suit}, says {player}", suit=("suit", lambda suit: words.capitalised(words.suit_name(suit)))
)
ONE_CARD: Final = Tell("{player}: “One card!”")
COUNT: Final = Either(
    lambda event, _: event.value >= LARGE_COUNT,
    varied(
        Tell("The count is {number}!", number="value"),
        Tell("{number} and counting!", number="value"),
        Tell("Draw {number}? Someone will!", number="value"),
    ),
    Tell("The count is {number}", number="value"),
)
MAX_COUNT_CARDS: Final = 5
"""The most cards of a count that its picture shows: the last ones."""


def _out_picture(event: HandEnded, moment: Moment) -> Drama | None:
    """Return a portrait of the player who went out, with their last card. None unless it's just one."""
    seats = story.went_out(event, moment)
    if len(seats) != 1:
        return None
    events = (one for move in reversed(moment.scene.recent) for one in reversed(move.events))
    last = next((one.card for one in events if isinstance(one, Played) and one.seat == seats[0]), None)
    return Portrait(avatars(moment, seats[0]), () if last is None else (last,), "out")


def _costliest(_event: HandEnded, moment: Moment) -> PlayerScored:
    """Return the result of the player whose hand cost the most."""
    return max(moment.all(PlayerScored), key=lambda one: one.points + one.pressure)


def _card_picture(event: Played, moment: Moment) -> Drama:
    """Return the picture of a played card with whoever it affects, or else its player."""
    scene = moment.scene
    match effect(event, moment):
        case "raised":
            cards = _count_cards(moment)
            return Counted(cards, str(moment.the(CountRaised).value))
        case "turns":
            return Turned(
                avatars(moment, *scene.active),
                event.card,
                "clockwise" if moment.the(Reversed).clockwise else "anticlockwise",
            )
        case "hit":
            drew = hit_draw(event, moment)
            assert drew is not None
            return Portrait(avatars(moment, drew.seat), (event.card,), burst=f"+{drew.count}")
        case "skipped":
            skipped = moment.the(Skipped).seat
            return Portrait(avatars(moment, skipped), (event.card,), "skipped")
        case "five":
            seats = [one.seat for one in story.draws_for(moment, "five")]
            return Shared(avatars(moment, *seats), (BACK,) * len(seats))
    stuck = _stuck_draw(moment)
    burst = f"+{stuck.count}" if stuck else ""
    return Portrait(avatars(moment, event.seat), (event.card,), suit=event.suit, burst=burst)


def _stuck_draw(moment: Moment) -> Drew | None:
    """Return the draw of a player whose last card, a 6 or a king, asked for another. Else None."""
    return next(iter(story.draws_for(moment, "six", "king")), None)


def _count_cards(moment: Moment) -> tuple[Card, ...]:
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


def _suit_picture(event: SuitNamed, moment: Moment) -> Drama:
    top = view_of(moment.scene).top
    cards = () if top is None else (top,)
    return Portrait(avatars(moment, event.seat), cards, suit=event.suit)


def _next_player(_event: Any, moment: Moment) -> Seat | None:
    """Return the player who must act after a card. None if the move began no turn."""
    started = moment.last(TurnStarted)
    return None if started is None else started.seat


def _outcome_key(event: Played, moment: Moment) -> str:
    """Return the kind of a played card's outcome: an empty stock, its effect, or more cards to play."""
    if moment.has(Pressured):
        return "pressured"
    started, kind = moment.last(TurnStarted), effect(event, moment)
    if kind == "five" and len(story.draws_for(moment, "five")) == 1:
        return "one"
    if kind == "plain" and _stuck_draw(moment):
        return "stuck"
    if kind != "plain" or started is None:
        return kind
    return {"play-again": "again", "king-run": "king"}.get(started.phase, kind)


def _draw_reason(event: Drew, moment: Moment) -> str:
    """Return why cards were drawn, or `pressured` if the stock ran out."""
    return "pressured" if moment.has(Pressured) else event.why


def _king_steps(_event: Played, moment: Moment) -> int:
    """Return how many more cards a king asks for."""
    return moment.the(TurnStarted).king_steps


PLAYS: Final = Tell("{player} plays {card}")
PRESSURE: Final = About(Pressured, Tell("Shuffle pressure: +{points} for {player}", points=("points", short)))
NEWS: Final = (
    News(
        HandEnded,
        Either(
            lambda event, moment: len(story.went_out(event, moment)) == 1,
            varied(
                Tell("{player} goes out!", player=_out_names),
                Tell("{player} is done!", player=_out_names),
                Tell("Empty hand: {player}!", player=_out_names),
            ),
            Tell("Hand {number} is over", number="hand_number"),
        ),
        _out_picture,
        Tell(
            "Costliest hand: {player}, {points}",
            player=lambda event, moment: moment.name(_costliest(event, moment).seat),
            points=lambda event, moment: short(
                _costliest(event, moment).points + _costliest(event, moment).pressure
            ),
        ),
    ),
    News(
        Caught,
        varied(
            Tell("“Idiot!” {player} is caught."),
            Tell("“Idiot!” {player} kept quiet."),
            Tell("“Idiot!” {player} didn't say it."),
        ),
        lambda event, moment: Portrait(
            avatars(moment, event.seat), (BACK,), "idiot", burst=f"+{PENALTY_CARDS}"
        ),
        Tell("{player} caught it: {number} cards, no turn", player="caller", number=always(PENALTY_CARDS)),
    ),
    News(
        Dealt,
        TellCount("Hand {hand}: one card", "Hand {hand}: {number} cards", "size", hand="hand_number"),
        outcome=About(TurnedUp, Tell("{card} is turned up")),
    ),
    News(
        Played,
        By(
            effect,
            declared=ONE_CARD,
            suit=SUIT_NAMED,
            hit=lambda event, moment: DREW(hit_draw(event, moment), moment),
            skipped=About(Skipped, Tell("{player} is skipped")),
            turns=Tell("Reverse!"),
            raised=About(CountRaised, COUNT),
            **dict.fromkeys(("five", "plain"), Tell("{player} plays {card}")),
        ),
        _card_picture,
        By(
            _outcome_key,
            pressured=PRESSURE,
            raised=About(CountRaised, Tell("An ace or a 2, or draw {number}", number="value")),
            turns=Either(
                lambda event, moment: _next_player(event, moment) is not None,
                Tell(
                    "{player} is next",
                    player=lambda event, moment: moment.name(_next_player(event, moment) or 0),
                ),
            ),
            five=Tell("Everyone else draws a card"),
            one=About(Drew, DREW),
            stuck=Tell("Nothing follows, so {player} draws a card"),
            again=Tell("One more on the 6"),
            king=Either(
                lambda event, moment: _king_steps(event, moment) > 1,
                Tell("{number} more: only the last one works", number=_king_steps),
                Tell("One more, and it works"),
            ),
            plain=TellCount("One card left", "{number} cards left", "hand"),
            **dict.fromkeys(("hit", "skipped", "suit", "declared"), PLAYS),
        ),
    ),
    News(
        Drew,
        DREW,
        lambda event, moment: Portrait(avatars(moment, event.seat), (BACK,), burst=f"+{event.count}"),
        By(
            _draw_reason,
            pressured=PRESSURE,
            unable=Tell("Nothing fits"),
            count=Tell("The count is over"),
            penalty=Tell("The price of a forgotten “one card”"),
            **dict.fromkeys(("six", "king"), Tell("Nothing follows")),
        ),
    ),
    News(SuitNamed, SUIT_NAMED, _suit_picture),
    News(Declared, ONE_CARD, lambda event, moment: Portrait(avatars(moment, event.seat), (BACK,))),
    News(
        PlayerLeft,
        Tell("{player} leaves"),
        lambda event, moment: Portrait(avatars(moment, event.seat), mood="skipped"),
    ),
    News(TurnedUp, Tell("{card} is turned up")),
)
