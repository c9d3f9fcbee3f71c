"""A position read from its notation, and the reasons why it may be none (chapter 11)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from bot.engine.cards import JOKER, Card, NotACard, Rank, parse_card
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Malformed
from bot.engine.notation import by_seat, read_position, seat_of
from bot.games.crap.absence import SkipRecord
from bot.games.crap.acquire import AcquireRecord
from bot.games.crap.challenge import ChallengeRecord
from bot.games.crap.cooperate import CooperateRecord
from bot.games.crap.force_recycle import ForceRecycleRecord
from bot.games.crap.position import all_cards
from bot.games.crap.protect import ProtectRecord
from bot.games.crap.recycle import RecycleRecord
from bot.games.crap.score import SINGLE, ScoreRecord
from bot.games.crap.state import (
    Acquisition,
    Ballot,
    Cards,
    CrapOptions,
    Duel,
    End,
    GuessedCard,
    LaidSet,
    Pending,
    Phase,
    Record,
    State,
    rank_number,
)

T = TypeVar("T")

Count = Annotated[int, Meta(ge=0)]
AnyRecord = (
    ScoreRecord
    | RecycleRecord
    | AcquireRecord
    | ChallengeRecord
    | ProtectRecord
    | CooperateRecord
    | ForceRecycleRecord
    | SkipRecord
)


class SetText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set object."""

    owner: str
    rank: Rank
    cards: list[str]
    double: bool | None = None
    value: Count | None = None
    borrowed: str | None = None


