"""Public facts about the last resolved action (section 11), for display only. No rule reads them."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.cards import Card, Cards, Rank
from bot.engine.chance import Seat
from bot.games.crap.cards import GuessedCard


class LastAction(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    """An action that has resolved, and the seat whose turn it was."""

    seat: Seat


class LastScore(LastAction, frozen=True, tag="score"):
    """A set was laid. The marker, if any, came from a set of `lender`."""

    lender: Seat | None = msgspec.field(name="from")


class LastRecycle(LastAction, frozen=True, tag="recycle"):
    """A hand was recycled. `opponent` and `rolloff` are None without a roll-off."""

    opponent: Seat | None
    rolloff: tuple[int, int] | None
    cards: Cards
    dice: tuple[int, ...]


class LastAcquire(LastAction, frozen=True, tag="acquire"):
    """An acquire has resolved. `proof` is only there after a call."""

    rank: Rank
    caller: Seat | None
    proof: Card | None
    gave: Mapping[Seat, Cards]


class LastChallenge(LastAction, frozen=True, tag="challenge"):
    """A challenge has resolved. `rewards` are the cards earned, even if fewer could be drawn."""

    target: Seat
    die: int
    guesses: Mapping[Seat, GuessedCard]
    placed: Mapping[Seat, Cards]
    rewards: Mapping[Seat, int]


class LastProtect(LastAction, frozen=True, tag="protect"):
    """A card was protected."""


class LastCooperate(LastAction, frozen=True, tag="cooperate"):
    """Two players have cooperated. `hands` are from before the draws."""

    target: Seat
    hands: Mapping[Seat, Cards]


class LastForceRecycle(LastAction, frozen=True, tag="force-recycle"):
    """A vote on a forced recycle has closed. The facts of the recycle are set if it passed."""

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
    """A turn timed out."""


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
