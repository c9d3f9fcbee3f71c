"""The registers of a face, its recorded parts. A rebuild that renames things only adapts this module.

- `Table` and `Moment.scene` make the scene. A page must be made from the same facts here as in the bot.
- `wordless` and `worded` name the registers. A register may get its value from elsewhere, but keeps its name
  and value: a page as `page_of` writes it (text, labels, custom ids, pictures as their name and the words in
  their place), a plan as the JSON of today's plan, a log as its lines, a view in today's notation.
- If a plan or page gets a new field, leave it out here until the comparison is green, then record it.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import msgspec

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame, Options
from bot.engine.draft import Refusal
from bot.engine.events import Event, visible_to
from bot.engine.reasons import why_not
from bot.players.computers import CHARACTERS, LEVELS, Computer
from bot.rendering import absence, calls, computers_page, hints, more_menu, pages, replay
from bot.rendering import lobby as lobby_pages
from bot.rendering.art import pictures
from bot.rendering.catalog import speaking
from bot.rendering.computers import computer_name, stand_in_name
from bot.rendering.face import Face
from bot.rendering.faces import FACES
from bot.rendering.languages import NAMES as LANGUAGE_NAMES
from bot.rendering.page import Block, Button, Buttons, Link, Page, Picture, Section, Select, Text
from bot.rendering.scene import Scene, SeenMove
from bot.storage.records import Chosen, Question, Status
from tests.helpers.controls import acts

LANGUAGES: Final = tuple(LANGUAGE_NAMES)
NAMES: Final = ("Åsa_the *Longest* Name", "Ben", "田中", "Дан", "Eve", "Fay", "Guðrún", "Hal", "Ida", "Jim")
NOW: Final = 1_700_000_000.0
FIRST_USER: Final = 101
REMEMBERED: Final = 120
"""The number of past moves that a scene gets."""
MAX_FORMS: Final = 6
MAX_LOG: Final = 12
"""The number of moves in a recorded log."""
MAX_MOVES: Final = 4
"""The number of a seat's moves recorded as hints, and of other seats' moves recorded as refusals."""
CHOSEN: Final[tuple[Chosen, ...]] = ("open", "open", "default", "wait", "computer")
SOMETIMES: Final = 0.12


class Step(NamedTuple):
    """The seat that moved (None for the clock or the deal), its events, and the stand-ins at that time."""

    seat: Seat | None
    events: tuple[Event, ...]
    stand_ins: Mapping[Seat, int]


class Table(msgspec.Struct, frozen=True):
    """The facts about a table that stay the same."""

    game: AnyGame
    options: Options
    players: tuple[int, ...]
    facts: dict[str, Any]

    @classmethod
    def drawn(cls, game: AnyGame, seats: int, options: Options, dice: random.Random) -> "Table":
        """Return a table of people, sometimes with computers, and with random choices."""
        computers = dice.choice((0, 0, 1, 2)) if game.notes is not None else 0
        is_alone = game.notes is not None and dice.random() < SOMETIMES
        persons = 1 if is_alone else max(1, seats - computers)
        users = tuple(range(FIRST_USER, FIRST_USER + persons))
        some = tuple(Computer(CHARACTERS[n % 5], LEVELS[n % 3], n // 5).id for n in range(seats - persons))
        facts = {
            "guild_id": 0 if is_alone else 1,
            "pace": None if game.measures_time else dice.choice((None, "live", "slow-1", "slow-3", "none")),
            "seconds": None if game.measures_time else dice.choice(((600, 120), (86400, 86400))),
            "deck": dice.choice(("two", "four")),
            "order": dice.choice(("usual", "rank", "suit")),
            "hints": dice.choice(("first-games", "on", "off")),
        }
        return cls(game, options, (*users, *some), facts)

    @property
    def people(self) -> tuple[Seat, ...]:
        """Return the seats of people."""
        return tuple(seat for seat, user in enumerate(self.players) if user > 0)

    def stood_in(
        self, stand_ins: Mapping[Seat, int], active: Sequence[Seat], dice: random.Random
    ) -> Mapping[Seat, int]:
        """Return the stand-ins with one more or one fewer, if that's possible."""
        seat = dice.choice(self.people)
        if seat in stand_ins:
            return {one: computer for one, computer in stand_ins.items() if one != seat}
        free = [one for one in self.people if one in active and one not in stand_ins]
        if self.game.notes is None or len(free) < 2 or seat not in free:
            return stand_ins
        return {**stand_ins, seat: Computer(dice.choice(CHARACTERS), "medium", 3).id}


