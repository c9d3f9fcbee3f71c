"""The smallest game that uses everything the vocabulary offers: count down to nothing, in turns.

The player who takes the last one loses. At one, nothing can be given any more. Cards may be laid down at any
time, by anyone, and do nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from bot.engine.cards import Card
from bot.engine.chance import Chance, Seat
from bot.engine.contract import Action, Clock, Game, Malformed, Options, Outcome, Unplayable
from bot.engine.draft import Draft, GameState, Refusal, Step
from bot.engine.events import Event, EventReaders, TimedOut, renamed_event
from bot.engine.held import named_card, named_cards
from bot.engine.moves import CardsText, CardText, Leave, Move
from bot.engine.notation import letters, read_seat
from bot.engine.positions import read_fields, state_of


class ToyOptions(Options, frozen=True):
    start: Annotated[int, Meta(ge=1, le=99, description="Where the count starts", examples=[3, 9])] = 3
    open_hands: bool = False
    pace: Literal["slow", "fast"] = "slow"
    motto: str = "go"


class Take(Move, frozen=True):
    number: Annotated[int, Meta(ge=1, le=3)] = 1
    loudly: bool = False


class Give(Move, frozen=True):
    player: Seat
    card: CardText
    second: CardText | None = None


class LayDown(Move, frozen=True):
    cards: CardsText
    where: Literal["left", "right"] = msgspec.field(default="left", name="to")


class Taken(Event, frozen=True):
    seat: Seat
    left: int


class Shouted(Event, frozen=True):
    """A number that was said aloud. The one that ends the game isn't."""

    number: int


class Given(Event, frozen=True):
    """A card that was given. Only its receiver learns of it."""

    seat: Seat
    card: Card


class LaidDown(Event, frozen=True):
    seat: Seat
    cards: tuple[Card, ...]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    count: int = 3
    turn: int = 0
    waited: int = 0
    left: list[str] = []


class Count(GameState, frozen=True):
    count: int = 3
    turn: Seat = 0
    waited: int = 0
    active: tuple[Seat, ...] = (0, 1)
    left: tuple[Seat, ...] = ()

    @property
    def phase(self) -> str:
        if not self.count or len(self.active) == 1:
            return "over"
        return "last" if self.count == 1 else "count"

    @property
    def next_seat(self) -> Seat:
        return next((seat for seat in self.active if seat > self.turn), self.active[0])


def count_down(draft: Draft[Count], number: int) -> None:
    """Take this many and pass the turn, or end the move when nothing is left."""
    before = draft.state
    left = max(before.count - number, 0)
    draft.change(count=left, turn=before.next_seat)
    draft.tell(Taken(seat=before.turn, left=left))
    if not left:
        draft.stop()


def take(draft: Draft[Count], seat: Seat, move: Take) -> None:
    count_down(draft, move.number)
    if move.loudly:
        draft.tell(Shouted(move.number))


def give(draft: Draft[Count], seat: Seat, move: Give) -> Refusal | None:
    card = named_card(move.card)
    if isinstance(card, Refusal):
        return card
    draft.tell(Given(seat, card, to=(move.player,)))
    return None


def lay_down(draft: Draft[Count], seat: Seat, move: LayDown) -> Refusal | None:
    cards = named_cards(move.cards)
    if isinstance(cards, Refusal):
        return cards
    draft.tell(LaidDown(seat, cards))
    return None


def leave(draft: Draft[Count], seat: Seat, _: Leave) -> None:
    before = draft.state
    active = tuple(other for other in before.active if other != seat)
    turn = before.next_seat if before.turn == seat else before.turn
    draft.change(active=active, left=(*before.left, seat), turn=turn)


class Toy(Game[Count]):
    id = "toy"
    name = "Toy"
    letter = "Y"
    seats = range(2, 4)
    options = ToyOptions
    state = Count
    actions: ClassVar[Mapping[type[Move], Action[Count]]] = {
        Take: Action(take, ("count", "last")),
        Give: Action(give, ("count",)),
        LayDown: Action(lay_down, unasked=True),
        Leave: Action(leave, unasked=True),
    }
    events = (Taken, Shouted, Given, LaidDown, TimedOut)
    former: ClassVar[EventReaders] = {"counted": renamed_event("taken", player="seat", rest="left")}
    looks = ("table",)
    measures_time = True

    def problem(self, seats: int, options: ToyOptions) -> Unplayable | None:
        if options.pace != "fast" or options.start <= 9:
            return None
        return Unplayable("too-fast", {"given": options.start}, "a fast count starts at 9 at most")

    def blank(self, seats: int, options: ToyOptions) -> Count:
        return Count(options.start, active=tuple(range(seats)))

    def set_up(self, draft: Draft[Count]) -> None:
        draft.change(turn=draft.chance.seat(draft.state.active))

    def deciders(self, state: Count) -> tuple[Seat, ...]:
        return () if state.phase == "over" else (state.turn,)

    def legal(self, state: Count, seat: Seat) -> Sequence[Move]:
        if seat not in self.deciders(state):
            return []
        silent = [Take(number) for number in range(1, min(state.count, 3) + 1)]
        gifts = [Give(player, card) for card in ("AS", "KD") for player in (1, 0)]
        given = gifts if state.phase == "count" else []
        return [*silent, Take(2, loudly=True), *given, LayDown("AS,KD"), LayDown("KD", "right")]

    def run_out(self, draft: Draft[Count]) -> None:
        count_down(draft, 1)

    def wait(self, state: Count, seconds: int, chance: Chance) -> Step[Count]:
        return Step(msgspec.structs.replace(state, waited=state.waited + seconds))

    def look(self, state: Count, seat: Seat, verb: str) -> Refusal | None:
        return Refusal("blindfold") if seat == state.turn else None

    def clock(self, state: Count) -> Clock | None:
        return None if state.phase == "over" else Clock(str(state.turn))

    def outcome(self, state: Count) -> Outcome | None:
        if state.phase != "over":
            return None
        return Outcome((state.turn,), "last-player" if state.count else "counted")

    def veil(self, state: Count, viewer: Seat | None) -> Count:
        return state if viewer == state.turn else msgspec.structs.replace(state, waited=0)

    def dump(self, state: Count) -> dict[str, Any]:
        return {"count": state.count, "turn": state.turn, "waited": state.waited, "left": letters(state.left)}

    def read(self, position: Mapping[str, Any], seats: int, options: ToyOptions) -> Count:
        given = state_of(Position, read_fields(position, Position, seats))
        if given.count < 0:
            raise Malformed("position: the count is below nothing")
        left = tuple(read_seat(letter, seats) for letter in given.left)
        active = tuple(seat for seat in range(seats) if seat not in left)
        return Count(given.count, given.turn, given.waited, active, left)

    def faults(self, state: Count) -> list[str]:
        return [] if state.phase == "over" or state.turn in state.active else ["The turn is nobody's."]


TOY = Toy()
