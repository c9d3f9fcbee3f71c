"""The promises of every face. Each check yields the faults that it finds in a moment of a game."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from bot.engine.chance import Seat, SeededChance
from bot.engine.draft import Refusal
from bot.engine.notation import parse_move
from bot.rendering import more_menu, pages, panel
from bot.rendering.art.plan import DuelPlan
from bot.rendering.face import Face
from bot.rendering.faces import FACES
from bot.rendering.page import Buttons, Page, Section, Select, button_rows
from bot.rendering.scene import Scene
from bot.rendering.story import MAX_LINE_CHARACTERS, MAX_LINES, newest_of, story
from bot.rendering.telling import Moment as Telling
from tests.helpers.controls import acts, labels, page_fault, reached
from tests.helpers.nonsense import any_move
from tests.helpers.worlds import twin
from tests.recordings.registers import NOW, REMEMBERED, Moment
from tests.rendering.spoken import sentence_fault
from tests.rendering.twin import readers
from tests.rendering.twin.moments import Moment as Heard

Faults = Iterator[str | None]

HEADLINE: Final = 32
LABEL: Final = 34
HINT: Final = 58
REFUSAL: Final = 400
WORDS: Final = re.compile(r"[A-Za-z]{2}|^([2-9]|10)s$|^(10|[2-9AJQK])[♣♦♥♠]$")
WORDS_ALONE: Final = re.compile(rf"{WORDS.pattern}|^((10|[2-9AJQK])[♣♦♥♠] ){{3,}}· \d+$")
"""`WORDS`, or only a set with its points: on a lone table a phone shows two such buttons in a line."""
UNTOLD: Final = {"TurnStarted", "TurnEnded", "AskedToScavenge", "Compared", "Remains"}
"""Events without a sentence, because other events or the table say the same."""
ONE_LINE_A_MOVE: Final = ("crap", "skrap", "craits")
"""Games that tell every move in a line. The others put a turn of several moves in one line."""
RUNNING: Final = ("craits",)
"""Games that tell consecutive draws in one line, which can stay the same after one more draw."""
ANSWERED: Final = ("crap",)
"""Games whose hands tell what was asked and taken until the next headline."""
SHORT: Final = ("Ann", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
UNSAID: Final = {"craits": {"idiot", "one-card"}, "crazy-rummy": {"discard"}}
"""Verbs whose controls may lead to illegal moves: spotting them is part of the game, or refusals say why."""


class Look:
    """A moment of a walk, as everyone sees it."""

    def __init__(self, moment: Moment, before: "Look | None" = None) -> None:
        self.moment, self.before = moment, before
        self.game, self.state = moment.table.game, moment.state
        self.face: Face = FACES[self.game.id]
        self.dice = random.Random(f"look {self.game.id} {moment.number}")

    @cached_property
    def public(self) -> Scene:
        """Return the public scene."""
        return self.scene(None)

    @cached_property
    def own(self) -> Mapping[Seat, Scene]:
        """Return each person's scene."""
        return {seat: self.scene(seat) for seat in self.moment.table.people}

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """Return the public scene and each person's."""
        return (self.public, *self.own.values())

    @cached_property
    def hands(self) -> Mapping[Seat, Page]:
        """Return each person's private page."""
        return {seat: pages.hand(scene) for seat, scene in self.own.items()}

    def scene(self, viewer: Seat | None) -> Scene:
        """Return a viewer's scene, with a running clock unless the game is over."""
        return self.moment.scene(viewer, deadline=None if self.moment.is_over else NOW + 500)

    @cached_property
    def plain(self) -> "Look":
        """Return this moment with short names and without stand-ins."""
        names = SHORT[: len(self.public.players)]

        class Plain(Look):
            def scene(self, viewer: Seat | None) -> Scene:
                scene = super().scene(viewer)
                past = tuple(replace(one, stand_ins={}) for one in scene.recent)
                return replace(scene, names=names, owners=names, stand_ins={}, recent=past)

        return Plain(self.moment)


def sentences(look: Look) -> Faults:
    """Check that every event has whole sentences for everyone who may know of it."""
    for scene in look.scenes:
        past = scene.recent[-1]
        for event in past.events:
            kind = type(event).__name__
            if text := look.face.sentence(event, scene.as_of(past)):
                yield sentence_fault(text)
            elif kind not in UNTOLD:
                yield f"{kind} is not told"


