"""The face of Craits: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar

from bot.rendering.catalog import say
from bot.rendering.craits import asking, controls, scores, story
from bot.rendering.craits.picture import plan_of_hand, plan_of_table
from bot.rendering.craits.reasons import REASONS, move_button
from bot.rendering.craits.refusals import REFUSALS
from bot.rendering.craits.sentences import SENTENCES
from bot.rendering.craits.table import hand_text, table_text, view_of
from bot.rendering.face import Face
from bot.rendering.scene import Scene


class CraitsFace(Face):
    """Craits for the eye and the screen reader."""

    accent = 0x8E5BD0
    chapters: ClassVar[Mapping[str, str]] = {
        "opening-suit": "cards-and-setup",
        "turn": "your-turn",
        "count": "the-count",
        "play-again": "what-the-cards-do",
        "king-run": "options",
        "between-hands": "scoring-and-end",
        "over": "scoring-and-end",
    }
    verbs = controls.VERBS
    prompts = controls.PROMPTS
    usual_order = "suit"

    sentences = SENTENCES
    refusals = REFUSALS
    reasons = REASONS
    lines = staticmethod(story.lines)
    is_news = staticmethod(story.is_news)
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
    style = staticmethod(controls.style)
    nearly = staticmethod(controls.nearly)
    table_moves = staticmethod(controls.table_moves)
    table_forms = staticmethod(controls.table_forms)
    table_plan = staticmethod(plan_of_table)
    hand_plan = staticmethod(plan_of_hand)

    def goal(self, scene: Scene) -> str:
        facts = {"hand": view_of(scene).hand_number, "hands": scene.options["hands"]}
        if scene.options["faces"]:
            return say("hand {hand} of {hands} · low score wins · jacks, queens and kings bite", **facts)
        return say("hand {hand} of {hands} · low score wins", **facts)
