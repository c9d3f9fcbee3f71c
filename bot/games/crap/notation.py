"""The objects inside a position: sets, the action under way, the last action (section 11)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from bot.engine.cards import Rank
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Malformed
from bot.engine.moves import fields_of
from bot.engine.notation import Count, by_seat, letters, read_card, read_cards, read_seat
from bot.engine.view import BACK, zone
from bot.games.crap.cards import SINGLE, GuessedCard, LaidSet, set_value
from bot.games.crap.challenging import guesses_of
from bot.games.crap.duel import MAX_PLACED
from bot.games.crap.last_action import AnyLastAction
from bot.games.crap.state import Acquisition, Ballot, Duel, Pending, Phase

T = TypeVar("T")


class SetText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set as it is written."""

    owner: str
    rank: Rank
    cards: list[str]
    double: bool | None = None
    value: Count | None = None
    borrowed: str | None = None


class PendingText(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    """The action under way as it is written."""


class AcquisitionText(PendingText, frozen=True, tag="acquire"):
    """An acquire in its bluff window."""

    rank: Rank
    believed: list[str] = []


class DuelText(PendingText, frozen=True, tag="challenge"):
    """A challenge."""

    target: str
    die: Annotated[int, Meta(ge=1, le=MAX_PLACED)]
    guesses: dict[str, GuessedCard] = {}


class BallotText(PendingText, frozen=True, tag="force-recycle"):
    """A vote on a forced recycle."""

    target: str
    votes: dict[str, bool] = {}


class AllowText(PendingText, frozen=True, tag="allow-forcing"):
    """A vote on allowing forced recycles."""

    votes: dict[str, bool] = {}


AnyPendingText = AcquisitionText | DuelText | BallotText | AllowText

_SEATS: Final = frozenset(("seat", "from", "opponent", "caller", "target"))
"""The fields of a last action that name a seat."""
_BY_SEAT: Final = frozenset(("gave", "guesses", "placed", "rewards", "hands", "votes"))
"""Those that are seat objects."""

_TEXTS_OF: Final[Mapping[Phase, tuple[type[PendingText], ...]]] = {
    "bluff-window": (AcquisitionText,),
    "challenge-place": (DuelText,),
    "challenge-guess-1": (DuelText,),
    "challenge-guess-2": (DuelText,),
    "vote": (BallotText, AllowText),
}


def read_seats(given: Iterable[str], seats: int) -> tuple[Seat, ...]:
    """A list of seats."""
    return tuple(read_seat(letter, seats) for letter in given)


def set_text(laid: LaidSet) -> dict[str, Any]:
    """A set as it is written."""
    return {**msgspec.structs.asdict(laid), "owner": seat_letter(laid.owner), "cards": list(laid.cards)}


def read_set(text: SetText, seats: int) -> LaidSet:
    """A set; what is left out follows from its rank and the number of its cards."""
    double = len(text.cards) > SINGLE if text.double is None else text.double
    return LaidSet(
        read_seat(text.owner, seats),
        text.rank,
        read_cards(text.cards),
        double,
        set_value(text.rank, double=double) if text.value is None else text.value,
        None if text.borrowed is None else read_card(text.borrowed),
    )


def pending_text(pending: Pending | None) -> dict[str, Any] | None:
    """The action under way as it is written."""
    match pending:
        case Acquisition(rank, believed):
            return {"action": "acquire", "rank": rank, "believed": letters(believed)}
        case Duel(target, die):
            guesses = {
                seat_letter(seat): msgspec.structs.asdict(guess)
                for seat, guess in guesses_of(pending).items()
            }
            return {"action": "challenge", "target": seat_letter(target), "die": die, "guesses": guesses}
        case Ballot(target):
            cast = {
                seat_letter(seat): None if vote == BACK else vote
                for seat, vote in enumerate(pending.votes)
                if vote is not None
            }
            if target is None:
                return {"action": "allow-forcing", "votes": cast}
            return {"action": "force-recycle", "target": seat_letter(target), "votes": cast}
        case None:
            return None


def read_pending(text: AnyPendingText | None, phase: Phase, seats: int) -> Pending | None:
    """The action under way; Malformed when it is not one of this phase."""
    if type(text) not in _TEXTS_OF.get(phase, (type(None),)):
        raise Malformed(f"position: pending does not fit the phase {phase}")
    match text:
        case AcquisitionText(rank, believed):
            return Acquisition(rank, read_seats(believed, seats))
        case DuelText(target, die, guesses):
            return Duel(read_seat(target, seats), die, _by_seat_or_none(guesses, seats))
        case BallotText(target, votes):
            return Ballot(read_seat(target, seats), _by_seat_or_none(votes, seats))
        case AllowText(votes):
            return Ballot(None, _by_seat_or_none(votes, seats))
        case None:
            return None


def _by_seat_or_none(given: Mapping[str, T], seats: int) -> tuple[T | None, ...]:
    by_letters: dict[str, T | None] = {**given}
    return tuple(by_seat(by_letters, seats, None))


def last_text(last: AnyLastAction | None) -> dict[str, Any] | None:
    """The last action as it is written."""
    if last is None:
        return None
    fields = {field.encode_name: getattr(last, field.name) for field in fields_of(type(last))}
    written = {name: _written(name, part) for name, part in fields.items() if part is not msgspec.UNSET}
    return {"action": last.__struct_config__.tag, **written}


def _written(name: str, part: Any) -> Any:
    if name in _SEATS:
        return None if part is None else seat_letter(part)
    if name in _BY_SEAT:
        return {seat_letter(seat): _written("", entry) for seat, entry in part.items()}
    if isinstance(part, GuessedCard):
        return msgspec.structs.asdict(part)
    return zone(part) if isinstance(part, tuple) else part


def read_last_action(given: Mapping[str, Any], seats: int) -> AnyLastAction:
    """The last action with its seats and its cards read; Malformed when it is none."""
    fields = {name: _read(name, part, seats) for name, part in given.items()}
    try:
        last: AnyLastAction = msgspec.convert(fields, AnyLastAction)
    except msgspec.ValidationError as error:
        raise Malformed(f"position: {error} of last") from error
    return last


def _read(name: str, part: Any, seats: int) -> Any:
    if name in _SEATS and part is not None:
        return read_seat(str(part), seats)
    if name in _BY_SEAT and isinstance(part, dict):
        return {read_seat(letter, seats): _read("", entry, seats) for letter, entry in part.items()}
    if name == "proof" and isinstance(part, str):
        return read_card(part)
    if isinstance(part, list):
        return [read_card(entry) if isinstance(entry, str) else entry for entry in part]
    return part
