"""The review of a finished game: a player's expensive moves, and how much was luck. Nobody else sees it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from bot.engine.chance import seat_letter
from bot.engine.contract import Notes
from bot.engine.moves import Move
from bot.players.computers import people
from bot.players.judging import Cost, Judgement
from bot.rendering import numbers, words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.face import Face
from bot.rendering.page import Button, Page, Text, button_rows, text_page
from bot.rendering.pages import face_of
from bot.rendering.panel import action
from bot.rendering.replay import BESIDE
from bot.rendering.scene import Scene, SeenMove

COSTS: Final[Mapping[Cost, str]] = {
    "small": message("a little costly"),
    "clear": message("costly"),
    "big": message("very costly"),
}
"""The words for a move's cost, which is never shown as a number."""
POINTS: Final = 100
"""The points of a win, the unit in which luck and skill are shown."""


class CostlyMove(NamedTuple):
    """A costly move: its number, its player's knowledge at the time, the move itself, and a better one."""

    number: int
    cost: Cost
    scene: Scene
    notes: Notes
    made: SeenMove
    move: Move
    better: Move


def page(scene: Scene, judged: Judgement, moves: Sequence[CostlyMove], facts: Sequence[str] = ()) -> Page:
    """Return a player's review. `facts` are the lines that their game adds."""
    head = say("### Review · {game} · {table}", game=scene.game.name, table=words.table_name(scene))
    parts = [head, *_costly_lines(judged, moves), *facts, *filter(None, [luck(scene, judged)])]
    buttons = [
        Button(
            say("Show move {number}", number=one.number),
            action(scene, f"replay {one.number} {seat_letter(scene.viewer or 0)} {BESIDE}"),
        )
        for one in moves
    ]
    blocks = (Text("\n".join((*parts, _scope_lines(scene, judged)))),)
    replay = Button(say("Replay"), action(scene, "replay"))
    return Page((*blocks, *button_rows([*buttons, replay])), accent=face_of(scene).accent)


def pending_page(scene: Scene) -> Page:
    """Return the page for a review that isn't finished yet."""
    text = say("### Review\nStill looking. This takes up to a minute.")
    again = Button(say("Look again"), action(scene, "review"), "blue")
    return text_page(text, again, accent=face_of(scene).accent)


def luck(scene: Scene, judged: Judgement) -> str:
    """Return a line on luck and play, in points that add up. Empty without a winner or a known skill."""
    outcome = scene.outcome
    if judged.skill is None or outcome is None or not outcome.winners:
        return ""
    start = round(POINTS / len(scene.players))
    won = scene.viewer in outcome.winners
    end = round(POINTS / len(outcome.winners)) if won else 0
    is_even = abs(judged.skill) <= judged.error
    play = 0 if is_even else round(POINTS * judged.skill)
    shares = {"luck": numbers.signed(end - start - play), "play": numbers.signed(play)}
    line = say("**Luck and you:** a win is 100, and everyone starts at {start}.", start=start)
    line += " " + (
        say(
            "Your moves were worth about as much as a medium computer's. "
            "The cards and the others gave you {luck}.",
            **shares,
        )
        if is_even
        else say(
            "Compared with a medium computer's, your moves gave you {play}. "
            "The cards and the others gave you {luck}.",
            **shares,
        )
    )
    if not won:
        return f"{line} {say('You lost.')}"
    return f"{line} {say('You won.') if len(outcome.winners) == 1 else say('You shared the win.')}"


def _costly_lines(judged: Judgement, moves: Sequence[CostlyMove]) -> list[str]:
    """Return the lines about costly moves, or that there weren't any."""
    if not moves:
        return [say("Nothing to change. None of your moves was clearly worse than another.")]
    lines = [say("**Your costliest moves**")]
    for one in moves:
        face = face_of(one.scene)
        lines.append(say("**Move {number}** · {cost}", number=one.number, cost=say(COSTS[one.cost])))
        hand = face.hand(one.scene) if face.has_hands else ""
        lines += filter(None, [words.small(face.task(one.scene).line), hand, _log_text(one, face)])
        lines.append(_advice(one, face))
    if judged.more:
        lines.append(
            say_count("One other move was costly.", "{number} other moves were costly.", judged.more)
        )
    return lines


def _advice(one: CostlyMove, face: Face) -> str:
    """Return the reason for the better move. If it fits the player's move as well, say that it's worse."""
    reason = face.reason(one.better, one.scene, one.notes)
    advice = say("Advice: {reason}", reason=reason)
    is_alike = type(one.move) is type(one.better)
    if is_alike and _explanation(face.reason(one.move, one.scene, one.notes)) == _explanation(reason) != "":
        return f"{advice} {say('Your move does the same, but leaves you worse off.')}"
    return advice


def _explanation(reason: str) -> str:
    """Return a reason without its first sentence, which names the move."""
    return reason.partition(". ")[2]


def _log_text(one: CostlyMove, face: Face) -> str:
    """Return the log's sentence about the move itself, without what followed from it."""
    return face.log(msgspec.structs.replace(one.made, events=face.deed(one.made)), one.scene)


def _scope_lines(scene: Scene, judged: Judgement) -> str:
    """Return small lines on the decisions that the review covers, and on its assumptions."""
    lines = [
        say_count(
            "I looked at one of your decisions, knowing only what you could see.",
            "I looked at {number} of your decisions, knowing only what you could see.",
            judged.looked_at,
        )
    ]
    if len(people(scene.players)) > 1:
        lines.append(say("Judged as if the others played like a medium computer."))
    if scene.game.id == "crapette":
        lines.append(say("I looked 4 turns ahead."))
    return "\n".join(map(words.small, lines))
