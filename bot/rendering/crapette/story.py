"""Crapette's log: a turn's moves are one line, and so is a card lifted and put down."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.engine.cards import RANK_OF, SUIT_OF, Card
from bot.engine.chance import Seat
from bot.engine.events import Event, TimedOut
from bot.games.crapette import clock, dealing, leaving, lifting, moving, offers, turns, undoing
from bot.games.crapette.cards import COURTS
from bot.rendering import words
from bot.rendering.crapette.piles import LOADABLE, options_of, public_pile
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.telling import (
    By,
    Either,
    Fact,
    Moment,
    Sentence,
    Tell,
    TellCount,
    is_news,
    joined,
    phrases,
    silent,
)

MAX_MOVES: Final = 4
"""The most moves of a turn that its line names. Earlier ones are only counted."""
QUIET: Final = (
    offers.OfferLapsed, clock.TimeoutCounted, turns.TurnStarted, turns.NoProgress,
    turns.PositionRepeated, TimedOut,
)  # fmt: skip
"""Events that aren't news on their own."""


class Entry(msgspec.Struct):
    """A line of the log in the making: moves of cards, or a lifted card. `moment` has its last move."""

    seat: Seat
    moment: Moment
    head: list[Event] = msgspec.field(default_factory=list)
    """The events told before the moves or the lifted card. Those in `tail` are told after them."""
    moves: list[moving.Moved] = msgspec.field(default_factory=list)
    lifted: Card | None = None
    turned: int | None = None
    target: str | None = None
    is_open: bool = False
    """Whether the next move belongs to it, because it's made for a player who ran out of time."""
    tail: dict[type[Event], Event] = msgspec.field(default_factory=dict)


def lines(past: Sequence[SeenMove], scene: Scene) -> list[str]:
    """Return the lines of the log, oldest first."""
    entries: list[Entry] = []
    for move in drop_undone(past):
        moment = Moment(scene.as_of(move), move.events)
        for event in move.events:
            _add_event(entries, event, moment)
    return [_line(entry) for entry in entries]


def split(past: Sequence[SeenMove], newest: int, scene: Scene) -> tuple[list[str], str]:
    """Return the lines before the newest move that wasn't taken back, and its own. After the end, only lines.

    A card put down shares the line of its lifting, so that nothing is said twice.
    """
    if scene.outcome is not None:  # The headline names the winner.
        return lines(past, scene), ""
    kept = drop_undone(past[: newest + 1])
    while kept and not is_news(kept[-1].events, QUIET):
        kept.pop()
    if not kept:
        return [], ""
    newest = len(kept) - 1
    before, since = lines(kept[:newest], scene), lines(kept[: newest + 1], scene)
    if any(isinstance(event, lifting.PutDown) for event in kept[newest].events) and len(since) == len(before):
        return before[:-1], since[-1]
    own = lines(kept[newest : newest + 1], scene)
    return [*before, *own[:-1]], own[-1] if own else ""


def drop_undone(past: Sequence[SeenMove]) -> list[SeenMove]:
    """Return the past without moves that were taken back, and without the events of taking them back."""
    kept: list[SeenMove] = []
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


def _add_event(entries: list[Entry], event: Event, moment: Moment) -> None:
    """Add an event to the line where it belongs."""
    last = entries[-1] if entries else None
    match event:
        case moving.Moved(seat=seat):
            if last is None or last.seat != seat or not last.moves or last.tail.keys() - CRAPAUD_FACTS:
                last = _begin_entry(entries, seat, moment)
            last.moves.append(event)
            if empties_crapaud(event, moment):
                last.tail = {moving.Moved: event}
        case lifting.TurnedOver(seat=seat, cards=cards):
            last = _begin_entry(entries, seat, moment)
            last.turned = cards
        case lifting.Lifted(seat=seat, card=card):
            if last is None or last.turned is None or last.lifted:
                last = _begin_entry(entries, seat, moment)
            last.lifted = card
        case lifting.PutDown(seat=seat, card=card, target=target):
            if last is None or last.lifted is None or last.target:
                last = _begin_entry(entries, seat, moment)
                last.lifted = card
            last.target = target
        case _:
            last = _add_sentence(entries, event, moment)
    if last is not None:
        last.moment = moment


