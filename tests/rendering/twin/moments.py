"""Moments of random games with the moves before them, and the pages that people get there."""

from collections import Counter, deque
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Options
from bot.engine.events import Event, visible_to
from bot.rendering import pages
from bot.rendering.page import Page
from bot.rendering.scene import Scene, SeenMove
from tests.helpers.walks import Habits, Walk
from tests.rendering.art.games import scene_of
from tests.rendering.twin.hearing import Heard, heard

NOW = 1_700_000_000.0
REMEMBERED = 120
"""The number of past moves that the texts can use."""


Step: TypeAlias = tuple[Seat | None, tuple[Event, ...]]
"""The seat that moved, or `None` for the clock and the deal, and the events."""


class Moment(msgspec.Struct, frozen=True):
    """A position, and the moves before it with all their events."""

    game: AnyGame
    state: Any
    seats: int
    options: Options
    past: tuple[Step, ...] = ()

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """Return a spectator and every seat."""
        # A hand becomes its owner's result when the game is over.
        return (None,) if self.game.outcome(self.state) is not None else (None, *range(self.seats))

    def scene(self, viewer: Seat | None, *, pictures: bool = False) -> Scene:
        """Return a viewer's scene."""
        scene = scene_of(self.game, self.state, self.seats, self.options, viewer)
        return msgspec.structs.replace(
            scene,
            options=msgspec.to_builtins(self.options),
            recent=tuple(SeenMove(seat, visible_to(events, viewer), NOW) for seat, events in self.past),
            deadline=NOW if scene.deciders else None,
            pictures=pictures,
        )

    def pages(self, viewer: Seat | None, *, pictures: bool = False) -> tuple[Page, Page | None]:
        """Return the table and, while the game runs, the page of a viewer with a seat."""
        public = self.scene(None, pictures=pictures)
        table = pages.table(public) if public.outcome is None else pages.last_table(public)
        if viewer is None or public.outcome is not None:
            return table, None
        return table, pages.hand(self.scene(viewer, pictures=pictures))

    def heard(self, viewer: Seat | None) -> Heard:
        """Return the table in words, the log, and the page of a viewer with a seat, as they're heard."""
        scene = self.scene(viewer)
        _, own = self.pages(viewer)
        return heard(pages.as_text(self.scene(None)), pages.log_lines(scene, scene.recent), own, scene)


def moments(game: AnyGame, seed: int, habits: Habits, every: int) -> Iterator[Moment]:
    """Yield moments of a random game: the first of each phase, then one in `every`, and the end."""
    walk, met = Walk(game, seed, habits), Counter[str]()
    past: deque[Step] = deque([(None, walk.dealt.events)], maxlen=REMEMBERED)
    turns = walk.turns()
    for place in range(10**6):
        phase = game.phase(walk.state)
        met[phase] += 1
        if place % every == 0 or met[phase] <= 6 or game.outcome(walk.state) is not None:
            yield Moment(game, walk.state, walk.seats, walk.options, tuple(past))
        turn = next(turns, None)
        if turn is None:
            return
        past.append((turn.seat, turn.step.events))
