"""The public knowledge of the last resolved action (section 11).

No rule ever looks at it: it's there to be shown.
"""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.cards import Card, Cards, Rank
from bot.engine.chance import Seat
from bot.games.crap.cards import GuessedCard


class LastAction(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    """An action that has resolved. `seat` is whose turn it was."""

    seat: Seat


class LastScore(LastAction, frozen=True, tag="score"):
    """A set was laid. `lender` is whose set lent the marker."""

    lender: Seat | None = msgspec.field(name="from")


class LastRecycle(LastAction, frozen=True, tag="recycle"):
    """A hand was recycled. Without a roll-off there's neither an opponent nor dice."""

    opponent: Seat | None
    rolloff: tuple[int, int] | None
    cards: Cards
    dice: tuple[int, ...]


class LastAcquire(LastAction, frozen=True, tag="acquire"):
    """An acquire has resolved. Only a called one shows proof."""

    rank: Rank
    caller: Seat | None
    proof: Card | None
    gave: Mapping[Seat, Cards]


class LastChallenge(LastAction, frozen=True, tag="challenge"):
    """A challenge has resolved. Rewards as counted, not as drawn."""

    target: Seat
    die: int
    guesses: Mapping[Seat, GuessedCard]
    placed: Mapping[Seat, Cards]
    rewards: Mapping[Seat, int]


class LastProtect(LastAction, frozen=True, tag="protect"):
    """A card was protected."""


class LastCooperate(LastAction, frozen=True, tag="cooperate"):
    """Two hands as they were shown, before the draws."""

    target: Seat
    hands: Mapping[Seat, Cards]


class LastForceRecycle(LastAction, frozen=True, tag="force-recycle"):
    """A vote has closed. If it passed, also what the recycle made known."""

    target: Seat
    votes: Mapping[Seat, bool]
    passed: bool
    opponent: Seat | UnsetType | None = UNSET
    rolloff: tuple[int, int] | UnsetType | None = UNSET
    cards: Cards | UnsetType = UNSET
    dice: tuple[int, ...] | UnsetType = UNSET


class LastAllowForcing(LastAction, frozen=True, tag="allow-forcing"):
    """A vote on allowing forced recycles has closed."""

    votes: Mapping[Seat, bool]
    passed: bool


class LastSkip(LastAction, frozen=True, tag="skip"):
    """A turn ran out."""


AnyLastAction: TypeAlias = (
    LastScore
    | LastRecycle
    | LastAcquire
    | LastChallenge
    | LastProtect
    | LastCooperate
    | LastForceRecycle
    | LastAllowForcing
    | LastSkip
)