class PendingText(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    """The action under way."""


class AcquisitionText(PendingText, frozen=True, tag="acquire"):
    """An acquire in its bluff window."""

    rank: Rank
    believed: list[str] = []


class DuelText(PendingText, frozen=True, tag="challenge"):
    """A challenge."""

    target: str
    die: Annotated[int, Meta(ge=1, le=6)]
    guesses: dict[str, GuessedCard] = {}


class BallotText(PendingText, frozen=True, tag="force-recycle"):
    """A vote on a force recycle."""

    target: str
    votes: dict[str, bool] = {}


class PositionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as written: every field may be left out."""

    phase: Phase = "turn"
    turn: str = "A"
    turn_number: Annotated[int, Meta(ge=1)] = 1
    stock: list[str] = []
    discard: list[str] = []
    sets: list[SetText] = []
    hands: dict[str, list[str]] = {}
    protected: dict[str, list[str]] = {}
    placed: dict[str, list[str]] = {}
    totals: dict[str, int] = {}
    idle: dict[str, Count] = {}
    timeouts: Count = 0
    scoring_rounds: Count = 0
    left: list[str] = []
    leaving: list[str] = []
    pending: AcquisitionText | DuelText | BallotText | None = None
    last: AnyRecord | None = None
    winners: list[str] = []
    end: End | None = None


_ACTION_OF: Final[dict[Phase, type[PendingText]]] = {
    "bluff-window": AcquisitionText,
    "challenge-place": DuelText,
    "challenge-guess-1": DuelText,
    "challenge-guess-2": DuelText,
    "vote": BallotText,
}


def load(position: Mapping[str, Any], seats: int, options: CrapOptions) -> State:
    """The state of a position; raise Malformed when it cannot be one."""
    if not 3 <= seats <= 6:
        raise Malformed(f"C.R.A.P. is for 3 to 6 players, not {seats}")
    text = read_position(position, PositionText)
    state = State(
        options,
        pack=(),
        hands=_read_zone(text.hands, seats),
        protected=_read_zone(text.protected, seats),
        placed=_read_zone(text.placed, seats),
        totals=tuple(by_seat(text.totals, seats, 0)),
        idle=tuple(by_seat(text.idle, seats, 0)),
        stock=_read_cards(text.stock),
        discard=_read_cards(text.discard),
        sets=tuple(_read_set(laid, seats) for laid in text.sets),
        phase=text.phase,
        turn=seat_of(text.turn, seats),
        turn_number=text.turn_number,
        timeouts=text.timeouts,
        scoring_rounds=text.scoring_rounds,
        left=_read_seats(text.left, seats),
        leaving=_read_seats(text.leaving, seats),
        pending=_read_pending(text, seats),
        last=None if text.last is None else _read_record(text.last, seats),
        winners=_read_seats(text.winners, seats),
        end=text.end,
    )
    _check_seats(state)
    return msgspec.structs.replace(state, pack=_read_pack(state))


def _read_card(text: str) -> Card:
    try:
        return parse_card(text)
    except NotACard as bad:
        raise Malformed(f"position: {bad}") from bad


def _read_cards(texts: Iterable[str]) -> Cards:
    return tuple(map(_read_card, texts))


def _read_zone(texts: Mapping[str, list[str]], seats: int) -> tuple[Cards, ...]:
    return tuple(map(_read_cards, by_seat(texts, seats, [])))


def _read_seats(texts: Iterable[str], seats: int) -> tuple[Seat, ...]:
    return tuple(seat_of(letter, seats) for letter in texts)


def _read_set(text: SetText, seats: int) -> LaidSet:
    double = len(text.cards) > SINGLE if text.double is None else text.double
    usual = 10 * rank_number(text.rank) + (10 if double else 0)
    return LaidSet(
        seat_of(text.owner, seats),
        text.rank,
        _read_cards(text.cards),
        double,
        usual if text.value is None else text.value,
        None if text.borrowed is None else _read_card(text.borrowed),
    )


def _read_pending(text: PositionText, seats: int) -> Pending | None:
    """The action under way, which must be one of this phase."""
    kind = _ACTION_OF.get(text.phase)
    if (kind or type(None)) is not type(text.pending):
        raise Malformed(f"position: pending does not fit the phase {text.phase}")
    match text.pending:
        case AcquisitionText(rank, believed):
            return Acquisition(rank, _read_seats(believed, seats))
        case DuelText(target, die, guesses):
            return Duel(seat_of(target, seats), die, tuple(_by_seat_or_none(guesses, seats)))
        case BallotText(target, votes):
            return Ballot(seat_of(target, seats), tuple(_by_seat_or_none(votes, seats)))
        case None:
            return None


def _by_seat_or_none(given: Mapping[str, T], seats: int) -> list[T | None]:
    by_letters: dict[str, T | None] = {**given}
    return by_seat(by_letters, seats, None)


def _read_record(record: Record, seats: int) -> Record:
    """A record with its seats checked and its cards read."""
    fields = msgspec.structs.asdict(record)
    return type(record)(**{name: _read_entry(name, value, seats) for name, value in fields.items()})


def _read_entry(name: str, value: Any, seats: int) -> Any:
    """One entry of a record: keys and most texts are seats, lists of texts are cards."""
    if isinstance(value, dict):
        return {
            seat_letter(seat_of(letter, seats)): _read_entry(name, entry, seats)
            for letter, entry in value.items()
        }
    if isinstance(value, tuple):
        return tuple(_read_card(entry) if isinstance(entry, str) else entry for entry in value)
    if isinstance(value, str) and name != "rank":
        return _read_card(value) if name == "proof" else seat_letter(seat_of(value, seats))
    return value


def _check_seats(state: State) -> None:
    """Whose turn it is must still be there, and an action is against another player."""
    gone = {*state.left, *(state.leaving if state.phase == "turn" else ())}
    if state.phase != "over" and state.turn in gone:
        raise Malformed(f"position: it cannot be the turn of {seat_letter(state.turn)}, who has left")
    target = state.pending.target if isinstance(state.pending, Duel | Ballot) else None
    if target is not None and target in (state.turn, *state.left):
        raise Malformed(f"position: {seat_letter(target)} cannot be the target")


def _read_pack(state: State) -> Cards:
    """All cards of the position; raise Malformed when two packs, or the options, hold fewer."""
    pack = all_cards(state)
    jokers = 4 if state.options.jokers else 0
    for card, copies in Counter(pack).items():
        most = jokers if card == JOKER else 2
        if copies > most:
            raise Malformed(f"position: there are {copies} {card}, but the pack holds {most}")
    return pack
