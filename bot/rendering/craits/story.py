"""Craits as the table tells it: a line a move, from what was played to what came of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from bot.engine.cards import RANK_OF, Card
from bot.engine.chance import Seat
from bot.engine.events import Event, TimedOut
from bot.games.craits import count, dealing, drawing, ending, functions, leaving, one_card, playing, turns
from bot.games.craits.cards import NAMEABLE
from bot.rendering import words
from bot.rendering.catalog import message, message_count, say, say_count
from bot.rendering.craits.table import amount, cost_text
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene, Told

Kind = TypeVar("Kind", bound=Event)


def is_news(past: Told) -> bool:
    """Whether a move has done anything that everybody learns."""
    return any(not isinstance(event, (dealing.Hand, drawing.DrewCards, TimedOut)) for event in past.events)


def lines(past: Sequence[Told], scene: Scene) -> list[str]:
    """A line a move, oldest first; those who draw one after another share theirs."""
    told: list[str] = []
    run: list[Seat] = []
    for move in past:
        seat = _only_draws(move.events)
        run = [*run, seat] if seat is not None else []
        line = _line(move.events, scene)
        if len(run) > 1:
            told[-1] = say("{players} draw one.", players=words.names(scene, dict.fromkeys(run)))
        elif line:
            told.append(line)
    return told


def newest(past: Sequence[Told], scene: Scene) -> str:
    """The last of these lines, from as few moves as it takes; empty where there is none."""
    places = range(len(past) - 1, -1, -1)
    start = next((place for place in places if _stands_alone(past[place], scene)), 0)
    return "".join(lines(past[start:], scene)[-1:])


def _stands_alone(move: Told, scene: Scene) -> bool:
    """Whether a move has a line of its own that no move after it changes."""
    return _only_draws(move.events) is None and bool(_line(move.events, scene))


def _only_draws(events: Sequence[Event]) -> Seat | None:
    """Who could not play and drew, where nothing else happened."""
    public = [one for one in events if not isinstance(one, (drawing.DrewCards, turns.TurnStarted))]
    match public:
        case [drawing.Drew(seat=seat, why="unable", number=1)]:
            return seat
    return None


def _line(events: Sequence[Event], scene: Scene) -> str:
    """Everything the line of a move says."""
    return " ".join(filter(None, _sentences(events, scene)))


def _sentences(events: Sequence[Event], scene: Scene) -> Iterator[str]:
    is_late = any(isinstance(event, TimedOut) for event in events)
    main = find(events, playing.Played) or find(events, dealing.Dealt)
    for event in events:
        if isinstance(event, drawing.Drew):
            if not _is_said(event, events, with_card=main is not None):
                yield _drew(event, scene, is_late=is_late)
        elif type(event) in IN_A_MOVE:
            yield IN_A_MOVE[type(event)](event, events, scene)
        elif type(event) in LINES:
            yield LINES[type(event)](event, scene)


def find(events: Sequence[Event], kind: type[Kind]) -> Kind | None:
    """The first event of a kind."""
    return next((one for one in events if isinstance(one, kind)), None)


def _is_said(event: drawing.Drew, events: Sequence[Event], *, with_card: bool) -> bool:
    """Whether the sentence about the card that was played, or about a call, says this draw already."""
    if event.why == "penalty":
        caught = find(events, one_card.Caught)
        return caught is not None and caught.at_once and caught.seat == event.seat
    return with_card and event.why in ("five", "six", "seven", "jack", "queen", "king")


def _who(seat: Seat, scene: Scene, *, is_late: bool) -> str:
    name = words.name(scene, seat)
    return say("{player}, out of time,", player=name) if is_late else name


def is_late(seat: Seat, events: Sequence[Event]) -> bool:
    """Whether a move was made for a seat whose time was up."""
    return any(isinstance(event, TimedOut) and seat in event.seats for event in events)


def played(event: playing.Played, events: Sequence[Event], scene: Scene) -> str:
    """A card, what it did, and “one card” if that was said."""
    late = is_late(event.seat, events)
    facts = {"player": _who(event.seat, scene, is_late=late), "card": words.card(event.card)}
    told = [_played(event, events, facts, scene)]
    if event.declared:
        told.append(say("**“One card!”**"))
    drew = next((one for one in events if isinstance(one, drawing.Drew) and one.why in ("six", "king")), None)
    if drew is not None and not _tells_what_follows(event, events):
        told.append(_drew(drew, scene, is_late=False))
    if event.left == 0 and drew is None and find(events, ending.HandEnded) is None:
        told.append(say("{player} has no card left.", player=words.name(scene, event.seat)))
    return " ".join(told)


def _tells_what_follows(event: playing.Played, events: Sequence[Event]) -> bool:
    """Whether the sentence of a card has room for what its player draws because nothing follows it."""
    is_named = event.suit is not None or event.card in NAMEABLE
    return not is_named and not event.idle and find(events, count.CountRaised) is None


def _played(event: playing.Played, events: Sequence[Event], facts: Mapping[str, str], scene: Scene) -> str:
    if event.suit or event.card in NAMEABLE:
        return _named(event, facts)
    if event.idle:
        return say("{player} plays {card}, no effect.", **facts)
    raised = find(events, count.CountRaised)
    if raised is not None:
        return _raised(event.card, raised.value, facts)
    if find(events, functions.Reversed) is not None:
        return say("{player} plays {card}: the direction turns.", **facts)
    drew = [one for one in events if isinstance(one, drawing.Drew)]
    if any(one.why in ("six", "king") for one in drew):
        name = words.name(scene, event.seat)
        return say("{player} plays {card}: nothing follows, so {name} draws one.", **facts, name=name)
    five = [one.seat for one in drew if one.why == "five"]
    if five:
        return _five(five, facts, scene)
    hit = next((one for one in drew if one.why in ("seven", "jack", "queen")), None)
    skipped = find(events, turns.Skipped)
    return _hits(PLAYS, facts, hit, skipped, scene)


def _named(event: playing.Played, facts: Mapping[str, str]) -> str:
    own = event.card[-1]
    suit = event.suit or own
    if RANK_OF[event.card] == "9" and suit == own:
        return say("{player} plays {card} and stays on {suit}.", **facts, suit=words.suit_name(suit))
    return say("{player} plays {card} and names {suit}.", **facts, suit=words.suit_name(suit))


def _raised(card: Card, value: int, facts: Mapping[str, str]) -> str:
    if value == count.ADDS[card] == 2:
        return say("{player} plays {card} and starts a count at 2.", **facts)
    return say("{player} plays {card}. The count is {number}.", **facts, number=value)


def _five(seats: Sequence[Seat], facts: Mapping[str, str], scene: Scene) -> str:
    if len(seats) == len(scene.active) - 1 > 1:
        return say("{player} plays {card}: all others draw one.", **facts)
    return say_count(
        "{player} plays {card}: {others} draws one.",
        "{player} plays {card}: {others} draw one.",
        len(seats),
        **facts,
        others=words.names(scene, seats),
    )


class Hits:
    """What a line says of the player whom a card hits, if it hits one."""

    def __init__(self, nobody: str, skips: str, draws: tuple[str, str], both: tuple[str, str]) -> None:
        self.nobody = nobody
        self.skips = skips
        self.draws = draws
        self.both = both


PLAYS: Final = Hits(
    message("{player} plays {card}."),
    message("{player} plays {card}: {other} is skipped."),
    message_count(
        "{player} plays {card}: {other} draws one.", "{player} plays {card}: {other} draws {number}."
    ),
    message_count(
        "{player} plays {card}: {other} draws one and is skipped.",
        "{player} plays {card}: {other} draws {number} and is skipped.",
    ),
)
TURNS_UP: Final = Hits(
    message("{card} is turned up."),
    message("{card} is turned up: {other} is skipped."),
    message_count("{card} is turned up: {other} draws one.", "{card} is turned up: {other} draws {number}."),
    message_count(
        "{card} is turned up: {other} draws one and is skipped.",
        "{card} is turned up: {other} draws {number} and is skipped.",
    ),
)


def _hits(
    texts: Hits,
    facts: Mapping[str, str],
    hit: drawing.Drew | None,
    skipped: turns.Skipped | None,
    scene: Scene,
) -> str:
    """Who draws or is skipped for a card."""
    if hit is None:
        if skipped is None:
            return say(texts.nobody, **facts)
        return say(texts.skips, **facts, other=words.name(scene, skipped.seat))
    one, many = texts.draws if skipped is None else texts.both
    return say_count(one, many, hit.number, **facts, other=words.name(scene, hit.seat))


def turned_up(event: dealing.TurnedUp, events: Sequence[Event], scene: Scene) -> str:
    """The first card of the discard pile, which counts as the dealer's play, and what it does."""
    facts = {"card": words.card(event.card)}
    dealt, asked = find(events, dealing.Dealt), find(events, turns.TurnStarted)
    dealer = words.name(scene, dealt.dealer) if dealt else ""
    if asked is not None and asked.phase in TURNED_UP:
        return say(TURNED_UP[asked.phase], **facts, player=dealer)
    if find(events, functions.Reversed) is not None:
        return say("{card} is turned up: the direction turns.", **facts)
    drew = [one for one in events if isinstance(one, drawing.Drew)]
    five = [one.seat for one in drew if one.why == "five"]
    if len(five) > 1:
        return say("{card} is turned up: all but {player} draw one.", **facts, player=dealer)
    hit = next((one for one in drew if one.why in ("five", "seven", "jack", "queen")), None)
    return _hits(TURNS_UP, facts, hit, find(events, turns.Skipped), scene)


