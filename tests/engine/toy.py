"""The smallest game that uses everything the vocabulary offers: count down to nothing, in turns."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bot.engine.chance import Chance, Seat
from bot.engine.contract import Clock, Game, Malformed, Options, Outcome, Sheet
from bot.engine.draft import GameState, Refusal, Step
from bot.engine.events import Event
from bot.engine.moves import CardsText, CardText, Move, Player
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


class Toy(Game[Count]):
    id = "toy"
    name = "Toy"
    seats = range(2, 4)
    options = ToyOptions
    moves = (Take, Give, LayDown)
    events = (Taken,)
    looks = ("table",)
    measures_time = True

    def deal(self, seats: int, options: ToyOptions, chance: Chance) -> Step[Count]:
        return Step(Count(options.start, chance.seat(range(seats))))

    def problem(self, seats: int, options: ToyOptions) -> str | None:
        return "a fast count starts at 9 at most" if options.pace == "fast" and options.start > 9 else None

    def phase(self, state: Count) -> str:
        return "count" if state.count else "over"

    def deciders(self, state: Count) -> tuple[Seat, ...]:
        return (state.turn,) if state.count else ()

    def active(self, state: Count) -> tuple[Seat, ...]:
        return (0, 1)

    def legal(self, state: Count, seat: Seat) -> Sequence[Move]:
        if seat != state.turn:
            return []
        silent = [Take(number) for number in range(1, min(state.count, 3) + 1)]
        gifts = [Give(player, card) for card in ("AS", "KD") for player in (1, 0)]
        return [*silent, Take(2, loudly=True), *gifts, LayDown("AS,KD"), LayDown("KD", "right")]

    def apply(self, state: Count, seat: Seat, move: Move, chance: Chance) -> Step[Count] | Refusal:
        if seat not in self.deciders(state):
            return Refusal("not-your-turn", {"turn": state.turn})
        taken = move.number if isinstance(move, Take) else 0
        return self._counted(state, taken)

    def timeout(self, state: Count, chance: Chance) -> Step[Count] | Refusal:
        return self._counted(state, 1) if state.count else Refusal("game-over")

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

    def load(self, position: Mapping[str, Any], seats: int, options: ToyOptions) -> Count:
        state = read_position(position, Count)
        if state.count < 0:
            raise Malformed("position: the count is below nothing")
        return state

    def faults(self, state: Count) -> list[str]:
        return []

    def _counted(self, state: Count, taken: int) -> Step[Count]:
        left = max(state.count - taken, 0)
        after = msgspec.structs.replace(state, count=left, turn=1 - state.turn)
        return Step(after, (Taken(seat=state.turn, left=left),))


TOY = Toy()
