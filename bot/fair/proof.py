"""The proof of a deal as a file: everything that was sealed, and every move with the chance it used."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.engine.chance import seat_letter
from bot.engine.recording import ChanceRequest
from bot.fair import deal as deals
from bot.fair.deal import Deal

FORMAT: Final = "cardcrate proof 2"
SUMS_MARK: Final = ',\n"sums":"'
"""The separator between the contents of a proof and the sums of its lines."""
SUM_LEN: Final = 8
"""The number of digits in the sum of a line."""
DIGEST_MARK: Final = ',\n"digest":"'
"""The separator between the file and the digest of everything before it."""


class ProofStep(msgspec.Struct, frozen=True):
    """One step of a game: the seat (None for the deal or the clock), its move, chance and position."""

    by: int | None
    move: str
    chance: Sequence[ChanceRequest]
    position: Mapping[str, Any]


def proof(table: int, deal: Deal, players: Sequence[int], steps: Iterable[ProofStep], ended: str) -> str:
    """Return the proof of an ended table's deal. It stores only the changes of each position.

    Moves are numbered as in a replay. The deal is 0.
    """
    head = {
        "format": FORMAT,
        "table": table,
        "seal": deals.seal(table, deal.secret),
        "secret": deal.secret.hex(),
        "transcript": deal.transcript,
        "key": deals.key(deal.secret, deal.transcript).hex() if deal.is_fixed else "",
        "shares": [_share_fields(deal, players, seat) for seat in _known_seats(deal, players)],
        "ended": ended,
    }
    lines = [f'"{name}":{_json(value)}' for name, value in head.items()]
    moves = ",\n".join(_move_lines(steps))
    body = "{" + ",\n".join(lines) + f',\n"moves":[\n{moves}\n]'
    return with_digest(f'{body}{SUMS_MARK}{line_sums(body)}"')


def line_sums(body: str) -> str:
    """Return the first digits of each line's SHA-256, which find the changed line of a damaged file."""
    return "".join(hashlib.sha256(line.encode()).hexdigest()[:SUM_LEN] for line in body.split("\n"))


def with_digest(body: str) -> str:
    """Return the file with the digest of everything before it."""
    return f'{body}{DIGEST_MARK}{hashlib.sha256(body.encode()).hexdigest()}"}}\n'


def _known_seats(deal: Deal, players: Sequence[int]) -> list[int]:
    """Return the seats whose players' shares are stored. Forgotten players have none."""
    if not deal.is_fixed:
        return []
    return [seat for seat, user in enumerate(players) if user > 0 and deal.share_of(user) is not None]


def _share_fields(deal: Deal, players: Sequence[int], seat: int) -> dict[str, str]:
    share = deal.share_of(players[seat])
    assert share is not None
    return {
        "seat": seat_letter(seat),
        "person": str(share.user),
        "interaction": str(share.interaction),
        "words": share.words,
    }


def _move_lines(steps: Iterable[ProofStep]) -> Iterable[str]:
    before: Mapping[str, Any] = {}
    for number, one in enumerate(steps):
        present = one.position
        changed = {name: value for name, value in present.items() if before.get(name, ...) != value}
        changed |= {name: None for name in before if name not in present}
        before = present
        by = None if one.by is None else seat_letter(one.by)
        line = {"number": number, "by": by, "move": one.move, "chance": list(one.chance)}
        yield _json({**line, "position": changed})


def _json(value: object) -> str:
    """Return JSON on one line, in ASCII."""
    return json.dumps(msgspec.to_builtins(value), separators=(",", ":"))