TURNED_UP: Final[Mapping[str, str]] = {
    "opening-suit": message("{card} is turned up: {player} names the suit."),
    "count": message("{card} is turned up: a count starts at 2."),
    "play-again": message("{card} is turned up: {player} plays another card."),
    "king-run": message("{card} is turned up: {player} plays three more."),
}
"""What a card turned up asks for, by the phase that follows."""


def _drew(event: drawing.Drew, scene: Scene, *, is_late: bool) -> str:
    """A draw that no card has told."""
    who = _who(event.seat, scene, is_late=is_late and event.why in ("unable", "count"))
    one, many = DRAWS[event.why]
    return say_count(one, many, event.number, player=who)


_PLAIN: Final = message_count("{player} draws one.", "{player} draws {number}.")
DRAWS: Final[Mapping[drawing.DrawReason, tuple[str, str]]] = {
    "unable": message_count(
        "{player} cannot play and draws one.", "{player} cannot play and draws {number}."
    ),
    "count": message_count(
        "{player} cannot answer and draws one.", "{player} cannot answer and draws {number}."
    ),
    "penalty": message_count(
        "{player} pays for “one card”: draws one.", "{player} pays for “one card”: draws {number}."
    ),
    "five": _PLAIN,
    "six": message_count(
        "{player} has no card after the six and draws one.",
        "{player} has no card after the six and draws {number}.",
    ),
    "seven": _PLAIN,
    "jack": _PLAIN,
    "queen": _PLAIN,
    "king": message_count(
        "{player} has no card after the king and draws one.",
        "{player} has no card after the king and draws {number}.",
    ),
}
"""What a line says of a draw, by its reason: for one card, and for more."""


