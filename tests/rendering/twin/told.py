"""Facts that a table must tell, from its sheet: in words, and in the description of its picture.

All games share both writers, so one table of forms serves them all. A line may have several ways, because
full tables are told more briefly.
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
"""How a line may be told, from full to brief."""
Tile: TypeAlias = tuple[str, int, int]
"""Rank, number of cards, number of wild ones."""


class Row(msgspec.Struct, frozen=True):
    """A player at a table."""

    points: str
    unit: str = "points"
    exact: str = ""
    """The points in words, where pictures have them in another form."""
    acts: bool = False
    leads: bool = False
    note: str = ""
    """A player's present task. Words tell it below the table."""
    dots: tuple[int, int, int] | None = None
    """Lit, of how many, and how many of them new. Only drawn."""
    hand: int | None = None
    dealt: int = 0
    """How many cards they were dealt. Only in words."""
    protected: int = 0
    placed: int = 0
    surge: str = ""
    tiles: tuple[Tile, ...] = ()
    """Sets as they're drawn."""
    board: Ways = ()
    """The same in words, and cards held at the end."""
    cards: Cards = ()
    """Open cards. Words have them on the board, if there is one."""
    said: tuple[str, ...] = ()
    """Facts that aren't drawn."""

    def written(self, letter: str) -> Iterator[Ways]:
        """Yield the line of a player in words, and the board below."""
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
        """Return the line of a player in a description: whole, without what isn't drawn, and twice more briefly."""
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
    """`sets: 3× 10 (one is wild) and 2× J`, briefly `3× 10*`, or only how many."""
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
    """What isn't of the hand, by its label."""


class Told(msgspec.Struct, frozen=True):
    """Everything in a table's words, and the page of a player with a seat."""

    phase: str
    winners: Letters
    end: str | None
    written: tuple[Ways, ...]
    """The table in words, a line each."""
    stage: Letters
    """The sentences of a description about the middle of the table, after its headline."""
    described: tuple[Ways, ...]
    """The lines of a description below the first."""
    spare: tuple[str, ...] = ()
    """Its last lines, which aren't drawn. On full tables they may be missing."""
    own_written: tuple[str, ...] = ()
    own: "Own | Told | None" = None
    asked: Letters = NONE
    """Facts in the title and in the request below the table."""
    last: tuple[str, ...] = ()
    """Facts that the last action has brought to light, in the log."""


class Table(Protocol):
    """One game: the contents of a module here."""

    NOT_TOLD: Mapping[str, str]
    """Fields of the sheet that aren't told, with the reason why nobody needs them to play."""
    PHASES: Mapping[str, str]
    """The phases by the words from which they're heard."""
    ENDS: Mapping[str, str]
    """How a game can end, by the words from which it's heard."""
    ASKED: str
    """The form of what's told in the title and in the request below the table."""
    UNREAD: str
    """The form of further lines on a player's page that follow from other words."""

    def told(self, scene: Scene) -> Told:
        """Return what must be told."""

    def last_heard(self, log: Sequence[str], phase: str) -> tuple[str, ...]:
        """Return what the last moves tell of the last action."""


NOTHING: Final = r"(?!)"
"""A form that no text has."""


def nothing(_log: Sequence[str], _phase: str) -> tuple[str, ...]:
    """Hear nothing in the last moves: all is on the table."""
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
    """Return a table of rows: piles, then what else is in the middle, then what isn't drawn. The foot is the first of the small print."""
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
    """Everyone with what all games say: who acts, who leads, how many cards they hold."""
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
    """The viewer's hand, and what lies next to it. Nothing for spectators and those who have left."""
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
    """Return how many cards everyone has there, whether they're seen or not."""
    return {letter: part if isinstance(part, int) else len(seen(part)) for letter, part in zone.items()}


def seen(zone: object) -> Cards:
    """The cards of a zone of a sheet that its viewer sees, sorted."""
    return () if zone is None or isinstance(zone, int) else tuple(sorted(zone))  # type: ignore[call-overload]
