"""The share of games that each level of computers should win, game by game."""

from typing import Final, NamedTuple

from benchmarks.strength.arena import PlayerKind


class Bar(NamedTuple):
    """The share of games that a player of one level should win among players of another.

    From 0 to 1 always holds. Such a pairing only shows the worth of knowing all hands.
    """

    game: str
    seats: int
    hero: PlayerKind
    others: PlayerKind
    least: float
    most: float = 1.0

    def __str__(self) -> str:
        """Return the bar for people."""
        wanted = f"at least {self.least:.2f}" if self.most == 1.0 else f"{self.least:.2f} to {self.most:.2f}"
        return f"{self.game}, {self.seats} players: {self.hero} against {self.others}, {wanted}"


BARS: Final = (
    Bar("crazy-rummy", 2, "medium", "random", 0.85),
    Bar("crazy-rummy", 2, "easy", "medium", 0.25, 0.35),
    Bar("crazy-rummy", 4, "easy", "medium", 0.12, 0.18),
    Bar("crazy-rummy", 2, "hard", "medium", 0.72),
    Bar("crazy-rummy", 4, "hard", "medium", 0.38),
    Bar("skrap", 2, "medium", "random", 0.85),
    Bar("skrap", 4, "medium", "random", 0.55),
    Bar("skrap", 2, "easy", "medium", 0.35, 0.42),
    Bar("skrap", 4, "easy", "medium", 0.18, 0.22),
    Bar("skrap", 2, "hard", "medium", 0.76),
    Bar("skrap", 3, "hard", "medium", 0.67),
    Bar("skrap", 4, "hard", "medium", 0.57),
    Bar("craits", 2, "medium", "random", 0.85),
    Bar("craits", 2, "easy", "medium", 0.33, 0.42),
    Bar("craits", 4, "easy", "medium", 0.17, 0.22),
    Bar("craits", 2, "hard", "medium", 0.67),
    Bar("craits", 4, "hard", "medium", 0.37),
    Bar("craits", 4, "seeing", "medium", 0.0),
    Bar("crap", 3, "medium", "random", 0.85),
    Bar("crap", 3, "easy", "medium", 0.23, 0.30),
    Bar("crap", 4, "easy", "medium", 0.12, 0.18),
    Bar("crap", 3, "hard", "medium", 0.60),
    Bar("crap", 4, "hard", "medium", 0.50),
    Bar("crap", 4, "seeing", "medium", 0.0),
    Bar("crapette", 2, "medium", "random", 0.85),
    Bar("crapette", 2, "easy", "medium", 0.28, 0.36),
    Bar("crapette", 2, "hard", "medium", 0.75),
)
"""All measured pairings. A draw counts as half a win, or as an equal share among more than two players."""
