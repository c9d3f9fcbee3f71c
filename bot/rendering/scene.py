"""A scene: everything a page is made from, limited to what its viewer may know."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Outcome
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.ratings.conditions import Unrated
from bot.ratings.ledger import Shift
from bot.rendering.catalog import say
from bot.rendering.computers import SIGN, stand_in_name
from bot.storage.records import CloseReason, HintsFor, Order, PaceName, Question, Status, has_one_person


def seat_name(seat: Seat) -> str:
    """Return the substitute for a name that isn't known: `Seat 3`."""
    return say("Seat {number}", number=seat + 1)


_DOES: Final = r"\\*_~`|<>\[\]()#:./♣♦♥♠"
"""Characters that format, link, mention or show a suit. `-` and `+` format only at the beginning."""
_TURNS_OR_BREAKS: Final = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Invisible characters that joined emoji, flags and letters don't need."""
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")
"""Letters and symbols that show nothing."""


@lru_cache(maxsize=4096)
def visible(name: str) -> str:
    """Return a name on one line, without needless invisible characters. Empty if nothing of it shows."""
    whole = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in name)
    line = " ".join(_TURNS_OR_BREAKS.sub("", whole).split())
    return line if any(map(_is_seen, line)) else ""


def _is_seen(sign: str) -> bool:
    """Whether a character is visible. That includes emoji too new for Python's Unicode tables."""
    is_emoji = "\U0001f000" <= sign <= "\U0001fbff"
    return is_emoji or (unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK)


@lru_cache(maxsize=4096)
def escaped(name: str) -> str:
    """Return a name that can't affect a message. It's cached, because a table repeats a few dozen names."""
    return re.sub(rf"(^[-+]|[{_DOES}])", r"\\\1", visible(name)).replace("@", "@\u200b")


def unescaped(text: str) -> str:
    """Return a sentence for a picture, with the names in it no longer escaped."""
    return re.sub(rf"\\([-+{_DOES}])", r"\1", text).replace("@\u200b", "@")


class Sealed(msgspec.Struct, frozen=True, gc=False):
    """The public facts about a sealed deal before the end: its seal, never its secret."""

    seal: str
    address: str = ""
    """The address of the page that checks this deal, with table and seal, if an operator has set one."""
    wants_beacon: bool = False
    beacon: int | None = None
    """The round of the public beacon that went into the deal."""


class SeenMove(msgspec.Struct, frozen=True, gc=False):
    """A past move as the viewer may know it. `seat` is None for the clock and the deal."""

    seat: Seat | None
    events: tuple[Event, ...]
    at: float
    revision: int = 0
    stand_ins: Mapping[Seat, int] = {}
    """The computers that sat in for players then, by seat."""


class DailyStanding(msgspec.Struct, frozen=True, gc=False):
    """The facts below the result of a daily."""

    lead: int
    moves: int
    par: int
    place: int | None = None
    """The place on the server's list, once enough people have finished."""
    finished: int = 0
    days_played: int = 1
    next_game: str | None = None
    """The first of today's games that its player hasn't begun."""
    may_verify: bool = False
    """Whether its day is over, so that its cards needn't stay secret."""


class DailyRecord(NamedTuple):
    """A user's dailies in numbers, in one game or in all. Leads of several games can't be compared."""

    days: int
    best: int
    above_par: int
    """The median of each lead minus its par."""


class PastMove(NamedTuple):
    """A move of a finished game: its number (the deal is 0), who made it, and the state before it."""

    number: int
    seat: Seat | None
    before: Any
    move: Move


def _called(names: Sequence[str], seat: Seat) -> str:
    return (visible(names[seat]) if seat < len(names) else "") or seat_name(seat)


