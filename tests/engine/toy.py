"""The smallest game that uses everything the vocabulary offers: count down to nothing, in turns."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from bot.engine.chance import Chance, Seat
from bot.engine.contract import Action, Clock, Game, Malformed, Options, Outcome, Sheet
from bot.engine.draft import Draft, GameState, Refusal, Step
from bot.engine.events import Event, TimedOut
from bot.engine.held import named_card
from bot.engine.moves import CardsText, CardText, Leave, Move, Player
from bot.engine.notation import read_position


class ToyOptions(Options, frozen=True):
    start: Annotated[int, Meta(ge=1, le=99, description="Where the count starts", examples=[3, 9])] = 3
    open_hands: bool = False
    pace: Literal["slow", "fast"] = "slow"
    motto: str = "go"


class Take(Move, frozen=True):
    number: Annotated[int, Meta(ge=1, le=3)] = 1
    loudly: bool = False


class Give(Move, frozen=True):
    player: Player
    card: CardText
    second: CardText | None = None


class LayDown(Move, frozen=True):
    cards: CardsText
    where: Literal["left", "right"] = msgspec.field(default="left", name="to")


class Taken(Event, frozen=True):
    seat: Seat
    left: int


class ToySheet(Sheet, frozen=True):
    count: int
    is_mine: bool


class Count(GameState, frozen=True, forbid_unknown_fields=True):
    count: int = 3
    turn: int = 0
    waited: int = 0

    @property
    def phase(self) -> str:
        return ("over", "last")[self.count] if self.count < 2 else "count"

    @property
    def active(self) -> tuple[Seat, ...]:
        return (0, 1)


def take(draft: Draft[Count], seat: Seat, move: Take) -> None:
    count_down(draft, move.number)


def give(draft: Draft[Count], seat: Seat, move: Give) -> Refusal | None:
    card = named_card(move.card)
    if isinstance(card, Refusal):
        return card
    count_down(draft, 0)
    return None


def lay_down(draft: Draft[Count], seat: Seat, move: LayDown) -> None:
    count_down(draft, 0)


def leave(draft: Draft[Count], seat: Seat, move: Leave) -> None:
    draft.change(count=0, turn=1 - seat)


def count_down(draft: Draft[Count], taken: int) -> None:
    state = draft.state
    draft.change(count=max(state.count - taken, 0), turn=1 - state.turn)
    draft.tell(Taken(seat=state.turn, left=draft.state.count))


class Toy(Game[Count]):
    id = "toy"
    name = "Toy"
    seats = range(2, 4)
    options = ToyOptions
    actions: ClassVar[Mapping[type[Move], Action[Count]]] = {
        Take: Action(take),
        Give: Action(give, ("count",)),
        LayDown: Action(lay_down, ("count",)),
        Leave: Action(leave, unasked=True),
    }
    events = (Taken, TimedOut)
    looks = ("table",)
    measures_time = True

    def problem(self, seats: int, options: ToyOptions) -> str | None:
        return "a fast count starts at 9 at most" if options.pace == "fast" and options.start > 9 else None

    def blank(self, seats: int, options: ToyOptions) -> Count:
        return Count(options.start)

    def set_up(self, draft: Draft[Count]) -> None:
        draft.change(turn=draft.chance.seat(draft.state.active))

    def deciders(self, state: Count) -> tuple[Seat, ...]:
        return (state.turn,) if state.count else ()

    def legal(self, state: Count, seat: Seat) -> Sequence[Move]:
        if seat not in self.deciders(state):
            return []
        silent = [Take(number) for number in range(1, min(state.count, 3) + 1)]
        if state.phase == "last":
            return silent
        gifts = [Give(player, card) for card in ("AS", "KD") for player in (1, 0)]
        return [*silent, Take(2, loudly=True), *gifts, LayDown("AS,KD"), LayDown("KD", "right")]

    def run_out(self, draft: Draft[Count]) -> None:
        count_down(draft, 1)

    def wait(self, state: Count, seconds: int, chance: Chance) -> Step[Count]:
        return Step(msgspec.structs.replace(state, waited=state.waited + seconds))

    def look(self, state: Count, seat: Seat, verb: str) -> Refusal | None:
        return Refusal("blindfold") if seat == state.turn else None

    def clock(self, state: Count) -> Clock | None:
        return Clock(str(state.turn)) if state.count else None

    def outcome(self, state: Count) -> Outcome | None:
        return None if state.count else Outcome((state.turn,), "counted")

    def sheet(self, state: Count, viewer: Seat | None) -> ToySheet:
        return ToySheet(state.count, viewer == state.turn)

    def dump(self, state: Count) -> dict[str, Any]:
        return msgspec.structs.asdict(state)

    def read(self, position: Mapping[str, Any], seats: int, options: ToyOptions) -> Count:
        state = read_position(position, Count)
        if state.count < 0:
            raise Malformed("position: the count is below nothing")
        return state

    def faults(self, state: Count) -> list[str]:
        return []


TOY = Toy()