def _begin_entry(entries: list[Entry], seat: Seat, moment: Moment) -> Entry:
    """Start a new line. A move made for an absent player continues the line that mentions it."""
    if entries and entries[-1].is_open:
        entries[-1].is_open = False
        return entries[-1]
    entries.append(Entry(seat, moment))
    return entries[-1]


def _add_sentence(entries: list[Entry], event: Event, moment: Moment) -> Entry | None:
    """Add a sentence to the line that it follows or begins, and return the line."""
    if not LINES.get(type(event), silent)(event, moment):
        return None
    if isinstance(event, LINE_STARTS) or not entries:
        seat = event.seats[0] if isinstance(event, TimedOut) else 0
        entries.append(Entry(seat, moment, [event], is_open=isinstance(event, TimedOut)))
    elif entries[-1].is_open:
        entries[-1].head.append(event)
    else:
        entries[-1].tail[type(event)] = event
    return entries[-1]


CRAPAUD_FACTS: Final = {moving.Shown, moving.Moved}
"""The facts about the crapaud in a line of moves: its new top card, or that it's empty."""
LINE_STARTS: Final = (dealing.Dealt, TimedOut, offers.DrawOffered, leaving.Resigned)
"""The events that begin a line."""


def crapauds(event: dealing.Dealt, moment: Moment) -> str:
    """Return the crapaud of each player: `Ann 7♥, Ben 7♦`."""
    return moment.each(enumerate(map(words.card, event.crapauds)))


def is_crapaud(event: moving.Shown, _moment: Moment) -> bool:
    """Whether a crapaud shows a new top card."""
    return event.pile == "my-crapaud"


def empties_crapaud(event: moving.Moved, moment: Moment) -> bool:
    """Whether a move took the last card of a crapaud, which then doesn't show another."""
    shown = any(is_crapaud(one, moment) for one in moment.all(moving.Shown))
    return event.source == "my-crapaud" and not shown


def _deciding_kind(event: dealing.Compared, _moment: Moment) -> str:
    """Return the kind of comparison that decides who plays first. Empty for equal cards."""
    first, second = event.cards
    if first == second:
        return ""
    if event.place is not None:
        return "hands"
    return "suits" if RANK_OF[first] == RANK_OF[second] else "ranks"


def _lower_seat(event: dealing.Compared, moment: Moment) -> Seat:
    """Return the seat with the lower card."""
    court = COURTS[options_of(moment.scene).court_order]
    return min((0, 1), key=lambda seat: court.first_player_key(event.cards[seat]))


LOWER: Final[Mapping[str, Any]] = {
    "player": lambda event, moment: moment.name(_lower_seat(event, moment)),
    "low": lambda event, moment: words.card(event.cards[_lower_seat(event, moment)]),
    "high": lambda event, moment: words.card(event.cards[1 - _lower_seat(event, moment)]),
}
PLAYS_FIRST: Final = By(
    _deciding_kind,
    hands=Tell(
        ("The same card twice, so cards from the hands decide: {low} before {high}. {player} plays first."),
        **LOWER,
    ),
    suits=Tell(
        "{player} plays first: {suit} are lower.",
        player=LOWER["player"],
        suit=lambda event, moment: words.suit_name(SUIT_OF[event.cards[_lower_seat(event, moment)]]),
    ),
    ranks=Tell("{player} plays first: {low} is lower than {high}.", **LOWER),
)
"""The sentence about who plays first, by the cards that were compared."""


def _line(entry: Entry) -> str:
    """Return a line with its head and its tail."""
    write = MOVED if entry.moves else LIFTED if entry.lifted is not None else silent
    head, tail = Moment(entry.moment.scene, entry.head), Moment(entry.moment.scene, (*entry.tail.values(),))
    return joined(*phrases(LINES, head), write(entry, entry.moment), *phrases(LINES, tail))


def is_load(event: moving.Moved | lifting.PutDown, _moment: Moment) -> bool:
    """Whether a card was loaded on the opponent."""
    return event.target in LOADABLE


def is_discarded(event: lifting.PutDown | Entry, _moment: Moment) -> bool:
    """Whether a lifted card went to its player's discard pile."""
    return event.target == "my-discard"


def cards_of(event: moving.Moved | lifting.PutDown, _moment: Moment) -> str:
    """Return the cards that were moved."""
    return words.pile(event.cards if isinstance(event, moving.Moved) else (event.card,))


