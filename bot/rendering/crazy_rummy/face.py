"""The face of Crazy Rummy: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar

from bot.rendering.catalog import say
from bot.rendering.crazy_rummy import asking, controls, scores, story
from bot.rendering.crazy_rummy.picture import plan_of_hand, plan_of_table
from bot.rendering.crazy_rummy.reasons import REASONS, move_button
from bot.rendering.crazy_rummy.refusals import REFUSALS
from bot.rendering.crazy_rummy.sentences import SENTENCES
from bot.rendering.crazy_rummy.table import hand_text, table_text, view_of
from bot.rendering.face import Face
from bot.rendering.scene import Scene
from bot.rendering.words import ranks_name


class CrazyRummyFace(Face):
    """Crazy Rummy for the eye and the screen reader."""

    accent = 0x2E86C1
    chapters: ClassVar[Mapping[str, str]] = {
        "draw": "your-turn",
        "play": "sets-and-wilds",
        "over": "scoring-and-end",
    }
    verbs = controls.VERBS
    prompts = controls.PROMPTS

    sentences = SENTENCES
    refusals = REFUSALS
    reasons = REASONS
    lines = staticmethod(story.lines)
    told = staticmethod(story.told)
    table = staticmethod(table_text)
    hand = staticmethod(hand_text)
    asks = staticmethod(asking.asks)
    silence = staticmethod(asking.silence)
    defaults = asking.DEFAULTS
    task = staticmethod(asking.task)
    came_to = staticmethod(asking.came_to)
    ending = staticmethod(scores.ending)
    offers = staticmethod(controls.offers)
    offered = staticmethod(controls.offered)
    question = staticmethod(controls.question)
    label = staticmethod(controls.label)
    button = staticmethod(move_button)
    hint = staticmethod(controls.hint)
    picks = staticmethod(controls.picks)
    nearly = staticmethod(controls.nearly)
    table_moves = staticmethod(controls.table_moves)
    table_plan = staticmethod(plan_of_table)
    hand_plan = staticmethod(plan_of_hand)

    def goal(self, scene: Scene) -> str:
        view, options = view_of(scene), scene.options
        facts = {"points": options["target"], "ranks": ranks_name(view.wild)}
        if view.hand_number >= options["max-hands"]:
            return say("last hand · {ranks} wild", **facts)
        if view.last_hand and scene.phase != "over":
            return say("extra hand · {ranks} wild", **facts)
        return say("to {points} · {ranks} wild", **facts)