class Notes:
    """The notes of every person at a table, for hints. Empty for a game without notes."""

    def __init__(self, table: Table) -> None:
        self._game = table.game
        kind = table.game.notes
        self.by_seat: dict[Seat, Any] = (
            {} if kind is None else {seat: kind(seat=seat) for seat in table.people}
        )

    def hear(self, events: Sequence[Event]) -> None:
        """Add events to everyone's notes."""
        for seat, notes in self.by_seat.items():
            self.by_seat[seat] = self._game.observe(notes, visible_to(events, seat))


class Moment(msgspec.Struct, frozen=True):
    """A position, and everything that led to it."""

    number: int
    state: Any
    table: Table
    past: tuple[Step, ...]
    notes: Mapping[Seat, Any]
    stand_ins: Mapping[Seat, int]
    facts: Mapping[str, Any] = {}
    """The unusual facts of this moment."""

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """Return None for spectators, and the seat of every person."""
        return (None, *self.table.people)

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game."""
        return self.table.game.outcome(self.state) is not None

    def disturbed(self, dice: random.Random) -> "Moment":
        """Return this moment with random circumstances: votes, absent players, no clock, closed DMs."""
        game, people = self.table.game, self.table.people
        deciders = tuple(seat for seat in game.deciders(self.state) if seat in people)
        facts: dict[str, Any] = {"deadline": None if dice.random() < SOMETIMES else NOW + 500}
        facts["is_experienced"] = dice.random() < 0.5
        facts["button_only"] = frozenset(seat for seat in people if dice.random() < SOMETIMES)
        if dice.random() < SOMETIMES:
            facts["end_votes"] = tuple(self.table.players[seat] for seat in people[:1])
        if dice.random() < SOMETIMES and deciders and not self.is_over:
            facts["question"] = self._question(deciders, dice)
        if dice.random() < SOMETIMES / 2 and not self.is_over:
            facts |= dice.choice(
                (
                    {"is_idle": True},
                    {"status": "frozen"},
                    *({"status": "cancelled", "ended": why} for why in ("host", "vote", "moderator", "idle")),
                )
            )
        if self.is_over and dice.random() < 0.5:
            facts["hinted"] = people[:1]
        return msgspec.structs.replace(self, facts=facts)

    def _question(self, late: tuple[Seat, ...], dice: random.Random) -> Question:
        chosen: Chosen = dice.choice(CHOSEN)
        return Question(
            seats=late,
            asked=self.number,
            decision=self.number,
            phase=self.table.game.phase(self.state),
            seconds=dice.choice((600, 86400)),
            more=dice.choice((600, 150)),
            chosen=chosen,
            by=None if chosen == "open" else dice.choice((None, 0)),
            waits=dice.choice((0, 2)),
        )

    def scene(self, viewer: Seat | None, **facts: Any) -> Scene:
        """Return what a viewer may see, in the present language."""
        table, game, state = self.table, self.table.game, self.state
        status: Status = "playing" if game.outcome(state) is None else "over"
        stand_ins = self.stand_ins if status == "playing" else {}
        owners = tuple(computer_name(user) or NAMES[seat] for seat, user in enumerate(table.players))
        may_act = viewer is not None and viewer not in stand_ins
        scene = Scene(
            session_id=7,
            revision=self.number,
            game=game,
            options=msgspec.to_builtins(table.options),
            status=status,
            channel_id=2,
            host_id=table.players[0],
            players=table.players,
            owners=owners,
            names=tuple(stand_in_name(stand_ins.get(seat), name) for seat, name in enumerate(owners)),
            stand_ins=stand_ins,
            end_votes=(),
            created_at=NOW - 4000,
            began_at=NOW - 3000,
            viewer=viewer,
            view=game.veil(state, viewer),
            phase=game.phase(state),
            active=game.active(state),
            deciders=game.deciders(state),
            legal=tuple(game.legal(state, viewer)) if viewer is not None and may_act else (),
            recent=tuple(
                SeenMove(step.seat, visible_to(step.events, viewer), NOW, place, step.stand_ins)
                for place, step in enumerate(self.past[-REMEMBERED:], max(0, len(self.past) - REMEMBERED))
            ),
            scores=visible_to([event for step in self.past for event in self._scored(step)], viewer),
            outcome=game.outcome(state),
            **self.table.facts,
        )
        scene = msgspec.structs.replace(scene, **{**self.facts, **facts})
        if scene.status in ("over", "cancelled", "frozen"):
            return msgspec.structs.replace(scene, legal=(), deciders=(), stand_ins={}, names=owners)
        return scene

    def _scored(self, step: Step) -> Iterator[Event]:
        return filter(self.table.game.is_scored, step.events)


def wordless(moment: Moment, viewer: Seat | None) -> Iterator[tuple[str, Any]]:
    """Yield the registers without words."""
    game, state = moment.table.game, moment.state
    yield "view", _counted(game.view(state, viewer))
    moves = [] if viewer is None else [str(move) for move in game.legal(state, viewer)]
    yield "moves", [moves, game.phase(state), game.deciders(state), game.active(state)]


def _counted(view: Any) -> Any:
    """Return a view with 0 for every empty zone, because an empty hidden zone is a count of 0."""
    if isinstance(view, dict):
        return {name: _counted(part) for name, part in view.items()}
    if isinstance(view, list | tuple):
        return list(map(_counted, view)) or 0
    return view


def worded(moment: Moment, viewer: Seat | None, tag: str) -> Iterator[tuple[str, Any]]:
    """Yield the registers with words, in a language."""
    with speaking(tag):
        scene = moment.scene(viewer)
        face = FACES[scene.game.id]
        yield "log", pages.log_lines(scene, scene.recent[-MAX_LOG:])
        if viewer is None:
            yield from _public(moment, scene, face)
        else:
            yield from _own(moment, viewer, scene, face)


def _public(moment: Moment, scene: Scene, face: Face) -> Iterator[tuple[str, Any]]:
    drawn = moment.scene(None, pictures=True)
    table = pages.table(drawn)
    yield "table", page_of(table)
    yield "table-alt", _alts(table)
    yield "table-words", page_of(pages.table(scene))
    yield "table-plan", plan_of(face.table_plan(drawn))
    if scene.status == "over":
        yield "table-last", page_of(pages.final_table(drawn))
    yield "outsider", page_of(pages.outsider(scene))
    yield "more", page_of(more_menu.page(scene, face, of_hand=False, may_end=True, absent=scene.deciders))
    yield "line", page_of(absence.page(scene))
    if scene.deciders:
        people = [seat for seat in scene.deciders if scene.is_there(seat)] or [0]
        yield "call", page_of(calls.ping(scene, people, people))
        yield "last-call", page_of(calls.last_ping(scene, people, people, NOW))
    frame = replay.frame_of("3 open", 9, len(scene.players))
    past = msgspec.structs.replace(scene, status="playing", deadline=None)
    yield "replay", page_of(replay.page(frame, moment.table.game.dump(moment.state), past))


def _own(moment: Moment, viewer: Seat, scene: Scene, face: Face) -> Iterator[tuple[str, Any]]:
    drawn = moment.scene(viewer, pictures=True)
    hand = pages.hand(drawn)
    yield "hand", page_of(hand)
    yield "hand-alt", _alts(hand)
    yield "hand-words", page_of(pages.hand(scene))
    if pages.has_own_picture(drawn, face):
        order = face.usual_order if drawn.order == "usual" else drawn.order
        yield "hand-plan", plan_of(face.hand_plan(drawn, order))
    yield "as-text", page_of(pages.as_text(scene))
    yield "forms", {form: page_of(page) for form, page in _forms(scene, hand).items()}
    yield "more", page_of(more_menu.page(scene, face, of_hand=True, may_end=True))
    if scene.status == "playing" and scene.deciders:
        yield "call", [page_of(calls.dm_without_hand(scene)), page_of(calls.last_with_hand(scene, NOW))]
    if scene.status == "playing" and face.explains:
        yield "why-not", page_of(pages.why_not_page(scene, why_not(moment.table.game, moment.state, viewer)))
    yield "refusals", list(_refusals(moment, viewer, scene))
    if viewer in moment.notes and scene.legal and scene.status == "playing":
        yield "hints", [page_of(hints.page(scene, move, moment.notes[viewer])) for move in _some(scene.legal)]


def _forms(scene: Scene, hand: Page) -> dict[str, Page]:
    """Return the forms that a hand leads to, by the part of the move that's filled in."""
    found: dict[str, Page] = {}
    todo = [hand]
    while todo:
        for act in acts(todo.pop(0)):
            word, _, form = act.partition(" ")
            if word == "form" and form not in found and len(found) < MAX_FORMS:
                found[form] = pages.hand(scene, form=form)
                todo.append(found[form])
    return found