def pressured(event: drawing.Pressured, events: Sequence[Event], scene: Scene) -> str:
    """An empty stock, and what it costs who needed a card."""
    facts = {"player": words.name(scene, event.seat), "points": amount(event.points)}
    later = events[events.index(event) + 1 :]
    if not later or not isinstance(later[0], drawing.Reshuffled):
        return say("Nothing left to draw costs {player} {points}.", **facts)
    if event.number == 1:
        return say("Stock empty: a reshuffle costs {player} {points} (the next one doubles).", **facts)
    return say("Stock empty: a reshuffle costs {player} {points}.", **facts)


def hand_ended(event: ending.HandEnded, events: Sequence[Event], scene: Scene) -> str:
    """Why a hand is over, and who is out."""
    out = [one.seat for one in events if isinstance(one, ending.PlayerScored) and not one.cards]
    players = words.names(scene, out)
    match event.why:
        case "out":
            return say("**{player} is out.**", player=players)
        case "count":
            return say_count(
                "**The count ends, {players} is out.**",
                "**The count ends, {players} are out.**",
                len(out),
                players=players,
            )
        case "nothing-left":
            return say("**Nothing left to draw: the hand ends.**")
    return say("**Enough plays: the hand ends.**")


def _scored(event: ending.PlayerScored, events: Sequence[Event], scene: Scene) -> str:
    """What the hand cost everybody, best first, told with the first of them."""
    scores = [one for one in events if isinstance(one, ending.PlayerScored)]
    if event is not scores[0]:
        return ""
    costs = [_cost(one, scene) for one in sorted(scores, key=lambda one: one.points + one.pressure)]
    return say("{costs}.", costs=", ".join(costs))