def lines(look: Look) -> Faults:
    """Check that each move is one line, and that the newest is found without telling those before."""
    scene, face = look.public, look.face
    past = list(face.remembered(scene.recent, scene))
    newest = newest_of(past, face)
    told, last = ([], "") if newest is None else face.split(past, newest, scene)
    shown = tuple(line[:MAX_LINE_CHARACTERS] for line in (*told[-MAX_LINES:], last))
    before, line = story(scene, face)
    if tuple(one.replace("…", "") for one in (*before, line)) != tuple(one.replace("…", "") for one in shown):
        yield f"{before} and {line!r} in place of {shown}"
    if newest is not None and look.game.id in ONE_LINE_A_MOVE and not any(one.stand_ins for one in past):
        every = face.lines(past, scene)
        yield f"{every[-6:]} loses lines" if [*told, *filter(None, [last])] != every else None
    if newest is not None and not line and not look.moment.is_over and look.game.id not in RUNNING:
        yield f"nothing is said of {past[newest]}"
    for one in filter(None, (*before, line)):
        yield sentence_fault(one) if len(one) < MAX_LINE_CHARACTERS else None
        yield f"a call in {one!r}" if "<@" in one else None


def asking(look: Look) -> Faults:
    """Check that the table says who must act, on what and until when, and who has won in the end."""
    scene, face = look.public, look.face
    if scene.outcome is not None:
        ending = face.ending(scene)
        yield sentence_fault(f"{ending.title}.")
        if {one.seat for one in ending.standings} != {*range(len(scene.players))}:
            yield f"not all are placed in {ending.standings}"
        first = {one.seat for one in ending.standings if one.place == 1}
        if scene.outcome.winners and first != {*scene.outcome.winners}:
            yield f"{first} are first, not {scene.outcome.winners}"
        return
    text = pages.next_line(scene, face)
    yield from (sentence_fault(line.removeprefix("-# ")) for line in text.splitlines())
    for seat in scene.deciders:
        if not (scene.mention(seat) in text or scene.name(seat) in text or scene.deciders == scene.active):
            yield f"seat {seat} is not asked in {text!r}"
    if any(map(scene.is_there, scene.deciders)) and "<t:" not in text:
        yield f"what silence does is not said in {text!r}"
    for own in filter(lambda one: one.asked, look.own.values()):
        ask = face.task(own)
        if not ask.line or "{" in "".join((ask.line, *ask.below)):
            yield f"no task: {ask}"


def widths(look: Look) -> Faults:
    """Check that buttons, hints and headlines fit a phone, and that every control has words."""
    look = look.plain
    plan = look.face.table_plan(look.public)
    headline = plan.headline if isinstance(plan, DuelPlan) else plan.stage.headline
    if not 0 < len(headline) <= HEADLINE:
        yield f"headline {headline!r}"
    for seat, scene in look.own.items():
        blocks = look.hands[seat].blocks
        rows = [block.buttons for block in blocks if isinstance(block, Buttons)]
        said = [button.label for row in rows for button in row]
        said += [block.button.label for block in blocks if isinstance(block, Section)]
        said += [one.label for one in look.face.quick_moves(scene)]
        yield from (f"label {label!r}" for label in said if len(label) > LABEL)
        said += [block.label for block in blocks if isinstance(block, Select)]
        worded = WORDS_ALONE if scene.is_alone else WORDS
        yield from (f"no words: {label!r}" for label in said if not worded.search(label))
        moves = look.face.menu_moves(scene)
        yield from (f"hint of {move}" for move in moves if len(look.face.hint(move, scene)) > HINT)


def stillness(look: Look) -> Faults:
    """Check that the hand of a player who needn't act changes only by moves that concern them."""
    before = look.before
    if before is None or look.moment.is_over or look.public.is_alone:
        return
    for seat, scene in look.own.items():
        was = before.own[seat]
        is_busy = {seat} & {*scene.deciders, *was.deciders, *scene.stand_ins, *was.stand_ins}
        if pages.has_hand(scene) and not is_busy and not _concerned(look, scene):
            one, other = before.hands[seat], look.hands[seat]
            new, gone = _said(other) - _said(one), _said(one) - _said(other)
            if new or labels(one) != labels(other) or (gone and look.game.id not in ANSWERED):
                yield f"the hand of seat {seat} changed from {one.text!r} to {other.text!r}"


def _said(hand: Page) -> set[str]:
    """Return the distinct lines of a hand."""
    return {line.removeprefix("### ") for line in hand.text.splitlines()}


def _concerned(look: Look, scene: Scene) -> bool:
    """Whether the newest move, or in C.R.A.P. one since the last headline, concerned the viewer."""
    earlier = newest_of(scene.recent[:-1], look.face) if look.game.id in ANSWERED else None
    return any(
        past.seat == scene.viewer
        or any(event.to or getattr(event, "seat", None) == scene.viewer for event in past.events)
        or look.face.move_effect(Telling(scene.as_of(past), past.events)) is not None
        for past in scene.recent[-1 if earlier is None else earlier :]
    )


