"""Valid proofs and invalid variations of them. `python -m tests.fair.vectors` wrote the files.

They represent files that people have kept, so they're never written again. Files without a number in
their names have the previous format.
"""

import json
from pathlib import Path
from typing import NamedTuple

from bot.fair.deal import Deal
from bot.fair.proof import DIGEST_MARK, proof, with_digest
from bot.games import GAMES
from tests.fair.games import sealed_game

FOLDER = Path(__file__).parent / "vectors"
MOVES = 6


class Vector(NamedTuple):
    """A file, and the step at which it's rejected, or "" if it's valid."""

    name: str
    text: str
    step: str


def vectors() -> list[Vector]:
    """Return all vectors."""
    held = {path.stem: path.read_text(encoding="ascii") for path in sorted(FOLDER.glob("*.json"))}
    wrong = json.loads(held.pop("wrong"))
    found = [Vector(name, text, "") for name, text in held.items()]
    for number, change in enumerate(wrong):
        text = changed(held[change["file"]], change["from"], change["to"], is_signed=change["signed"])
        found.append(Vector(f"wrong {number}: {change['from'][:40]}", text, change["step"]))
    return found


def changed(text: str, before: str, after: str, *, is_signed: bool) -> str:
    """Return a file with a replaced text, and with a matching digest if it `is_signed`."""
    assert before in text
    other = text.replace(before, after, 1)
    return with_digest(other.rpartition(DIGEST_MARK)[0]) if is_signed else other


def main() -> None:
    """Write the valid files."""
    for game in GAMES.values():
        (FOLDER / f"{game.id}-2.json").write_text(sealed_game(game, 3, MOVES).text, encoding="ascii")
    closed = proof(12, Deal(bytes(range(32))), [], (), "cancelled")
    (FOLDER / "closed-2.json").write_text(closed, encoding="ascii")


if __name__ == "__main__":
    main()