def _cost(event: ending.PlayerScored, scene: Scene) -> str:
    facts = {"player": words.name(scene, event.seat), "cost": cost_text(event.points, event.pressure)}
    if event.points < 0:
        threes = len(event.cards)
        return say_count(
            "{player} {cost} (a three)", "{player} {cost} ({copies} threes)", threes,
            **facts, copies=words.copies(threes),
        )  # fmt: skip
    return say("{player} {cost}", **facts)


def dealt(event: dealing.Dealt, scene: Scene) -> str:
    """A new hand."""
    return say(
        "**Hand {hand} of {hands}:** {player} deals {number} each.",
        hand=event.hand_number,
        hands=scene.options["hands"],
        player=words.name(scene, event.dealer),
        number=event.size,
    )


def _dealer_drawn(event: dealing.DealerDrawn, scene: Scene) -> str:
    lowest = next(card for seat, card in event.rounds[-1] if seat == event.dealer)
    player = words.name(scene, event.dealer)
    return say("{player} draws the lowest card, {card}, and deals.", player=player, card=words.card(lowest))


def _caught(event: one_card.Caught, scene: Scene) -> str:
    facts = {
        "player": words.name(scene, event.caller),
        "other": words.name(scene, event.seat),
        "number": turns.PENALTY_CARDS,
    }
    if event.at_once:
        return say("{player} calls {other} an **idiot**: {number} cards, turn lost.", **facts)
    return say("{player} calls {other} an **idiot**: {number} cards instead of the next turn.", **facts)


def _left(event: leaving.PlayerLeft, scene: Scene) -> str:
    player = words.name(scene, event.seat)
    if not event.cards:
        return say("{player} leaves.", player=player)
    return say_count(
        "{player} leaves; a card goes under the pile.",
        "{player} leaves; {number} cards go under the pile.",
        event.cards,
        player=player,
    )


def _suit_named(event: Any, scene: Scene) -> str:
    return say(
        "{player} names {suit}.", player=words.name(scene, event.seat), suit=words.suit_name(event.suit)
    )


IN_A_MOVE: Final[Mapping[type[Event], Callable[[Any, Sequence[Event], Scene], str]]] = {
    playing.Played: played,
    dealing.TurnedUp: turned_up,
    drawing.Pressured: pressured,
    ending.HandEnded: hand_ended,
    ending.PlayerScored: _scored,
}
"""What a line says of an event, given all events of its move."""
LINES: Final[Mapping[type[Event], Sentence]] = {
    dealing.DealerDrawn: _dealer_drawn,
    dealing.Dealt: dealt,
    dealing.SuitNamed: _suit_named,
    one_card.Declared: lambda e, s: say("{player} says **“one card”**.", player=words.name(s, e.seat)),
    one_card.Caught: _caught,
    leaving.PlayerLeft: _left,
}
"""What a line says of an event alone; the complete log uses the same words."""
