"""The games by ear, the moments in which they're heard, and how to compare what was heard."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, Protocol, cast

import msgspec

from bot.engine.chance import Seat
from bot.games import GAMES
from bot.rendering.art.plan import DuelPlan
from bot.rendering.art.shortening import MAX_ALT_CHARACTERS
from bot.rendering.art.spoken import description
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.helpers.walks import RESTLESS, USUAL, Habits
from tests.rendering.art.games import table_of
from tests.rendering.twin import (
    craits,
    crap,
    crapette,
    crazy_rummy,
    hearing,
    pictured,
    pictured_games,
    skrap,
    written,
)
from tests.rendering.twin.hearing import Heard
from tests.rendering.twin.moments import Moment, moments
from tests.rendering.twin.pictured import OwnSeen
from tests.rendering.twin.rare import rare_moments
from tests.rendering.twin.written import Hand, Known, Words


class Reader(Protocol):
    """The contents of a module here: one game by ear."""

    NOT_TOLD: Mapping[str, str]
    """Fields of the sheet that aren't told, with the reason why nobody needs them to play."""
    PHASES: Mapping[str, str]
    """The phases by the words from which they're heard."""

    def read(self, given: Heard) -> Any:
        """Return what someone knows who has only heard this."""

    def expected(self, scene: Scene) -> Any:
        """The same from the sheet."""


class More(Protocol):
    """The facts that a game tells elsewhere than in its table."""

    def more_heard(self, known: Known, given: Heard) -> Known:
        """Return the facts in a table together with those that are heard elsewhere."""

    def more_expected(self, known: Known, scene: Scene) -> Known:
        """Return the same from the sheet."""


class OfWritten:
    """A game whose table is written from its plan."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.NOT_TOLD, self.PHASES = words.NOT_TOLD, words.PHASES

    def read(self, given: Heard) -> Known:
        """Return what someone knows who has only heard this."""
        return written.read(given, self._words)

    def expected(self, scene: Scene) -> Known:
        """The same from the sheet: what a picture shows as well, and what only words say."""
        seen, words = pictured_games.expected(scene), self._words
        dealt = getattr(views.noted(scene), "sizes", {})
        return Known(
            phase=scene.phase,
            winners=words.winners(scene),
            end=scene.outcome.end if scene.outcome else None,
            hand=Hand(seen.own.hand, frozenset(words.own(scene))) if isinstance(seen.own, OwnSeen) else None,
            players={
                letter: written.expected(
                    row, words.board(scene, letter), dealt.get(letter, 0), words.exact(scene, letter)
                )
                for letter, row in seen.rows.items()
            },
            small=words.small(scene),
            piles=tuple(one for one in seen.piles if one.name != "Wild"),
            lines=tuple(words.lines(scene)),
        )


class OfWrittenAndMore(OfWritten):
    """The same of a game that tells some facts elsewhere."""

    def __init__(self, words: Words, more: More) -> None:
        super().__init__(words)
        self._more = more

    def read(self, given: Heard) -> Known:
        """Return all that's heard."""
        return self._more.more_heard(super().read(given), given)

    def expected(self, scene: Scene) -> Known:
        """Return the same from the sheet."""
        return self._more.more_expected(super().expected(scene), scene)


class OfPiles:
    """Crapette, whose table is a block of piles."""

    NOT_TOLD = crapette.NOT_TOLD
    PHASES = crapette.PHASES

    def read(self, given: Heard) -> crapette.Known:
        """Return all that's heard."""
        return crapette.read(given)

    def expected(self, scene: Scene) -> crapette.Known:
        """Return the same from the sheet."""
        return crapette.expected(scene, pictured_games.expected(scene))


READERS: Final[Mapping[str, Reader]] = {
    "crap": OfWrittenAndMore(crap, crap),
    "skrap": OfWritten(skrap),
    "craits": OfWritten(craits),
    "crazy-rummy": OfWritten(crazy_rummy),
    "crapette": OfPiles(),
}
WALKS: Final[Mapping[str, tuple[tuple[int, Habits, int], ...]]] = {
    "crap": ((3, USUAL, 12), (8, USUAL, 12), (11, RESTLESS, 12)),
    "skrap": (
        (3, USUAL, 1),
        (4, USUAL, 1),
        (5, USUAL, 1),
        (7, RESTLESS, 1),
        (9, RESTLESS, 1),
        (11, USUAL, 1),
    ),
    "craits": ((5, USUAL, 21), (6, RESTLESS, 21), (17, RESTLESS, 21)),
    "crazy-rummy": ((8, USUAL, 18), (9, RESTLESS, 18), (17, USUAL, 18)),
    "crapette": ((1, USUAL, 12), (2, USUAL, 12), (3, RESTLESS, 12)),
}
"""Random games, with how often one is looked at. The fewest and the most players are among them."""


@cache
def rare(name: str) -> tuple[Moment, ...]:
    return tuple(rare_moments(name))


def everywhere(name: str) -> Iterator[tuple[Moment, Seat | None]]:
    """Every position with everyone who looks at it."""
    for seed, habits, every in WALKS[name]:
        for moment in moments(GAMES[name], seed, habits, every):
            yield from ((moment, viewer) for viewer in moment.viewers)
    yield from ((moment, viewer) for moment in rare(name) for viewer in moment.viewers)


def differences(known: Any, wanted: Any) -> dict[str, tuple[Any, Any]]:
    """The fields in which what was heard isn't what the sheet holds."""
    pairs = {one.name: (getattr(known, one.name), getattr(wanted, one.name)) for one in fields(type(known))}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def fields(kind: type) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(cast("type[msgspec.Struct]", kind))


def unheard(moment: Moment, viewer: Seat | None) -> str:
    """Return what someone who only hears the texts doesn't know. Nothing where they know all."""
    reader = READERS[moment.game.id]
    known, wanted = reader.read(moment.heard(viewer)), reader.expected(moment.scene(viewer))
    return str(differences(known, wanted) or "")


def undescribed(moment: Moment, viewer: Seat | None, *, is_full: bool = False) -> str:
    """Return what the descriptions of the pictures leave out. Nothing where they're complete."""
    scene = moment.scene(viewer)
    table, own = moment.pages(viewer, pictures=True)
    (board,) = [picture.alt for picture in table.pictures]
    hand = [picture.alt for picture in own.pictures] if own else []
    seen = pictured.read(board, "".join(hand), scene.names)
    missing = differences(seen, pictured.as_told(seen, pictured_games.expected(scene), is_full=is_full))
    is_long = max(map(len, (board, *hand))) > MAX_ALT_CHARACTERS
    is_cut = not is_full and pictured.is_brief(seen)
    return str(missing or "") + "too long" * is_long + "too brief" * is_cut


def disagreements(scene: Scene) -> list[str]:
    """Return what differs between the text and the picture of a table."""
    face = FACES[scene.game.id]
    plan, (text,) = table_of(face, scene), hearing.drawn([face.table(scene)], scene)
    seen = pictured.read(description(plan), "", scene.names)
    seen = msgspec.structs.replace(seen, said=hearing.drawn(seen.said, scene))
    if isinstance(plan, DuelPlan):
        return crapette.differences(crapette.table(text), seen)
    return written.differences(written.table(text.splitlines()), seen, getattr(scene.view, "wild", ""))
