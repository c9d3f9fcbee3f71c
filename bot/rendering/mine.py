"""The page of a user's tables: their turn, others' turn, and games that ended since they last looked."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.rendering import endings, lobby, pages, words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.computers import computer_name
from bot.rendering.numbers import short
from bot.rendering.page import ACCENT, Action, Block, Button, Line, Page, Section, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.storage.records import PauseReason

PLACES: Final = (
    message("first"), message("second"), message("third"), message("fourth"), message("fifth"),
    message("sixth"), message("seventh"), message("eighth"), message("ninth"), message("tenth"),
)  # fmt: skip
"""The words for places in a game. The first place has index 0."""


class MyTables(msgspec.Struct, frozen=True):
    """A user's tables, each seen from their seat, in the order of the page's groups."""

    live: Sequence[tuple[Scene, PauseReason | None]] = ()
    """Tables that aren't over, each with the missing part that it waits for, if any."""
    ended: Sequence[Scene] = ()
    hidden: int = 0
    """The number of tables left out, which the page only counts."""


def page(mine: MyTables, *, back: bool = False, in_server: bool = False) -> Page:
    """Return the page of these tables. `in_server` and `back` add buttons to other pages."""
    turn = [_section(scene, _time_left(scene), "hand") for scene, why in mine.live if _is_turn(scene, why)]
    waiting = [
        _section(scene, _status(scene, why), "look") for scene, why in mine.live if not _is_turn(scene, why)
    ]
    ended = [Section(result_line(scene), _look_button(scene)) for scene in mine.ended]
    groups = (
        (say("**Your turn**"), turn),
        (say("**Waiting for others**"), waiting),
        (say("**Ended since you last looked**"), ended),
    )
    blocks: list[Block] = []
    for title, sections in groups:
        if sections:
            blocks += [Line()] if blocks else []
            blocks += [Text(title), *sections]
    everyone = Button(say("All tables here"), Action("all-tables"))
    buttons = [everyone] if in_server else []
    if not blocks:
        opener = Button(say("Open one"), Action("games"), "blue")
        return Page((Text(say("You're not at any table.")), *button_rows([opener, *buttons])), accent=ACCENT)
    if mine.hidden:
        blocks.append(Text(say_count("-# and one more.", "-# and {number} more.", mine.hidden)))
    buttons += [Button(say("Back"), Action("games"))] if back else []
    return Page((Text(say("### Your tables")), *blocks, *button_rows(buttons)), accent=ACCENT)


def _is_turn(scene: Scene, why: PauseReason | None) -> bool:
    """Whether the viewer has to decide at a table that goes on."""
    return why is None and not (scene.is_idle or scene.is_stood_in) and scene.viewer in scene.deciders


def name_with_game(scene: Scene) -> str:
    """Return a table's name for use inside a sentence."""
    if scene.day:
        return say("a daily ({game})", game=scene.game.name)
    return say("table {number} ({game})", number=scene.session_id, game=scene.game.name)


def result_line(scene: Scene) -> str:
    """Return a line about a result: the winners and the viewer's own place, or why nobody won."""
    facts = {"game": scene.game.name, "table": words.table_name(scene)}
    ending = endings.ending_of(scene, pages.face_of(scene))
    winners = () if scene.outcome is None or scene.status != "over" else scene.outcome.winners
    if not winners:
        why = ending.why
        return say("-# {game} · {table}: nobody won. {why}", why=why, **facts).rstrip()
    totals = {one.seat: one for one in ending.standings if one.total is not None}
    facts["players"] = words.names(scene, [seat for seat in winners if seat != scene.viewer])
    won = _points(totals[winners[0]].total) if winners[0] in totals else ""
    own = totals.get(scene.viewer) if scene.viewer is not None else None
    if scene.viewer in winners:
        return _win_line(facts, won)
    if won and own is not None:
        place = say(PLACES[min(own.place, len(PLACES)) - 1])
        facts |= {"points": won, "place": place, "own": _points(own.total)}
        return say("{game} · {table}: {players} won with {points}, you were {place} with {own}.", **facts)
    if won:
        return say("{game} · {table}: {players} won with {points}.", points=won, **facts)
    return say("{game} · {table}: {players} won.", **facts)


def _win_line(facts: Mapping[str, object], points: str) -> str:
    """Return the line for a viewer who won, alone or with others."""
    if facts["players"] and points:
        return say("{game} · {table}: you and {players} won with {points}.", points=points, **facts)
    if facts["players"]:
        return say("{game} · {table}: you and {players} won.", **facts)
    if points:
        return say("{game} · {table}: you won with {points}.", points=points, **facts)
    return say("{game} · {table}: you won.", **facts)


def _points(total: int | None) -> str:
    return "" if total is None else short(total)


def _section(scene: Scene, below: str, act: str) -> Section:
    others = [seat for seat in range(len(scene.players)) if seat != scene.viewer]
    facts = {"game": scene.game.name, "table": words.table_name(scene)}
    head = (
        say("{game} · {table} · {players}", players=_names(scene, others), **facts)
        if others
        else say("{game} · {table}", **facts)
    )
    return Section(f"{head}\n{words.small(below)}", _button(scene, act))


def _button(scene: Scene, act: str) -> Button:
    """Return the button that opens the hand, takes the seat back from a computer, or shows the table."""
    if act == "hand":
        return Button(say("Open"), action(scene, "hand"), "blue")
    if scene.viewer is not None and scene.is_stood_in and not scene.is_idle:
        return Button(say("I'm back"), action(scene, f"back {scene.viewer}"), "green")
    return _look_button(scene)


def _look_button(scene: Scene) -> Button:
    return Button(say("Look"), action(scene, "look"))


def _names(scene: Scene, seats: Sequence[Seat]) -> str:
    """Return players' names with commas between them: `Ben, Cyd, ⚙ Magpie`."""
    return ", ".join(words.signed(scene, seat) for seat in seats)


def _time_left(scene: Scene) -> str:
    """Return how much time the viewer has left."""
    return say("No clock here.") if scene.deadline is None else words.soon(scene.deadline)


def _question_line(scene: Scene) -> str:
    """Return a line that asks the viewer to decide about late or away players. Empty if they can't."""
    question = scene.question
    if question is None or question.chosen != "open" or scene.viewer in question.seats:
        return ""
    if scene.viewer not in scene.active or scene.is_stood_in:
        return ""
    late = words.names(scene, question.seats)
    if question.until:
        return say("Away: {players}. The first click at the table decides what happens.", players=late)
    return say("Time's up for {late}. The first click at the table decides what happens.", late=late)


def _status(scene: Scene, why: PauseReason | None) -> str:
    """Return a line on why a table waits, such as its players' task and when their time runs out."""
    if why == "channel":
        return say(
            "Its channel is gone. To carry on, type {command cardcrate} (*Move a table here*) in another one."
        )
    if why == "server":
        return say("I can't reach its server right now. The clock is paused.")
    if scene.view is None:
        return lobby.not_dealt_line(scene)
    face = pages.face_of(scene)
    nobody = (0,) * len(scene.players)  # names instead of mentions
    plain = msgspec.structs.replace(scene, viewer=None, players=nobody)
    if scene.is_idle:
        return pages.next_line(plain, face)
    if scene.viewer is not None and scene.is_stood_in:
        return say("{computer} plays for you.", computer=computer_name(scene.stand_ins[scene.viewer]))
    prompt = _question_line(scene) or face.asks(plain).line
    if scene.deadline is None:
        return prompt
    return say("{prompt} Time-out {time}.", prompt=prompt, time=words.soon(scene.deadline))
