"""Everything that people read at a moment of a game: pages, their controls, and words in pictures."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from bot.engine.chance import Seat
from bot.engine.reasons import why_not
from bot.rendering import more_menu, pages
from bot.rendering.faces import FACES
from bot.rendering.page import Block, Button, Buttons, Link, Page, Picture, Section, Select, Text
from bot.rendering.scene import Scene
from tests.helpers.controls import acts
from tests.rendering.twin.moments import Moment

UNREAD: Final = (
    *(
        "game",
        "style",
        "turning",
        "sign",
        "deck",
        "top",
        "under",
        "suit",
        "cards",
        "rank",
        "playable",
        "wild",
    ),
    *("movable", "raised", "target", "targets", "newest", "newest_at", "finish", "finish_targets", "surge"),
    *("mood", "chain"),
)
"""The fields of plans that don't hold any words."""


def shown_to(moment: Moment, viewer: Seat | None) -> Iterator[Page]:
    """Yield all pages that someone can open at a moment."""
    scene, public = moment.scene(viewer), moment.scene(None)
    yield pages.table(public)
    yield pages.as_text(scene)
    yield pages.log(scene, pages.log_lines(scene, scene.recent))
    if viewer is None:
        yield pages.outsider(public)
        return
    face = FACES[scene.game.id]
    yield more_menu.page(scene, face, of_hand=True, may_end=True, absent=[])
    if scene.status == "playing" and face.explains:
        yield pages.why_not_page(scene, why_not(moment.game, moment.state, viewer))
    yield from _forms(scene, None, set())


def _forms(scene: Scene, form: str | None, seen: set[str]) -> Iterator[Page]:
    """Yield the hand, and every form that it leads to."""
    page = pages.hand(scene, form=form)
    yield page
    for act in acts(page):
        word, _, rest = act.partition(" ")
        if word == "form" and rest not in seen and len(seen) < MAX_FORMS:
            seen.add(rest)
            yield from _forms(scene, rest, seen)


MAX_FORMS: Final = 12
"""The number of forms that are read from one hand."""


def texts_of(page: Page) -> Iterator[str]:
    """Yield all texts of a page."""
    for block in page.blocks:
        yield from _texts(block)


def _texts(block: Block) -> Iterator[str]:
    match block:
        case Text(text=text):
            yield text
        case Section(text=text, button=button):
            yield from (text, button.label)
        case Buttons(buttons=buttons):
            yield from (button.label for button in buttons if isinstance(button, Button))
        case Select(label=label, choices=choices):
            yield label
            for choice in choices:
                yield from filter(None, (choice.label, choice.hint))
        case Link(label=label):
            yield label
        case Picture(alt=alt, instead=instead):
            yield from (alt, instead)


def words_in(plan: Any) -> Iterator[str]:
    """Yield all texts in a picture."""
    if isinstance(plan, str):
        yield plan
    elif isinstance(plan, msgspec.Struct):
        for field in plan.__struct_fields__:
            if field not in UNREAD:
                yield from words_in(getattr(plan, field))
    elif isinstance(plan, tuple | list | frozenset):
        for one in plan:
            yield from words_in(one)


def plans_of(moment: Moment, viewer: Seat | None) -> Iterator[Any]:
    """Yield the plans of a moment's pictures."""
    scene = moment.scene(viewer, pictures=True)
    face = FACES[scene.game.id]
    yield face.table_plan(scene)
    if viewer is not None and pages.has_own_picture(scene, face):
        yield face.hand_plan(scene, face.usual_order)