def controls(look: Look) -> Faults:
    """Check that controls reach every legal move, and lead to illegal ones only for the verbs in `UNSAID`."""
    for seat, scene in look.own.items():
        if scene.status != "playing":
            continue
        face, legal = look.face, {str(move): move for move in scene.legal}
        behind = acts(Page(button_rows(panel.behind_more(scene, face))))
        tucked = [act.partition(" ") for act in behind]
        forms = (*face.table_forms(scene), *(rest for word, _, rest in tucked if word == "form"))
        found = {rest for word, _, rest in tucked if word == "move"} | {*reached(scene)}
        found |= {move for form in forms for move in reached(scene, form)}
        # If Crapette offers every pile, it chooses the number of cards for the player.
        is_tried = scene.options.get("fits-only") == "off"
        spared = {*face.picks(scene)} | ({"offer-draw"} if "accept-draw" in legal else set())
        for text, move in legal.items():
            told = text.partition(" count:")[0] if is_tried else text
            yield f"no control for {text}" if move.verb not in spared and told not in found else None
        for text in () if is_tried else found - legal.keys():
            move = parse_move(look.game, text, len(scene.players))
            made = look.game.apply(look.state, seat, move, SeededChance(b""))
            if isinstance(made, Refusal) and move.verb not in UNSAID.get(look.game.id, ()):
                yield f"{text} is offered, but refused"


def limits(look: Look) -> Faults:
    """Check that pages keep Discord's limits, whatever else happens around the game."""
    troubled = look.moment.disturbed(look.dice)
    for scene in (look.public, troubled.scene(None)):
        of_table = more_menu.page(scene, look.face, of_hand=False, may_end=True)
        shown = (pages.table(scene), pages.final_table(scene), pages.as_text(scene), of_table)
        yield from map(page_fault, shown)
    if look.moment.is_over:
        yield page_fault(pages.table(replace(look.public, pictures=True)))
    for scene in (*look.own.values(), *map(troubled.scene, look.own)):
        yield page_fault(pages.hand(scene, note="Something was refused."))
        for verb, pick in look.face.picks(scene).items() if scene.status == "playing" else ():
            for chosen in (0, 1, pick.most):
                yield page_fault(pages.picking(scene, verb, (1 << chosen) - 1))


def secrets(look: Look) -> Faults:
    """Check that worlds which differ only in cards that a viewer can't see look the same to them."""
    table = look.moment.table
    for viewer in (None, look.dice.choice(table.people)) if not look.moment.is_over else ():
        seats, options = len(table.players), table.options
        worlds = twin(look.game, look.state, viewer, seats=seats, options=options, rng=look.dice)
        shown = [_shown(Look(replace(look.moment, state=world)), viewer) for world in worlds or ()]
        if shown and shown[0] != shown[1]:
            yield f"the worlds of {viewer} differ"


def _shown(look: Look, viewer: Seat | None) -> list[object]:
    """Return everything that a viewer is shown, offered and answered."""
    scene, face = look.scene(viewer), look.face
    shown: list[object] = [pages.table(look.public), face.table_plan(look.public)]
    if viewer is not None:
        moves = [any_move(look.game, len(scene.players), look.dice) for _ in range(3)]
        made = [look.game.apply(look.state, viewer, move, SeededChance(b"")) for move in moves]
        shown += [pages.refusal(scene, one) if isinstance(one, Refusal) else "" for one in made]
        shown += [pages.hand(scene), reached(scene) if scene.status == "playing" else []]
        shown += [face.hand_plan(scene, "rank") if pages.has_hand(scene) else None]
    return shown


def refusals(look: Look) -> Faults:
    """Check that every refusal is explained in sentences."""
    for seat, scene in look.own.items():
        tried = [any_move(look.game, len(scene.players), look.dice) for _ in range(4)]
        others = (other for other in scene.active if other != seat)
        tried += [move for other in others for move in look.game.legal(look.state, other)[:2]]
        for move in tried:
            made = look.game.apply(look.state, seat, move, SeededChance(b""))
            if isinstance(made, Refusal):
                text = pages.refusal(scene, made)
                yield sentence_fault(text) if len(text) < REFUSAL else f"long: {text!r}"


def agreement(look: Look) -> Faults:
    """Check that texts and the descriptions of pictures tell everything on the sheet."""
    seats, past = (
        len(look.public.players),
        tuple((one.seat, one.events) for one in look.moment.past[-REMEMBERED:]),
    )
    moment = Heard(look.game, look.state, seats, look.moment.table.options, past)
    for viewer in {None, look.dice.choice(moment.viewers)}:
        yield from map(str, readers.unheard(moment, viewer))
        yield from map(str, readers.undescribed(moment, viewer))


ALWAYS: Final[tuple[Callable[[Look], Faults], ...]] = (sentences, asking, stillness)
SOMETIMES: Final = (lines, widths, controls, limits, secrets, refusals, agreement)
