"""Facts on the sheet that a table must tell: in words, and in the description of its picture.

All games share these forms. A line may have several ways, because full tables are told more briefly.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from bot.engine.chance import seat_letter
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import spelling
from tests.rendering.twin.hearing import NONE, Cards, Letters
from tests.rendering.twin.spelling import COVERED, number

Ways: TypeAlias = tuple[str, ...]
"""The ways to tell a line, from full to brief."""
Tile: TypeAlias = tuple[str, int, int]
"""The rank, the number of cards, and the number of wild ones."""


class Row(msgspec.Struct, frozen=True):
    """A player at a table."""

    points: str
    unit: str = "points"
    exact: str = ""
    """The points in words, if pictures show them in another form."""
    acts: bool = False
    leads: bool = False
    note: str = ""
    """The player's task or state. Words tell the task below the table."""
    dots: tuple[int, int, int] | None = None
    """The lit dots, all dots, and the new ones among the lit. Only drawn."""
    hand: int | None = None
    dealt: int = 0
    """The number of cards that the player was dealt. Only in words."""
    protected: int = 0
    placed: int = 0
    surge: str = ""
    tiles: tuple[Tile, ...] = ()
    """The sets in the picture."""
    board: Ways = ()
    """The sets in words, and the cards held at the end."""
    cards: Cards = ()
    """The player's open cards. If there's a board, words tell them there."""
    said: tuple[str, ...] = ()
    """Facts that pictures don't draw."""

    def written(self, letter: str) -> Iterator[Ways]:
        """Yield the line of a player in words, and the board below it."""
        surge = (
            "card chosen" if self.surge == COVERED else f"surge card {spelling.card(self.surge or COVERED)}"
        )
        held = f"{self.hand} of {self.dealt} cards" if self.dealt else number(self.hand or 0, "card")
        facts = {
            self.exact or self.points: True,
            f"{held}, {self.protected} protected" if self.protected else held: self.hand is not None,
            f"{self.placed} placed": self.placed,
            self.note: self.note and not self.acts,
            surge: self.surge,
            **dict.fromkeys(self.said, True),
            f"shows {spelling.cards(self.cards)}": self.cards and not self.board,
            "ahead": self.leads,
        }
        yield ("▶ " * self.acts + f"@{letter} " + " · ".join(fact for fact, holds in facts.items() if holds),)
        if self.board:
            yield tuple(f"> {way}" for way in self.board)

    def described(self, letter: str) -> Ways:
        """Return a player's line in a description: in full, without undrawn facts, and twice more briefly."""
        plain = [self._drawn(letter, brevity) for brevity in range(3)]
        return (", ".join([plain[0], *self.said]), *plain) if self.said else tuple(plain)

    def _drawn(self, letter: str, brevity: int) -> str:
        lit, goal, fresh = self.dots or (0, 0, 0)
        facts = {
            self.note: self.note,
            f"{self.points} {self.unit}": True,
            "leads": self.leads,
            f"{lit} of {goal}": goal,
            f"{fresh} new": fresh,
            f"holds {number(self.hand or 0, 'card', 'a')}": self.hand is not None,
            number(self.protected, "protected card", "a"): self.protected,
            f"surge card {spelling.card(self.surge or COVERED)}": self.surge,
            _tiles(self.tiles, brevity): self.tiles,
            _open(self.cards, brevity): self.cards,
            f"{number(self.placed, 'card', 'a')} face down": self.placed,
        }
        acts = " (to act)" if self.acts else ""
        return f"@{letter}{acts}: " + ", ".join(fact for fact, holds in facts.items() if holds)


def _tiles(tiles: Sequence[Tile], brevity: int) -> str:
    """Return sets as text: `sets: 3× 10 (one is wild) and 2× J`, briefly `3× 10*`, or only their number."""
    if brevity == 2 or not tiles:
        return number(len(tiles), "set", "a")
    wilds = [
        "*" * wild if brevity else f" ({'one is' if wild == 1 else f'{wild} are'} wild)" * bool(wild)
        for *_, wild in tiles
    ]
    parts = [f"{count}× {rank}{stars}" for (rank, count, _), stars in zip(tiles, wilds, strict=True)]
    return f"{'a set' if len(tiles) == 1 else 'sets'}: {spelling.listed(parts)}"


def _open(some: Cards, brevity: int) -> str:
    return (spelling.cards, spelling.by_rank, spelling.counted)[brevity](some)


class Own(msgspec.Struct, frozen=True):
    """A player's own cards, as a description tells them."""

    count: int = 0
    suit: str | None = None
    """The suit that counts one more."""
    hand: Cards = ()
    playable: Cards | None = None
    wild: Cards = ()
    hidden: int = 0
    aside: Mapping[str, Cards] = {}
    """Cards next to the hand, by their label."""


