"""The deal of a packed game as a list without anything that its session or its text lets us restore.

In order: the secret in hex, the text's part on the beacon, by seat None (if the text holds the hash of that
player's share) or the text's part on it, then for each share its seat, interaction id, and words.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from bot.fair import deal as deals
from bot.fair.deal import Deal, Own, Share
from bot.storage.errors import Damaged

PackedDeal: TypeAlias = Sequence[Any]
_NO_BEACON: Final = "none"
_PERSON: Final = "person "


class Sitting(NamedTuple):
    """The facts of a session that its deal repeats."""

    number: int
    game: str
    options: Mapping[str, Any]
    players: Sequence[int]


def pack(deal: Deal, sitting: Sitting) -> PackedDeal | None:
    """Pack the deal of a finished game. None if unpacking wouldn't restore it byte for byte."""
    own, players = deals.own_of(deal.transcript), sitting.players
    added = {share.user: share for share in deal.shares}
    if len(own.seats) != len(players) or not added.keys() <= set(players):
        return None
    seats = [_seat(who, added.get(user)) for who, user in zip(own.seats, players, strict=True)]
    presses = [
        (players.index(one.user), one.interaction, *((one.words,) if one.words else ()))
        for one in deal.shares
    ]
    found = (deal.secret.hex(), own.beacon, seats, presses)
    return found if unpack(found, sitting) == deal else None


def unpack(found: PackedDeal, sitting: Sitting) -> Deal:
    """Unpack a deal. Raises Damaged if it doesn't belong to this session's players."""
    secret, beacon, seats, presses = found
    try:
        shares = {seat: Share(sitting.players[seat], *rest) for seat, *rest in presses}
        own = Own(beacon, [_restored(one, shares.get(seat)) for seat, one in enumerate(seats)])
    except (LookupError, TypeError, ValueError) as error:
        raise Damaged(f"the deal of session {sitting.number} isn't one of its players") from error
    text = deals.text_of(own, table=sitting.number, game=sitting.game, options=sitting.options)
    return Deal(
        bytes.fromhex(secret), tuple(shares.values()), wants_beacon=beacon != _NO_BEACON, transcript=text
    )


def share_of(found: PackedDeal, seat: int, user_id: int) -> Share | None:
    """Return what the player of a seat, who is this user, has added."""
    _, _, _, presses = found
    return next((Share(user_id, *rest) for place, *rest in presses if place == seat), None)


def without(found: PackedDeal, seat: int, user_id: int) -> PackedDeal:
    """Return the deal without the share of a seat's player. An anonymous hash of it stays."""
    secret, beacon, seats, presses = found
    hashes = [f"{_PERSON}{Share(user_id, *rest).digest}" for place, *rest in presses if place == seat]
    left = [hashes[0] if hashes and place == seat and one is None else one for place, one in enumerate(seats)]
    return (secret, beacon, left, [press for press in presses if press[0] != seat])


def _seat(who: str, share: Share | None) -> str | None:
    """Return the text's part on a seat, or None if it follows from the player's share."""
    return None if share is not None and who == f"{_PERSON}{share.digest}" else who


def _restored(one: str | None, share: Share | None) -> str:
    """Return the text's part on a seat. Raises LookupError if there's no share to restore it from."""
    if one is not None:
        return one
    if share is None:
        raise LookupError("nothing was added")
    return f"{_PERSON}{share.digest}"
