"""Crapette as the table tells it: the moves of a turn are one line, and so is a card lifted and put down."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.events import Event, TimedOut
from bot.games.crapette import clock, dealing, leaving, lifting, moving, offers, turns, undoing
from bot.games.crapette.cards import COURTS
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crapette.piles import LOADS, run, to_everybody
from bot.rendering.crapette.table import options_of
from bot.rendering.face import Sentence
from bot.rendering.scene import Scene, Told

MAX_MOVES: Final = 4
"""How many moves of a turn its line names; of more the first are only counted."""
QUIET: Final = (
    offers.OfferLapsed, clock.TimeoutCounted, turns.TurnStarted, turns.NoProgress,
    turns.PositionRepeated, TimedOut,
)  # fmt: skip
"""What alone is no news."""


class Entry(msgspec.Struct):
    """A line in the making: moves of cards, or a lifted card; `head` and `tail` stand before and after."""

    seat: Seat
    head: str = ""
    moves: list[moving.Moved] = msgspec.field(default_factory=list)
    lifted: Card | None = None
    turned: int | None = None
    target: str | None = None
    is_open: bool = False
    """Whether what comes next belongs to it, because it is done for an absent player."""
    tail: dict[type[Event], str] = msgspec.field(default_factory=dict)


def is_news(past: Told) -> bool:
    """Whether a move has done more than lapse."""
    return any(not isinstance(event, QUIET) for event in past.events)


def lines(past: Sequence[Told], scene: Scene) -> list[str]:
    """What happened, oldest first."""
    entries: list[Entry] = []
    for move in standing(past):
        for event in move.events:
            _note(entries, event, scene)
    return [_line(entry, scene) for entry in entries]


def told(past: Sequence[Told], newest: int, scene: Scene) -> tuple[list[str], str]:
    """The lines before the newest move that stands, and its own; after the end only lines.

    A card put down takes the line of its lifting along, so that nothing is said twice.
    """
    if scene.outcome is not None:  # the headline says who has won
        return lines(past, scene), ""
    kept = standing(past[: newest + 1])
    while kept and not is_news(kept[-1]):
        kept.pop()
    if not kept:
        return [], ""
    newest = len(kept) - 1
    before, since = lines(kept[:newest], scene), lines(kept[: newest + 1], scene)
    if any(isinstance(event, lifting.PutDown) for event in kept[newest].events) and len(since) == len(before):
        return before[:-1], since[-1]
    own = lines(kept[newest : newest + 1], scene)
    return [*before, *own[:-1]], own[-1] if own else ""


def standing(past: Sequence[Told]) -> list[Told]:
    """The past without moves that were taken back, and without their taking back."""
    kept: list[Told] = []
    undone = 0
    for move in reversed(past):
        events: list[Event] = []
        for event in reversed(move.events):
            if isinstance(event, undoing.TakenBack):
                undone += 1
            elif undone and isinstance(event, moving.Moved):
                undone -= 1
            else:
                events.append(event)
        if events and len(events) == len(move.events):
            kept.append(move)
        elif events:
            kept.append(msgspec.structs.replace(move, events=tuple(reversed(events))))
    return kept[::-1]


def _note(entries: list[Entry], event: Event, scene: Scene) -> None:
    """Put an event into the line where it belongs."""
    last = entries[-1] if entries else None
    match event:
        case moving.Moved(seat=seat):
            if last is None or last.seat != seat or not last.moves or last.tail.keys() - {moving.Shown}:
                last = _begun(entries, seat)
            last.moves.append(event)
        case lifting.TurnedOver(seat=seat, cards=cards):
            _begun(entries, seat).turned = cards
        case lifting.Lifted(seat=seat, card=card):
            if last is None or last.turned is None or last.lifted:
                last = _begun(entries, seat)
            last.lifted = card
        case lifting.PutDown(seat=seat, card=card, target=target):
            if last is None or last.lifted is None or last.target:
                last = _begun(entries, seat)
                last.lifted = card
            last.target = target
        case _:
            _say(entries, event, scene)


def _begun(entries: list[Entry], seat: Seat) -> Entry:
    """A new line; what is done for an absent player goes on with the line that says so."""
    if entries and entries[-1].is_open:
        entries[-1].is_open = False
        return entries[-1]
    entries.append(Entry(seat))
    return entries[-1]


def _say(entries: list[Entry], event: Event, scene: Scene) -> None:
    """A sentence that follows the line of what led to it, or begins a line."""
    write = LINES.get(type(event))
    text = write(event, scene) if write else ""
    if not text:
        return
    if isinstance(event, OWN_LINE) or not entries:
        seat = event.seats[0] if isinstance(event, TimedOut) else 0
        entries.append(Entry(seat, head=text, is_open=isinstance(event, TimedOut)))
    elif entries[-1].is_open:
        entries[-1].head = f"{entries[-1].head} {text}"
    else:
        entries[-1].tail[type(event)] = text


OWN_LINE: Final = (dealing.Dealt, TimedOut, offers.DrawOffered, leaving.Resigned)
"""What begins a line."""


def _dealt(event: dealing.Dealt, scene: Scene) -> str:
    pair = [f"{words.name(scene, seat)} {words.card(card)}" for seat, card in enumerate(event.crapauds)]
    return say("Crapauds: {cards}.", cards=", ".join(pair))


def shown(event: moving.Shown, scene: Scene) -> str:
    """A crapaud's new top card; that of a discard pile lies on the table for all to see."""
    facts = {"player": words.name(scene, event.seat), "card": words.card(event.card), "number": event.count}
    return (
        say("{player}'s crapaud shows {card}, {number} left.", **facts) if event.pile == "my-crapaud" else ""
    )