def pile_of(field: str) -> Fact:
    """Return the fact that gives a pile its public name."""
    return lambda event, moment: public_pile(getattr(event, field), event.seat, moment.scene)


TARGET: Final = pile_of("target")
ROUTE: Final[Mapping[str, Any]] = {
    "cards": ("cards", words.pile),
    "source": pile_of("source"),
    "target": TARGET,
}
LOADED: Final = Tell("{player} loads {card} on {pile}.", card=cards_of, pile=TARGET)
"""A card loaded on the opponent: `Ann loads 8♥ on Ben's discard pile.`"""
MOVE: Final = Tell("{cards} from {source} to {target}", **ROUTE)


def _moves(entry: Entry, moment: Moment) -> str:
    """Return the newest moves of a turn, at most MAX_MOVES."""
    return ", ".join(MOVE(move, moment) for move in entry.moves[-MAX_MOVES:])


MOVED: Final = Either(
    lambda entry, moment: len(entry.moves) == 1 and is_load(entry.moves[0], moment),
    lambda entry, moment: LOADED(entry.moves[0], moment),
    Either(
        lambda entry, _: len(entry.moves) > MAX_MOVES,
        TellCount(
            "{player}: one move, then {moves}.",
            "{player}: {number} moves, then {moves}.",
            ("moves", lambda moves: len(moves) - MAX_MOVES),
            moves=_moves,
        ),
        Tell("{player}: {moves}.", moves=_moves),
    ),
)
"""The moves of a turn so far, with names for the newest ones."""
LIFTED_FACTS: Final[Mapping[str, Any]] = {"card": "lifted"}
TURNED: Final[Mapping[str, Any]] = {"card": "lifted", "number": "turned"}
LIFTED: Final = Either(
    lambda entry, _: entry.turned is None,
    Either(
        is_discarded,
        Tell("{player} lifts {card} and discards it.", **LIFTED_FACTS),
        Either(
            "target",
            Tell("{player} lifts {card} and puts it on {pile}.", pile=TARGET, **LIFTED_FACTS),
            Tell("{player} lifts {card}.", **LIFTED_FACTS),
        ),
    ),
    Either(
        is_discarded,
        Tell("{player} turns the discard pile over ({number}), lifts {card} and discards it.", **TURNED),
        Either(
            "target",
            Tell(
                "{player} turns the discard pile over ({number}), lifts {card} and puts it on {pile}.",
                pile=TARGET,
                **TURNED,
            ),
            Tell("{player} turns the discard pile over ({number}) and lifts {card}.", **TURNED),
        ),
    ),
)
"""A lifted card, perhaps from a pile just turned over, and the pile that it went to."""
CRAPAUD_SHOWN: Final = Tell("{player}'s crapaud shows {card}, {number} left.")
CRAPAUD_EMPTY: Final = Either(empties_crapaud, Tell("{player}'s crapaud is empty."))
LINES: Final[Mapping[type[Event], Sentence]] = {
    moving.Moved: CRAPAUD_EMPTY,
    dealing.Dealt: Tell("Crapauds: {cards}.", cards=crapauds),
    dealing.Compared: PLAYS_FIRST,
    moving.Shown: Either(is_crapaud, CRAPAUD_SHOWN),
    turns.TurnEnded: By(
        "why",
        spent=Tell("{player} has only the crapaud left, so the turn ends."),
        passed=Tell("{player} ends the turn."),
    ),
    turns.TurnStarted: Either("exhausted", Tell("{player}'s hand is empty.")),
    turns.PositionRepeated: Either(
        lambda event, _: event.occurrence == event.limit - 1,
        Tell("The same position again: once more, and it's a draw."),
    ),
    turns.NoProgress: Tell("No progress for {turns} turns: {limit} make a draw."),
    offers.DrawOffered: Tell("{player} offers a draw."),
    offers.DrawDeclined: Tell("{player} declines the draw."),
    leaving.Resigned: Tell("{player} resigns."),
    clock.TimeoutCounted: Either(
        lambda event, _: event.in_a_row == event.limit - 1, Tell("Once more and {player} loses.")
    ),
    TimedOut: Tell("{player} runs out of time.", player="seats"),
}
"""The log's sentences for events, except for moved cards. The complete log or the result has the rest."""
