"""The options of a table (section 7)."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from bot.engine.contract import Lengths, Options, between
from bot.games.skrap.cards import SurgedKing


class SkrapOptions(Options, frozen=True):
    """The options of Skrap.

    Edition 1 bars the champion's owner from scavenging in any case (R15), and lets players without a head
    win at the round limit (R18).
    """

    edition: Annotated[int, Meta(ge=1, extra={"hidden": True})] = 2
    target: Annotated[int, between(3, 30, offered=(5, 10))] = 10
    """Heads needed to win."""
    pass_rule: Literal["reopen", "final"] = "reopen"  # noqa: S105 - a rule about passing, not a password
    """Whether a pass holds for one bot (reopen) or until the round ends (final)."""
    surged_king: SurgedKing = "joker-only"
    """The weapon that destroys an armour of 14: only a joker, or also an equal weapon."""
    tie_break: Literal["rps", "random"] = "rps"
    """The tie-break when both highest and lowest surge cards are tied: a throw, or chance."""
    max_rounds: Annotated[int, between(5, 200, offered=(15, 60))] = 60
    """The game ends after this many rounds."""

    @property
    def passes_are_final(self) -> bool:
        """Whether a pass holds until the round ends."""
        return self.pass_rule == "final"  # noqa: S105 - a rule about passing, not a password


LENGTHS: Final[Lengths] = {"short": {"target": 10}, "normal": {"target": 15}, "long": {"target": 25}}
"""The lengths players can choose from."""