class Told(msgspec.Struct, frozen=True):
    """All facts of a table in words and in descriptions, and those of a player's own page."""

    phase: str
    winners: Letters
    end: str | None
    written: tuple[Ways, ...]
    """The lines of the table in words."""
    stage: Letters
    """The sentences of a description about the middle of the table, after its headline."""
    described: tuple[Ways, ...]
    """The lines of a description below the first."""
    spare: tuple[str, ...] = ()
    """The last lines of a description, which aren't drawn. Full tables may leave them out."""
    own_written: tuple[str, ...] = ()
    own: "Own | Told | None" = None
    asked: Letters = NONE
    """Facts in the title and in the task below the table."""
    last: tuple[str, ...] = ()
    """Facts in the log that the last action revealed."""


class Table(Protocol):
    """A module of this folder with one game's facts."""

    NOT_TOLD: Mapping[str, str]
    """Fields of the sheet that aren't told, with the reason why nobody needs them to play."""
    PHASES: Mapping[str, str]
    """The phases, by the words that tell them."""
    ENDS: Mapping[str, str]
    """The kinds of ending, by the words that tell them."""
    ASKED: str
    """A pattern of the facts in the title and in the task below the table."""
    UNREAD: str
    """A pattern of lines on a player's page that follow from other words."""

    def told(self, scene: Scene) -> Told:
        """Return the facts that a scene's texts must tell."""

    def last_heard(self, log: Sequence[str], phase: str) -> tuple[str, ...]:
        """Return the facts of the last action, from the log."""


NOTHING: Final = r"(?!)"
"""A pattern that matches nothing."""


def nothing(_log: Sequence[str], _phase: str) -> tuple[str, ...]:
    """Return nothing, for a game whose table tells everything about the last action."""
    return ()


def rows_told(
    scene: Scene,
    rows: Mapping[str, Row],
    small: Sequence[str],
    *,
    piles: Sequence[str] = (),
    middle: Sequence[str] = (),
    said: Sequence[str] = (),
    wild: Sequence[str] = (),
    record: Sequence[str] = (),
    drawn: Sequence[str] = (),
    **others: Any,
) -> Told:
    """Return the facts of a table of rows. The foot is the first of the `small` texts."""
    foot, *rest = small
    won = getattr(views.noted(scene), "winners", None)
    below = [f"-# {'. '.join((foot[0].upper() + foot[1:], *rest))}."]
    below += [" · ".join(piles)] if piles else []
    below += [*wild, *(f"{one}." for one in middle), *said, *record]
    sentences = ". ".join([*piles, *middle, *drawn]).split(". ")
    spare = [" ".join(f"{one}." for one in rest), " ".join(f"{one.removesuffix('.')}." for one in said)]
    return Told(
        phase=scene.phase,
        winners=frozenset(map(seat_letter, scene.outcome.winners) if won is None else won)
        if scene.outcome
        else NONE,
        end=scene.outcome.end if scene.outcome else None,
        written=tuple(way for letter, row in rows.items() for way in row.written(letter))
        + tuple((line,) for line in below),
        stage=frozenset(filter(None, sentences)),
        described=(
            *(row.described(letter) for letter, row in rows.items()),
            (f"{foot[0].lower()}{foot[1:]}.",),
        ),
        spare=tuple(filter(None, spare)),
        **others,
    )


def all_rows(
    scene: Scene, row: Callable[[str], Row], lead: Callable[[str], int], *, lowest: bool = False
) -> dict[str, Row]:
    """Return each player's row, with who acts, who leads, and the number of cards in hand."""
    sheet = views.noted(scene)
    acts, sizes = set(map(seat_letter, scene.deciders)), sized(sheet.hands)
    standing = {one: lead(one) for one in map(seat_letter, scene.active)}
    best = (min if lowest else max)(standing.values(), default=0)
    alike = list(standing.values()).count(best)
    is_open = 2 * alike <= len(standing) if lowest else best > 0
    return {
        one: msgspec.structs.replace(
            row(one),
            acts=one in acts and scene.phase != "between-hands",
            leads=is_open and standing.get(one) == best,
            hand=None if one in sheet.left else sizes[one],
            dealt=getattr(sheet, "sizes", {}).get(one, 0),
        )
        for one in map(seat_letter, range(len(scene.players)))
    }


def own_hand(scene: Scene, aside: Mapping[str, Cards] = {}, **others: Any) -> Own | None:
    """Return the viewer's hand and the cards next to it, or `None` without a hand to show."""
    if scene.viewer not in scene.active or scene.viewer is None:
        return None
    zone = views.noted(scene).hands[seat_letter(scene.viewer)]
    return Own(
        count=sized({"": zone})[""],
        hand=seen(zone),
        hidden=zone if isinstance(zone, int) else 0,
        aside={name: cards for name, cards in aside.items() if cards},
        **others,
    )


def sized(zone: Mapping[str, object]) -> dict[str, int]:
    """Return the number of each player's cards in a zone, seen or not."""
    return {letter: part if isinstance(part, int) else len(seen(part)) for letter, part in zone.items()}


def seen(zone: object) -> Cards:
    """Return the cards in a zone of a sheet that its viewer sees, sorted."""
    return () if zone is None or isinstance(zone, int) else tuple(sorted(zone))  # type: ignore[call-overload]