def _refusals(moment: Moment, viewer: Seat, scene: Scene) -> Iterator[str]:
    """Yield the refusals that someone gets for other players' moves."""
    game, state = moment.table.game, moment.state
    for other in moment.table.game.active(state):
        for move in _some(game.legal(state, other)) if other != viewer else ():
            made = game.apply(state, viewer, move, SeededChance(b""))
            if isinstance(made, Refusal):
                yield f"{move}: {pages.refusal(scene, made)}"


def _some(moves: Sequence[Any]) -> list[Any]:
    """Return a few of these moves, evenly spread."""
    return [moves[len(moves) * place // MAX_MOVES] for place in range(min(MAX_MOVES, len(moves)))]


def lobby(moment: Moment, tag: str) -> Iterator[tuple[str, Any]]:
    """Yield the registers of a table before its first deal."""
    with speaking(tag):
        dealt = {"view": None, "status": "lobby", "phase": "lobby", "recent": (), "scores": (), "legal": ()}
        scene = moment.scene(None, **dealt)
        yield "lobby", [page_of(pages.table(scene)), lobby_pages.rules_in_force(scene)]
        yield "lobby-drawn", page_of(pages.table(msgspec.structs.replace(scene, pictures=True)))
        yield "lobby-more", page_of(lobby_pages.more(scene, is_host=True, is_seated=True, may_close=True))
        yield "company", page_of(computers_page.pick_page(scene))


def plan_of(plan: Any) -> Any:
    """Return a plan as a JSON value."""
    return None if plan is None else msgspec.json.decode(pictures.key(plan))


def page_of(page: Page | None) -> Any:
    """Return a page as a JSON value."""
    return (
        None if page is None else [page.accent, list(page.pings), page.kept, list(map(_block, page.blocks))]
    )


def _alts(page: Page) -> list[str]:
    return [picture.alt for picture in page.pictures]


def _block(block: Block) -> Any:
    match block:
        case Text(text=text):
            return text
        case Section(text=text, button=button):
            return ["section", text, _button(button)]
        case Buttons(buttons=buttons):
            return ["buttons", *map(_button, buttons)]
        case Link(label=label, address=address):
            return ["link", label, address]
        case Picture(name=name, instead=instead):
            return ["picture", name, instead]
        case Select(choices=choices):
            entries = [[one.label, one.value, one.hint, one.card, one.chosen] for one in choices]
            return ["select", block.label, block.action.custom_id("s"), block.least, block.most, entries]
    return ["line"]


def _button(button: Button) -> Any:
    return [button.label, button.action.custom_id("b"), button.style, button.disabled, button.card]


class Undrawn:
    """A cache of pictures that never draws one. Equal plans have equal pictures, so plans are enough."""

    def get(self, _key: bytes, _draw: Any) -> bytes:
        """Return a picture that nobody looks at."""
        return b"a picture"


def nothing_drawn() -> AbstractContextManager[object]:
    """Return a context in which no picture is drawn."""
    return patch.object(pictures, "DRAWN", Undrawn())