def _turn_ended(event: turns.TurnEnded, scene: Scene) -> str:
    player = words.name(scene, event.seat)
    if event.why == "spent":
        return say("{player} has only the crapaud left; the turn ends.", player=player)
    return say("{player} ends the turn.", player=player) if event.why == "passed" else ""


def _turn_started(event: turns.TurnStarted, scene: Scene) -> str:
    return say("{player} has no hand left.", player=words.name(scene, event.seat)) if event.exhausted else ""


def _timeouts(event: clock.TimeoutCounted, scene: Scene) -> str:
    if event.in_a_row != event.limit - 1:
        return ""
    return say("Once more and {player} loses.", player=words.name(scene, event.seat))


def _repeated(event: turns.PositionRepeated, _scene: Scene) -> str:
    return say("This position again; once more is a draw.") if event.occurrence == event.limit - 1 else ""


def _of(text: str) -> Sentence:
    """A sentence about one player."""
    return lambda event, scene: say(text, player=words.name(scene, event.seat))


def begins(event: dealing.Compared, scene: Scene) -> str:
    """Who begins, by the cards that were compared; nothing where two equal cards decide nothing."""
    first, second = event.cards
    if first == second:
        return ""
    court = COURTS[options_of(scene).court_order]
    low = min((0, 1), key=lambda seat: court.height(event.cards[seat]))
    facts = {
        "player": words.name(scene, low),
        "low": words.card(event.cards[low]),
        "high": words.card(event.cards[1 - low]),
        "suit": words.suit_name(event.cards[low][-1]),
    }
    if event.place is not None:
        return say(
            "The same card twice; cards of the hands decide: {low} before {high}. {player} begins.", **facts
        )
    if first[:-1] == second[:-1]:
        return say("{player} begins: {suit} are lower.", **facts)
    return say("{player} begins: {low} is lower than {high}.", **facts)


def _line(entry: Entry, scene: Scene) -> str:
    """A line with all that belongs to it."""
    made = ""
    if entry.moves:
        made = _moves(entry, scene)
    elif entry.lifted is not None:
        made = _lifted(entry.lifted, entry, scene)
    return " ".join(filter(None, [entry.head, made, *entry.tail.values()]))


def _moves(entry: Entry, scene: Scene) -> str:
    """The moves of a turn up to now, the newest ones named."""
    player = words.name(scene, entry.seat)
    if len(entry.moves) == 1 and entry.moves[0].target in LOADS:
        return loads(entry.moves[0], scene)
    named = ", ".join(_way(move, scene) for move in entry.moves[-MAX_MOVES:])
    more = len(entry.moves) - MAX_MOVES
    if more > 0:
        return say_count(
            "{player}: one move, then {moves}.",
            "{player}: {number} moves, then {moves}.",
            more,
            player=player,
            moves=named,
        )
    return say("{player}: {moves}.", player=player, moves=named)


def loads(move: moving.Moved | lifting.PutDown, scene: Scene) -> str:
    """A card loaded on the opponent: `Ann loads 8♥ on Ben's discard`."""
    cards = move.cards if isinstance(move, moving.Moved) else (move.card,)
    pile = to_everybody(move.target, move.seat, scene)
    return say(
        "{player} loads {card} on {pile}.", player=words.name(scene, move.seat), card=run(cards), pile=pile
    )


def _way(move: moving.Moved, scene: Scene) -> str:
    """`8♥ from R4 to finish`."""
    source, target = (to_everybody(pile, move.seat, scene) for pile in (move.source, move.target))
    return say("{cards} from {source} to {target}", cards=run(move.cards), source=source, target=target)


def _lifted(card: Card, entry: Entry, scene: Scene) -> str:
    """A card lifted, perhaps from a pile just turned over, and where it went since."""
    facts = {"player": words.name(scene, entry.seat), "card": words.card(card), "number": entry.turned}
    target = "" if entry.target is None else to_everybody(entry.target, entry.seat, scene)
    if entry.turned is None:
        if not target:
            return say("{player} lifts {card}.", **facts)
        if entry.target == "my-discard":
            return say("{player} lifts {card} and discards it.", **facts)
        return say("{player} lifts {card}, to {pile}.", **facts, pile=target)
    if not target:
        return say("{player} turns the discard pile over ({number}) and lifts {card}.", **facts)
    if entry.target == "my-discard":
        return say("{player} turns the discard pile over ({number}), lifts {card} and discards it.", **facts)
    return say(
        "{player} turns the discard pile over ({number}) and lifts {card}, to {pile}.", **facts, pile=target
    )


LINES: Final[Mapping[type[Event], Sentence]] = {
    dealing.Dealt: _dealt,
    dealing.Compared: begins,
    moving.Shown: shown,
    turns.TurnEnded: _turn_ended,
    turns.TurnStarted: _turn_started,
    turns.PositionRepeated: _repeated,
    turns.NoProgress: lambda e, _: say(
        "No progress for {turns} turns; {limit} are a draw.", turns=e.turns, limit=e.limit
    ),
    offers.DrawOffered: _of(message("{player} offers a draw.")),
    offers.DrawDeclined: _of(message("{player} declines the draw.")),
    leaving.Resigned: _of(message("{player} resigns.")),
    clock.TimeoutCounted: _timeouts,
    TimedOut: lambda e, s: say("{player} runs out of time.", player=words.names(s, e.seats)),
}
"""What the log says of an event that moves no card; the rest is in the complete log or the result."""