class Scene(msgspec.Struct, frozen=True):
    """A session as one viewer (None: the public) may see it."""

    session_id: int
    revision: int
    game: AnyGame
    options: dict[str, Any]
    status: Status
    guild_id: int
    channel_id: int
    host_id: int
    players: tuple[int, ...]
    """User ids in seat order."""
    names: tuple[str, ...]
    """Display names in seat order, for texts without mentions. They include stand-ins."""
    end_votes: tuple[int, ...]
    created_at: float
    rules_name: str = ""
    """The name under which the server has saved a lobby's options."""
    began_at: float | None = None
    """The time of the deal, if known."""
    starts_at: float | None = None
    """When the game is planned to start, if the host of the lobby has set a time."""
    owners: tuple[str, ...] = ()
    """The names without stand-ins."""
    stand_ins: Mapping[Seat, int] = {}
    """The computers that sit in for players now, by seat."""
    question: Question | None = None
    """The question to the others about late or away players, with their choice."""
    pace: PaceName | None = None
    """The pace of the table, where one was chosen."""
    seconds: tuple[int, int] | None = None
    """The time for a turn and an answer. None if the game's rules measure time."""
    viewer: Seat | None = None
    view: Any = None
    """The viewer's view, a state with backs. None before the deal."""
    phase: str = "lobby"
    active: tuple[Seat, ...] = ()
    deciders: tuple[Seat, ...] = ()
    legal: tuple[Move, ...] = ()
    """The viewer's possible moves."""
    recent: tuple[SeenMove, ...] = ()
    """The last moves, oldest first."""
    scores: tuple[Event, ...] = ()
    """All events of the game so far that count for its score sheet, oldest first."""
    deadline: float | None = None
    is_idle: bool = False
    """Whether nobody has played for a while. `deadline` is then the time when the table closes."""
    is_host_away: bool = False
    """Whether the lobby's host hasn't done anything for a while."""
    ended: CloseReason | None = None
    """The reason why the table was closed early, or None."""
    former_host: Seat | None = None
    """The lobby's host before someone took over."""
    outcome: Outcome | None = None
    button_only: frozenset[Seat] = frozenset()
    """Seats that can't be reached by DM."""
    unseen: frozenset[Seat] = frozenset()
    """Seats that get hands by DM but may not see them, because they haven't used one yet."""
    is_first_decision: bool = False
    """Whether the present decision is the first one after the deal."""
    pictures: bool = False
    """Whether the page shows pictures as well as text."""
    deck: Literal["two", "four"] = "two"
    """Colours of the pictured deck."""
    is_experienced: bool = False
    """Whether the viewer had finished a game of this kind before this table was opened."""
    hints: HintsFor = "first-games"
    """The table's hint rule."""
    may_be_rated: bool = False
    """Whether it's a lobby in a server with ratings."""
    unrated: Unrated | None = None
    """The reason why the game won't be rated, or None if it will."""
    shifts: tuple[Shift, ...] = ()
    """The rating changes of a finished game, by seat. Empty if it wasn't rated."""
    hinted: tuple[Seat, ...] = ()
    """The players who were given a hint, once for each hint."""
    day: str = ""
    """The day of a daily, as in `2026-11-29`. Empty for other tables."""
    standing: DailyStanding | None = None
    """The result of a daily, once it's known."""
    sealed: Sealed | None = None
    """The seal of the deal. None for a deal without one, as in earlier releases."""
    plans: Mapping[str, tuple[str, ...]] = {}
    """The choices that the viewer may make ahead, by kind."""
    orders: tuple[Order, ...] = ()
    """The viewer's own orders. An order's `acted` is 0 unless the viewer's last move came from it."""
    pressed: tuple[float, ...] = ()
    """The time of each player's last move by hand at a slow table, by seat."""
    order: Literal["usual", "rank", "suit"] = "usual"
    """The viewer's way to sort their hand. `usual` is the game's own."""

    @property
    def seat(self) -> Seat:
        """The viewer's seat, for pages that only players see."""
        assert self.viewer is not None
        return self.viewer

    def mention(self, seat: Seat) -> str:
        """Return a mention of a seat's player. Discord writes the name, so nothing in it affects the message.

        A computer's or stand-in's name isn't a mention.
        """
        return f"<@{self.players[seat]}>" if self.is_there(seat) else escaped(self.name(seat))

    def is_there(self, seat: Seat) -> bool:
        """Whether a person plays this seat now, not a computer or stand-in."""
        return self.players[seat] > 0 and seat not in self.stand_ins

    def owner(self, seat: Seat) -> str:
        """Return the player of a seat, even while a computer sits in."""
        return _called(self.owners or self.names, seat)

    def name(self, seat: Seat) -> str:
        """Return the player of a seat for sentences without mentions. A computer comes without its sign."""
        name = self.signed(seat)
        return name if self.is_there(seat) else name.removeprefix(f"{SIGN} ")

    def signed(self, seat: Seat) -> str:
        """Return the player of a seat for headings and lists. A computer comes with its sign."""
        return _called(self.names, seat)

    def then(self, told: SeenMove) -> "Scene":
        """Return the scene with the revision and the players' names of a past move."""
        if told.stand_ins == self.stand_ins:
            return msgspec.structs.replace(self, revision=told.revision)
        seats = range(len(self.players))
        names = tuple(stand_in_name(told.stand_ins.get(seat), self.owner(seat)) for seat in seats)
        return msgspec.structs.replace(self, names=names, stand_ins=told.stand_ins, revision=told.revision)

    @property
    def is_in_dm(self) -> bool:
        """Whether one person plays with computers in a DM, where table and hand are one message."""
        return self.guild_id == 0

    @property
    def is_alone(self) -> bool:
        """Whether one person plays with computers: in a DM, or anywhere once the cards are dealt."""
        return self.is_in_dm or (self.view is not None and has_one_person(self.players))

    @property
    def lone_seat(self) -> Seat:
        """The seat of the one person who plays alone."""
        return next((seat for seat, user in enumerate(self.players) if user >= 0), 0)

    @property
    def has_hints(self) -> bool:
        """Whether the viewer may ask for hints. Someone alone always may, unless they're off."""
        if self.viewer is None or self.game.notes is None or self.hints == "off":
            return False
        return self.hints == "on" or self.is_alone or not self.is_experienced

    @property
    def asked(self) -> bool:
        """Whether the viewer owes a decision."""
        return self.viewer in self.deciders and not self.is_stood_in

    @property
    def has_left(self) -> bool:
        """Whether the viewer has left the running game. There's no way back."""
        return self.status == "playing" and self.viewer is not None and self.viewer not in self.active

    @property
    def is_stood_in(self) -> bool:
        """Whether a computer plays for the viewer."""
        return self.viewer in self.stand_ins
