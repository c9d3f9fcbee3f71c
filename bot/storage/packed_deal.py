"""The deal of a packed game as a list: nothing that its session says too, and no hash that can be made again.

In order: the secret in hex; what the text says of the beacon; by seat None (the hash of what that player has
added) or what the text says; then of each press its seat, its id, and words.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from bot.fair import deal as deals
from bot.fair.deal import Deal, Own, Share
from bot.storage.errors import Damaged

Told: TypeAlias = Sequence[Any]
_NO_BEACON: Final = "none"
_PERSON: Final = "person "


class Sitting(NamedTuple):
    """What a session says that its deal says too."""

    number: int
    game: str
    options: Mapping[str, Any]
    players: Sequence[int]


def told(deal: Deal, sitting: Sitting) -> Told | None:
    """The deal of a finished game; None where it would not come out again to the last byte."""
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
    return found if whole(found, sitting) == deal else None


def whole(found: Told, sitting: Sitting) -> Deal:
    """The deal that was told so; raises Damaged where it is not one of this session's players."""
    secret, beacon, seats, presses = found
    try:
        shares = {seat: Share(sitting.players[seat], *rest) for seat, *rest in presses}
        own = Own(beacon, [_said(one, shares.get(seat)) for seat, one in enumerate(seats)])
    except (LookupError, TypeError, ValueError) as error:
        raise Damaged(f"the deal of session {sitting.number} is not one of its players") from error
    text = deals.text_of(own, table=sitting.number, game=sitting.game, options=sitting.options)
    return Deal(
        bytes.fromhex(secret), tuple(shares.values()), wants_beacon=beacon != _NO_BEACON, transcript=text
    )


def share_of(found: Told, seat: int, user_id: int) -> Share | None:
    """What the player of a seat, who is this user, has added."""
    _, _, _, presses = found
    return next((Share(user_id, *rest) for place, *rest in presses if place == seat), None)


def without(found: Told, seat: int, user_id: int) -> Told:
    """The same without what the player of a seat has added; its hash stays, from which nobody finds them."""
    secret, beacon, seats, presses = found
    hashes = [f"{_PERSON}{Share(user_id, *rest).digest}" for place, *rest in presses if place == seat]
    left = [hashes[0] if hashes and place == seat and one is None else one for place, one in enumerate(seats)]
    return (secret, beacon, left, [press for press in presses if press[0] != seat])


def _seat(who: str, share: Share | None) -> str | None:
    """What is kept of what the text says of a seat, whose player has added this."""
    return None if share is not None and who == f"{_PERSON}{share.digest}" else who


def _said(one: str | None, share: Share | None) -> str:
    """What the text says of a seat; raises LookupError where its player has added nothing to be hashed."""
    if one is not None:
        return one
    if share is None:
        raise LookupError("nothing was added")
    return f"{_PERSON}{share.digest}"
