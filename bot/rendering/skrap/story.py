"""Skrap as the table tells it: a line for a round's opening, each bot, each run of passes, the champion."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from bot.engine.cards import JOKER, Card
from bot.engine.chance import Seat
from bot.engine.events import Event, TimedOut
from bot.games.skrap import battle, dealing, leaving, opening, scavenging, scoring, surging, throwing, turns
from bot.games.skrap.cards import HAND_SIZE, LARGE_HAND_SIZE
from bot.rendering import words
from bot.rendering.catalog import message, message_count, say, say_count
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene, Told

T = TypeVar("T", bound=Event)

NEWS: Final = (
    dealing.Dealt,
    surging.SurgeRevealed,
    throwing.ThrowShown,
    opening.Opens,
    battle.BotPlayed,
    battle.Passed,
    scoring.Champion,
    leaving.PlayerLeft,
)
"""What a headline tells; hidden cards, throws and pairs stand with their players."""
BEGIN: Final = (
    dealing.Dealt,
    throwing.ThrowShown,
    battle.BotPlayed,
    battle.Passed,
    scoring.Champion,
    leaving.PlayerLeft,
)
"""What begins a line."""
CONTINUE: Final = (
    surging.SurgeRevealed,
    throwing.AskedToThrow,
    opening.Called,
    opening.Unable,
    opening.Opens,
    opening.RoundVoid,
    turns.PassedByRule,
    scavenging.Scavenged,
    scavenging.NoScavengers,
)
"""What goes on with the line before."""


def is_news(past: Told) -> bool:
    """Whether a move has done more than answer a question that is still open."""
    return any(isinstance(event, NEWS) for event in past.events)


def lines(past: Sequence[Told], scene: Scene) -> list[str]:
    """What happened in lines, oldest first; the last one may go on."""
    return [line for events in _lines(past) if (line := _told(events, scene))]


def _lines(past: Sequence[Told]) -> list[list[Event]]:
    """The events of each line, and before them whose time ran out."""
    found: list[list[Event]] = []
    for move in past:
        late: list[Event] = []
        for event in move.events:
            if isinstance(event, TimedOut):
                late = [event]
            elif isinstance(event, (*BEGIN, *CONTINUE)):
                if (isinstance(event, BEGIN) and not _goes_on(found, event)) or not found:
                    found.append([])
                found[-1] += [*late, event]
                late = []
    return found


def _goes_on(found: Sequence[Sequence[Event]], event: Event) -> bool:
    """Passes that follow each other are one line."""
    passes = battle.Passed
    return isinstance(event, passes) and bool(found) and bool(_all(found[-1], passes))


def _told(events: Sequence[Event], scene: Scene) -> str:
    first = next((event for event in events if not isinstance(event, TimedOut)), None)
    return TOLD.get(type(first), _went_on)(events, scene)


def _all(events: Sequence[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


def _last(events: Sequence[Event], kind: type[T]) -> T | None:
    return next(iter(_all(events, kind)[::-1]), None)


def _sentences(*texts: str) -> str:
    return " ".join(filter(None, texts))


def _round(events: Sequence[Event], scene: Scene) -> str:
    """A round from its deal to its opener."""
    dealt = _last(events, dealing.Dealt)
    assert dealt is not None
    opened = opening_of(events, scene)
    if not opened:
        return _dealt(dealt, scene)
    return _sentences(say("**Round {number}.**", number=dealt.round), _lowest(events, scene), opened)


def _dealt(event: dealing.Dealt, scene: Scene) -> str:
    """How many cards each has been dealt."""
    more = [seat for seat, size in enumerate(event.sizes) if size == LARGE_HAND_SIZE]
    if not more:
        return say("**Round {round}.** {number} cards each.", round=event.round, number=HAND_SIZE)
    facts = {"players": words.names(scene, more), "more": LARGE_HAND_SIZE, "fewer": HAND_SIZE}
    if HAND_SIZE not in event.sizes:
        return say("**Round {round}.** {number} cards each.", round=event.round, number=LARGE_HAND_SIZE)
    return say("**Round {round}.** {players} {more} cards, the others {fewer}.", round=event.round, **facts)


def _lowest(events: Sequence[Event], scene: Scene) -> str:
    """For whom the lowest card was taken as surge."""
    late = [seat for event in _all(events, TimedOut) for seat in event.seats]
    return say("Lowest card for {players}.", players=words.names(scene, late)) if late else ""


def opening_of(events: Sequence[Event], scene: Scene) -> str:
    """Who opens and why, or who throws for it; nothing as long as that is open."""
    called, opens = _last(events, opening.Called), _last(events, opening.Opens)
    unable = [event.seat for event in _all(events, opening.Unable)]
    if _all(events, opening.RoundVoid):
        return say("Nobody can build: a new deal.")
    if opens is not None and unable:
        return say_count(
            "{players} cannot build this round, so {player} opens.",
            "{players} cannot build this round, so {player} opens.",
            len(unable),
            players=words.names(scene, unable),
            player=words.name(scene, opens.seat),
        )
    if called is not None:
        return _called(called, events, scene)
    if opens is not None:
        return say("{player} opens.", player=words.name(scene, opens.seat))
    asked = _last(events, throwing.AskedToThrow)
    return say("{players} throw for it.", players=words.names(scene, asked.seats)) if asked else ""


def _called(called: opening.Called, events: Sequence[Event], scene: Scene) -> str:
    player, card = words.name(scene, called.seat), surge_of(called.seat, events)
    if called.by == "highest" and card:
        return say("{player} opens: {card} is the highest surge.", player=player, card=words.card(card))
    if called.by == "lowest" and card:
        lowest = words.card(card)
        return say("Tie at the top; {player} opens with the lowest, {card}.", player=player, card=lowest)
    return say(CALLS[called.by], player=player)


CALLS: Final[Mapping[opening.Reason, str]] = {
    "highest": message("{player} opens with the highest surge."),
    "lowest": message("Tie at the top; {player} opens with the lowest surge."),
    "throw": message("{player} lost the throw and opens."),
    "chance": message("{player} opens, by lot."),
    "last-contender": message("Only {player} is left, and opens."),
}


def surge_of(seat: Seat, events: Sequence[Event]) -> Card | None:
    """The surge card that a player has shown in this move."""
    shown = _last(events, surging.SurgeRevealed)
    return dict(zip(shown.seats, shown.cards, strict=True)).get(seat) if shown else None


def thrown(events: Sequence[Event], scene: Scene) -> str:
    """What was thrown, and what came of it."""
    shown = _last(events, throwing.ThrowShown)
    assert shown is not None
    asked, opened = _last(events, throwing.AskedToThrow), opening_of(events, scene)
    called, opens = _last(events, opening.Called), _last(events, opening.Opens)
    if not shown.losers:
        return _sentences(_undecided(shown, scene), opened if asked is None else "")
    facts = {"throws": throws_of(shown, scene)}
    if called and opens and called.seat == opens.seat:
        return say("{throws}: {player} opens.", **facts, player=words.name(scene, opens.seat))
    if asked:
        return say("{throws}: {players} throw again.", **facts, players=words.names(scene, asked.seats))
    return _sentences(say("{throws}.", **facts), opened)


def throws_of(event: throwing.ThrowShown, scene: Scene) -> str:
    """Who threw what: `Ann rock, Ben paper`."""
    pairs = zip(event.seats, event.shapes, strict=True)
    return ", ".join(f"{words.name(scene, seat)} {words.shape_name(shape)}" for seat, shape in pairs)


def _undecided(event: throwing.ThrowShown, scene: Scene) -> str:
    if len(set(event.shapes)) > 1:
        return say("All three shapes: undecided.")
    facts = {"players": words.names(scene, event.seats), "shape": words.shape_name(event.shapes[0])}
    return (
        say("{players} all throw {shape}: undecided.", **facts)
        if len(event.seats) > 2
        else say("{players} both throw {shape}: undecided.", **facts)
    )


def _bot(events: Sequence[Event], scene: Scene) -> str:
    """A bot, and who has none left to answer it."""
    built = _last(events, battle.BotPlayed)
    assert built is not None
    late = any(built.seat in event.seats for event in _all(events, TimedOut))
    return _sentences(bot_played(built, scene, late=late), _excused(events, scene))


def bot_played(event: battle.BotPlayed, scene: Scene, *, late: bool = False) -> str:
    """A bot with what it counts, or with what it wrecks."""
    facts = {
        "player": words.name(scene, event.seat),
        "weapon": say("a joker") if event.weapon == JOKER else words.card(event.weapon),
        "armour": words.card(event.armour),
        "attack": event.weapon_value,
        "defence": event.armour_value,
    }
    if event.victim is not None:
        facts |= {"other": words.name(scene, event.victim), "defence": event.victim_armour or 0}
        return say(
            "{player} wrecks {other}'s bot with {weapon} and {armour} ({attack} against {defence}).", **facts
        )
    if late:
        return say(
            "Out of time, {player} builds {weapon} with {armour}: weapon {attack}, armour {defence}.", **facts
        )
    return say("{player} builds {weapon} with {armour}: weapon {attack}, armour {defence}.", **facts)


def _excused(events: Sequence[Event], scene: Scene) -> str:
    """Who is passed because their cards make no bot; who cannot build at all was told before."""
    seats = [one.seat for one in _all(events, turns.PassedByRule) if one.excuse == "too-few-cards"]
    if not seats:
        return ""
    return say_count(
        "{players} has no bot left.",
        "{players} have no bot left.",
        len(seats),
        players=words.names(scene, seats),
    )


def _passes(events: Sequence[Event], scene: Scene) -> str:
    """A run of passes, those by the clock apart."""
    late = {seat for event in _all(events, TimedOut) for seat in event.seats}
    passes = _all(events, battle.Passed)
    by_hand = [one.seat for one in passes if one.seat not in late]
    by_clock = [one.seat for one in passes if one.seat in late]
    texts = PASSES[passes[0].final]
    said = [
        say_count(*texts[place], len(seats), players=words.names(scene, seats))
        for place, seats in enumerate((by_hand, by_clock))
        if seats
    ]
    return _sentences(*said, _excused(events, scene))


PASSES: Final = {
    False: (
        message_count("{players} passes.", "{players} pass."),
        message_count("{players} passes, out of time.", "{players} pass, out of time."),
    ),
    True: (
        message_count("{players} is out of this round.", "{players} are out of this round."),
        message_count(
            "{players} runs out of time and is out of this round.",
            "{players} run out of time and are out of this round.",
        ),
    ),
}
"""One pass and several, by hand and by the clock; of a pass for the rest of the round apart."""


def _stood(events: Sequence[Event], scene: Scene) -> str:
    """The champion, and who shows a pair."""
    event = _last(events, scoring.Champion)
    assert event is not None
    return _sentences(champion(event, scene), _went_on(events, scene))


def champion(event: scoring.Champion, scene: Scene) -> str:
    """What the last bot brings."""
    facts = {"player": words.name(scene, event.seat), "total": event.total}
    if not event.heads:
        return say("**{player}'s bot stands.** No heads.", **facts)
    if event.lost:
        return say_count(
            "{player}'s bot stands, but {player} has left: one head is lost.",
            "{player}'s bot stands, but {player} has left: {number} heads are lost.",
            event.heads,
            **facts,
        )
    return say_count(
        "**{player}'s bot is champion:** one head, {total} now.",
        "**{player}'s bot is champion:** {number} heads, {total} now.",
        event.heads,
        **facts,
    )


def _went_on(events: Sequence[Event], scene: Scene) -> str:
    """What goes on with a line, or begins one where the beginning is not known."""
    return _sentences(opening_of(events, scene), _excused(events, scene), _pairs(events, scene))


def _pairs(events: Sequence[Event], scene: Scene) -> str:
    """Who shows a pair; nothing of those who show none."""
    shown = _all(events, scavenging.Scavenged)
    if len(shown) < 2:
        return "".join(scavenged(event, scene) for event in shown)
    pairs = ", ".join(f"{words.name(scene, one.seat)} {words.cards(one.cards)}" for one in shown)
    return say("Pairs: {pairs}. {number} cards next round.", pairs=pairs, number=LARGE_HAND_SIZE)


def scavenged(event: scavenging.Scavenged, scene: Scene) -> str:
    """A pair, and what it brings."""
    facts = {"player": words.name(scene, event.seat), "cards": words.cards(event.cards)}
    return say("{player} shows {cards}: {number} cards next round.", **facts, number=LARGE_HAND_SIZE)


def _left(events: Sequence[Event], scene: Scene) -> str:
    """Who leaves, and what that leads to."""
    event = _last(events, leaving.PlayerLeft)
    assert event is not None
    return _sentences(left(event, scene), _went_on(events, scene))


def left(event: leaving.PlayerLeft, scene: Scene) -> str:
    """Who leaves, and what becomes of their cards."""
    player = words.name(scene, event.seat)
    if not event.cards:
        return say("{player} leaves.", player=player)
    return say_count(
        "{player} leaves; one card set aside.",
        "{player} leaves; {number} cards set aside.",
        event.cards,
        player=player,
    )


Line = Callable[[Sequence[Event], Scene], str]
TOLD: Final[Mapping[type[Any], Line]] = {
    dealing.Dealt: _round,
    throwing.ThrowShown: thrown,
    battle.BotPlayed: _bot,
    battle.Passed: _passes,
    scoring.Champion: _stood,
    leaving.PlayerLeft: _left,
}
"""A line by what begins it."""

LINES: Final[Mapping[type[Event], Sentence]] = {
    dealing.Dealt: _dealt,
    battle.BotPlayed: bot_played,
    scoring.Champion: champion,
    scavenging.Scavenged: scavenged,
    leaving.PlayerLeft: left,
}
"""What the complete log says of an event, in the same words."""


def surge_cards(event: surging.SurgeRevealed, scene: Scene) -> Iterator[str]:
    """Who has shown which surge card: `Ann K♦`."""
    for seat, card in zip(event.seats, event.cards, strict=True):
        yield f"{words.name(scene, seat)} {words.card(card)}"
